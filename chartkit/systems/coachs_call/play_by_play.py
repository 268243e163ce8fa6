"""A game as rows of play-by-play in the nflverse columns, so that it can be read in like a real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.football.field import KICK_BEYOND_LINE, spot_name
from chartkit.systems.coachs_call.rosters import SLOTS, Roster
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.kicks import KICK_LENGTH
from chartkit.systems.coachs_call.sentences import sentence
from chartkit.systems.coachs_call.statistics import QUARTER_SECONDS, WORTH
from chartkit.systems.coachs_call.tables import Tables

Row = dict[str, Any]
Record = Sequence[int]
#: Columns that hold a text or a number where they apply, and nothing elsewhere; all others are 0.
_EMPTY = {
    "game_date", "posteam", "defteam", "posteam_type", "down", "yardline_100", "pass_length", "pass_location",
    "air_yards", "yards_after_catch", "run_location", "run_gap", "td_team", "fumbled_1_team",
    "fumble_recovery_1_team", "fumble_recovery_1_yards", "fumble_recovery_2_team", "penalty_team",
    "penalty_type", "penalty_yards", "kick_distance", "return_team", "field_goal_result", "extra_point_result",
    "two_point_conv_result", "passer_player_name", "rusher_player_name", "receiver_player_name",
    "kicker_player_name", "punter_player_name", "kickoff_returner_player_name", "punt_returner_player_name",
    "interception_player_name", "timeout_team", "posteam_score", "defteam_score", "score_differential",
}  # fmt: skip
_AIR_YARDS = {n.SHORT: 5, n.MEDIUM: 12, n.DEEP: 20, n.LONG: 30, n.SCREEN: -3, n.TRICK: 35}
_FOULS = {
    n.FOUL_OFF: {5: "False Start", 10: "Offensive Holding", 15: "Unnecessary Roughness"},
    n.FOUL_DEF: {5: "Defensive Offside"},
    n.FOUL_DEF_FIRST: {5: "Defensive Holding"},
    n.FOUL_DPI: {},
    n.FOUL_ROUGHING: {15: "Roughing the Kicker"},
    n.FOUL_RUNNING: {5: "Running Into the Kicker"},
    n.FOUL_CONTACT: {},
    n.FOUL_HOLDING: {},
}
_FOUL_NAMES = {
    n.FOUL_DPI: "Defensive Pass Interference",
    n.FOUL_CONTACT: "Illegal Block Above the Waist",
    n.FOUL_HOLDING: "Offensive Holding",
    n.FOUL_KT: "Offside on Free Kick",
}


@dataclass(frozen=True, slots=True)
class GameCard:
    """What a row says about its game."""

    home: Roster
    away: Roster
    boxes: int
    week: int = 1
    playoffs: bool = False

    @property
    def teams(self) -> tuple[Roster, Roster]:
        """Home, visitor."""
        return self.home, self.away

    @property
    def codes(self) -> tuple[str, str]:
        """Home, visitor."""
        return self.home.team, self.away.team

    @property
    def game_id(self) -> str:
        """Season, week, visitor and home, as the play-by-play files name a game."""
        return f"{self.home.season}_{self.week:02}_{self.away.team}_{self.home.team}"


def rows(card: GameCard, records: Sequence[Record], tables: Tables, columns: Sequence[str]) -> list[Row]:
    """The whole game; time outs have rows of their own."""
    made: list[Row] = []
    score, drive, holder = (0, 0), 0, n.NONE
    blank: Row = {name: None if name in _EMPTY else 0 for name in columns}
    for record in records:
        if record[n.KIND] in (n.IS_QUARTER, n.IS_END):
            continue
        kick = record[n.KIND] in (n.IS_KICKOFF, n.IS_ONSIDE)
        team = 1 - record[n.TEAM] if kick else record[n.TEAM]
        if record[n.KIND] != n.IS_TIME_OUT and not record[n.IS_TRY] and (kick or team != holder):
            drive, holder = drive + 1, team
        row = blank | _common(card, record, len(made) + 1, drive)
        row["desc"] = sentence(record, card.teams, tables)
        made.append(
            row | (_time_out(card, record) if record[n.KIND] == n.IS_TIME_OUT else _play(card, record, team, score))
        )
        score = record[n.HOME_SCORE], record[n.AWAY_SCORE]
    counts = Counter(row["drive"] for row in made if row["play_type"] in ("run", "pass", "punt", "field_goal"))
    for row in made:
        row |= {"home_score": score[0], "away_score": score[1], "result": score[0] - score[1]}
        row["drive_play_count"] = counts[row["drive"]]
    return made


def _common(card: GameCard, record: Record, number: int, drive: int) -> Row:
    quarter = min(record[n.QUARTER], 5)
    left = QUARTER_SECONDS - min(record[n.BOX], card.boxes) * QUARTER_SECONDS // card.boxes
    own, other = card.codes[record[n.TEAM]], card.codes[1 - record[n.TEAM]]
    return {
        "game_id": card.game_id,
        "season": card.home.season,
        "week": card.week,
        "season_type": "POST" if card.playoffs else "REG",
        "home_team": card.home.team,
        "away_team": card.away.team,
        "play_id": number,
        "order_sequence": number,
        "qtr": quarter,
        "time": f"{left // 60:02}:{left % 60:02}",
        "quarter_seconds_remaining": left,
        "half_seconds_remaining": left + (QUARTER_SECONDS if quarter in (1, 3) else 0),
        "game_seconds_remaining": left + max(0, 4 - quarter) * QUARTER_SECONDS,
        "yrdln": spot_name(100 - record[n.SPOT], own, other),
        "play_type": "no_play",
        "drive": drive,
        "fixed_drive": drive,
        "total_home_score": record[n.HOME_SCORE],
        "total_away_score": record[n.AWAY_SCORE],
    }


def _time_out(card: GameCard, record: Record) -> Row:
    return {"timeout": 1, "timeout_team": card.codes[record[n.TEAM]]}


def _play(card: GameCard, record: Record, team: int, score: tuple[int, int]) -> Row:
    kind, down = record[n.KIND], record[n.AT_DOWN]
    kickoff = kind in (n.IS_KICKOFF, n.IS_ONSIDE)
    row: Row = {
        "posteam": card.codes[team],
        "defteam": card.codes[1 - team],
        "posteam_type": "home" if team == n.HOME else "away",
        "posteam_score": score[team],
        "defteam_score": score[1 - team],
        "score_differential": score[team] - score[1 - team],
        "yardline_100": record[n.SPOT] if kickoff else 100 - record[n.SPOT],
        "sp": int(record[n.SCORED_HOW] > 0),
        "replay_or_challenge": int(record[n.CHALLENGE] > 0),
    }
    if down and not record[n.IS_TRY]:
        made = record[n.MADE_FIRST]
        played = not record[n.NO_PLAY] and _is_down_played(record)
        row |= {
            "down": down,
            "ydstogo": record[n.TO_GO],
            "goal_to_go": int(record[n.SPOT] + record[n.TO_GO] >= 100),
            "first_down": made,
            "third_down_converted": int(down == 3 and played and made),
            "fourth_down_converted": int(down == 4 and played and made),
            "fourth_down_failed": int(down == 4 and played and not made),
        }
    if not record[n.NO_PLAY]:
        row |= _try(record) if record[n.IS_TRY] else _deed(card, record)
        row |= _fumble(card, record)
    row["special_teams_play"] = int(row.get("play_type") in ("kickoff", "punt", "extra_point"))
    return row | _score(card, record) | _penalty(card, record)


def _is_down_played(record: Record) -> bool:
    aborted = record[n.KIND] == n.IS_PUNT and record[n.RESULT] == 0
    return n.IS_RUN <= record[n.KIND] <= n.IS_SCRAMBLE or record[n.KIND] == n.IS_SPIKE or aborted


def _name(card: GameCard, team: int, slot: int) -> str | None:
    player = card.teams[team].player(SLOTS[slot]) if slot >= 0 else ""
    return player or None


def _deed(card: GameCard, record: Record) -> Row:
    kind, team = record[n.KIND], record[n.TEAM]
    gain = {"yards_gained": record[n.YARDS], "out_of_bounds": record[n.WENT_OUT_OF_BOUNDS]}
    if kind in (n.IS_RUN, n.IS_SCRAMBLE):
        aborted = record[n.FUMBLES] > 0 and record[n.PLAYER] == n.QB and kind == n.IS_RUN
        side = (
            {"run_location": "middle"}
            if record[n.CALL] == n.LINE_RUN
            else {"run_location": "left", "run_gap": "end"}
        )
        return (
            gain
            | side
            | {
                "play_type": "run",
                "rusher_player_name": _name(card, team, record[n.PLAYER]),
                "qb_scramble": int(kind == n.IS_SCRAMBLE),
                "qb_dropback": int(kind == n.IS_SCRAMBLE),
                "aborted_play": int(aborted),
            }
        )
    if kind == n.IS_SPIKE:
        return {"play_type": "qb_spike", "qb_spike": 1, "incomplete_pass": 1}
    if kind in (n.IS_PASS, n.IS_SACK):
        return {"play_type": "pass", "qb_dropback": 1, "passer_player_name": _name(card, team, n.QB)} | (
            {"sack": 1, "yards_gained": record[n.YARDS]} if kind == n.IS_SACK else gain | _pass(card, record)
        )
    return _kick(card, record) if kind != n.IS_NO_CALL else {}


def _pass(card: GameCard, record: Record) -> Row:
    result, other = record[n.RESULT], 1 - record[n.TEAM]
    air = _AIR_YARDS.get(record[n.CALL], 8)
    row: Row = {
        "receiver_player_name": _name(card, record[n.TEAM], record[n.PLAYER]),
        "pass_length": "deep" if air >= 15 else "short",
        "pass_location": "left" if record[n.SIDELINE] else "middle",
        "air_yards": air,
    }
    if result == n.COMPLETE:
        air = min(air, record[n.YARDS])
        return row | {"complete_pass": 1, "air_yards": air, "yards_after_catch": record[n.YARDS] - air}
    if result == n.INTERCEPTED:
        return (
            row
            | _returned(card, record)
            | {
                "interception": 1,
                "interception_player_name": _name(card, other, record[n.CREDIT]),
                "touchback": int(record[n.RETURN_YARDS] == 0 and record[n.RETURN_FROM] <= 0),
            }
        )
    return row | {"incomplete_pass": 1}


def _returned(card: GameCard, record: Record) -> Row:
    if record[n.RETURNED_BY] < 0:
        return {}
    return {"return_yards": record[n.RETURN_YARDS], "return_team": card.codes[record[n.RETURNED_BY]]}


def _kick(card: GameCard, record: Record) -> Row:
    kind, team, result = record[n.KIND], record[n.TEAM], record[n.RESULT]
    distance = record[n.KICK_YARDS]
    kicker = _name(card, team, n.KICKER)
    if kind == n.IS_FIELD_GOAL:
        words = {n.GOOD: "made", n.WAS_BLOCKED: "blocked"}
        return {
            "play_type": "field_goal",
            "field_goal_result": words.get(result, "missed"),
            "kick_distance": distance + KICK_BEYOND_LINE - KICK_LENGTH,
            "kicker_player_name": kicker,
        }
    back = _returned(card, record) if result == n.RETURNED else {}
    touchback = {"touchback": int(result == n.IN_END_ZONE), "kick_distance": distance}
    if kind == n.IS_PUNT:
        if result == 0:
            # The ball came loose before the kick (8.8).
            return {"play_type": "run", "aborted_play": 1, "yards_gained": 0}
        deep = record[n.END_TEAM] != team and record[n.END_SPOT] < 20 and result != n.IN_END_ZONE
        return (
            back
            | touchback
            | {
                "play_type": "punt",
                "punt_blocked": int(result == n.WAS_BLOCKED),
                "punt_out_of_bounds": int(result == n.WENT_OUT),
                "punt_downed": int(result == n.DOWNED),
                "punt_fair_catch": int(result == n.CAUGHT_FAIR),
                "punt_inside_twenty": int(deep),
                "punter_player_name": _name(card, team, n.PUNTER),
                "punt_returner_player_name": _name(card, 1 - team, n.PUNT_RETURNER) if back else None,
            }
        )
    return (
        back
        | touchback
        | {
            "play_type": "kickoff",
            "kickoff_out_of_bounds": int(result == n.WENT_OUT),
            "own_kickoff_recovery": int(kind == n.IS_ONSIDE and record[n.END_TEAM] == team),
            "kickoff_downed": int(kind == n.IS_ONSIDE and record[n.END_TEAM] != team),
            "kicker_player_name": kicker,
            "kickoff_returner_player_name": _name(card, 1 - team, n.KICK_RETURNER) if back else None,
        }
    )


def _try(record: Record) -> Row:
    scored = record[n.SCORED_HOW]
    if record[n.KIND] == n.IS_EXTRA_POINT:
        result = {n.GOOD: "good", n.WAS_BLOCKED: "blocked"}.get(record[n.RESULT], "failed")
        distance = 100 - record[n.SPOT] + KICK_BEYOND_LINE
        return {"play_type": "extra_point", "extra_point_result": result, "kick_distance": distance}
    good = scored == n.BY_TWO_POINTS
    passed = record[n.KIND] in (n.IS_PASS, n.IS_SACK)
    words = {n.BY_TWO_POINTS: "success", n.BY_DEFENSE: "return"}
    return {
        "play_type": "pass" if passed else "run",
        "qb_dropback": int(passed),
        "two_point_attempt": 1,
        "two_point_conv_result": words.get(scored, "failure"),
        "yards_gained": WORTH[n.BY_TWO_POINTS] if good else 0,
    }


def _fumble(card: GameCard, record: Record) -> Row:
    if not record[n.FUMBLES] or record[n.RESULT] == n.WAS_BLOCKED or record[n.IS_TRY]:
        return {}
    dropped, found = record[n.FUMBLE_TEAM], record[n.RECOVERED_BY]
    own_return = record[n.RETURNED_BY] == found and record[n.KIND] <= n.IS_SCRAMBLE
    return {
        "fumble": 1,
        "fumble_forced": 1,
        "fumble_lost": int(found != dropped),
        "fumbled_1_team": card.codes[dropped],
        "fumble_recovery_1_team": card.codes[found],
        "fumble_recovery_1_yards": record[n.RETURN_YARDS] if own_return and found != dropped else 0,
    }


def _score(card: GameCard, record: Record) -> Row:
    how, team = record[n.SCORED_HOW], record[n.SCORING_TEAM]
    if how == n.BY_SAFETY:
        return {"safety": 1}
    if how != n.BY_TOUCHDOWN:
        return {}
    own = team == record[n.TEAM]
    passed = own and record[n.KIND] == n.IS_PASS
    ran = own and record[n.KIND] in (n.IS_RUN, n.IS_SCRAMBLE)
    return {
        "touchdown": 1,
        "td_team": card.codes[team],
        "pass_touchdown": int(passed),
        "rush_touchdown": int(ran),
        "return_touchdown": int(not passed and not ran),
    }


def _penalty(card: GameCard, record: Record) -> Row:
    if not record[n.ACCEPTED]:
        return {}
    foul, yards = record[n.FOUL], record[n.FOUL_YARDS]
    name = _FOULS.get(foul, {}).get(yards) or _FOUL_NAMES.get(foul, "Unnecessary Roughness")
    return {
        "penalty": 1,
        "penalty_team": card.codes[record[n.FOUL_TEAM]],
        "penalty_type": name,
        "penalty_yards": yards,
    }
