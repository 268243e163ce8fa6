"""Data on stdout, messages on stderr, JSON always the same way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def messages() -> Console:
    """The terminal for everything that is not data; rich honours NO_COLOR and knows when it is not a terminal."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def show(table: RenderableType) -> None:
    """Print a table or text of results on stdout; piped, it is as wide as it needs to be."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 400
    console.print(table)


def say(text: str) -> None:
    """Tell the user something that is not data."""
    typer.echo(text, err=True)


def error(text: str) -> None:
    """One clear line about what went wrong."""
    typer.secho(f"error: {text}", err=True, fg="red")


def wrote(path: Path) -> None:
    """Every command that writes says where the result is."""
    say(f"wrote {path}")


def print_json(data: Any) -> None:
    """The `--json` of every report: stable key order as given, two spaces, one newline at the end."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))
