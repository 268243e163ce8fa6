"""Random legal charts: invented teams with roughly plausible football on them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from chartkit import resources
from chartkit.findings import Schema, read_json
from chartkit.football.teams import SeasonTeam
from chartkit.systems.ddf.charts import (
    Column,
    GenericCharts,
    HouseTables,
    Kind,
    Marks,
    Offense,
    PlayCalls,
    Result,
    SackRate,
    Season,
    SpecialTeams,
    Squeeze,
    Supplement,
    TeamChart,
    TeamName,
    columns,
    dice,
    gain,
    legal_forms,
    parse,
)
from chartkit.systems.ddf.rules.priority_chart import PriorityChart
from chartkit.systems.game_files import refuse_unsound

TOTALS = dice.OFFENSIVE.totals
FOULS = ("OFF 5", "OFF 10", "OFF 15", "DEF 5", "DEF 5X", "DEF 15")
DEEP = {"5-SCREEN": 6, "6-SHORT": 9, "7-MEDIUM": 17, "8-LONG": 32, "9-SIDELINE": 12}


def any_result(rng: random.Random, form: str) -> Result:
    """A random result of a form of R4.2, over the form's whole domain."""
    match form:
        case "0":
            return parse("0")
        case "(#)":
            return Result(Kind.FORCED, rng.randint(-20, 60))
        case "INT" | "F" | "BK":
            return Result(Kind(form), rng.randint(-30, 60))
        case "OFF #*":
            return Result(Kind.GROUNDING, rng.randint(1, 25))
        case "PI #":
            return Result(Kind.INTERFERENCE, rng.randint(1, 60))
    if form.startswith(("gain", "loss")):
        yards = rng.randint(1, 99) if form.startswith("gain") else -rng.randint(1, 30)
        return gain(yards, out_of_bounds="*" in form, bold="!" in form)
    return parse(form)


def any_column(rng: random.Random, chart: str, name: str, totals: tuple[int, ...] = TOTALS) -> Column:
    """A column of any legal results, wild rather than plausible."""
    forms = sorted(legal_forms(chart, name))
    return Column(totals[0], tuple(any_result(rng, rng.choice(forms)) for _ in totals))


def _column(rng: random.Random, pick: Callable[[random.Random], str], totals: tuple[int, ...] = TOTALS) -> Column:
    return Column(totals[0], tuple(parse(pick(rng)) for _ in totals))


def _run(rng: random.Random) -> str:
    roll = rng.random()
    if roll < 0.08:
        return rng.choice(FOULS)
    if roll < 0.11:
        return rng.choice(("F", "F 2", "F -3"))
    if roll < 0.17:
        return "B"
    yards = round(rng.gauss(4, 4))
    return f"{yards}{'*' if yards and rng.random() < 0.1 else ''}"


def _pass(play: str) -> Callable[[random.Random], str]:
    def pick(rng: random.Random) -> str:
        roll = rng.random()
        if roll < 0.08:
            return rng.choice((*FOULS, "PI 14", "OFF 9*"))
        if roll < 0.12:
            return rng.choice(("INT 8", "INT -2", "INT 31", "F 5"))
        if roll < 0.18:
            return "QT"
        if roll < 0.45:
            return "INC"
        if roll < 0.46:
            return "TD"
        yards = max(1, round(rng.gauss(DEEP[play], 4)))
        bold = "!" if play == "6-SHORT" and rng.random() < 0.1 else ""
        return f"{yards}{'*' if rng.random() < 0.2 else ''}{bold}"

    return pick


def _defense(play: str) -> Callable[[random.Random], str]:
    def pick(rng: random.Random) -> str:
        roll = rng.random()
        if roll < 0.07:
            return rng.choice(("(0)", "(3)", "(-2)", "(12)", "(TD)"))
        if roll < 0.11:
            return rng.choice(("F", "F 3", "F -4"))
        if play in columns.PASSES and roll < 0.35:
            return rng.choice(("INC", "INC", "QT", "INT 7", "INT 22"))
        return str(rng.randint(-3, 4))

    return pick


def _returns(touchdown: float, *extra: str) -> Callable[[random.Random], str]:
    def pick(rng: random.Random) -> str:
        roll = rng.random()
        if roll < touchdown:
            return "TD"
        if roll < 0.2 and extra:
            return rng.choice(extra)
        return str(round(rng.gauss(12, 9)))

    return pick


