"""Choices near the end of a half and in overtime, for every computer coach: counted, or by the chance to win.

Plain functions over a `Mind`, like those of `decide`, which asks them.
"""

from __future__ import annotations

from typing import Final

from chartkit.systems.ddf.charts import OFFENSIVE
from chartkit.systems.ddf.coaches.mind import CERTAIN, FAR_TO_GO, GO, KICK, PUNT, Mind
from chartkit.systems.ddf.coaches.winning import (
    BEYOND,
    CHANGE_SECONDS,
    KICKED,
    after_punt,
    clock_after,
    goes_on,
    position,
    touchdown,
    try_values,
    winning,
)
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import ahead, in_set, is_foul, other
from chartkit.systems.ddf.rules.seams import cell_at

FIELD_GOAL_POINTS: Final = 3
TOUCHDOWN_POINTS: Final = 8
#: The period that ends the first half.
HALF_TIME: Final = 2
#: A kneel-down runs off this much, or 10 when the defense takes a timeout or it is on fourth down (R24.5, R35.1).
KNEEL_SECONDS: Final = 40
STOPPED_KNEEL: Final = 10
#: What kneeling on all four downs runs off at most.
MOST_KNELT: Final = 3 * KNEEL_SECONDS + STOPPED_KNEEL
#: So long before the end of the game the chance to win can overrule a coach's table.
LATE_SECONDS: Final = 300
#: A choice throws the game away when it costs this much, or this part of the chance that there is.
THROWN_AWAY: Final = 600
THROWN_PART: Final = 4
#: So long before the end a leader keeps the ball on the ground, a team that is behind mostly throws, and it hardly
#: ever runs.
HOLDS_THE_BALL: Final = 120
LAST_DRIVE: Final = 120
MUST_PASS: Final = 60
#: So near the goal line a run is as good as a pass.
GOAL_LINE: Final = 5
#: With such a chance to win nobody needs a pass late: an incomplete one stops the clock.
IN_HAND: Final = 9900
#: Seconds that a completion or a run costs when nobody hurries, and when the offense does.
SLOW_PLAY: Final = 40
QUICK_PLAY: Final = 20
#: Where a field goal counts, a defense stops the clock only if it gains more than this.
CLOCK_TRIFLE: Final = 100
#: From here on a throw can reach the end zone.
HEAVES_FROM: Final = 40
#: Yards that a punt is run back.
PUNT_RETURN_YARDS: Final = 5
#: Where the other team is after a pooched punt; nearer than this to the goal line nobody punts.
POOCHED_TO: Final = 10
NEAREST_PUNT: Final = 30
#: A kick is run out from no deeper than this, and only if a usual return ends at most so far short of the
#: touchback: some go all the way.
DEEPEST_RETURN: Final = 3
RETURN_RISK: Final = 9
#: More yards to go than this ask for a pass. So many ask for a punt in the own half, or up to the second spot when
#: two scores behind.
SHORT_OF_A_PASS: Final = 3
TOO_FAR_TO_GO: Final = 8
MIDFIELD: Final = 49
DEEP: Final = 40

#: Plays as bits: passes and runs; those that can score from afar on the last play, and from near.
_SCREEN, _SHORT, _MEDIUM, _LONG, _SIDELINE = range(n.FIRST_PASS, n.PLAYS)
_RUNS: Final = (1 << n.FIRST_PASS) - 1
_EVERY: Final = (1 << n.PLAYS) - 1
_PASSES: Final = _EVERY ^ _RUNS
_FAR_SCORES: Final = 1 << _LONG
_MIDDLE_SCORES: Final = (1 << _MEDIUM) | (1 << _SIDELINE)
_NEAR_SCORES: Final = (1 << _SHORT) | (1 << _SIDELINE)

FIRST_TOTAL: Final = min(OFFENSIVE.ways)
LAST_TOTAL: Final = max(OFFENSIVE.ways)
#: Outcomes of the offensive dice, and by total from `FIRST_TOTAL` on those that give it (R1.2).
OUTCOMES: Final = OFFENSIVE.outcomes
WAYS = tuple(OFFENSIVE.ways[total] for total in range(FIRST_TOTAL, LAST_TOTAL + 1))


