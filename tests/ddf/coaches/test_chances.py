"""The chance to win: what the home field and a better team add to the table, and how both are measured."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.charts import random_chart, random_generic
from support.leagues import write_build
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.systems.ddf import chances
from chartkit.systems.ddf.coaches.computer import SolitaireCoach, lay_chances, make_room
from chartkit.systems.ddf.coaches.mind import CERTAIN
from chartkit.systems.ddf.coaches.winning import chance_told, load_chances, shipped_chances
from chartkit.systems.ddf.engine.decisions import ACCEPT, Ask, Decision
from chartkit.systems.ddf.engine.matchup import Matchup, first_state, matchup
from chartkit.systems.ddf.engine.state import AWAY, HOME, set_state
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.simulation import on_neutral_ground

HOME_START, RATING_START = 450, 160
CHANCES = replace(shipped_chances(), home=HOME_START, rating=RATING_START)
CHART, GENERIC = random_chart(1, code="HOM"), random_generic(1)
WITH_HOUSE = replace(Options.advanced(), house_tables=True)
#: Seconds left in regulation.
CLOCKS = (3600, 2700, 1800, 900, 300, 120, 60, 10)


def table_of(
    *,
    advantage: int = 2,
    road: int = 0,
    better: float = 0.0,
    options: Options = WITH_HOUSE,
    neutral: bool = False,
) -> Matchup:
    """Two teams with the same charts."""
    assert CHART.supplement is not None
    extra = replace(CHART.supplement, home_field_advantage=advantage, road_adjustment=road)
    home, away = (replace(CHART, supplement=extra, power_rating=220.0 + more) for more in (better, 0.0))
    return matchup(on_neutral_ground(home) if neutral else home, away, GENERIC, options)


def chance(state: dict[str, Any], team: int = HOME, **teams: Any) -> float:
    """What a team's chance is said to be."""
    table = table_of(**teams)
    game: Any = table.new_game()
    make_room(game)
    lay_chances(game, CHANCES)
    set_state(game, first_state(table)._replace(**state))
    return chance_told(game, team) / CERTAIN


def first_down(holder: int, seconds: int, *, lead: int = 0, spot: int = 30) -> dict[str, Any]:
    """First and 10 with so much time left in the game."""
    period = 4 - (seconds - 1) // 900
    score = (20 + lead, 20) if holder == HOME else (20, 20 + lead)
    ball = {"possession": holder, "received_first": holder, "down": 1, "spot": spot, "to_gain": spot + 10}
    return {"phase": "scrimmage", **ball, "period": period, "clock": seconds - 900 * (4 - period), "score": score}


def odds(share: float) -> float:
    return share / (1 - share)


def test_the_home_team_is_better_off_in_the_same_place_and_less_and_less_as_time_runs_out() -> None:
    gaps = []
    for seconds in CLOCKS:
        home, away = (chance(first_down(team, seconds), team) for team in (HOME, AWAY))
        even = chance(first_down(HOME, seconds), advantage=0)
        assert away < even < home or seconds == CLOCKS[-1]
        # Both are as far from the even game, by the odds.
        assert odds(home) / odds(even) == pytest.approx(odds(even) / odds(away), rel=0.01)
        gaps.append(home - away)
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 0.2
    assert gaps[-2] < 0.03


def test_before_the_toss_the_head_start_is_all_that_counts() -> None:
    assert chance({}, advantage=0) == 0.5
    assert odds(chance({})) == pytest.approx(exp(HOME_START / 1000), rel=0.01)
    assert odds(chance({}, advantage=0, better=5)) == pytest.approx(exp(5 * RATING_START / 1000), rel=0.01)
    in_overtime = {"period": 5, "clock": 600, "possession": HOME}
    assert 0.5 < chance(in_overtime) < chance({}) - 0.04


