"""Everything that chartkit prints, and how a command ends: data on stdout, messages on stderr, exit codes.

Nothing is wider than the terminal. Texts come from files that anybody may have written, so characters that would
control a terminal are shown as marks.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import shutil
import sys
import tempfile
import textwrap
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any, TextIO

import typer

from chartkit import __version__, files
from chartkit.errors import ChartkitError, InputError
from chartkit.findings import Finding, visible
from chartkit.findings.reporters import COLOURS, finding_text
from chartkit.pages import Report, Table

#: Exit codes.
FINDINGS, WRONG_USE, BUG, INTERRUPTED = 1, 2, 70, 130
_GAP = "  "
#: The least width of a column that is wrapped.
_LEAST = 24


def width(stream: TextIO) -> int | None:
    """The columns of the terminal; None for a file or a pipe, which is as wide as it needs to be."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def is_coloured(stream: TextIO) -> bool:
    """Colour only on a terminal, and never with NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def has_frames() -> bool:
    """Whether stdout can show frames, arrows and dots; an old encoding gets ASCII."""
    try:
        "┃▶●".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _put(text: str, stream: TextIO, *, colour: str | None = None, bold: bool = False, fold: bool = True) -> None:
    """Write a text: control characters made visible, long lines folded, then coloured."""
    lines, room = [visible(line) for line in text.split("\n")], width(stream)
    if fold and room is not None:
        lines = [part for line in lines for part in _folded(line, room)]
    shown = "\n".join(lines)
    if (colour or bold) and is_coloured(stream):
        shown = typer.style(shown, fg=colour, bold=bold or None)
    typer.echo(shown, file=stream)


def data(text: str, *, colour: str | None = None, fold: bool = True) -> None:
    """A line of results."""
    _put(text, sys.stdout, colour=colour, fold=fold)


def say(text: str) -> None:
    """Tell the user something that is not data."""
    _put(text, sys.stderr)


def error(text: str) -> None:
    """One clear line about what went wrong."""
    _put(f"error: {text}", sys.stderr, colour="red")


def wrote(path: Path) -> None:
    """Every command that writes says where the result is."""
    _put(f"wrote {path}", sys.stderr, fold=False)


def print_json(data: Any) -> None:
    """The `--json` of every report: stable key order as given, two spaces, one newline at the end."""
    _put(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False), sys.stdout, fold=False)


def show_report(report: Report, *, as_json: bool) -> None:
    """Print a report as tables with its notes, or as JSON."""
    if as_json:
        print_json(report.data)
        return
    for table in report.tables:
        show_table(table)
    for note in report.notes:
        data(note)


def show_findings(findings: Iterable[Finding]) -> None:
    """Print what the validator found, the place of each in the colour of its severity."""
    for finding in findings:
        place, _, about = finding_text(finding).partition("\n")
        data(place, colour=COLOURS[finding.severity])
        data(about)


def show_table(table: Table) -> None:
    """Print one table, with an empty line below it."""
    if table.title:
        _put(table.title, sys.stdout, bold=True)
    for line in table.under:
        data(f"  {line}")
    for line in table_lines(table, width(sys.stdout)):
        data(line, fold=False)
    data("")


class Terminal:
    """The person at the terminal: questions on stderr, answers from stdin."""

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        """One line from the person, unseen if hidden on a real terminal; EOFError at the end of the input."""
        if hidden and sys.stdin.isatty():
            from getpass import getpass

            return getpass(visible(prompt))
        typer.echo(visible(prompt), err=True, nl=False)
        line = ""
        try:
            line = sys.stdin.readline()
        finally:
            if not line:
                # The input ended on the line of the prompt: what is printed next begins a new line.
                typer.echo("", err=True)
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def tell(self, text: str) -> None:
        """A line for the person."""
        _put(text, sys.stderr, fold=False)


def _folded(line: str, room: int) -> list[str]:
    """Wrap a long line at a word, and indent the rest."""
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


def table_lines(table: Table, width: int | None) -> list[str]:
    """A table as lines: side by side where there is room, else the longest column folded, else row below row.

    No line is wider than `width`; None is a pipe, which has no edge.
    """
    headings = [visible(heading) for heading in table.headings]
    rows = [[visible(cell) for cell in row] for row in table.rows]
    is_left = [heading in table.left for heading in table.headings]
    widths = [max(map(len, cells)) for cells in zip(headings, *rows, strict=True)]
    if width is not None and _whole(widths) > width:
        widest = max(range(len(widths)), key=widths.__getitem__)
        room = width - _whole([wide for place, wide in enumerate(widths) if place != widest]) - len(_GAP)
        if room < min(_LEAST, width // 2) or not is_left[widest]:
            return [line for row in rows for line in _below_each_other(headings, row, width)]
        widths[widest] = room
    lines = [_row(headings, widths, is_left), "─" * _whole(widths)] if any(headings) else []
    return lines + [line for row in rows for line in _side_by_side(row, widths, is_left)]


def _whole(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _side_by_side(row: Sequence[str], widths: Sequence[int], is_left: Sequence[bool]) -> Iterator[str]:
    folded = [
        textwrap.wrap(cell, wide) or [""] if len(cell) > wide else [cell]
        for cell, wide in zip(row, widths, strict=True)
    ]
    for number in range(max(map(len, folded))):
        yield _row([part[number] if number < len(part) else "" for part in folded], widths, is_left)


def _row(cells: Sequence[str], widths: Sequence[int], is_left: Sequence[bool]) -> str:
    each = zip(cells, widths, is_left, strict=True)
    return _GAP.join(cell.ljust(wide) if left else cell.rjust(wide) for cell, wide, left in each).rstrip()


def _below_each_other(headings: Sequence[str], row: Sequence[str], width: int) -> Iterator[str]:
    """The first cell of a row as its heading, the others with their headings below it."""
    first, *others = row
    yield from textwrap.wrap(first, width) or ["-"]
    line = ""
    for part in (f"{name} {cell}".strip() for name, cell in zip(headings[1:], others, strict=True) if cell):
        if line and len(line) + len(_GAP) + len(part) > width:
            yield line
            line = ""
        line = f"{line}{_GAP}{part}"
        if len(line) > width:
            *before, line = textwrap.wrap(part, width, initial_indent=_GAP, subsequent_indent=_GAP * 2)
            yield from before
    if line:
        yield line


# How a command ends: an exit code, one clear line for every failure, and a report for unexpected failures.


def fail(failure: BaseException, *, debug: bool = False) -> int:
    """Print what went wrong in one line; gives the exit code."""
    match failure:
        case InputError():
            error(str(failure))
            return WRONG_USE
        case ChartkitError():
            error(str(failure))
            return FINDINGS
        case typer.TyperException():
            error(_wrong_use(failure))
            return failure.exit_code
        case KeyboardInterrupt() | typer.Abort():
            error("interrupted")
            return INTERRUPTED
        case OSError():
            where = f"{failure.filename}: " if failure.filename else ""
            error(f"{where}this cannot be read or written: {files.reason(failure)}.")
            return WRONG_USE
        case _:
            _report_bug(failure, debug=debug)
            return BUG


def _wrong_use(mistake: typer.TyperException) -> str:
    """What typer says, in one line, and where help is."""
    text = " ".join(mistake.format_message().split())
    context = getattr(mistake, "ctx", None)
    page = context.command_path if context else "chartkit"
    return f"{text}{'' if text.endswith(('.', '?')) else '.'} `{page} --help` tells more."


def _report_bug(failure: BaseException, *, debug: bool) -> None:
    details = f"{_circumstances()}\n\n{''.join(traceback.format_exception(failure))}"
    try:
        where = f"The details are in {_kept(details)}; `chartkit --debug COMMAND ...` shows them here."
    except OSError:
        where, debug = "The details are above: no file could be written.", True
    if debug:
        say(details)
    short = " ".join("".join(traceback.format_exception_only(failure)).split())
    error(f"this is a bug in chartkit, please report it: {short}. {where}")


def _circumstances() -> str:
    """What a maintainer needs besides the traceback: what was typed, where, with which libraries."""
    lines = [
        f"chartkit {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"typed: chartkit {shlex.join(sys.argv[1:])}",
    ]
    # A folder that was removed, or a checkout that was never installed, must not hide the failure itself.
    with suppress(OSError):
        lines.append(f"in: {Path.cwd()}")
    with suppress(metadata.PackageNotFoundError):
        required = [line for line in metadata.requires("chartkit") or () if "extra ==" not in line]
        libraries = [re.split(r"[^\w.-]", line)[0] for line in required]
        lines.append(f"libraries: {', '.join(f'{name} {metadata.version(name)}' for name in libraries)}")
    return "\n".join(lines)


def report_folder() -> Path:
    """Where the reports of bugs are kept: in the user's state folder, never in a build."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "chartkit"


def _kept(details: str) -> Path:
    """Write the details into a file of their own."""
    folder = report_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="bug-", suffix=".txt", dir=folder)
    except OSError:
        handle, name = tempfile.mkstemp(prefix="chartkit-bug-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(details)
    return Path(name)
