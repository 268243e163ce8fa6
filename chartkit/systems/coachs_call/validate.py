"""The validator: teams (prices, budget, slots), tables (rolls, sums, grids), builds (16.6)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.findings import (
    Catalogue,
    Checked,
    Finding,
    JsonPath,
    Schema,
    as_text,
    block_at,
    common_codes,
    limited,
    list_at,
    named,
    path_in_words,
    read_json,
    value_at,
)
from chartkit.football.teams import PlainSeason
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call import teams
from chartkit.systems.coachs_call.tables import WORDS
from chartkit.systems.coachs_call.words import COLUMN_NAMES, SLOT_NAMES, STATUS_NAMES, roll_words
from chartkit.systems.game_files import SEASON_FILE, Fixer, GameFiles, build_around

TABLES_FILE = "tables.json"
_PENALTY_ROWS, _INJURY_BOXES = 14, 35
_WORDS = {
    **WORDS["places"],
    **STATUS_NAMES,
    **{name: shown.lower() for name, shown in COLUMN_NAMES.items()},
    **{slot: f"{slot} ({shown.lower()})" for slot, shown in SLOT_NAMES.items()},
}
_ENTRIES = {"rows": "row", "variants": "variant", "teams": "team", "schedule": "game", "receiving": "back"}


@cache
def codes() -> Catalogue:
    """Every code that a check of this game's files can give."""
    return common_codes() | Catalogue.from_toml((t.DATA / "codes.toml").read_text("utf-8"))


def place_in_words(path: JsonPath) -> str:
    """Say where it is.

    >>> place_in_words(("action_table_1", "cells", "line_run", "34"))
    'action table 1, line run, roll 34'
    """
    return path_in_words(path, _WORDS, _ENTRIES, _roll_in_words)


def _roll_in_words(before: str, step: str) -> str:
    if not step[:1].isdigit():
        return ""
    return roll_words(before, step) if before in COLUMN_NAMES else f"roll {step}"


def validate_team(data: Any, tables: t.Tables | None = None, *, plausible: bool = True) -> list[Finding]:
    """Every problem of a team's JSON data, by the prices of the shipped tables or of a house variant."""
    found = Schema.load(resources.schema("coachs-call-team")).findings(data)
    prices = tables or t.standard_tables()
    for status in block_at(data, "rosters"):
        if status in t.STATUSES:
            found += _roster_findings(block_at(data, "rosters", status), status, prices)
    if plausible:
        found += _odd(data)
    return named(limited(found), place_in_words)


def _roster_findings(own: Mapping[str, Any], status: str, tables: t.Tables) -> Iterator[Finding]:
    """Budget, sum and receiving backs of a roster; nothing where the shape already tells what is wrong."""
    here: JsonPath = ("rosters", status)
    grades, points = block_at(own, "grades"), own.get("points")
    receiving = [slot for slot in list_at(own, "receiving") if slot in teams.BACKS]
    for index, slot in enumerate(list_at(own, "receiving")):
        grade = grades.get(slot) if isinstance(slot, str) else None
        if slot in teams.BACKS and grade in ("C", "D"):
            said = f"{slot} is graded {grade}, and only an A or B back can be a receiving back."
            place = (*here, "receiving", index)
            yield codes()["CC203"].finding(said, place, value=slot, allowed="an A or B back")
    slots = [teams.Slot(slot, str(grades.get(slot)), receiving=slot in receiving) for slot in teams.PRICE_LINES]
    spent, budget = teams.cost(slots, tables), tables.budgets[status]
    if spent is None:
        return
    if spent != budget:
        more = f"{abs(spent - budget)} {'more' if spent > budget else 'fewer'} than the {budget}"
        said = f"the roster costs {spent} points, {more} of a team that is {STATUS_NAMES[status]}."
        yield codes()["CC201"].finding(said, (*here, "grades"), value=spent, allowed=f"exactly {budget} points")
    elif isinstance(points, int) and points != spent:
        said, right = f"the roster says {points} points, but its grades cost {spent}.", str(spent)
        place = (*here, "points")
        yield codes()["CC202"].finding(said, place, value=points, allowed=right, suggestion=right)


