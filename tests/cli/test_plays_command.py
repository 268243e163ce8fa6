"""`chartkit plays` and `chartkit calls`: an author asks which plays are behind a column."""

import json

import pandas as pd
import pytest
from typer.testing import CliRunner

from chartkit import resources
from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.plays import table
from tests.ddf.classify.hand_made import kickoff, passed, play, run


@pytest.fixture
def build(tmp_path):
    rows = [
        kickoff(64, return_yards=22, posteam="BUF", defteam="NYJ"),
        run(4, desc="25-L.McCoy up the middle for 4 yards."),
        passed(9, 4, desc="5-T.Taylor pass short left for 9 yards."),
        passed(30, 5, desc="5-T.Taylor pass short left for 30 yards."),
        passed(0, -1, caught=False, desc="5-T.Taylor pass incomplete short left."),
        play("pass", sack=True, yards_gained=-7, desc="5-T.Taylor sacked for -7 yards."),
        passed(3, 4, posteam="NYJ", defteam="BUF", desc="10-J.McCown pass short left for 3 yards."),
        passed(3, 4, season_type="POST", week=18, game_id="2017_18_NYJ_BUF", desc="a playoff pass"),
    ]
    table.save(table.conform(pd.DataFrame(rows)), tmp_path / "plays.parquet")
    return tmp_path


def ask(build, *options, command="plays"):
    answer = CliRunner().invoke(build_app(), [command, "2017", "--build", str(build), *options])
    if answer.exception and not isinstance(answer.exception, SystemExit):
        raise answer.exception
    return answer


def test_the_plays_behind_a_column_with_their_descriptions(build):
    answer = ask(build, "--team", "BUF", "--call", "6-SHORT", "--json")
    plays = json.loads(answer.stdout)["plays"]
    assert [(p["cell"], p["yards"]) for p in plays if p["basis"] == "charted"] == [
        ("9", 9),
        ("30", 30),
        ("INC", None),
    ]
    assert all(p["offense"] == "BUF" and p["call"] == "6-SHORT" for p in plays)
    assert "playoff" not in answer.stdout


def test_a_column_can_be_named_by_its_number_or_a_word(build):
    by_name = ask(build, "--call", "6-SHORT", "--json").stdout
    assert ask(build, "--call", "6", "--json").stdout == by_name
    assert ask(build, "--call", "short", "--json").stdout == by_name


def test_sorted_filtered_and_limited(build):
    found = json.loads(ask(build, "--team", "BUF", "--outcome", "gain", "--sort", "-yards", "--json").stdout)
    assert [p["yards"] for p in found["plays"]] == [30, 9, 4]
    found = json.loads(ask(build, "--find", "INCOMPLETE", "--json").stdout)
    assert [p["cell"] for p in found["plays"]] == ["INC"]
    found = json.loads(ask(build, "--sort", "yards", "--limit", "1", "--json").stdout)
    assert (found["found"], [p["yards"] for p in found["plays"]]) == (7, [-7])
    assert "a playoff pass" in ask(build, "--week", "18", "--playoffs").stdout


def test_the_defense_and_the_special_teams_have_lists_too(build):
    found = json.loads(ask(build, "--team", "NYJ", "--defense", "--call", "1", "--json").stdout)
    assert [p["desc"] for p in found["plays"]] == ["25-L.McCoy up the middle for 4 yards."]
    found = json.loads(ask(build, "--team", "BUF", "--call", "kickoff return", "--json").stdout)
    assert [(p["column"], p["cell"], p["offense"]) for p in found["plays"]] == [("KICKOFF RETURN", "22", "BUF")]
    found = json.loads(ask(build, "--team", "BUF", "--call", "QT", "--json").stdout)
    assert [p["cell"] for p in found["plays"]] == ["-7"]


def test_a_list_as_csv(build, tmp_path):
    answer = ask(build, "--call", "1", "--out", str(tmp_path / "plunges.csv"))
    assert "wrote" in answer.stderr
    assert pd.read_csv(tmp_path / "plunges.csv").cell.tolist() == [4]


def test_the_calls_are_counted_and_shows_what_other_rules_move(build, tmp_path):
    found = json.loads(ask(build, "--team", "NYJ", "--json", command="calls").stdout)
    (team,) = found["teams"]
    assert (team["team"], team["calls"]["6-SHORT"], team["quotas"]["6-SHORT"]) == ("NYJ", 1, 1)
    assert found["moved"] is None
    mine = tmp_path / "mine.toml"
    text = resources.template("ddf-classify.toml").read_text(encoding="utf-8")
    mine.write_text(text.replace("screen_to = -3", "screen_to = 0"), encoding="utf-8")
    found = json.loads(ask(build, "--rules", str(mine), "--json", command="calls").stdout)
    assert found["moved"] == [{"from": "6-SHORT", "to": "5-SCREEN", "plays": 1}]
    shown = ask(build, "--team", "BUF", "--rules", str(mine), command="calls").stdout
    assert "6-SHORT -> 5-SCREEN" in shown
    assert "(-1)" in shown


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--team", "XXX"], "no team XXX"),
        (["--call", "return"], "more than one column"),
        (["--call", "wishbone"], "no column"),
        (["--sort", "colour"], "no column 'colour'"),
        (["--outcome", "rain"], "no play here has the outcome 'rain'"),
        (["--rules", "nowhere.toml"], "there is no such file"),
    ],
)
def test_wrong_use_is_one_clear_message(build, options, message):
    with pytest.raises(InputError, match=message):
        ask(build, *options)


def test_a_season_that_is_not_there_says_how_to_get_it(tmp_path):
    with pytest.raises(InputError, match="chartkit fetch 2017"):
        ask(tmp_path)
