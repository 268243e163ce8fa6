"""Field Goal columns and FG Adjustments: at each distance the kicker's own rate (R17, R28.8, R32.11).

A chart cannot be better from farther out, so a kicker who was cannot have all his bands. Then others give way: one
linear program keeps every kicker's season and the league's rate in every band, and bends the curves least for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Problem, Vector
from chartkit.systems.ddf.charts import Kind, Result, gain, parse
from chartkit.systems.ddf.compile.counted_columns import foul_cells
from chartkit.systems.ddf.compile.fit_space import OFFENSE_WEIGHTS
from chartkit.systems.ddf.compile.option_sets import five_share, marked_five

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.settings import FieldGoalWeights, SpecialTeamsSettings


_FARTHEST = 99


@dataclass(frozen=True)
class Kicker:
    """One team's field goals: lines, good or not, and the help of the adjustments that each kick met."""

    lines: Vector
    good: Vector
    #: Shares of `G` and of `NG` of the defense that each kick met; 0 beyond the reach of the adjustment.
    given: Vector
    taken: Vector
    blocked: float
    longest: int

    @property
    def kept(self) -> Vector:
        """Part of each kick that the kicker's own dice decide."""
        return 1 - self.given - self.taken

    @property
    def free(self) -> Vector:
        """Chance of each kick that the adjustment gives whatever the dice say."""
        return self.given * (1 - self.blocked)


def league_curve(kicks: pd.DataFrame, fallback: float) -> Vector:
    """The league's odds (log) at each distance from the line, 1 to 99: a logistic curve that can only fall."""
    lines = np.arange(1, _FARTHEST + 1)
    if kicks.empty:
        return np.full(len(lines), np.log(fallback / (1 - fallback)))
    line, good = kicks["line"].to_numpy(dtype=np.float64), kicks["good"].to_numpy(dtype=np.float64)
    level, slope = 4.0, -0.1
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(level + slope * line)))
        spread = np.maximum(chance * (1 - chance), 1e-6)
        # A little ridge keeps the curve finite in a league that never missed.
        gradient = np.array([(good - chance).sum() - 0.01 * (level - 4), (line * (good - chance)).sum()])
        curvature = np.array(
            [[spread.sum() + 0.01, (line * spread).sum()], [(line * spread).sum(), (line**2 * spread).sum() + 0.01]]
        )
        step = np.linalg.solve(curvature, gradient)
        level, slope = level + step[0], min(slope + step[1], -0.02)
        if abs(step).max() < 1e-10:
            break
    return np.asarray(level + slope * lines)


def chance_of(odds: Vector | float) -> Any:
    """Log odds as a chance."""
    return 1 / (1 + np.exp(-np.asarray(odds)))


def own_level(kicker: Kicker, odds: Vector) -> Vector:
    """The league's curve shifted until the kicker's season comes out: what is likely where he never kicked."""
    low, high = -6.0, 6.0
    if len(kicker.lines) == 0:
        return np.asarray(chance_of(odds))
    places = kicker.lines.astype(np.int64) - 1
    for _ in range(40):
        shift = (low + high) / 2
        given = kicker.free + kicker.kept * chance_of(odds[places] + shift)
        low, high = (shift, high) if given.mean() < kicker.good.mean() else (low, shift)
    return np.asarray(chance_of(odds + low))


