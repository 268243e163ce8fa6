"""Sections 1 to 7, paragraph by paragraph, with scripted dice; a rewound number is a 34 unless a test says so."""

from __future__ import annotations

import pytest
from support.coachs_call import PLAIN, ListedDice, Script, named, play, receiving, roster, table

from chartkit.systems import records as r
from chartkit.systems.coachs_call.matchup import ROLLS
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Options, roll_place, roll_sum
from chartkit.systems.coachs_call.rules.reading import changed_grade, take, throw

REC1, RB2 = n.REC1, n.RB1 + 1


def gain(call: int, roll: int, **setting: object) -> int:
    return play(call, [roll], **setting)[0]["gain"]


# 1 and 2.


def test_1_1_1_2_two_readings_of_a_roll() -> None:
    assert len(ROLLS) == 36 and ROLLS[0] == 11 and ROLLS[-1] == 66
    assert (roll_place(11), roll_place(66), roll_sum(46)) == (0, 35, 10)


@pytest.mark.parametrize(("roll", "receives"), [(31, 0), (41, 1)])
def test_1_5_a_roll_decides_who_receives(roll: int, receives: int) -> None:
    seat = table([roll], phase=n.OPENING, written=0)
    seat.step()
    assert (seat.game.phase, seat.game.possession, seat.game.written) == (n.KICKOFF, 1 - receives, 0)


def test_2_4_d_meets_conditions_on_c_and_is_capped_at_15() -> None:
    weak = roster(RB1="D")
    assert gain(n.LINE_RUN, 22, home=weak) == -5, "as a C runner"
    assert gain(n.LINE_RUN, 66, home=weak) == 15, "a long gain of 34"
    assert gain(n.LINE_RUN, 66, home=weak, history=[66] * 30) == 15, "a touchdown"
    assert gain(n.SHORT, 65, home=roster(REC1="D")) == 15


def test_2_5_a_back_is_a_b_receiver_or_an_a_receiver_where_it_was_bought() -> None:
    to_the_back = {"player": n.RB1}
    d_back = roster(RB1="D")
    assert gain(n.SHORT, 65, home=d_back, answers=to_the_back) == 18, "A28: not capped"
    assert gain(n.SHORT, 44, home=roster(), answers=to_the_back) == 7
    bought = receiving(roster(RB1="A"), "RB1")
    assert gain(n.SHORT, 44, home=bought, answers=to_the_back) == 16
    assert gain(n.SCREEN, 44, home=bought, answers=to_the_back) == 14
    assert gain(n.MEDIUM, 44, home=bought, answers=to_the_back) == 10, "short and screen only"


def test_2_6_a_receiver_who_carries_is_a_b_runner() -> None:
    assert gain(n.REVERSE, 22, home=roster(REC1="C")) == -6, "the base, three times"
    capped = Options(cap_follows_grade=False)
    assert gain(n.REVERSE, 65, home=roster(REC1="D")) == 36
    assert gain(n.REVERSE, 65, home=roster(REC1="D"), options=capped) == 15


def test_2_8_a_substitute_is_below_the_man_he_replaces() -> None:
    touches = [[[30] * 30, [0] * 30], [[0] * 30, [0] * 30]]
    row, seat = play(n.LINE_RUN, [64], home=roster("HOM", "A"), touches=touches, answers={"substitute": 1})
    assert row["gain"] == 12, "B, not A (22) and not D"
    assert seat.game.benched[0][n.RB1] == 1 and seat.game.touches[0][1][n.RB1] == 1


@pytest.mark.parametrize(
    ("slot", "grade", "points", "after"),
    [
        (n.QB, n.A, -2, n.B),
        (n.QB, n.C, -2, n.C),
        (n.PUNTER, n.A, -2, n.C),
        (n.RB1, n.C, -2, n.D),
        (n.DEFENSE, n.C, 2, n.C),
        (n.RB1, n.B, 2, n.A),
        (n.RB1, n.A, 2, n.A),
    ],
)
def test_a22_two_points_up_or_down(slot: int, grade: int, points: int, after: int) -> None:
    assert changed_grade(table().game, slot, grade, points) == after


def test_a22_or_always_one_grade() -> None:
    game = table(options=Options(point_changes="grade")).game
    assert changed_grade(game, n.PUNTER, n.A, -2) == n.B and changed_grade(game, n.DEFENSE, n.C, 2) == n.B


# 3.


def test_3_1_the_roll_is_written_first() -> None:
    _, seat = play(n.LINE_RUN, [45])
    assert seat.game.history[seat.game.written - 1] == 45 and seat.game.box == 11


@pytest.mark.parametrize(("roll", "distance"), [(46, 2), (11, 6), (66, 6), (16, 5), (12, 1)])
def test_3_2_rewind_distance(roll: int, distance: int) -> None:
    seat = table([roll])
    throw(seat.game)
    assert seat.game.distance == distance


