"""The supplement sheet's counts: calls, quotas, recoveries, pre- and post-snap fouls, muffs, no huddle (R32)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.chart import Marks, PlayCalls
from chartkit.systems.ddf.columns import LINE_OF_SCRIMMAGE, PLAYS
from chartkit.systems.ddf.compile.adjusting import adjusted_shares
from chartkit.systems.ddf.compile.small_columns import range_near

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

#: Published charts start the recovered range here (2017 PHI: 12-29).
_RECOVERED_FROM = 12
#: R32.5: always below one percent.
_MOST_MUFFS = 0.949


@dataclass(frozen=True)
class CallCounts:
    """What a team called, how often at most in a game, and how it hurried and muffed."""

    play_calls: Mapping[str, PlayCalls]
    no_huddle_quota: int
    muffed_snap_percent: float


@dataclass(frozen=True)
class Recoveries:
    """Totals on which an offense keeps its fumbles, and the marks of the defenses."""

    recovered: Mapping[str, frozenset[int]]
    marks: Mapping[str, Marks]


def call_counts(plays: pd.DataFrame, team: str) -> CallCounts:
    """R32.3 and R32.5: the season's calls and the most in any one game; snaps that were muffed."""
    mine = plays[plays["offense"] == team]
    calls = mine[mine["call"].notna() & (mine["call"] != "")]
    counted = {}
    for call in PLAYS:
        games = calls[calls["call"] == call].groupby("game_id").size()
        counted[call] = PlayCalls(int(games.sum()), int(games.max()) if len(games) else 0)
    hurried = calls[calls["no_huddle"]].groupby("game_id").size()
    muffs = int((mine["role"] == "muffed snap").sum())
    percent = 100 * muffs / max(len(calls) + muffs, 1)
    return CallCounts(counted, int(hurried.max()) if len(hurried) else 0, round(min(percent, _MOST_MUFFS), 3))


def loose_balls(plays: pd.DataFrame) -> pd.DataFrame:
    """Every fumble that the game rolls for: `by`, `against`, `lost`.

    Muffed snaps and balls dropped on kick returns read the same chart as a runner's (R11.2, R13.7, R28.14), and are
    lost far less often: without them a chart loses too many.
    """
    import pandas as pd

    standing = plays[~plays["wiped"]]
    carried = standing[standing["fumbled"]]
    kicked = standing[standing["return_outcome"] == "muff"]
    return pd.DataFrame(
        {
            "by": pd.concat([carried["offense"], kicked["return_by"]]),
            "against": pd.concat([carried["defense"], kicked["return_against"]]),
            "lost": pd.concat([carried["lost"], kicked["fumble_lost"].fillna(False)]).astype(bool),
        }
    )


def recoveries(plays: pd.DataFrame, teams: Sequence[str], settings: Mapping[str, Any]) -> Recoveries:
    """Fumble Recovery and Defense Fumble Recovery, fitted together over who met whom (R11.2, R28.9)."""
    loose = loose_balls(plays)
    loose = loose[loose["by"].isin(teams) & loose["against"].isin(teams)]
    codes = {team: place for place, team in enumerate(teams)}
    size = len(teams)
    pair = (loose["by"].map(codes) * size + loose["against"].map(codes)).to_numpy(dtype=np.int64)
    lost = loose["lost"].to_numpy(dtype=bool)

    def count(chosen: Any) -> Any:
        return np.bincount(pair[chosen], minlength=size * size).reshape(size, size).astype(float)

    solved = adjusted_shares(
        count(lost), count(~lost), more="G", fewer="NG", fewest=settings["adjustments"]["fumbles"]
    )
    return Recoveries(
        {team: range_near(1 - float(solved.own[place]), _RECOVERED_FROM) for team, place in codes.items()},
        {team: solved.marks[place] for team, place in codes.items()},
    )


def snap_checks(plays: pd.DataFrame, team: str) -> dict[str, frozenset[int]]:
    """R28.4: totals on which a five-yard foul of this offense, or of this defense, came after the snap."""
    found = {}
    for foul, side in zip(LINE_OF_SCRIMMAGE, ("offense", "defense"), strict=True):
        fouls = plays[(plays[side] == team) & (plays["foul"] == foul) & plays["column"].isin(PLAYS)]
        post = float((fouls["foul_snap"] == "post").mean()) if len(fouls) else 0.0
        found[foul] = range_near(post)
    return found
