"""The set book: a season as one document with a cover, contents, its teams by division, and how well it plays."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from chartkit.league import certificate_blocks
from chartkit.paper import Block, Cell, Grid, Item, Layout, Placed, Row, Sheet, Text, Words, reading_table
from chartkit.paper.layout import page_number_box
from chartkit.systems.ddf.cards.job import NOTHING, Charts
from chartkit.systems.ddf.cards.reference import GAME, REFERENCE, reading_sheets
from chartkit.systems.ddf.cards.team import TEAM_PARTS, team_sheets
from chartkit.systems.ddf.charts import TeamChart

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
    rows: list[Row] = []
    heights: list[float] = []
    for start in range(0, len(blocks), across):
        some = [*blocks[start : start + across], *[("", [])] * across][:across]
        rows.append(tuple(Cell(name, "cover_division") for name, _ in some))
        heights.append(0.8)
        for place in range(max(len(teams) for _, teams in some)):
            rows.append(
                tuple(_cover_cell(charts, teams[place]) if place < len(teams) else None for _, teams in some)
            )
            heights.append(1.0)
    return Grid("league", "Teams", (1.0,) * across, tuple(heights), tuple(rows), heading_rows=0)


def _cover_cell(charts: Charts, chart: TeamChart) -> Cell:
    return Cell(f"{chart.team.city} {chart.team.name}", "cover_team", accent=charts.season_of(chart).color)


def divisions(charts: Charts) -> list[tuple[str, list[TeamChart]]]:
    """The teams by division, in the order of the league."""
    homes = (
        {team.code: f"{team.conference} {team.division}" for team in charts.season.teams} if charts.season else {}
    )

    def home(chart: TeamChart) -> str:
        division = homes.get(chart.team.code, "Teams")
        conference, _, rest = division.partition(" ")
        # Some season files write the conference into the division as well.
        return rest if rest.startswith(conference) else division

    return [(name, list(group)) for name, group in groupby(charts.teams, key=home)]


def contents(charts: Charts, layout: Layout, entries: Sequence[tuple[str, str, int]]) -> list[Sheet]:
    """What is on which page: group, title and page number."""
    rows: list[list[Cell | str]] = [
        [Cell(group, "read_bold"), title, Cell(str(page), "read_centre")] for group, title, page in entries
    ]
    grid = reading_table("contents", "Contents", ("", "SHEETS", "PAGE"), rows, (2, 4, 0.8))
    return reading_sheets(layout, "Contents", [grid], columns=2, season=charts.year, upright=False)


def summary(charts: Charts, layout: Layout) -> list[Sheet]:
    """How well the charts give the season back, from the compiler's report; no report, no page."""
    report = charts.report or {}
    blocks: list[Block] = []
    if checks := report.get("checks"):
        rows = [_check(check) for check in checks]
        headings = ("FIGURE", "SIDE", "HOW MANY", "TYPICAL MISS", "WORST MISS", "NEAR ENOUGH", "WANTED")
        blocks += [
            Words("What the dice give with these charts, beside the season that they were made from."),
            reading_table("checks", "Round trip", headings, rows, (2.4, 1.2, 1, 1.7, 1.7, 1, 1)),
        ]
    for side in ("offense", "defense"):
        teams = [team for team in report.get("teams", []) if team["side"] == side]
        if teams:
            names = list(teams[0]["figures"])[:_MOST_FIGURES]
            blocks.append(Words(f"{side.capitalize()}: season / charts", "read_title", 2))
            blocks.append(
                reading_table(
                    side,
                    f"Round trip, {side}",
                    ("TEAM", *(name.upper() for name in names)),
                    [
                        [Cell(team["team"], "read_bold"), *(_pair(team["figures"].get(n)) for n in names)]
                        for team in teams
                    ],
                    (1.2, *[2.0] * len(names)),
                )
            )
    return reading_sheets(layout, "Round trip", blocks, season=charts.year) if blocks else []


def certificate(charts: Charts, layout: Layout) -> list[Sheet]:
    """The season played many times beside the real one, on one page, or how to make it."""
    return reading_sheets(
        layout, "Certificate", certificate_blocks(charts.roundtrip, charts.year), season=charts.year
    )


def _check(check: Mapping[str, Any]) -> list[str]:
    return [
        str(check["what"]),
        str(check["side"]),
        str(check["number"]),
        str(check["median_text"]),
        str(check["worst_text"]),
        f"{100 * check['within']:.1f} %",
        f"{100 * check['needed']:.0f} %",
    ]


def _pair(figure: Mapping[str, Any] | None) -> str:
    return f"{figure['real']:.3g} / {figure['chart']:.3g}" if figure else NOTHING


def numbered(sheets: Sequence[Sheet], layout: Layout) -> list[Sheet]:
    """The sheets with their page numbers at the foot."""
    foot = layout.points("foot")

    def with_number(sheet: Sheet, number: int) -> Sheet:
        if not sheet.items:
            return sheet
        box = page_number_box(sheet.width, sheet.height, layout.paper.margin, foot)
        return replace(sheet, items=(*sheet.items, Text(f"page {number}", box, "note_right", paper_only=True)))

    return [with_number(sheet, number) for number, sheet in enumerate(sheets, start=1)]


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