def test_3_3_3_5_the_reference_example() -> None:
    """History 13 41 55 62 31 15, new roll 46: the second number is 31, the third 55."""
    game = table([46], history=[13, 41, 55, 62, 31, 15]).game
    throw(game)
    assert (take(game), take(game)) == (31, 55)


def test_3_5_the_example_as_a_play() -> None:
    """An interception whose return is read with 31: sum 4, ten yards, and `Time`."""
    row, seat = play(n.DEEP, [22], history=[31, 15, 15, 15, 15, 15])
    assert (row["result"], row["return_yards"], row["credit"] >= 0) == (r.INTERCEPTED, 10, True)
    assert seat.game.timeouts == [3, 2]


def test_3_4_a_short_history_is_filled_by_dice_that_are_not_written() -> None:
    row, seat = play(n.SHORT, [11, 56], history=[])
    assert (row["kind"], row["gain"], seat.game.written) == (r.IS_SCRAMBLE, 22, 1)
    _, seat = play(n.SHORT, [11, 56], history=[], options=Options(write_extra_rolls=True))
    assert seat.game.written == 2, "A37"


def test_3_4_the_history_runs_across_quarters() -> None:
    row, _ = play(n.SHORT, [11], history=[*PLAIN[:24], 56, *PLAIN[:5]], box=0, quarter=2)
    assert row["gain"] == 22


def test_3_6_fresh_numbers_are_rolled() -> None:
    row, seat = play(n.LINE_RUN, [66, 21], options=Options(numbers="fresh"))
    assert row["gain"] == 25 and seat.game.written == len(PLAIN) + 1


# 4 and 5.


def test_4_1_a_rare_play_comes_instead_of_the_call() -> None:
    row, seat = play(n.LONG, [43], rare_pending=1)
    assert (row["rare"] >= 0, row["gain"], seat.game.rare_pending, seat.game.last_call) == (True, 14, 0, n.NONE)


def test_4_4_the_first_variant_that_holds() -> None:
    assert gain(n.LINE_RUN, 24) == 0 and gain(n.LINE_RUN, 24, home=roster(RB1="A")) == 5
    assert gain(n.LINE_RUN, 53) == 6 and gain(n.LINE_RUN, 53, away=roster("VIS", "A")) == -3


@pytest.mark.parametrize(
    ("call", "roll", "yards"),
    [
        (n.LINE_RUN, 63, 10),
        (n.END_RUN, 65, 18),
        (n.SHORT, 63, 15),
        (n.MEDIUM, 65, 20),
        (n.DEEP, 63, 26),
        (n.LONG, 62, 35),
    ],
)
def test_5_1_the_six_columns(call: int, roll: int, yards: int) -> None:
    assert gain(call, roll) == yards


def test_5_2_screen() -> None:
    assert gain(n.SCREEN, 34) == 0 and gain(n.SCREEN, 63) == 13
    assert play(n.SCREEN, [21])[0]["result"] == r.NOT_CAUGHT
    assert gain(n.SCREEN, 66) == 32, "A30: also on a long gain"


def test_5_3_sideline() -> None:
    row, _ = play(n.SHORT, [63], answers={"sideline": 1})
    assert (row["gain"], row["out_of_bounds"]) == (13, 1)
    assert gain(n.SCREEN, 63, answers={"sideline": 1}) == 11, "both subtractions"
    coach = Script(call=n.DEEP)
    play(n.DEEP, [63], coach=coach)
    assert "sideline" not in coach.asked


@pytest.mark.parametrize(("roll", "yards"), [(44, 1), (45, 0)])
def test_5_4_sneak(roll: int, yards: int) -> None:
    assert gain(n.SNEAK, roll, spot=40, to_gain=41, down=3) == yards


@pytest.mark.parametrize(
    ("line", "allowed"), [(41, True), (45, True), (42, False), (69, True), (65, True), (100, False)]
)
def test_5_4_where_a_sneak_is_allowed(line: int, allowed: bool) -> None:
    coach = Script(call=[n.SNEAK, n.LINE_RUN])
    play(n.SNEAK, [44], coach=coach, spot=line - 1, to_gain=line, down=3)
    assert bool(coach.reasons) != allowed


def test_a23_a_sneak_with_one_yard_to_go() -> None:
    assert gain(n.SNEAK, 44, spot=41, to_gain=42, down=3, options=Options(sneak="one yard")) == 1


def test_5_5_reverse() -> None:
    assert gain(n.REVERSE, 63) == 24 and gain(n.REVERSE, 14) == -18 and gain(n.REVERSE, 23) == -3
    assert gain(n.REVERSE, 66) == 68


