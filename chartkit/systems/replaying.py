"""A recorded game read again: the event that comes next, and the first one that does not follow from the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from chartkit.errors import ChartkitError

Event = TypeVar("Event")


class TamperedLogError(ChartkitError):
    """An event does not follow from those before it; `number` counts from 1."""

    def __init__(self, number: int, recorded: str, follows: str) -> None:
        self.number = number
        super().__init__(f"event {number} does not fit: the log has {recorded}, {follows}.")


class EndOfLog(Exception):  # noqa: N818 - the end of the records is no error
    """The recorded events are used up."""


class Memory(Generic[Event]):
    """The recorded events, read at the place where the new ones are being written; `said` tells one in words."""

    def __init__(self, recorded: Sequence[Event], said: Callable[[Event], str]) -> None:
        self.recorded = recorded
        self.events: list[Event] = []
        self._said = said
        self._agreed = 0

    @property
    def next(self) -> Event | None:
        """The event at this place; None after the last."""
        place = len(self.events)
        return self.recorded[place] if place < len(self.recorded) else None

    def misfit(self, follows: str) -> TamperedLogError:
        """The event at this place does not fit."""
        recorded = "nothing more" if self.next is None else self._said(self.next)
        return TamperedLogError(len(self.events) + 1, recorded, follows)

    def compare(self) -> None:
        """Refuse the first new event that differs from the recorded one."""
        for place in range(self._agreed, min(len(self.events), len(self.recorded))):
            given, recorded = self.events[place], self.recorded[place]
            if given != recorded:
                raise TamperedLogError(place + 1, self._said(recorded), f"but the rules give {self._said(given)}")
            self._agreed = place + 1
