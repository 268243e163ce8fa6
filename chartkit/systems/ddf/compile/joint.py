"""Offenses and defenses fitted together: against whom they really played, until it settles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from chartkit.fitting.distributions import shrink
from chartkit.fitting.supply import Part, Rates, Relief, Split, Taste, Totals, split_supply
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.compile import defense_fit, offense_fit
from chartkit.systems.ddf.compile.defense_fit import SUPPLIED, DefenseFit, DefenseJob, fit_defense
from chartkit.systems.ddf.compile.goal_line import squeezed_out
from chartkit.systems.ddf.compile.offense_fit import ColumnTarget, OffenseFit, OffenseJob, fit_offense, seed_of
from chartkit.systems.ddf.compile.outcomes import DEFENSE_CELLS, GRID, NO_IMPACT, YARDS, is_pass, place_of_yards
from chartkit.systems.ddf.compile.small_columns import share_of, totals_near
from chartkit.systems.ddf.compile.state import OFFENSE_WEIGHTS, Cancels, defense_weights, symbol_weights
from chartkit.systems.ddf.compile.symbols import PASS_FOULS
from chartkit.systems.ddf.compile.targets import FOULS, Side, Targets
from chartkit.systems.ddf.compile.tolerances import team_allowed
from chartkit.systems.ddf.result import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.systems.ddf.chart import Squeeze
    from chartkit.systems.ddf.compile.desk import Desk
    from chartkit.systems.ddf.compile.state import Fitting
    from chartkit.systems.ddf.compile.symbols import Symbols

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Indices = NDArray[np.int64]

_Job = TypeVar("_Job")
_Done = TypeVar("_Done")


_ENDING_FIGURES = {"INC": "completion", "INT": "intercepted", "QT": "trapped", "F": "fumbled"}
_SEASON_FIGURES = {"INC": "completion rate", "INT": "interceptions", "QT": "traps", "F": "fumbles"}
#: Figures of a column that have a tolerance.
_JUDGED = ("mean", "completion", "intercepted", "trapped", "fumbled")
#: R5.4: defensive endings against which an offense's own does not count, or counts once with them.
_OVERRULED_BY = {
    "INC": frozenset({"INC", "INT", "QT", "F"}),
    "INT": frozenset({"INT"}),
    "QT": frozenset({"INC", "INT", "QT"}),
    "F": frozenset({"INT", "F"}),
}
#: Endings so rare that one play is a tolerance of its own.
_ONE_PLAY = frozenset({"INT", "F"})


def side_by_side(work: Callable[[_Job], _Done], jobs: Iterable[_Job], workers: int) -> Iterator[_Done]:
    """Run jobs on threads (the kernels release the interpreter); results come in the order of the jobs."""
    if workers <= 1:
        yield from map(work, jobs)
        return
    with ThreadPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(work, jobs)


def column_target(side: Side, team: int, fouls: Mapping[str, float]) -> ColumnTarget:
    """The target of one team's column from its season totals."""
    gains = side.gains[team]
    total = gains.sum()
    return ColumnTarget(
        plays=float(side.plays[team]),
        gains=gains / total if total > 0 else gains,
        figures={
            "mean": float(side.mean[team]),
            "completion": float(side.gain_share[team]),
            "intercepted": float(side.rate("INT")[team]),
            "trapped": float(side.rate("QT")[team]),
            "fumbled": float(side.rate("F")[team]),
            "touchdown": float(side.touchdowns[team] / max(side.plays[team], 1)),
        },
        fouls=fouls,
    )


def shrunk_target(own: ColumnTarget, league: ColumnTarget, strength: float) -> tuple[ColumnTarget, float]:
    """A small sample pulled toward the league, and how far."""
    gains, pulled = shrink(own.gains, own.plays, league.gains, strength)
    figures = {name: (1 - pulled) * value + pulled * league.figures[name] for name, value in own.figures.items()}
    return replace(own, gains=gains, figures=figures), pulled


def reachable(target: ColumnTarget, split: Mapping[str, Split], side: str, team: int) -> ColumnTarget:
    """The target with the shares that both sides together can reach, as the supply program left them."""
    figures = dict(target.figures)
    for ending, name in _ENDING_FIGURES.items():
        if ending in split:
            miss = float((split[ending].first_miss if side == "offense" else split[ending].second_miss)[team])
            # The miss of the incompletions is that of all endings together.
            figures[name] = min(max(figures[name] + (-miss if ending == "INC" else miss), 0.0), 1.0)
    return replace(target, figures=figures)


