"""Every page: accessible, as wide as the window, quiet on the console, nothing from elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browser import assert_accessible, assert_fits, assert_reads_as
from support.served import Served

#: Path and first heading; every page of the chrome must be here.
PAGES = {"/": "Games", "/workbench": "Workbench", "/season": "Season"}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_and_fits(page: Page, server: Served, path: str) -> None:
    page.goto(server.url + path)
    expect(page.get_by_role("heading", level=1)).to_have_text(PAGES[path])
    assert_reads_as(page.locator("body"), "chrome")
    assert_reads_as(page.locator("body"), PAGES[path].lower())
    assert_accessible(page)
    assert_fits(page)


def test_the_token_is_not_in_the_address(page: Page, server: Served) -> None:
    assert page.url == f"{server.url}/"
