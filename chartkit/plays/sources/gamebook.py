"""Official game books: one PDF a game, a folder of them a season."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from chartkit.plays.sources.base import RawPlays


class GameBooks:
    """The PDF that the league publishes after every game."""

    name = "gamebook"
    title = "official game books (.pdf)"

    def recognises(self, path: Path, head: bytes) -> bool:
        """Any PDF; one that is no game book is refused with the reason."""
        return head.startswith(b"%PDF") or path.suffix.lower() == ".pdf"

    def read(self, path: Path, season: int | None) -> Iterator[RawPlays]:
        """One game, with the totals that its statistics pages state."""
        from chartkit.plays.gamebook import read_gamebook

        book = read_gamebook(path)
        yield RawPlays(season=book.cover.season, rows=book.rows, place="page {}", stated=book.stated)


GAMEBOOKS = GameBooks()
