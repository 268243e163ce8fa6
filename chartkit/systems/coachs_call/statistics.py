"""The statistics of a team in a game, counted from the records, once for the table and for many games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chartkit.plays import STATISTICS as TOTALS
from chartkit.plays.export import QUARTER_SECONDS
from chartkit.running.fields import Table, numbers
from chartkit.systems.coachs_call.rules import names as n

NAMES: tuple[str, ...] = (
    *TOTALS,
    "rushing_touchdowns",
    "passing_touchdowns",
    "return_touchdowns",
    "net_punt_yards",
    "spikes",
)
NUMBER = len(NAMES)
PLACE = {name: place for place, name in enumerate(NAMES)}
(
    POINTS, POINTS_Q1, POINTS_OVERTIME, TOUCHDOWNS, FIRST_DOWNS, FIRST_RUSHING, FIRST_PASSING, FIRST_PENALTY,
    PLAYS, TOTAL_YARDS, RUSHES, RUSHING_YARDS, PASSES, COMPLETIONS, PASSING_YARDS, NET_PASSING_YARDS,
    INTERCEPTIONS, SACKS, SACK_YARDS, FUMBLED, FUMBLES_LOST, TURNOVERS, PUNTS, PUNT_YARDS, PUNT_RETURNS,
    PUNT_RETURN_YARDS, KICKOFFS, KICKOFF_RETURNS, KICKOFF_RETURN_YARDS, INTERCEPTION_YARDS, GOALS_TRIED, GOALS,
    POINTS_TRIED, EXTRA_POINTS, TWO_TRIED, TWO_POINTS, SAFETIES, PENALTIES, PENALTY_YARDS, THIRD_DOWNS,
    THIRD_MADE, FOURTH_DOWNS, FOURTH_MADE, POSSESSION, RUSHING_TOUCHDOWNS, PASSING_TOUCHDOWNS,
    RETURN_TOUCHDOWNS, NET_PUNT_YARDS, SPIKES,
) = (PLACE[name] for name in NAMES if name not in ("points_q2", "points_q3", "points_q4"))  # fmt: skip
#: Points by `names.SCORES`.
WORTH = (0, 6, 3, 1, 2, 2, 2)
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
    for team in range(2):
        tally.held_boxes[team] = 0
        for place in range(NUMBER):
            tally.statistics[team][place] = 0
    tally.held_by = 0


def count(tally: Any, row: Any) -> None:
    """Count one record."""
    kind, team = row[n.KIND], row[n.TEAM]
    if row[n.SCORED_HOW]:
        _count_score(tally, row)
    if row[n.ACCEPTED]:
        tally.statistics[row[n.FOUL_TEAM]][PENALTIES] += 1
        tally.statistics[row[n.FOUL_TEAM]][PENALTY_YARDS] += row[n.FOUL_YARDS]
    if row[n.ROLL] and not row[n.IS_TRY]:
        tally.held_by = 1 - team if kind in (n.IS_KICKOFF, n.IS_ONSIDE) else team
        tally.held_boxes[tally.held_by] += 1
    if row[n.SAVED_BOX]:
        tally.held_boxes[tally.held_by] -= 1
    if row[n.MADE_FIRST]:
        _count_first_down(tally.statistics[team], row)
    if kind == n.IS_EXTRA_POINT or row[n.IS_TRY]:
        if not row[n.NO_PLAY]:
            tally.statistics[team][POINTS_TRIED if kind == n.IS_EXTRA_POINT else TWO_TRIED] += 1
    elif not row[n.NO_PLAY]:
        aborted = kind == n.IS_PUNT and row[n.RESULT] == 0
        if n.IS_RUN <= kind <= n.IS_SCRAMBLE or kind == n.IS_SPIKE or aborted:
            _count_scrimmage(tally, row)
        elif kind in (n.IS_KICKOFF, n.IS_ONSIDE, n.IS_PUNT, n.IS_FIELD_GOAL):
            _count_kick(tally, row)
        _count_fumbles(tally, row)


def _count_score(tally: Any, row: Any) -> None:
    how, team = row[n.SCORED_HOW], row[n.SCORING_TEAM]
    mine = tally.statistics[team]
    mine[POINTS] += WORTH[how]
    mine[POINTS_Q1 + row[n.QUARTER] - 1 if row[n.QUARTER] <= 4 else POINTS_OVERTIME] += WORTH[how]
    if how == n.BY_TOUCHDOWN:
        mine[TOUCHDOWNS] += 1
        if team == row[n.TEAM] and row[n.KIND] in (n.IS_RUN, n.IS_SCRAMBLE):
            mine[RUSHING_TOUCHDOWNS] += 1
        elif team == row[n.TEAM] and row[n.KIND] == n.IS_PASS:
            mine[PASSING_TOUCHDOWNS] += 1
        else:
            mine[RETURN_TOUCHDOWNS] += 1
    elif how == n.BY_FIELD_GOAL:
        mine[GOALS] += 1
    elif how == n.BY_EXTRA_POINT:
        mine[EXTRA_POINTS] += 1
    elif how in (n.BY_TWO_POINTS, n.BY_DEFENSE):
        mine[TWO_POINTS] += 1 if how == n.BY_TWO_POINTS else 0
    elif how == n.BY_SAFETY:
        mine[SAFETIES] += 1


def _count_first_down(mine: Any, row: Any) -> None:
    by_play = not row[n.NO_PLAY] and row[n.YARDS] >= row[n.TO_GO]
    if by_play:
        mine[FIRST_DOWNS] += 1
        mine[FIRST_PASSING if row[n.KIND] == n.IS_PASS else FIRST_RUSHING] += 1
    if not by_play or (row[n.ACCEPTED] and row[n.FOUL_TEAM] != row[n.TEAM]):
        # Scorers give another one for a flag that is added to the gain.
        mine[FIRST_DOWNS] += 1
        mine[FIRST_PENALTY] += 1


def _count_scrimmage(tally: Any, row: Any) -> None:
    mine, kind = tally.statistics[row[n.TEAM]], row[n.KIND]
    mine[PLAYS] += 1
    mine[TOTAL_YARDS] += row[n.YARDS]
    if row[n.AT_DOWN] == 3:
        mine[THIRD_DOWNS] += 1
        mine[THIRD_MADE] += row[n.MADE_FIRST]
    elif row[n.AT_DOWN] == 4:
        mine[FOURTH_DOWNS] += 1
        mine[FOURTH_MADE] += row[n.MADE_FIRST]
    if kind in (n.IS_RUN, n.IS_SCRAMBLE, n.IS_PUNT):
        # A punt is a rush when the ball came loose before the kick (8.8).
        mine[RUSHES] += 1
        mine[RUSHING_YARDS] += row[n.YARDS]
    elif kind == n.IS_SACK:
        mine[SACKS] += 1
        mine[SACK_YARDS] -= row[n.YARDS]
        mine[NET_PASSING_YARDS] += row[n.YARDS]
    else:
        mine[PASSES] += 1
        mine[SPIKES] += 1 if kind == n.IS_SPIKE else 0
        if row[n.RESULT] == n.COMPLETE:
            mine[COMPLETIONS] += 1
            mine[PASSING_YARDS] += row[n.YARDS]
            mine[NET_PASSING_YARDS] += row[n.YARDS]
        elif row[n.RESULT] == n.INTERCEPTED:
            mine[INTERCEPTIONS] += 1
            mine[TURNOVERS] += 1
            tally.statistics[1 - row[n.TEAM]][INTERCEPTION_YARDS] += row[n.RETURN_YARDS]


def _count_kick(tally: Any, row: Any) -> None:
    kind, result = row[n.KIND], row[n.RESULT]
    mine, theirs = tally.statistics[row[n.TEAM]], tally.statistics[1 - row[n.TEAM]]
    if kind == n.IS_FIELD_GOAL:
        mine[GOALS_TRIED] += 1
    elif kind != n.IS_PUNT:
        mine[KICKOFFS] += 1
        if result == n.RETURNED:
            theirs[KICKOFF_RETURNS] += 1
            theirs[KICKOFF_RETURN_YARDS] += row[n.RETURN_YARDS]
    else:
        mine[PUNTS] += 1
        mine[PUNT_YARDS] += row[n.KICK_YARDS]
        mine[NET_PUNT_YARDS] += row[n.KICK_YARDS]
        if result == n.IN_END_ZONE:
            mine[NET_PUNT_YARDS] -= PUNT_TOUCHBACK
        elif result == n.RETURNED:
            theirs[PUNT_RETURNS] += 1
            theirs[PUNT_RETURN_YARDS] += row[n.RETURN_YARDS]
            mine[NET_PUNT_YARDS] -= row[n.RETURN_YARDS]


def _count_fumbles(tally: Any, row: Any) -> None:
    """One fumble a play, as the play-by-play files count: the first, and who has it."""
    if row[n.FUMBLES] == 0 or row[n.RESULT] == n.WAS_BLOCKED:
        return
    mine = tally.statistics[row[n.FUMBLE_TEAM]]
    mine[FUMBLED] += 1
    if row[n.RECOVERED_BY] != row[n.FUMBLE_TEAM]:
        mine[FUMBLES_LOST] += 1
        mine[TURNOVERS] += 1


def seconds_left(box: int, boxes: int) -> int:
    """The clock when so many boxes of a quarter are filled; its seconds are shared out among them."""
    return QUARTER_SECONDS - min(box, boxes) * QUARTER_SECONDS // boxes


def finish_count(tally: Any) -> None:
    """After the last record: the seconds of a quarter are shared out among its boxes."""
    for team in range(2):
        tally.statistics[team][POSSESSION] = tally.held_boxes[team] * QUARTER_SECONDS // tally.boxes


def counted(records: Iterable[Sequence[int]], boxes: int) -> list[list[int]]:
    """The statistics of both teams from the records of a game."""
    tally = Tally(boxes=boxes)
    for row in records:
        count(tally, row)
    finish_count(tally)
    return tally.statistics
