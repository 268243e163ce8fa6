"""Write a team's charts as a workbook that a person can edit, with odds that follow what is typed."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import IllegalCharacterError
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties

from chartkit.errors import InputError
from chartkit.league import read_made
from chartkit.systems.base import ExportedWorkbook
from chartkit.systems.ddf.charts import (
    DEFENSE_FOULS,
    OFFENSE_FOULS,
    Column,
    TeamChart,
    column_odds,
    columns,
    dice,
    team_to_json,
    team_to_text,
)
from chartkit.systems.ddf.charts.places import Said, Value, What, shown
from chartkit.systems.ddf.validate import load_team_chart
from chartkit.systems.ddf.workbook import layout
from chartkit.systems.ddf.workbook.layout import Slot
from chartkit.systems.game_files import CHARTS

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

#: The colours of R4.2 as fill and ink, pale enough to read and type on.
FILLS = {
    "yellow": ("FFF2CC", "7F6000"),
    "black": ("262626", "FFFFFF"),
    "orange": ("F8CBAD", "843C0C"),
    "red": ("F4C7C3", "9C0006"),
    "green": ("D9EAD3", "0B5D1E"),
}
#: How a spreadsheet tells a cell's colour while a person types; {c} is the cell.
_COLOUR_RULES = (
    ("yellow", 'OR(LEFT({c},3)="OFF",LEFT({c},3)="DEF",LEFT({c},2)="PI",{c}="Pre",{c}="Post")'),
    ("black", '{c}="INC"'),
    ("orange", 'LEFT({c},1)="X"'),
    ("red", 'OR({c}="QT",{c}="NG",{c}="SCK",{c}="lost",{c}="missed",LEFT({c},3)="INT",LEFT({c},2)="BK")'),
    ("red", 'AND(LEFT({c},1)="F",LEFT({c},2)<>"FC")'),
    ("red", 'OR(LEFT({c},1)="-",LEFT({c},2)="(-")'),
    ("green", 'AND({c}<>"",{c}<>"FC",{c}<>"(0)",{c}&""<>"0")'),
)
_FONT = "Arial"
_THIN = Side(style="thin", color="BFBFBF")
_FRAME = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_HEAD = PatternFill("solid", fgColor="1F3864")
_SIDE = PatternFill("solid", fgColor="E7E6E6")
_MIDDLE = Alignment(horizontal="center", vertical="center", wrap_text=True)
_WIDTHS = {layout.OFFENSE: 11.5, layout.DEFENSE: 12.5, layout.SPECIAL: 15, layout.SUPPLEMENT: 13}
#: Columns that hold labels.
_WIDE = {
    (layout.DEFENSE, 1): 17,
    (layout.SUPPLEMENT, layout.SCALAR_COLUMN): 24,
    (layout.SUPPLEMENT, layout.CALLS_COLUMN): 17,
    (layout.SUPPLEMENT, layout.SCALAR_COLUMN - 1): 3,
    (layout.SUPPLEMENT, layout.CALLS_COLUMN - 1): 3,
    (layout.SPECIAL, 10): 3,
}
#: Excel allows a list of at most this many characters, and shorter input messages.
_MOST_LIST, _MOST_MESSAGE = 255, 254
#: The longest text that fits one cell of the sheet that keeps the chart as exported.
_KEPT_CHUNK = 30_000


def _put(sheet: Worksheet, row: int, column: int, value: str | int | float | None) -> Cell | MergedCell:
    """Write a value of the chart; a text that begins with `=` is a text, never a formula."""
    try:
        cell = sheet.cell(row, column, value)
    except IllegalCharacterError as error:
        raise InputError(
            f"{value!r} has a control character, which no workbook can hold.", remedy="Remove it from the chart."
        ) from error
    if isinstance(value, str):
        cell.data_type = "s"
    return cell


def _add_styles(book: Workbook) -> None:
    for style in (
        NamedStyle(
            "chart heading",
            font=Font(bold=True, color="FFFFFF", size=10),
            fill=_HEAD,
            alignment=_MIDDLE,
            border=_FRAME,
        ),
        NamedStyle(
            "chart side", font=Font(name=_FONT, bold=True, size=10), fill=_SIDE, alignment=_MIDDLE, border=_FRAME
        ),
        # As text, so that (9) stays a forced gain and 1-7 is not a date.
        NamedStyle(
            "chart text", font=Font(name=_FONT, size=10), number_format="@", alignment=_MIDDLE, border=_FRAME
        ),
        NamedStyle("chart number", font=Font(name=_FONT, size=10), alignment=_MIDDLE, border=_FRAME),
    ):
        book.add_named_style(style)


def _write(sheets: Mapping[str, Worksheet], data: Mapping[str, Any]) -> None:
    """The fixed texts and the values of the chart."""
    for place in layout.contents():
        sheet = sheets[place.sheet]
        if isinstance(place, layout.Heading):
            cell = sheet.cell(place.row, place.column)
            cell.value = int(place.text) if place.text.isdigit() else place.text
            cell.style = "chart side" if place.side else "chart heading"
        else:
            number = place.value.what in (What.WHOLE, What.NUMBER)
            cell = _put(sheet, place.row, place.column, to_cell(data, place.value))
            cell.style = "chart number" if number else "chart text"


def _input_rule(value: Value) -> DataValidation:
    words, limits = ",".join(layout.legal_words(value)), layout.limits(value)
    if limits:
        rule = DataValidation("whole", operator="between", formula1=str(limits[0]), formula2=str(limits[1]))
        rule.showErrorMessage = True
    elif words and len(words) <= _MOST_LIST:
        rule = DataValidation("list", formula1=f'"{words}"')
        # A result may also carry a number, which no list can hold; marks may not.
        rule.showErrorMessage = value.what is not What.RESULT
    else:
        rule = DataValidation()
        rule.showErrorMessage = False
    rule.allow_blank = True
    rule.showInputMessage = True
    rule.promptTitle = "Legal here"
    rule.prompt = layout.legal_in_words(value)[:_MOST_MESSAGE]
    rule.errorTitle, rule.error = "Not legal here", f"Legal: {rule.prompt}"[:_MOST_MESSAGE]
    return rule


def _add_input_rules(sheets: Mapping[str, Worksheet]) -> None:
    def group(slot: Slot) -> tuple[str, int, str, str]:
        return slot.sheet, slot.column, layout.legal_in_words(slot.value), slot.value.what.value

    for (sheet, column, _, _), found in groupby(sorted(layout.slots(), key=group), key=group):
        cells = sorted(found, key=lambda slot: slot.row)
        rule, letter = _input_rule(cells[0].value), get_column_letter(column)
        # Cells of one rule that stand under each other make one area: row minus place is the same for all of them.
        for _, run in groupby(enumerate(cells), key=lambda item: item[1].row - item[0]):
            rows = [slot.row for _, slot in run]
            rule.add(f"{letter}{rows[0]}:{letter}{rows[-1]}")
        sheets[sheet].add_data_validation(rule)


#: Where results and marks stand, whose colours follow what the person types.
_COLOURED = (
    (layout.OFFENSE, "B5:L34"),
    (layout.DEFENSE, "C5:K34"),
    (layout.SPECIAL, "B5:H34"),
    (layout.SUPPLEMENT, "B5:K34"),
    (layout.OFFENSE, "N5:N34"),
    (layout.SPECIAL, "I5:I34"),
    (layout.SPECIAL, "L5:O9"),
    (layout.SUPPLEMENT, "L5:M34"),
)


def _colour(sheet: Worksheet, area: str) -> None:
    for name, formula in _COLOUR_RULES:
        fill, ink = FILLS[name]
        style = DifferentialStyle(
            font=Font(color=ink, bold=name == "black"), fill=PatternFill("solid", bgColor=fill)
        )
        asked = [formula.format(c=area.partition(":")[0])]
        rule = Rule(type="expression", formula=asked, stopIfTrue=True, dxf=style)
        sheet.conditional_formatting.add(area, rule)


def _shape(sheet: Worksheet, freeze: str) -> None:
    sheet.freeze_panes = freeze
    sheet.row_dimensions[layout.FIRST_ROW - 1].height = 42
    sheet.sheet_view.zoomScale = 90
    for column in range(1, sheet.max_column + 1):
        width = _WIDE.get((sheet.title, column), _WIDTHS[sheet.title])
        sheet.column_dimensions[get_column_letter(column)].width = width


def _keep(sheet: Worksheet, text: str) -> None:
    """Keep the chart as exported, so that an import can say what the person changed."""
    sheet["A1"] = "The chart as it was exported. chartkit compares with it on import; please leave it alone."
    for row, start in enumerate(range(0, len(text), _KEPT_CHUNK), 2):
        _put(sheet, row, 1, text[start : start + _KEPT_CHUNK]).number_format = "@"
    sheet.sheet_state = "hidden"


def to_cell(data: Mapping[str, Any], value: Value) -> Said:
    """What the workbook shows for a value of the chart; None is an empty cell."""
    said = shown(data, value)
    if value.what is not What.RESULT or said is None:
        return said
    # R4.1: no gain is an empty white cell on paper and in a workbook; but an empty Big Play column is no chart.
    if said == "0":
        return 0 if value.in_supplement else None
    return int(said) if str(said).lstrip("-").isdigit() else str(said)


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
#: Figures that the odds of a column count under another name.
_COUNTED = {"Gain": "gain", "No gain": "no gain", "Loss": "loss"}
_YARDS_LEFT, _WEIGHT = 4, "Dice!$B$3:$B$32"


def column_figures(column: Column, *, is_pass: bool) -> dict[str, float | None]:
    """The figures of a column as the Odds sheet's formulas compute them."""
    odds = column_odds(column)
    counts = {
        **{name: odds.counts[share] for name in _SHARES if (share := _COUNTED.get(name, name)) in odds.counts},
        "Offense foul": odds.count(lambda end: end.result.kind in OFFENSE_FOULS),
        "Defense foul": odds.count(lambda end: end.result.kind in DEFENSE_FOULS),
        "Out of bounds": odds.count(lambda end: end.result.out_of_bounds),
    }
    found: dict[str, float | None] = {name: counts[name] / odds.outcomes for name in _SHARES}
    found[MEAN] = None if odds.yards.mean is None else float(odds.yards.mean)
    done = sum(counts[name] for name in ("Gain", "No gain", "Loss", "TD", "F"))
    thrown = done + counts["INC"] + counts["INT"]
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
        for row in range(3, 3 + len(dice.OFFENSIVE.totals)):
            cell = f"{layout.OFFENSE}!{get_column_letter(2 + index)}{row + layout.FIRST_ROW - 3}"
            # VALUE("(9)") is -9 in a spreadsheet, but a forced gain is not a plain number.
            formula = (
                f'=IF(LEFT({cell}&"",1)="(","",IF({cell}&""="",0,'
                f'IFERROR(VALUE(SUBSTITUTE(SUBSTITUTE({cell}&"","*",""),"!","")),"")))'
            )
            sheet.cell(row, _YARDS_LEFT + index, formula)


