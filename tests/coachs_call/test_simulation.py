"""A league of Coach's Call: changes to try, and the same game of a run on both engines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.rosters import eagles

from chartkit.errors import InputError
from chartkit.football.teams import Record, SeasonTeam
from chartkit.league import Changes, Fixture, League
from chartkit.systems.coachs_call.rules.game import Options
from chartkit.systems.coachs_call.simulation import CallSimulation, LeagueTeams
from chartkit.systems.coachs_call.tables import SHIPPED, standard_tables
from chartkit.systems.many_games import COMPILED, TABLE

SIMULATION = CallSimulation()
PLACES = (
    SeasonTeam("PHI", "Philadelphia", "Eagles", "NFC", "East"),
    SeasonTeam("NE", "", "Patriots", "AFC", "East"),
)
TEAMS = {"PHI": eagles(), "NE": eagles(code="NE", city="New England", name="Patriots", record=Record(8, 8))}
LEAGUE = League(SIMULATION, 2017, PLACES, (), LeagueTeams(TEAMS, standard_tables()))


@pytest.mark.parametrize("setting", ["PHI:QB=A", "phi:qb=a", "Eagles:QB=A"])
def test_a_grade_is_changed(setting: str) -> None:
    """The team by its code or its nickname."""
    changed, touched = SIMULATION.changed(LEAGUE, Changes(settings=(setting,)))
    assert touched == {"PHI"}
    assert changed.teams["PHI"].rosters["even"].grades["QB"] == "A"
    assert changed.teams["NE"] == TEAMS["NE"]


@pytest.mark.parametrize(
    ("setting", "told"),
    [("XXX:QB=A", "no team 'XXX'"), ("PHI:XX=A", "no slot 'XX'"), ("PHI:QB=D", "QB cannot be 'D'")],
)
def test_what_cannot_be_changed_is_told(setting: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        SIMULATION.changed(LEAGUE, Changes(settings=(setting,)))


def test_other_tables_touch_every_team() -> None:
    assert SIMULATION.changed(LEAGUE, Changes(charts=(Path(SHIPPED),)))[1] == {"PHI", "NE"}


def test_both_engines_play_the_same_games() -> None:
    fixture = Fixture(1, "PHI", "NE")
    compiled, table = (SIMULATION.simulator(LEAGUE, Options(), 7, engine) for engine in (COMPILED, TABLE))
    assert np.array_equal(compiled.play([fixture], range(2)), table.play([fixture], range(2)))
    game = compiled.record(fixture, 1)
    assert game.statistics[0]["points"] == game.score[0] == compiled.play([fixture], [1])[0, 0, 0, 0]
