"""The statistics of a game, counted from the records of its steps.

As the rules, these are plain functions over an object of whole numbers: read as they stand for one game, compiled
for many (`many`), where the game itself has the fields of the tally. A step is counted when it is over:
`begin_step`, its records, `count_step`; before the first step `begin_count`, after the last one `finish`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from chartkit.football.field import KICK_BEYOND_LINE
from chartkit.plays import MOST_DRIVE_PLAYS, YARD_ENDS
from chartkit.running.fields import Numbers, Table, numbers
from chartkit.systems import statistics as s
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import in_set
from chartkit.systems.ddf.scorebook.names import (
    BAND_ENDS,
    DRIVE_BLOCKED_FIELD_GOAL,
    DRIVE_BLOCKED_PUNT,
    DRIVE_DOWNS,
    DRIVE_END_OF_GAME,
    DRIVE_END_OF_HALF,
    DRIVE_END_OF_OVERTIME_PERIOD,
    DRIVE_END_OF_REGULATION,
    DRIVE_FIELD_GOAL,
    DRIVE_FUMBLE,
    DRIVE_INTERCEPTION,
    DRIVE_MISSED_FIELD_GOAL,
    DRIVE_PUNT,
    DRIVE_SAFETY,
    DRIVE_TOUCHDOWN,
    NUMBER,
    PLACE,
    RED_ZONE,
)
from chartkit.systems.statistics import clear, count, count_points, count_yards, sum_up

#: A step with more records than this is refused.
MOST_STEP_RECORDS = 128
#: What, team, yards, spot, detail, extra (`rules.seams.record`).
RECORD_SIZE = 6
_WHAT, _TEAM, _YARDS, _SPOT, _DETAIL, _EXTRA = range(RECORD_SIZE)
_KINDS_OF_RECORDS = n.BALL + 1
#: The class of each number of yards, from a field behind the line to one beyond it.
_FIELD = 100
_YARD_CLASS = tuple(sum(yards > end for end in YARD_ENDS) for yards in range(-_FIELD, _FIELD + 1))
#: No such record, no team, or no result yet.
NONE = -1
#: No deed of runner, passer or kicker: the kind of record after them.
NO_DEED = n.DEEDS


@dataclass(slots=True)
class Tally:
    """What is counted, and what a count needs to know; teams are 0 (home) and 1 (visitor)."""

    #: By team and `names.NAMES`.
    statistics: Table = numbers(2, NUMBER)
    #: By team and deed of runner or passer: downs on which it was done and which stand, and their yards.
    deeds: Table = numbers(2, NO_DEED)
    deed_yards: Table = numbers(2, NO_DEED)
    #: By team and down: those that stand, and those that made a first down.
    downs: Table = numbers(2, n.DOWNS + 1)
    downs_made: Table = numbers(2, n.DOWNS + 1)

    # The step that is counted.
    records: Table = numbers(MOST_STEP_RECORDS, RECORD_SIZE)
    record_count: int = 0
    #: Records before the snap: their seconds belong to the play before (R23.2). -1: nothing was snapped.
    snapped_at: int = NONE
    #: The situation before the step, as the last step's ball told it.
    ball_phase: int = n.COIN_TOSS
    ball_team: int = n.HOME
    ball_spot: int = 0
    ball_down: int = 0
    ball_to_go: int = 0
    #: The kinds of records since the snap, as bits, and the place of the first one of each.
    seen: int = 0
    first_at: Numbers = numbers(_KINDS_OF_RECORDS)
    #: The team that the last play's seconds count for.
    last_receiver: int = NONE

    # The open drive.
    drive_open: bool = False
    #: The last play left the ball with the same team; the next one shows whether the half ended.
    drive_goes_on: bool = False
    drive_team: int = 0
    drive_start: int = 0
    #: Where its last play ended, and the furthest spot that one began at.
    drive_reached: int = 0
    drive_furthest: int = 0
    drive_plays: int = 0
    drive_seconds: int = 0
    #: The period of its last play.
    drive_period: int = 0
    #: How its last play ended it; -1: it did not.
    drive_result: int = NONE

    # Of the game's state (`rules.game.Game`).
    period: int = 1
    calls: Table = numbers(2, n.PLAYS)
    no_huddle: Numbers = numbers(2)
    start_no_huddle: Numbers = numbers(2)


# The places of the game's own statistics: constants, because the tally is compiled.
_KNEELS, _NO_HUDDLES, _OVERTIMES = PLACE["kneels"], PLACE["no_huddles"], PLACE["overtimes"]
_PUNT_TOUCHBACKS, _KICKOFF_TOUCHBACKS = PLACE["punt_touchbacks"], PLACE["kickoff_touchbacks"]
_GOALS_TRIED_BAND, _GOALS_BAND = PLACE["field_goals_tried_under_30"], PLACE["field_goals_under_30"]
_DRIVES, _DRIVE_PLAYS, _DRIVE_YARDS = PLACE["drives"], PLACE["drive_plays"], PLACE["drive_yards"]
_DRIVE_SECONDS, _DRIVE_START = PLACE["drive_seconds"], PLACE["drive_start"]
_RED_ZONE_DRIVES, _RED_ZONE_TOUCHDOWNS = PLACE["red_zone_drives"], PLACE["red_zone_touchdowns"]
_DRIVES_BY_RESULT, _DRIVES_BY_LENGTH = PLACE["drives_touchdown"], PLACE["drives_of_0_plays"]
_RUN_CLASS, _PASS_CLASS = PLACE["runs_class_0"], PLACE["passes_class_0"]
_CALLS = PLACE["calls_1_line_plunge"]

# Sets of kinds of records: rushes, passes and what gains yards; those of which each one is counted, and those that
# tell of a kick.
_RUSHES = 1 << n.RAN | 1 << n.SCRAMBLED | 1 << n.KNELT
_PASSES = 1 << n.COMPLETED | 1 << n.THREW_INCOMPLETE | 1 << n.INTERCEPTED | 1 << n.SPIKED | 1 << n.GROUNDED
_GAINS = _RUSHES | 1 << n.COMPLETED | 1 << n.SACKED
#: Deeds of a down that was played and stands; records of a down on which a rush may have no deed.
_STANDS = _RUSHES | _PASSES | 1 << n.SACKED
_OF_ODD_RUSHES = 1 << n.FUMBLED | 1 << n.SAFETY
_COUNTED_EACH = 1 << n.POINTS | 1 << n.RETURNED | 1 << n.PENALTY
_OF_KICKS = 1 << n.PUNTED | 1 << n.BLOCKED_KICK | 1 << n.KICKED_GOAL | 1 << n.KICKED_OFF | 1 << n.KICKED_OUT
_GIVES_THE_BALL_AWAY = 1 << n.PUNTED | 1 << n.INTERCEPTED
#: Those that end a drive.
_END_OF_DRIVE = _OF_KICKS | 1 << n.SCORED | 1 << n.SAFETY | 1 << n.INTERCEPTED | 1 << n.FUMBLED | 1 << n.ON_DOWNS


def begin_count(tally: Tally) -> None:
    """Before the coin toss: nothing is counted."""
    clear(tally)
    for team in range(2):
        for deed in range(NO_DEED):
            tally.deeds[team][deed], tally.deed_yards[team][deed] = 0, 0
        for down in range(n.DOWNS + 1):
            tally.downs[team][down], tally.downs_made[team][down] = 0, 0
    tally.ball_phase, tally.ball_team, tally.last_receiver = n.COIN_TOSS, n.HOME, NONE
    tally.drive_open, tally.drive_goes_on = False, False
    begin_step(tally)


def begin_step(tally: Tally) -> None:
    """Before a step: nothing is written."""
    tally.record_count, tally.snapped_at = 0, NONE


class Step(NamedTuple):
    """What the records of a step say as a whole."""

    #: The first deed of runner, passer or kicker, `NO_DEED` for none.
    deed: int
    #: The yards that it gained.
    gained: int
    #: A penalty on the other team was enforced.
    flag: bool
    #: Seconds charged before the snap, and after it.
    before: int
    during: int


def count_step(tally: Tally) -> None:
    """Count the step that was just recorded; its ball is the situation of the next one."""
    step = _read_step(tally)
    if tally.last_receiver != NONE:
        count(tally, tally.last_receiver, s.POSSESSION, step.before)
        tally.drive_seconds += step.before
    if tally.snapped_at != NONE and tally.ball_phase != n.COIN_TOSS:
        kick = tally.ball_phase in (n.KICKOFF, n.FREE_KICK)
        tally.last_receiver = 1 - tally.ball_team if kick else tally.ball_team
        count(tally, tally.last_receiver, s.POSSESSION, step.during)
        _count_play(tally, step)
    _take_ball(tally)


def finish(tally: Tally) -> None:
    """The game is over: its last drive, what its state counted, and the sums."""
    if tally.drive_open:
        _close_drive(tally, DRIVE_END_OF_GAME)
    for team in range(2):
        mine = tally.statistics[team]
        mine[_OVERTIMES] = 1 if tally.period > n.REGULATION else 0
        mine[_NO_HUDDLES] = tally.start_no_huddle[team] - tally.no_huddle[team]
        for play in range(n.PLAYS):
            mine[_CALLS + play] = tally.calls[team][play]
        _count_deeds(tally, team)
    sum_up(tally)


# Reading the records.


def _saw(tally: Tally, what: int) -> bool:
    return in_set(tally.seen, what)


def _first(tally: Tally, what: int, part: int) -> int:
    """A number of the first record of a kind; -1 when there is none."""
    return tally.records[tally.first_at[what]][part] if _saw(tally, what) else NONE


def _read_step(tally: Tally) -> Step:
    """Find the first record of each kind since the snap; from the last to the first, so that the first stays.

    A play is charged once (R23.2): the one before it at the beginning of the step, this one after the snap.
    """
    seen, deed, gained = 0, NO_DEED, 0
    number = tally.record_count
    snap = tally.snapped_at if tally.snapped_at != NONE else number
    while number > snap:
        number -= 1
        what = tally.records[number][_WHAT]
        seen |= 1 << what
        tally.first_at[what] = number
        gained = tally.records[number][_YARDS] if what < n.DEEDS else gained
        deed = what if what < n.DEEDS else deed
    tally.seen = seen
    before = tally.records[0][_YARDS] if snap > 0 and tally.records[0][_WHAT] == n.CLOCK else 0
    during = _first(tally, n.CLOCK, _YARDS) if _saw(tally, n.CLOCK) else 0
    flag = _count_each(tally) if seen & _COUNTED_EACH else False
    return Step(deed, gained if in_set(_GAINS, deed) else 0, flag, before, during)


def _take_ball(tally: Tally) -> None:
    ball = tally.records[tally.record_count - 1]
    tally.ball_team, tally.ball_phase = ball[_TEAM], ball[_YARDS]
    tally.ball_spot, tally.ball_down, tally.ball_to_go = ball[_SPOT], ball[_DETAIL], ball[_EXTRA]


# Points, flags and returns: every record of these is counted.


def _count_each(tally: Tally) -> bool:
    """Count them; gives whether a penalty on the other team was enforced."""
    flag = False
    for number in range(tally.record_count):
        what = tally.records[number][_WHAT]
        if what == n.POINTS:
            _count_points(tally, number)
        elif what == n.RETURNED:
            _count_return(tally, number)
        elif what == n.PENALTY:
            flag = _count_penalty(tally, number) or flag
    return flag


def _count_points(tally: Tally, number: int) -> None:
    team, points, how = tally.records[number][_TEAM], tally.records[number][_YARDS], tally.records[number][_SPOT]
    count_points(tally, team, points, tally.period)
    if how == n.BY_TOUCHDOWN:
        count(tally, team, s.TOUCHDOWNS, 1)
    elif how == n.BY_SAFETY:
        count(tally, team, s.SAFETIES, 1)


def _count_penalty(tally: Tally, number: int) -> bool:
    """A penalty that was enforced; gives whether it was on the other team."""
    team, yards = tally.records[number][_TEAM], tally.records[number][_YARDS]
    if tally.records[number][_DETAIL] > n.AT_KICKOFF:
        return False
    count_yards(tally, team, s.PENALTIES, abs(yards))
    return team != tally.ball_team


def _count_return(tally: Tally, number: int) -> None:
    team, yards, kind = (
        tally.records[number][_TEAM],
        tally.records[number][_YARDS],
        tally.records[number][_DETAIL],
    )
    if tally.ball_phase == n.TRY:
        return
    if kind in (n.BY_KICKOFF, n.BY_SQUIB):
        count_yards(tally, team, s.KICKOFF_RETURNS, yards)
    elif kind == n.BY_PUNT:
        count_yards(tally, team, s.PUNT_RETURNS, yards)
    elif kind == n.BY_INTERCEPTION:
        count(tally, team, s.INTERCEPTION_YARDS, yards)


# The play.


def _count_play(tally: Tally, step: Step) -> None:
    deed, gained = step.deed, step.gained
    if tally.ball_phase == n.TRY:
        _count_try(tally)
        follow_drive(tally, gained, False, step.during)
        return
    ran, stands = gained, False
    if deed == NO_DEED and tally.seen & _OF_ODD_RUSHES and _is_odd_rush(tally):
        deed, ran = n.RAN, _odd_rush(tally)
    if tally.ball_phase == n.SCRIMMAGE:
        stands = _count_down(tally, deed, ran, step.flag)
    if _saw(tally, n.FUMBLED):
        _count_fumble(tally)
    if tally.seen & _OF_KICKS:
        _count_kicks(tally)
    if _saw(tally, n.SCORED):
        _count_touchdown(tally, deed)
    follow_drive(tally, gained, stands, step.during)


def is_rush(deed: int) -> bool:
    """A rushing attempt."""
    return in_set(_RUSHES, deed)


def _is_odd_rush(tally: Tally) -> bool:
    """A rush that no deed tells of."""
    how = _first(tally, n.FUMBLED, _DETAIL)
    return how in (n.BY_PUNT, n.BY_FIELD_GOAL) or _first(tally, n.SAFETY, _DETAIL) == n.BY_INTENT


def _odd_rush(tally: Tally) -> int:
    """Its yards."""
    if _saw(tally, n.FUMBLED):
        # A kick that never came off is a rush of the man who fumbled it.
        return _first(tally, n.FUMBLED, _SPOT) - tally.ball_spot
    # An intentional safety: he runs out of his own end zone.
    return -tally.ball_spot


def _own_touchdown(tally: Tally) -> bool:
    """The team that had the ball scored with it, not with a loose ball."""
    return _first(tally, n.SCORED, _TEAM) == tally.ball_team and not _saw(tally, n.RECOVERY)


def yard_class(yards: int) -> int:
    """The class of a play's yards."""
    return _YARD_CLASS[yards + _FIELD]


