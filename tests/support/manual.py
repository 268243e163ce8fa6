"""The command blocks of README and docs, and the running of their lines.

A fence marked `sh` holds commands, one a line, and is run from top to bottom in a folder with the demo season in
`raw_pbp/` and its build in `build/2031`. `(exit code 0 or 1)` in a line's comment says what may be found.
A comment `<!-- shown only: why -->` on the line before the fence says why a block cannot run here (network, real
data, terminal); of its lines, and of those in fences without a mark, it is checked that commands and options exist.
A comment `<!-- file: NAME -->` before a fence says that the block is a file, which is there when the commands run.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(
    r"(?:^ *<!-- (shown only|file): ([^\n]+?) -->\n)?^( *)```(\w*)\n(.*?)^\3```$", re.MULTILINE | re.DOTALL
)
#: Runs of a command that shows how a season is played many times.
_FEW = "4"
_EXPECTED = re.compile(r"\(exit code (\d)(?: or (\d))?\)")


@dataclass(frozen=True)
class Line:
    """One command of a page."""

    place: str
    text: str
    runs: bool

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text, comments=True)

    @property
    def exit_codes(self) -> set[int]:
        said = _EXPECTED.search(self.text.partition("#")[2])
        return {int(code) for code in said.groups() if code} if said else {0}


def pages() -> list[Path]:
    """README, CONTRIBUTING and every page of the docs."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def lines(page: Path) -> Iterator[Line]:
    """The commands of a page in their order."""
    text = page.read_text("utf-8")
    for fence in _FENCE.finditer(text):
        note, _, _, language, body = fence.groups()
        first = text.count("\n", 0, fence.start(5)) + 1
        for number, row in enumerate(body.splitlines(), start=first):
            command = row.strip()
            is_command = language == "sh" or (not language and command.startswith("chartkit "))
            if is_command and command and not command.startswith("#"):
                place = f"{page.relative_to(ROOT)}:{number}"
                yield Line(place, command, runs=language == "sh" and note != "shown only")


def files(page: Path) -> Iterator[tuple[str, str]]:
    """The files that a page shows, by name."""
    for fence in _FENCE.finditer(page.read_text("utf-8")):
        if fence[1] == "file":
            yield fence[2], fence[5]


def few_runs(words: list[str]) -> list[str]:
    """A command that plays only a few times: how often says how long it takes, not whether it works."""
    return [_FEW if before in ("-n", "--runs") else word for before, word in pairwise(["", *words])]


def run(line: Line) -> tuple[int, str]:
    """Run a command in the current folder, with few runs; gives exit code and output."""
    words = few_runs(line.words)
    if words[0] != "chartkit":
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr
    result = CliRunner().invoke(build_app(), words[1:])
    if isinstance(result.exception, InputError):
        return 2, str(result.exception)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


@cache
def _chartkit() -> Any:
    return get_command(build_app())


def unknown_words(line: Line) -> list[str]:
    """The commands and options of a chartkit line that do not exist."""
    command = _chartkit()
    words = line.words[1:]
    while words and hasattr(command, "commands"):
        if words[0].startswith("-"):
            break
        if words[0] not in command.commands:
            return [words[0]]
        command = command.commands[words.pop(0)]
    known = {"--help"} | {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    given = [word.partition("=")[0] for word in words if re.match(r"--[a-z]|-[a-z]$", word)]
    return [word for word in given if word not in known]
