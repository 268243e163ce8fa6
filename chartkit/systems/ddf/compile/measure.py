"""How well the charts give the season back: every figure of every column, team and kicker, with its tolerance.

What finished charts give is counted by exact enumeration of the dice, read from the cells, not from the fit. A
play is followed as advanced play follows it (R27): priority chart, Breakaway, Big Play, the three cancel charts; a
foul is rolled again. Nothing of that knows how the cells were chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Matrix, Vector, wasserstein
from chartkit.systems.ddf.charts import (
    BLANK,
    BREAKAWAY,
    DEFENSIVE,
    FG_ADJUSTMENT,
    FIELD_GOAL,
    FORMATIONS,
    KICKOFF,
    OFFENSIVE,
    PLAYS,
    PUNT,
    PUNT_COVERAGE,
    PUNT_RETURN,
    Kind,
    Result,
    dice_of,
)
from chartkit.systems.ddf.compile.column_problems import figures_in_use
from chartkit.systems.ddf.compile.field_goals import ADJUSTED_TO, attempts
from chartkit.systems.ddf.compile.fit_space import FIGURES, FOULS, OUTCOMES, R_TD, YARDS, figures_of, final_outcome
from chartkit.systems.ddf.compile.joint_fit import SIDES
from chartkit.systems.ddf.compile.league_figures import TEAM_FIGURES
from chartkit.systems.ddf.compile.option_sets import share_of
from chartkit.systems.ddf.compile.penalties import cancel_share, forced_share, offset_chances
from chartkit.systems.ddf.compile.special_teams import COVERED, mean_net, mean_of_five, punts_of, returns_of
from chartkit.systems.ddf.compile.squeeze import LINES, recorded_matrix, squeezed_out
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, standard_priority
from chartkit.systems.ddf.rules.tables import season_constants

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from chartkit.systems.ddf.charts import Column, Result, Squeeze, TeamChart
    from chartkit.systems.ddf.compile.settings import KickTolerance
    from chartkit.systems.ddf.compile.stages import Compilation
    from chartkit.systems.ddf.compile.targets import Side, Targets


@dataclass(frozen=True)
class Figure:
    """One figure of one column or team: the season's, the chart's, and how far apart they may be."""

    name: str
    real: float
    chart: float
    allowed: float

    @property
    def miss(self) -> float:
        """How far the chart is from the season."""
        return abs(self.chart - self.real)

    @property
    def within(self) -> bool:
        """Whether that is close enough."""
        return self.miss <= self.allowed + 1e-9


@dataclass(frozen=True)
class Measure:
    """The figures of a team: over all its calls as offense or defense, or of its kicks."""

    team: str
    side: str
    figures: tuple[Figure, ...]

    def figure(self, name: str) -> Figure:
        """A figure by its name."""
        return next(figure for figure in self.figures if figure.name == name)


@dataclass(frozen=True)
class ColumnMeasure(Measure):
    """One team's column, as offense or defense."""

    call: str
    plays: int
    noise: float
    gains: Vector
    real_gains: Vector


@dataclass(frozen=True)
class Measured:
    """All columns, teams and kickers."""

    columns: tuple[ColumnMeasure, ...]
    teams: tuple[Measure, ...]
    kicks: tuple[Measure, ...]


#: (call, side) -> team -> how its plays end against the opponents really met; None for a team without plays.
Finals = Mapping[tuple[str, str], Sequence[Vector | None]]


def measure(compilation: Compilation, finals: Finals) -> Measured:
    """Compare every column, team and kicker with the season."""
    league = compilation.joint.league
    given = {side: league[side].real.copy() for side in SIDES}
    columns = []
    for place, call in enumerate(PLAYS):
        fouls = [fouls_met(compilation, team, call) for team in range(len(compilation.teams))]
        for side in SIDES:
            for team, ends in enumerate(finals[call, side]):
                if ends is None:
                    continue
                recorded = ends[:OUTCOMES] @ compilation.joint.state.recorded[call, side][team]
                given[side][team, place] = figures_of(recorded[None])[0]
                lines = getattr(compilation.targets.calls[call], side).lines[team]
                out = ends[OUT] * (1 - squeezed_out(lines, compilation.squeeze, call))
                chart = dict(zip(FIGURES, given[side][team, place].tolist(), strict=True))
                chart["out_of_bounds"] = float(out)
                thrown = fouls[team] if side == "offense" else {}
                columns.append(_column(compilation, side, call, team, chart, recorded[:YARDS], thrown))
    teams = []
    for side in SIDES:
        amounts = league[side].team_figures(given[side])
        for team, code in enumerate(compilation.teams):
            rows = zip(
                TEAM_FIGURES,
                league[side].team_real[team].tolist(),
                amounts[team].tolist(),
                league[side].team_allowed[team].tolist(),
                strict=True,
            )
            teams.append(Measure(code, side, tuple(Figure(*row) for row in rows)))
    return Measured(tuple(columns), tuple(teams), tuple(measure_kicks(compilation)))


