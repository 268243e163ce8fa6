"""Parts of a sheet: results as cells in the colour of the guide (R4.2), and the foot of a team's sheet."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from chartkit.paper import Cell, Foot, Row, foot_pattern, has_team_foot, seal, span
from chartkit.systems.ddf.charts import (
    BLANK,
    PASSES,
    RUNS,
    Column,
    Marks,
    Result,
    TeamChart,
    chart_checksum,
    dice,
    parse,
)
from chartkit.systems.ddf.data import shipped_data

TOTALS, DEFENSE_TOTALS = dice.OFFENSIVE.totals, dice.DEFENSIVE.totals
ON_DICE = "#\nON\nDICE"
NOTHING = "–"
#: The same over a column that is too narrow for it.
NARROW_ON_DICE = Cell("# ON DICE", "heading", turned=True)


def result_cell(result: Result, key: str = "") -> Cell:
    """A result: blank for no gain (R4.1), bold where the result is (R4.2)."""
    if result == BLANK:
        return Cell("", "white", key)
    text = str(result)
    return Cell(text.replace("!", ""), result.colour.value, key, bold=result.bold)


def column_cells(column: Column, key: str) -> list[Cell]:
    """A column of a chart, each cell with its key."""
    return [result_cell(result, f"{key}.{total}") for total, result in column.items()]


def marks_cells(marks: Marks, key: str) -> list[Cell]:
    """One symbol on some totals, the others blank (R3.6)."""
    symbol = parse(marks.result)
    return [result_cell(symbol if total in marks.on else BLANK, f"{key}.{total}") for total in TOTALS]


def dice_cells(totals: Iterable[int], red: Collection[int] | None = None) -> list[Cell]:
    """A # ON DICE column; with `red` it doubles as a chart: white good, red bad (R3.2, R3.4)."""
    if red is None:
        return [Cell(str(total), "dice") for total in totals]
    return [Cell(str(total), "red" if total in red else "white", bold=True) for total in totals]


def printed_totals(totals: Collection[int]) -> str:
    """A dice set as the sheets print it: `10,11,30-39`; two neighbours are no range."""
    if not totals:
        return "none"
    runs: list[list[int]] = []
    for total in sorted(totals):
        if runs and runs[-1][-1] == total - 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)


def heading(name: str) -> str:
    """`1-LINE PLUNGE` over several lines, as a heading of a narrow column."""
    number, _, words = name.partition("-")
    return "\n".join([number, *words.split(" ")]) if words else name.replace(" ", "\n")


def play_groups() -> list[Cell]:
    """The line above the plays."""
    return [
        Cell("RUSHING PLAYS 1-4", "group", across=len(RUNS)),
        Cell("PASSING PLAYS 5-9", "group", across=len(PASSES)),
    ]


def play_headings() -> list[Cell]:
    """The plays as headings."""
    return [Cell(heading(play), "heading") for play in RUNS + PASSES]


def by_tens(columns: list[list[Cell]], gap: float, after: Iterable[Cell] = ()) -> tuple[list[Row], list[float]]:
    """The 30 rows of a chart with a small gap between the tens; `after` are tall cells at the right end."""
    tall, width = list(after), len(columns)
    rows: list[Row] = []
    heights: list[float] = []
    for index, cells in enumerate(zip(*columns, strict=True)):
        if index in (10, 20):
            rows.append((None,) * (width + len(tall)))
            heights.append(gap)
        rows.append((*cells, *(tall if index == 0 else [None] * len(tall))))
        heights.append(1.0)
    return rows, heights


def spanned(*cells: Cell) -> Row:
    """One row of cells of any width."""
    return tuple(span(cells))


def formation_names() -> dict[str, dict[str, str]]:
    """Letter, name and personnel of each formation (R3.3)."""
    names: dict[str, dict[str, str]] = shipped_data("formations.json")["formations"]
    return names


# The foot of a team's sheet, and the checksum of the chart on it.


SUPPLEMENT, BASIC = "with supplement", "basic"
_TEAM = foot_pattern(rf"(?P<sheet>\w+), (?P<more>{SUPPLEMENT}|{BASIC})")
#: How cards said it before they carried a checksum.
_UNSEALED = re.compile(
    r"chartkit \| ddf \| (?P<sheet>\w+) \| (?P<style>\S+) \| (?P<paper>\S+) \| (?P<season>[0-9]{1,4}) \| "
    r"(?P<code>[^|\s]+) \| (?P<city>[^|\r\n]*) \| (?P<name>[^|\r\n]*) \| (?P<more>supplement|basic)(?!\w)"
)


def card_checksum(chart: TeamChart) -> str:
    """The checksum that is printed on the sheets of a chart: `3F9A-1C22-7B`."""
    return seal(chart_checksum(chart))


def read_foot(text: str) -> Foot | None:
    """The foot in the text of a page, if it is a team's sheet."""
    match = _TEAM.search(text) or _UNSEALED.search(text)
    return None if match is None else Foot.of(match)


def is_damaged(text: str) -> bool:
    """Whether a page has the foot of a team's sheet that cannot be read any more."""
    return read_foot(text) is None and has_team_foot(text)
