"""The computer coach by situation (16.4): fourth downs, the end of a half, and what he takes for granted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from support.coachs_call import roster

from chartkit.systems import records as r
from chartkit.systems.coachs_call.coach import Mind, answer, coach_fields, scout, worth
from chartkit.systems.coachs_call.matchup import Matchup
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.reading import begin_record

HABITS = coach_fields(2017)["habits"]


@pytest.fixture(scope="module")
def scouted() -> Mind:
    game = Matchup(roster("HOM"), roster("VIS")).new_game()
    scout(game)
    return game


def calls(game: Mind, spot: int, to_go: int, *, down: int = 4, **state: Any) -> set[str]:
    """What the home coach may call there, whatever number he draws."""
    settings = {"quarter": 1, "box": 10, "score": [0, 0], "possession": 0, "last_call": n.NONE, **state}
    for name, value in settings.items():
        setattr(game, name, value)
    game.down, game.spot, game.to_gain = down, spot, min(spot + to_go, 100)
    found = set()
    for share in range(0, 1000, 5):
        game.draw = lambda below, share=share: share * below // 1000
        begin_record(game, r.IS_RUN, 0)
        call = answer(game, n.ASK_CALL, 0, 0)
        found.add(n.CALLS[call] if call in (n.PUNT, n.FIELD_GOAL) else "go")
    return found


@pytest.mark.parametrize(
    ("spot", "to_go", "wanted"),
    [
        (12, 5, {"punt"}),
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
def test_16_4_fourth_downs(scouted: Mind, spot: int, to_go: int, wanted: set[str]) -> None:
    assert calls(scouted, spot, to_go) == wanted


def test_16_4_how_often_he_goes_for_it() -> None:
    """As the league of the season does, never more with more to go; who is out of range goes for it more often."""
    in_range, out_of_range = coach_fields(2017)["go_share"]
    assert [in_range[1][spot] for spot in (15, 45, 58, 85, 99)] == [100, 270, 680, 580, 720]
    assert [in_range[to_go][15] for to_go in (1, 3, 8, 20)] == [100, 0, 0, 0]
    assert [coach_fields(season)["go_share"][0][1][45] for season in (1985, 2023)] == [140, 660]
    for share in (in_range, out_of_range):
        for near, far in pairwise(share):
            assert all(less <= more for more, less in zip(near, far, strict=True))
    assert all(there[60:] >= here[60:] for here, there in zip(in_range, out_of_range, strict=True))


def test_16_4_calls_by_down_and_distance() -> None:
    """Third and long is for passes, third and one for runs, as in the league."""
    habits = dict(zip(((down, to_go) for down in range(1, 5) for to_go in range(5)), HABITS, strict=True))
    for down, to_go, most in ((1, 3, 0.55), (3, 0, 0.8), (3, 3, 0.1)):
        line = habits[down, to_go]
        assert most - 0.15 < (line[n.LINE_RUN] + line[n.END_RUN]) / sum(line) < most


def test_16_4_behind_at_the_end_nobody_punts(scouted: Mind) -> None:
    late = {"quarter": 4, "box": 33}
    assert calls(scouted, 30, 12, score=[14, 21], **late) == {"go"}
    assert calls(scouted, 80, 9, score=[14, 21], **late) == {"go"}
    assert calls(scouted, 80, 9, score=[18, 21], **late) == {"field goal"}
    assert calls(scouted, 30, 12, score=[21, 14], **late) == {"punt"}


def test_16_4_the_last_play_of_a_half_is_a_kick_where_it_helps(scouted: Mind) -> None:
    assert calls(scouted, 78, 5, down=2, quarter=2, box=39) == {"field goal"}
    assert calls(scouted, 78, 5, down=2, quarter=4, box=39, score=[10, 17]) == {"go"}
    assert calls(scouted, 40, 5, down=2, quarter=2, box=39) == {"go"}


def test_16_4_situations_are_worth_more_nearer_to_the_goal_and_on_earlier_downs(scouted: Mind) -> None:
    assert all(here < there for here, there in pairwise(coach_fields(2017)["worth_first"][1:100]))
    by_down = [worth(scouted, 0, down, 5, 60) for down in (1, 2, 3, 4)]
    assert by_down == sorted(by_down, reverse=True)
    assert worth(scouted, 0, 1, 10, 100) > worth(scouted, 0, 1, 1, 99) > worth(scouted, 0, 5, 1, 99)
