"""Text files as people have them: plain or gzipped, whole or damaged; finds out what is wrong with one."""

from __future__ import annotations

import csv
import gzip
import zlib
from pathlib import Path
from typing import IO, cast

from chartkit.errors import InputError

_GZIP = b"\x1f\x8b"
_EMPTY = {"", "na", "nan", "null", "n/a", "#n/a", "none"}
_AGAIN = "Download or export it again."
_BLOCK = 1 << 20
#: Season files shrink to a seventh; what shrinks to a hundredth was made to fill the memory.
_MOST_UNPACKED = 100
_ALWAYS_ALLOWED = 16 << 20
LONGEST_LINE = 1 << 20
_CORRECT = "Correct it or leave the cell empty."


def is_gzip(path: Path) -> bool:
    """By its first bytes, whatever it is called."""
    with path.open("rb") as stream:
        return stream.read(2) == _GZIP


def open_bytes(path: Path) -> IO[bytes]:
    """Open a plain or gzipped file for reading."""
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_gzip(path) else path.open("rb")


def allowed_size(packed: int) -> int:
    """The most bytes that a packed file of this size may unpack to."""
    return max(_ALWAYS_ALLOWED, _MOST_UNPACKED * packed)


def refuse_bomb(path: Path) -> InputError:
    """The error for a file that unpacks to far more than a season."""
    most = allowed_size(path.stat().st_size) >> 20
    return InputError(
        f"the file unpacks to more than {most} MB, which no play-by-play of its size does.",
        where=str(path),
        remedy="Check where it comes from.",
    )


def unpacked_size(path: Path) -> int:
    """How much text is in it, counted: the size that a gzip file states at its end may be forged."""
    size = path.stat().st_size
    if not is_gzip(path):
        return size
    total, most = 0, allowed_size(size)
    try:
        with gzip.open(path, "rb") as stream:
            while block := stream.read(_BLOCK):
                total += len(block)
                if total > most:
                    raise refuse_bomb(path)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            "the compressed file is cut off or damaged.", where=str(path), remedy="Download it again."
        ) from error
    return total


def heading_line(path: Path) -> bytes:
    """The first line of a text file."""
    try:
        with open_bytes(path) as stream:
            line = stream.readline(LONGEST_LINE + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError("the file is damaged.", where=str(path), remedy=_AGAIN) from error
    if len(line) > LONGEST_LINE:
        raise InputError(
            f"the heading is longer than {LONGEST_LINE >> 20} MB.",
            where=f"{path}, line 1",
            remedy="A season file has a few hundred columns.",
        )
    return line


def what_is_wrong(path: Path, names: list[str], numeric: set[str]) -> InputError:
    """Look for the first line that makes a CSV unreadable and say what is wrong with it."""
    columns = [(place, name) for place, name in enumerate(names) if name in numeric]
    number = 1
    try:
        with open_bytes(path) as stream:
            stream.readline(LONGEST_LINE)
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if found := _wrong_line(line, names, columns):
                    what, remedy = found
                    return InputError(what, where=f"{path}, line {number}", remedy=remedy)
    except (EOFError, OSError, zlib.error):
        return InputError(
            "the compressed file is cut off or damaged.", where=str(path), remedy="Download it again."
        )
    return InputError("the file cannot be read.", where=str(path), remedy=_AGAIN)


def _wrong_line(line: bytes, names: list[str], numbers: list[tuple[int, str]]) -> tuple[str, str] | None:
    """What is wrong with a line, and what to do about it."""
    if len(line) > LONGEST_LINE:
        return f"this line is longer than {LONGEST_LINE >> 20} MB.", _AGAIN
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return (
            "this line is not UTF-8 text, as the rest of the file should be.",
            'Parts with different encodings were joined, or it was saved as "ANSI": save it as CSV UTF-8.',
        )
    try:
        cells = next(csv.reader([text]), [])
    except csv.Error as error:
        return f"this line is no CSV ({error}).", _AGAIN
    if names and cells and len(cells) != len(names):
        return (
            f"this line has {len(cells)} cells, the heading has {len(names)}.",
            f"The file may be cut off. {_AGAIN}",
        )
    for place, name in numbers:
        if cells and not _is_number(cells[place]):
            return f"the column {name} should hold a number, not {_short(cells[place])}.", _CORRECT
    return None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}...")


def _is_number(text: str) -> bool:
    if text.strip().lower() in _EMPTY:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
