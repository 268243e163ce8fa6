"""Whole files or none: write beside the target, then rename; a place that takes no file is told in plain words."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chartkit.errors import InputError

_FULL = (errno.ENOSPC, errno.EDQUOT)
_WHY = {
    errno.ENOTDIR: "there is a file where the folder should be",
    errno.EEXIST: "there is a file where the folder should be",
    errno.EISDIR: "there is a folder of that name",
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.EROFS: "you may not write there",
    errno.ENAMETOOLONG: "the name is too long",
    **dict.fromkeys(_FULL, "the disk is full"),
}


def unwritable(target: Path, error: OSError) -> InputError:
    """What to tell a person whose file cannot be written."""
    why = _WHY.get(error.errno or 0, "the system does not allow it")
    return InputError(
        f"this cannot be written: {why}.", where=str(target), remedy="Choose another place or another name."
    )


def read_bytes(path: Path) -> bytes:
    """The content of a file that a person named."""
    try:
        return path.read_bytes()
    except OSError as error:
        why = "there is no such file." if not path.exists() else "the file cannot be opened."
        if path.is_dir():
            why = "this is a folder, not a file."
        raise InputError(why, where=str(path), remedy="Check the name and the folder.") from error


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """Give a temporary path to write to; it becomes `target` only if nothing went wrong."""
    import tempfile

    make_folder(target.parent)
    if target.is_dir():
        # Said before the work, not after it.
        raise unwritable(target, IsADirectoryError(errno.EISDIR, ""))
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
        part.replace(target)
    except OSError as error:
        if error.errno in _FULL:
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


def sha256(path: Path) -> str:
    """The checksum that manifests and chart sources carry."""
    import hashlib

    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
