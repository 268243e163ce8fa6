"""Print jobs of Data-Driven Football: the set book, what else can be printed, checked, and read back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from chartkit.files import file_name
from chartkit.findings import changed_values
from chartkit.league import certificate_blocks
from chartkit.paper import (
    Block,
    Cell,
    Grid,
    Item,
    Layout,
    Letters,
    PdfFile,
    Placed,
    ReadCell,
    Row,
    Sheet,
    TeamPages,
    Text,
    Words,
    differences,
    opened,
    reading_table,
)
from chartkit.paper.layout import page_number_box
from chartkit.systems.base import Cards, Print, PrintJob, ReadPaper
from chartkit.systems.ddf.cards.gear import GEAR, WITH_BACKS
from chartkit.systems.ddf.cards.job import (
    NOTHING,
    Charts,
    SheetMaker,
    card_checksum,
    load_charts,
    load_layout,
)
from chartkit.systems.ddf.cards.read_back import assembled, gathered, is_family, read_family, read_file
from chartkit.systems.ddf.cards.reference import GAME, REFERENCE, read_table, reading_sheets
from chartkit.systems.ddf.cards.team import TEAM_PARTS, holds_two, team_sheets
from chartkit.systems.ddf.charts import TeamChart, team_to_json, team_to_text
from chartkit.systems.publishing import Bundle, as_print, read_paper, single_kinds

# The set book: a season as one document with a cover, contents, its teams by division, and how well it plays.


#: Figures of a team that fit beside each other.
_MOST_FIGURES = 7
#: Divisions side by side on the cover, and the points that the row of a team takes at most.
_COVER_COLUMNS, _COVER_ROW = 4, 32.0


def cover(charts: Charts, layout: Layout) -> Sheet:
    """The front of the book: the season, and every team in its colour."""
    paper = layout.landscape
    body = layout.body(paper)
    band = Grid("cover", "", (1.0,), (1.0,), ((Cell(str(charts.year), "cover"),),), heading_rows=0)
    league = _league_grid(charts)
    under = body.part(0.0, 0.42, 1.0, 0.56)
    tall = min(under.height, _COVER_ROW * sum(league.heights))
    items: list[Item] = [
        Placed(band, body.part(0.0, 0.02, 1.0, 0.24)),
        Text(f"Team charts for {GAME}", body.part(0.0, 0.28, 1.0, 0.09), "card_name", level=2),
        Placed(league, replace(under, height=tall)),
    ]
    return layout.sheet(paper, items, title=f"{charts.year} team charts")


def _league_grid(charts: Charts) -> Grid:
    """The teams by division, as many divisions side by side as fit."""
    blocks = divisions(charts)
    if len(blocks) == 1:
        teams = blocks[0][1]
        tall = math.ceil(len(teams) / _COVER_COLUMNS)
        blocks = [("", teams[start : start + tall]) for start in range(0, len(teams), tall)]
    across = min(_COVER_COLUMNS, len(blocks))

    def cell(chart: TeamChart) -> Cell:
        return Cell(f"{chart.team.city} {chart.team.name}", "cover_team", accent=charts.season_of(chart).color)

    rows: list[Row] = []
    heights: list[float] = []
    for start in range(0, len(blocks), across):
        some = [*blocks[start : start + across], *[("", [])] * across][:across]
        rows.append(tuple(Cell(name, "cover_division") for name, _ in some))
        heights.append(0.8)
        for line in zip_longest(*(teams for _, teams in some)):
            rows.append(tuple(cell(team) if team else None for team in line))
            heights.append(1.0)
    return Grid("league", "Teams", (1.0,) * across, tuple(heights), tuple(rows), heading_rows=0)


def divisions(charts: Charts) -> list[tuple[str, list[TeamChart]]]:
    """The teams by division, in the order of the league."""
    # Some season files write the conference into the division as well.
    homes = {
        team.code: team.division
        if team.division.startswith(team.conference)
        else f"{team.conference} {team.division}"
        for team in (charts.season.teams if charts.season else ())
    }
    by_division = groupby(charts.teams, key=lambda chart: homes.get(chart.team.code, "Teams"))
    return [(name, list(group)) for name, group in by_division]


def contents(charts: Charts, layout: Layout, entries: Sequence[tuple[str, str, int]]) -> list[Sheet]:
    """What is on which page: group, title and page number."""
    rows: list[list[Cell | str]] = [
        [Cell(group, "read_bold"), title, Cell(str(page), "read_centre")] for group, title, page in entries
    ]
    grid = read_table("contents", rows)
    return reading_sheets(layout, "Contents", [grid], columns=2, season=charts.year, upright=False)


def summary(charts: Charts, layout: Layout) -> list[Sheet]:
    """How well the charts give the season back, from the compiler's report; no report, no page."""
    report = charts.report or {}
    blocks: list[Block] = []
    if checks := report.get("checks"):
        rows = [
            [
                *(str(check[name]) for name in ("what", "side", "number", "median_text", "worst_text")),
                f"{100 * check['within']:.1f} %",
                f"{100 * check['needed']:.0f} %",
            ]
            for check in checks
        ]
        blocks += [
            Words("What the dice give with these charts, beside the season that they were made from."),
            read_table("checks", rows),
        ]
    for side in ("offense", "defense"):
        teams = [team for team in report.get("teams", []) if team["side"] == side]
        if teams:
            names = list(teams[0]["figures"])[:_MOST_FIGURES]
            headings, widths = ("TEAM", *map(str.upper, names)), (1.2, *[2.0] * len(names))
            figures: list[list[Cell | str]] = [
                [Cell(team["team"], "read_bold"), *(_pair(team["figures"].get(name)) for name in names)]
                for team in teams
            ]
            blocks.append(Words(f"{side.capitalize()}: season / charts", "read_title", 2))
            blocks.append(reading_table(side, f"Round trip, {side}", headings, figures, widths))
    return reading_sheets(layout, "Round trip", blocks, season=charts.year) if blocks else []


