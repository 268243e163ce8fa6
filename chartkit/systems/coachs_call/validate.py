"""The validator: teams (prices, budget, slots), tables (rolls, sums, grids), builds (16.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from chartkit import builds, resources
from chartkit.errors import InvalidChartError
from chartkit.files import dumps, write_text
from chartkit.findings import (
    Catalogue,
    Change,
    Checked,
    Finding,
    JsonPath,
    JsonSource,
    Schema,
    Severity,
    UnreadableError,
    as_text,
    broken_paths,
    common_codes,
    limited,
    named,
    nearest,
    read_json,
)
from chartkit.systems.coachs_call.rosters import BACKS, PRICE_LINES, RECEIVERS
from chartkit.systems.coachs_call.tables import (
    CODES,
    COMBINED_COLUMNS,
    CREDIT_GRIDS,
    FORMAT,
    KICK_COLUMNS,
    RETURN_COLUMNS,
    STATUSES,
    SUMS,
    Tables,
    box_index,
    box_name,
    standard_tables,
    tables_from_json,
)
from chartkit.systems.coachs_call.teams import (
    SEASON_FORMAT,
    TEAM_FORMAT,
    Season,
    Team,
    season_from_json,
    team_from_json,
)
from chartkit.systems.coachs_call.words import COLUMN_NAMES, SLOT_NAMES, STATUS_NAMES, roll_words

CHARTS, SEASON_FILE, TABLES_FILE = "charts", "season.json", "tables.json"
_PENALTY_ROWS, _INJURY_BOXES = 14, 35
_MOST_TOLD = 20
_TABLES = {"action_table_1": COMBINED_COLUMNS, "action_table_2": RETURN_COLUMNS, "kicks": KICK_COLUMNS}
_LISTS = ("favored_or_home_if_even", "underdog_or_visitors_if_even")
_WORDS = {
    "action_table_1": "action table 1",
    "action_table_2": "action table 2",
    "favored_or_home_if_even": "favored list",
    "underdog_or_visitors_if_even": "underdog list",
    "rare_plays": "rare plays",
    "player_by_box": "by box",
    "injury": "injuries",
    "cells": "",
    "rosters": "",
    "receiving": "receiving backs",
    "quality_points": "budgets",
    "costs": "prices",
    **STATUS_NAMES,
    **{name: shown.lower() for name, shown in COLUMN_NAMES.items()},
    **{slot: f"{slot} ({shown.lower()})" for slot, shown in SLOT_NAMES.items()},
}
_ENTRIES = {"rows": "row", "variants": "variant", "teams": "team", "schedule": "game", "receiving": "back"}
#: The field that holds the number of an outcome, by type (6.3, 8); other types have none.
_NUMBERS = {
    **dict.fromkeys(("gain", "sack", "qb_run", "interception", "fumble", "blocked", "punt", "onside"), "yards"),
    "range": "max_yards",
    **dict.fromkeys(("punt_to", "fumble_at", "long_gain_from", "return_to", "kick_out_of_bounds"), "yard_line"),
}
_RUN = frozenset({"gain", "fumble", "long_gain", "touchdown", "flag"})
_PASS = _RUN | {"incomplete", "sack", "qb_run", "interception", "scramble"}
_PUNT = frozenset({"punt", "punt_to", "touchback", "blocked", "fumble", "flag"})
#: What a column may hold.
_ALLOWED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(COMBINED_COLUMNS[:2], _RUN),
    **dict.fromkeys(COMBINED_COLUMNS[2:6], _PASS),
    "long_gain": frozenset({"gain", "fumble", "touchdown"}),
    "punt_return": frozenset({"gain", "fumble", "long_gain", "no_return", "rolls_dead", "fair_catch", "flag"}),
    "fumble_return": frozenset({"recovery"}),
    "interception_return": frozenset({"gain", "long_gain", "incomplete", "fumble", "touchdown"}),
    "qb_scramble": frozenset({"gain", "sack"}),
    "field_goal": frozenset({"range", "missed", "blocked", "flag"}),
    "punt": _PUNT,
    "short_punt": _PUNT,
    "kickoff": frozenset({"return_to", "long_gain_from", "fumble_at", "kick_out_of_bounds", "touchback", "flag"}),
    "onside_kick": frozenset({"onside"}),
}


@cache
def codes() -> Catalogue:
    """Every code that a check of this game's files can give."""
    own = (Path(__file__).parent / "data" / "codes.toml").read_text("utf-8")
    return common_codes() | Catalogue.from_toml(own)


