"""What `chartkit compile` writes: whole, valid, the same bytes on any number of jobs, hand edits kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from support.reports import draw_no_pictures
from typer.testing import CliRunner

from chartkit import files, resources
from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.systems.ddf import chances
from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.winning import CHANCES_FILE, load_chances
from chartkit.systems.ddf.compile.joint_fit import JointFit
from chartkit.systems.ddf.validate import validate_season, validate_team


def _compile(*words: str) -> str:
    done = CliRunner().invoke(build_app(), ["compile", "2031", *words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def _json(path: Path) -> dict:  # type: ignore[type-arg]
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def _relative(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix()


def test_a_league_of_two_teams_compiles_to_a_whole_valid_build(small_build: Path) -> None:
    charts = sorted((small_build / "charts").glob("*.json"))
    assert len(charts) == 2
    for chart in charts:
        data = _json(chart)
        errors = [finding for finding in validate_team(data, plausible=False) if str(finding.severity) == "error"]
        assert errors == []
        assert set(data["offense"]["columns"]) == {*PLAYS, "B", "QT"}
    season = _json(small_build / "season.json")
    assert [finding.message for finding in validate_season(season)] == []
    assert all(game["home_score"] is not None for game in season["schedule"])
    assert {"report.json", "report.html", "plays.parquet", "manifest.json"} <= set(_relative(small_build))


def test_the_manifest_lists_every_file_with_its_checksum(small_build: Path) -> None:
    manifest = _json(small_build / "manifest.json")
    jsonschema.validate(manifest, _json(resources.schema("manifest")))
    listed = {entry["name"]: entry["sha256"] for entry in manifest["files"]}
    assert set(listed) == set(_relative(small_build)) - {"manifest.json"}
    for name, checksum in listed.items():
        assert files.sha256(small_build / name) == checksum


def test_the_same_input_gives_the_same_bytes_on_any_number_of_jobs(
    small_build: Path, two_teams: Path, quick_settings: Path, tmp_path: Path
) -> None:
    _compile("--source", str(two_teams), "--settings", str(quick_settings), "--out", str(tmp_path), "--jobs", "3")
    assert list(_relative(tmp_path)) == list(_relative(small_build))
    for name in _relative(small_build):
        assert (tmp_path / name).read_bytes() == (small_build / name).read_bytes(), name


def test_a_season_has_its_own_chances_to_win(
    two_teams: Path, quick_settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A rough table is a table as well.
    for name, value in (("SAMPLES", ((chances.WIDEST, 1),)), ("SERIES_SAMPLES", 10), ("START_GAMES", 40)):
        monkeypatch.setattr(chances, name, value)
    monkeypatch.setattr(chances, "PAIRS", 1)
    settings, out = tmp_path / "own.toml", tmp_path / "build"
    without = quick_settings.read_text("utf-8")
    settings.write_text(without.replace("chances = false", "chances = true"), "utf-8")
    words = ["--source", str(two_teams), "--settings", str(settings), "--out", str(out), "--jobs", "1"]
    _compile(*words)
    made = {name: (out / name).read_bytes() for name in _relative(out)}
    assert load_chances(out / CHANCES_FILE).season == 2031
    assert CHANCES_FILE in {entry["name"] for entry in _json(out / "manifest.json")["files"]}
    # A saved fit keeps them, and gives the same bytes.
    _compile(*words)
    assert {name: (out / name).read_bytes() for name in _relative(out)} == made
    settings.write_text(without, "utf-8")
    _compile(*words)
    assert CHANCES_FILE not in _relative(out)


def test_with_the_same_plays_and_settings_nothing_is_searched_again(
    small_build: Path, two_teams: Path, quick_settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "build"
    shutil.copytree(small_build, out)
    searched = []

    def searches(*_: object) -> None:
        searched.append(True)
        raise InputError("it searches")

    monkeypatch.setattr(JointFit, "step", searches)
    words = ("--source", str(two_teams), "--settings", str(quick_settings), "--out", str(out))
    _compile(*words)
    assert not searched
    for name in _relative(small_build):
        assert (out / name).read_bytes() == (small_build / name).read_bytes(), name
    done = CliRunner().invoke(build_app(), ["compile", "2031", *words, "--seed", "1"])
    assert done.exit_code != 0
    assert len(searched) == 1
    # A file that somebody changed is not used.
    fit = _json(out / "fit.json")
    fit["offense"]["6-SHORT"][0][0] += 1
    (out / "fit.json").write_text(json.dumps(fit), encoding="utf-8")
    done = CliRunner().invoke(build_app(), ["compile", "2031", *words])
    assert done.exit_code != 0
    assert len(searched) == 2


def test_hand_edits_live_on_and_those_that_no_longer_apply_are_told(
    small_build: Path, two_teams: Path, quick_settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_no_pictures(monkeypatch)
    chart = next((small_build / "charts").glob("*.json"))
    data = _json(chart)
    column = data["offense"]["columns"]["6-SHORT"]
    row = next(total for total, cell in column.items() if cell.isdigit() and cell != "0")
    column[row] = str(int(column[row]) + 1)
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(data), encoding="utf-8")
    edits = tmp_path / "edits" / f"{data['team']['code']}.toml"
    done = CliRunner().invoke(
        build_app(), ["edits", str(chart), str(mine), "--reason", "artistry", "--out", str(edits)]
    )
    assert done.exit_code == 0, done.output
    assert "artistry" in edits.read_text(encoding="utf-8")
    stale = '\n[[edit]]\ncell = "offense.columns.7-MEDIUM.33"\nwas = "99"\nnow = "98"\nreason = "old"\n'
    edits.write_text(edits.read_text(encoding="utf-8") + stale, encoding="utf-8")
    (edits.parent / "BRK.edits.toml").touch()
    out = tmp_path / "build"
    said = _compile(
        "--source",
        str(two_teams),
        "--settings",
        str(quick_settings),
        "--out",
        str(out),
        "--edits",
        str(edits.parent),
        "--layout",
        "classic",
        "--team",
        data["team"]["code"],
    )
    edited = _json(out / "charts" / chart.name)
    assert edited["offense"]["columns"]["6-SHORT"][row] == column[row]
    assert "edit left out" in said
    assert "7-MEDIUM.33" in said
    assert "BRK.edits.toml is not used" in said
    # The chart says that it was edited, and its checksum is the edited chart's.
    assert edited["source"]["edits"] == 1
    assert [finding.code for finding in validate_team(edited) if finding.code == "DDF303"] == []
    assert [path.name for path in (out / "charts").iterdir()] == [chart.name]


def test_an_edit_that_makes_a_chart_illegal_is_refused(
    small_build: Path, two_teams: Path, quick_settings: Path, tmp_path: Path
) -> None:
    team = next((small_build / "charts").glob("*.json")).stem
    was = _json(small_build / "charts" / f"{team}.json")["defense"]["A-STANDARD"]["1-LINE PLUNGE"]["1"]
    (tmp_path / f"{team}.toml").write_text(
        f'[[edit]]\ncell = "defense.A-STANDARD.1-LINE PLUNGE.1"\nwas = "{was}"\nnow = "OFF 10"\nreason = ""\n',
        encoding="utf-8",
    )
    done = CliRunner().invoke(
        build_app(),
        [
            "compile",
            "2031",
            "--source",
            str(two_teams),
            "--settings",
            str(quick_settings),
            "--out",
            str(tmp_path / "build"),
            "--edits",
            str(tmp_path),
        ],
    )
    assert done.exit_code != 0
    assert "illegal" in str(done.exception)
    assert not (tmp_path / "build").exists()


def test_an_unknown_team_and_wrong_settings_are_one_clear_message(two_teams: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(build_app(), ["compile", "2031", "--source", str(two_teams), "--team", "ZZZ"])
    assert "there is no team ZZZ" in str(done.exception)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[fit]\nrounds = 0\n", encoding="utf-8")
    done = CliRunner().invoke(
        build_app(), ["compile", "2031", "--source", str(two_teams), "--settings", str(wrong)]
    )
    assert "wrong.toml" in str(done.exception)


def test_the_demo_season_is_given_back(demo_home: Path) -> None:
    build = demo_home / "build" / "2031"
    report = _json(build / "report.json")
    checks = {(check["what"], check["side"]): check for check in report["checks"]}
    for what in (
        "mean yards",
        "completion",
        "distance",
        "yards per rush",
        "yards per pass",
        "interceptions",
        "fumbles",
    ):
        for side in ("offense", "defense"):
            assert checks[what, side]["passed"], (what, side, checks[what, side])
    assert checks["league touchdowns", "season squeeze"]["passed"]
    for what in ("touchbacks", "kickoff return", "punt return", "PAT"):
        assert checks[what, "kicking"]["passed"], checks[what, "kicking"]
    # Without the squeeze table far too many gains reach the goal.
    assert report["touchdowns"]["off"] > 1.1 * report["touchdowns"]["season"]
    assert "<svg" in (build / "report.html").read_text(encoding="utf-8")


def test_coach_tables_follow_their_schema_and_the_formation_mix_is_what_they_answer(demo_home: Path) -> None:
    build = demo_home / "build" / "2031"
    schema = _json(resources.schema("coach"))
    for path in sorted((build / "coaches").glob("*.json")):
        tables = _json(path)
        jsonschema.validate(tables, schema)
        for name in ("calls", "fourth_down"):
            for key, shares in tables[name].items():
                assert sum(shares.values()) == pytest.approx(1, abs=1e-6), (path.name, name, key)
    league = _json(build / "coaches" / "LEAGUE.json")
    # R25.1: nothing is called where it is forbidden.
    assert all(
        "8-LONG" not in shares
        for key, shares in league["calls"].items()
        if key.split("|")[2] in ("1-3", "4-10", "11-20")
    )
    mix = _json(build / "season.json")["formation_mix"]
    assert _answered(build, league) == pytest.approx(
        [mix[call][formation] for call in PLAYS for formation in FORMATIONS], abs=2e-4
    )


def _answered(build: Path, league: dict) -> list[float]:  # type: ignore[type-arg]
    """The formations that the league's table answers, counted play by play from the build's own plays."""
    from chartkit.plays import table
    from chartkit.systems.ddf.classify import classify

    plays = classify(table.load(build / "plays.parquet"))
    plays = plays[(plays["season_type"] != "POST") & plays["down"].notna() & plays["column"].isin(PLAYS)]
    grid = league["situations"]

    def named(value: float, edges: list[int]) -> str:
        low = 1
        for edge in edges:
            if value <= edge:
                return str(low) if low == edge else f"{low}-{edge}"
            low = edge + 1
        return f"{low}+"

    def state(play) -> str:  # type: ignore[no-untyped-def]
        for each in grid["states"]:
            if (
                play.qtr in each["quarters"]
                and play.quarter_seconds_remaining <= each["seconds"]
                and each["ahead_from"] <= play.score_differential <= each["ahead_to"]
            ):
                return str(each["name"])
        return "normal"

    sums = {call: dict.fromkeys(FORMATIONS, 0.0) for call in PLAYS}
    for play in plays.itertuples():
        key = "|".join(
            (
                str(int(play.down)),
                named(play.ydstogo, grid["distance"]),
                named(play.line, grid["field"]),
                state(play),
            )
        )
        for formation, share in league["formations"][key].items():
            sums[play.column][formation] += share
    return [sums[call][formation] / sum(sums[call].values()) for call in PLAYS for formation in FORMATIONS]


def test_playoffs_alone_make_no_charts(two_teams: Path, tmp_path: Path) -> None:
    import pandas as pd

    plays = pd.read_csv(two_teams, low_memory=False).assign(season_type="POST", week=19)
    plays.to_csv(tmp_path / "playoffs.csv", index=False)
    words = ["compile", "2031", "--source", str(tmp_path / "playoffs.csv"), "--out", str(tmp_path / "build")]
    done = CliRunner().invoke(build_app(), words)
    assert isinstance(done.exception, InputError)
    assert "no game of the regular season 2031" in str(done.exception)
    assert not (tmp_path / "build").exists()


def test_a_season_that_has_only_begun_and_has_no_air_yards_compiles_and_says_so(
    quick_settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pandas as pd

    draw_no_pictures(monkeypatch)
    plays = pd.read_csv(Path(__file__).parents[2] / "raw_pbp" / "demo_2031.csv.gz", low_memory=False).assign(
        air_yards=None
    )
    games = plays.drop_duplicates("game_id").sort_values("week")
    home = games["home_team"].iloc[0]
    own = games[(games["home_team"] == home) | (games["away_team"] == home)]["game_id"][:2]
    plays[plays["game_id"].isin(own)].to_csv(tmp_path / "begun_2031.csv", index=False)
    out = tmp_path / "build"
    _compile("--source", str(tmp_path / "begun_2031.csv"), "--settings", str(quick_settings), "--out", str(out))
    notes = _json(out / "manifest.json")["notes"]
    assert "partial season: some teams have 1 games, others 2" in notes
    assert "no air yards: the depth of passes comes from the descriptions" in notes
    charts = [_json(chart) for chart in (out / "charts").glob("*.json")]
    assert len(charts) == 3
    for data in charts:
        errors = [finding for finding in validate_team(data, plausible=False) if str(finding.severity) == "error"]
        assert errors == []
