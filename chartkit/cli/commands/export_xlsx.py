"""`chartkit export-xlsx`: charts as workbooks that people edit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import System, Teams, out_option

PANEL = "Print and edit"
PLACE = 54


def command(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="A chart file, or a build with charts.", show_default=False)
    ],
    team: Teams = None,
    out: Annotated[
        Path | None, out_option("a workbook, or a folder for those of a build; here if not given")
    ] = None,
    system: System = "ddf",
) -> None:
    """Write charts as Excel workbooks: drop-downs, colours and odds that follow what you type.

    \b
    Examples:
      chartkit export-xlsx build/2031/charts/BRK.json
      chartkit export-xlsx build/2031 --out workbooks
    """
    from chartkit import systems
    from chartkit.files import write_bytes

    made = systems.find(system).workbooks().export(path, team or [])
    one = out is not None and out.suffix.lower() == ".xlsx"
    if one and len(made) > 1:
        from chartkit.errors import InputError

        raise InputError(f"{len(made)} workbooks do not fit into one file.", remedy="Name a folder with --out.")
    for workbook in made:
        target = out if one and out is not None else (out or Path()) / workbook.file_name
        write_bytes(target, workbook.content)
        console.wrote(target)
