"""The sheets of one team as they are published: offense, defense, special teams and supplement (R3.1-R3.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from chartkit.paper import Box, Cell, Foot, Grid, Item, Layout, Placed, QrCode, Row, Sheet, Text
from chartkit.systems.ddf.cards.cells import (
    BASIC,
    DEFENSE_TOTALS,
    NARROW_ON_DICE,
    NOTHING,
    ON_DICE,
    SUPPLEMENT,
    TOTALS,
    by_tens,
    card_checksum,
    column_cells,
    dice_cells,
    formation_names,
    heading,
    marks_cells,
    play_groups,
    play_headings,
    printed_totals,
    result_cell,
    spanned,
)
from chartkit.systems.ddf.cards.job import UNKNOWN, TeamSeason
from chartkit.systems.ddf.charts import BLANK, Column, Kind, Marks, Supplement, TeamChart, columns

Weights = Mapping[str, float]
NO_CHART = "no chart"
#: The figures of R3.7: field of the supplement, label, and what it is read back as; in the order of the sheets.
FIGURES: tuple[tuple[str, str, type], ...] = (
    ("pass_percent", "Pass %", int),
    ("home_field_advantage", "Home Field Advantage", int),
    ("road_adjustment", "Road Adj.", int),
    ("offense_audibles", "Offense Audibles", int),
    ("defense_audibles", "Defense Audibles", int),
    ("no_huddle_quota", "No Huddle Quota", int),
    ("muffed_snap_percent", "Muffed Snap %", float),
    ("muffed_snap_rating", "Muffed Snap Rating", str),
)


def bold_rows(chart: TeamChart) -> str:
    """The totals whose 6-SHORT gain is bold, as the heading of Short Pass Big Play lists them (R3.6)."""
    bold = [total for total, result in chart.offense.columns["6-SHORT"].items() if result.bold]
    return printed_totals(bold)


def supplement_grid(chart: TeamChart, supplement: Supplement, widths: Weights, heights: Weights) -> Grid:
    """The 30-row charts of R3.6 side by side, in the order of the published sheets."""
    big_play, sack = supplement.short_pass_big_play, supplement.sack_rate
    blank = Column(TOTALS[0], (BLANK,) * len(TOTALS))
    body = [
        dice_cells(TOTALS),
        column_cells(big_play or blank, "supplement.short_pass_big_play"),
        *(
            marks_cells(Marks(symbol, getattr(supplement, field)), f"supplement.{field}")
            for field, symbol in columns.CANCELLATION.items()
        ),
        [
            Cell(cell.text, cell.look, cell.key, across=2)
            for cell in marks_cells(sack.marks if sack else Marks(), "supplement.sack_rate")
        ],
        marks_cells(supplement.fumble_recovery, "supplement.fumble_recovery"),
        *(
            marks_cells(supplement.penalty_influence[foul], f"supplement.penalty_influence.{foul}")
            for foul in columns.PENALTY_INFLUENCE
        ),
        *(
            _line_cells(supplement.line_of_scrimmage[foul], f"supplement.line_of_scrimmage.{foul}")
            for foul in columns.LINE_OF_SCRIMMAGE
        ),
    ]
    sack_place = 2 + len(columns.CANCELLATION)
    rows, tall = by_tens(body, heights["tens"])
    rows = [(*row[: sack_place + 1], None, *row[sack_place + 1 :]) for row in rows]
    groups = spanned(
        Cell(ON_DICE, "heading", down=2),
        Cell("SHORT PASS\nBIG PLAY", "heading"),
        Cell("CANCELLATION", "heading", across=len(columns.CANCELLATION)),
        Cell("DEF. SACK\nRATE", "heading", across=2),
        Cell("DEF. FUMBLE\nRECOVERY", "heading"),
        Cell("DEFENSE PENALTY\nINFLUENCE", "heading", across=len(columns.PENALTY_INFLUENCE)),
        Cell("LINE OF SCRIMMAGE\nPENALTY CHECK", "heading", across=len(columns.LINE_OF_SCRIMMAGE)),
    )
    bold = NO_CHART if big_play is None else f"bold {bold_rows(chart)}"
    names: Row = (
        None,
        Cell(bold, "group", "supplement.short_pass_big_play"),
        *(Cell(symbol.removeprefix("X"), "group") for symbol in columns.CANCELLATION.values()),
        Cell(f"SCK\n{sack.sack_yards if sack else NOTHING}", "group", "supplement.sack_rate.sack_yards"),
        Cell(
            f"QR\n{_signed(sack.scramble_yards) if sack else NOTHING}",
            "group",
            "supplement.sack_rate.scramble_yards",
        ),
        Cell("G / NG", "group"),
        *(Cell(foul, "group") for foul in columns.PENALTY_INFLUENCE),
        *(Cell(foul, "group") for foul in columns.LINE_OF_SCRIMMAGE),
    )
    return Grid(
        "supplement",
        "Supplement",
        (
            widths["dice"],
            widths["big_play"],
            *[widths["cancel"]] * len(columns.CANCELLATION),
            *[widths["sack"] / 2] * 2,
            widths["fumble"],
            *[widths["influence"]] * len(columns.PENALTY_INFLUENCE),
            *[widths["line"]] * len(columns.LINE_OF_SCRIMMAGE),
        ),
        (heights["group"] * 2, heights["heading"], *tall),
        (groups, names, *rows),
        heading_rows=2,
    )


def _line_cells(post: frozenset[int], key: str) -> list[Cell]:
    """`Pre` and `Post` (R28.4): both are yellow by the guide, `Post` bold, so that the rare one is seen."""
    return [
        Cell(str(Kind.POST if total in post else Kind.PRE), "yellow", f"{key}.{total}", bold=total in post)
        for total in TOTALS
    ]


def _signed(yards: int) -> str:
    return f"+{yards}" if yards > 0 else str(yards)


def calls_grid(supplement: Supplement) -> Grid:
    """Play Call Distribution (totals, quota) and the Solitaire Charts (R3.7)."""

    def figures(plays: tuple[str, ...], group: str) -> list[list[Cell]]:
        calls = supplement.play_calls
        known = [calls[play].calls for play in plays if play in calls]
        solitaire = {play: f"{a}-{b}" if a != b else str(a) for play, (a, b) in supplement.solitaire.items()}
        return [
            [
                *(
                    _figure(calls[p].calls if p in calls else None, f"supplement.play_calls.{p}.calls")
                    for p in plays
                ),
                Cell(str(sum(known)) if known else NOTHING, "value"),
            ],
            [
                *(
                    _figure(calls[p].quota if p in calls else None, f"supplement.play_calls.{p}.quota")
                    for p in plays
                ),
                Cell("", "figure"),
            ],
            [
                *(_figure(solitaire.get(play), f"supplement.solitaire.{group}.{play}") for play in plays),
                Cell("", "figure"),
            ],
        ]

    runs, passes = figures(columns.RUNS, "run"), figures(columns.PASSES, "pass")
    labels = ("Season calls", "Quota a game", "Solitaire")
    head: Row = (
        Cell("PLAY CALLS", "heading"),
        *(Cell(heading(play), "heading") for play in columns.RUNS),
        Cell("ALL\nRUNS", "heading"),
        *(Cell(heading(play), "heading") for play in columns.PASSES),
        Cell("ALL\nPASSES", "heading"),
    )
    rows: list[Row] = [
        (Cell(label, "label"), *run, *throw) for label, run, throw in zip(labels, runs, passes, strict=True)
    ]
    return Grid("calls", "Play Call Distribution", (1.7, *[1.0] * 11), (1.7, 1.0, 1.0, 1.0), (head, *rows))


def _figure(value: object, key: str) -> Cell:
    return Cell(NOTHING if value is None else str(value), "figure", key)


def scalars_grid(supplement: Supplement) -> Grid:
    """Pass/Rush Ratio, home field, Road Adj., audibles, No Huddle Quota, Muffed Snap and Rating (R3.7)."""
    cells = [
        (Cell(label, "label"), Cell(str(_value(supplement, field)), "value", f"supplement.{field}"))
        for field, label, _ in FIGURES
    ]
    percent = supplement.pass_percent
    rush = NOTHING if percent is None else str(100 - percent)
    cells.insert(1, (Cell("Rush %", "label"), Cell(rush, "value")))
    half = (len(cells) + 1) // 2
    rows: list[Row] = [
        spanned(Cell("RATIO, HOME FIELD, AUDIBLES, NO HUDDLE, MUFFED SNAP", "heading", across=4)),
        *((*left, *right) for left, right in zip(cells[:half], [*cells[half:], (None, None)], strict=True)),
    ]
    return Grid("scalars", "Ratings", (2.4, 0.8, 2.4, 0.8), (1.0,) * len(rows), tuple(rows))


def _value(supplement: Supplement, field: str) -> object:
    value = getattr(supplement, field)
    return NOTHING if value is None else value


_TALL = len(TOTALS) + 2  # thirty rows and the two gaps between the tens

_SPECIAL_HEADINGS = {
    columns.KICKOFF: "KICK-\nOFF",
    columns.KICKOFF_RETURN: "KICKOFF\nRETURN",
    columns.PUNT: "PUNT",
    columns.PUNT_RETURN: "PUNT\nRETURN",
    columns.FUMBLE_RETURN: "FUMBLE\nRETURN",
    columns.INTERCEPTION_RETURN: "INT\nRETURN",
    columns.FIELD_GOAL: "FIELD\nGOAL",
}
_COVERAGE_HEADINGS = {
    columns.KICK_COVERAGE: "KICK\nCOVG.",
    columns.PUNT_COVERAGE: "PUNT\nCOVG.",
    columns.QT_CONTAINMENT: "QT\nCONTAIN",
    columns.FG_ADJUSTMENT: "FG\nADJ",
}


def offense_grid(chart: TeamChart, widths: Weights, heights: Weights) -> Grid:
    """# ON DICE, plays 1-9, B, QT, and # ON DICE again, coloured for fumble recovery (R3.2)."""
    recovered = chart.offense.fumble_recovered
    lost = frozenset(TOTALS) - recovered
    body = [column_cells(chart.offense.columns[name], f"offense.columns.{name}") for name in columns.OFFENSE]
    strip = Cell(
        f"Fumble Recovered {printed_totals(recovered)} * Lost Ball {printed_totals(lost)}",
        "strip",
        "offense.fumble_recovered",
        down=_TALL,
        turned=True,
    )
    rows, tall = by_tens([dice_cells(TOTALS), *body, dice_cells(TOTALS, red=lost)], heights["tens"], [strip])
    top: Row = (
        Cell(ON_DICE, "heading", down=2),
        *spanned(*play_groups()),
        Cell("B", "heading", down=2),
        Cell("QT", "heading", down=2),
        Cell(ON_DICE, "heading", down=2),
        None,
    )
    names: Row = (None, *play_headings(), None, None, None, None)
    return Grid(
        "offense",
        "Offense",
        (
            widths["dice"],
            *[widths["play"]] * len(columns.PLAYS),
            widths["breakaway"],
            widths["trapped"],
            widths["dice"],
            widths["strip"],
        ),
        (heights["group"], heights["heading"], *tall),
        (top, names, *rows),
        heading_rows=2,
    )