class _Program:
    """A linear program whose unknowns are the steps of all curves and the misses of all equations."""

    def __init__(self, kickers: Sequence[Kicker]) -> None:
        self.kickers = kickers
        self.starts = np.cumsum([0, *(kicker.longest + 1 for kicker in kickers)])[:-1].tolist()
        self.cost = [0.0] * sum(kicker.longest + 1 for kicker in kickers)
        self.steps = len(self.cost)
        self.entries: list[tuple[int, int, float]] = []
        self.goals: list[float] = []

    def equation(self, terms: Mapping[int, float], goal: float, above: float, below: float) -> None:
        """Terms whose sum should be the goal, and the cost of a unit above and below it."""
        row = len(self.goals)
        self.goals.append(goal)
        self.entries += [(row, column, value) for column, value in terms.items()]
        for sign, price in ((1.0, below), (-1.0, above)):
            self.entries.append((row, len(self.cost), sign))
            self.cost.append(price)

    def everything(self, place: int) -> None:
        """The steps and the blocks add up to 1; step 0 is a kick that is good from nowhere."""
        kicker = self.kickers[place]
        row = len(self.goals)
        self.goals.append(1 - kicker.blocked)
        self.entries += [(row, self.starts[place] + step, 1.0) for step in range(kicker.longest + 1)]

    def kicked(self, place: int, chosen: NDArray[np.bool_]) -> tuple[dict[int, float], float]:
        """Kicks good as a sum over the steps of a curve, and how many are wanted of it."""
        kicker, terms = self.kickers[place], dict[int, float]()
        for line, kept in zip(kicker.lines[chosen].astype(int).tolist(), kicker.kept[chosen].tolist(), strict=True):
            for column in self.from_line(place, line):
                terms[column] = terms.get(column, 0.0) + kept
        return terms, float(kicker.good[chosen].sum() - kicker.free[chosen].sum())

    def from_line(self, place: int, line: int) -> range:
        """The steps that make a kick from this line good."""
        return range(self.starts[place] + line, self.starts[place] + self.kickers[place].longest + 1)

    def solve(self) -> Vector:
        """The steps of all curves."""
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        least, most = np.zeros(len(self.cost)), np.full(len(self.cost), np.inf)
        most[: self.steps] = 1.0
        for start, kicker in zip(self.starts, self.kickers, strict=True):
            # R17.1: the longest kick that he may try must stand in his column.
            least[start + kicker.longest] = 1 / 216
        rows, columns, values = zip(*self.entries, strict=True)
        matrix = coo_array((values, (rows, columns)), shape=(len(self.goals), len(self.cost))).tocsr()
        bounds = np.stack([least, most], axis=1)
        solved = linprog(self.cost, A_eq=matrix, b_eq=self.goals, bounds=bounds, method="highs")
        return np.asarray(solved.x[: self.steps])


def fit_curves(
    kickers: Sequence[Kicker], odds: Vector, edges: Sequence[int], weights: FieldGoalWeights
) -> list[Vector]:
    """Chance of every kicker from 1, 2, ... up to his longest: falling, his season and the league's bands right.

    `weights` says what a kick off costs in a kicker's band, in his season, in the league's band, and what a unit of
    chance costs by which a curve leaves the kicker's own level at a distance. What a step of a curve is higher than
    `step` costs `steep`, so that a column holds many distances and not one where the season leaves the choice.
    """
    program = _Program(kickers)
    for low, high in pairwise([0, *edges, _FARTHEST]):
        league: dict[int, float] = {}
        wanted = 0.0
        for place, kicker in enumerate(kickers):
            terms, goal = program.kicked(place, (kicker.lines > low) & (kicker.lines <= high))
            if terms:
                program.equation(terms, goal, weights.band, weights.band)
            league.update(terms)
            wanted += goal
        if league:
            program.equation(league, wanted, weights.league, weights.league)
    for place, kicker in enumerate(kickers):
        terms, goal = program.kicked(place, np.ones(len(kicker.lines), dtype=np.bool_))
        if terms:
            program.equation(terms, goal, weights.season, weights.season)
        level = own_level(kicker, odds)
        for line in range(1, kicker.longest + 1):
            usual = float(min(level[line - 1], 1 - kicker.blocked))
            program.equation(
                dict.fromkeys(program.from_line(place, line), 1.0), usual, weights.level, weights.level
            )
            program.equation({program.starts[place] + line: 1.0}, weights.step, weights.steep, 0.0)
        program.everything(place)
    solution = program.solve()
    curves = []
    for start, kicker in zip(program.starts, kickers, strict=True):
        steps = solution[start : start + kicker.longest + 1]
        curves.append(np.cumsum(steps[::-1])[::-1][1:])
    return curves


#: R28.8: the adjustment is rolled for from this line of scrimmage and nearer.
ADJUSTED_TO = 31


def attempts(plays: pd.DataFrame) -> pd.DataFrame:
    """Field goals really kicked: teams, distance from the line to the goal, good or not, blocked or not."""
    import pandas as pd

    kicks = plays[(plays["role"] == "field goal") & ~plays["wiped"]]
    kicks = kicks[kicks["outcome"].isin(["good", "no good", "blocked"])]
    return pd.DataFrame(
        {
            "offense": kicks["offense"],
            "defense": kicks["defense"],
            "line": kicks["line"].fillna(20).astype(int),
            "good": kicks["outcome"] == "good",
            "blocked": kicks["outcome"] == "blocked",
            "symbol": kicks["symbol"],
        }
    )


