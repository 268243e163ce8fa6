"""Played games as play-by-play rows in the nflverse columns: the parts that all game systems share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.football.field import KICK_BEYOND_LINE, spot_name
from chartkit.plays.columns import COLUMNS, NFLVERSE_COLUMNS, ColumnType

Row = dict[str, Any]
QUARTER_SECONDS = 900
_OVERTIME = 5
#: 0 on every row unless something happened; the other columns are empty then.
ZERO = (
    *(each.name for each in COLUMNS if each.kind is ColumnType.FLAG and each.name in NFLVERSE_COLUMNS),
    *("ydstogo", "yards_gained", "return_yards", "timeout", "sp", "special_teams_play"),
)
#: Play types that the files count as plays of a drive, and as special-teams plays.
_DRIVE_PLAYS = ("run", "pass", "punt", "field_goal", "qb_kneel", "qb_spike")
_SPECIAL_TEAMS = ("kickoff", "punt", "extra_point")


@dataclass(frozen=True)
class GameCard:
    """What a row says about its game; teams are 0 (home) and 1 (visitor)."""

    home: str
    away: str
    season: int
    week: int = 1
    playoffs: bool = False

    @property
    def teams(self) -> tuple[str, str]:
        """Home, visitor."""
        return self.home, self.away

    @property
    def game_id(self) -> str:
        """Season, week, visitor and home, as the play-by-play files name a game."""
        return f"{self.season}_{self.week:02}_{self.away}_{self.home}"


def begun(
    card: GameCard, number: int, drive: int, *, quarter: int, left: int, team: int, spot: int, score: Sequence[int]
) -> Row:
    """A row with its game, clock and score; `left` are the seconds of the quarter, `spot` is the team's own."""
    later = max(0, 4 - quarter) * QUARTER_SECONDS if quarter < _OVERTIME else 0
    return dict.fromkeys(ZERO, 0) | {
        "game_id": card.game_id,
        "season": card.season,
        "week": card.week,
        "season_type": "POST" if card.playoffs else "REG",
        "home_team": card.home,
        "away_team": card.away,
        "play_id": number,
        "order_sequence": number,
        "qtr": quarter,
        "time": f"{left // 60:02}:{left % 60:02}",
        "quarter_seconds_remaining": left,
        "half_seconds_remaining": left + (QUARTER_SECONDS if quarter in (1, 3) else 0),
        "game_seconds_remaining": left + later,
        "yrdln": spot_name(100 - spot, card.teams[team], card.teams[1 - team]),
        "play_type": "no_play",
        "total_home_score": score[0],
        "total_away_score": score[1],
        "drive": drive,
        "fixed_drive": drive,
    }


def offense(card: GameCard, team: int, score: Sequence[int], *, to_goal: int) -> Row:
    """Who has the ball, and the score before the play."""
    mine, theirs = score[team], score[1 - team]
    return {
        "posteam": card.teams[team],
        "defteam": card.teams[1 - team],
        "posteam_type": "home" if team == 0 else "away",
        "posteam_score": mine,
        "defteam_score": theirs,
        "score_differential": mine - theirs,
        "yardline_100": to_goal,
    }


def down(number: int, to_go: int, spot: int, *, first: bool, third_made: int, fourth: int, fourth_made: int) -> Row:
    """Down and distance, and what became of them; `fourth` is 1 on a fourth down that was played."""
    return {
        "down": number,
        "ydstogo": to_go,
        "goal_to_go": int(spot + to_go >= 100),
        "first_down": int(first),
        "third_down_converted": third_made,
        "fourth_down_converted": fourth_made,
        "fourth_down_failed": fourth - fourth_made,
    }


def run(yards: int, *, out: bool = False, scramble: bool = False, aborted: bool = False) -> Row:
    """A run, a scramble, or a ball that was lost before anybody ran."""
    return {
        "play_type": "run",
        "yards_gained": yards,
        "out_of_bounds": int(out),
        "qb_scramble": int(scramble),
        "qb_dropback": int(scramble),
        "aborted_play": int(aborted),
    }


def sack(yards: int) -> Row:
    """A sack; its yards are negative."""
    return {"play_type": "pass", "qb_dropback": 1, "sack": 1, "yards_gained": yards}


