"""The joint fit: offenses against the defenses that they met and defenses against the offenses, in turns.

There is one objective for the whole league: what every column and every team's season should be, within which
tolerance, and the distance of gains. One column at a time is searched, the others held: in the rounds with its own
team's season, at last, where a figure is still outside its tolerance, with all its opponents' figures too.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from chartkit.fitting import Indices, Matrix, Problem, Split, Vector, in_threads, shrink
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.compile.column_problems import (
    ColumnTarget,
    defense_problem,
    first_defense,
    first_offense,
    offense_problem,
)
from chartkit.systems.ddf.compile.contributions import Contributions
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CELLS,
    FOULS,
    OFFENSE_WEIGHTS,
    OUTCOMES,
    PASS_FOULS,
    YARDS,
    defense_rows,
    defense_weights,
    figures_of,
    is_pass,
    offense_rows,
    pair_ends,
    place_of_yards,
    symbol_weights,
)
from chartkit.systems.ddf.compile.league_figures import (
    Key,
    LeagueFigures,
    Violation,
    with_season,
    with_tolerances,
)
from chartkit.systems.ddf.compile.targets import Side, Targets

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.fit_space import Fitting, Symbols
    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.stages import Compilation


_OTHER = {"offense": "defense", "defense": "offense"}
_ENDING_FIGURES = {"INC": "completion", "INT": "intercepted", "QT": "trapped", "F": "fumbled"}
#: Most of a column that may be fouls: a call that was made twice may have had nothing else.
_MOST_FOULS = 0.6
#: Figures of a column that have a tolerance.
_JUDGED = ("mean", "completion", "intercepted", "trapped", "fumbled")


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
    """The target with the shares that both sides together can reach, as the linear program found."""
    figures = dict(target.figures)
    for ending, name in _ENDING_FIGURES.items():
        if ending in split:
            miss = float((split[ending].first_miss if side == "offense" else split[ending].second_miss)[team])
            # Incompletions stand for all endings together, that is for the completions.
            figures[name] = min(max(figures[name] + (-miss if ending == "INC" else miss), 0.0), 1.0)
    return replace(target, figures=figures)


def all_targets(
    compilation: Compilation,
    split: Mapping[str, Mapping[str, Split]],
) -> tuple[dict[tuple[str, str], list[ColumnTarget]], dict[tuple[str, str, str], float]]:
    """Targets of every column; rare ones are pulled toward the league, all small ones with `--shrink`."""
    own = compilation.settings.fit
    columns: dict[tuple[str, str], list[ColumnTarget]] = {}
    pulled: dict[tuple[str, str, str], float] = {}
    for call, targets in compilation.targets.calls.items():
        for name, side in (("offense", targets.offense), ("defense", targets.defense)):
            league = _league_target(side, compilation.settings.fallback.gain)
            made = []
            for place, team in enumerate(compilation.teams):
                fouls: dict[str, float] = {}
                if name == "offense":
                    shares = compilation.influence.shares[call][place]
                    fouls = {foul: float(shares[i]) for i, foul in enumerate(FOULS) if foul in column_fouls(call)}
                    fewer = min(1.0, _MOST_FOULS / max(sum(fouls.values()), 1e-9))
                    fouls = {foul: fewer * share for foul, share in fouls.items()} if fewer < 1 else fouls
                target = column_target(side, place, fouls)
                if target.plays < own.fewest_plays or compilation.order.shrink:
                    strength = own.shrink_strength if compilation.order.shrink else own.fewest_plays
                    target, pulled[call, name, team] = shrunk_target(target, league, strength)
                judged = (
                    target.plays >= compilation.settings.tolerance.fewest_plays and not compilation.order.shrink
                )
                season = {f: target.figures[f] for f in _JUDGED} if judged else {}
                made.append(replace(reachable(target, split[call], name, place), season=season))
            columns[call, name] = made
    return columns, pulled


def column_fouls(call: str) -> frozenset[str]:
    """Fouls that a column of this call can hold."""
    return frozenset(FOULS) if is_pass(call) else frozenset(FOULS) - PASS_FOULS


def _league_target(side: Side, fallback: int) -> ColumnTarget:
    everybody = Side(*(getattr(side, one.name).sum(axis=0, keepdims=True) for one in fields(side)))
    target = column_target(everybody, 0, {})
    if target.gains.sum() > 0:
        return target
    # Nobody gained anything on this call.
    gains = np.zeros(YARDS)
    gains[place_of_yards(fallback)] = 1.0
    return ColumnTarget(0.0, gains, {**target.figures, "mean": float(fallback), "completion": 1.0}, {})


def seed_of(*what: object) -> int:
    """A seed that depends on what is fitted and on nothing else."""
    return zlib.crc32("/".join(map(str, what)).encode()) % 2**30


SIDES = ("offense", "defense")
#: Side, call and team of a column.
Place: TypeAlias = tuple[str, str, int]
#: So many columns are searched at once, whatever the number of workers: the result must not depend on it.
_AT_ONCE = 4


def batched(values: Sequence[Place], size: int) -> Iterator[Sequence[Place]]:
    """Values in groups of some size."""
    return (values[start : start + size] for start in range(0, len(values), size))


@dataclass
class JointFit:
    """The problem and the current charts of the joint fit."""

    season: int
    settings: Settings
    targets: Targets
    state: Fitting
    symbols: Mapping[str, Symbols]
    #: call -> (team, outcome): what B or Big Play turns into.
    extras: Mapping[str, Matrix]
    #: (call, side) -> target by team.
    columns: Mapping[tuple[str, str], Sequence[ColumnTarget]]
    contributions: Contributions
    seed: int = 0
    workers: int = 1
    league: dict[str, LeagueFigures] = field(init=False)

    def __post_init__(self) -> None:
        self.league = {side: LeagueFigures(self.targets, side, self.settings) for side in SIDES}
        teams = len(self.targets.teams)
        for call in PLAYS:
            self.state.offense[call] = np.zeros((teams, OUTCOMES))
            for side in SIDES:
                self.state.cells[call, side] = [np.zeros(0, dtype=np.int64)] * teams

    def retarget(self, targets: Targets, columns: Mapping[tuple[str, str], Sequence[ColumnTarget]]) -> None:
        """Hold the columns to other targets; the charts stay as they are until they are searched again."""
        self.targets, self.columns = targets, columns
        self.league = {side: LeagueFigures(targets, side, self.settings) for side in SIDES}
        self.count_all()

    def matchups(self, side: str, call: str, team: int) -> Vector:
        """Plays of a call against each opponent."""
        met: Vector = self.targets.calls[call].matchups
        return met[team] if side == "offense" else met[:, team]

    def rows(self, side: str, call: str, team: int) -> Matrix:
        """What each plain cell gives against the opponents that a team met on a call."""
        matchups = self.matchups(side, call, team)
        met = matchups / matchups.sum() if matchups.sum() > 0 else np.full(len(matchups), 1 / len(matchups))
        recorded = self.state.recorded[call, side][team]
        if side == "offense":
            given: Matrix = offense_rows(self.state.defense_faced(call, team, met), self.state.pairs, recorded)
            return given
        offense, cancelled = self.state.offense_faced(call, met)
        rows: Matrix = defense_rows(offense, self.state.pairs, recorded)
        for part, (place, becomes) in zip(cancelled, self.state.cancelled_cells(call), strict=True):
            if part.sum() > 0:
                other: Matrix = defense_rows(part, self.state.pairs, recorded)
                rows[place] += other[becomes] - other[place]
        return rows

    def problem(self, side: str, call: str, team: int, rows: Matrix) -> Problem:
        """A column by itself."""
        target = self.columns[call, side][team]
        if side == "offense":
            return offense_problem(self.symbols[call], rows, self.extras[call][team], target, self.settings)
        return defense_problem(
            call,
            self.state.mix[call],
            rows,
            target,
            self._contributed(call, team),
            float(self.contributions.forced[call][team]),
            self.settings,
        )

    def _contributed(self, call: str, team: int) -> dict[str, float]:
        return {ending: float(split.second[team]) for ending, split in self.contributions.split[call].items()}

    def _first(self, side: str, call: str, team: int, seed: int) -> Indices:
        if side == "offense":
            return first_offense(self.symbols[call], self.columns[call, side][team], seed)
        return first_defense(self._contributed(call, team), self.state.mix[call])

    def _symbol_figures(self, side: str, call: str, team: int, rows: Matrix) -> Matrix:
        """What each symbol of a column adds to its figures."""
        figures = figures_of(rows)
        return self.symbols[call].each(figures, self.extras[call][team]) if side == "offense" else figures

    def put(self, side: str, call: str, team: int, cells: Indices) -> None:
        """Replace a column."""
        self.state.cells[call, side][team] = cells
        if side == "offense":
            symbols = self.symbols[call]
            weights = symbol_weights(cells, OFFENSE_WEIGHTS, symbols.size)
            spread = symbols.spread(weights, self.extras[call][team])
            self.state.offense[call][team] = spread / max(1 - float(weights @ symbols.reroll), 1e-9)
        else:
            weights = defense_weights(self.state.mix[call])
            self.state.defense[call][team] = symbol_weights(cells, weights, len(DEFENSE_CELLS))

    def restore(self, cells: Mapping[str, Mapping[str, Sequence[Sequence[int]]]]) -> None:
        """Put all columns of an earlier fit: side -> call -> team -> symbols."""
        for side in SIDES:
            for call in PLAYS:
                for team, column in enumerate(cells[side][call]):
                    self.put(side, call, team, np.array(column, dtype=np.int64))

    def count(self, side: str, call: str, team: int, rows: Matrix | None = None) -> None:
        """Count a column again: how its plays end against the opponents that the team met."""
        weights = (self.state.offense if side == "offense" else self.state.defense)[call][team]
        given = weights @ (self.rows(side, call, team) if rows is None else rows)
        self.league[side].count(team, PLAYS.index(call), given)

    def count_all(self) -> None:
        """Count all columns again."""
        columns = [
            (side, call, team) for side in SIDES for call in PLAYS for team in range(len(self.targets.teams))
        ]
        list(in_threads(lambda column: self.count(*column), columns, self.workers))

    def step(self, side: str, restarts: int, turn: int, done: Callable[[], None]) -> None:
        """Fit all columns of one side against the other side's charts, teams in parallel."""
        for _ in in_threads(
            lambda team: self._fit_team(side, team, restarts, turn), range(len(self.targets.teams)), self.workers
        ):
            done()

    def _fit_team(self, side: str, team: int, restarts: int, turn: int) -> None:
        """One team's columns, the rarest call first, each with the team's whole season in view."""
        own, league = self.settings.fit.season, self.league[side]
        all_rows = {call: self.rows(side, call, team) for call in PLAYS}
        if turn:
            for call, rows in all_rows.items():
                self.count(side, call, team, rows)
        for call in sorted(PLAYS, key=lambda call: (self.columns[call, side][team].plays, call)):
            rows, place = all_rows[call], PLAYS.index(call)
            figures = self._symbol_figures(side, call, team, rows)
            season = league.season_rows(team, place, figures, league.given[team, place])
            problem = with_season(self.problem(side, call, team, rows), season, own.unit, own.importance)
            seed = seed_of(self.season, side, self.targets.teams[team], call, turn, self.seed)
            start = self.state.cells[call, side][team]
            if not start.size:
                start = self._first(side, call, team, seed)
            self.put(side, call, team, problem.solve(start, restarts=restarts, seed=seed)[0])
            self.count(side, call, team, rows)

    def remove_violations(self, told: Callable[[float], None] = lambda part: None) -> None:
        """Search columns again until every figure is inside its tolerance or out of reach; keep the best charts.

        What makes the report fail comes first, then what it would forgive. A column is searched with all figures of
        its team and of its opponents that it could put outside. A figure that stays outside gets a higher weight in
        the next round, so that others give way. When some rounds in a row have won nothing, it is out of reach.
        """
        own = self.settings.fit.violations
        self.count_all()
        best, kept, vain = self._objective(), self._all_cells(), 0
        least: dict[Key, float] = {}
        failed: Counter[Key] = Counter()
        for turn in range(own.rounds):
            # The first round takes all violations alike, and searches nothing but their own columns.
            failing = [each for each in self._failing() if turn and failed[each.key] < own.patience]
            tried = failing or [each for each in self._violations() if failed[each.key] < own.spare_patience]
            if not tried or vain > own.patience:
                break
            told(turn / own.rounds)
            for violation in tried:
                columns = self._own_columns(violation) + (self._opponents(violation) if turn else [])
                if not self._remove(violation, columns, turn, strict=turn > 0 and not failing) and turn:
                    self.league[violation.side].raise_weight(violation, own.weight_growth)
            amounts = {each.key: each.amount for each in self._violations()}
            for key in (each.key for each in tried):
                amount = amounts.get(key, 0.0)
                failed[key] = 0 if amount < own.progress * least.get(key, np.inf) else failed[key] + 1
                least[key] = min(amount, least.get(key, np.inf))
            now, vain = self._objective(), vain + 1
            if now < best:
                best, kept, vain = now, self._all_cells(), 0
            elif failing and vain == own.patience:
                # What is left only pushes others out: from here on it weighs what everything else does.
                self._go_back(kept)
                failed.update({each.key: own.patience for each in self._failing()})
                vain = 0
        self._go_back(kept)

    def _go_back(self, kept: Mapping[str, Mapping[str, Sequence[Sequence[int]]]]) -> None:
        """Charts as they were, and all weights as at first."""
        self.restore(kept)
        self.count_all()
        for league in self.league.values():
            league.reset_weights()

    def _violations(self) -> list[Violation]:
        """All violations, the largest first."""
        return _ordered(violation for league in self.league.values() for violation in league.violations())

    def _failing(self) -> list[Violation]:
        """Violations that make the report fail, the largest first."""
        enough = self.settings.tolerance.enough
        return _ordered(violation for league in self.league.values() for violation in league.failing(enough))

    def _objective(self) -> tuple[float, float]:
        """Violations that make the report fail, then all violations; lower is better."""
        return _outside(self._failing()), _outside(self._violations())

    def _all_cells(self) -> dict[str, dict[str, list[list[int]]]]:
        return {
            side: {call: [cells.tolist() for cells in self.state.cells[call, side]] for call in PLAYS}
            for side in SIDES
        }

    def _own_columns(self, violation: Violation) -> list[Place]:
        return [(violation.side, call, violation.team) for call in violation.calls]

    def _opponents(self, violation: Violation) -> list[Place]:
        """Columns of the opponents that a team met most."""
        often = []
        for call in violation.calls:
            met = self.matchups(violation.side, call, violation.team)
            often += [(-float(met[other]), call, other) for other in np.flatnonzero(met).tolist()]
        most = self.settings.fit.violations.opponents
        return [(_OTHER[violation.side], call, other) for _, call, other in sorted(often)[:most]]

    def _remove(self, violation: Violation, columns: Sequence[Place], turn: int, *, strict: bool) -> bool:
        """Search these columns, some at a time, until a violation is gone; whether it is.

        If `strict`, no column goes in that puts a figure farther outside which makes the report fail.
        """
        columns = [place for place in columns if self.columns[place[1], place[0]][place[2]].plays]
        for some in batched(columns, _AT_ONCE):
            if not self._stands(violation):
                return True
            found = in_threads(lambda place: self._searched(place, turn), some, self.workers)
            # All were searched from the same charts, so each is weighed again with the better ones in place.
            for place, cells, won in sorted(found, key=lambda each: (-each[2], each[0])):
                if won > 0 and self._stands(violation):
                    self._put_if_better(place, cells, strict=strict)
        return not self._stands(violation)

    def _stands(self, violation: Violation) -> bool:
        return violation.key in {other.key for other in self.league[violation.side].violations()}

    def _searched(self, place: Place, turn: int) -> tuple[Place, Indices, float]:
        """The best cells of a column with everything in view that depends on it, and what they win."""
        side, call, team = place
        own, number = self.settings.fit.violations, PLAYS.index(call)
        rows = self.rows(side, call, team)
        figures = self._symbol_figures(side, call, team, rows)
        league, other = self.league[side], self.league[_OTHER[side]]
        given = league.given[team, number]
        seen = [league.column_rows(team, number, figures, given), league.season_rows(team, number, figures, given)]
        cells = self.state.cells[call, side][team]
        problem = self.problem(side, call, team, rows)
        held = symbol_weights(cells, problem.weights, len(figures))
        held = held / max(1 - float(held @ problem.reroll), 1e-9)
        for opponent in self._met(place):
            theirs, farther = self._for_opponent(place, opponent)
            now = held @ theirs
            seen += [
                other.column_rows(opponent, number, theirs, now).near(),
                other.season_rows(opponent, number, theirs, now).near(),
                other.distance_rows(opponent, number, farther, float(held @ farther)).near(),
            ]
        weight = problem.distance_weight + own.price * league.distance_price(team, number)
        problem = with_tolerances(replace(problem, distance_weight=weight), seen, own.price)
        seed = seed_of(self.season, "violations", side, self.targets.teams[team], call, turn, self.seed)
        found, score = problem.solve(cells, restarts=own.restarts, seed=seed)
        return place, found, problem.score(cells) - score

    def _put_if_better(self, place: Place, cells: Indices, *, strict: bool) -> None:
        """Replace a column if the league is better off, everything counted again that depends on it."""
        side, call, team = place
        problem = self.problem(side, call, team, self.rows(side, call, team))
        old = self.state.cells[call, side][team]
        before, failing = self._price(), _outside(self._failing()) if strict else np.inf
        self._exchange(place, cells)
        dearer = self._price() + problem.score(cells) >= before + problem.score(old)
        if dearer or (strict and _outside(self._failing()) > failing):
            self._exchange(place, old)

    def _price(self) -> float:
        """What the violations of the league cost, with the weights that were raised."""
        return self.settings.fit.violations.price * sum(league.excess() for league in self.league.values())

    def _exchange(self, place: Place, cells: Indices) -> None:
        """Replace a column, and count it and the columns of its opponents again."""
        side, call, team = place
        charts = self.state.offense if side == "offense" else self.state.defense
        before = charts[call][team].copy()
        self.put(side, call, team, cells)
        self.count(side, call, team)
        change = charts[call][team] - before
        number, other, state = PLAYS.index(call), self.league[_OTHER[side]], self.state
        for opponent in self._met(place):
            if side == "offense":
                met = state.cancelled(call, team, state.defense[call][opponent])
                final = pair_ends(change, met, state.pairs)
            else:
                met = state.cancelled(call, opponent, change)
                final = pair_ends(state.offense[call][opponent], met, state.pairs)
            added = self._share_met(place, opponent) * final @ state.recorded[call, other.side][opponent]
            other.count(opponent, number, other.ends[opponent, number] + added)

    def _met(self, place: Place) -> list[int]:
        """The opponents of a column."""
        found: list[int] = np.flatnonzero(self.matchups(*place)).tolist()
        return found

    def _share_met(self, place: Place, opponent: int) -> float:
        """A column's share of the plays of an opponent's column."""
        side, call, team = place
        theirs = self.matchups(_OTHER[side], call, opponent)
        return float(theirs[team] / max(theirs.sum(), 1))

    def _for_opponent(self, place: Place, opponent: int) -> tuple[Matrix, Vector]:
        """What each symbol of a column adds to the figures of an opponent's column, and to its distance."""
        side, call, team = place
        state, other = self.state, self.league[_OTHER[side]]
        recorded = state.recorded[call, other.side][opponent]
        slopes = other.distance_slopes(opponent, PLAYS.index(call))
        counted = np.column_stack([figures_of(recorded), recorded[:, :YARDS] @ slopes])
        theirs: Matrix
        if side == "offense":
            faced = state.cancelled(call, team, state.defense[call][opponent])
            theirs = self.symbols[call].each(offense_rows(faced, state.pairs, counted), self.extras[call][team])
        else:
            faced = defense_rows(state.offense[call][opponent], state.pairs, counted)
            theirs = state.after_cancels(faced, call, opponent)
        theirs = theirs * self._share_met(place, opponent)
        return theirs[:, :-1], theirs[:, -1]


def _outside(violations: Iterable[Violation]) -> float:
    """How far figures are outside; one that is far out of reach counts as one tolerance."""
    return sum(min(violation.amount, 1.0) for violation in violations)


def _ordered(violations: Iterable[Violation]) -> list[Violation]:
    return sorted(violations, key=lambda violation: (-violation.amount, violation.key))
