"""Every decision of a computer coach, once for both engines: plain functions over a `Mind`.

`answer` is where a question comes in; `worth` values a situation, for choices about fouls. What a coach knows is in
the fields of the game; random numbers come from the seam `draw`. Texts for people are in `reasons`.
"""

from __future__ import annotations

from typing import Final

from chartkit.football.field import BOTH_POSSESS
from chartkit.running.fields import Numbers
from chartkit.systems.ddf.coaches.endgame import (
    CLOCK_TRIFLE,
    FIELD_GOAL_POINTS,
    HALF_TIME,
    MOST_KNELT,
    QUICK_PLAY,
    gain_of_stopping,
    half_is_over,
    heaves,
    in_range,
    is_late,
    is_too_far,
    kick_counts,
    kicks_last,
    kneels,
    must_catch_up,
    onside_helps,
    returns_kick,
    sound_fourth_down,
    sound_try,
    unwise_plays,
    usual_yards,
)
from chartkit.systems.ddf.coaches.mind import (
    GO,
    HURRY_DOWN,
    HURRY_FROM,
    HURRY_SIDE,
    HURRY_TO,
    KICK,
    KICKOFF_KIND,
    LAST_STATE_CLOCK,
    LAST_STATE_PERIOD,
    LONG_YARDAGE,
    MOST_HABITS,
    MOST_LEAD,
    MOST_TRY_LEAD,
    ON_DEFENSE,
    ON_OFFENSE,
    PUNT,
    SHORT_YARDAGE,
    SITUATION,
    STATE_SECONDS,
    WHOLE,
    Mind,
)
from chartkit.systems.ddf.coaches.winning import CHANGE_SECONDS, clock_after, time_left, winning
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import ahead, in_set
from chartkit.systems.ddf.rules.legality import (
    audible_barred,
    kickoff_barred,
    no_huddle_barred,
    play_barred,
    spike_barred,
    timeout_barred,
    two_point_barred,
)
from chartkit.systems.ddf.rules.seams import draw

#: After so many plays in a row that may not be called the solitaire coach takes the first legal one.
SOLITAIRE_PATIENCE: Final = 20
#: Clock and score ask for no special call.
NO_CALL: Final = -1
POINT: Final = 1000
#: What the chance to win weighs in a choice about fouls: one percent is as good as two points.
CHANCE_IN_POINTS: Final = 20


def answer(game: Mind, question: int, team: int, about: int) -> int:
    """The answer of a team's coach to any question but a choice about fouls (R31.5)."""
    if question == n.ASK_OFFENSE:
        return offense_call(game, team)
    if question == n.ASK_DEFENSE:
        return defense_call(game, team)
    if question == n.ASK_CLOCK:
        return tempo(game, team)
    if question == n.ASK_REVEAL:
        return after_reveal(game, team)
    if question == n.ASK_KICKOFF:
        return kickoff_kind(game, team)
    if question == n.ASK_POOCH:
        return pooch(game, team)
    if question == n.ASK_LET_IT_ROLL:
        return n.LET_IT_ROLL if about <= game.habit_let_it_roll_at else n.RETURN_IT
    if question == n.ASK_COIN_TOSS:
        # Where both teams have the ball, the second knows what it needs.
        return n.KICK if game.period > n.REGULATION and game.ot_format == BOTH_POSSESS else n.RECEIVE
    if question == n.ASK_KICK_RETURN:
        return n.RETURN_IT if returns_kick(game, team, about) else n.TAKE_TOUCHBACK
    return n.GO_FOR_TWO if goes_for_two(game, team) else n.KICK_PAT


def pick(game: Mind, team: int, sums: Numbers) -> int:
    """A random choice; `sums` are the running sums of the shares."""
    return _reached(draw(game, team, sums[len(sums) - 1]), sums)


