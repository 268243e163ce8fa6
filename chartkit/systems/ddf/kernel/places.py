"""Where everything is in a game's block of memory: state, work space, rules, two teams, statistics, records."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.names import NUMBER

_next = 0


def _take(number: int = 1) -> int:
    """The first of the next so many places."""
    global _next  # noqa: PLW0603 - the map is drawn once, while the module loads
    first = _next
    _next += number
    return first


MOST_FOULS = 16

# What a choice about fouls leads to: of the state between two plays (referee.state.GameState) what such a choice
# can change, and how the play ended (referee.ending.End). A pair is home, visitor.
PHASE = _take()
CLOCK = _take()
POSSESSION = _take()
DOWN = _take()
SPOT = _take()
TO_GAIN = _take()
PENDING = _take()
PENDING_ROW = _take()
PENDING_TEAM = _take()
STOPPABLE = _take()
UNTIMED = _take()
KICKOFF_SHIFT = _take()
TRY_KICK = _take()
SCORE = _take(2)
END_TEAM = _take()
END_SPOT = _take()
END_WHAT = _take()
END_ROW = _take()
END_HOW = _take()
END_TURNOVER = _take()
END_SHIFT = _take()
#: Seconds charged in this step: before the snap, and from then on.
SECONDS_BEFORE = _take()
SECONDS_AFTER = _take()
BLOCK = _next
# The rest of the state.
PERIOD = _take()
FORTIES = _take()
TIMEOUTS = _take(2)
NO_HUDDLE = _take(2)
CALLS = _take(18)
OFFENSE_AUDIBLES = _take(2)
DEFENSE_AUDIBLES = _take(2)
RECEIVED_FIRST = _take()
OVERTIME = _take()
STATE_SIZE = _next

# Work space.
#: Of a game that is watched: RECORDING or SCRIPTED.
MODE = _take()
#: 0, or what went wrong.
TROUBLE = _take()
RECORDS = _take()
MOST_RECORDS = _take()
#: The first record of this step, and of this play's field.
STEP_START = _take()
FIELD = _take()
FIELD_END = _take()
#: The script: where it is, how far it has been read or written, where it ends.
SCRIPT = _take()
SCRIPT_END = _take()
#: Cells that meet, the call, the foul lists: a number and then the cells.
MINE = _take()
THEIRS = _take()
CALL = _take()
#: 0, or one more than the number of records at the snap.
SNAPPED = _take()
#: The number of the situation in the coach's grid that was looked at last, and that grid.
PLACE_GRID = _take()
PLACE_NUMBER = _take()
FOULS = _take(MOST_FOULS + 1)
RETURN_FOULS = _take(MOST_FOULS + 1)
LOOSE_FOULS = _take(MOST_FOULS + 1)
HOLDING = _take(MOST_FOULS)
BETWEEN = _take(MOST_FOULS)
# What each choice about fouls leads to.
MOST_CHOICES = 2 * MOST_FOULS + 1
KEPT = _take(BLOCK)
CHOICES = _take()
CHOICE_CODE = _take(MOST_CHOICES)
CHOICE_START = _take(MOST_CHOICES)
CHOICE_END = _take(MOST_CHOICES)
CHOICE_FIELD = _take(MOST_CHOICES)
CHOICE_STATE = _take(MOST_CHOICES * BLOCK)
# The situation before the step.
WAS_PHASE = _take()
WAS_TEAM = _take()
WAS_DOWN = _take()
WAS_TO_GO = _take()
WAS_SPOT = _take()
WAS_SCORE = _take(2)
WAS_OVERTIME = _take()

# The rule book, of the home team's season.
RULES = _next
SECONDS = _take(17)
RANK = _take(17)
PERIOD_SECONDS = _take()
STOP_AT = _take()
STOP_PERIODS = _take()
MOST_PERIODS = 32
LATE = _take(MOST_PERIODS)
PRIORITY = _take(12 * 10 + 40)
FOUL_YARDS = _take(32)
FOUL_FROM = _take(32)
FOUL_FIRST_DOWN = _take(32)
FOUL_ON_SCORE = _take(32)
NOT_ALLOWED = _take(9)
OUT_OF_BOUNDS_SPOT = _take()
INTERFERENCE_IN_END_ZONE = _take()
HOLDING_INSIDE = _take()
ADJUSTMENT_INSIDE = _take()
ROLL_INSIDE = _take()
ROLL_WAY = _take(6)
ROLL_ZERO = _take(6)
PI_DICE = _take(9)
PI_PLUS = _take(9)
PI_CHOSEN = _take()
KICKOFF_LINE = _take()
KICKOFF_TOUCHBACK = _take()
TOUCHBACK_LINE = _take()
FREE_KICK_LINE = _take()
TRY_RETURN = _take()
TWO_POINT_SPOT = _take()
KICK_PENALTY_SPOT = _take()
KICK_BEHIND = _take()
ONSIDE_DISTANCE = _take()
ONSIDE_RECOVERED = _take()
SQUIB_DISTANCE = _take()
OT_FORMAT = _take()
OT_SECONDS = _take()
OT_TIMEOUTS = _take()
OT_TIE = _take()
OPTION_HOLDING = _take()
OPTION_BETWEEN = _take()
OPTION_THIRD_PLAY = _take()
OPTION_SPIKE_SECONDS = _take()
OPTION_OFF15 = _take()
OPTION_FUMBLE_RETURN = _take()
# The habits of every computer coach.
MOST_HABITS = 8
HABIT_KICKOFFS = _take()
HABIT_KICKOFF = _take(5 * MOST_HABITS)
HABIT_HURRIES = _take()
HABIT_HURRY = _take(6 * MOST_HABITS)
#: By period: from this many seconds left on somebody may hurry.
HURRY_CLOCK = _take(MOST_PERIODS)
TWO_POINT_PERIODS = _take()
TWO_POINT_CLOCK = _take()
#: By lead, from -64 to 64.
TWO_POINT_AHEAD = _take(129)
TIMEOUT_INSIDE = _take()
SPIKE_INSIDE = _take()
LAST_KICK_INSIDE = _take()
KNEEL_CLOCK = _take()
KNEEL_CLOSE = _take()
KNEEL_SPOT = _take()
DESPERATE_CLOCK = _take()
DESPERATE_LOW = _take()
DESPERATE_HIGH = _take()
POOCH_INSIDE = _take()
POOCH_AT = _take()
LET_ROLL_AT = _take()
GO_FROM = _take()
GO_WITH = _take()
#: Tries, four downs, short, long: a row to draw one of eight from each.
STANDARD_FORMATIONS = _take(7 * 8)
WORTH = _take(101)
WORTH_DOWN = _take(4)
WORTH_YARD = _take(4)
WORTH_TRY = _take()
WORTH_KICKOFF = _take()
WORTH_FREE_KICK = _take()
WORTH_KICKOFF_YARD = _take()
RULES_SIZE = _next - RULES

# A team's sheet; the visitor's follows the home team's.
TEAMS = _next
_next = 0
#: Columns of 30 rows, by total 0-39.
COLUMNS = _take(20 * 40)
#: Columns of five rows, by total 0-7: six formations of nine plays, then four more.
FIVES = _take(58 * 8)
MARKS = _take(16)
QUOTA = _take(9)
OVERTIME_QUOTA = _take(9)
HAS_QUOTA = _take()
LONGEST = _take()
SACK_MARK = _take()
SACK_YARDS = _take()
SCRAMBLE_YARDS = _take()
FUMBLE_MARK = _take()
MUFFS = _take()
NO_HUDDLES = _take()
HAS_SQUIB = _take()
#: By play: the mark of a cell that the Big Play column replaces (R28.13), or none.
BOLD_COUNTS = _take(9)
HAS_CONTAINMENT = _take()
HAS_ADJUSTMENT = _take()
HAS_FORCED = _take()
FORCED_NUMBER = _take(40)
FORCED_CELLS = _take(40 * 4)
SQUEEZE_INSIDE = _take()
HAS_SQUEEZE = _take(9 * 101)
SQUEEZE_YARDS = _take(9 * 101)
SQUEEZE_INCOMPLETE = _take(9 * 101)
#: As home team and as visitor; what the home field takes from a visitor; what the road gives back.
START_OFFENSE_AUDIBLES = _take()
START_DEFENSE_AUDIBLES = _take()
HOME_ADVANTAGE = _take()
ROAD_ADJUSTMENT = _take()
USUAL_PUNT = _take()
#: SITUATION or SOLITAIRE; of the first kind where its grid and its tables begin.
COACH_KIND = _take()
COACH_GRID = _take()
COACH_CALLS = _take()
COACH_SHARES = _take()
COACH_FOURTH = _take()
COACH_FORMATIONS = _take()
#: Where the chances of a try for two begin; 0: the habits say.
COACH_TWO_POINTS = _take()
#: Chance that a play drawn against this team's defense is called, by play.
COACH_FACED = _take(9)
PASS_PERCENT = _take()
#: Running sums of 100 numbers for runs 1-4 and passes 5-9.
SOLITAIRE_RUNS = _take(4)
SOLITAIRE_PASSES = _take(5)
TEAM_SIZE = _next
_next = TEAMS + 2 * TEAM_SIZE

# Statistics of both teams, and what they need from play to play.
STATISTICS = _take(2 * NUMBER)
#: Of both teams' plays from scrimmage: how often each deed was done and for how many yards.
DEED_KINDS = 16
DEED_COUNT = _take(2 * DEED_KINDS)
DEED_YARDS = _take(2 * DEED_KINDS)
#: How often each down was played and made.
DOWN_KINDS = 8
DOWNS_PLAYED = _take(2 * DOWN_KINDS)
DOWNS_MADE = _take(2 * DOWN_KINDS)
STATISTICS_END = _next
FIRST_OF = _take(32)
LAST_RECEIVER = _take()
DRIVE_OPEN = _take()
DRIVE_TEAM = _take()
DRIVE_START = _take()
DRIVE_PLAYS = _take()
DRIVE_SECONDS = _take()
DRIVE_RED_ZONE = _take()
#: The half; of the last play: does it allow the drive to go on, the result, the spot with what was gained.
DRIVE_HALF = _take()
DRIVE_GOES_ON = _take()
DRIVE_RESULT = _take()
DRIVE_REACHED = _take()

#: Records of six numbers each; behind them the script.
EVENTS = _next
RECORD = 6

#: Columns of 30 rows.
BREAKAWAY_COLUMN, TRAPPED_COLUMN = 9, 10
KICKOFF_COLUMN, KICKOFF_RETURN, PUNT_COLUMN, PUNT_RETURN = 11, 12, 13, 14
FUMBLE_RETURN, INTERCEPTION_RETURN, FIELD_GOAL_COLUMN, BIG_PLAY, SQUIB_RETURN = 15, 16, 17, 18, 19
#: Columns of five rows behind the formations.
KICK_COVERAGE, PUNT_COVERAGE, CONTAINMENT, ADJUSTMENT = 54, 55, 56, 57
#: Sets of totals.
RECOVERED, PAT_GOOD, GREAT_PROTECTION, GOOD_DECISION, BALL_PROTECTION, SACK_ON, FUMBLE_ON = range(7)
CANCEL_DEF_5, CANCEL_DEF_5X, CANCEL_DEF_15, CANCEL_PI, POST_OFF_5, POST_DEF_5 = range(7, 13)
HOLDING_ON, BETWEEN_OFFENSE, BETWEEN_DEFENSE = 13, 14, 15

RECORDING, SCRIPTED = 1, 2
SITUATION, SOLITAIRE = 0, 1
#: What can go wrong.
OFF_SCRIPT, TOO_MANY_FOULS, TOO_MANY_RECORDS, TOO_MANY_PERIODS, TOO_LONG_A_SCRIPT = 1, 2, 3, 4, 5
