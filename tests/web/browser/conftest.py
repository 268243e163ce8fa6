"""One browser for the whole run; a page that fails its test at every console error and every request elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from support.browser import FLAGS, INSTALL, PATIENCE, WIDE, chromium, is_required, watched
from support.served import Served

_HERE = Path(__file__).parent
#: Gives a browser that knows nothing yet.
NewContext = Callable[[], BrowserContext]


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
        expect.set_options(timeout=PATIENCE)
        yield started
        started.close()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[NewContext]:
    """Patient browsers, in which nothing moves by itself."""
    every: list[BrowserContext] = []

    def made() -> BrowserContext:
        every.append(browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, reduced_motion="reduce"))
        every[-1].set_default_timeout(PATIENCE)
        return every[-1]

    yield made
    for each in every:
        each.close()


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A browser that knows nothing yet."""
    return new_context()


@pytest.fixture
def page(context: BrowserContext, server: Served) -> Iterator[Page]:
    """The first page, for somebody who opened the link."""
    made = context.new_page()
    wrong = watched(made, server.url)
    made.goto(server.link)
    yield made
    assert wrong == []
