"""Fouls on a play from scrimmage or a field goal: what each choice leads to, and the choice (R19-R21, R28.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chartkit.systems.ddf.referee import tries
from chartkit.systems.ddf.referee.arithmetic import walk_off
from chartkit.systems.ddf.referee.cells import Cell
from chartkit.systems.ddf.referee.decisions import ACCEPT, DECLINE, Ask
from chartkit.systems.ddf.referee.ending import DEAD, PENALTY, PRE_SNAP, SAFETY, SCORE, End
from chartkit.systems.ddf.referee.events import Event, Happening, happened
from chartkit.systems.ddf.referee.rulebook import FROM_END, FROM_GAINING_RUN, NOTHING, TO_KICKOFF
from chartkit.systems.ddf.referee.sheet import FIRST_PASS
from chartkit.systems.ddf.referee.state import SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.referee.whistle import (
    dead_ball,
    extended,
    line_to_gain,
    ready,
    safety,
    same_down,
)
from chartkit.systems.ddf.result import Kind

HOLDING = "generic.HOLDING"
BETWEEN = "generic.BETWEEN DOWNS"
FIFTEENS = (Kind.OFF_15, Kind.DEF_15)


class Called(NamedTuple):
    """A stored foul with what the checks of R27.12 said about it."""

    foul: Cell
    #: R28.5, R20.3: holding in the end zone, so a safety if accepted.
    holding: bool = False
    #: R28.7: a dead-ball foul; the play stands.
    between_downs: bool = False


class Verdict(NamedTuple):
    """Where a choice leads, and the records that say so."""

    state: GameState
    events: list[Event]


def back(spot: int, yards: int) -> int:
    """A foul against the team with the ball (R19.8)."""
    return walk_off(spot, yards)


def forward(spot: int, yards: int) -> int:
    """A foul against the other team (R19.8)."""
    return 100 - walk_off(100 - spot, yards)


def before_snap(table: Table, state: GameState, foul: Cell) -> GameState:
    """R19.2: yards from the line, the down again, no time."""
    offense, yards = state.possession, table.matchup.rules.fouls[foul.kind].yards
    spot = forward(state.spot, yards) if foul.by_defense else back(state.spot, yards)
    guilty = 1 - offense if foul.by_defense else offense
    out = table.events
    out.append(_walked(guilty, offense, state.spot, spot, f"{foul.text} pre-snap"))
    if state.phase == TRY:
        return tries.again(table.matchup, state, spot, 0 if foul.by_defense else yards)
    return same_down(table.matchup, state, spot, PRE_SNAP, out, extend=False)


def offsetting(table: Table, state: GameState, fouls: Sequence[Cell]) -> GameState:
    """R19.5: both cancel, 10 seconds, same down and line."""
    offense, out = state.possession, table.events
    for foul in fouls:
        guilty = 1 - offense if foul.by_defense else offense
        own = state.spot if guilty == offense else 100 - state.spot
        out.append(happened("penalty", guilty, 0, own, f"{foul.text} offset"))
    if state.phase == TRY:
        return tries.again(table.matchup, state, state.spot, 0)
    return same_down(table.matchup, state, state.spot, PENALTY, out, extend=False)


def _walked(guilty: int, offense: int, old: int, new: int, words: str) -> Happening:
    return happened("penalty", guilty, abs(new - old), new if guilty == offense else 100 - new, words)


def _checked(table: Table, state: GameState, play: int | None, foul: Cell) -> Called:
    """The holding and between-downs checks (R27.12); special teams have none (R22.1)."""
    matchup, offense = table.matchup, state.possession
    if play is None:
        return Called(foul)
    options = matchup.options
    if foul.kind is Kind.OFF_10 and play >= FIRST_PASS and state.spot <= matchup.rules.holding_safety_inside:
        on = matchup.sheets[offense].generic.holding
        # R20.3: basic play, and a season without the chart, takes every such foul for holding.
        held = not (options.holding and on) or table.check(offense, HOLDING, on, "holding", "not holding")
        return Called(foul, holding=held)
    if foul.kind in FIFTEENS and options.between_downs:
        side = 1 - offense if foul.by_defense else offense
        generic = matchup.sheets[side].generic
        on = generic.between_downs_defense if foul.by_defense else generic.between_downs_offense
        name = f"{BETWEEN}.{'DEFENSE' if foul.by_defense else 'OFFENSE'}"
        if on and table.check(side, name, on, "between downs", "during the play"):
            return Called(foul, between_downs=True)
    return Called(foul)


def settle_fouls(
    table: Table, state: GameState, play: int | None, end: End, fouls: Sequence[Cell], field: list[Event]
) -> GameState:
    """The side not at fault accepts one foul or declines them all (R19.4, R19.6, R21.5); `play` None is a kick."""
    offense = state.possession
    guilty = 1 - offense if fouls[0].by_defense else offense
    called = [_checked(table, state, play, foul) for foul in fouls]
    verdicts: dict[str, Verdict] = {}
    for one in called:
        verdict = _accepted(table, state, play, end, one, field)
        if verdict is not None:
            name = ACCEPT if len(called) == 1 else f"{ACCEPT} {one.foul.text}"
            while name in verdicts:
                name += "'"
            verdicts[name] = verdict
    verdicts[DECLINE] = _declined(table, state, end, fouls, field)
    choice = DECLINE
    if len(verdicts) > 1:
        outcomes = {name: verdict.state for name, verdict in verdicts.items()}
        about = tuple(foul.text for foul in fouls)
        choice = str(table.ask(Ask.PENALTY, 1 - guilty, state, about, outcomes))
    after, events = verdicts[choice]
    table.events += events
    return after


def _stands(table: Table, state: GameState, end: End, out: list[Event], *, shift: int = 0) -> GameState:
    if state.phase == TRY:
        return tries.two_point_over(table.matchup, state, end, out, shift=shift)
    return dead_ball(table.matchup, state, end, out, penalty=True, shift=shift)


def _declined(table: Table, state: GameState, end: End, fouls: Sequence[Cell], field: list[Event]) -> Verdict:
    offense, out = state.possession, list(field)
    for foul in fouls:
        guilty = 1 - offense if foul.by_defense else offense
        own = state.spot if guilty == offense else 100 - state.spot
        out.append(happened("penalty", guilty, 0, own, f"{foul.text} declined"))
    return Verdict(_stands(table, state, end, out), out)


def _wiped_out(state: GameState, field: list[Event]) -> list[Event]:
    what = next((record for record in field if isinstance(record, Happening)), None)
    detail = f"{what.what} {what.yards}" if what else ""
    return [happened("no play", state.possession, 0, state.spot, detail)]


def _accepted(
    table: Table, state: GameState, play: int | None, end: End, called: Called, field: list[Event]
) -> Verdict | None:
    """Where accepting a foul leads; None when it cannot be accepted (R19.11)."""
    if called.foul.by_defense:
        return _accepted_on_defense(table, state, play, end, called, field)
    return _accepted_on_offense(table, state, end, called, field)


def _scores_for(end: End, team: int) -> bool:
    return end.what != DEAD and (end.what == SAFETY) != (end.team == team)


def _to_kickoff(table: Table, state: GameState, end: End, foul: Cell, guilty: int, field: list[Event]) -> Verdict:
    """R19.11: the score stands, the next kick moves; back when the kicking team is at fault."""
    yards = table.matchup.rules.fouls[foul.kind].yards
    kicker = state.possession if state.phase == TRY else end.team
    out = [*field, happened("penalty", guilty, yards, 0, f"{foul.text} kickoff")]
    return Verdict(_stands(table, state, end, out, shift=-yards if guilty == kicker else yards), out)


def _accepted_on_offense(
    table: Table, state: GameState, end: End, called: Called, field: list[Event]
) -> Verdict | None:
    matchup, offense, foul = table.matchup, state.possession, called.foul
    rule = matchup.rules.fouls[foul.kind]
    scored = end.what != DEAD
    if scored and rule.on_score == TO_KICKOFF:
        carried = (
            called.between_downs or matchup.options.off15_on_score == "kickoff" or _scores_for(end, 1 - offense)
        )
        if carried:
            return _to_kickoff(table, state, end, foul, offense, field)
    if called.between_downs:
        return _between_downs(table, state, end, foul, offense, field)
    out = _wiped_out(state, field)
    if called.holding:
        out.append(happened("penalty", offense, 0, state.spot, f"{foul.text} accepted"))
        if state.phase == TRY:
            return Verdict(tries.failed(matchup, state, out), out)
        return Verdict(safety(matchup, state, offense, "holding", SCORE, 0, out), out)
    # R19.9, R20.2, R20.4: from the line, and the down again.
    spot = back(state.spot, rule.yards)
    out.append(_walked(offense, offense, state.spot, spot, f"{foul.text} accepted"))
    if state.phase == TRY:
        return Verdict(tries.again(matchup, state, spot, rule.yards), out)
    return Verdict(same_down(matchup, state, spot, PENALTY, out, extend=False), out)


def _accepted_on_defense(
    table: Table, state: GameState, play: int | None, end: End, called: Called, field: list[Event]
) -> Verdict | None:
    matchup, offense, foul = table.matchup, state.possession, called.foul
    guilty, line = 1 - offense, state.spot
    on_score = NOTHING if foul.kind is Kind.INTERFERENCE else matchup.rules.fouls[foul.kind].on_score
    if _scores_for(end, offense):
        return _to_kickoff(table, state, end, foul, guilty, field) if on_score == TO_KICKOFF else None
    if called.between_downs:
        if end.what != DEAD:
            return _to_kickoff(table, state, end, foul, guilty, field)
        return _between_downs(table, state, end, foul, guilty, field)
    voided = end.turnover or end.what != DEAD
    if foul.kind is Kind.INTERFERENCE:
        spot, first_down, out = _interference_spot(table, line, foul), True, _wiped_out(state, field)
        start = line
    else:
        rule = matchup.rules.fouls[foul.kind]
        first_down = rule.first_down
        from_end = not voided and state.phase != TRY and play is not None
        if rule.walked_from == FROM_GAINING_RUN:
            # R21.2: from the end of a run that did not lose yards.
            from_end = from_end and play is not None and play < FIRST_PASS and end.spot >= line
        elif rule.walked_from != FROM_END:  # R21.3: DEF 15 from the end of the play
            from_end = False
        start = end.spot if from_end else line
        out = list(field) if from_end else _wiped_out(state, field)
        spot = forward(start, rule.yards)
    out.append(_walked(guilty, offense, start, spot, f"{foul.text} accepted"))
    if state.phase == TRY:
        return Verdict(tries.again(matchup, state, spot, 0), out)
    if not first_down:
        return Verdict(same_down(matchup, state, spot, PENALTY, out, extend=True), out)
    out.append(happened("first down", offense, 0, spot, "penalty"))
    after = ready(matchup, state, offense, 1, spot, line_to_gain(spot), PENALTY, out)
    return Verdict(extended(state, after, extend=True), out)


def _interference_spot(table: Table, line: int, foul: Cell) -> int:
    """R21.4: where the foul was; in the end zone, the defense's 1."""
    spot = line + foul.yards
    return spot if spot < 100 else 100 - table.matchup.rules.interference_in_end_zone