def league_ends(compilation: Compilation) -> dict[tuple[str, str], list[Vector | None]]:
    """(call, side) -> how each team's plays end against the opponents it met, before the goal line."""
    ordered = [compilation.charts[team] for team in compilation.teams]
    size = len(ordered)
    found: dict[tuple[str, str], list[Vector | None]] = {}
    for call in PLAYS:
        mix = compilation.season_chart.formation_mix[call]
        enumerator = Enumerator(ordered, call, mix, standard_priority())
        matchups = compilation.targets.calls[call].matchups
        finals = {(o, d): enumerator.meet(o, d) for o in range(size) for d in range(size) if matchups[o, d] > 0}
        for axis, side in enumerate(SIDES):
            made: list[Vector | None] = []
            for team in range(size):
                met = {pair: float(matchups[pair]) for pair in finals if pair[axis] == team}
                total = sum(met.values())
                made.append(
                    np.sum([weight / total * finals[pair] for pair, weight in met.items()], axis=0)
                    if total
                    else None
                )
            found[call, side] = made
    return found


def touchdowns(finals: Finals, targets: Targets, squeeze: Sequence[Squeeze]) -> float:
    """The league's touchdowns from the lines of scrimmage really met, under a squeeze table."""
    total = 0.0
    for call in PLAYS:
        side = targets.calls[call].offense
        # By line of scrimmage and final outcome: the chance of a touchdown.
        scores = np.zeros((LINES, OUTCOMES))
        for line in range(1, LINES):
            scores[line] = recorded_matrix(np.eye(1, LINES, line)[0], squeeze, call, targets.short)[:, R_TD]
        for team, ends in enumerate(finals[call, "offense"]):
            if ends is not None:
                share = side.lines[team] / side.lines[team].sum()
                total += float(side.plays[team] * (share @ scores @ ends[:OUTCOMES]))
    return total


def fouls_met(compilation: Compilation, team: int, call: str) -> dict[str, float]:
    """Share of a team's calls with each foul, against the opponents really met."""
    targets, charts = compilation.targets, [compilation.charts[code] for code in compilation.teams]
    met, accepted = targets.calls[call].matchups[team], targets.accepted.get(call)
    total = met.sum()
    shares: dict[str, float] = dict.fromkeys(FOULS, 0.0)
    for other in np.flatnonzero(met).tolist():
        for foul, share in foul_shares(charts[team], charts[other], call, accepted).items():
            shares[foul] = shares.get(foul, 0.0) + share * float(met[other] / total)
    return shares


#: Figures of a column in the order of the report, and their names there.
_SHOWN = {
    "mean": "mean yards",
    "completion": "completion",
    "trapped": "trapped",
    "intercepted": "intercepted",
    "fumbled": "fumbled",
    "out_of_bounds": "out of bounds",
}


def _column(
    compilation: Compilation,
    name: str,
    call: str,
    team: int,
    chart: Mapping[str, float],
    gains: Vector,
    fouls: Mapping[str, float],
) -> ColumnMeasure:
    """One column: what its chart gives beside what the season had."""
    side: Side = getattr(compilation.targets.calls[call], name)
    own, plays = compilation.settings.tolerance, float(side.plays[team])
    league, number = compilation.joint.league[name], PLAYS.index(call)
    noise = float(league.noise[team, number])
    real = dict(zip(FIGURES, league.real[team, number].tolist(), strict=True))
    real["out_of_bounds"] = float(side.out_of_bounds[team] / max(plays, 1))
    used = {*figures_in_use(call), "out_of_bounds"}
    figures = [
        Figure(shown, real[what], chart[what], own.of_column(what, name, plays))
        for what, shown in _SHOWN.items()
        if what in used
    ]
    far = wasserstein(gains, side.gains[team])
    figures.append(Figure("distance", 0.0, far, own.of_distance(noise, name)))
    rare = [foul for foul in FOULS if 0 < side.foul_share(foul)[team] < 1.5 / 216]
    for foul, share in fouls.items():
        had = float(side.foul_share(foul)[team])
        if had or share:
            shared = len(rare) > 1 and foul in rare
            figures.append(Figure(f"foul {foul}", had, share, own.column["foul_shared" if shared else "foul"]))
    code = compilation.teams[team]
    return ColumnMeasure(code, name, tuple(figures), call, int(plays), noise, gains, side.gains[team])


