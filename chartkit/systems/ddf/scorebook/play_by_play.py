"""A game as rows of play-by-play in the nflverse columns, so that it can be read in like a real one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartkit.football.field import KICK_BEYOND_LINE, spot_name
from chartkit.systems.ddf.charts import parse
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.engine.state import SCRIMMAGE, TRY
from chartkit.systems.ddf.scorebook.plays import KICKS, Penalty, Play
from chartkit.systems.ddf.scorebook.statistics import Statistics, counted
from chartkit.systems.ddf.scorebook.words import sentence

Row = dict[str, Any]
_QUARTER, _OVERTIME = 900, 5
#: 0 on every row unless something happened; the other columns are empty then.
ZERO = (
    "ydstogo",
    "goal_to_go",
    "yards_gained",
    "shotgun",
    "no_huddle",
    "qb_dropback",
    "qb_scramble",
    "qb_kneel",
    "qb_spike",
    "complete_pass",
    "incomplete_pass",
    "interception",
    "sack",
    "touchdown",
    "pass_touchdown",
    "rush_touchdown",
    "return_touchdown",
    "safety",
    "fumble",
    "fumble_forced",
    "fumble_not_forced",
    "fumble_out_of_bounds",
    "fumble_lost",
    "first_down",
    "third_down_converted",
    "fourth_down_converted",
    "fourth_down_failed",
    "penalty",
    "return_yards",
    "touchback",
    "punt_blocked",
    "punt_inside_twenty",
    "punt_in_endzone",
    "punt_out_of_bounds",
    "punt_downed",
    "punt_fair_catch",
    "kickoff_out_of_bounds",
    "kickoff_inside_twenty",
    "kickoff_in_endzone",
    "kickoff_fair_catch",
    "kickoff_downed",
    "own_kickoff_recovery",
    "two_point_attempt",
    "out_of_bounds",
    "aborted_play",
    "timeout",
    "sp",
    "special_teams_play",
    "replay_or_challenge",
)
#: Plays of a drive, and plays of the special teams, as the files count them: field goals are only the former.
_DRIVE_PLAYS = ("run", "pass", "punt", "field_goal", "qb_kneel", "qb_spike")
#: Fumbles before the runner, passer or kicker had the ball.
_ABORTED = ("snap", "punt", "field goal")
_SPECIAL_TEAMS = ("kickoff", "punt", "extra_point")


@cache
def _words() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shipped("export.json"))
    return found


@dataclass(frozen=True, slots=True)
class GameCard:
    """What a row says about its game."""

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


def rows(card: GameCard, plays: Sequence[Play]) -> list[Row]:
    """The whole game, timeouts on rows of their own."""
    last = plays[-1] if plays else None
    final = last.score_after if last else (0, 0)
    made: list[Row] = []
    drive = 0
    before: Play | None = None
    for play in plays:
        if before is None or play.receiver != before.receiver or play.phase in KICKS:
            drive += 1
        for team in play.timeouts:
            made.append(_timeout(card, play, team, len(made) + 1, drive))
        made.append(_row(card, play, len(made) + 1, drive))
        before = play
    plays_of_drive = Counter(row["drive"] for row in made if _is_drive_play(row))
    for row in made:
        row |= {"home_score": final[0], "away_score": final[1], "result": final[0] - final[1]}
        row["drive_play_count"] = plays_of_drive[row["drive"]]
    return made


def _is_drive_play(row: Row) -> bool:
    return row["play_type"] in _DRIVE_PLAYS and not row["two_point_attempt"]


def _common(card: GameCard, play: Play, number: int, drive: int) -> Row:
    later = max(0, 4 - play.period) * _QUARTER if play.period < _OVERTIME else 0
    after = play.score_after
    return dict.fromkeys(ZERO, 0) | {
        "game_id": card.game_id,
        "season": card.season,
        "week": card.week,
        "season_type": "POST" if card.playoffs else "REG",
        "home_team": card.home,
        "away_team": card.away,
        "play_id": number,
        "order_sequence": number,
        "qtr": play.period,
        "time": f"{play.clock // 60:02}:{play.clock % 60:02}",
        "quarter_seconds_remaining": play.clock,
        "half_seconds_remaining": play.clock + (_QUARTER if play.period in (1, 3) else 0),
        "game_seconds_remaining": play.clock + later,
        "yrdln": spot_name(100 - play.spot, card.teams[play.team], card.teams[1 - play.team]),
        "play_type": "no_play",
        "total_home_score": after[0],
        "total_away_score": after[1],
        "drive": drive,
        "fixed_drive": drive,
    }


def _timeout(card: GameCard, play: Play, team: int, number: int, drive: int) -> Row:
    row = _common(card, play, number, drive)
    return row | {
        "desc": f"Timeout by {card.teams[team]}.",
        "timeout": 1,
        "timeout_team": card.teams[team],
        "total_home_score": play.score[0],
        "total_away_score": play.score[1],
    }


def _row(card: GameCard, play: Play, number: int, drive: int) -> Row:
    offense, counts = play.receiver, counted(play)
    mine, theirs = play.score[offense], play.score[1 - offense]
    row = _common(card, play, number, drive)
    row |= {
        "posteam": card.teams[offense],
        "defteam": card.teams[1 - offense],
        "posteam_type": "home" if offense == 0 else "away",
        "posteam_score": mine,
        "defteam_score": theirs,
        "score_differential": mine - theirs,
        "yardline_100": play.spot if play.phase in KICKS else 100 - play.spot,
        "desc": sentence(play, card.teams),
        "no_huddle": int(play.no_huddle),
        "sp": int(bool(play.points)),
    }
    if play.wiped_out is None:
        row |= _stood(play, card, counts)
    if play.phase != TRY:
        # A safety for holding in the end zone stands although the play does not.
        row |= _score(play, card, counts)
    if play.phase == SCRIMMAGE:
        row |= {
            "down": play.down,
            "ydstogo": play.to_go,
            "goal_to_go": int(play.spot + play.to_go >= 100),
            "first_down": int(counts["first_downs"] > 0),
            "third_down_converted": counts["third_downs_made"],
            "fourth_down_converted": counts["fourth_downs_made"],
            "fourth_down_failed": counts["fourth_downs"] - counts["fourth_downs_made"],
        }
    row["special_teams_play"] = int(row["play_type"] in _SPECIAL_TEAMS)
    return row | _penalty(play, card)


def _stood(play: Play, card: GameCard, counts: Statistics) -> Row:
    """What was done on a play that no foul wiped out."""
    if play.phase == TRY:
        return _try(play)
    row = _kickoff(play, card) if play.phase in KICKS else _scrimmage(play, card, counts)
    return row | _turnovers(play, card, aborted="aborted_play" in row)


def _penalty(play: Play, card: GameCard) -> Row:
    enforced = [each for each in play.penalties if each.enforced]
    if not enforced:
        return {}
    # The format has room for one foul a row; the last one is kept, as its files do.
    foul = enforced[-1]
    return {
        "penalty": 1,
        "penalty_team": card.teams[foul.team],
        "penalty_type": foul_name(foul, play),
        "penalty_yards": abs(foul.yards),
    }


def foul_name(foul: Penalty, play: Play) -> str:
    """An NFL foul that the cell stands for."""
    # The yards of a forced interference are rolled and can be 0, which no cell of a chart says.
    kind = "PI #" if foul.foul.startswith("PI") else str(parse(foul.foul).kind)
    words = _words()
    if foul.how == "pre-snap" and kind in words["pre_snap_fouls"]:
        return str(words["pre_snap_fouls"][kind])
    if play.phase in KICKS or play.first("punt"):
        return str(words["kick_fouls"].get(kind, words["fouls"][kind]))
    return str(words["fouls"][kind])


def _side(play: Play) -> str:
    return "left" if play.number % 2 else "right"


def _scrimmage(play: Play, card: GameCard, counts: Statistics) -> Row:
    deed = play.deed
    if deed is not None and deed.what in ("punt", "field goal", "blocked"):
        return _kick_from_scrimmage(play, card, counts)
    if deed is not None and deed.what == "kneel":
        return {"play_type": "qb_kneel", "qb_kneel": 1, "yards_gained": deed.yards}
    if deed is not None and deed.what == "spike":
        return {"play_type": "qb_spike", "qb_spike": 1, "incomplete_pass": 1}
    if deed is not None and deed.what != "run":
        return _pass(play)
    row: Row = {"play_type": "run", "yards_gained": counts["rushing_yards"]}
    dropped = play.first("fumble")
    if dropped is not None and dropped.detail in _ABORTED:
        return row | {"aborted_play": 1}
    style = _words()["runs"].get(play.call)
    if style:
        row |= {
            "run_location": _side(play) if style["location"] == "side" else style["location"],
            "run_gap": style["gap"],
            "shotgun": style["shotgun"],
        }
    return row | {"out_of_bounds": int(deed is not None and deed.detail == "out of bounds")}


def _pass(play: Play) -> Row:
    deed = play.deed
    assert deed is not None
    if deed.what == "scramble":
        row: Row = {"play_type": "run", "yards_gained": deed.yards, "qb_scramble": 1, "qb_dropback": 1}
        return row | {"out_of_bounds": int(deed.detail == "out of bounds")}
    row = {"play_type": "pass", "qb_dropback": 1}
    if deed.what == "sack":
        return row | {"sack": 1, "yards_gained": deed.yards}
    if style := _words()["passes"].get(play.call):
        row |= {
            "pass_length": style["length"],
            "pass_location": _side(play) if style["location"] == "side" else style["location"],
            "air_yards": style["air_yards"],
        }
    if deed.what == "complete":
        row |= {
            "complete_pass": 1,
            "yards_gained": deed.yards,
            "out_of_bounds": int(deed.detail == "out of bounds"),
        }
        if "air_yards" in row:
            # Nobody catches a ball beyond the spot where he is tackled.
            row["air_yards"] = min(row["air_yards"], deed.yards)
            row["yards_after_catch"] = deed.yards - row["air_yards"]
        return row
    return row | {
        "incomplete_pass": int(deed.what != "interception"),
        "interception": int(deed.what == "interception"),
    }


def _touchback(play: Play) -> bool:
    """The kick or the interception itself, not a fumble on its return, ended as a touchback."""
    dead = play.first("touchback")
    return dead is not None and dead.detail != "fumble"


def _returned(play: Play, card: GameCard) -> Row:
    back = next((each for each in play.happenings if each.what == "return" and each.detail != "fumble"), None)
    if back is None:
        return {}
    return {"return_yards": back.yards, "return_team": card.teams[back.team]}


def _kick_from_scrimmage(play: Play, card: GameCard, counts: Statistics) -> Row:
    if kick := play.first("field goal"):
        result = "made" if kick.detail == "good" else "missed"
        return {
            "play_type": "field_goal",
            "field_goal_result": result,
            "kick_distance": 100 - play.spot + KICK_BEYOND_LINE,
        }
    if blocked := play.first("blocked"):
        if blocked.detail == "punt":
            return {"play_type": "punt", "punt_blocked": 1, "kick_distance": 0}
        distance = 100 - play.spot + KICK_BEYOND_LINE
        return {"play_type": "field_goal", "field_goal_result": "blocked", "kick_distance": distance}
    punt, touchback = play.first("punt"), _touchback(play)
    assert punt is not None
    fair = play.first("fair catch") is not None
    out = punt.detail == "out of bounds"
    dead = punt.detail in ("dead", "roll") and not touchback
    return {
        "play_type": "punt",
        "kick_distance": counts["punt_yards"],
        "touchback": int(touchback),
        "punt_inside_twenty": int(not touchback and play.after.team != play.team and play.after.spot < 20),
        "punt_fair_catch": int(fair),
        "punt_out_of_bounds": int(out),
        "punt_downed": int(dead),
    } | _returned(play, card)


def _kickoff(play: Play, card: GameCard) -> Row:
    row: Row = {"play_type": "kickoff"}
    if play.first("out of bounds kick"):
        return row | {"kickoff_out_of_bounds": 1, "kick_distance": 100 - play.spot - play.after.spot}
    kick, touchback = play.first("kickoff"), _touchback(play)
    assert kick is not None
    own = play.first("onside")
    deep = kick.spot >= 100
    return (
        row
        | {
            "kick_distance": 100 - play.spot if touchback else kick.yards,
            "touchback": int(touchback),
            "kickoff_in_endzone": int(deep and not touchback),
            "own_kickoff_recovery": int(own is not None and own.team == play.team),
            "kickoff_downed": int(own is not None and own.team != play.team),
        }
        | _returned(play, card)
    )


def _try(play: Play) -> Row:
    if kick := play.first("pat"):
        result = "good" if kick.detail == "good" else "failed"
        return {
            "play_type": "extra_point",
            "extra_point_result": result,
            "kick_distance": 100 - play.spot + KICK_BEYOND_LINE,
        }
    # Of the play itself the files only say whether it was a run or a pass.
    deed, two = play.deed, play.first("two-point")
    passed = deed is not None and deed.what not in ("run", "scramble")
    good = two is not None and two.detail == "good"
    returned = any(each.how == "defensive conversion" for each in play.points)
    return {
        "play_type": "pass" if passed else "run",
        "qb_dropback": int(passed),
        "two_point_attempt": 1,
        "two_point_conv_result": "success" if good else "return" if returned else "failure",
        "yards_gained": 2 if good else 0,
    }


def _turnovers(play: Play, card: GameCard, *, aborted: bool) -> Row:
    row: Row = {}
    deed = play.deed
    if deed is not None and deed.what == "interception":
        row |= {"return_team": card.teams[deed.team]} | _returned(play, card)
        row["touchback"] = int(_touchback(play))
    dropped, found = play.first("fumble"), play.first("recovery")
    if dropped is None or found is None:
        return row
    back = next((each for each in play.happenings if each.what == "return" and each.detail == "fumble"), None)
    return row | {
        "fumble": 1,
        "fumble_forced": int(not aborted),
        "fumble_not_forced": int(aborted),
        "fumble_lost": int(play.fumble_lost),
        "fumbled_1_team": card.teams[dropped.team],
        "fumble_recovery_1_team": card.teams[found.team],
        "fumble_recovery_1_yards": back.yards if back else 0,
    }


def _score(play: Play, card: GameCard, counts: Statistics) -> Row:
    if play.first("safety"):
        return {"safety": 1}
    scored = play.first("touchdown")
    if scored is None:
        return {}
    passed, ran = counts["passing_touchdowns"], counts["rushing_touchdowns"]
    return {
        "touchdown": 1,
        "td_team": card.teams[scored.team],
        "pass_touchdown": passed,
        "rush_touchdown": ran,
        "return_touchdown": int(not passed and not ran),
    }
