"""How values and long work show themselves: data frames, tables in a notebook, the one progress bar.

The bar is on stderr or in a notebook: how much, how fast, time left. In a pipe there is none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from chartkit.findings import visible
from chartkit.pages import Report, Table, render

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.progress import Task
    from rich.table import Table as Grid

#: Rows of a table in a notebook; the data frame has them all.
_MOST_ROWS = 40


def html(
    title: str,
    *,
    lines: Sequence[str] = (),
    tables: Sequence[Table] = (),
    text: str = "",
    notes: Sequence[str] = (),
) -> str:
    """A value as a piece of HTML; all texts are escaped."""
    return render("value.html", title=title, lines=lines, tables=tables, text=text, notes=notes, most=_MOST_ROWS)


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Rows as a data frame, with its columns even if there are no rows."""
    # pandas is heavy.
    import pandas as pd

    return pd.DataFrame(list(rows), columns=None if columns is None else list(columns))


def tables_to_json(tables: Iterable[Table]) -> list[dict[str, Any]]:
    """Tables as data: title, headings, rows, which headings stand left, lines under it."""
    return [
        {**asdict(table), "left": [heading for heading in table.headings if heading in table.left]}
        for table in tables
    ]


def report_to_json(report: Report) -> dict[str, Any]:
    """The tables and notes of a report as data."""
    return {"tables": tables_to_json(report.tables), "notes": report.notes}


class Answer:
    """The result of a long calculation: `data` as JSON has it, `tables` for people, data frames by method."""

    def __init__(self, report: Report) -> None:
        self.report = report

    @property
    def data(self) -> Any:
        """Everything, as `--json` prints it."""
        return self.report.data

    @property
    def title(self) -> str:
        """What it is about, in a line."""
        return next((table.title for table in self.report.tables if table.title), type(self).__name__)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"

    def _repr_html_(self) -> str:
        return html(self.title, tables=self.report.tables, notes=self.report.notes)


# Progress.

#: What is being done, how much of it is done, and the total; None if the total is not known.
Tell = Callable[[str, float, float | None], None]
#: Whether a function shows its progress: True for the bar, or a function that is called instead.
Progress = bool | Tell

BYTES = "MB"
_MEGABYTE = 1_000_000
#: The time left is shown after this many steps; before that it would be a wild guess.
_STEPS = 10
#: The bar is left out where it would be shorter than this.
_LEAST_BAR, _MOST_BAR = 8, 40


@contextmanager
def following(progress: Progress, unit: str = "", *, is_prepared: bool = True) -> Iterator[Tell]:
    """The function that long work calls with its progress: the bar, the caller's own, or one that does nothing.

    If the engine is not prepared yet, the bar says why the work takes longer: at the first progress, when all
    input has been read and is sound.
    """
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda title, done, wanted: None
        return
    with bar(unit) as tell:
        is_announced = is_prepared

        def announce(title: str, done: float, wanted: float | None) -> None:
            nonlocal is_announced
            if not is_announced:
                is_announced = True
                sys.stderr.write(
                    "The engine that plays seasons is being prepared for this computer: half a minute, only once.\n"
                )
            tell(title, done, wanted)

        yield announce


@contextmanager
def bar(unit: str = "", terminal: Console | None = None) -> Iterator[Tell]:
    """A progress bar on one line; work that begins again or grows restarts its clock."""
    from rich.console import Console

    where = terminal or Console(stderr=True)
    if not where.is_terminal and not where.is_jupyter:
        yield lambda title, done, wanted: None
        return
    from rich.progress import Progress, ProgressColumn

    steps = 0

    class Line(ProgressColumn):
        """All in one column: rich would break several of them on a narrow terminal."""

        def render(self, task: Task) -> Grid:
            """The line as it is now."""
            return _line(task, _words(task, unit, known=steps >= _STEPS), where.width - 1)

    with Progress(Line(), console=where, transient=True) as shown:
        line = shown.add_task("", total=None)

        def tell(title: str, done: float, wanted: float | None) -> None:
            nonlocal steps
            title = visible(title)
            task = shown.tasks[0]
            if done < task.completed or wanted != task.total:
                shown.reset(line, total=wanted, completed=int(done), description=title)
                steps = 0
            else:
                shown.update(line, completed=done, description=title)
                steps += 1

        yield tell


def _line(task: Task, words: list[str], room: int) -> Grid:
    """`BRK  ━━━━━━━━  5,600/25,600 games  39,876 games/s  0:12 left`; what has no room is left out."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    while len(words) > 1 and len("  ".join(words)) > room:
        # How much is done matters most, then the time left.
        words.pop(1)
    cells: list[Text | ProgressBar] = [Text("  ".join(words)[:room])]
    left = room - len("  ".join(words)) - 2
    if task.description and left >= len(task.description):
        cells.insert(0, Text(task.description))
        left -= len(task.description) + 2
    if left >= _LEAST_BAR:
        cells.insert(-1, ProgressBar(task.total, task.completed, width=min(_MOST_BAR, left)))
    line = Table.grid(padding=(0, 2, 0, 0))
    line.add_row(*cells)
    return line


def _words(task: Task, unit: str, *, known: bool) -> list[str]:
    """How much, how fast, time left."""
    words = [f"{_amount(task.completed, task.total, unit)} {unit}".rstrip()]
    speed = task.finished_speed or task.speed
    if unit and speed:
        words.append(f"{_amount(speed, None, unit)} {unit}/s")
    if known and task.time_remaining is not None:
        minutes, seconds = divmod(round(task.time_remaining), 60)
        words.append(f"{minutes}:{seconds:02} left")
    return words


def _amount(done: float, wanted: float | None, unit: str) -> str:
    per, form = (_MEGABYTE, ",.1f") if unit == BYTES else (1, ",.0f")
    return "/".join(f"{number / per:{form}}" for number in (done, wanted) if number is not None)
