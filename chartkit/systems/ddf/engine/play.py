"""Playing a game at the table, the same for every kind of coach (R31.1)."""

from __future__ import annotations

from chartkit.findings import JsonSource
from chartkit.systems.checking import refuse_unsound
from chartkit.systems.ddf.charts import TeamChart, team_to_json, team_to_text
from chartkit.systems.ddf.engine.decisions import Coach
from chartkit.systems.ddf.engine.log import GameLog
from chartkit.systems.ddf.engine.matchup import Generic, Matchup, matchup
from chartkit.systems.ddf.engine.rolls import Rolls
from chartkit.systems.ddf.engine.state import OVER, GameState
from chartkit.systems.ddf.engine.table import Table
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import RuleBook
from chartkit.systems.ddf.validate import validate_team


def step(table: Table, state: GameState) -> GameState:
    """Play one thing: coin toss, kick, down, try, or the end of a period; its last event is a `Ball`."""
    return state if state.phase == OVER else table.step(state)


def play(table: Matchup, coaches: tuple[Coach, Coach], rolls: Rolls, *, seed: int | str | None = None) -> GameLog:
    """Play a game at a table that is already laid out; coaches are (home, visitor)."""
    seat = Table(table, rolls, coaches)
    final = seat.play_on()
    return GameLog(table, tuple(seat.events), final, getattr(rolls, "seed", seed))


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
    for chart in (home, away):
        source = JsonSource(chart.team.code, team_to_text(chart), team_to_json(chart))
        refuse_unsound(source, validate_team(source.data, plausible=False))
    return play(matchup(home, away, generic, options, rules), coaches, rolls)
