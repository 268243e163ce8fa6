"""The game object: everything that the rules look at, by name, as whole numbers.

At the table it is a Python object, for many games a record of the same fields in memory (`many`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from chartkit.running.fields import Numbers, Table, numbers
from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.tables import COLUMNS
from chartkit.systems.coachs_call.teams import SLOTS

#: A variant of a cell: seven numbers of its condition, then kind, yards and marks; the base comes last.
CELL_SIZE, MOST_VARIANTS, ROLLS_OF_A_COLUMN = 10, 3, 36
MOST_HISTORY = n.MOST_BOXES * n.MOST_QUARTERS
PENALTY_ROWS, INJURY_BOXES, CREDIT_ROWS = 45, 45, 20


class Out(NamedTuple):
    """What a cell says: kind, yards, marks as bits."""

    kind: int
    yards: int
    marks: int


class End(NamedTuple):
    """How a play ended: `team` has the ball at `spot`, in its own coordinate, and what becomes of the series."""

    team: int
    spot: int
    what: int
    series: int


@dataclass(eq=False)
class Game:
    """A game in progress; teams are 0 (home) and 1 (visitor).

    `spot` and `to_gain` count yards from the own goal line of the team in `possession`: the kicking team before a
    kickoff, the scoring team before a try.
    """

    phase: int = n.OPENING
    quarter: int = 1
    #: Boxes filled in this quarter (10.1), and at the last snap.
    box: int = 0
    snap_box: int = 0
    possession: int = 0
    down: int = 0
    spot: int = 0
    to_gain: int = 0
    score: Numbers = numbers(2)
    timeouts: Numbers = numbers(2)
    received_first: int = 0
    #: The kickoff follows a safety (8.11).
    after_safety: int = 0
    #: How far overtime has come; 0 before it, and the phase, score and team before the step.
    overtime: int = 0
    was_phase: int = 0
    was_team: int = 0
    was_score: Numbers = numbers(2)
    #: The next play is a rare play (10.6).
    rare_pending: int = 0
    #: A try or the kickoff after it is played although the half is over (10.2, A25).
    overtime_play: int = 0
    #: The last call of this possession (5.9); -1 for none.
    last_call: int = 0
    fake_used: Numbers = numbers(2)

    # The written history (3.1), and the play in progress.
    history: Numbers = numbers(MOST_HISTORY)
    written: int = 0
    origin: int = 0
    distance: int = 0
    taken: int = 0
    #: The grades that cells may ask for (`names.ASKED`).
    asked: Numbers = numbers(len(n.ASKED))
    #: The record of the play (`names.RECORD`).
    row: Numbers = numbers(len(r.RECORD))
    #: `Time` was read (8.3); the carrier is above his stamina limit (12.4).
    time_called: int = 0
    tired: int = 0
    injury: int = 0
    #: A penalty to be decided: the end of the play if accepted, and if declined.
    offer: Numbers = numbers(8)

    # Players, by team and slot.
    grades: Table = numbers(2, len(SLOTS))
    receiving: Table = numbers(2, len(SLOTS))
    #: The substitute is in (2.8); touches (12.4) of the first man and of the substitute.
    benched: Table = numbers(2, len(SLOTS))
    touches: list[Table] = numbers(2, 2, len(SLOTS))
    linemen_out: Numbers = numbers(2)
    #: As the roster has them, for the next game.
    start_grades: Table = numbers(2, len(SLOTS))
    start_receiving: Table = numbers(2, len(SLOTS))
    #: 0 for the list of the favored team, 1 for the underdog's (11.1).
    rare_list: Numbers = numbers(2)

    # Tables.
    cells: list[list[Table]] = numbers(len(COLUMNS), ROLLS_OF_A_COLUMN, MOST_VARIANTS, CELL_SIZE)
    foul_kinds: Table = numbers(PENALTY_ROWS, 5)
    foul_yards: Table = numbers(PENALTY_ROWS, 5)
    penalty_rows: int = 0
    interference: Numbers = numbers(len(n.CALLS))
    injuries: Numbers = numbers(INJURY_BOXES)
    injury_boxes: int = 0
    games_out: Numbers = numbers(101)
    credit: Table = numbers(4, CREDIT_ROWS)
    credit_downfield: Numbers = numbers(CREDIT_ROWS)
    rare: list[list[Table]] = numbers(2, ROLLS_OF_A_COLUMN, 2, len(n.RARE_FIELDS))
    prices: Table = numbers(len(SLOTS), 5)
    #: By call (5.2 to 5.6).
    yards_added: Numbers = numbers(len(n.CALLS))
    sideline_yards: int = 0
    gain_factor: int = 0
    loss_factor: int = 0
    trick_interception: int = 0
    stamina: Numbers = numbers(2)

    # Options and the season's settings (A20).
    numbers_fresh: bool = False
    boxes: int = 0
    shaded_box: int = 0
    plays_injuries: bool = False
    plays_stamina: bool = False
    repeat_rule: bool = False
    time_outs: bool = False
    field_goal_flags_punt: bool = False
    rt_15_half_half: bool = False
    point_on_11_unless_tied: bool = False
    flag_underlying: bool = False
    decline: bool = False
    late_boxes_after: bool = False
    point_changes_price: bool = False
    sneak_one_yard: bool = False
    last_try_kickoff: bool = False
    return_defense_stoppers: bool = False
    time_saves_box: bool = False
    time_without_time_out: bool = False
    injury_spot_before: bool = False
    punt_returns_end_zone: bool = False
    cap_follows_grade: bool = False
    same_call_column: bool = False
    modify_scrambles: bool = False
    tired_at_limit: bool = False
    challenge_without_time_out: bool = False
    late_out_of_bounds_after: bool = False
    write_extra_rolls: bool = False
    timeouts_half: int = 0
    timeouts_overtime: int = 0
    overtime_format: int = 0
    tie_allowed: bool = False
    kickoff_line: int = 0
    free_kick_line: int = 0
    kickoff_touchback: int = 0
    touchback: int = 0
    extra_point_spot: int = 0
    two_point_spot: int = 0
    two_point_try: bool = False
    try_defense_return: bool = False


def roll_sum(roll: int) -> int:
    """The digits added (1.2)."""
    return roll // 10 + roll % 10


def roll_place(roll: int) -> int:
    """The place of a roll among the 36 codes."""
    return 6 * (roll // 10 - 1) + roll % 10 - 1


def boxes_left(game: Game) -> int:
    """Empty boxes of the quarter."""
    return game.boxes - game.box


def ends_half(game: Game) -> bool:
    """Quarters 2 and 4 and overtime."""
    return game.quarter % 2 == 0 or game.quarter > r.REGULATION


def lead(game: Game, team: int) -> int:
    """The team's lead; negative when behind."""
    return game.score[team] - game.score[1 - team]
