"""The words of the game as numbers: the rules are compiled, and a machine compares numbers.

Each list of words stands beside its numbers; the table (`engine`) turns numbers back into words.
"""

from __future__ import annotations

from typing import Final

from chartkit.systems.ddf.charts import DEFENSE_FOULS, FOULS, Kind

HOME: Final = 0
AWAY: Final = 1

#: What happens next (R2.3).
PHASES = ("coin toss", "kickoff", "free kick", "scrimmage", "try", "over")
COIN_TOSS, KICKOFF, FREE_KICK, SCRIMMAGE, TRY, OVER = range(len(PHASES))

REGULATION: Final = 4
MOST_PERIODS: Final = 32

#: The dice of R1.
DICE = ("offensive", "defensive", "d10")
OFFENSIVE, DEFENSIVE, D10 = range(len(DICE))

#: Kinds of cells (R4); fouls are one stretch of them, those of the defense its end.
KINDS = tuple(Kind)
YARDS = KINDS.index(Kind.YARDS)
FORCED = KINDS.index(Kind.FORCED)
FORCED_TD = KINDS.index(Kind.FORCED_TD)
BREAKAWAY = KINDS.index(Kind.BREAKAWAY)
TOUCHDOWN = KINDS.index(Kind.TOUCHDOWN)
TRAPPED = KINDS.index(Kind.TRAPPED)
INCOMPLETE = KINDS.index(Kind.INCOMPLETE)
INTERCEPTION = KINDS.index(Kind.INTERCEPTION)
FUMBLE = KINDS.index(Kind.FUMBLE)
BLOCKED = KINDS.index(Kind.BLOCKED)
FAIR_CATCH = KINDS.index(Kind.FAIR_CATCH)
GOOD = KINDS.index(Kind.GOOD)
NO_GOOD = KINDS.index(Kind.NO_GOOD)
OFF_5 = KINDS.index(Kind.OFF_5)
OFF_10 = KINDS.index(Kind.OFF_10)
OFF_15 = KINDS.index(Kind.OFF_15)
OFF_40 = KINDS.index(Kind.OFF_40)
GROUNDING = KINDS.index(Kind.GROUNDING)
DEF_5 = KINDS.index(Kind.DEF_5)
DEF_5X = KINDS.index(Kind.DEF_5X)
DEF_15 = KINDS.index(Kind.DEF_15)
INTERFERENCE = KINDS.index(Kind.INTERFERENCE)
INTERFERENCE_X = KINDS.index(Kind.INTERFERENCE_X)
FIRST_FOUL = min(KINDS.index(kind) for kind in FOULS)
FIRST_DEFENSE_FOUL = min(KINDS.index(kind) for kind in DEFENSE_FOULS)
LAST_FOUL = max(KINDS.index(kind) for kind in FOULS)

#: Plays 1-9 by number from 0; 5-9 are passes (R3.2). Special calls follow (R6.1).
FIRST_PASS: Final = 4
SHORT: Final = 5
PLAYS: Final = 9
CALL_PUNT, CALL_FIELD_GOAL, CALL_KNEEL, CALL_SAFETY, CALL_SPIKE = range(9, 14)
FORMATIONS: Final = 6

