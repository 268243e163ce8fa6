"""Field Goal columns and FG Adjustments: at each distance the kicker's own rate (R17, R28.8, R32.11)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.search import Problem
from chartkit.systems.ddf.compile.small_columns import five_share, marked_five
from chartkit.systems.ddf.compile.stand_alone import foul_cells
from chartkit.systems.ddf.compile.state import OFFENSE_WEIGHTS
from chartkit.systems.ddf.result import Kind, Result, gain, parse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

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


def falling_rates(good: Vector, weights: Vector) -> Vector:
    """The rates by distance that fall and fit best: neighbours that rise are pooled."""
    blocks: list[list[float]] = []
    for rate, weight in zip(good, weights, strict=True):
        blocks.append([float(rate), float(weight), 1])
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            (a, wa, na), (b, wb, nb) = blocks[-2], blocks[-1]
            blocks[-2:] = [[(a * wa + b * wb) / (wa + wb), wa + wb, na + nb]]
    return np.array([rate for rate, _, number in blocks for _ in range(int(number))])


def league_curve(kicks: pd.DataFrame) -> dict[int, float]:
    """The league's chance at each distance from the line: a logistic curve that can only fall."""
    lines = np.arange(1, 100)
    if kicks.empty:
        return dict.fromkeys(lines.tolist(), 0.8)
    line, good = kicks["line"].to_numpy(dtype=np.float64), kicks["good"].to_numpy(dtype=np.float64)
    level, slope = 4.0, -0.1
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(level + slope * line)))
        spread = np.maximum(chance * (1 - chance), 1e-6)
        # A touch of ridge keeps a league that never missed from running away.
        gradient = np.array([(good - chance).sum() - 0.01 * (level - 4), (line * (good - chance)).sum()])
        curvature = np.array(
            [[spread.sum() + 0.01, (line * spread).sum()], [(line * spread).sum(), (line**2 * spread).sum() + 0.01]]
        )
        step = np.linalg.solve(curvature, gradient)
        level, slope = level + step[0], min(slope + step[1], -0.02)
        if abs(step).max() < 1e-10:
            break
    return dict(zip(lines.tolist(), (1 / (1 + np.exp(-(level + slope * lines)))).tolist(), strict=True))


@dataclass(frozen=True)
class Band:
    """A kicker's field goals of one class of distance: where he kicked from, and the chance his chart must give."""

    kicked: tuple[int, ...]
    chance: float


def kicker_curve(
    own: pd.DataFrame,
    league: Mapping[int, float],
    edges: Sequence[int],
    help_by_line: Mapping[int, tuple[float, float]],
) -> tuple[dict[int, float], list[Band]]:
    """The kicker's chance at each distance: the league's curve bent band by band until his own kicks come out.

    A chart cannot be better from farther out, so bands that rise are pooled first. `help_by_line` holds, for each
    line he kicked from, the shares of `G` and `NG` that the adjustments he met add.
    """
    lines = sorted(league)
    odds = {line: float(np.log(max(league[line], 0.01) / max(1 - league[line], 0.01))) for line in lines}
    spans = list(pairwise([0, *edges, max(*lines, 99)]))
    kicked = [own[(own["line"] > low) & (own["line"] <= high)] for low, high in spans]
    tried = [place for place, band in enumerate(kicked) if len(band)]
    rates = falling_rates(
        np.array([float(kicked[place]["good"].mean()) for place in tried]),
        np.array([float(len(kicked[place])) for place in tried]),
    )
    bands: dict[int, Band] = {}
    for place, rate in zip(tried, rates.tolist(), strict=True):
        helped = [help_by_line.get(line, (0.0, 0.0)) for line in kicked[place]["line"]]
        good, bad = (float(np.mean([pair[side] for pair in helped])) for side in (0, 1))
        chance = min(max((rate - good) / max(1 - good - bad, 0.1), 0.0), 1.0)
        bands[place] = Band(tuple(kicked[place]["line"].tolist()), chance)
    curve: dict[int, float] = {}
    for place, (low, high) in enumerate(spans):
        shift = _bend(bands[place], odds) if place in bands else 0.0
        for line in range(low + 1, high + 1):
            if line in odds:
                curve[line] = float(1 / (1 + np.exp(-(odds[line] + shift))))
    weight = np.array([0.01 + float((own["line"] == line).sum()) for line in lines])
    fallen = falling_rates(np.array([curve[line] for line in lines]), weight)
    return dict(zip(lines, fallen.tolist(), strict=True)), list(bands.values())


def _bend(band: Band, odds: Mapping[int, float]) -> float:
    """How far to shift the odds so that the band's kicks are good as often as wanted."""
    low, high = -12.0, 12.0
    for _ in range(50):
        shift = (low + high) / 2
        chances = [1 / (1 + np.exp(-(odds.get(line, 0.0) + shift))) for line in band.kicked]
        if float(np.mean(chances)) < band.chance:
            low = shift
        else:
            high = shift
    return (low + high) / 2


