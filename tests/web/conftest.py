"""A folder with the demo season, and a server of it: as a program for browsers, as an app for attacks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from support.served import Served, serve

from chartkit.web.server import Gate, create_app

PORT = 8321
ORIGIN = f"http://127.0.0.1:{PORT}"


@pytest.fixture(scope="session")
def web_home(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo season that the pages may change."""
    home = tmp_path_factory.mktemp("web")
    shutil.copytree(demo_home / "build" / "2031", home / "build" / "2031")
    shutil.copytree(demo_home / "raw_pbp", home / "raw_pbp")
    return home


@pytest.fixture(scope="session")
def server(web_home: Path) -> Iterator[Served]:
    """One server for the whole run."""
    served = serve(web_home)
    yield served
    served.stop()


@pytest.fixture
def gate() -> Gate:
    """The gate of the app in this process."""
    return Gate(PORT)


@pytest.fixture
def stranger(web_home: Path, gate: Gate) -> Iterator[TestClient]:
    """Somebody who has no cookie."""
    with TestClient(create_app(web_home, gate), base_url=ORIGIN, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(stranger: TestClient, gate: Gate) -> TestClient:
    """Somebody who opened the link, on a page of the server."""
    assert stranger.get(f"/?token={gate.token}").status_code == 303
    stranger.headers["origin"] = ORIGIN
    return stranger
