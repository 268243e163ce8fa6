"""An edit that is saved and compiled, and a season that is played again, by keyboard and mouse in a browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect
from support.browser import assert_accessible, assert_fits, assert_reads_as
from support.served import Served
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.systems.ddf.charts import edits

SHORT = "offense.columns.6-SHORT"


def cell(page: Page, place: str) -> Locator:
    return page.locator(f'[data-cell="{place}"]')


def test_an_edit_is_checked_saved_and_compiled(page: Page, server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    page.goto(f"{server.url}/workbench?season=2031")
    page.get_by_role("link", name="PAL").click()
    expect(page.get_by_role("grid")).to_be_visible()
    was = str(cell(page, f"{SHORT}.27").text_content())
    cell(page, f"{SHORT}.26").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("12x")
    findings = page.get_by_role("list").filter(has_text="is not a result of the game")
    expect(findings).to_be_visible()
    page.keyboard.press("Escape")
    expect(cell(page, f"{SHORT}.27")).to_have_text(was)
    page.keyboard.press("F2")
    page.keyboard.press("Control+A")
    page.keyboard.type("88")
    page.keyboard.press("Enter")
    expect(cell(page, f"{SHORT}.27")).to_have_text("88")
    expect(page.get_by_text("What the changes do")).to_be_visible()
    assert_reads_as(page.locator("body"), "chart")
    assert_accessible(page)
    assert_fits(page)
    # Enter has moved one down: taking back and doing again leave the place where it is.
    page.keyboard.press("Control+Z")
    expect(cell(page, f"{SHORT}.27")).to_have_text(was)
    page.keyboard.press("Control+Y")
    expect(cell(page, f"{SHORT}.27")).to_have_text("88")
    page.get_by_role("button", name="Save edits").click()
    page.get_by_label("Why?").fill("the long one in week 3")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved in edits/2031/PAL.toml")).to_be_visible()
    (kept,) = edits.from_toml(server.home / "edits/2031/PAL.toml")
    assert (kept.cell, kept.was, kept.now, kept.reason) == (f"{SHORT}.27", was, "88", "the long one in week 3")
    page.reload()
    expect(cell(page, f"{SHORT}.27")).to_have_text("88")
    expect(cell(page, f"{SHORT}.27")).to_have_class(re.compile("edited"))
    # The fit of the demo season is kept with its build, so that an edit needs no search.
    monkeypatch.chdir(server.home)
    compiled = CliRunner().invoke(build_app(), ["compile", "2031", "--team", "PAL", "--jobs", "1"])
    assert "1 edit applied to PAL" in compiled.output, compiled.output
    chart = json.loads((server.home / "build/2031/charts/PAL.json").read_text("utf-8"))
    assert chart["offense"]["columns"]["6-SHORT"]["27"] == "88"
    page.reload()
    expect(cell(page, f"{SHORT}.27")).to_have_text("88")
    expect(cell(page, f"{SHORT}.27")).not_to_have_class(re.compile("edited"))
    expect(page.get_by_text("the long one in week 3")).to_be_visible()


def test_copy_paste_fill_and_find(page: Page, server: Served) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/workbench?season=2031&team=WND")
    cell(page, f"{SHORT}.10").click()
    page.keyboard.press("Shift+ArrowDown")
    copied = [str(cell(page, f"{SHORT}.{row}").text_content()) for row in (10, 11)]
    page.keyboard.press("Control+C")
    cell(page, f"{SHORT}.30").click()
    page.keyboard.press("Control+V")
    for row, text in zip((30, 31), copied, strict=True):
        expect(cell(page, f"{SHORT}.{row}")).to_have_text(text)
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+D")
    expect(cell(page, f"{SHORT}.32")).to_have_text(copied[0])
    page.keyboard.press("Control+F")
    page.keyboard.type("INT")
    page.keyboard.press("Enter")
    expect(page.locator("td.chosen")).to_contain_text("INT")


def test_a_season_is_played_again(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/season?season=2031")
    page.get_by_text("How ties are broken").click()
    expect(page.get_by_text("Ties are broken by")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.get_by_label("Run number").fill("1")
    page.get_by_role("button", name="Show this run").click()
    expect(page.get_by_role("heading", name="Run 1").first).to_be_visible(timeout=300_000)
    page.locator(".results button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("TEAM STATISTICS")
    page.keyboard.press("Escape")
    page.get_by_label("Times").fill("2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="Chances")).to_be_visible(timeout=300_000)
    assert_accessible(page)