def _live(figure: str, index: int, row: int) -> str:
    on_offense, on_dice = get_column_letter(2 + index), get_column_letter(_YARDS_LEFT + index)
    results = f"{layout.OFFENSE}!${on_offense}$5:${on_offense}$34"
    yards = f"Dice!${on_dice}$3:${on_dice}$32"
    if figure == MEAN:
        return f'=IFERROR(SUMPRODUCT({_WEIGHT},{yards})/SUMPRODUCT({_WEIGHT}*ISNUMBER({yards})),"")'
    if figure == COMPLETION:
        if columns.OFFENSE[index] not in columns.PASSES:
            return ""
        at = {name: f"{get_column_letter(2 + place)}{row}" for place, name in enumerate(_SHARES)}
        done = f"({at['Gain']}+{at['No gain']}+{at['Loss']}+{at['TD']}+{at['F']})"
        return f'=IFERROR({done}/({done}+{at["INC"]}+{at["INT"]}),"")'
    return f"=SUMPRODUCT({_WEIGHT}*{_SHARES[figure].format(r=results, y=yards)})/216"


def _head(sheet: Worksheet, row: int, title: str) -> None:
    sheet.cell(row, 1, title).font = Font(name=_FONT, bold=True, size=12)
    for column, text in enumerate(("Column", *FIGURES), 1):
        cell = sheet.cell(row + 1, column, text)
        cell.font, cell.fill = Font(name=_FONT, bold=True, color="FFFFFF"), _HEAD
        cell.alignment = Alignment(horizontal="center", wrap_text=True)


