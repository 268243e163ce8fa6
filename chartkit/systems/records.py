"""The record of a play, each number by its place, and what the records of a game say.

Rules fill one record a play (`logged`). Statistics, box score and play-by-play in the nflverse columns are made
from the records alone. Numbers that a game does not use stay 0, or -1 in the places of `NOTHING_YET`.

The statistics are plain functions, which games compile with their rules. How a game tells its records and names
its players is its own (`logged.LoggedMatchup`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.football.field import quarter_in_words
from chartkit.plays import export
from chartkit.plays.export import QUARTER_SECONDS, GameCard, Row
from chartkit.running.fields import Table, numbers
from chartkit.systems import statistics as s
from chartkit.systems.statistics import clear, count_down, count_pass, count_points, count_yards, sum_up

#: The numbers of a play.
Record = tuple[int, ...]
#: `("roll", number)`, `("ask", question, team, answer)` or `("play", *record)`.
Event = tuple[Any, ...]
# fmt: off
REGULATION = 4
#: The slot of the quarterback; games number the other players as they like.
QB = 0

#: What a record is about.
KINDS = (
    "quarter", "kickoff", "onside kick", "run", "pass", "sack", "scramble", "punt", "field goal", "extra point",
    "spike", "time out", "no call", "end",
)
(
    IS_QUARTER, IS_KICKOFF, IS_ONSIDE, IS_RUN, IS_PASS, IS_SACK, IS_SCRAMBLE, IS_PUNT, IS_FIELD_GOAL,
    IS_EXTRA_POINT, IS_SPIKE, IS_TIME_OUT, IS_NO_CALL, IS_END,
) = range(len(KINDS))

#: Records that are not plays.
BETWEEN = (IS_QUARTER, IS_TIME_OUT, IS_END)

#: How a pass or a kick came out.
RESULTS = (
    "", "complete", "incomplete", "intercepted", "good", "missed", "blocked", "touchback", "fair catch",
    "out of bounds", "downed", "returned", "recovered",
)
(
    _, COMPLETE, NOT_CAUGHT, INTERCEPTED, GOOD, NO_GOOD, WAS_BLOCKED, IN_END_ZONE, CAUGHT_FAIR, WENT_OUT, DOWNED,
    RETURNED, RECOVERED,
) = range(len(RESULTS))

#: The numbers of a record, in order. Spots are yards from the own goal line of the team in `team`.
RECORD = (
    "kind", "team", "quarter", "box", "roll", "down", "to_go", "spot", "call", "player", "sideline", "is_try",
    "gain", "result", "kick_yards", "returned_by", "return_from", "return_yards", "fumbles", "fumble_team",
    "recovered_by", "fumble_spot", "credit", "recovery_credit", "foul", "foul_team", "foul_yards", "accepted",
    "no_play", "out_of_bounds", "in_bounds", "saved_box", "rare", "challenge", "injured_team", "injured",
    "games_out", "first_down", "scored", "scoring_team", "end_team", "end_spot", "home_score", "away_score",
)
(
    KIND, TEAM, QUARTER, BOX, ROLL, AT_DOWN, TO_GO, SPOT, CALL, PLAYER, SIDELINE, IS_TRY, YARDS, RESULT,
    KICK_YARDS, RETURNED_BY, RETURN_FROM, RETURN_YARDS, FUMBLES, FUMBLE_TEAM, RECOVERED_BY, FUMBLE_SPOT, CREDIT,
    RECOVERY, FOUL, FOUL_TEAM, FOUL_YARDS, ACCEPTED, NO_PLAY, WENT_OUT_OF_BOUNDS, IN_BOUNDS, SAVED_BOX, RARE,
    CHALLENGE, INJURED_TEAM, INJURED, GAMES_OUT, MADE_FIRST, SCORED_HOW, SCORING_TEAM, END_TEAM, END_SPOT,
    HOME_SCORE, AWAY_SCORE,
) = range(len(RECORD))
#: Places of a record that begin with -1.
NOTHING_YET = (
    PLAYER, CALL, CREDIT, RECOVERY, FUMBLE_TEAM, RECOVERED_BY, RETURNED_BY, INJURED_TEAM, INJURED, SCORING_TEAM,
    RARE,
)
#: How points were scored.
SCORES = ("", "touchdown", "field goal", "extra point", "two points", "safety", "defensive two points")
NO_SCORE, BY_TOUCHDOWN, BY_FIELD_GOAL, BY_EXTRA_POINT, BY_TWO_POINTS, BY_SAFETY, BY_DEFENSE = range(len(SCORES))
# fmt: on


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
    kind, team = row[KIND], row[TEAM]
    if row[SCORED_HOW]:
        _count_score(tally, row)
    if row[ACCEPTED]:
        count_yards(tally, row[FOUL_TEAM], s.PENALTIES, row[FOUL_YARDS])
    if row[ROLL] and not row[IS_TRY]:
        tally.held_by = 1 - team if kind in (IS_KICKOFF, IS_ONSIDE) else team
        tally.held_boxes[tally.held_by] += 1
    if row[SAVED_BOX]:
        tally.held_boxes[tally.held_by] -= 1
    if row[MADE_FIRST]:
        _count_first_down(tally.statistics[team], row)
    if row[NO_PLAY]:
        return
    if kind == IS_EXTRA_POINT or row[IS_TRY]:
        tally.statistics[team][s.POINTS_TRIED if kind == IS_EXTRA_POINT else s.TWO_TRIED] += 1
        return
    if is_down_played(row):
        _count_scrimmage(tally, row)
    elif kind in (IS_KICKOFF, IS_ONSIDE, IS_PUNT, IS_FIELD_GOAL):
        _count_kick(tally, row)
    if row[FUMBLES] and row[RESULT] != WAS_BLOCKED:
        # One fumble a play, as the play-by-play files count: the first, and who has it.
        mine = tally.statistics[row[FUMBLE_TEAM]]
        mine[s.FUMBLES] += 1
        mine[s.FUMBLES_LOST] += 1 if row[RECOVERED_BY] != row[FUMBLE_TEAM] else 0


def is_down_played(row: Any) -> bool:
    """A run or a pass, also one that began as a punt whose ball came loose."""
    aborted = row[KIND] == IS_PUNT and row[RESULT] == 0
    played: bool = IS_RUN <= row[KIND] <= IS_SCRAMBLE or row[KIND] == IS_SPIKE or aborted
    return played


def _count_score(tally: Any, row: Any) -> None:
    how, team = row[SCORED_HOW], row[SCORING_TEAM]
    mine = tally.statistics[team]
    count_points(tally, team, WORTH[how], row[QUARTER])
    if SCORED_AS[how] >= 0:
        mine[SCORED_AS[how]] += 1
    if how == BY_TOUCHDOWN:
        if team == row[TEAM] and row[KIND] in (IS_RUN, IS_SCRAMBLE):
            mine[s.RUSHING_TOUCHDOWNS] += 1
        elif team == row[TEAM] and row[KIND] == IS_PASS:
            mine[s.PASSING_TOUCHDOWNS] += 1
        else:
            mine[s.RETURN_TOUCHDOWNS] += 1


def _count_first_down(mine: Any, row: Any) -> None:
    by_play = not row[NO_PLAY] and row[YARDS] >= row[TO_GO]
    if by_play:
        mine[s.FIRST_PASSING if row[KIND] == IS_PASS else s.FIRST_RUSHING] += 1
    if not by_play or (row[ACCEPTED] and row[FOUL_TEAM] != row[TEAM]):
        # Scorers give another one for a flag that is added to the gain.
        mine[s.FIRST_PENALTY] += 1


def _count_scrimmage(tally: Any, row: Any) -> None:
    team, kind, yards = row[TEAM], row[KIND], row[YARDS]
    count_down(tally, team, row[AT_DOWN], row[MADE_FIRST])
    if kind in (IS_RUN, IS_SCRAMBLE, IS_PUNT):
        # A punt is a rush when the ball came loose before the kick (8.8).
        count_yards(tally, team, s.RUSHES, yards)
    elif kind == IS_SACK:
        count_yards(tally, team, s.SACKS, -yards)
    else:
        picked = row[RESULT] == INTERCEPTED
        count_pass(tally, team, row[RESULT] == COMPLETE, picked, yards)
        tally.statistics[team][s.SPIKES] += 1 if kind == IS_SPIKE else 0
        tally.statistics[1 - team][s.INTERCEPTION_YARDS] += row[RETURN_YARDS] if picked else 0


def _count_kick(tally: Any, row: Any) -> None:
    kind, team = row[KIND], row[TEAM]
    mine, was_returned = tally.statistics[team], row[RESULT] == RETURNED
    if kind == IS_FIELD_GOAL:
        mine[s.GOALS_TRIED] += 1
    elif kind != IS_PUNT:
        mine[s.KICKOFFS] += 1
        if was_returned:
            count_yards(tally, 1 - team, s.KICKOFF_RETURNS, row[RETURN_YARDS])
    else:
        count_yards(tally, team, s.PUNTS, row[KICK_YARDS])
        mine[s.NET_PUNT_YARDS] += row[KICK_YARDS]
        if row[RESULT] == IN_END_ZONE:
            mine[s.NET_PUNT_YARDS] -= PUNT_TOUCHBACK
        elif was_returned:
            count_yards(tally, 1 - team, s.PUNT_RETURNS, row[RETURN_YARDS])
            mine[s.NET_PUNT_YARDS] -= row[RETURN_YARDS]


def seconds_left(box: int, boxes: int) -> int:
    """The clock when `box` boxes of a quarter are filled; its seconds are shared out among `boxes`."""
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


# The log, and its words.


@dataclass(frozen=True)
class GameLog:
    """A game or the beginning of one: everything that is needed to play it again."""

    matchup: Any
    events: tuple[Event, ...]
    seed: int | str | None = None

    @property
    def records(self) -> list[Record]:
        """What happened, one record a play."""
        return [event[1:] for event in self.events if event[0] == "play"]

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        records = self.records
        return (records[-1][HOME_SCORE], records[-1][AWAY_SCORE]) if records else (0, 0)

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        records = self.records
        return bool(records) and records[-1][KIND] == IS_END


def situation(matchup: Any, row: Record) -> str:
    """Quarter, clock, down, distance and spot before a play."""
    return f"{quarter_in_words(row[QUARTER])}, {matchup.clock(row)}: {matchup.situation(row)}"


def play_line(matchup: Any, row: Record) -> str:
    """A line of play-by-play: the situation and what happened."""
    said: str = matchup.sentence(row)
    return said if row[KIND] in BETWEEN else f"{situation(matchup, row)}. {said}"


# Box score.


def box_score(log: GameLog) -> dict[str, Any]:
    """Points by quarter, scores, statistics and players of a game as data (`systems.box_score`)."""
    records, codes = log.records, log.matchup.codes
    counts = [dict(zip(NAMES, line, strict=True)) for line in counted(records, log.matchup.options.boxes)]
    periods = [f"points_q{quarter}" for quarter in range(1, REGULATION + 1)]
    if any(row[QUARTER] > REGULATION for row in records):
        periods.append("points_overtime")
    return {
        "line_score": {
            code: [own[name] for name in (*periods, "points")] for code, own in zip(codes, counts, strict=True)
        },
        "scoring": [_scoring(log, row) for row in records if row[SCORED_HOW]],
        "statistics": dict(zip(codes, counts, strict=True)),
        "players": {code: _players(log, side) for side, code in enumerate(codes)},
    }


def _scoring(log: GameLog, row: Record) -> dict[str, Any]:
    home, away = log.matchup.codes
    return {
        "period": min(row[QUARTER], REGULATION + 1),
        "clock": seconds_left(row[BOX], log.matchup.options.boxes),
        "team": log.matchup.codes[row[SCORING_TEAM]],
        "how": SCORES[row[SCORED_HOW]],
        "play": log.matchup.deed(row),
        "score": {home: row[HOME_SCORE], away: row[AWAY_SCORE]},
    }


def _players(log: GameLog, side: int) -> dict[str, dict[str, int]]:
    """Carries, catches, sacks and takeaways by player."""
    found: dict[str, dict[str, int]] = {}

    def add(slot: int, name: str, amount: int = 1) -> None:
        line = found.setdefault(log.matchup.man(side, slot), {})
        line[name] = line.get(name, 0) + amount

    for row in log.records:
        kind, mine = row[KIND], row[TEAM] == side
        if row[NO_PLAY] or row[IS_TRY]:
            continue
        if mine and kind in (IS_RUN, IS_SCRAMBLE):
            add(row[PLAYER], "rushes")
            add(row[PLAYER], "rushing_yards", row[YARDS])
        elif mine and kind == IS_PASS and row[RESULT] == COMPLETE:
            add(row[PLAYER], "catches")
            add(row[PLAYER], "receiving_yards", row[YARDS])
        elif not mine and row[CREDIT] >= 0:
            add(row[CREDIT], {IS_SACK: "sacks", IS_PASS: "interceptions"}.get(kind, "blocks"))
        if not mine and row[RECOVERY] >= 0:
            add(row[RECOVERY], "recoveries")
    return found


# Play-by-play.


@dataclass(frozen=True, kw_only=True)
class _Card(GameCard):
    """The game with who plays whom by which rules."""

    matchup: Any

    def man(self, team: int, slot: int | str) -> str | None:
        """The player of a slot, by its number or name; None for nobody."""
        nobody = isinstance(slot, int) and slot < 0
        return None if nobody else self.matchup.man(team, slot)

    def called(self, record: Record) -> Row:
        """What the game says of a call."""
        row: Row = self.matchup.called(record)
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
        if record[KIND] in (IS_QUARTER, IS_END):
            continue
        kick, stop = record[KIND] in (IS_KICKOFF, IS_ONSIDE), record[KIND] == IS_TIME_OUT
        team = 1 - record[TEAM] if kick else record[TEAM]
        if not stop and not record[IS_TRY] and (kick or team != holder):
            drive, holder = drive + 1, team
        after = record[HOME_SCORE], record[AWAY_SCORE]
        row = export.begun(
            card,
            len(made) + 1,
            drive,
            quarter=min(record[QUARTER], REGULATION + 1),
            left=seconds_left(record[BOX], matchup.options.boxes),
            team=record[TEAM],
            spot=record[SPOT],
            score=after,
        )
        row["desc"] = matchup.sentence(record)
        made.append(row | (export.time_out(card, record[TEAM]) if stop else _play(card, record, team, score)))
        score = after
    return export.finished(made, score)


def _play(card: _Card, record: Record, team: int, score: tuple[int, int]) -> Row:
    kickoff = record[KIND] in (IS_KICKOFF, IS_ONSIDE)
    to_goal = record[SPOT] if kickoff else 100 - record[SPOT]
    row = export.offense(card, team, score, to_goal=to_goal) | {
        "sp": int(record[SCORED_HOW] > 0),
        "replay_or_challenge": int(record[CHALLENGE] > 0),
    }
    down, made = record[AT_DOWN], record[MADE_FIRST]
    if down and not record[IS_TRY]:
        played = not record[NO_PLAY] and is_down_played(record)
        row |= export.down(
            down,
            record[TO_GO],
            record[SPOT],
            first=made > 0,
            third_made=int(down == 3 and played and made),
            fourth=int(down == 4 and played),
            fourth_made=int(down == 4 and played and made),
        )
    if not record[NO_PLAY]:
        row |= _try(record) if record[IS_TRY] else _deed(card, record)
        row |= _fumble(card, record)
    return row | _score(card, record) | _penalty(card, record)


def _deed(card: _Card, record: Record) -> Row:
    kind, team, yards = record[KIND], record[TEAM], record[YARDS]
    if kind in (IS_RUN, IS_SCRAMBLE):
        aborted = record[FUMBLES] > 0 and record[PLAYER] == QB and kind == IS_RUN
        out, scramble = record[WENT_OUT_OF_BOUNDS] > 0, kind == IS_SCRAMBLE
        row = export.run(yards, out=out, scramble=scramble, aborted=aborted)
        return row | card.called(record) | {"rusher_player_name": card.man(team, record[PLAYER])}
    if kind == IS_SPIKE:
        return export.spike()
    if kind in (IS_PASS, IS_SACK):
        row = export.sack(yards) if kind == IS_SACK else _pass(card, record)
        return row | {"passer_player_name": card.man(team, "QB")}
    return _kick(card, record) if kind != IS_NO_CALL else {}


def _pass(card: _Card, record: Record) -> Row:
    result, other = record[RESULT], 1 - record[TEAM]
    air = card.called(record)["air_yards"]
    row: Row = {
        "play_type": "pass",
        "qb_dropback": 1,
        "yards_gained": record[YARDS],
        "receiver_player_name": card.man(record[TEAM], record[PLAYER]),
        "pass_length": "deep" if air >= 15 else "short",
        "pass_location": "left" if record[SIDELINE] else "middle",
        "air_yards": air,
    }
    if result == COMPLETE:
        return row | export.caught(record[YARDS], air, out=record[WENT_OUT_OF_BOUNDS] > 0)
    row["out_of_bounds"] = record[WENT_OUT_OF_BOUNDS]
    if result == INTERCEPTED:
        row |= _returned(card, record)
        row["touchback"] = int(record[RETURN_YARDS] == 0 and record[RETURN_FROM] <= 0)
        return row | {"interception": 1, "interception_player_name": card.man(other, record[CREDIT])}
    return row | {"incomplete_pass": 1}


def _returned(card: _Card, record: Record) -> Row:
    back = record[RETURNED_BY]
    return {} if back < 0 else export.returned(card, back, record[RETURN_YARDS])


def _kick(card: _Card, record: Record) -> Row:
    kind, team, result = record[KIND], record[TEAM], record[RESULT]
    kicker = {"kicker_player_name": card.man(team, "K")}
    if kind == IS_FIELD_GOAL:
        words = {GOOD: "made", WAS_BLOCKED: "blocked"}
        return kicker | export.field_goal(words.get(result, "missed"), record[SPOT])
    if kind == IS_PUNT and result == 0:
        # The ball came loose before the kick (8.8).
        return export.run(0, aborted=True)
    row, yards = _returned(card, record) if result == RETURNED else {}, record[KICK_YARDS]
    touchback = result == IN_END_ZONE
    if kind == IS_PUNT:
        deep = record[END_TEAM] != team and record[END_SPOT] < 20 and not touchback
        back = card.man(1 - team, "PR") if result == RETURNED else None
        row |= export.punt(RESULTS[result], yards, touchback=touchback, inside=deep)
        return row | {"punter_player_name": card.man(team, "P"), "punt_returner_player_name": back}
    row |= {"touchback": int(touchback), "kick_distance": yards}
    back = card.man(1 - team, "KR") if result == RETURNED else None
    row |= kicker | {"play_type": "kickoff", "kickoff_returner_player_name": back}
    row["kickoff_out_of_bounds"] = int(result == WENT_OUT)
    if kind == IS_ONSIDE:
        row["own_kickoff_recovery" if record[END_TEAM] == team else "kickoff_downed"] = 1
    return row


def _try(record: Record) -> Row:
    if record[KIND] == IS_EXTRA_POINT:
        result = {GOOD: "good", WAS_BLOCKED: "blocked"}.get(record[RESULT], "failed")
        return export.extra_point(result, record[SPOT])
    words = {BY_TWO_POINTS: "success", BY_DEFENSE: "return"}
    passed = record[KIND] in (IS_PASS, IS_SACK)
    return export.two_points(passed=passed, result=words.get(record[SCORED_HOW], "failure"))


def _fumble(card: _Card, record: Record) -> Row:
    if not record[FUMBLES] or record[RESULT] == WAS_BLOCKED or record[IS_TRY]:
        return {}
    dropped, found = record[FUMBLE_TEAM], record[RECOVERED_BY]
    own_return = record[RETURNED_BY] == found and record[KIND] <= IS_SCRAMBLE
    yards = record[RETURN_YARDS] if own_return and found != dropped else 0
    return export.fumble(card, dropped, found, lost=found != dropped, forced=True, yards=yards)


def _score(card: _Card, record: Record) -> Row:
    how, team = record[SCORED_HOW], record[SCORING_TEAM]
    if how == BY_SAFETY:
        return {"safety": 1}
    if how != BY_TOUCHDOWN:
        return {}
    own = team == record[TEAM]
    passed = own and record[KIND] == IS_PASS
    ran = own and record[KIND] in (IS_RUN, IS_SCRAMBLE)
    return export.touchdown(card, team, passed=passed, ran=ran)


def _penalty(card: _Card, record: Record) -> Row:
    if not record[ACCEPTED]:
        return {}
    return export.penalty(card, record[FOUL_TEAM], card.matchup.foul(record), record[FOUL_YARDS])