def pick_part(game: Mind, team: int, sums: Numbers) -> int:
    """As `pick`, of shares that add up to `WHOLE`: the number drawn need not wait for them."""
    return _reached(draw(game, team, WHOLE), sums)


def _reached(number: int, sums: Numbers) -> int:
    """The choice that a random number falls on."""
    choice = 0
    for place in range(len(sums) - 1):
        if number >= sums[place]:
            choice += 1
    return choice


def period_of(game: Mind) -> int:
    """The period; overtime of the regular season ends the game as the fourth quarter does."""
    return n.REGULATION if game.period > n.REGULATION and game.ot_tie_allowed else game.period


def fits(game: Mind, row: Numbers, lead: int) -> bool:
    """Whether a row of the habits holds in this period, with this clock and lead."""
    return in_set(row[0], period_of(game)) and game.clock <= row[1] and row[2] <= lead <= row[3]


# The offense's call.


def offense_call(game: Mind, team: int) -> int:
    """A play 1-9, or a kick, punt or kneel-down (R6.1)."""
    call = special_call(game, team)
    if call >= 0:
        return call
    if game.down == 4 and game.phase != n.TRY:
        choice = fourth_down(game, team)
        if choice == KICK:
            return n.CALL_FIELD_GOAL
        if choice == PUNT:
            return n.CALL_PUNT
    return table_play(game, team) if game.coach_kind[team] == SITUATION else solitaire_play(game, team)


def special_call(game: Mind, team: int) -> int:
    """What clock and score ask for whoever coaches: a kneel-down, the last kick, or `NO_CALL`."""
    if game.phase == n.TRY or game.clock > max(MOST_KNELT, game.habit_last_kick_inside):
        return NO_CALL
    lead = ahead(game, team)
    if kneels(game, team, lead):
        return n.CALL_KNEEL
    return n.CALL_FIELD_GOAL if kicks_last(game, team, lead) else NO_CALL


def fourth_down(game: Mind, team: int) -> int:
    """Go, punt or kick: as teams do from there, or by the habits; late never what throws the game away."""
    if heaves(game, team):
        return GO
    choice = usual_fourth_down(game, team)
    return sound_fourth_down(game, team, choice) if is_late(game) else choice


def usual_fourth_down(game: Mind, team: int) -> int:
    """Go, punt or kick whatever the clock says."""
    if game.coach_kind[team] == SITUATION:
        sums = game.coach_fourth_downs[team][kick_situation(game, team)]
        choice = pick_part(game, team, sums)
        if choice == KICK and not in_range(game, team):
            # As often as teams go for it among those that do not kick.
            choice = GO if draw(game, team, max(sums[PUNT], 1)) < sums[GO] else PUNT
        return PUNT if choice == GO and is_too_far(game, team) else choice
    if in_range(game, team):
        return KICK
    near = game.spot >= game.habit_go_from and game.to_gain - game.spot <= game.habit_go_with
    return GO if near else PUNT


def first_legal(game: Mind, unwise: int) -> int:
    """The first play that may be called and is not unwise; if all are, one of the other kind than the first run."""
    found = -1
    for play in range(n.PLAYS):
        if play_barred(game, play) == n.LEGAL:
            if not in_set(unwise, play):
                return play
            # Where runs are unwise, the last of all is a pass.
            found = play if found < 0 or in_set(unwise, 0) else found
    return max(found, 0)


def solitaire_play(game: Mind, team: int) -> int:
    """Run or pass by the pass percent, then the play by its range; a barred one is rolled again (R31.2, R31.3)."""
    unwise = unwise_plays(game, team)
    for _ in range(SOLITAIRE_PATIENCE):
        if draw(game, team, 100) < game.coach_pass_percent[team]:
            play = n.FIRST_PASS + pick(game, team, game.coach_passes[team])
        else:
            play = pick(game, team, game.coach_runs[team])
        if not in_set(unwise, play) and play_barred(game, play) == n.LEGAL:
            return play
    return first_legal(game, unwise)


