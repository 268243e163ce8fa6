"""Where play-by-play comes from: each source is found by looking at the file, and all give the same rows.

A source is a module of this package with what `Source` says. What several of them need for files as people have
them (packed, damaged, made to fill the memory) stands here too.
"""

from __future__ import annotations

import csv
import gzip
import zlib
from collections.abc import Iterator, Set
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Protocol, cast

import pandas as pd

from chartkit.errors import InputError
from chartkit.football.teams import Team

# In the order in which they are asked: the most particular first.
_SOURCES = ("nflverse", "gamecenter", "by_hand", "gamebook")
_HEAD = 4096


@dataclass(frozen=True)
class RawPlays:
    """Rows as one source read them, all of one season, before they become a play table.

    `rows` has columns under their play-table names (any others are ignored, absent ones become "missing"), in the
    order of play, and may hold rows that are no plays: those without a `play_type` and timeouts are set aside with
    a reason later. Its index holds whole numbers that say where each row stood, and `place` puts that into words
    for messages ("line {}", "page {}", "Plays!A{}"). `stated` holds totals that the source itself states, if it
    does: columns `game_id`, `team`, `statistic` (a name of `chartkit.plays.STATISTICS`) and `value`.
    `teams` are the names that the source gives to its teams. `derived` are columns that the source does not state
    and that follow from the plays (`chartkit.plays.totals.fill_in`).
    """

    season: int
    rows: pd.DataFrame
    place: str = "line {}"
    stated: pd.DataFrame | None = None
    teams: tuple[Team, ...] = ()
    derived: tuple[str, ...] = ()


class Source(Protocol):
    """One kind of file that holds play-by-play."""

    #: Short name, as reports and the saved table carry it.
    NAME: str
    #: What people call it.
    TITLE: str

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
    return (cast(Source, import_module(f"{__name__}.{name}")) for name in _SOURCES)


def recognise(path: Path) -> Source | None:
    """The source that knows how to read this file, by its content and suffix; None when there is none."""
    if not path.is_file():
        raise InputError("there is no such file.", where=path, remedy="`chartkit fetch 2017` downloads a season.")
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    if not head:
        raise InputError("the file is empty.", where=path, remedy=AGAIN)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the text is UTF-16, not UTF-8.", where=path, remedy="Save it as CSV UTF-8.")
    return next((source for source in sources() if source.recognises(path, head)), None)


def source_of(path: Path) -> Source:
    """The source of a file; a file that no source knows is refused."""
    source = recognise(path)
    if source is None:
        raise InputError(
            "this is not play-by-play that chartkit can read.",
            where=path,
            remedy=f"It reads {', '.join(source.TITLE for source in sources())}.",
        )
    return source


# Text files as people have them: plain or gzipped, whole or damaged.


AGAIN = "Download or export it again."
GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
#: What reading a file that was cut off raises.
_CUT_OFF = (OSError, EOFError, zlib.error)
_EMPTY = {"", "na", "nan", "null", "n/a", "#n/a", "none"}
_BLOCK = 1 << 20
#: Season files shrink to a seventh; what shrinks to a hundredth was made to fill the memory.
_MOST_UNPACKED, _ALWAYS_ALLOWED = 100, 16 << 20
_LONGEST_LINE = 1 << 20


def is_gzip(path: Path) -> bool:
    """By its first bytes, whatever it is called."""
    with path.open("rb") as stream:
        return stream.read(2) == GZIP


def _open(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_gzip(path) else path.open("rb")


def refuse_bomb(path: Path, unpacked: int) -> None:
    """Refuse a file that unpacks to far more than a season."""
    most = max(_ALWAYS_ALLOWED, _MOST_UNPACKED * path.stat().st_size)
    if unpacked > most:
        raise InputError(
            f"the file unpacks to more than {most >> 20} MB, which no play-by-play of its size does.",
            where=path,
            remedy="Check where it comes from.",
        )


def unpacked(path: Path, most: int) -> bytes | None:
    """The text of a file; None when there are more than `most` bytes of it.

    All of it is counted: the size that a gzip file states at its end may be forged.
    """
    total = 0
    blocks: list[bytes] = []
    try:
        with _open(path) as stream:
            while block := stream.read(_BLOCK):
                total += len(block)
                refuse_bomb(path, total)
                if total <= most:
                    blocks.append(block)
                else:
                    blocks.clear()
    except _CUT_OFF as error:
        raise _damaged(path) from error
    return b"".join(blocks) if total <= most else None


def _damaged(path: Path) -> InputError:
    return InputError("the compressed file is cut off or damaged.", where=path, remedy="Download it again.")


def heading_line(path: Path) -> bytes:
    """The first line of a text file."""
    try:
        with _open(path) as stream:
            line = stream.readline(_LONGEST_LINE + 1)
    except _CUT_OFF as error:
        raise InputError("the file is damaged.", where=path, remedy=AGAIN) from error
    if len(line) > _LONGEST_LINE:
        raise InputError(
            f"the heading is longer than {_LONGEST_LINE >> 20} MB.",
            where=f"{path}, line 1",
            remedy="A season file has a few hundred columns.",
        )
    return line


def what_is_wrong(path: Path, names: list[str], numeric: Set[str]) -> InputError:
    """Look for the first line that makes a CSV unreadable and say what is wrong with it."""
    try:
        with _open(path) as stream:
            stream.readline(_LONGEST_LINE)
            number = 1
            while line := stream.readline(_LONGEST_LINE + 1):
                number += 1
                if found := _wrong_line(line, names, numeric):
                    what, remedy = found
                    return InputError(what, where=f"{path}, line {number}", remedy=remedy)
    except _CUT_OFF:
        return _damaged(path)
    return InputError("the file cannot be read.", where=path, remedy=AGAIN)


def _wrong_line(line: bytes, names: list[str], numeric: Set[str]) -> tuple[str, str] | None:
    """What is wrong with a line, and what to do about it."""
    if len(line) > _LONGEST_LINE:
        return f"this line is longer than {_LONGEST_LINE >> 20} MB.", AGAIN
    try:
        cells = next(csv.reader([line.decode("utf-8")]), [])
    except UnicodeDecodeError:
        return (
            "this line is not UTF-8 text, as the rest of the file should be.",
            'Parts with different encodings were joined, or it was saved as "ANSI": save it as CSV UTF-8.',
        )
    except csv.Error as error:
        return f"this line is not CSV ({error}).", AGAIN
    if names and cells and len(cells) != len(names):
        what = f"this line has {len(cells)} cells, the heading has {len(names)}."
        return what, f"The file may be cut off. {AGAIN}"
    for name, cell in zip(names, cells, strict=False):
        if name in numeric and not _is_number(cell):
            shown = repr(cell if len(cell) <= 40 else f"{cell[:40]}...")
            return f"the column {name} should hold a number, not {shown}.", "Correct it or leave the cell empty."
    return None


def _is_number(text: str) -> bool:
    if text.strip().lower() in _EMPTY:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
