"""`chartkit import-pdf`: charts back from paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.cli.failures import FINDINGS
from chartkit.files import write_text


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A PDF with team cards.", show_default=False)],
    out: Annotated[Path, options.out("the folder for the chart files; this one if not given")] = Path(),
    template: Annotated[
        Path | None,
        typer.Option(
            "--template",
            metavar="FILE",
            help="The template of the print, or a description of another publisher's layout.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Read the charts that a PDF shows, cell for cell; a cell that cannot be read is named.

    Every card carries a checksum of its chart. A card that was damaged or breaks a rule of the game is refused;
    then nothing is written.

    \b
    Examples:
      chartkit import-pdf build/2031/print/2031-team-supplement.pdf --out received
    """
    read = systems.of_file(file).cards().read(file, template=template)
    if as_json:
        console.print_json(
            {
                "charts": [chart.file_name for chart in read.charts],
                "problems": list(read.problems),
                "other_pages": list(read.other_pages),
                "warnings": list(read.warnings),
            }
        )
    for problem in read.problems:
        console.error(f"{file}: page {problem['page']}, {problem['cell']}: {problem['what']}")
    if read.problems:
        console.say("nothing was written")
        raise typer.Exit(FINDINGS)
    for warning in read.warnings:
        console.say(f"warning: {file}: {warning}")
    for chart in read.charts:
        target = out / chart.file_name
        write_text(target, chart.text)
        console.wrote(target)
    if read.other_pages:
        console.say(f"pages without a chart: {', '.join(map(str, read.other_pages))}")
