"""`chartkit template`: files to start from and fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import resources, systems
from chartkit.cli import console, options, project
from chartkit.errors import InputError
from chartkit.files import write_bytes

#: The play-by-play kept by hand; every other template is a text file of the game.
PLAYS = "plays"
#: The project file, the same for every game.
PROJECT = "project"


def command(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="plays: a play-by-play kept by hand; project: chartkit.toml; or ddf-compile ..."
        ),
    ],
    out: Annotated[Path | None, options.out("plays.xlsx, or the settings file's own name")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there already.")] = False,
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