def all_targets(
    desk: Desk,
    split: Mapping[str, Mapping[str, Split]],
) -> tuple[dict[tuple[str, str], list[ColumnTarget]], dict[tuple[str, str, str], float]]:
    """Targets of every column; rare ones are pulled toward the league, all small ones with `--shrink`."""
    own = desk.settings["fit"]
    columns: dict[tuple[str, str], list[ColumnTarget]] = {}
    pulled: dict[tuple[str, str, str], float] = {}
    for call, targets in desk.targets.calls.items():
        for name, side in (("offense", targets.offense), ("defense", targets.defense)):
            league = _league_target(side)
            made = []
            for place, team in enumerate(desk.teams):
                fouls: dict[str, float] = {}
                if name == "offense":
                    shares = desk.influence.shares[call][place]
                    fouls = {foul: float(shares[i]) for i, foul in enumerate(FOULS) if foul in desk_fouls(call)}
                target = column_target(side, place, fouls)
                if target.plays < own["fewest_plays"] or desk.options.shrink:
                    strength = own["shrink_strength"] if desk.options.shrink else own["fewest_plays"]
                    target, pulled[call, name, team] = shrunk_target(target, league, strength)
                judged = target.plays >= desk.settings["tolerance"]["fewest_plays"] and not desk.options.shrink
                season = {f: target.figures[f] for f in _JUDGED} if judged else {}
                made.append(replace(reachable(target, split[call], name, place), season=season))
            columns[call, name] = made
    return columns, pulled


def desk_fouls(call: str) -> frozenset[str]:
    """Fouls that a column of this call can hold."""
    return frozenset(FOULS) if is_pass(call) else frozenset(FOULS) - PASS_FOULS


def _league_target(side: Side) -> ColumnTarget:
    everybody = Side(*(getattr(side, field.name).sum(axis=0, keepdims=True) for field in fields(side)))
    target = column_target(everybody, 0, {})
    if target.gains.sum() > 0:
        return target
    # A call that nobody made: a gain of three yards keeps its column readable.
    gains = np.zeros(YARDS)
    gains[place_of_yards(3)] = 1.0
    return ColumnTarget(0.0, gains, {**target.figures, "mean": 3.0, "completion": 1.0}, {})


def needed_cancels(
    targets: Targets, split: Mapping[str, Mapping[str, Split]], settings: Mapping[str, Any]
) -> list[Cancels]:
    """Cancel charts for the few teams whose season total is out of reach without them (R32.8).

    What the defenses met bring is the least that a team can have; where that is more than it had, a share of it is
    cancelled, at most half, for at most `most_teams` teams of each chart.
    """
    own = settings["cancel"]
    shares: dict[str, Vector] = {}
    for ending in ("QT", "INT", "F"):
        least, had = np.zeros(len(targets.teams)), np.zeros(len(targets.teams))
        for call, target in targets.calls.items():
            if ending not in split[call]:
                continue
            met = target.meetings @ split[call][ending].second
            least += met
            had += target.offense.rate(ending) * target.offense.plays
        beyond = least - had
        share = np.where(beyond > own["fewest"][ending], beyond / np.maximum(least, 1e-9), 0.0)
        ranked = np.argsort(-beyond, kind="stable")[: own["most_teams"]]
        kept = np.zeros(len(share))
        kept[ranked] = np.minimum(share[ranked], own["most_share"])
        # As the dice can show it.
        shares[ending] = np.array([share_of(totals_near(value)) for value in kept])
    return [
        Cancels(float(qt), float(int_), float(f))
        for qt, int_, f in zip(shares["QT"], shares["INT"], shares["F"], strict=True)
    ]


@dataclass(frozen=True)
class Supply:
    """Who brings what: call -> ending -> split, and call -> the share of forced results of each defense."""

    split: Mapping[str, Mapping[str, Split]]
    forced: Mapping[str, Vector]


def _left_before_squeeze(side: Side, squeeze: Sequence[Squeeze], call: str) -> Vector:
    """Share of plays that the charts must leave without a gain; the squeeze near the goal adds the rest."""
    falls = np.array([squeezed_out(lines, squeeze, call) for lines in side.lines])
    left: Vector = np.maximum(1 - side.gain_share / (1 - falls), 0.0)
    return left