def ends_the_game(game: Mind) -> bool:
    """The game is over, or in overtime, when the clock of this period is at 0."""
    return game.period == n.REGULATION or (game.period > n.REGULATION and game.ot_tie_allowed)


def is_last_play(game: Mind) -> bool:
    """There is time for one more play before half time, the end of the game or its overtime."""
    return game.clock <= CHANGE_SECONDS and (game.period == HALF_TIME or ends_the_game(game))


def heaves(game: Mind, team: int) -> bool:
    """The last play is a throw to the end zone if it can get there; who is behind at the end throws from anywhere.

    `kicks_last` is asked before.
    """
    if not is_last_play(game):
        return False
    lead = ahead(game, team)
    must = lead < 0 and game.period != HALF_TIME
    return must or (game.spot >= HEAVES_FROM and (lead <= 0 or game.period == HALF_TIME))


def is_late(game: Mind) -> bool:
    """Every choice can decide the game now."""
    return game.period > n.REGULATION or (game.period == n.REGULATION and game.clock <= LATE_SECONDS)


def runs_the_clock(game: Mind, team: int) -> bool:
    """Late and ahead: every second that runs off helps."""
    return game.period == n.REGULATION and is_late(game) and ahead(game, team) > 0


def half_is_over(game: Mind) -> bool:
    """Whatever anyone does, there is no time for another play before half time or the end (R23.6, R24.2)."""
    if game.clock > CHANGE_SECONDS or game.clock > game.pending or game.untimed or game.phase == n.TRY:
        return False
    return game.period == HALF_TIME or ends_the_game(game)


# The clock.


def in_range(game: Mind, team: int) -> bool:
    """The chart has a field goal from here (R17.1)."""
    return 100 - game.spot <= game.longest_field_goal[team]


def kick_counts(game: Mind) -> bool:
    """The offense is in range of a field goal that ties or wins, or that weighs at half time."""
    lead = ahead(game, game.possession)
    if not in_range(game, game.possession):
        return False
    if game.period == HALF_TIME:
        return -2 * TOUCHDOWN_POINTS <= lead <= 2 * TOUCHDOWN_POINTS
    return -FIELD_GOAL_POINTS <= lead <= 0


def gain_of_stopping(game: Mind, team: int) -> int:
    """How much more often the team wins from this spot when the last play costs 10 seconds and not 40."""
    offense, lead = game.possession, ahead(game, team)
    stopped = position(game, team, offense, game.spot, lead, clock_after(game, CHANGE_SECONDS))
    return stopped - position(game, team, offense, game.spot, lead, clock_after(game, SLOW_PLAY))


# Kneeling.


def runs_out(game: Mind, team: int) -> bool:
    """Kneeling down from here ends the period, whatever the other side does with its timeouts (R24.5, R35.1)."""
    clock, timeouts, spot = game.clock, game.timeouts[1 - team], game.spot
    for down in range(max(game.down, 1), 5):
        if spot <= 1:
            # One more yard back is a safety.
            return False
        spot -= 1
        stopped = clock - STOPPED_KNEEL
        if down < 4:
            left = clock - KNEEL_SECONDS
            if left < game.two_minutes < clock and game.two_minute_stop[game.period]:
                left = game.two_minutes
            if left < stopped and timeouts > 0:
                left, timeouts = stopped, timeouts - 1
        else:
            left = stopped
        clock = left
        if clock <= 0:
            return True
    return False


def kneels(game: Mind, team: int, lead: int) -> bool:
    """The lead can be knelt home, or a half ended in the own territory."""
    return game.clock <= MOST_KNELT and kneels_out(game, team, lead)


