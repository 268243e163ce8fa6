"""From printed cards back to charts: our own by the layout that the foot names, others' by a template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.dice import parse_totals
from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.findings import Severity, read_toml
from chartkit.paper import (
    Box,
    Foot,
    Gathered,
    Letters,
    PdfFile,
    ReadCell,
    ReadTeams,
    TablePage,
    TeamPages,
    UnreadCell,
    foot_pattern,
    gather,
    printed_layout,
    read_sheets,
    table_pages,
)
from chartkit.systems.ddf.cards.job import (
    DEFENSE_TOTALS,
    NOTHING,
    TEMPLATE,
    TOTALS,
    card_checksum,
)
from chartkit.systems.ddf.cards.team import BASIC, NO_CHART, ONE, SUPPLEMENT, team_sheet
from chartkit.systems.ddf.charts import (
    BLANK,
    NotAResultError,
    TeamChart,
    TeamName,
    blank_chart,
    parse,
    team_from_json,
    team_to_json,
)
from chartkit.systems.ddf.charts.places import FIGURES, ON_CARDS, POWER_RATING, Filled, Said, Value, What
from chartkit.systems.ddf.validate import validate_team

#: The two sets that a card prints up its side, each between a word and a star.
_STRIPS = {"offense.fumble_recovered": "Recovered", "special_teams.pat_good": "Good"}

_TEAM = foot_pattern(rf"(?P<sheet>\w+), (?P<more>{SUPPLEMENT}|{BASIC})")
#: How cards said it before they carried a checksum.
_UNSEALED = re.compile(
    r"chartkit \| ddf \| (?P<sheet>\w+) \| (?P<style>\S+) \| (?P<paper>\S+) \| (?P<season>[0-9]{1,4}) \| "
    r"(?P<code>[^|\s]+) \| (?P<city>[^|\r\n]*) \| (?P<name>[^|\r\n]*) \| (?P<more>supplement|basic)(?!\w)"
)


def read_foot(text: str) -> Foot | None:
    """The foot in the text of a page, if it is a team's sheet."""
    match = _TEAM.search(text) or _UNSEALED.search(text)
    return None if match is None else Foot.of(match)


class _Reader:
    """Looks values up by their keys and remembers what was wrong."""

    def __init__(self, cells: Mapping[str, ReadCell], first_page: int) -> None:
        self._cells = cells
        self._first_page = first_page
        self.problems: list[UnreadCell] = []
        self._missing: dict[str, int] = {}
        self._strips = {key: self._strip(key, word) for key, word in _STRIPS.items()}

    def trouble(self, key: str, what: str) -> None:
        """Note a cell that cannot be used."""
        page = self._cells[key].page if key in self._cells else self._first_page
        self.problems.append(UnreadCell(page, key, what))

    def text(self, key: str) -> str:
        """What stands in a cell; cells whose page is not there are counted."""
        cell = self._cells.get(key)
        if cell is None:
            chart = key.partition(".")[0]
            self._missing[chart] = self._missing.get(chart, 0) + 1
        return cell.text if cell else ""

    def all_problems(self) -> list[UnreadCell]:
        """Cells that say nothing, and charts whose page is not there."""
        missing = [
            UnreadCell(self._first_page, chart, f"no page has its cells ({count} missing)")
            for chart, count in sorted(self._missing.items())
        ]
        return [*self.problems, *missing]

    def _strip(self, key: str, before: str) -> frozenset[int]:
        text = self.text(key)
        middle = text.partition(before)[2].partition("*")[0].replace(" ", "")
        try:
            if text and not middle:
                raise ValueError(f"{text!r} does not say on which totals")
            return parse_totals("" if "none" in middle else middle)
        except ValueError as error:
            self.trouble(key, str(error))
            return frozenset()

    def said(self, value: Value) -> Said:
        """What a card says of a value."""
        path, key = ".".join(value.path), value.key
        if path in self._strips:
            return value.words[0] if value.total in self._strips[path] else value.words[1]
        text = self.text(key)
        if value.what in (What.RESULT, What.MEMBER, What.MARK):
            return self._result(key, text)
        words = text.split()
        if not words or words[-1] == NOTHING:
            if key in self._cells and value in (POWER_RATING, *FIGURES.values()) and not value.may_be_null:
                self.trouble(key, f"is empty; it needs {value.what.value}")
            return None
        if value.what is What.RANGE:
            if not re.fullmatch("[0-9]{1,3}(-[0-9]{1,3})?", "".join(words)):
                self.trouble(key, f"{''.join(words)!r} is not a span of rolls")
            return "".join(words)
        try:
            # The number is the last word of its cell.
            number: Said = _FIGURES.get(value.what, str)(words[-1])
            return number
        except ValueError:
            self.trouble(key, f"{words[-1]!r} is not a number")
            return None

    def _result(self, key: str, text: str) -> str | None:
        try:
            result = parse(text)
        except NotAResultError as error:
            self.trouble(key, str(error))
            return None
        if result.form in ("gain", "gain*") and self._cells.get(key, _NO_CELL).bold:
            result = replace(result, bold=True)
        return None if result == BLANK else str(result)


