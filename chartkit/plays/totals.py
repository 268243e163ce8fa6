"""What follows from the plays: points of each, official team totals, and statistics to compare games by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from chartkit.plays.columns import MOST_DRIVE_PLAYS, STATISTICS, YARD_CLASSES, YARD_ENDS, drive_length_name

Series: TypeAlias = "pd.Series[Any]"
TOUCHDOWN, FIELD_GOAL, SAFETY, EXTRA_POINT, TWO_POINTS = 6, 3, 2, 1, 2
QUARTER_SECONDS = 900
_SNAPS = ("run", "pass", "qb_kneel", "qb_spike")
_RED_ZONE = 20
_BANDS = (("under_30", 0, 29), ("30_39", 30, 39), ("40_49", 40, 49), ("50_up", 50, 99))


def scorer_of_safety(plays: pd.DataFrame) -> Series:
    """The team that gets the two points of a safety: the one that did not have the ball in its end zone.

    Missing on all other plays.
    """
    # The last one to get hold of it; a fumble out of the end zone still belongs to the team that fumbled.
    later = ("return_team", "fumbled_1_team", "fumble_recovery_1_team", "fumble_recovery_2_team")
    teams = ["home_team", "away_team", "posteam", "defteam", *later]
    safeties = plays.loc[plays["safety"], [*teams, "interception"]]
    home, visitor, defense = safeties["home_team"], safeties["away_team"], safeties["defteam"]
    holder = safeties["posteam"].mask(safeties["interception"], defense)
    for name in later:
        holder = safeties[name].where(safeties[name].eq(home) | safeties[name].eq(visitor), holder)
    other = home.where(holder.eq(visitor), visitor)
    return other.where(holder.eq(home) | holder.eq(visitor), defense).reindex(plays.index)


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
    extra_point, two_points = plays["extra_point_result"], plays["two_point_conv_result"]
    one_point_safety = extra_point.eq("safety") | two_points.eq("safety")
    returned_try = plays["defensive_two_point_conv"] | plays["defensive_extra_point_conv"] | two_points.eq("return")
    made = (
        (plays["td_team"], plays["touchdown"], TOUCHDOWN),
        (plays["posteam"], plays["field_goal_result"].eq("made"), FIELD_GOAL),
        (plays["posteam"], extra_point.eq("good") | one_point_safety, EXTRA_POINT),
        (plays["posteam"], two_points.eq("success"), TWO_POINTS),
        (plays["defteam"], returned_try, TWO_POINTS),
        (scorer_of_safety(plays), plays["safety"], SAFETY),
    )
    sides = (plays["home_team"], plays["away_team"])
    scored = [sum((happened & team.eq(side)) * worth for team, happened, worth in made) for side in sides]
    return np.column_stack(scored)


#: Columns that follow from the others, for sources that do not state them.
SCORE = ("posteam_score", "defteam_score", "score_differential")
CLOCK = ("half_seconds_remaining", "game_seconds_remaining")
DOWNS = ("first_down", "third_down_converted", "fourth_down_converted", "fourth_down_failed")
DERIVED = (*SCORE, *CLOCK, *DOWNS)


def fill_in(plays: pd.DataFrame, wanted: Sequence[str]) -> pd.DataFrame:
    """The plays of whole games, in the order of play, with columns that follow from the others."""
    if not wanted:
        return plays
    scored = pd.DataFrame(points(plays), columns=["home", "away"], index=plays.index)
    before = scored.groupby(plays["game_id"]).cumsum() - scored
    at_home = plays["posteam"].eq(plays["home_team"])
    own, other = (before[one].where(at_home, before[two]) for one, two in (("home", "away"), ("away", "home")))

    standing = plays["play_type"].isin(_SNAPS) & ~plays["two_point_attempt"]
    advanced = plays["complete_pass"] | plays["play_type"].ne("pass")
    made = standing & advanced & (plays["yards_gained"] >= plays["ydstogo"]) & ~plays["fumble_lost"]
    # A penalty gave a first down if the same team has first down next, with other yards to go than it had left.
    following = plays.groupby("game_id")[["posteam", "down", "ydstogo"]].shift(-1)
    again = following["down"].eq(1) & following["posteam"].eq(plays["posteam"]) & plays["down"].notna()
    left = plays["ydstogo"] - plays["penalty_yards"] - plays["yards_gained"].fillna(0)
    fresh = plays["down"].ne(1) | following["ydstogo"].ne(left)
    by_flag = plays["penalty"] & plays["penalty_team"].eq(plays["defteam"]) & again & fresh

    clock = plays["quarter_seconds_remaining"]
    found: dict[str, Series] = {
        "posteam_score": own.astype("float64"),
        "defteam_score": other.astype("float64"),
        "score_differential": (own - other).astype("float64"),
        "first_down": made | by_flag,
        "third_down_converted": made & plays["down"].eq(3),
        "fourth_down_converted": made & plays["down"].eq(4),
        "fourth_down_failed": standing & ~made & plays["down"].eq(4),
        "half_seconds_remaining": clock + plays["qtr"].isin([1, 3]) * QUARTER_SECONDS,
        "game_seconds_remaining": clock + (4 - plays["qtr"]).clip(lower=0) * QUARTER_SECONDS,
    }
    return plays.assign(**{name: found[name] for name in wanted})


# Figures of every team and game: series that are summed by the team that a column names.


AVERAGES = {
    "punt_average": ("punt_yards", "punts"),
    "rushing_average": ("rushing_yards", "rushes"),
    "passing_average": ("passing_yards", "passes"),
    "punt_return_average": ("punt_return_yards", "punt_returns"),
    "kickoff_return_average": ("kickoff_return_yards", "kickoff_returns"),
}
#: Column with the team -> figure -> what each play adds to it; the same figure may stand under several columns.
Figures = Mapping[str, Mapping[str, Series]]


def _added_up(plays: pd.DataFrame, figures: Figures) -> pd.DataFrame:
    """The sum of every figure by game and team."""
    parts = [
        pd.DataFrame(named).groupby([plays["game_id"], plays[team].rename("team")]).sum()
        for team, named in figures.items()
    ]
    return pd.concat(parts).groupby(level=["game_id", "team"]).sum()


def by_game(plays: pd.DataFrame) -> pd.DataFrame:
    """One row for each team and game: `game_id`, `team`, `opponent`, `season_type`, then the statistics."""
    games = plays.groupby("game_id", sort=False)[["season_type", "home_team", "away_team"]].first()
    made = pd.DataFrame(
        {
            "game_id": np.repeat(games.index.to_numpy(), 2),
            "season_type": np.repeat(games["season_type"].to_numpy(), 2),
            "team": games[["home_team", "away_team"]].to_numpy().ravel(),
            "opponent": games[["away_team", "home_team"]].to_numpy().ravel(),
        }
    )
    clock = plays["quarter_seconds_remaining"]
    # A kickoff runs on the receivers' time, unless the kickers recover it themselves.
    holder = plays["posteam"].mask(plays["own_kickoff_recovery"], plays["defteam"])
    plays = plays.assign(holder=holder, safety_scorer=scorer_of_safety(plays))
    parts = (_scoring(plays), _scrimmage(plays), _kicks(plays), _others(plays))
    sums = pd.concat([_added_up(plays, figures) for figures in parts], axis=1)
    sums = sums.reindex(pd.MultiIndex.from_frame(made[["game_id", "team"]])).fillna(0).reset_index(drop=True)
    for name in STATISTICS:
        made[name] = sums[name] if name == "possession_seconds" else sums[name].astype(np.int64)
    timeless = plays["game_id"][clock.isna()].unique()
    made["possession_seconds"] = sums["possession_seconds"].mask(made["game_id"].isin(timeless))
    return made


def by_season(games: pd.DataFrame) -> pd.DataFrame:
    """One row for each team: games played, the sums of its statistics and the usual averages."""
    total = games.groupby("team", sort=True)[list(STATISTICS)].sum(min_count=1)
    total.insert(0, "games", games.groupby("team").size())
    for name, (yards, times) in AVERAGES.items():
        total[name] = (total[yards] / total[times].where(total[times] > 0)).round(2)
    return total.reset_index()


def _scoring(plays: pd.DataFrame) -> Figures:
    quarter, made = plays["qtr"], pd.DataFrame(points(plays), plays.index, ["home_team", "away_team"])
    periods = {
        "points": quarter.gt(0),
        **{f"points_q{number}": quarter.eq(number) for number in range(1, 5)},
        "points_overtime": quarter.gt(4),
    }
    field_goal, extra_point = plays["field_goal_result"], plays["extra_point_result"]
    return {
        **{str(team): {name: made[team] * period for name, period in periods.items()} for team in made},
        "posteam": {
            "field_goals_tried": field_goal.notna(),
            "field_goals": field_goal.eq("made"),
            "extra_points_tried": extra_point.notna(),
            "extra_points": extra_point.eq("good"),
            "two_points_tried": plays["play_type"].ne("no_play") & plays["two_point_attempt"],
            "two_points": plays["two_point_conv_result"].eq("success"),
        },
        "td_team": {"touchdowns": plays["touchdown"]},
        "safety_scorer": {"safeties": plays["safety"]},
    }


def _scrimmage(plays: pd.DataFrame) -> Figures:
    official, kind, gain = ~plays["two_point_attempt"], plays["play_type"], plays["yards_gained"]
    sack = plays["sack"] & official
    rush = kind.isin(["run", "qb_kneel"]) & official
    threw = kind.isin(["pass", "qb_spike"]) & official & ~sack
    caught = threw & plays["complete_pass"]
    first, reached = plays["first_down"], gain >= plays["ydstogo"]
    by_run, by_pass = first & rush & reached, first & threw & reached
    on_defense = plays["penalty"] & plays["penalty_team"].eq(plays["defteam"])
    # Scorers count two: one for the gain, another for the penalty that is added to it.
    added = (by_run | by_pass) & on_defense & ~plays["touchdown"]
    by_flag = (first & ~by_run & ~by_pass) | added
    third = (rush | threw | sack) & plays["down"].eq(3)
    following = third.shift(-1, fill_value=False) & plays["posteam"].eq(plays["posteam"].shift(-1))
    # Third down over again after a foul of the offense is one third down, not two.
    again = third & plays["penalty"] & ~on_defense & following
    fourth_made = plays["fourth_down_converted"]
    return {
        "posteam": {
            "plays": rush | threw | sack,
            "total_yards": gain * (rush | caught | sack),
            "rushes": rush,
            "rushing_yards": gain * rush,
            "passes": threw,
            "completions": caught,
            "passing_yards": gain * caught,
            "net_passing_yards": gain * (caught | sack),
            "interceptions": threw & plays["interception"],
            "sacks": sack,
            "sack_yards": -gain * sack,
            "first_downs": by_run.astype(int) + by_pass + by_flag,
            "first_downs_rushing": by_run,
            "first_downs_passing": by_pass,
            "first_downs_penalty": by_flag,
            "third_downs": third & ~again,
            "third_downs_made": plays["third_down_converted"],
            "fourth_downs": fourth_made | plays["fourth_down_failed"],
            "fourth_downs_made": fourth_made,
        }
    }


def _kicks(plays: pd.DataFrame) -> Figures:
    punt, kickoff = plays["play_type"].eq("punt"), plays["play_type"].eq("kickoff")
    back, alive = plays["return_yards"], ~plays["touchback"]
    # Sources name the receiving team on every punt; it is a return only when somebody fielded it and ran.
    unfielded = plays["punt_fair_catch"] | plays["punt_downed"] | plays["punt_out_of_bounds"]
    punt_return = punt & alive & ~unfielded & plays["return_team"].eq(plays["defteam"])
    unfielded = plays["kickoff_fair_catch"] | plays["kickoff_out_of_bounds"] | plays["kickoff_downed"]
    kickoff_return = kickoff & alive & ~unfielded & plays["return_team"].eq(plays["posteam"])
    caught = plays["interception"] & ~plays["two_point_attempt"]
    return {
        "posteam": {"punts": punt, "punt_yards": plays["kick_distance"] * punt},
        "return_team": {
            "punt_returns": punt_return,
            "punt_return_yards": back * punt_return,
            "kickoff_returns": kickoff_return,
            "kickoff_return_yards": back * kickoff_return,
        },
        "defteam": {"kickoffs": kickoff, "interception_return_yards": back * caught},
    }


def _others(plays: pd.DataFrame) -> Figures:
    official, flagged = ~plays["two_point_attempt"], plays["penalty"]
    lost, first, second = (
        plays["fumble_lost"] & official,
        plays["fumble_recovery_1_team"],
        plays["fumble_recovery_2_team"],
    )
    # The ball can change hands twice on one play; each team that loses it to the other has a lost fumble.
    lost_first = lost & first.notna() & first.ne(plays["fumbled_1_team"])
    lost_second = lost & second.notna() & second.ne(first)
    # Out of bounds through the end zone, or recovered by somebody the source does not name.
    unnamed = lost & ~lost_first & ~lost_second
    own = dict.fromkeys(("fumbles_lost", "turnovers"), lost_first | unnamed)
    return {
        "posteam": {"turnovers": plays["play_type"].eq("pass") & plays["interception"] & official},
        "penalty_team": {"penalties": flagged, "penalty_yards": plays["penalty_yards"] * flagged},
        "fumbled_1_team": {"fumbles": plays["fumble"], **own},
        "fumble_recovery_1_team": {"fumbles_lost": lost_second, "turnovers": lost_second},
        "holder": {"possession_seconds": _seconds(plays)},
    }


def _seconds(plays: pd.DataFrame) -> Series:
    """How long each play lasted, until the next snap; unknown where a source has no clock."""
    clock, quarter = plays["quarter_seconds_remaining"].copy(), plays["qtr"]
    same = plays["game_id"].eq(plays["game_id"].shift(-1)) & quarter.eq(quarter.shift(-1))
    # A quarter begins with a full clock, whatever its first play says.
    opening = ~same.shift(fill_value=False) & quarter.le(4) & clock.notna()
    clock[opening] = clock[opening].max()
    following = clock.shift(-1).where(same, 0.0)
    # Overtime ends with a score, at a time that no source gives.
    following = following.mask(quarter.gt(4) & following.eq(0), clock)
    # A clock that jumps back is a correction: its seconds count as negative, so that a quarter keeps its length.
    return clock - following


# The statistics that games of a board game are compared by: one row a team and game.


def team_games(plays: pd.DataFrame) -> pd.DataFrame:
    """Totals of every team and game of the regular season, with kicks, touchdowns, drives and classes of yards."""
    regular = plays[plays["season_type"].ne("POST")].reset_index(drop=True)
    games = by_game(regular).set_index(["game_id", "team"])
    parts = (_kick_figures(regular), _touchdowns(regular), _yard_classes(regular))
    more = pd.concat([*(_added_up(regular, figures) for figures in parts), _drives(regular)], axis=1)
    games = games.join(more.reindex(games.index).fillna(0))
    late = regular.loc[regular["qtr"].gt(4), "game_id"]
    games["overtimes"] = games.index.isin(late.unique(), level="game_id").astype(int)
    return games.reset_index()


def _kick_figures(plays: pd.DataFrame) -> Figures:
    field_goal, distance = plays["field_goal_result"], plays["kick_distance"]
    punt = plays["play_type"].eq("punt")
    touchback = punt & plays["touchback"]
    returned = plays["return_yards"].where(plays["return_team"].eq(plays["defteam"])).fillna(0)
    # A fair catch of a kickoff gives the touchback spot (2018 to 2023).
    dead = plays["touchback"] | plays["kickoff_fair_catch"]
    tried = {band: field_goal.notna() & distance.between(low, high) for band, low, high in _BANDS}
    return {
        "posteam": {
            **{f"field_goals_tried_{band}": here for band, here in tried.items()},
            **{f"field_goals_{band}": here & field_goal.eq("made") for band, here in tried.items()},
            "net_punt_yards": (distance.fillna(0) - returned - 20 * touchback) * punt,
            "punt_touchbacks": touchback,
        },
        # On a kickoff the receivers have the ball in the table; the kick is the other team's.
        "defteam": {"kickoff_touchbacks": plays["play_type"].eq("kickoff") & dead},
    }


def _touchdowns(plays: pd.DataFrame) -> Figures:
    scored, rush, caught = plays["touchdown"], plays["rush_touchdown"], plays["pass_touchdown"]
    figures = {
        "rushing_touchdowns": scored & rush,
        "passing_touchdowns": scored & caught,
        "return_touchdowns": scored & ~rush & ~caught,
    }
    return {"td_team": figures}


def _yard_classes(plays: pd.DataFrame) -> Figures:
    """Runs and passes by yards, in the classes of the statistics; whatever was not caught gained nothing."""
    official = ~plays["two_point_attempt"]
    run = plays["play_type"].isin(["run", "qb_kneel"]) & official
    threw = plays["play_type"].isin(["pass", "qb_spike"]) & official
    gained = plays["yards_gained"].fillna(0)
    place = np.searchsorted(YARD_ENDS, gained.where(run | plays["complete_pass"] | plays["sack"], 0))
    figures = {
        f"{name}_class_{number}": chosen & (place == number)
        for name, chosen in (("runs", run), ("passes", threw))
        for number in range(YARD_CLASSES)
    }
    return {"posteam": figures}


def _result(last: pd.DataFrame) -> np.ndarray[Any, Any]:
    """How each drive ended, by its last play."""
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
        # A kneel on fourth down only ends the half.
        "downs": last["fourth_down_failed"] & last["play_type"].ne("qb_kneel"),
    }
    tests = [condition.to_numpy(dtype=bool) for condition in conditions.values()]
    return np.select(tests, list(conditions), default="end_of_half")


def _drives(plays: pd.DataFrame) -> pd.DataFrame:
    down = plays[plays["down"].notna() & plays["posteam"].notna() & ~plays["two_point_attempt"]]
    half = pd.Series(np.where(down["qtr"] <= 2, 1, np.where(down["qtr"] <= 4, 2, down["qtr"])), down.index)
    before = down.shift()
    # A possession ends with the ball in other hands, a kick, a score or the half.
    begins = (
        down["game_id"].ne(before["game_id"])
        | down["posteam"].ne(before["posteam"])
        | half.ne(half.shift())
        | before["play_type"].isin(["punt", "field_goal"])
    )
    for ends in ("interception", "touchdown", "fourth_down_failed", "fumble_lost"):
        begins |= down[ends].shift(fill_value=False)
    number = begins.cumsum()
    grouped = down.groupby(number, sort=False)
    first, last = grouped.first(), down[~number.duplicated(keep="last")].set_axis(number.unique())
    result = pd.Series(_result(last), last.index)
    length = down["play_type"].isin(_SNAPS).groupby(number).sum()
    red_zone = grouped["yardline_100"].min() <= _RED_ZONE
    figures: dict[str, Series] = {
        "drives": pd.Series(1, first.index),
        "drive_start": 100 - first["yardline_100"],
        "drive_plays": length,
        "red_zone_drives": red_zone,
        "red_zone_touchdowns": red_zone & result.eq("touchdown"),
        **{f"drives_{how}": result.eq(how) for how in sorted(set(result))},
        **{
            drive_length_name(plays): length.clip(upper=MOST_DRIVE_PLAYS).eq(plays)
            for plays in range(MOST_DRIVE_PLAYS + 1)
        },
    }
    return _added_up(first, {"posteam": figures})


def team_means(plays: pd.DataFrame) -> dict[str, dict[str, float]]:
    """Figure -> team -> its average over a season; a figure that the plays do not tell has no teams."""
    down = plays[plays["play_type"].isin(["run", "pass"]) & ~plays["two_point_attempt"]]
    scrambles, threw = down[down["qb_scramble"]], down[down["play_type"].eq("pass")]
    runs, throws = down[down["play_type"].eq("run") & ~down["qb_scramble"]], threw[~threw["sack"]]
    goals = plays[plays["field_goal_result"].notna()]
    punts = plays[plays["play_type"].eq("punt") & ~plays["punt_blocked"]]
    returned = punts[punts["punt_returner_player_name"].notna() & ~punts["punt_fair_catch"]]
    means = {
        "yards per run": runs["yards_gained"].groupby(runs["posteam"]),
        "yards per throw or sack": threw["yards_gained"].groupby(threw["posteam"]),
        "completion %": (100.0 * throws["complete_pass"]).groupby(throws["posteam"]),
        "yards allowed per play": down["yards_gained"].groupby(down["defteam"]),
        "yards per scramble": scrambles["yards_gained"].groupby(scrambles["posteam"]),
        "field goals made %": (100.0 * goals["field_goal_result"].eq("made")).groupby(goals["posteam"]),
        "gross punt": punts["kick_distance"].groupby(punts["posteam"]),
        "punt return": returned["return_yards"].groupby(returned["defteam"]),
    }
    return {
        name: {str(team): float(value) for team, value in grouped.mean().dropna().items()}
        for name, grouped in means.items()
    }