def place_in_words(path: JsonPath) -> str:
    """Say where it is.

    >>> place_in_words(("action_table_1", "cells", "line_run", "34"))
    'action table 1, line run, roll 34'
    """
    words = []
    for index, step in enumerate(path):
        before = str(path[index - 1]) if index else ""
        if isinstance(step, int):
            words.append(f"{_ENTRIES.get(before, 'entry')} {step + 1}")
        elif step[:1].isdigit():
            words.append(roll_words(before, step) if before in COLUMN_NAMES else f"roll {step}")
        else:
            words.append(_WORDS.get(step, step or '""'))
    return ", ".join(word for word in words if word) or ", ".join(map(str, path))


def _at(data: Any, *path: str | int) -> Any:
    for step in path:
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _block(data: Any, *path: str | int) -> Mapping[str, Any]:
    found = _at(data, *path)
    return found if isinstance(found, Mapping) else {}


def _list(data: Any, *path: str | int) -> list[Any]:
    found = _at(data, *path)
    return found if isinstance(found, list) else []


def validate_team(data: Any, tables: Tables | None = None, *, plausible: bool = True) -> list[Finding]:
    """Every problem of a team's JSON data, by the prices of the shipped tables or of a house variant."""
    found = Schema.load(resources.schema("coachs-call-team")).findings(data)
    prices = tables or standard_tables()
    for status in _block(data, "rosters"):
        if status in STATUSES:
            found += _roster_findings(_block(data, "rosters", status), status, prices)
    if plausible:
        found += _odd(data)
    return named(limited(found), place_in_words)


def _roster_findings(own: Mapping[str, Any], status: str, tables: Tables) -> Iterator[Finding]:
    """Budget, sum and receiving backs of a roster; nothing where the shape already tells what is wrong."""
    here: JsonPath = ("rosters", status)
    grades, points = _block(own, "grades"), own.get("points")
    receiving = [slot for slot in _list(own, "receiving") if slot in BACKS]
    for index, slot in enumerate(_list(own, "receiving")):
        grade = grades.get(slot) if isinstance(slot, str) else None
        if slot in BACKS and grade in ("C", "D"):
            yield codes()["CC203"].finding(
                f"{slot} is graded {grade}, and only an A or B back can be a receiving back.",
                (*here, "receiving", index),
                value=slot,
                allowed="an A or B back",
            )
    prices = [tables.prices[line].get(str(grades.get(slot))) for slot, line in PRICE_LINES.items()]
    if None in prices:
        return
    spent = sum(price for price in prices if price) + tables.receiving_price * len(receiving)
    budget = tables.budgets[status]
    if spent != budget:
        over = spent - budget
        yield codes()["CC201"].finding(
            f"the roster costs {spent} points, {abs(over)} {'more' if over > 0 else 'fewer'} than the {budget} of "
            f"a team that is {STATUS_NAMES[status]}.",
            (*here, "grades"),
            value=spent,
            allowed=f"exactly {budget} points",
        )
    elif isinstance(points, int) and points != spent:
        yield codes()["CC202"].finding(
            f"the roster says {points} points, but its grades cost {spent}.",
            (*here, "points"),
            value=points,
            allowed=str(spent),
            suggestion=str(spent),
        )


def _odd(data: Any) -> Iterator[Finding]:
    players, seen = _block(data, "players"), dict[str, str]()
    for slot in (*BACKS, *RECEIVERS):
        man = players.get(slot)
        if isinstance(man, str) and man:
            if man in seen:
                yield codes()["CC301"].finding(f"{man} is {seen[man]} and {slot}.", ("players", slot), value=man)
            seen.setdefault(man, slot)
    rosters = _block(data, "rosters")
    if missing := [STATUS_NAMES[status] for status in STATUSES if status not in rosters]:
        yield codes()["CC302"].finding(f"there is no roster for: {', '.join(missing)}.", ("rosters",))


