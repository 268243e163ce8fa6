"""A compiled season as a value: charts by team, coaches, report, plays; saved and loaded."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from support.reports import draw_no_pictures

import chartkit as ck


def test_a_season_is_a_mapping_of_charts(season: ck.Season) -> None:
    assert len(season) == len(list(season)) == 8 and "BRK" in season and "PHI" not in season
    assert season["BRK"] is season["BRK"] and season["BRK"].team == "BRK"
    with pytest.raises(KeyError, match="Did you mean BRK"):
        season["BRX"]


def test_a_season_has_coaches_a_report_and_its_plays(season: ck.Season) -> None:
    assert season.season == 2031 and season.game == "ddf"
    assert season.coaches["BRK"]["team"] == "BRK" and "LEAGUE" in season.coaches
    with pytest.raises(KeyError, match="Did you mean BRK"):
        season.coaches["BRX"]
    assert season.plays.season == 2031 and set(season.plays.teams) == set(season)
    assert season.report.passed is season.report.data["passed"]


def test_the_tables_of_the_report_are_tidy_frames(season: ck.Season) -> None:
    checks = season.report.frame()
    assert {"what", "side", "within", "needed", "passed"} <= set(checks.columns)
    columns = season.report.frame("columns")
    assert {"team", "side", "call", "figure", "real", "chart", "within"} <= set(columns.columns)
    assert not columns.duplicated(["team", "side", "call", "figure"]).any()
    with pytest.raises(KeyError, match="Did you mean columns"):
        season.report.frame("colums")


def test_a_season_shows_itself(season: ck.Season, build: Path) -> None:
    assert repr(season) == f"<Season 2031 (ddf): 8 teams, {build}>"
    assert "BRK" in season._repr_html_() and "charts beside the season" in season._repr_html_()
    assert "charts beside the season" in repr(season.report)


def test_what_is_no_season_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ck.InputError, match="there is no compiled season here"):
        ck.load(tmp_path)
    with pytest.raises(ck.InputError, match="loaded"):
        ck.Season(tmp_path).compiled  # noqa: B018


def test_load_gives_the_kind_of_value_that_the_file_holds(build: Path, season: ck.Season) -> None:
    assert isinstance(ck.load(build), ck.Season)
    assert isinstance(ck.load(build / "season.json"), ck.Season)
    assert isinstance(ck.load(str(build / "charts" / "BRK.json")), ck.Chart)
    assert isinstance(ck.load(build / "plays.parquet"), ck.Plays)


@pytest.fixture(scope="module")
def compiled(two_teams: Path, quick_settings: Path) -> ck.Season:
    """Two clubs, compiled with the search cut short."""
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        draw_no_pictures(patch)
        made = ck.compile(
            ck.read_plays(two_teams),
            settings=quick_settings,
            jobs=1,
            progress=lambda stage, done, wanted: told.append(stage),
        )
    assert len(set(told)) > 5
    return made


def test_a_season_is_compiled_and_saved(compiled: ck.Season, tmp_path: Path) -> None:
    assert len(compiled) == 2 and compiled.path is None and "not saved" in repr(compiled)
    assert compiled.compiled.findings["error"] == 0
    saved = compiled.save(tmp_path / "mine")
    assert saved.path == tmp_path / "mine" and set(saved) == set(compiled)
    again = ck.load(tmp_path / "mine")
    assert [again[code] for code in again] == [compiled[code] for code in compiled]
    assert again.report.data == compiled.report.data and len(again.report.report.tables) == 1
    assert ck.validate(saved).passed and ck.validate(saved) == ck.validate(saved.folder)


def test_the_temporary_folder_of_a_season_goes_with_it(
    two_teams: Path, quick_settings: Path, compiled: ck.Season, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled.folder.is_dir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(ck.InputError, match="there is no team XXX"):
        ck.compile(two_teams, settings=quick_settings, teams=["XXX"])
    assert not any(tmp_path.iterdir())


def test_plays_of_a_season_are_read_reconciled_and_saved(two_teams: Path, tmp_path: Path) -> None:
    plays = ck.read_plays(two_teams)
    assert plays.season == 2031 and len(plays) == len(plays.frame) > 100 and len(plays.teams) == 2
    assert plays.reconciliation.clean and list(plays.files) == [two_teams.name]
    assert repr(plays) == f"<Plays 2031: {len(plays):,} plays, 2 teams>"
    assert "2031" in plays._repr_html_()
    again = ck.load(plays.save(tmp_path / "plays.parquet"))
    assert again.frame.equals(plays.frame) and again.files == plays.files
    with pytest.raises(ck.InputError, match="season 2017 is asked for"):
        ck.read_plays(two_teams, season=2017)
    with pytest.raises(ck.InputError):
        ck.read_plays(tmp_path / "none.csv")


def test_plays_are_classified_and_found_behind_a_column(two_teams: Path) -> None:
    plays = ck.read_plays(two_teams)
    team = plays.teams[0]
    own = plays.behind("short", team=team.lower())
    assert set(own["column"]) == {"6-SHORT"} and set(own["offense"]) == {team}
    assert set(plays.behind("6-SHORT", team=team, defense=True)["defense"]) == {team}
    classified = plays.classified()
    assert len(classified) <= len(plays) and {"column", "cell"} & set(classified.columns)
    with pytest.raises(ck.InputError, match="there is no team XXX"):
        plays.behind(team="XXX")
    with pytest.raises(ck.InputError, match="Did you mean 6-SHORT"):
        plays.behind("6-SHROT")


def test_files_of_several_seasons_are_refused(two_teams: Path, tmp_path: Path) -> None:
    import pandas as pd

    other = pd.read_csv(two_teams, low_memory=False)
    other["season"] = 2032
    other["game_id"] = other["game_id"].str.replace("2031", "2032")
    other.to_csv(tmp_path / "other_2032.csv.gz", index=False)
    with pytest.raises(ck.InputError, match="2031 and 2032"):
        ck.read_plays([two_teams, tmp_path / "other_2032.csv.gz"])