def table_play(game: Mind, team: int) -> int:
    """A play by the shares of the situation, weighed by what this defense faces; a barred one gives way."""
    sums = game.coach_calls[team][situation(game, team, ahead(game, team))]
    unwise = unwise_plays(game, team)
    if sums[n.PLAYS - 1] == 0:
        return first_legal(game, unwise)
    play = pick_part(game, team, sums)
    if not in_set(unwise, play) and play_barred(game, play) == n.LEGAL:
        return play
    return other_play(game, team, sums, unwise, play)


def other_play(game: Mind, team: int, sums: Numbers, unwise: int, barred: int) -> int:
    """A play drawn again and again, each time without those that are unwise or barred."""
    dropped = unwise | 1 << barred
    while True:
        whole = 0
        for play in range(n.PLAYS):
            if not in_set(dropped, play):
                whole += sums[play] - (sums[play - 1] if play > 0 else 0)
        if whole == 0:
            return first_legal(game, unwise)
        number, choice = draw(game, team, whole), 0
        for play in range(n.PLAYS):
            if not in_set(dropped, play):
                number -= sums[play] - (sums[play - 1] if play > 0 else 0)
                if number < 0:
                    choice = play
                    break
        if play_barred(game, choice) == n.LEGAL:
            return choice
        dropped |= 1 << choice


# The grid of situations.


