"""The words of the referee as numbers: phases, rows of the timing chart, happenings, details, cells."""

from __future__ import annotations

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee import ending
from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.referee.decisions import Ask
from chartkit.systems.ddf.referee.state import PHASES
from chartkit.systems.ddf.result import DEFENSE_FOULS, FOULS, Kind
from chartkit.systems.ddf.scorebook.plays import DEEDS as DEED_NAMES

PHASE_NAMES = PHASES
COIN_TOSS, KICKOFF, FREE_KICK, SCRIMMAGE, TRY, OVER = range(6)
FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH = 1, 2, 3

#: Dice, as in the referee's records.
OFFENSIVE, DEFENSIVE, D10 = 0, 1, 2

#: Rows of the timing chart (R23.1).
ROW_NAMES = (
    ending.IN_BOUNDS,
    ending.OUT_OF_BOUNDS,
    ending.OUT_OF_BOUNDS_LATE,
    ending.CHANGE,
    ending.PENALTY,
    ending.INCOMPLETE,
    ending.SCORE,
    ending.KICK_TOUCHBACK,
    ending.PRE_SNAP,
    ending.TRY_ROW,
    ending.ONSIDE,
    ending.KNEEL,
    ending.INTENTIONAL_SAFETY,
    ending.THIRD_PLAY,
    ending.NO_HUDDLE,
    ending.SPIKE,
    ending.TIMEOUT,
)
(
    IN_BOUNDS,
    OUT_OF_BOUNDS,
    OUT_OF_BOUNDS_LATE,
    CHANGE,
    PENALTY_ROW,
    INCOMPLETE_ROW,
    SCORE,
    KICK_TOUCHBACK,
    PRE_SNAP,
    TRY_ROW,
    ONSIDE_ROW,
    KNEEL_ROW,
    INTENTIONAL_ROW,
    THIRD_PLAY,
    NO_HUDDLE_ROW,
    SPIKE_ROW,
    TIMEOUT_ROW,
) = range(len(ROW_NAMES))
NO_ROW = -1

#: What became of the ball.
DEAD, TOUCHDOWN_END, SAFETY_END, GOAL, OFFSET = (
    ending.DEAD,
    ending.TOUCHDOWN,
    ending.SAFETY,
    ending.GOAL,
    ending.OFFSET,
)

#: Happenings; those before `fumble` are deeds of the runner, passer or kicker.
WHAT_NAMES = (
    *DEED_NAMES,
    "fumble",
    "recovery",
    "return",
    "onside",
    "two-point",
    "touchback",
    "fair catch",
    "touchdown",
    "safety",
    "penalty",
    "no play",
    "first down",
    "downs",
    "possession",
)
(
    RUN,
    COMPLETE,
    INCOMPLETE,
    SCRAMBLE,
    SACK,
    KNEEL,
    SPIKE,
    GROUNDED,
    INTERCEPTED,
    PUNT,
    FIELD_GOAL,
    BLOCKED,
    KICKED_OFF,
    KICKED_OUT,
    PAT,
    FUMBLE,
    RECOVERY,
    RETURN,
    ONSIDE,
    TWO_POINT,
    TOUCHBACK,
    FAIR_CATCH,
    TOUCHDOWN,
    SAFETY,
    PENALTY,
    NO_PLAY,
    FIRST_DOWN,
    DOWNS,
    POSSESSION,
) = range(len(WHAT_NAMES))
DEEDS = FUMBLE
#: Records that are no happenings.
POINTS_RECORD, CLOCK_RECORD, PERIOD_RECORD, BALL_RECORD = range(len(WHAT_NAMES), len(WHAT_NAMES) + 4)

#: Details of happenings, and how a play ended.
DETAIL_NAMES = (
    "",
    "out of bounds",
    "snap",
    "strip",
    "kickoff",
    "squib",
    "punt",
    "field goal",
    "good",
    "no good",
    "KICKOFF",
    "SQUIB KICK",
    "ONSIDE KICK",
    "FREE KICK",
    "dead",
    "roll",
    "interception",
    "fumble",
    "blocked",
    "touchback",
    "downs",
    "run",
    "pass",
    "intentional",
    "holding",
    "grounding",
    "kicks off",
    "penalty",
    "try",
)
(
    BLANK,
    BY_SIDELINE,
    BY_SNAP,
    BY_STRIP,
    BY_KICKOFF,
    BY_SQUIB,
    BY_PUNT,
    BY_FIELD_GOAL,
    GOOD,
    NO_GOOD,
    ORDINARY_KICK,
    SQUIB_KICK,
    ONSIDE_KICK,
    KICK_AFTER_SAFETY,
    DIED,
    ROLLED,
    BY_INTERCEPTION,
    BY_FUMBLE,
    BY_BLOCK,
    BY_TOUCHBACK,
    BY_DOWNS,
    BY_RUN,
    BY_PASS,
    BY_INTENT,
    BY_HOLDING,
    BY_GROUNDING,
    KICKS_OFF,
    BY_PENALTY,
    BY_TRY,
) = range(len(DETAIL_NAMES))

#: How a foul was settled; the first four are enforced.
HOW_SETTLED = ("accepted", "pre-snap", "between downs", "kickoff", "declined", "offset")
ACCEPTED, BEFORE_THE_SNAP, BETWEEN_DOWNS, TO_THE_KICKOFF, DECLINED, OFFSETTING = range(6)

HOW_SCORED = ("touchdown", "field goal", "safety", "PAT", "two-point conversion", "defensive conversion")
BY_TOUCHDOWN, BY_GOAL, BY_SAFETY, BY_PAT, BY_CONVERSION, BY_RETURN = range(6)

