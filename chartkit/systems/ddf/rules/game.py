"""The game object: everything that the rules look at, by name, as whole numbers.

The rules are plain functions over this object. At the table it is a Python object; for many games it is a record of
the same fields in memory (`many`). What differs between the two is in `seams`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from chartkit.running.fields import Numbers, Table, numbers
from chartkit.systems.ddf.charts import Result
from chartkit.systems.ddf.rules import names as n

#: A point of a power rating is so many.
RATING_PARTS: Final = 10
#: A play with more fouls than this is refused: a column is nearly all penalties.
MOST_FOULS = 16
#: Lists of fouls: on the play or kick, on the return of a kick, on the return of a loose or intercepted ball.
ON_PLAY, ON_RETURN, ON_LOOSE_BALL = range(3)
#: Points of the offensive dice, rows of the priority chart, columns of it, kinds of cells.
_ROWS, _COLUMNS, _KINDS = 12, 10, 34


class Cell(NamedTuple):
    """A result: its kind, its yards and its two marks (R4)."""

    kind: int
    yards: int
    #: Ended out of bounds (R4.4).
    star: bool
    #: A short gain that the Big Play chart replaces (R28.13).
    bold: bool


def cell_of(result: Result) -> Cell:
    """A result of a chart as the rules read it."""
    return Cell(n.KINDS.index(result.kind), result.yards, result.out_of_bounds, result.bold)


def result_of(cell: Cell) -> Result:
    """A cell as the chart model has it."""
    return Result(n.KINDS[cell.kind], cell.yards, cell.star, cell.bold)


class End(NamedTuple):
    """How a play ended, before fouls are settled and the down is counted.

    `team` has the ball at `spot`, in its own coordinate. Of a touchdown or field goal it scored, of a safety it was
    scored upon.
    """

    team: int
    spot: int
    what: int
    #: The row of the timing chart.
    row: int
    how: int
    #: The ball changed hands, or is given to a team anew.
    turnover: bool
    #: Yards by which a foul on a return that scored moves the next kickoff (R19.11).
    shift: int


def end_of(team: int, spot: int, what: int, row: int, how: int, turnover: bool) -> End:
    """The end of a play without a foul that moves the next kickoff."""
    return End(team, spot, what, row, how, turnover, 0)


def is_foul(cell: Cell) -> bool:
    """A penalty on either side (R19.1)."""
    return n.FIRST_FOUL <= cell.kind <= n.LAST_FOUL


def by_defense(cell: Cell) -> bool:
    """A foul by the side that is on defense (R19.1)."""
    return n.FIRST_DEFENSE_FOUL <= cell.kind <= n.INTERFERENCE_X


@dataclass(eq=False)
class Game:
    """A game in progress; teams are 0 (home) and 1 (visitor).

    `spot` and `to_gain` count yards from the own goal line of the team in `possession` (R2.1). In the phases
    kickoff and free kick that is the kicking team, in a try the team that scored.
    """

    # The situation: what a choice about fouls can change.
    phase: int = n.COIN_TOSS
    #: Seconds left in the period, a multiple of 10.
    clock: int = 0
    possession: int = 0
    down: int = 0
    spot: int = 0
    to_gain: int = 0
    #: Seconds of the last play that are not charged yet, because they can still be adjusted (R23.2).
    pending: int = 0
    #: The row of the timing chart that gave the pending seconds, and the team that had the ball.
    pending_row: int = 0
    pending_team: int = 0
    #: The last play ended in bounds and used more than 10 seconds: a timeout is allowed (R24.1).
    stoppable: bool = False
    #: The period is over, but this down or kick is still played (R23.6).
    untimed: bool = False
    #: Yards by which a penalty on a score moves the next kickoff, forward positive (R19.11).
    kickoff_shift: int = 0
    #: A try: how far the kick is after a penalty (R18.5), 0 for the ordinary PAT.
    try_kick: int = 0
    score: Numbers = numbers(2)

    # The rest of the state (R2.3).
    #: 1-4, overtime from 5 on.
    period: int = 1
    #: Plays that were charged a full 40 seconds (R23.7).
    forties: int = 0
    timeouts: Numbers = numbers(2)
    no_huddle: Numbers = numbers(2)
    #: How often each team has called plays 1-9 (R3.10, R26.2).
    calls: Table = numbers(2, n.PLAYS)
    offense_audibles: Numbers = numbers(2)
    defense_audibles: Numbers = numbers(2)
    #: The score when each period began, for the score by quarter (R2.3).
    score_at_start: Table = numbers(n.MOST_PERIODS, 2)
    #: The team that received the kickoff of the first half, or of overtime.
    received_first: int = 0
    #: 0, or how far overtime has come.
    overtime: int = 0

    # The play in progress.
    #: A play 0-8 or a special call, and the formation.
    call: int = 0
    formation: int = 0
    #: What the defense rolled.
    front_total: int = 0
    foul_count: Numbers = numbers(3)
    foul_kinds: Table = numbers(3, MOST_FOULS)
    foul_yards: Table = numbers(3, MOST_FOULS)
    foul_teams: Table = numbers(3, MOST_FOULS)
    #: Of each foul on the play: was it holding in the end zone (R28.5), was it between downs (R28.7)?
    foul_holding: Numbers = numbers(MOST_FOULS)
    foul_between: Numbers = numbers(MOST_FOULS)
    #: The situation before the step: phase, team and score, for overtime (R30.2).
    was_phase: int = 0
    was_team: int = 0
    was_score: Numbers = numbers(2)
    #: Something that no rule provides for; see `TROUBLES`.
    trouble: int = 0

    # The rule book of the home team's season and the options of the game (R0.5, R0.6, R29).
    #: Outcome by row and column of the priority chart (R5.4).
    priority: Table = numbers(_ROWS, _COLUMNS)
    #: Seconds by row of the timing chart, and its rank: of the rows that apply the highest counts (R23.3).
    seconds: Numbers = numbers(len(n.ROWS))
    rank: Numbers = numbers(len(n.ROWS))
    period_seconds: int = 0
    #: By period: does the clock stop at the two-minute mark (R23.4)?
    two_minute_stop: Numbers = numbers(n.MOST_PERIODS)
    two_minutes: int = 0
    #: By period: seconds left from which on out of bounds stops the clock (R23.5).
    late_from: Numbers = numbers(n.MOST_PERIODS)
    #: By kind of foul (R19-R21).
    foul_walk: Numbers = numbers(_KINDS)
    foul_from: Numbers = numbers(_KINDS)
    foul_first_down: Numbers = numbers(_KINDS)
    foul_on_score: Numbers = numbers(_KINDS)
    #: By play: the yard line of the defense on or inside which it may not be called, -1 for none (R25.1).
    not_allowed: Numbers = numbers(n.PLAYS)
    kickoff_out_of_bounds: int = 0
    interference_in_end_zone: int = 0
    holding_safety_inside: int = 0
    fg_adjustment_inside: int = 0
    #: Let it roll (R16.6, R16.7): by defensive total toward the goal (1) or back (-1), and what a 0 counts.
    roll_inside: int = 0
    roll_way: Numbers = numbers(6)
    roll_zero: Numbers = numbers(6)
    #: Forced interference (R28.6): d10 by play, yards added, and the faces that choose it.
    pi_dice: Numbers = numbers(n.PLAYS)
    pi_plus: Numbers = numbers(n.PLAYS)
    pi_chosen: int = 0
    kickoff_line: int = 0
    kickoff_touchback: int = 0
    landing_zone: int = 0
    landing_zone_touchback: int = 0
    touchback: int = 0
    free_kick_line: int = 0
    #: R18: the spots of a try, and what may happen on it in this season.
    two_point_spot: int = 0
    kick_penalty_spot: int = 0
    two_point_try: bool = False
    try_defense_return: bool = False
    missed_field_goal: int = 0
    kick_spot_behind_los: int = 0
    onside_distance: int = 0
    onside_when: int = 0
    onside_recovered: int = 0
    squib_distance: int = 0
    #: Overtime (R30.2).
    ot_format: int = 0
    ot_seconds: int = 0
    ot_timeouts: int = 0
    ot_tie_allowed: bool = False
    #: Options that are no chart.
    plays_holding: bool = False
    plays_between_downs: bool = False
    plays_audibles: bool = False
    spike_seconds: int = 0
    off15_moves_kickoff: bool = False
    own_fumble_return: int = 0

    # The sheets of both teams; a feature that is off or missing is empty (R0.2).
    #: Sets of totals as bits (`in_set`), by what they are for.
    marks: Table = numbers(2, n.MARKS)
    #: R28.6: does the defense force any foul at all?
    forces_fouls: Numbers = numbers(2)
    sack_mark: Numbers = numbers(2)
    sack_yards: Numbers = numbers(2)
    scramble_yards: Numbers = numbers(2)
    fumble_mark: Numbers = numbers(2)
    #: R28.14: muffs of a thousand snaps.
    muffs: Numbers = numbers(2)
    has_containment: Numbers = numbers(2)
    has_fg_adjustment: Numbers = numbers(2)
    has_big_play: Numbers = numbers(2)
    has_squib: Numbers = numbers(2)
    longest_field_goal: Numbers = numbers(2)
    has_quotas: Numbers = numbers(2)
    quotas: Table = numbers(2, n.PLAYS)
    #: Added to each quota in overtime (R26.4).
    overtime_quotas: Table = numbers(2, n.PLAYS)
    #: By play and yards to the goal line: yards off a gain, and totals that make a catch incomplete (R25.1).
    squeeze_yards: list[Table] = numbers(2, n.PLAYS, 101)
    squeeze_incomplete: list[Table] = numbers(2, n.PLAYS, 101)
    start_no_huddle: Numbers = numbers(2)
    #: R28.16: what the sheets say about audibles.
    has_audibles: Numbers = numbers(2)
    sheet_offense_audibles: Numbers = numbers(2)
    sheet_defense_audibles: Numbers = numbers(2)
    home_field_advantage: Numbers = numbers(2)
    road_adjustment: Numbers = numbers(2)
    #: In parts of a point: no rule asks for it, but who would know how a game will end does.
    power_rating: Numbers = numbers(2)
    #: House tables: by advantage, defensive totals that move a gain by a yard; quick ones of 24 plays (R23.7).
    home_field: Table = numbers(2, n.MOST_ADVANTAGE + 1)
    quick_plays: Numbers = numbers(2)
    #: House table: by scores of the lead in the fourth quarter, defensive totals that move a gain by a yard.
    comeback: Table = numbers(2, n.MOST_SCORES)
    #: House table, with the ball and against it: yards that make or take a touchdown, on which defensive totals.
    red_zone_yards: Table = numbers(2, 2)
    red_zone_on: Table = numbers(2, 2)
    #: House table: yards that a gain is longer late in a close game, on which defensive totals.
    close_yards: Numbers = numbers(2)
    close_on: Numbers = numbers(2)


#: What can go wrong in a game that no rule provides for.
TOO_MANY_FOULS, TOO_MANY_PERIODS, TOO_MANY_RECORDS = 1, 2, 3
TROUBLES = (
    "",
    f"a play had more than {MOST_FOULS} fouls: a column is nearly all penalties",
    f"a game had no winner after {n.MOST_PERIODS - 1} periods",
    "a play had too many records",
)


def bits(totals: Iterable[int]) -> int:
    """A set of totals as one number with a bit for each."""
    return sum(1 << total for total in totals)


def in_set(totals: int, total: int) -> bool:
    """Whether a set of totals (`bits`) has this one."""
    return (totals >> total) & 1 != 0


def other(team: int) -> int:
    """The other team."""
    return 1 - team


def ahead(game: Game, team: int) -> int:
    """The team's lead; negative when behind."""
    return game.score[team] - game.score[1 - team]
