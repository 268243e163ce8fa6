"""R35 Rulings on what the rules leave open."""

from __future__ import annotations

import pytest
from support.situations import charts_rolled, points, seconds, situation, where
from support.steps import Answers, ListedRolls

from chartkit.systems.ddf.engine.examples.judge import judge
from chartkit.systems.ddf.engine.examples.position import Example, find_teams
from chartkit.systems.ddf.engine.table import Table

KICK, BACK = "special.KICKOFF", "special.KICKOFF RETURN"
PUNT, RUN = "special.PUNT", "special.PUNT RETURN"
RECOVERED = ("offense.FUMBLE RECOVERY", "recovered")
LOST = ("offense.FUMBLE RECOVERY", "lost")
DEF_FUMBLE = "supplement.DEFENSE FUMBLE RECOVERY"


def test_r35_1_a_timeout_makes_a_kneel_cost_ten() -> None:
    kneel = situation("QB KNEEL", at="NE 42")
    assert kneel.between is not None
    table = Table(kneel.setting.matchup, ListedRolls([]), (Answers(), Answers(clock="timeout")))
    after, _ = table.settle_clock(kneel.between)
    assert kneel.between.clock - after.clock == 10


def test_r35_2_the_midpoint_is_for_off_10_on_every_return_only() -> None:
    cells = [
        ("def", "INT 10"),
        ("special.INTERCEPTION RETURN", "OFF 10", 11),
        ("special.INTERCEPTION RETURN", "40"),
    ]
    assert where(situation("7-MEDIUM", cells)) == "PHI 1-10 NE 34"
    fifteen = [
        ("def", "INT 10"),
        ("special.INTERCEPTION RETURN", "OFF 15", 11),
        ("special.INTERCEPTION RETURN", "40"),
    ]
    assert where(situation("7-MEDIUM", fifteen)) == "PHI 1-10 NE 22"


def test_r35_3_a_fumbled_punt_may_be_run_for_a_first_down_a_blocked_one_is_lost() -> None:
    told = {"at": "NE 33", "down": 4, "to_go": 5}
    run = ("special.FUMBLE RETURN", "20")
    assert where(situation("PUNT", [(PUNT, "F -6"), RECOVERED, run], **told)) == "NE 1-10 NE 47"
    short = ("special.FUMBLE RETURN", "2")
    assert where(situation("PUNT", [(PUNT, "F -6"), RECOVERED, short], **told)) == "PHI 1-10 NE 29"
    assert where(situation("PUNT", [(PUNT, "BK 20"), RECOVERED], **told)) == "PHI 1-10 PHI 47"


def test_r35_4_receivers_who_recover_in_their_end_zone_have_a_touchback() -> None:
    played = situation("KICKOFF", [(KICK, "70"), (BACK, "F 3"), RECOVERED], choose="return")
    assert (where(played), points(played)) == ("PHI 1-10 PHI 25", {})
    assert seconds(played) == 0
    punted = situation("PUNT", [(PUNT, "60"), (RUN, "F -4"), RECOVERED], at="NE 37", down=4)
    assert (where(punted), seconds(punted)) == ("PHI 1-10 PHI 20", 0)
    lost = situation("KICKOFF", [(KICK, "70"), (BACK, "F 3"), LOST], choose="return")
    assert points(lost) == {"NE": 6}


@pytest.mark.parametrize(("season", "spot"), [(1993, 20), (2010, 20), (2015, 20), (2016, 25), (2017, 25)])
def test_r35_4_that_touchback_is_at_the_spot_of_the_season_and_costs_no_time(season: int, spot: int) -> None:
    told = {"offense": f"{season} NE", "choose": "return"}
    line = situation("KICKOFF", [(KICK, "60")], **told).before.spot
    deep = situation("KICKOFF", [(KICK, str(105 - line)), (BACK, "F 3"), RECOVERED], **told)
    # Caught in the field of play and fumbled back over the goal line.
    short = situation("KICKOFF", [(KICK, str(97 - line)), (BACK, "F -5"), RECOVERED], **told)
    punted = situation("PUNT", [(PUNT, "60"), (RUN, "F -4"), RECOVERED], down=4, offense=f"{season} NE")
    for played, where_to in ((deep, spot), (short, spot), (punted, 20)):
        assert (where(played), points(played), seconds(played)) == (f"PHI 1-10 PHI {where_to}", {}, 0)
        assert [each.spot for each in played.happened("touchback")] == [where_to]


def test_r35_4_a_squib_and_a_free_kick_have_that_touchback_too() -> None:
    free = situation("FREE KICK", [(KICK, "83"), (BACK, "F 1"), RECOVERED], choose="return")
    assert (where(free), seconds(free)) == ("PHI 1-10 PHI 25", 0)
    squib = situation("SQUIB KICK", [("generic.SQUIB KICK", "F -16", 22), RECOVERED])
    assert (where(squib), seconds(squib)) == ("PHI 1-10 PHI 25", 0)


