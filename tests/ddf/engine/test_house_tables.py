"""House rules with tables of the season: measurements, the own goal line, home field, pace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.situations import situation
from support.steps import Answers, ListedRolls

from chartkit.systems.ddf.charts import HouseTables, Shift, generic_from_json, generic_to_json, standard_generic
from chartkit.systems.ddf.engine.examples.position import lay
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import Table, step
from chartkit.systems.ddf.validate.rules import check_season_rules

SHORT, REACHED = 15, 30
HOUSE = HouseTables(
    short=frozenset(range(10, 20)),
    safety=frozenset(range(10, 20)),
    home_field=(frozenset({1}),) * 3,
    quick_plays=12,
)


def played(
    cell: str, more: list[int], house: HouseTables = HOUSE, *, on: bool = True, for_two: bool = False, **told: Any
) -> GameState:
    """NE runs off tackle and rolls this cell; the defense rolls a total of 1 and has no impact."""
    base = situation("2-OFF TACKLE", [("off", cell)], **told)
    before = base.setting.matchup
    home = replace(before.home, supplement=replace(before.home.supplement, home_field_advantage=1))
    made = matchup(
        home,
        before.away,
        replace(before.sheets[0].generic, house=house),
        replace(before.options, house_tables=on),
    )
    lay(base.setting.cells, made)
    table = Table(
        made,
        ListedRolls([*(roll.total for roll in base.setting.rolls), 1, *more]),
        (Answers(offense_call="2-OFF TACKLE", **{"try": "TWO POINT"}), Answers(defense_call="A-STANDARD")),
    )
    on_try = {"phase": "try", "down": 0, "spot": 98, "to_gain": 100} if for_two else {}
    return step(table, base.before._replace(**on_try))


def without_home_field(house: HouseTables = HOUSE) -> HouseTables:
    return replace(house, home_field=())


@pytest.mark.parametrize(("total", "down", "spot"), [(SHORT, 2, 46), (REACHED, 1, 47)])
def test_a_ball_on_the_line_to_gain_is_measured(total: int, down: int, spot: int) -> None:
    state = played("10", [total], without_home_field())
    assert (state.down, state.spot) == (down, spot)


@pytest.mark.parametrize(("total", "phase"), [(SHORT, "scrimmage"), (REACHED, "try")])
def test_a_ball_on_the_goal_line_is_measured_and_one_beyond_is_not(total: int, phase: str) -> None:
    state = played("4", [total], without_home_field(), at="PHI 4", to_go="goal")
    assert state.phase == phase
    assert phase == "try" or state.spot == 99
    assert played("5", [], without_home_field(), at="PHI 4", to_go="goal").phase == "try"


@pytest.mark.parametrize(("total", "phase", "spot"), [(SHORT, "free kick", 20), (REACHED, "scrimmage", 1)])
def test_a_stop_in_the_own_end_zone_is_a_safety_on_some_totals(total: int, phase: str, spot: int) -> None:
    state = played("-4", [total], without_home_field(), at="NE 3")
    assert (state.phase, state.spot) == (phase, spot)


def test_a_gain_is_a_yard_longer_for_the_home_team_and_shorter_for_visitors() -> None:
    base = situation("2-OFF TACKLE", [("off", "5")])
    at_home = base.setting.matchup.home.team.code == "NE"
    assert played("5", []).spot == base.before.spot + (6 if at_home else 4)
    assert played("5", [], replace(HOUSE, home_field=(frozenset({2}),) * 3)).spot == base.before.spot + 5
    assert played("0", []).spot == base.before.spot, "only a gain is moved"


@pytest.mark.parametrize(
    ("period", "score", "gained"),
    [
        (4, {"NE": 20, "PHI": 10}, 4),
        (4, {"NE": 10, "PHI": 20}, 6),
        (4, {"NE": 20, "PHI": 12}, 5),
        (4, {"NE": 30, "PHI": 10}, 5),
        (4, {"NE": 10, "PHI": 10}, 5),
        (3, {"NE": 20, "PHI": 10}, 5),
    ],
)
def test_in_the_fourth_quarter_who_trails_gains_more_and_who_leads_gains_less(
    period: int, score: dict[str, int], gained: int
) -> None:
    """A gain of 5; the defense rolls a 1, which is in the table of two scores only."""
    house = replace(without_home_field(), comeback=(frozenset({2}), frozenset({1}), frozenset()))
    before = situation("2-OFF TACKLE", [("off", "5")], quarter=period, score=score).before
    assert played("5", [], house, quarter=period, score=score).spot == before.spot + gained


ALL = frozenset({1, 2, 3, 4, 5})


@pytest.mark.parametrize(
    ("at", "own", "against", "scores"),
    [
        (6, Shift(1, frozenset({1})), Shift(), True),
        (6, Shift(1, frozenset({2})), Shift(), False),
        (6, Shift(1, ALL), Shift(-1, ALL), False),
        (7, Shift(1, ALL), Shift(1, ALL), True),
        (7, Shift(1, ALL), Shift(), False),
        (4, Shift(), Shift(-2, ALL), False),
        (3, Shift(), Shift(-2, ALL), True),
        (2, Shift(-2, ALL), Shift(), True),
        (3, Shift(-3, ALL), Shift(), False),
        (2, Shift(-4, ALL), Shift(), True),
        (1, Shift(-5, ALL), Shift(), True),
    ],
)
def test_inside_the_20_the_rows_of_both_teams_make_or_take_a_touchdown(
    at: int, own: Shift, against: Shift, scores: bool
) -> None:
    """A gain of 5."""
    house = replace(
        without_home_field(),
        short=frozenset(),
        red_zone={"NE": (own, Shift()), "PHI": (Shift(), against)},
    )
    after = played("5", [], house, at=f"PHI {at}")
    assert (after.phase == "try") == scores
    if not scores and at > 5:
        assert after.spot == 100 - at + 5, "a gain that decides nothing is as long as it is"


@pytest.mark.parametrize(
    ("period", "score", "own", "against", "gained"),
    [
        (4, {"NE": 10, "PHI": 17}, Shift(2, ALL), Shift(), 7),
        (4, {"NE": 10, "PHI": 10}, Shift(-1, ALL), Shift(), 4),
        (4, {"NE": 10, "PHI": 10}, Shift(2, ALL), Shift(1, ALL), 6),
        (4, {"NE": 10, "PHI": 10}, Shift(2, frozenset({2})), Shift(-2, ALL), 7),
        (4, {"NE": 10, "PHI": 19}, Shift(2, ALL), Shift(), 5),
        (3, {"NE": 10, "PHI": 10}, Shift(2, ALL), Shift(), 5),
    ],
)
def test_late_in_close_games_the_rows_of_both_teams_move_a_gain(
    period: int, score: dict[str, int], own: Shift, against: Shift, gained: int
) -> None:
    """A gain of 5; the defense rolls a 1."""
    house = replace(without_home_field(), close={"NE": own, "PHI": against})
    before = situation("2-OFF TACKLE", [("off", "5")], quarter=period, score=score).before
    assert played("5", [], house, quarter=period, score=score).spot == before.spot + gained


@pytest.mark.parametrize(
    ("cell", "table", "total", "points"),
    [
        ("1", "try_counts", 12, 2),
        ("1", "try_counts", 25, 0),
        ("5", "try_fails", 12, 0),
        ("5", "try_fails", 25, 2),
    ],
)
def test_tries_for_two_count_as_often_as_in_the_season(cell: str, table: str, total: int, points: int) -> None:
    house = replace(without_home_field(), short=frozenset(), **{table: frozenset(range(10, 20))})
    after = played(cell, [total], house, for_two=True)
    assert max(after.score) == points
    assert after.phase == "kickoff"


def test_gains_that_decide_no_touchdown_and_those_from_afar_stay_as_they_are() -> None:
    row = Shift(2, ALL)
    house = replace(without_home_field(), short=frozenset(), red_zone={"NE": (row, row), "PHI": (row, row)})
    assert played("5", [], house, at="PHI 15").spot == 90
    assert played("20", [], house, at="PHI 21").spot == 99
    assert played("18", [], house, at="PHI 20").phase == "try"


def test_nothing_changes_without_the_option() -> None:
    assert played("10", [], on=False).spot == 47
    assert played("-4", [], on=False, at="NE 3").phase == "free kick"


@pytest.mark.parametrize(
    ("pace", "expected"),
    [({}, [40, 30, 40, 30]), ({"NE": 24}, [30] * 4), ({"NE": 0}, [40] * 4), ({"PHI": 0}, [40, 30, 40, 30])],
)
def test_the_pace_of_the_season_or_of_the_offense_says_how_many_plays_are_quick(
    pace: dict[str, int], expected: list[int]
) -> None:
    base = situation("2-OFF TACKLE", [("off", "3")])
    before = base.setting.matchup
    made = matchup(
        before.home,
        before.away,
        replace(before.sheets[0].generic, house=replace(HOUSE, pace=pace)),
        replace(before.options, house_tables=True),
    )
    costs = []
    offense = base.before.possession
    for forties in range(4):
        state = base.before._replace(
            pending=40, pending_row="in bounds", pending_team=offense, stoppable=True, forties=forties
        )
        after, _ = Table(made, ListedRolls([]), (Answers(), Answers())).settle_clock(state)
        costs.append(state.clock - after.clock)
    assert costs == expected


def test_house_tables_are_part_of_the_season_file_and_may_be_missing() -> None:
    generic = standard_generic(2017)
    assert generic.house is None and "house" not in generic_to_json(generic)
    made = replace(
        generic,
        house=replace(
            HOUSE,
            pace={"PHI": 5},
            comeback=(frozenset(), frozenset({1}), ALL),
            red_zone={"PHI": (Shift(1, frozenset({2})), Shift())},
            close={"PHI": Shift(-2, frozenset({2}))},
            try_fails=frozenset({12}),
        ),
    )
    assert generic_from_json(generic_to_json(made)) == made


def test_totals_that_no_dice_give_are_named_in_every_house_table() -> None:
    row = Shift(1, frozenset({3}))
    house = replace(
        HOUSE,
        comeback=(frozenset({1}),),
        red_zone={"PHI": (row, row)},
        close={"PHI": row},
        try_counts=frozenset({11}),
    )
    data = {"generic": generic_to_json(replace(standard_generic(2017), house=house))}
    assert not [each for each in check_season_rules(data) if "house" in each.path]
    written = data["generic"]["house"]
    written["short"], written["home_field"][1], written["red_zone"]["PHI"]["defense"]["on"] = "40", "6", "10-12"
    written["comeback"], written["close"]["PHI"]["on"], written["try_counts"] = ["", "7"], "6", "9"
    wrong = [each.path[2:] for each in check_season_rules(data) if "house" in each.path]
    assert wrong == [
        ("short",),
        ("try_counts",),
        ("home_field", 1),
        ("comeback", 1),
        ("red_zone", "PHI", "defense", "on"),
        ("close", "PHI", "on"),
    ]
