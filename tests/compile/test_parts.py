"""Small parts of the compiler: each does what its page says."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartkit.football.teams import ScheduledGame
from chartkit.systems.ddf.charts import DEFENSIVE, OFFENSIVE, PLAYS, Kind, Result, gain, parse
from chartkit.systems.ddf.compile.assembly import Layout, arrange, parted, starred
from chartkit.systems.ddf.compile.counted_columns import trapped_column, trapped_plays
from chartkit.systems.ddf.compile.field_goals import Kicker, field_goal_charts, fit_curves
from chartkit.systems.ddf.compile.option_sets import (
    additive_five,
    marked_five,
    option_sets,
    range_near,
    share_of,
    totals_near,
    tune,
)
from chartkit.systems.ddf.compile.settings import load_settings
from chartkit.systems.ddf.compile.special_teams import deepest_return, kickoff_cells, moved
from chartkit.systems.ddf.compile.squeeze import GoalLinePlays, OpenField, fit_squeeze
from chartkit.systems.ddf.compile.supplement import adjusted_shares, loose_balls, power_ratings, team_ratings
from chartkit.systems.ddf.rules.tables import season_constants

WAYS = list(OFFENSIVE.ways.values())


@pytest.mark.parametrize("layout", Layout)
@given(seed=st.integers(0, 1000))
def test_a_layout_changes_no_probability(layout: Layout, seed: int) -> None:
    rng = random.Random(seed)
    cells = [
        rng.choice([gain(rng.randint(-3, 20)), Result(Kind.INCOMPLETE), Result(Kind.OFF_10, 10)]) for _ in WAYS
    ]
    placed = arrange(cells, layout, seed)

    def weights(column: list[Result]) -> Counter[Result]:
        counted: Counter[Result] = Counter()
        for cell, ways in zip(column, WAYS, strict=True):
            counted[cell] += ways
        return counted

    assert weights(cells) == weights(placed)
    assert placed == arrange(cells, layout, seed)


def test_the_classic_layout_keeps_drama_off_the_thirties() -> None:
    cells = [gain(5) for _ in WAYS]
    for total in (30, 36, 37, 39):
        cells[total - 10] = Result(Kind.FUMBLE)
    placed = arrange(cells, Layout.CLASSIC, 1)
    thirties = placed[20:]
    # One total of weight 9 and one of 12 must hold it: the 31 or 37 have no other of their weight below 30.
    assert sum(cell.kind is Kind.FUMBLE for cell in thirties) == 1


@given(st.floats(-6, 6))
def test_five_cells_add_the_mean_that_is_asked_for(mean: float) -> None:
    cells = additive_five(mean, 8)
    got = sum(DEFENSIVE.ways[total] * cell.yards for total, cell in enumerate(cells, 1)) / 36
    assert got == pytest.approx(mean, abs=0.03)


def test_marks_ranges_and_sets_come_as_near_as_the_dice_allow() -> None:
    assert sum(cell.kind is Kind.NO_GOOD for cell in marked_five(1 / 36, "NG")) == 1
    assert all(cell == gain(0) for cell in marked_five(0.0, "G"))
    assert range_near(0.0) == frozenset()
    assert share_of(range_near(103 / 216, 12)) == pytest.approx(103 / 216)
    assert share_of(totals_near(1 / 216)) == pytest.approx(1 / 216)
    assert totals_near(1 / 216) == {19}


def test_stars_go_where_gains_really_went_out() -> None:
    cells = [gain(3) if row % 2 else gain(15) for row in range(30)]
    rates = {3: 0.05, 15: 0.6}
    wanted = sum(WAYS[row] for row in range(0, 30, 2))
    marked = starred(cells, wanted, rates)
    assert {cell.yards for cell in marked if cell.out_of_bounds} == {15}
    assert sum(WAYS[i] for i, cell in enumerate(marked) if cell.out_of_bounds) == wanted


def test_a_single_gain_is_parted_where_all_or_nothing_would_go_out() -> None:
    cells = [Result(Kind.INCOMPLETE)] * 30
    cells[24] = gain(45)
    wanted = WAYS[24] / 2
    rows = parted(cells, wanted, 2.0)
    assert Counter(map(str, rows)) == {"INC": 28, "45": 2}
    assert sum(WAYS[i] for i, cell in enumerate(rows) if cell == gain(45)) == WAYS[24]
    marked = starred(rows, wanted, {45: 1.0})
    assert abs(sum(WAYS[i] for i, cell in enumerate(marked) if cell.out_of_bounds) - wanted) < WAYS[24] / 4
    # What is near enough stays where it is.
    assert parted(cells, float(WAYS[24]), 2.0) == cells


def test_marks_of_a_defense_explain_what_its_opponents_do_not() -> None:
    yes = np.array([[8.0, 8.0, 20.0], [8.0, 8.0, 20.0], [8.0, 8.0, 20.0]])
    no = 40 - yes
    solved = adjusted_shares(yes, no, more="SCK", fewer="QR", fewest=2.0)
    assert solved.marks[2].result == "SCK"
    assert solved.marks[0].result == solved.marks[1].result
    for team in range(3):
        expected = 0.0
        for offense in range(3):
            own = solved.own[offense]
            mark = solved.marks[team]
            share = share_of(mark.on)
            expected += 40 * (
                own * (1 - share) if mark.result == "QR" else own + (1 - own) * share if mark.result else own
            )
        assert expected == pytest.approx(yes[:, team].sum(), abs=3)


def test_snaps_and_kicks_that_were_dropped_count_among_the_fumbles_of_a_team() -> None:
    plays = pd.DataFrame(
        [
            # offense, defense, fumbled, lost, return_outcome, return_by, return_against, fumble_lost, wiped
            ("A", "B", True, True, None, None, None, True, False),
            ("A", "B", True, False, None, None, None, False, False),
            ("A", "B", True, True, None, None, None, True, True),
            ("B", "A", False, False, "muff", "A", "B", True, False),
            ("B", "A", False, False, "return", "A", "B", False, False),
        ],
        columns=[
            "offense",
            "defense",
            "fumbled",
            "lost",
            "return_outcome",
            "return_by",
            "return_against",
            "fumble_lost",
            "wiped",
        ],
    )
    found = loose_balls(plays)
    assert found["by"].tolist() == ["A", "A", "A"]
    assert found["against"].tolist() == ["B", "B", "B"]
    assert found["lost"].tolist() == [True, False, True]


def test_a_passer_who_scores_has_run_as_far_as_he_ran() -> None:
    plays = pd.DataFrame(
        {
            "second_column": ["QT"] * 4,
            "second_symbol": ["TD", "-7", "6*", "F -5"],
            "yards": [9.0, -7.0, 6.0, -5.0],
            "trap": ["scramble", "sack", "scramble", "sack"],
        }
    )
    found = trapped_plays(plays)
    assert found.numbers == {9: 1.0, -7: 1.0, 6: 1.0}
    cells = trapped_column(found, found, 0.5, 0.0, -7)
    assert Kind.TOUCHDOWN not in {cell.kind for cell in cells}
    assert {cell.yards for cell in cells if cell.kind is Kind.YARDS} == {9, -7, 6}


def _kicker(lines: list[int], good: list[bool], longest: int = 40) -> Kicker:
    none = np.zeros(len(lines))
    return Kicker(np.array(lines, dtype=float), np.array(good, dtype=float), none, none, 0.0, longest)


def test_a_kicker_better_from_afar_keeps_his_season_and_the_league_its_bands() -> None:
    own = load_settings().special_teams
    odd = _kicker([5, 8, 15, 25, 28, 29, 33, 35], [True, True, True, False, False, False, True, True])
    usual = _kicker([5, 8, 15, 25, 28, 29, 33, 35] * 4, [True, True, True, True, True, False, False, False] * 4)
    odds = np.linspace(4.0, -4.0, 99)
    curves = fit_curves([odd, usual], odds, own.field_goal_bands, own.field_goal_weights)
    given = []
    for kicker, curve in zip([odd, usual], curves, strict=True):
        assert (np.diff(curve) <= 1e-9).all()
        given.append(curve[kicker.lines.astype(int) - 1])
        assert given[-1].sum() == pytest.approx(kicker.good.sum(), abs=0.05)
    lines, good = np.r_[odd.lines, usual.lines], np.r_[odd.good, usual.good]
    for low, high in ((0, 11), (11, 21), (21, 31), (31, 99)):
        band = (lines > low) & (lines <= high)
        assert np.r_[given[0], given[1]][band].sum() == pytest.approx(good[band].sum(), abs=0.05)


def test_a_kickoff_out_of_bounds_or_short_of_the_landing_zone_is_one_cell() -> None:
    kicks = pd.DataFrame(
        {
            "column": "KICKOFF",
            "kick": "deep",
            "wiped": False,
            "outcome": ["touchback", "kick", "out of bounds", "kick"],
            "yards": [65.0, 60.0, 44.0, 62.0],
            "symbol": ["65", "60", "OFF 40", "62"],
            "foul_column": [None, None, "KICKOFF", "KICKOFF"],
            "foul": [None, None, "OFF 40", "OFF 15"],
        }
    )
    cells = Counter(kickoff_cells(kicks, season_constants(2024)))
    assert cells == {"75": 1, "60": 1, "62": 1, "OFF 40": 1, "OFF 15": 1}


def test_a_kick_that_was_run_out_is_one_that_a_coach_runs_out() -> None:
    kicks = pd.DataFrame(
        {
            "column": "KICKOFF",
            "return_column": "KICKOFF RETURN",
            "kick": "deep",
            "wiped": False,
            "outcome": "kick",
            "return_outcome": "return",
            "return_symbol": "27",
            "return_yards_made": 27.0,
            "yards": [60.0, 70.0],
            "symbol": ["60", "70"],
            "foul_column": None,
            "foul": None,
        }
    )
    # A touchback at the 30 is hardly more than a return from 3 yards deep; one at the 35 is.
    for season, deep, flights in ((2024, 3, {"60": 1, "68": 1}), (2025, -1, {"60": 1, "64": 1})):
        constants = season_constants(season)
        assert deepest_return(kicks, constants) == deep
        assert Counter(kickoff_cells(kicks, constants, deep)) == flights


def test_distances_are_moved_by_parts_of_a_yard() -> None:
    cells = [gain(40 + i) for i in range(29)] + [parse("OFF 5")]
    weights = np.array(list(OFFENSIVE.ways.values()), dtype=float)
    for yards in (-1.4, 0.0, 0.3, 2.5):
        changed = moved(cells, yards)
        assert changed[-1] == cells[-1]
        steps = [new.yards - old.yards for new, old in zip(changed[:-1], cells[:-1], strict=True)]
        assert np.average(steps, weights=weights[:-1]) == pytest.approx(yards, abs=0.01)


def _kicks(team: str, other: str, outcomes: list[str]) -> list[dict[str, object]]:
    return [
        {
            "role": "field goal",
            "wiped": False,
            "outcome": outcome,
            "offense": team,
            "defense": other,
            "line": line,
            "symbol": "G" if outcome != "blocked" else "BK -7",
            "foul": None,
            "foul_column": None,
            "foul_status": None,
        }
        for line, outcome in zip((3, 8, 12, 15, 20, 22, 25, 28, 33), outcomes, strict=True)
    ]


def test_a_kicker_who_never_missed_never_misses() -> None:
    settings = load_settings().special_teams
    kicks = [*_kicks("AAA", "BBB", ["good"] * 9), *_kicks("BBB", "AAA", ["good"] * 6 + ["no good"] * 3)]
    columns, adjusted = field_goal_charts(
        pd.DataFrame(kicks), ["AAA", "BBB"], replace(settings, adjustment_kicks=99.0), 0.8
    )
    assert all(cell == gain(0) for cells in adjusted.values() for cell in cells)
    # R17.1: the other kicker's longest try must stand on his chart, 1 of 216, and the league's band keeps its rate.
    assert sum(ways for cell, ways in zip(columns["AAA"], WAYS, strict=True) if cell.yards >= 33) >= 215
    good = sum(
        ways
        for cell, ways in zip(columns["BBB"], WAYS, strict=True)
        if cell.kind is Kind.YARDS and cell.yards >= 20
    )
    assert good >= 214
    assert max(cell.yards for cell in columns["BBB"]) >= 27


@pytest.mark.parametrize("spoiled", ["no good", "blocked"])
def test_a_defense_that_spoils_kicks_takes_none_from_a_kicker_who_made_them_all(spoiled: str) -> None:
    settings = load_settings().special_teams
    perfect = _kicks("AAA", "CCC", ["good"] * 9)
    others = [*_kicks("BBB", "CCC", ["good"] * 3 + [spoiled] * 6), *_kicks("CCC", "BBB", ["good"] * 8 + [spoiled])]
    teams = ["AAA", "BBB", "CCC"]
    _, marked = field_goal_charts(pd.DataFrame(others), teams, settings, 0.8)
    assert any(cell.kind is Kind.NO_GOOD for cell in marked["CCC"])
    columns, adjusted = field_goal_charts(pd.DataFrame([*perfect, *others]), teams, settings, 0.8)
    assert not any(cell.kind is Kind.NO_GOOD for cell in adjusted["CCC"])
    assert sum(ways for cell, ways in zip(columns["AAA"], WAYS, strict=True) if cell.yards >= 28) >= 214


GAMES = [
    ScheduledGame(week, home, away, a, b)
    for week, (home, away, a, b) in enumerate(
        [("AAA", "BBB", 31, 10), ("BBB", "CCC", 20, 20), ("CCC", "AAA", 14, 24), ("BBB", "AAA", 13, 30)], 1
    )
]


def test_ratings_are_a_point_spread_around_the_guides_middle() -> None:
    settings = load_settings()
    rating = power_ratings(GAMES, ["AAA", "BBB", "CCC"], settings.ratings)
    assert rating["AAA"] > rating["CCC"] > rating["BBB"]
    assert np.mean(list(rating.values())) == pytest.approx(settings.ratings.mean, abs=0.3)
    assert all(2 * value == round(2 * value) for value in rating.values())
    ratings = team_ratings(GAMES, ["AAA", "BBB", "CCC"], settings)
    assert ratings["AAA"].home_field_advantage == 3
    assert ratings["AAA"].road_adjustment == 2
    assert ratings["BBB"].home_field_advantage <= 1


def test_the_squeeze_brings_touchdowns_down_to_the_seasons() -> None:
    settings = load_settings()
    lines = np.zeros(100)
    lines[2] = 100.0
    gains = np.zeros(120)
    gains[20 + 1 : 20 + 7] = 1 / 6
    latent = {(call, inside): OpenField(1.0, gains) for call in PLAYS for inside in settings.squeeze.inside}
    quiet = GoalLinePlays(np.zeros(100), np.zeros(100), np.zeros(100), np.zeros(100))
    plays = dict.fromkeys(PLAYS, quiet)
    # Five of six gains reach from the 2; in the season half of them did.
    plays["1-LINE PLUNGE"] = GoalLinePlays(lines, lines, 0.5 * lines, 7 / 6 * lines)
    (row,) = fit_squeeze(plays, latent, settings)
    assert (row.inside, row.yards, row.incomplete) == (2, 2, frozenset())


def test_the_squeeze_takes_no_yards_off_runs_that_nobody_lost() -> None:
    settings = load_settings()
    lines, scored = np.zeros(100), np.zeros(100)
    lines[15], scored[15] = 400.0, 8.0
    gains = np.zeros(120)
    gains[20 + 4], gains[20 + 15] = 0.95, 0.05
    latent = {(call, inside): OpenField(1.0, gains) for call in PLAYS for inside in settings.squeeze.inside}
    plays = dict.fromkeys(PLAYS, GoalLinePlays(*(np.zeros(100) for _ in range(4))))
    # Most of the long runs were stopped before the goal line; a yard off would stop them all, and cost 400 yards.
    plays["1-LINE PLUNGE"] = GoalLinePlays(lines, lines, scored, (0.95 * 4 + 0.05 * 14.5) * lines)
    (row,) = fit_squeeze(plays, latent, settings)
    assert (row.inside, row.yards) == (20, 0)
    careless = replace(settings, squeeze=replace(settings.squeeze, gain_weight=0.0))
    (row,) = fit_squeeze(plays, latent, careless)
    assert row.yards == 1


def test_option_sets_are_exact_and_simple_first() -> None:
    best = option_sets(72, frozenset(OFFENSIVE.totals), 5)
    assert best[0] == (0, tuple(range(20, 30))) or best[0][0] == 0
    for miss, chosen in best:
        assert abs(sum(OFFENSIVE.ways[total] for total in chosen) - 72) == miss
    report = tune({"QT": 0.12, "INC": 0.38}, {"mean": 7.1}, 3)
    together = report.data["together"]
    assert together["QT"]["ways"] == 26
    assert together["INC"]["ways"] == 82
    assert len(report.data["options"]["QT"]) == 3
