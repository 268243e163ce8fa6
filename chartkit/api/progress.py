"""The one progress bar, on stderr or in a notebook: how much, how fast, how long still; silent in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from chartkit.findings import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Task
    from rich.table import Table

#: What is being done, how much of it is done, how much is wanted; None if that is not known.
Tell = Callable[[str, float, float | None], None]
#: Whether a function shows its progress: True for the bar, or a function that is called instead.
Progress = bool | Tell

BYTES = "MB"
_MEGABYTE = 1_000_000
#: The time that is left is shown after this many steps; before, it would be a wild guess.
_STEPS = 10
#: The bar is left out where it would be shorter than this.
_LEAST_BAR, _MOST_BAR = 8, 40


@contextmanager
def following(progress: Progress, unit: str = "", *, is_prepared: bool = True) -> Iterator[Tell]:
    """The function that long work calls with its progress: the bar, the caller's own, or one that does nothing.

    With the bar, an engine that is not prepared yet says why the work takes longer. It says so with the first
    progress, when all input has been read and is sound.
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

        def render(self, task: Task) -> Table:
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


def _line(task: Task, words: list[str], room: int) -> Table:
    """`BRK  ━━━━━━━━  5,600/25,600 games  39,876 games/s  0:12 left`; what has no room is left out."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    while len(words) > 1 and len("  ".join(words)) > room:
        # How much is done matters most, then how long it still takes.
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
    """How much, how fast, how long still."""
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
