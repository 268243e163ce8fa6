"""The demo season as values: its build is made once for the whole test run and only read here."""

from __future__ import annotations

from pathlib import Path

import pytest

import chartkit as ck


@pytest.fixture(scope="session")
def build(demo_home: Path) -> Path:
    """The folder of the compiled demo season."""
    return demo_home / "build" / "2031"


@pytest.fixture(scope="session")
def season(build: Path) -> ck.Season:
    """The compiled demo season."""
    return ck.Season.load(build)


@pytest.fixture(scope="session")
def brk(season: ck.Season) -> ck.Chart:
    """The Breakers, or whatever BRK are called."""
    return season["BRK"]


@pytest.fixture(scope="session")
def wnd(season: ck.Season) -> ck.Chart:
    """Their opponents."""
    return season["WND"]