def field_goal_column(curve: Vector, kicker: Kicker, edges: Sequence[int], rare: Mapping[str, float]) -> list[str]:
    """Thirty distances so that a kick from `d` is good as often as the curve says, as texts without spots or bold.

    `rare` holds the shares of `BK` and of fouls. Symbols: good from nowhere, up to 1, 2, ... yards, the rare ones.
    """
    longest = kicker.longest
    symbols: list[int | str] = [*range(longest + 1), *rare]
    grid = 4 * (longest // 4 + 1)
    gains = np.zeros((len(symbols), grid))
    for number in range(longest + 1):
        gains[number, number:] = 1.0
    gains[longest + 1 :] = gains[0]
    fouls = [name for name in rare if name != "BK"]
    mass = np.zeros(grid)
    steps = np.array([1.0, *curve, 0.0])
    mass[: longest + 1] = steps[:-1] - steps[1:]
    named: list[tuple[Vector, float, float, float, bool]] = []
    groups = [(kicker.lines > low) & (kicker.lines <= high) for low, high in pairwise([0, *edges, 99])]
    groups.append(np.ones(len(kicker.lines), dtype=np.bool_))
    for chosen in groups:
        if not chosen.any():
            continue
        lines, kept = kicker.lines[chosen], kicker.kept[chosen]
        good = np.array([float(kept @ (s >= lines)) / len(lines) if isinstance(s, int) else 0.0 for s in symbols])
        reached = [curve[int(line) - 1] if line <= longest else 0.0 for line in lines]
        named.append((good, float(kept @ np.array(reached)) / len(lines), 4.0, 0.006, True))
    for name, share in rare.items():
        named.append((np.array([float(s == name) for s in symbols]), share, 1.0, np.inf, name not in fouls))
    last = np.array([float(s == longest) for s in symbols])
    # R17.1: the longest kick that he may try must stand in his column.
    named.append((last, 1.0, 0.0, 1 - 1 / 216, True))
    problem = Problem(
        weights=OFFENSE_WEIGHTS,
        classes=np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64),
        allowed=np.ones((1, len(symbols)), dtype=np.bool_),
        gains=gains,
        figures=np.ascontiguousarray(np.stack([row[0] for row in named], axis=1)[None]),
        reroll=np.array([float(s in fouls) for s in symbols]),
        conditional=np.array([row[4] for row in named]),
        ladder=np.array([s if isinstance(s, int) else -1 for s in symbols], dtype=np.int64),
        target_gains=np.cumsum(mass / mass.sum()),
        target=np.array([row[1] for row in named]),
        tolerance=np.full(len(named), 0.004),
        importance=np.array([row[2] for row in named]),
        distance_weight=1.0,
        reach=np.array([row[3] for row in named]),
        slope=30.0 / np.array([row[3] for row in named]),
    )
    start = np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64)
    position = 0.0
    for cell in np.argsort(OFFENSE_WEIGHTS, kind="stable"):
        middle = position + OFFENSE_WEIGHTS[cell] / 2
        start[cell] = int(np.searchsorted(problem.target_gains, middle))
        position += OFFENSE_WEIGHTS[cell]
    chosen_cells, _ = problem.solve(np.minimum(start, longest), restarts=6, seed=1)
    return [str(symbols[symbol]) for symbol in chosen_cells]