def measure_kicks(compilation: Compilation) -> list[Measure]:
    """Kicking figures of the league and of every team."""
    own = compilation.settings.tolerance.kicks
    kicks = attempts(compilation.plays)
    punts = punts_of(compilation.plays)
    made = [Measure("LEAGUE", "kicking", tuple(_league_field_goals(compilation, kicks, own)))]
    for team in compilation.teams:
        chart = compilation.charts[team]
        figures = [*_kickoffs(compilation, chart, team, own), *_returns(compilation, chart, team, own)]
        figures += _punts(compilation, chart, punts[punts["team"] == team], own)
        mine = kicks[kicks["offense"] == team]
        if len(mine):
            figures.append(Figure("field goals", float(mine["good"].mean()), _chance(compilation, mine), own.rate))
        missed = compilation.kicking[team].pat_missed
        figures.append(Figure("PAT", 1 - missed, share_of(chart.special_teams.pat_good), own.rate))
        made.append(Measure(team, "kicking", tuple(figures)))
    return made


def _weights(column: Column) -> list[tuple[Result, float]]:
    dice = dice_of(column)
    return [(cell, dice.ways[roll] / dice.outcomes) for roll, cell in column.items()]


def _kickoffs(compilation: Compilation, chart: TeamChart, team: str, own: KickTolerance) -> list[Figure]:
    plays = compilation.plays
    deep = plays[(plays["offense"] == team) & (plays["kick"] == "deep") & ~plays["wiped"]]
    deep = deep[deep["outcome"].isin(["kick", "touchback", "out of bounds"])]
    if deep.empty:
        return []
    end_line = 110 - season_constants(compilation.season).kickoff_line
    # A kick out of bounds is a kick; every other foul is kicked again.
    cells = [
        (cell, weight)
        for cell, weight in _weights(chart.special_teams.columns[KICKOFF])
        if not cell.is_foul or cell.kind is Kind.OFF_40
    ]
    total = sum(weight for _, weight in cells)
    back = sum(weight for cell, weight in cells if cell.kind is Kind.YARDS and cell.yards >= end_line)
    return [Figure("touchbacks", float((deep["outcome"] == "touchback").mean()), back / total, own.rate)]


def _returns(compilation: Compilation, chart: TeamChart, team: str, own: KickTolerance) -> list[Figure]:
    found = []
    for column, coverage in COVERED.items():
        returns = returns_of(compilation.plays, column)
        mine = returns[(returns["return_by"] == team) & (returns["return_outcome"] == "return")]
        mine = mine[mine["return_symbol"].str.fullmatch(r"-?\d+\*?")]
        cells = [(c, w) for c, w in _weights(chart.special_teams.columns[column]) if c.kind is Kind.YARDS]
        total = sum(weight for _, weight in cells)
        if len(mine) < 2 or not total:
            continue
        added = np.mean(
            [
                mean_of_five(compilation.charts[d].special_teams.coverage[coverage].cells)
                for d in mine["return_against"]
            ]
        )
        mean = sum(weight * cell.yards for cell, weight in cells) / total + float(added)
        found.append(Figure(column.lower(), float(mine["return_yards_made"].mean()), mean, own.yards))
    return found


def _punts(compilation: Compilation, chart: TeamChart, punts: pd.DataFrame, own: KickTolerance) -> list[Figure]:
    if punts.empty:
        return []
    given = mean_net(
        compilation.coach[chart.team.code]["pooch"],
        chart.special_teams.columns[PUNT].cells,
        mean_of_five(chart.special_teams.coverage[PUNT_COVERAGE].cells),
        {
            other: compilation.charts[other].special_teams.columns[PUNT_RETURN].cells
            for other in punts["against"].unique()
        },
        punts,
    )
    return [Figure("net punt", float(punts["net"].mean()), given, own.yards)]


