"""A play from scrimmage: the calls, the dice, and the way to its end, in the order of R27.1 to R27.13."""

from __future__ import annotations

from typing import NamedTuple

from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import (
    BLANK,
    add_foul,
    check,
    flag,
    fouls_cancel,
    guilty_of,
    happened,
    no_fouls,
    read,
    read_five,
    roll_d10,
)
from chartkit.systems.ddf.rules.game import ON_PLAY, Cell, End, Game, ahead, by_defense, end_of, in_set, is_foul
from chartkit.systems.ddf.rules.kicks import field_goal, punt
from chartkit.systems.ddf.rules.penalties import before_snap, offsetting, settle_fouls
from chartkit.systems.ddf.rules.priority import ADD, DEF, F_QT, GRD, IN_THE_END_ZONE, PEN, combine, look_up
from chartkit.systems.ddf.rules.seams import ask, cell_of_five, forced_foul, forced_fouls, roll
from chartkit.systems.ddf.rules.tries import two_point_over
from chartkit.systems.ddf.rules.turnovers import dead_if_lost, fumble, interception
from chartkit.systems.ddf.rules.whistle import dead_ball

#: How rolling a play came to an end: cells that meet, or something that needs no more dice of the play.
CELLS_MEET, MUFFED, FLAG_BEFORE_SNAP, FLAGS_OFFSET, THREW_AWAY = range(5)

#: A cell that is a touchdown is not measured at the goal line.
_WELL_ACROSS = 101


class Rolled(NamedTuple):
    """How rolling came to an end, and the two cells; fouls on the way are on the list of the play."""

    how: int
    mine: Cell
    theirs: Cell


# The calls.


def call_plays(game: Game) -> None:
    """Both coaches call; after an audible or a timeout both call again (R6.1, R24.2, R28.15)."""
    if not calls_stand(game):
        call_again(game)


def call_again(game: Game) -> None:
    """Calls until nobody changes them any more."""
    while not calls_stand(game):
        pass


def calls_stand(game: Game) -> bool:
    """Both coaches call and both calls are revealed; gives whether neither audible nor timeout changes them."""
    offense, defense = game.possession, 1 - game.possession
    game.call = ask(game, n.ASK_OFFENSE, offense, 0)
    game.formation = ask(game, n.ASK_DEFENSE, defense, 0)
    caller, answer = offense, n.STAND
    if game.offense_audibles[offense] > 0 or _can_stop(game, offense):
        answer = ask(game, n.ASK_REVEAL, offense, 0)
    if answer == n.STAND and (game.defense_audibles[defense] > 0 or _can_stop(game, defense)):
        caller, answer = defense, ask(game, n.ASK_REVEAL, defense, 0)
    if answer == n.STAND:
        return True
    if answer == n.STOP_CLOCK:
        # R24.1: one timeout a play.
        game.timeouts[caller] -= 1
        game.stoppable = False
    elif caller == offense:
        game.offense_audibles[offense] -= 1
    else:
        game.defense_audibles[defense] -= 1
    return False


def _can_stop(game: Game, team: int) -> bool:
    return game.stoppable and game.timeouts[team] > 0


def from_scrimmage(game: Game) -> None:
    """Call and play one down or two-point try; the clock of the play before is settled already."""
    call_plays(game)
    if game.call < n.PLAYS:
        run_play(game)
    elif game.call == n.CALL_PUNT:
        punt(game)
    elif game.call == n.CALL_FIELD_GOAL:
        field_goal(game)
    elif game.call == n.CALL_KNEEL:
        kneel(game)
    else:
        # R24.6: the intentional safety.
        dead_ball(game, end_of(game.possession, 0, n.SAFETY_END, n.SAFETY_ROW, n.BY_INTENT, False), False, 0)


