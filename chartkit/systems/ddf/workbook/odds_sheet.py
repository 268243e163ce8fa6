"""The Odds sheet: live formulas that follow the cells as a person types, beside what stood there before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from openpyxl.styles import Alignment, Font, PatternFill

from chartkit.systems.ddf import columns, dice
from chartkit.systems.ddf.chart import Column, TeamChart
from chartkit.systems.ddf.result import DEFENSE_FOULS, OFFENSE_FOULS, Kind, Result
from chartkit.systems.ddf.workbook import layout

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

#: Figure -> the cells it counts, as a spreadsheet asks; {r} is the column's range, {y} its yards.
_SHARES: dict[str, str] = {
    "Gain": "({y}>0)*ISNUMBER({y})",
    "No gain": "({y}=0)*ISNUMBER({y})",
    "Loss": "({y}<0)*ISNUMBER({y})",
    "TD": '({r}="TD")',
    "B": '({r}="B")',
    "INC": '({r}="INC")',
    "QT": '({r}="QT")',
    "INT": '(LEFT({r},3)="INT")',
    "F": '(LEFT({r},1)="F")*(LEFT({r},2)<>"FC")',
    "Offense foul": '(LEFT({r},3)="OFF")',
    "Defense foul": '((LEFT({r},3)="DEF")+(LEFT({r},2)="PI"))',
    "Out of bounds": '(RIGHT(SUBSTITUTE({r},"!",""),1)="*")*(LEFT({r},3)<>"OFF")',
}
MEAN, COMPLETION = "Mean yards", "Completion"
FIGURES = (*_SHARES, COMPLETION, MEAN)
_COUNTS: dict[str, frozenset[Kind]] = {
    "TD": frozenset({Kind.TOUCHDOWN}),
    "B": frozenset({Kind.BREAKAWAY}),
    "INC": frozenset({Kind.INCOMPLETE}),
    "QT": frozenset({Kind.TRAPPED}),
    "INT": frozenset({Kind.INTERCEPTION}),
    "F": frozenset({Kind.FUMBLE}),
    "Offense foul": OFFENSE_FOULS,
    "Defense foul": DEFENSE_FOULS,
}
_YARDS_LEFT, _WEIGHT = 4, "Dice!$B$3:$B$32"
_FONT = "Arial"
_FILL = PatternFill("solid", fgColor="1F3864")


def _counts(figure: str, cell: Result) -> bool:
    yards = cell.kind is Kind.YARDS
    match figure:
        case "Gain":
            return yards and cell.yards > 0
        case "No gain":
            return yards and cell.yards == 0
        case "Loss":
            return yards and cell.yards < 0
        case "Out of bounds":
            return cell.out_of_bounds
    return cell.kind in _COUNTS[figure]


def figures(column: Column, *, is_pass: bool) -> dict[str, float | None]:
    """The figures of a column as the Odds sheet's formulas compute them."""
    ways = dice.OFFENSIVE.ways
    found: dict[str, float | None] = {
        name: sum(ways[total] for total, cell in column.items() if _counts(name, cell)) / dice.OFFENSIVE.outcomes
        for name in _SHARES
    }
    number = sum(ways[total] for total, cell in column.items() if cell.kind is Kind.YARDS)
    yards = sum(ways[total] * cell.yards for total, cell in column.items() if cell.kind is Kind.YARDS)
    found[MEAN] = yards / number if number else None
    done = sum(found[name] or 0 for name in ("Gain", "No gain", "Loss", "TD", "F"))
    thrown = done + (found["INC"] or 0) + (found["INT"] or 0)
    found[COMPLETION] = done / thrown if is_pass and thrown else None
    return found


