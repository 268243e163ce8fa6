"""The few things that can go wrong, split by who can fix them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

#: What to do about a file that is too large, or holds something else than it should.
CHECK_FILE = "Check that this is the file you meant."


class ChartkitError(Exception):
    """Something a user can understand and fix; the command line prints it without a traceback."""


class InputError(ChartkitError):
    """A file or an option cannot be read or makes no sense: exit code 2."""

    def __init__(self, what: str, *, where: str | Path | None = None, remedy: str | None = None) -> None:
        self.what = what
        self.where = None if where is None else str(where)
        self.remedy = remedy
        super().__init__("".join([f"{where}: " if where else "", what, f" {remedy}" if remedy else ""]))


class UnknownNameError(InputError, KeyError):
    """Something was looked up by a name or number that is not there; a KeyError too, as in any Python container."""

    def __str__(self) -> str:
        # KeyError would quote the sentence.
        return Exception.__str__(self)


class InvalidChartError(ChartkitError):
    """A chart was read but breaks the rules of its game; carries the findings: exit code 1."""

    def __init__(self, message: str, findings: tuple[Any, ...] = ()) -> None:
        self.findings = findings
        super().__init__(message)


class IllegalCallError(ChartkitError):
    """A coach asked for something that the rules forbid here; the text says why."""


class NotOffered(InputError):  # noqa: N818 - nobody made a mistake
    """A game has no such thing: exit code 2."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__(f"{game} has no {what}.", remedy="`chartkit systems` says what each game offers.")
