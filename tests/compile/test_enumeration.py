"""What charts give is counted from their cells, whoever filled them in."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from support.charts import random_chart

from chartkit.systems.ddf.charts import FORMATIONS, PLAYS, Column, Kind, Marks, Result, Squeeze, dice, gain
from chartkit.systems.ddf.compile import measure
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CELLS,
    GRID,
    INC,
    INT,
    NO_IMPACT,
    OUTCOMES,
    TD,
    YARDS,
    defense_rows,
    offense_cell,
    offense_rows,
    pair_table,
    place_of_yards,
)
from chartkit.systems.ddf.compile.squeeze import R_INC, R_TD, recorded_matrix
from chartkit.systems.ddf.rules.priority_chart import play_odds, standard_priority


def _plain(chart):  # type: ignore[no-untyped-def]
    """A chart without the advanced sheets, which the odds of basic play do not know."""
    return replace(chart, supplement=None)


@pytest.mark.parametrize("call", PLAYS)
def test_it_counts_what_the_odds_of_basic_play_count(call: str) -> None:
    one, other = _plain(random_chart(1)), _plain(random_chart(2))
    mix = dict.fromkeys(FORMATIONS, 0.0)
    mix[FORMATIONS[2]] = 1.0
    ends = measure.Enumerator([one, other], call, mix, standard_priority()).meet(0, 1)
    odds = play_odds(one, other, call, FORMATIONS[2])
    fouls = sum(ways for end, ways in odds.ways.items() if end.result.is_foul)
    played = odds.outcomes - fouls
    intercepted = sum(ways for end, ways in odds.ways.items() if end.result.kind is Kind.INTERCEPTION)
    assert ends[INT] == pytest.approx(float(Fraction(intercepted, played)), abs=1e-12)
    incomplete = sum(ways for end, ways in odds.ways.items() if end.result.kind is Kind.INCOMPLETE)
    assert ends[INC] == pytest.approx(float(Fraction(incomplete, played)), abs=1e-12)
    five = sum(
        ways
        for end, ways in odds.ways.items()
        if end.way.name != "TRAPPED" and end.result.kind in (Kind.YARDS, Kind.FORCED) and end.result.yards == 5
    )
    assert ends[place_of_yards(5)] == pytest.approx(float(Fraction(five, played)), abs=1e-12)
    assert ends[: measure.OUT].sum() == pytest.approx(1)


def test_a_cancel_chart_takes_its_share_of_the_defenses_results() -> None:
    chart = random_chart(4)
    gains = Column(10, (gain(6),) * 30)
    intercepts = Column(1, (Result(Kind.INTERCEPTION, 9),) * 5)
    protected = replace(
        chart,
        offense=replace(chart.offense, columns={**chart.offense.columns, "7-MEDIUM": gains}),
        defense={formation: {**columns, "7-MEDIUM": intercepts} for formation, columns in chart.defense.items()},
        supplement=replace(chart.supplement, qb_good_decision=frozenset({33, 34})),
    )
    mix = dict.fromkeys(FORMATIONS, 1 / 6)
    ends = measure.Enumerator([protected], "7-MEDIUM", mix, standard_priority()).meet(0, 0)
    assert ends[place_of_yards(6)] == pytest.approx(33 / 216)
    assert ends[INT] == pytest.approx(1 - 33 / 216)


def test_fouls_forced_and_cancelled() -> None:
    chart = random_chart(5)
    cells = [Result(Kind.DEF_15, 15) if total in (33, 34) else gain(4) for total in dice.OFFENSIVE.totals]
    offense = replace(
        chart,
        offense=replace(chart.offense, columns={**chart.offense.columns, "2-OFF TACKLE": Column(10, tuple(cells))}),
    )
    blank = dict.fromkeys(("DEF 5", "DEF 5X", "DEF 15", "PI"), Marks())
    average = replace(chart, supplement=replace(chart.supplement, penalty_influence=blank))
    expected = {"DEF 15": pytest.approx(33 / 216), "DEF 5": 0.0, "DEF 5X": 0.0, "PI": 0.0}
    assert measure.foul_shares(offense, average, "2-OFF TACKLE") == expected
    marks = {**blank, "DEF 15": Marks("XDEF 15", frozenset({30, 38})), "DEF 5": Marks("DEF 5", frozenset({19}))}
    careful = replace(chart, supplement=replace(chart.supplement, penalty_influence=marks))
    shares = measure.foul_shares(offense, careful, "2-OFF TACKLE")
    cancelled, thrown = 12 / 216, 33 / 216
    assert shares["DEF 5"] == pytest.approx(1 / 216)
    assert shares["DEF 15"] == pytest.approx((1 - 1 / 216) * thrown * (1 - cancelled) / (1 - thrown * cancelled))


def test_a_foul_is_taken_back_as_often_as_the_other_side_fouls_on_the_roll_that_follows() -> None:
    chart = random_chart(6)
    fouls = {33: Result(Kind.OFF_10, 10), 34: Result(Kind.DEF_5X, 5), 12: Result(Kind.OFF_5, 5)}
    cells = [fouls.get(total, gain(4)) for total in dice.OFFENSIVE.totals]
    blank = dict.fromkeys(("DEF 5", "DEF 5X", "DEF 15", "PI"), Marks())
    checks = {"OFF 5": frozenset(range(10, 40)), "DEF 5": frozenset()}
    late = replace(
        chart,
        offense=replace(chart.offense, columns={**chart.offense.columns, "3-END RUN": Column(10, tuple(cells))}),
        supplement=replace(chart.supplement, penalty_influence=blank, line_of_scrimmage=checks),
    )
    ten, holding, five = 15 / 216, 18 / 216, 4 / 216
    shares = measure.foul_shares(late, late, "3-END RUN")
    assert shares["OFF 10"] == pytest.approx(ten * (1 - holding / (1 - ten - five)))
    assert shares["DEF 5X"] == pytest.approx(holding * (1 - (ten + five) / (1 - holding)))
    assert shares["OFF 5"] == pytest.approx(five * (1 - holding / (1 - ten - five)))
    # Before the snap nothing more is rolled.
    early = replace(late, supplement=replace(late.supplement, line_of_scrimmage=dict.fromkeys(checks, frozenset())))
    assert measure.foul_shares(early, early, "3-END RUN")["OFF 5"] == pytest.approx(five)


TABLE = (
    Squeeze(5, ("6-SHORT",), 2, frozenset({10, 11})),
    Squeeze(20, ("6-SHORT", "1-LINE PLUNGE"), 1, frozenset()),
)


def test_the_goal_line_cuts_and_the_squeeze_takes_off_the_nearest_row_only() -> None:
    lines = np.zeros(100)
    lines[4] = 1.0
    matrix = recorded_matrix(lines, TABLE, "6-SHORT")
    falls = 5 / 216
    three, nine, loss = (place_of_yards(yards) for yards in (3, 9, -2))
    assert matrix[three, place_of_yards(1)] == pytest.approx(1 - falls)
    assert matrix[three, R_INC] == pytest.approx(falls)
    assert matrix[three, R_TD] == 0
    assert matrix[nine, place_of_yards(4)] == pytest.approx(1 - falls)
    assert matrix[nine, R_TD] == pytest.approx(1 - falls)
    # No gain and losses stay (R35.10), and a run cannot fall incomplete.
    assert matrix[loss, place_of_yards(-2)] == pytest.approx(1 - falls)
    run = recorded_matrix(lines, TABLE, "1-LINE PLUNGE")
    assert run[three, place_of_yards(2)] == 1
    assert run[three, R_INC] == 0


def test_the_goal_line_gives_what_counting_line_by_line_gives() -> None:
    rng = np.random.default_rng(3)
    lines = rng.random(100)
    lines[0] = 0
    final = np.zeros(OUTCOMES)
    final[:YARDS] = rng.random(YARDS)
    final[TD], final[INC] = 3.0, 5.0
    final /= final.sum()
    gains, incomplete, scored = np.zeros(YARDS), final[INC], 0.0
    for line, share in enumerate(lines / lines.sum()):
        off, falls = (2, 5 / 216) if line <= 5 else (1, 0.0) if line <= 20 else (0, 0.0)
        for yards in GRID:
            weight = share * final[place_of_yards(yards)]
            reached = max(0, yards - off) if yards > 0 else yards
            gains[place_of_yards(min(reached, line))] += weight * (1 - falls)
            incomplete += weight * falls
            scored += weight * (1 - falls) * (reached >= line)
        gains[place_of_yards(line)] += share * final[TD]
        scored += share * final[TD]
    recorded = final @ recorded_matrix(lines, TABLE, "6-SHORT")
    assert recorded[:YARDS] == pytest.approx(gains)
    assert recorded[R_INC] == pytest.approx(incomplete)
    assert recorded[R_TD] == pytest.approx(scored)


def test_the_pair_table_is_the_priority_chart() -> None:
    pairs = pair_table(standard_priority())
    assert pairs[place_of_yards(7), NO_IMPACT] == place_of_yards(7)
    assert pairs[INC, NO_IMPACT] == INC
    forced = DEFENSE_CELLS.index(Result(Kind.FORCED, 9))
    assert pairs[INC, forced] == place_of_yards(9)
    assert offense_cell(place_of_yards(-3)) == gain(-3)
    assert GRID[place_of_yards(500)] == 99


def test_meeting_is_bilinear() -> None:
    rng = np.random.default_rng(1)
    pairs = pair_table(standard_priority())
    offense, defense = rng.random(pairs.shape[0]), rng.random(pairs.shape[1])
    recorded = recorded_matrix(rng.random(100), (), "7-MEDIUM")
    by_offense = offense @ offense_rows(defense, pairs, recorded)
    by_defense = defense @ defense_rows(offense, pairs, recorded)
    assert by_offense == pytest.approx(by_defense)
