"""How well the charts give the season back: every figure of every column and team, with its tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.distributions import bootstrap_noise, wasserstein
from chartkit.systems.ddf.columns import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.compile.enumeration import Ends, Enumerator, at_the_goal, foul_shares
from chartkit.systems.ddf.compile.outcomes import is_pass
from chartkit.systems.ddf.compile.targets import FOULS
from chartkit.systems.ddf.compile.tolerances import column_allowed, distance_allowed, team_allowed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from chartkit.systems.ddf.chart import Squeeze, TeamChart
    from chartkit.systems.ddf.compile.targets import Side, Targets
    from chartkit.systems.ddf.priority import PriorityChart

    Vector = NDArray[np.float64]


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
    targets: Targets,
    mix: Mapping[str, Mapping[str, float]],
    squeeze: Sequence[Squeeze],
    priority: PriorityChart,
    settings: Mapping[str, Any],
) -> Measured:
    """Enumerate every column against the opponents really met and compare with the season."""
    ordered = [charts[team] for team in targets.teams]
    size = len(ordered)
    given: dict[tuple[str, str], list[Ends | None]] = {}
    fouls: dict[str, list[dict[str, float]]] = {}
    finals = league_ends(charts, targets, mix, priority)
    for call in PLAYS:
        for name in ("offense", "defense"):
            side: Side = getattr(targets.calls[call], name)
            given[call, name] = [
                None if ends is None else at_the_goal(ends, side.lines[team], squeeze, call, is_pass=is_pass(call))
                for team, ends in enumerate(finals[call, name])
            ]
        fouls[call] = [_fouls_met(ordered, team, targets.calls[call].meetings[team], call) for team in range(size)]
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
        meetings = targets.calls[call].meetings
        finals = {(o, d): enumerator.meet(o, d) for o in range(size) for d in range(size) if meetings[o, d] > 0}
        for name, axis in (("offense", 0), ("defense", 1)):
            made: list[Vector | None] = []
            for team in range(size):
                met = {pair: float(meetings[pair]) for pair in finals if pair[axis] == team}
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
                given = at_the_goal(ends, side.lines[team], squeeze, call, is_pass=is_pass(call))
                total += float(side.plays[team]) * given.touchdowns
    return total


def _fouls_met(charts: Sequence[TeamChart], team: int, met: Vector, call: str) -> dict[str, float]:
    total = met.sum()
    shares: dict[str, float] = dict.fromkeys(FOULS, 0.0)
    for other in np.flatnonzero(met).tolist():
        for foul, share in foul_shares(charts[team], charts[other], call).items():
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
    settings: Mapping[str, Any],
) -> ColumnMeasure:
    own = settings["tolerance"]["column"]
    plays = float(side.plays[place])
    noise = bootstrap_noise(side.gains[place], rounds=own["bootstrap"], seed=place)

    def figure(shown: str, what: str, real: float, chart: float) -> Figure:
        return Figure(shown, real, chart, column_allowed(what, name, plays, settings))

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
        Figure("distance", 0.0, far, distance_allowed(noise, name, settings)),
    ]
    rare = [foul for foul in FOULS if 0 < side.foul_share(foul)[place] < 1.5 / 216]
    for foul, share in (fouls or {}).items():
        real = float(side.foul_share(foul)[place])
        if real or share:
            shared = len(rare) > 1 and foul in rare
            figures.append(Figure(f"foul {foul}", real, share, own["foul_shared" if shared else "foul"]))
    return ColumnMeasure(team, name, call, int(plays), tuple(figures), noise, ends.recorded, side.gains[place])


def _team(
    targets: Targets, name: str, team: int, given: Mapping[str, Ends | None], settings: Mapping[str, Any]
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
        Figure(what, real, chart, team_allowed(what, name, real, settings))
        for what, (real, chart) in amounts.items()
    )
    return TeamMeasure(targets.teams[team], name, figures)