def kneel(game: Game) -> None:
    """R24.5: a yard lost, no dice."""
    offense, spot = game.possession, game.spot - 1
    happened(game, n.KNELT, offense, -1, spot, n.PLAIN)
    dead_ball(
        game, end_of(offense, spot, n.SAFETY_END if spot <= 0 else n.DEAD, n.KNEEL_ROW, n.BY_RUN, False), False, 0
    )


def spike(game: Game) -> None:
    """R24.4: an incomplete pass without dice, quota or further time."""
    happened(game, n.SPIKED, game.possession, 0, game.spot, n.PLAIN)
    dead_ball(game, end_of(game.possession, game.spot, n.DEAD, n.SPIKE_ROW, n.BY_PASS, False), False, 0)


def run_play(game: Game) -> None:
    """A play 1-9 in the order of R27, on any down or on a two-point try."""
    # R26.2, R26.3, R19.10: the call counts, whatever becomes of it.
    game.calls[game.possession][game.call] += 1
    rolled = roll_play(game)
    if rolled.how == FLAG_BEFORE_SNAP:
        before_snap(game)
        return
    if rolled.how == FLAGS_OFFSET:
        offsetting(game)
        return
    if rolled.how == MUFFED:
        # R28.14: a fumble one yard behind the line, no other dice of the play.
        end = _fumbled(game, -1, n.BY_SNAP)
    elif rolled.how == THREW_AWAY:
        end = grounded(game, rolled.mine)
    else:
        end = play_out(game, rolled.mine, rolled.theirs)
    if game.phase == n.TRY:
        end = _judged(game, end)
    if end.what == n.OFFSET_END:
        # R19.5: fouls of both sides on a return; the down is played again.
        offsetting(game)
    elif game.foul_count[ON_PLAY] > 0:
        settle_fouls(game, end, True)
    elif game.phase == n.TRY:
        two_point_over(game, end, 0)
    else:
        dead_ball(game, end, False, 0)


def _judged(game: Game, end: End) -> End:
    """A try for two after the house table of tries; the table says nothing of one that lost the ball (R18.2)."""
    team, marks = game.possession, game.marks[game.possession]
    if end.team != team:
        return end
    if end.what == n.TOUCHDOWN_END and marks[n.TRY_FAILS] != 0 and check(game, team, n.TRY_FAILS):
        return end_of(team, game.spot, n.DEAD, n.IN_BOUNDS, end.how, False)
    if end.what == n.DEAD and marks[n.TRY_COUNTS] != 0 and check(game, team, n.TRY_COUNTS):
        return end_of(team, 100, n.TOUCHDOWN_END, n.IN_BOUNDS, end.how, False)
    return end


# The dice, until they are no penalty.


def roll_play(game: Game) -> Rolled:
    """Both sides roll; penalties are stored and the offense rolls again (R19.3, R19.5, R19.6, R27.2-R27.5).

    There is one defensive result a play, whatever the offense rolls again (R6.2).
    """
    offense, defense = game.possession, 1 - game.possession
    front = n.PLAYS * game.formation + game.call
    no_fouls(game)
    theirs = BLANK
    if _muffs(game, offense):
        return Rolled(MUFFED, BLANK, theirs)
    mine = _forced_by(game, defense)
    answered = mine.kind == n.YARDS
    if answered:
        mine = read(game, offense, game.call)
        theirs = _front(game, defense, front)
    while is_foul(mine):
        if answered and look_up(game, mine, theirs) not in (PEN, GRD):
            break
        if mine.kind == n.GROUNDING and not fouls_cancel(game, ON_PLAY, offense):
            # R19.7: after a foul of the offense it is the play.
            return Rolled(THREW_AWAY, mine, theirs)
        if not _cancelled(game, defense, mine):
            guilty = guilty_of(mine, offense)
            # R19.5, R35.7: on a re-roll a 5-yard foul counts as post-snap.
            first = game.foul_count[ON_PLAY] == 0
            offset = fouls_cancel(game, ON_PLAY, guilty)
            add_foul(game, ON_PLAY, guilty, mine)
            if offset:
                return Rolled(FLAGS_OFFSET, mine, theirs)
            if first and mine.kind in (n.OFF_5, n.DEF_5) and _before_snap(game, guilty, mine.kind):
                return Rolled(FLAG_BEFORE_SNAP, mine, theirs)
        mine = read(game, offense, game.call)
        if not answered:
            theirs, answered = _front(game, defense, front), True
    return Rolled(CELLS_MEET, mine, theirs)