def _odd(data: Any) -> Iterator[Finding]:
    players, seen = block_at(data, "players"), dict[str, str]()
    for slot in (*teams.BACKS, *teams.RECEIVERS):
        man = players.get(slot)
        if isinstance(man, str) and man:
            if man in seen:
                yield codes()["CC301"].finding(f"{man} is {seen[man]} and {slot}.", ("players", slot), value=man)
            seen.setdefault(man, slot)
    rosters = block_at(data, "rosters")
    if missing := [STATUS_NAMES[status] for status in t.STATUSES if status not in rosters]:
        yield codes()["CC302"].finding(f"there is no roster for: {', '.join(missing)}.", ("rosters",))


def validate_tables(data: Any) -> list[Finding]:
    """Every problem of a file of tables: all rolls in each column, every box in each grid (16.6)."""
    found = Schema.load(resources.schema("coachs-call-tables")).findings(data)
    found += [*_columns(data), *_rare_plays(data), *_grids(data)]
    if not found:
        try:
            t.tables_from_json(data)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            found.append(codes()["CK101"].finding(f"these tables cannot be put together: {error}."))
    return named(limited(found), place_in_words)


def _columns(data: Any) -> Iterator[Finding]:
    for part, names in t.PARTS.items():
        rolls = t.CODES if names is t.COMBINED_COLUMNS else tuple(map(str, t.SUMS))
        for name in names:
            cells = value_at(data, part, "cells", name)
            if not isinstance(cells, Mapping):
                continue
            yield from _missing(rolls, cells, (part, "cells", name))
            for roll, cell in cells.items():
                here: JsonPath = (part, "cells", name, roll)
                yield from _outcome(value_at(cell, "base"), (*here, "base"), name)
                for index, variant in enumerate(list_at(cell, "variants")):
                    yield from _outcome(value_at(variant, "then"), (*here, "variants", index, "then"), name)


def _missing(rolls: Sequence[str], held: Container[str], path: JsonPath) -> Iterator[Finding]:
    if missing := [roll for roll in rolls if roll not in held]:
        kind = "codes" if rolls is t.CODES else "sums"
        said = f"{len(rolls) - len(missing)} of {len(rolls)} {kind}: {', '.join(missing)} missing."
        yield codes()["CC210"].finding(said, path, allowed=f"{rolls[0]} to {rolls[-1]}")


@cache
def _allowed() -> Mapping[str, Sequence[str]]:
    """What a column may hold."""
    return {name: part["types"] for part in t.shipped("outcomes.toml")["columns"] for name in part["names"]}


def _outcome(outcome: Any, path: JsonPath, column: str) -> Iterator[Finding]:
    kind, numbers, allowed = value_at(outcome, "type"), t.shipped("outcomes.toml")["numbers"], _allowed()[column]
    if not isinstance(kind, str) or kind not in numbers:
        return
    if kind not in allowed:
        said = f"`{kind}` cannot stand in the column {COLUMN_NAMES[column].lower()}."
        yield codes()["CC214"].finding(said, (*path, "type"), value=kind, allowed=", ".join(sorted(allowed)))
    elif (wanted := numbers[kind]) and wanted not in outcome:
        yield codes()["CC213"].finding(f"`{kind}` has no `{wanted}`.", path, value=kind, allowed=f"`{wanted}`")


def _rare_plays(data: Any) -> Iterator[Finding]:
    for name in t.RARE_LISTS.values():
        entries = value_at(data, "rare_plays", name)
        if not isinstance(entries, Mapping):
            continue
        seen: dict[str, str] = {}
        for key in entries:
            for roll in key.split("-"):
                if roll in seen:
                    said = f"{roll} stands in `{seen[roll]}` and in `{key}`."
                    yield codes()["CC211"].finding(said, ("rare_plays", name, key), value=roll)
                seen.setdefault(roll, key)
        yield from _missing(t.CODES, seen, ("rare_plays", name))


