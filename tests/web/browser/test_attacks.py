"""Pages of other sites in the same browser: they can reach 127.0.0.1, and get nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import BrowserContext, Page
from support.served import Served


class _Empty(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>evil</title>")

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def elsewhere() -> Iterator[int]:
    """The port of another site."""
    site = HTTPServer(("127.0.0.1", 0), _Empty)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    yield site.server_port
    site.shutdown()
    thread.join()
    site.server_close()


@pytest.fixture(params=["evil.example", "127.0.0.1"])
def attacker(
    request: pytest.FixtureRequest, new_context: Callable[[], BrowserContext], server: Served, elsewhere: int
) -> Page:
    """A page of another site, or of another port, in a browser that has the cookie."""
    context = new_context()
    context.new_page().goto(server.link)
    page = context.new_page()
    page.goto(f"http://{request.param}:{elsewhere}/")
    return page


_SOCKET = """url => new Promise(done => {
  const socket = new WebSocket(url);
  socket.onopen = () => done("open");
  socket.onerror = () => done("refused");
})"""
_POST = """async url => {
  try { return (await fetch(url, {method: "POST", body: "{}", credentials: "include"})).status; }
  catch { return "refused"; }
}"""
_READ = """async url => {
  try { return await (await fetch(url, {credentials: "include"})).text(); }
  catch { return "refused"; }
}"""
_SCRIPT = """url => new Promise(done => {
  const script = document.createElement("script");
  script.src = url;
  script.onload = () => done("loaded");
  script.onerror = () => done("refused");
  document.head.append(script);
})"""


def test_no_socket(attacker: Page, server: Served) -> None:
    for name in ("127.0.0.1", "localhost"):
        port = server.url.rpartition(":")[2]
        assert attacker.evaluate(_SOCKET, f"ws://{name}:{port}/ws/table/any") == "refused"


def test_nothing_is_posted(attacker: Page, server: Served) -> None:
    before = sorted((server.home / "games").glob("*"))
    assert attacker.evaluate(_POST, f"{server.url}/api/games") == "refused"
    assert sorted((server.home / "games").glob("*")) == before


def test_nothing_is_read(attacker: Page, server: Served) -> None:
    assert attacker.evaluate(_READ, f"{server.url}/api/library") == "refused"
    assert attacker.evaluate(_SCRIPT, f"{server.url}/static/kit.js") == "refused"


def test_no_frame_around_a_page(attacker: Page, server: Served) -> None:
    # A frame that may not be shown is loaded too: with the browser's own page instead.
    attacker.evaluate(
        "url => new Promise(done => { const frame = document.createElement('iframe'); frame.onload = done;"
        " frame.src = url; document.body.append(frame); })",
        server.url,
    )
    shown = [frame for frame in attacker.frames if frame != attacker.main_frame]
    assert all("chartkit" not in frame.content() for frame in shown)


def test_a_name_that_leads_here_is_refused(context: BrowserContext, server: Served) -> None:
    """DNS rebinding: the page's own origin becomes our address."""
    context.new_page().goto(server.link)
    page = context.new_page()
    port = server.url.rpartition(":")[2]
    answer = page.goto(f"http://evil.example:{port}/")
    assert answer is not None and answer.status == 421
    token = server.link.partition("?")[2]
    answer = page.goto(f"http://evil.example:{port}/?{token}")
    assert answer is not None and answer.status == 421
