"""Data on stdout, messages on stderr, JSON always the same way."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from chartkit.tables import Report, Table

#: Printing on paper or into a file, a table is as wide as it needs to be.
_WIDE = 400


def messages() -> Console:
    """The terminal for everything that is not data; rich honours NO_COLOR and knows when it is not a terminal."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def show(table: RenderableType) -> None:
    """Print a table or text of results on stdout; piped, it is as wide as it needs to be."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = _WIDE
    console.print(table)


def show_report(report: Report, *, as_json: bool) -> None:
    """Print a report as tables with its notes, or as JSON."""
    if as_json:
        print_json(report.data)
        return
    for table in report.tables:
        show_table(table)
    for note in report.notes:
        typer.echo(note)


def show_table(table: Table) -> None:
    """Print one table."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    # Texts of charts may hold brackets, which rich would read as markup.
    show(Text(table.title, style="bold"))
    for line in table.under:
        show(Text(f"  {line}"))
    grid = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=True)
    for heading in table.headings:
        grid.add_column(Text(heading), justify="left" if heading in table.left else "right")
    for row in table.rows:
        grid.add_row(*map(Text, row))
    show(grid)
    show("")


def is_coloured(stream: TextIO) -> bool:
    """Colour only on a terminal, and never with NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def paint(text: str, colour: str) -> str:
    """A text for stdout in a colour, where colour is wanted."""
    return typer.style(text, fg=colour) if is_coloured(sys.stdout) else text


def data(text: str) -> None:
    """A line of results."""
    typer.echo(text)


def say(text: str) -> None:
    """Tell the user something that is not data."""
    typer.echo(text, err=True)


def error(text: str) -> None:
    """One clear line about what went wrong."""
    line = f"error: {text}"
    typer.echo(typer.style(line, fg="red") if is_coloured(sys.stderr) else line, err=True)


def wrote(path: Path) -> None:
    """Every command that writes says where the result is."""
    say(f"wrote {path}")


def print_json(data: Any) -> None:
    """The `--json` of every report: stable key order as given, two spaces, one newline at the end."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))