def field_goal_column(
    curve: Mapping[int, float], bands: Sequence[Band], own: pd.DataFrame, longest: int, fouls: Sequence[str]
) -> list[Result]:
    """Thirty distances so that a kick from `d` is good as often as the curve says; shortest and longest bold."""
    blocked = own[own["blocked"]]
    tried = max(len(own) + len(fouls), 1)
    rare = {"BK": len(blocked) / tried, **{foul: fouls.count(foul) / tried for foul in sorted(set(fouls))}}
    # Symbols: good from nowhere, good up to 1, 2, ... yards, then blocks and fouls.
    symbols = [*range(longest + 1), *rare]
    grid = 4 * (longest // 4 + 1)
    gains = np.zeros((len(symbols), grid))
    for number in range(longest + 1):
        gains[number, number:] = 1.0
    gains[longest + 1] = gains[0]
    reach = np.array([1.0, *(curve[line] for line in range(1, longest + 1)), 0.0])
    target = np.minimum.accumulate(reach)
    mass = np.zeros(grid)
    mass[: longest + 1] = target[:-1] - target[1:]
    names, wanted, weights = [], [], []
    for band in bands:
        names.append(
            np.array([np.mean([s >= d for d in band.kicked]) if isinstance(s, int) else 0.0 for s in symbols])
        )
        # From beyond the longest kick nothing is good; what he may still try makes up for it.
        reachable = float(np.mean([d <= longest for d in band.kicked]))
        wanted.append(min(band.chance, reachable))
        weights.append(4.0)
    for name, share in rare.items():
        names.append(np.array([float(s == name) for s in symbols]))
        wanted.append(share)
        weights.append(1.0)
    is_foul = np.array([float(isinstance(s, str) and s != "BK") for s in symbols])
    problem = Problem(
        weights=OFFENSE_WEIGHTS,
        classes=np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64),
        allowed=np.ones((1, len(symbols)), dtype=np.bool_),
        gains=gains,
        figures=np.ascontiguousarray(np.stack(names, axis=1)[None]) if names else np.zeros((1, len(symbols), 0)),
        reroll=is_foul,
        conditional=np.array(
            [name not in fouls for name in [*[""] * (len(names) - len(rare)), *rare]], dtype=np.bool_
        ),
        ladder=np.array([s if isinstance(s, int) else -1 for s in symbols], dtype=np.int64),
        target_gains=np.cumsum(mass / mass.sum()),
        target=np.array(wanted),
        tolerance=np.full(len(wanted), 0.004),
        importance=np.array(weights),
        distance_weight=1.0,
    )
    order = np.argsort(-OFFENSE_WEIGHTS, kind="stable")
    start = np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64)
    position = 0.0
    for cell in order[::-1]:
        middle = position + OFFENSE_WEIGHTS[cell] / 2
        start[cell] = int(np.searchsorted(problem.target_gains, middle))
        position += OFFENSE_WEIGHTS[cell]
    chosen, _ = problem.solve(np.minimum(start, longest), kicks=3, seed=1)
    spots = sorted(parse(text).yards for text in blocked["symbol"])
    kicks = [int(symbol) for symbol in chosen if 0 < symbol <= longest]
    ends = {min(kicks, default=0), max(kicks, default=0)}
    cells = []
    for symbol in chosen:
        value = symbols[symbol]
        if value == 0:
            cells.append(Result(Kind.NO_GOOD))
        elif isinstance(value, int):
            cells.append(gain(value, bold=value in ends))
        elif value == "BK":
            cells.append(Result(Kind.BLOCKED, spots[len(spots) // 2] if spots else -7))
        else:
            cells.append(parse(value))
    return cells


def adjustments(
    kicks: pd.DataFrame, league: Mapping[int, float], teams: Sequence[str], fewest: float
) -> dict[str, tuple[Result, ...]]:
    """`G` or `NG` for a defense against which kicks went otherwise than distance explains; mostly blank."""
    near = kicks[kicks["line"] <= ADJUSTED_TO]
    found = {}
    for team in teams:
        against = near[near["defense"] == team]
        expected = sum(league.get(line, 0.5) for line in against["line"])
        surplus = float(against["good"].sum()) - expected
        if len(against) == 0 or abs(surplus) < fewest:
            found[team] = marked_five(0.0, "G")
        elif surplus > 0:
            found[team] = marked_five(surplus / max(len(against) - expected, 1.0), "G")
        else:
            found[team] = marked_five(-surplus / max(expected, 1.0), "NG")
    return found


def field_goal_charts(
    plays: pd.DataFrame, teams: Sequence[str], own: Mapping[str, Any]
) -> tuple[dict[str, list[Result]], dict[str, tuple[Result, ...]]]:
    """Field Goal columns and FG Adjustments of all teams, each fitted with the other in place."""
    kicks = attempts(plays)
    league = league_curve(kicks)
    adjusted = adjustments(kicks, league, teams, own["adjustment_kicks"])
    shares = {
        team: (five_share(cells, Kind.GOOD), five_share(cells, Kind.NO_GOOD)) for team, cells in adjusted.items()
    }
    columns = {}
    for team in teams:
        mine = kicks[kicks["offense"] == team]
        helped: dict[int, tuple[float, float]] = {}
        for line, group in mine.groupby("line"):
            if int(str(line)) <= ADJUSTED_TO:
                met = [shares[other] for other in group["defense"]]
                helped[int(str(line))] = (sum(g for g, _ in met) / len(met), sum(n for _, n in met) / len(met))
        curve, bands = kicker_curve(mine, league, own["field_goal_bands"], helped)
        # R32.11: the largest number is the legal limit, so it is what the team dared to try.
        longest = max(int(mine["line"].max()) if len(mine) else 0, own["longest_kick_at_least"])
        longest = min(longest, own["longest_kick_at_most"])
        fouls = foul_cells(plays[plays["offense"] == team], "FIELD GOAL").tolist()
        columns[team] = field_goal_column(curve, bands, mine, longest, fouls)
    return columns, adjusted
