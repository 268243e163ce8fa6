"""Options that all commands share which play many games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.errors import InputError

Backend = Annotated[
    str, typer.Option("--backend", help="processes, threads, or dask (needs --scheduler and chartkit[cluster]).")
]
Scheduler = Annotated[str | None, typer.Option("--scheduler", help="Address of a Dask scheduler: tcp://HOST:8786.")]
Engine = Annotated[
    str, typer.Option("--engine", help="kernel, or referee: the rule book itself, hundreds of times slower.")
]


def season_build(season: int) -> Path:
    """Where `chartkit compile` puts a season."""
    return Path("build") / str(season)


def newest_build() -> Path:
    """The latest season under build/ that has charts."""
    found = [path.parent for path in Path("build").glob("*/season.json") if (path.parent / "charts").is_dir()]
    if not found:
        raise InputError(
            "there is no compiled season under build/.",
            remedy="Make one with `chartkit compile SEASON`, or name one with --build.",
        )
    return max(found, key=lambda path: (path.name.isdigit(), path.name))
