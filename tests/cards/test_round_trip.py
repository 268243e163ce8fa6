"""chart -> PDF -> chart is the identity, in every style and on every paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cards import PAPERS, STYLES, printed, read
from support.charts import random_chart, wild_chart

from chartkit.systems.ddf.cards.job import load_layout
from chartkit.systems.ddf.charts import TeamChart, TeamName, blank_chart, team_to_json


def assert_same(charts: list[TeamChart], data: bytes) -> None:
    cards = read(data)
    assert [str(problem) for problem in cards.problems] == []
    assert cards.other_pages == ()
    assert [team_to_json(card.chart) for card in cards.cards] == [team_to_json(chart) for chart in charts]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", STYLES)
def test_every_style_and_paper_reads_back_cell_for_cell(style: str, paper: str, cards: int) -> None:
    first = 1000 * STYLES.index(style) + 100 * PAPERS.index(paper)
    charts = [
        (wild_chart if number % 2 else random_chart)(first + number, code=f"T{number}")
        for number in range(cards // (len(STYLES) * len(PAPERS)))
    ]
    assert_same(charts, printed(charts, load_layout(style, paper)))


@settings(max_examples=12)
@given(
    seed=st.integers(0, 10**9),
    style=st.sampled_from(STYLES),
    paper=st.sampled_from(PAPERS),
    marks=st.booleans(),
    fit_one=st.booleans(),
)
def test_any_chart_in_any_layout_reads_back(seed: int, style: str, paper: str, marks: bool, fit_one: bool) -> None:
    chart = wild_chart(seed)
    assert_same([chart], printed([chart], load_layout(style, paper, marks=marks), fit_one=fit_one))


def _odd_charts() -> dict[str, TeamChart]:
    base = random_chart(5)
    sheet = base.supplement
    assert sheet is not None
    return {
        "blank": blank_chart(1999, TeamName("X", "St. Louis", "O'Neil (B) & Co")),
        "no supplement": replace(base, supplement=None),
        "no big play, no sack rate": replace(
            base, supplement=replace(sheet, short_pass_big_play=None, sack_rate=None)
        ),
        "no calls, no ratio": replace(
            base, supplement=replace(sheet, play_calls={}, solitaire={}, pass_percent=None)
        ),
        "all recovered, no PAT": replace(
            base,
            offense=replace(base.offense, fumble_recovered=frozenset(range(10, 40))),
            special_teams=replace(base.special_teams, pat_good=frozenset()),
        ),
        "every other total": replace(
            base, offense=replace(base.offense, fumble_recovered=frozenset(range(10, 40, 2)))
        ),
        "long figures": replace(
            base, power_rating=219.4375, supplement=replace(sheet, muffed_snap_percent=0.1875, no_huddle_quota=116)
        ),
        "names with marks": replace(base, team=TeamName("ÅBO", "Besançon – Nord", "Löwen 49ers")),
    }


@pytest.mark.parametrize("name", _odd_charts())
@pytest.mark.parametrize("style", STYLES)
def test_charts_that_lack_something_read_back(name: str, style: str) -> None:
    chart = _odd_charts()[name]
    assert_same([chart], printed([chart], load_layout(style, "letter")))
