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


def is_gzip(path: Path) -> bool:
    """By its first bytes, whatever it is called."""
    with path.open("rb") as stream:
        return stream.read(2) == _GZIP


def open_bytes(path: Path) -> IO[bytes]:
    """Open a plain or gzipped file for reading."""
    return cast("IO[bytes]", gzip.open(path, "rb")) if is_gzip(path) else path.open("rb")


def unpacked_size(path: Path) -> int:
    """How much text is in it, at least."""
    size = path.stat().st_size
    if not is_gzip(path) or size < 18:
        return size
    with path.open("rb") as stream:
        stream.seek(-4, 2)
        # gzip keeps the unpacked size modulo 4 GB at its end; text never grows by packing.
        return max(size, int.from_bytes(stream.read(4), "little"))


def what_is_wrong(path: Path, names: list[str], numeric: set[str]) -> InputError:
    """Look for the first line that makes a CSV unreadable and say what is wrong with it."""
    where = str(path)
    columns = [(place, name) for place, name in enumerate(names) if name in numeric]
    number = 1
    try:
        with open_bytes(path) as stream:
            stream.readline().decode("utf-8")
            for number, line in enumerate(stream, start=2):
                text = line.decode("utf-8")
                cells = next(csv.reader([text]), [])
                if names and cells and len(cells) != len(names):
                    return InputError(
                        f"this line has {len(cells)} cells, the heading has {len(names)}.",
                        where=f"{where}, line {number}",
                        remedy=f"The file may be cut off. {_AGAIN}",
                    )
                for place, name in columns:
                    if cells and not _is_number(cells[place]):
                        return InputError(
                            f"the column {name} should hold a number, not {cells[place]!r}.",
                            where=f"{where}, line {number}",
                            remedy="Correct it or leave the cell empty.",
                        )
    except UnicodeDecodeError:
        return InputError(
            "this line is not UTF-8 text, as the rest of the file should be.",
            where=f"{where}, line {number}",
            remedy='Parts with different encodings were joined, or it was saved as "ANSI": save it as CSV UTF-8.',
        )
    except (EOFError, OSError, zlib.error):
        return InputError("the compressed file is cut off or damaged.", where=where, remedy="Download it again.")
    return InputError("the file cannot be read.", where=where, remedy=_AGAIN)


def _is_number(text: str) -> bool:
    if text.strip().lower() in _EMPTY:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True
