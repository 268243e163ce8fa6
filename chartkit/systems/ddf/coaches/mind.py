"""The game as a computer coach sees it: the situation and the sheets, and what the coaches know, as whole numbers.

`tables` and `winning` fill these fields from data files, `decide` reads them. Like the fields of `Game` they are
attributes of a Python object at the table and parts of a record in memory for many games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chartkit.running.fields import Numbers, Table, numbers
from chartkit.systems.ddf.rules.game import Game
from chartkit.systems.ddf.rules.names import DOWNS, FORMATIONS, MOST_PERIODS, PLAYS

#: Kinds of coaches: the percentages of the sheet (R31), or tables by situation.
SOLITAIRE, SITUATION = range(2)
#: What can be done on a fourth down.
FOURTH_DOWN = ("go", "punt", "field goal")
GO, PUNT, KICK = range(len(FOURTH_DOWN))
#: Sides that a habit can be for.
SIDES = ("offense", "defense")
ON_OFFENSE, ON_DEFENSE = range(len(SIDES))

#: Shares and chances are parts of this.
WHOLE: Final = 1 << 14
#: How often a defense faces a play: the one that it faces most is this much, the others less.
MOST_FACED: Final = 1 << 10
#: Room for the tables of a coach and for the rows of a habit.
MOST_SITUATIONS: Final = 1536
MOST_FOURTH_DOWNS: Final = 1024
MOST_STATES: Final = 16
MOST_HABITS: Final = 8
#: Leads beyond these count as these: in habits and states of the game, and in a team's tries for two points.
MOST_LEAD: Final = 64
MOST_TRY_LEAD: Final = 20
#: States of the game are known by period (the last is any after the first overtime) and by clock; this shows tens,
#: so that each has a place of its own.
LAST_STATE_PERIOD: Final = 6
STATE_SECONDS: Final = 8
LAST_STATE_CLOCK: Final = 900 // STATE_SECONDS
#: Clocks of a period that no state tells apart are one class: each state can begin one.
MOST_TIME_CLASSES: Final = MOST_STATES + 1
MOST_MOMENTS: Final = (LAST_STATE_PERIOD + 1) * MOST_TIME_CLASSES

#: Chances to win are parts of this; the size of their table, and the longest distance with a chance of its own.
CERTAIN: Final = 10_000
MOST_CHANCES: Final = 290_508
FAR_TO_GO: Final = 25

#: Numbers that say when a row holds: periods as bits, seconds left, lead from, lead to. Others follow.
WHEN: Final = 4
#: Of a habit about kickoffs: the kind. Of one about the clock: the side, the spots and the first down of it.
KICKOFF_KIND: Final = WHEN
HURRY_SIDE, HURRY_FROM, HURRY_TO, HURRY_DOWN = WHEN, WHEN + 1, WHEN + 2, WHEN + 3
#: Rows of the usual formations: a try, downs 1 to 4, short and long yardage.
SHORT_YARDAGE, LONG_YARDAGE = 5, 6
FORMATION_ROWS: Final = 7


@dataclass(eq=False)
class Mind(Game):
    """A game with what the computer coaches of both teams know."""

    # Habits: the same for every coach.
    #: First row that fits: how to kick off, and whether the clock matters.
    habit_kickoffs: Table = numbers(MOST_HABITS, WHEN + 1)
    habit_hurries: Table = numbers(MOST_HABITS, WHEN + 4)
    #: By period: seconds left; nobody hurries before that.
    habit_hurry_inside: Numbers = numbers(MOST_PERIODS)
    #: Seconds left: use timeouts on offense, spike the ball, kick on any down.
    habit_timeout_inside: int = 0
    habit_spike_inside: int = 0
    habit_last_kick_inside: int = 0
    #: Kneel before half time with so many seconds left, up to this spot.
    habit_half_kneel_clock: int = 0
    habit_half_kneel_spot: int = 0
    habit_pooch_inside: int = 0
    habit_pooch_land_at: int = 0
    habit_let_it_roll_at: int = 0
    #: Without a table: go for it on fourth down from this spot with so many yards to go.
    habit_go_from: int = 0
    habit_go_with: int = 0
    #: Without a table: try for two points in these periods, with these leads (from -64 to 64).
    habit_two_point_periods: int = 0
    habit_two_point_clock: int = 0
    habit_two_point_leads: Numbers = numbers(2 * MOST_LEAD + 1)
    #: Without a table: running sums of the shares of the formations.
    habit_formations: Table = numbers(FORMATION_ROWS, FORMATIONS)
    #: By side and play: the formations that are a mismatch against that side, as bits (R28.15).
    habit_mismatches: Table = numbers(2, PLAYS)
    #: By down, side and play: those that ask for an audible, none on most downs.
    habit_audibles: list[Table] = numbers(DOWNS + 1, 2, PLAYS)
    habit_audible_chance: int = 0
    #: Thousandths of a point: first and 10 by spot, what a down and a yard to go cost, and the other phases.
    habit_worth_first_down: Numbers = numbers(101)
    habit_worth_down: Numbers = numbers(4)
    habit_worth_yard: Numbers = numbers(4)
    habit_worth_far_yard: Numbers = numbers(4)
    habit_worth_try: int = 0
    habit_worth_kickoff: int = 0
    habit_worth_kickoff_yard: int = 0
    habit_worth_free_kick: int = 0
    habit_worth_last_play: int = 0

    # What `winning` looks up.
    chances: Numbers = numbers(MOST_CHANCES)
    #: By yards to go: the chance that one play gains them; by down and yards to go: that the series does.
    chance_play: Numbers = numbers(FAR_TO_GO + 1)
    chance_series: Table = numbers(4, FAR_TO_GO + 1)
    chance_two_points: int = 0
    #: Thousandths of the logarithm of the odds at the kickoff: for the home field, and for a point of power rating.
    chance_home: int = 0
    chance_rating: int = 0

    # The coach of each team.
    coach_kind: Numbers = numbers(2)
    #: R31: percent of passes, running sums of the shares of plays 1-4 and of plays 5-9.
    coach_pass_percent: Numbers = numbers(2)
    coach_runs: Table = numbers(2, 4)
    coach_passes: Table = numbers(2, 5)
    #: The grid of situations. The number of one is the sum of what down and yards to go, yards to the goal line and
    #: the state of the game add to it; a try is down 0. Fourth downs have a grid of their own.
    coach_distance_place: list[Table] = numbers(2, 5, 101)
    coach_field_place: Table = numbers(2, 101)
    coach_kick_distance_place: Table = numbers(2, 101)
    coach_kick_field_place: Table = numbers(2, 101)
    #: The state of the game by moment and lead (from -64 to 64), and the moment by period and clock: small tables,
    #: so that the processor has them at hand.
    coach_moment: list[Table] = numbers(2, LAST_STATE_PERIOD + 1, LAST_STATE_CLOCK + 1)
    coach_state_at: list[Table] = numbers(2, MOST_MOMENTS, 2 * MOST_LEAD + 1)
    #: By situation: running sums of the plays, weighed by what the opponent's defense faces, and of the formations;
    #: they end with `WHOLE`, or are all 0 where there is no table.
    coach_calls: list[Table] = numbers(2, MOST_SITUATIONS, PLAYS)
    coach_formations: list[Table] = numbers(2, MOST_SITUATIONS, FORMATIONS)
    #: By fourth down: running sums of go, punt and kick, up to `WHOLE`.
    coach_fourth_downs: list[Table] = numbers(2, MOST_FOURTH_DOWNS, len(FOURTH_DOWN))
    #: Chances of a try for two points by half of the game and lead (from -20 to 20), if the coach has such a table.
    coach_has_two_points: Numbers = numbers(2)
    coach_two_points: list[Table] = numbers(2, 2, 2 * MOST_TRY_LEAD + 1)
    #: The yard line that pooched punts aim at; 0: as the habits say.
    coach_pooch_land_at: Numbers = numbers(2)
    #: Chances of a squib kick by state of the game, if the coach has such a table.
    coach_has_squibs: Numbers = numbers(2)
    coach_squibs: Table = numbers(2, MOST_STATES + 1)
