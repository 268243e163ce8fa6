"""Bad input: one clear message, exit code 2, nothing written."""

import gzip
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from chartkit.plays.sources.by_hand import EXAMPLE, workbook


def refused(chartkit, *arguments):
    """The one message of a refused file."""
    code, out, message = chartkit("ingest", *arguments)
    assert code == 2
    assert out == ""
    assert message.startswith("error: ")
    assert "Traceback" not in message
    assert list(Path.cwd().iterdir()) == []
    return message


def test_a_missing_column_is_named_with_its_use(chartkit, rows, season_file):
    message = refused(chartkit, season_file(rows.drop(columns="penalty_team")))
    assert "a column is missing: penalty_team (needed for penalties)" in message


def test_the_wrong_season(chartkit, rows, season_file):
    message = refused(chartkit, season_file(rows), "--season", "2016")
    assert "season 2016 is asked for, but the file holds season 2017" in message


def test_two_seasons_where_one_is_asked(chartkit, rows, season_file):
    later = rows.assign(season=2018, game_id="2018_01_OWL_FOX")
    path = season_file(pd.concat([rows, later]))
    assert "holds season 2018" in refused(chartkit, path, "--season", "2017")
    assert "can take only one" in refused_output(chartkit, path)


def refused_output(chartkit, path):
    code, _, message = chartkit("ingest", path, "--out", "plays.csv")
    assert (code, list(Path.cwd().iterdir())) == (2, [])
    return message


def test_duplicate_plays(chartkit, rows, season_file):
    path = season_file(pd.concat([rows, rows.iloc[[3]]]))
    message = refused(chartkit, path)
    assert "1 plays occur twice: 2017_01_OWL_FOX play 80" in message
    assert "line 33" in message


def test_the_same_season_twice(chartkit, rows, season_file):
    first, second = season_file(rows, "a.csv"), season_file(rows, "b.csv")
    assert "occur twice" in refused(chartkit, first, second)
    assert "given twice" in refused(chartkit, first, first)


def test_a_game_with_one_team(chartkit, rows, season_file):
    message = refused(chartkit, season_file(rows[rows["posteam"] != "OWL"]))
    assert "game 2017_01_OWL_FOX has plays of FOX only; OWL never has the ball" in message


def test_a_team_without_a_name(chartkit, rows, season_file):
    assert "the visiting team is missing in game 2017_01_OWL_FOX" in refused(
        chartkit, season_file(rows.assign(away_team=None))
    )


def test_a_play_without_a_number(chartkit, rows, season_file):
    message = refused(chartkit, season_file(rows.assign(play_id=None)))
    assert "the number of the play is missing in game 2017_01_OWL_FOX (26 plays)" in message


def test_nothing_says_which_season_it_is(chartkit, rows, season_file):
    nameless = rows.assign(game_id="opener", season=None)
    assert "says which season it is. Say it with --season." in refused(chartkit, season_file(nameless))
    code, out, _ = chartkit("ingest", season_file(nameless), "--season", "2017", "--check")
    assert (code, out.splitlines()[0]) == (0, "Season 2017, nflverse: season.csv")


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [
        ("down", 5, "from 1 to 4, not 5"),
        ("yardline_100", -20, "from 0 to 100, not -20"),
        ("ydstogo", 120, "99, not 120"),
    ],
)
def test_what_no_field_allows(chartkit, rows, season_file, column, value, complaint):
    rows.loc[4, column] = value
    message = refused(chartkit, season_file(rows))
    assert f"line 6: {column} should be" in message
    assert complaint in message


def test_a_stranger_with_the_ball(chartkit, rows, season_file):
    rows.loc[4, "posteam"] = "ELK"
    assert "line 6: 'ELK' has the ball in game 2017_01_OWL_FOX of OWL at FOX" in refused(
        chartkit, season_file(rows)
    )


def test_an_unknown_play_type(chartkit, rows, season_file):
    rows.loc[4, "play_type"] = "quick kick"
    assert "line 6: play_type 'quick kick'" in refused(chartkit, season_file(rows))


def test_a_truncated_gzip(chartkit, rows, season_file):
    path = season_file(pd.concat([rows] * 50), "cut.csv.gz")
    path.write_bytes(path.read_bytes()[:-900])
    assert "cut off or damaged" in refused(chartkit, path)


def test_something_else_that_begins_as_a_gzip(chartkit, tmp_path):
    (tmp_path / "odd.csv.gz").write_bytes(b"\x1f\x8b and nothing that can be unpacked")
    assert "not play-by-play that chartkit can read" in refused(chartkit, tmp_path / "odd.csv.gz")


def test_a_place_that_takes_no_file(chartkit, rows, season_file):
    Path("here.csv").mkdir()
    code, out, message = chartkit("ingest", season_file(rows), "--out", "here.csv")
    assert (code, out) == (2, "")
    assert message == (
        "error: here.csv: this cannot be written: there is a folder of that name. "
        "Choose another place or another name.\n"
    )


def test_a_cut_line(chartkit, rows, season_file):
    path = season_file(rows)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:7], lines[7][:30]]))
    assert "line 8: this line has" in refused(chartkit, path)


