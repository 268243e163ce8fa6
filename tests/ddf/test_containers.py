"""Charts behave as Python people expect: len, in, iteration, and a KeyError that names the near name."""

from __future__ import annotations

import pickle

import pytest

from chartkit.systems.ddf.charts import TeamName, blank_chart, team_from_json, team_to_json

CHART = team_from_json(team_to_json(blank_chart(2031, TeamName("BRK", "Brookton", "Beavers"))))


def test_a_column_is_a_mapping_from_dice_totals_to_results() -> None:
    column = CHART.offense["6-SHORT"]
    assert len(column) == 30 and list(column)[:3] == [10, 11, 12]
    assert 39 in column and 40 not in column and "27" not in column
    assert column[27].text == "0" and column[27].yards == 0 and str(column[27].kind) == "#"
    assert [total for total, result in column.items() if result != column[27]] == []


@pytest.mark.parametrize("total", [9, 40, -1, "27", None])
def test_a_row_that_is_not_there_is_a_key_error(total: int) -> None:
    with pytest.raises(KeyError) as error:
        CHART.offense["6-SHORT"][total]
    assert "Its rows are 10 to 39." in str(error.value)


def test_the_parts_of_a_chart_are_mappings_by_name() -> None:
    assert len(CHART.offense) == 11 and "6-SHORT" in CHART.offense and "6" not in CHART.offense
    assert list(CHART.special_teams)[-1] == "FG ADJUSTMENT" and len(CHART.special_teams) == 11
    assert len(CHART.defense) == 6 and len(CHART.defense["A-STANDARD"]["6-SHORT"]) == 5
    assert {**CHART.offense} == CHART.offense.columns


def test_a_name_that_is_not_there_is_a_key_error_with_the_near_one() -> None:
    with pytest.raises(KeyError, match="Did you mean 6-SHORT"):
        CHART.offense["6-SHROT"]
    with pytest.raises(KeyError, match="Did you mean PUNT"):
        CHART.special_teams["PUNTS"]
    with pytest.raises(KeyError, match="Did you mean A-STANDARD"):
        CHART.defense["A-STANDRAD"]
    with pytest.raises(KeyError, match="Did you mean 8-LONG"):
        CHART.defense["A-STANDARD"]["8-LOGN"]


def test_charts_are_values() -> None:
    assert pickle.loads(pickle.dumps(CHART)) == CHART
    assert len({CHART.offense["6-SHORT"], CHART.offense["B"]}) == 1
