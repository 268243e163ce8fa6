"""Charts that people changed in the build: no compile loses what they did."""

from __future__ import annotations

import datetime
import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from support.reports import draw_no_pictures
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.football.teams import SeasonTeam, team_named
from chartkit.systems.ddf.charts import team_from_json, team_to_text


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(build_app(), list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@pytest.fixture
def home(small_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a build of two teams."""
    shutil.copytree(small_build, tmp_path / "build" / "2031")
    draw_no_pictures(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def again(two_teams: Path, quick_settings: Path) -> tuple[str, ...]:
    return ("compile", "2031", "--source", str(two_teams), "--settings", str(quick_settings))


def chart_file() -> Path:
    return sorted(Path("build/2031/charts").glob("*.json"))[0]


def change(file: Path, **cells: str) -> dict[str, Any]:
    """Change cells of 6-SHORT in the file, as an editor would."""
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    for total, text in cells.items():
        data["offense"]["columns"]["6-SHORT"][total.removeprefix("row")] = text
    file.write_text(team_to_text(team_from_json(data)), "utf-8")
    return data


def test_a_changed_chart_is_carried_over_as_an_edit_and_said(home: Path, again: tuple[str, ...]) -> None:
    file = chart_file()
    before = json.loads(file.read_text("utf-8"))["offense"]["columns"]["6-SHORT"]["27"]
    change(file, row27="99")
    code, said = run(*again)
    assert code == 0, said
    assert f"1 cell of {file.stem} changed by hand" in said and f"edits/2031/{file.stem}.toml" in said
    assert f"1 edit applied to {file.stem}, from edits/2031/{file.stem}.toml" in said
    assert json.loads(file.read_text("utf-8"))["offense"]["columns"]["6-SHORT"]["27"] == "99"
    (edit,) = tomllib.loads(Path(f"edits/2031/{file.stem}.toml").read_text("utf-8"))["edit"]
    assert (edit["was"], edit["now"]) == (before, "99")
    assert edit["reason"] == f"changed by hand on {datetime.date.today()}"
    # The report knows which column is the author's.
    report = json.loads(Path("build/2031/report.json").read_text("utf-8"))
    edited = [(each["team"], each["side"], each["call"]) for each in report["columns"] if each.get("edited")]
    assert edited == [(file.stem, "offense", "6-SHORT")]
    worst = [each for each in report["worst"] if (each["team"], each["side"], each["call"]) == edited[0]]
    assert worst and all(each["reason"] == "this column was edited by hand" for each in worst)
    # A second change of the same cell keeps what the compiler had put there; a workbook's edits join them.
    assert run("export-xlsx", file.stem)[0] == 0
    book = load_workbook(f"{file.stem}.xlsx")
    book["Offense"]["G25"] = "OFF 10"
    book.save(f"{file.stem}.xlsx")
    code, said = run("import-xlsx", f"{file.stem}.xlsx", "--out", "mine.json")
    assert code == 0 and f"wrote edits/2031/{file.stem}.toml" in said, said
    change(file, row27="98")
    code, said = run(*again)
    assert "2 edits applied" in said
    kept = tomllib.loads(Path(f"edits/2031/{file.stem}.toml").read_text("utf-8"))["edit"]
    assert [(each["cell"].rpartition(".")[2], each["now"]) for each in kept] == [("27", "98"), ("30", "OFF 10")]
    assert kept[0]["was"] == before
    cells = json.loads(file.read_text("utf-8"))["offense"]["columns"]["6-SHORT"]
    assert (cells["27"], cells["30"]) == ("98", "OFF 10")


def test_discarded_edits_and_charts_with_mistakes_are_kept_as_copies(home: Path, again: tuple[str, ...]) -> None:
    changed, broken = sorted(Path("build/2031/charts").glob("*.json"))
    change(changed, row27="99")
    broken.write_text(broken.read_text("utf-8").replace('"INC"', '"INCO"', 1), "utf-8")
    mine = [changed.read_bytes(), broken.read_bytes()]
    code, said = run(*again, "--discard-edits")
    copies = [Path("build/2031/changed-by-hand") / file.name for file in (changed, broken)]
    assert code == 0 and f"kept as {copies[0]}, and not carried over" in said
    assert f"has mistakes: kept as {copies[1]}" in said
    assert [copy.read_bytes() for copy in copies] == mine
    assert changed.read_bytes() != mine[0] and not Path("edits").exists()


def test_an_edited_chart_is_no_surprise_when_its_edits_file_explains_it(home: Path) -> None:
    file = chart_file()
    Path("old.json").write_bytes(file.read_bytes())
    change(file, row27="7", row28="8")
    assert "DDF303" in run("validate", str(file))[1]
    assert run("edits", "old.json", str(file), "--reason", "film")[0] == 0
    assert "DDF303" not in run("validate", str(file))[1]
    change(file, row29="99")
    assert "DDF303" in run("validate", str(file))[1]


def test_teams_and_cells_have_one_name_everywhere(home: Path) -> None:
    code = chart_file().stem
    data = json.loads(chart_file().read_text("utf-8"))
    nickname = data["team"]["name"].lower()
    ways = ([code, "6-SHORT", "27"], [f"{code}:6-SHORT.27"], [nickname, "6", "27"])
    said = {run("explain", *words)[1] for words in ways}
    assert len(said) == 1 and "dice 27" in said.pop()
    assert run("explain", f"{code}:offense.columns.6-SHORT.27")[1] == run("explain", code, "short", "27")[1]
    assert run("explain", f"{code}:A.1-LINE PLUNGE.3")[1] == run("explain", code, "A", "1-LINE PLUNGE", "3")[1]
    assert run("odds", nickname, "6-SHORT")[1] == run("odds", str(chart_file()), "6-SHORT")[1]
    assert run("diff", code, nickname)[0] == 0


def test_a_city_with_two_teams_is_asked_back() -> None:
    teams = [
        SeasonTeam("NYJ", "New York", "Jets", "AFC", "East"),
        SeasonTeam("NYG", "New York", "Giants", "NFC", "East"),
    ]
    with pytest.raises(InputError, match=r"NYG or NYJ\?"):
        team_named(teams, "new york")
    assert team_named(teams, "jets") == "NYJ"
