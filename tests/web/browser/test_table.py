"""Games in a real browser: a whole one by keyboard, two people at one screen, undo, reload, two tabs, a crash."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from support.browser import PATIENCE, PHONE, assert_accessible, assert_fits, assert_reads_as, watched
from support.served import Served, serve

from chartkit import systems
from chartkit.api.games import open_table
from chartkit.web.handlers import Library

ORDER = {
    "season": "2031",
    "away": "WND",
    "home": "BRK",
    "away_coach": "human",
    "home_coach": "situation",
    "seed": 7,
}


def sit_down(page: Page, server: Served, **changed: Any) -> str:
    """Begin a game and open its table; gives the id."""
    answer = page.request.post(
        f"{server.url}/api/games", data={**ORDER, **changed}, headers={"origin": server.url}, timeout=PATIENCE
    )
    assert answer.status == 201, answer.text()
    key = str(answer.json()["id"])
    page.goto(f"{server.url}/table/{key}")
    page.wait_for_selector("main[data-question]")
    return key


def question(page: Page) -> str:
    return page.get_attribute("main", "data-question") or ""


def asked_anew(page: Page, before: str) -> None:
    """Wait for another question than that."""
    page.wait_for_function("before => document.querySelector('main').dataset.question !== before", arg=before)


def press(page: Page, *keys: str) -> None:
    """Type, and wait for the next question."""
    before = question(page)
    for key in keys:
        page.keyboard.press(key)
    asked_anew(page, before)


_SEEN = """() => ({
  usual: document.querySelector(".usual") !== null,
  keys: [...document.querySelectorAll(".pad .call[data-key]:not([aria-disabled])")].map(each => each.dataset.key),
})"""


def key_for(page: Page, plays: int) -> str:
    """What somebody would press here, seen on the pad; empty when nothing is asked."""
    seen = page.evaluate(_SEEN)
    if seen["usual"]:
        return "Space"
    wanted = ("PG" if plays % 9 == 8 else "") + "613B"
    return next((key for key in wanted if key in seen["keys"]), seen["keys"][0] if seen["keys"] else "")


def to_a_call(page: Page) -> None:
    """Go on until a play or a formation is called."""
    while page.locator(".kind-call").count() == 0:
        press(page, key_for(page, 0))


def same_question(page: Page, other: Page) -> None:
    """Wait until a page has been told what another has."""
    page.wait_for_function(
        "wanted => document.querySelector('main').dataset.question === wanted", arg=question(other)
    )


def log_lines(page: Page) -> list[str]:
    return page.locator(".log .what").all_text_contents()


def test_a_whole_game_by_keyboard(page: Page, server: Served) -> None:
    key = sit_down(page, server)
    for plays in range(400):
        if not (pressed := key_for(page, plays)):
            break
        press(page, pressed)
    expect(page.locator(".board .clock")).to_have_text("FINAL")
    assert_reads_as(page.locator("body"), "table-over")
    played = open_table(Library(server.home).game(key))
    assert [line["text"] for line in reversed(played.lines())] == [text.strip("★⚑⚄ ") for text in log_lines(page)]
    assert_accessible(page)
    page.get_by_role("link", name="Replay and scorecard").click()
    expect(page.get_by_role("slider")).to_be_visible()
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    assert last > 100
    page.get_by_role("slider").fill(str(last))
    expect(page.get_by_role("heading", name="Scorecard")).to_be_visible()
    expect(page.get_by_role("heading", name="Recap")).to_be_visible()
    expect(page.get_by_role("heading", name="Biggest plays")).to_be_visible()
    assert_reads_as(page.locator("body"), "replay-end")
    assert_accessible(page)
    assert_fits(page)


def test_the_table_shows_how_a_play_was_read(page: Page, server: Served) -> None:
    sit_down(page, server)
    to_a_call(page)
    press(page, key_for(page, 0))
    to_a_call(page)
    expect(page.locator(".last .die").first).to_be_visible()
    assert_reads_as(page.locator("body"), "table-call")
    assert_accessible(page)
    page.locator(".last button.cell").first.click()
    expect(page.locator(".chart td.ringed").first).to_be_in_viewport()
    ringed = page.locator(".chart td.ringed").first.text_content()
    assert ringed in page.locator(".last .cell").all_text_contents()
    for tab in ("Log", "Statistics", "Odds", "Cards"):
        page.get_by_role("tab", name=tab).click()
        panel = page.get_by_role("tabpanel", name=tab)
        expect(panel.locator("table, .log").first).to_be_visible()
        if tab in ("Statistics", "Cards"):
            assert_reads_as(page.locator("body"), tab.lower())
        assert_accessible(page, "section.side")
    page.get_by_role("button", name="What were the odds?").click()
    assert_reads_as(page.locator("body"), "odds")
    assert_accessible(page, "dialog")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert_reads_as(page.locator("body"), "keys")
    assert_accessible(page, "dialog")


def test_an_illegal_call_is_seen_with_its_rule(page: Page, server: Served) -> None:
    sit_down(page, server)
    to_a_call(page)
    while page.locator(".call[aria-disabled]").count() == 0:
        press(page, key_for(page, 0))
    assert_reads_as(page.locator(".pad"), "barred")
    barred = page.locator(".call[aria-disabled]").first
    expect(barred.locator(".barred")).to_contain_text("R")
    before = question(page)
    # A person may press it all the same.
    barred.click(force=True)
    expect(page.locator("#toasts")).to_contain_text("(R")
    assert question(page) == before


def test_undo_reload_and_a_second_tab(page: Page, server: Served) -> None:
    sit_down(page, server)
    for plays in range(8):
        press(page, key_for(page, plays))
    lines = log_lines(page)
    page.reload()
    page.wait_for_selector("main[data-question]")
    assert log_lines(page) == lines
    tab = page.context.new_page()
    wrong = watched(tab, server.url)
    tab.goto(page.url)
    tab.wait_for_selector("main[data-question]")
    press(page, key_for(page, 0))
    same_question(tab, page)
    assert log_lines(tab) == log_lines(page)
    tab.locator(".log button").nth(4).click()
    tab.get_by_role("button", name="Take back to before this play").click()
    page.wait_for_function("most => document.querySelectorAll('.log li').length < most", arg=len(lines) - 2)
    same_question(tab, page)
    assert log_lines(page) == log_lines(tab)
    press(page, "u")
    assert wrong == []


def test_a_server_that_is_killed_loses_nothing(context: BrowserContext, web_home: Path, tmp_path: Path) -> None:
    shutil.copytree(web_home / "build", tmp_path / "build")
    served = serve(tmp_path)
    page = context.new_page()
    page.goto(served.link)
    key = sit_down(page, served)
    for plays in range(5):
        press(page, key_for(page, plays))
    lines = log_lines(page)
    served.process.kill()
    served.process.communicate()
    page.wait_for_selector("body.broken")
    again = serve(tmp_path)
    page.goto(again.link)
    page.goto(f"{again.url}/table/{key}")
    page.wait_for_selector("main[data-question]")
    assert log_lines(page) == lines
    press(page, key_for(page, 0))
    # Why the computer decided so is in the file too.
    page.locator(".log button").last.click()
    expect(page.get_by_role("heading", name="Why the coaches decided so")).to_be_visible()
    again.stop()


def test_two_people_at_one_screen(page: Page, server: Served) -> None:
    sit_down(page, server, home_coach="human")
    asked = []
    for _ in range(12):
        if page.locator(".cover").count():
            # Nobody sees what the other one called, or the choices of the next.
            assert page.locator(".call").count() == 0
            asked.append(page.locator(".cover h2").text_content())
            page.keyboard.press("Space")
            expect(page.locator(".cover")).to_have_count(0)
        known = log_lines(page)
        press(page, key_for(page, 0))
        if page.locator(".cover").count() and log_lines(page) == known:
            assert "against" not in (page.locator(".pad").text_content() or "")
    assert {"WND calls", "BRK calls"} == set(asked)
    while page.locator(".cover").count() == 0:
        press(page, key_for(page, 0))
    assert_reads_as(page.locator(".pad"), "cover")
    assert_accessible(page)
    page.keyboard.press("Space")
    page.get_by_role("button", name="Skip ahead").click()
    assert_reads_as(page.locator("body"), "skip")
    page.get_by_role("button", name="To the end", exact=True).click()
    expect(page.locator(".board .clock")).to_have_text("FINAL")


def test_own_dice_advance_by_themselves(page: Page, server: Served) -> None:
    sit_down(page, server, own_dice=True)
    for _ in range(60):
        if page.locator(".log li").count() >= 2:
            break
        if page.locator("#roll").count():
            span = (page.locator("#roll-help").text_content() or "").split()
            press(page, *{"10": ("2", "5"), "1": ("3",), "0": ("4",)}[span[3]])
        else:
            press(page, key_for(page, 0))
    expect(page.get_by_role("img", name="own dice").first).to_be_visible()
    while page.locator("#roll").count() == 0:
        press(page, key_for(page, 0))
    expect(page.locator("#roll")).to_be_focused()
    assert_reads_as(page.locator(".pad"), "dice")
    assert_accessible(page)
    # The computer rolls the rest of the play; one more play is not marked.
    before = question(page)
    page.get_by_role("button", name="My dice").click()
    asked_anew(page, before)
    expect(page.locator("#roll")).to_have_count(0)
    known = page.locator(".log li").count()
    while page.locator(".log li").count() < known + 2:
        press(page, key_for(page, 0))
    expect(page.locator(".log li").first.get_by_role("img", name="own dice")).to_have_count(0)


def test_text_mode_needs_one_input_only(page: Page, server: Served) -> None:
    sit_down(page, server)
    page.keyboard.press("t")
    line = page.locator("#line")
    expect(line).to_be_focused()
    assert_reads_as(page.locator("body"), "text")
    assert_accessible(page)
    line.fill("?")
    line.press("Enter")
    expect(page.get_by_role("log", name="What happens").locator("p").first).to_be_visible()
    for _ in range(4):
        before = question(page)
        asked = page.locator("label.asked").text_content() or ""
        line.fill("6" if "your play" in asked else "b" if "your formation" in asked else "")
        line.press("Enter")
        asked_anew(page, before)
    assert_fits(page)
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator(".field")).to_be_visible()


def test_a_phone_in_one_hand(page: Page, server: Served) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    sit_down(page, server)
    to_a_call(page)
    assert_reads_as(page.locator("body"), "phone")
    pad = page.locator(".pad").bounding_box()
    assert pad is not None and pad["y"] + pad["height"] > PHONE[1] - 2, "the call pad is at the thumb"
    assert_accessible(page)
    page.get_by_role("button", name="Cards").click()
    sheet = page.get_by_role("dialog", name="Cards")
    expect(sheet.get_by_role("table").first).to_be_visible()
    assert_reads_as(page.locator("body"), "sheet")
    assert_accessible(page, "dialog")
    page.keyboard.press("Escape")
    before = question(page)
    page.locator(".call:not([aria-disabled])").first.click()
    asked_anew(page, before)
    assert_fits(page)


def test_watching_tells_nothing_before_it_is_seen(page: Page, server: Served) -> None:
    told: list[str] = []
    page.on("response", lambda answer: told.append(answer.url) if "/lines" in answer.url else None)
    page.goto(server.url)
    page.get_by_label("Watch two coaches").check()
    page.get_by_role("button", name="Watch").click()
    page.wait_for_url("**/replay/*?watch")
    expect(page.locator(".player output")).to_have_text("play 1")
    assert all("most=1" in url and "most=10" not in url for url in told)
    assert page.get_by_role("slider").count() == 0
    assert_reads_as(page.locator("body"), "replay-watch")
    page.get_by_role("button", name="Next play").click()
    expect(page.locator(".player output")).to_have_text("play 2")
    assert_accessible(page)
    # It runs by itself when it is told to; who wants no motion must tell it.
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".player output")).not_to_have_text("play 2")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Run")).to_be_visible()


def test_a_new_game_from_the_first_page(page: Page, server: Served, web_home: Path) -> None:
    page.get_by_label("Against the computer").check()
    page.locator("[name=away]").select_option("WND")
    page.locator("[name=home]").select_option("BRK")
    page.get_by_text("Dice, seed and rules").click()
    page.get_by_text("Single rules").click()
    page.get_by_label("sack rate: R28.3").select_option("off")
    assert_accessible(page)
    known = set((web_home / "games").glob("*.json"))
    page.get_by_role("button", name="Kick off").click()
    page.wait_for_url("**/table/*")
    (file,) = set((web_home / "games").glob("*.json")) - known
    options = json.loads(file.read_text("utf-8"))["options"]
    assert (options["sack_rate"], options["good_decision"]) == (False, True), "only what was changed is sent"
    page.wait_for_selector("main[data-question]")
    expect(page.locator(".board")).to_contain_text("WND")
    expect(page.get_by_role("img", name="has the ball").or_(page.locator(".pad h2"))).not_to_have_count(0)
    page.goto(server.url)
    expect(page.get_by_role("link", name="Go on").first).to_be_visible()
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    assert_accessible(page)


def test_the_table_in_the_dark(page: Page, server: Served) -> None:
    page.emulate_media(color_scheme="dark")
    sit_down(page, server)
    to_a_call(page)
    press(page, key_for(page, 0))
    assert_accessible(page)


HOSTILE = ("<img src=x onerror=alert(1)>", "'><script>alert(1)</script>", "{{7*7}}${7*7}")


def test_a_hostile_name_is_only_a_text(context: BrowserContext, web_home: Path, tmp_path: Path) -> None:
    shutil.copytree(web_home / "build", tmp_path / "build")
    teams = ("WND", "PAL", "IRF")
    for team, name in zip(teams, HOSTILE, strict=True):
        chart = tmp_path / "build" / "2031" / "charts" / f"{team}.json"
        text = chart.read_text("utf-8")
        old = text.partition('"name": "')[2].partition('"')[0]
        chart.write_text(text.replace(f'"name": "{old}"', f'"name": "{name}"', 1), "utf-8")
    served = serve(tmp_path)
    page = context.new_page()
    wrong = watched(page, served.url)
    page.on("dialog", lambda box: wrong.append(box.message))
    page.goto(served.link)
    page.wait_for_selector("[name=away]")
    offered = " ".join(page.locator("[name=away] option").all_text_contents())
    for team, name in zip(teams, HOSTILE, strict=True):
        assert name in offered
        sit_down(page, served, away=team)
        expect(page.locator(".board")).to_contain_text(name)
        assert page.locator("main img, main script").count() == 0
    served.stop()
    assert wrong == []


@pytest.fixture
def call_season(web_home: Path) -> Iterator[str]:
    """Two teams of Coach's Call beside the demo season, while a test needs them."""
    folder = web_home / "build" / "2031-coachs-call"
    (folder / "charts").mkdir(parents=True)
    for code, city, name in (("WND", "Windmere", "Stallions"), ("BRK", "Brackwater", "Riptide")):
        text = systems.find("coachs-call").charts().new_chart(code, 2031, city, name)
        (folder / "charts" / f"{code}.json").write_text(text, "utf-8")
    yield folder.name
    shutil.rmtree(folder)