def state_of_game(game: Mind, team: int, lead: int) -> int:
    """The state of the game in a coach's grid; the last is the normal one."""
    period, clock = min(period_of(game), LAST_STATE_PERIOD), min(game.clock // STATE_SECONDS, LAST_STATE_CLOCK)
    moment = game.coach_moment[team][period][clock]
    return game.coach_state_at[team][moment][min(max(lead, -MOST_LEAD), MOST_LEAD) + MOST_LEAD]


def situation(game: Mind, team: int, lead: int) -> int:
    """The number of a situation in a coach's grid: down, distance, field, state; `lead` is the offense's."""
    distance = game.coach_distance_place[team][game.down][game.to_gain - game.spot]
    return distance + game.coach_field_place[team][100 - game.spot] + state_of_game(game, team, lead)


def kick_situation(game: Mind, team: int) -> int:
    """The number of a fourth down in a coach's grid: distance, field, state."""
    distance, lead = game.coach_kick_distance_place[team][game.to_gain - game.spot], ahead(game, team)
    return distance + game.coach_kick_field_place[team][100 - game.spot] + state_of_game(game, team, lead)


# The defense's call, and the reveal.


def defense_call(game: Mind, team: int) -> int:
    """A formation A-F: the league's answer to the offense's situation, or what down and distance ask for."""
    if game.coach_kind[team] == SITUATION and game.down > 0:
        sums = game.coach_formations[team][situation(game, team, ahead(game, 1 - team))]
        if sums[len(sums) - 1] > 0:
            return pick_part(game, team, sums)
    return pick(game, team, game.habit_formations[formation_row(game)])


def formation_row(game: Mind) -> int:
    """The row of the habits that down and distance ask for."""
    to_go = game.to_gain - game.spot
    if game.down >= 2 and to_go <= 2:
        return SHORT_YARDAGE
    if game.down >= 2 and to_go >= 11:
        return LONG_YARDAGE
    return game.down


def is_mismatch(game: Mind, team: int) -> bool:
    """The revealed calls are a mismatch against this team (R28.15, R31.6)."""
    side = ON_OFFENSE if team == game.possession else ON_DEFENSE
    return game.call < n.PLAYS and in_set(game.habit_mismatches[side][game.call], game.formation)


def asks_for_audible(game: Mind, team: int) -> bool:
    """They are one on a down that matters."""
    side = ON_OFFENSE if team == game.possession else ON_DEFENSE
    return game.call < n.PLAYS and in_set(game.habit_audibles[game.down][side][game.call], game.formation)


def after_reveal(game: Mind, team: int) -> int:
    """A coach with a table answers a mismatch with an audible when the down matters (R28.15)."""
    if (
        game.coach_kind[team] == SITUATION
        and asks_for_audible(game, team)
        and audible_barred(game, team) == n.LEGAL
        and draw(game, team, WHOLE) < game.habit_audible_chance
    ):
        return n.CALL_AUDIBLE
    return n.STAND


# The clock.


def tempo(game: Mind, team: int) -> int:
    """What to do about the seconds of the last play: timeout, spike, no huddle or nothing (R24)."""
    if not in_a_hurry(game, team) or saves_nothing(game, team):
        return n.PLAY_ON
    on_offense = team == game.possession
    can_hurry = no_huddle_barred(game, team) == n.LEGAL and clock_after(game, QUICK_PLAY) > time_left(game)
    if on_offense and game.down == 4 and not stops_on_fourth(game, team):
        last_kick = time_left(game) == 0 and in_range(game, team)
        if can_hurry and (last_kick or must_catch_up(game, team)):
            return n.HURRY
        if not last_kick:
            return n.PLAY_ON
    late = game.clock <= game.habit_timeout_inside
    if (late or not on_offense) and timeout_barred(game, team) == n.LEGAL:
        return n.TAKE_TIMEOUT
    # A spike leaves a down for the kick, or two without one.
    last_spike = 3 if in_range(game, team) else 2
    if game.clock <= game.habit_spike_inside and game.down <= last_spike and spike_barred(game, team) == n.LEGAL:
        return n.SPIKE_IT
    return n.HURRY if can_hurry else n.PLAY_ON


def saves_nothing(game: Mind, team: int) -> bool:
    """No time can be saved: it is up, the clock stops anyhow, we have just knelt, or the other side can kneel."""
    if game.clock <= CHANGE_SECONDS or (game.pending_row == n.KNEEL_ROW and game.pending_team == team):
        return True
    if game.pending > 0 and time_left(game) == clock_after(game, CHANGE_SECONDS):
        return True
    offense = game.possession
    return team != offense and kneels(game, offense, ahead(game, offense))


def stops_on_fourth(game: Mind, team: int) -> bool:
    """On fourth down a timeout is for a team that is behind and will go for it, or kick and still be behind."""
    if not must_catch_up(game, team):
        return False
    choice = sound_fourth_down(game, team, PUNT)
    if choice == GO:
        # Some coaches may kick instead.
        choice = sound_fourth_down(game, team, KICK)
    return choice == GO or (choice == KICK and ahead(game, team) < -FIELD_GOAL_POINTS)


def in_a_hurry(game: Mind, team: int) -> bool:
    """The clock runs against the team, by the habits. Where a field goal counts, the chance to win has a say.

    An offense then saves seconds only if that helps it, and a defense does whenever it helps, habit or not.
    """
    if game.clock > game.habit_hurry_inside[period_of(game)]:
        return False
    counts = kick_counts(game)
    if counts and team != game.possession:
        return gain_of_stopping(game, team) > CLOCK_TRIFLE
    return hurries_by_habit(game, team) and (not counts or gain_of_stopping(game, team) > 0)


def hurries_by_habit(game: Mind, team: int) -> bool:
    """Clock, lead and place are such as ask for hurry."""
    side = ON_OFFENSE if team == game.possession else ON_DEFENSE
    lead = ahead(game, team)
    for number in range(MOST_HABITS):
        row = game.habit_hurries[number]
        if row[HURRY_SIDE] == side and fits(game, row, lead):
            there = row[HURRY_FROM] <= game.spot <= row[HURRY_TO] and game.down >= row[HURRY_DOWN]
            if there:
                return True
    return False


# Kicks and tries.


def kickoff_kind(game: Mind, team: int) -> int:
    """An onside kick where it helps, else a squib as often as the team does it, or by the habits (R13-R15)."""
    lead = ahead(game, team)
    if kickoff_barred(game, n.ONSIDE_KICK) == n.LEGAL and onside_helps(game, team, lead):
        return n.ONSIDE_KICK
    if game.coach_kind[team] == SITUATION and game.coach_has_squibs[team]:
        wanted = draw(game, team, WHOLE) < game.coach_squibs[team][state_of_game(game, team, lead)]
        return n.SQUIB_KICK if wanted and kickoff_barred(game, n.SQUIB_KICK) == n.LEGAL else n.ORDINARY_KICK
    for number in range(MOST_HABITS):
        row = game.habit_kickoffs[number]
        if fits(game, row, lead) and kickoff_barred(game, row[KICKOFF_KIND]) == n.LEGAL:
            return row[KICKOFF_KIND]
    return n.ORDINARY_KICK


def pooch(game: Mind, team: int) -> int:
    """Yards taken off a punt that would end in the end zone, to aim at a yard line (R16.4)."""
    to_goal = 100 - game.spot
    if to_goal > game.habit_pooch_inside:
        return 0
    land_at = game.coach_pooch_land_at[team]
    if land_at == 0:
        land_at = game.habit_pooch_land_at
    return max(0, usual_yards(game, team, n.PUNT_COLUMN) - (to_goal - land_at))


def goes_for_two(game: Mind, team: int) -> bool:
    """A try for two points as the team usually does; late never what throws the game away (R18.5)."""
    if two_point_barred(game) != n.LEGAL:
        return False
    two = usually_goes_for_two(game, team)
    return sound_try(game, team, two) if is_late(game) else two


def usually_goes_for_two(game: Mind, team: int) -> bool:
    """As the team does with such a lead in such a half, or by the habits."""
    lead = ahead(game, team)
    if game.coach_kind[team] == SITUATION and game.coach_has_two_points[team]:
        half = 1 if game.period > HALF_TIME else 0
        chance = game.coach_two_points[team][half][min(max(lead, -MOST_TRY_LEAD), MOST_TRY_LEAD) + MOST_TRY_LEAD]
        return draw(game, team, WHOLE) < chance
    if not in_set(game.habit_two_point_periods, game.period) or game.clock > game.habit_two_point_clock:
        return False
    return game.habit_two_point_leads[min(max(lead, -MOST_LEAD), MOST_LEAD) + MOST_LEAD] != 0


# What a situation is worth.


def worth(game: Mind, team: int) -> int:
    """The situation to a team in thousandths of a point; from the fourth quarter on with the chance to win."""
    if game.period >= n.REGULATION:
        return worth_in_points(game, team) + CHANCE_IN_POINTS * winning(game, team)
    return worth_in_points(game, team)


def worth_in_points(game: Mind, team: int) -> int:
    """The lead and the situation in thousandths of a point, to a team."""
    lead = POINT * ahead(game, team)
    if game.phase == n.OVER or half_is_over(game):
        return lead
    sign = 1 if game.possession == team else -1
    # R19.11: a foul on a score moves the kickoff that follows.
    shift = game.kickoff_shift * game.habit_worth_kickoff_yard
    if game.phase == n.TRY:
        return lead + sign * (game.habit_worth_try + shift)
    if game.phase == n.KICKOFF:
        return lead + sign * (game.habit_worth_kickoff + shift)
    if game.phase == n.FREE_KICK:
        return lead + sign * game.habit_worth_free_kick
    down = game.down - 1
    points = game.habit_worth_first_down[min(100, max(0, game.spot))] - game.habit_worth_down[down]
    beyond = game.to_gain - game.spot - 10
    points -= beyond * (game.habit_worth_far_yard[down] if beyond > 0 else game.habit_worth_yard[down])
    if game.untimed:
        points = points * game.habit_worth_last_play // POINT
    return lead + sign * points
