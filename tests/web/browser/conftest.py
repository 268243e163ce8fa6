"""One browser for the whole run; a page that fails its test at every console error and every request elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from support.browser import FLAGS, INSTALL, WIDE, chromium, is_required, watched
from support.served import Served

_HERE = Path(__file__).parent
#: Milliseconds: more than the slowest machine needs.
_PATIENCE = 30_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser these tests are skipped, unless they are required."""
    if chromium() is None and not is_required():
        for item in items:
            if item.path.is_relative_to(_HERE):
                item.add_marker(pytest.mark.skip(reason=INSTALL))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    program = chromium()
    assert program, f"the browser's tests are required here: {INSTALL}"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        expect.set_options(timeout=_PATIENCE)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that knows nothing yet; moving things move at once."""
    made = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, reduced_motion="reduce")
    made.set_default_timeout(_PATIENCE)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext, server: Served) -> Iterator[Page]:
    """The first page, for somebody who opened the link."""
    made = context.new_page()
    wrong = watched(made, server.url)
    made.goto(server.link)
    yield made
    assert wrong == []