def _front(game: Game, defense: int, front: int) -> Cell:
    """The defense rolls on its formation (R6.2)."""
    game.front_total = roll(game, n.DEFENSIVE, defense, n.FIVE + front)
    return cell_of_five(game, defense, front, game.front_total)


def _muffs(game: Game, offense: int) -> bool:
    """R28.14: two zeros in a row, then a d10 below the rating."""
    return (
        game.muffs[offense] > 0
        and roll_d10(game, offense, n.ON_MUFF) == 0
        and roll_d10(game, offense, n.ON_MUFF) == 0
        and roll_d10(game, offense, n.ON_MUFF_AGAIN) < game.muffs[offense]
    )


def _forced_by(game: Game, defense: int) -> Cell:
    """R28.6: a foul that the defense's Penalty Influence chart forces, or the blank cell."""
    if not game.forces_fouls[defense]:
        return BLANK
    total = roll(game, n.OFFENSIVE, defense, n.OTHER + n.ON_INFLUENCE)
    fouls, interference = 0, False
    for number in range(forced_fouls(game, defense, total)):
        if forced_foul(game, defense, total, number).kind != n.INTERFERENCE_X:
            fouls += 1
        elif game.call >= n.SHORT:
            # The PI column counts for plays 6-9 only.
            interference = True
    if interference and (fouls == 0 or in_set(game.pi_chosen, roll_d10(game, defense, n.ON_WHICH_FOUL))):
        return _interference(game, defense)
    if fouls == 0:
        return BLANK
    return _other_foul(game, defense, total, _equally(game, defense, fouls))


def _other_foul(game: Game, defense: int, total: int, wanted: int) -> Cell:
    """Of the forced fouls that are no interference, the one of this number."""
    found = BLANK
    for number in range(forced_fouls(game, defense, total)):
        foul = forced_foul(game, defense, total, number)
        if foul.kind != n.INTERFERENCE_X:
            if wanted == 0:
                found = foul
            wanted -= 1
    return found


def _equally(game: Game, defense: int, count: int) -> int:
    """One of `count` with equal chance by d10; a face that does not divide is rolled again (R28.6)."""
    if count == 1:
        return 0
    share = 10 // count
    face = roll_d10(game, defense, n.ON_WHICH_FOUL)
    while face >= share * count:
        face = roll_d10(game, defense, n.ON_WHICH_FOUL)
    return face // share


def _interference(game: Game, defense: int) -> Cell:
    """R28.6: yards of a forced interference by d10."""
    yards = game.pi_plus[game.call]
    for _ in range(game.pi_dice[game.call]):
        yards += roll_d10(game, defense, n.ON_INTERFERENCE)
    return Cell(n.INTERFERENCE, yards, False, False)


def _cancelled(game: Game, defense: int, foul: Cell) -> bool:
    """R28.6: the defense's chart may cancel a foul of its own."""
    if not by_defense(foul):
        return False
    mark = n.CANCEL_PI
    if foul.kind == n.DEF_5:
        mark = n.CANCEL_DEF_5
    elif foul.kind == n.DEF_5X:
        mark = n.CANCEL_DEF_5X
    elif foul.kind == n.DEF_15:
        mark = n.CANCEL_DEF_15
    return game.marks[defense][mark] != 0 and check(game, defense, mark)


