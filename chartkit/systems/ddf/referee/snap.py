"""One play from scrimmage: clock, calls, reveal, and the way to its kind (R6, R24, R27.1)."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee import fouling
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
from chartkit.systems.ddf.referee.events import Event, Happening, Intent, make
from chartkit.systems.ddf.referee.field_goal import field_goal
from chartkit.systems.ddf.referee.fouling import PLAYED, roll_play
from chartkit.systems.ddf.referee.legality import EVERY_CHOICE, call_barred
from chartkit.systems.ddf.referee.penalties import before_snap, offsetting, settle_fouls
from chartkit.systems.ddf.referee.punt import punt
from chartkit.systems.ddf.referee.scrimmage import fumbled, play_out
from chartkit.systems.ddf.referee.sheet import FORMATION_NUMBER, PLAY_NUMBER
from chartkit.systems.ddf.referee.state import CALLS, TRY, GameState
from chartkit.systems.ddf.referee.table import NO_OUTCOMES, Table
from chartkit.systems.ddf.referee.tries import two_point_over
from chartkit.systems.ddf.referee.whistle import dead_ball


def _records(ask: Ask) -> tuple[Mapping[Choice, Intent], ...]:
    """Every call as a record, ready-made for both teams."""
    return tuple({choice: Intent(team, ask, choice) for choice in EVERY_CHOICE[ask]} for team in (0, 1))


_OFFENSE_CALL, _DEFENSE_CALL = Ask.OFFENSE_CALL, Ask.DEFENSE_CALL
_PLAY_CALLED, _FORMATION_CALLED = _records(_OFFENSE_CALL), _records(_DEFENSE_CALL)


def _call(table: Table, state: GameState, offense: int) -> tuple[Choice, Choice]:
    """Both coaches call (R6.1); `Table.ask` written out, since it runs 300 times a game."""
    matchup, coaches, record = table.matchup, table.coaches, table.events.append
    question = make(Decision, (_OFFENSE_CALL, offense, state, matchup, (), NO_OUTCOMES))
    play = coaches[offense].decide(question)
    if call_barred(matchup, state, offense, play):
        play = table.insist(question, play)
    record(_PLAY_CALLED[offense][play])
    defense = 1 - offense
    question = make(Decision, (_DEFENSE_CALL, defense, state, matchup, (), NO_OUTCOMES))
    formation = coaches[defense].decide(question)
    if formation not in FORMATION_NUMBER:
        formation = table.insist(question, formation)
    record(_FORMATION_CALLED[defense][formation])
    return play, formation


def call_plays(table: Table, state: GameState) -> tuple[GameState, Choice, Choice]:
    """Both coaches call, both calls are revealed, audibles and timeouts may change them (R6.1, R24.2, R28.15)."""
    offense = state.possession
    play, formation = _call(table, state, offense)
    asked, defense = table.asks_reveal, 1 - offense
    while True in asked:
        revealed = (play, formation)
        caller, answer = offense, d.STAND
        if asked[offense] and (state.offense_audibles[offense] or (state.stoppable and state.timeouts[offense])):
            answer = str(table.offer(Ask.REVEAL, offense, state, revealed))
        if (
            answer == d.STAND
            and asked[defense]
            and (state.defense_audibles[defense] or (state.stoppable and state.timeouts[defense]))
        ):
            caller, answer = defense, str(table.offer(Ask.REVEAL, defense, state, revealed))
        if answer == d.STAND:
            break
        if answer == d.TIMEOUT:
            # R24.1: one timeout a play; R31.6: only an answer costs anything.
            state = state._replace(timeouts=spend(state.timeouts, caller), stoppable=False)
        elif caller == offense:
            state = state._replace(offense_audibles=spend(state.offense_audibles, offense))
        else:
            state = state._replace(defense_audibles=spend(state.defense_audibles, defense))
        play, formation = _call(table, state, offense)
    return state, play, formation


def counted(state: GameState, play: int) -> GameState:
    """One more call of a play, whatever becomes of it (R26.2, R26.3, R19.10)."""
    home, away = state.calls
    mine = list(away if state.possession else home)
    mine[play] += 1
    calls = (home, tuple(mine)) if state.possession else (tuple(mine), away)
    # Adding tuples is faster than unpacking them into a new one.
    return make(GameState, state[:CALLS] + (calls,) + state[CALLS + 1 :])  # noqa: RUF005


def run_play(table: Table, state: GameState, play: int, formation: int) -> GameState:
    """A play 1-9 in the order of R27, on any down or on a two-point try."""
    state = counted(state, play)
    how, mine, theirs, fouls = roll_play(table, state.possession, play, formation)
    field: list[Event] = []
    if how == PLAYED:
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
