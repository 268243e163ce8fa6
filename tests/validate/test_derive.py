"""Thresholds come from charts: the charts that they come from are never odd."""

import json

from support.charts import random_chart

from chartkit import resources
from chartkit.findings import Schema
from chartkit.systems.ddf.charts import team_to_json
from chartkit.systems.ddf.validate import rules, validate_team
from tools.thresholds import derive


def test_the_teams_behind_the_thresholds_are_within_them(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    charts = [random_chart(seed) for seed in range(4)]
    before = sum(len(validate_team(team_to_json(chart))) for chart in charts)
    found = json.loads(json.dumps(derive(charts)))
    assert Schema.load(resources.schema("plausible")).findings(found) == []
    monkeypatch.setattr(rules, "thresholds", lambda: found)
    assert before > 0
    assert [validate_team(team_to_json(chart)) for chart in charts] == [[]] * 4


def test_the_shipped_thresholds_say_where_they_come_from() -> None:
    assert "compiled charts" in rules.thresholds()["derived_from"]
