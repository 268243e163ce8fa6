"""From printed cards back to charts: the tag names the layout, the layout says where each cell is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.paper.box import Box
from chartkit.paper.furniture import RULER_LABEL
from chartkit.paper.read import Letters, PdfFile, opened
from chartkit.systems.ddf.blank import blank_chart
from chartkit.systems.ddf.cards.assemble import Problem, ReadCell, assemble
from chartkit.systems.ddf.cards.layout import TAG, Layout
from chartkit.systems.ddf.cards.team import ONE, team_sheet
from chartkit.systems.ddf.chart import TeamChart, TeamName

_TAG_PARTS = 10
BASIC = "basic"


@dataclass(frozen=True)
class Tag:
    """The foot of a team's sheet."""

    sheet: str
    style: str
    paper: str
    season: int
    team: TeamName
    basic: bool


@dataclass
class FoundTeam:
    """The texts of one team, gathered from its pages."""

    tag: Tag
    pages: list[int] = field(default_factory=list)
    cells: dict[str, ReadCell] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadCards:
    """What a file held."""

    charts: tuple[TeamChart, ...]
    problems: tuple[Problem, ...]
    #: Pages (from 1) that are no team's.
    other_pages: tuple[int, ...]


def tag_of(letters: Letters) -> list[str] | None:
    """The parts of the tag of a page, if it has one."""
    start = letters.text.find(f"{TAG} | ddf | ")
    if start < 0:
        return None
    line = letters.text[start:].splitlines()[0].strip()
    # The ruler's label stands on the same line.
    return [part.strip() for part in line.removesuffix(RULER_LABEL).split("|")]


@lru_cache(maxsize=64)
def _boxes(sheet: str, style: str, paper: str, override: Path | None) -> Mapping[str, Box]:
    """Where the data of a sheet stands; the same for every chart."""
    base, _, own = style.partition("+")
    if own and override is None:
        raise InputError(
            f"these cards were printed with a template of your own ({own}).", remedy="Name it with --template."
        )
    layout = Layout.load(base, paper, override=override if own else None)
    if sheet != ONE and sheet not in layout.data["sheet"]:
        raise InputError(f"the template has no sheet {sheet!r}.", remedy="Use the template of the print.")
    chart = blank_chart(0, TeamName("", "", ""))
    return team_sheet(sheet, chart, layout).keyed()


def _tag(parts: list[str] | None) -> Tag | None:
    if parts is None or len(parts) != _TAG_PARTS or not parts[5].isdigit():
        return None
    _, _, sheet, style, paper, season, code, city, name, more = parts
    return Tag(sheet, style, paper, int(season), TeamName(code, city, name), more == BASIC)


def read_file(path: Path, *, override: Path | None = None) -> ReadCards:
    """Read the cards in a PDF file."""
    with opened(read_bytes(path), str(path)) as pdf:
        cards = read_pages(pdf, override=override)
        if not cards.charts and not cards.problems:
            raise _no_cards(pdf, str(path))
    return cards


def _no_cards(pdf: PdfFile, where: str) -> InputError:
    empty = all(not pdf.letters(page).text.strip() for page in range(len(pdf)))
    if empty and any(pdf.has_pictures(page) for page in range(len(pdf))):
        return InputError(
            "this PDF is a scan: it has pictures of pages and no text.",
            where=where,
            remedy="Print the cards again from the chart file, or type the chart in (chartkit export-xlsx makes a "
            "workbook for that).",
        )
    return InputError(
        "no page of this PDF is a team card that chartkit printed.",
        where=where,
        remedy="For the cards of another publisher describe their layout with --template.",
    )


def read_pages(pdf: PdfFile, *, override: Path | None = None) -> ReadCards:
    """Read every team card of an open PDF."""
    found, others = gather(((page, pdf.letters(page)) for page in range(len(pdf))), override=override)
    charts, problems = [], []
    for team in found.values():
        chart, wrong = assemble(team.cells, team.pages[0], team.tag.season, team.tag.team, basic=team.tag.basic)
        problems += wrong
        if chart is not None:
            charts.append(chart)
    return ReadCards(tuple(charts), tuple(problems), tuple(others))


def gather(
    pages: Iterable[tuple[int, Letters]], *, override: Path | None = None
) -> tuple[dict[tuple[int, str], FoundTeam], list[int]]:
    """The cells of each team, by season and code, and the pages (from 1) that are no team's."""
    teams: dict[tuple[int, str], FoundTeam] = {}
    others: list[int] = []
    for page, letters in pages:
        tag = _tag(tag_of(letters))
        if tag is None:
            others.append(page + 1)
            continue
        found = teams.setdefault((tag.season, tag.team.code), FoundTeam(tag))
        found.pages.append(page + 1)
        _gather(found, letters, tag, page + 1, override)
    return teams, others


def _gather(found: FoundTeam, letters: Letters, tag: Tag, page: int, override: Path | None) -> None:
    boxes = _boxes(tag.sheet, tag.style, tag.paper, override)
    for key, (text, first) in letters.in_boxes(boxes).items():
        # Only gains of these two columns can be bold (R4.2); asking for a font takes time.
        may_be_bold = first >= 0 and (".6-SHORT." in key or ".FIELD GOAL." in key)
        bold = may_be_bold and "Bold" in letters.font_of(first)
        found.cells[key] = ReadCell(page, text, bold)
