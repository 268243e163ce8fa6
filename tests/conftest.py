"""Options of the test run, and what tests share: the demo season's build, a league of two teams cut out of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import settings
from support.browser import INSTALL
from typer.testing import CliRunner, Result

from chartkit.errors import ChartkitError

# How long an example takes says something about the machine, not about chartkit.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
#: More than the slowest machine needs for the demo season.
_PATIENCE = 1800
_DEMO = Path(__file__).parents[1] / "raw_pbp" / "demo_2031.csv.gz"
#: A compile that is quick and rough.
_QUICK = {"rounds = 2\n": "rounds = 1\n", "\nrestarts = 1\n": "\nrestarts = 0\n"}
_QUICK["last_restarts = 10\n"] = "last_restarts = 0\n"
#: How a command may end that was given something wrong.
EXPECTED = (SystemExit, ChartkitError, OSError, typer.Abort)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=400, help="games that both engines play with the same dice")
    parser.addoption("--random-games", type=int, default=200, help="random games of Coach's Call at the table")
    parser.addoption("--workbooks", type=int, default=48, help="charts that go through a workbook")
    parser.addoption("--flips", type=int, default=150, help="single-bit flips of a printed card")
    parser.addoption("--fuzz", type=int, default=80, help="mutated files of each kind of input")
    parser.addoption("--fuzz-from", type=int, default=0, help="the seed of the first of them")
    parser.addoption("--kills", type=int, default=4, help="moments at which each kind of command is killed")
    parser.addoption("--update-golden", action="store_true", help="write the golden files instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One file that needs the demo season comes first, the others last: nobody waits for who makes it."""
    needing = [item.path for item in items if "demo_home" in getattr(item, "fixturenames", ())]
    places = {path: 1 if path != needing[0] else -1 for path in needing}
    items.sort(key=lambda item: places.get(item.path, 0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many tests a browser would have run."""
    skipped = [each for each in terminalreporter.stats.get("skipped", ()) if "tests/web/browser/" in each.nodeid]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} tests of the pages need a browser: {INSTALL}.")


@pytest.fixture(scope="session")
def bug_reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where commands that fail unexpectedly leave their reports, also those that run as a program of their own."""
    state = tmp_path_factory.mktemp("state")
    os.environ["XDG_STATE_HOME"] = str(state)
    return state / "chartkit"


@pytest.fixture(autouse=True)
def _no_bug_goes_unnoticed(
    request: pytest.FixtureRequest, bug_reports: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Fail a test in which a command fails unexpectedly, unless it is marked so, whatever else it asserts."""
    if request.node.get_closest_marker("fails_unexpectedly"):
        yield
        return
    invoke = CliRunner.invoke

    def checked(*words: Any, **settings: Any) -> Result:
        done = invoke(*words, **settings)
        failure = done.exception
        if failure is not None and not isinstance(failure, EXPECTED):
            raise AssertionError(f"a command failed unexpectedly: {failure!r}") from failure
        return done

    monkeypatch.setattr(CliRunner, "invoke", checked)
    yield
    reports = [report.read_text("utf-8") for report in bug_reports.glob("bug-*.txt")]
    for report in bug_reports.glob("bug-*.txt"):
        report.unlink()
    assert not reports, reports[0]


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """How many games both engines play with the same dice."""
    return int(request.config.getoption("--games"))


@pytest.fixture
def workbooks(request: pytest.FixtureRequest) -> int:
    """How many charts are written as a workbook and read back."""
    return int(request.config.getoption("--workbooks"))


@pytest.fixture
def fuzz(request: pytest.FixtureRequest) -> int:
    """How many mutated files of each kind of input are read."""
    return int(request.config.getoption("--fuzz"))


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    """At how many moments each kind of command is killed."""
    return int(request.config.getoption("--kills"))


@pytest.fixture
def flips(request: pytest.FixtureRequest) -> int:
    """How many single-bit flips of a printed card are read."""
    return int(request.config.getoption("--flips"))


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo season in raw_pbp/ and its build in build/2031: copy it, do not change it.

    It is what `chartkit demo` makes, once in a test run, however many processes share the run.
    """
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "demo-home"
    with _once(home) as mine:
        if mine:
            # As a program of its own: a command that was typed loads no other command.
            words = [sys.executable, "-c", "from chartkit.cli.app import main; main()", "demo", "--out", str(home)]
            done = subprocess.run(
                words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
            )
            (home / "demo.log").write_text(done.stdout, "utf-8")
            assert done.returncode == 0, done.stdout
    return home


@pytest.fixture(scope="session")
def quick_settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The standard settings with the search cut short."""
    from chartkit import resources

    text = resources.template("ddf-compile.toml").read_text(encoding="utf-8")
    for old, new in _QUICK.items():
        assert old in text, f"the settings no longer say {old!r}"
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("settings") / "quick.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def two_teams(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games that the first two clubs of the demo season played against each other."""
    import pandas as pd

    plays = pd.read_csv(_DEMO, low_memory=False)
    pair = {plays["home_team"].iloc[0], plays["away_team"].iloc[0]}
    own = plays[plays["home_team"].isin(pair) & plays["away_team"].isin(pair)]
    path = tmp_path_factory.mktemp("two") / "two_2031.csv.gz"
    own.to_csv(path, index=False)
    return path


@contextmanager
def _once(folder: Path) -> Iterator[bool]:
    """True for the first process that comes; the others wait until it is ready."""
    ready = folder / "ready"
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        deadline = time.monotonic() + _PATIENCE
        while not ready.exists():
            if time.monotonic() > deadline or (folder / "failed").exists():
                pytest.fail("the demo season was not compiled by the process that began it")
            time.sleep(0.5)
        yield False
        return
    try:
        yield True
    except BaseException:
        (folder / "failed").touch()
        raise
    ready.touch()
