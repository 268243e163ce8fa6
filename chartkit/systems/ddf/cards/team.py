"""The sheets of one team as they are published: offense, defense, special teams and supplement (R3.1-R3.7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chartkit.dice import parse_totals
from chartkit.paper import Box, Cell, Foot, Grid, Item, Layout, Placed, QrCode, Row, Sheet, Text
from chartkit.systems.ddf.cards.job import (
    DEFENSE_TOTALS,
    NOTHING,
    TOTALS,
    UNKNOWN,
    TeamSeason,
    card_checksum,
    dice_cells,
    formation_names,
    printed_totals,
    result_cell,
    spanned,
)
from chartkit.systems.ddf.charts import TeamChart, columns, parse, places, team_to_json
from chartkit.systems.ddf.charts.places import Value, shown
from chartkit.systems.ddf.data import shipped_data

Weights = Mapping[str, float]
Data = Mapping[str, Any]
#: A column of a chart of thirty rows: its width and its cells.
_Column = tuple[float, Sequence[Cell | None]]
NO_CHART = "no chart"
#: What the foot of a sheet says of the chart: with or without a supplement.
SUPPLEMENT, BASIC = "with supplement", "basic"
ON_DICE = "#\nON\nDICE"
#: The same over a column that is too narrow for it.
NARROW_ON_DICE = Cell("# ON DICE", "heading", turned=True)
_TALL = len(TOTALS) + 2  # thirty rows and the two gaps between the tens
_SPECIAL_HEADINGS = ("KICK-\nOFF", "KICKOFF\nRETURN", "PUNT", "PUNT\nRETURN", "FUMBLE\nRETURN", "INT\nRETURN")
_COVERAGE_HEADINGS = ("KICK\nCOVG.", "PUNT\nCOVG.", "QT\nCONTAIN", "FG\nADJ")


def heading(name: str) -> str:
    """`1-LINE PLUNGE` over several lines, as a heading of a narrow column."""
    number, _, words = name.partition("-")
    return "\n".join([number, *words.split(" ")]) if words else name.replace(" ", "\n")


def play_groups() -> list[Cell]:
    """The line above the plays."""
    return [
        Cell("RUSHING PLAYS 1-4", "group", across=len(columns.RUNS)),
        Cell("PASSING PLAYS 5-9", "group", across=len(columns.PASSES)),
    ]


def play_headings() -> list[Cell]:
    """The plays as headings."""
    return [Cell(heading(play), "heading") for play in columns.PLAYS]


def value_cells(data: Data, values: Sequence[Value]) -> list[Cell]:
    """A column of a chart, each cell with its key.

    `Pre` and `Post` (R28.4) are both yellow by the guide, `Post` bold, so that the rare one is seen.
    """
    cells = []
    for value in values:
        said = shown(data, value)
        if said in ("Pre", "Post"):
            cells.append(Cell(str(said), "yellow", value.key, bold=said == "Post"))
        else:
            cells.append(result_cell(parse(str(said or "")), value.key))
    return cells


def _figure(data: Data, value: Value, look: str = "figure") -> Cell:
    said = shown(data, value)
    return Cell(NOTHING if said is None else str(said), look, value.key)


def _thirty_rows(
    name: str,
    caption: str,
    body: Sequence[_Column],
    head: Sequence[tuple[float, Row]],
    gap: float,
    strip: _Column = (0, ()),
) -> Grid:
    """A chart of 30 rows with a small gap between the tens; the strip is a tall cell at the right end."""
    width, beside = strip
    rows: list[Row] = []
    heights: list[float] = []
    for index, cells in enumerate(zip(*(cells for _, cells in body), strict=True)):
        if index in (10, 20):
            rows.append((None,) * (len(body) + len(beside)))
            heights.append(gap)
        rows.append((*cells, *(beside if index == 0 else [None] * len(beside))))
        heights.append(1.0)
    return Grid(
        name,
        caption,
        (*(wide for wide, _ in body), *[width] * len(beside)),
        (*(tall for tall, _ in head), *heights),
        (*(row for _, row in head), *rows),
        heading_rows=len(head),
    )


def offense_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """# ON DICE, plays 1-9, B, QT, and # ON DICE again, coloured for fumble recovery (R3.2)."""
    recovered = parse_totals(data["offense"]["fumble_recovered"])
    lost = frozenset(TOTALS) - recovered
    wide = {columns.BREAKAWAY: widths["breakaway"], columns.TRAPPED: widths["trapped"]}
    body: list[_Column] = [
        (widths["dice"], dice_cells(TOTALS)),
        *(
            (wide.get(name, widths["play"]), value_cells(data, places.RESULTS["offense", "columns", name]))
            for name in columns.OFFENSE
        ),
        (widths["dice"], dice_cells(TOTALS, red=lost)),
    ]
    tall = [Cell(text, "heading", down=2) for text in (ON_DICE, "B", "QT", ON_DICE)]
    head: list[tuple[float, Row]] = [
        (heights["group"], (tall[0], *spanned(*play_groups()), *tall[1:], None)),
        (heights["heading"], (None, *play_headings(), None, None, None, None)),
    ]
    strip = _strip("offense.fumble_recovered", "Fumble Recovered", recovered, "Lost Ball", lost)
    return _thirty_rows("offense", "Offense", body, head, heights["tens"], (widths["strip"], strip))