def validate_tables(data: Any) -> list[Finding]:
    """Every problem of a file of tables: all rolls in each column, every box in each grid (16.6)."""
    found = Schema.load(resources.schema("coachs-call-tables")).findings(data)
    found += [*_columns(data), *_rare_plays(data), *_grids(data)]
    if not found:
        try:
            tables_from_json(data)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            found.append(codes()["CK101"].finding(f"these tables cannot be put together: {error}."))
    return named(limited(found), place_in_words)


def _columns(data: Any) -> Iterator[Finding]:
    for part, names in _TABLES.items():
        rolls = CODES if names is COMBINED_COLUMNS else tuple(map(str, SUMS))
        for name in names:
            cells = _at(data, part, "cells", name)
            if not isinstance(cells, Mapping):
                continue
            if missing := [roll for roll in rolls if roll not in cells]:
                kind = "codes" if names is COMBINED_COLUMNS else "sums"
                yield codes()["CC210"].finding(
                    f"{len(rolls) - len(missing)} of {len(rolls)} {kind}: {', '.join(missing)} missing.",
                    (part, "cells", name),
                    allowed=f"{rolls[0]} to {rolls[-1]}",
                )
            for roll, cell in cells.items():
                here: JsonPath = (part, "cells", name, roll)
                yield from _outcome(_at(cell, "base"), (*here, "base"), name)
                for index, variant in enumerate(_list(cell, "variants")):
                    yield from _outcome(_at(variant, "then"), (*here, "variants", index, "then"), name)


def _outcome(outcome: Any, path: JsonPath, column: str) -> Iterator[Finding]:
    kind = _at(outcome, "type")
    if not isinstance(kind, str) or kind not in frozenset().union(*_ALLOWED.values()):
        return
    if kind not in _ALLOWED[column]:
        yield codes()["CC214"].finding(
            f"`{kind}` cannot stand in the column {COLUMN_NAMES[column].lower()}.",
            (*path, "type"),
            value=kind,
            allowed=", ".join(sorted(_ALLOWED[column])),
        )
    elif (wanted := _NUMBERS.get(kind)) and wanted not in outcome:
        yield codes()["CC213"].finding(f"`{kind}` has no `{wanted}`.", path, value=kind, allowed=f"`{wanted}`")


def _rare_plays(data: Any) -> Iterator[Finding]:
    for name in _LISTS:
        entries = _at(data, "rare_plays", name)
        if not isinstance(entries, Mapping):
            continue
        seen: dict[str, str] = {}
        for key in entries:
            for roll in key.split("-"):
                if roll in seen:
                    yield codes()["CC211"].finding(
                        f"{roll} stands in `{seen[roll]}` and in `{key}`.", ("rare_plays", name, key), value=roll
                    )
                seen.setdefault(roll, key)
        if missing := [roll for roll in CODES if roll not in seen]:
            yield codes()["CC210"].finding(
                f"{len(CODES) - len(missing)} of {len(CODES)} codes: {', '.join(missing)} missing.",
                ("rare_plays", name),
                allowed=f"{CODES[0]} to {CODES[-1]}",
            )