def supplies(targets: Targets, squeeze: Sequence[Squeeze], settings: Mapping[str, Any]) -> Supply:
    """For each call and ending the best split between what offenses and what defenses bring.

    A forced gain overrules an offense's trap, incompletion or interception (R5.4), so a defense that allowed hardly
    any can undo some of what offenses bring.
    """
    own, tolerance = settings["supply"], settings["fit"]["tolerance"]
    units = {
        "INC": tolerance["completion"],
        "INT": tolerance["intercepted"],
        "QT": tolerance["trapped"],
        "F": tolerance["fumbled"],
    }
    parts, grounds = [], []
    for ending, unit in units.items():
        calls = [call for call in targets.calls if ending == "F" or is_pass(call)]
        kinds = []
        for call in calls:
            target = targets.calls[call]
            play = 1.0 if ending in _ONE_PLAY else 0.0
            offense, defense = target.offense, target.defense
            league = float(offense.plays @ offense.rate(ending) / max(offense.plays.sum(), 1))
            # Nobody judges incompletions; the completions that all endings together leave are what counts.
            left = ending == "INC"
            kinds.append(
                Rates(
                    target.meetings,
                    _left_before_squeeze(offense, squeeze, call) if left else offense.rate(ending),
                    _left_before_squeeze(defense, squeeze, call) if left else defense.rate(ending),
                    np.maximum(unit, play / np.maximum(offense.plays, 1)),
                    np.maximum(2 * unit, play / np.maximum(defense.plays, 1)),
                    ground=call,
                    relieved=ending != "F",
                    all_here=left,
                    name=ending,
                    overruled_by=_OVERRULED_BY[ending],
                    usual=own["split"][ending] * (defense.rate(ending) + league) / 2,
                )
            )
        slack = tuple((step["until"], step["price"]) for step in own["slack"])
        weight = own["importance"][ending]
        taste = Taste(own["defense_importance"], own["split"][ending], own["pull"], slack, weight, own["totals"])
        parts.append(Part(kinds, _total_tolerances(targets, calls, ending, settings), taste))
        grounds.append((ending, calls))
    relief = own["relief"]
    splits, undone = split_supply(parts, Relief(relief["most"], relief["cost"]), own["rounds"])
    found: dict[str, dict[str, Split]] = {call: {} for call in targets.calls}
    for (ending, calls), made in zip(grounds, splits, strict=True):
        for call, split in zip(calls, made, strict=True):
            found[call][ending] = split
    least = settings["defense"]["forced"]
    none = np.zeros(len(targets.teams))
    return Supply(found, {call: least + undone.get(call, none) for call in targets.calls})


def _total_tolerances(targets: Targets, calls: Sequence[str], ending: str, settings: Mapping[str, Any]) -> Totals:
    """One unit of miss in a team's season: as the report will judge it."""
    made = []
    for side in ("offense", "defense"):
        sides: list[Side] = [getattr(targets.calls[call], side) for call in calls]
        number = sum(s.rate(ending) * s.plays for s in sides) + np.zeros(len(targets.teams))
        allowed = np.array([team_allowed(_SEASON_FIGURES[ending], side, float(had), settings) for had in number])
        if ending == "INC":
            plays = sum(s.plays for s in sides) + np.zeros(len(targets.teams))
            allowed = np.maximum(allowed * plays, 0.1)
        made.append(allowed)
    return Totals(*made)


def first_defenses(supply: Supply, call: str, defense: Side) -> Matrix:
    """Defenses that only bring their supply and force what they allowed: the start of the first offense step."""
    weights = np.zeros((len(defense.plays), len(DEFENSE_CELLS)))
    for ending, split in supply.split[call].items():
        weights[:, SUPPLIED[ending]] = split.second
    allowed = defense.gains + defense.gains.sum(axis=0) / max(defense.gains.sum(), 1)
    share = supply.forced[call] / np.maximum(allowed.sum(axis=1), 1e-9)
    forced = [(place, cell.yards) for place, cell in enumerate(DEFENSE_CELLS) if cell.kind is Kind.FORCED]
    for yards, column in zip(GRID, allowed.T, strict=True):
        nearest = min(forced, key=lambda cell: abs(cell[1] - yards))[0]
        weights[:, nearest] += share * column
    weights[:, NO_IMPACT] += 1 - weights.sum(axis=1)
    return weights


