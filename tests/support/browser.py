"""The browser of the tests and the pictures, the system's own Chromium; what is asserted of every page in it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: Where it usually is, after what $CHARTKIT_CHROMIUM says.
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
INSTALL = "install Chromium (apt-get install chromium) or name one in $CHARTKIT_CHROMIUM"
FLAGS = (
    # Root, as in a container, has no sandbox.
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    # A name of somebody else that leads to this machine.
    "--host-resolver-rules=MAP evil.example 127.0.0.1",
)
WIDE, TABLET, PHONE = (1280, 800), (768, 1024), (360, 740)
SIZES = (PHONE, TABLET, WIDE)
#: Milliseconds: more than the slowest and busiest machine needs.
PATIENCE = 120_000
_ARIA = Path(__file__).parents[1] / "web" / "browser" / "aria"
#: Axe tells what passed too, unless it is asked not to: that is most of its work on a page with a chart.
_VIOLATIONS = {"resultTypes": ["violations"]}
#: Styles that depend on the window's width hold from its next frame on.
SETTLED_WIDTH = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame("
    "() => done(document.documentElement.scrollWidth))))"
)


def chromium() -> str | None:
    """The program, if there is one."""
    said = os.environ.get("CHARTKIT_CHROMIUM")
    return shutil.which(said) if said else next((found for name in NAMES if (found := shutil.which(name))), None)


def is_required() -> bool:
    """Whether the tests must not be skipped: in CI and for `make test-browser`."""
    return os.environ.get("CI", "").lower() in ("1", "true")


def watched(page: Page, url: str) -> list[str]:
    """What goes wrong on a page: errors, and requests to anywhere else; the list fills as they come."""
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if _is_own(request.url, url) else wrong.append(request.url))
    return wrong


def _is_own(requested: str, url: str) -> bool:
    return requested.startswith((f"{url}/", "data:", f"ws{url.removeprefix('http')}/"))


def assert_accessible(page: Page, part: str | None = None) -> None:
    """No violation of axe's rules, on the page or in the part of it that has changed."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=part, options=_VIOLATIONS)
    assert found.violations_count == 0, found.generate_report()


def assert_reads_as(shown: Locator, name: str) -> None:
    """What a screen reader finds: roles, names and states as in `aria/NAME.yaml`, without what a season says."""
    from playwright.sync_api import expect

    expect(shown).to_match_aria_snapshot((_ARIA / f"{name}.yaml").read_text("utf-8"), timeout=PATIENCE)


def assert_fits(page: Page) -> None:
    """On a phone, a tablet and a screen nothing is wider than the window, and what is pressed can be hit."""
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        found = page.evaluate(SETTLED_WIDTH)
        assert found <= wide, f"the page is {found} pixels wide in a window of {wide}"
        small = page.evaluate(
            "[...document.querySelectorAll('button, select, input:not([type=checkbox],[type=radio])')]"
            ".filter(e => e.checkVisibility()).map(e => [e.textContent || e.id, e.getBoundingClientRect()])"
            ".filter(([, box]) => box.height < 24 || box.width < 24).map(([text]) => text)"
        )
        assert small == [], f"too small to be hit in a window of {wide}: {small}"