def defense_grid(chart: TeamChart, widths: Weights, heights: Weights) -> Grid:
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
        plays = chart.defense[formation]
        for index, total in enumerate(DEFENSE_TOTALS):
            cells = [
                result_cell(plays[play][total], f"defense.{formation}.{play}.{total}") for play in columns.PLAYS
            ]
            rows.append((beside.get(index), Cell(str(total), "dice"), *cells))
            tall.append(1.0)
    return Grid(
        "defense",
        "Defense",
        (widths["formation"], widths["dice"], *[widths["play"]] * len(columns.PLAYS)),
        tuple(tall),
        tuple(rows),
        heading_rows=2,
    )


def special_grid(chart: TeamChart, widths: Weights, heights: Weights) -> Grid:
    """Seven columns, then # ON DICE coloured for the PAT kick (R3.4)."""
    special = chart.special_teams
    missed = frozenset(TOTALS) - special.pat_good
    body = [column_cells(special.columns[n], f"special_teams.columns.{n}") for n in columns.SPECIAL_TEAMS]
    strip = Cell(
        f"PAT Good {printed_totals(special.pat_good)} * Missed {printed_totals(missed)}",
        "strip",
        "special_teams.pat_good",
        down=_TALL,
        turned=True,
    )
    rows, tall = by_tens([*body, dice_cells(TOTALS, red=missed)], heights["tens"], [strip])
    top: Row = (
        *(Cell(_SPECIAL_HEADINGS[name], "heading") for name in columns.SPECIAL_TEAMS),
        NARROW_ON_DICE,
        None,
    )
    return Grid(
        "special",
        "Special teams",
        (*[widths["column"]] * len(columns.SPECIAL_TEAMS), widths["dice"], widths["strip"]),
        (heights["group"] + heights["heading"], *tall),
        (top, *rows),
    )


