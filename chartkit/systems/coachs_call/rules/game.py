"""The game object: everything that the rules look at, as whole numbers, and the words behind the numbers.

At the table it is a Python object, for many games a record of the same fields in memory (`many_games`). Outcomes,
calls, questions and rare plays are numbered in the order of `words.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from chartkit.football.field import FORMATS
from chartkit.running.fields import Numbers, Table, numbers
from chartkit.systems import records as r
from chartkit.systems.coachs_call.tables import COLUMNS, CREDIT_GRIDS, GRADED, WORDS
from chartkit.systems.coachs_call.teams import SLOTS
from chartkit.systems.table import GameOptions, option

# fmt: off
HOME, AWAY = 0, 1
NONE = -1

#: Grades (2.3); 0 stands for none.
GRADE_LETTERS = ("", "A", "B", "C", "D")
A, B, C, D = 1, 2, 3, 4

# Slots (1.4), in the order of the roster.
QB, MOB = SLOTS.index("QB"), SLOTS.index("MOB")
RB1, RB3 = SLOTS.index("RB1"), SLOTS.index("RB3")
REC1, REC4 = SLOTS.index("REC1"), SLOTS.index("REC4")
KICKER, PUNTER = SLOTS.index("K"), SLOTS.index("P")
KICK_RETURNER, PUNT_RETURNER, DEFENSE = SLOTS.index("KR"), SLOTS.index("PR"), SLOTS.index("DEF")
OL1, OL5, DL1 = SLOTS.index("OL1"), SLOTS.index("OL5"), SLOTS.index("DL1")

# Columns (6.1, 8).
LINE_COLUMN, END_COLUMN, SHORT_COLUMN, MEDIUM_COLUMN, DEEP_COLUMN, LONG_COLUMN, LONG_GAIN_COLUMN = range(7)
PUNT_RETURN_COLUMN, FUMBLE_COLUMN, INTERCEPTION_COLUMN, SCRAMBLE_COLUMN = range(7, 11)
FIELD_GOAL_COLUMN, PUNT_COLUMN, SHORT_PUNT_COLUMN, KICKOFF_COLUMN, ONSIDE_COLUMN = range(11, 16)
assert len(COLUMNS) == ONSIDE_COLUMN + 1

#: Whose grade a cell asks for; 0 is nobody's.
ASKED = ("", *GRADED)
RUSHER, RECEIVER, QUARTERBACK, MOBILITY, STOPPERS, KICKS, PUNTS, RETURNS_PUNT, RETURNS_KICK = range(1, 10)

#: What a cell says (6.2 to 6.6, 8).
OUTCOMES = tuple(name for name in WORDS["outcomes"] if "/" not in name)
GAIN, INCOMPLETE, SACK, QB_RUN, INTERCEPTION, FUMBLE, SCRAMBLE, LONG_GAIN, TOUCHDOWN, FLAG = range(10)
NO_RETURN, ROLLS_DEAD, FAIR_CATCH, RECOVERY, BLOCKED, RANGE, MISSED, PUNTED, PUNTED_TO = range(10, 19)
TOUCHBACK, FUMBLED_AT, LONG_GAIN_FROM, RETURN_TO, KICK_OUT, ONSIDE = range(19, 25)
assert OUTCOMES[ONSIDE] == "onside"

#: Marks of an outcome, as bits; `ELEVEN` is the asterisk of the extra point (A15).
OUT_OF_BOUNDS, TIME, ROLLS, DEAD, SACK_FUMBLE, LOST, LONG_RETURN, INJURY, YELLOW, ELEVEN = (
    1 << bit for bit in range(10)
)

#: Calls (5).
CALLS = tuple(WORDS["calls"])
LINE_RUN, END_RUN, SHORT, MEDIUM, DEEP, LONG, SCREEN, REVERSE, TRICK, SNEAK = range(10)
FAKE_PUNT_PASS, FAKE_PUNT_RUN, FAKE_KICK_PASS, FAKE_KICK_RUN, PUNT, FIELD_GOAL = range(10, len(CALLS))
#: Where a call stands among the keys of `plays` in the tables.
CALL_KEYS = (
    "line_run", "end_run", "short_pass", "medium_pass", "deep_route", "long_pass", "screen_pass", "reverse",
    "trick_pass",
)
CALL_COLUMNS = (
    LINE_COLUMN, END_COLUMN, SHORT_COLUMN, MEDIUM_COLUMN, DEEP_COLUMN, LONG_COLUMN, SHORT_COLUMN, END_COLUMN,
    LONG_COLUMN, NONE, SHORT_COLUMN, END_COLUMN, SHORT_COLUMN, END_COLUMN, NONE, NONE,
)

OPENING, KICKOFF, SCRIMMAGE, TRY, OVER = range(5)
PHASES = ("opening", "kickoff", "scrimmage", "try", "over")
MOST_QUARTERS, MOST_BOXES = 16, 45

#: Questions to a coach. Answers: a call, a slot, or 0 for the ordinary course of things and 1 for the other.
QUESTIONS = tuple(WORDS["questions"])
(
    ASK_CALL, ASK_PLAYER, ASK_SIDELINE, ASK_KICKOFF, ASK_TRY, ASK_ROLL, ASK_STAY, ASK_TIME_OUT, ASK_SPIKE,
    ASK_PENALTY, ASK_CHALLENGE, ASK_RAISE, ASK_SUBSTITUTE,
) = range(len(QUESTIONS))

#: How a play ended. A safety is scored against the team of the `End`, everything else for it.
DOWN, SCORED, SAFETY, GOOD_KICK, RETRY = range(5)
#: What happens to the series: next down, same down again, a first down, or a new series for either team.
NEXT_DOWN, SAME_DOWN, FIRST_DOWN, NEW_SERIES = range(4)

#: Penalty codes (9.3 to 9.6): what the grid says, without its yards.
FOULS = (
    "none", "Off", "Def", "Def +", "Def FD", "DPI", "KT", "KT +", "RT contact", "RT holding", "RT", "RT half",
    "Roughing", "Running", "TT +",
)
(
    NO_FOUL, FOUL_OFF, FOUL_DEF, FOUL_DEF_PLUS, FOUL_DEF_FIRST, FOUL_DPI, FOUL_KT, FOUL_KT_PLUS, FOUL_CONTACT,
    FOUL_HOLDING, FOUL_RT, FOUL_RT_HALF, FOUL_ROUGHING, FOUL_RUNNING, FOUL_TT_PLUS,
) = range(len(FOULS))
FLAG_RUN, FLAG_PASS, FLAG_KICKOFF, FLAG_PUNT, FLAG_RETURN = range(5)

SACK_CREDIT, SHORT_CREDIT, DEEP_CREDIT, RECOVERY_CREDIT = range(len(CREDIT_GRIDS))

#: Rare plays (11.2): what an entry says, beyond `OUTCOMES`.
RARE_OUTCOMES = tuple(name for name in WORDS["rare"] if "/" not in name)
(
    RARE_GAIN, RARE_INCOMPLETE, RARE_SACK, RARE_INTERCEPTION, RARE_TOUCHDOWN, RARE_PENALTY, RARE_TIME_OUT,
    RARE_SPOT, RARE_RECOVERY, RARE_TURNOVER_AT, RARE_TOUCHBACK, RARE_FUMBLE_AT, RARE_DEFENSE_SCORES,
) = range(len(RARE_OUTCOMES))
#: The numbers of a rare play. The second outcome is that of a reversed ruling.
RARE_FIELDS = (
    "type", "yards", "at", "returned", "is_pass", "marks", "penalty", "series", "player", "no_credit",
    "challenger", "injury", "not_inside", "instead",
)
(
    R_TYPE, R_YARDS, R_AT, R_RETURNED, R_PASS, R_MARKS, R_PENALTY, R_SERIES, R_PLAYER, R_NO_CREDIT, R_CHALLENGER,
    R_INJURY, R_NOT_INSIDE, R_INSTEAD,
) = range(len(RARE_FIELDS))
#: `yards` of a run that is spotted at the line to gain, or a yard short of it (favored 53).
TO_THE_LINE, SHORT_OF_LINE = 1000, 999
#: Marks of a rare play: the ball came loose and the offense has it.
RARE_FUMBLED = 1 << 10
BY_OFFENSE, BY_THE_DEFENSE = 1, 2


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Every option with its default; a true/false option that is on by default is a rule of the game."""

    numbers: str = option("rewind", "3.3, 3.6: further numbers of a play", ("rewind", "fresh"))
    yellow: str = option("source", "A3: yellow cells: none known, or as proposed", ("source", "proposed"))
    shaded_box: str = option("B-h", "A5: the box before a rare play, or none")
    boxes: int = option(40, "A4: boxes of a quarter")
    rare_plays: bool = option(True, "10.6: a rare play after the shaded box")
    injuries: bool = option(True, "12.1: injuries")
    stamina: bool = option(True, "12.4: stamina")
    repeat_rule: bool = option(True, "5.9: a long gain of a repeated call is a fumbled snap")
    time_outs: bool = option(True, "10.3: time outs and spikes")
    overtime: str = option("sudden death", "A21: the format of overtime", ("season", *FORMATS))
    playoff: bool = option(False, "A21: no game ends tied")
    scramble_cells: str = option("merged", "A1: rolls 11 and 12 of the pass columns", ("merged", "separate"))
    long_gain_63: str = option("merged", "A2: long gain 63 and 64", ("merged", "separate"))
    field_goal_flags: str = option("punt", "A11: the penalty column of field goals", ("punt", "none"))
    rt_15_half: str = option("half", "A12: at most half the distance, or all 15 yards", ("half", "full"))
    point_on_11: str = option("unless tied", "A15: an extra point on 11", ("unless tied", "missed"))
    flag_underlying: bool = option(True, "A16: a flag has an underlying play")
    decline: bool = option(True, "A17: the offended team may decline a penalty")
    late_boxes: str = option("before", "A19: boxes left are counted before or after the roll", ("before", "after"))
    point_changes: str = option("price", "A22: two points, or always one grade", ("price", "grade"))
    sneak: str = option("marker", "A23: marker on a 1 or 5, or one yard to go", ("marker", "one yard"))
    time_without_time_out: bool = option(False, "A24: Time stops the clock of a team that has no time out too")
    last_try: str = option("last", "A25: a try in the last box, or a kickoff after it", ("last", "kickoff"))
    return_defense: str = option("stoppers", "A26: whose defense a return asks for", ("stoppers", "snap"))
    time_saves_box: bool = option(True, "A27: a forced time out saves the box")
    cap_follows_grade: bool = option(True, "A28: a D back's catches and a D receiver's reverses are not capped")
    same_call: str = option("call", "A29: a repeated play is the same call, or the same column", ("call", "column"))
    modify_scrambles: bool = option(False, "A30: modifiers act on quarterback runs too")
    injury_spot: str = option("after", "A32: the spot that an injury's length goes by", ("after", "before"))
    tired_at_limit: bool = option(False, "A33: the touch that reaches the limit is already above it")
    challenge_without_time_out: bool = option(False, "A34: a challenge without a time out")
    punt_returns: str = option("field", "A35: punts into the end zone, dead or returned", ("field", "end zone"))
    late_out_of_bounds: str = option("before", "A36: the last three boxes are counted", ("before", "after"))
    write_extra_rolls: bool = option(False, "A37: rolls for missing numbers are written down")


#: The basic game: what is printed on the action tables, and nothing else.
BASIC = Options(rare_plays=False, injuries=False, stamina=False, repeat_rule=False)


#: A variant of a cell: seven numbers of its condition, then kind, yards and marks; the base comes last.
CELL_SIZE, MOST_VARIANTS, ROLLS_OF_A_COLUMN = 10, 3, 36
MOST_HISTORY = MOST_BOXES * MOST_QUARTERS
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

    phase: int = OPENING
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
    asked: Numbers = numbers(len(ASKED))
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
    interference: Numbers = numbers(len(CALLS))
    injuries: Numbers = numbers(INJURY_BOXES)
    injury_boxes: int = 0
    games_out: Numbers = numbers(101)
    credit: Table = numbers(4, CREDIT_ROWS)
    credit_downfield: Numbers = numbers(CREDIT_ROWS)
    rare: list[list[Table]] = numbers(2, ROLLS_OF_A_COLUMN, 2, len(RARE_FIELDS))
    prices: Table = numbers(len(SLOTS), 5)
    #: By call (5.2 to 5.6).
    yards_added: Numbers = numbers(len(CALLS))
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
