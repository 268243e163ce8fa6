"""`chartkit edits`: hand edits as a small file that lives on over every compile."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help=f"The chart as it was compiled: {options.TEAM}.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The chart file as you edited it.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it is kept with each edit.")] = "",
    out: Annotated[Path | None, options.out("a file, or a folder of edits; edits/SEASON if not given")] = None,
) -> None:
    """Keep what was edited by hand in a chart as a small file that lives on over every compile.

    `chartkit compile` applies edits/SEASON/TEAM.toml after fitting and reports what no longer applies. Edits that
    the file has already stay in it.

    \b
    Examples:
      chartkit edits BRK mine/BRK.json
    """
    before = systems.chart_of(old)
    compiler = systems.of_file(before, new).compiler()
    console.wrote(compiler.keep_edits(before, new, reason=reason, target=out))