def written(texts: Sequence[str], blocked: Sequence[int]) -> list[Result]:
    """The column as it is printed: misses as NG, one spot for blocks, shortest and longest bold."""
    kicks = [int(text) for text in texts if text.isdigit() and text != "0"]
    ends = {min(kicks, default=0), max(kicks, default=0)}
    spot = sorted(blocked)[len(blocked) // 2] if blocked else -7
    cells = []
    for text in texts:
        if text == "0":
            cells.append(Result(Kind.NO_GOOD))
        elif text.isdigit():
            cells.append(gain(int(text), bold=int(text) in ends))
        else:
            cells.append(Result(Kind.BLOCKED, spot) if text == "BK" else parse(text))
    return cells


def adjustments(
    kicks: pd.DataFrame, league: Vector, teams: Sequence[str], fewest: float
) -> dict[str, tuple[Result, ...]]:
    """`G` or `NG` for a defense against which more or fewer kicks were good than expected; mostly blank."""
    near = kicks[kicks["line"] <= ADJUSTED_TO]
    found = {}
    for team in teams:
        against = near[near["defense"] == team]
        expected = float(league[against["line"].to_numpy(dtype=np.int64) - 1].sum())
        surplus = float(against["good"].sum()) - expected
        if len(against) == 0 or abs(surplus) < fewest:
            found[team] = marked_five(0.0, "G")
        elif surplus > 0:
            found[team] = marked_five(surplus / max(len(against) - expected, 1.0), "G")
        else:
            found[team] = marked_five(-surplus / max(expected, 1.0), "NG")
    return found


def within_reach(kicks: pd.DataFrame, adjusted: Mapping[str, tuple[Result, ...]]) -> dict[str, tuple[Result, ...]]:
    """Adjustments without the `NG` that take more from a kicker than he missed: his season comes first."""
    kept = dict(adjusted)
    for _, mine in kicks.groupby("offense", sort=True):
        missed = float((~mine["good"]).sum())
        met = Counter(map(str, mine[mine["line"] <= ADJUSTED_TO]["defense"]))
        while True:
            taken = {team: number * five_share(kept[team], Kind.NO_GOOD) for team, number in sorted(met.items())}
            if sum(taken.values()) <= missed:
                break
            kept[max(taken, key=lambda team: taken[team])] = marked_five(0.0, "NG")
    return kept


def field_goal_charts(
    plays: pd.DataFrame, teams: Sequence[str], own: SpecialTeamsSettings, fallback: float
) -> tuple[dict[str, list[Result]], dict[str, tuple[Result, ...]]]:
    """Field Goal columns and FG Adjustments of all teams, each fitted with the other in place."""
    kicks = attempts(plays)
    odds = league_curve(kicks, fallback)
    adjusted = within_reach(kicks, adjustments(kicks, chance_of(odds), teams, own.adjustment_kicks))
    shares = {
        team: (five_share(cells, Kind.GOOD), five_share(cells, Kind.NO_GOOD)) for team, cells in adjusted.items()
    }
    edges = own.field_goal_bands
    near = kicks[kicks["line"] <= edges[0]]["good"]
    # A BK cell spoils kicks from every distance, so there are no more of them than short kicks that failed.
    blocks = float(1 - near.mean()) if len(near) else 0.0
    kickers = [_kicker(kicks[kicks["offense"] == team], shares, own, blocks) for team in teams]
    curves = fit_curves(kickers, odds, edges, own.field_goal_weights)
    columns = {}
    for team, kicker, curve in zip(teams, kickers, curves, strict=True):
        # Without a kick there is nothing that the fouls could be a share of.
        fouls = foul_cells(plays[plays["offense"] == team], "FIELD GOAL").tolist() if len(kicker.lines) else []
        tried = max(len(kicker.lines) + len(fouls), 1)
        rare = {"BK": kicker.blocked, **{foul: fouls.count(foul) / tried for foul in sorted(set(fouls))}}
        mine = kicks[(kicks["offense"] == team) & kicks["blocked"]]
        spots = [parse(text).yards for text in mine["symbol"]]
        columns[team] = written(field_goal_column(curve, kicker, edges, rare), spots)
    return columns, adjusted


def _kicker(
    mine: pd.DataFrame, shares: Mapping[str, tuple[float, float]], own: SpecialTeamsSettings, most_blocked: float
) -> Kicker:
    lines = mine["line"].to_numpy(dtype=np.float64)
    met = np.array([shares[defense] for defense in mine["defense"]]).reshape(-1, 2)
    near = lines <= ADJUSTED_TO
    # R32.11: the largest number is the legal limit, so it is what the team dared to try.
    longest = max(int(lines.max(initial=0)), own.longest_kick_at_least)
    taken = np.where(near, met[:, 1], 0.0)
    blocked = 0.0
    if len(mine):
        # What adjustments take already cannot be blocked as well.
        room = max(1 - float(mine["good"].mean()) / (1 - float(taken.mean())), 0.0)
        blocked = min(float(mine["blocked"].mean()), most_blocked, room)
    return Kicker(
        lines,
        mine["good"].to_numpy(dtype=np.float64),
        np.where(near, met[:, 0], 0.0),
        taken,
        blocked,
        min(longest, own.longest_kick_at_most),
    )
