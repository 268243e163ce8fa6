"""`chartkit import-xlsx`: charts back from workbooks, with what was changed by hand."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.files import write_text


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A workbook that export-xlsx wrote.", show_default=False)
    ],
    out: Annotated[Path | None, options.out("the workbook's name with .json if not given")] = None,
    edits: Annotated[
        Path | None,
        typer.Option("--edits", metavar="FILE", help="The edits file or its folder; edits/SEASON if not given."),
    ] = None,
    date: Annotated[
        datetime | None,
        typer.Option(
            "--date", metavar="YYYY-MM-DD", formats=["%Y-%m-%d"], help="The day of the edits; today otherwise."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count too: nothing is written.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Read an edited workbook back into a chart file, and keep the changes in an edits file for the next compile.

    Findings name sheet and cell, such as Offense!F17; with an error nothing is written.

    \b
    Examples:
      chartkit import-xlsx BRK.xlsx --out mine/BRK.json
    """
    read = systems.of_file(file).workbook().read(file, date=(date or datetime.now()).date())
    if as_json:
        console.print_json({**read.checked.to_json(), "changed": read.changed})
    else:
        console.show_findings(read.checked.findings)
    console.say(read.checked.summary())
    code = read.checked.exit_code(strict=strict)
    if code or read.chart is None:
        console.say("nothing was written")
        raise typer.Exit(code)
    target = out or file.with_suffix(".json")
    write_text(target, read.chart)
    console.wrote(target)
    if read.keep is None:
        console.say("the workbook does not know what was exported, so there is no edits file (chartkit edits)")
    elif read.changed:
        console.wrote(read.keep(edits))
        cells = "1 changed cell is" if read.changed == 1 else f"{read.changed} changed cells are"
        console.say(f"{cells} kept there; the next chartkit compile applies them")
    else:
        console.say("no cell was changed")
