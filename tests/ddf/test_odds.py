"""Exact odds, checked against a slow enumeration roll by roll and against the guide's own figures."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from support.charts import random_chart, wild_chart

from chartkit.dice import parse_totals
from chartkit.systems.ddf.charts import (
    SHARES,
    Column,
    End,
    Kind,
    NotAResultError,
    Result,
    TeamChart,
    Way,
    column_odds,
    columns,
    dice,
    legal_forms,
    muffed_snap_rating,
    parse,
    pass_percent,
    solitaire_ranges,
)
from chartkit.systems.ddf.rules.priority_chart import Outcome, final_result, play_odds, standard_priority

PUBLISHED = Path(__file__).parents[3] / "shared" / "spec" / "published-2017-phi.json"
needs_published = pytest.mark.skipif(not PUBLISHED.exists(), reason="the published chart is not on this machine")


def sideline(completions: str) -> Column:
    """A 9-SIDELINE column with completions on these totals, INC on 33-37, a penalty elsewhere."""
    complete, incomplete = parse_totals(completions), parse_totals("33-37")
    cells = ("9" if total in complete else "INC" if total in incomplete else "OFF 5" for total in range(10, 40))
    return Column(10, tuple(map(parse, cells)))


def test_r32_1_philadelphia_sideline_incompletions_are_72_of_216() -> None:
    odds = column_odds(sideline("10,12-14,16-26,28-32"))
    assert (odds.counts["INC"], odds.outcomes) == (72, 216)
    assert odds.share("INC") == Fraction(1, 3)
    assert sum(odds.shares().values()) == 1


def test_completions_are_yards_of_any_sign_and_touchdowns_only() -> None:
    cells = [parse("INC")] * 30
    for total, text in ((10, "-2"), (11, "0"), (12, "TD"), (13, "15*"), (14, "F 5"), (15, "QT"), (16, "PI 14")):
        cells[total - 10] = parse(text)
    assert column_odds(Column(10, tuple(cells))).completions == Fraction(2 + 3 + 4 + 5, 216)


@pytest.mark.parametrize("seed", range(3))
def test_every_outcome_of_a_column_counts_once(seed: int) -> None:
    chart = wild_chart(seed)
    for column in (*chart.offense.columns.values(), *chart.defense["A-STANDARD"].values()):
        odds = column_odds(column)
        assert sum(odds.counts.values()) == sum(odds.ways.values()) == odds.outcomes
        assert list(odds.counts) == list(SHARES)


def _one_by_one(offense: TeamChart, defense: TeamChart, play: str, formation: str) -> Counter[End]:
    """Every total of both rolls and of a third one for B or QT, by the words of R5 to R8."""
    chart, found = standard_priority(), Counter[End]()
    own, other = offense.offense.columns[play], defense.defense[formation][play]
    for total, ways in dice.OFFENSIVE.ways.items():
        for answer, more in dice.DEFENSIVE.ways.items():
            for third, most in dice.OFFENSIVE.ways.items():
                end = _end(chart.look_up(own[total], other[answer]), own[total], other[answer], offense, third)
                found[end] += ways * more * most
    return found


def _end(outcome: Outcome, own: Result, other: Result, team: TeamChart, third: int) -> End:
    trapped, breakaway = (team.offense.columns[name][third] for name in ("QT", "B"))
    if outcome is Outcome.F_EZ:
        return End(parse("F"), Way.END_ZONE)
    if outcome is Outcome.F_QT:
        if trapped.kind is Kind.TOUCHDOWN:
            return End(parse("F"), Way.END_ZONE)
        return End(Result(Kind.FUMBLE, trapped.yards), Way.TRAPPED)
    if outcome is Outcome.ADD and own.kind is Kind.BREAKAWAY:
        return End(final_result(standard_priority().look_up(breakaway, other), breakaway, other), Way.BREAKAWAY)
    final = final_result(outcome, own, other)
    return End(trapped, Way.TRAPPED) if final.kind is Kind.TRAPPED else End(final)


@pytest.mark.parametrize("play", ["1-LINE PLUNGE", "5-SCREEN", "8-LONG"])
@pytest.mark.parametrize("make", [random_chart, wild_chart])
def test_a_play_against_a_formation_is_every_combination_of_rolls(make, play) -> None:  # type: ignore[no-untyped-def]
    offense, defense = make(1), make(2)
    for formation in ("A-STANDARD", "F-BLITZ"):
        odds = play_odds(offense, defense, play, formation)
        assert odds.ways == dict(_one_by_one(offense, defense, play, formation))
        assert sum(odds.ways.values()) == odds.outcomes == 216 * 36 * 216


def test_a_blank_defense_changes_nothing_but_rolls_out_b() -> None:
    offense = random_chart(5)
    blank = Column(1, (parse("0"),) * 5)
    defense = random_chart(6)
    still = {formation: dict.fromkeys(columns.PLAYS, blank) for formation in columns.FORMATIONS}
    odds = play_odds(offense, TeamChart(**{**_fields(defense), "defense": still}), "6-SHORT", "A-STANDARD")
    alone = column_odds(offense.offense.columns["6-SHORT"])
    assert odds.completions == alone.completions
    assert odds.trapped == alone.share("QT")
    assert odds.share("penalty") == alone.share("penalty")


def _fields(chart: TeamChart) -> dict[str, object]:
    return {name: getattr(chart, name) for name in TeamChart.__dataclass_fields__}


@needs_published
def test_the_published_totals_give_the_published_ranges() -> None:
    data = json.loads(PUBLISHED.read_text("utf-8"))
    calls = {play: entry["value"] for play, entry in data["play_call_totals"].items()}
    ranges = {play: tuple(entry["value"]) for play, entry in data["solitaire_ranges"].items()}
    assert solitaire_ranges(calls) == ranges
    assert pass_percent(calls) == data["pass_rush_ratio"]["pass_percent"]["value"]
    muffs = data["muffed_snap"]
    assert muffed_snap_rating(muffs["percent"]["value"]) == muffs["rating"]["value"]


@needs_published
def test_every_published_cell_that_was_read_cleanly_is_legal_where_it_stands() -> None:
    data = json.loads(PUBLISHED.read_text("utf-8"))
    checked = 0
    for name in columns.SPECIAL_TEAMS:
        for entry in data["special_teams"][name].values():
            if entry.get("value") and entry["status"] == "certain":
                assert parse(entry["value"]).form.rstrip("!") in legal_forms("special_teams", name), (name, entry)
                checked += 1
    for row in data["offense_rows"]["rows"].values():
        for name, entry in row["cells"].items():
            if entry.get("value") and entry["status"] == "certain" and name in columns.OFFENSE:
                assert parse(entry["value"]).form in legal_forms("offense", name), (name, entry)
                checked += 1
    for entry in data["cells_stated_by_text"]:
        chart, _, name = entry["chart"].partition(".")
        try:
            result = parse(entry["value"] or "?")
        except NotAResultError:
            continue
        if chart == "offense" and name in columns.OFFENSE and entry["status"] == "certain":
            assert result.form in legal_forms(chart, name), entry
            checked += 1
    assert checked > 100


@pytest.mark.parametrize(
    ("percent", "rating"),
    [
        (0.261, "003"),
        (0.19, "002"),
        (0.175, "002"),
        (0.133, "001"),
        (0.147, "001"),
        (0.025, "000"),
        (0.0, "000"),
        (0.25, "003"),
    ],
)
def test_r28_14_percentage_to_rating(percent: float, rating: str) -> None:
    assert muffed_snap_rating(percent) == rating


def test_r31_4_the_sample_ranges_of_new_england_have_no_gap() -> None:
    calls = dict(zip(columns.PLAYS, (38, 33, 21, 8, 7, 45, 18, 16, 14), strict=True))
    ranges = solitaire_ranges(calls)
    assert [ranges[play] for play in columns.RUNS] == [(1, 38), (39, 71), (72, 92), (93, 100)]
    assert [ranges[play] for play in columns.PASSES] == [(1, 7), (8, 52), (53, 70), (71, 86), (87, 100)]


def test_a_play_that_was_never_called_has_no_range() -> None:
    ranges = solitaire_ranges({**dict.fromkeys(columns.PLAYS, 10), "4-DRAW": 0, "5-SCREEN": 0})
    assert "5-SCREEN" not in ranges
    assert ranges["6-SHORT"] == (1, 25)
    assert ranges["4-DRAW"] == (100, 100), "thirds round to 33, and the last range is closed at 100"
