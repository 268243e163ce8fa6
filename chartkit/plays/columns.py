"""The columns of the play table: name, type, meaning and what each is needed for; and the names of team totals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ColumnType(StrEnum):
    """How a column is stored."""

    TEXT = "text"  # pandas `str`, missing = NaN
    FLAG = "flag"  # bool, never missing: what a source leaves empty is False
    COUNT = "count"  # int32, never missing
    NUMBER = "number"  # float64, missing = NaN


_HOLDS = {
    ColumnType.TEXT: "text",
    ColumnType.FLAG: "0 or 1",
    ColumnType.COUNT: "whole numbers",
    ColumnType.NUMBER: "numbers",
}


class Need(StrEnum):
    """A step of the road that reads a column; the text completes the sentence "needed for ..."."""

    IDENTITY = "telling games, teams and plays apart"
    SITUATION = "the situation of the play (down, distance, spot, score)"
    CALLS = "finding the call (run or pass, direction, depth)"
    RESULTS = "the result of the play"
    KICKS = "kicks, punts and returns"
    PENALTIES = "penalties"
    SCORE = "adding up the points"
    TOTALS = "reconciling with the official totals"
    CLOCK = "the clock and time of possession"
    LISTS = "showing plays to people"


@dataclass(frozen=True)
class Column:
    """One column; a source without a `required` one is refused, any other is filled with "missing"."""

    name: str
    kind: ColumnType
    meaning: str
    needs: tuple[Need, ...]
    required: bool = False

    @property
    def dtype(self) -> str:
        """The pandas type of this column."""
        return {
            ColumnType.TEXT: "str",
            ColumnType.FLAG: "bool",
            ColumnType.COUNT: "int32",
            ColumnType.NUMBER: "float64",
        }[self.kind]

    @property
    def holds(self) -> str:
        """What stands in this column, as a message says it."""
        return _HOLDS[self.kind]

    @property
    def purpose(self) -> str:
        """What the column is needed for, as a message says it."""
        return " and ".join(self.needs)


def _text(name: str, meaning: str, *needs: Need, required: bool = False) -> Column:
    return Column(name, ColumnType.TEXT, meaning, needs, required)


def _flag(name: str, meaning: str, *needs: Need, required: bool = False) -> Column:
    return Column(name, ColumnType.FLAG, meaning, needs, required)


def _count(name: str, meaning: str, *needs: Need, required: bool = False) -> Column:
    return Column(name, ColumnType.COUNT, meaning, needs, required)


def _number(name: str, meaning: str, *needs: Need, required: bool = False) -> Column:
    return Column(name, ColumnType.NUMBER, meaning, needs, required)


COLUMNS: tuple[Column, ...] = (
    # Which game, which teams, which play.
    _text("game_id", "season_week_away_home, `2016_01_SD_KC`", Need.IDENTITY, required=True),
    _count("season", "year in which the season began", Need.IDENTITY),
    _count("week", "week of the season; runs on through the playoffs", Need.IDENTITY),
    _text("season_type", "`REG` regular season, `POST` playoffs", Need.IDENTITY),
    _text("game_date", "yyyy-mm-dd", Need.LISTS),
    _text("home_team", "home team, by its code of that season", Need.IDENTITY, required=True),
    _text("away_team", "visiting team, by its code of that season", Need.IDENTITY, required=True),
    _text("posteam", "team with the ball; on kickoffs the **receiving** team", Need.IDENTITY, required=True),
    _text("defteam", "the other team; on kickoffs the kicking team", Need.IDENTITY, required=True),
    _number("play_id", "number of the play within its game; not always whole", Need.IDENTITY, required=True),
    # The situation.
    _count("qtr", "quarter 1-4, 5 and up overtime", Need.SITUATION, required=True),
    _number("down", "1-4; missing on kickoffs and tries", Need.SITUATION, required=True),
    _number("ydstogo", "yards to the line to gain; 0 on kickoffs and tries", Need.SITUATION, required=True),
    _flag("goal_to_go", "the line to gain is the goal line", Need.SITUATION),
    _number(
        "yardline_100",
        "yards to the opponent's goal line; on kickoffs the kicking spot, 35 = own 35",
        Need.SITUATION,
        required=True,
    ),
    _text("yrdln", "the spot as people say it: `PHI 26`, `MID 50` at midfield", Need.LISTS),
    _text("time", "clock, mm:ss left in the quarter", Need.CLOCK, Need.LISTS),
    _number("quarter_seconds_remaining", "seconds left in the quarter", Need.CLOCK),
    _number("half_seconds_remaining", "seconds left in the half", Need.CLOCK, Need.SITUATION),
    _number("game_seconds_remaining", "seconds left in regulation", Need.CLOCK, Need.SITUATION),
    _number("posteam_score", "points of the team with the ball **before** the play", Need.SITUATION),
    _number("defteam_score", "points of the other team **before** the play", Need.SITUATION),
    _number("score_differential", "`posteam_score` - `defteam_score`", Need.SITUATION),
    _number("drive", "the league's number of the drive", Need.LISTS),
    _number("fixed_drive", "drives numbered from the possession itself", Need.LISTS),
    # What was run.
    _text("desc", "the play in words", Need.CALLS, Need.RESULTS, Need.LISTS, required=True),
    _text(
        "play_type",
        "`run` `pass` `punt` `kickoff` `field_goal` `extra_point` `qb_kneel` `qb_spike`, or `no_play` when a "
        "penalty wiped it out",
        Need.CALLS,
        required=True,
    ),
    _flag("shotgun", "shotgun formation", Need.CALLS),
    _flag("no_huddle", "no huddle", Need.CALLS),
    _flag("qb_dropback", "pass play, sack or scramble", Need.CALLS),
    _flag("qb_scramble", "the quarterback meant to pass and ran", Need.CALLS),
    _flag("qb_kneel", "kneel-down", Need.CALLS),
    _flag("qb_spike", "spike to stop the clock", Need.CALLS),
    _text("pass_length", "`short` or `deep`", Need.CALLS),
    _text("pass_location", "`left`, `middle` or `right`", Need.CALLS),
    _number("air_yards", "yards past the line to the catch point or target; missing before 2006", Need.CALLS),
    _number("yards_after_catch", "yards after the catch", Need.RESULTS),
    _text("run_location", "`left`, `middle` or `right`", Need.CALLS),
    _text("run_gap", "`end`, `tackle` or `guard`; missing up the middle", Need.CALLS),
    _flag("two_point_attempt", "try for two points", Need.CALLS, Need.SCORE, required=True),
    _flag("aborted_play", "bad snap", Need.CALLS),
    # What came of it.
    _number(
        "yards_gained",
        "official gain of a run, completion or sack; 0 on incompletions, interceptions and kicks; a lateral "
        "counts in full",
        Need.RESULTS,
        Need.TOTALS,
        required=True,
    ),
    _flag("complete_pass", "caught", Need.RESULTS, Need.TOTALS, required=True),
    _flag("incomplete_pass", "not caught by anybody", Need.RESULTS),
    _flag("interception", "intercepted", Need.RESULTS, Need.TOTALS, required=True),
    _flag("sack", "sacked", Need.RESULTS, Need.TOTALS, required=True),
    _flag("out_of_bounds", "the ball carrier went out of bounds", Need.RESULTS),
    _flag("touchdown", "touchdown by either team", Need.RESULTS, Need.SCORE, required=True),
    _flag("pass_touchdown", "touchdown on a completed pass", Need.RESULTS),
    _flag("rush_touchdown", "touchdown on a run", Need.RESULTS),
    _flag("return_touchdown", "touchdown on a return", Need.RESULTS),
    _text("td_team", "who scored the touchdown", Need.SCORE, required=True),
    _flag("safety", "safety", Need.RESULTS, Need.SCORE, required=True),
    _flag("fumble", "somebody fumbled", Need.RESULTS),
    _flag("fumble_forced", "forced by an opponent", Need.RESULTS),
    _flag("fumble_not_forced", "dropped without help", Need.RESULTS),
    _flag("fumble_out_of_bounds", "the fumble went out of bounds", Need.RESULTS),
    _flag("fumble_lost", "a fumbling team lost the ball", Need.RESULTS, Need.TOTALS, required=True),
    _text("fumbled_1_team", "team of the first fumble", Need.RESULTS),
    _text("fumble_recovery_1_team", "who recovered first", Need.RESULTS),
    _number("fumble_recovery_1_yards", "return of the first recovery", Need.RESULTS),
    _text("fumble_recovery_2_team", "who recovered second", Need.RESULTS),
    _flag("first_down", "first down by run, pass or penalty", Need.TOTALS),
    _flag("third_down_converted", "third down made", Need.TOTALS),
    _flag("fourth_down_converted", "fourth down made", Need.TOTALS),
    _flag("fourth_down_failed", "fourth down tried and not made", Need.TOTALS),
    _flag("penalty", "an **accepted** penalty", Need.PENALTIES, required=True),
    _text("penalty_team", "against whom", Need.PENALTIES, required=True),
    _text("penalty_type", "its name", Need.PENALTIES, required=True),
    _number("penalty_yards", "its yards", Need.PENALTIES, Need.TOTALS, required=True),
    # Kicks, punts, returns and tries.
    _number("kick_distance", "length of a punt, kickoff, field goal or extra point", Need.KICKS, required=True),
    _number("return_yards", "return of a kick or an interception", Need.KICKS, Need.RESULTS, required=True),
    _text("return_team", "who returned it", Need.KICKS),
    _flag("touchback", "touchback", Need.KICKS, required=True),
    _flag("punt_blocked", "punt blocked", Need.KICKS),
    _flag("punt_inside_twenty", "punt downed or dead inside the 20", Need.KICKS),
    _flag("punt_in_endzone", "punt into the end zone", Need.KICKS),
    _flag("punt_out_of_bounds", "punt out of bounds", Need.KICKS),
    _flag("punt_downed", "punt downed by the kicking team", Need.KICKS),
    _flag("punt_fair_catch", "fair catch of a punt", Need.KICKS),
    _flag("kickoff_out_of_bounds", "kickoff out of bounds", Need.KICKS),
    _flag("kickoff_inside_twenty", "kickoff return ended inside the 20", Need.KICKS),
    _flag("kickoff_in_endzone", "caught in the end zone and run out", Need.KICKS),
    _flag("kickoff_fair_catch", "fair catch of a kickoff", Need.KICKS),
    _flag("kickoff_downed", "kickoff downed", Need.KICKS),
    _flag("own_kickoff_recovery", "recovered by the kicking team", Need.KICKS),
    _text("field_goal_result", "`made` `missed` `blocked`", Need.KICKS, Need.SCORE, required=True),
    _text("extra_point_result", "`good` `failed` `blocked` `safety` `aborted`", Need.SCORE, required=True),
    _text("two_point_conv_result", "`success` `failure` `safety` `return`", Need.SCORE, required=True),
    _flag("defensive_two_point_conv", "the defense returned a two-point try for two points", Need.SCORE),
    _flag("defensive_extra_point_conv", "the defense returned an extra point for two points", Need.SCORE),
    # Players, for lists only: charts are made of plays, not of names.
    _text("passer_player_name", "passer, `T.Brady` style", Need.LISTS),
    _text("rusher_player_name", "runner", Need.LISTS),
    _text("receiver_player_name", "receiver or target", Need.LISTS),
    _text("kicker_player_name", "kicker of a kickoff, field goal or extra point", Need.LISTS),
    _text("punter_player_name", "punter", Need.LISTS),
    _text("kickoff_returner_player_name", "kickoff returner", Need.LISTS),
    _text("punt_returner_player_name", "punt returner", Need.LISTS),
    _text("interception_player_name", "who intercepted", Need.LISTS),
    # What the source itself says, to reconcile with.
    _flag("replay_or_challenge", "the play was reviewed", Need.LISTS),
    _number("total_home_score", "points of the home team **after** the play", Need.SCORE),
    _number("total_away_score", "points of the visiting team **after** the play", Need.SCORE),
    _number("home_score", "final score of the home team as the source states it", Need.SCORE),
    _number("away_score", "final score of the visiting team as the source states it", Need.SCORE),
)

BY_NAME = {column.name: column for column in COLUMNS}
NAMES = tuple(BY_NAME)

# Columns that hold a team code and follow the team through its moves.
TEAM_COLUMNS = (
    "home_team",
    "away_team",
    "posteam",
    "defteam",
    "td_team",
    "fumbled_1_team",
    "fumble_recovery_1_team",
    "fumble_recovery_2_team",
    "penalty_team",
    "return_team",
)
PLAY_TYPES = (
    "run",
    "pass",
    "qb_kneel",
    "qb_spike",
    "punt",
    "kickoff",
    "field_goal",
    "extra_point",
    "no_play",
)

# Official totals of a team in a game, and what each counts; the order in which reports show them.
STATISTICS = {
    "points": "final score",
    "points_q1": "points in the first quarter",
    "points_q2": "points in the second quarter",
    "points_q3": "points in the third quarter",
    "points_q4": "points in the fourth quarter",
    "points_overtime": "points in overtime",
    "touchdowns": "touchdowns",
    "first_downs": "first downs",
    "first_downs_rushing": "first downs by rushing",
    "first_downs_passing": "first downs by passing",
    "first_downs_penalty": "first downs by penalty",
    "plays": "plays from scrimmage: rushes, passes and sacks",
    "total_yards": "yards by rushing and passing, less sacks",
    "rushes": "rushing attempts, kneel-downs among them",
    "rushing_yards": "rushing yards",
    "passes": "pass attempts without sacks, spikes among them",
    "completions": "completed passes",
    "passing_yards": "passing yards before sacks",
    "net_passing_yards": "passing yards less sacks",
    "interceptions": "passes that were intercepted",
    "sacks": "times sacked",
    "sack_yards": "yards lost by sacks",
    "fumbles": "plays with a fumble",
    "fumbles_lost": "fumbles lost",
    "turnovers": "interceptions and fumbles lost",
    "punts": "punts, blocked ones among them",
    "punt_yards": "punting yards",
    "punt_returns": "punt returns",
    "punt_return_yards": "punt return yards",
    "kickoffs": "kickoffs",
    "kickoff_returns": "kickoff returns",
    "kickoff_return_yards": "kickoff return yards",
    "interception_return_yards": "yards on returned interceptions",
    "field_goals_tried": "field goals tried",
    "field_goals": "field goals made",
    "extra_points_tried": "extra points tried",
    "extra_points": "extra points made",
    "two_points_tried": "two-point tries",
    "two_points": "two-point tries made",
    "safeties": "safeties scored",
    "penalties": "accepted penalties",
    "penalty_yards": "penalty yards",
    "third_downs": "third downs played",
    "third_downs_made": "third downs made",
    "fourth_downs": "fourth downs played",
    "fourth_downs_made": "fourth downs made",
    "possession_seconds": "time of possession in seconds",
}

# Whole distributions of a team in a game are statistics too: plays by class of yards, drives by number of plays.

#: The last yardage of each class of a play's yards but the last.
YARD_ENDS = (-6, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 30, 45, 65)
YARD_CLASSES = len(YARD_ENDS) + 1
#: Plays of a drive: 0, 1, ..., this many and more.
MOST_DRIVE_PLAYS = 15


def drive_length_name(plays: int) -> str:
    """The statistic that counts drives of so many plays."""
    return f"drives_of_{plays}_{'plays' if plays < MOST_DRIVE_PLAYS else 'or_more_plays'}"


def yard_class_names() -> tuple[str, ...]:
    """`-6 and less`, `-5 to -3`, ..., `66 and more`: the classes of a play's yards in words."""
    words, low = [f"{YARD_ENDS[0]} and less"], YARD_ENDS[0] + 1
    for high in YARD_ENDS[1:]:
        words.append(str(low) if low == high else f"{low} to {high}")
        low = high + 1
    return (*words, f"{low} and more")