def test_5_6_trick_pass() -> None:
    assert gain(n.TRICK, 62) == 55 and gain(n.TRICK, 65) == 54
    row, _ = play(n.TRICK, [13])
    assert (row["result"], row["return_from"]) == (r.INTERCEPTED, 100 - 58)
    assert gain(n.TRICK, 11) == 5, "A30: a scramble is not modified"
    assert gain(n.TRICK, 11, options=Options(modify_scrambles=True)) == 25


def test_5_7_one_fake_and_its_reward() -> None:
    coach = Script(call=[n.FAKE_PUNT_RUN, n.FAKE_KICK_PASS, n.LINE_RUN], **{"raise": n.QB})
    seat = table([65, 23], coach=coach, down=4)
    seat.step()
    assert (seat.game.fake_used[0], seat.game.grades[0][n.QB], seat.game.down) == (1, n.A, 1)
    seat.step()
    assert coach.reasons == ["a team has one fake a game (5.7)."]


def test_5_7_a_fake_that_fails_earns_nothing() -> None:
    _, seat = play(n.FAKE_PUNT_PASS, [61], down=4)
    assert seat.game.grades[0][n.QB] == n.B and seat.game.possession == 1


def test_5_8_targets() -> None:
    assert play(n.SHORT, [63], answers={"player": RB2})[0]["player"] == RB2
    coach = Script(call=n.SHORT, player=[n.QB, REC1])
    play(n.SHORT, [63], coach=coach)
    assert coach.reasons == ["the target is a receiver or a back (5.8)."]


def test_5_9_a18_a_long_gain_of_a_repeated_call_is_a_fumbled_snap() -> None:
    row, seat = play(n.LINE_RUN, [66], last_call=n.LINE_RUN)
    assert (row["fumbles"], row["player"], row["gain"], seat.game.possession) == (1, n.QB, 0, 1)
    assert gain(n.LINE_RUN, 66, last_call=n.END_RUN) == 34
    assert gain(n.LONG, 65, last_call=n.LONG) == 34, "long passes are exempt"
    assert play(n.TRICK, [65], last_call=n.TRICK)[0]["fumbles"] == 1, "A29"
    assert gain(n.LINE_RUN, 65, last_call=n.LINE_RUN) == 15, "only a long gain"


def test_a29_the_same_call_or_the_same_column() -> None:
    assert gain(n.SCREEN, 66, last_call=n.SHORT) == 32
    row, _ = play(n.SCREEN, [66], last_call=n.SHORT, options=Options(same_call="column"))
    assert row["fumbles"] == 1


def test_5_9_a_new_possession_forgets_the_last_call() -> None:
    seat = table([45, 61], coach=Script(call=n.LINE_RUN), other=Script(call=n.SHORT), down=4)
    seat.step()
    assert seat.game.possession == 1 and seat.game.last_call == n.NONE
    seat = table([45, 65], coach=Script(call=[n.LINE_RUN, n.LINE_RUN]))
    seat.step()
    assert seat.game.last_call == n.LINE_RUN


# 6.


def test_6_2_6_3_numbers_and_words() -> None:
    assert play(n.SHORT, [52])[0]["result"] == r.COMPLETE
    assert play(n.LINE_RUN, [41])[0]["out_of_bounds"] == 1
    assert play(n.SHORT, [61])[0]["result"] == r.NOT_CAUGHT
    sack, _ = play(n.SHORT, [13])
    assert (sack["kind"], sack["gain"], sack["end_spot"]) == (r.IS_SACK, -4, 26)
    fumble, _ = play(n.LINE_RUN, [11])
    assert (fumble["fumbles"], fumble["recovered_by"], fumble["end_spot"]) == (1, 1, 70)
    touchdown, seat = play(n.LONG, [66])
    assert (touchdown["gain"], touchdown["scored"], seat.game.phase) == (70, r.BY_TOUCHDOWN, n.TRY)


def test_6_4_scramble_and_its_sack_with_a_fumble() -> None:
    assert play(n.MEDIUM, [12])[0]["gain"] == 5
    row, _ = play(n.MEDIUM, [12], history=[*PLAIN, 34, 12])
    assert (row["kind"], row["gain"], row["fumble_spot"]) == (r.IS_SACK, -8, 22)


def test_a1_scramble_cells_merged_or_separate() -> None:
    late = {"down": 3, "to_gain": 31}
    assert gain(n.SHORT, 11, **late) == 14 and gain(n.DEEP, 12, **late) == 28
    separate = Options(scramble_cells="separate")
    assert gain(n.SHORT, 11, options=separate, **late) == 5 and gain(n.SHORT, 12, options=separate, **late) == 14


