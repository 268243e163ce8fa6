"""The three layers of checking, on data in memory: from a JSON file, a workbook or the compiler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chartkit import resources
from chartkit.findings import Finding, Severity, Shape, named
from chartkit.systems.ddf.validate.cells import check_cells
from chartkit.systems.ddf.validate.places import place_in_words
from chartkit.systems.ddf.validate.season_rules import check_season_rules
from chartkit.systems.ddf.validate.team_rules import check_team_rules
from chartkit.systems.ddf.validate.totals import SEASON_SETS, TEAM_SETS, check_sets

#: Complaints of the schema about a value; the rules say the same with more knowledge.
_ABOUT_A_VALUE = frozenset({"CK104", "CK105", "CK106"})


def validate_team(data: Any, *, plausible: bool = True) -> list[Finding]:
    """Every problem of a team chart's JSON data."""
    rules = [*check_cells(data), *check_sets(data, TEAM_SETS), *check_team_rules(data)]
    found = _merged(Shape.load(resources.schema("team-chart")).findings(data), rules)
    if plausible:
        from chartkit.systems.ddf.validate.plausibility import check_plausibility, check_source

        found += check_plausibility(data)
        # A chart with errors cannot be put together, and they tell already that it was edited.
        if not any(each.severity is Severity.ERROR for each in found):
            found += check_source(data)
    return named(found, place_in_words)


def validate_season(data: Any) -> list[Finding]:
    """Every problem of a season's JSON data."""
    rules = [*check_sets(data, SEASON_SETS), *check_season_rules(data)]
    return named(_merged(Shape.load(resources.schema("season")).findings(data), rules), place_in_words)


def _merged(shape: Iterable[Finding], rules: list[Finding]) -> list[Finding]:
    told = {each.path for each in rules}
    return [each for each in shape if each.code not in _ABOUT_A_VALUE or each.path not in told] + rules
