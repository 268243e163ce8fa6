"""Punts: pooch, let it roll, returns, blocks and fouls (R16)."""

from __future__ import annotations

from chartkit.systems.ddf.referee import decisions as d
from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.referee.decisions import Ask
from chartkit.systems.ddf.referee.ending import CHANGE, DEAD, KICK_TOUCHBACK, OFFSET, PENALTY, End
from chartkit.systems.ddf.referee.events import DEFENSIVE, Event, Happening, happened
from chartkit.systems.ddf.referee.field_goal import loose_kick
from chartkit.systems.ddf.referee.penalties import Verdict, back, forward, offsetting
from chartkit.systems.ddf.referee.returns import carried, enforce, foul_on_score, run_back
from chartkit.systems.ddf.referee.rulebook import FoulRule
from chartkit.systems.ddf.referee.state import GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.turnovers import fumble
from chartkit.systems.ddf.referee.whistle import dead_ball, extended, line_to_gain, ready, same_down
from chartkit.systems.ddf.result import Kind

ROLL = "generic.LET IT ROLL"
#: R16.4: from here on a pooch cannot be returned.
DEAD_POOCH = 10
REPLAY, TACK_ON = "replay", "tack on"


def punt(table: Table, state: GameState) -> GameState:
    """Punt, on any down, until it is no penalty, play it out, then settle the fouls (R16.1, R16.9, R16.10)."""
    offense = state.possession
    pooch = int(table.offer(Ask.POOCH, offense, state))
    column = table.matchup.sheets[offense].punt
    cell = table.read(offense, column)
    fouls: list[Cell] = []
    while cell.is_foul:
        if fouls and fouls[0].by_defense != cell.by_defense:
            return offsetting(table, state, [*fouls, cell])
        fouls.append(cell)
        cell = table.read(offense, column)
    field: list[Event] = []
    end, return_fouls = _punted(table, state, cell, pooch, field)
    if end.what == OFFSET:
        # A loose ball that was run back tells its fouls itself.
        table.events += [] if return_fouls else field
        return offsetting(table, state, [*fouls, *return_fouls])
    if not fouls:
        table.events += field
        return dead_ball(table.matchup, state, end, table.events, penalty=bool(return_fouls))
    # Of a punt the offense is the punting team, of its return the receiving team: by_defense turns round.
    if return_fouls and return_fouls[0].by_defense == fouls[0].by_defense:
        return offsetting(table, state, [*fouls, *return_fouls])
    if fouls[0].by_defense:
        return _foul_by_receivers(table, state, end, fouls, field)
    return _foul_by_punters(table, state, end, fouls, field)


def _punted(
    table: Table, state: GameState, cell: Cell, pooch: int, field: list[Event]
) -> tuple[End, tuple[Cell, ...]]:
    """The kick, and what the receivers make of it; with the fouls on the return."""
    offense, receivers = state.possession, 1 - state.possession
    if cell.kind in (Kind.BLOCKED, Kind.FUMBLE):
        return loose_kick(table, state, cell, "punt", field), ()
    distance = max(0, cell.yards - pooch)
    landing = state.spot + distance
    touchback = table.matchup.constants.touchback
    if landing >= 100:
        # R16.2, R16.5.
        field.append(happened("punt", offense, 100 - state.spot, 100, ""))
        field.append(happened("touchback", receivers, 0, touchback, "punt"))
        return End(receivers, touchback, DEAD, KICK_TOUCHBACK, "punt", turnover=True), ()
    start = 100 - landing
    if cell.star or pooch >= DEAD_POOCH:
        field.append(happened("punt", offense, distance, landing, "out of bounds" if cell.star else "dead"))
        return End(receivers, start, DEAD, CHANGE, "punt", turnover=True), ()
    field.append(happened("punt", offense, distance, landing, ""))
    if start <= table.matchup.rules.roll_inside:
        choice = table.ask(Ask.LET_IT_ROLL, receivers, state, (start,))
        if choice == d.LET_IT_ROLL:
            return _let_it_roll(table, receivers, start, field), ()
    return punt_return(table, receivers, start, field)


def _let_it_roll(table: Table, receivers: int, start: int, field: list[Event]) -> End:
    """R16.7: direction by the defensive dice, yards by the d10."""
    total = table.rolls.roll(DEFENSIVE, receivers, ROLL)
    way, zero = table.matchup.rules.roll_direction[total]
    table.record_total(receivers, DEFENSIVE, total, ROLL, "forward" if way > 0 else "backward")
    words = {face: f"{face or zero} yards" for face in range(10)}
    yards = table.d10(receivers, ROLL, words) or zero
    spot = start - way * yards
    last = field[-1]
    if isinstance(last, Happening):
        field[-1] = last._replace(yards=last.yards + way * yards, spot=last.spot + way * yards, detail="roll")
    if spot <= 0:
        touchback = table.matchup.constants.touchback
        field.append(happened("touchback", receivers, 0, touchback, "punt"))
        return End(receivers, touchback, DEAD, KICK_TOUCHBACK, "punt", turnover=True)
    return End(receivers, spot, DEAD, CHANGE, "punt", turnover=True)