def _strip(key: str, good: str, on: Collection[int], bad: str, off: Collection[int]) -> list[Cell]:
    """What the colours of the dice say, in words that run up the side."""
    text = f"{good} {printed_totals(on)} * {bad} {printed_totals(off)}"
    return [Cell(text, "strip", key, down=_TALL, turned=True)]


def defense_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """Six formations of five rows, each with letter, name and personnel beside it (R3.3)."""
    rows: list[Row] = [
        (Cell("FORMATION", "heading", down=2), replace(NARROW_ON_DICE, down=2), *spanned(*play_groups())),
        (None, None, *play_headings()),
    ]
    tall = [heights["group"], heights["heading"]]
    for formation in columns.FORMATIONS:
        if formation != columns.FORMATIONS[0]:
            rows.append((None,) * (2 + len(columns.PLAYS)))
            tall.append(heights["formations"])
        names = formation_names()[formation]
        words = names["name"].replace(" ", "\n")
        beside = {
            0: Cell(names["letter"], "letter", down=2),
            2: Cell(f"{words}\n{names['personnel'].replace(', ', chr(10))}".strip(), "formation", down=3),
        }
        plays = [value_cells(data, places.RESULTS["defense", formation, play]) for play in columns.PLAYS]
        for index, cells in enumerate(zip(dice_cells(DEFENSE_TOTALS), *plays, strict=True)):
            rows.append((beside.get(index), *cells))
            tall.append(1.0)
    return Grid(
        "defense",
        "Defense",
        (widths["formation"], widths["dice"], *[widths["play"]] * len(columns.PLAYS)),
        tuple(tall),
        tuple(rows),
        heading_rows=2,
    )


def special_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """Seven columns, then # ON DICE coloured for the PAT kick (R3.4)."""
    good = parse_totals(data["special_teams"]["pat_good"])
    missed = frozenset(TOTALS) - good
    body: list[_Column] = [
        *(
            (widths["column"], value_cells(data, places.RESULTS["special_teams", "columns", name]))
            for name in columns.SPECIAL_TEAMS
        ),
        (widths["dice"], dice_cells(TOTALS, red=missed)),
    ]
    names = [Cell(text, "heading") for text in (*_SPECIAL_HEADINGS, "FIELD\nGOAL")]
    head = [(heights["group"] + heights["heading"], (*names, NARROW_ON_DICE, None))]
    strip = _strip("special_teams.pat_good", "PAT Good", good, "Missed", missed)
    return _thirty_rows("special", "Special teams", body, head, heights["tens"], (widths["strip"], strip))