def _field_goal(rng: random.Random) -> Column:
    cells = [parse(rng.choice(("NG", "BK -7", "F -5", "OFF 5"))) for _ in range(3)]
    cells += [gain(rng.randint(15, 42)) for _ in range(27)]
    rng.shuffle(cells)
    ends = {f([c.yards for c in cells if c.form == "gain"]) for f in (min, max)}
    return Column(TOTALS[0], tuple(replace(c, bold=c.form == "gain" and c.yards in ends) for c in cells))


def some_totals(rng: random.Random, share: float) -> frozenset[int]:
    """A random set of dice totals."""
    return frozenset(total for total in TOTALS if rng.random() < share)


def _marks(rng: random.Random, *results: str) -> Marks:
    result = rng.choice(("", *results))
    on = some_totals(rng, 0.2) if result else frozenset()
    return Marks(result, on) if on else Marks()


def shares(counts: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Solitaire ranges by R32.4: running sum of rounded shares, the last closed at 100."""
    whole, spans, reached = sum(counts.values()), {}, 0
    for play, count in counts.items():
        last = 100 if play == list(counts)[-1] else min(100, reached + (200 * count + whole) // (2 * whole))
        spans[play] = (reached + 1, last)
        reached = last
    return spans


def random_supplement(rng: random.Random) -> Supplement:
    """A legal supplement sheet."""
    calls = {play: rng.randint(40, 300) for play in columns.PLAYS}
    passes = sum(calls[play] for play in columns.PASSES)
    whole = sum(calls.values())
    per_mille = rng.randint(0, 6)
    return Supplement(
        short_pass_big_play=_column(rng, lambda r: r.choice(("18", "24*", "33", "41", "55", "TD"))),
        qb_great_protection=some_totals(rng, 0.1),
        qb_good_decision=some_totals(rng, 0.1),
        ball_protection=some_totals(rng, 0.1),
        sack_rate=SackRate(_marks(rng, "SCK", "QR"), -rng.randint(4, 9), rng.randint(3, 9)),
        fumble_recovery=_marks(rng, "G", "NG"),
        penalty_influence={
            "DEF 5": _marks(rng, "DEF 5", "XDEF 5"),
            "DEF 5X": _marks(rng, "DEF 5X", "XDEF 5X"),
            "DEF 15": _marks(rng, "DEF 15", "XDEF 15"),
            "PI": _marks(rng, "PI X", "XPI"),
        },
        line_of_scrimmage={foul: some_totals(rng, 0.2) for foul in columns.LINE_OF_SCRIMMAGE},
        play_calls={play: PlayCalls(count, max(5, count // 8)) for play, count in calls.items()},
        pass_percent=(200 * passes + whole) // (2 * whole),
        solitaire={
            **shares({play: calls[play] for play in columns.RUNS}),
            **shares({play: calls[play] for play in columns.PASSES}),
        },
        home_field_advantage=rng.randint(0, 3),
        road_adjustment=rng.randint(0, 2),
        offense_audibles=rng.randint(0, 3),
        defense_audibles=rng.randint(0, 3),
        no_huddle_quota=rng.randint(0, 20),
        muffed_snap_percent=per_mille / 10,
        muffed_snap_rating=f"00{per_mille}",
    )


def random_chart(seed: int, *, season: int = 2017, code: str = "AAA") -> TeamChart:
    """A legal team chart with roughly plausible football on it; the same seed gives the same chart."""
    rng = random.Random(f"chart {seed}")
    five = dice.DEFENSIVE.totals
    kick = (*FOULS, "F", "F 4")
    return TeamChart(
        season=season,
        team=TeamName(code, "Anytown", "Antelopes"),
        power_rating=rng.randint(2100, 2350) / 10,
        offense=Offense(
            {
                **{play: _column(rng, _run) for play in columns.RUNS},
                **{play: _column(rng, _pass(play)) for play in columns.PASSES},
                "B": _column(rng, lambda r: r.choice(("12", "15", "19*", "24", "33", "47", "TD", "F 14"))),
                "QT": _column(
                    rng, lambda r: r.choice(("-8", "-6", "-5", "-11", "-1", "0", "4", "9*", "F -7", "TD"))
                ),
            },
            some_totals(rng, 0.5),
        ),
        defense={
            formation: {play: _column(rng, _defense(play), five) for play in columns.PLAYS}
            for formation in columns.FORMATIONS
        },
        special_teams=SpecialTeams(
            {
                columns.KICKOFF: _column(
                    rng, lambda r: r.choice(("65", "70", "74", "58", "61", "77", "OFF 40", "OFF 5"))
                ),
                columns.KICKOFF_RETURN: _column(rng, _returns(0.02, *kick)),
                columns.PUNT: _column(
                    rng,
                    lambda r: r.choice(("41", "44", "47", "38*", "52", "49", "BK -9", "F -6", "OFF 10", "DEF 5")),
                ),
                columns.PUNT_RETURN: _column(rng, _returns(0.02, *kick, "FC", "FC", "FC")),
                columns.FUMBLE_RETURN: _column(rng, _returns(0.05)),
                columns.INTERCEPTION_RETURN: _column(rng, _returns(0.08, "OFF 10", "DEF 15")),
                columns.FIELD_GOAL: _field_goal(rng),
            },
            some_totals(rng, 0.9),
            {
                columns.KICK_COVERAGE: _column(
                    rng, lambda r: r.choice(("0", "2", "-3", "(18)", "F 12", "(TD)")), five
                ),
                columns.PUNT_COVERAGE: _column(rng, lambda r: r.choice(("0", "1", "-2", "(4)", "F")), five),
                columns.QT_CONTAINMENT: _column(rng, lambda r: r.choice(("0", "2", "-2", "(-3)", "(10)")), five),
                columns.FG_ADJUSTMENT: _column(rng, lambda r: r.choice(("0", "0", "G", "NG")), five),
            },
        ),
        supplement=random_supplement(rng),
    )


def wild_chart(seed: int, *, season: int = 2017, code: str = "WLD") -> TeamChart:
    """A legal chart that uses the whole domain of every column: for round trips, not for football."""
    rng = random.Random(f"wild {seed}")
    base = random_chart(seed, season=season, code=code)
    five = dice.DEFENSIVE.totals
    special = {name: any_column(rng, "special_teams", name) for name in columns.SPECIAL_TEAMS}
    special[columns.FIELD_GOAL] = _field_goal(rng)
    return replace(
        base,
        offense=Offense(
            {name: any_column(rng, "offense", name) for name in columns.OFFENSE}, base.offense.fumble_recovered
        ),
        defense={
            formation: {play: any_column(rng, "defense", play, five) for play in columns.PLAYS}
            for formation in columns.FORMATIONS
        },
        special_teams=SpecialTeams(
            special,
            base.special_teams.pat_good,
            {name: any_column(rng, "coverage", name, five) for name in columns.COVERAGE},
        ),
    )


def random_generic(seed: int) -> GenericCharts:
    """Generic charts of an invented season."""
    rng = random.Random(f"generic {seed}")
    return GenericCharts(
        squib_kick_return=_column(rng, _returns(0.01, *FOULS)),
        holding=some_totals(rng, 0.7),
        between_downs_offense=some_totals(rng, 0.6),
        between_downs_defense=some_totals(rng, 0.6),
        squeeze=(Squeeze(5, ("3-END RUN", "4-DRAW", "5-SCREEN"), 1), Squeeze(10, ("6-SHORT",), 2, frozenset({34}))),
        house=HouseTables(
            some_totals(rng, 0.4),
            some_totals(rng, 0.4),
            (frozenset({1}), frozenset({2, 3})),
            9,
            comeback=(frozenset({1}), frozenset({2})),
        ),
    )


def random_season(seed: int, codes: tuple[str, ...] = ("AAA", "BBB")) -> Season:
    """A season file of invented teams."""
    return Season(
        season=2017,
        teams=tuple(SeasonTeam(code, code.title(), "Team", "EAST", "EAST NORTH") for code in codes),
        schedule=(),
        generic=random_generic(seed),
        formation_mix={},
        rules={"kickoff_line": 35, "kickoff_touchback": 25, "try_defense_return": True, "overtime": {}},
    )


def load_priority_chart(path: Path) -> PriorityChart:
    """A priority chart that a publisher edited, held to its schema."""
    source = read_json(path)
    refuse_unsound(source, Schema.load(resources.schema("priority-chart")).findings(source.data))
    return PriorityChart.from_json(source.data)
