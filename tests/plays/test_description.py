"""Odd plays in invented descriptions: what happened, to whom, for how many yards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartkit.plays.description import (
    Context,
    PlayDescription,
    Player,
    PlayKind,
    Ruling,
    Spot,
    description_columns,
    parse,
)


def read(text: str, offense: str = "OAK", spot: int | None = 60, down: int | None = 2) -> PlayDescription:
    return parse(text, Context("OAK", "KC", "KC" if offense == "KC" else "OAK", spot, down))


def columns(text: str, offense: str = "OAK", spot: int | None = 60, down: int | None = 2) -> dict[str, object]:
    context = Context("OAK", "KC", offense, spot, down)
    return description_columns(parse(text, context), context)


def test_a_plain_run():
    play = read("(7:02) (No Huddle, Shotgun) 33-A.Able left tackle to KC 48 for 12 yards (52-B.Baker; 90-C.Cole).")
    assert (play.kind, play.yards, play.run_location, play.run_gap) == (PlayKind.RUN, 12, "left", "tackle")
    assert (play.shotgun, play.no_huddle, play.clock, play.runner) == (True, True, "7:02", Player("A.Able", 33))
    assert play.end == Spot("KC", 48)


def test_a_plain_pass_without_numbers():
    play = read("(:58) Q.Quick pass deep left to R.De La Cruz ran ob at KC 20 for 40 yards.")
    assert (play.kind, play.complete, play.yards, play.out_of_bounds) == (PlayKind.PASS, True, 40, True)
    assert (play.pass_length, play.pass_location, play.receiver) == ("deep", "left", Player("R.De La Cruz"))


def test_names_with_suffixes_and_saints():
    assert read("8-Q.Quick pass incomplete short left to 14-A.St. Claire.").receiver == Player("A.St. Claire", 14)
    assert read("8-Q.Quick pass incomplete short left to 11-M.Moss Jr..").receiver == Player("M.Moss Jr.", 11)
    assert read("8-Q.Quick pass incomplete deep right to 15-W.Wide V.").receiver == Player("W.Wide V", 15)


def test_team_codes_of_other_years_mean_the_same_team():
    play = parse("A.Able up the middle to LV 45 for 5 yards.", Context("OAK", "KC", "OAK", 60))
    assert play.end == Spot("OAK", 45)


def test_lateral_counts_in_full():
    text = (
        "(:03) 8-Q.Quick pass short left to 10-A.Able to OAK 45 for 5 yards. Lateral to "
        "22-B.Baker to KC 43 for 12 yards."
    )
    play = read(text)
    assert play.yards == 17
    assert [leg.player.name for leg in play.laterals if leg.player] == ["B.Baker"]


def test_fumble_recovered_twice():
    play = columns(
        "8-Q.Quick sacked at OAK 33 for -7 yards (99-D.Dunn). FUMBLES (99-D.Dunn), RECOVERED "
        "by KC-55-E.East at OAK 35. "
        "55-E.East to OAK 31 for 4 yards. FUMBLES, RECOVERED by OAK-70-F.Ford at OAK 30."
    )
    assert (play["sack"], play["fumble"], play["fumble_lost"]) == (True, True, True)
    assert (play["fumbled_1_team"], play["fumble_recovery_1_team"]) == ("OAK", "KC")
    assert play["fumble_recovery_2_team"] == "OAK"
    assert play["fumble_recovery_1_yards"] == 4
    # The sack ends where the ball was picked up: OAK 35 instead of OAK 33.
    assert play["yards_gained"] == -5


def test_fumbler_who_gets_it_back_goes_on_with_his_run():
    assert (
        read(
            "33-A.Able right end to OAK 44 for 4 yards. FUMBLES, and recovers at OAK 45. "
            "33-A.Able to OAK 48 for 3 yards."
        ).yards
        == 8
    )


def test_fumble_backwards_shortens_the_gain():
    text = (
        "33-A.Able right end to KC 50 for 10 yards (52-B.Bold). FUMBLES (52-B.Bold), "
        "RECOVERED by KC-52-B.Bold at OAK 46."
    )
    assert read(text.replace("KC 50", "50")).yards == 6


def test_safety_on_a_fumble():
    play = columns(
        "(3:15) 8-Q.Quick sacked at OAK 1 for -4 yards (99-D.Dunn). FUMBLES (99-D.Dunn), ball "
        "out of bounds in End Zone, SAFETY.",
        spot=95,
    )
    assert (play["safety"], play["fumble"], play["fumble_lost"], play["touchdown"]) == (True, True, False, False)


def test_bad_snap_then_a_pass():
    play = columns(
        "(Shotgun) 8-Q.Quick FUMBLES (Aborted) at OAK 34, and recovers at OAK 34. "
        "8-Q.Quick pass short right to 12-R.Rush to OAK 49 for 9 yards."
    )
    assert (play["play_type"], play["aborted_play"], play["complete_pass"]) == ("pass", True, True)
    assert (play["yards_gained"], play["fumble"], play["fumble_lost"]) == (9, True, False)


def test_bad_snap_by_the_center_loses_no_rushing_yards():
    play = columns("8-Q.Quick Aborted. 60-C.Core FUMBLES at OAK 33, recovered by OAK-8-Q.Quick at OAK 30.")
    assert (play["play_type"], play["yards_gained"], play["aborted_play"]) == ("run", 0, True)


def test_blocked_punt_for_a_touchdown():
    play = columns(
        "(9:01) 5-P.Punt punt is BLOCKED by 90-C.Cole, Center-45-L.Long, RECOVERED by KC-21-S.Swift at OAK 12. "
        "21-S.Swift for 12 yards, TOUCHDOWN.",
        down=4,
    )
    assert (play["play_type"], play["punt_blocked"], play["td_team"]) == ("punt", True, "KC")
    assert play["kick_distance"] is None
    assert play["return_yards"] == 0


def test_muffed_punt_lost():
    play = columns(
        "5-P.Punt punts 41 yards to KC 19, Center-45-L.Long. 17-R.Rapid MUFFS catch, touched at KC 19, "
        "RECOVERED by OAK-21-S.Swift at KC 15. 21-S.Swift to KC 15 for no gain.",
        down=4,
    )
    assert (play["fumble"], play["fumbled_1_team"], play["fumble_recovery_1_team"]) == (True, "KC", "OAK")
    assert (play["kick_distance"], play["return_yards"], play["fumble_lost"]) == (41, 0, True)


def test_muffed_kickoff_that_is_kept_is_no_fumble():
    play = columns(
        "3-K.Kick kicks 61 yards from OAK 35 to KC 4. 17-R.Rapid MUFFS catch, and recovers at KC 6. "
        "17-R.Rapid to KC 21 for 15 yards (41-T.Tall).",
        offense="KC",
        spot=35,
        down=None,
    )
    assert (play["play_type"], play["fumble"], play["return_yards"]) == ("kickoff", False, 15)


def test_onside_kick_recovered():
    play = columns(
        "(Onside Kick formation) 3-K.Kick kicks onside 13 yards from OAK 35 to OAK 48. "
        "RECOVERED by OAK-21-S.Swift.",
        offense="KC",
        spot=35,
        down=None,
    )
    assert (play["own_kickoff_recovery"], play["kick_distance"], play["return_team"]) == (True, 13, None)


def test_kick_with_impetus_and_touchback():
    onside = read("3-K.Kick kicks onside 20 yards from OAK 35 to KC 45, impetus ends at OAK 46.", "KC", 35, None)
    assert (onside.kick_distance, onside.onside) == (11, True)
    deep = columns("3-K.Kick kicks 70 yards from OAK 35 to KC -5. 17-R.Rapid, Touchback.", "KC", 35, None)
    assert (deep["touchback"], deep["kick_distance"], deep["return_yards"]) == (True, 65, 0)


def test_return_counts_to_the_spot_of_the_foul():
    play = read(
        "3-K.Kick kicks 60 yards from OAK 35 to KC 5. 17-R.Rapid to KC 40 for 35 yards (41-T.Tall). "
        "PENALTY on KC-50-H.Hold, Offensive Holding, 10 yards, enforced at KC 22.",
        "KC",
        35,
        None,
    )
    assert (play.return_yards, play.kick_distance) == (17, 60)


def test_fair_catch_downed_and_out_of_bounds():
    fair = read("5-P.Punt punts 40 yards to KC 20, Center-45-L.Long, fair catch by 17-R.Rapid.")
    assert (fair.fair_catch, fair.returner, fair.return_yards) == (True, Player("R.Rapid", 17), 0)
    assert read("5-P.Punt punts 40 yards to KC 20, Center-45-L.Long, downed by OAK-21-S.Swift.").downed
    assert read("5-P.Punt punts 40 yards to KC 20, Center-45-L.Long, out of bounds.").kick_out_of_bounds


def test_offsetting_penalties():
    play = read(
        "8-Q.Quick pass short left to 12-R.Rush to KC 50 for 10 yards. "
        "Penalty on OAK-77-B.Big, Offensive Holding, offsetting, enforced at OAK 40 - No Play. "
        "Penalty on KC-24-G.Grab, Defensive Holding, offsetting."
    )
    assert (play.kind, play.play_type, play.accepted_penalties) == (PlayKind.PASS, "no_play", ())
    assert [foul.ruling for foul in play.penalties] == [Ruling.OFFSETTING, Ruling.OFFSETTING]
    assert (play.pass_length, play.receiver) == ("short", Player("R.Rush", 12))


def test_declined_penalty():
    play = columns("33-A.Able left end to KC 47 for 13 yards. Penalty on KC, Defensive 12 On-field, declined.")
    assert (play["penalty"], play["play_type"], play["yards_gained"]) == (False, "run", 13)


def test_intentional_grounding():
    play = columns(
        "(Shotgun) 8-Q.Quick pass incomplete deep right. PENALTY on OAK-8-Q.Quick, "
        "Intentional Grounding, 10 yards, enforced at OAK 40."
    )
    assert (play["play_type"], play["incomplete_pass"], play["yards_gained"]) == ("pass", True, 0)
    assert (play["penalty_team"], play["penalty_type"], play["penalty_yards"]) == (
        "OAK",
        "Intentional Grounding",
        10,
    )


def test_holding_downfield_cuts_the_run():
    text = (
        "33-A.Able left end to KC 30 for 30 yards. PENALTY on OAK-80-C.Clip, Offensive "
        "Holding, 10 yards, enforced at KC 48."
    )
    assert read(text).yards == 12


def test_foul_in_the_end_zone_is_a_safety_although_the_play_is_wiped_out():
    play = columns(
        "8-Q.Quick pass incomplete short left. PENALTY on OAK-77-B.Big, Offensive Holding, 4 "
        "yards, enforced in End Zone, SAFETY - No Play.",
        spot=96,
    )
    assert (play["play_type"], play["safety"], play["penalty_yards"]) == ("no_play", True, 4)


def test_two_penalties_are_both_kept():
    play = read(
        "PENALTY on OAK-77-B.Big, False Start, 5 yards, enforced at OAK 40 - No Play. "
        "PENALTY on OAK-77-B.Big, Unsportsmanlike Conduct, 15 yards, enforced between downs."
    )
    assert [(foul.name, foul.yards, foul.between_downs) for foul in play.penalties] == [
        ("False Start", 5, False),
        ("Unsportsmanlike Conduct", 15, True),
    ]
    assert play.kind is PlayKind.PENALTY


def test_penalty_without_a_name():
    play = read("33-A.Able left end to KC 47 for 13 yards. PENALTY on KC-L.Lost, 5 yards, enforced at KC 47.")
    assert [(foul.team, foul.name, foul.yards) for foul in play.penalties] == [("KC", "", 5)]


def test_interception_with_touchback():
    play = columns(
        "8-Q.Quick pass deep middle intended for 12-R.Rush INTERCEPTED by 29-P.Pick at KC -4. Touchback."
    )
    assert (play["interception"], play["touchback"], play["return_yards"]) == (True, True, 0)
    assert (play["complete_pass"], play["yards_gained"]) == (False, 0)


def test_interception_returned_for_a_touchdown():
    play = columns(
        "8-Q.Quick pass short left intended for 12-R.Rush INTERCEPTED by 29-P.Pick "
        "[90-C.Cole] at OAK 44. 29-P.Pick for 44 yards, TOUCHDOWN."
    )
    assert (play["td_team"], play["return_touchdown"], play["return_yards"]) == ("KC", True, 44)


def test_fumble_through_the_end_zone_is_lost():
    play = columns(
        "33-A.Able left end to KC 1 for 4 yards (29-P.Pick). FUMBLES (29-P.Pick), ball out of "
        "bounds in End Zone, Touchback.",
        spot=5,
    )
    assert (play["fumble_lost"], play["touchback"], play["fumble_out_of_bounds"]) == (True, True, True)


@pytest.mark.parametrize(
    ("text", "result", "points_back"),
    [
        (
            "TWO-POINT CONVERSION ATTEMPT. 8-Q.Quick pass to 12-R.Rush is complete. ATTEMPT SUCCEEDS.",
            "success",
            False,
        ),
        ("TWO-POINT CONVERSION ATTEMPT. 8-Q.Quick is sacked. ATTEMPT FAILS.", "failure", False),
        (
            "TWO-POINT CONVERSION ATTEMPT. 8-Q.Quick pass to 12-R.Rush is incomplete. ATTEMPT FAILS. "
            "DEFENSIVE TWO-POINT ATTEMPT. 29-P.Pick intercepted the try attempt. ATTEMPT SUCCEEDS.",
            "failure",
            True,
        ),
    ],
)
def test_two_point_tries(text: str, result: str, points_back: bool):
    play = columns(text, spot=2, down=None)
    assert (play["two_point_attempt"], play["two_point_conv_result"]) == (True, result)
    assert play["defensive_two_point_conv"] is points_back
    assert play["play_type"] == "pass"


def test_blocked_extra_point_returned():
    play = columns(
        "3-K.Kick extra point is Blocked (90-C.Cole), Center-45-L.Long, Holder-5-P.Punt. "
        "DEFENSIVE TWO-POINT ATTEMPT. 29-P.Pick recovered the blocked kick. ATTEMPT SUCCEEDS.",
        spot=15,
        down=None,
    )
    assert (play["extra_point_result"], play["defensive_extra_point_conv"]) == ("blocked", True)
    assert (play["kick_distance"], play["td_team"]) == (33, None)


def test_missed_field_goal_returned_for_a_touchdown():
    play = columns(
        "3-K.Kick 58 yard field goal is No Good, Short, Center-45-L.Long, Holder-5-P.Punt. "
        "29-P.Pick at KC -8 for 108 yards, TOUCHDOWN.",
        spot=40,
        down=4,
    )
    assert (play["field_goal_result"], play["kick_distance"], play["td_team"]) == ("missed", 58, "KC")


def test_reversed_ruling_is_what_counts():
    play = read(
        "(1:10) (Shotgun) 8-Q.Quick pass short right to 12-R.Rush for 40 yards, TOUCHDOWN. "
        "The Replay Official reviewed the "
        "pass completion ruling, and the play was REVERSED. (Shotgun) 8-Q.Quick pass "
        "incomplete deep right to 12-R.Rush."
    )
    assert (play.incomplete, play.complete, play.touchdown_team, play.yards) == (True, False, None, 0)
    assert play.pass_length == "deep"
    assert [(review.by, review.outcome) for review in play.reviews] == [("The Replay Official", "Reversed")]


def test_upheld_challenge_costs_the_challenger_a_timeout():
    play = read(
        "33-A.Able left end pushed ob at KC 47 for 13 yards. Kansas City challenged the "
        "runner was in bounds ruling, "
        "and the play was Upheld. The ruling on the field stands. (Timeout #2 at 03:11.)"
    )
    assert (play.timeout, play.timeout_team, play.yards) == (2, "KC", 13)
    assert play.kind is PlayKind.RUN


def test_nullified_touchdown():
    play = read(
        "33-A.Able left end for 60 yards, TOUCHDOWN NULLIFIED by Penalty. "
        "PENALTY on OAK-77-B.Big, Offensive Holding, 10 yards, enforced at OAK 40 - No Play."
    )
    assert (play.touchdown_team, play.play_type, play.run_gap) == (None, "no_play", "end")


def test_throw_from_beyond_the_line_stays_a_run():
    play = read(
        "8-Q.Quick scrambles left end to OAK 42 for 2 yards. 8-Q.Quick pass incomplete short left to 12-R.Rush. "
        "PENALTY on OAK-8-Q.Quick, Illegal Forward Pass, 5 yards, enforced at OAK 42."
    )
    assert (play.kind, play.scramble, play.yards, play.pass_length) == (PlayKind.RUN, True, 2, None)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Timeout #1 by KC at 02:07.", PlayKind.TIMEOUT),
        ("END QUARTER 1", PlayKind.MARKER),
        ("(1:02) 8-Q.Quick kneels to OAK 39 for -1 yards.", PlayKind.KNEEL),
        ("(:12) 8-Q.Quick spiked the ball to stop the clock.", PlayKind.SPIKE),
        ("(:12) 8-Q.Quick pass incomplete. Ball spiked to stop clock.", PlayKind.SPIKE),
        ("8-Q.Quick in at QB.", PlayKind.MARKER),
        ("", PlayKind.MARKER),
    ],
)
def test_what_is_no_ordinary_play(text: str, kind: PlayKind):
    assert read(text).kind is kind


def test_remarks_are_not_read_as_plays():
    play = read(
        "8-Q.Quick sacked at OAK 32 for -8 yards (99-D.Dunn). FUMBLES (99-D.Dunn), recovered "
        "by OAK-70-F.Ford at OAK 31. "
        "Officially, a sack for 9 yards."
    )
    assert (play.yards, len(play.legs)) == (-9, 1)


PHRASES = st.sampled_from(
    [
        "(2:11) (Shotgun) ",
        "8-Q.Quick pass deep left to 12-R.Rush ",
        "Q.Quick sacked ",
        "33-A.Able left end ",
        "at OAK 41 ",
        "to KC 12 for 7 yards ",
        "for -3 yards, TOUCHDOWN. ",
        "FUMBLES (90-C.Cole), touched at 50, ",
        "RECOVERED by KC-29-P.Pick at KC -3. ",
        "and recovers at OAK 2. ",
        "Lateral to 22-B.Baker ",
        "INTERCEPTED by 29-P.Pick at KC 1. ",
        "3-K.Kick kicks onside 9 yards from OAK 35 to OAK 44, impetus ends at OAK 43. ",
        "5-P.Punt punts 60 yards to end zone, Touchback. ",
        "17-R.Rapid MUFFS catch, ",
        "ball out of bounds in End Zone, SAFETY. ",
        "PENALTY on KC-24-G.Grab, Face Mask (15 Yards), 15 yards, enforced at KC 30 - No Play. ",
        "Penalty on OAK, declined. ",
        "The Replay Official reviewed the fumble ruling, and the play was REVERSED. ",
        "TWO-POINT CONVERSION ATTEMPT. ",
        "ATTEMPT SUCCEEDS. ",
        "3-K.Kick 44 yard field goal is BLOCKED (90-C.Cole), ",
        "Handoff to 33-A.Able ",
    ]
)


@given(
    words=st.lists(PHRASES, max_size=9).map("".join),
    cut=st.integers(0, 400),
    offense=st.sampled_from([None, "OAK", "KC"]),
    spot=st.one_of(st.none(), st.integers(1, 99)),
)
def test_any_jumble_of_phrases_is_read_without_failing_and_always_alike(words, cut, offense, spot):
    context = Context("OAK", "KC", offense, spot)
    play = parse(words[:cut], context)
    assert play == parse(words[:cut], context)
    assert description_columns(play, context)["play_type"] == play.play_type
    assert -100 < play.return_yards < 120 or len(play.legs) > 1


def test_players_by_their_whole_first_name():
    play = read("(9:31) (Shotgun) Alex Able pass incomplete short right to Dan Dover (B.Bold).")
    assert (play.kind, play.passer, play.receiver) == (PlayKind.PASS, Player("Alex Able"), Player("Dan Dover"))
    assert read("Dam. Able right end to KC 45 for 15 yards.").runner == Player("Dam. Able")
    assert read("70-B.Big reported in as eligible. Alex Able sacked at OAK 33 for -7 yards (C.Cole).").sack
