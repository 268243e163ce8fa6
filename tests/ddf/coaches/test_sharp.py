"""The sharp coach: games solved exactly, values that make sense, and more points than chance."""

import random
import re

import numpy as np
import pytest
from scipy.optimize import linprog
from support.charts import random_chart, random_generic

from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.computer import SolitaireCoach
from chartkit.systems.ddf.coaches.scouting import PAIRS, Scouting, chances, legal_plays
from chartkit.systems.ddf.coaches.sharp import SharpCoach
from chartkit.systems.ddf.coaches.simplex import solve
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Decision
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.scorebook import plays_of

HOME, AWAY = random_chart(1, code="HOM"), random_chart(2, code="VIS")
TABLE = matchup(HOME, AWAY, random_generic(1), Options.advanced())


@pytest.fixture(scope="module")
def scouting() -> Scouting:
    return Scouting(TABLE)


def at(down: int, to_go: int, spot: int):
    return first_state(TABLE)._replace(phase="scrimmage", down=down, spot=spot, to_gain=spot + to_go)


def test_matrix_games_are_solved_as_linear_programming_solves_them() -> None:
    draw = random.Random(1)
    for _ in range(60):
        rows, columns = draw.randint(1, 9), draw.randint(1, 6)
        payoffs = [
            [draw.choice((draw.gauss(0, 3), draw.randint(-2, 2))) for _ in range(columns)] for _ in range(rows)
        ]
        table = np.array(payoffs, float)
        found = solve(table)
        checked = linprog(
            [0.0] * rows + [-1.0],
            A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
            b_ub=[0.0] * columns,
            A_eq=[[1.0] * rows + [0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * rows + [(None, None)],
        )
        assert found.value == pytest.approx(-checked.fun, abs=1e-9)
        assert sum(found.rows) == pytest.approx(1) and sum(found.columns) == pytest.approx(1)
        # Neither side can be exploited: that is the whole point of a mixed strategy.
        assert min(np.array(found.rows) @ table) == pytest.approx(found.value, abs=1e-9)
        assert max(table @ np.array(found.columns)) == pytest.approx(found.value, abs=1e-9)


def test_every_chance_is_counted_once() -> None:
    found = chances(TABLE, 0)
    whole = (
        found.gains.sum(axis=1)
        + found.interceptions.sum(axis=1)
        + found.fumbles.sum(axis=1)
        + found.incomplete
        + found.touchdown
        + found.end_zone_fumble
        + found.foul_chances.sum(axis=1)
    )
    assert whole == pytest.approx(np.ones(len(PAIRS)))
    row = PAIRS.index(("6-SHORT", "F-BLITZ"))
    odds = play_odds(HOME, AWAY, "6-SHORT", "F-BLITZ")
    assert found.incomplete[row] == pytest.approx(float(odds.share("INC")))
    assert found.touchdown[row] == pytest.approx(float(odds.share("TD")))


def test_situations_are_worth_more_nearer_the_goal_with_less_to_go_and_on_earlier_downs(scouting: Scouting) -> None:
    worth = [scouting.worth(at(1, 10, spot), 0) for spot in range(5, 91, 5)]
    assert worth == sorted(worth)
    for down in (1, 2, 3):
        assert scouting.worth(at(down, 10, 40), 0) > scouting.worth(at(down + 1, 10, 40), 0)
        assert scouting.worth(at(down, 2, 40), 0) > scouting.worth(at(down, 12, 40), 0)
    assert scouting.worth(at(1, 10, 40), 1) == -scouting.worth(at(1, 10, 40), 0)


def test_a_call_is_worth_what_the_game_pays_on_average(scouting: Scouting) -> None:
    """A two-point try, where nothing but the end zone counts, against the exact odds of the two calls."""
    state = first_state(TABLE)._replace(phase="try", spot=98, to_gain=100)
    table = scouting.payoffs(state)
    odds = play_odds(HOME, AWAY, "1-LINE PLUNGE", "B-RUSH MIDDLE")
    good = odds.count(lambda end: end.result.kind.name in ("TOUCHDOWN", "FORCED_TD"))
    good += odds.count(lambda end: end.result.kind.name in ("YARDS", "FORCED") and end.result.yards >= 2)
    played = 1 - odds.share("penalty")
    assert table[0, FORMATIONS.index("B-RUSH MIDDLE")] == pytest.approx(2 * good / odds.outcomes / float(played))


def test_barred_plays_are_not_in_the_game(scouting: Scouting) -> None:
    assert [PLAYS[n] for n in legal_plays(TABLE.game_in(at(1, 3, 97)))] == [
        play for play in PLAYS if play not in ("4-DRAW", "7-MEDIUM", "8-LONG")
    ]
    assert len(legal_plays(TABLE.game_in(at(1, 10, 30)))) == 9


def test_fourth_down_is_decided_by_the_largest_value(scouting: Scouting) -> None:
    coach = SharpCoach(1, scouting)
    for to_go, spot in ((1, 60), (20, 20), (15, 75), (3, 97)):
        decision = Decision(Ask.OFFENSE_CALL, 0, at(4, to_go, spot), TABLE)
        choice = coach.decide(decision)
        named = {d.PUNT: "punt", d.FIELD_GOAL: "field goal"}.get(str(choice), "go")
        told = coach.explain(decision, choice)
        ways = re.findall(r"(go|punt|field goal) ([\d.]+) percent \(([-+][\d.]+)\)", told)
        # One percent weighs as much as two points.
        values = {name: 2.0 * float(chance) + float(points) for name, chance, points in ways}
        values["go"] -= 0.2 * to_go
        assert values[named] == pytest.approx(max(values.values()), abs=0.25)


def test_a_kick_that_wins_less_often_says_by_how_much_two_points_must_win_more(scouting: Scouting) -> None:
    coach, told = SharpCoach(1, scouting), []
    for lead in range(-16, 17):
        for period, clock in ((3, 300), (4, 700), (4, 200)):
            score = (20 + max(lead, 0), 20 + max(-lead, 0))
            state = at(1, 2, 98)._replace(phase="try", period=period, clock=clock, score=score)
            decision = Decision(Ask.TRY, 0, state, TABLE)
            if coach.decide(decision) == d.PAT:
                told.append(coach.explain(decision, d.PAT))
    for words in told:
        kick, two, *margin = map(float, re.findall(r"([\d.]+) percent", words))
        assert two <= kick or (margin and two - kick <= margin[0] + 0.1), words
    assert any("percent more" in words for words in told)


def test_an_audible_when_the_calls_met_badly(scouting: Scouting) -> None:
    coach, state = SharpCoach(1, scouting), at(3, 5, 50)._replace(offense_audibles=(1, 1), defense_audibles=(1, 1))
    table = scouting.payoffs(state)
    play, front = np.unravel_index(int(table.argmin()), table.shape)
    worst = (PLAYS[play], FORMATIONS[front])
    play, front = np.unravel_index(int(table.argmax()), table.shape)
    best = (PLAYS[play], FORMATIONS[front])
    assert coach.decide(Decision(Ask.REVEAL, 0, state, TABLE, worst)) == d.AUDIBLE
    assert coach.decide(Decision(Ask.REVEAL, 0, state, TABLE, best)) == d.STAND
    assert coach.decide(Decision(Ask.REVEAL, 1, state, TABLE, best)) == d.AUDIBLE
    assert coach.decide(Decision(Ask.REVEAL, 0, state._replace(offense_audibles=(0, 0)), TABLE, worst)) == d.STAND


def test_it_beats_the_solitaire_coach_with_the_same_teams(scouting: Scouting) -> None:
    margin = 0
    for seed in range(40):
        sharp = seed % 2
        coaches = [SolitaireCoach(chart.supplement, f"{seed} {chart.team.code}") for chart in (HOME, AWAY)]
        seats = (SharpCoach(seed, scouting), coaches[1]) if sharp == 0 else (coaches[0], SharpCoach(seed, scouting))
        score = play(TABLE, seats, SeededRolls(seed)).score
        margin += score[sharp] - score[1 - sharp]
    assert margin / 40 > 5


def test_it_mixes_and_repeats(scouting: Scouting) -> None:
    games = [play(TABLE, (SharpCoach("a", scouting), SharpCoach("b", scouting)), SeededRolls(3)) for _ in range(2)]
    assert games[0].events == games[1].events
    assert len({each.call for each in plays_of(games[0].events) if each.call in PLAYS}) > 3