def coverage_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """Kick Covg., Punt Covg., QT Contain and FG Adj, one under the other (R3.5)."""
    rows: list[Row] = []
    tall: list[float] = []
    for name, text in zip(columns.COVERAGE, _COVERAGE_HEADINGS, strict=True):
        if rows:
            rows.append((None, None))
            tall.append(heights["coverage"])
        cells = value_cells(data, places.RESULTS["special_teams", "coverage", name])
        rows += [spanned(Cell(text, "heading", across=2)), *zip(dice_cells(DEFENSE_TOTALS), cells, strict=True)]
        tall += [heights["heading"], *[1.0] * len(cells)]
    return Grid("coverage", "Coverage", (widths["dice"], widths["cell"]), tuple(tall), tuple(rows))


def supplement_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """The 30-row charts of R3.6 side by side, in the order of the published sheets."""
    cells = {path: value_cells(data, values) for path, values in places.SUPPLEMENT_COLUMNS.items()}
    wide = {
        "sack_rate": "sack",
        "fumble_recovery": "fumble",
        "penalty_influence": "influence",
        "line_of_scrimmage": "line",
    }
    body: list[_Column] = [
        (widths["dice"], dice_cells(TOTALS)),
        (widths["big_play"], value_cells(data, places.RESULTS["supplement", "short_pass_big_play"])),
    ]
    for path, column in cells.items():
        width = widths[wide.get(path[0], "cancel")]
        if path == ("sack_rate",):
            # Its heading has two parts, for sacks and for scrambles.
            body += [(width / 2, [replace(cell, across=2) for cell in column]), (width / 2, [None] * len(column))]
        else:
            body.append((width, column))
    groups = spanned(
        Cell(ON_DICE, "heading", down=2),
        Cell("SHORT PASS\nBIG PLAY", "heading"),
        Cell("CANCELLATION", "heading", across=len(columns.CANCELLATION)),
        Cell("DEF. SACK\nRATE", "heading", across=2),
        Cell("DEF. FUMBLE\nRECOVERY", "heading"),
        Cell("DEFENSE PENALTY\nINFLUENCE", "heading", across=len(columns.PENALTY_INFLUENCE)),
        Cell("LINE OF SCRIMMAGE\nPENALTY CHECK", "heading", across=len(columns.LINE_OF_SCRIMMAGE)),
    )
    short = data["offense"]["columns"]["6-SHORT"]
    # R3.6: the totals whose 6-SHORT gain is bold.
    bold = f"bold {printed_totals(int(total) for total, text in short.items() if '!' in text)}"
    has_big_play = bool(data["supplement"]["short_pass_big_play"])
    names: Row = (
        None,
        Cell(bold if has_big_play else NO_CHART, "group", "supplement.short_pass_big_play"),
        *(Cell(symbol.removeprefix("X"), "group") for symbol in columns.CANCELLATION.values()),
        _yards(data, "SCK", places.FIGURES["sack_rate.sack_yards"]),
        _yards(data, "QR", places.FIGURES["sack_rate.scramble_yards"]),
        *(Cell(text, "group") for text in ("G / NG", *columns.PENALTY_INFLUENCE, *columns.LINE_OF_SCRIMMAGE)),
    )
    head = [(heights["group"] * 2, groups), (heights["heading"], names)]
    return _thirty_rows("supplement", "Supplement", body, head, heights["tens"])


def _yards(data: Data, symbol: str, value: Value) -> Cell:
    yards = shown(data, value)
    text = NOTHING if yards is None else f"+{yards}" if symbol == "QR" and int(yards) > 0 else str(yards)
    return Cell(f"{symbol}\n{text}", "group", value.key)