def _write_dice(sheet: Worksheet) -> None:
    """Dice weights, and the yards of every offense cell as a number or nothing."""
    sheet["A1"] = "Dice weights, and the yards of each offense cell; the Odds sheet reads them."
    sheet.cell(2, 1, "# ON DICE")
    sheet.cell(2, 2, "of 216")
    for row, (total, ways) in enumerate(dice.OFFENSIVE.ways.items(), 3):
        sheet.cell(row, 1, total)
        sheet.cell(row, 2, ways)
    for index, name in enumerate(columns.OFFENSE):
        sheet.cell(2, _YARDS_LEFT + index, name)
        for row in range(3, 3 + len(layout.THIRTY)):
            cell = f"{layout.OFFENSE}!{layout.letter(2 + index)}{row + layout.FIRST_ROW - 3}"
            # VALUE("(9)") is -9 in a spreadsheet, but a forced gain is no plain number.
            formula = (
                f'=IF(LEFT({cell}&"",1)="(","",IF({cell}&""="",0,'
                f'IFERROR(VALUE(SUBSTITUTE(SUBSTITUTE({cell}&"","*",""),"!","")),"")))'
            )
            sheet.cell(row, _YARDS_LEFT + index, formula)


def _live(figure: str, index: int, row: int) -> str:
    results = f"{layout.OFFENSE}!${layout.letter(2 + index)}$5:${layout.letter(2 + index)}$34"
    yards = f"Dice!${layout.letter(_YARDS_LEFT + index)}$3:${layout.letter(_YARDS_LEFT + index)}$32"
    if figure == MEAN:
        return f'=IFERROR(SUMPRODUCT({_WEIGHT},{yards})/SUMPRODUCT({_WEIGHT}*ISNUMBER({yards})),"")'
    if figure == COMPLETION:
        if columns.OFFENSE[index] not in columns.PASSES:
            return ""
        at = {name: f"{layout.letter(2 + place)}{row}" for place, name in enumerate(_SHARES)}
        done = f"({at['Gain']}+{at['No gain']}+{at['Loss']}+{at['TD']}+{at['F']})"
        return f'=IFERROR({done}/({done}+{at["INC"]}+{at["INT"]}),"")'
    return f"=SUMPRODUCT({_WEIGHT}*{_SHARES[figure].format(r=results, y=yards)})/216"


def _head(sheet: Worksheet, row: int, title: str) -> None:
    sheet.cell(row, 1, title).font = Font(name=_FONT, bold=True, size=12)
    for column, text in enumerate(("Column", *FIGURES), 1):
        cell = sheet.cell(row + 1, column, text)
        cell.font, cell.fill = Font(name=_FONT, bold=True, color="FFFFFF"), _FILL
        cell.alignment = Alignment(horizontal="center", wrap_text=True)


def add(book: Workbook, chart: TeamChart, real: Mapping[str, Mapping[str, float]]) -> None:
    """Add the Odds sheet and the Dice sheet that it reads."""
    sheet = book.create_sheet(layout.ODDS)
    height = len(columns.OFFENSE) + 3
    _head(sheet, 1, "Now: follows the Offense sheet as you type (the chart alone, before the defense's dice)")
    _head(sheet, 1 + height, "As exported")
    if real:
        _head(sheet, 1 + 2 * height, "The real season (final results, the defenses met included)")
    for index, name in enumerate(columns.OFFENSE):
        row = 3 + index
        before = figures(chart.offense.columns[name], is_pass=name in columns.PASSES)
        for block in range(3 if real else 2):
            sheet.cell(row + block * height, 1, name).font = Font(name=_FONT, bold=True)
        for column, figure in enumerate(FIGURES, 2):
            shown = "0.00" if figure == MEAN else "0.0%"
            sheet.cell(row, column, _live(figure, index, row) or None).number_format = shown
            sheet.cell(row + height, column, before[figure]).number_format = shown
            if real:
                sheet.cell(row + 2 * height, column, real.get(name, {}).get(figure)).number_format = shown
    sheet.freeze_panes = "B3"
    sheet.column_dimensions["A"].width = 18
    for column in range(2, len(FIGURES) + 2):
        sheet.column_dimensions[layout.letter(column)].width = 10.5
    _write_dice(book.create_sheet(layout.DICE))