def coverage_grid(chart: TeamChart, widths: Weights, heights: Weights) -> Grid:
    """Kick Covg., Punt Covg., QT Contain and FG Adj, one under the other (R3.5)."""
    rows: list[Row] = []
    tall: list[float] = []
    for name in columns.COVERAGE:
        if rows:
            rows.append((None, None))
            tall.append(heights["coverage"])
        rows.append(spanned(Cell(_COVERAGE_HEADINGS[name], "heading", across=2)))
        tall.append(heights["heading"])
        cells = column_cells(chart.special_teams.coverage[name], f"special_teams.coverage.{name}")
        rows += [(Cell(str(total), "dice"), cell) for total, cell in zip(DEFENSE_TOTALS, cells, strict=True)]
        tall += [1.0] * len(cells)
    return Grid("coverage", "Coverage", (widths["dice"], widths["cell"]), tuple(tall), tuple(rows))


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


def _title(
    name: str, chart: TeamChart, layout: Layout, band: Box, season: TeamSeason, code: str, key: str
) -> list[Item]:
    """The line above a sheet: the square code, who, what, how the season went, and the power rating."""
    team, height = chart.team, layout.points("title")
    who = f"{chart.season} {team.city} {team.name}"
    what = layout.data["sheet"][name]["title"].upper()
    about = f"{season.record} {_RATING}".strip()
    left, middle = band.part(0, 0, _WHO, 1), band.part(_WHO, 0, _RATED - _WHO, 1)
    under = Box(middle.x, band.y + height - _ABOUT, middle.width, _ABOUT)
    return [
        QrCode(code, Box(band.x, band.y, _CODE, _CODE)),
        Text(who, Box(left.x + _CODE + _QUIET, band.y, left.width - _CODE - _QUIET, height), "title", level=1),
        Text(what, Box(middle.x, band.y, middle.width, height - _ABOUT), "team_part", level=2),
        Text(about, under, "note_centre"),
        Text(
            f"Power rating {chart.power_rating}",
            Box(band.x + _RATED * band.width, band.y, (1 - _RATED) * band.width, height),
            "title_right",
            key,
        ),
    ]