def calls_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """Play Call Distribution (totals, quota) and the Solitaire Charts (R3.7)."""
    groups = ((columns.RUNS, "ALL\nRUNS"), (columns.PASSES, "ALL\nPASSES"))
    rows: list[Row] = [
        (
            Cell("PLAY CALLS", "heading"),
            *(Cell(text, "heading") for plays, every in groups for text in (*map(heading, plays), every)),
        )
    ]
    lines = (("Season calls", places.CALLS), ("Quota a game", places.QUOTAS), ("Solitaire", places.SOLITAIRE))
    for label, values in lines:
        cells = [Cell(label, "label")]
        for plays, _ in groups:
            cells += [_figure(data, values[play]) for play in plays]
            known = [int(calls) for play in plays if (calls := shown(data, places.CALLS[play])) is not None]
            whole = str(sum(known)) if known else NOTHING
            cells.append(Cell(whole, "value") if values is places.CALLS else Cell("", "figure"))
        rows.append(tuple(cells))
    return Grid("calls", "Play Call Distribution", (1.7, *[1.0] * 11), (1.7, 1.0, 1.0, 1.0), tuple(rows))


def scalars_grid(data: Data, widths: Weights, heights: Weights) -> Grid:
    """Pass/Rush Ratio, home field, Road Adj., audibles, No Huddle Quota, Muffed Snap and Rating (R3.7)."""
    labels = shipped_data("labels.toml")["figures"]
    cells: list[tuple[Cell | None, Cell | None]] = [
        (Cell(labels[name]["card"], "label"), _figure(data, value, "value"))
        for name, value in places.FIGURES.items()
        if labels[name]["card"]
    ]
    percent = shown(data, places.FIGURES["pass_percent"])
    rush = NOTHING if percent is None else str(100 - int(percent))
    cells.insert(1, (Cell("Rush %", "label"), Cell(rush, "value")))
    half = (len(cells) + 1) // 2
    rows: list[Row] = [
        spanned(Cell("RATIO, HOME FIELD, AUDIBLES, NO HUDDLE, MUFFED SNAP", "heading", across=4)),
        *((*left, *right) for left, right in zip(cells[:half], [*cells[half:], (None, None)], strict=True)),
    ]
    return Grid("scalars", "Ratings", (2.4, 0.8, 2.4, 0.8), (1.0,) * len(rows), tuple(rows))


#: What a team prints unless a job says otherwise.
TEAM_PARTS = {
    "team": "the team card: offense; defense and special teams",
    "supplement": "the supplement sheet for advanced play",
}
ONE = "one"
#: Where the title line is cut, as shares of its width: who, what, power rating.
_WHO, _RATED = 0.36, 0.70
#: Points: the square code, the white that cameras need beside it, and the line about the season.
_CODE, _QUIET, _ABOUT = 18.0, 4.0, 10.4
_RATING_KEY = "power_rating"
#: R28.17
_RATING = "Power ratings differ by the point spread."
#: Upright paper from this height on (tabloid, A3) holds two landscape sheets one above the other.
_TWO_SHEETS_TALL = 1150.0
_GRIDS: Mapping[str, Callable[[Data, Weights, Weights], Grid]] = {
    "offense": offense_grid,
    "defense": defense_grid,
    "special": special_grid,
    "coverage": coverage_grid,
    "supplement": supplement_grid,
    "calls": calls_grid,
    "scalars": scalars_grid,
}


def _matter(name: str, data: Data, layout: Layout, body: Box) -> list[Item]:
    weights = layout.data["columns"]
    return [
        Placed(_GRIDS[area["grid"]](data, weights.get(area["grid"], {}), layout.heights), body.part(*area["box"]))
        for area in layout.data["sheet"][name]["areas"]
        if data["supplement"] or area["grid"] not in ("supplement", "calls", "scalars")
    ]


