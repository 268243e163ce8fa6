"""R32 Chart authoring, as far as dice, columns and scalars say it; the compiler has tests of its own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.charts import random_chart, random_generic

from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.charts import (
    dice,
    legal_forms,
    muffed_snap_rating,
    pass_percent,
    shipped_seasons,
    solitaire_ranges,
    standard_generic,
    team_to_json,
)
from chartkit.systems.ddf.charts.columns import point_spread
from chartkit.systems.ddf.compile.supplement import _steps
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.rules.tables import standard_rules
from chartkit.systems.ddf.validate import validate_team


def _shares(cells: dict[int, str]) -> dict[str, Fraction]:
    shares: dict[str, Fraction] = {}
    for total, text in cells.items():
        shares[text] = shares.get(text, Fraction(0)) + dice.OFFENSIVE.chance(total)
    return shares


def test_r32_1_cells_weigh_what_the_dice_give_them() -> None:
    assert _shares(dict.fromkeys(range(33, 38), "INC"))["INC"] == Fraction(72, 216)


def test_r32_2_rare_results_belong_on_4_and_5() -> None:
    assert sum(dice.DEFENSIVE.chance(total) for total in (1, 2, 3)) == Fraction(32, 36)


def test_r32_3_a_quota_is_the_most_of_one_game_and_never_above_the_season() -> None:
    sheet = random_chart(1).supplement
    assert sheet is not None
    assert all(calls.quota <= calls.calls for calls in sheet.play_calls.values())
    data = team_to_json(random_chart(1))
    data["supplement"]["play_calls"]["6-SHORT"] = {"calls": 10, "quota": 11}
    assert any("quota" in finding.message for finding in validate_team(data, plausible=False))


def test_r32_4_percent_and_ranges_are_rounded_shares() -> None:
    counts = dict(zip(col.PLAYS, (157, 90, 131, 57, 50, 300, 120, 100, 60), strict=True))
    assert pass_percent(counts) == 59
    ranges = solitaire_ranges(counts)
    assert [ranges[play][1] for play in col.RUNS] == [36, 57, 87, 100]
    assert ranges[col.PASSES[-1]][1] == 100


@pytest.mark.parametrize(("percent", "rating"), [(0.19, "002"), (0.6, "006"), (0.0, "000")])
def test_r32_5_muffed_snaps_become_a_rating(percent: float, rating: str) -> None:
    assert muffed_snap_rating(percent) == rating


def test_r32_6_advantage_and_audibles_grow_in_steps() -> None:
    grown = [_steps(value, (0.3, 0.6, 0.9)) for value in (0.0, 0.4, 0.7, 1.0)]
    assert grown == sorted(grown) and grown[0] < grown[-1]


def test_r32_7_a_rating_is_a_number_of_points() -> None:
    assert point_spread(230.0, 223.0) == 7.0


def test_r32_8_an_average_column_is_blank_and_no_column_holds_two_symbols() -> None:
    sheet = random_chart(3).supplement
    assert sheet is not None
    for marks in (sheet.fumble_recovery, *sheet.penalty_influence.values()):
        assert bool(marks.result) == bool(marks.on)
    data = team_to_json(random_chart(3))
    data["supplement"]["fumble_recovery"] = {"result": "XF", "on": "10-12"}
    assert validate_team(data, plausible=False)


@pytest.mark.parametrize("play", col.PLAYS)
def test_r32_9_the_defense_chart_holds_no_penalty(play: str) -> None:
    assert not any(form.startswith(("OFF", "DEF", "PI")) for form in legal_forms("defense", play))
    assert any(form.startswith("DEF") for form in legal_forms("offense", play))


@pytest.mark.parametrize("play", col.PLAYS)
def test_r32_10_fumbles_stand_on_both_charts(play: str) -> None:
    assert "F" in legal_forms("offense", play) and "F" in legal_forms("defense", play)


def test_r32_11_the_longest_field_goal_of_the_column_is_the_limit() -> None:
    table = matchup(random_chart(1), random_chart(2, code="BBB"))
    numbers = [c.yards for c in table.home.special_teams.columns[col.FIELD_GOAL].cells if c.form.startswith("gain")]
    assert table.sheets[0].longest_field_goal == max(numbers)


def test_r32_12_generic_charts_are_one_set_a_season() -> None:
    assert 2017 in shipped_seasons()
    assert standard_generic(2017) is standard_generic(2017)
    table = matchup(random_chart(1), random_chart(2, code="BBB"), random_generic(4))
    assert table.sheets[0].generic is table.sheets[1].generic


def test_r32_13_only_short_gains_are_bold() -> None:
    assert "gain!" in legal_forms("offense", "6-SHORT")
    assert not any("!" in form for play in col.PLAYS if play != "6-SHORT" for form in legal_forms("offense", play))


def test_r32_14_the_timing_chart_gives_a_game_its_plays() -> None:
    rules = standard_rules()
    assert 4 * rules.fields["period_seconds"] / rules.seconds("in bounds") == 90