def _grids(data: Any) -> Iterator[Finding]:
    rows = value_at(data, "penalties", "rows")
    if isinstance(rows, list) and len(rows) != _PENALTY_ROWS:
        said = f"{len(rows)} rows, but box index modulo {_PENALTY_ROWS} chooses one (9.1)."
        yield codes()["CC212"].finding(said, ("penalties", "rows"), allowed=f"{_PENALTY_ROWS} rows")
    boxes = value_at(data, "injury", "player_by_box")
    if isinstance(boxes, Mapping):
        have = {t.box_index(name) for name in boxes if name[:1] in "ABC" and name[2:] in tuple("abcdefghijklmno")}
        wanted = range(max(_INJURY_BOXES, max(have, default=0) + 1))
        if gaps := [t.box_name(index) for index in wanted if index not in have]:
            said, place = f"no player for box {', '.join(gaps)}.", ("injury", "player_by_box")
            yield codes()["CC212"].finding(said, place, allowed="A-a to C-e at least")
    for name in t.CREDIT_GRIDS:
        for index, row in enumerate(list_at(data, "credit", name, "rows")):
            if (stated := value_at(row, "index")) is not None and stated != index:
                said, here = f"row {index + 1} says that it is index {stated}.", ("credit", name, "rows", index)
                yield codes()["CC212"].finding(said, (*here, "index"), value=stated, allowed=str(index))


def validate_season(data: Any) -> list[Finding]:
    """Every problem of a season file."""
    found = Schema.load(resources.schema("coachs-call-season")).findings(data)
    known = [value_at(team, "code") for team in list_at(data, "teams")]
    for index, game in enumerate(list_at(data, "schedule")):
        for side in ("home", "away"):
            if isinstance(code := value_at(game, side), str) and code not in known:
                said = f"`{as_text(code)}` is not among the teams."
                found.append(codes()["CC284"].finding(said, ("schedule", index, side), value=code))
    return named(limited(found), place_in_words)


FILES = GameFiles(
    {teams.TEAM_FORMAT: validate_team, teams.SEASON_FORMAT: validate_season, t.FORMAT: validate_tables},
    codes,
    place_in_words,
    "CC",
    common=(SEASON_FILE, TABLES_FILE),
)


def check_path(path: Path) -> Checked:
    """Every problem of a team, a season, of tables, or of a build; its teams are judged by its own prices."""
    house = path / TABLES_FILE
    files = FILES
    if path.is_dir() and house.is_file() and not FILES.check_file(house):
        by_house = partial(validate_team, tables=t.tables_from_json(read_json(house).data))
        files = replace(FILES, validators={**FILES.validators, teams.TEAM_FORMAT: by_house})
    return files.check_path(path)


def _meant(finding: Finding, data: Any) -> str | None:
    """The right points where the grades spend the budget and only the stated sum is wrong."""
    return finding.suggestion if finding.code == "CC202" else None


fix_path = Fixer(FILES, _meant).fix_path


def load_team(path: Path, tables: t.Tables | None = None) -> teams.Team:
    """Read a team's file; raise UnreadableError or InvalidChartError with the findings."""
    judged = partial(validate_team, tables=tables, plausible=False)
    return teams.team_from_json(FILES.sound(read_json(path), teams.TEAM_FORMAT, judged))


def load_season(path: Path) -> PlainSeason:
    """Read a season file, likewise."""
    return PlainSeason.from_json(FILES.sound(read_json(path), teams.SEASON_FORMAT), str(path))


def load_tables(path: Path) -> t.Tables:
    """Read a house variant of the tables, likewise."""
    return t.tables_from_json(FILES.sound(read_json(path), t.FORMAT))


def holds_tables(path: Path) -> bool:
    """Whether a file says that it holds tables, and not a team."""
    return bool(value_at(read_json(path).data, "format") == t.FORMAT)


def build_tables(path: Path) -> t.Tables:
    """The tables that a build, or a chart in it, is played by: its own, or those that ship with the game."""
    house = build_around(path) / TABLES_FILE
    return load_tables(house) if house.is_file() else t.standard_tables()
