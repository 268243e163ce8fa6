"""Points of each play, from what happened in it and never from the score that a source states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

TOUCHDOWN, FIELD_GOAL, SAFETY, EXTRA_POINT, TWO_POINTS = 6, 3, 2, 1, 2
HOME, VISITOR, NOBODY = 0, 1, -1

Sides = np.ndarray[Any, np.dtype[np.int8]]


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
    """What the running score that the source states moves by on each play, home team first; NaN without one."""
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
