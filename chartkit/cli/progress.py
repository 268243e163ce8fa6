"""Progress of a job of many games on stderr: how many, how fast, how long still; silent when not a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chartkit.cli import console


def first_time(prepared: bool) -> None:
    """Say why the first job takes longer than any other."""
    if not prepared:
        console.say("The engine that plays seasons is being prepared for this computer: half a minute, only once.")


@contextmanager
def games() -> Iterator[Callable[[int, int], None]]:
    """Tell it the games done and wanted."""
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Games a second, lately."""

        def render(self, task: Task) -> Text:
            """`39,876 games/s`."""
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f} games/s" if speed else "")

    terminal = console.messages()
    with Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f} games"),
        Rate(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=terminal,
        disable=not terminal.is_terminal,
        transient=True,
    ) as bar:
        task = bar.add_task("", total=1)

        def tell(done: int, wanted: int) -> None:
            bar.update(task, completed=done, total=wanted)

        yield tell