def certificate(charts: Charts, layout: Layout) -> list[Sheet]:
    """The season played many times beside the real one, on one page, or how to make it."""
    blocks = certificate_blocks(charts.roundtrip, charts.year)
    return reading_sheets(layout, "Certificate", blocks, season=charts.year)


def _pair(figure: Mapping[str, Any] | None) -> str:
    return f"{figure['real']:.3g} / {figure['chart']:.3g}" if figure else NOTHING


def numbered(sheets: Sequence[Sheet], layout: Layout) -> list[Sheet]:
    """The sheets with their page numbers at the foot."""
    found = []
    for number, sheet in enumerate(sheets, start=1):
        box = page_number_box(sheet.width, sheet.height, layout.paper.margin, layout.points("foot"))
        text = Text(f"page {number}", box, "note_right", paper_only=True)
        found.append(replace(sheet, items=(*sheet.items, text)) if sheet.items else sheet)
    return found


def whole_leaves(sheets: list[Sheet]) -> list[Sheet]:
    """Fill up to whole leaves, so that the next team starts on a front."""
    if len(sheets) % 2 == 0:
        return sheets
    return [*sheets, Sheet("", sheets[-1].width, sheets[-1].height, (), depth=-1)]


def season_book(charts: Charts, layout: Layout, *, duplex: bool, fit_one: bool) -> list[Sheet]:
    """The set book; the contents take as many pages as they need before the first team."""
    matter: list[tuple[str, str, list[Sheet]]] = []
    for division, teams in divisions(charts):
        for number, chart in enumerate(teams):
            sheets = team_sheets(chart, layout, tuple(TEAM_PARTS), fit_one=fit_one, season=charts.season_of(chart))
            sheets = [replace(sheet, depth=sheet.depth + 1) for sheet in sheets]
            sheets = whole_leaves(sheets) if duplex else sheets
            if number == 0:
                sheets[0] = replace(sheets[0], above=(division, *sheets[0].above))
            matter.append((division, f"{chart.team.city} {chart.team.name}", sheets))
    for kind, (_, make) in REFERENCE.items():
        sheets = make(charts, layout)
        matter.append(("Season" if kind in ("season", "squeeze") else "Reference", sheets[0].title, sheets))
    if pages := summary(charts, layout):
        matter.append(("Season", pages[0].title, pages))
    if charts.roundtrip is not None:
        pages = certificate(charts, layout)
        matter.append(("Season", pages[0].title, pages))

    def entries(first: int) -> list[tuple[str, str, int]]:
        rows, page, last = [], first, ""
        for division, title, sheets in matter:
            rows.append((division if division != last else "", title, page))
            page, last = page + len(sheets), division
        return rows

    length = len(contents(charts, layout, entries(0)))
    front = [cover(charts, layout), *contents(charts, layout, entries(2 + length))]
    return numbered([*front, *(sheet for _, _, sheets in matter for sheet in sheets)], layout)


# Print jobs.


PROOF: Mapping[str, tuple[str, SheetMaker]] = {
    "certificate": ("the season played many times beside the real one (chartkit roundtrip)", certificate),
}
SHEETS = {**REFERENCE, **GEAR, **PROOF}
GROUPS = {
    "reference": ("all reference sheets", tuple(REFERENCE)),
    "gear": ("all table gear", tuple(GEAR)),
    "all": ("everything but the book", (*TEAM_PARTS, *REFERENCE, *GEAR)),
}
BOOK = "book"
_UNSEALED = "this card has no checksum, so a damaged cell that is still legal would not be noticed"


