from collections import Counter
from typing import Any

import pytest
from support.charts import random_chart, random_generic

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import FORMATIONS, PASSES, PLAYS
from chartkit.systems.ddf.coaches.computer import ComputerCoach as BenchCoach
from chartkit.systems.ddf.coaches.computer import SituationCoach, SolitaireCoach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import GameLog, SeededRolls, play
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.scorebook import calls_made, plays_of

HOME, AWAY = random_chart(1, code="HOM"), random_chart(2, code="VIS")
TABLE = matchup(HOME, AWAY, random_generic(1), Options.advanced().with_features(["play_quotas"], on=False))
STATES = [{"name": "trailing late", "quarters": [4], "seconds": 300, "ahead_from": -99, "ahead_to": -1}]


def coach_file(call: str) -> dict[str, Any]:
    """A coach who calls one play, goes for it on every fourth and one, and blitzes on third down."""
    classes = ("1", "2-10", "11+"), ("1-20", "21+"), ("trailing late", "normal")
    keys = [f"{d}|{s}|{f}|{t}" for d in "1234" for s in classes[0] for f in classes[1] for t in classes[2]]
    kicks = [f"{s}|{f}|{t}" for s in classes[0] for f in ("1-35", "36+") for t in classes[2]]
    return {
        "situations": {"distance": [1, 10], "field": [20], "kick_field": [35], "states": STATES},
        "calls": {key: {call: 1.0} for key in keys},
        "fourth_down": {key: {"go": 1.0} if key.startswith("1|") else {"punt": 1.0} for key in kicks},
        "formations": {key: {"F-BLITZ": 1.0} if key.startswith("3|") else {"A-STANDARD": 1.0} for key in keys},
    }


def game(home: BenchCoach, away: BenchCoach, seed: int = 1) -> GameLog:
    return play(TABLE, (home, away), SeededRolls(seed))


def solitaire(seed: int) -> tuple[BenchCoach, BenchCoach]:
    return SolitaireCoach(HOME.supplement, f"home {seed}"), SolitaireCoach(AWAY.supplement, f"away {seed}")


def test_the_same_seed_plays_the_same_game() -> None:
    assert game(*solitaire(3)).events == game(*solitaire(3)).events
    assert game(*solitaire(3)).events != game(*solitaire(4)).events


def test_r31_2_the_solitaire_coach_passes_as_often_as_the_sheet_says() -> None:
    made: Counter[str] = Counter()
    for seed in range(40):
        made += calls_made(plays_of(game(*solitaire(seed), seed).events))[0]
    share = sum(made[play] for play in PASSES) / made.total()
    assert HOME.supplement is not None and HOME.supplement.pass_percent is not None
    assert abs(share - HOME.supplement.pass_percent / 100) < 0.04


def test_the_situation_coach_calls_what_its_table_says() -> None:
    table = CoachTable.from_json(coach_file("6-SHORT"))
    log = game(SituationCoach(table, 1), SituationCoach(table, 2))
    plays = [each for each in plays_of(log.events) if each.phase == "scrimmage" and each.call in PLAYS]
    assert {each.call for each in plays if each.period < 4} == {"6-SHORT"}
    assert {each.formation for each in plays if each.down == 3} == {"F-BLITZ"}
    assert {each.formation for each in plays if each.down in (1, 2)} == {"A-STANDARD"}
    fourth = {each.call for each in plays_of(log.events) if each.down == 4 and each.to_go == 1 and each.period < 4}
    assert fourth <= {"6-SHORT", "FIELD GOAL"}


def test_a_coach_table_with_a_hole_is_refused_in_words() -> None:
    data = {**coach_file("6-SHORT"), "team": "PHI"}
    with pytest.raises(InputError, match="PHI cannot be used: it says nothing about 1 situations"):
        CoachTable.from_json(
            {**data, "calls": {key: row for key, row in data["calls"].items() if key != "1|1|1-20|normal"}}
        )
    with pytest.raises(InputError, match="PHI cannot be used: 'second half' is missing"):
        CoachTable.from_json({**data, "two_point": {"first half": {"0": 0.5}}})


def test_a_coach_calls_what_this_defense_faces_more_often() -> None:
    data = coach_file("6-SHORT")
    data["calls"] = {key: {"1-LINE PLUNGE": 0.5, "6-SHORT": 0.5} for key in data["calls"]}
    usual, runs = CoachTable.from_json(data), CoachTable.from_json({**data, "faced": {"1-LINE PLUNGE": 3.0}})
    state = first_state(TABLE)._replace(phase="scrimmage", down=1, spot=40, to_gain=50)
    for opponent, share in ((None, 0.5), (usual, 0.5), (runs, 0.75)):
        coach = SituationCoach(usual, 1, opponent)
        calls = [coach.decide(Decision(Ask.OFFENSE_CALL, 0, state, TABLE)) for _ in range(1000)]
        # Four standard errors.
        assert abs(calls.count("1-LINE PLUNGE") / len(calls) - share) < 0.064


