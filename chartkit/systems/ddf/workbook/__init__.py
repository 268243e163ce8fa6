"""Charts as Excel workbooks: where everything stands, writing one, reading one back.

`DdfWorkbook` exports and imports; `check_workbook` finds what is wrong with a workbook, by sheet and cell.
"""

from chartkit.systems.ddf.workbook.workbooks import DdfWorkbook, check_workbook

__all__ = ["DdfWorkbook", "check_workbook"]
