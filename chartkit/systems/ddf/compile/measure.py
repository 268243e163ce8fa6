"""How well the charts give the season back: every figure of every column, team and kicker, with its tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Vector, bootstrap_noise, wasserstein
from chartkit.systems.ddf.charts import (
    DEFENSIVE,
    FG_ADJUSTMENT,
    FIELD_GOAL,
    KICK_COVERAGE,
    KICKOFF,
    KICKOFF_RETURN,
    OFFENSIVE,
    PASSES,
    PLAYS,
    PUNT,
    PUNT_COVERAGE,
    PUNT_RETURN,
    RUNS,
    Kind,
)
from chartkit.systems.ddf.compile.enumeration import Ends, Enumerator, at_the_goal, foul_shares
from chartkit.systems.ddf.compile.field_goals import ADJUSTED_TO, attempts
from chartkit.systems.ddf.compile.fit_space import FOULS, is_pass
from chartkit.systems.ddf.compile.option_sets import share_of
from chartkit.systems.ddf.compile.special_teams import mean_net, punts_of, returns_of
from chartkit.systems.ddf.rules.season_constants import season_constants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.charts import Column, Squeeze, TeamChart
    from chartkit.systems.ddf.compile.settings import KickTolerance, Settings
    from chartkit.systems.ddf.compile.stages import Compilation
    from chartkit.systems.ddf.compile.targets import Side, Targets
    from chartkit.systems.ddf.rules.priority_chart import PriorityChart


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
class ColumnMeasure:
    """One team's column, as offense or defense."""

    team: str
    side: str
    call: str
    plays: int
    figures: tuple[Figure, ...]
    noise: float
    gains: Vector
    real_gains: Vector

    def figure(self, name: str) -> Figure:
        """A figure by its name."""
        return next(figure for figure in self.figures if figure.name == name)


@dataclass(frozen=True)
class TeamMeasure:
    """One team over all its calls, as offense or defense."""

    team: str
    side: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Measured:
    """All columns and teams."""

    columns: tuple[ColumnMeasure, ...]
    teams: tuple[TeamMeasure, ...]


def measure(
    charts: Mapping[str, TeamChart],
    finals: Mapping[tuple[str, str], Sequence[Vector | None]],
    targets: Targets,
    squeeze: Sequence[Squeeze],
    settings: Settings,
) -> Measured:
    """Compare every column with the season; `finals` is how plays end against the opponents really met."""
    ordered = [charts[team] for team in targets.teams]
    size = len(ordered)
    given: dict[tuple[str, str], list[Ends | None]] = {}
    fouls: dict[str, list[dict[str, float]]] = {}
    for call in PLAYS:
        for name in ("offense", "defense"):
            side: Side = getattr(targets.calls[call], name)
            given[call, name] = [
                None
                if ends is None
                else at_the_goal(ends, side.lines[team], squeeze, call, is_pass=is_pass(call), short=targets.short)
                for team, ends in enumerate(finals[call, name])
            ]
        fouls[call] = [_fouls_met(ordered, team, targets, call) for team in range(size)]
    columns = []
    for call in PLAYS:
        for name in ("offense", "defense"):
            side = getattr(targets.calls[call], name)
            for team in range(size):
                ends = given[call, name][team]
                if ends is not None:
                    thrown = fouls[call][team] if name == "offense" else None
                    columns.append(_column(targets.teams[team], name, call, side, team, ends, thrown, settings))
    teams = [
        _team(targets, name, team, {call: given[call, name][team] for call in PLAYS}, settings)
        for name in ("offense", "defense")
        for team in range(size)
    ]
    return Measured(tuple(columns), tuple(teams))


def league_ends(
    charts: Mapping[str, TeamChart],
    targets: Targets,
    mix: Mapping[str, Mapping[str, float]],
    priority: PriorityChart,
) -> dict[tuple[str, str], list[Vector | None]]:
    """(call, side) -> how each team's plays end against the opponents it met, before the goal line."""
    ordered = [charts[team] for team in targets.teams]
    size = len(ordered)
    found: dict[tuple[str, str], list[Vector | None]] = {}
    for call in PLAYS:
        enumerator = Enumerator(ordered, call, mix[call], priority)
        matchups = targets.calls[call].matchups
        finals = {(o, d): enumerator.meet(o, d) for o in range(size) for d in range(size) if matchups[o, d] > 0}
        for name, axis in (("offense", 0), ("defense", 1)):
            made: list[Vector | None] = []
            for team in range(size):
                met = {pair: float(matchups[pair]) for pair in finals if pair[axis] == team}
                total = sum(met.values())
                made.append(
                    np.sum([weight / total * finals[pair] for pair, weight in met.items()], axis=0)
                    if total
                    else None
                )
            found[call, name] = made
    return found