def test_tries_for_two_are_the_teams_own_by_half_and_lead() -> None:
    tries = {"first half": {"-2": 1.0, "7": 0.0}, "second half": {"-2": 0.0, "7": 1.0}}
    table = CoachTable.from_json({**coach_file("6-SHORT"), "two_point": tries})
    coach = SituationCoach(table, 1)
    for period, lead, choice in ((1, -2, d.TWO_POINT), (2, 7, d.PAT), (3, -9, d.PAT), (4, 21, d.TWO_POINT)):
        state = first_state(TABLE)._replace(period=period, score=(20 + lead, 20))
        asked = Decision(Ask.TRY, 0, state, TABLE)
        assert coach.decide(asked) == choice
        assert "percent" in coach.explain(asked, choice)


def test_a_barred_play_gives_way_to_a_legal_one() -> None:
    table = CoachTable.from_json(coach_file("8-LONG"))
    log = game(SituationCoach(table, 1), SituationCoach(table, 2))
    near = [each for each in plays_of(log.events) if each.spot >= 80 and each.call in PLAYS]
    assert near
    assert all(each.call != "8-LONG" for each in near)


def test_computer_coaches_end_a_game_they_lead_on_one_knee() -> None:
    knelt = Counter(
        each.call == "QB KNEEL"
        for seed in range(30)
        for each in plays_of(game(*solitaire(seed), seed).events)
        if each.period == 4
        and each.clock <= 30
        and each.down == 1
        and each.score[each.team] > each.score[1 - each.team]
    )
    assert knelt[True] and not knelt[False]


def decided(ask: Ask, **situation: Any) -> Choice:
    """What a coach with the ball decides in a situation."""
    state = first_state(TABLE)._replace(phase="scrimmage", possession=0, down=1, **situation)
    question = Decision(ask, 0, state, TABLE)
    return SolitaireCoach(HOME.supplement, 1).decide(question)


def test_the_timeouts_of_the_others_count_whatever_the_lead() -> None:
    late = {"period": 4, "clock": 100, "spot": 40, "to_gain": 50, "timeouts": (3, 3)}
    for score in ((17, 9), (37, 9)):
        assert decided(Ask.OFFENSE_CALL, score=score, **late) != d.QB_KNEEL
        assert decided(Ask.OFFENSE_CALL, score=score, **{**late, "timeouts": (3, 0)}) == d.QB_KNEEL


def test_without_timeouts_the_ball_is_spiked_at_the_very_end() -> None:
    late = {"period": 2, "spot": 70, "to_gain": 80, "stoppable": True, "pending": 40, "no_huddle": (9, 9)}
    assert decided(Ask.CLOCK, clock=30, timeouts=(1, 3), **late) == d.TIMEOUT
    assert decided(Ask.CLOCK, clock=30, timeouts=(0, 3), **late) == d.SPIKE
    assert decided(Ask.CLOCK, clock=90, timeouts=(0, 3), **late) == d.NO_HUDDLE


def worth(state: GameState, team: int) -> int:
    asked = Decision(Ask.PENALTY, team, state, TABLE)
    return round(1000 * SolitaireCoach(HOME.supplement, 1).worth(asked, state))


def test_a_situation_is_worth_more_nearer_the_goal_and_on_earlier_downs() -> None:
    state = first_state(TABLE)._replace(phase="scrimmage", down=1, spot=25, to_gain=35)
    assert worth(state._replace(spot=60, to_gain=70), 0) > worth(state, 0)
    assert worth(state._replace(down=2), 0) < worth(state, 0)
    failed, held = state._replace(down=4, spot=40, to_gain=48), state._replace(down=3, spot=30, to_gain=48)
    assert worth(failed, 0) < worth(held, 0), "holding on a failed third down is declined"
    assert worth(state._replace(score=(7, 0)), 0) == worth(state, 0) + 7000
    assert worth(state, 1) == -worth(state, 0)
    after_score = state._replace(phase="try", possession=0)
    assert worth(after_score._replace(kickoff_shift=15), 0) > worth(after_score, 0)


def test_every_formation_can_be_answered() -> None:
    seen = {
        each.formation
        for seed in range(20)
        for each in plays_of(game(*solitaire(seed), seed).events)
        if each.formation
    }
    assert seen == set(FORMATIONS)
