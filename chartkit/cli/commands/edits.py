"""`chartkit edits`: hand edits as a small file that lives on over every compile."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import System, out_option

PANEL = "Work on charts"
PLACE = 48

command = typer.Typer(help="Hand edits as a small file that lives on over every compile.")


@command.callback()
def edits() -> None:
    """Hand edits as a small file that lives on over every compile."""


@command.command()
def extract(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The chart as it was compiled.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The chart as you edited it.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it is kept with each edit.")] = "",
    out: Annotated[Path | None, out_option("edits/SEASON/TEAM.toml if not given")] = None,
    system: System = "ddf",
) -> None:
    """Make the edits file from a chart that was edited by hand.

    `chartkit compile` applies edits/SEASON/TEAM.toml after fitting and reports what no longer applies.

    \b
    Examples:
      chartkit edits extract build/2031/charts/BRK.json mine/BRK.json
    """
    from chartkit import files, systems

    team, season, text = systems.find(system).compiling().edits_from(old, new, reason=reason)
    target = out or Path("edits") / str(season) / f"{team}.toml"
    files.write_text(target, text)
    console.wrote(target)
