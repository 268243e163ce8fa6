"""What follows from the rows where a source does not say it: first downs, conversions, the score before a play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chartkit.plays import table
from chartkit.plays.score import points

if TYPE_CHECKING:
    import pandas as pd

QUARTER_SECONDS = 900


def fill_in(rows: pd.DataFrame) -> pd.DataFrame:
    """Complete rows of whole games, in the order of play, to the full play table; the index stays as it was."""
    import pandas as pd

    plays = table.conform(rows)
    scored = pd.DataFrame(points(plays), columns=["home", "away"])
    before = scored.groupby(plays["game_id"]).cumsum() - scored
    at_home = (plays["posteam"] == plays["home_team"]).to_numpy()
    plays["posteam_score"] = np.where(at_home, before["home"], before["away"]).astype("float64")
    plays["defteam_score"] = np.where(at_home, before["away"], before["home"]).astype("float64")
    plays["score_differential"] = plays["posteam_score"] - plays["defteam_score"]

    standing = plays["play_type"].isin(["run", "pass", "qb_kneel", "qb_spike"]) & ~plays["two_point_attempt"]
    advanced = plays["complete_pass"] | plays["play_type"].ne("pass")
    made = standing & advanced & (plays["yards_gained"] >= plays["ydstogo"]) & ~plays["fumble_lost"]
    # A flag gave a first down when the same team snaps next on first down, and not on what was left of the old one.
    following = plays.groupby("game_id")[["posteam", "down", "ydstogo"]].shift(-1)
    again = following["down"].eq(1) & following["posteam"].eq(plays["posteam"]) & plays["down"].notna()
    left = plays["ydstogo"] - plays["penalty_yards"] - plays["yards_gained"].fillna(0)
    fresh = plays["down"].ne(1) | following["ydstogo"].ne(left)
    by_flag = plays["penalty"] & plays["penalty_team"].eq(plays["defteam"]) & again & fresh
    plays["first_down"] = made | by_flag
    plays["third_down_converted"] = made & plays["down"].eq(3)
    plays["fourth_down_converted"] = made & plays["down"].eq(4)
    plays["fourth_down_failed"] = standing & ~made & plays["down"].eq(4)

    later_quarters = np.clip(4 - plays["qtr"], 0, None)
    clock = plays["quarter_seconds_remaining"]
    plays["half_seconds_remaining"] = clock + plays["qtr"].isin([1, 3]) * QUARTER_SECONDS
    plays["game_seconds_remaining"] = clock + later_quarters * QUARTER_SECONDS
    return plays.set_index(rows.index)