def _count_down(tally: Tally, deed: int, gained: int, flag: bool) -> bool:
    """A down from scrimmage; gives whether it was played and stands: rush, pass or sack."""
    team, down, rushed = tally.ball_team, tally.ball_down, is_rush(deed)
    made = _count_first_downs(tally, rushed, gained, flag)
    if not in_set(_STANDS, deed):
        return False
    tally.deeds[team][deed] += 1
    tally.deed_yards[team][deed] += gained
    tally.downs[team][down] += 1
    tally.downs_made[team][down] += made
    count(tally, team, (_RUN_CLASS if rushed else _PASS_CLASS) + yard_class(gained), 1)
    return True


def _count_first_downs(tally: Tally, rushed: bool, gained: int, flag: bool) -> int:
    """1 if a first down was made, by rushing, passing or penalty; a gain and a flag added to it count as two."""
    own_score, team = _own_touchdown(tally), tally.ball_team
    if not own_score and not _saw(tally, n.FIRST_DOWN):
        return 0
    if gained < tally.ball_to_go:
        count(tally, team, s.FIRST_PENALTY, 1)
        return 1
    count(tally, team, s.FIRST_RUSHING if rushed else s.FIRST_PASSING, 1)
    if flag and not own_score:
        count(tally, team, s.FIRST_PENALTY, 1)
    return 1