def punt_return(table: Table, receivers: int, start: int, field: list[Event]) -> tuple[End, tuple[Cell, ...]]:
    """Punt Return against Punt Coverage; FC is dead where it lands (R16.3)."""
    sheets = table.matchup.sheets
    result, fouls = run_back(table, receivers, sheets[receivers].punt_return, sheets[1 - receivers].punt_coverage)
    if result is None:
        return End(receivers, start, OFFSET, PENALTY, "punt"), fouls
    if result.kind is Kind.FAIR_CATCH:
        field.append(happened("fair catch", receivers, 0, start, ""))
        end = End(receivers, start, DEAD, CHANGE, "punt", turnover=True)
    elif result.kind is Kind.FUMBLE:
        end = returner_fumbles(table, receivers, start, result.yards, "punt", field)
    else:
        end = carried(receivers, start, result, "punt", field)
    return enforce(table, receivers, start, end, fouls, field), fouls


def returner_fumbles(table: Table, receivers: int, start: int, yards: int, how: str, field: list[Event]) -> End:
    """R13.7: a fumble on a kick return, with the receivers as offense."""
    spot = start + yards
    field.append(happened("return", receivers, min(spot, 100) - start, min(spot, 100), how))
    end = fumble(table, receivers, spot, field, detail=how, on_kick_return=True)
    # For the kicking team its own recovery is no turnover of the receivers' kind, but a new series all the same.
    return end._replace(row=CHANGE, turnover=True)


def _foul_by_punters(table: Table, state: GameState, end: End, fouls: list[Cell], field: list[Event]) -> GameState:
    """R16.9: the receivers take the yards from the line and the down again, or at the end of the return."""
    matchup, offense, rules = table.matchup, state.possession, table.matchup.rules.fouls
    verdicts: dict[str, Verdict] = {}
    for foul in fouls:
        name = "" if len(fouls) == 1 else f" {foul.text}"
        yards = rules[foul.kind].yards
        spot = back(state.spot, yards)
        out: list[Event] = [
            happened("no play", offense, 0, state.spot, "punt"),
            happened("penalty", offense, state.spot - spot, spot, f"{foul.text} accepted"),
        ]
        verdicts[f"{REPLAY}{name}"] = Verdict(same_down(matchup, state, spot, PENALTY, out, extend=False), out)
        out = list(field)
        moved = _tacked_on(end, foul, yards, offense, rules[foul.kind], out)
        verdicts[f"{TACK_ON}{name}"] = Verdict(dead_ball(matchup, state, moved, out, penalty=True), out)
    return _choose(table, state, 1 - offense, fouls, verdicts)


def _tacked_on(end: End, foul: Cell, yards: int, guilty: int, rule: FoulRule, out: list[Event]) -> End:
    if end.what != DEAD:
        return foul_on_score(rule, foul, guilty, end, out)
    spot = back(end.spot, yards) if guilty == end.team else forward(end.spot, yards)
    own = spot if guilty == end.team else 100 - spot
    out.append(happened("penalty", guilty, abs(spot - end.spot), own, f"{foul.text} accepted"))
    return end._replace(spot=spot)


def _foul_by_receivers(
    table: Table, state: GameState, end: End, fouls: list[Cell], field: list[Event]
) -> GameState:
    """R16.9: the punting team takes the yards from the line (down again or first down), or declines."""
    matchup, offense, rules = table.matchup, state.possession, table.matchup.rules.fouls
    verdicts: dict[str, Verdict] = {}
    for foul in fouls:
        rule = rules[foul.kind]
        spot = forward(state.spot, rule.yards)
        out: list[Event] = [
            happened("no play", offense, 0, state.spot, "punt"),
            happened("penalty", 1 - offense, spot - state.spot, 100 - spot, f"{foul.text} accepted"),
        ]
        if rule.first_down:
            out.append(happened("first down", offense, 0, spot, "penalty"))
            first = ready(matchup, state, offense, 1, spot, line_to_gain(spot), PENALTY, out)
            after = extended(state, first, extend=True)
        else:
            after = same_down(matchup, state, spot, PENALTY, out, extend=True)
        name = d.ACCEPT if len(fouls) == 1 else f"{d.ACCEPT} {foul.text}"
        verdicts[name] = Verdict(after, out)
    out = list(field)
    out += [happened("penalty", 1 - offense, 0, 100 - state.spot, f"{foul.text} declined") for foul in fouls]
    verdicts[d.DECLINE] = Verdict(dead_ball(matchup, state, end, out, penalty=True), out)
    return _choose(table, state, offense, fouls, verdicts)


def _choose(
    table: Table, state: GameState, team: int, fouls: list[Cell], verdicts: dict[str, Verdict]
) -> GameState:
    outcomes = {name: verdict.state for name, verdict in verdicts.items()}
    choice = str(table.ask(Ask.PENALTY, team, state, tuple(foul.text for foul in fouls), outcomes))
    after, events = verdicts[choice]
    table.events += events
    return after