#: Columns of 30 rows: the plays, then these (R3.2, R3.4, R3.6, R3.8).
BREAKAWAY_COLUMN, TRAPPED_COLUMN, KICKOFF_COLUMN, KICKOFF_RETURN, PUNT_COLUMN, PUNT_RETURN = range(9, 15)
FUMBLE_RETURN, INTERCEPTION_RETURN, FIELD_GOAL_COLUMN, BIG_PLAY, SQUIB_RETURN = range(15, 20)
#: Columns of five rows: six formations of nine plays, then these (R3.3, R3.5).
KICK_COVERAGE, PUNT_COVERAGE, CONTAINMENT, FG_ADJUSTMENT = range(54, 58)
#: Sets of totals of the offensive dice.
RECOVERED, PAT_GOOD, GREAT_PROTECTION, GOOD_DECISION, BALL_PROTECTION, SACK_RATE, FUMBLE_MARKS = range(7)
CANCEL_DEF_5, CANCEL_DEF_5X, CANCEL_DEF_15, CANCEL_PI, POST_OFF_5, POST_DEF_5 = range(7, 13)
HOLDING, BETWEEN_OFFENSE, BETWEEN_DEFENSE, MEASURED_SHORT, OWN_END_ZONE, TRY_COUNTS, TRY_FAILS = range(13, 20)
MARKS: Final = 20
#: R28.16: the home field is worth at most this; R23.7: every third play means 8 of this many.
MOST_ADVANTAGE: Final = 3
PACE_CYCLE: Final = 24
#: A score is worth at most this much; the comeback house table counts up to so many scores.
ONE_SCORE: Final = 8
MOST_SCORES: Final = 3
#: Yards to the goal line within which the red-zone house table is used, and nearer than which it is not.
RED_ZONE: Final = 20
NEAREST_RED_ZONE: Final = 3
THIRD_PLAYS: Final = 8
#: Rolls that are no column of a team: what they are for.
ON_ONSIDE, ON_SQUEEZE, ON_MUFF, ON_MUFF_AGAIN, ON_INFLUENCE, ON_WHICH_FOUL, ON_INTERFERENCE = range(7)
ON_FUMBLE_RETURN, ON_COIN_TOSS, ON_ROLL_DIRECTION, ON_ROLL_YARDS = range(7, 11)
#: One number for everything that is rolled on: the kind of chart and its place.
THIRTY, FIVE, MARKED, OTHER = 0, 100, 200, 300

#: `SCK`, `QR` and `G`, `NG`: the symbol of an exclusive supplement column (R28.3, R28.9); 0 for none.
SACKS_MORE, SACKS_LESS = 1, 2
RECOVERS_MORE, RECOVERS_LESS = 1, 2

#: Rows of the timing chart (R23.1).
ROWS = (
    "in bounds",
    "out of bounds",
    "out of bounds late",
    "change of possession",
    "penalty",
    "incomplete",
    "score",
    "kick touchback",
    "pre-snap penalty",
    "try",
    "onside recovered",
    "kneel",
    "intentional safety",
    "third play",
    "no huddle",
    "spike",
    "timeout",
)
(
    IN_BOUNDS,
    OUT_OF_BOUNDS,
    OUT_OF_BOUNDS_LATE,
    CHANGE_ROW,
    PENALTY_ROW,
    INCOMPLETE_ROW,
    SCORE_ROW,
    KICK_TOUCHBACK,
    PRE_SNAP_ROW,
    TRY_ROW,
    ONSIDE_ROW,
    KNEEL_ROW,
    SAFETY_ROW,
    THIRD_PLAY_ROW,
    NO_HUDDLE_ROW,
    SPIKE_ROW,
    TIMEOUT_ROW,
) = range(len(ROWS))

#: What became of the ball: dead in the field, a score, or fouls that offset.
DEAD, TOUCHDOWN_END, SAFETY_END, GOAL_END, OFFSET_END = range(5)

#: What a record can say. Those before `fumble` are deeds of the runner, passer or kicker.
HAPPENINGS = (
    "run",
    "complete",
    "incomplete",
    "scramble",
    "sack",
    "kneel",
    "spike",
    "grounding",
    "interception",
    "punt",
    "field goal",
    "blocked",
    "kickoff",
    "out of bounds kick",
    "pat",
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
    RAN,
    COMPLETED,
    THREW_INCOMPLETE,
    SCRAMBLED,
    SACKED,
    KNELT,
    SPIKED,
    GROUNDED,
    INTERCEPTED,
    PUNTED,
    KICKED_GOAL,
    BLOCKED_KICK,
    KICKED_OFF,
    KICKED_OUT,
    KICKED_PAT,
    FUMBLED,
    RECOVERY,
    RETURNED,
    ONSIDE,
    TWO_POINT,
    TOUCHBACK,
    FAIR_CAUGHT,
    SCORED,
    SAFETY,
    PENALTY,
    NO_PLAY,
    FIRST_DOWN,
    ON_DOWNS,
    POSSESSION,
) = range(len(HAPPENINGS))
DEEDS = FUMBLED
#: Records that are no happenings on the field.
POINTS, CLOCK, PERIOD, BALL = range(len(HAPPENINGS), len(HAPPENINGS) + 4)

