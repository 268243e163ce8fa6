"""Ctrl-C in the middle of a long job: what is done is reported and kept, and --resume goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.leagues import write_build

# A shell that runs the tests in the background lets them, and all that they start, ignore interrupts.
HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
#: Seconds in which the slowest machine has heard an interrupt.
_PATIENCE = 1800
MAIN = f"{HEARS}; from chartkit.cli.app import main; main()"


def words(engine: str, build: Path, runs: Path, number: int) -> list[str]:
    options = ["--engine", engine, "--jobs", "2", "--json", "-n", str(number), "--out", str(runs)]
    return [sys.executable, "-c", MAIN, "season", "2017", "--build", str(build), *options]


# The table plays on processes, the compiled engine on threads.
@pytest.mark.parametrize("engine", ["table", "compiled"])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups to interrupt")
def test_an_interrupt_keeps_what_is_done(tmp_path: Path, engine: str) -> None:
    build, runs = write_build(tmp_path / "2017"), tmp_path / "runs"
    begun = subprocess.Popen(
        words(engine, build, runs, 1_000_000),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        # However long it takes on this machine: a job that failed has ended.
        while len(list((runs / "games").glob("runs-*.parquet"))) < 2:
            assert begun.poll() is None, begun.communicate()
            time.sleep(0.2)
        # A terminal interrupts every process of the job.
        os.killpg(begun.pid, signal.SIGINT)
        out, err = begun.communicate(timeout=_PATIENCE)
    finally:
        if begun.poll() is None:
            os.killpg(begun.pid, signal.SIGKILL)
    assert begun.returncode == 0, err
    done = json.loads(out)["runs"]
    assert 0 < done < 1_000_000
    assert "Traceback" not in err, err
    kept = {path.name for path in (runs / "games").glob("runs-*.parquet")}
    assert len(kept) >= 2

    more = done + 2
    on = subprocess.run([*words(engine, build, runs, more), "--resume"], capture_output=True, text=True, check=True)
    assert json.loads(on.stdout)["runs"] == more
    assert kept <= {path.name for path in (runs / "games").glob("runs-*.parquet")}, "nothing was played again"
