"""Which of the nine calls a play was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartkit import resources
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import columns as charts
from tests.ddf.classify.hand_made import classified, only, passed, play, run


@pytest.mark.parametrize(
    ("gap", "call"),
    [
        ("middle", "1-LINE PLUNGE"),
        ("guard", "1-LINE PLUNGE"),
        ("tackle", "2-OFF TACKLE"),
        ("end", "3-END RUN"),
    ],
)
def test_runs_go_by_their_gap(gap, call):
    found = only(run(4, gap))
    assert (found.call, found.column, found.basis, found.role) == (call, call, "charted", "call")


@pytest.mark.parametrize(
    ("situation", "call"),
    [
        ({"down": 2, "ydstogo": 8}, "4-DRAW"),
        ({"down": 2, "ydstogo": 7}, "1-LINE PLUNGE"),
        ({"down": 2, "ydstogo": 7, "shotgun": True}, "4-DRAW"),
        ({"down": 3, "ydstogo": 5}, "4-DRAW"),
        ({"down": 3, "ydstogo": 3}, "1-LINE PLUNGE"),
        ({"down": 3, "ydstogo": 3, "shotgun": True}, "4-DRAW"),
        ({"down": 1, "ydstogo": 10, "shotgun": True}, "1-LINE PLUNGE"),
        ({"down": 1, "ydstogo": 20}, "4-DRAW"),
        ({"down": 3, "ydstogo": 8, "yardline_100": 3}, "1-LINE PLUNGE"),
    ],
)
def test_an_inside_run_on_a_passing_down_is_a_draw(situation, call):
    assert only(run(4, **situation)).call == call


def test_an_outside_run_is_never_a_draw():
    assert only(run(4, "end", down=3, ydstogo=12, shotgun=True)).call == "3-END RUN"


@pytest.mark.parametrize(
    ("air", "place", "call"),
    [
        (-5, "left", "5-SCREEN"),
        (-3, "middle", "5-SCREEN"),
        (0, "left", "6-SHORT"),
        (7, "right", "6-SHORT"),
        (7, "middle", "6-SHORT"),
        (8, "left", "7-MEDIUM"),
        (10, "right", "7-MEDIUM"),
        (11, "middle", "7-MEDIUM"),
        (18, "middle", "7-MEDIUM"),
        (11, "left", "9-SIDELINE"),
        (18, "right", "9-SIDELINE"),
        (19, "left", "8-LONG"),
        (55, "middle", "8-LONG"),
    ],
)
@pytest.mark.parametrize("caught", [True, False])
def test_passes_go_by_depth_and_place_whether_caught_or_not(air, place, call, caught):
    assert only(passed(12 if caught else 0, air, place, caught=caught, out_of_bounds=caught)).call == call


@pytest.mark.parametrize(
    ("line", "air", "place", "call"),
    [
        (20, 25, "left", "7-MEDIUM"),
        (21, 25, "left", "8-LONG"),
        (10, 14, "middle", "6-SHORT"),
        (10, 9, "right", "9-SIDELINE"),
        (10, 19, "right", "9-SIDELINE"),
        (11, 14, "middle", "7-MEDIUM"),
    ],
)
def test_calls_that_the_game_forbids_near_the_goal_are_others(line, air, place, call):
    assert only(passed(0, air, place, caught=False, yardline_100=line)).call == call


def test_what_is_no_call():
    for kind in ("qb_kneel", "qb_spike", "punt", "kickoff", "field_goal", "extra_point"):
        assert only(play(kind)).call is None or only(play(kind)).isna().call
    try_for_two = passed(2, 2, two_point_attempt=True, two_point_conv_result="success", down=None)
    found = only(try_for_two)
    assert (found.role, found.column, found.symbol) == ("two-point try", "TWO-POINT TRY", "G")
    muff = only(run(0, aborted_play=True, fumble=True, fumbled_1_team="BUF", fumble_recovery_1_team="NYJ"))
    assert (muff.role, muff.column, muff.symbol, muff.lost) == ("muffed snap", "MUFFED SNAP", "F -1", True)
    told = {"aborted_play": True, "fumble": True, "fumbled_1_team": "BUF", "fumble_recovery_1_team": "NYJ"}
    dropped = only(run(-4, shotgun=True, **told))
    assert (dropped.role, dropped.symbol, dropped.lost) == ("call", "F -4", True)
    assert dropped.column in charts.RUNS
    passer = only(play("pass", yards_gained=-4, shotgun=True, **told))
    assert (passer.role, passer.lost, passer.call in charts.PASSES) == ("call", True, True)


@pytest.mark.parametrize(
    ("words", "calls"),
    [
        ("(3:10) 25-L.McCoy left end to BUF 31 for 6 yards (92-L.Williams).", {"3-END RUN"}),
        ("(3:10) (Shotgun) 5-T.Taylor sacked at BUF 18 for -7 yards (92-L.Williams).", set(charts.PASSES)),
        ("(3:10) (Shotgun) 5-T.Taylor scrambles right end to BUF 31 for 6 yards.", set(charts.PASSES)),
        (
            "(3:10) 5-T.Taylor pass deep right to 10-D.Thompson to NYJ 40 for 35 yards (21-M.Claiborne).",
            {"7-MEDIUM", "8-LONG"},
        ),
        ("(3:10) 5-T.Taylor pass incomplete short middle to 85-C.Clay.", {"5-SCREEN", "6-SHORT", "7-MEDIUM"}),
    ],
)
def test_a_play_that_a_penalty_wiped_out_is_a_call_when_the_description_says_what_was_run(words, calls):
    foul = " PENALTY on BUF-77-C.Glenn, Offensive Holding, 10 yards, enforced at BUF 25 - No Play."
    found = only(
        play(
            "no_play",
            desc=words + foul,
            penalty=True,
            penalty_team="BUF",
            penalty_type="Offensive Holding",
            penalty_yards=10,
        )
    )
    assert found.call in calls
    assert (found.role, found.wiped, found.outcome, found.symbol) == ("call", True, "foul", "OFF 10")


def test_a_foul_before_the_snap_is_no_call_but_has_a_column():
    found = only(
        play(
            "no_play",
            desc="(3:10) (Shotgun) PENALTY on BUF-77-C.Glenn, False Start, 5 yards, enforced at BUF 25 - No Play.",
            penalty=True,
            penalty_team="BUF",
            penalty_type="False Start",
            penalty_yards=5,
        )
    )
    assert found.role == "foul"
    assert found.isna().call
    assert found.column in charts.PLAYS
    assert (found.basis, found.symbol, found.foul_snap) == ("situation", "OFF 5", "pre")


@pytest.mark.parametrize(
    ("formation", "column"),
    [("Punt", "PUNT"), ("Field Goal", "FIELD GOAL"), ("Run", charts.RUNS), ("Pass", charts.PASSES)],
)
def test_a_bare_foul_belongs_to_the_formation(formation, column):
    words = f"(1:00) ({formation} formation) PENALTY on BUF, Delay of Game, 5 yards, enforced at BUF 25 - No Play."
    foul = {"penalty": True, "penalty_team": "BUF", "penalty_type": "Delay of Game", "penalty_yards": 5}
    found = only(play("no_play", desc=words, down=4, **foul))
    assert found.column == column or found.column in column


def test_interference_marks_the_depth_of_the_throw():
    foul = {"penalty": True, "penalty_team": "NYJ", "penalty_type": "Defensive Pass Interference"}
    words = (
        "(3:10) 5-T.Taylor pass incomplete deep left to 10-D.Thompson. PENALTY on NYJ-21-M.Claiborne, Defensive "
    )
    words += "Pass Interference, 31 yards, enforced at BUF 25 - No Play."
    found = only(play("no_play", desc=words, penalty_yards=31, **foul))
    assert (found.call, found.symbol, found.basis) == ("8-LONG", "PI 31", "charted")


def test_an_interception_without_air_yards_goes_by_its_spot():
    words = "(7:21) D.Flutie pass intended for E.Moulds INTERCEPTED by A.Glenn at NYJ 49. A.Glenn for 6 yards."
    found = only(passed(0, None, None, caught=False, interception=True, desc=words, return_yards=6, season=1999))
    assert (found.call, found.symbol, found.return_symbol) == ("8-LONG", "INT 26", "6")


def test_runs_by_the_passer_are_scrambles_where_nobody_marks_them():
    throws = [passed(5, None, None, passer_player_name="D.Flutie", season=1999) for _ in range(6)]
    rows = [*throws, run(8, "end", rusher_player_name="D.Flutie", season=1999)]
    sneak = run(1, rusher_player_name="D.Flutie", ydstogo=1, season=1999)
    back = run(3, rusher_player_name="A.Smith", season=1999)
    found = classified(*rows, sneak, back)
    assert list(found.trap.iloc[-3:].fillna("")) == ["scramble", "", ""]
    marked = passed(5, None, None, season=1999)
    marks = [
        run(8, "end", qb_scramble=True, season=1999),
        run(8, "end", rusher_player_name="D.Flutie", season=1999),
    ]
    assert list(classified(*throws, marked, *marks).trap.iloc[-2:].fillna("")) == ["scramble", ""]


_PLAYS = st.one_of(
    st.builds(
        run,
        st.integers(-9, 75),
        st.sampled_from(["middle", "guard", "tackle", "end", None]),
        down=st.integers(1, 4),
        ydstogo=st.integers(1, 30),
        yardline_100=st.integers(1, 99),
        shotgun=st.booleans(),
        qb_scramble=st.booleans(),
    ),
    st.builds(
        passed,
        st.integers(-9, 75),
        st.one_of(st.none(), st.integers(-12, 70)),
        st.sampled_from(["left", "middle", "right", None]),
        caught=st.booleans(),
        down=st.integers(1, 4),
        ydstogo=st.integers(1, 30),
        yardline_100=st.integers(1, 99),
        sack=st.booleans(),
    ),
)


@settings(max_examples=40)
@given(st.lists(_PLAYS, min_size=1, max_size=30))
def test_every_scrimmage_play_has_exactly_one_legal_call_and_keeps_it(rows):
    found, again = classified(*rows), classified(*rows)
    assert found.equals(again)
    assert found.call.isin(charts.PLAYS).all()
    assert not ((found.call == "8-LONG") & (found.line <= 20)).any()
    assert not ((found.call == "7-MEDIUM") & (found.line <= 10)).any()
    assert not ((found.call == "4-DRAW") & (found.line <= 3)).any()
    is_pass = found.call.isin(charts.PASSES)
    assert (is_pass == ((found.play_type == "pass") | (found.trap == "scramble"))).all()


def test_an_author_changes_the_rules(tmp_path):
    mine = tmp_path / "mine.toml"
    text = resources.template("ddf-classify.toml").read_text(encoding="utf-8")
    mine.write_text(text.replace("screen_to = -3", "screen_to = 0"), encoding="utf-8")
    assert only(passed(3, 0), rules=mine).call == "5-SCREEN"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("screen_to = -3", "screen_to = 12", "screen_to < short_to < medium_to"),
        ("screen_to = -3", 'screen_to = "far"', "passes.screen_to: this must be a whole number, but it is a text"),
        ("screen_to = -3", "", "passes.screen_to: `screen_to` is missing"),
        ("screen_to = -3", "screen_to = = 3", r"mine\.toml:\d+:13: this is not TOML: invalid value"),
        ("onside_to = 20", "onside_to = 60", "onside_to must be below squib_to"),
    ],
)
def test_rules_that_make_no_sense_are_refused_with_the_place(tmp_path, old, new, message):
    mine = tmp_path / "mine.toml"
    text = resources.template("ddf-classify.toml").read_text(encoding="utf-8")
    assert old in text
    mine.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        only(run(3), rules=mine)
