"""The layers of checking - shape, rules, plausibility - on data in memory, and files that must be sound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import (
    Finding,
    JsonSource,
    Schema,
    Severity,
    block_at,
    limited,
    named,
    read_json,
    value_at,
)
from chartkit.systems.ddf.charts import (
    SEASON_FORMAT,
    SEASON_SETS,
    TEAM_FORMAT,
    TEAM_SETS,
    Season,
    TeamChart,
    place_in_words,
    season_from_json,
    team_from_json,
)
from chartkit.systems.ddf.validate.cells import check_cells, check_sets, codes
from chartkit.systems.ddf.validate.plausibility import check_plausibility, check_source
from chartkit.systems.ddf.validate.rules import check_season_rules, check_team_rules
from chartkit.systems.game_files import GameFiles

#: Complaints of the schema about a value; the rules say the same with more knowledge.
_ABOUT_A_VALUE = frozenset({"CK104", "CK105", "CK106"})
#: The parts of a coach file that games use: required ones, then optional ones. The rest is for readers.
_NEEDED = ("format", "situations", "calls", "fourth_down")
_USED = ("formations", "faced", "two_point")
#: Generic charts alone do not say of which season they are.
_ANY_SEASON = 2017
#: Tables of hundreds of situations.
_LARGE = ("calls", "fourth_down", "formations")


def validate_team(data: Any, *, plausible: bool = True) -> list[Finding]:
    """Every problem of a team chart's JSON data."""
    rules = limited(chain(check_cells(data), check_sets(data, TEAM_SETS), check_team_rules(data)))
    found = _merged(Schema.load(resources.schema("team-chart")).findings(data), rules)
    if plausible:
        found += check_plausibility(data)
        # A chart with errors cannot be built, and the errors already show that it was edited.
        if not any(each.severity is Severity.ERROR for each in found):
            found += check_source(data)
    return named(found, place_in_words)


def validate_season(data: Any) -> list[Finding]:
    """Every problem of a season's JSON data."""
    rules = limited(chain(check_sets(data, SEASON_SETS), check_season_rules(data)))
    return named(_merged(Schema.load(resources.schema("season")).findings(data), rules), place_in_words)


def validate_generic(data: Any) -> list[Finding]:
    """Every problem of a season's generic charts."""
    file = {"season": _ANY_SEASON, "generic": data}
    rules = limited(chain(check_sets(file, SEASON_SETS), check_season_rules(file)))
    found = _merged(Schema.load(resources.schema("generic-charts")).findings(file), rules)
    return named((replace(each, path=each.path[1:]) for each in found), place_in_words)


def validate_game(data: Any) -> list[Finding]:
    """Every problem of a game file's shape and of the charts inside it; the replay judges the game."""
    found = Schema.load(resources.schema("game")).findings(data)
    for side in ("home", "away"):
        charts = validate_team(value_at(data, "charts", side), plausible=False)
        generic = validate_generic(value_at(data, "generic", side))
        found += [replace(each, path=("charts", side, *each.path)) for each in charts]
        found += [replace(each, path=("generic", side, *each.path)) for each in generic]
    for name, table in block_at(data, "rules").items():
        if schema := _rule_table(name):
            found += [replace(each, path=("rules", name, *each.path)) for each in schema.findings(table)]
    return named(found, place_in_words)


def _rule_table(name: str) -> Schema | None:
    """The schema of a table of the rules; None where there is no such table."""
    if name in ("priority_chart", "season_constants"):
        return Schema.load(resources.schema(name.replace("_", "-")))
    known = ("timing", "restrictions", "penalties", "let_it_roll", "pi_x", "overtime")
    return Schema.load_part(resources.schema("ddf-rule-tables"), name) if name in known else None


def _merged(shape: Iterable[Finding], rules: list[Finding]) -> list[Finding]:
    told = {each.path for each in rules}
    return [each for each in shape if each.code not in _ABOUT_A_VALUE or each.path not in told] + rules


def validate_coach(data: Any) -> list[Finding]:
    """What is wrong with a coach table in the parts that games are played by."""
    if isinstance(data, dict):
        # Every game begins with this, so the schema checks only one row of a large table that is valid.
        data = {
            name: _first(table) if name in _LARGE and _is_right(table) else table for name, table in data.items()
        }
    found = Schema.load(resources.schema("coach")).findings(data)
    played_by = {*_NEEDED, *(name for name in _USED if name in data)} if isinstance(data, dict) else set()
    return named([each for each in found if not each.path or each.path[0] in played_by], place_in_words)


def _is_right(table: Any) -> bool:
    """Rows of shares from 0 to 1 and nothing else."""
    return isinstance(table, dict) and all(
        isinstance(row, dict)
        and row
        and all(type(share) in (float, int) and 0 <= share <= 1 for share in row.values())
        for row in table.values()
    )


def _first(table: Mapping[str, Any]) -> dict[str, Any]:
    return dict(islice(table.items(), 1))


# Files.


FILES = GameFiles({TEAM_FORMAT: validate_team, SEASON_FORMAT: validate_season}, codes, place_in_words, "DDF")
check_path, chosen_charts = FILES.check_path, FILES.chosen_charts


def load_team_chart(path: Path) -> TeamChart:
    """Read a team chart; raise UnreadableError or InvalidChartError with the findings."""
    return team_from_source(read_json(path))


def team_from_source(source: JsonSource) -> TeamChart:
    """The team chart of JSON that was read already."""
    return team_from_json(FILES.sound(source, TEAM_FORMAT, partial(validate_team, plausible=False)))


def load_season(path: Path) -> Season:
    """Read a season file; raise UnreadableError or InvalidChartError with the findings."""
    return season_from_source(read_json(path))


def season_from_source(source: JsonSource) -> Season:
    """The season of JSON that was read already."""
    return season_from_json(FILES.sound(source, SEASON_FORMAT))


def load_coach(path: Path) -> Mapping[str, Any]:
    """A coach file; the first thing that is wrong with it is an error that names line and column."""
    source = read_json(path)
    for wrong in source.located(validate_coach(source.data)):
        raise InputError(
            f"this is no coach table: {wrong.place}: {wrong.message}",
            where=wrong.where,
            remedy="`chartkit compile` writes them into the folder coaches of a build.",
        )
    found: Mapping[str, Any] = source.data
    return found