def _between_downs(
    table: Table, state: GameState, end: End, foul: Cell, guilty: int, field: list[Event]
) -> Verdict:
    """R28.7: the play stands, turnover included, and the yards are walked off from its end."""
    matchup, out = table.matchup, list(field)
    if state.phase == TRY:
        out.append(happened("penalty", guilty, matchup.rules.fouls[foul.kind].yards, 0, f"{foul.text} kickoff"))
        yards = matchup.rules.fouls[foul.kind].yards
        shift = -yards if guilty == state.possession else yards
        return Verdict(tries.two_point_over(matchup, state, end, out, shift=shift), out)
    after = dead_ball(matchup, state, end, out, penalty=True)
    if after.phase != SCRIMMAGE:
        raise ValueError("a foul between downs on a score moves the kickoff")
    team, yards = after.possession, matchup.rules.fouls[foul.kind].yards
    spot = back(after.spot, yards) if guilty == team else forward(after.spot, yards)
    out.append(_walked(guilty, team, after.spot, spot, f"{foul.text} between downs"))
    if guilty == state.possession == team:
        # The line to gain stays where it was and the down counts.
        return Verdict(after._replace(spot=spot), out)
    if team == state.possession:
        out.append(happened("first down", team, 0, spot, "penalty"))
        fresh = after._replace(down=1, spot=spot, to_gain=line_to_gain(spot))
        return Verdict(extended(state, fresh, extend=True), out)
    return Verdict(after._replace(spot=spot, to_gain=line_to_gain(spot)), out)
