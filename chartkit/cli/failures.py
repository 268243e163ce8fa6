"""How a command ends: the exit codes, one clear line for every failure, and a report for unexpected failures."""

from __future__ import annotations

import os
import platform
import re
import shlex
import sys
import tempfile
import traceback
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import typer

from chartkit import __version__, files
from chartkit.cli import console
from chartkit.errors import ChartkitError, InputError

FINDINGS, WRONG_USE, BUG, INTERRUPTED = 1, 2, 70, 130


def tell(failure: BaseException, *, debug: bool = False) -> int:
    """Say what went wrong; gives the exit code."""
    match failure:
        case InputError():
            console.error(str(failure))
            return WRONG_USE
        case ChartkitError():
            console.error(str(failure))
            return FINDINGS
        case typer.TyperException():
            console.error(_wrong_use(failure))
            return failure.exit_code
        case KeyboardInterrupt() | typer.Abort():
            console.error("interrupted")
            return INTERRUPTED
        case OSError():
            where = f"{failure.filename}: " if failure.filename else ""
            console.error(f"{where}this cannot be read or written: {files.reason(failure)}.")
            return WRONG_USE
        case _:
            _report_bug(failure, debug=debug)
            return BUG


def _wrong_use(mistake: typer.TyperException) -> str:
    """What typer says, in one line, and where help is."""
    text = " ".join(mistake.format_message().split())
    context = getattr(mistake, "ctx", None)
    page = context.command_path if context else "chartkit"
    return f"{text}{'' if text.endswith(('.', '?')) else '.'} `{page} --help` tells more."


def _report_bug(failure: BaseException, *, debug: bool) -> None:
    details = f"{_circumstances()}\n\n{''.join(traceback.format_exception(failure))}"
    try:
        where = f"The details are in {_kept(details)}; `chartkit --debug COMMAND ...` shows them here."
    except OSError:
        where, debug = "The details are above: no file could be written.", True
    if debug:
        console.say(details)
    short = " ".join("".join(traceback.format_exception_only(failure)).split())
    console.error(f"this is a bug in chartkit, please report it: {short}. {where}")


def _circumstances() -> str:
    """What a maintainer needs beside the traceback: what was typed, where, with which libraries."""
    lines = [
        f"chartkit {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"typed: chartkit {shlex.join(sys.argv[1:])}",
    ]
    # A folder that was removed, or a checkout that was never installed, must not hide the failure itself.
    with suppress(OSError):
        lines.append(f"in: {Path.cwd()}")
    with suppress(metadata.PackageNotFoundError):
        required = [line for line in metadata.requires("chartkit") or () if "extra ==" not in line]
        libraries = [re.split(r"[^\w.-]", line)[0] for line in required]
        lines.append(f"libraries: {', '.join(f'{name} {metadata.version(name)}' for name in libraries)}")
    return "\n".join(lines)


def report_folder() -> Path:
    """Where the reports of bugs are kept: in the user's state folder, never in a build."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "chartkit"


def _kept(details: str) -> Path:
    """Write the details into a file of their own."""
    folder = report_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix="bug-", suffix=".txt", dir=folder)
    except OSError:
        handle, name = tempfile.mkstemp(prefix="chartkit-bug-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(details)
    return Path(name)