#: Details of happenings, and how a play ended.
DETAILS = (
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
    PLAIN,
    AT_SIDELINE,
    BY_SNAP,
    BY_STRIP,
    BY_KICKOFF,
    BY_SQUIB,
    BY_PUNT,
    BY_FIELD_GOAL,
    WAS_GOOD,
    WAS_NO_GOOD,
    AS_KICKOFF,
    AS_SQUIB,
    AS_ONSIDE,
    AS_FREE_KICK,
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
) = range(len(DETAILS))

#: How a foul was settled; the first four are enforced.
SETTLED = ("accepted", "pre-snap", "between downs", "kickoff", "declined", "offset")
ACCEPTED, BEFORE_SNAP, BETWEEN_DOWNS, AT_KICKOFF, DECLINED, OFFSET = range(len(SETTLED))

#: How points were scored (R2.5).
SCORES = ("touchdown", "field goal", "safety", "PAT", "two-point conversion", "defensive conversion")
BY_TOUCHDOWN, BY_GOAL, BY_SAFETY, BY_PAT, BY_CONVERSION, BY_RETURN = range(len(SCORES))
POINTS_FOR = (6, 3, 2, 1, 2, 2)
#: R24.1.
TIMEOUTS_A_HALF: Final = 3
#: R2.7: downs of a series, and yards to the line to gain.
DOWNS: Final = 4
SERIES_YARDS: Final = 10

#: What coaches are asked (R31.5).
QUESTIONS = (
    "coin toss",
    "kickoff",
    "kick return",
    "clock",
    "offense call",
    "defense call",
    "reveal",
    "pooch",
    "let it roll",
    "penalty",
    "try",
)
(
    ASK_COIN_TOSS,
    ASK_KICKOFF,
    ASK_KICK_RETURN,
    ASK_CLOCK,
    ASK_OFFENSE,
    ASK_DEFENSE,
    ASK_REVEAL,
    ASK_POOCH,
    ASK_LET_IT_ROLL,
    ASK_PENALTY,
    ASK_TRY,
) = range(len(QUESTIONS))

#: The answers that are words; the first is the ordinary one.
RECEIVE, KICK = range(2)
ORDINARY_KICK, SQUIB_KICK, ONSIDE_KICK = range(3)
RETURN_IT, TAKE_TOUCHBACK = range(2)
PLAY_ON, TAKE_TIMEOUT, HURRY, SPIKE_IT = range(4)
STAND, CALL_AUDIBLE, STOP_CLOCK = range(3)
LET_IT_ROLL = 1
KICK_PAT, GO_FOR_TWO = range(2)
#: What can be done about a foul: take it, decline it; of a punting team's foul replay the down or add it on.
ACCEPT, DECLINE, REPLAY, TACK_ON = range(4)

#: Why a choice is illegal (`legality`); 0: it is legal.
(
    LEGAL,
    TOO_NEAR_GOAL,
    OUT_OF_QUOTA,
    TRY_IS_A_PLAY,
    TOO_FAR,
    NO_TIMEOUT_LEFT,
    CLOCK_STOPPED,
    NOT_THE_OFFENSE,
    PLAY_TOO_SHORT,
    NO_HUDDLES_LEFT,
    NO_AUDIBLES,
    NO_AUDIBLE_LEFT,
    FREE_KICK_ONLY,
    NO_SQUIB_CHART,
    NO_TWO_POINT_TRY,
    NO_ONSIDE_NOW,
) = range(16)

#: Where a foul is walked off and what it does to a score (R19.11, R20, R21).
WALKED_FROM = ("line", "end", "end of a gaining run")
FROM_LINE, FROM_END, FROM_GAINING_RUN = range(len(WALKED_FROM))
ON_SCORE = ("wipes out", "kickoff", "nothing")
WIPES_OUT, TO_KICKOFF, NOTHING = range(3)
#: Who may return the offense's own fumble (R11.3, R28.10).
FUMBLE_RETURNS = ("always", "d10", "never")
ALWAYS, ON_A_ZERO, NEVER = range(3)
#: When a team may kick onside (R15.1, R29.1).
ONSIDE_TIMES = ("any time", "behind in the fourth quarter", "behind")
ANY_TIME, BEHIND_LATE, BEHIND = range(len(ONSIDE_TIMES))
#: Where the ball goes after a missed field goal (R17.3).
MISSED_KICKS = ("touchback", "line of scrimmage", "spot of the kick")
AT_TOUCHBACK, AT_LINE, AT_KICK = range(3)
