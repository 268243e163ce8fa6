"""Write a team's charts as a workbook that a person can edit."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import PageSetupProperties

from chartkit.systems.ddf.chart import TeamChart
from chartkit.systems.ddf.chart_json import team_to_json, team_to_text
from chartkit.systems.ddf.workbook import layout, odds_sheet
from chartkit.systems.ddf.workbook.layout import Slot, What
from chartkit.systems.ddf.workbook.values import to_cell

if TYPE_CHECKING:
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
        # As text, so that (9) stays a forced gain and 1-7 is no date.
        NamedStyle(
            "chart text", font=Font(name=_FONT, size=10), number_format="@", alignment=_MIDDLE, border=_FRAME
        ),
        NamedStyle("chart number", font=Font(name=_FONT, size=10), alignment=_MIDDLE, border=_FRAME),
    ):
        book.add_named_style(style)


def _write_headings(sheets: Mapping[str, Worksheet]) -> None:
    for heading in layout.headings():
        cell = sheets[heading.sheet].cell(heading.row, heading.column)
        cell.value = int(heading.text) if heading.text.isdigit() else heading.text
        cell.style = "chart side" if heading.side else "chart heading"


def _write_values(sheets: Mapping[str, Worksheet], data: Mapping[str, Any]) -> None:
    for slot in layout.slots():
        cell = sheets[slot.sheet].cell(slot.row, slot.column, to_cell(data, slot))
        cell.style = "chart number" if slot.what in (What.WHOLE, What.NUMBER) else "chart text"


def _input_rule(slot: Slot) -> DataValidation:
    words = ",".join(layout.legal_words(slot))
    if slot.what is What.WHOLE and slot.lowest is not None:
        rule = DataValidation("whole", operator="between", formula1=str(slot.lowest), formula2=str(slot.highest))
        rule.showErrorMessage = True
    elif words and len(words) <= _MOST_LIST:
        rule = DataValidation("list", formula1=f'"{words}"')
        # A result may also carry a number, which no list can hold; marks may not.
        rule.showErrorMessage = slot.what is not What.RESULT
    else:
        rule = DataValidation()
        rule.showErrorMessage = False
    rule.allow_blank = True
    rule.showInputMessage = True
    rule.promptTitle = "Legal here"
    rule.prompt = layout.legal_in_words(slot)[:_MOST_MESSAGE]
    rule.errorTitle, rule.error = "Not legal here", f"Legal: {rule.prompt}"[:_MOST_MESSAGE]
    return rule


def _add_input_rules(sheets: Mapping[str, Worksheet]) -> None:
    def group(slot: Slot) -> tuple[str, int, str, str]:
        return slot.sheet, slot.column, layout.legal_in_words(slot), slot.what.value

    for (sheet, column, _, _), found in groupby(sorted(layout.slots(), key=group), key=group):
        cells = sorted(found, key=lambda slot: slot.row)
        rule = _input_rule(cells[0])
        # Cells of one rule that stand under each other make one area: row minus place is the same for all of them.
        for _, run in groupby(enumerate(cells), key=lambda item: item[1].row - item[0]):
            rows = [slot.row for _, slot in run]
            rule.add(f"{layout.letter(column)}{rows[0]}:{layout.letter(column)}{rows[-1]}")
        sheets[sheet].add_data_validation(rule)


def _add_colours(sheets: Mapping[str, Worksheet]) -> None:
    """Colours as conditional formats, so that they follow what the person types."""
    for sheet, (top_left, area) in {
        layout.OFFENSE: ("B5", "B5:L34"),
        layout.DEFENSE: ("C5", "C5:K34"),
        layout.SPECIAL: ("B5", "B5:H34"),
        layout.SUPPLEMENT: ("B5", "B5:K34"),
    }.items():
        _colour(sheets[sheet], top_left, area)
    _colour(sheets[layout.OFFENSE], "N5", "N5:N34")
    _colour(sheets[layout.SPECIAL], "I5", "I5:I34")
    _colour(sheets[layout.SPECIAL], "L5", "L5:O9")
    _colour(sheets[layout.SUPPLEMENT], "L5", "L5:M34")


def _colour(sheet: Worksheet, top_left: str, area: str) -> None:
    for name, formula in _COLOUR_RULES:
        fill, ink = FILLS[name]
        sheet.conditional_formatting.add(
            area,
            Rule(
                type="expression",
                formula=[formula.format(c=top_left)],
                stopIfTrue=True,
                dxf=DifferentialStyle(
                    font=Font(color=ink, bold=name == "black"), fill=PatternFill("solid", bgColor=fill)
                ),
            ),
        )


def _shape(sheet: Worksheet, freeze: str) -> None:
    sheet.freeze_panes = freeze
    sheet.row_dimensions[layout.FIRST_ROW - 1].height = 42
    sheet.sheet_view.zoomScale = 90
    for column in range(1, sheet.max_column + 1):
        width = _WIDE.get((sheet.title, column), _WIDTHS[sheet.title])
        sheet.column_dimensions[layout.letter(column)].width = width


def _fit_on_a_page(sheet: Worksheet) -> None:
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _keep(sheet: Worksheet, text: str) -> None:
    """Keep the chart as exported, so that an import can say what the person changed."""
    sheet["A1"] = "The chart as it was exported. chartkit compares with it on import; please leave it alone."
    for row, start in enumerate(range(0, len(text), _KEPT_CHUNK), 2):
        cell = sheet.cell(row, 1, text[start : start + _KEPT_CHUNK])
        cell.number_format = "@"
    sheet.sheet_state = "hidden"


def workbook_bytes(chart: TeamChart, real: Mapping[str, Mapping[str, float]] | None = None) -> bytes:
    """The workbook of a team; `real` holds the season's own figures per column for the Odds sheet."""
    book = Workbook()
    book.remove(book.worksheets[0])
    sheets = {name: book.create_sheet(name) for name in layout.NEEDED}
    data = team_to_json(chart)
    _add_styles(book)
    _write_headings(sheets)
    _write_values(sheets, data)
    _add_input_rules(sheets)
    _add_colours(sheets)
    for name, freeze in zip(layout.NEEDED, ("B5", "C5", "B5", "B5"), strict=True):
        _shape(sheets[name], freeze)
        title = sheets[name].cell(3 if name == layout.OFFENSE else 1, 1)
        title.value = f"{chart.season} {chart.team.city} {chart.team.name}: {name}"
        title.font = Font(name=_FONT, bold=True, size=12)
    odds_sheet.add(book, chart, real or {})
    for sheet in book.worksheets:
        _fit_on_a_page(sheet)
    _keep(book.create_sheet(layout.KEPT), team_to_text(chart))
    book.properties.title = f"{chart.season} {chart.team.city} {chart.team.name}"
    book.properties.creator = "chartkit"
    return _repeatable(book)


#: The oldest moment that a zip archive can hold.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def _repeatable(book: Workbook) -> bytes:
    """The same chart gives the same bytes: no moment of writing inside."""
    written = io.BytesIO()
    book.save(written)
    calm = io.BytesIO()
    with zipfile.ZipFile(written) as source, zipfile.ZipFile(calm, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = _without_times(content)
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, content)
    return calm.getvalue()


def _without_times(core: bytes) -> bytes:
    return re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"1980-01-01T00:00:00Z", core)