def _add_odds(book: Workbook, chart: TeamChart, real: Mapping[str, Mapping[str, float]]) -> None:
    """Add the Odds sheet and the Dice sheet that it reads."""
    sheet = book.create_sheet(layout.ODDS)
    height = len(columns.OFFENSE) + 3
    _head(sheet, 1, "Now: follows the Offense sheet as you type (the chart alone, before the defense's dice)")
    _head(sheet, 1 + height, "As exported")
    if real:
        _head(sheet, 1 + 2 * height, "The real season (final results, the defenses met included)")
    for index, name in enumerate(columns.OFFENSE):
        row = 3 + index
        before = column_figures(chart.offense.columns[name], is_pass=name in columns.PASSES)
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
        sheet.column_dimensions[get_column_letter(column)].width = 10.5
    helper = book.create_sheet(layout.DICE)
    _write_dice(helper)
    helper.sheet_state = "hidden"


def workbook_bytes(chart: TeamChart, real: Mapping[str, Mapping[str, float]] | None = None) -> bytes:
    """The workbook of a team; `real` holds the season's own figures per column for the Odds sheet."""
    book = Workbook()
    book.remove(book.worksheets[0])
    sheets = {name: book.create_sheet(name) for name in layout.NEEDED}
    data = team_to_json(chart)
    _add_styles(book)
    _write(sheets, data)
    _add_input_rules(sheets)
    for name, area in _COLOURED:
        _colour(sheets[name], area)
    for name, freeze in zip(layout.NEEDED, ("B5", "C5", "B5", "B5"), strict=True):
        _shape(sheets[name], freeze)
        heading = f"{chart.season} {chart.team.city} {chart.team.name}: {name}"
        title = _put(sheets[name], 3 if name == layout.OFFENSE else 1, 1, heading)
        title.font = Font(name=_FONT, bold=True, size=12)
    _add_odds(book, chart, real or {})
    for sheet in book.worksheets:
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    _keep(book.create_sheet(layout.KEPT), team_to_text(chart))
    book.properties.title = f"{chart.season} {chart.team.city} {chart.team.name}"
    book.properties.creator = "chartkit"
    book.properties.keywords = "chartkit game ddf"
    return _repeatable(book)


