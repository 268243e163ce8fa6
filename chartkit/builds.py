"""Builds are replaced as a whole: one writer at a time, new files swapped in together, readers see old or new.

New files are written to `.new` inside the build's folder. When all are on disk, `.new` becomes `.ready`: from this
moment the new build counts, and its files only have to move to their places. The next reader of a folder where
the move was interrupted finishes it. Files that do not belong to the new build stay where they are.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from chartkit import files
from chartkit.errors import InputError

MANIFEST = "manifest.json"
_LOCK, _NEW, _READY, _GONE = ".lock", ".new", ".ready", ".gone"
#: Seconds that a reader waits for a writer who is moving files; moving takes milliseconds.
_PATIENCE, _PAUSE = 30.0, 0.05

if sys.platform == "win32":
    import msvcrt

    def _hold(handle: int) -> None:
        """Lock an open file until it is closed or its process ends; OSError if somebody else has it."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _hold(handle: int) -> None:
        """Lock an open file until it is closed or its process ends; OSError if somebody else has it."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class BusyError(InputError):
    """Another process writes into this folder."""


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Keep other writers out of a folder; the lock of a process that died does not count."""
    is_new = not folder.exists()
    files.make_folder(folder)
    lock = folder / _LOCK
    try:
        handle = _locked(lock)
    except BlockingIOError as error:
        raise BusyError(
            "another chartkit is writing into this folder.",
            where=folder,
            remedy="Wait until it is done, or name another folder with --out.",
        ) from error
    except OSError as error:
        raise files.unwritable(folder, error) from error
    try:
        yield
    finally:
        # Removed while it is held, see `_locked`.
        lock.unlink(missing_ok=True)
        os.close(handle)
        if is_new:
            # Nothing was written: the folder is not left behind empty.
            with suppress(OSError):
                folder.rmdir()


def _locked(lock: Path) -> int:
    """The handle of the lock file; a file that its holder removed in the meantime is no lock."""
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o666)
        try:
            _hold(handle)
        except OSError as error:
            os.close(handle)
            raise BlockingIOError(errno.EAGAIN, "held") from error
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), lock.stat()):
                return handle
        os.close(handle)


@contextmanager
def swapped(folder: Path, gone: Sequence[str] = ()) -> Iterator[Path]:
    """Give a folder to write a build to; its files come into `folder` all together, or none does.

    `gone` are files of an earlier build that this one no longer has.
    """
    _finish(folder)
    new, ready = folder / _NEW, folder / _READY
    shutil.rmtree(new, ignore_errors=True)
    files.make_folder(new)
    try:
        yield new
        for path in _files_in(new):
            target = folder / path.relative_to(new)
            # Checked now: from here on nothing may fail.
            files.make_folder(target.parent)
            files.refuse_folder(target)
        files.write_text(new / _GONE, "\n".join(gone))
        files.flush_folder(new)
        new.rename(ready)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    _finish(folder)


def _files_in(folder: Path) -> list[Path]:
    """Every file below, the manifest last."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != _GONE)
    return sorted(found, key=lambda path: (path.name == MANIFEST, path))


def _finish(folder: Path) -> None:
    """Move the files of a build that is ready to their places; goes on with a move that was interrupted."""
    ready = folder / _READY
    if not ready.is_dir():
        return
    gone = ready / _GONE
    # Without the list, every file has been moved and only the empty folder is left.
    for name in gone.read_text("utf-8").split() if gone.is_file() else ():
        (folder / name).unlink(missing_ok=True)
    targets = {path: folder / path.relative_to(ready) for path in _files_in(ready)}
    for path, target in targets.items():
        files.make_folder(target.parent)
        path.replace(target)
    for parent in {target.parent for target in targets.values()}:
        files.flush_folder(parent)
    shutil.rmtree(ready)


def finish_swap(folder: Path) -> None:
    """Finish a move that was interrupted; one that is under way is waited for."""
    deadline = time.monotonic() + _PATIENCE
    while (folder / _READY).is_dir():
        try:
            with sole_writer(folder):
                _finish(folder)
        except BusyError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)


@contextmanager
def opened(folder: Path) -> Iterator[None]:
    """Read a build in one state; InputError if it was compiled again in the meantime."""
    finish_swap(folder)
    before = _state(folder)
    try:
        yield
    finally:
        if _state(folder) != before:
            raise InputError("this build was compiled anew while it was read.", where=folder, remedy="Try again.")


def _state(folder: Path) -> tuple[int, ...]:
    """What is different after a new build; empty while one is being moved in."""
    if (folder / _READY).is_dir():
        return ()
    try:
        found = (folder / MANIFEST).stat()
    except OSError:
        return (0,)
    return found.st_ino, found.st_mtime_ns, found.st_size
