"""Where play-by-play comes from: each source is found by looking at the file, and all give the same rows."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pandas as pd

from chartkit.errors import InputError
from chartkit.football.teams import Team

# In the order in which they are asked: the most particular first.
_SOURCES: tuple[str, ...] = (
    "chartkit.plays.sources.nflverse:NFLVERSE",
    "chartkit.plays.sources.gamecenter:GAMECENTER",
    "chartkit.plays.sources.by_hand:BY_HAND",
    "chartkit.plays.sources.gamebook:GAMEBOOKS",
)
_HEAD = 4096


@dataclass(frozen=True)
class RawPlays:
    """Rows as one source read them, all of one season, before they become a play table.

    `rows` has columns under their play-table names (any others are ignored, absent ones become "missing"), in the
    order of play, and may hold rows that are no plays: those without a `play_type` and timeouts are set aside with
    a reason later. Its index holds whole numbers that say where each row stood, and `place` puts that into words
    for messages ("line {}", "page {}", "Plays!A{}"). `stated` holds totals that the source itself states, if it
    does: columns `game_id`, `team`, `statistic` (a name of `chartkit.plays.STATISTICS`) and `value`.
    `teams` are the names that the source gives to its teams.
    """

    season: int
    rows: pd.DataFrame
    place: str = "line {}"
    stated: pd.DataFrame | None = None
    teams: tuple[Team, ...] = ()


class Source(Protocol):
    """One kind of file that holds play-by-play."""

    @property
    def name(self) -> str:
        """Short name, as reports and the saved table carry it."""

    @property
    def title(self) -> str:
        """What people call it."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether `path`, whose first bytes are `head`, is this source's kind of file."""

    def seasons(self, path: Path) -> Set[int]:
        """The seasons that the file says it holds; none when it does not say."""

    def read(self, path: Path, season: int | None) -> Iterator[RawPlays]:
        """Read a file, season by season; `season` is the one the user asked for, if any.

        A file that cannot be read raises InputError with file, place and remedy.
        """


def sources() -> Iterator[Source]:
    """Every known source; each is imported only when it is asked, because PDF and workbook libraries are heavy."""
    for place in _SOURCES:
        module, _, name = place.partition(":")
        yield getattr(importlib.import_module(module), name)


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


def source_of(path: Path) -> Source:
    """The source of a file; a file that no source knows is refused."""
    source = recognise(path)
    if source is None:
        raise InputError(
            "this is no play-by-play that chartkit can read.",
            where=str(path),
            remedy=f"It reads {', '.join(source.title for source in sources())}.",
        )
    return source
