"""The check values of section 17 by exact enumeration, and the game-level figures within their noise."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.coachs_call import Script, named, roster, table

from chartkit.running.fields import zeros
from chartkit.systems import many_games
from chartkit.systems import records as r
from chartkit.systems.coachs_call import matchup as at_the_table
from chartkit.systems.coachs_call.coach import FAR, WEIGHED, coach_fields
from chartkit.systems.coachs_call.matchup import ROLLS, Matchup, rule_fields
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Game, Options
from chartkit.systems.coachs_call.rules.reading import read_code, read_sum
from chartkit.systems.coachs_call.simulation import MACHINE
from chartkit.systems.coachs_call.tables import standard_tables
from chartkit.systems.many_games import LoggedFixture
from chartkit.systems.records import PLACE

#: Section 17 counts a touchdown as so many yards.
TOUCHDOWN_YARDS = 60
COLUMN = {"line run": 0, "end run": 1, "short": 2, "medium": 3, "deep": 4, "long": 5}


def reader(**asked: int) -> Game:
    """B grades everywhere, second and ten, early in the game."""
    game = Game(**rule_fields(standard_tables(), Options(), 2017))
    game.asked = [n.B] * len(n.ASKED)
    for name, grade in asked.items():
        game.asked[n.ASKED.index(name)] = grade
    game.row[r.AT_DOWN], game.row[r.TO_GO], game.row[r.SPOT], game.quarter = 2, 10, 30, 1
    return game


def mean(values: list[Fraction] | list[int]) -> Fraction:
    return Fraction(sum(values)) / len(values)


def long_gain(defense: int = n.B) -> Fraction:
    game = reader(defense=defense)
    outs = [read_code(game, n.LONG_GAIN_COLUMN, roll) for roll in ROLLS]
    return mean([TOUCHDOWN_YARDS if out.kind == n.TOUCHDOWN else out.yards for out in outs])


def scramble(mobility: int = n.B) -> Fraction:
    game = reader(mobility=mobility)
    return mean([read_sum(game, n.SCRAMBLE_COLUMN, roll).yards for roll in ROLLS])


def column_yards(column: int) -> Fraction:
    worth = {
        n.TOUCHDOWN: Fraction(TOUCHDOWN_YARDS),
        n.LONG_GAIN: long_gain(),
        n.SCRAMBLE: scramble(),
        n.INCOMPLETE: Fraction(0),
        n.INTERCEPTION: Fraction(0),
        n.FUMBLE: Fraction(0),
    }
    outs = [read_code(reader(), column, roll) for roll in ROLLS]
    return mean([worth.get(out.kind, Fraction(out.yards)) for out in outs if out.kind != n.FLAG])


@pytest.mark.parametrize(
    ("name", "yards"),
    [("line run", 4.9), ("end run", 4.9), ("short", 6.1), ("medium", 6.7), ("deep", 6.7), ("long", 6.4)],
)
def test_yards_per_play(name: str, yards: float) -> None:
    assert round(float(column_yards(COLUMN[name])), 1) == yards


@pytest.mark.parametrize(
    ("name", "complete", "sacks", "picks"),
    [("short", 66.7, 2, 1), ("medium", 50.0, 2, 1), ("deep", 31.0, 3, 2), ("long", 17.2, 3, 3)],
)
def test_passes(name: str, complete: float, sacks: int, picks: int) -> None:
    kinds = [read_code(reader(), COLUMN[name], roll).kind for roll in ROLLS]
    caught = sum(kind in (n.GAIN, n.LONG_GAIN, n.TOUCHDOWN) for kind in kinds)
    missed = kinds.count(n.INCOMPLETE)
    assert (kinds.count(n.SACK), kinds.count(n.INTERCEPTION)) == (sacks, picks)
    assert round(100 * caught / (caught + missed + picks), 1) == complete


def test_long_gain_by_defense() -> None:
    assert [round(float(long_gain(grade))) for grade in (n.B, n.A, n.C)] == [42, 36, 44]


def test_scramble_by_mobility() -> None:
    assert [round(float(scramble(grade)), 1) for grade in (n.A, n.B, n.C)] == [9.9, 7.6, 5.7]


def test_runs_on_third_and_one() -> None:
    game = reader()
    game.row[r.AT_DOWN], game.row[r.TO_GO] = 3, 1
    outs = [read_code(game, column, roll) for column in (0, 1) for roll in ROLLS]
    made = [
        out.kind == n.LONG_GAIN or (out.kind == n.GAIN and out.yards >= 1) for out in outs if out.kind != n.FLAG
    ]
    assert (sum(made[:34]), sum(made[34:]), len(made)) == (25, 25, 68)


def test_fumbles_kept_by_defense() -> None:
    for grade, kept in ((n.A, 3), (n.B, 7), (n.C, 10)):
        game = reader(defense=grade)
        outs = [read_sum(game, n.FUMBLE_COLUMN, roll) for roll in ROLLS]
        assert sum(not out.marks & n.LOST for out in outs) == kept


@pytest.mark.parametrize(("yards", "good"), [(30, 32), (40, 25), (45, 20), (50, 9)])
def test_field_goals(yards: int, good: int) -> None:
    """Played at the table, with every roll; a flag is no good kick here."""
    made = 0
    for roll in ROLLS:
        if roll == 66:
            continue
        seat = table([roll], coach=Script(call=n.FIELD_GOAL), spot=117 - yards, down=4)
        seat.step()
        made += named(seat)["result"] == r.GOOD
    assert made == good


def test_gross_punts() -> None:
    for grade, gross in ((n.A, 44.3), (n.B, 41.8), (n.C, 39.0)):
        game = reader(punter=grade)
        outs = [read_sum(game, n.PUNT_COLUMN, roll) for roll in ROLLS]
        yards = [out.yards for out in outs if out.kind == n.PUNTED]
        assert round(float(mean(yards)), 1) == gross


def test_onside_kicks() -> None:
    """8.10: the kicking team recovers on 9 of 36."""
    outs = [read_sum(reader(), n.ONSIDE_COLUMN, roll) for roll in ROLLS]
    assert sum(not out.marks & n.LOST for out in outs) == 9


#: Of the prototype, per team and game, by boxes a quarter. Its call mix is not told: this one has its completions.
GAME_LEVEL = {
    40: {"plays": 64.9, "points": 23.4, "sacks": 2.5, "interceptions": 1.4, "fumbles_lost": 1.1, "punts": 6.0},
    35: {"plays": 56.7, "points": 20.4, "sacks": 2.2, "interceptions": 1.2, "fumbles_lost": 0.9, "punts": 5.3},
}
CALL_MIX = {"line run": 22, "end run": 22, "short pass": 23, "medium pass": 19, "deep route": 9, "long pass": 5}
#: What a call mix, fourth downs and the choice about penalties may move a figure by.
ROOM = 0.1


@pytest.mark.parametrize("boxes", [40, 35])
def test_game_level_figures(boxes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides all B, a fixed call mix, kicks on every fourth down, without what the prototype left out."""
    habits = [CALL_MIX.get(call, 0) for call in n.CALLS[:WEIGHED]]
    fixed = {**coach_fields(2017), "habits": habits, "spread": 10**9, "go_share": zeros(2, FAR + 1, 101)}
    monkeypatch.setattr(at_the_table, "coach_fields", lambda season: fixed)
    monkeypatch.setattr(many_games, "_board", many_games._board.__wrapped__)
    without = dict.fromkeys(("rare_plays", "injuries", "stamina", "repeat_rule", "time_outs"), False)
    options = Options(yellow="proposed", overtime="none", boxes=boxes, **without)
    fixture = LoggedFixture(0, Matchup(roster("HOM"), roster("VIS"), options))
    played = MACHINE.play_games([fixture], 3000, seed=3, season=2017)
    means = {name: float(played[0, :, :, place].mean()) for name, place in PLACE.items()}
    found = {name: (round(means[name], 2), wanted) for name, wanted in GAME_LEVEL[boxes].items()}
    assert all(abs(mine - wanted) <= ROOM * wanted + 0.1 for mine, wanted in found.values()), found
    assert abs(means["completions"] / means["passes"] - 0.508) < 0.02
    assert abs(means["passing_yards"] / means["passes"] - 6.8) < 0.2
    assert abs(means["rushing_yards"] / means["rushes"] - 4.7) < 0.2