_FIGURES = {What.WHOLE: int, What.NUMBER: float}
_NO_CELL = ReadCell(0, "")


def assemble(
    cells: Mapping[str, ReadCell], first_page: int, season: int, team: TeamName, *, basic: bool
) -> tuple[TeamChart | None, list[UnreadCell]]:
    """The chart, or None with the cells that could not be read."""
    reader = _Reader(cells, first_page)
    filled = Filled(lambda value, why: reader.trouble(value.key, why))
    big_play = basic or NO_CHART not in reader.text("supplement.short_pass_big_play")
    for value in ON_CARDS:
        if not (basic and value.in_supplement):
            filled.put(value, reader.said(value))
    if problems := reader.all_problems():
        return None, problems
    data = filled.finish(supplement=not basic, big_play=big_play)
    if not basic:
        calls = data["supplement"].get("play_calls", {})
        data["supplement"]["play_calls"] = {play: each for play, each in calls.items() if len(each) == 2}
    return team_from_json({**data, "season": season, "team": asdict(team)}), []


@dataclass(frozen=True)
class ReadCard:
    """A chart that was read, and the cells that it was read from."""

    chart: TeamChart
    cells: Mapping[str, ReadCell]
    first_page: int
    #: Whether the card carries a checksum, and it is right.
    sealed: bool

    def illegal_cells(self) -> list[UnreadCell]:
        """Every rule of the game that the chart breaks, with the page of the cell."""
        return [
            UnreadCell(
                self.cells[found.dotted].page if found.dotted in self.cells else self.first_page,
                found.dotted or "chart",
                found.message,
            )
            for found in validate_team(team_to_json(self.chart), plausible=False)
            if found.severity is Severity.ERROR
        ]


@lru_cache(maxsize=64)
def _boxes(sheet: str, style: str, paper: str, override: Path | None) -> Mapping[str, Box]:
    """Where the data of a sheet stands; the same for every chart."""
    layout = printed_layout(TEMPLATE, style, paper, override)
    if sheet != ONE and sheet not in layout.data["sheet"]:
        raise InputError(f"the template has no sheet {sheet!r}.", remedy="Use the template of the print.")
    chart = blank_chart(0, TeamName("", "", ""))
    return team_sheet(sheet, chart, layout, checksum="").keyed()


def read_file(path: Path, *, override: Path | None = None) -> ReadTeams[ReadCard]:
    """Read the cards in a PDF file."""
    return read_sheets(
        path,
        partial(read_pages, override=override),
        kind="team card",
        remedy="For the cards of another publisher describe their layout with --template.",
    )


def read_pages(pdf: PdfFile, *, override: Path | None = None) -> ReadTeams[ReadCard]:
    """Read every team card of an open PDF."""
    return gathered(((page, pdf.letters(page)) for page in range(len(pdf))), override=override).read(_read_team)


def _read_team(team: TeamPages) -> tuple[ReadCard | None, list[UnreadCell]]:
    """The card of a team; none if a cell, a page or the checksum shows that it is not as it was printed."""
    chart, wrong = assembled(team, team.cells)
    if chart is None:
        return None, wrong
    if wrong := team.seal_problems(card_checksum(chart)):
        return None, wrong
    return ReadCard(chart, team.cells, team.first_page, sealed=bool(team.foot.checksum)), []


def assembled(team: TeamPages, cells: Mapping[str, ReadCell]) -> tuple[TeamChart | None, list[UnreadCell]]:
    """The chart of a team's cells, or None with those that could not be read."""
    foot = team.foot
    name = TeamName(foot.code, foot.city, foot.name)
    return assemble(cells, team.first_page, foot.season, name, basic=foot.more == BASIC)


def gathered(pages: Iterable[tuple[int, Letters]], *, override: Path | None = None) -> Gathered:
    """The cells of each team."""

    def cells_of(letters: Letters, foot: Foot, page: int) -> dict[str, ReadCell]:
        cells = {}
        for key, (text, first) in letters.in_boxes(_boxes(foot.sheet, foot.style, foot.paper, override)).items():
            # Only gains of these two columns can be bold (R4.2); asking for a font takes time.
            may_be_bold = first >= 0 and (".6-SHORT." in key or ".FIELD GOAL." in key)
            cells[key] = ReadCell(page, text, may_be_bold and "Bold" in letters.font_of(first))
        return cells

    return gather(pages, read_foot, cells_of)


