"""One play from scrimmage: clock, calls, reveal, and the way to its kind (R6, R24, R27.1)."""

from __future__ import annotations

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee import fouling
from chartkit.systems.ddf.referee.clock import spend
from chartkit.systems.ddf.referee.decisions import Ask
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
from chartkit.systems.ddf.referee.events import Event, Happening, make
from chartkit.systems.ddf.referee.field_goal import field_goal
from chartkit.systems.ddf.referee.fouling import roll_play
from chartkit.systems.ddf.referee.penalties import before_snap, offsetting, settle_fouls
from chartkit.systems.ddf.referee.punt import punt
from chartkit.systems.ddf.referee.scrimmage import fumbled, play_out
from chartkit.systems.ddf.referee.sheet import FORMATION_NUMBER, PLAY_NUMBER
from chartkit.systems.ddf.referee.state import CALLS, TRY, GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.tries import two_point_over
from chartkit.systems.ddf.referee.whistle import dead_ball


def call_plays(table: Table, state: GameState) -> tuple[GameState, str, str]:
    """Both coaches call, both calls are revealed, audibles and timeouts may change them (R6.1, R24.2, R28.15)."""
    offense, defense = state.possession, 1 - state.possession
    play = str(table.ask(Ask.OFFENSE_CALL, offense, state))
    formation = str(table.ask(Ask.DEFENSE_CALL, defense, state))
    while True:
        revealed = (play, formation)
        caller, answer = offense, d.STAND
        if table.asks_reveal[offense] and (
            state.offense_audibles[offense] or (state.stoppable and state.timeouts[offense])
        ):
            answer = str(table.offer(Ask.REVEAL, offense, state, revealed))
        if (
            answer == d.STAND
            and table.asks_reveal[defense]
            and (state.defense_audibles[defense] or (state.stoppable and state.timeouts[defense]))
        ):
            caller, answer = defense, str(table.offer(Ask.REVEAL, defense, state, revealed))
        if answer == d.STAND:
            return state, play, formation
        if answer == d.TIMEOUT:
            # R24.1: one timeout a play; R31.6: only an answer costs anything.
            state = state._replace(timeouts=spend(state.timeouts, caller), stoppable=False)
        elif caller == offense:
            state = state._replace(offense_audibles=spend(state.offense_audibles, offense))
        else:
            state = state._replace(defense_audibles=spend(state.defense_audibles, defense))
        play = str(table.ask(Ask.OFFENSE_CALL, offense, state))
        formation = str(table.ask(Ask.DEFENSE_CALL, defense, state))


def counted(state: GameState, play: int) -> GameState:
    """One more call of a play, whatever becomes of it (R26.2, R26.3, R19.10)."""
    mine = state.calls[state.possession]
    mine = (*mine[:play], mine[play] + 1, *mine[play + 1 :])
    calls = (mine, state.calls[1]) if state.possession == 0 else (state.calls[0], mine)
    return make(GameState, state[:CALLS] + (calls,) + state[CALLS + 1 :])  # noqa: RUF005 - unpacking is slower


def run_play(table: Table, state: GameState, play: int, formation: int) -> GameState:
    """A play 1-9 in the order of R27, on any down or on a two-point try."""
    state = counted(state, play)
    how, mine, theirs, fouls = roll_play(table, state.possession, play, formation)
    field: list[Event] = []
    if how == fouling.PLAYED:
        end = play_out(table, state, play, mine, theirs, field)
    elif how == fouling.MUFFED:
        # R28.14: a fumble one yard behind the line, no other dice of the play.
        end = fumbled(table, state, play, -1, field, detail="snap")
    elif how == fouling.BEFORE_SNAP:
        return before_snap(table, state, mine)
    elif how == fouling.OFFSETTING:
        return offsetting(table, state, fouls)
    else:
        end, fouls = _grounded(state, mine.yards, field), fouls[:-1]
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
    field.append(Happening("grounding", offense, spot - state.spot, spot, ""))
    field.append(Happening("penalty", offense, state.spot - spot, spot, f"OFF {yards}* accepted"))
    if spot <= 0:
        return End(offense, 0, SAFETY, INCOMPLETE, "grounding")
    return End(offense, spot, DEAD, INCOMPLETE, "pass")


def spike(table: Table, state: GameState) -> GameState:
    """R24.4: an incomplete pass without dice, quota or further time."""
    table.events.append(Happening("spike", state.possession, 0, state.spot, ""))
    end = End(state.possession, state.spot, DEAD, SPIKE, "pass")
    return dead_ball(table.matchup, state, end, table.events)


def from_scrimmage(table: Table, state: GameState) -> GameState:
    """Call and play one down; the clock of the play before is settled already."""
    state, call, formation = call_plays(table, state)
    number = PLAY_NUMBER.get(call)
    if number is not None:
        return run_play(table, state, number, FORMATION_NUMBER[formation])
    if call == d.PUNT:
        return punt(table, state)
    if call == d.FIELD_GOAL:
        return field_goal(table, state)
    offense = state.possession
    if call == d.QB_KNEEL:
        # R24.5: a yard lost, no dice.
        spot = state.spot - 1
        table.events.append(Happening("kneel", offense, -1, spot, ""))
        what = SAFETY if spot <= 0 else DEAD
        return dead_ball(table.matchup, state, End(offense, spot, what, KNEEL, "run"), table.events)
    # R24.6.
    end = End(offense, 0, SAFETY, INTENTIONAL_SAFETY, "intentional")
    return dead_ball(table.matchup, state, end, table.events)
