"""Options of the test run, and the demo season's build that tests share."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings
from typer.testing import CliRunner

# How long an example takes says something about the machine, not about chartkit.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
#: More than the slowest machine needs for the demo season.
_PATIENCE = 1800


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=300, help="games that both engines play with the same dice")
    parser.addoption("--update-golden", action="store_true", help="write the golden files instead of comparing")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """How many games both engines play with the same dice."""
    return int(request.config.getoption("--games"))


@pytest.fixture(scope="session")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo season in raw_pbp/ and its build in build/2031: copy it, do not change it.

    It is what `chartkit demo` makes, once in a test run, however many processes share the run.
    """
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "demo-home"
    with _once(home) as mine:
        if mine:
            from chartkit.cli.app import build_app

            done = CliRunner().invoke(build_app(), ["demo", "--out", str(home)])
            (home / "demo.log").write_text(done.output, "utf-8")
            assert done.exit_code == 0, (done.output, done.exception)
    return home


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
