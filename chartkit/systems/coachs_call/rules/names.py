"""The words of the game as numbers: the rules are compiled, so they know whole numbers only.

Outcomes, calls, questions and rare plays are numbered in the order in which `words.toml` has them.
"""

from __future__ import annotations

from chartkit.systems.coachs_call.tables import COLUMNS, CREDIT_GRIDS, GRADED
from chartkit.systems.coachs_call.teams import SLOTS
from chartkit.systems.coachs_call.words import WORDS

# fmt: off
HOME, AWAY = 0, 1
NONE = -1

#: Grades (2.3); 0 is no grade.
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
#: What happens to the series: next down, same down again, a first down, or the ball is given to a team anew.
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
