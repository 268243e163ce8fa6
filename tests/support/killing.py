"""Commands that are killed in the midst of their work, or that run out of room on disk.

A command runs in a process of its own that kills itself when it is about to touch so many files of its folder, so
that a seed gives the same moment on every machine.
"""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: What the process is about to do with a file.
_EVENTS = frozenset(
    {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.listdir", "os.scandir", "os.link"}
)
#: Seconds after which a command that does not end is given up.
_PATIENCE = 1200


def killed_at(folder: Path, words: Sequence[str], moment: int, typed: str = "") -> bool:
    """Run `chartkit` in a folder and kill it at its moment; False: it was done before."""
    code, _ = _forked(folder, words, typed, moment=moment)
    assert code in (0, -signal.SIGKILL), f"{words}: {code}"
    return code != 0


def moments(folder: Path, words: Sequence[str], typed: str = "") -> int:
    """Run `chartkit` to its end; how often it touches files of its folder."""
    code, said = _forked(folder, words, typed)
    assert code == 0, said
    return int(said.rpartition(" ")[2])


def with_room_for(size: int, folder: Path, words: Sequence[str], typed: str = "") -> tuple[int, str]:
    """Run `chartkit` where no file may have more bytes; exit code and what was said."""
    return _forked(folder, words, typed, largest=size)


def _forked(
    folder: Path, words: Sequence[str], typed: str, *, moment: int = 0, largest: int = 0
) -> tuple[int, str]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _run(folder, words, typed, moment, largest, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said


def _run(folder: Path, words: Sequence[str], typed: str, moment: int, largest: int, pipe: int) -> None:
    """The life of the forked process."""
    signal.alarm(_PATIENCE)
    for stream in (1, 2):
        os.dup2(pipe, stream)
    count = 0

    def counted(event: str, details: tuple[Any, ...]) -> None:
        nonlocal count
        # Every path is meant from the folder in which the command runs.
        if event in _EVENTS and isinstance(details[0], str | Path) and (folder / details[0]).is_relative_to(folder):
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    try:
        from chartkit.cli.app import main

        os.chdir(folder)
        sys.argv = ["chartkit", *words]
        sys.stdin = io.StringIO(typed)
        sys.stdout, sys.stderr = (os.fdopen(os.dup(pipe), "w", encoding="utf-8") for _ in range(2))
        if largest:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
        sys.addaudithook(counted)
        code: Any = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.write(f"touched {count}" if not largest else "")
        sys.stderr.flush()
        os._exit(int(code or 0))
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)