def spike() -> Row:
    """A spike is an incomplete pass."""
    return {"play_type": "qb_spike", "qb_spike": 1, "incomplete_pass": 1}


def caught(yards: int, air: int | None, *, out: bool) -> Row:
    """A completion; nobody catches a ball beyond the spot where he is tackled."""
    row: Row = {"complete_pass": 1, "yards_gained": yards, "out_of_bounds": int(out)}
    return (
        row if air is None else row | {"air_yards": min(air, yards), "yards_after_catch": yards - min(air, yards)}
    )


def returned(card: GameCard, team: int, yards: int) -> Row:
    """A return of a kick or an interception."""
    return {"return_yards": yards, "return_team": card.teams[team]}


def field_goal(result: str, spot: int) -> Row:
    """A field goal from a spot of the kicking team: `made`, `missed` or `blocked`."""
    distance = 100 - spot + KICK_BEYOND_LINE
    return {"play_type": "field_goal", "field_goal_result": result, "kick_distance": distance}


def punt(how: str, yards: int, *, touchback: bool = False, inside: bool = False) -> Row:
    """A punt: `blocked`, `out of bounds`, `downed`, `fair catch`, or anything else; `inside` the twenty."""
    return {
        "play_type": "punt",
        "kick_distance": yards,
        "touchback": int(touchback),
        "punt_blocked": int(how == "blocked"),
        "punt_out_of_bounds": int(how == "out of bounds"),
        "punt_downed": int(how == "downed"),
        "punt_fair_catch": int(how == "fair catch"),
        "punt_inside_twenty": int(inside),
    }


def time_out(card: GameCard, team: int) -> Row:
    """A time out."""
    return {"timeout": 1, "timeout_team": card.teams[team]}


def extra_point(result: str, spot: int) -> Row:
    """A kicked try."""
    distance = 100 - spot + KICK_BEYOND_LINE
    return {"play_type": "extra_point", "extra_point_result": result, "kick_distance": distance}


def two_points(*, passed: bool, result: str) -> Row:
    """A try from scrimmage; of the play itself the files only say whether it was a run or a pass."""
    return {
        "play_type": "pass" if passed else "run",
        "qb_dropback": int(passed),
        "two_point_attempt": 1,
        "two_point_conv_result": result,
        "yards_gained": 2 if result == "success" else 0,
    }


def fumble(card: GameCard, dropped: int, found: int, *, lost: bool, forced: bool, yards: int) -> Row:
    """A fumble: who lost the ball, who has it, and how far it was run back."""
    return {
        "fumble": 1,
        "fumble_forced": int(forced),
        "fumble_not_forced": int(not forced),
        "fumble_lost": int(lost),
        "fumbled_1_team": card.teams[dropped],
        "fumble_recovery_1_team": card.teams[found],
        "fumble_recovery_1_yards": yards,
    }


def touchdown(card: GameCard, team: int, *, passed: bool, ran: bool) -> Row:
    """A touchdown."""
    return {
        "touchdown": 1,
        "td_team": card.teams[team],
        "pass_touchdown": int(passed),
        "rush_touchdown": int(ran),
        "return_touchdown": int(not passed and not ran),
    }


def penalty(card: GameCard, team: int, name: str, yards: int) -> Row:
    """A penalty that was enforced."""
    return {"penalty": 1, "penalty_team": card.teams[team], "penalty_type": name, "penalty_yards": yards}


def finished(rows: list[Row], final: Sequence[int]) -> list[Row]:
    """The rows of a whole game, with what is only known at its end; a cell that it knows nothing about is empty."""
    counts = Counter(
        row["drive"] for row in rows if row["play_type"] in _DRIVE_PLAYS and not row["two_point_attempt"]
    )
    for row in rows:
        row |= {"home_score": final[0], "away_score": final[1], "result": final[0] - final[1]}
        row["drive_play_count"] = counts[row["drive"]]
        row["special_teams_play"] = int(row["play_type"] in _SPECIAL_TEAMS)
    return [{name: row.get(name) for name in NFLVERSE_COLUMNS} for row in rows]
