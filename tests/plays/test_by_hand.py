"""A workbook or CSV kept by hand becomes plays like any other."""

import csv

import openpyxl
import pytest

from chartkit.errors import InputError
from chartkit.plays import read
from chartkit.plays.columns import NAMES
from chartkit.plays.sources.by_hand import EXAMPLE, FITTING, HEADINGS, PLAYS, RESULTS, workbook


@pytest.fixture
def keep(tmp_path):
    """Write rows as a CSV kept by hand and read them as season 2024."""

    def plays(*rows, headings=HEADINGS):
        path = tmp_path / "hand.csv"
        with path.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([headings, *rows])
        return next(read([path], 2024)).plays

    return plays


def row(play, result, yards=None, *, offense="OWL", down=1, to_go=10, spot="own 30", notes=""):
    defense = "FOX" if offense == "OWL" else "OWL"
    return ("3 OWL at FOX", offense, defense, down, to_go, spot, play, result, yards, notes)


# Every game needs both teams with the ball.
OTHER = row("run middle", "gain", 1, offense="FOX")
OURS = row("run middle", "gain", 1)


def test_the_template_holds_a_worked_example_that_reads_back(tmp_path):
    path = tmp_path / "plays.xlsx"
    path.write_bytes(workbook())
    book = openpyxl.load_workbook(path)
    assert [cell.value for cell in book["Plays"][1]] == list(HEADINGS)
    assert {str(choice.sqref)[0] for choice in book["Plays"].data_validations.dataValidation} == {"D", "G", "H"}
    for example in EXAMPLE:
        book["Plays"].append(example)
    book.save(path)
    plays = next(read([path], 2024)).plays
    assert tuple(plays.columns) == NAMES
    assert len(plays) == len(EXAMPLE)
    last = plays.iloc[-1]
    assert (last["posteam"], last["posteam_score"], last["defteam_score"], last["qtr"]) == ("FOX", 13, 0, 2)


def test_the_empty_template_is_not_mistaken_for_its_example(tmp_path, chartkit):
    code, _, message = chartkit("template", "plays", "--out", tmp_path / "plays.xlsx")
    assert (code, message) == (0, f"wrote {tmp_path / 'plays.xlsx'}\n")
    code, _, message = chartkit("ingest", tmp_path / "plays.xlsx", "--season", "2024")
    assert code == 2
    assert "headings but no plays" in message
    code, _, message = chartkit("template", "plays", "--out", tmp_path / "plays.xlsx")
    assert code == 2
    assert "--force" in message


def test_teams_week_and_spot(keep):
    plays = keep(row("run left end", "gain", 4, spot="OWL 30"), OTHER)
    play = plays.iloc[0]
    assert (play["game_id"], play["week"], play["home_team"]) == ("2024_03_OWL_FOX", 3, "FOX")
    assert (play["run_location"], play["run_gap"], play["yardline_100"]) == ("left", "end", 70)


@pytest.mark.parametrize(
    ("spot", "yards"), [("own 30", 70), ("opp 30", 30), ("-30", 70), ("30", 30), ("50", 50), ("FOX 8", 8)]
)
def test_spots_as_people_write_them(keep, spot, yards):
    assert keep(row("run middle", "gain", 1, spot=spot), OTHER)["yardline_100"][0] == yards


def test_other_headings_and_semicolons(tmp_path):
    path = tmp_path / "film.csv"
    headings = "Game;Offense;Defense;Down;Distance;Yard Ln;Play;Result;Yards"
    path.write_text(
        f"{headings}\n1;AA;BB;2;G;4;run middle;touchdown;4\n1;BB;AA;1;10;-20;pass short left;incomplete;\n",
        "utf-8-sig",
    )
    plays = next(read([path], 2024)).plays
    assert plays["goal_to_go"].tolist() == [True, False]
    assert plays["ydstogo"].tolist() == [4, 10]
    assert plays["td_team"][0] == "AA"


def test_a_note_may_hold_a_line_break(tmp_path):
    path = tmp_path / "notes.csv"
    rows = '1,AA,BB,1,10,own 20,run middle,gain,4,"a note\nof two lines"\n1,BB,AA,1,10,own 20,run middle,gain,3,\n'
    path.write_text("game,offense,defense,down,to go,yard line,play,result,yards,notes\n" + rows)
    assert len(next(read([path], 2024)).plays) == 2


def test_another_encoding_is_named_with_its_line(tmp_path):
    path = tmp_path / "old.csv"
    rows = "1,AA,BB,1,10,own 20,run middle,gain,4,ok\n1,BB,AA,1,10,own 20,run middle,gain,3,Montréal\n"
    path.write_text(
        "game,offense,defense,down,to go,yard line,play,result,yards,notes\n" + rows, encoding="latin-1"
    )
    with pytest.raises(InputError, match=r"old\.csv, line 3: this line is not UTF-8"):
        list(read([path], 2024))


@pytest.mark.parametrize(
    ("play", "result", "scorer"),
    [
        ("pass deep left", "touchdown", "OWL"),
        ("pass deep left", "intercepted, touchdown", "FOX"),
        ("run middle", "fumble lost, touchdown", "FOX"),
        ("punt", "touchdown", "FOX"),
        ("punt", "blocked, touchdown", "FOX"),
        ("punt", "fumble lost, touchdown", "OWL"),
        ("kickoff", "touchdown", "FOX"),
        ("onside kick", "recovered by kickers, touchdown", "OWL"),
        ("field goal", "no good, touchdown", "FOX"),
    ],
)
def test_touchdowns_go_to_whoever_has_the_ball(keep, play, result, scorer):
    assert keep(row(play, result, 40), OTHER, OURS)["td_team"][0] == scorer


def test_first_downs_follow_from_the_rows(keep):
    plays = keep(
        row("run middle", "gain", 9, down=3, to_go=9),
        row("pass short left", "defense penalty", 5, down=2, to_go=3, notes="defensive holding"),
        row("pass short left", "incomplete", down=1),
        row("run middle", "gain", 1, down=4, to_go=2),
        OTHER,
    )
    assert plays["first_down"].tolist() == [True, True, False, False, False]
    assert plays["third_down_converted"].tolist() == [True, False, False, False, False]
    assert plays["fourth_down_failed"].tolist() == [False, False, False, True, False]
    assert (plays["play_type"][1], plays["penalty_type"][1], plays["penalty_team"][1]) == (
        "no_play",
        "Defensive Holding",
        "FOX",
    )


def test_every_word_makes_a_play(keep):
    pairs = [(play, result) for play in PLAYS.values() for result in FITTING[play.kind]]
    plays = keep(*(row(play.name, result, -3 if RESULTS[result].minus else 3) for play, result in pairs), OTHER)
    assert len(plays) == len(pairs) + 1 > 200
    for (play, result), kind in zip(pairs, plays["play_type"], strict=False):
        flagged = "penalty" in result
        ran = result == "scramble"
        assert kind == ("no_play" if flagged else "run" if ran else play.set["play_type"])
