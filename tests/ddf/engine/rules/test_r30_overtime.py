"""R30 Overtime by season."""

from __future__ import annotations

from typing import Any

import pytest
from support.charts import random_chart, random_generic
from support.games import RandomCoach
from support.steps import Answers, ListedRolls, ruled

from chartkit.football.field import FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH, period_in_words
from chartkit.systems.ddf.charts import TeamName, blank_chart
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.engine.state import (
    KICKOFF,
    OVER,
    PHASES,
    SCRIMMAGE,
    TRY,
    GameState,
)
from chartkit.systems.ddf.engine.table import GameLog, SeededRolls, Table, play, step
from chartkit.systems.ddf.rules.flow import judge_overtime
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import standard_rules
from chartkit.systems.ddf.scorebook import box_page, box_score, drives_of, play_lines, plays_of, situation_line

CODES = ("NE", "PHI")


def _table(season: int, *, playoff: bool = False) -> Any:
    from dataclasses import replace

    charts = random_chart(1, season=season), random_chart(2, season=season, code="BBB")
    return matchup(*charts, random_generic(1), replace(Options.advanced(), playoff=playoff))


def _end_of_regulation(season: int, *, playoff: bool = False, score: tuple[int, int] = (17, 17)) -> GameState:
    table = _table(season, playoff=playoff)
    state = first_state(table)._replace(phase=KICKOFF, period=4, clock=0, score=score)
    return step(Table(table, ListedRolls([]), (Answers(), Answers())), state)


def test_r30_1_a_new_coin_toss_and_a_kickoff() -> None:
    state = _end_of_regulation(2017)
    assert (state.phase, state.period) == ("coin toss", 5)
    table = Table(_table(2017), ListedRolls([2]), (Answers(coin_toss="receive"), Answers()))
    kicked = step(table, state)
    assert (kicked.phase, kicked.possession, kicked.received_first) == (KICKOFF, 1, 0)
    assert _end_of_regulation(2017, score=(20, 17)).phase == OVER


@pytest.mark.parametrize(
    ("season", "playoff", "form", "seconds", "timeouts", "tie"),
    [
        (1999, False, "sudden death", 900, 2, True),
        (2009, True, "sudden death", 900, 3, False),
        (2010, False, "sudden death", 900, 2, True),
        (2010, True, "modified", 900, 3, False),
        (2012, False, "modified", 900, 2, True),
        (2016, False, "modified", 900, 2, True),
        (2017, False, "modified", 600, 2, True),
        (2021, True, "modified", 900, 3, False),
        (2022, True, "both possess", 900, 3, False),
        (2022, False, "modified", 600, 2, True),
        (2025, False, "both possess", 600, 2, True),
    ],
)
def test_r30_2_the_rules_of_each_year(
    season: int, playoff: bool, form: str, seconds: int, timeouts: int, tie: bool
) -> None:
    rule = standard_rules().overtime_of(season, playoff=playoff)
    assert (rule.ot_format, rule.ot_seconds, rule.ot_timeouts, rule.ot_tie_allowed) == (
        form,
        seconds,
        timeouts,
        tie,
    )
    state = _end_of_regulation(season, playoff=playoff)
    assert (state.clock, state.timeouts) == (seconds, (timeouts, timeouts))


def _overtime(**change: Any) -> GameState:
    base = first_state(_table(2017))._replace(
        phase=SCRIMMAGE, period=5, clock=500, possession=0, down=1, spot=30, to_gain=40, received_first=0
    )
    return base._replace(score=(17, 17), overtime=FIRST_POSSESSION)._replace(**change)


def _judged(season: int, before: GameState, *, playoff: bool = False, **after: Any) -> GameState:
    def rule(game: Any) -> None:
        game.was_phase, game.was_team, game.was_score = PHASES.index(before.phase), before.possession, before.score
        judge_overtime(game)

    return ruled(_table(season, playoff=playoff), before._replace(**after), rule)


def test_r30_2_sudden_death_ends_with_the_first_score() -> None:
    before = _overtime(overtime=SUDDEN_DEATH)
    assert _judged(2005, before, score=(20, 17), phase=KICKOFF).phase == OVER
    assert _judged(2005, before, score=(17, 19), phase="free kick").phase == OVER
    assert _judged(2005, before, down=2).phase == SCRIMMAGE


