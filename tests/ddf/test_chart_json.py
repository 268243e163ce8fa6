import json

import pytest
from support.charts import random_chart, random_season, wild_chart

from chartkit.systems.ddf.charts import (
    TeamName,
    blank_chart,
    chart_checksum,
    season_from_json,
    season_to_text,
    team_from_json,
    team_to_text,
)


@pytest.mark.parametrize("make", [random_chart, wild_chart])
@pytest.mark.parametrize("seed", range(20))
def test_a_canonical_chart_file_keeps_its_bytes(make, seed) -> None:  # type: ignore[no-untyped-def]
    chart = make(seed)
    text = team_to_text(chart)
    again = team_from_json(json.loads(text))
    assert again == chart
    assert team_to_text(again) == text


def test_a_blank_chart_reads_back() -> None:
    chart = blank_chart(2017, TeamName("NEW", "New Town", "Novices"))
    assert team_from_json(json.loads(team_to_text(chart))) == chart


def test_a_season_file_keeps_its_bytes() -> None:
    text = season_to_text(random_season(3))
    assert season_to_text(season_from_json(json.loads(text))) == text


def test_the_checksum_sees_one_changed_cell_and_not_the_source() -> None:
    data = json.loads(team_to_text(random_chart(1)))
    before = chart_checksum(team_from_json(data))
    data["source"] = {"plays": 1}
    assert chart_checksum(team_from_json(data)) == before
    data["offense"]["columns"]["6-SHORT"]["27"] = "61"
    assert chart_checksum(team_from_json(data)) != before
