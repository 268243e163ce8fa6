"""Kickoffs, squib and onside kicks, the free kick after a safety (R13-R15, R2.9)."""

from __future__ import annotations

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.referee.clock import charge
from chartkit.systems.ddf.referee.decisions import Ask
from chartkit.systems.ddf.referee.ending import (
    CHANGE,
    DEAD,
    KICK_TOUCHBACK,
    OFFSET,
    ONSIDE,
    PENALTY,
    SAFETY,
    End,
)
from chartkit.systems.ddf.referee.events import Event, happened
from chartkit.systems.ddf.referee.penalties import Verdict, back, forward
from chartkit.systems.ddf.referee.punt import returner_fumbles
from chartkit.systems.ddf.referee.returns import carried, enforce, foul_on_score, run_back
from chartkit.systems.ddf.referee.state import FREE_KICK, GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.whistle import dead_ball
from chartkit.systems.ddf.result import Kind


def kick_spot(state: GameState) -> int:
    """The kickoff line, moved by a penalty carried over from the score (R13.1, R19.11)."""
    return state.spot + state.kickoff_shift


def kick_off(table: Table, state: GameState) -> GameState:
    """Announce the kind of kick and play it."""
    kicker = state.possession
    kind = d.KICKOFF
    if state.phase != FREE_KICK:
        kind = str(table.ask(Ask.KICKOFF, kicker, state))
    if kind == d.ONSIDE_KICK:
        return _onside(table, state)
    if kind == d.SQUIB_KICK:
        return _squib(table, state)
    return _kickoff(table, state)


def _onside(table: Table, state: GameState) -> GameState:
    """R15.1: 12 yards, and the dice say who has it; no return."""
    kicker, constants = state.possession, table.matchup.constants
    spot = kick_spot(state) + constants.onside_distance
    words = ("recovered by kicking team", "recovered by receiving team")
    kept = table.check(kicker, "generic.ONSIDE KICK", constants.onside_recovered, *words)
    table.events.append(happened("kickoff", kicker, constants.onside_distance, spot, d.ONSIDE_KICK))
    team, own = (kicker, spot) if kept else (1 - kicker, 100 - spot)
    table.events.append(happened("onside", team, 0, own, ""))
    # R15.2: no time when the kickers recover.
    end = End(team, own, DEAD, ONSIDE if kept else CHANGE, "kickoff", turnover=True)
    return dead_ball(table.matchup, state, end, table.events)


def _squib(table: Table, state: GameState) -> GameState:
    """R14: exactly 50 yards, returned on the season's own chart, no coverage roll."""
    kicker, field = state.possession, []  # type: int, list[Event]
    landing = kick_spot(state) + table.matchup.constants.squib_distance
    field.append(happened("kickoff", kicker, table.matchup.constants.squib_distance, landing, d.SQUIB_KICK))
    end, fouls = _received(table, state, landing, field, squib=True)
    if end.what == OFFSET:
        return _kick_again(table, state, fouls)
    table.events += field
    return dead_ball(table.matchup, state, end, table.events, penalty=bool(fouls))


def _kickoff(table: Table, state: GameState) -> GameState:
    kicker = state.possession
    column = table.matchup.sheets[kicker].kickoff
    cell = table.read(kicker, column)
    fouls: list[Cell] = []
    while cell.is_foul:
        if cell.kind is Kind.OFF_40:
            return _out_of_bounds(table, state)
        if fouls and fouls[0].by_defense != cell.by_defense:
            return _kick_again(table, state, (*fouls, cell))
        fouls.append(cell)
        cell = table.read(kicker, column)
    field: list[Event] = []
    landing = kick_spot(state) + cell.yards
    name = "FREE KICK" if state.phase == FREE_KICK else d.KICKOFF
    field.append(happened("kickoff", kicker, cell.yards, landing, name))
    end, return_fouls = _received(table, state, landing, field, squib=False)
    # Of a kick the kickers are the offense, of its return the receivers: by_defense turns round.
    if end.what == OFFSET or (fouls and return_fouls and fouls[0].by_defense == return_fouls[0].by_defense):
        return _kick_again(table, state, (*fouls, *return_fouls))
    if not fouls:
        table.events += field
        return dead_ball(table.matchup, state, end, table.events, penalty=bool(return_fouls))
    return _settle(table, state, end, fouls, field)


def _out_of_bounds(table: Table, state: GameState) -> GameState:
    """R13.4, R20.5: receivers' ball on their own 40."""
    kicker, spot = state.possession, table.matchup.rules.kickoff_out_of_bounds
    out = table.events
    out.append(happened("out of bounds kick", 1 - kicker, 0, spot, ""))
    out.append(happened("penalty", kicker, 0, 100 - spot, "OFF 40 accepted"))
    end = End(1 - kicker, spot, DEAD, CHANGE, "kickoff", turnover=True)
    return dead_ball(table.matchup, state, end, out, penalty=True)


