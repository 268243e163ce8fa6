"""`chartkit new`: a blank chart to fill in by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.errors import InputError
from chartkit.files import write_text


def command(
    team: Annotated[str, typer.Argument(metavar="TEAM", help="The team's code, e.g. PHI; your own are fine.")],
    season: Annotated[
        int | None, typer.Option("--season", metavar="YEAR", help="Season of the chart; 2017 if not given.")
    ] = None,
    city: Annotated[
        str, typer.Option("--city", metavar="TEXT", help="City, for a team that is not an NFL team.")
    ] = "",
    name: Annotated[
        str, typer.Option("--name", metavar="TEXT", help="Name, for a team that is not an NFL team.")
    ] = "",
    out: Annotated[Path | None, options.out("TEAM.json if not given")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    system: options.System = "ddf",
) -> None:
    """Write a blank but valid chart: every column and row is there, every cell is 0.

    \b
    Examples:
      chartkit new PHI --season 2017
      chartkit new ANT --city Anytown --name Antelopes --out mine/ANT.json
    """
    text = systems.find(system).charts().new_chart(team, season, city, name)
    target = out or Path(f"{team.upper()}.json")
    if target.exists() and not force:
        raise InputError("the file is there already.", where=str(target), remedy="Use --out or --force.")
    write_text(target, text)
    console.wrote(target)
