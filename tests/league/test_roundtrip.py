"""A league of two, played by the referee and put beside a season that never was."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.charts import random_chart, random_season
from support.games import some_game

from chartkit.errors import InputError
from chartkit.football.teams import ScheduledGame
from chartkit.league.roundtrip import round_trip
from chartkit.league.runner import Workers
from chartkit.plays import table
from chartkit.plays.export import GameCard
from chartkit.systems.ddf.charts import season_to_text, team_to_text
from chartkit.systems.ddf.scorebook import nflverse_rows, plays_of
from chartkit.systems.ddf.simulation import CERTIFICATE, TABLE, DdfSimulation


def a_build(folder: Path, *, scored: bool = True) -> Path:
    """Two invented teams that met four times; the real plays are games of the referee."""
    import pandas as pd

    (folder / "charts").mkdir()
    for number, code in enumerate(("HOM", "VIS")):
        (folder / "charts" / f"{code}.json").write_text(team_to_text(random_chart(number, code=code)), "utf-8")
    games, plays = [], []
    for week in range(1, 5):
        log = some_game(week)
        home, away = log.score if scored else (None, None)
        games.append(ScheduledGame(week, "HOM", "VIS", home, away))
        plays += nflverse_rows(GameCard("HOM", "VIS", 2017, week), plays_of(log.events))
    season = replace(random_season(1, ("HOM", "VIS")), schedule=tuple(games))
    (folder / "season.json").write_text(season_to_text(season), "utf-8")
    table.save(table.conform(pd.DataFrame(plays)), folder / "plays.parquet")
    return folder


def test_a_round_trip_tells_real_and_played_and_repeats_exactly(tmp_path: Path) -> None:
    build = a_build(tmp_path)
    heard = []
    found = round_trip(
        DdfSimulation(), build, 2, 7, Workers(), engine=TABLE, progress=lambda *told: heard.append(told)
    )
    report = found.to_json()
    points = next(line for line in report["league"] if line["figure"] == "points")
    real = [some_game(week).score for week in range(1, 5)]
    assert points["real"] == pytest.approx(sum(map(sum, real)) / 8)
    assert points["simulated"] > 0
    assert set(report["beside"]) == set(DdfSimulation().compared()) - {CERTIFICATE}
    assert (CERTIFICATE, 2, 2) in heard
    assert json.dumps(report) == json.dumps(
        round_trip(DdfSimulation(), build, 2, 7, Workers(), engine=TABLE).to_json()
    )
    assert found.passed is report["passed"] is False, "invented charts do not give a random season back"
    assert (
        any("MISSED" in row for table in found.report().tables for row in table.rows)
        and "✗ missed" in found.to_html()
    )


def test_a_season_without_scores_cannot_be_certified(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="week 1, VIS at HOM, has no real score"):
        round_trip(DdfSimulation(), a_build(tmp_path, scored=False), 2, 7, Workers(), engine=TABLE)
