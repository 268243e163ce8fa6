"""`chartkit agreement`: does reading the words of a play give what the columns say?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from chartkit import plays
from chartkit.api import progress
from chartkit.cli import console, options
from chartkit.files import write_text


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="nflverse or gamecenter season files.")],
    out: Annotated[
        Path | None,
        options.out("the report as a page, for example docs/description-parser.md; nowhere if not given"),
    ] = None,
    as_json: Annotated[bool, options.as_json(": every disagreement by play")] = False,
) -> None:
    """Compare the description parser with the columns of season files, figure by figure, with the causes.

    \b
    Examples:
      chartkit agreement raw_pbp/demo_2031.csv.gz
    """
    seasons: list[plays.SeasonAgreement] = []
    with progress.bar("plays") as tell:
        for path in files:
            seasons.extend(plays.season_agreements(path, progress=partial(tell, path.name)))
    seasons.sort(key=lambda season: season.season)
    if as_json:
        console.print_json([season.as_json() for season in seasons])
    else:
        for table in (table for season in seasons for table in season.tables()):
            console.show_table(table)
    if out is not None:
        write_text(out, plays.agreement_page(seasons))
        console.wrote(out)
