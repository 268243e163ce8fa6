"""What follows from the rows of a source: points of each play, the score before it, first downs, the clock."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from chartkit.plays import table

TOUCHDOWN, FIELD_GOAL, SAFETY, EXTRA_POINT, TWO_POINTS = 6, 3, 2, 1, 2
HOME, VISITOR, NOBODY = 0, 1, -1

Sides = np.ndarray[Any, np.dtype[np.int8]]
QUARTER_SECONDS = 900


def side_of(plays: pd.DataFrame, team: str | pd.Series[Any]) -> Sides:
    """For each play whether the team in that column is at home (0) or visiting (1); -1 for neither."""
    codes = plays[team] if isinstance(team, str) else team
    home = (codes == plays["home_team"]).to_numpy(dtype=bool)
    visitor = (codes == plays["away_team"]).to_numpy(dtype=bool)
    return np.where(home, HOME, np.where(visitor, VISITOR, NOBODY)).astype(np.int8)


def ball_at_the_end(plays: pd.DataFrame) -> Sides:
    """Who had the ball when the play ended, for plays that end in an end zone: the last one to get hold of it."""
    offense, defense = side_of(plays, "posteam"), side_of(plays, "defteam")
    returner = side_of(plays, "return_team")
    holder = np.where(plays["interception"].to_numpy(), defense, offense)
    holder = np.where(returner >= 0, returner, holder)
    lost_it = side_of(plays, "fumbled_1_team")
    # A fumble out of the end zone still belongs to the team that fumbled.
    holder = np.where(lost_it >= 0, lost_it, holder)
    for recovery in ("fumble_recovery_1_team", "fumble_recovery_2_team"):
        side = side_of(plays, recovery)
        holder = np.where(side >= 0, side, holder)
    return holder.astype(np.int8)


def scorer_of_safety(plays: pd.DataFrame) -> Sides:
    """The team that gets the two points of a safety: the one that did not have the ball in its end zone."""
    holder = ball_at_the_end(plays)
    return np.where(holder >= 0, 1 - holder, side_of(plays, "defteam")).astype(np.int8)


def stated_points(plays: pd.DataFrame) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How much the stated running score changes on each play, home team first; NaN where none is stated."""
    after = plays.reindex(columns=["total_home_score", "total_away_score"]).to_numpy(dtype="float64")
    game = plays["game_id"].to_numpy()
    before = np.vstack([np.zeros((1, 2)), after[:-1]])
    before[np.concatenate([[True], game[1:] != game[:-1]])] = 0
    moved: np.ndarray[Any, np.dtype[np.float64]] = after - before
    return moved


def points(plays: pd.DataFrame) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Points of the home team and of the visitors on each play: an array of two columns."""
    offense, defense = side_of(plays, "posteam"), side_of(plays, "defteam")
    extra_point = plays["extra_point_result"]
    two_points = plays["two_point_conv_result"]
    one_point_safety = extra_point.eq("safety") | two_points.eq("safety")
    returned_try = (
        plays["defensive_two_point_conv"]
        | plays["defensive_extra_point_conv"]
        | two_points.eq("return").fillna(False)
    )
    made: list[tuple[Sides, pd.Series[Any], int]] = [
        (side_of(plays, "td_team"), plays["touchdown"], TOUCHDOWN),
        (offense, plays["field_goal_result"].eq("made"), FIELD_GOAL),
        (offense, extra_point.eq("good") | one_point_safety, EXTRA_POINT),
        (offense, two_points.eq("success"), TWO_POINTS),
        (defense, returned_try, TWO_POINTS),
        (scorer_of_safety(plays), plays["safety"], SAFETY),
    ]
    total = np.zeros((len(plays), 2), dtype=np.int64)
    for side, happened, worth in made:
        mask = happened.to_numpy(dtype=bool) & (side >= 0)
        total[np.flatnonzero(mask), side[mask]] += worth
    return total


def fill_in(rows: pd.DataFrame) -> pd.DataFrame:
    """Complete rows of whole games, in the order of play, to the full play table; the index stays as it was."""
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
