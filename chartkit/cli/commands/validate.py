"""`chartkit validate`: everything that is wrong with charts, season files and builds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson, System

PANEL = "Work on charts"
PLACE = 40


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Charts (JSON, workbook, PDF), season files, or folders."),
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count too: exit code 1.")] = False,
    as_json: AsJson = False,
    sarif: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Also write a SARIF 2.1.0 log.")
    ] = None,
    github: Annotated[bool, typer.Option("--github", help="Print as GitHub annotations.")] = False,
    system: System = "ddf",
) -> None:
    """Check charts in three layers - shape, rules, plausibility - and tell all problems at once.

    Exit code 0: fine (or only warnings); 1: errors; 2: a file that cannot be read.

    \b
    Examples:
      chartkit validate build/2031
      chartkit validate build/2031/charts/BRK.json build/2031/charts/WND.json --strict --json
    """
    from chartkit import __version__, systems
    from chartkit.findings import Checked
    from chartkit.findings.reporters.github import annotation
    from chartkit.findings.reporters.sarif import sarif as sarif_log
    from chartkit.findings.reporters.text import finding_text
    from chartkit.json_layout import dumps

    work = systems.find(system).charts()
    checked = Checked.all_of(work.check(path) for path in paths)
    if as_json:
        console.print_json(checked.to_json())
    elif github:
        for finding in checked.findings:
            console.data(annotation(finding, work.codes()))
    else:
        for finding in checked.findings:
            console.data(finding_text(finding, console.paint))
    if sarif is not None:
        from chartkit.files import write_text

        write_text(sarif, dumps(sarif_log(checked, work.codes(), __version__)))
        console.wrote(sarif)
    console.say(checked.summary())
    raise typer.Exit(checked.exit_code(strict=strict))