def _grids(data: Any) -> Iterator[Finding]:
    rows = _at(data, "penalties", "rows")
    if isinstance(rows, list) and len(rows) != _PENALTY_ROWS:
        yield codes()["CC212"].finding(
            f"{len(rows)} rows, but box index modulo {_PENALTY_ROWS} chooses one (9.1).",
            ("penalties", "rows"),
            allowed=f"{_PENALTY_ROWS} rows",
        )
    boxes = _at(data, "injury", "player_by_box")
    if isinstance(boxes, Mapping):
        have = {box_index(name) for name in boxes if name[:1] in "ABC" and name[2:] in tuple("abcdefghijklmno")}
        gaps = [
            box_name(index) for index in range(max(_INJURY_BOXES, max(have, default=0) + 1)) if index not in have
        ]
        if gaps:
            yield codes()["CC212"].finding(
                f"no player for box {', '.join(gaps)}.", ("injury", "player_by_box"), allowed="A-a to C-e at least"
            )
    for name in CREDIT_GRIDS:
        for index, row in enumerate(_list(data, "credit", name, "rows")):
            if (stated := _at(row, "index")) is not None and stated != index:
                yield codes()["CC212"].finding(
                    f"row {index + 1} says that it is index {stated}.",
                    ("credit", name, "rows", index, "index"),
                    value=stated,
                    allowed=str(index),
                )


def validate_season(data: Any) -> list[Finding]:
    """Every problem of a season file."""
    found = Schema.load(resources.schema("coachs-call-season")).findings(data)
    known = [_at(team, "code") for team in _list(data, "teams")]
    for index, game in enumerate(_list(data, "schedule")):
        for side in ("home", "away"):
            if isinstance(code := _at(game, side), str) and code not in known:
                found.append(
                    codes()["CC284"].finding(
                        f"`{as_text(code)}` is not among the teams.", ("schedule", index, side), value=code
                    )
                )
    return named(limited(found), place_in_words)


_VALIDATORS: Mapping[str, Callable[[Any], list[Finding]]] = {
    TEAM_FORMAT: validate_team,
    SEASON_FORMAT: validate_season,
    FORMAT: validate_tables,
}


def check_source(source: JsonSource, tables: Tables | None = None) -> list[Finding]:
    """Every problem of a file that is JSON, with line and column."""
    stated = _at(source.data, "format")
    flaws, told = named(source.findings, place_in_words), broken_paths(source)
    if not isinstance(stated, str) or stated not in _VALIDATORS:
        return [*flaws, *source.located(named([_unknown_format(stated)], place_in_words))]
    found = validate_team(source.data, tables) if stated == TEAM_FORMAT else _VALIDATORS[stated](source.data)
    return [*flaws, *source.located([each for each in found if each.path not in told])]


def _unknown_format(stated: Any) -> Finding:
    is_said = isinstance(stated, str)
    return codes()["CK009"].finding(
        f"`{as_text(stated)}` is no format of this game." if is_said else "the file does not say its `format`.",
        ("format",),
        value=stated if is_said else None,
        allowed=", ".join(f"`{each}`" for each in _VALIDATORS),
        suggestion=nearest(stated, list(_VALIDATORS)) if is_said else "",
    )


def team_files(folder: Path) -> dict[str, Path]:
    """The team files of a build or a folder, by the code that each is called by."""
    within = folder / CHARTS if (folder / CHARTS).is_dir() else folder
    skipped = (SEASON_FILE, TABLES_FILE, "manifest.json", "report.json", "roundtrip.json")
    return {each.stem: each for each in sorted(within.glob("*.json")) if each.name not in skipped}


def check_path(path: Path) -> Checked:
    """Every problem of a team, a season, of tables, or of a build and how its files fit together."""
    if not path.is_dir():
        return Checked((str(path),), tuple(_check_file(path)))
    builds.finish_swap(path)
    teams = team_files(path)
    common = [file for name in (SEASON_FILE, TABLES_FILE) if (file := path / name).is_file()]
    if not common and not teams:
        missing = codes()["CK002"]
        finding = replace(missing.finding("this folder holds no teams."), file=str(path), remedy=missing.remedy)
        return Checked((), (finding,))
    found = [finding for file in common for finding in _check_file(file)]
    # What is wrong with the common files is told; teams are then judged without them.
    season = None if found else _read(path / SEASON_FILE)
    house = None if found or (tables := _read(path / TABLES_FILE)) is None else tables_from_json(tables)
    for file in teams.values():
        found += _check_file(file, house, season)
    known = [_at(team, "code") for team in _list(season, "teams")]
    found += [
        replace(codes()["CC280"].finding(f"there is no roster of `{code}` in the build."), file=str(path))
        for code in known
        if code not in teams
    ]
    return Checked(tuple(map(str, (*common, *teams.values()))), tuple(found))


