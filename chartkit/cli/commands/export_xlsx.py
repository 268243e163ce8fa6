"""`chartkit export-xlsx`: charts as workbooks that people edit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.errors import InputError
from chartkit.files import write_bytes


def command(
    path: Annotated[
        str, typer.Argument(metavar="TEAM", help=f"{options.TEAM}; or the folder of a build.", show_default=False)
    ],
    team: options.Teams = None,
    out: Annotated[
        Path | None, options.out("a workbook, or a folder for those of a build; here if not given")
    ] = None,
) -> None:
    """Write charts as Excel workbooks: drop-downs, colours and odds that follow what you type.

    \b
    Examples:
      chartkit export-xlsx BRK
      chartkit export-xlsx build/2031 --out workbooks
    """
    source = Path(path) if Path(path).is_dir() else systems.chart_of(path)
    made = systems.of_file(source).workbook().export(source, team or [])
    one = out is not None and out.suffix.lower() == ".xlsx"
    if one and len(made) > 1:
        raise InputError(f"{len(made)} workbooks do not fit into one file.", remedy="Name a folder with --out.")
    for workbook in made:
        target = out if one and out is not None else (out or Path()) / workbook.file_name
        write_bytes(target, workbook.content)
        console.wrote(target)
