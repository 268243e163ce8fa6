"""Every numbered paragraph of the specification has a test that is called by it, every reading its option."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from support.coachs_call import Script, play, roster, table

from chartkit.systems import records as r
from chartkit.systems.coachs_call.matchup import foul_of
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Options
from chartkit.systems.coachs_call.tables import CODES, COMBINED_COLUMNS, Condition, Outcome, standard_tables
from chartkit.systems.coachs_call.teams import GRADED_SLOTS, RANKED_SLOTS, RECEIVERS

#: Section -> its last paragraph; 14 is an outline, 15 the readings, 17 the check values.
PARAGRAPHS = {1: 5, 2: 8, 3: 6, 4: 8, 5: 9, 6: 8, 7: 6, 8: 12, 9: 6, 10: 6, 11: 5, 12: 4, 13: 2, 16: 6}
#: Readings with nothing to choose: what is printed has one meaning, or the game has one rule for it.
IN_TABLES = {6, 7, 8, 9, 10, 13, 14}
ONE_RULE = {18, 20, 31}


def names_of_tests() -> list[str]:
    files = Path(__file__).parent.glob("test_*.py")
    return [name for file in files for name in re.findall(r"def test_(\w+)", file.read_text("utf-8"))]


def test_every_paragraph_has_a_test() -> None:
    called: set[str] = set()
    for name in names_of_tests():
        rest = name
        while found := re.match(r"(\d+)_(\d+)_", rest):
            called.add(f"{found[1]}.{found[2]}")
            rest = rest[found.end() :]
    every = [f"{section}.{number}" for section, last in PARAGRAPHS.items() for number in range(1, last + 1)]
    assert [paragraph for paragraph in every if paragraph not in called] == []


def test_every_reading_is_an_option_or_has_one_rule() -> None:
    options = {int(number) for each in fields(Options) for number in re.findall(r"A(\d+)", each.metadata["about"])}
    tested = {int(number) for name in names_of_tests() for number in re.findall(r"(?:^|_)a(\d+)(?=_)", name)}
    assert options | IN_TABLES | ONE_RULE == set(range(1, 38))
    assert not options & (IN_TABLES | ONE_RULE)
    assert tested >= ONE_RULE


def test_a6_a7_a8_a9_a10_a13_a14_misprints_are_mended_in_the_tables() -> None:
    tables = standard_tables()
    assert RECEIVERS == ("REC1", "REC2", "REC3", "REC4")
    variants = dict(tables.columns["short_punt"]["11"].variants)
    assert variants[Condition("punter", "C")].yards == 26
    assert dict(tables.columns["short_pass"]["51"].variants)[Condition("receiver", "C")] == Outcome("incomplete")
    assert tables.rare["favored"]["65"] == tables.rare["favored"]["66"]
    assert not any(
        "CHALLENGE" in cell.text.upper() for column in tables.columns.values() for cell in column.values()
    )
    assert n.FOULS[foul_of(tables.penalties[11]["punt"])[0]] == "Off"
    assert tables.columns["fumble_return"]["5"].base == Outcome("recovery", marks=("lost", "long_gain"))


def test_1_4_a_team_has_a_man_for_every_slot() -> None:
    assert [sum(slot.startswith(line) for slot in RANKED_SLOTS) for line in ("OL", "DL", "LB", "DB")] == [
        5,
        4,
        3,
        4,
    ]
    assert len(GRADED_SLOTS) == len({*GRADED_SLOTS}) == 14


def test_2_7_linemen_and_defenders_have_no_grade() -> None:
    assert all(roster().grade(slot) == "" for slot in RANKED_SLOTS)


def test_4_2_the_offense_names_call_man_and_modifier_and_the_defense_nothing() -> None:
    offense, defense = Script(call=n.SHORT, player=n.REC1 + 1, sideline=1), Script()
    row, _ = play(n.SHORT, [63], coach=offense, other=defense)
    assert offense.asked[:3] == ["call", "player", "sideline"]
    assert "call" not in defense.asked
    assert (row["call"], row["player"], row["sideline"]) == (n.SHORT, n.REC1 + 1, 1)


def test_4_3_the_box_is_written_before_the_column_is_read() -> None:
    row, seat = play(n.LINE_RUN, [41], box=12)
    assert (row["roll"], row["box"], seat.game.box) == (41, 12, 13)
    assert seat.game.history[seat.game.written - 1] == 41


def test_4_5_modifiers_reach_a_long_gain_and_the_cap_of_a_d_comes_last() -> None:
    plain, screen = (play(call, [66])[0]["gain"] for call in (n.SHORT, n.SCREEN))
    assert screen == plain - 2
    assert play(n.SHORT, [66], home=roster("HOM", REC1="D"))[0]["gain"] == 15


def test_4_6_chained_lookups_take_one_number_each() -> None:
    """A scramble whose number is a sum of 3: a sack, and one more number for the loose ball (6.4, 8.1)."""
    row, seat = play(n.SHORT, [12], history=[34] * 29 + [12])
    assert (row["kind"], row["gain"], row["fumbles"], seat.game.taken) == (r.IS_SACK, -8, 1, 2)


def test_4_7_flag_injury_and_credit_go_by_the_box_just_written() -> None:
    rolls = [code for code in map(int, CODES) if play(n.SHORT, [code])[0]["kind"] == r.IS_SACK]
    here, later = (play(n.SHORT, rolls[:1], box=box)[0]["credit"] for box in (3, 23))
    grid = standard_tables().credit["sack_or_block"]
    assert here == later
    assert roster().slots[here].slot == grid[3]


def test_4_8_after_the_play_come_clock_down_and_score() -> None:
    seat = table([41], coach=Script(call=n.LINE_RUN), spot=30)
    seat.step()
    row = next(event[1:] for event in seat.events if event[0] == "play")
    assert (seat.game.down, seat.game.spot) == (2, 30 + row[r.YARDS])
    assert seat.game.to_gain == 40


def test_6_1_every_column_has_a_cell_for_every_roll() -> None:
    columns = standard_tables().columns
    assert all(tuple(columns[name]) == CODES for name in COMBINED_COLUMNS)