def test_6_5_long_gain_and_a2() -> None:
    assert gain(n.LINE_RUN, 66) == 34
    stopped = {"away": roster("VIS", "A"), "history": [63] * 30}
    assert gain(n.LINE_RUN, 66, **stopped) == 22
    assert gain(n.LINE_RUN, 66, options=Options(long_gain_63="separate"), **stopped) == 70
    fumble, _ = play(n.LINE_RUN, [66], history=[*[11] * 18, 62, *[11] * 5, 45, *[11] * 5])
    assert (fumble["gain"], fumble["fumble_spot"], fumble["recovered_by"]) == (42, 72, 1)


def test_6_6_an_a_mobility_quarterback_runs() -> None:
    row, _ = play(n.SHORT, [14], home=roster(MOB="A"))
    assert (row["kind"], row["gain"]) == (r.IS_SCRAMBLE, 6)
    assert gain(n.SHORT, 14) == -8


def test_6_7_the_last_five_boxes() -> None:
    assert gain(n.LINE_RUN, 55, quarter=2, box=35) == 0
    assert gain(n.LINE_RUN, 55, quarter=2, box=34) == 8
    assert gain(n.LINE_RUN, 55, quarter=2, box=34, options=Options(late_boxes="after")) == 0, "A19"
    assert gain(n.LINE_RUN, 55, quarter=5, box=38) == 8, "never overtime"
    assert gain(n.LINE_RUN, 55, quarter=3, box=38) == 8


def test_6_8_down_and_distance() -> None:
    assert gain(n.LONG, 23) == 26, "first down"
    assert play(n.LONG, [23], down=2)[0]["result"] == r.INTERCEPTED
    assert play(n.SHORT, [62], down=3, to_gain=37)[0]["result"] == r.NOT_CAUGHT
    assert gain(n.SHORT, 62, down=3, to_gain=36) == 11


# 7.


def test_7_1_reaching_the_goal_line_scores() -> None:
    row, seat = play(n.LINE_RUN, [63], spot=90)
    assert (row["gain"], seat.game.score) == (10, [6, 0])
    assert play(n.LONG, [62], spot=90)[0]["gain"] == 10, "a completion longer than the field"


def test_7_2_an_interception_past_the_end_line() -> None:
    row, _ = play(n.LONG, [22], spot=95, other=Script(stay_in_the_end_zone=0))
    assert row["return_from"] == -9


def test_7_3_no_return_has_to_leave_the_end_zone() -> None:
    row, seat = play(n.LONG, [22], spot=80, other=Script(stay_in_the_end_zone=1))
    assert (row["result"], seat.game.possession, seat.game.spot) == (r.INTERCEPTED, 1, 20)


def test_7_4_safety() -> None:
    row, seat = play(n.SHORT, [14], spot=8)
    assert (row["scored"], row["scoring_team"], seat.game.score) == (r.BY_SAFETY, 1, [0, 2])
    assert (seat.game.phase, seat.game.possession, seat.game.after_safety) == (n.KICKOFF, 0, 1)


def test_7_6_a3_yellow_cells_as_a_house_setting() -> None:
    yellow = Options(yellow="proposed")
    assert gain(n.LINE_RUN, 51, down=3, to_gain=32) == 5, "none are known (A3)"
    assert gain(n.LINE_RUN, 51, down=3, to_gain=32, options=yellow) == 0
    assert gain(n.LINE_RUN, 51, spot=95, options=yellow) == 0
    assert gain(n.LINE_RUN, 51, down=3, to_gain=37, options=yellow) == 7
    assert gain(n.LINE_RUN, 51, down=3, to_gain=36, options=yellow) == 5
    assert play(n.SHORT, [52], spot=90, options=yellow)[0]["result"] == r.NOT_CAUGHT
    assert gain(n.SHORT, 52, spot=89, options=yellow) == 9


def test_8_3_a24_time_is_ignored_without_a_time_out() -> None:
    history = [*PLAIN, 45]
    _, seat = play(n.MEDIUM, [12], history=history)
    assert seat.game.timeouts == [2, 3] and seat.game.box == 10, "A27: it saves the box"
    _, seat = play(n.MEDIUM, [12], history=history, timeouts=[0, 3])
    assert seat.game.timeouts == [0, 3] and seat.game.box == 11, "A24"
    free = Options(time_without_time_out=True)
    _, seat = play(n.MEDIUM, [12], history=history, timeouts=[0, 3], options=free)
    assert seat.game.timeouts == [0, 3] and seat.game.box == 10, "A24, if that is agreed"
    _, seat = play(n.MEDIUM, [12], history=history, options=Options(time_saves_box=False))
    assert seat.game.timeouts == [2, 3] and seat.game.box == 11


def test_the_script_has_a_dice_for_every_roll() -> None:
    seat = table([45], coach=Script(call=n.LINE_RUN))
    seat.step()
    assert isinstance(seat.dice, ListedDice) and named(seat)["roll"] == 45
