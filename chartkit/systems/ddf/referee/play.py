"""Playing: one step, one game, the same for every kind of coach (R31.1)."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from chartkit.errors import InvalidChartError
from chartkit.systems.ddf.chart import TeamChart
from chartkit.systems.ddf.referee import tries
from chartkit.systems.ddf.referee.clock import settle
from chartkit.systems.ddf.referee.decisions import PAT, Ask, Coach
from chartkit.systems.ddf.referee.events import situation
from chartkit.systems.ddf.referee.kickoff import kick_off, kick_spot
from chartkit.systems.ddf.referee.log import GameLog
from chartkit.systems.ddf.referee.matchup import Generic, Matchup, first_state, matchup
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.overtime import judge
from chartkit.systems.ddf.referee.periods import coin_toss, end_period
from chartkit.systems.ddf.referee.rolls import Rolls
from chartkit.systems.ddf.referee.rulebook import RuleBook
from chartkit.systems.ddf.referee.snap import from_scrimmage, spike
from chartkit.systems.ddf.referee.state import COIN_TOSS, FREE_KICK, KICKOFF, OVER, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.referee.table import Table


def step(table: Table, state: GameState) -> GameState:
    """Play one thing: coin toss, kick, down, try, or the end of a period; its last record is a `Ball`."""
    phase = state.phase
    if phase == SCRIMMAGE:
        settled, spiked = settle(table, state) if state.pending else (state, False)
        if settled.clock == 0 and not settled.untimed:
            after = end_period(table, settled)
        elif spiked:
            after = spike(table, settled)
        else:
            after = from_scrimmage(table, settled)
    elif phase == TRY:
        after = _try(table, state)
    elif phase in (KICKOFF, FREE_KICK):
        after = end_period(table, state) if state.clock == 0 else kick_off(table, state)
    elif phase == COIN_TOSS:
        after = coin_toss(table, state)
    else:
        return state
    if after.overtime and state.overtime:
        after = judge(table.matchup, state, after)
    phase, spot, down, to_go = after.phase, after.spot, 0, 0
    if phase == SCRIMMAGE:
        down, to_go = after.down, after.to_gain - spot
    elif phase in (KICKOFF, FREE_KICK):
        spot = kick_spot(after)
    table.events.append(situation(phase, after.possession, down, to_go, spot))
    return after


def _try(table: Table, state: GameState) -> GameState:
    if table.ask(Ask.TRY, state.possession, state) == PAT:
        return tries.kick(table, state)
    return from_scrimmage(table, state)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A game makes thousands of records and no cycles: looking for some costs a third of its time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def play(table: Matchup, coaches: tuple[Coach, Coach], rolls: Rolls, *, seed: int | str | None = None) -> GameLog:
    """Play a game at a table that is already laid out; coaches are (home, visitor)."""
    seat = Table(table, rolls, coaches)
    state = first_state(table)
    with _collector_paused():
        while state.phase != OVER:
            state = step(seat, state)
    return GameLog(table, tuple(seat.events), state, getattr(rolls, "seed", seed))


def refuse_unsound(*charts: TeamChart) -> None:
    """Refuse charts that break the rules of the game, before kickoff, with everything the validator finds."""
    from chartkit.findings import Severity
    from chartkit.systems.ddf.chart_json import team_to_json
    from chartkit.systems.ddf.validate import validate_team

    wrong = [
        (chart.team.code, finding)
        for chart in charts
        for finding in validate_team(team_to_json(chart), plausible=False)
        if finding.severity is not Severity.WARNING
    ]
    if wrong:
        lines = [f"  {code}: {finding.code} {finding.place}: {finding.message}" for code, finding in wrong]
        raise InvalidChartError(
            "\n".join(["these charts cannot be played:", *lines]), tuple(finding for _, finding in wrong)
        )


def play_game(
    home: TeamChart,
    away: TeamChart,
    generic: Generic,
    options: Options,
    coaches: tuple[Coach, Coach],
    rolls: Rolls,
    rules: RuleBook | None = None,
) -> GameLog:
    """Play one game from the coin toss to the final whistle; a chart that does not validate is refused."""
    refuse_unsound(home, away)
    return play(matchup(home, away, generic, options, rules), coaches, rolls)
