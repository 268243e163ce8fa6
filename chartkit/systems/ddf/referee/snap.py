"""One play from scrimmage: clock, calls, reveal, and the way to its kind (R6, R24, R27.1)."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.cells import ADD, DEF, INC, OFF
from chartkit.systems.ddf.referee.clock import spend
from chartkit.systems.ddf.referee.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.referee.ending import (
    DEAD,
    INCOMPLETE,
    INTENTIONAL_SAFETY,
    KNEEL,
    OFFSET,
    SAFETY,
    SPIKE,
    End,
)
from chartkit.systems.ddf.referee.events import Event, Intent, happened, make
from chartkit.systems.ddf.referee.field_goal import field_goal
from chartkit.systems.ddf.referee.fouling import BEFORE_SNAP, GROUNDED, MUFFED, OFFSETTING, Rolled, roll_play
from chartkit.systems.ddf.referee.legality import EVERY_CHOICE, call_barred
from chartkit.systems.ddf.referee.penalties import before_snap, offsetting, settle_fouls
from chartkit.systems.ddf.referee.punt import punt
from chartkit.systems.ddf.referee.scrimmage import WORDS, fumbled, play_out
from chartkit.systems.ddf.referee.sheet import FORMATION_NUMBER, PLAY_NUMBER
from chartkit.systems.ddf.referee.state import AFTER_PLAY, CALLS, SCRIMMAGE, TRY, Calls, GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.tries import two_point_over
from chartkit.systems.ddf.referee.whistle import dead_ball, next_down
from chartkit.systems.ddf.result import Kind

_INCOMPLETE = Kind.INCOMPLETE


def _records(ask: Ask) -> tuple[Mapping[Choice, Intent], ...]:
    """Every call as a record, ready-made for both teams."""
    return tuple({choice: Intent(team, ask, choice) for choice in EVERY_CHOICE[ask]} for team in (0, 1))


_PLAY_CALLED, _FORMATION_CALLED = _records(Ask.OFFENSE_CALL), _records(Ask.DEFENSE_CALL)


def call_plays(table: Table, state: GameState) -> tuple[GameState, Choice, Choice]:
    """Both coaches call, both calls are revealed, audibles and timeouts may change them (R6.1, R24.2, R28.15)."""
    matchup, events, offense, defense = table.matchup, table.events, state.possession, 1 - state.possession
    # `Table.ask` written out, since this runs 300 times a game.
    play = table.call_play[offense](state)
    if call_barred(matchup, state, offense, play):
        play = table.insist(Decision(Ask.OFFENSE_CALL, offense, state, matchup), play)
    events.append(_PLAY_CALLED[offense][play])
    formation = table.call_formation[defense](state)
    if formation not in FORMATION_NUMBER:
        formation = table.insist(Decision(Ask.DEFENSE_CALL, defense, state, matchup), formation)
    events.append(_FORMATION_CALLED[defense][formation])
    if table.asks_reveal:
        changed = _revealed(table, state, (play, formation))
        if changed is not None:
            return call_plays(table, changed)
    return state, play, formation


def _revealed(table: Table, state: GameState, calls: tuple[Choice, Choice]) -> GameState | None:
    """The state in which both call again; None when both stand (R24.2, R28.15)."""
    offense, defense = state.possession, 1 - state.possession
    caller, answer = offense, d.STAND
    if offense in table.asks_reveal and (state.offense_audibles[offense] or _can_stop(state, offense)):
        answer = str(table.offer(Ask.REVEAL, offense, state, calls))
    if (
        answer == d.STAND
        and defense in table.asks_reveal
        and (state.defense_audibles[defense] or _can_stop(state, defense))
    ):
        caller, answer = defense, str(table.offer(Ask.REVEAL, defense, state, calls))
    if answer == d.STAND:
        return None
    if answer == d.TIMEOUT:
        # R24.1: one timeout a play; R31.6: only an answer costs anything.
        return state._replace(timeouts=spend(state.timeouts, caller), stoppable=False)
    if caller == offense:
        return state._replace(offense_audibles=spend(state.offense_audibles, offense))
    return state._replace(defense_audibles=spend(state.defense_audibles, defense))


def _can_stop(state: GameState, team: int) -> bool:
    return state.stoppable and state.timeouts[team] > 0


def _counted(calls: Calls, team: int, play: int) -> Calls:
    """One more call of a play, whatever becomes of it (R26.2, R26.3, R19.10)."""
    mine = calls[team]
    # Adding tuples is faster than unpacking them into a new one.
    mine = mine[:play] + (mine[play] + 1,) + mine[play + 1 :]  # noqa: RUF005
    return (calls[0], mine) if team else (mine, calls[1])


def from_scrimmage(table: Table, state: GameState) -> GameState:
    """Call and play one down or two-point try; the clock of the play before is settled already.

    Here is what most plays are, a gain or an incompletion after which nothing more is rolled.
    """
    state, call, formation = call_plays(table, state)
    play = PLAY_NUMBER.get(call)
    if play is None:
        return _without_a_play(table, state, call)
    matchup, events, offense, line = table.matchup, table.events, state.possession, state.spot
    outcome, mine, theirs, fouls = roll_play(table, offense, play, FORMATION_NUMBER[formation])
    calls = _counted(state.calls, offense, play)
    if state.phase == SCRIMMAGE:
        if outcome == ADD and mine.plain and 100 - line > matchup.sheets[offense].squeeze_inside:
            # R6.3.
            yards = mine.yards + theirs.yards
            spot = line + yards
            if 0 < spot < 100:
                what, how = WORDS[play]
                events.append(happened(what, offense, yards, spot, mine.detail))
                return next_down(matchup, state, spot, mine.clock_row, how, events, calls)
        elif (
            outcome == INC
            or (outcome == OFF and mine.kind is _INCOMPLETE)
            or (outcome == DEF and theirs.kind is _INCOMPLETE)
        ):
            # R10.1.
            events.append(happened("incomplete", offense, 0, line, ""))
            return next_down(matchup, state, line, INCOMPLETE, "pass", events, calls)
    state = make(GameState, state[:CALLS] + (calls,) + state[AFTER_PLAY:])  # noqa: RUF005
    return _run_play(table, state, play, (outcome, mine, theirs, fouls))


def _run_play(table: Table, state: GameState, play: int, rolled: Rolled) -> GameState:
    """Any play 1-9 in the order of R27, on any down or on a two-point try, from its first dice on."""
    outcome, mine, theirs, fouls = rolled
    field: list[Event] = []
    if outcome == MUFFED:
        # R28.14: a fumble one yard behind the line, no other dice of the play.
        end = fumbled(table, state, play, -1, field, detail="snap")
    elif outcome == BEFORE_SNAP:
        return before_snap(table, state, mine)
    elif outcome == OFFSETTING:
        return offsetting(table, state, fouls)
    elif outcome == GROUNDED:
        end, fouls = _grounded(state, mine.yards, field), fouls[:-1]
    else:
        end = play_out(table, state, play, mine, theirs, field)
    if end.what == OFFSET:
        # R19.5: fouls of both sides on a return; the down is played again.
        table.events += field
        return offsetting(table, state, fouls)
    if fouls:
        return settle_fouls(table, state, play, end, fouls, field)
    table.events += field
    if state.phase == TRY:
        return two_point_over(table.matchup, state, end, table.events)
    return dead_ball(table.matchup, state, end, table.events)


def _grounded(state: GameState, yards: int, field: list[Event]) -> End:
    """R20.6: incomplete, loss of down, the ball where the passer stood; a safety in the end zone."""
    offense, spot = state.possession, max(0, state.spot - yards)
    field.append(happened("grounding", offense, spot - state.spot, spot, ""))
    field.append(happened("penalty", offense, state.spot - spot, spot, f"OFF {yards}* accepted"))
    if spot <= 0:
        return End(offense, 0, SAFETY, INCOMPLETE, "grounding")
    return End(offense, spot, DEAD, INCOMPLETE, "pass")


def spike(table: Table, state: GameState) -> GameState:
    """R24.4: an incomplete pass without dice, quota or further time."""
    table.events.append(happened("spike", state.possession, 0, state.spot, ""))
    end = End(state.possession, state.spot, DEAD, SPIKE, "pass")
    return dead_ball(table.matchup, state, end, table.events)


def _without_a_play(table: Table, state: GameState, call: Choice) -> GameState:
    """Kicks, the kneel-down and the intentional safety."""
    if call == d.PUNT:
        return punt(table, state)
    if call == d.FIELD_GOAL:
        return field_goal(table, state)
    offense = state.possession
    if call == d.QB_KNEEL:
        # R24.5: a yard lost, no dice.
        spot = state.spot - 1
        table.events.append(happened("kneel", offense, -1, spot, ""))
        what = SAFETY if spot <= 0 else DEAD
        return dead_ball(table.matchup, state, End(offense, spot, what, KNEEL, "run"), table.events)
    # R24.6.
    end = End(offense, 0, SAFETY, INTENTIONAL_SAFETY, "intentional")
    return dead_ball(table.matchup, state, end, table.events)
