"""The grids of a team card: offense, defense, special teams, coverage (R3.2-R3.5), as on the published sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chartkit.paper.grid import Cell, Grid, Row
from chartkit.systems.ddf import columns
from chartkit.systems.ddf.cards.cells import (
    DEFENSE_TOTALS,
    NARROW_ON_DICE,
    ON_DICE,
    TOTALS,
    by_tens,
    column_cells,
    dice_cells,
    formation_names,
    play_groups,
    play_headings,
    printed_totals,
    result_cell,
    spanned,
)
from chartkit.systems.ddf.chart import TeamChart

Weights = Mapping[str, float]
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