#: The oldest moment that a zip archive can hold.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def _repeatable(book: Workbook) -> bytes:
    """The workbook without the time of writing, so that the same chart gives the same bytes."""
    written = io.BytesIO()
    book.save(written)
    calm = io.BytesIO()
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(calm, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"1980-01-01T00:00:00Z", content)
            target.writestr(zipfile.ZipInfo(name, _NO_TIME), content, zipfile.ZIP_DEFLATED)
    return calm.getvalue()


#: Figure of the compiler's report -> figure of the Odds sheet.
_REPORTED = {
    "completion": "Completion",
    "trapped": "QT",
    "intercepted": "INT",
    "fumbled": "F",
    "out of bounds": "Out of bounds",
    "mean yards": "Mean yards",
}


def exported_workbook(file: Path) -> ExportedWorkbook:
    """The workbook of a chart file, with the real figures of its season where they are known."""
    chart = load_team_chart(file)
    content = workbook_bytes(chart, real_figures(file, chart.team.code))
    return ExportedWorkbook(f"{file.stem}.xlsx", content)


def real_figures(chart: Path, team: str) -> dict[str, dict[str, float]]:
    """What the season really was, from the compiler's report beside the charts; nothing for a lone chart."""
    report = None
    if chart.parent.name == CHARTS:
        report = read_made(chart.parent.parent / "report.json", "compile-report", "compile")
    return {
        column["call"]: {
            name: column["figures"][figure]["real"]
            for figure, name in _REPORTED.items()
            if figure in column["figures"]
        }
        for column in (report or {}).get("columns", [])
        if column["team"] == team and column["side"] == "offense"
    }
