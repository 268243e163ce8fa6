"""The sheets of one team: offense, defense and special teams, supplement; and all on one (R3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from chartkit.paper import furniture
from chartkit.paper.box import Box
from chartkit.paper.grid import Grid
from chartkit.paper.sheet import Item, Placed, Sheet
from chartkit.systems.ddf.cards.layout import Layout
from chartkit.systems.ddf.cards.supplement_grids import calls_grid, scalars_grid, supplement_grid
from chartkit.systems.ddf.cards.team_grids import coverage_grid, defense_grid, offense_grid, special_grid
from chartkit.systems.ddf.chart import TeamChart

ONE = "one"
#: Upright paper from this height on (tabloid, A3) holds two landscape sheets one above the other.
_TWO_SHEETS_TALL = 1150.0
_BASIC = {"offense": offense_grid, "defense": defense_grid, "special": special_grid, "coverage": coverage_grid}


def _grid(name: str, chart: TeamChart, layout: Layout) -> Grid | None:
    if name in _BASIC:
        return _BASIC[name](chart, layout.columns(name), layout.heights)
    if chart.supplement is None:
        return None
    makers = {
        "supplement": partial(
            supplement_grid, chart, chart.supplement, layout.columns("supplement"), layout.heights
        ),
        "calls": partial(calls_grid, chart.supplement),
        "scalars": partial(scalars_grid, chart.supplement),
    }
    return makers[name]()


def _matter(name: str, chart: TeamChart, layout: Layout, body: Box) -> list[Item]:
    items: list[Item] = []
    for area in layout.data["sheet"][name]["areas"]:
        grid = _grid(area["grid"], chart, layout)
        if grid is not None:
            items.append(Placed(grid, body.part(*area["box"])))
    return items


def _heading(name: str, chart: TeamChart, layout: Layout) -> tuple[str, str, str]:
    team = chart.team
    return (
        f"{chart.season} {team.city} {team.name}",
        layout.data["sheet"][name]["title"].upper(),
        f"Power rating {chart.power_rating}",
    )


def _tag(name: str, chart: TeamChart, layout: Layout) -> str:
    team = chart.team
    more = "basic" if chart.supplement is None else "supplement"
    return layout.tag(name, chart.season, team.code, team.city, team.name, more)


def holds_two(layout: Layout) -> bool:
    """Whether a whole team fits one side of the paper."""
    return layout.paper.height >= _TWO_SHEETS_TALL


def parts(layout: Layout, what: Sequence[str]) -> list[str]:
    """The sheets that a team's parts (`team`, `supplement`) take in this layout."""
    return [name for part in ("team", "supplement") if part in what for name in layout.data["card"][part]]


def team_sheet(name: str, chart: TeamChart, layout: Layout) -> Sheet:
    """One sheet of a team, by its name in the layout."""
    if name == ONE:
        return _one_sheet(chart, layout)
    paper = layout.landscape
    return layout.sheet(
        paper,
        _matter(name, chart, layout, layout.body(paper)),
        title=f"{chart.season} {chart.team.code} {layout.data['sheet'][name]['title']}",
        tag=_tag(name, chart, layout),
        depth=1,
        heading=_heading(name, chart, layout),
        key="power_rating",
    )


def team_sheets(chart: TeamChart, layout: Layout, what: Sequence[str], *, fit_one: bool = False) -> list[Sheet]:
    """The sheets of a team in their order; a team without a supplement has none."""
    wanted = [part for part in what if part != "supplement" or chart.supplement is not None]
    names = parts(layout, wanted)
    if fit_one and "team" in wanted and holds_two(layout):
        names = [ONE, *parts(layout, [part for part in wanted if part != "team"])]
    sheets = [team_sheet(name, chart, layout) for name in names]
    if len(sheets) > 1:
        sheets[0] = replace(sheets[0], above=(f"{chart.team.city} {chart.team.name}",))
        return sheets
    return [replace(sheet, depth=0) for sheet in sheets]


def _one_sheet(chart: TeamChart, layout: Layout) -> Sheet:
    """Offense above defense and special teams on an upright tabloid sheet, each as large as on letter."""
    paper = layout.paper
    area, foot = paper.printable, layout.points("foot")
    names = layout.data["card"]["team"]
    tall = (area.height - foot) / len(names)
    items: list[Item] = []
    title = layout.points("title")
    for number, name in enumerate(names):
        band = Box(area.x, area.y + number * tall, area.width, tall)
        key = "power_rating" if number == 0 else ""
        items += furniture.title_line(band, title, *_heading(name, chart, layout), key=key)
        body = Box(band.x, band.y + title, band.width, tall - title - layout.points("gap"))
        items += _matter(name, chart, layout, body)
    return layout.sheet(
        paper,
        items,
        title=f"{chart.season} {chart.team.code} team card",
        tag=_tag(ONE, chart, layout),
        depth=1,
    )
