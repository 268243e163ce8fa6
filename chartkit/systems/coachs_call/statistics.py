"""The statistics of a team in a game, counted from the records, once for the table and for many games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.plays.export import QUARTER_SECONDS
from chartkit.running.fields import Table, numbers
from chartkit.systems import tally as s
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.tally import clear, count_down, count_pass, count_points, count_yards, sum_up

NAMES = s.COMMON
NUMBER = len(NAMES)
PLACE = {name: place for place, name in enumerate(NAMES)}
#: Points by `names.SCORES`, and the statistic that counts them; those of a defense on a try are only points.
WORTH = (0, 6, 3, 1, 2, 2, 2)
SCORED_AS = (-1, s.TOUCHDOWNS, s.GOALS, s.EXTRA_POINTS, s.TWO_POINTS, s.SAFETIES, -1)
PUNT_TOUCHBACK = 20


@dataclass(eq=False)
class Tally:
    """What is counted; teams are 0 (home) and 1 (visitor)."""

    #: By team and `NAMES`.
    statistics: Table = numbers(2, NUMBER)
    #: Boxes with the ball, and the team of the last play.
    held_boxes: list[int] = numbers(2)
    held_by: int = 0
    #: Of the game.
    boxes: int = 0


def begin_count(tally: Any) -> None:
    """Before the first record."""
    clear(tally)
    tally.held_boxes[0], tally.held_boxes[1], tally.held_by = 0, 0, 0


def count(tally: Any, row: Any) -> None:
    """Count one record."""
    kind, team = row[n.KIND], row[n.TEAM]
    if row[n.SCORED_HOW]:
        _count_score(tally, row)
    if row[n.ACCEPTED]:
        count_yards(tally, row[n.FOUL_TEAM], s.PENALTIES, row[n.FOUL_YARDS])
    if row[n.ROLL] and not row[n.IS_TRY]:
        tally.held_by = 1 - team if kind in (n.IS_KICKOFF, n.IS_ONSIDE) else team
        tally.held_boxes[tally.held_by] += 1
    if row[n.SAVED_BOX]:
        tally.held_boxes[tally.held_by] -= 1
    if row[n.MADE_FIRST]:
        _count_first_down(tally.statistics[team], row)
    if row[n.NO_PLAY]:
        return
    if kind == n.IS_EXTRA_POINT or row[n.IS_TRY]:
        tally.statistics[team][s.POINTS_TRIED if kind == n.IS_EXTRA_POINT else s.TWO_TRIED] += 1
        return
    aborted = kind == n.IS_PUNT and row[n.RESULT] == 0
    if n.IS_RUN <= kind <= n.IS_SCRAMBLE or kind == n.IS_SPIKE or aborted:
        _count_scrimmage(tally, row)
    elif kind in (n.IS_KICKOFF, n.IS_ONSIDE, n.IS_PUNT, n.IS_FIELD_GOAL):
        _count_kick(tally, row)
    if row[n.FUMBLES] and row[n.RESULT] != n.WAS_BLOCKED:
        # One fumble a play, as the play-by-play files count: the first, and who has it.
        mine = tally.statistics[row[n.FUMBLE_TEAM]]
        mine[s.FUMBLES] += 1
        mine[s.FUMBLES_LOST] += 1 if row[n.RECOVERED_BY] != row[n.FUMBLE_TEAM] else 0


def _count_score(tally: Any, row: Any) -> None:
    how, team = row[n.SCORED_HOW], row[n.SCORING_TEAM]
    mine = tally.statistics[team]
    count_points(tally, team, WORTH[how], row[n.QUARTER])
    if SCORED_AS[how] >= 0:
        mine[SCORED_AS[how]] += 1
    if how == n.BY_TOUCHDOWN:
        if team == row[n.TEAM] and row[n.KIND] in (n.IS_RUN, n.IS_SCRAMBLE):
            mine[s.RUSHING_TOUCHDOWNS] += 1
        elif team == row[n.TEAM] and row[n.KIND] == n.IS_PASS:
            mine[s.PASSING_TOUCHDOWNS] += 1
        else:
            mine[s.RETURN_TOUCHDOWNS] += 1


def _count_first_down(mine: Any, row: Any) -> None:
    by_play = not row[n.NO_PLAY] and row[n.YARDS] >= row[n.TO_GO]
    if by_play:
        mine[s.FIRST_PASSING if row[n.KIND] == n.IS_PASS else s.FIRST_RUSHING] += 1
    if not by_play or (row[n.ACCEPTED] and row[n.FOUL_TEAM] != row[n.TEAM]):
        # Scorers give another one for a flag that is added to the gain.
        mine[s.FIRST_PENALTY] += 1


def _count_scrimmage(tally: Any, row: Any) -> None:
    team, kind, yards = row[n.TEAM], row[n.KIND], row[n.YARDS]
    count_down(tally, team, row[n.AT_DOWN], row[n.MADE_FIRST])
    if kind in (n.IS_RUN, n.IS_SCRAMBLE, n.IS_PUNT):
        # A punt is a rush when the ball came loose before the kick (8.8).
        count_yards(tally, team, s.RUSHES, yards)
    elif kind == n.IS_SACK:
        count_yards(tally, team, s.SACKS, -yards)
    else:
        picked = row[n.RESULT] == n.INTERCEPTED
        count_pass(tally, team, row[n.RESULT] == n.COMPLETE, picked, yards)
        tally.statistics[team][s.SPIKES] += 1 if kind == n.IS_SPIKE else 0
        tally.statistics[1 - team][s.INTERCEPTION_YARDS] += row[n.RETURN_YARDS] if picked else 0


def _count_kick(tally: Any, row: Any) -> None:
    kind, team = row[n.KIND], row[n.TEAM]
    mine, was_returned = tally.statistics[team], row[n.RESULT] == n.RETURNED
    if kind == n.IS_FIELD_GOAL:
        mine[s.GOALS_TRIED] += 1
    elif kind != n.IS_PUNT:
        mine[s.KICKOFFS] += 1
        if was_returned:
            count_yards(tally, 1 - team, s.KICKOFF_RETURNS, row[n.RETURN_YARDS])
    else:
        count_yards(tally, team, s.PUNTS, row[n.KICK_YARDS])
        mine[s.NET_PUNT_YARDS] += row[n.KICK_YARDS]
        if row[n.RESULT] == n.IN_END_ZONE:
            mine[s.NET_PUNT_YARDS] -= PUNT_TOUCHBACK
        elif was_returned:
            count_yards(tally, 1 - team, s.PUNT_RETURNS, row[n.RETURN_YARDS])
            mine[s.NET_PUNT_YARDS] -= row[n.RETURN_YARDS]


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
