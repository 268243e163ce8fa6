"""The known sources; each is imported only when its turn comes."""

from __future__ import annotations

import importlib
from pathlib import Path

from chartkit.errors import InputError
from chartkit.plays.sources.base import Source

# In the order in which they are asked: the most particular first.
_SOURCES: tuple[str, ...] = (
    "chartkit.plays.sources.nflverse:NFLVERSE",
    "chartkit.plays.sources.gamecenter:GAMECENTER",
    "chartkit.plays.sources.by_hand:BY_HAND",
    "chartkit.plays.sources.gamebook:GAMEBOOKS",
)
_HEAD = 4096


def sources() -> tuple[Source, ...]:
    """Every known source."""
    found = []
    for place in _SOURCES:
        module, _, name = place.partition(":")
        source: Source = getattr(importlib.import_module(module), name)
        found.append(source)
    return tuple(found)


def recognise(path: Path) -> Source | None:
    """The source that knows how to read this file, by its content and suffix; None when there is none."""
    if not path.is_file():
        raise InputError(
            "there is no such file.", where=str(path), remedy="`chartkit fetch 2017` downloads a season."
        )
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    if not head:
        raise InputError("the file is empty.", where=str(path), remedy="Download or export it again.")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the text is UTF-16, not UTF-8.", where=str(path), remedy="Save it as CSV UTF-8.")
    return next((source for source in sources() if source.recognises(path, head)), None)


def find(path: Path) -> Source:
    """The source of a file; a file that no source knows is refused."""
    source = recognise(path)
    if source is None:
        raise InputError(
            "this is no play-by-play that chartkit can read.",
            where=str(path),
            remedy=f"It reads {', '.join(source.title for source in sources())}.",
        )
    return source