@pytest.mark.parametrize(
    "nowhere",
    [{"advantage": 0}, {"advantage": 2, "road": 2}, {"neutral": True}, {"options": Options.advanced()}],
    ids=["no advantage", "as good on the road", "neutral ground", "without house tables"],
)
def test_there_is_no_home_field_where_the_house_table_gives_none(nowhere: dict[str, Any]) -> None:
    for holder in (HOME, AWAY):
        state = first_down(holder, 1800, lead=3)
        assert chance(state, holder, **nowhere) == chance(
            first_down(1 - holder, 1800, lead=3), 1 - holder, **nowhere
        )
    assert chance({}, **nowhere) == 0.5


def test_the_better_team_wins_more_often_wherever_it_plays() -> None:
    for better in (-30.0, -6.0, 6.0, 30.0):
        state = first_down(HOME, 1800)
        assert (chance(state, better=better) > chance(state)) == (better > 0)
        assert 0 < chance(state, better=better) < 1


def test_the_reasons_of_a_coach_tell_the_same_chances() -> None:
    """A foul that leaves everything as it is: both ways are told as the line of the game has them."""
    table = table_of(better=5)
    for team in (HOME, AWAY):
        state = first_state(table)._replace(**first_down(HOME, 1800, lead=3))
        coach = SolitaireCoach(None, 1)
        coach.chances = CHANCES
        told = coach.explain(Decision(Ask.PENALTY, team, state, table, outcomes={ACCEPT: state}), ACCEPT)
        share = chance(first_down(HOME, 1800, lead=3), team, better=5)
        assert told.startswith(f"chance to win and expected lead: accept {100 * share:.1f} percent")


def test_the_chances_of_both_teams_are_one_game() -> None:
    luck = random.Random(3)
    for _ in range(300):
        state = first_down(luck.randint(0, 1), luck.randint(1, 3600), lead=luck.randint(-20, 20))
        more = {"down": luck.randint(1, 4), "phase": luck.choice(["scrimmage", "kickoff", "try", "free kick"])}
        better = luck.choice([0.0, 5.0, -12.0])
        both = [chance({**state, **more}, team, better=better) for team in (HOME, AWAY)]
        assert sum(both) == pytest.approx(1.0, abs=1e-4)
        assert all(0 <= each <= 1 for each in both)


def test_a_decided_game_knows_no_home_field() -> None:
    over: dict[str, Any] = {"phase": "over", "period": 4, "clock": 0}
    assert chance({**over, "score": (20, 21)}) == 0.0
    assert chance({**over, "score": (20, 20)}, better=10) == 0.5
    assert chance({**first_down(HOME, 900, lead=3), "clock": 0}) == 1.0


def test_home_field_and_rating_are_told_apart() -> None:
    rng = np.random.default_rng(5)
    better = rng.normal(0, 6, 4000)
    # Good teams have a home field more often.
    field = (better + rng.normal(0, 6, 4000)) > -2
    result = 1 / (1 + np.exp(-(0.4 * field + 0.15 * better)))
    home, rating = chances.head_start(np.column_stack([result, field, better]))
    assert (home, rating) == (pytest.approx(400, abs=2), pytest.approx(150, abs=2))
    even = np.column_stack([np.full(40, 0.5), np.zeros(40), np.zeros(40)])
    assert chances.head_start(even) == (0, 0)
    one_sided = np.array([[1.0, 1.0, 9.0], [0.0, 0.0, -9.0]])
    assert all(0 < each <= 3000 for each in chances.head_start(one_sided))


def test_a_table_that_cannot_be_read_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "SAMPLES", ((chances.WIDEST, 1),))
    monkeypatch.setattr(chances, "SERIES_SAMPLES", 10)
    monkeypatch.setattr(chances, "START_GAMES", 400)
    build = write_build(tmp_path / "2017")
    file = build / "chances.json"
    file.write_text(json.dumps({"format": "chartkit/chances@1"}))
    with pytest.raises(InputError, match="chances@1"):
        load_chances(file)
    done = CliRunner().invoke(build_app(), ["chances", str(build), "--games", "40", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    made = load_chances(file)
    assert (made.home, made.rating) == (told["home"], told["rating"])
    assert made.checksum != replace(made, home=made.home + 1).checksum
