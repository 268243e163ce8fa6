"""A season in the statistics that games of a board game are compared by: one row a team and game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.plays import totals
from chartkit.plays.columns import MOST_DRIVE_PLAYS, YARD_ENDS, drive_length_name

if TYPE_CHECKING:
    import pandas as pd

    Series = pd.Series[Any]

_SNAPS = ("run", "pass", "qb_kneel", "qb_spike")
_RED_ZONE = 20
_BANDS = (("under_30", 0, 29), ("30_39", 30, 39), ("40_49", 40, 49), ("50_up", 50, 99))


def team_games(plays: pd.DataFrame) -> pd.DataFrame:
    """Totals of every team and game of the regular season, with kicks, touchdowns, drives and classes of yards."""
    regular = plays[plays["season_type"].ne("POST")].reset_index(drop=True)
    games = totals.by_game(regular).set_index(["game_id", "team"])
    more = {**_kicks(regular), **_touchdowns(regular), **_drives(regular), **_yard_classes(regular)}
    for name, values in more.items():
        games[name] = values.reindex(games.index, fill_value=0).fillna(0)
    late = regular.loc[regular["qtr"].gt(4), "game_id"]
    games["overtimes"] = games.index.isin(late.unique(), level="game_id").astype(int)
    return games.reset_index()


def _count(plays: pd.DataFrame, mask: Series, team: str = "posteam", worth: str | Series | None = None) -> Series:
    chosen = plays[mask]
    if worth is None:
        return chosen.groupby(["game_id", team]).size()
    values = chosen[worth] if isinstance(worth, str) else worth[mask]
    return values.groupby([chosen["game_id"], chosen[team]]).sum()


def _kicks(plays: pd.DataFrame) -> dict[str, Series]:
    kick = plays["play_type"]
    made: dict[str, Series] = {}
    field_goal, distance = plays["field_goal_result"], plays["kick_distance"]
    for band, low, high in _BANDS:
        here = field_goal.notna() & distance.between(low, high)
        made[f"field_goals_tried_{band}"] = _count(plays, here)
        made[f"field_goals_{band}"] = _count(plays, here & field_goal.eq("made"))
    punt = kick.eq("punt")
    touchback = punt & plays["touchback"]
    back = plays["return_yards"].fillna(0)
    net = (
        plays["kick_distance"].fillna(0) - back.where(plays["return_team"].eq(plays["defteam"]), 0) - 20 * touchback
    )
    made["net_punt_yards"] = _count(plays, punt, worth=net)
    made["punt_touchbacks"] = _count(plays, touchback)
    # On a kickoff the receivers have the ball in the table; the kick is the other team's.
    # A fair catch of a kickoff gives the touchback spot (2018 to 2023).
    dead = plays["touchback"] | plays["kickoff_fair_catch"]
    made["kickoff_touchbacks"] = _count(plays, kick.eq("kickoff") & dead, "defteam")
    return made


def _touchdowns(plays: pd.DataFrame) -> dict[str, Series]:
    scored = plays["touchdown"]
    rush, caught = plays["rush_touchdown"], plays["pass_touchdown"]
    return {
        "rushing_touchdowns": _count(plays, scored & rush, "td_team"),
        "passing_touchdowns": _count(plays, scored & caught, "td_team"),
        "return_touchdowns": _count(plays, scored & ~rush & ~caught, "td_team"),
    }


def _yard_classes(plays: pd.DataFrame) -> dict[str, Series]:
    """Runs and passes by yards, in the classes of the statistics; whatever was not caught gained nothing."""
    official = ~plays["two_point_attempt"]
    run = plays["play_type"].isin(["run", "qb_kneel"]) & official
    threw = plays["play_type"].isin(["pass", "qb_spike"]) & official
    gained = plays["yards_gained"].fillna(0)
    place = np.searchsorted(YARD_ENDS, gained.where(run | plays["complete_pass"] | plays["sack"], 0))
    return {
        f"{name}_class_{number}": _count(plays, chosen & (place == number))
        for name, chosen in (("runs", run), ("passes", threw))
        for number in range(len(YARD_ENDS) + 1)
    }


def _result(last: pd.DataFrame) -> np.ndarray[Any, Any]:
    """How each drive ended, told from its last play."""
    own_score = last["touchdown"] & last["td_team"].eq(last["posteam"])
    kick = last["field_goal_result"]
    conditions = {
        "touchdown": own_score,
        "safety": last["safety"],
        "field_goal": kick.eq("made"),
        "blocked_field_goal": kick.eq("blocked"),
        "missed_field_goal": kick.notna(),
        "blocked_punt": last["punt_blocked"],
        "interception": last["interception"],
        "punt": last["play_type"].eq("punt"),
        "fumble": last["fumble_lost"],
        "downs": last["fourth_down_failed"],
    }
    tests = [condition.to_numpy(dtype=bool) for condition in conditions.values()]
    return np.select(tests, list(conditions), default="end_of_half")


def _drives(plays: pd.DataFrame) -> dict[str, Series]:
    down = plays[plays["down"].notna() & plays["posteam"].notna() & ~plays["two_point_attempt"]]
    down = down.copy()
    half = np.where(down["qtr"] <= 2, 1, np.where(down["qtr"] <= 4, 2, down["qtr"]))
    # A possession ends with the ball in other hands, a kick, a score or the half.
    begins = (
        (down["game_id"] != down["game_id"].shift())
        | (down["posteam"] != down["posteam"].shift())
        | (half != np.concatenate([[0], half[:-1]]))
        | down["play_type"].shift().isin(["punt", "field_goal"])
        | down["interception"].shift(fill_value=False)
        | down["touchdown"].shift(fill_value=False)
        | down["fourth_down_failed"].shift(fill_value=False)
        | (down["fumble_lost"].shift(fill_value=False))
    )
    down["_drive"] = begins.cumsum()
    snapped = down["play_type"].isin(_SNAPS)
    grouped = down.groupby("_drive", sort=False)
    first, last = grouped.first(), down.groupby("_drive", sort=False).tail(1).set_index("_drive")
    drives = first[["game_id", "posteam"]].copy()
    drives["start"] = 100 - first["yardline_100"]
    drives["plays"] = snapped.groupby(down["_drive"]).sum()
    drives["red_zone"] = grouped["yardline_100"].min() <= _RED_ZONE
    drives["result"] = _result(last)
    drives = drives.rename(columns={"posteam": "team"})
    keys = [drives["game_id"], drives["team"]]
    made = {
        "drives": drives.groupby(["game_id", "team"]).size(),
        "drive_start": drives["start"].groupby(keys).sum(),
        "drive_plays": drives["plays"].groupby(keys).sum(),
        "red_zone_drives": drives["red_zone"].groupby(keys).sum(),
        "red_zone_touchdowns": (drives["red_zone"] & drives["result"].eq("touchdown")).groupby(keys).sum(),
    }
    for result in sorted(set(drives["result"])):
        made[f"drives_{result}"] = drives["result"].eq(result).groupby(keys).sum()
    length = drives["plays"].clip(upper=MOST_DRIVE_PLAYS)
    for number in range(MOST_DRIVE_PLAYS + 1):
        made[drive_length_name(number)] = length.eq(number).groupby(keys).sum()
    return made
