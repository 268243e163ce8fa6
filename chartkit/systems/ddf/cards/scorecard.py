"""The scorecard (R3.10) with the quotas of two chosen teams already circled."""

from __future__ import annotations

from chartkit.paper.grid import Cell, Grid, Row
from chartkit.paper.sheet import Item, Placed, Sheet
from chartkit.systems.ddf import columns
from chartkit.systems.ddf.cards.cells import spanned
from chartkit.systems.ddf.cards.layout import Layout
from chartkit.systems.ddf.cards.reference import GAME
from chartkit.systems.ddf.cards.source import Charts
from chartkit.systems.ddf.cards.words import rule_table
from chartkit.systems.ddf.chart import TeamChart

#: R3.10: usage boxes for each play; 6-SHORT has twice as many.
BOXES = 22
_LONG_PLAY = "6-SHORT"
_BOX_SECONDS = 10
_MOST_AUDIBLES = 3
_TIMEOUTS = 3


def visitor_audibles(start: int, home: TeamChart | None, visitor: TeamChart) -> int:
    """R28.16: the home field takes audibles from the visitor, his road adjustment gives some back."""
    advantage = home.supplement.home_field_advantage if home and home.supplement else 0
    adjustment = visitor.supplement.road_adjustment if visitor.supplement else 0
    return min(_MOST_AUDIBLES, max(0, start - advantage + adjustment))


def _name(chart: TeamChart | None, role: str) -> str:
    return f"{chart.season} {chart.team.city} {chart.team.name}" if chart else f"{role} ________________"


def score_grid(home: TeamChart | None, visitor: TeamChart | None) -> Grid:
    """Score by quarter."""
    head: Row = tuple(Cell(text, "heading") for text in ("SCORE", "1", "2", "3", "4", "OT", "FINAL"))
    rows = [
        (Cell(_name(chart, role), "label"), *(Cell("", "box") for _ in range(6)))
        for chart, role in ((visitor, "Visitors"), (home, "Home"))
    ]
    return Grid("score", "Score by quarter", (3.4, 1, 1, 1, 1, 1, 1.3), (0.7, 1, 1), (head, *rows))


def allowance_grid(home: TeamChart | None, visitor: TeamChart | None) -> Grid:
    """Timeouts a half, audibles and the no-huddle quota of each team."""
    head = spanned(
        Cell("TIMEOUTS", "heading", across=2 * _TIMEOUTS),
        Cell("AUDIBLES", "heading", across=2),
        Cell("NO", "heading"),
    )
    names = spanned(
        Cell("1st half", "group", across=_TIMEOUTS),
        Cell("2nd half", "group", across=_TIMEOUTS),
        Cell("off.", "group"),
        Cell("def.", "group"),
        Cell("huddle", "group"),
    )
    rows: list[Row] = []
    for chart, away in ((visitor, True), (home, False)):
        sheet = chart.supplement if chart else None
        figures = ["", "", ""]
        if chart is not None and sheet is not None:
            audibles = [sheet.offense_audibles, sheet.defense_audibles]
            if away:
                audibles = [visitor_audibles(start, home, chart) for start in audibles]
            figures = [*map(str, audibles), str(sheet.no_huddle_quota)]
        rows.append((*(Cell("", "box") for _ in range(2 * _TIMEOUTS)), *(Cell(text, "value") for text in figures)))
    return Grid(
        "allowance",
        "Timeouts, audibles, no huddle",
        (*[1.0] * 6, 1.6, 1.6, 2),
        (0.5, 0.5, 1, 1),
        (head, names, *rows),
        2,
    )


def clock_grid() -> Grid:
    """A box for every ten seconds of a quarter; overtime uses those of the first again (R30.1)."""
    minutes = rule_table("timing")["period_seconds"] // 60
    each = 60 // _BOX_SECONDS
    head = spanned(
        Cell("CLOCK", "heading"), *(Cell(f"{minute}:00", "group", across=each) for minute in range(minutes, 0, -1))
    )
    rows = [
        (
            Cell(label, "dice"),
            *(Cell("", "box_dark" if (n // each) % 2 else "box") for n in range(minutes * each)),
        )
        for label in ("1 (OT)", "2", "3", "4")
    ]
    return Grid(
        "clock", "Clock, ten seconds a box", (6.0, *[1.0] * minutes * each), (0.6, 1, 1, 1, 1), (head, *rows)
    )


def usage_grid(chart: TeamChart | None, role: str) -> Grid:
    """Boxes to cross off play by play; the ring is the quota (R26.1)."""
    calls = chart.supplement.play_calls if chart and chart.supplement else {}
    rows: list[Row] = [spanned(Cell(f"PLAYS CALLED: {_name(chart, role)}", "heading", across=BOXES + 1))]
    for play in columns.PLAYS:
        quota = calls[play].quota if play in calls else 0
        lines = 2 if play == _LONG_PLAY else 1
        label = f"{play} ({quota})" if quota else play
        for line in range(lines):
            first: Cell | None = Cell(label, "label", down=lines) if line == 0 else None
            numbers = range(line * BOXES + 1, (line + 1) * BOXES + 1)
            rows.append((first, *(Cell(str(n), "box", ring=n == quota) for n in numbers)))
    return Grid(
        f"usage {role}", f"Plays called, {role.lower()}", (6.2, *[1.0] * BOXES), (1.0,) * len(rows), tuple(rows)
    )


def scorecard(charts: Charts, layout: Layout) -> list[Sheet]:
    """Home team first, visitors second, of the charts of the job; with none named the card is blank."""
    teams = charts.teams[:2] if len(charts.teams) <= 2 else ()
    home, visitor = (*teams, None, None)[:2]
    paper = layout.landscape
    body = layout.body(paper)
    items: list[Item] = [
        Placed(score_grid(home, visitor), body.part(0, 0, 0.56, 0.155)),
        Placed(allowance_grid(home, visitor), body.part(0.575, 0, 0.425, 0.155)),
        Placed(clock_grid(), body.part(0, 0.18, 1, 0.25)),
        Placed(usage_grid(visitor, "Visitors"), body.part(0, 0.455, 0.493, 0.545)),
        Placed(usage_grid(home, "Home"), body.part(0.507, 0.455, 0.493, 0.545)),
    ]
    words = [chart.team.code for chart in teams]
    return [
        layout.sheet(
            paper,
            items,
            title="Scorecard",
            tag=layout.tag("scorecard", *words),
            heading=("Scorecard", "", GAME),
        )
    ]
