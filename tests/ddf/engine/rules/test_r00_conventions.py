"""R0 Conventions, R1 Dice, R2 Field, state, downs, score."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest
from support.charts import random_chart, random_generic
from support.situations import charts_rolled, points, seconds, situation, where
from support.steps import ListedRolls

from chartkit.errors import InputError
from chartkit.football.field import walk_off
from chartkit.systems.ddf.charts import dice
from chartkit.systems.ddf.charts.columns import overtime_quota
from chartkit.systems.ddf.engine.events import D10, DEFENSIVE, OFFENSIVE, Chance
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.engine.table import DICE_SETS, OUTCOMES, SeededRolls
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.options import FEATURES, Options
from chartkit.systems.ddf.rules.tables import TABLES, RuleBook

ROOT = Path(__file__).parents[4]


def test_r0_1_every_rule_says_where_it_comes_from() -> None:
    book = json.loads((ROOT / "chartkit/systems/ddf/data/rule_book.json").read_text("utf-8"))
    assert {rule["evidence"] for rule in book["rules"].values()} <= {"text", "example", "inferred", "ruling"}


@pytest.mark.parametrize("feature", FEATURES)
def test_r0_2_a_team_without_a_supplement_plays_the_basic_rule(feature: str) -> None:
    from dataclasses import replace

    lacking = replace(random_chart(2, code="BBB"), supplement=None)
    options = Options.basic().with_features([feature])
    table = matchup(random_chart(1), lacking, random_generic(1), options)
    full, bare = 0, 1
    game = table.new_game()
    assert not game.forces_fouls[bare] and not any(game.forced[bare])
    assert (game.sack_mark[bare], game.fumble_mark[bare], game.muffs[bare]) == (0, 0, 0)
    marks = (n.CANCEL_DEF_5, n.CANCEL_DEF_5X, n.CANCEL_DEF_15, n.CANCEL_PI, n.GREAT_PROTECTION, n.POST_OFF_5)
    assert not any(game.marks[bare][mark] for mark in marks)
    assert not game.has_quotas[bare] and not game.has_big_play[bare]
    assert game.has_quotas[full] == (feature == "play_quotas")


def test_r0_3_on_a_return_the_returning_team_rolls_the_offensive_dice() -> None:
    played = situation(
        "PUNT", [("special.PUNT", "40"), ("special.PUNT RETURN", "6"), ("coverage.PUNT", "1")], down=4
    )
    rolled = {event.chart: (event.team, event.dice) for event in played.events if isinstance(event, Chance)}
    assert rolled["special.PUNT RETURN"] == (1, OFFENSIVE)
    assert rolled["coverage.PUNT"] == (0, DEFENSIVE)


def test_r0_4_gaps_follow_the_nfl_a_coin_toss_opens_the_game() -> None:
    assert first_state(matchup(random_chart(1), random_chart(2, code="BBB"))).phase == "coin toss"


def test_r0_5_editing_a_data_file_changes_the_game(tmp_path: Path) -> None:
    for name in TABLES:
        assert files("chartkit.systems.ddf").joinpath(f"data/{name}.json").is_file()
    source = ROOT / "chartkit/systems/ddf/data/timing.json"
    edited = json.loads(source.read_text("utf-8"))
    edited["rows"][0]["seconds"] = 50
    (tmp_path / "timing.json").write_text(json.dumps(edited), "utf-8")
    shutil.copy(ROOT / "chartkit/systems/ddf/data/pi_x.json", tmp_path)
    assert RuleBook.load(tmp_path).seconds("in bounds") == 50
    assert RuleBook.load().seconds("in bounds") == 40


def test_r0_6_settings_have_the_defaults_of_the_rules() -> None:
    options = Options()
    assert (options.spike_seconds, options.third_play_30) == (10, False)
    assert (options.goal_line_squeeze, options.offense_fumble_return) == ("printed", "always")


def test_r0_7_whole_yards_and_halves_up() -> None:
    assert overtime_quota(30) == 8
    assert overtime_quota(17) == 4
    assert walk_off(3, 10) == 2


def test_r1_1_offensive_dice() -> None:
    assert dice.OFFENSIVE.total((2, 4, 0)) == 24
    assert dice.OFFENSIVE.totals == tuple(range(10, 40))


def test_r1_2_offensive_occurrences_of_216() -> None:
    ways = [2, 3, 4, 5, 6, 6, 4, 3, 2, 1]
    expected = {
        10 * tens + n: tens * way for tens, row in ((1, ways), (2, ways), (3, ways)) for n, way in enumerate(row)
    }
    assert dict(dice.OFFENSIVE.ways) == expected
    assert sum(expected.values()) == 216


def test_r1_3_defensive_occurrences_of_36() -> None:
    assert dict(dice.DEFENSIVE.ways) == {1: 12, 2: 11, 3: 9, 4: 3, 5: 1}


def test_r1_4_d10() -> None:
    assert dict(dice.D10.ways) == dict.fromkeys(range(10), 1)


def test_r1_5_seeded_rolls_have_exactly_the_distribution_of_the_dice() -> None:
    for outcomes, dice_set in zip(OUTCOMES, DICE_SETS, strict=True):
        assert len(outcomes) == dice_set.outcomes
        for total in dice_set.totals:
            assert Fraction(outcomes.count(total), len(outcomes)) == dice_set.chance(total)
    assert [SeededRolls(7).roll(OFFENSIVE, 0, "x") for _ in range(3)] == [
        SeededRolls(7).roll(OFFENSIVE, 0, "x") for _ in range(3)
    ]
    listed = ListedRolls([24, 5, 7])
    assert (listed.roll(OFFENSIVE, 0, "offense.QT"), listed.roll(DEFENSIVE, 1, "coverage.KICK")) == (24, 5)
    with pytest.raises(InputError, match=r"roll 3 is 7.*needs defensive dice \(1-5\)"):
        listed.roll(DEFENSIVE, 1, "coverage.KICK")


def test_r1_6_the_defense_rolls_offensive_dice_for_its_own_thirty_rows() -> None:
    played = situation(
        "7-MEDIUM",
        [("off", "QT"), ("offense.QT", "7"), ("supplement.SACK RATE", "SCK")],
        options=("sack_rate",),
    )
    rolled = [
        event for event in played.events if isinstance(event, Chance) and event.chart == "supplement.SACK RATE"
    ]
    assert [(event.team, event.dice) for event in rolled] == [(1, OFFENSIVE)]
    rolling = situation(
        "PUNT",
        [("special.PUNT", "55"), ("generic.LET IT ROLL", "forward", 3), ("generic.LET IT ROLL", "2 yards", 2)],
        at="NE 40",
        down=4,
        choose="let it roll",
    )
    assert [(e.team, e.dice) for e in rolling.events if isinstance(e, Chance)][1:] == [(1, DEFENSIVE), (1, D10)]


def test_r2_1_a_change_of_possession_turns_the_field_round() -> None:
    played = situation("7-MEDIUM", [("def", "INT 10"), ("special.INTERCEPTION RETURN", "0")], at="NE 37")
    assert played.after.spot == 100 - 47
    assert where(played) == "PHI 1-10 NE 47"


def test_r2_2_the_goal_line_belongs_to_the_end_zone() -> None:
    assert where(situation("1-LINE PLUNGE", [("off", "3")], at="PHI 3", to_go="goal")) == "NE try"
    assert points(situation("1-LINE PLUNGE", [("off", "-3")], at="NE 3")) == {"PHI": 2}


def test_r2_3_the_state_holds_what_the_scorecard_does() -> None:
    state = first_state(matchup(random_chart(1), random_chart(2, code="BBB")))
    held = {"score", "by_period", "period", "clock", "possession", "down", "spot", "to_gain", "pending", "timeouts"}
    held |= {"offense_audibles", "defense_audibles", "no_huddle", "calls", "kickoff_shift", "forties"}
    assert held <= set(state._fields)
    assert (state.clock, state.timeouts) == (900, (3, 3))


def test_r2_4_the_receiver_of_the_opening_kickoff_kicks_off_the_second_half() -> None:
    from support.games import played_game

    game = played_game(3)
    toss = next(e for e in game.events if getattr(e, "what", "") == "possession" and e.detail == "kicks off")
    kicks = [e.team for e in game.events if getattr(e, "what", "") == "possession" and e.detail == "kicks off"]
    assert kicks[:2] == [toss.team, 1 - toss.team]


def test_r2_5_score_values() -> None:
    touchdown = situation("8-LONG", [("off", "TD")])
    assert points(touchdown) == {"NE": 6}
    assert points(situation("FIELD GOAL", [("special.FIELD GOAL", "40")], at="PHI 20", down=4)) == {"NE": 3}
    assert points(situation("PAT", [("special.PAT", "good")])) == {"NE": 1}
    assert points(situation("TWO POINT", [("off", "2")])) == {"NE": 2}
    assert points(situation("INTENTIONAL SAFETY", at="NE 2")) == {"PHI": 2}


def test_r2_6_completing_a_play_spots_counts_and_charges() -> None:
    played = situation("2-OFF TACKLE", [("off", "4")])
    assert (where(played), seconds(played)) == ("NE 2-6 NE 41", 40)
    assert [type(event).__name__ for event in played.events][-2:] == ["Ball", "Clock"]


def test_r2_7_downs_first_and_goal_and_a_failed_fourth_down() -> None:
    assert where(situation("2-OFF TACKLE", [("off", "10")])) == "NE 1-10 NE 47"
    assert where(situation("2-OFF TACKLE", [("off", "12")], at="PHI 20")) == "NE 1-goal PHI 8"
    assert where(situation("2-OFF TACKLE", [("off", "3")], down=4, to_go=5)) == "PHI 1-10 NE 40"


def test_r2_8_dead_ball_in_the_end_zones() -> None:
    past = situation("9-SIDELINE", [("off", "60")], at="PHI 40")
    assert points(past) == {"NE": 6}
    assert points(situation("7-MEDIUM", [("off", "QT"), ("offense.QT", "-9")], at="NE 8")) == {"PHI": 2}


def test_r2_9_a_free_kick_follows_a_safety() -> None:
    assert where(situation("INTENTIONAL SAFETY", at="NE 2")) == "NE free-kicks NE 20"
    kicked = situation("FREE KICK", [("special.KICKOFF", "60"), ("special.KICKOFF RETURN", "10")], at="NE 20")
    assert where(kicked) == "PHI 1-10 PHI 30"


def test_r2_10_the_scoring_team_kicks_off() -> None:
    assert where(situation("FIELD GOAL", [("special.FIELD GOAL", "40")], at="PHI 20", down=4)) == "NE kicks NE 35"
    assert where(situation("PAT", [("special.PAT", "good")])) == "NE kicks NE 35"
    assert "special.KICKOFF" not in charts_rolled(situation("PAT", [("special.PAT", "good")]))
