"""The files that the pages may touch: scanned in the server's folder, known to a page by an id, never by path."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from chartkit.web.answers import not_found

#: Larger files are no games.
_MOST_BYTES = 20_000_000
_CODE = re.compile(r"[A-Z0-9]{2,4}")


@dataclass(frozen=True)
class Library:
    """Compiled seasons in build/, games in games/ and beside it."""

    home: Path

    @property
    def games_folder(self) -> Path:
        """Where games with people are kept, as `chartkit game` does."""
        return self.home / "games"

    def builds(self) -> dict[str, Path]:
        """Every compiled season by its id, the newest first."""
        found = (path.parent for path in (self.home / "build").glob("*/charts") if path.is_dir())
        # 2031 before 2031-coachs-call, and both before 2030.
        newest = sorted(self._own(found), key=lambda path: (path.name[:4], -len(path.name)), reverse=True)
        return {path.name: path for path in newest}

    def build(self, key: str) -> Path:
        """One of them."""
        if (found := self.builds().get(key)) is None:
            raise not_found("This season")
        return found

    def charts(self, build: str) -> dict[str, Path]:
        """The charts of a season by team code."""
        found = self._own((self.build(build) / "charts").glob("*.json"))
        return {path.stem: path for path in sorted(found) if _CODE.fullmatch(path.stem)}

    def chart(self, build: str, code: str) -> Path:
        """One of them."""
        if (found := self.charts(build).get(code)) is None:
            raise not_found("This chart")
        return found

    def games(self) -> dict[str, Path]:
        """Every game file by its id, the latest first."""
        found = [*self._own(self.games_folder.glob("*.json")), *self._own(self.home.glob("*.json"))]
        dated = [(path.stat().st_mtime_ns, path) for path in found if 0 < path.stat().st_size < _MOST_BYTES]
        return {self.game_id(path): path for _, path in sorted(dated, reverse=True)}

    def game(self, key: str) -> Path:
        """One of them."""
        if (found := self.games().get(key)) is None:
            raise not_found("This game")
        return found

    def game_id(self, path: Path) -> str:
        """The id of a game file: its name as far as it is plain, and a mark of where it is."""
        where = path.relative_to(self.home).as_posix()
        return f"{_plain(path.stem)}-{hashlib.blake2s(where.encode(), digest_size=3).hexdigest()}"

    def free_game_file(self, away: str, home: str) -> Path:
        """A new, empty file: games/WND-at-BRK.json, WND-at-BRK-2.json; nobody else gets the same."""
        self.games_folder.mkdir(exist_ok=True)
        stem = f"{_plain(away)}-at-{_plain(home)}"
        for number in count(1):
            path = self.games_folder / f"{stem}{f'-{number}' if number > 1 else ''}.json"
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            return path
        raise AssertionError

    def _own(self, found: Iterator[Path]) -> Iterator[Path]:
        """Without links that lead out of the folder."""
        inside = self.home.resolve()
        return (path for path in found if path.resolve().is_relative_to(inside))


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:40] or "game"