def _good(compilation: Compilation, chart: TeamChart, line: int, defense: str) -> float:
    """R17.2 and R28.8: the chance of a kick from a line against a defense's adjustment."""
    cells = [(c, w) for c, w in _weights(chart.special_teams.columns[FIELD_GOAL]) if not c.is_foul]
    total = sum(weight for _, weight in cells)
    good = sum(weight for cell, weight in cells if cell.kind is Kind.YARDS and cell.yards >= line) / total
    if line > ADJUSTED_TO:
        return good
    open_to = sum(weight for cell, weight in cells if cell.kind in (Kind.YARDS, Kind.NO_GOOD)) / total
    marks = _weights(compilation.charts[defense].special_teams.coverage[FG_ADJUSTMENT])
    yes = sum(weight for cell, weight in marks if cell.kind is Kind.GOOD)
    no = sum(weight for cell, weight in marks if cell.kind is Kind.NO_GOOD)
    return good * (1 - yes - no) + yes * open_to


def _chance(compilation: Compilation, kicks: pd.DataFrame) -> float:
    """The mean chance of kicks really tried."""
    each = zip(kicks["offense"], kicks["line"], kicks["defense"], strict=True)
    return float(
        np.mean([_good(compilation, compilation.charts[offense], line, other) for offense, line, other in each])
    )


def _league_field_goals(compilation: Compilation, kicks: pd.DataFrame, own: KickTolerance) -> Iterator[Figure]:
    edges = [0, *compilation.settings.special_teams.field_goal_bands, 99]
    for low, high in pairwise(edges):
        band = kicks[(kicks["line"] > low) & (kicks["line"] <= high)]
        if len(band):
            name = f"field goals from {low + 19}" + (f" to {high + 18}" if high < 99 else " and more")
            yield Figure(name, float(band["good"].mean()), _chance(compilation, band), own.rate)


#: How plays end: a share for every final outcome of the fit, and at last the share of gains out of bounds.
OUT = OUTCOMES
ENDS = OUTCOMES + 1
_FOUL_NAMES = {Kind.INTERFERENCE: "PI", Kind.GROUNDING: "OFF #*"}


