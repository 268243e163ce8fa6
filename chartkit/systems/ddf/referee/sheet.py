"""One team's charts laid out for play under given options: a feature that is off or missing is empty (R0.2)."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.errors import InvalidChartError
from chartkit.records import dataclass
from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.chart import GenericCharts, Squeeze, Supplement, TeamChart
from chartkit.systems.ddf.referee.cells import Cell, Lookup, cell, lookup
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.rulebook import RuleBook
from chartkit.systems.ddf.result import BLANK, Kind, parse
from chartkit.systems.ddf.scalars import muffed_snap_rating

#: A coach can answer anything, so anything can be looked up.
PLAY_NUMBER: Mapping[str | int, int] = {play: number for number, play in enumerate(col.PLAYS)}
FORMATION_NUMBER: Mapping[str | int, int] = {formation: number for number, formation in enumerate(col.FORMATIONS)}
#: Plays 5-9 are passes (R3.2), by number from 0.
FIRST_PASS = PLAY_NUMBER["5-SCREEN"]
SHORT = PLAY_NUMBER["6-SHORT"]

_NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a team reads from during a game."""

    chart: TeamChart
    code: str
    generic: GenericCharts
    plays: tuple[Lookup, ...]
    breakaway: Lookup
    trapped: Lookup
    recovered: frozenset[int]
    #: Formation number -> play number.
    defense: tuple[tuple[Lookup, ...], ...]
    kickoff: Lookup
    kickoff_return: Lookup
    punt: Lookup
    punt_return: Lookup
    fumble_return: Lookup
    interception_return: Lookup
    field_goal: Lookup
    #: R17.1: a field goal from further out may not be called.
    longest_field_goal: int
    pat_good: frozenset[int]
    kick_coverage: Lookup
    punt_coverage: Lookup
    containment: Lookup | None
    fg_adjustment: Lookup | None
    #: R28.13, R32.13: what bold short gains stand for.
    big_play: Lookup | None
    great_protection: frozenset[int]
    good_decision: frozenset[int]
    ball_protection: frozenset[int]
    #: `SCK`, `QR` or empty, and its totals.
    sack_mark: str
    sack_on: frozenset[int]
    sack_yards: int
    scramble_yards: int
    #: `G`, `NG` or empty, and its totals.
    fumble_mark: str
    fumble_on: frozenset[int]
    #: Total -> fouls that the defense forces there; empty when it forces none at all (R28.6).
    forced: tuple[tuple[Cell, ...], ...]
    #: Foul -> totals on which the defense cancels it (R28.6).
    cancels: dict[Kind, frozenset[int]]
    #: Totals that mean `Post` (R28.4).
    post_off5: frozenset[int]
    post_def5: frozenset[int]
    #: None: no quotas (R26).
    quotas: tuple[int, ...] | None
    muffs: int
    no_huddle: int
    squib_return: Lookup | None
    #: Play number -> squeeze by yards to the goal, 0 for none (R25.1).
    squeeze: tuple[tuple[Squeeze | None, ...], ...]
    squeeze_inside: int


def _squeeze(rows: tuple[Squeeze, ...]) -> tuple[tuple[tuple[Squeeze | None, ...], ...], int]:
    inside = max((row.inside for row in rows), default=0)
    by_reach = sorted(rows, key=lambda row: row.inside)
    table = tuple(
        tuple(
            next((row for row in by_reach if distance <= row.inside and play in row.calls), None)
            for distance in range(inside + 1)
        )
        for play in col.PLAYS
    )
    return table, inside


def _forced(supplement: Supplement) -> tuple[tuple[Cell, ...], ...]:
    fouls = [
        (cell(parse(marks.result)), marks.on)
        for marks in supplement.penalty_influence.values()
        if marks.on and not marks.result.startswith("X")
    ]
    if not fouls:
        return ()
    return tuple(tuple(foul for foul, on in fouls if total in on) for total in range(40))


#: Which cancel mark answers which foul.
_CANCELLED = {
    "XDEF 5": Kind.DEF_5,
    "XDEF 5X": Kind.DEF_5X,
    "XDEF 15": Kind.DEF_15,
    "XPI": Kind.INTERFERENCE,
}


def _cancels(supplement: Supplement) -> dict[Kind, frozenset[int]]:
    return {
        _CANCELLED[marks.result]: marks.on
        for marks in supplement.penalty_influence.values()
        if marks.on and marks.result in _CANCELLED
    }


def _refuse_endless(chart: TeamChart) -> None:
    """A penalised play is rolled again until it is no penalty (R19.3): some cell of its column must be none."""
    columns = {**chart.offense.columns, **chart.special_teams.columns}
    for name, column in columns.items():
        if all(result.is_foul for result in column.cells):
            raise InvalidChartError(
                f"{chart.team.code}: {name} holds nothing but penalties; a play would never end."
            )


