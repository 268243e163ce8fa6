"""How a person breaks off a play."""

from __future__ import annotations


class UndoPlayError(Exception):
    """The person takes the last play back."""


class StopPlayingError(Exception):
    """The person leaves the table."""
