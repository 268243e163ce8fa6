"""Official team totals of every game, recomputed from its plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from chartkit.plays.columns import STATISTICS
from chartkit.plays.derive import VISITOR, Sides, points, scorer_of_safety, side_of

AVERAGES = {
    "punt_average": ("punt_yards", "punts"),
    "rushing_average": ("rushing_yards", "rushes"),
    "passing_average": ("passing_yards", "passes"),
    "punt_return_average": ("punt_return_yards", "punt_returns"),
    "kickoff_return_average": ("kickoff_return_yards", "kickoff_returns"),
}

_Values = np.ndarray[Any, Any]


@dataclass(frozen=True)
class _Games:
    """The games of a season, and the way to add something up for both teams of each."""

    game: np.ndarray[Any, np.dtype[np.int64]]
    number: int

    def add(self, side: Sides, mask: _Values, worth: _Values | None = None) -> _Values:
        """Sum of `worth` (or a count) over the masked plays, for home and visitors of every game."""
        mask = mask & (side >= 0)
        slot = self.game[mask] * 2 + side[mask]
        weights = None if worth is None else np.nan_to_num(worth[mask])
        return np.bincount(slot, weights=weights, minlength=2 * self.number)


def by_game(plays: pd.DataFrame) -> pd.DataFrame:
    """One row for each team and game: `game_id`, `team`, `opponent`, `season_type`, then the statistics."""
    numbers, ids = pd.factorize(plays["game_id"])
    games = _Games(numbers.astype(np.int64), len(ids))
    first = plays.groupby(numbers).first()
    home, visitor = first["home_team"].to_numpy(), first["away_team"].to_numpy()
    made: dict[str, Any] = {
        "game_id": np.repeat(ids, 2),
        "season_type": np.repeat(first["season_type"].to_numpy(), 2),
        "team": np.ravel(np.column_stack([home, visitor])),
        "opponent": np.ravel(np.column_stack([visitor, home])),
    }
    sums = {
        **_scoring(plays, games),
        **_scrimmage(plays, games),
        **_kicks(plays, games),
        **_others(plays, games),
    }
    sums["possession_seconds"] = _possession(plays, games)
    for name in STATISTICS:
        values = sums[name]
        made[name] = values if name == "possession_seconds" else values.astype(np.int64)
    return pd.DataFrame(made)


def by_season(games: pd.DataFrame) -> pd.DataFrame:
    """One row for each team: games played, the sums of its statistics and the usual averages."""
    total = games.groupby("team", sort=True)[list(STATISTICS)].sum(min_count=1)
    total.insert(0, "games", games.groupby("team").size())
    for name, (yards, times) in AVERAGES.items():
        total[name] = (total[yards] / total[times].where(total[times] > 0)).round(2)
    return total.reset_index()


def _scoring(plays: pd.DataFrame, games: _Games) -> dict[str, _Values]:
    scored = points(plays)
    quarter = plays["qtr"].to_numpy()
    made: dict[str, _Values] = {}
    periods = {
        "points": quarter > 0,
        **{f"points_q{n}": quarter == n for n in range(1, 5)},
        "points_overtime": quarter > 4,
    }
    home, visitor = np.zeros(len(plays), np.int8), np.full(len(plays), VISITOR, np.int8)
    for name, mask in periods.items():
        made[name] = games.add(home, mask, scored[:, 0]) + games.add(visitor, mask, scored[:, 1])
    offense = side_of(plays, "posteam")
    made["touchdowns"] = games.add(side_of(plays, "td_team"), plays["touchdown"].to_numpy())
    kick = plays["field_goal_result"]
    made["field_goals_tried"] = games.add(offense, kick.notna().to_numpy())
    made["field_goals"] = games.add(offense, kick.eq("made").to_numpy(dtype=bool))
    kick = plays["extra_point_result"]
    made["extra_points_tried"] = games.add(offense, kick.notna().to_numpy())
    made["extra_points"] = games.add(offense, kick.eq("good").to_numpy(dtype=bool))
    made["two_points_tried"] = games.add(offense, _standing(plays) & plays["two_point_attempt"].to_numpy())
    made["two_points"] = games.add(offense, plays["two_point_conv_result"].eq("success").to_numpy(dtype=bool))
    made["safeties"] = games.add(scorer_of_safety(plays), plays["safety"].to_numpy())
    return made


def _standing(plays: pd.DataFrame) -> _Values:
    """Plays that were not wiped out by a penalty."""
    return plays["play_type"].ne("no_play").to_numpy(dtype=bool)


def _kind(plays: pd.DataFrame, *types: str) -> _Values:
    return plays["play_type"].isin(types).to_numpy(dtype=bool)


def _scrimmage(plays: pd.DataFrame, games: _Games) -> dict[str, _Values]:
    offense = side_of(plays, "posteam")
    official = ~plays["two_point_attempt"].to_numpy()
    gain = plays["yards_gained"].to_numpy()
    sack = plays["sack"].to_numpy() & official
    rush = _kind(plays, "run", "qb_kneel") & official
    threw = _kind(plays, "pass", "qb_spike") & official & ~sack
    caught = threw & plays["complete_pass"].to_numpy()
    made = {
        "rushes": games.add(offense, rush),
        "rushing_yards": games.add(offense, rush, gain),
        "passes": games.add(offense, threw),
        "completions": games.add(offense, caught),
        "passing_yards": games.add(offense, caught, gain),
        "interceptions": games.add(offense, threw & plays["interception"].to_numpy()),
        "sacks": games.add(offense, sack),
        "sack_yards": -games.add(offense, sack, gain),
    }
    made["net_passing_yards"] = made["passing_yards"] - made["sack_yards"]
    made["plays"] = made["rushes"] + made["passes"] + made["sacks"]
    made["total_yards"] = made["rushing_yards"] + made["net_passing_yards"]
    first = plays["first_down"].to_numpy()
    reached = gain >= plays["ydstogo"].to_numpy()
    by_run, by_pass = first & rush & reached, first & threw & reached
    flag = plays["penalty"].to_numpy()
    on_defense = flag & (side_of(plays, "penalty_team") == side_of(plays, "defteam"))
    # Scorers give two: one for the gain, another for the flag that is added to it.
    added = (by_run | by_pass) & on_defense & ~plays["touchdown"].to_numpy()
    made["first_downs_rushing"] = games.add(offense, by_run)
    made["first_downs_passing"] = games.add(offense, by_pass)
    made["first_downs_penalty"] = games.add(offense, (first & ~by_run & ~by_pass) | added)
    made["first_downs"] = made["first_downs_rushing"] + made["first_downs_passing"] + made["first_downs_penalty"]
    third = (rush | threw | sack) & (plays["down"].to_numpy() == 3)
    # Third down over again after a foul of the offense is one third down, not two.
    again = third & flag & ~on_defense & np.append(third[1:] & (offense[1:] == offense[:-1]), False)
    made["third_downs"] = games.add(offense, third & ~again)
    made["third_downs_made"] = games.add(offense, plays["third_down_converted"].to_numpy())
    fourth_made = plays["fourth_down_converted"].to_numpy()
    made["fourth_downs"] = games.add(offense, fourth_made | plays["fourth_down_failed"].to_numpy())
    made["fourth_downs_made"] = games.add(offense, fourth_made)
    return made


def _kicks(plays: pd.DataFrame, games: _Games) -> dict[str, _Values]:
    offense, defense = side_of(plays, "posteam"), side_of(plays, "defteam")
    punt, kickoff = _kind(plays, "punt"), _kind(plays, "kickoff")
    returner = side_of(plays, "return_team")
    dead = plays["touchback"].to_numpy()
    back = plays["return_yards"].to_numpy()
    # Sources name the receiving team on every punt; it is a return only when somebody fielded it and ran.
    unfielded = plays["punt_fair_catch"] | plays["punt_downed"] | plays["punt_out_of_bounds"]
    punt_return = punt & ~dead & ~unfielded.to_numpy() & (returner == defense)
    unfielded = plays["kickoff_fair_catch"] | plays["kickoff_out_of_bounds"] | plays["kickoff_downed"]
    kickoff_return = kickoff & ~dead & ~unfielded.to_numpy() & (returner == offense)
    caught = plays["interception"].to_numpy() & ~plays["two_point_attempt"].to_numpy()
    return {
        "punts": games.add(offense, punt),
        "punt_yards": games.add(offense, punt, plays["kick_distance"].to_numpy()),
        "punt_returns": games.add(returner, punt_return),
        "punt_return_yards": games.add(returner, punt_return, back),
        "kickoffs": games.add(defense, kickoff),
        "kickoff_returns": games.add(returner, kickoff_return),
        "kickoff_return_yards": games.add(returner, kickoff_return, back),
        "interception_return_yards": games.add(defense, caught, back),
    }


def _others(plays: pd.DataFrame, games: _Games) -> dict[str, _Values]:
    offense, guilty = side_of(plays, "posteam"), side_of(plays, "penalty_team")
    flagged = plays["penalty"].to_numpy()
    fumbler = side_of(plays, "fumbled_1_team")
    made = {
        "penalties": games.add(guilty, flagged),
        "penalty_yards": games.add(guilty, flagged, plays["penalty_yards"].to_numpy()),
        "fumbles": games.add(fumbler, plays["fumble"].to_numpy()),
        "fumbles_lost": _fumbles_lost(plays, games, fumbler),
    }
    thrown = _kind(plays, "pass") & plays["interception"].to_numpy() & ~plays["two_point_attempt"].to_numpy()
    made["turnovers"] = made["fumbles_lost"] + games.add(offense, thrown)
    return made


def _fumbles_lost(plays: pd.DataFrame, games: _Games, fumbler: Sides) -> _Values:
    """The ball can change hands twice on one play; whoever lets it go to the other team has lost it."""
    official = plays["fumble_lost"].to_numpy() & ~plays["two_point_attempt"].to_numpy()
    first, second = side_of(plays, "fumble_recovery_1_team"), side_of(plays, "fumble_recovery_2_team")
    lost_first = official & (first >= 0) & (first != fumbler)
    lost_second = official & (second >= 0) & (second != first)
    # Out of bounds through the end zone, or recovered by somebody the source does not name.
    unnamed = official & ~lost_first & ~lost_second
    return games.add(fumbler, lost_first | unnamed) + games.add(first, lost_second)


def _possession(plays: pd.DataFrame, games: _Games) -> _Values:
    """Seconds until the next snap go to the team with the ball; unknown where a source has no clock."""
    clock = plays["quarter_seconds_remaining"].to_numpy(copy=True)
    game, quarter = games.game, plays["qtr"].to_numpy()
    following = np.zeros(len(plays))
    same = (game[1:] == game[:-1]) & (quarter[1:] == quarter[:-1])
    # A quarter begins with a full clock, whatever its first play says.
    opening = np.concatenate([[True], ~same]) & (quarter <= 4) & ~np.isnan(clock)
    clock[opening] = clock[opening].max(initial=0)
    following[:-1] = np.where(same, clock[1:], 0.0)
    # Overtime ends with a score, at a time that no source gives.
    ends_early = (quarter > 4) & (following == 0.0)
    following = np.where(ends_early, clock, following)
    # A clock that jumps back is a correction: the seconds are taken off again, so that a quarter stays a quarter.
    # A kickoff runs on the receivers' time, unless the kickers recover it themselves.
    kept = plays["own_kickoff_recovery"].to_numpy()
    holder = np.where(kept, side_of(plays, "defteam"), side_of(plays, "posteam")).astype(np.int8)
    seconds = games.add(holder, np.ones(len(plays), bool), clock - following)
    timeless = np.bincount(game, weights=np.isnan(clock), minlength=games.number) > 0
    return np.where(np.repeat(timeless, 2), np.nan, seconds)