def _before_snap(game: Game, guilty: int, kind: int) -> bool:
    """R20.1, R21.1: basic play always; advanced by the check of the side at fault, if it can be `Post` (R28.4)."""
    mark = n.POST_OFF_5 if kind == n.OFF_5 else n.POST_DEF_5
    return game.marks[guilty][mark] == 0 or not check(game, guilty, mark)


# From the cells to the end of the play.


def play_out(game: Game, mine: Cell, theirs: Cell) -> End:
    """Combine the two cells and play the result to its end (R27.6-R27.11).

    Columns B, QT and Big Play are rolled only when the defense does not override them (R6.5, R7.2).
    """
    offense = game.possession
    outcome = look_up(game, mine, theirs)
    while True:
        if outcome == ADD and mine.kind == n.BREAKAWAY:
            # R7.1: a cell of column B that is no number is looked up against the same defensive result.
            mine = read(game, offense, n.BREAKAWAY_COLUMN)
        elif outcome == ADD and mine.bold and game.call == n.SHORT and game.has_big_play[offense]:
            # R28.13: a bold gain that is not overridden is replaced.
            mine = read(game, offense, n.BIG_PLAY)
        elif outcome == DEF and _saved(game, offense, theirs.kind):
            # R28.12: F # becomes the forced result (#); R28.1, R28.11: QT and INT become no impact.
            theirs = Cell(n.FORCED, theirs.yards, False, False) if theirs.kind == n.FUMBLE else BLANK
        else:
            break
        outcome = look_up(game, mine, theirs)
    if outcome == F_QT:
        return _stripped(game, _reach(trapped(game)))
    return _finished(game, combine(outcome, mine, theirs))


def _saved(game: Game, offense: int, kind: int) -> bool:
    """The offense's supplement cancels a winning defensive fumble, interception or QT (R27.7-R27.9, A11)."""
    if kind == n.FUMBLE:
        mark = n.BALL_PROTECTION
    elif kind == n.INTERCEPTION:
        mark = n.GOOD_DECISION
    elif kind == n.TRAPPED:
        mark = n.GREAT_PROTECTION
    else:
        return False
    return game.marks[offense][mark] != 0 and check(game, offense, mark)


def _finished(game: Game, result: Cell) -> End:
    """A final result to its end (R6.4)."""
    if result.kind == n.YARDS:
        return gained(game, result.yards, result.star)
    if result.kind == n.INCOMPLETE:
        return incomplete(game)
    if result.kind == n.TRAPPED:
        return _sacked_or_scrambled(game, trapped(game))
    if result.kind == n.INTERCEPTION:
        return interception(game, result.yards)
    if result.kind == n.FUMBLE:
        return _fumbled(game, result.yards, n.PLAIN)
    return ball_carried(game, n.COMPLETED if game.call >= n.FIRST_PASS else n.RAN, _WELL_ACROSS - game.spot, False)


def gained(game: Game, yards: int, star: bool) -> End:
    """A final yardage of a run or completed pass, squeezed near the goal line (R6.3, R25.2)."""
    offense, to_goal, passes = game.possession, 100 - game.spot, game.call >= n.FIRST_PASS
    totals = game.squeeze_incomplete[offense][game.call][to_goal]
    if totals != 0 and passes and in_set(totals, roll(game, n.OFFENSIVE, offense, n.OTHER + n.ON_SQUEEZE)):
        return incomplete(game)
    if yards > 0:
        # R35.10: only a gain is reduced, at most to nothing.
        moved = _at_home(game) + _coming_back(game) + _when_close(game)
        yards = max(0, yards + moved - game.squeeze_yards[offense][game.call][to_goal])
        yards = _in_red_zone(game, yards, to_goal)
    return ball_carried(game, n.COMPLETED if passes else n.RAN, yards, star)


