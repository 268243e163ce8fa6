"""The project file: defaults for every command of a folder, and one clear message when it is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pdfplumber
import pytest
from support.charts import random_chart
from support.commands import Run, runner

from chartkit.systems.ddf.charts import team_to_text


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    for seed, code in ((1, "HOM"), (2, "VIS")):
        (tmp_path / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    return runner(monkeypatch, capsys, tmp_path)


def write(text: str) -> None:
    Path("chartkit.toml").write_text(text, "utf-8")


def test_options_of_all_commands_and_of_one_stand_in_the_file(run: Run) -> None:
    write('seed = 11\ncoaches = ["situation", "solitaire"]\n[game]\nquiet = true\noption = "audibles=off"\n')
    code, out, said = run("game", "VIS.json", "HOM.json")
    assert code == 0 and len(out.splitlines()) == 1 and "seed 11" in said
    _, out, said = run("game", "VIS.json", "HOM.json", "--seed", "12", "--json")
    data = json.loads(out)
    assert data["seed"] == 12, "what is typed counts more"
    assert data["coaches"] == {"VIS": "situation", "HOM": "solitaire"}
    assert not data["options"]["audibles"]


def test_the_season_of_the_folder_need_not_be_typed(run: Run) -> None:
    write("season = 2044\n")
    code, _, said = run("compile")
    assert code == 2 and "2044" in said and "Missing" not in said
    code, _, said = run("compile", "2045")
    assert code == 2 and "2045" in said


def test_paper_style_and_colours_reach_the_cards(run: Run) -> None:
    write('paper = "a4"\nstyle = "ink-saver"\n[colours]\nHOM = "#123456"\n')
    code, _, said = run("print", "HOM.json", "--what", "team", "--out", "card.pdf")
    assert code == 0, said
    with pdfplumber.open("card.pdf") as pdf:
        assert {round(pdf.pages[0].width), round(pdf.pages[0].height)} == {595, 842}
    write('paper = "a4"\n[colours]\nHOM = "#123456"\n')
    assert run("print", "HOM.json", "--format", "html", "--what", "team", "--out", "card.html")[0] == 0
    assert "#123456" in Path("card.html").read_text("utf-8")


def test_doctor_shows_what_is_in_force_and_from_where(run: Run) -> None:
    write('season = 2044\npaper = "a4"\n[compile]\njobs = 4\n')
    _, out, _ = run("doctor", "--json")
    assert json.loads(out)["project"] == {
        "file": "chartkit.toml",
        "settings": {"season": 2044, "paper": "a4", "compile.jobs": 4},
    }
    _, out, _ = run("doctor")
    assert "4  (from chartkit.toml)" in out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("season = ", "this is not TOML"),
        ('season = "last"', "season"),
        ("papper = 'a4'", "papper: no command has such an option. Did you mean paper?"),
        ("[compil]\njobs = 2", "compil: there is no such command. Did you mean compile?"),
        ("[compile]\njob = 2", "compile.job: chartkit compile has no such option. Did you mean jobs?"),
        ("[colours]\nHOM = 'red'", "colours.HOM"),
        ("coaches = ['a', 'b', 'c']", "coaches"),
    ],
)
def test_a_wrong_file_is_one_clear_message(run: Run, text: str, told: str) -> None:
    write(text)
    code, out, said = run("game", "VIS.json", "HOM.json")
    assert code == 2 and not out and told in said and "chartkit.toml" in said
    assert len(said.strip().splitlines()) == 1


def test_the_template_is_a_project_file_in_which_nothing_is_set(run: Run) -> None:
    assert run("template", "project")[0] == 0
    assert run("game", "VIS.json", "HOM.json", "--quiet")[0] == 0
    lines = Path("chartkit.toml").read_text("utf-8").splitlines()
    write("\n".join(line.removeprefix("# ") if "=" in line or line[:3] == "# [" else line for line in lines))
    code, _, said = run("doctor")
    assert code == 0, said
    code, _, said = run("template", "project")
    assert code == 2 and "exists already" in said
