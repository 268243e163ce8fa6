"""What `chartkit ingest` says and writes."""

import json
from pathlib import Path

import pandas as pd
import pytest

from chartkit.plays import read, reconcile, table


def test_the_report_accounts_for_every_row(chartkit, rows, season_file):
    code, out, message = chartkit("ingest", season_file(rows))
    assert code == 0
    assert message == "wrote build/2017/plays.parquet\n"
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[:2] == ["Season 2017, nflverse: season.csv", "1 game, 2 teams: FOX OWL"]
    rule = lines.pop(3)
    assert rule and set(rule) == {"─"}
    assert lines[2:] == [
        "rows number",
        "run 7",
        "pass 7",
        "punt 2",
        "kickoff 6",
        "field goal 2",
        "extra point 1",
        "no play: fouls, wiped out 1",
        "plays 26",
        "game or quarter marker 4",
        "timeout 1",
        "set aside: no plays 5",
        "rows of the file 31",
        "",
        "Final score reproduced from the plays in 1 of 1 games (12 scoring plays).",
        "",
    ]


def test_json_has_all_of_it(chartkit, rows, season_file):
    code, out, _ = chartkit("ingest", season_file(rows), "--json", "--check")
    assert code == 0
    assert list(Path.cwd().iterdir()) == []
    (season,) = json.loads(out)["seasons"]
    assert season["rows"] == season["plays"] + season["set_aside"] == 31
    assert len(season["set_aside_rows"]) == 5
    assert {team["team"]: team["points"] for team in season["reconciliation"]["teams"]} == {"FOX": 22, "OWL": 19}
    assert season["reconciliation"]["team_games"][0]["possession_seconds"] is None
    assert season["files"][0]["source"] == "nflverse"


def test_a_score_that_does_not_add_up_is_a_finding(chartkit, rows, season_file):
    code, out, _ = chartkit("ingest", season_file(rows.assign(home_score=23)))
    assert code == 1
    assert "2017_01_OWL_FOX FOX final score: 23 stated, 22 from the plays" in out


def test_several_seasons_are_written_apart(chartkit, rows, season_file):
    later = rows.assign(season=2018, game_id="2018_01_OWL_FOX")
    code, _, _ = chartkit("ingest", season_file(pd.concat([rows, later])), "--out", "tables")
    assert code == 0
    assert sorted(path.parent.name for path in Path("tables").rglob("plays.parquet")) == ["2017", "2018"]


def test_a_second_season_that_fails_leaves_nothing_of_the_first(chartkit, rows, season_file):
    later = rows.assign(season=2018, game_id="2018_01_OWL_FOX", posteam="ELK")
    code, _, _ = chartkit("ingest", season_file(pd.concat([rows, later])))
    assert code == 2
    assert [path for path in Path.cwd().rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("name", ["plays.csv", "plays.parquet"])
def test_the_written_table_reads_back_and_can_be_ingested_again(chartkit, rows, season_file, name):
    chartkit("ingest", season_file(rows), "--out", name)
    plays = table.load(Path(name))
    assert len(plays) == 26
    code, out, _ = chartkit("ingest", name, "--check")
    assert code == 0
    assert "1 of 1 games" in out


def test_the_table_remembers_its_source(chartkit, rows, season_file):
    chartkit("ingest", season_file(rows))
    (source,) = table.origin(Path("build/2017/plays.parquet"))["sources"]
    assert source["file"] == "season.csv"
    assert len(source["sha256"]) == 64


def test_a_folder_is_read_as_one_season(chartkit, rows, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    for week in (1, 2):
        rows.assign(week=week, game_id=f"2017_{week:02d}_OWL_FOX").to_csv(folder / f"week{week}.csv", index=False)
    (folder / "clubs.csv").write_text("code,city\nOWL,Oldham\n")
    code, out, message = chartkit("ingest", folder, "--season", "2017")
    assert code == 0
    assert "2 games, 2 teams" in out
    assert f"left out, no play-by-play: {folder / 'clubs.csv'}" in message


def test_totals_that_a_source_states_are_compared_one_by_one(rows, season_file):
    plays = next(read([season_file(rows)])).plays
    stated = pd.DataFrame(
        [("2017_01_OWL_FOX", "FOX", "punts", 1), ("2017_01_OWL_FOX", "FOX", "rushes", 4)],
        columns=["game_id", "team", "statistic", "value"],
    )
    found = reconcile(plays, stated)
    assert found.totals_stated == 2
    assert [(item.team, item.statistic, item.stated, item.recomputed) for item in found.totals] == [
        ("FOX", "rushes", 4, 1)
    ]
    assert found.clean


def test_checksums_and_other_companions_are_stepped_over(chartkit, rows, season_file):
    path = season_file(rows)
    beside = [path.with_name("season.csv.sha256"), path.with_name("README.md"), path.with_name("season_teams.csv")]
    for file in beside:
        file.write_text("team\nOWL\n")
    code, out, message = chartkit("ingest", path, *beside)
    assert code == 0
    assert "1 game, 2 teams" in out
    assert [line for line in message.splitlines() if "left out" in line] == [
        f"left out, no play-by-play: {file}" for file in beside
    ]
    code, _, message = chartkit("ingest", *beside)
    assert code == 2
    assert "none of these files is play-by-play" in message


def test_a_schedule_slip_is_named_with_its_games(chartkit, rows, season_file):
    second = rows.replace("OWL", "CAT").assign(game_id="2017_01_CAT_FOX")
    path = season_file(pd.concat([rows, second]))
    code, out, _ = chartkit("ingest", path)
    assert code == 0
    assert "FOX plays 2 games in week 1: 2017_01_CAT_FOX, 2017_01_OWL_FOX" in " ".join(out.split())
