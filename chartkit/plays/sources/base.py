"""What every source of play-by-play does and hands over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class RawPlays:
    """Rows as one source read them, all of one season, before they become a play table.

    `rows` has columns under their play-table names (any others are ignored, absent ones become "missing"), in the
    order of play, and may hold rows that are no plays: those without a `play_type` and timeouts are set aside with
    a reason later. Its index holds whole numbers that say where each row stood, and `place` puts that into words
    for messages ("line {}", "page {}", "Plays!A{}"). `stated` holds totals that the source itself states, if it
    does: columns `game_id`, `team`, `statistic` (a name of `chartkit.plays.totals.STATISTICS`) and `value`.
    """

    season: int
    rows: pd.DataFrame
    place: str = "line {}"
    stated: pd.DataFrame | None = None


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

    def read(self, path: Path, season: int | None) -> Iterator[RawPlays]:
        """Read a file, season by season; `season` is the one the user asked for, if any.

        A file that cannot be read raises InputError with file, place and remedy.
        """
