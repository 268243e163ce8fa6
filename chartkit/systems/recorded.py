"""Game files of any game: their text and checksum, and how recorded events are played again.

The first event that does not follow from the rules is refused.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from chartkit.errors import ChartkitError, InputError
from chartkit.findings import JsonSource, read_json

Event = TypeVar("Event")
CHECKSUM = "sha256"


def game_file_text(data: Mapping[str, Any]) -> str:
    """The canonical bytes of a game file: its checksum inside, one field a line, one event a line."""
    # As it will be read: JSON knows no tuples, and all its keys are texts.
    whole = json.loads(json.dumps(data))
    whole[CHECKSUM] = log_checksum(whole)
    events = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in whole.pop("events"))
    fields = [f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in whole.items()]
    lines = ",\n ".join([*fields, f'"events": [\n  {events}\n ]'])
    return f"{{\n {lines}\n}}\n"


def read_game_file(file: Path, stated: str) -> JsonSource:
    """A JSON file of a game's format; the game itself checks what is in it."""
    source = read_json(file)
    if not isinstance(source.data, dict) or source.data.get("format") != stated:
        raise InputError("this is not a game file.", where=file, remedy="`chartkit game --log FILE` writes one.")
    return source


def log_checksum(data: Mapping[str, Any]) -> str:
    """The checksum of everything in a game file but itself; line breaks and the order of keys do not matter."""
    rest = {name: value for name, value in data.items() if name != CHECKSUM}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode("ascii")).hexdigest()


def refuse_changed(data: Mapping[str, Any]) -> None:
    """Refuse a changed file: the checksum also covers the seed, the options and chart rows that nobody rolled."""
    if data.get(CHECKSUM) != log_checksum(data):
        raise InputError("the file was changed after it was written: its checksum belongs to another game.")


class TamperedLogError(ChartkitError):
    """An event does not follow from those before it; `number` counts from 1."""

    def __init__(self, number: int, recorded: str, follows: str) -> None:
        self.number = number
        super().__init__(f"event {number} does not fit: the log has {recorded}, {follows}.")


class EndOfLog(Exception):  # noqa: N818 - the end of the records is not an error
    """The recorded events are used up."""


class RecordedTable(ABC, Generic[Event]):
    """The table of a game that begins with recorded events; without dice or coaches it stops where they end.

    New events are compared with the recorded ones at the same place. `said` puts an event into words.
    """

    def __init__(self, recorded: Sequence[Event], said: Callable[[Event], str]) -> None:
        self.recorded = recorded
        self.events: list[Event] = []
        #: Where each step begins in the events.
        self.steps: list[int] = []
        self._said = said
        self._agreed = 0

    @property
    def next_recorded(self) -> Event | None:
        """The recorded event at this place; None after the last."""
        place = len(self.events)
        return self.recorded[place] if place < len(self.recorded) else None

    def misfit(self, follows: str) -> TamperedLogError:
        """The error for a recorded event that does not fit here."""
        recorded = "nothing more" if self.next_recorded is None else self._said(self.next_recorded)
        return TamperedLogError(len(self.events) + 1, recorded, follows)

    def compare(self) -> None:
        """Refuse the first new event that differs from the recorded one."""
        for place in range(self._agreed, min(len(self.events), len(self.recorded))):
            given, recorded = self.events[place], self.recorded[place]
            if given != recorded:
                raise TamperedLogError(place + 1, self._said(recorded), f"but the rules give {self._said(given)}")
            self._agreed = place + 1

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """The final whistle has blown."""

    @abstractmethod
    def step(self) -> None:
        """Play one thing."""

    def drop_step(self) -> None:
        """Take back the last step, which is not complete."""
        del self.events[self.steps.pop() :]

    def play_again(self) -> None:
        """Play the recorded events; a step that they only begin is taken back."""
        while not self.is_over and len(self.events) < len(self.recorded):
            try:
                self.step()
            except EndOfLog:
                self.compare()
                self.drop_step()
                break
            self.compare()
        if self.is_over and self.next_recorded is not None:
            raise self.misfit("but the game is over")