def _read(path: Path) -> Any:
    return read_json(path).data if path.is_file() else None


def _check_file(path: Path, tables: Tables | None = None, season: Any = None) -> list[Finding]:
    try:
        source = read_json(path)
    except UnreadableError as error:
        return list(error.findings)
    found = check_source(source, tables)
    if season is not None and _at(source.data, "format") == TEAM_FORMAT:
        found += source.located(named(_in_build(source, season), place_in_words))
    return found


def _in_build(source: JsonSource, season: Any) -> Iterator[Finding]:
    own, year = _at(source.data, "season"), _at(season, "season")
    if isinstance(own, int) and own != year:
        yield codes()["CC281"].finding(
            f"the rosters are of {own}, the build of {year}.", ("season",), value=own, allowed=str(year)
        )
    code, stem = _at(source.data, "team", "code"), Path(source.file).stem
    known = [_at(team, "code") for team in _list(season, "teams")]
    if isinstance(code, str) and code != stem:
        yield codes()["CC282"].finding(
            f"the file is called {stem}, but holds `{as_text(code)}`.", ("team", "code"), value=code, allowed=stem
        )
    elif code not in known:
        yield codes()["CC283"].finding(
            f"`{as_text(code)}` is not a team of the season.", ("team", "code"), value=code
        )


def fix_path(path: Path) -> list[Change]:
    """Write the right points where the grades spend the budget and only the stated sum is wrong."""
    changes = []
    for file in team_files(path).values() if path.is_dir() else [path]:
        try:
            source = read_json(file)
        except UnreadableError:
            continue
        sums = [each for each in check_source(source) if each.code == "CC202"]
        for each in sums:
            source.data["rosters"][each.path[1]]["points"] = int(each.suggestion)
            changes.append(Change(each, str(each.value), each.suggestion))
        if sums:
            write_text(file.with_suffix(".json.old"), file.read_text("utf-8"))
            write_text(file, dumps(source.data))
    return changes


def refuse_unsound(source: JsonSource, findings: list[Finding]) -> None:
    """Raise UnreadableError or InvalidChartError if anything but warnings was found."""
    wrong = [each for each in (*source.findings, *findings) if each.severity is not Severity.WARNING]
    for each in wrong:
        if each.severity is Severity.UNREADABLE:
            raise UnreadableError(each)
    if wrong:
        lines = [f"  {each.where}: {each.code} {each.place}: {each.sentence}" for each in wrong[:_MOST_TOLD]]
        if len(wrong) > _MOST_TOLD:
            lines.append(f"  and {len(wrong) - _MOST_TOLD} more (chartkit validate {source.file})")
        raise InvalidChartError("\n".join([f"{source.file} breaks the rules of its game:", *lines]), tuple(wrong))


def load_team(path: Path, tables: Tables | None = None) -> Team:
    """Read a team's file; raise UnreadableError or InvalidChartError with the findings."""
    return team_from_json(_sound(path, TEAM_FORMAT, lambda data: validate_team(data, tables, plausible=False)))


def load_season(path: Path) -> Season:
    """Read a season file, likewise."""
    return season_from_json(_sound(path, SEASON_FORMAT, validate_season))


def load_tables(path: Path) -> Tables:
    """Read a house variant of the tables, likewise."""
    return tables_from_json(_sound(path, FORMAT, validate_tables))


def build_tables(build: Path) -> Tables:
    """The tables that a build is played by: its own, or those that ship with the game."""
    return load_tables(build / TABLES_FILE) if (build / TABLES_FILE).is_file() else standard_tables()


def _sound(path: Path, wanted: str, validate: Callable[[Any], list[Finding]]) -> Any:
    source = read_json(path)
    stated = _at(source.data, "format")
    found = validate(source.data) if stated == wanted else [_unknown_format(stated)]
    refuse_unsound(source, source.located(named(found, place_in_words)))
    return source.data
