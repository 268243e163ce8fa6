"""What follows from the plays: points of each, official team totals, and statistics to compare games by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from chartkit.plays.columns import MOST_DRIVE_PLAYS, STATISTICS, YARD_ENDS, drive_length_name

Series: TypeAlias = "pd.Series[Any]"
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


def scorer_of_safety(plays: pd.DataFrame) -> Sides:
    """The team that gets the two points of a safety: the one that did not have the ball in its end zone."""
    defense = side_of(plays, "defteam")
    holder = np.where(plays["interception"].to_numpy(), defense, side_of(plays, "posteam"))
    # The last one to get hold of it; a fumble out of the end zone still belongs to the team that fumbled.
    for later in ("return_team", "fumbled_1_team", "fumble_recovery_1_team", "fumble_recovery_2_team"):
        side = side_of(plays, later)
        holder = np.where(side >= 0, side, holder)
    return np.where(holder >= 0, 1 - holder, defense).astype(np.int8)


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
    # A flag gave a first down when the same team snaps next on first down, and not on what was left of the old one.
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


# Official team totals of every game.


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
    stood = plays["play_type"].ne("no_play").to_numpy(dtype=bool)
    made["two_points_tried"] = games.add(offense, stood & plays["two_point_attempt"].to_numpy())
    made["two_points"] = games.add(offense, plays["two_point_conv_result"].eq("success").to_numpy(dtype=bool))
    made["safeties"] = games.add(scorer_of_safety(plays), plays["safety"].to_numpy())
    return made


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
    """The ball can change hands twice on one play; each team that loses it to the other has a lost fumble."""
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


# The statistics that games of a board game are compared by: one row a team and game.


_SNAPS = ("run", "pass", "qb_kneel", "qb_spike")
_RED_ZONE = 20
_BANDS = (("under_30", 0, 29), ("30_39", 30, 39), ("40_49", 40, 49), ("50_up", 50, 99))


def team_games(plays: pd.DataFrame) -> pd.DataFrame:
    """Totals of every team and game of the regular season, with kicks, touchdowns, drives and classes of yards."""
    regular = plays[plays["season_type"].ne("POST")].reset_index(drop=True)
    games = by_game(regular).set_index(["game_id", "team"])
    more = {**_kick_figures(regular), **_touchdowns(regular), **_drives(regular), **_yard_classes(regular)}
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


def _kick_figures(plays: pd.DataFrame) -> dict[str, Series]:
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
        # Who kneels on fourth down does it because it ends the half.
        "downs": last["fourth_down_failed"] & last["play_type"].ne("qb_kneel"),
    }
    tests = [condition.to_numpy(dtype=bool) for condition in conditions.values()]
    return np.select(tests, list(conditions), default="end_of_half")


def _drives(plays: pd.DataFrame) -> dict[str, Series]:
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
    keys = [first["game_id"], first["posteam"].rename("team")]
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
    return {name: values.groupby(keys).sum() for name, values in figures.items()}


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
