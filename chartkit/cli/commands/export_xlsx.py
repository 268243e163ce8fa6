"""`chartkit export-xlsx`: charts as workbooks that people edit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console

PANEL = "Print and edit"
PLACE = 46


def command(
    path: Annotated[Path, typer.Argument(help="A chart file, or a build with charts.", show_default=False)],
    team: Annotated[
        list[str] | None, typer.Option("--team", help="Only this team of a build; can be repeated.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The workbook to write, or the folder for those of a build.")
    ] = None,
    system: Annotated[str, typer.Option(help="The game (chartkit systems).")] = "ddf",
) -> None:
    """Write charts as Excel workbooks: drop-downs, colours and odds that follow what you type.

    \b
    Examples:
      chartkit export-xlsx PHI.json
      chartkit export-xlsx build/2017 --out workbooks
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
