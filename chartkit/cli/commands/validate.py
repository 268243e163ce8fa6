"""`chartkit validate`: everything that is wrong with charts, season files and builds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import __version__, systems
from chartkit.cli import console, options
from chartkit.files import dumps, write_text
from chartkit.findings import Checked
from chartkit.findings.reporters import annotation
from chartkit.findings.reporters import sarif as sarif_log


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Charts (JSON, workbook, PDF), season files, or folders."),
    ],
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what has one certain reading; the old file is kept as FILE.old.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count too: exit code 1.")] = False,
    as_json: options.AsJson = False,
    sarif: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Also write a SARIF 2.1.0 log.")
    ] = None,
    github: Annotated[bool, typer.Option("--github", help="Print as GitHub annotations.")] = False,
) -> None:
    """Check charts in three layers - shape, rules, plausibility - and tell all problems at once.

    Exit code 0: fine (or only warnings); 1: errors; 2: a file that cannot be read.

    \b
    Examples:
      chartkit validate build/2031
      chartkit validate build/2031/charts/BRK.json --fix
      chartkit validate build/2031/charts/BRK.json build/2031/charts/CLO.json --strict --json
    """
    work = {path: systems.of_file(path).charts() for path in paths}
    changes = [change for path in paths for change in work[path].fix(path)] if fix else []
    for change in changes:
        console.say(change.sentence)
    if changes:
        console.say("The files as they were are kept beside them, with names that end in .old.")
    checked = Checked.all_of(work[path].check(path) for path in paths)
    if as_json:
        console.print_json(checked.to_json() | ({"changes": [each.to_json() for each in changes]} if fix else {}))
    elif github:
        for finding in checked.findings:
            console.data(annotation(finding, systems.all_codes()))
    else:
        console.show_findings(checked.findings)
    if sarif is not None:
        write_text(sarif, dumps(sarif_log(checked, systems.all_codes(), __version__)))
        console.wrote(sarif)
    console.say(checked.summary())
    raise typer.Exit(checked.exit_code(strict=strict))