def _count_deeds(tally: Tally, team: int) -> None:
    """After the game: rushes, passes and sacks with their yards, third and fourth downs."""
    mine, number, yards = tally.statistics[team], tally.deeds[team], tally.deed_yards[team]
    for deed in range(NO_DEED):
        if is_rush(deed):
            mine[s.RUSHES] += number[deed]
            mine[s.RUSHING_YARDS] += yards[deed]
        elif in_set(_PASSES, deed):
            mine[s.PASSES] += number[deed]
    mine[_KNEELS], mine[s.SPIKES], mine[s.INTERCEPTIONS] = number[n.KNELT], number[n.SPIKED], number[n.INTERCEPTED]
    mine[s.COMPLETIONS], mine[s.PASSING_YARDS] = number[n.COMPLETED], yards[n.COMPLETED]
    mine[s.SACKS], mine[s.SACK_YARDS] = number[n.SACKED], -yards[n.SACKED]
    mine[s.THIRD_DOWNS], mine[s.THIRD_MADE] = tally.downs[team][3], tally.downs_made[team][3]
    mine[s.FOURTH_DOWNS], mine[s.FOURTH_MADE] = tally.downs[team][4], tally.downs_made[team][4]


def _count_touchdown(tally: Tally, deed: int) -> None:
    """How a touchdown was made."""
    how = s.RETURN_TOUCHDOWNS
    if tally.ball_phase == n.SCRIMMAGE and _own_touchdown(tally):
        if is_rush(deed):
            how = s.RUSHING_TOUCHDOWNS
        elif deed == n.COMPLETED:
            how = s.PASSING_TOUCHDOWNS
    count(tally, _first(tally, n.SCORED, _TEAM), how, 1)


