"""`chartkit template`: files to start from and fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import out_option
from chartkit.errors import InputError

PANEL = "Make charts"
PLACE = 15

command = typer.Typer(help="Write a file to start from and fill in.", rich_markup_mode=None)


@command.command("plays")
def plays(
    out: Annotated[Path, out_option("the workbook")] = Path("plays.xlsx"),
    force: Annotated[bool, typer.Option("--force", help="Replace the workbook if it is there already.")] = False,
) -> None:
    """Write a workbook for a play-by-play kept by hand: ten columns, drop-downs, a worked example.

    \b
    Examples:
      chartkit template plays --out league.xlsx
    """
    from chartkit.files import write_bytes
    from chartkit.plays.hand_template import workbook

    if out.suffix.lower() != ".xlsx":
        raise InputError("the workbook must end in .xlsx.", where=str(out))
    if out.exists() and not force:
        raise InputError(
            "this file exists already and may hold plays.",
            where=str(out),
            remedy="Choose another name or add --force.",
        )
    write_bytes(out, workbook())
    console.wrote(out)
