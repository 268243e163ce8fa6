"""The set book: a season as one document with a cover, contents, its teams by division, and how well it plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from chartkit.errors import InputError
from chartkit.paper.flow import Block, Words
from chartkit.paper.furniture import page_number_box
from chartkit.paper.grid import Cell, Grid, table
from chartkit.paper.sheet import Item, Placed, Sheet, Text
from chartkit.systems.ddf.cards.cells import NOTHING
from chartkit.systems.ddf.cards.layout import Layout
from chartkit.systems.ddf.cards.reference import GAME, reading_sheets
from chartkit.systems.ddf.cards.source import Charts
from chartkit.systems.ddf.chart import TeamChart

#: Figures of a team that fit beside each other.
_MOST_FIGURES = 7


def cover(charts: Charts, layout: Layout) -> Sheet:
    """The front of the book."""
    paper = layout.landscape
    body = layout.body(paper)
    count = f"{len(charts.teams)} teams" if len(charts.teams) > 1 else "1 team"
    band = Grid("cover", "", (1.0,), (1.0,), ((Cell(str(charts.year), "cover"),),), heading_rows=0)
    items: list[Item] = [
        Placed(band, body.part(0.0, 0.16, 1.0, 0.3)),
        Text("Team charts", body.part(0.05, 0.48, 0.9, 0.12), "card_name", level=2),
        Text(f"for {GAME}", body.part(0.05, 0.62, 0.9, 0.06), "card_note"),
        Text(count, body.part(0.05, 0.70, 0.9, 0.05), "card_note"),
    ]
    return layout.sheet(paper, items, title=f"{charts.year} team charts", tag=layout.tag("cover", charts.year))


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
    grid = table(
        "contents", "Contents", ("", "SHEETS", "PAGE"), rows, (2, 4, 0.8), look="read", heading_look="read_heading"
    )
    return reading_sheets(layout, "contents", "Contents", [grid], season=charts.year)


def summary(charts: Charts, layout: Layout) -> list[Sheet]:
    """How well the charts give the season back, from the compiler's report; no report, no page."""
    report = charts.report or {}
    blocks: list[Block] = []
    if checks := report.get("checks"):
        rows = [_check(check) for check in checks]
        headings = ("FIGURE", "SIDE", "HOW MANY", "TYPICAL MISS", "WORST MISS", "NEAR ENOUGH", "WANTED")
        blocks += [
            Words("What the dice give with these charts, beside the season that they were made from."),
            table(
                "checks",
                "Round trip",
                headings,
                rows,
                (2.4, 1.2, 1, 1.7, 1.7, 1, 1),
                look="read",
                heading_look="read_heading",
            ),
        ]
    for side in ("offense", "defense"):
        teams = [team for team in report.get("teams", []) if team["side"] == side]
        if teams:
            names = list(teams[0]["figures"])[:_MOST_FIGURES]
            blocks.append(Words(f"{side.capitalize()}: season / charts", "read_title", 2))
            blocks.append(
                table(
                    side,
                    f"Round trip, {side}",
                    ("TEAM", *(name.upper() for name in names)),
                    [
                        [Cell(team["team"], "read_bold"), *(_pair(team["figures"].get(n)) for n in names)]
                        for team in teams
                    ],
                    (1.2, *[2.0] * len(names)),
                    look="read",
                    heading_look="read_heading",
                )
            )
    return reading_sheets(layout, "summary", "Round trip", blocks, season=charts.year) if blocks else []


def certificate(charts: Charts, layout: Layout) -> list[Sheet]:
    """The season played many times beside the real one, on one page, or how to make it."""
    found = charts.roundtrip
    if found is None:
        words = Words("This season has not been played yet: chartkit roundtrip makes its certificate.")
        return reading_sheets(layout, "certificate", "Certificate", [words], season=charts.year)
    if missing := sorted({"rules", "runs", "seed", "league", "goals"} - set(found)):
        raise InputError(
            f"the report of the round trip says nothing about {', '.join(missing)}; another version wrote it.",
            where="roundtrip.json",
            remedy="Make it again with `chartkit roundtrip SEASON`.",
        )
    judged = [line for line in found["league"] if line["passed"] is not None]
    met = sum(line["passed"] for line in judged)
    goals = found["goals"]
    reached = sum(goal["passed"] for goal in goals)
    verdicts = {True: "within", False: "MISSED"}
    league = [
        [line["title"], line["shown_real"], line["shown_simulated"], _off_by(line), verdicts[line["passed"]]]
        for line in judged
    ]
    teams = [
        [goal["goal"], _number(goal["value"]), goal["needed_text"], verdicts[goal["passed"]]] for goal in goals
    ]
    blocks: list[Block] = [
        Words(
            f"The season of {charts.year} was played {found['runs']} times with these charts, by the computer "
            f"coaches, on its real schedule ({found['rules']}; seed {found['seed']}). {met} of {len(judged)} "
            f"league figures are within their tolerance, and {reached} of {len(goals)} "
            "goals for the teams are met."
        ),
        _verdict_table("league", ("PER TEAM AND GAME", "REAL", "PLAYED", "OFF BY", ""), league),
        _verdict_table("goals", ("THE TEAMS", "REACHED", "NEEDED", ""), teams),
        *map(Words, found.get("words", ())),
    ]
    return reading_sheets(layout, "certificate", "Certificate", blocks, season=charts.year)


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _off_by(line: Mapping[str, Any]) -> str:
    return f"{100 * line['difference'] / line['real']:+.1f} %" if line["real"] else NOTHING


def _verdict_table(name: str, headings: tuple[str, ...], rows: list[list[str]]) -> Grid:
    title = f"Certificate, {name}"
    widths = (3.4, *[1.2] * (len(headings) - 1))
    return table(name, title, headings, rows, widths, look="read", heading_look="read_heading")


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
