"""`chartkit serve` as a program of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_MAIN = "from chartkit.cli.app import main; main()"


@dataclass(frozen=True)
class Served:
    """A server that runs."""

    #: With the token.
    link: str
    home: Path
    process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        return self.link.partition("/?")[0]

    def stop(self) -> None:
        """It ends when it is asked to."""
        self.process.terminate()
        self.process.communicate(timeout=30)


def serve(home: Path) -> Served:
    """Start it in a folder and read the link that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-c", _MAIN, "serve", "--no-browser"], cwd=home, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    assert "http://" in line, line + process.stderr.read()
    return Served(line.split()[-1], home, process)
