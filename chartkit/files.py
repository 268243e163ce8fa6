"""Files are written whole or not at all: beside the target, then renamed. Failures are explained in plain words."""

from __future__ import annotations

import csv
import errno
import gzip
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chartkit.errors import InputError

_FULL = (errno.ENOSPC, errno.EDQUOT)
#: Failures of the disk while writing; all others belong to the work itself.
_NO_ROOM = (*_FULL, errno.EFBIG)
_WHY = {
    errno.ENOTDIR: "there is a file where the folder should be",
    errno.EEXIST: "there is a file where the folder should be",
    errno.EISDIR: "there is a folder of that name",
    **dict.fromkeys((errno.EACCES, errno.EPERM), "you have no access"),
    errno.EROFS: "nothing can be written there",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EFBIG: "the system allows no file of that size",
    **dict.fromkeys(_FULL, "the disk is full"),
}

#: What a formula begins with in a spreadsheet; a number may begin with a sign too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
#: The code of a team (PHI) or of a game (2017_01_PHI_NE); never a path.
_CODE = re.compile(r"[A-Z0-9_]{2,24}")


def file_name(code: str, suffix: str = "") -> str:
    """The name of the file of a team or a game; a code from a file may be anything, and a path is no code.

    >>> file_name("PHI", ".json")
    'PHI.json'
    """
    if not _CODE.fullmatch(code):
        raise InputError(
            f"{code!r} is not a team code, so no file can be named after it.",
            remedy="A code is two to four capital letters or digits, such as PHI.",
        )
    return f"{code}{suffix}"


def as_path(path: str | Path | None) -> Path | None:
    """A path as the API takes it: a text, a path, or none."""
    return None if path is None else Path(path)


def reason(error: OSError) -> str:
    """Why a file cannot be read or written, in plain words."""
    return _WHY.get(error.errno or 0) or error.strerror or str(error)


def unwritable(target: Path, error: OSError) -> InputError:
    """What to tell a person whose file cannot be written."""
    return InputError(
        f"this cannot be written: {reason(error)}.",
        where=target,
        remedy="Choose another place or another name.",
    )


def read_bytes(path: Path) -> bytes:
    """The content of a file that a person named."""
    try:
        return path.read_bytes()
    except OSError as error:
        why = "there is no such file." if not path.exists() else "the file cannot be opened."
        if path.is_dir():
            why = "this is a folder, not a file."
        raise InputError(why, where=path, remedy="Check the name and the folder.") from error


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error


def refuse_folder(target: Path) -> None:
    """Raise InputError if there is a folder where a file is to be written."""
    if target.is_dir():
        raise unwritable(target, IsADirectoryError(errno.EISDIR, ""))


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, on systems that can."""
    if os.name == "posix":
        _flush(folder, os.O_RDONLY)


def _flush(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """Give a temporary path to write to; it becomes `target` only if nothing went wrong."""
    import tempfile

    make_folder(target.parent)
    # Refused before the work, not after it.
    refuse_folder(target)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as error:
        raise unwritable(target, error) from error
    os.close(handle)
    part = Path(name)
    try:
        yield part
        # mkstemp files are private; a chart is meant to be shared.
        umask = os.umask(0)
        os.umask(umask)
        part.chmod(0o666 & ~umask)
        # Flushed before it is renamed: after a power failure there is either the old file or the new one.
        _flush(part, os.O_RDWR)
        part.replace(target)
        flush_folder(target.parent)
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise unwritable(target, error) from error
        raise
    finally:
        part.unlink(missing_ok=True)


def write_text(target: Path, text: str) -> None:
    """Write a whole UTF-8 text file with Unix line ends, or leave the old one untouched."""
    write_bytes(target, text.encode("utf-8"))


def write_bytes(target: Path, data: bytes) -> None:
    """Write a whole binary file, or leave the old one untouched."""
    with whole_file(target) as part:
        part.write_bytes(data)


def free_name(path: Path) -> Path:
    """A name beside the file that nothing has: `PHI.json.old`, `PHI.json.old2`."""
    number = 1
    while (kept := path.with_name(f"{path.name}.old{number if number > 1 else ''}")).exists():
        number += 1
    return kept


def plain_cell(value: object) -> object:
    """A value for a CSV file; a text that a spreadsheet would run as a formula gets an apostrophe before it.

    >>> [plain_cell(value) for value in ("=1+1", "-2", -2, "@home", "up the middle")]
    ["'=1+1", '-2', -2, "'@home", 'up the middle']
    """
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def write_csv(target: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows as CSV, packed if the name ends in .gz."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: plain_cell(value) for name, value in row.items()} for row in rows)
    data = text.getvalue().encode("utf-8")
    # No time stamp: the same rows give the same bytes.
    write_bytes(target, gzip.compress(data, mtime=0) if target.suffix.lower() == ".gz" else data)


def sha256(path: Path) -> str:
    """The checksum that manifests and chart sources carry."""
    import hashlib

    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


# JSON as people edit it: the indent of the json module spreads every short record over many lines.


_WIDTH = 116
_MOST_INLINE = 6


def dumps(data: Any) -> str:
    """Lay out JSON so that a column reads as a block and a changed cell is a one-line diff."""
    return _layout(data, "") + "\n"


# One encoder for all: json.dumps makes a new one for every cell.
_inline = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _layout(data: Any, indent: str) -> str:
    if not isinstance(data, dict | list) or not data:
        return _inline(data)
    values = list(data.values()) if isinstance(data, dict) else data
    flat = not any(isinstance(value, dict | list) and value for value in values)
    if flat and len(values) <= _MOST_INLINE:
        text = _inline(data)
        if len(indent) + len(text) <= _WIDTH:
            return text
    deeper = indent + "  "
    if isinstance(data, dict):
        lines = [f"{deeper}{_inline(str(key))}: {_layout(value, deeper)}" for key, value in data.items()]
        return "{\n" + ",\n".join(lines) + "\n" + indent + "}"
    return "[\n" + ",\n".join(deeper + _layout(value, deeper) for value in data) + "\n" + indent + "]"
