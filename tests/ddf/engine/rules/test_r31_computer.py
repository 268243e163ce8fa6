"""R31 Solitaire and computer play, as far as the referee and the charts say it."""

from __future__ import annotations

from support.charts import random_chart, random_generic
from support.games import RandomCoach, played_game
from support.situations import situation

from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.decisions import Ask, Decision
from chartkit.systems.ddf.engine.events import Intent
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.table import SeededRolls, play
from chartkit.systems.ddf.rules.options import Options


def test_r31_1_the_same_rules_for_every_kind_of_coach_and_a_team_against_itself() -> None:
    chart = random_chart(5)
    table = matchup(chart, chart, random_generic(5), Options.basic())
    assert table.codes[0] != table.codes[1]
    assert play(table, (RandomCoach("a"), RandomCoach("b")), SeededRolls(1)).final.phase == "over"


def test_r31_2_the_pass_percent_splits_a_hundred_rolls() -> None:
    sheet = random_chart(1).supplement
    assert sheet is not None and sheet.pass_percent is not None
    assert sum(number < sheet.pass_percent for number in range(100)) == sheet.pass_percent


def test_r31_3_the_ranges_of_runs_and_of_passes_cover_1_to_100() -> None:
    sheet = random_chart(1).supplement
    assert sheet is not None
    for plays in (col.RUNS, col.PASSES):
        covered = [n for play in plays for n in range(sheet.solitaire[play][0], sheet.solitaire[play][1] + 1)]
        assert covered == list(range(1, 101))
    assert situation("8-LONG", at="PHI 10", to_go="goal").refused


def test_r31_4_sample_ranges_come_from_rounded_shares() -> None:
    from support.charts import shares

    spans = shares({"1-LINE PLUNGE": 38, "2-OFF TACKLE": 33, "3-END RUN": 21, "4-DRAW": 8})
    assert list(spans.values()) == [(1, 38), (39, 71), (72, 92), (93, 100)]


def test_r31_5_a_computer_coach_is_asked_every_decision_of_a_person() -> None:
    asked = {event.ask for seed in range(25) for event in played_game(seed).events if isinstance(event, Intent)}
    assert asked == set(Ask)


def test_r31_6_only_accepting_spends_an_audible() -> None:
    class Silent(RandomCoach):
        """Is offered every audible and takes none."""

        offers = 0

        def decide(self, decision: Decision) -> str | int:
            if decision.ask is Ask.REVEAL:
                Silent.offers += 1
                return "stand"
            return super().decide(decision)

    table = matchup(random_chart(1), random_chart(2, code="BBB"), random_generic(1), Options.advanced())
    log = play(table, (Silent("a"), Silent("b")), SeededRolls(3))
    assert Silent.offers > 0
    from chartkit.systems.ddf.engine.matchup import first_state

    start = first_state(table)
    assert (log.final.offense_audibles, log.final.defense_audibles) == (
        start.offense_audibles,
        start.defense_audibles,
    )
