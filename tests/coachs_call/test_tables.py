"""The shipped tables and prices."""

from __future__ import annotations

from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.teams import BACKS, GRADED_SLOTS, RECEIVERS, Slot, cost


def roster_slots(grade: str, low: str = "") -> tuple[Slot, ...]:
    return tuple(Slot(name, low if low and name in BACKS + RECEIVERS else grade) for name in GRADED_SLOTS)


def test_2_3_prices_of_whole_rosters() -> None:
    """2.3: the dearest, all B, the cheapest."""
    tables = t.standard_tables()
    assert [cost(roster_slots(*grades), tables) for grades in (("A",), ("B",), ("C", "D"))] == [101, 74, 33]


def test_1_3_boxes() -> None:
    """1.3: A-a is 0, A-o is 14, B-a is 15, C-a is 30."""
    assert [t.box_index(name) for name in ("A-a", "A-o", "B-a", "C-a")] == [0, 14, 15, 30]
    assert all(t.box_index(t.box_name(index)) == index for index in range(45))


def test_a4_the_grids_agree_with_the_boxes_they_name() -> None:
    """9.1, 13.1: the printed box names are the row modulo 14 and 20 (A4)."""
    data = t.standard_tables().data
    for row in data["penalties"]["rows"]:
        assert {t.box_index(box) % 14 for box in row["boxes"]} == {row["index"]}
    for name in t.CREDIT_GRIDS:
        for row in data["credit"][name]["rows"]:
            assert {t.box_index(box) % 20 for box in row["boxes"]} == {row["index"]}