@dataclass
class JointFit:
    """The working desk of the joint fit."""

    season: int
    settings: Mapping[str, Any]
    targets: Targets
    state: Fitting
    symbols: Mapping[str, Symbols]
    #: call -> (team, outcome): what B or Big Play turns into.
    extras: Mapping[str, Matrix]
    #: (call, side) -> target by team.
    columns: Mapping[tuple[str, str], Sequence[ColumnTarget]]
    supply: Supply
    seed: int = 0
    workers: int = 1

    def offense_jobs(self, kicks: int, turn: int) -> Iterator[OffenseJob]:
        """One job a team."""
        for team, name in enumerate(self.targets.teams):
            yield OffenseJob(
                team=team,
                seed=seed_of(self.season, "offense", name, turn, self.seed),
                kicks=kicks,
                symbols=self.symbols,
                targets={call: self.columns[call, "offense"][team] for call in PLAYS},
                extras={call: self.extras[call][team] for call in PLAYS},
                rows={call: offense_fit.job_rows(self.state, self.targets, call, team) for call in PLAYS},
                start={
                    call: self.state.offense_cells[call][team] if call in self.state.offense_cells else None
                    for call in PLAYS
                },
            )

    def defense_jobs(self, kicks: int, turn: int) -> Iterator[DefenseJob]:
        """One job a team."""
        for team, name in enumerate(self.targets.teams):
            yield DefenseJob(
                team=team,
                seed=seed_of(self.season, "defense", name, turn, self.seed),
                kicks=kicks,
                mix=self.state.mix,
                targets={call: self.columns[call, "defense"][team] for call in PLAYS},
                supply={
                    call: {ending: float(split.second[team]) for ending, split in self.supply.split[call].items()}
                    for call in PLAYS
                },
                forced={call: float(self.supply.forced[call][team]) for call in PLAYS},
                rows={call: defense_fit.job_rows(self.state, self.targets, call, team) for call in PLAYS},
                start={
                    call: self.state.defense_cells[call][team] if call in self.state.defense_cells else None
                    for call in PLAYS
                },
            )

    def put_offense(self, call: str, team: int, cells: Indices) -> None:
        """One offense's column instead of the one that it has."""
        symbols = self.symbols[call]
        weights = symbol_weights(cells, OFFENSE_WEIGHTS, symbols.size)
        fouled = float(weights @ symbols.reroll)
        self.state.offense_cells[call][team] = cells
        self.state.offense[call][team] = symbols.spread(weights, self.extras[call][team]) / max(1 - fouled, 1e-9)

    def put_defense(self, call: str, team: int, cells: Indices) -> None:
        """One defense's cells against a call instead of those that it has."""
        weights = defense_weights(self.state.mix[call])
        self.state.defense_cells[call][team] = cells
        self.state.defense[call][team] = symbol_weights(cells, weights, len(DEFENSE_CELLS))

    def offense_step(self, kicks: int, turn: int, done: Callable[[], None]) -> list[OffenseFit]:
        """Fit every offense against the defenses as they stand."""
        fits = []
        for fit in side_by_side(
            lambda job: fit_offense(job, self.settings), self.offense_jobs(kicks, turn), self.workers
        ):
            fits.append(fit)
            done()
        for call in PLAYS:
            self.state.offense_cells[call] = [fit.cells[call] for fit in fits]
            self.state.offense[call] = np.stack([fit.spread[call] for fit in fits])
        return fits

    def defense_step(self, kicks: int, turn: int, done: Callable[[], None]) -> list[DefenseFit]:
        """Fit every defense against the offenses as they stand."""
        fits = []
        for fit in side_by_side(
            lambda job: fit_defense(job, self.settings), self.defense_jobs(kicks, turn), self.workers
        ):
            fits.append(fit)
            done()
        for call in PLAYS:
            self.state.defense_cells[call] = [fit.cells[call] for fit in fits]
            self.state.defense[call] = np.stack([fit.weights[call] for fit in fits])
        return fits


def steps(settings: Mapping[str, Any], teams: int) -> int:
    """How many jobs a run has, for the progress bar."""
    return (2 * int(settings["fit"]["rounds"]) + 1) * teams