def _fumble_lost(tally: Tally) -> bool:
    """The other side recovered a fumble."""
    lost = _saw(tally, n.FUMBLED) and _saw(tally, n.RECOVERY)
    return lost and _first(tally, n.FUMBLED, _TEAM) != _first(tally, n.RECOVERY, _TEAM)


def _count_fumble(tally: Tally) -> None:
    team = _first(tally, n.FUMBLED, _TEAM)
    count(tally, team, s.FUMBLES, 1)
    count(tally, team, s.FUMBLES_LOST, 1 if _fumble_lost(tally) else 0)


def _count_try(tally: Tally) -> None:
    team = tally.ball_team
    if _saw(tally, n.KICKED_PAT):
        count(tally, team, s.POINTS_TRIED, 1)
        count(tally, team, s.EXTRA_POINTS, 1 if _first(tally, n.KICKED_PAT, _DETAIL) == n.WAS_GOOD else 0)
    elif _saw(tally, n.TWO_POINT):
        count(tally, team, s.TWO_TRIED, 1)
        count(tally, team, s.TWO_POINTS, 1 if _first(tally, n.TWO_POINT, _DETAIL) == n.WAS_GOOD else 0)


# Kicks.


def _count_kicks(tally: Tally) -> None:
    """Punts, field goals, kickoffs."""
    team, blocked = tally.ball_team, _first(tally, n.BLOCKED_KICK, _DETAIL)
    if _saw(tally, n.PUNTED):
        _count_punt(tally)
    elif blocked == n.BY_PUNT:
        count(tally, team, s.PUNTS, 1)
    if _saw(tally, n.KICKED_GOAL) or blocked == n.BY_FIELD_GOAL:
        band = _band(100 - tally.ball_spot + KICK_BEYOND_LINE)
        count(tally, team, s.GOALS_TRIED, 1)
        count(tally, team, _GOALS_TRIED_BAND + band, 1)
        if _first(tally, n.KICKED_GOAL, _DETAIL) == n.WAS_GOOD:
            count(tally, team, s.GOALS, 1)
            count(tally, team, _GOALS_BAND + band, 1)
    free = tally.ball_phase in (n.KICKOFF, n.FREE_KICK)
    if free and (_saw(tally, n.KICKED_OFF) or _saw(tally, n.KICKED_OUT)):
        count(tally, team, s.KICKOFFS, 1)
        if _first(tally, n.TOUCHBACK, _DETAIL) == n.BY_KICKOFF:
            count(tally, team, _KICKOFF_TOUCHBACKS, 1)


