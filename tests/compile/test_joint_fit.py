"""The joint fit: its figures are those of the report, and a chart that is off is put right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from chartkit.fitting import wasserstein
from chartkit.plays import season_plays
from chartkit.systems.base import CompileOrder
from chartkit.systems.ddf.charts import PASSES, PLAYS
from chartkit.systems.ddf.compile import Compilation, compile_season, load_settings
from chartkit.systems.ddf.compile.fit_space import FIGURES, OFFENSE_WEIGHTS, YARDS, place_of_yards
from chartkit.systems.ddf.compile.joint_fit import SIDES, JointFit, Place
from chartkit.systems.ddf.compile.league_figures import TEAM_FIGURES, Violation

SHOWN = {"mean": "mean yards"}


@pytest.fixture(scope="module")
def compilation(two_teams: Path, quick_settings: Path) -> Compilation:
    return compile_season(
        season_plays(2031, [two_teams]), load_settings(quick_settings), CompileOrder(Path("no-build"))
    )


@pytest.mark.parametrize("side", ["offense", "defense"])
def test_the_figures_are_what_the_report_counts_on_the_finished_charts(compilation: Compilation, side: str) -> None:
    compilation.joint.count_all()
    league = compilation.joint.league[side]
    for column in (column for column in compilation.measured.columns if column.side == side):
        team, call = compilation.teams.index(column.team), PLAYS.index(column.call)
        for figure in column.figures:
            name = next((name for name in FIGURES if SHOWN.get(name, name) == figure.name), None)
            if name is not None:
                place = FIGURES.index(name)
                assert league.given[team, call, place] == pytest.approx(figure.chart, abs=1e-6)
                assert league.real[team, call, place] == pytest.approx(figure.real, abs=1e-9)
        assert league.distance[team, call] == pytest.approx(column.figure("distance").chart, abs=1e-6)
    given = league.team_figures(league.given)
    for season in (season for season in compilation.measured.teams if season.side == side):
        team = compilation.teams.index(season.team)
        for figure in season.figures:
            place = list(TEAM_FIGURES).index(figure.name)
            assert given[team, place] == pytest.approx(figure.chart, abs=1e-4)
            assert league.team_allowed[team, place] == pytest.approx(figure.allowed)


def test_a_column_that_spoils_a_season_is_put_right(compilation: Compilation) -> None:
    fit, call, team = compilation.joint, "6-SHORT", 0

    def outside() -> dict[tuple[str, int, str, tuple[str, ...]], float]:
        fit.count_all()
        return {violation.key: violation.amount for side in SIDES for violation in fit.league[side].violations()}

    season = ("offense", team, "yards per pass", PASSES)
    before = outside().get(season, 0.0)
    symbols, cells = fit.symbols[call], fit.state.cells[call, "offense"][team].copy()
    gains = [cell for cell in np.argsort(-OFFENSE_WEIGHTS) if cells[cell] in symbols.numbers]
    cells[gains[:2]] = symbols.numbers[-1]
    fit.put("offense", call, team, cells)
    spoiled = outside()
    assert spoiled[season] > before + 1
    fit.remove_violations()
    after = outside()
    assert after.get(season, 0.0) <= before + 0.1
    assert sum(after.values()) < sum(spoiled.values())


def test_the_number_of_workers_does_not_change_what_is_found(compilation: Compilation) -> None:
    fit, call, team = compilation.joint, "6-SHORT", 1
    cells = fit.state.cells[call, "offense"][team].copy()
    gains = [cell for cell in np.argsort(-OFFENSE_WEIGHTS) if cells[cell] in fit.symbols[call].numbers]
    cells[gains[:2]] = fit.symbols[call].numbers[-1]
    fit.put("offense", call, team, cells)
    kept = fit._all_cells()
    found = []
    for workers in (1, 3):
        fit.restore(kept)
        fit.retarget(fit.targets, fit.columns)
        fit.workers = workers
        fit.remove_violations()
        found.append(fit._all_cells())
    fit.workers = 1
    assert found[0] == found[1] != kept


def test_a_column_that_is_exchanged_is_counted_as_if_all_were_counted_again(compilation: Compilation) -> None:
    fit = compilation.joint
    for side in SIDES:
        fit.count_all()
        other = fit.state.cells["7-MEDIUM", side][1]
        fit._exchange((side, "7-MEDIUM", 0), other)
        given = {each: fit.league[each].given.copy() for each in SIDES}
        far = {each: fit.league[each].distance.copy() for each in SIDES}
        fit.count_all()
        for each in SIDES:
            assert given[each] == pytest.approx(fit.league[each].given, abs=1e-12)
            assert far[each] == pytest.approx(fit.league[each].distance, abs=1e-9)


def test_what_is_out_of_reach_is_given_up(compilation: Compilation, monkeypatch: pytest.MonkeyPatch) -> None:
    fit, own = compilation.joint, compilation.settings.fit.violations
    #: By round: whether nothing might be paid for it with a figure that makes the report fail.
    turns: dict[int, bool] = {}
    removed = JointFit._remove

    def noted(self: JointFit, violation: Violation, columns: Sequence[Place], turn: int, *, strict: bool) -> bool:
        turns[turn] = strict
        return removed(self, violation, columns, turn, strict=strict)

    monkeypatch.setattr(JointFit, "_remove", noted)
    fit.count_all()
    # No chart of runs gives that many yards.
    fit.league["offense"].team_real[0, list(TEAM_FIGURES).index("yards per rush")] += 50
    fit.remove_violations()
    assert own.patience <= len(turns) < own.rounds
    assert not any(turns.values())
    # The same figure, if the report forgave it.
    turns.clear()
    monkeypatch.setattr(JointFit, "_failing", lambda self: [])
    fit.remove_violations()
    assert not turns.pop(0)
    assert turns and all(turns.values())


def test_what_the_report_would_forgive_costs_nothing_that_it_would_not(
    compilation: Compilation, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit = compilation.joint
    fit.count_all()
    place: Place = ("offense", "6-SHORT", 0)
    kept, other = fit.state.cells["6-SHORT", "offense"][0].copy(), fit.state.cells["6-SHORT", "offense"][0].copy()
    other[np.argmax(OFFENSE_WEIGHTS)] = fit.symbols["6-SHORT"].numbers[-1]
    # The league is better off by its prices, but a figure that makes the report fail is farther outside.
    prices = iter([100.0, 0.0] * 2)
    failing = iter([0.0, 1.0])
    monkeypatch.setattr(fit, "_price", lambda: 1e6 * next(prices))
    monkeypatch.setattr(fit, "_objective", lambda: (next(failing), 0.0))
    fit._put_if_better(place, other, strict=True)
    assert (fit.state.cells["6-SHORT", "offense"][0] == kept).all()
    fit._put_if_better(place, other, strict=False)
    assert (fit.state.cells["6-SHORT", "offense"][0] == other).all()
    monkeypatch.undo()
    fit._exchange(place, kept)


def test_a_distance_is_linear_for_small_changes(compilation: Compilation) -> None:
    compilation.joint.count_all()
    league = compilation.joint.league["defense"]
    judged = np.argwhere(np.isfinite(league.distance_allowed)).tolist()
    assert judged
    for team, call in judged:
        target = compilation.targets.calls[PLAYS[call]].defense.gains[team]
        ends, slopes = league.ends[team, call, :YARDS], league.distance_slopes(team, call)
        for place in map(place_of_yards, range(2, 9)):
            more = ends.copy()
            more[place] += 1e-7
            change = wasserstein(more, target) - wasserstein(ends, target)
            assert change == pytest.approx(1e-7 * slopes[place], rel=1e-3, abs=1e-12)
