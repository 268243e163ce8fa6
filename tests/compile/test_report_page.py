"""report.html: pictures and the worst columns first, every text escaped, the same bytes every time."""

from __future__ import annotations

from functools import cache
from typing import Any

from chartkit.systems.ddf.charts import PASSES, PLAYS, Squeeze
from chartkit.systems.ddf.compile.report_page import page

SQUEEZE = (Squeeze(5, ("6-SHORT",), 1, frozenset(range(10, 20))),)


def figure(real: float, chart: float, allowed: float) -> dict[str, Any]:
    return {"real": real, "chart": chart, "allowed": allowed, "within": abs(chart - real) <= allowed}


def column(team: str, side: str, call: str, plays: int = 80) -> dict[str, Any]:
    figures = {"mean yards": figure(4.0, 4.05, 0.1), "distance": figure(0.0, 0.2, 0.5)}
    if call in PASSES:
        figures["completion"] = figure(0.6, 0.6, 0.005)
    gains = {"-60": [0.1, 0.1], "3": [0.5, 0.4], "4": [0.4, 0.5]}
    return {
        "team": team,
        "side": side,
        "call": call,
        "plays": plays,
        "noise": 0.4,
        "figures": figures,
        "gains": gains,
    }


def report(*, passed: bool = True) -> dict[str, Any]:
    sides = ("offense", "defense")
    teams = ("BRK", "WND")
    columns = [column(team, side, call) for team in teams for side in sides for call in PLAYS]
    columns[0]["figures"]["distance"] = figure(0.0, 3.0, 0.5)
    columns[1]["plays"] = 3
    worst = {"team": "BRK", "side": "offense", "call": PLAYS[0], "plays": 80, "reason": "3 < 4 & so on"}
    figures = {
        "yards per rush": figure(4.0, 4.1, 0.05),
        "yards per pass": figure(7.0, 7.0, 0.05),
        "completion rate": figure(0.6, 0.6, 0.005),
        "touchdowns": figure(30, 29, 4),
    }
    check = {
        "what": "distance",
        "side": "offense",
        "number": 18,
        "median_text": "0.2 yards",
        "worst_text": "3 yards",
        "within": 0.9,
        "needed": 1.0,
        "passed": passed,
    }
    return {
        "season": 2031,
        "notes": ["<only> a note"],
        "passed": passed,
        "checks": [check],
        "worst": [{**worst, "figure": "distance", **figure(0.0, 3.0, 0.5)}],
        "touchdowns": {"real": 0.0, "season": 2.0},
        "columns": columns,
        "teams": [{"team": team, "side": side, "figures": figures} for team in teams for side in sides],
    }


@cache
def drawn() -> str:
    """The page of the report that passed."""
    return page(report(), SQUEEZE, 20)


def test_the_page_opens_with_pictures_and_the_worst() -> None:
    text = drawn()
    assert text.index("<svg") < text.index("The worst ten") < text.index("<table")
    assert text.count("<details>") == 2
    assert "BRK 1-LINE PLUNGE: spread of the gains off by 6.00 of what is allowed" in text
    assert f"BRK {PLAYS[1]}: too few plays to judge" in text
    assert "BRK: season 4.00, chart 4.10" in text
    assert '<strong class="miss">off by 3.00 yards</strong>, allowed 0.50' in text
    assert "10-19" in text and "+100.0%" in text


def test_the_page_stands_alone_and_is_the_same_every_time() -> None:
    text = drawn()
    assert text == page(report(), SQUEEZE, 20)
    assert "http" not in text and "<script" not in text


def test_texts_are_escaped() -> None:
    text = drawn()
    assert "&lt;only&gt; a note" in text and "3 &lt; 4 &amp; so on" in text


def test_what_missed_is_said_first() -> None:
    text = page(report(passed=False), SQUEEZE, 20)
    assert "<strong>0 of" in text.partition("<h2>")[0]
    assert "spread of the gains (offense)" in text.partition("<h2>")[0]
    assert "every figure is near enough" in drawn()
