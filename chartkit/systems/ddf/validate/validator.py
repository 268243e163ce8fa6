"""The layers of checking - shape, rules, plausibility - on data in memory, files that must be sound, fixes."""

from __future__ import annotations

import json
import re
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
    JsonPath,
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
    SQUIB_RETURN,
    TEAM_COLUMNS,
    TEAM_FORMAT,
    TEAM_SETS,
    ColumnPlace,
    Season,
    TeamChart,
    place_in_words,
    season_from_json,
    team_from_json,
)
from chartkit.systems.ddf.validate.cells import check_cells, check_sets, codes, plain, read_cell
from chartkit.systems.ddf.validate.rules import (
    check_plausibility,
    check_season_rules,
    check_source,
    check_team_rules,
)
from chartkit.systems.game_files import Fixer, GameFiles

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
    found = _judged(data, "team-chart", check_cells(data), check_sets(data, TEAM_SETS), check_team_rules(data))
    if plausible:
        found += check_plausibility(data)
        # A chart with errors cannot be built, and the errors already show that it was edited.
        if not any(each.severity is Severity.ERROR for each in found):
            found += check_source(data)
    return named(found, place_in_words)


def validate_season(data: Any) -> list[Finding]:
    """Every problem of a season's JSON data."""
    found = _judged(data, "season", check_sets(data, SEASON_SETS), check_season_rules(data))
    return named(found, place_in_words)


def validate_generic(data: Any) -> list[Finding]:
    """Every problem of a season's generic charts."""
    file = {"season": _ANY_SEASON, "generic": data}
    found = _judged(file, "generic-charts", check_sets(file, SEASON_SETS), check_season_rules(file))
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


def _judged(data: Any, schema: str, *checks: Iterable[Finding]) -> list[Finding]:
    """What the schema and the rules find; a value about which both complain is left to the rules."""
    rules = limited(chain(*checks))
    told = {each.path for each in rules}
    shape = Schema.load(resources.schema(schema)).findings(data)
    return [each for each in shape if each.code not in _ABOUT_A_VALUE or each.path not in told] + rules


def validate_coach(data: Any) -> list[Finding]:
    """What is wrong with a coach table in the parts that games are played by."""
    if isinstance(data, dict):
        # Every game begins with this, so the schema checks only one row of a large table that is valid.
        data = {
            name: dict(islice(table.items(), 1)) if name in _LARGE and _is_right(table) else table
            for name, table in data.items()
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
    return season_from_json(FILES.sound(read_json(path), SEASON_FORMAT))


def load_coach(path: Path) -> Mapping[str, Any]:
    """A coach file; the first thing that is wrong with it is an error that names line and column."""
    source = read_json(path)
    for wrong in source.located(validate_coach(source.data)):
        raise InputError(
            f"this is not a coach table: {wrong.place}: {wrong.message}",
            where=wrong.where,
            remedy="`chartkit compile` writes them into the folder coaches of a build.",
        )
    found: Mapping[str, Any] = source.data
    return found


# What a text of a chart file was certainly meant to be, so that it can be fixed without asking.


_CELL_CODES = frozenset({"DDF201", "DDF202", "DDF203", "DDF204"})
#: Findings whose suggestion says the same in the form that is wanted.
_SAME_IN_FORM = frozenset({"DDF205", "DDF223"})
#: Findings whose suggestion is certain if only case and spaces differ.
_NAMES = frozenset({"CK103", "CK104", "DDF210", "DDF270"})
_WHOLE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_COLUMNS: Mapping[JsonPath, ColumnPlace] = {place.path: place for place in (*TEAM_COLUMNS, SQUIB_RETURN)}


def _new_text(finding: Finding, data: Any) -> str | None:
    """The JSON text that was certainly meant; None when more than one reading is possible."""
    value = finding.path[-1] if finding.at_key and finding.path else value_at(data, *finding.path)
    meant: object = None
    if finding.code in _SAME_IN_FORM:
        meant = finding.suggestion
    elif finding.code in _CELL_CODES and isinstance(value, str):
        place = _COLUMNS.get(finding.path[:-1])
        meant = read_cell(value, place.chart, place.name) if place else None
    elif finding.code in _NAMES and isinstance(value, str):
        meant = finding.suggestion if plain(value) == plain(finding.suggestion) else None
    elif finding.code == "CK106" and isinstance(value, str):
        meant = plain(value) if plain(value) != value else None
    elif finding.code == "CK101":
        # The suggestion is JSON: a number in quotes, or a whole number without its point.
        if finding.suggestion:
            return finding.suggestion
        is_whole = finding.allowed == "a whole number" and isinstance(value, str) and _WHOLE.fullmatch(value)
        meant = int(value) if is_whole else None
    return None if meant is None or meant == value else json.dumps(meant, ensure_ascii=False)


FIXER = Fixer(FILES, _new_text)
fix_path = FIXER.fix_path
