"""R27 Advanced play in its exact order, R28 Advanced features, R29 Season constants."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from support.charts import random_chart, random_generic
from support.situations import charts_rolled, points, seconds, situation, where

from chartkit.systems.ddf.charts.columns import muff_chance, muffed_snap_rating, point_spread
from chartkit.systems.ddf.engine.events import Chance
from chartkit.systems.ddf.engine.matchup import first_state, matchup
from chartkit.systems.ddf.rules.flow import visitor_audibles
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import standard_rules

INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
CHECK = "supplement.LINE OF SCRIMMAGE"
MUFF = "rule.MUFFED SNAP"
RECOVERED = ("offense.FUMBLE RECOVERY", "recovered")
LOST = ("offense.FUMBLE RECOVERY", "lost")
DEF_FUMBLE = "supplement.DEFENSE FUMBLE RECOVERY"
OWN_RETURN = "rule.OFFENSIVE FUMBLE RETURN"
FRONT = "defense.A-STANDARD.7-MEDIUM"


def _cells(*rolls: tuple[Any, ...], **told: Any) -> list[str]:
    return charts_rolled(situation("7-MEDIUM", rolls, **told))


def test_r27_1_time_calls_reveal_before_any_dice() -> None:
    played = situation("7-MEDIUM", [("off", "5")])
    assert [type(event).__name__ for event in played.events[:2]] == ["Intent", "Intent"]


def test_r27_2_the_muff_check_comes_first_and_ends_the_play() -> None:
    rolls = [
        (MUFF, "roll again", 0),
        (MUFF, "roll again", 0),
        (MUFF, "muffed", 1),
        (INFLUENCE, "DEF 5X"),
        RECOVERED,
    ]
    played = situation("7-MEDIUM", rolls, options=("muffed_snap", "defense_penalty_influence"), msr={"NE": "002"})
    assert charts_rolled(played)[:4] == [MUFF, MUFF, MUFF, "offense.FUMBLE RECOVERY"]
    assert played.happened("fumble")[0].spot == 36


def test_r27_3_a_forced_penalty_comes_before_both_sides_roll() -> None:
    charts = _cells((INFLUENCE, "DEF 5X"), ("off", "6"), ("def", "0"), options=("defense_penalty_influence",))
    assert charts[:3] == [INFLUENCE, "offense.7-MEDIUM", FRONT]


def test_r27_4_both_sides_roll() -> None:
    assert _cells(("off", "6"), ("def", "0")) == ["offense.7-MEDIUM", FRONT]


def test_r27_5_cancel_check_then_before_or_after_the_snap() -> None:
    cancelled = _cells(
        ("off", "DEF 15", 11),
        (f"{INFLUENCE}.DEF 15", "XDEF 15"),
        ("off", "6"),
        options=("defense_penalty_influence",),
    )
    assert cancelled == ["offense.7-MEDIUM", FRONT, f"{INFLUENCE}.DEF 15", "offense.7-MEDIUM"]
    ended = _cells(("off", "OFF 5", 11), (f"{CHECK}.OFF 5", "Pre"), options=("pre_post_snap",))
    assert ended == ["offense.7-MEDIUM", FRONT, f"{CHECK}.OFF 5"]
    assert _cells(("off", "OFF 9*")) == ["offense.7-MEDIUM", FRONT]


def test_r27_6_big_play_before_the_sum() -> None:
    played = situation(
        "6-SHORT",
        [("off", "16!"), ("def", "2"), ("supplement.SHORT PASS BIG PLAY", "30")],
        options=("short_pass_big_play",),
    )
    assert where(played) == "NE 1-10 PHI 31"


def test_r27_7_ball_protection_when_a_defensive_fumble_wins() -> None:
    played = situation(
        "1-LINE PLUNGE",
        [("off", "4"), ("def", "F 8"), ("supplement.BALL PROTECTION", "XF")],
        at="NE 35",
        down=3,
        to_go=1,
        options=("ball_protection",),
    )
    assert where(played) == "NE 1-10 NE 43"


def test_r27_8_good_decision_when_a_defensive_interception_wins() -> None:
    played = situation(
        "9-SIDELINE",
        [("off", "23*"), ("def", "INT 9"), ("supplement.QB GOOD DECISION", "XINT")],
        at="PHI 27",
        options=("good_decision",),
    )
    assert where(played) == "NE 1-goal PHI 4"


def test_r27_9_the_trapped_passer_in_order() -> None:
    charts = _cells(
        ("off", "19"),
        ("def", "QT"),
        ("supplement.QB GREAT PROTECTION", "0", 22),
        ("offense.QT", "4"),
        ("containment.QT", "2"),
        ("supplement.SACK RATE", "0", 30),
        options=("great_protection", "qt_containment", "sack_rate"),
    )
    assert charts[2:] == [
        "supplement.QB GREAT PROTECTION",
        "offense.QT",
        "containment.QT",
        "supplement.SACK RATE",
    ]


def test_r27_10_breakaway_then_squeeze() -> None:
    played = situation("3-END RUN", [("off", "B"), ("offense.B", "3")], at="PHI 5", to_go="goal")
    assert where(played) == "NE 2-goal PHI 3"


def test_r27_11_spot_recovery_defense_recovery_return() -> None:
    charts = charts_rolled(
        situation(
            "1-LINE PLUNGE",
            [("off", "F 4"), LOST, (DEF_FUMBLE, "0", 23), ("special.FUMBLE RETURN", "2")],
            at="50",
            options=("defense_fumble_recovery",),
        )
    )
    assert charts[2:] == ["offense.FUMBLE RECOVERY", DEF_FUMBLE, "special.FUMBLE RETURN"]


def test_r27_12_the_checks_of_a_stored_penalty_come_after_the_play() -> None:
    charts = _cells(
        ("off", "OFF 15", 11), ("off", "6"), ("generic.BETWEEN DOWNS.OFFENSE", "between downs", 22),
        options=("between_downs",),
    )  # fmt: skip
    assert charts[-1] == "generic.BETWEEN DOWNS.OFFENSE"


def test_r27_13_spot_down_quota_score_and_pending_time() -> None:
    played = situation("7-MEDIUM", [("off", "6")])
    assert played.between is not None
    assert (played.between.down, played.between.spot, played.between.pending) == (2, 43, 40)
    assert played.between.calls[0][6] == 1


def test_r28_1_great_protection() -> None:
    told: dict[str, Any] = {"at": "NE 20", "options": ("great_protection",)}
    cells = [("off", "19"), ("def", "QT")]
    saved = situation("7-MEDIUM", [*cells, ("supplement.QB GREAT PROTECTION", "XQT")], **told)
    caught = situation(
        "7-MEDIUM", [*cells, ("supplement.QB GREAT PROTECTION", "0", 22), ("offense.QT", "-6")], **told
    )
    own = situation(
        "7-MEDIUM", [("off", "QT"), ("supplement.QB GREAT PROTECTION", "XQT"), ("offense.QT", "-6")], **told
    )
    assert [where(p) for p in (saved, caught, own)] == ["NE 1-10 NE 39", "NE 2-16 NE 14", "NE 2-16 NE 14"]


@pytest.mark.parametrize(
    ("cover", "after"), [("-2", "NE 2-11 NE 36"), ("(10)", "NE 1-10 NE 47"), ("0", "NE 2-9 NE 38")]
)
def test_r28_2_containment_of_a_gain(cover: str, after: str) -> None:
    played = situation(
        "7-MEDIUM", [("off", "QT"), ("offense.QT", "1"), ("containment.QT", cover)], options=("qt_containment",)
    )
    assert where(played) == after
    loss = situation("7-MEDIUM", [("off", "QT"), ("offense.QT", "-8")], options=("qt_containment",))
    assert "containment.QT" not in charts_rolled(loss)


@pytest.mark.parametrize(
    ("column", "mark", "yards"),
    [("-8", "QR", 6), ("7", "SCK", -7), ("-8", "SCK", -8), ("7", "QR", 7), ("0", "SCK", 0)],
)
def test_r28_3_sack_rate(column: str, mark: str, yards: int) -> None:
    played = situation(
        "7-MEDIUM",
        [("off", "QT"), ("offense.QT", column), ("supplement.SACK RATE", mark)],
        options=("sack_rate",),
    )
    assert played.after.spot == 37 + yards


def test_r28_4_before_or_after_the_snap() -> None:
    pre = situation(
        "2-OFF TACKLE", [("off", "OFF 5", 27), (f"{CHECK}.OFF 5", "Pre", 20)], options=("pre_post_snap",)
    )
    post = [("off", "OFF 5", 27), (f"{CHECK}.OFF 5", "Post", 13), ("off", "9")]
    accepted = situation("2-OFF TACKLE", post, options=("pre_post_snap",))
    declined = situation("2-OFF TACKLE", post, options=("pre_post_snap",), choose="decline")
    assert [where(p) for p in (pre, accepted, declined)] == ["NE 1-15 NE 32", "NE 1-15 NE 32", "NE 2-1 NE 46"]
    checked = situation("2-OFF TACKLE", [("off", "DEF 5"), (f"{CHECK}.DEF 5", "Pre")], options=("pre_post_snap",))
    rolled = [event for event in checked.events if isinstance(event, Chance) and event.chart.startswith(CHECK)]
    assert [event.team for event in rolled] == [1]
    assert f"{CHECK}.OFF 5" not in charts_rolled(
        situation("2-OFF TACKLE", [("off", "OFF 5")], options=("pre_post_snap",))
    )


def test_r28_5_holding_by_the_dice() -> None:
    cells = [("off", "OFF 10", 27), ("off", "7")]
    told: dict[str, Any] = {"at": "NE 4", "down": 3, "to_go": 13, "options": ("holding",)}
    held = situation("6-SHORT", [*cells, ("generic.HOLDING", "holding", 27)], **told)
    plain = situation("6-SHORT", [*cells, ("generic.HOLDING", "not holding", 12)], **told)
    assert points(held) == {"PHI": 2}
    assert where(plain) == "NE 3-15 NE 2"
    assert "generic.HOLDING" not in charts_rolled(situation("6-SHORT", cells, at="NE 6", options=("holding",)))


def test_r28_6_forced_and_cancelled_penalties() -> None:
    told: dict[str, Any] = {"options": ("defense_penalty_influence",)}
    blank = situation("3-END RUN", [(INFLUENCE, "0", 34), ("off", "5")], **told)
    forced = situation("3-END RUN", [(INFLUENCE, "DEF 5X", 19), ("off", "5")], **told)
    assert (where(blank), where(forced)) == ("NE 2-5 NE 42", "NE 1-10 NE 47")
    ignored = situation("5-SCREEN", [(INFLUENCE, "PI X", 29), ("off", "5")], **told)
    assert where(ignored) == "NE 2-5 NE 42"
    cancelled = [("off", "PI 14", 11), (f"{INFLUENCE}.PI", "XPI", 20), ("off", "5")]
    played = situation("6-SHORT", cancelled, **told)
    assert where(played) == "NE 2-5 NE 42"


@pytest.mark.parametrize(
    ("call", "faces", "yards"),
    [("6-SHORT", [4], 4), ("7-MEDIUM", [4], 13), ("8-LONG", [3, 6], 28), ("9-SIDELINE", [3, 6], 9)],
)
def test_r28_6_yards_of_a_forced_interference(call: str, faces: list[int], yards: int) -> None:
    rolls = [
        (INFLUENCE, "PI X", 29),
        *[(f"generic.PI X.{call}", str(face), face) for face in faces],
        ("off", "INC"),
    ]
    played = situation(call, rolls, options=("defense_penalty_influence",), at="NE 20")
    assert played.after.spot == 20 + yards


@pytest.mark.parametrize(("face", "foul"), [(3, "DEF 5"), (4, "PI 5")])
def test_r28_6_interference_or_the_other_foul_sixty_to_forty(face: int, foul: str) -> None:
    rolls = [(INFLUENCE, "DEF 5 + PI X", 29), ("rule.WHICH FOUL", "", face), ("generic.PI X.6-SHORT", "5", 5)]
    played = situation("6-SHORT", [*rolls, ("off", "INC")], options=("defense_penalty_influence",))
    assert any(record.detail.startswith(foul) for record in played.happened("penalty"))


def test_r28_7_between_downs() -> None:
    told: dict[str, Any] = {"at": "PHI 44", "down": 2, "to_go": 7, "options": ("between_downs",)}
    cells = [("off", "OFF 15", 11), ("off", "6")]
    after = situation("9-SIDELINE", [*cells, ("generic.BETWEEN DOWNS.OFFENSE", "between downs", 22)], **told)
    during = situation("9-SIDELINE", [*cells, ("generic.BETWEEN DOWNS.OFFENSE", "during the play", 34)], **told)
    assert (where(after), where(during)) == ("NE 3-16 NE 47", "NE 2-22 NE 41")
    rough = [("off", "DEF 15", 11), ("def", "INT 10"), ("special.INTERCEPTION RETURN", "0")]
    stands = situation("9-SIDELINE", [*rough, ("generic.BETWEEN DOWNS.DEFENSE", "between downs", 22)], **told)
    assert where(stands) == "PHI 1-10 PHI 19"
    kept = [("off", "DEF 15", 11), ("off", "2"), ("generic.BETWEEN DOWNS.DEFENSE", "between downs", 22)]
    assert where(situation("9-SIDELINE", kept, **told)) == "NE 1-10 PHI 27"


def test_r28_8_field_goal_adjustment() -> None:
    goal = "special.FIELD GOAL"
    far = situation("FIELD GOAL", [(goal, "40")], at="PHI 33", down=4, options=("fg_adjustment",))
    assert points(far) == {"NE": 3} and "adjustment.FG" not in charts_rolled(far)
    told: dict[str, Any] = {"at": "PHI 27", "down": 4, "options": ("fg_adjustment",)}
    assert points(situation("FIELD GOAL", [(goal, "35"), ("adjustment.FG", "0")], **told)) == {"NE": 3}
    assert points(situation("FIELD GOAL", [(goal, "35"), ("adjustment.FG", "NG")], **told)) == {}
    assert points(situation("FIELD GOAL", [(goal, "NG"), ("adjustment.FG", "G")], **told)) == {"NE": 3}
    blocked = situation("FIELD GOAL", [(goal, "BK -7"), LOST, ("adjustment.FG", "G")], **told)
    assert points(blocked) == {} and "adjustment.FG" not in charts_rolled(blocked)


@pytest.mark.parametrize(
    ("recovery", "cell", "team"),
    [(LOST, "NG", "NE"), (LOST, "0", "PHI"), (RECOVERED, "G", "PHI"), (RECOVERED, "0", "NE")],
)
def test_r28_9_defense_fumble_recovery(recovery: tuple[str, str], cell: str, team: str) -> None:
    played = situation(
        "1-LINE PLUNGE",
        [("off", "F 4"), recovery, (DEF_FUMBLE, cell, 23), (OWN_RETURN, "no return", 5)],
        options=("defense_fumble_recovery",),
    )
    assert played.teams.codes[played.after.possession] == team


def test_r28_9_a_chart_without_the_useful_symbol_is_not_rolled() -> None:
    played = situation(
        "1-LINE PLUNGE",
        [("off", "F 4"), RECOVERED, (OWN_RETURN, "no return", 5)],
        options=("defense_fumble_recovery",),
    )
    assert DEF_FUMBLE not in charts_rolled(played)


@pytest.mark.parametrize(("face", "after"), [(5, "NE 2-6 PHI 46"), (0, "NE 2-2 PHI 42")])
def test_r28_10_the_offense_returns_on_a_zero(face: int, after: str) -> None:
    played = situation(
        "1-LINE PLUNGE",
        [("off", "F 4"), RECOVERED, (OWN_RETURN, "", face), ("special.FUMBLE RETURN", "4")],
        at="50",
        mode="advanced",
        options=("pre_post_snap",),
    )
    assert where(played) == after


def test_r28_11_good_decision_leaves_the_offensive_result_alone() -> None:
    told: dict[str, Any] = {"options": ("good_decision",)}
    kept = situation(
        "7-MEDIUM", [("off", "INC"), ("def", "INT 9"), ("supplement.QB GOOD DECISION", "XINT")], **told
    )
    assert where(kept) == "NE 2-10 NE 37"
    both = situation(
        "7-MEDIUM", [("off", "INT 5"), ("def", "INT 9"), ("supplement.QB GOOD DECISION", "XINT")], **told
    )
    assert "supplement.QB GOOD DECISION" not in charts_rolled(both)


@pytest.mark.parametrize(("fumble", "yards"), [("F", 0), ("F -5", -5), ("F 8", 8)])
def test_r28_12_ball_protection_makes_it_a_forced_result(fumble: str, yards: int) -> None:
    played = situation(
        "1-LINE PLUNGE",
        [("off", "4"), ("def", fumble), ("supplement.BALL PROTECTION", "XF")],
        options=("ball_protection",),
    )
    assert played.after.spot == 37 + yards


def test_r28_13_big_play() -> None:
    told: dict[str, Any] = {"at": "PHI 47", "down": 3, "options": ("short_pass_big_play", "great_protection")}
    big = ("supplement.SHORT PASS BIG PLAY", "30", 21)
    assert where(situation("6-SHORT", [("off", "16!"), big], **told)) == "NE 1-10 PHI 17"
    overridden = situation("6-SHORT", [("off", "16!"), ("def", "(8)"), big], **told)
    assert where(overridden) == "NE 4-2 PHI 39" and big[0] not in charts_rolled(overridden)
    revived = [("off", "16!"), ("def", "QT"), ("supplement.QB GREAT PROTECTION", "XQT"), big]
    assert where(situation("6-SHORT", revived, **told)) == "NE 1-10 PHI 17"


@pytest.mark.parametrize(
    ("faces", "muffed"), [((5,), False), ((0, 4), False), ((0, 0, 6), False), ((0, 0, 2), False), ((0, 0, 1), True)]
)
def test_r28_14_muffed_snaps(faces: tuple[int, ...], muffed: bool) -> None:
    rolls = [(MUFF, "", face) for face in faces]
    played = situation("7-MEDIUM", [*rolls, ("off", "5"), RECOVERED], options=("muffed_snap",), msr={"NE": "002"})
    assert bool(played.happened("fumble")) is muffed
    assert muff_chance("002") == Decimal("0.002")


@pytest.mark.parametrize(
    ("percent", "rating"),
    [(0.261, "003"), (0.190, "002"), (0.175, "002"), (0.133, "001"), (0.147, "001"), (0.025, "000"), (0.0, "000")],
)
def test_r28_14_percentage_to_rating(percent: float, rating: str) -> None:
    assert muffed_snap_rating(percent) == rating


def test_r28_15_audibles() -> None:
    choices = {
        "first_choice": {"offense": "8-LONG", "defense": "B-RUSH MIDDLE"},
        "second_choice": {"offense": "2-OFF TACKLE", "defense": "C-RUSH WIDE"},
    }
    played = situation(
        "8-LONG",
        options=("audibles",),
        defensive_audibles={"PHI": 1},
        extra={"audible": "PHI defense", **choices},
    )
    assert played.calls == {"offense": "2-OFF TACKLE", "defense": "C-RUSH WIDE"}
    assert played.after.defense_audibles == (0, 0)


@pytest.mark.parametrize(
    ("start", "advantage", "adjustment", "left"),
    [(3, 2, 1, 2), (2, 2, 1, 1), (2, 3, 0, 0), (1, 3, 0, 0), (0, 0, 1, 1), (3, 0, 1, 3)],
)
def test_r28_16_allocation(start: int, advantage: int, adjustment: int, left: int) -> None:
    assert visitor_audibles(start, advantage, adjustment) == left
    table = matchup(random_chart(1), random_chart(2, code="BBB"), random_generic(1), Options.advanced())
    home, away = table.home.supplement, table.away.supplement
    assert home is not None and away is not None
    state = first_state(table)
    assert state.offense_audibles[0] == home.offense_audibles
    expected = visitor_audibles(away.offense_audibles, home.home_field_advantage, away.road_adjustment)
    assert state.offense_audibles[1] == expected


def test_r28_17_point_spread() -> None:
    assert point_spread(224.0, 219.5) == 4.5


@pytest.mark.parametrize(
    ("season", "line", "touchback", "returned"),
    [
        (1973, 40, 20, False),
        (1993, 35, 20, False),
        (1999, 30, 20, False),
        (2014, 35, 20, False),
        (2015, 35, 20, True),
        (2017, 35, 25, True),
    ],
)
def test_r29_1_constants_by_season(season: int, line: int, touchback: int, returned: bool) -> None:
    constants = standard_rules().season(season)
    assert (constants.kickoff_line, constants.kickoff_touchback) == (line, touchback)
    assert constants.try_defense_return is returned
    assert (constants.onside_distance, constants.squib_distance, constants.free_kick_line) == (12, 50, 20)
    assert seconds(situation("QB KNEEL")) == 40