def _received(
    table: Table, state: GameState, landing: int, field: list[Event], *, squib: bool
) -> tuple[End, tuple[Cell, ...]]:
    """Touchback or return (R13.2, R13.3, R35.9); with the fouls on the return."""
    receivers, how = 1 - state.possession, "squib" if squib else "kickoff"
    sheets, touchback = table.matchup.sheets, table.matchup.constants.kickoff_touchback
    start = 100 - landing
    if start <= -10 or (start <= 0 and table.ask(Ask.KICK_RETURN, receivers, state, (-start,)) == d.TOUCHBACK):
        field.append(happened("touchback", receivers, 0, touchback, "kickoff"))
        return End(receivers, touchback, DEAD, KICK_TOUCHBACK, "kickoff", turnover=True), ()
    mine, theirs = sheets[receivers], sheets[1 - receivers]
    column = mine.squib_return if squib and mine.squib_return is not None else mine.kickoff_return
    result, fouls = run_back(table, receivers, column, None if squib else theirs.kick_coverage)
    if result is None:
        return End(receivers, start, OFFSET, PENALTY, "kickoff"), fouls
    if result.kind is Kind.FUMBLE:
        end = returner_fumbles(table, receivers, start, result.yards, how, field)
    else:
        end = carried(receivers, start, result, how, field)
        if start <= 0 and end.what == SAFETY:
            # R13.3: not past the goal line from an end-zone catch is a touchback.
            field[-1] = happened("touchback", receivers, 0, touchback, "kickoff")
            end = End(receivers, touchback, DEAD, KICK_TOUCHBACK, "touchback", turnover=True)
    return enforce(table, receivers, start, end, fouls, field), fouls


def _kick_again(table: Table, state: GameState, fouls: tuple[Cell, ...]) -> GameState:
    """R19.5: fouls on both sides cancel, and the kick is made again."""
    out = table.events
    out += [happened("penalty", state.possession, 0, kick_spot(state), f"{foul.text} offset") for foul in fouls]
    return _again(table, state, state.kickoff_shift, out)


def _again(table: Table, state: GameState, shift: int, out: list[Event]) -> GameState:
    seconds = table.matchup.rules.timing.seconds(PENALTY)
    clock = charge(table.matchup, state, state.possession, PENALTY, seconds, out)
    return state._replace(clock=clock, kickoff_shift=shift)


def _settle(table: Table, state: GameState, end: End, fouls: list[Cell], field: list[Event]) -> GameState:
    """Fouls of the Kickoff column: OFF 5 is a choice (R13.5), the others are walked off from the end (R13.6)."""
    matchup, kicker = table.matchup, state.possession
    rules = matchup.rules.fouls
    foul = max(fouls, key=lambda one: rules[one.kind].yards)
    guilty = 1 - kicker if foul.by_defense else kicker
    yards = rules[foul.kind].yards
    if foul.kind is Kind.OFF_5:
        return _kick_or_keep(table, state, end, foul, yards, field)
    out = list(field)
    if end.what != DEAD:
        moved = foul_on_score(rules[foul.kind], foul, guilty, end, out)
    else:
        spot = back(end.spot, yards) if guilty == end.team else forward(end.spot, yards)
        own = spot if guilty == end.team else 100 - spot
        out.append(happened("penalty", guilty, abs(spot - end.spot), own, f"{foul.text} accepted"))
        moved = end._replace(spot=spot)
    table.events += out
    return dead_ball(matchup, state, moved, table.events, penalty=True)


def _kick_or_keep(
    table: Table, state: GameState, end: End, foul: Cell, yards: int, field: list[Event]
) -> GameState:
    """R13.5: the receivers accept and the kick is made again 5 yards further back, or keep the return."""
    kicker, old = state.possession, kick_spot(state)
    new = back(old, yards)
    out: list[Event] = [
        happened("no play", kicker, 0, old, "kickoff"),
        happened("penalty", kicker, old - new, new, f"{foul.text} accepted"),
    ]
    accepted = Verdict(_again(table, state, new - state.spot, out), out)
    kept = [*field, happened("penalty", kicker, 0, old, f"{foul.text} declined")]
    declined = Verdict(dead_ball(table.matchup, state, end, kept, penalty=True), kept)
    verdicts = {d.ACCEPT: accepted, d.DECLINE: declined}
    outcomes = {name: verdict.state for name, verdict in verdicts.items()}
    after, events = verdicts[str(table.ask(Ask.PENALTY, 1 - kicker, state, (foul.text,), outcomes))]
    table.events += events
    return after