def _foot(name: str, chart: TeamChart, layout: Layout, checksum: str) -> Foot:
    team, more = chart.team, BASIC if chart.supplement is None else SUPPLEMENT
    style, paper = layout.style.name, layout.paper.name
    return Foot(chart.season, team.code, team.city, team.name, name, more, style, paper, checksum)


def holds_two(layout: Layout) -> bool:
    """Whether a whole team fits one side of the paper."""
    return layout.paper.height >= _TWO_SHEETS_TALL


def parts(layout: Layout, what: Sequence[str]) -> list[str]:
    """The sheets that a team's parts (`team`, `supplement`) take in this layout."""
    return [name for part in ("team", "supplement") if part in what for name in layout.data["card"][part]]


def team_sheet(name: str, chart: TeamChart, layout: Layout, checksum: str, season: TeamSeason = UNKNOWN) -> Sheet:
    """One sheet of a team, by its name in the layout."""
    foot = _foot(name, chart, layout, checksum)
    code = foot.code_text()
    if name == ONE:
        paper, title = layout.paper, "team card"
        items = _both_halves(chart, layout, season, code)
    else:
        paper, title = layout.landscape, layout.data["sheet"][name]["title"]
        items = [
            *_title(name, chart, layout, paper.printable, season, code, _RATING_KEY),
            *_matter(name, chart, layout, layout.body(paper)),
        ]
    return layout.sheet(
        paper,
        items,
        title=f"{chart.season} {chart.team.code} {title}",
        about=foot.parts(),
        checksum=foot.checksum,
        accent=season.color,
        depth=1,
    )


def team_sheets(
    chart: TeamChart,
    layout: Layout,
    what: Sequence[str],
    *,
    fit_one: bool = False,
    season: TeamSeason = UNKNOWN,
) -> list[Sheet]:
    """The sheets of a team in their order; a team without a supplement has none."""
    wanted = [part for part in what if part != "supplement" or chart.supplement is not None]
    names = parts(layout, wanted)
    if fit_one and "team" in wanted and holds_two(layout):
        names = [ONE, *parts(layout, [part for part in wanted if part != "team"])]
    checksum = card_checksum(chart)
    sheets = [team_sheet(name, chart, layout, checksum, season) for name in names]
    if len(sheets) > 1:
        sheets[0] = replace(sheets[0], above=(f"{chart.team.city} {chart.team.name}",))
        return sheets
    return [replace(sheet, depth=0) for sheet in sheets]


def _both_halves(chart: TeamChart, layout: Layout, season: TeamSeason, code: str) -> list[Item]:
    """Offense above defense and special teams on an upright tabloid sheet, each as large as on letter."""
    area = layout.paper.printable
    names = layout.data["card"]["team"]
    tall, title = (area.height - layout.points("foot")) / len(names), layout.points("title")
    items: list[Item] = []
    for number, name in enumerate(names):
        band = Box(area.x, area.y + number * tall, area.width, tall)
        body = Box(band.x, band.y + title, band.width, tall - title - layout.points("gap"))
        items += _title(name, chart, layout, band, season, code, _RATING_KEY if number == 0 else "")
        items += _matter(name, chart, layout, body)
    return items
