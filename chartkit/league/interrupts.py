"""Ctrl-C in the middle of a long job: the job ends between two parts, and what is done counts."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import closing
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

Part = TypeVar("Part")
_NOTED = "\ninterrupted: the games under way are finished first; Ctrl-C once more ends at once\n"


class Interruptible:
    """A job in parts that ends after the part during which somebody pressed Ctrl-C.

    An exception could come while a part is being counted, or while joblib shuts its workers down, and what is done
    would be lost. So the interrupt is only noted, and the second one is an exception as usual.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._twice = False
        self._before: Any = None

    def __enter__(self) -> Self:
        # Only the main thread may listen; whoever started us deaf to interrupts (nohup) is obeyed.
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        ):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.stopped:
            self._twice = True
            raise KeyboardInterrupt
        self.stopped = True
        # Not print: the interrupt may have come in the middle of one.
        os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _NOTED.encode())

    def parts(self, source: Generator[Part, None, None]) -> Iterator[Part]:
        """The parts of a job until it is interrupted."""
        try:
            with closing(source):
                for part in source:
                    yield part
                    if self.stopped:
                        return
        except (Exception, KeyboardInterrupt) as error:
            # A terminal interrupts the worker processes too; however they end, the job is over.
            if self._twice or not (self.stopped or isinstance(error, KeyboardInterrupt)):
                raise
            self.stopped = True

    def note(self, done: int, wanted: int, remedy: str = "") -> tuple[str, ...]:
        """What to tell about it."""
        if not self.stopped:
            return ()
        return (f"interrupted: these are {done:,} of {wanted:,}.{remedy}",)