def touchdowns(
    finals: Mapping[tuple[str, str], Sequence[Vector | None]], targets: Targets, squeeze: Sequence[Squeeze]
) -> float:
    """The league's touchdowns from the lines of scrimmage really met, under a squeeze table."""
    total = 0.0
    for call in PLAYS:
        side = targets.calls[call].offense
        for team, ends in enumerate(finals[call, "offense"]):
            if ends is not None:
                given = at_the_goal(
                    ends, side.lines[team], squeeze, call, is_pass=is_pass(call), short=targets.short
                )
                total += float(side.plays[team]) * given.touchdowns
    return total


def _fouls_met(charts: Sequence[TeamChart], team: int, targets: Targets, call: str) -> dict[str, float]:
    met, accepted = targets.calls[call].matchups[team], targets.accepted.get(call)
    total = met.sum()
    shares: dict[str, float] = dict.fromkeys(FOULS, 0.0)
    for other in np.flatnonzero(met).tolist():
        for foul, share in foul_shares(charts[team], charts[other], call, accepted).items():
            shares[foul] = shares.get(foul, 0.0) + share * float(met[other] / total)
    return shares


def _column(
    team: str,
    name: str,
    call: str,
    side: Side,
    place: int,
    ends: Ends,
    fouls: Mapping[str, float] | None,
    settings: Settings,
) -> ColumnMeasure:
    own = settings.tolerance.column
    plays = float(side.plays[place])
    noise = bootstrap_noise(side.gains[place], rounds=settings.tolerance.bootstrap_rounds, seed=place)

    def figure(shown: str, what: str, real: float, chart: float) -> Figure:
        return Figure(shown, real, chart, settings.tolerance.of_column(what, name, plays))

    figures = [figure("mean yards", "mean", float(side.mean[place]), ends.mean)]
    if is_pass(call):
        figures += [
            figure("completion", "completion", float(side.gain_share[place]), ends.gain_share),
            figure("trapped", "trapped", float(side.rate("QT")[place]), ends.trapped),
            figure("intercepted", "intercepted", float(side.rate("INT")[place]), ends.intercepted),
        ]
    gone_out = float(side.out_of_bounds[place] / max(plays, 1))
    far = wasserstein(ends.recorded, side.gains[place])
    figures += [
        figure("fumbled", "fumbled", float(side.rate("F")[place]), ends.fumbled),
        figure("out of bounds", "out_of_bounds", gone_out, ends.out_of_bounds),
        Figure("distance", 0.0, far, settings.tolerance.of_distance(noise, name)),
    ]
    rare = [foul for foul in FOULS if 0 < side.foul_share(foul)[place] < 1.5 / 216]
    for foul, share in (fouls or {}).items():
        real = float(side.foul_share(foul)[place])
        if real or share:
            shared = len(rare) > 1 and foul in rare
            figures.append(Figure(f"foul {foul}", real, share, own["foul_shared" if shared else "foul"]))
    return ColumnMeasure(team, name, call, int(plays), tuple(figures), noise, ends.recorded, side.gains[place])


def _team(
    targets: Targets, name: str, team: int, given: Mapping[str, Ends | None], settings: Settings
) -> TeamMeasure:
    def total(calls: Sequence[str], what: str) -> tuple[float, float, float]:
        """Season's amount, chart's amount, plays."""
        real = chart = plays = 0.0
        for call in calls:
            side = getattr(targets.calls[call], name)
            ends = given[call]
            number = float(side.plays[team])
            if ends is None:
                continue
            plays += number
            real += (
                number
                * {
                    "yards": side.mean,
                    "gains": side.gain_share,
                    "intercepted": side.rate("INT"),
                    "trapped": side.rate("QT"),
                    "fumbled": side.rate("F"),
                    "touchdowns": side.touchdowns / np.maximum(side.plays, 1),
                }[what][team]
            )
            chart += (
                number
                * {
                    "yards": ends.mean,
                    "gains": ends.gain_share,
                    "intercepted": ends.intercepted,
                    "trapped": ends.trapped,
                    "fumbled": ends.fumbled,
                    "touchdowns": ends.touchdowns,
                }[what]
            )
        return float(real), float(chart), plays

    rushed = total(RUNS, "yards")
    passed, caught, sacked = total(PASSES, "yards"), total(PASSES, "gains"), total(PASSES, "trapped")
    intercepted, fumbled = total(PASSES, "intercepted"), total(PLAYS, "fumbled")
    scored = total(PLAYS, "touchdowns")
    attempts, attempts_chart = passed[2] - sacked[0], passed[2] - sacked[1]
    amounts = {
        "yards per rush": (rushed[0] / max(rushed[2], 1), rushed[1] / max(rushed[2], 1)),
        "yards per pass": (passed[0] / max(attempts, 1), passed[1] / max(attempts_chart, 1)),
        "completion rate": (caught[0] / max(attempts, 1), caught[1] / max(attempts_chart, 1)),
        "traps": sacked[:2],
        "interceptions": intercepted[:2],
        "fumbles": fumbled[:2],
        "touchdowns": scored[:2],
    }
    figures = tuple(
        Figure(what, real, chart, settings.tolerance.of_team(what, name, real))
        for what, (real, chart) in amounts.items()
    )
    return TeamMeasure(targets.teams[team], name, figures)


