"""Options of the test run, and what its processes share: the build of the demo season, and of two teams of it."""

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

from chartkit.cli.app import build_app
from chartkit.errors import ChartkitError

# How long an example takes says something about the machine, not about chartkit.
settings.register_profile("patient", deadline=None)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("patient")
#: More than the slowest machine needs for the demo season.
_PATIENCE = 1800
_DEMO = Path(__file__).parents[1] / "raw_pbp" / "demo_2031.csv.gz"
#: A compile that is quick and rough.
_QUICK = {"rounds = 2\n": "rounds = 1\n", "\nrestarts = 1\n": "\nrestarts = 0\n"}
_QUICK |= {
    "last_restarts = 5\n": "last_restarts = 0\n",
    "spare_patience = 8\n": "spare_patience = 1\n",
    "rounds = 3\n": "rounds = 2\n",
    "runs = 150\n": "runs = 4\n",
    "chances = true\n": "chances = false\n",
}
#: The files that take longest. The first makes the demo season, which takes a minute; others need it at the end.
_LONGEST = (
    "cli/test_one_piece.py",
    "ddf/engine/test_both_ways.py",
    "coachs_call/test_check_values.py",
    "gameday/test_table.py",
    "ddf/engine/test_properties.py",
    "cards/test_round_trip.py",
    "compile/test_missing_plays.py",
    "hostile/test_kills.py",
    "league/test_interrupt.py",
    "ddf/engine/test_many.py",
    "web/browser/test_table.py",
    "docs/test_commands_of_pages.py",
    "compile/test_build.py",
    "api/test_many_seasons.py",
    "api/test_docs.py",
    "walks/test_walks.py",
    "web/browser/test_workbench.py",
)
#: How a command may end that was given something wrong.
EXPECTED = (SystemExit, ChartkitError, OSError, typer.Abort)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=2000, help="games that both engines play with the same dice")
    parser.addoption("--random-games", type=int, default=200, help="random games of Coach's Call at the table")
    parser.addoption("--workbooks", type=int, default=24, help="charts that go through a workbook")
    parser.addoption("--cards", type=int, default=36, help="charts that are printed and read back")
    parser.addoption("--flips", type=int, default=60, help="single-bit flips of a printed card")
    parser.addoption("--fuzz", type=int, default=32, help="mutated files of each kind of input")
    parser.addoption("--fuzz-from", type=int, default=0, help="the seed of the first of them")
    parser.addoption("--kills", type=int, default=3, help="moments at which each kind of command is killed")
    parser.addoption("--update-golden", action="store_true", help="write the golden files instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files come first, so that no process is left alone with one of them at the end."""
    places = {Path(__file__).parent / name: place for place, name in enumerate(_LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


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
def cards(request: pytest.FixtureRequest) -> int:
    """How many charts are printed and read back."""
    return int(request.config.getoption("--cards"))


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
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of the test run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def demo_home(run_folder: Path) -> Path:
    """A folder with the demo season in raw_pbp/ and its build in build/2031: copy it, do not change it.

    It is what `chartkit demo` makes.
    """
    home = run_folder / "demo-home"
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
def quick_settings(run_folder: Path) -> Path:
    """The standard settings with the search cut short."""
    from chartkit import resources

    path = run_folder / "settings" / "quick.toml"
    with _once(path.parent) as mine:
        if mine:
            text = resources.template("ddf-compile.toml").read_text(encoding="utf-8")
            for old, new in _QUICK.items():
                assert old in text, f"the settings no longer say {old!r}"
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def two_teams(run_folder: Path) -> Path:
    """The games that the first two clubs of the demo season played against each other."""
    path = run_folder / "two-teams" / "two_2031.csv.gz"
    with _once(path.parent) as mine:
        if mine:
            import pandas as pd

            plays = pd.read_csv(_DEMO, low_memory=False)
            pair = {plays["home_team"].iloc[0], plays["away_team"].iloc[0]}
            own = plays[plays["home_team"].isin(pair) & plays["away_team"].isin(pair)]
            own.to_csv(path, index=False)
    return path


@pytest.fixture(scope="session")
def small_build(run_folder: Path, two_teams: Path, quick_settings: Path) -> Path:
    """What `chartkit compile` makes of the two teams by the quick settings: copy it, do not change it."""
    out = run_folder / "small" / "build"
    with _once(out.parent) as mine:
        if mine:
            words = ["--source", str(two_teams), "--settings", str(quick_settings), "--out", str(out)]
            done = CliRunner().invoke(build_app(), ["compile", "2031", *words, "--jobs", "1"])
            assert done.exit_code == 0, (done.output, done.exception)
    return out


@contextmanager
def _once(folder: Path) -> Iterator[bool]:
    """True for the first process of the run that comes; the others wait until what it makes is ready."""
    ready = folder / "ready"
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        deadline = time.monotonic() + _PATIENCE
        while not ready.exists():
            if time.monotonic() > deadline or (folder / "failed").exists():
                pytest.fail(f"{folder.name} was not made by the process that began it")
            time.sleep(0.5)
        yield False
        return
    try:
        yield True
    except BaseException:
        (folder / "failed").touch()
        raise
    ready.touch()
