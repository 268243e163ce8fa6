"""`chartkit agreement`: does reading the words of a play give what the columns say?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.options import json_option, out_option

if TYPE_CHECKING:
    from chartkit.plays.agreement import SeasonAgreement

PANEL = "Look things up"
PLACE = 82


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="nflverse or gamecenter season files.")],
    out: Annotated[
        Path | None,
        out_option("the report as a page, for example docs/description-parser.md; nowhere if not given"),
    ] = None,
    as_json: Annotated[bool, json_option(": every disagreement by play")] = False,
) -> None:
    """Compare the description parser with the columns of season files, figure by figure, with the causes.

    \b
    Examples:
      chartkit agreement raw_pbp/demo_2031.csv.gz
    """
    from chartkit.files import write_text
    from chartkit.plays.agreement_page import page

    seasons = _compared(files)
    if as_json:
        console.print_json([season.as_json() for season in seasons])
    else:
        _show(seasons)
    if out is not None:
        write_text(out, page(seasons))
        console.wrote(out)


def _compared(files: list[Path]) -> list[SeasonAgreement]:
    from chartkit.plays.agreement import agreement

    seasons: list[SeasonAgreement] = []
    with progress.bar("plays") as told:
        for path in files:
            seasons.extend(agreement(path, progress=partial(told, path.name)))
    return sorted(seasons, key=lambda season: season.season)


def _show(seasons: list[SeasonAgreement]) -> None:
    from chartkit.tables import Table

    for season in seasons:
        console.show_table(
            Table(
                f"Season {season.season}: {season.plays:,} descriptions",
                ("figure", "rows concerned", "different", "agree %", "of concerned %"),
                tuple(
                    (
                        figure.name,
                        f"{figure.concerned:,}",
                        f"{figure.different:,}",
                        f"{figure.agreement:.3f}",
                        f"{figure.agreement_concerned:.3f}",
                    )
                    for figure in season.figures
                ),
                left=frozenset({"figure"}),
            )
        )
        causes = season.causes().most_common()
        if causes:
            console.show_table(
                Table(
                    "Where they differ",
                    ("figure", "cause", "plays"),
                    tuple((name, cause, f"{count:,}") for (name, cause), count in causes),
                    left=frozenset({"figure", "cause"}),
                )
            )