class Enumerator:
    """One call of all teams against all teams."""

    def __init__(
        self, charts: Sequence[TeamChart], call: str, mix: Mapping[str, float], priority: PriorityChart
    ) -> None:
        self._priority = priority
        self._plain: dict[tuple[Result, Result], Vector] = {}
        self._rows: dict[Result, Matrix] = {}
        columns = [{formation: chart.defense[formation][call] for formation in FORMATIONS} for chart in charts]
        cells = (cell for held in columns for column in held.values() for cell in column.values())
        self._answers = list(dict.fromkeys(cells))
        place = {cell: number for number, cell in enumerate(self._answers)}
        self.defenses = np.zeros((len(charts), len(self._answers)))
        for team, held in enumerate(columns):
            for formation, column in held.items():
                for total, cell in column.items():
                    self.defenses[team, place[cell]] += mix[formation] * DEFENSIVE.ways[total] / 36
        self.offenses = [self._against(chart, call) for chart in charts]

    def meet(self, offense: int, defense: int) -> Vector:
        """How the call ends between these two teams, without fouls."""
        ends: Vector = self.defenses[defense] @ self.offenses[offense]
        return ends

    def _against(self, chart: TeamChart, call: str) -> Matrix:
        """How the call ends for one offense against each defensive cell."""
        cells: dict[Result, float] = {}
        for total, cell in chart.offense.columns[call].items():
            if not cell.is_foul:
                cells[cell] = cells.get(cell, 0.0) + OFFENSIVE.ways[total]
        whole = sum(cells.values())
        ends = np.zeros((len(self._answers), ENDS))
        for cell, weight in cells.items():
            ends += weight / whole * self._against_each(chart, call, cell)
        return ends

    def _against_each(self, chart: TeamChart, call: str, cell: Result) -> Matrix:
        """One offensive cell against each defensive cell; plain ones are counted once for all teams."""
        sheet = chart.supplement
        cancels = sheet is not None and any(
            (sheet.qb_great_protection, sheet.qb_good_decision, sheet.ball_protection)
        )
        if cancels or cell.bold or cell.kind is Kind.BREAKAWAY:
            return np.stack([self._ends(chart, call, cell, answer) for answer in self._answers])
        if cell not in self._rows:
            self._rows[cell] = np.stack([self._pair(cell, answer) for answer in self._answers])
        return self._rows[cell]

    def _ends(self, chart: TeamChart, call: str, offense: Result, defense: Result) -> Vector:
        """R27.6-R27.10 for one pair of cells."""
        outcome = self._priority.look_up(offense, defense)
        sheet = chart.supplement
        if sheet is not None and outcome is Outcome.DEF:
            cancelled, instead = 0.0, BLANK
            if defense.kind is Kind.TRAPPED and offense.kind is not Kind.TRAPPED:
                cancelled = share_of(sheet.qb_great_protection)
            elif defense.kind is Kind.INTERCEPTION and offense.kind is not Kind.INTERCEPTION:
                cancelled = share_of(sheet.qb_good_decision)
            elif defense.kind is Kind.FUMBLE:
                cancelled, instead = share_of(sheet.ball_protection), Result(Kind.FORCED, defense.yards)
            if cancelled:
                stands = self._resolved(chart, call, offense, defense, outcome)
                freed = self._ends(chart, call, offense, instead)
                return (1 - cancelled) * stands + cancelled * freed
        return self._resolved(chart, call, offense, defense, outcome)

    def _resolved(self, chart: TeamChart, call: str, offense: Result, defense: Result, outcome: Outcome) -> Vector:
        second = None
        if outcome is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
            second = chart.offense.columns[BREAKAWAY]
        elif offense.bold and call == "6-SHORT" and outcome is Outcome.ADD and chart.supplement is not None:
            second = chart.supplement.short_pass_big_play
        if second is None:
            return self._pair(offense, defense)
        return sum(
            (OFFENSIVE.ways[total] / 216 * self._pair(cell, defense) for total, cell in second.items()),
            np.zeros(ENDS),
        )

    def _pair(self, offense: Result, defense: Result) -> Vector:
        key = (offense, defense)
        if key not in self._plain:
            place, out = final_outcome(self._priority, offense, defense)
            self._plain[key] = np.eye(1, ENDS, place)[0]
            self._plain[key][OUT] = out
        return self._plain[key]


def foul_cells(offense: TeamChart, call: str) -> dict[str, float]:
    """Share of the dice on which a column shows each foul."""
    own: dict[str, float] = {}
    for total, cell in offense.offense.columns[call].items():
        if cell.is_foul:
            name = _FOUL_NAMES.get(cell.kind, str(cell.kind))
            own[name] = own.get(name, 0.0) + OFFENSIVE.ways[total] / 216
    return own


def foul_shares(
    offense: TeamChart, defense: TeamChart, call: str, accepted: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Share of calls with each foul that is not offset and is taken; Penalty Influence counts (R27.3, R27.5)."""
    taken, own = accepted or {}, foul_cells(offense, call)
    marks = defense.supplement.penalty_influence if defense.supplement is not None else {}
    passes = call in ("6-SHORT", "7-MEDIUM", "8-LONG", "9-SIDELINE")
    forced = {foul: forced_share(marks, foul) if foul != "PI" or passes else 0.0 for foul in marks}
    cancelled = {foul: cancel_share(marks, foul) for foul in marks}
    twice = sum(own.get(foul, 0.0) * share for foul, share in cancelled.items())
    again = {foul: share * (1 - cancelled.get(foul, 0.0)) / max(1 - twice, 1e-9) for foul, share in own.items()}
    rolled = 1 - sum(forced.values())
    lost = offset_chances(again, _after_snap(offense, defense))
    return {
        foul: (rolled * again.get(foul, 0.0) + forced.get(foul, 0.0))
        * (1 - lost.get(foul, 0.0))
        * taken.get(foul, 1.0)
        for foul in {**again, **forced}
    }


def _after_snap(offense: TeamChart, defense: TeamChart) -> dict[str, float]:
    """R28.4: the share of five-yard fouls of each side that come after the snap; in basic play none."""
    found = {}
    for foul, chart in (("OFF 5", offense), ("DEF 5", defense)):
        check = chart.supplement.line_of_scrimmage if chart.supplement is not None else {}
        found[foul] = share_of(check.get(foul, frozenset()))
    return found
