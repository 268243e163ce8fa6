"""The computer coach by situation (16.4): fourth downs, the end of a half, and what he takes for granted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from support.coachs_call import roster

from chartkit.systems.coachs_call.coach import answer, coach_fields, scout, worth
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.reading import begin_record
from chartkit.systems.coachs_call.table import Matchup, TableGame


@pytest.fixture(scope="module")
def scouted() -> TableGame:
    game = Matchup(roster("HOM"), roster("VIS")).new_game()
    scout(game)
    return game


def calls(game: TableGame, spot: int, to_go: int, *, down: int = 4, **state: Any) -> set[str]:
    """What the home coach may call there, whatever number he draws."""
    settings = {"quarter": 1, "box": 10, "score": [0, 0], "possession": 0, "last_call": n.NONE, **state}
    for name, value in settings.items():
        setattr(game, name, value)
    game.down, game.spot, game.to_gain = down, spot, min(spot + to_go, 100)
    found = set()
    for share in range(0, 1000, 5):
        game.draw = lambda below, share=share: share * below // 1000
        begin_record(game, n.IS_RUN, 0)
        call = answer(game, n.ASK_CALL, 0, 0)
        found.add(n.CALLS[call] if call in (n.PUNT, n.FIELD_GOAL) else "go")
    return found


@pytest.mark.parametrize(
    ("spot", "to_go", "wanted"),
    [
        (12, 5, {"go", "punt"}),
        (12, 8, {"punt"}),
        (30, 12, {"punt"}),
        (55, 1, {"go", "punt"}),
        (60, 15, {"go", "punt"}),
        (75, 8, {"field goal"}),
        (85, 12, {"field goal"}),
        (93, 2, {"go", "field goal"}),
        (99, 1, {"go", "field goal"}),
    ],
)
def test_16_4_fourth_downs(scouted: TableGame, spot: int, to_go: int, wanted: set[str]) -> None:
    assert calls(scouted, spot, to_go) == wanted


def test_16_4_how_often_he_goes_for_it() -> None:
    """Seldom on the own half and with many yards to go, at the goal line every other time; never more with more."""
    share = coach_fields()["go_share"]
    assert [share[1][spot] for spot in (15, 45, 58, 85, 99)] == [40, 40, 400, 220, 550]
    assert [share[to_go][15] for to_go in (1, 3, 8, 20)] == [40, 10, 0, 0]
    for near, far in pairwise(share):
        assert all(less <= more for more, less in zip(near, far, strict=True))


def test_16_4_behind_at_the_end_nobody_punts(scouted: TableGame) -> None:
    late = {"quarter": 4, "box": 33}
    assert calls(scouted, 30, 12, score=[14, 21], **late) == {"go"}
    assert calls(scouted, 80, 9, score=[14, 21], **late) == {"go"}
    assert calls(scouted, 80, 9, score=[18, 21], **late) == {"field goal"}
    assert calls(scouted, 30, 12, score=[21, 14], **late) == {"punt"}


def test_16_4_the_last_play_of_a_half_is_a_kick_where_it_helps(scouted: TableGame) -> None:
    assert calls(scouted, 78, 5, down=2, quarter=2, box=39) == {"field goal"}
    assert calls(scouted, 78, 5, down=2, quarter=4, box=39, score=[10, 17]) == {"go"}
    assert calls(scouted, 40, 5, down=2, quarter=2, box=39) == {"go"}


def test_16_4_situations_are_worth_more_nearer_to_the_goal_and_on_earlier_downs(scouted: TableGame) -> None:
    assert all(here < there for here, there in pairwise(coach_fields()["worth_first"][1:100]))
    by_down = [worth(scouted, 0, down, 5, 60) for down in (1, 2, 3, 4)]
    assert by_down == sorted(by_down, reverse=True)
    assert worth(scouted, 0, 1, 10, 100) > worth(scouted, 0, 1, 1, 99) > worth(scouted, 0, 5, 1, 99)