def sheet(team: int, chart: TeamChart, generic: GenericCharts, options: Options, rules: RuleBook) -> Sheet:
    """Lay out a chart for the home team (0) or the visitor (1); what it lacks is played basic (R0.2)."""
    offense, special, extra = chart.offense.columns, chart.special_teams, chart.supplement
    constants = rules.season(chart.season)
    squeeze_rows: tuple[Squeeze, ...] = {
        "printed": rules.squeeze,
        "season": generic.squeeze,
        "off": (),
    }[options.goal_line_squeeze]
    squeeze, squeeze_inside = _squeeze(squeeze_rows)
    adjustment = special.coverage[col.FG_ADJUSTMENT]
    use_adjustment = options.fg_adjustment and any(result != BLANK for result in adjustment.cells)
    goals = special.columns[col.FIELD_GOAL]
    big_play = extra.short_pass_big_play if extra else None
    sack = extra.sack_rate if extra and extra.sack_rate else None
    sack_marks = sack.marks if sack and options.sack_rate else None
    fumble = extra.fumble_recovery if extra and options.defense_fumble_recovery else None
    influence = extra if extra and options.defense_penalty_influence else None
    checks = extra.line_of_scrimmage if extra and options.pre_post_snap else {}

    def special_column(name: str) -> Lookup:
        return lookup(team, f"special.{name}", special.columns[name])

    def muffs() -> int:
        if not extra or not options.muffed_snap:
            return 0
        printed = constants.muffed_snap_rating_printed
        return int(extra.muffed_snap_rating if printed else muffed_snap_rating(extra.muffed_snap_percent))

    _refuse_endless(chart)
    return Sheet(
        chart=chart,
        code=chart.team.code,
        generic=generic,
        plays=tuple(lookup(team, f"offense.{play}", offense[play]) for play in col.PLAYS),
        breakaway=lookup(team, "offense.B", offense[col.BREAKAWAY]),
        trapped=lookup(team, "offense.QT", offense[col.TRAPPED]),
        recovered=chart.offense.fumble_recovered,
        defense=tuple(
            tuple(lookup(team, f"defense.{formation}.{play}", chart.defense[formation][play]) for play in col.PLAYS)
            for formation in col.FORMATIONS
        ),
        kickoff=special_column(col.KICKOFF),
        kickoff_return=special_column(col.KICKOFF_RETURN),
        punt=special_column(col.PUNT),
        punt_return=special_column(col.PUNT_RETURN),
        fumble_return=special_column(col.FUMBLE_RETURN),
        interception_return=special_column(col.INTERCEPTION_RETURN),
        field_goal=lookup(team, "special.FIELD GOAL", goals),
        longest_field_goal=max((result.yards for result in goals.cells if result.kind is Kind.YARDS), default=0),
        pat_good=special.pat_good,
        kick_coverage=lookup(team, "coverage.KICK", special.coverage[col.KICK_COVERAGE]),
        punt_coverage=lookup(team, "coverage.PUNT", special.coverage[col.PUNT_COVERAGE]),
        containment=lookup(team, "containment.QT", special.coverage[col.QT_CONTAINMENT])
        if options.qt_containment
        else None,
        fg_adjustment=lookup(team, "adjustment.FG", adjustment) if use_adjustment else None,
        big_play=lookup(team, "supplement.SHORT PASS BIG PLAY", big_play)
        if big_play and constants.big_play and options.short_pass_big_play
        else None,
        great_protection=extra.qb_great_protection if extra and options.great_protection else _NOBODY,
        good_decision=extra.qb_good_decision if extra and options.good_decision else _NOBODY,
        ball_protection=extra.ball_protection if extra and options.ball_protection else _NOBODY,
        sack_mark=sack_marks.result if sack_marks and sack_marks.on else "",
        sack_on=sack_marks.on if sack_marks else _NOBODY,
        sack_yards=-abs(sack.sack_yards) if sack else 0,
        scramble_yards=abs(sack.scramble_yards) if sack else 0,
        fumble_mark=fumble.result if fumble and fumble.on else "",
        fumble_on=fumble.on if fumble else _NOBODY,
        forced=_forced(influence) if influence else (),
        cancels=_cancels(influence) if influence else {},
        post_off5=checks.get("OFF 5", _NOBODY),
        post_def5=checks.get("DEF 5", _NOBODY),
        quotas=tuple(extra.play_calls[play].quota for play in col.PLAYS) if extra and options.play_quotas else None,
        muffs=muffs(),
        no_huddle=extra.no_huddle_quota if extra else 0,
        squib_return=lookup(team, "generic.SQUIB KICK", generic.squib_kick_return)
        if generic.squib_kick_return
        else None,
        squeeze=squeeze,
        squeeze_inside=squeeze_inside,
    )
