"""Field Goal columns and FG Adjustments: at each distance the kicker's own rate (R17, R28.8, R32.11)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.assignment import assign, lay_out
from chartkit.systems.ddf.compile.long_gains import WEIGHTS
from chartkit.systems.ddf.compile.small_columns import five_share, marked_five
from chartkit.systems.ddf.compile.stand_alone import foul_cells
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


def falling_rates(lines: Vector, good: Vector, weights: Vector) -> Vector:
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


def kicker_curve(
    own: pd.DataFrame,
    league: Mapping[int, float],
    bands: Sequence[int],
    help_by_line: Mapping[int, tuple[float, float]],
) -> dict[int, float]:
    """The kicker's chance at each distance: the league's curve bent band by band until his own kicks come out.

    `help_by_line` holds, for each line he kicked from, the shares of `G` and `NG` that the adjustments he met add.
    """
    lines = sorted(league)
    odds = {line: float(np.log(max(league[line], 0.01) / max(1 - league[line], 0.01))) for line in lines}
    curve: dict[int, float] = {}
    for low, high in pairwise([0, *bands, max(*lines, 99)]):
        band = own[(own["line"] > low) & (own["line"] <= high)]
        shift = 0.0
        if len(band):
            shift = _bend(band["line"].tolist(), odds, float(band["good"].mean()), help_by_line)
        for line in range(low + 1, high + 1):
            if line in odds:
                curve[line] = float(1 / (1 + np.exp(-(odds[line] + shift))))
    weight = np.array([1.0 + 20.0 * float((own["line"] == line).sum()) for line in lines])
    fallen = falling_rates(np.array(lines), np.array([curve[line] for line in lines]), weight)
    return dict(zip(lines, fallen.tolist(), strict=True))


def _bend(
    kicked: list[int], odds: Mapping[int, float], rate: float, help_by_line: Mapping[int, tuple[float, float]]
) -> float:
    low, high = -12.0, 12.0
    for _ in range(50):
        shift = (low + high) / 2
        total = 0.0
        for line in kicked:
            chance = 1 / (1 + np.exp(-(odds.get(line, 0.0) + shift)))
            good, bad = help_by_line.get(line, (0.0, 0.0))
            total += good + (1 - good - bad) * chance
        if total / len(kicked) < rate:
            low = shift
        else:
            high = shift
    return (low + high) / 2


def field_goal_column(
    curve: Mapping[int, float], own: pd.DataFrame, longest: int, fouls: Sequence[str]
) -> list[Result]:
    """Thirty distances so that a kick from `d` is good as often as the curve says; shortest and longest bold."""
    blocked = own[own["blocked"]]
    tried = max(len(own) + len(fouls), 1)
    numbers: dict[int, float] = {}
    previous = 1.0
    for line in sorted(curve):
        if line > longest:
            break
        chance = min(curve[line], previous)
        # A number n is good from n and nearer, so the chance that is lost on the way to `line` stands on line - 1.
        if line > 1:
            numbers[line - 1] = previous - chance
        else:
            numbers[0] = 1 - chance
        previous = chance
    numbers[longest] = numbers.get(longest, 0.0) + previous
    never = numbers.pop(0, 0.0)
    block = min(len(blocked) / tried, max(never + 0.5 * (1 - previous), 0.0)) if len(blocked) else 0.0
    # A block takes its chance from the kicks that miss anyway: the shortest numbers.
    left = block - never
    for line in sorted(numbers):
        if left <= 0:
            break
        taken = min(left, numbers[line])
        numbers[line] -= taken
        left -= taken
    others = {"NG": max(never - block, 0.0), "BK": block, **_foul_shares(fouls, tried)}
    content, _ = assign(WEIGHTS, lay_out({n: w for n, w in numbers.items() if w > 1e-9}, others, 216))
    spots = sorted(parse(text).yards for text in blocked["symbol"])
    kicks = [value for value in content if isinstance(value, int)]
    ends = {min(kicks), max(kicks)}
    cells = []
    for value in content:
        if isinstance(value, int):
            cells.append(gain(value, bold=value in ends))
        elif value == "BK":
            cells.append(Result(Kind.BLOCKED, spots[len(spots) // 2] if spots else -7))
        else:
            cells.append(parse(value))
    return cells


def _foul_shares(fouls: Sequence[str], tried: int) -> dict[str, float]:
    return {foul: fouls.count(foul) / tried for foul in sorted(set(fouls))}


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
        curve = kicker_curve(mine, league, own["field_goal_bands"], helped)
        good = mine[mine["good"]]["line"]
        longest = max(int(good.max()) if len(good) else 0, own["longest_kick_at_least"])
        fouls = foul_cells(plays[plays["offense"] == team], "FIELD GOAL").tolist()
        columns[team] = field_goal_column(curve, mine, longest, fouls)
    return columns, adjusted