def test_text_where_a_number_belongs(chartkit, rows, season_file):
    rows["down"] = rows["down"].astype(object)
    rows.loc[2, "down"] = "first"
    assert "line 4: the column down should hold a number, not 'first'" in refused(chartkit, season_file(rows))


def test_mixed_encodings(chartkit, rows, season_file):
    path = season_file(rows)
    lines = path.read_bytes().splitlines()
    lines[5] = lines[5].replace(b"sacked", b"sack\xe9")
    path.write_bytes(b"\n".join(lines))
    assert "line 6: this line is not UTF-8" in refused(chartkit, path)


def test_utf16(chartkit, rows, season_file):
    path = season_file(rows)
    path.write_text(path.read_text(), encoding="utf-16")
    assert "UTF-16" in refused(chartkit, path)


@pytest.mark.parametrize("name", ["empty.csv", "empty.csv.gz", "empty.parquet", "empty.xlsx", "empty.pdf"])
def test_an_empty_file(chartkit, tmp_path, name):
    (tmp_path / name).touch()
    assert "the file is empty" in refused(chartkit, tmp_path / name)


def test_an_empty_file_inside_a_gzip(chartkit, tmp_path):
    (tmp_path / "nothing.csv.gz").write_bytes(gzip.compress(b""))
    assert "not play-by-play" in refused(chartkit, tmp_path / "nothing.csv.gz")


def test_headings_without_plays(chartkit, rows, season_file):
    assert "a heading but no plays" in refused(chartkit, season_file(rows.head(0)))


def test_a_damaged_parquet(chartkit, rows, season_file):
    path = season_file(rows, "cut.parquet")
    path.write_bytes(path.read_bytes()[:-50])
    assert "the parquet file is damaged" in refused(chartkit, path)


def test_some_other_file(chartkit, tmp_path):
    (tmp_path / "shopping.csv").write_text("milk,bread\n2,1\n")
    assert "not play-by-play that chartkit can read" in refused(chartkit, tmp_path / "shopping.csv")
    assert "no such file" in refused(chartkit, tmp_path / "nowhere.csv")


def test_a_folder_without_play_by_play(chartkit, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "letter.txt").write_text("Dear coach")
    assert "no play-by-play in this folder" in refused(chartkit, tmp_path / "folder")


def hand_book(tmp_path, **changes):
    """The worked example as a workbook, with some cells changed."""
    path = tmp_path / "hand.xlsx"
    path.write_bytes(workbook())
    book = openpyxl.load_workbook(path)
    for row in EXAMPLE:
        book["Plays"].append(row)
    for cell, value in changes.items():
        book["Plays"][cell] = value
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("cell", "value", "complaint"),
    [
        ("D4", "second", "Plays!D4: down should be a whole number, not 'second'"),
        ("D4", 5, "Plays!D4: down should be from 1 to 4, not 5"),
        ("I3", "four", "Plays!I3: yards should be a whole number, not 'four'"),
        ("F3", "own 60", "Plays!F3: 'own 60' is not a spot"),
        ("G3", "flea flicker", "Plays!G3: 'flea flicker' is not a play; the sheet Words lists them all"),
        ("H3", "gian", "Plays!H3: 'gian' is not a result; did you mean 'gain'?"),
        ("H3", "intercepted", "Plays!H3: 'intercepted' cannot be the result of 'run left tackle'"),
        ("I7", 7, "Plays!I7: a sack loses yards: write -7"),
        ("C3", "OWL", "Plays!C3: OWL plays against itself"),
        ("C3", "ELK", "Plays!B3: OWL and ELK do not play in game '1 OWL at FOX'"),
        ("E3", None, "Plays!E3: to go is empty"),
        ("A1", "match", "no column headed game"),
    ],
)
def test_a_workbook_names_sheet_and_cell(chartkit, tmp_path, cell, value, complaint):
    assert complaint in refused(chartkit, hand_book(tmp_path, **{cell: value}), "--season", "2024")


def test_all_complaints_come_at_once(chartkit, tmp_path):
    message = refused(chartkit, hand_book(tmp_path, D4="x", I3="y", G5="z"), "--season", "2024")
    assert all(cell in message for cell in ("3 cells cannot be read", "Plays!D4", "Plays!I3", "Plays!G5"))


def test_a_workbook_does_not_know_its_season(chartkit, tmp_path):
    assert "--season" in refused(chartkit, hand_book(tmp_path))


def test_a_workbook_about_something_else(chartkit, tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["milk", "bread"])
    book.save(tmp_path / "list.xlsx")
    assert "does not begin with the headings" in refused(chartkit, tmp_path / "list.xlsx", "--season", "2024")
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 and nothing more")
    assert "the workbook is damaged" in refused(chartkit, tmp_path / "broken.xlsx", "--season", "2024")


def test_a_partial_season_works_and_says_so(chartkit, rows, season_file):
    nfl = season_file(rows.replace({"OWL": "DAL", "FOX": "PHI"}))
    code, out, _ = chartkit("ingest", nfl)
    assert code == 0
    assert "Partial season: 1 of 256 regular-season games, 2 of 32 teams" in out
    assert Path("build/2017/plays.parquet").is_file()
