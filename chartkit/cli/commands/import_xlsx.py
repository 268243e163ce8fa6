"""`chartkit import-xlsx`: charts back from workbooks, with what was changed by hand."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson, System, out_option

PANEL = "Print and edit"
PLACE = 56


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A workbook that export-xlsx wrote.", show_default=False)
    ],
    out: Annotated[Path | None, out_option("the workbook's name with .json if not given")] = None,
    edits: Annotated[
        Path | None,
        typer.Option("--edits", metavar="FILE", help="Where the edits file goes; beside the chart otherwise."),
    ] = None,
    date: Annotated[
        datetime | None,
        typer.Option(
            "--date", metavar="YYYY-MM-DD", formats=["%Y-%m-%d"], help="The day of the edits; today otherwise."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count too: nothing is written.")] = False,
    as_json: AsJson = False,
    system: System = "ddf",
) -> None:
    """Read an edited workbook back into a chart file, and keep the changes in an edits file for the next compile.

    Findings name sheet and cell, such as Offense!F17; with an error nothing is written.

    \b
    Examples:
      chartkit import-xlsx BRK.xlsx --out mine/BRK.json
    """
    from chartkit import systems
    from chartkit.files import write_text
    from chartkit.findings.reporters.text import finding_text

    read = systems.find(system).workbooks().read(file, date=(date or datetime.now()).date())
    if as_json:
        console.print_json({**read.checked.to_json(), "changed": read.changed})
    else:
        for finding in read.checked.findings:
            console.data(finding_text(finding, console.paint))
    console.say(read.checked.summary())
    code = read.checked.exit_code(strict=strict)
    if code or read.chart is None:
        console.say("nothing was written")
        raise typer.Exit(code)
    target = out or file.with_suffix(".json")
    write_text(target, read.chart)
    console.wrote(target)
    if read.edits is None:
        console.say(
            "the workbook does not know what was exported, so there is no edits file (chartkit edits extract)"
        )
    elif read.changed:
        kept = edits or target.with_suffix(".edits.toml")
        write_text(kept, read.edits)
        console.wrote(kept)
    else:
        console.say("no cell was changed")