def kneels_out(game: Mind, team: int, lead: int) -> bool:
    """As `kneels`, with so little time left that it is possible."""
    if is_last_play(game) and (lead == 0 or game.period == HALF_TIME):
        return game.spot < HEAVES_FROM and runs_out(game, team)
    if game.period == HALF_TIME:
        near_end = game.clock <= game.habit_half_kneel_clock and game.spot <= game.habit_half_kneel_spot
        return near_end and lead >= 0 and runs_out(game, team)
    return ends_the_game(game) and lead > 0 and runs_out(game, team)


# Which plays.


def unwise_plays(game: Mind, team: int) -> int:
    """Plays as bits that throw time or the game away now."""
    early = game.clock > LATE_SECONDS and game.period <= n.REGULATION
    return 0 if early or game.phase == n.TRY else unwise_late(game, team)


def unwise_late(game: Mind, team: int) -> int:
    """As `unwise_plays`, late in a period or in overtime."""
    lead, to_goal = ahead(game, team), 100 - game.spot
    if heaves(game, team):
        # What does not reach the end zone is of no use.
        if to_goal <= 2:
            return 0
        return _EVERY ^ (_FAR_SCORES if to_goal > 20 else _MIDDLE_SCORES if to_goal > 10 else _NEAR_SCORES)
    if is_last_play(game):
        return _PASSES
    if game.down == 4 and lead <= 0 and is_long(game) and is_late(game):
        # Without the yards the ball is gone.
        return _RUNS
    if not ends_the_game(game):
        return 0
    if lead > 0:
        # The only pass worth its risk is one on a long third down, at most two scores ahead.
        worth_it = game.down >= 3 and is_long(game) and lead <= 2 * TOUCHDOWN_POINTS
        if holds_the_ball(game, team):
            worth_it = worth_it and needs_a_first_down(game, team, lead)
        elif not in_hand(game, team):
            return 0
        return (1 << _LONG) if worth_it else _PASSES
    if lead == 0 or game.clock > LAST_DRIVE or has_time_to_run(game, team, lead):
        return 0
    return _RUNS


def has_time_to_run(game: Mind, team: int, lead: int) -> bool:
    """Behind in the last two minutes: near the goal line, or with a timeout left and few yards to go."""
    to_goal, to_go = 100 - game.spot, game.to_gain - game.spot
    if game.clock <= MUST_PASS or lead < -TOUCHDOWN_POINTS:
        return to_goal <= 2 or (to_go <= 1 and game.timeouts[team] > 0)
    # A kick that wins or ties is near: the others should not get the ball back.
    kick = lead >= -FIELD_GOAL_POINTS and to_goal < NEAREST_PUNT
    return to_goal <= GOAL_LINE or ((kick or not is_long(game)) and game.timeouts[team] > 0)


def in_hand(game: Mind, team: int) -> bool:
    """Late, and the game is as good as won; before the last two minutes that takes more than one score."""
    least = 0 if game.clock <= HOLDS_THE_BALL else TOUCHDOWN_POINTS
    return ends_the_game(game) and is_late(game) and ahead(game, team) > least and winning(game, team) >= IN_HAND


def needs_a_first_down(game: Mind, team: int, lead: int) -> bool:
    """A run that fails and a punt would leave the other side a chance."""
    run = STOPPED_KNEEL if game.timeouts[1 - team] > 0 else KNEEL_SECONDS
    left = max(0, game.clock - run - CHANGE_SECONDS)
    return position(game, team, other(team), after_punt(game), lead, left) < IN_HAND


def is_risky_fourth(game: Mind, team: int) -> bool:
    """A fourth down in the own half that nobody goes for when the game is won."""
    return game.spot <= MIDFIELD and in_hand(game, team)


# Fourth downs.


def goal_chance(game: Mind, team: int) -> int:
    """The chance of a field goal from here by the chart (R17.2); a foul is rolled again (R17.4)."""
    good, whole = 0, 0
    for total in range(FIRST_TOTAL, LAST_TOTAL + 1):
        cell = cell_at(game, team, n.FIELD_GOAL_COLUMN, total)
        if not is_foul(cell):
            ways = WAYS[total - FIRST_TOTAL]
            whole += ways
            if cell.kind == n.YARDS and cell.yards >= 100 - game.spot:
                good += ways
    return CERTAIN * good // whole if whole > 0 else 0