def test_r30_2_modified_a_touchdown_on_the_first_possession_wins() -> None:
    before = _overtime()
    assert _judged(2017, before, score=(23, 17), phase=TRY).phase == OVER
    answer = _judged(2017, before, score=(20, 17), phase=KICKOFF)
    assert (answer.phase, answer.overtime) == (KICKOFF, SECOND_POSSESSION)
    assert _judged(2017, before, score=(17, 23), phase=TRY, possession=1).phase == OVER
    assert _judged(2017, before, score=(17, 19), phase="free kick").phase == OVER


def test_r30_2_both_possess_even_after_a_touchdown() -> None:
    before = _overtime()
    answer = _judged(2025, before, score=(23, 17), phase=TRY)
    assert (answer.phase, answer.overtime) == (TRY, SECOND_POSSESSION)
    tried = _judged(2025, answer, score=(24, 17), phase=KICKOFF)
    assert (tried.phase, tried.overtime) == (KICKOFF, SECOND_POSSESSION)


def test_r30_2_the_answer_must_at_least_draw_level() -> None:
    before = _overtime(overtime=SECOND_POSSESSION, possession=1, score=(20, 17))
    assert _judged(2017, before, score=(20, 20), phase=KICKOFF).overtime == SUDDEN_DEATH
    assert _judged(2017, before, score=(20, 23), phase=TRY).phase == OVER
    assert _judged(2017, before, possession=0).phase == OVER
    behind = _overtime(overtime=SECOND_POSSESSION, possession=1, score=(24, 17))
    trying = _judged(2025, behind, score=(24, 23), phase=TRY)
    assert trying.phase == TRY
    assert _judged(2025, trying, score=(24, 24), phase=KICKOFF).overtime == SUDDEN_DEATH
    assert _judged(2025, trying, score=(24, 25), phase=KICKOFF).phase == OVER
    assert _judged(2025, trying, phase=KICKOFF).phase == OVER
    assert _judged(2025, behind, score=(24, 20), phase=KICKOFF).phase == OVER


def test_r30_2_a_lost_first_possession_leads_to_sudden_death() -> None:
    before = _overtime()
    assert _judged(2017, before, possession=1).overtime == SUDDEN_DEATH
    recovered = _overtime(phase=KICKOFF, possession=1)
    assert _judged(2017, recovered, phase=SCRIMMAGE, possession=1).overtime == SUDDEN_DEATH


@pytest.mark.parametrize("season", [1999, 2010, 2012, 2017, 2022, 2025])
def test_r30_2_only_the_regular_season_knows_ties(season: int) -> None:
    for playoff in (False, True):
        table = _table(season, playoff=playoff)
        for seed in range(6):
            log = play(table, (RandomCoach(f"a{seed}"), RandomCoach(f"b{seed}")), SeededRolls(seed))
            assert not playoff or log.score[0] != log.score[1]


def _goalless() -> GameLog:
    """Two teams that never move the ball: 0-0 after four quarters and after overtime."""
    charts = [blank_chart(2017, TeamName(code, code, code)) for code in CODES]
    coaches = RandomCoach("home 8"), RandomCoach("away 8")
    return play(matchup(*charts, random_generic(1)), coaches, SeededRolls(1))


def test_r30_1_overtime_is_called_ot_in_every_text() -> None:
    log = _goalless()
    plays = plays_of(log.events)
    assert (log.score, {each.period for each in plays}) == ((0, 0), {1, 2, 3, 4, 5})
    text = "\n".join([*play_lines(plays, CODES), *box_page(box_score(log), CODES)])
    assert "Q5" not in text and "OVERTIME\n" in text
    heading = next(line for line in text.splitlines() if line.endswith("Final"))
    assert heading.split() == ["1", "2", "3", "4", "OT", "Final"]
    assert [period_in_words(period) for period in (4, 5, 6)] == ["Q4", "OT", "OT2"]
    for period, words in ((4, "-- 4th 5:00"), (5, "-- OT 5:00"), (6, "-- OT2 5:00")):
        assert situation_line(_overtime(period=period, clock=300), CODES).startswith(words)


def test_r30_1_a_drive_before_overtime_ends_with_regulation() -> None:
    log = _goalless()
    drives = drives_of(plays_of(log.events))
    ended = {drive.period: drive.result for drive in drives if drive.result.startswith("end of")}
    assert ended == {2: "end of half", 4: "end of regulation", 5: "end of game"}
    assert [drive.result for drive in drives].count("end of half") == 1
    lines = [line for line in box_page(box_score(log), CODES) if line.endswith("end of regulation")]
    assert [line.split()[1] for line in lines] == ["Q4"]