KIND = "family"
_TOTALS = {"offensive": TOTALS, "defensive": DEFENSE_TOTALS}


def is_family(template: Path) -> bool:
    """Whether a template describes another publisher's layout."""
    return read_toml(template).get("kind") == KIND


def _family_layout(template: Path) -> dict[str, Any]:
    data = read_toml(template, resources.schema("family-layout"))
    for pattern in [data["team"]["pattern"], *(entry["pattern"] for entry in data.get("text", []))]:
        try:
            re.compile(pattern)
        except re.error as error:
            raise InputError(f"{pattern!r} is not a pattern: {error}.", where=template) from error
    return data


def read_family(path: Path, template: Path) -> ReadTeams[ReadCard]:
    """Every team of a PDF in the layout that the template describes."""
    layout = _family_layout(template)
    pages = list(table_pages(read_bytes(path), str(path)))
    each = layout["pages_a_team"]
    cards: list[ReadCard] = []
    problems: list[UnreadCell] = []
    for start in range(0, len(pages), each):
        own = pages[start : start + each]
        try:
            card, wrong = _family_team(own, layout)
        except (re.error, LookupError, TypeError, ValueError) as error:
            # A pattern without the group that it should have, a result that names another, a season in letters.
            raise InputError(f"the template does not fit these pages: {error}.", where=template) from error
        if card is not None:
            wrong = card.illegal_cells()
            cards.append(card)
        problems += wrong
    return ReadTeams(tuple(cards) if not problems else (), tuple(problems), ())


def _family_team(pages: Sequence[TablePage], layout: Mapping[str, Any]) -> tuple[ReadCard | None, list[UnreadCell]]:
    first = pages[0].number
    text = "\n".join(page.text for page in pages)
    match = re.search(layout["team"]["pattern"], text)
    if match is None:
        return None, [UnreadCell(first, "team", "no line says season and team as the template's pattern has it")]
    names = match.groupdict()
    city, name = names.get("city") or "", names.get("name") or ""
    code = names.get("code") or layout["team"].get("codes", {}).get(f"{city} {name}".strip(), "")
    if not code:
        return None, [UnreadCell(first, "team", f"the template has no code for {city} {name}")]
    cells, problems = _table_cells(pages, layout)
    cells |= _family_texts(text, layout, first)
    chart, wrong = assemble(cells, first, int(names["season"]), TeamName(code, city, name), basic=True)
    problems += wrong
    if chart is None or problems:
        return None, problems
    return ReadCard(chart, cells, first, sealed=False), []


def _table_cells(
    pages: Sequence[TablePage], layout: Mapping[str, Any]
) -> tuple[dict[str, ReadCell], list[UnreadCell]]:
    notation = [(re.compile(str(rule["pattern"])), str(rule["result"])) for rule in layout.get("notation", [])]

    def said(text: str) -> str:
        for pattern, result in notation:
            if pattern.fullmatch(text):
                return pattern.sub(result, text)
        return text

    cells: dict[str, ReadCell] = {}
    problems: list[UnreadCell] = []
    for entry in layout["table"]:
        place = f"table {entry['table']}"
        if entry["page"] > len(pages) or entry["table"] > len(pages[entry["page"] - 1].tables):
            number = pages[min(entry["page"], len(pages)) - 1].number
            problems.append(UnreadCell(number, place, "the page has no such table"))
            continue
        page = pages[entry["page"] - 1]
        rows = page.tables[entry["table"] - 1][entry.get("skip_rows", 0) :]
        totals = _TOTALS[entry["dice"]]
        for group, start in zip(entry.get("groups", [""]), range(0, len(rows), len(totals)), strict=False):
            for total, row in zip(totals, rows[start : start + len(totals)], strict=False):
                printed = row[entry["totals"] - 1] if "totals" in entry else str(total)
                if printed != str(total):
                    problems.append(UnreadCell(page.number, place, f"the row of {total} says {printed!r}"))
                for column, name in entry["columns"].items():
                    key = entry["key"].format(group=group, column=name, total=total)
                    text = row[int(column) - 1] if int(column) <= len(row) else ""
                    cells[key] = ReadCell(page.number, said(text))
    return cells, problems


def _family_texts(text: str, layout: Mapping[str, Any], page: int) -> dict[str, ReadCell]:
    found = dict(layout.get("defaults", {}))
    for entry in layout.get("text", []):
        if match := re.search(entry["pattern"], text):
            found[entry["key"]] = match[1]
    # Sets of totals as a card of ours has them.
    return {
        key: ReadCell(page, f"{_STRIPS[key]} {value} *" if key in _STRIPS else str(value))
        for key, value in found.items()
    }
