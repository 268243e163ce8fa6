"""Charts of the same family that others printed: a template says which table, which columns, which notation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.findings import read_toml
from chartkit.paper import TablePage, table_pages
from chartkit.systems.ddf.cards.cells import DEFENSE_TOTALS, TOTALS
from chartkit.systems.ddf.cards.read_back import Problem, ReadCard, ReadCards, ReadCell, assemble
from chartkit.systems.ddf.charts import TeamName

KIND = "family"
_TOTALS = {"offensive": TOTALS, "defensive": DEFENSE_TOTALS}
#: How the assembly of a chart expects the two sets that a card prints up its side.
_SETS = {"offense.fumble_recovered": "Recovered {} *", "special_teams.pat_good": "Good {} *"}


def is_family(template: Path) -> bool:
    """Whether a template describes another publisher's layout."""
    return read_toml(template).get("kind") == KIND


def _checked(template: Path) -> dict[str, Any]:
    data = read_toml(template, resources.schema("family-layout"))
    for pattern in [data["team"]["pattern"], *(entry["pattern"] for entry in data.get("text", []))]:
        try:
            re.compile(pattern)
        except re.error as error:
            raise InputError(f"{pattern!r} is no pattern: {error}.", where=str(template)) from error
    return data


def read_family(path: Path, template: Path) -> ReadCards:
    """Every team of a PDF in the layout that the template describes."""
    layout = _checked(template)
    pages = list(table_pages(read_bytes(path), str(path)))
    each = layout["pages_a_team"]
    cards: list[ReadCard] = []
    problems: list[Problem] = []
    for start in range(0, len(pages), each):
        own = pages[start : start + each]
        try:
            card, wrong = _team(own, layout)
        except (re.error, LookupError, TypeError, ValueError) as error:
            # A pattern without the group that it should have, a result that names another, a season in letters.
            raise InputError(f"the template does not fit these pages: {error}.", where=str(template)) from error
        if card is not None:
            wrong = card.illegal_cells()
            cards.append(card)
        problems += wrong
    return ReadCards(tuple(cards) if not problems else (), tuple(problems), ())


def _team(pages: Sequence[TablePage], layout: Mapping[str, Any]) -> tuple[ReadCard | None, list[Problem]]:
    first = pages[0].number
    text = "\n".join(page.text for page in pages)
    match = re.search(layout["team"]["pattern"], text)
    if match is None:
        return None, [Problem(first, "team", "no line says season and team as the template's pattern has it")]
    names = match.groupdict()
    city, name = names.get("city") or "", names.get("name") or ""
    code = names.get("code") or layout["team"].get("codes", {}).get(f"{city} {name}".strip(), "")
    if not code:
        return None, [Problem(first, "team", f"the template has no code for {city} {name}")]
    cells, problems = _cells(pages, layout)
    cells |= _texts(text, layout, first)
    chart, wrong = assemble(cells, first, int(names["season"]), TeamName(code, city, name), basic=True)
    problems += wrong
    if chart is None or problems:
        return None, problems
    return ReadCard(chart, cells, first, sealed=False), []


def _cells(pages: Sequence[TablePage], layout: Mapping[str, Any]) -> tuple[dict[str, ReadCell], list[Problem]]:
    notation = [(re.compile(str(rule["pattern"])), str(rule["result"])) for rule in layout.get("notation", [])]

    def said(text: str) -> str:
        for pattern, result in notation:
            if pattern.fullmatch(text):
                return pattern.sub(result, text)
        return text

    cells: dict[str, ReadCell] = {}
    problems: list[Problem] = []
    for entry in layout["table"]:
        place = f"table {entry['table']}"
        if entry["page"] > len(pages) or entry["table"] > len(pages[entry["page"] - 1].tables):
            number = pages[min(entry["page"], len(pages)) - 1].number
            problems.append(Problem(number, place, "the page has no such table"))
            continue
        page = pages[entry["page"] - 1]
        rows = page.tables[entry["table"] - 1][entry.get("skip_rows", 0) :]
        totals = _TOTALS[entry["dice"]]
        for group, start in zip(entry.get("groups", [""]), range(0, len(rows), len(totals)), strict=False):
            for total, row in zip(totals, rows[start : start + len(totals)], strict=False):
                printed = row[entry["totals"] - 1] if "totals" in entry else str(total)
                if printed != str(total):
                    problems.append(Problem(page.number, place, f"the row of {total} says {printed!r}"))
                for column, name in entry["columns"].items():
                    key = entry["key"].format(group=group, column=name, total=total)
                    text = row[int(column) - 1] if int(column) <= len(row) else ""
                    cells[key] = ReadCell(page.number, said(text))
    return cells, problems


def _texts(text: str, layout: Mapping[str, Any], page: int) -> dict[str, ReadCell]:
    found = dict(layout.get("defaults", {}))
    for entry in layout.get("text", []):
        if match := re.search(entry["pattern"], text):
            found[entry["key"]] = match[1]
    return {key: ReadCell(page, _SETS.get(key, "{}").format(value)) for key, value in found.items()}
