"""Audibles by the mismatch table, the shipped league table, and reasons for every decision."""

import json
import re
from dataclasses import replace
from importlib.resources import files
from itertools import product

import pytest
from support.charts import random_chart, random_generic

from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.computer import ComputerCoach as BenchCoach
from chartkit.systems.ddf.coaches.computer import SituationCoach, SolitaireCoach
from chartkit.systems.ddf.coaches.sharp import SharpCoach
from chartkit.systems.ddf.coaches.tables import CoachTable, mismatches
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.rules.options import Options

HOME, AWAY = (replace(random_chart(n, code=code), power_rating=220.0) for n, code in ((1, "HOM"), (2, "VIS")))
TABLE = matchup(HOME, AWAY, random_generic(1), Options.advanced())
SHIPPED = json.loads(files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8"))
LEAGUE = CoachTable.from_json(SHIPPED)


def test_the_shipped_table_has_an_answer_to_every_situation() -> None:
    grid = LEAGUE.grid
    places = set(
        product(range(4), range(len(grid.distance) + 1), range(len(grid.field) + 1), range(len(grid.states) + 1))
    )
    assert set(LEAGUE.calls) == set(LEAGUE.formations) == places
    assert len(LEAGUE.fourth_down) == (len(grid.distance) + 1) * (len(grid.kick_field) + 1) * (len(grid.states) + 1)
    for shares in (*LEAGUE.calls.values(), *LEAGUE.formations.values(), *LEAGUE.fourth_down.values()):
        assert sum(shares.values()) == pytest.approx(1, abs=0.01)
        assert set(shares) <= {*PLAYS, *FORMATIONS, "go", "punt", "field goal"}


def test_the_mismatch_table_names_plays_and_formations() -> None:
    assert set(mismatches()["plays"]) == set(PLAYS)
    for answers in mismatches()["plays"].values():
        assert set(answers["bad"]) | set(answers["good"]) <= set(FORMATIONS)
        assert not set(answers["bad"]) & set(answers["good"])


def test_r28_15_the_situation_coach_answers_a_mismatch_with_an_audible() -> None:
    coach = SituationCoach(LEAGUE, 1)
    state = first_state(TABLE)._replace(
        phase="scrimmage", down=3, spot=50, to_gain=52, offense_audibles=(2, 2), defense_audibles=(2, 2)
    )

    def answers(team: int, play: str, formation: str, down: int = 3, left: int = 2) -> set[Choice]:
        now = state._replace(down=down, offense_audibles=(left, left), defense_audibles=(left, left))
        return {coach.decide(Decision(Ask.REVEAL, team, now, TABLE, (play, formation))) for _ in range(40)}

    assert answers(0, "1-LINE PLUNGE", "B-RUSH MIDDLE") == {d.AUDIBLE, d.STAND}
    assert answers(0, "1-LINE PLUNGE", "E-PASS DIME") == {d.STAND}
    assert answers(1, "1-LINE PLUNGE", "E-PASS DIME") == {d.AUDIBLE, d.STAND}
    assert answers(0, "1-LINE PLUNGE", "B-RUSH MIDDLE", down=1) == {d.STAND}
    assert answers(0, "1-LINE PLUNGE", "B-RUSH MIDDLE", left=0) == {d.STAND}
    assert answers(0, "PUNT", "B-RUSH MIDDLE") == {d.STAND}


class _Asked:
    """Passes questions on and asks for the reason of every answer."""

    def __init__(self, coach: BenchCoach, told: dict[str, str]) -> None:
        self._coach, self._told = coach, told
        self.sit_down, self.draw = coach.sit_down, coach.draw

    def decide(self, decision: Decision) -> Choice:
        choice = self._coach.decide(decision)
        self._told[decision.ask] = self._coach.explain(decision, choice)
        return choice

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        self._coach.refused(decision, choice, reason)


def test_every_decision_of_every_coach_has_a_reason() -> None:
    told: dict[str, str] = {}
    for seed in range(12):
        coaches = (SituationCoach(LEAGUE, seed), SolitaireCoach(AWAY.supplement, seed))
        play(TABLE, (_Asked(coaches[seed % 2], told), _Asked(coaches[1 - seed % 2], told)), SeededRolls(seed))
    sharp = SharpCoach(1)
    for seed in range(3):
        play(TABLE, (_Asked(sharp, told), _Asked(SituationCoach(LEAGUE, seed), told)), SeededRolls(seed))
    assert set(told) == set(Ask)
    assert all(words.endswith(".") and len(words) > 8 for words in told.values())


def test_reasons_tell_the_time_and_the_odds_as_people_do() -> None:
    coach = SituationCoach(LEAGUE, 1)
    state = first_state(TABLE)._replace(phase="scrimmage", clock=630, down=2, spot=50, to_gain=57)
    asked = Decision(Ask.CLOCK, 0, state, TABLE)
    assert coach.explain(asked, d.TIMEOUT).startswith("tied with 10:30 left in the 1st quarter: ")
    late = Decision(Ask.CLOCK, 0, state._replace(period=5, clock=50), TABLE)
    assert coach.explain(late, d.TIMEOUT).startswith("tied with 0:50 left in overtime: ")
    squibs = (0.05,) * (len(LEAGUE.grid.states) + 1)
    coached = SituationCoach(replace(LEAGUE, squibs=squibs), 1)
    told = coached.explain(Decision(Ask.KICKOFF, 0, state._replace(phase="kickoff"), TABLE), d.SQUIB_KICK)
    assert told == "tied with 10:30 left in the 1st quarter: the team squibs 5 percent of its kickoffs then."
    ways = {d.ACCEPT: state._replace(down=1, spot=60, to_gain=70), d.DECLINE: state._replace(down=3)}
    for each in (coach, SharpCoach(1)):
        told = each.explain(Decision(Ask.PENALTY, 0, state, TABLE, outcomes=ways), d.ACCEPT)
        found = re.fullmatch(
            r"chance to win and expected lead: accept ([\d.]+) percent \(([-+][\d.]+)\), "
            r"decline ([\d.]+) percent \(([-+][\d.]+)\)\.",
            told,
        )
        assert found, told
        accept, lead, decline, other = map(float, found.groups())
        assert 40 < decline < accept < 65 and -3 < other < lead < 6, "points of a game, not weights of a decision"


def test_a_coach_that_begins_at_a_place_decides_as_it_did_there() -> None:
    coach = SolitaireCoach(HOME.supplement, 1)
    decision = Decision(Ask.OFFENSE_CALL, 0, first_state(TABLE)._replace(phase="scrimmage", down=1, spot=30), TABLE)
    coach.begin(17)
    first = [coach.decide(decision) for _ in range(8)]
    coach.begin(17)
    assert [coach.decide(decision) for _ in range(8)] == first