def usual_yards(game: Mind, team: int, column: int) -> int:
    """The mean of the numbers of a column, weighted by the dice, rounded down."""
    ways, yards = 0, 0
    for total in range(FIRST_TOTAL, LAST_TOTAL + 1):
        cell = cell_at(game, team, column, total)
        if cell.kind == n.YARDS:
            ways += WAYS[total - FIRST_TOTAL]
            yards += WAYS[total - FIRST_TOTAL] * cell.yards
    return yards // ways if ways > 0 else 0


def go_value(game: Mind, team: int, lead: int, chance: int) -> int:
    """The chance to win when the team goes for it on fourth down, with this chance to make it."""
    stopped = max(0, game.clock - CHANGE_SECONDS)
    slow = SLOW_PLAY if lead > 0 else QUICK_PLAY
    failed = position(game, team, other(team), 100 - game.spot, lead, stopped)
    if game.to_gain >= 100:
        made = touchdown(game, team, lead, stopped)
    else:
        # With more than 10 seconds to play a first down leaves time for a last play.
        left = max(CHANGE_SECONDS if game.clock > CHANGE_SECONDS else 0, game.clock - slow)
        made = position(game, team, team, game.to_gain + BEYOND, lead, left)
        if game.clock <= CHANGE_SECONDS and not goes_on(game):
            made = touchdown(game, team, lead, 0)
            chance = game.chance_play[min(100 - game.spot, FAR_TO_GO)]
    return failed + (made - failed) * chance // CERTAIN


def punt_value(game: Mind, team: int, lead: int) -> int:
    """The chance to win after a usual punt; below any other where nobody punts."""
    if 100 - game.spot < NEAREST_PUNT:
        return -1
    lands = 100 - game.spot - usual_yards(game, team, n.PUNT_COLUMN)
    spot = POOCHED_TO if lands < POOCHED_TO else lands + PUNT_RETURN_YARDS
    return position(game, team, other(team), spot, lead, max(0, game.clock - CHANGE_SECONDS))


def kick_value(game: Mind, team: int, lead: int) -> int:
    """The chance to win when the team tries a field goal; below any other where none may be called."""
    if not in_range(game, team):
        return -1
    left = max(0, game.clock - CHANGE_SECONDS)
    good = position(game, team, team, KICKED, lead + FIELD_GOAL_POINTS, left)
    spot = max(game.touchback, 100 - game.spot + game.kick_spot_behind_los)
    missed = position(game, team, other(team), spot, lead, left)
    return missed + (good - missed) * goal_chance(game, team) // CERTAIN


def fourth_value(game: Mind, team: int, choice: int) -> int:
    """The chance to win of going, punting or kicking on fourth down."""
    lead = ahead(game, team)
    if choice == GO:
        return go_value(game, team, lead, game.chance_play[min(game.to_gain - game.spot, FAR_TO_GO)])
    return punt_value(game, team, lead) if choice == PUNT else kick_value(game, team, lead)


def throws_away(value: int, best: int) -> bool:
    """A choice with this chance to win costs too much beside the best one."""
    return best - value > THROWN_AWAY or (best - value) * THROWN_PART > best


def sound_fourth_down(game: Mind, team: int, choice: int) -> int:
    """The choice, or the best one where the choice throws the game away."""
    go, punt, kick = (
        fourth_value(game, team, GO),
        fourth_value(game, team, PUNT),
        fourth_value(game, team, KICK),
    )
    lead = ahead(game, team)
    if holds_the_ball(game, team) and is_long(game):
        go = -1
    if is_last_drive(game, team) and (lead < -TOUCHDOWN_POINTS or game.clock <= MUST_PASS):
        punt = -1
    best = max(go, punt, kick)
    value = go if choice == GO else punt if choice == PUNT else kick
    # On its last drive a team gives the ball up only for a kick that ties or wins, or if that wins more often.
    gives_up = is_last_drive(game, team) and (choice == PUNT or (choice == KICK and lead < -FIELD_GOAL_POINTS))
    if not throws_away(value, best) and not (gives_up and value <= go):
        return choice
    return GO if go == best else PUNT if punt == best else KICK