def _title(
    name: str, chart: TeamChart, layout: Layout, band: Box, season: TeamSeason, code: str, key: str
) -> list[Item]:
    """The line above a sheet: the square code, who, what, how the season went, and the power rating."""
    team, height = chart.team, layout.points("title")
    what = layout.data["sheet"][name]["title"].upper()
    left, middle = band.part(0, 0, _WHO, 1), band.part(_WHO, 0, _RATED - _WHO, 1)
    who = Box(left.x + _CODE + _QUIET, band.y, left.width - _CODE - _QUIET, height)
    under = Box(middle.x, band.y + height - _ABOUT, middle.width, _ABOUT)
    rated = Box(band.x + _RATED * band.width, band.y, (1 - _RATED) * band.width, height)
    return [
        QrCode(code, Box(band.x, band.y, _CODE, _CODE)),
        Text(f"{chart.season} {team.city} {team.name}", who, "title", level=1),
        Text(what, Box(middle.x, band.y, middle.width, height - _ABOUT), "team_part", level=2),
        Text(f"{season.record} {_RATING}".strip(), under, "note_centre"),
        Text(f"Power rating {chart.power_rating}", rated, "title_right", key),
    ]


def holds_two(layout: Layout) -> bool:
    """Whether a whole team fits one side of the paper."""
    return layout.paper.height >= _TWO_SHEETS_TALL


def team_sheet(name: str, chart: TeamChart, layout: Layout, checksum: str, season: TeamSeason = UNKNOWN) -> Sheet:
    """One sheet of a team, by its name in the layout."""
    team, more = chart.team, BASIC if chart.supplement is None else SUPPLEMENT
    style, paper_name = layout.style.name, layout.paper.name
    foot = Foot(chart.season, team.code, team.city, team.name, name, more, style, paper_name, checksum)
    data, code = team_to_json(chart), foot.code_text()
    if name == ONE:
        paper, title = layout.paper, "team card"
        items = _both_halves(chart, data, layout, season, code)
    else:
        paper, title = layout.landscape, layout.data["sheet"][name]["title"]
        items = [
            *_title(name, chart, layout, paper.printable, season, code, _RATING_KEY),
            *_matter(name, data, layout, layout.body(paper)),
        ]
    return layout.sheet(
        paper,
        items,
        title=f"{chart.season} {team.code} {title}",
        about=foot.parts(),
        checksum=foot.checksum,
        accent=season.color,
        depth=1,
    )


def _both_halves(chart: TeamChart, data: Data, layout: Layout, season: TeamSeason, code: str) -> list[Item]:
    """Offense above defense and special teams on an upright tabloid sheet, each as large as on letter."""
    area = layout.paper.printable
    names = layout.data["card"]["team"]
    tall, title = (area.height - layout.points("foot")) / len(names), layout.points("title")
    items: list[Item] = []
    for number, name in enumerate(names):
        band = Box(area.x, area.y + number * tall, area.width, tall)
        body = Box(band.x, band.y + title, band.width, tall - title - layout.points("gap"))
        items += _title(name, chart, layout, band, season, code, _RATING_KEY if number == 0 else "")
        items += _matter(name, data, layout, body)
    return items


def team_sheets(
    chart: TeamChart,
    layout: Layout,
    what: Sequence[str],
    *,
    fit_one: bool = False,
    season: TeamSeason = UNKNOWN,
) -> list[Sheet]:
    """The sheets of a team in their order; a team without a supplement has none."""
    names: list[str] = []
    if "team" in what:
        names += [ONE] if fit_one and holds_two(layout) else layout.data["card"]["team"]
    if "supplement" in what and chart.supplement is not None:
        names += layout.data["card"]["supplement"]
    checksum = card_checksum(chart)
    sheets = [team_sheet(name, chart, layout, checksum, season) for name in names]
    if len(sheets) > 1:
        sheets[0] = replace(sheets[0], above=(f"{chart.team.city} {chart.team.name}",))
        return sheets
    return [replace(sheet, depth=0) for sheet in sheets]