def test_coachs_call_against_the_computer(page: Page, server: Served, call_season: str) -> None:
    key = sit_down(page, server, season=call_season, home_coach="computer")
    to_a_call(page)
    assert_reads_as(page.locator("body"), "call-table")
    assert_accessible(page)
    clock = page.locator(".board .clock")
    # A quarter, and on to a play that was read off a table.
    while (clock.text_content() or "").startswith("1st") or page.locator(".last button.cell").count() == 0:
        press(page, key_for(page, 0))
    page.locator(".last button.cell").first.click()
    expect(page.locator(".chart td.ringed").first).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").filter(has_text="BRK").nth(1).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="What were the odds?")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Skip ahead").click()
    page.get_by_role("button", name="To the end", exact=True).click()
    expect(clock).to_have_text("FINAL")
    played = open_table(Library(server.home).game(key)).lines()
    assert [line["text"] for line in reversed(played)] == [text.strip("★⚑⚄ ") for text in log_lines(page)]
    assert any(line["reasons"] for line in played), "the coach says why, after the game is read from its file too"
    # What this game does not have is not there.
    page.get_by_role("tab", name="Statistics").click()
    expect(page.get_by_role("tabpanel", name="Statistics").get_by_role("table").first).to_be_visible()
    assert page.locator(".chances").count() == 0
    page.goto(f"{server.url}/workbench?season={call_season}&team=BRK")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_text("changes can be tried here, not saved")).to_be_visible()
    assert page.get_by_role("button", name="Save edits").count() == 0