class DdfCards(Cards):
    """The game's way onto paper and back."""

    game = "Data-Driven Football"

    def __init__(self) -> None:
        self._printed: dict[str, tuple[tuple[TeamChart, ...], Layout]] = {}

    def kinds(self) -> Mapping[str, str]:
        """What can be printed."""
        return {
            **TEAM_PARTS,
            **{kind: about for kind, (about, _) in (SHEETS | GROUPS).items()},
            BOOK: "the season as one book: cover, contents, teams by division, season and reference sheets",
        }

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        """The documents of a job."""
        wanted = job.what or tuple(TEAM_PARTS)
        what = single_kinds(self, wanted, GROUPS)
        charts = replace(load_charts(job.source, job.teams), colours=job.colours)
        layout = load_layout(job.style, job.paper, override=job.template, marks=job.marks)
        parts = [kind for kind in what if kind in TEAM_PARTS]
        groups: list[Bundle[TeamChart]] = []
        for chart in charts.teams if parts else ():
            name = f"{chart.season} {chart.team.city} {chart.team.name}"
            sheets = team_sheets(chart, layout, parts, fit_one=job.fit_one, season=charts.season_of(chart))
            groups.append(Bundle(file_name(chart.team.code), name, sheets, (chart,)))
        for kind in what:
            if kind in SHEETS:
                sheets = SHEETS[kind][1](charts, layout)
                groups.append(Bundle(kind, f"{charts.year} {sheets[0].title}", sheets))
            elif kind == BOOK:
                sheets = season_book(charts, layout, duplex=job.duplex, fit_one=job.fit_one)
                groups.append(Bundle(BOOK, f"{charts.year} team charts", sheets, charts.teams))
        # A team on both sides of a sheet is printed duplex even without --duplex.
        if job.duplex or (job.fit_one and not holds_two(layout)):
            groups = [replace(group, sheets=whole_leaves(list(group.sheets))) for group in groups]
        if not apart and len(groups) > 1:
            every: list[Sheet] = []
            for group in groups:
                # Cards with backs are printed on both sides even without --duplex.
                every = [*(whole_leaves(every) if group.name in WITH_BACKS else every), *group.sheets]
            teams = tuple(team for group in groups for team in group.teams)
            groups = [Bundle("-".join(wanted), f"{charts.year} {' '.join(wanted)}", every, teams)]
        prints = [as_print(group, charts.year, layout.style, "ddf") for group in groups]
        self._printed |= {made.name: (group.teams, layout) for made, group in zip(prints, groups, strict=True)}
        return prints

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Every text in its place, and every chart read back as it was."""
        wrong: list[str] = []

        def pages(paper: PdfFile) -> Iterator[tuple[int, Letters]]:
            for number, letters, found in differences(made.document, paper):
                wrong.extend(found)
                yield number, letters

        with opened(pdf, made.name) as paper:
            teams = gathered(pages(paper), override=template).teams
        charts, layout = self._printed[made.name]
        for chart in charts:
            team = teams.get((chart.season, chart.team.code))
            if team is None:
                wrong.append(f"{chart.team.code}: the foot of its sheets does not tell the team")
            elif not wrong:
                wrong += [f"{chart.team.code} {text}" for text in _team_differences(chart, team, layout)]
        return wrong

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read the team cards of a PDF."""
        family = template is not None and is_family(template)
        if family and template:
            cards = read_family(path, template)
            problems = cards.problems
        else:
            cards = read_file(path, override=template)
            illegal = [problem for card in cards.cards for problem in card.illegal_cells()]
            problems = (*cards.problems, *illegal)
        return read_paper(
            [(card.chart.team.code, team_to_text(card.chart)) for card in cards.cards],
            problems,
            cards.other_pages,
            tuple(
                f"{card.chart.season} {card.chart.team.code}: {_UNSEALED}"
                for card in cards.cards
                if not card.sealed and not family
            ),
        )


def _team_differences(chart: TeamChart, team: TeamPages, layout: Layout) -> list[str]:
    """The chart read back; parts that the job did not print are taken as they are in the file."""
    cells = {
        piece.key: ReadCell(0, piece.text, isinstance(piece, Cell) and piece.bold)
        for sheet in team_sheets(chart, layout, tuple(TEAM_PARTS))
        for piece, _ in sheet.texts()
        if piece.key
    }
    back, problems = assembled(team, cells | team.cells)
    if back is None:
        return [str(problem) for problem in (*team.problems, *problems)]
    stated = team.foot.checksum
    sealed = [] if stated == card_checksum(chart) else [f"the foot has the checksum {stated}"]
    # Cells that differ, by their path in the chart file; the source is not on paper.
    wrong = sorted(
        f"{'.'.join(path)}: {right!r} on paper, {left!r} in the chart"
        for path, left, right in changed_values(team_to_json(chart), team_to_json(back))
        if path[0] != "source"
    )
    return [*map(str, team.problems), *sealed, *wrong]