@pytest.mark.parametrize(
    ("foul", "after"), [("DEF 5X", "NE 1-10 NE 9"), ("DEF 15", "NE 1-10 NE 19"), ("PI 12", "NE 1-10 NE 16")]
)
def test_r35_5_a_defensive_foul_voids_a_safety(foul: str, after: str) -> None:
    cells = [("off", foul, 11), ("off", "QT"), ("offense.QT", "-9")]
    assert where(situation("7-MEDIUM", cells, at="NE 4")) == after
    assert points(situation("7-MEDIUM", cells, at="NE 4", choose="decline")) == {"PHI": 2}


def test_r35_6_grounding_after_a_defensive_foul_offsets() -> None:
    played = situation("7-MEDIUM", [("off", "DEF 15", 11), ("off", "OFF 12*", 12)])
    assert where(played) == "NE 1-10 NE 37"
    assert {record.detail.split(" ")[-1] for record in played.happened("penalty")} == {"offset"}


def test_r35_7_a_basic_off_5_on_a_re_roll_is_one_more_foul() -> None:
    cells = [("off", "OFF 10", 11), ("off", "OFF 5", 12), ("off", "8")]
    assert where(situation("2-OFF TACKLE", cells, choose="accept OFF 5")) == "NE 1-15 NE 32"
    assert where(situation("2-OFF TACKLE", cells, choose="decline")) == "NE 2-2 NE 45"


def test_r35_8_returns_are_not_declined() -> None:
    assert BACK in charts_rolled(situation("KICKOFF", [(KICK, "60")]))
    assert RUN in charts_rolled(situation("PUNT", [(PUNT, "40")], down=4))
    assert "special.INTERCEPTION RETURN" in charts_rolled(situation("7-MEDIUM", [("def", "INT 3")]))


def test_r35_9_a_squib_on_or_past_the_goal_line_is_like_a_kickoff() -> None:
    taken = situation("SQUIB KICK", [], at="50", choose="touchback")
    assert where(taken) == "PHI 1-10 PHI 25"
    foul = [("generic.SQUIB KICK", "OFF 10", 29), ("generic.SQUIB KICK", "16", 22)]
    assert where(situation("SQUIB KICK", foul)) == "PHI 1-10 PHI 21"


@pytest.mark.parametrize(("yards", "after"), [("4", "PHI 2"), ("1", "PHI 5"), ("0", "PHI 5"), ("-2", "PHI 7")])
def test_r35_10_the_squeeze_reduces_gains_only(yards: str, after: str) -> None:
    assert where(situation("3-END RUN", [("off", yards)], at="PHI 5", to_go="goal")) == f"NE 2-goal {after}"


def test_r35_11_defense_fumble_recovery_on_returns_and_not_on_blocks() -> None:
    told = {"options": ("defense_fumble_recovery",)}
    back = situation("KICKOFF", [(KICK, "60"), (BACK, "F 9"), LOST, (DEF_FUMBLE, "NG", 20)], **told)
    assert DEF_FUMBLE in charts_rolled(back) and back.after.possession == 1
    block = situation("PUNT", [(PUNT, "BK -9"), LOST, (DEF_FUMBLE, "NG", 20)], down=4, **told)
    assert DEF_FUMBLE not in charts_rolled(block)


def test_r35_12_what_an_example_leaves_unsaid() -> None:
    data = {
        "id": "unsaid",
        "kind": "penalty",
        "state": {"possession": "2014 NE", "down": 1, "distance": 10, "ball_on": "NE 37"},
        "call": {"offense": "2-OFF TACKLE", "defense": "A-STANDARD"},
        "rolls": [
            {
                "who": "offense",
                "dice": "offensive",
                "total": 11,
                "chart": "offense.2-OFF TACKLE",
                "result": "OFF 10",
            },
            {"who": "offense", "dice": "offensive", "total": 20, "chart": "offense.2-OFF TACKLE", "result": "4"},
        ],
        "expected": {"possession": "NE", "down": 1, "distance": 20, "ball_on": "NE 27"},
    }
    example = Example.from_json(data)
    assert judge(example).passed
    assert find_teams(example).seasons[0] == 2014
    declined = {
        **data,
        "decision": [{"by": "PHI", "choice": "decline"}],
        "expected": {"down": 2, "ball_on": "NE 41"},
    }
    assert judge(Example.from_json(declined)).passed
    refused = {
        **data,
        "call": {"offense": "8-LONG"},
        "rolls": [],
        "state": {"possession": "NE", "down": 1, "distance": "goal", "ball_on": "PHI 9"},
        "expected": {"possession": "NE", "down": 1, "distance": "goal", "ball_on": "PHI 9"},
    }
    verdict = judge(Example.from_json(refused))
    assert verdict.passed and "R25.1" in verdict.got["refused"]


def test_r35_12_a_total_that_the_dice_do_not_have_is_not_played() -> None:
    data = {
        "id": "three",
        "kind": "play",
        "state": {"possession": "NE", "down": 1, "distance": 10, "ball_on": "NE 37"},
        "call": {"offense": "2-OFF TACKLE", "defense": "A-STANDARD"},
        "rolls": [{"who": "offense", "dice": "offensive", "total": 3, "chart": None, "result": "4"}],
        "expected": {"down": 2},
    }
    verdict = judge(Example.from_json(data))
    assert verdict.passed is None
    assert verdict.why == "3 on offense.2-OFF TACKLE is not a total of the offensive dice."
