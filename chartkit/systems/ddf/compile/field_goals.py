"""Field Goal columns and FG Adjustments: at each distance the kicker's own rate (R17, R28.8, R32.11)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting.search import Problem
from chartkit.systems.ddf.compile.kicker_curves import Kicker, chance_of, fit_curves, league_curve
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
        fence=30.0,
    )
    start = np.zeros(len(OFFENSE_WEIGHTS), dtype=np.int64)
    position = 0.0
    for cell in np.argsort(OFFENSE_WEIGHTS, kind="stable"):
        middle = position + OFFENSE_WEIGHTS[cell] / 2
        start[cell] = int(np.searchsorted(problem.target_gains, middle))
        position += OFFENSE_WEIGHTS[cell]
    chosen_cells, _ = problem.solve(np.minimum(start, longest), kicks=6, seed=1)
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
    """`G` or `NG` for a defense against which kicks went otherwise than distance explains; mostly blank."""
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
    plays: pd.DataFrame, teams: Sequence[str], own: Mapping[str, Any]
) -> tuple[dict[str, list[Result]], dict[str, tuple[Result, ...]]]:
    """Field Goal columns and FG Adjustments of all teams, each fitted with the other in place."""
    kicks = attempts(plays)
    odds = league_curve(kicks)
    adjusted = within_reach(kicks, adjustments(kicks, chance_of(odds), teams, own["adjustment_kicks"]))
    shares = {
        team: (five_share(cells, Kind.GOOD), five_share(cells, Kind.NO_GOOD)) for team, cells in adjusted.items()
    }
    edges = own["field_goal_bands"]
    near = kicks[kicks["line"] <= edges[0]]["good"]
    # A block spoils kicks from everywhere alike, so no more of them than kicks from nearby that failed.
    blocks = float(1 - near.mean()) if len(near) else 0.0
    kickers = [_kicker(kicks[kicks["offense"] == team], shares, own, blocks) for team in teams]
    curves = fit_curves(kickers, odds, edges, own["field_goal_weights"])
    columns = {}
    for team, kicker, curve in zip(teams, kickers, curves, strict=True):
        fouls = foul_cells(plays[plays["offense"] == team], "FIELD GOAL").tolist()
        tried = max(len(kicker.lines) + len(fouls), 1)
        rare = {"BK": kicker.blocked, **{foul: fouls.count(foul) / tried for foul in sorted(set(fouls))}}
        mine = kicks[(kicks["offense"] == team) & kicks["blocked"]]
        spots = [parse(text).yards for text in mine["symbol"]]
        columns[team] = written(field_goal_column(curve, kicker, edges, rare), spots)
    return columns, adjusted


def _kicker(
    mine: pd.DataFrame, shares: Mapping[str, tuple[float, float]], own: Mapping[str, Any], most_blocked: float
) -> Kicker:
    lines = mine["line"].to_numpy(dtype=np.float64)
    met = np.array([shares[defense] for defense in mine["defense"]]).reshape(-1, 2)
    near = lines <= ADJUSTED_TO
    # R32.11: the largest number is the legal limit, so it is what the team dared to try.
    longest = max(int(lines.max(initial=0)), own["longest_kick_at_least"])
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
        min(longest, own["longest_kick_at_most"]),
    )