def _band(distance: int) -> int:
    """The band of a field goal's distance."""
    band = 0
    for end in BAND_ENDS:
        if distance > end:
            band += 1
    return band


def _count_punt(tally: Tally) -> None:
    """A punt: gross to where the ball is dead, caught or crosses the goal line; net less touchback and return."""
    team, touchback, yards = tally.ball_team, _saw(tally, n.TOUCHBACK), _first(tally, n.PUNTED, _YARDS)
    if touchback:
        yards = 100 - tally.ball_spot
    elif _first(tally, n.PUNTED, _DETAIL) == n.ROLLED:
        yards = 100 - tally.records[tally.record_count - 1][_SPOT] - tally.ball_spot
    count_yards(tally, team, s.PUNTS, yards)
    if touchback:
        count(tally, team, _PUNT_TOUCHBACKS, 1)
        yards -= _first(tally, n.TOUCHBACK, _SPOT)
    if _first(tally, n.RETURNED, _DETAIL) == n.BY_PUNT:
        yards -= _first(tally, n.RETURNED, _YARDS)
    count(tally, team, s.NET_PUNT_YARDS, yards)


# Drives.


def drive_is_over(tally: Tally) -> bool:
    """The open drive does not go on with the play that is now counted."""
    return not tally.drive_goes_on or half(tally.period) != half(tally.drive_period)