# The columns of a play-by-play file in the nflverse format, in the order in which it is written.
# fmt: off
NFLVERSE_COLUMNS = (
    "game_id", "season", "week", "season_type", "game_date", "home_team", "away_team", "posteam", "defteam",
    "posteam_type", "play_id", "order_sequence", "qtr", "down", "ydstogo", "goal_to_go", "yardline_100", "yrdln",
    "time", "quarter_seconds_remaining", "half_seconds_remaining", "game_seconds_remaining", "desc", "play_type",
    "yards_gained", "shotgun", "no_huddle", "qb_dropback", "qb_scramble", "qb_kneel", "qb_spike", "pass_length",
    "pass_location", "air_yards", "yards_after_catch", "run_location", "run_gap", "complete_pass",
    "incomplete_pass", "interception", "sack", "touchdown", "pass_touchdown", "rush_touchdown", "return_touchdown",
    "td_team", "safety", "fumble", "fumble_forced", "fumble_not_forced", "fumble_out_of_bounds", "fumble_lost",
    "fumbled_1_team", "fumble_recovery_1_team", "fumble_recovery_1_yards", "fumble_recovery_2_team", "first_down",
    "third_down_converted", "fourth_down_converted", "fourth_down_failed", "penalty", "penalty_team",
    "penalty_type", "penalty_yards", "kick_distance", "return_yards", "return_team", "touchback", "punt_blocked",
    "punt_inside_twenty", "punt_in_endzone", "punt_out_of_bounds", "punt_downed", "punt_fair_catch",
    "kickoff_out_of_bounds", "kickoff_inside_twenty", "kickoff_in_endzone", "kickoff_fair_catch", "kickoff_downed",
    "own_kickoff_recovery", "field_goal_result", "extra_point_result", "two_point_attempt", "two_point_conv_result",
    "out_of_bounds", "aborted_play", "passer_player_name", "rusher_player_name", "receiver_player_name",
    "kicker_player_name", "punter_player_name", "kickoff_returner_player_name", "punt_returner_player_name",
    "interception_player_name", "timeout", "timeout_team", "posteam_score", "defteam_score", "total_home_score",
    "total_away_score", "score_differential", "home_score", "away_score", "result", "drive", "fixed_drive",
    "drive_play_count", "sp", "special_teams_play", "replay_or_challenge",
)
# fmt: on