@dataclass(frozen=True)
class KickMeasure:
    """One team's (or the league's) kicking figures."""

    team: str
    figures: tuple[Figure, ...]


def measure_kicks(compilation: Compilation) -> list[KickMeasure]:
    """Kicking figures of the league and of every team."""
    own = compilation.settings.tolerance.kicks
    kicks = attempts(compilation.plays)
    punts = punts_of(compilation.plays)
    made = [KickMeasure("LEAGUE", tuple(_league_field_goals(compilation, kicks, own)))]
    for team in compilation.teams:
        chart = compilation.charts[team]
        figures = [*_kickoffs(compilation, chart, team, own), *_returns(compilation, chart, team, own)]
        figures += _punts(compilation, chart, punts[punts["team"] == team], own)
        mine = kicks[kicks["offense"] == team]
        if len(mine):
            chance = np.mean(
                [_good(compilation, chart, line, d) for line, d in zip(mine["line"], mine["defense"], strict=True)]
            )
            figures.append(Figure("field goals", float(mine["good"].mean()), float(chance), own.rate))
        missed = compilation.kicking[team].pat_missed
        figures.append(Figure("PAT", 1 - missed, share_of(chart.special_teams.pat_good), own.rate))
        made.append(KickMeasure(team, tuple(figures)))
    return made


def _weights(column: Column) -> list[tuple[Any, float]]:
    ways = OFFENSIVE.ways if column.first == OFFENSIVE.totals[0] else DEFENSIVE.ways
    total = sum(ways.values())
    return [(cell, ways[roll] / total) for roll, cell in column.items()]


def _mean_added(column: Column) -> float:
    return float(sum(weight * cell.yards for cell, weight in _weights(column)))


def _kickoffs(compilation: Compilation, chart: TeamChart, team: str, own: KickTolerance) -> list[Figure]:
    plays = compilation.plays
    deep = plays[(plays["offense"] == team) & (plays["kick"] == "deep") & ~plays["wiped"]]
    deep = deep[deep["outcome"].isin(["kick", "touchback", "out of bounds"])]
    if deep.empty:
        return []
    end_line = 110 - season_constants(compilation.season).kickoff_line
    cells = [(cell, w) for cell, w in _weights(chart.special_teams.columns[KICKOFF]) if not _penalty(cell)]
    total = sum(weight for _, weight in cells)
    back = sum(weight for cell, weight in cells if cell.kind is Kind.YARDS and cell.yards >= end_line)
    return [Figure("touchbacks", float((deep["outcome"] == "touchback").mean()), back / total, own.rate)]


def _penalty(cell: Any) -> bool:
    # A kick out of bounds is a kick; every other foul is kicked again.
    return bool(cell.is_foul) and cell.kind is not Kind.OFF_40


def _returns(compilation: Compilation, chart: TeamChart, team: str, own: KickTolerance) -> list[Figure]:
    found = []
    for column, coverage in ((KICKOFF_RETURN, KICK_COVERAGE), (PUNT_RETURN, PUNT_COVERAGE)):
        returns = returns_of(compilation.plays, column)
        mine = returns[(returns["return_by"] == team) & (returns["return_outcome"] == "return")]
        mine = mine[mine["return_symbol"].str.fullmatch(r"-?\d+\*?")]
        cells = [(c, w) for c, w in _weights(chart.special_teams.columns[column]) if c.kind is Kind.YARDS]
        total = sum(weight for _, weight in cells)
        if len(mine) < 2 or not total:
            continue
        added = np.mean(
            [_mean_added(compilation.charts[d].special_teams.coverage[coverage]) for d in mine["return_against"]]
        )
        mean = sum(weight * cell.yards for cell, weight in cells) / total + float(added)
        found.append(Figure(column.lower(), float(mine["return_yards_made"].mean()), mean, own.yards))
    return found


def _punts(compilation: Compilation, chart: TeamChart, punts: pd.DataFrame, own: KickTolerance) -> list[Figure]:
    if punts.empty:
        return []
    given = mean_net(
        compilation,
        compilation.coach[chart.team.code]["pooch"],
        chart.special_teams.columns[PUNT].cells,
        _mean_added(chart.special_teams.coverage[PUNT_COVERAGE]),
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


def _league_field_goals(compilation: Compilation, kicks: pd.DataFrame, own: KickTolerance) -> Iterator[Figure]:
    edges = [0, *compilation.settings.special_teams.field_goal_bands, 99]
    for low, high in pairwise(edges):
        band = kicks[(kicks["line"] > low) & (kicks["line"] <= high)]
        if band.empty:
            continue
        chances = [
            _good(compilation, compilation.charts[offense], line, defense)
            for offense, line, defense in zip(band["offense"], band["line"], band["defense"], strict=True)
        ]
        name = f"field goals from {low + 19}" + (f" to {high + 18}" if high < 99 else " and more")
        yield Figure(name, float(band["good"].mean()), float(np.mean(chances)), own.rate)