def half(period: int) -> int:
    """1 or 2, 3 and more in overtime: no drive goes on in another half."""
    return (period + 1) // 2


def drive_ended(tally: Tally, unfinished: int) -> int:
    """How the open drive ended; `unfinished`: when no play ended it."""
    return unfinished if tally.drive_result == NONE else tally.drive_result


def period_ended(period: int) -> int:
    """How a drive ended that had no time left, while the game goes on."""
    if period <= 2:
        return DRIVE_END_OF_HALF
    return DRIVE_END_OF_REGULATION if period <= n.REGULATION else DRIVE_END_OF_OVERTIME_PERIOD


def _close_drive(tally: Tally, unfinished: int) -> None:
    team, result = tally.drive_team, drive_ended(tally, unfinished)
    count(tally, team, _DRIVES, 1)
    count(tally, team, _DRIVE_PLAYS, tally.drive_plays)
    count(tally, team, _DRIVE_YARDS, tally.drive_reached - tally.drive_start)
    count(tally, team, _DRIVE_SECONDS, tally.drive_seconds)
    count(tally, team, _DRIVE_START, tally.drive_start)
    count(tally, team, _DRIVES_BY_RESULT + result, 1)
    count(tally, team, _DRIVES_BY_LENGTH + min(tally.drive_plays, MOST_DRIVE_PLAYS), 1)
    if tally.drive_furthest >= RED_ZONE:
        count(tally, team, _RED_ZONE_DRIVES, 1)
        count(tally, team, _RED_ZONE_TOUCHDOWNS, 1 if result == DRIVE_TOUCHDOWN else 0)
    tally.drive_open = False


def follow_drive(tally: Tally, gained: int, stands: bool, seconds: int) -> None:
    """A play goes on with the open drive or shows that it is over; from scrimmage it can open another."""
    team, spot = tally.ball_team, tally.ball_spot
    if tally.drive_open and drive_is_over(tally):
        _close_drive(tally, period_ended(tally.drive_period))
    if tally.ball_phase != n.SCRIMMAGE:
        return
    if not tally.drive_open:
        tally.drive_open, tally.drive_team, tally.drive_start = True, team, spot
        tally.drive_plays, tally.drive_seconds, tally.drive_furthest = 0, 0, 0
    tally.drive_plays += 1 if stands else 0
    tally.drive_furthest = max(tally.drive_furthest, spot)
    tally.drive_seconds += seconds
    tally.drive_period, tally.drive_reached = tally.period, spot + gained
    tally.drive_result = _result_of_play(tally) if tally.seen & _END_OF_DRIVE else NONE
    ball = tally.records[tally.record_count - 1]
    # The ball can be lost and won back within one play.
    lost = tally.seen & _GIVES_THE_BALL_AWAY or ball[_TEAM] != team
    tally.drive_goes_on = not lost and ball[_YARDS] == n.SCRIMMAGE


def _result_of_play(tally: Tally) -> int:
    """How a play ended its drive; -1: it did not."""
    result = NONE
    if _first(tally, n.SCORED, _TEAM) == tally.ball_team:
        result = DRIVE_TOUCHDOWN
    elif _saw(tally, n.SAFETY):
        result = DRIVE_SAFETY
    elif _saw(tally, n.KICKED_GOAL):
        result = (
            DRIVE_FIELD_GOAL if _first(tally, n.KICKED_GOAL, _DETAIL) == n.WAS_GOOD else DRIVE_MISSED_FIELD_GOAL
        )
    elif _saw(tally, n.BLOCKED_KICK):
        result = (
            DRIVE_BLOCKED_PUNT if _first(tally, n.BLOCKED_KICK, _DETAIL) == n.BY_PUNT else DRIVE_BLOCKED_FIELD_GOAL
        )
    elif _saw(tally, n.INTERCEPTED):
        result = DRIVE_INTERCEPTION
    elif _saw(tally, n.PUNTED):
        result = DRIVE_PUNT
    elif _fumble_lost(tally):
        result = DRIVE_FUMBLE
    elif _saw(tally, n.ON_DOWNS) and not _saw(tally, n.KNELT):
        # Who kneels on fourth down does it because it ends the half.
        result = DRIVE_DOWNS
    return result