def must_catch_up(game: Mind, team: int) -> bool:
    """Behind in the period that ends the game."""
    return ends_the_game(game) and ahead(game, team) < 0


def is_last_drive(game: Mind, team: int) -> bool:
    """Behind, and the ball may not come back."""
    return must_catch_up(game, team) and game.clock <= LAST_DRIVE


def holds_the_ball(game: Mind, team: int) -> bool:
    """Ahead with so little time that the clock is the other side's enemy."""
    return ends_the_game(game) and ahead(game, team) > 0 and game.clock <= HOLDS_THE_BALL


def is_long(game: Mind) -> bool:
    """Too far for a run."""
    return game.to_gain - game.spot > SHORT_OF_A_PASS


def is_too_far(game: Mind, team: int) -> bool:
    """A fourth down that nobody goes for before he must, whatever once happened."""
    if is_late(game):
        return False
    two_scores_down = game.period == n.REGULATION and ahead(game, team) < -TOUCHDOWN_POINTS
    reach = DEEP if two_scores_down else MIDFIELD
    return game.to_gain - game.spot >= TOO_FAR_TO_GO and game.spot <= reach


def kicks_last(game: Mind, team: int, lead: int) -> bool:
    """A field goal on any down: it helps, and there is no time for another play before it."""
    last = game.habit_last_kick_inside if game.timeouts[team] == 0 else CHANGE_SECONDS
    if game.clock > last or not in_range(game, team):
        return False
    return game.period == HALF_TIME or (ends_the_game(game) and -FIELD_GOAL_POINTS <= lead <= 0)


# Tries and kickoffs.


def pat_chance(game: Mind, team: int) -> int:
    """The chance of a kicked try by the chart (R18.1)."""
    good, whole = 0, 0
    for total in range(FIRST_TOTAL, LAST_TOTAL + 1):
        whole += WAYS[total - FIRST_TOTAL]
        if in_set(game.marks[team][n.PAT_GOOD], total):
            good += WAYS[total - FIRST_TOTAL]
    return CERTAIN * good // whole


def sound_try(game: Mind, team: int, two: bool) -> bool:
    """Whether to go for two: as planned, unless that throws the game away."""
    kick, both = try_values(game, team, ahead(game, team), pat_chance(game, team), game.clock)
    value, best = both if two else kick, max(kick, both)
    return both > kick if throws_away(value, best) else two


def onside_helps(game: Mind, team: int, lead: int) -> bool:
    """A deep kick throws the game away beside an onside one (R15)."""
    if lead >= 0 or not is_late(game):
        return False
    kept = 0
    for total in range(FIRST_TOTAL, LAST_TOTAL + 1):
        if in_set(game.onside_recovered, total):
            kept += WAYS[total - FIRST_TOTAL]
    spot = game.spot + game.kickoff_shift + game.onside_distance
    won = position(game, team, team, spot, lead, game.clock)
    lost = position(game, team, other(team), 100 - spot, lead, max(0, game.clock - CHANGE_SECONDS))
    deep = position(game, team, other(team), game.kickoff_touchback, lead, game.clock)
    onside = lost + (won - lost) * kept // OUTCOMES
    return throws_away(deep, onside)


def returns_kick(game: Mind, team: int, deep: int) -> bool:
    """A kick in the end zone is run out when that usually gets about as far as the touchback (R13.2)."""
    return is_worth_a_return(usual_yards(game, team, n.KICKOFF_RETURN), deep, game.kickoff_touchback)


def is_worth_a_return(usual: int, deep: int, touchback: int) -> bool:
    """A kick caught so deep is run out by a team whose usual return is this long."""
    return deep <= DEEPEST_RETURN and usual - deep >= touchback - RETURN_RISK
