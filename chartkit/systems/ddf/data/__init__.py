"""The tables of the rules and the texts that ship with the game, as data files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from chartkit.resources import data_file

#: Found beside the code: importlib.resources alone would take a tenth of the time that a game may take to start.
FOLDER = Path(__file__).parent


def shipped(name: str) -> str:
    """The text of a data file."""
    return (FOLDER / name).read_text("utf-8")


@cache
def shipped_data(name: str) -> Any:
    """What a data file says; nobody changes it."""
    return data_file(FOLDER / name)