#: Kinds of cells; fouls are one stretch, those of the defense its end.
KINDS = tuple(Kind)
YARDS = KINDS.index(Kind.YARDS)
FORCED = KINDS.index(Kind.FORCED)
FORCED_TD = KINDS.index(Kind.FORCED_TD)
BREAKAWAY = KINDS.index(Kind.BREAKAWAY)
TD = KINDS.index(Kind.TOUCHDOWN)
TRAPPED = KINDS.index(Kind.TRAPPED)
INC = KINDS.index(Kind.INCOMPLETE)
INT = KINDS.index(Kind.INTERCEPTION)
FUM = KINDS.index(Kind.FUMBLE)
BK = KINDS.index(Kind.BLOCKED)
FC = KINDS.index(Kind.FAIR_CATCH)
G = KINDS.index(Kind.GOOD)
NG = KINDS.index(Kind.NO_GOOD)
OFF_5 = KINDS.index(Kind.OFF_5)
OFF_10 = KINDS.index(Kind.OFF_10)
OFF_15 = KINDS.index(Kind.OFF_15)
OFF_40 = KINDS.index(Kind.OFF_40)
GROUNDING = KINDS.index(Kind.GROUNDING)
DEF_5 = KINDS.index(Kind.DEF_5)
DEF_5X = KINDS.index(Kind.DEF_5X)
DEF_15 = KINDS.index(Kind.DEF_15)
PI = KINDS.index(Kind.INTERFERENCE)
PI_X = KINDS.index(Kind.INTERFERENCE_X)
FIRST_FOUL = min(KINDS.index(kind) for kind in FOULS)
FIRST_DEFENSE_FOUL = min(KINDS.index(kind) for kind in DEFENSE_FOULS)
LAST_FOUL = max(KINDS.index(kind) for kind in FOULS)
if len(FOULS) != LAST_FOUL - FIRST_FOUL + 1 or len(DEFENSE_FOULS) != LAST_FOUL - FIRST_DEFENSE_FOUL + 1:
    raise AssertionError("the fouls must be one stretch of the kinds, those of the defense last")

#: A cell is one number: kind (6 bits), row (4), column (4), star, bold, and the yards on top.
NOWHERE = 15
YARDS_ZERO = 512
STAR, BOLD = 1 << 14, 1 << 15
COLUMN_FORCED, COLUMN_FORCED_LOSS = 3, 4


def packed(cell: Cell) -> int:
    """A cell of the referee as a number."""
    row = NOWHERE if cell.row < 0 else cell.row
    column = NOWHERE if cell.column < 0 else cell.column
    marks = cell.star * STAR | cell.bold * BOLD
    return KINDS.index(cell.kind) | row << 6 | column << 10 | marks | (cell.yards + YARDS_ZERO) << 16


def foul_number(kind: int, yards: int) -> int:
    """A foul as it is told apart by name: the yards count where the name has them."""
    return kind + 64 * yards if kind in (PI, GROUNDING) else kind


#: Decisions.
ASKS = tuple(Ask)
ASK_COIN_TOSS = ASKS.index(Ask.COIN_TOSS)
ASK_KICKOFF = ASKS.index(Ask.KICKOFF)
ASK_KICK_RETURN = ASKS.index(Ask.KICK_RETURN)
ASK_CLOCK = ASKS.index(Ask.CLOCK)
ASK_OFFENSE = ASKS.index(Ask.OFFENSE_CALL)
ASK_DEFENSE = ASKS.index(Ask.DEFENSE_CALL)
ASK_REVEAL = ASKS.index(Ask.REVEAL)
ASK_POOCH = ASKS.index(Ask.POOCH)
ASK_LET_IT_ROLL = ASKS.index(Ask.LET_IT_ROLL)
ASK_PENALTY = ASKS.index(Ask.PENALTY)
ASK_TRY = ASKS.index(Ask.TRY)

#: Choices by number, for the decisions whose choices are words; 0 is the default where there is one.
CLOCK_CHOICES = (d.PLAY_ON, d.TIMEOUT, d.NO_HUDDLE, d.SPIKE)
PLAY_ON, TAKE_TIMEOUT, HURRY, SPIKE_IT = range(4)
REVEAL_CHOICES = (d.STAND, d.AUDIBLE, d.TIMEOUT)
STAND, AUDIBLE, STOP_IT = range(3)
TOSS_CHOICES = (d.RECEIVE, d.KICK)
KICKOFF_CHOICES = (d.KICKOFF, d.SQUIB_KICK, d.ONSIDE_KICK)
KICK_IT, SQUIB_IT, ONSIDE_IT = range(3)
RETURN_CHOICES = (d.RETURN, d.TOUCHBACK)
ROLL_CHOICES = (d.RETURN, d.LET_IT_ROLL)
TRY_CHOICES = (d.PAT, d.TWO_POINT)
#: Calls: plays 0-8, then these.
CALL_PUNT, CALL_FIELD_GOAL, CALL_KNEEL, CALL_SAFETY, CALL_SPIKE = 9, 10, 11, 12, 13
FIRST_PASS, SHORT = 4, 5

#: Ways to settle a foul, by what the choice's name begins with.
PENALTY_CHOICES = ("accept", "decline", "replay", "tack on")
ACCEPT, DECLINE, REPLAY, TACK_ON = range(4)


def penalty_choice(action: int, foul: int, copies: int) -> int:
    """A choice about a foul as a number: what to do, which foul (-1 for the only one), which of equal ones."""
    return action | copies << 3 | (foul + 1) << 8