def home_totals(game: Game) -> int:
    """The totals on which the home team has the better of it; none on neutral ground or without the house table."""
    advantage = game.home_field_advantage[n.HOME] - game.road_adjustment[n.AWAY]
    return game.home_field[n.HOME][min(max(advantage, 0), n.MOST_ADVANTAGE)]


def _at_home(game: Game) -> int:
    """A yard more for the home team or less for the visitors, on the totals of the house table (R28.16)."""
    totals = home_totals(game)
    if totals == 0 or not in_set(totals, game.front_total):
        return 0
    return 1 if game.possession == n.HOME else -1


def _coming_back(game: Game) -> int:
    """A yard less for who leads in the fourth quarter and more for who trails, on the totals of the house table."""
    offense = game.possession
    lead = ahead(game, offense)
    if game.period != n.REGULATION or lead == 0:
        return 0
    scores = min((abs(lead) - 1) // n.ONE_SCORE, n.MOST_SCORES - 1)
    if not in_set(game.comeback[offense][scores], game.front_total):
        return 0
    return -1 if lead > 0 else 1


def _when_close(game: Game) -> int:
    """Late in a close game the house tables of both teams make a gain longer or shorter."""
    offense, moved = game.possession, 0
    if game.period < n.REGULATION or abs(ahead(game, offense)) > n.ONE_SCORE:
        return 0
    if in_set(game.close_on[offense], game.front_total):
        moved += game.close_yards[offense]
    if in_set(game.close_on[1 - offense], game.front_total):
        moved -= game.close_yards[1 - offense]
    return moved


def _in_red_zone(game: Game, yards: int, to_goal: int) -> int:
    """A gain from the 20 to the 3: both teams' house table counts where it makes or takes a touchdown (R25)."""
    if not n.NEAREST_RED_ZONE <= to_goal <= n.RED_ZONE:
        return yards
    offense, moved = game.possession, yards
    if in_set(game.red_zone_on[offense][0], game.front_total):
        moved += game.red_zone_yards[offense][0]
    if in_set(game.red_zone_on[1 - offense][1], game.front_total):
        moved += game.red_zone_yards[1 - offense][1]
    return moved if (moved >= to_goal) != (yards >= to_goal) else yards


def _measured(game: Game, spot: int) -> int:
    """Where the ball is after a house measurement on the line to gain, the goal line or in the own end zone."""
    marks, offense = game.marks[game.possession], game.possession
    if spot in (game.to_gain, 100) and marks[n.MEASURED_SHORT] != 0 and check(game, offense, n.MEASURED_SHORT):
        return spot - 1
    if spot <= 0 and marks[n.OWN_END_ZONE] != 0 and not check(game, offense, n.OWN_END_ZONE):
        return 1
    return spot


def ball_carried(game: Game, what: int, yards: int, star: bool) -> End:
    """The ball carrier is stopped, scores, or is caught in his own end zone (R2.2, R2.8)."""
    offense, spot = game.possession, _measured(game, game.spot + yards)
    yards = spot - game.spot
    how = n.BY_RUN if what == n.RAN else n.BY_PASS
    if spot >= 100:
        happened(game, what, offense, 100 - game.spot, 100, n.PLAIN)
        return end_of(offense, 100, n.TOUCHDOWN_END, n.IN_BOUNDS, how, False)
    happened(game, what, offense, yards, spot, n.AT_SIDELINE if star else n.PLAIN)
    if spot <= 0:
        return end_of(offense, 0, n.SAFETY_END, n.IN_BOUNDS, how, False)
    return end_of(offense, spot, n.DEAD, n.OUT_OF_BOUNDS if star else n.IN_BOUNDS, how, False)


def incomplete(game: Game) -> End:
    """The ball comes back to the line (R10.1)."""
    happened(game, n.THREW_INCOMPLETE, game.possession, 0, game.spot, n.PLAIN)
    return end_of(game.possession, game.spot, n.DEAD, n.INCOMPLETE_ROW, n.BY_PASS, False)


def grounded(game: Game, foul: Cell) -> End:
    """R20.6: incomplete, loss of down, the ball where the passer stood; a safety in the end zone."""
    offense, spot = game.possession, max(0, game.spot - foul.yards)
    happened(game, n.GROUNDED, offense, spot - game.spot, spot, n.PLAIN)
    flag(game, offense, game.spot - spot, spot, n.ACCEPTED, foul)
    if spot <= 0:
        return end_of(offense, 0, n.SAFETY_END, n.INCOMPLETE_ROW, n.BY_GROUNDING, False)
    return end_of(offense, spot, n.DEAD, n.INCOMPLETE_ROW, n.BY_PASS, False)


# The quarterback is trapped.


def trapped(game: Game) -> Cell:
    """What becomes of a trapped passer: yards, a fumble or a touchdown (R8, R27.9)."""
    offense, defense = game.possession, 1 - game.possession
    result = read(game, offense, n.TRAPPED_COLUMN)
    if result.kind == n.YARDS and result.yards > 0 and game.has_containment[defense]:
        # R28.2: only a gain meets the containment chart.
        cover = read_five(game, defense, n.CONTAINMENT)
        result = combine(look_up(game, result, cover), result, cover)
    if game.sack_mark[defense] == 0 or result.kind != n.YARDS:
        return result
    hit = check(game, defense, n.SACK_RATE)
    # R28.3: the scramble is the offense's own (A13), the sack the defense's.
    if hit and result.yards < 0 and game.sack_mark[defense] == n.SACKS_LESS:
        return Cell(n.YARDS, game.scramble_yards[offense], False, False)
    if hit and result.yards > 0 and game.sack_mark[defense] == n.SACKS_MORE:
        return Cell(n.YARDS, game.sack_yards[defense], False, False)
    return result


def _sacked_or_scrambled(game: Game, result: Cell) -> End:
    """R8.1: a loss is a sack, a gain a scramble."""
    if result.kind == n.FUMBLE:
        return _stripped(game, result.yards)
    yards = _WELL_ACROSS - game.spot if result.kind == n.TOUCHDOWN else result.yards
    return ball_carried(game, n.SCRAMBLED if yards > 0 else n.SACKED, yards, result.star)


def _reach(result: Cell) -> int:
    """F_QT: where the QT leaves the ball for the fumble (A5)."""
    return IN_THE_END_ZONE if result.kind == n.TOUCHDOWN else result.yards


# Fumbles of the offense.


def _stripped(game: Game, yards: int) -> End:
    """A trapped passer loses the ball."""
    return _loses_ball(game, n.SCRAMBLED if yards > 0 else n.SACKED, yards, n.BY_STRIP, n.BY_PASS)


def _fumbled(game: Game, yards: int, detail: int) -> End:
    """R11.1: a fumble so many yards from the line; behind it on a pass the passer lost it."""
    if detail == n.BY_SNAP:
        return _loses_ball(game, n.RAN, yards, n.BY_SNAP, n.BY_PASS if game.call >= n.FIRST_PASS else n.BY_RUN)
    if game.call < n.FIRST_PASS:
        return _loses_ball(game, n.RAN, yards, detail, n.BY_RUN)
    return _loses_ball(game, n.COMPLETED if yards >= 0 else n.SACKED, yards, detail, n.BY_PASS)


def _loses_ball(game: Game, what: int, yards: int, detail: int, how: int) -> End:
    offense = game.possession
    carried = min(yards, 100 - game.spot)
    happened(game, what, offense, carried, game.spot + carried, n.BY_SNAP if detail == n.BY_SNAP else n.PLAIN)
    end = fumble(game, offense, game.spot + yards, detail, dead_if_lost(game))
    if end.turnover or end.what != n.DEAD:
        return end
    # A first down that the offense makes with its own fumble belongs to the kind of play.
    return End(end.team, end.spot, end.what, end.row, how, end.turnover, end.shift)
