"""A compiled season that benchmarks can play: the demo season, compiled once on each machine for each version."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from chartkit import __version__
from chartkit.resources import raw_pbp

SEASON = 2031


def demo_build() -> Path:
    """The folder of the build; the first time it takes a minute or two."""
    build = Path(tempfile.gettempdir()) / f"chartkit-benchmark-{__version__}" / str(SEASON)
    if not (build / "manifest.json").is_file():
        print(f"compiling the demo season into {build}, once", file=sys.stderr)
        source = raw_pbp(f"demo_{SEASON}.csv.gz")
        chartkit = "from chartkit.cli.app import main; main()"
        order = ["compile", str(SEASON), "--source", str(source), "--out", str(build)]
        subprocess.run([sys.executable, "-c", chartkit, *order], check=True, stdout=subprocess.DEVNULL)
    return build
