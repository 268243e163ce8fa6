"""The last look of the fit: its books say what the report will say, and a chart that is off is put right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from chartkit.plays.locate import season_source
from chartkit.systems.ddf.columns import PASSES, PLAYS
from chartkit.systems.ddf.compile import settings as settings_file
from chartkit.systems.ddf.compile.books import TEAM_FIGURES
from chartkit.systems.ddf.compile.desk import Desk, Options
from chartkit.systems.ddf.compile.settle import open_books, settle
from chartkit.systems.ddf.compile.stages import STAGES
from chartkit.systems.ddf.compile.state import OFFENSE_WEIGHTS
from chartkit.systems.ddf.compile.symbols import FIGURES

SHOWN = {"mean": "mean yards"}


@pytest.fixture(scope="module")
def desk(two_teams: Path, quick_settings: Path) -> Desk:
    made = Desk(season_source(2031, [two_teams]), settings_file.load(quick_settings), Options())
    for stage in STAGES:
        stage.work(made)
    return made


@pytest.mark.parametrize("side", ["offense", "defense"])
def test_the_books_hold_what_the_report_counts_on_the_finished_charts(desk: Desk, side: str) -> None:
    books = open_books(desk.joint, side)
    for column in (column for column in desk.measured.columns if column.side == side):
        team, call = desk.teams.index(column.team), PLAYS.index(column.call)
        for figure in column.figures:
            name = next((name for name in FIGURES if SHOWN.get(name, name) == figure.name), None)
            if name is not None:
                place = FIGURES.index(name)
                assert books.given[team, call, place] == pytest.approx(figure.chart, abs=1e-6)
                assert books.real[team, call, place] == pytest.approx(figure.real, abs=1e-9)
        assert books.distance[team, call] == pytest.approx(column.figure("distance").chart, abs=1e-6)
    given = books.team_figures(range(len(desk.teams)), books.amounts)
    for season in (season for season in desk.measured.teams if season.side == side):
        team = desk.teams.index(season.team)
        for figure in season.figures:
            place = list(TEAM_FIGURES).index(figure.name)
            assert given[team, place] == pytest.approx(figure.chart, abs=1e-4)
            assert books.team_allowed[team, place] == pytest.approx(figure.allowed)


def test_a_column_that_spoils_a_season_is_put_right(desk: Desk) -> None:
    fit, call, team = desk.joint, "6-SHORT", 0

    def outside() -> dict[tuple[str, int, str, tuple[str, ...]], float]:
        found = [item for side in ("offense", "defense") for item in open_books(fit, side).outside()]
        return {(item.side, item.team, item.figure, item.calls): item.by for item in found}

    season = ("offense", team, "yards per pass", PASSES)
    before = outside().get(season, 0.0)
    symbols, cells = fit.symbols[call], fit.state.offense_cells[call][team].copy()
    gains = [cell for cell in np.argsort(-OFFENSE_WEIGHTS) if cells[cell] in symbols.numbers]
    cells[gains[:2]] = symbols.numbers[-1]
    fit.put_offense(call, team, cells)
    spoiled = outside()
    assert spoiled[season] > before + 1
    settle(fit)
    after = outside()
    assert after.get(season, 0.0) <= before + 0.1
    assert sum(after.values()) < sum(spoiled.values())
