"""Data on stdout, messages on stderr, JSON always the same way; on a terminal nothing is wider than it is."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from chartkit.tables import Report, Table


def messages() -> Console:
    """The terminal for progress bars; rich honours NO_COLOR and knows when it is not a terminal."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def width(stream: TextIO) -> int | None:
    """The columns of the terminal; None for a file or a pipe, which is as wide as it needs to be."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def show_report(report: Report, *, as_json: bool) -> None:
    """Print a report as tables with its notes, or as JSON."""
    if as_json:
        print_json(report.data)
        return
    for table in report.tables:
        show_table(table)
    for note in report.notes:
        data(note)


def show_table(table: Table) -> None:
    """Print one table, with an empty line below it."""
    from chartkit.cli.table_layout import lines

    if table.title:
        title = _folded(table.title, sys.stdout)
        typer.echo(typer.style(title, bold=True) if is_coloured(sys.stdout) else title)
    for line in table.under:
        data(f"  {line}")
    for line in lines(table, width(sys.stdout)):
        typer.echo(line)
    typer.echo("")


def is_coloured(stream: TextIO) -> bool:
    """Colour only on a terminal, and never with NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def paint(text: str, colour: str) -> str:
    """A text for stdout in a colour, where colour is wanted."""
    return typer.style(text, fg=colour) if is_coloured(sys.stdout) else text


def data(text: str) -> None:
    """A line of results."""
    typer.echo(_folded(text, sys.stdout))


def say(text: str) -> None:
    """Tell the user something that is not data."""
    typer.echo(_folded(text, sys.stderr), err=True)


def error(text: str) -> None:
    """One clear line about what went wrong."""
    line = _folded(f"error: {text}", sys.stderr)
    typer.echo(typer.style(line, fg="red") if is_coloured(sys.stderr) else line, err=True)


def _folded(text: str, stream: TextIO) -> str:
    """Long lines end at a word; the rest stands below, a little to the right."""
    room = width(stream)
    if room is None or "\x1b" in text:
        return text
    return "\n".join(part for line in text.split("\n") for part in _folded_line(line, room))


def _folded_line(line: str, room: int) -> list[str]:
    if len(line) <= room:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        # Columns that were laid out for a wide terminal move together.
        indent + re.sub(r" {3,}", "  ", line.lstrip()),
        room,
        subsequent_indent=f"{indent}  ",
        # A path or a command must stay whole: it is copied.
        break_on_hyphens=False,
        break_long_words=False,
    )


def wrote(path: Path) -> None:
    """Every command that writes says where the result is."""
    typer.echo(f"wrote {path}", err=True)


def print_json(data: Any) -> None:
    """The `--json` of every report: stable key order as given, two spaces, one newline at the end."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))
