"""What the records of a game say (`records`): statistics, box score, and play-by-play in the nflverse columns.

The statistics are plain functions, which games compile with their rules. How a game tells its records and names its
players is its own (`logged.Wording`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.football.field import quarter_in_words
from chartkit.plays import export
from chartkit.plays.export import QUARTER_SECONDS, GameCard, Row
from chartkit.running.fields import Table, numbers
from chartkit.systems import records as r
from chartkit.systems import tally as s
from chartkit.systems.logged import GameLog, Record, Wording
from chartkit.systems.tally import clear, count_down, count_pass, count_points, count_yards, sum_up

NAMES = s.COMMON
NUMBER = len(NAMES)
PLACE = {name: place for place, name in enumerate(NAMES)}
#: Points by `records.SCORES`, and the statistic that counts them; those of a defense on a try are only points.
WORTH = (0, 6, 3, 1, 2, 2, 2)
SCORED_AS = (-1, s.TOUCHDOWNS, s.GOALS, s.EXTRA_POINTS, s.TWO_POINTS, s.SAFETIES, -1)
PUNT_TOUCHBACK = 20


@dataclass(eq=False)
class Tally:
    """What is counted; teams are 0 (home) and 1 (visitor)."""

    #: By team and `NAMES`.
    statistics: Table = numbers(2, NUMBER)
    #: Parts of the clock with the ball, and the team of the last play.
    held_boxes: list[int] = numbers(2)
    held_by: int = 0
    #: Parts of the clock that make a quarter.
    boxes: int = 0


def begin_count(tally: Any) -> None:
    """Before the first record."""
    clear(tally)
    tally.held_boxes[0], tally.held_boxes[1], tally.held_by = 0, 0, 0


def count(tally: Any, row: Any) -> None:
    """Count one record."""
    kind, team = row[r.KIND], row[r.TEAM]
    if row[r.SCORED_HOW]:
        _count_score(tally, row)
    if row[r.ACCEPTED]:
        count_yards(tally, row[r.FOUL_TEAM], s.PENALTIES, row[r.FOUL_YARDS])
    if row[r.ROLL] and not row[r.IS_TRY]:
        tally.held_by = 1 - team if kind in (r.IS_KICKOFF, r.IS_ONSIDE) else team
        tally.held_boxes[tally.held_by] += 1
    if row[r.SAVED_BOX]:
        tally.held_boxes[tally.held_by] -= 1
    if row[r.MADE_FIRST]:
        _count_first_down(tally.statistics[team], row)
    if row[r.NO_PLAY]:
        return
    if kind == r.IS_EXTRA_POINT or row[r.IS_TRY]:
        tally.statistics[team][s.POINTS_TRIED if kind == r.IS_EXTRA_POINT else s.TWO_TRIED] += 1
        return
    if is_down_played(row):
        _count_scrimmage(tally, row)
    elif kind in (r.IS_KICKOFF, r.IS_ONSIDE, r.IS_PUNT, r.IS_FIELD_GOAL):
        _count_kick(tally, row)
    if row[r.FUMBLES] and row[r.RESULT] != r.WAS_BLOCKED:
        # One fumble a play, as the play-by-play files count: the first, and who has it.
        mine = tally.statistics[row[r.FUMBLE_TEAM]]
        mine[s.FUMBLES] += 1
        mine[s.FUMBLES_LOST] += 1 if row[r.RECOVERED_BY] != row[r.FUMBLE_TEAM] else 0


def is_down_played(row: Any) -> bool:
    """A run or a pass, also one that began as a punt whose ball came loose."""
    aborted = row[r.KIND] == r.IS_PUNT and row[r.RESULT] == 0
    played: bool = r.IS_RUN <= row[r.KIND] <= r.IS_SCRAMBLE or row[r.KIND] == r.IS_SPIKE or aborted
    return played


def _count_score(tally: Any, row: Any) -> None:
    how, team = row[r.SCORED_HOW], row[r.SCORING_TEAM]
    mine = tally.statistics[team]
    count_points(tally, team, WORTH[how], row[r.QUARTER])
    if SCORED_AS[how] >= 0:
        mine[SCORED_AS[how]] += 1
    if how == r.BY_TOUCHDOWN:
        if team == row[r.TEAM] and row[r.KIND] in (r.IS_RUN, r.IS_SCRAMBLE):
            mine[s.RUSHING_TOUCHDOWNS] += 1
        elif team == row[r.TEAM] and row[r.KIND] == r.IS_PASS:
            mine[s.PASSING_TOUCHDOWNS] += 1
        else:
            mine[s.RETURN_TOUCHDOWNS] += 1


def _count_first_down(mine: Any, row: Any) -> None:
    by_play = not row[r.NO_PLAY] and row[r.YARDS] >= row[r.TO_GO]
    if by_play:
        mine[s.FIRST_PASSING if row[r.KIND] == r.IS_PASS else s.FIRST_RUSHING] += 1
    if not by_play or (row[r.ACCEPTED] and row[r.FOUL_TEAM] != row[r.TEAM]):
        # Scorers give another one for a flag that is added to the gain.
        mine[s.FIRST_PENALTY] += 1


def _count_scrimmage(tally: Any, row: Any) -> None:
    team, kind, yards = row[r.TEAM], row[r.KIND], row[r.YARDS]
    count_down(tally, team, row[r.AT_DOWN], row[r.MADE_FIRST])
    if kind in (r.IS_RUN, r.IS_SCRAMBLE, r.IS_PUNT):
        # A punt is a rush when the ball came loose before the kick (8.8).
        count_yards(tally, team, s.RUSHES, yards)
    elif kind == r.IS_SACK:
        count_yards(tally, team, s.SACKS, -yards)
    else:
        picked = row[r.RESULT] == r.INTERCEPTED
        count_pass(tally, team, row[r.RESULT] == r.COMPLETE, picked, yards)
        tally.statistics[team][s.SPIKES] += 1 if kind == r.IS_SPIKE else 0
        tally.statistics[1 - team][s.INTERCEPTION_YARDS] += row[r.RETURN_YARDS] if picked else 0


def _count_kick(tally: Any, row: Any) -> None:
    kind, team = row[r.KIND], row[r.TEAM]
    mine, was_returned = tally.statistics[team], row[r.RESULT] == r.RETURNED
    if kind == r.IS_FIELD_GOAL:
        mine[s.GOALS_TRIED] += 1
    elif kind != r.IS_PUNT:
        mine[s.KICKOFFS] += 1
        if was_returned:
            count_yards(tally, 1 - team, s.KICKOFF_RETURNS, row[r.RETURN_YARDS])
    else:
        count_yards(tally, team, s.PUNTS, row[r.KICK_YARDS])
        mine[s.NET_PUNT_YARDS] += row[r.KICK_YARDS]
        if row[r.RESULT] == r.IN_END_ZONE:
            mine[s.NET_PUNT_YARDS] -= PUNT_TOUCHBACK
        elif was_returned:
            count_yards(tally, 1 - team, s.PUNT_RETURNS, row[r.RETURN_YARDS])
            mine[s.NET_PUNT_YARDS] -= row[r.RETURN_YARDS]


def seconds_left(box: int, boxes: int) -> int:
    """The clock when so many boxes of a quarter are filled; its seconds are shared out among them."""
    return QUARTER_SECONDS - min(box, boxes) * QUARTER_SECONDS // boxes


def finish_count(tally: Any) -> None:
    """After the last record: sums, and the seconds of a quarter shared out among its boxes."""
    sum_up(tally)
    for team in range(2):
        tally.statistics[team][s.POSSESSION] = tally.held_boxes[team] * QUARTER_SECONDS // tally.boxes


def counted(records: Iterable[Sequence[int]], boxes: int) -> list[list[int]]:
    """The statistics of both teams from the records of a game."""
    tally = Tally(boxes=boxes)
    for row in records:
        count(tally, row)
    finish_count(tally)
    return tally.statistics


# Words.


def situation(matchup: Any, row: Record) -> str:
    """Quarter, clock, down, distance and spot before a play."""
    wording: Wording = matchup.wording
    return f"{quarter_in_words(row[r.QUARTER])}, {wording.clock(row)}: {wording.situation(matchup, row)}"


def told(matchup: Any, row: Record) -> str:
    """A line of play-by-play: the situation and what happened."""
    said: str = matchup.wording.sentence(matchup, row)
    return said if row[r.KIND] in r.BETWEEN else f"{situation(matchup, row)}. {said}"


# Box score.


def box_score(log: GameLog) -> dict[str, Any]:
    """Points by quarter, scores, statistics and players of a game as data (`systems.box_score`)."""
    records, codes = log.records, log.matchup.codes
    counts = [dict(zip(NAMES, line, strict=True)) for line in counted(records, log.matchup.options.boxes)]
    periods = [f"points_q{quarter}" for quarter in range(1, r.REGULATION + 1)]
    if any(row[r.QUARTER] > r.REGULATION for row in records):
        periods.append("points_overtime")
    return {
        "line_score": {
            code: [own[name] for name in (*periods, "points")] for code, own in zip(codes, counts, strict=True)
        },
        "scoring": [_scoring(log, row) for row in records if row[r.SCORED_HOW]],
        "statistics": dict(zip(codes, counts, strict=True)),
        "players": {code: _players(log, side) for side, code in enumerate(codes)},
    }


def _scoring(log: GameLog, row: Record) -> dict[str, Any]:
    home, away = log.matchup.codes
    return {
        "period": min(row[r.QUARTER], r.REGULATION + 1),
        "clock": seconds_left(row[r.BOX], log.matchup.options.boxes),
        "team": log.matchup.codes[row[r.SCORING_TEAM]],
        "how": r.SCORES[row[r.SCORED_HOW]],
        "play": log.matchup.wording.deed(log.matchup, row),
        "score": {home: row[r.HOME_SCORE], away: row[r.AWAY_SCORE]},
    }


def _players(log: GameLog, side: int) -> dict[str, dict[str, int]]:
    """Carries, catches, sacks and takeaways by player."""
    found: dict[str, dict[str, int]] = {}

    def add(slot: int, name: str, amount: int = 1) -> None:
        line = found.setdefault(log.matchup.wording.man(log.matchup, side, slot), {})
        line[name] = line.get(name, 0) + amount

    for row in log.records:
        kind, mine = row[r.KIND], row[r.TEAM] == side
        if row[r.NO_PLAY] or row[r.IS_TRY]:
            continue
        if mine and kind in (r.IS_RUN, r.IS_SCRAMBLE):
            add(row[r.PLAYER], "rushes")
            add(row[r.PLAYER], "rushing_yards", row[r.YARDS])
        elif mine and kind == r.IS_PASS and row[r.RESULT] == r.COMPLETE:
            add(row[r.PLAYER], "catches")
            add(row[r.PLAYER], "receiving_yards", row[r.YARDS])
        elif not mine and row[r.CREDIT] >= 0:
            add(row[r.CREDIT], {r.IS_SACK: "sacks", r.IS_PASS: "interceptions"}.get(kind, "blocks"))
        if not mine and row[r.RECOVERY] >= 0:
            add(row[r.RECOVERY], "recoveries")
    return found


# Play-by-play.


@dataclass(frozen=True, kw_only=True)
class _Card(GameCard):
    """The game with who plays whom by which rules."""

    matchup: Any

    def man(self, team: int, slot: int | str) -> str | None:
        """The player of a slot, by its number or name; None for nobody."""
        nobody = isinstance(slot, int) and slot < 0
        return None if nobody else self.matchup.wording.man(self.matchup, team, slot)

    def called(self, record: Record) -> Row:
        """What the game says of a call."""
        row: Row = self.matchup.wording.called(record)
        return row


def rows(log: GameLog, week: int = 1) -> list[Row]:
    """The whole game; time outs have rows of their own."""
    matchup = log.matchup
    home, away = matchup.codes
    season, playoffs = matchup.setting.season, matchup.options.playoff
    card = _Card(home=home, away=away, season=season, week=week, playoffs=playoffs, matchup=matchup)
    made: list[Row] = []
    score, drive, holder = (0, 0), 0, -1
    for record in log.records:
        if record[r.KIND] in (r.IS_QUARTER, r.IS_END):
            continue
        kick, stop = record[r.KIND] in (r.IS_KICKOFF, r.IS_ONSIDE), record[r.KIND] == r.IS_TIME_OUT
        team = 1 - record[r.TEAM] if kick else record[r.TEAM]
        if not stop and not record[r.IS_TRY] and (kick or team != holder):
            drive, holder = drive + 1, team
        after = record[r.HOME_SCORE], record[r.AWAY_SCORE]
        row = export.begun(
            card,
            len(made) + 1,
            drive,
            quarter=min(record[r.QUARTER], r.REGULATION + 1),
            left=seconds_left(record[r.BOX], matchup.options.boxes),
            team=record[r.TEAM],
            spot=record[r.SPOT],
            score=after,
        )
        row["desc"] = matchup.wording.sentence(matchup, record)
        made.append(row | (export.time_out(card, record[r.TEAM]) if stop else _play(card, record, team, score)))
        score = after
    return export.finished(made, score)


def _play(card: _Card, record: Record, team: int, score: tuple[int, int]) -> Row:
    kickoff = record[r.KIND] in (r.IS_KICKOFF, r.IS_ONSIDE)
    to_goal = record[r.SPOT] if kickoff else 100 - record[r.SPOT]
    row = export.offense(card, team, score, to_goal=to_goal) | {
        "sp": int(record[r.SCORED_HOW] > 0),
        "replay_or_challenge": int(record[r.CHALLENGE] > 0),
    }
    down, made = record[r.AT_DOWN], record[r.MADE_FIRST]
    if down and not record[r.IS_TRY]:
        played = not record[r.NO_PLAY] and is_down_played(record)
        row |= export.down(
            down,
            record[r.TO_GO],
            record[r.SPOT],
            first=made > 0,
            third_made=int(down == 3 and played and made),
            fourth=int(down == 4 and played),
            fourth_made=int(down == 4 and played and made),
        )
    if not record[r.NO_PLAY]:
        row |= _try(record) if record[r.IS_TRY] else _deed(card, record)
        row |= _fumble(card, record)
    return row | _score(card, record) | _penalty(card, record)


def _deed(card: _Card, record: Record) -> Row:
    kind, team, yards = record[r.KIND], record[r.TEAM], record[r.YARDS]
    if kind in (r.IS_RUN, r.IS_SCRAMBLE):
        aborted = record[r.FUMBLES] > 0 and record[r.PLAYER] == r.QB and kind == r.IS_RUN
        out, scramble = record[r.WENT_OUT_OF_BOUNDS] > 0, kind == r.IS_SCRAMBLE
        row = export.run(yards, out=out, scramble=scramble, aborted=aborted)
        return row | card.called(record) | {"rusher_player_name": card.man(team, record[r.PLAYER])}
    if kind == r.IS_SPIKE:
        return export.spike()
    if kind in (r.IS_PASS, r.IS_SACK):
        row = export.sack(yards) if kind == r.IS_SACK else _pass(card, record)
        return row | {"passer_player_name": card.man(team, "QB")}
    return _kick(card, record) if kind != r.IS_NO_CALL else {}


def _pass(card: _Card, record: Record) -> Row:
    result, other = record[r.RESULT], 1 - record[r.TEAM]
    air = card.called(record)["air_yards"]
    row: Row = {
        "play_type": "pass",
        "qb_dropback": 1,
        "yards_gained": record[r.YARDS],
        "receiver_player_name": card.man(record[r.TEAM], record[r.PLAYER]),
        "pass_length": "deep" if air >= 15 else "short",
        "pass_location": "left" if record[r.SIDELINE] else "middle",
        "air_yards": air,
    }
    if result == r.COMPLETE:
        return row | export.caught(record[r.YARDS], air, out=record[r.WENT_OUT_OF_BOUNDS] > 0)
    row["out_of_bounds"] = record[r.WENT_OUT_OF_BOUNDS]
    if result == r.INTERCEPTED:
        row |= _returned(card, record)
        row["touchback"] = int(record[r.RETURN_YARDS] == 0 and record[r.RETURN_FROM] <= 0)
        return row | {"interception": 1, "interception_player_name": card.man(other, record[r.CREDIT])}
    return row | {"incomplete_pass": 1}


def _returned(card: _Card, record: Record) -> Row:
    back = record[r.RETURNED_BY]
    return {} if back < 0 else export.returned(card, back, record[r.RETURN_YARDS])


def _kick(card: _Card, record: Record) -> Row:
    kind, team, result = record[r.KIND], record[r.TEAM], record[r.RESULT]
    kicker = {"kicker_player_name": card.man(team, "K")}
    if kind == r.IS_FIELD_GOAL:
        words = {r.GOOD: "made", r.WAS_BLOCKED: "blocked"}
        return kicker | export.field_goal(words.get(result, "missed"), record[r.SPOT])
    if kind == r.IS_PUNT and result == 0:
        # The ball came loose before the kick (8.8).
        return export.run(0, aborted=True)
    row, yards = _returned(card, record) if result == r.RETURNED else {}, record[r.KICK_YARDS]
    touchback = result == r.IN_END_ZONE
    if kind == r.IS_PUNT:
        deep = record[r.END_TEAM] != team and record[r.END_SPOT] < 20 and not touchback
        back = card.man(1 - team, "PR") if result == r.RETURNED else None
        row |= export.punt(r.RESULTS[result], yards, touchback=touchback, inside=deep)
        return row | {"punter_player_name": card.man(team, "P"), "punt_returner_player_name": back}
    row |= {"touchback": int(touchback), "kick_distance": yards}
    back = card.man(1 - team, "KR") if result == r.RETURNED else None
    row |= kicker | {"play_type": "kickoff", "kickoff_returner_player_name": back}
    row["kickoff_out_of_bounds"] = int(result == r.WENT_OUT)
    if kind == r.IS_ONSIDE:
        row["own_kickoff_recovery" if record[r.END_TEAM] == team else "kickoff_downed"] = 1
    return row


def _try(record: Record) -> Row:
    if record[r.KIND] == r.IS_EXTRA_POINT:
        result = {r.GOOD: "good", r.WAS_BLOCKED: "blocked"}.get(record[r.RESULT], "failed")
        return export.extra_point(result, record[r.SPOT])
    words = {r.BY_TWO_POINTS: "success", r.BY_DEFENSE: "return"}
    passed = record[r.KIND] in (r.IS_PASS, r.IS_SACK)
    return export.two_points(passed=passed, result=words.get(record[r.SCORED_HOW], "failure"))


def _fumble(card: _Card, record: Record) -> Row:
    if not record[r.FUMBLES] or record[r.RESULT] == r.WAS_BLOCKED or record[r.IS_TRY]:
        return {}
    dropped, found = record[r.FUMBLE_TEAM], record[r.RECOVERED_BY]
    own_return = record[r.RETURNED_BY] == found and record[r.KIND] <= r.IS_SCRAMBLE
    yards = record[r.RETURN_YARDS] if own_return and found != dropped else 0
    return export.fumble(card, dropped, found, lost=found != dropped, forced=True, yards=yards)


def _score(card: _Card, record: Record) -> Row:
    how, team = record[r.SCORED_HOW], record[r.SCORING_TEAM]
    if how == r.BY_SAFETY:
        return {"safety": 1}
    if how != r.BY_TOUCHDOWN:
        return {}
    own = team == record[r.TEAM]
    passed = own and record[r.KIND] == r.IS_PASS
    ran = own and record[r.KIND] in (r.IS_RUN, r.IS_SCRAMBLE)
    return export.touchdown(card, team, passed=passed, ran=ran)


def _penalty(card: _Card, record: Record) -> Row:
    if not record[r.ACCEPTED]:
        return {}
    return export.penalty(card, record[r.FOUL_TEAM], card.matchup.wording.foul(record), record[r.FOUL_YARDS])
