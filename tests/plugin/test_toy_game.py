"""A game from another package: installed as a distribution of its own, and taken through every command."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import manual
from support.commands import Run, runner

import chartkit as ck
from chartkit import systems
from chartkit.cli.app import COMMANDS
from chartkit.errors import InputError

TOY = Path(__file__).parent / "toy"
BUILD, CHART = "build/2031-toy", "build/2031-toy/charts/BRK.json"
#: These know no game.
OF_NO_GAME = {"fetch", "agreement", "ingest", "serve"}
#: What is typed after the demo -> a text of its output.
WORKS = {
    "systems": ((), "toy: Toy Football"),
    "doctor": ((), "Toy Football (toy)"),
    "compile": (("2031", "--system", "toy"), "wrote build/2031-toy"),
    "validate": ((BUILD,), "8 files: nothing wrong"),
    "codes": (("TOY201",), "A better roll with a worse result"),
    "explain": ((CHART, "6"), "TD: 7 points."),
    "odds": ((CHART, "--against", CHART), "BRK: a drive"),
    "new": (("ABC", "--system", "toy"), "wrote ABC.json"),
    "template": (("toy-cards", "--system", "toy"), "wrote toy-cards.toml"),
    "print": ((BUILD, "--paper", "a4"), "wrote build/2031-toy/print/toy-teams.pdf"),
    "game": (("WND", "BRK", "--seed", "7", "--log", "game.json"), "BRK"),
    "replay": (("game.json",), "24. WND"),
    "simulate": (("WND", "BRK", "-n", "20", "--jobs", "1"), "WND at BRK"),
    "season": (("2031-toy", "-n", "3", "--jobs", "1"), "played 3 times"),
    "roundtrip": ((BUILD, "-n", "3", "--jobs", "1"), "wrote build/2031-toy/roundtrip.html"),
}
NO_WORDS = "Toy Football (toy) has no words for the plays of a season."
#: What it lacks is said in a sentence.
LACKS = {
    "plays": (("2031", "--system", "toy"), NO_WORDS),
    "calls": (("2031", "--system", "toy"), NO_WORDS),
    "chances": ((BUILD,), "Toy Football has no table of the chances to win."),
    "diff": ((CHART, CHART), "Toy Football has no comparison of charts."),
    "edits": ((CHART, CHART), "Toy Football has no files of hand edits."),
    "tune": (("6-SHORT", "QT=0.1", "--system", "toy"), NO_WORDS),
    "export-xlsx": ((BUILD,), "Toy Football (toy) has no workbooks."),
    "import-xlsx": (("toy.xlsx",), "Toy Football (toy) has no workbooks."),
    "import-pdf": ((f"{BUILD}/print/toy-teams.pdf",), "Toy Football has no cards that can be read back."),
    "whatif": (("--set", "BRK:drives.6=TD"), "Toy Football has no way to try a change."),
    "referee": (("game.json",), "Toy Football has no worked examples."),
}
MORE = {
    "game --export": (("game", "WND", "BRK", "--export", "game.csv"), "has no play-by-play to write."),
    "game --continue": (
        ("game", "--continue", "--log", "game.json"),
        "Toy Football has no games that can be continued.",
    ),
    "odds --plot": (("odds", CHART, "--plot", "odds.png"), "Toy Football has no picture of odds."),
    "simulate --basic": (("simulate", "WND", "BRK", "--basic"), "Toy Football has no basic game."),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that pip installed the toy into; nothing is loaded from the network."""
    copy, target = tmp_path_factory.mktemp("source") / "toy", tmp_path_factory.mktemp("site")
    for file in filter(Path.is_file, TOY.rglob("*")):
        if "__pycache__" not in file.parts:
            (copy / file.relative_to(TOY)).parent.mkdir(parents=True, exist_ok=True)
            (copy / file.relative_to(TOY)).write_bytes(file.read_bytes())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*pip, "--target", target, copy], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture
def run(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Run:
    monkeypatch.syspath_prepend(installed)
    return runner(monkeypatch, capsys, tmp_path)


def test_every_command_works_or_says_what_the_game_lacks(run: Run, tmp_path: Path) -> None:
    assert {*WORKS, *LACKS, *OF_NO_GAME, "demo"} == set(COMMANDS), "every command is tried"
    code, _, err = run("demo", "--system", "toy", "--out", str(tmp_path))
    assert code == 0 and "7 of 7" in err, err
    _name_the_game_of_a_workbook(tmp_path / "toy.xlsx")
    for name, (words, text) in WORKS.items():
        code, out, err = run(name, *words)
        assert code == 0, (name, err)
        assert text in out + err, (name, out, err)
    for words, text in [*(((name, *words), text) for name, (words, text) in LACKS.items()), *MORE.values()]:
        code, out, err = run(*words)
        assert (code, out) == (2, "") or words[0] == "game", words
        assert text in err and err.splitlines()[-1].startswith("error: "), (words, err)


def test_it_comes_through_the_api(
    installed: Path, two_teams: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(installed)
    season = ck.compile(two_teams, tmp_path / "toy", system="toy")
    assert season.game == "toy" and len(season) == 2
    away, home = season.values()
    assert ck.load(home.path) == home and ck.validate(season).passed
    game = ck.play(away, home, seed=7)
    assert set(game.score) == set(season)
    assert isinstance(ck.load(game.save(tmp_path / "game.json")), ck.Game)
    assert len(ck.simulate(away, home, n=20, jobs=1).frame()) == 20
    assert len(ck.season(season, n=3, jobs=1).frame()) == 2
    assert ck.print_cards(season, tmp_path / "toy.pdf")
    with pytest.raises(ck.InputError, match="Toy Football has no"):
        home.odds()


def _name_the_game_of_a_workbook(path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.properties.keywords = "chartkit game toy"
    book.save(path)


def test_its_files_say_what_is_wrong_in_its_own_codes(run: Run, tmp_path: Path) -> None:
    run("new", "ABC", "--system", "toy")
    chart = json.loads((tmp_path / "ABC.json").read_text("utf-8"))
    chart["drives"] |= {"4": "TD", "5": "FG"}
    (tmp_path / "ABC.json").write_text(json.dumps(chart), "utf-8")
    code, out, _ = run("validate", "ABC.json")
    assert code == 1 and "TOY201" in out and "drives, roll 5" in out
    chart["drives"]["6"] = "SAFETY"
    (tmp_path / "ABC.json").write_text(json.dumps(chart), "utf-8")
    code, out, _ = run("validate", "ABC.json")
    assert code == 1 and "SAFETY" in out


def test_a_file_of_a_game_that_is_not_installed_is_one_clear_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = runner(monkeypatch, capsys, tmp_path)
    (tmp_path / "ABC.json").write_text('{"format": "toy/team@1", "game": "toy"}', "utf-8")
    for words in (("validate", "ABC.json"), ("odds", "ABC.json"), ("print", "ABC.json"), ("replay", "ABC.json")):
        code, out, err = run(*words)
        assert (code, out, err.count("\n")) == (2, "", 1), words
        assert "this belongs to the game 'toy', which is not installed. Install the package" in err


def test_files_of_two_games_are_not_mixed(tmp_path: Path) -> None:
    for game in ("ddf", "coachs-call"):
        (tmp_path / f"{game}.json").write_text(json.dumps({"game": game}), "utf-8")
    with pytest.raises(InputError, match="Name files of one game"):
        systems.of_file(tmp_path / "ddf.json", tmp_path / "coachs-call.json")


BROKEN = {
    "class Game:\n    pass\n": "is not a GameSystem",
    "raise ValueError('half written')\n": "cannot be loaded: half written",
    "from chartkit.systems import GameSystem as Game\n": "does not call itself 'half'",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_broken_plug_in_stops_nobody_else(
    source: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    site = tmp_path / "site"
    (site / "half-1.0.dist-info").mkdir(parents=True)
    (site / "half-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: half\nVersion: 1.0\n")
    (site / "half-1.0.dist-info" / "entry_points.txt").write_text("[chartkit.systems]\nhalf = half_a_game:Game\n")
    (site / "half_a_game.py").write_text(source)
    monkeypatch.delitem(sys.modules, "half_a_game", raising=False)
    monkeypatch.syspath_prepend(site)
    run = runner(monkeypatch, capsys, tmp_path)
    code, out, err = run("systems")
    assert code == 0 and "Data-Driven Football" in out and BROKEN[source] in err
    code, _, err = run("doctor")
    assert code == 1 and BROKEN[source] in err
    code, out, err = run("new", "ABC", "--system", "half")
    assert (code, out, err.count("\n")) == (2, "", 1) and BROKEN[source] in err


def test_builds_of_several_games_of_a_season_stand_side_by_side(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for season, game in ((2017, "ddf"), (2016, "ddf"), (2017, "coachs-call")):
        folder = systems.build_folder(season, game)
        (folder / "charts").mkdir(parents=True)
        (folder / "manifest.json").write_text(json.dumps({"game": game}), "utf-8")
        assert systems.of_file(folder).name == game
    assert [path.name for path in systems.builds()] == ["2017", "2017-coachs-call", "2016"]
    assert [path.name for path in systems.builds("ddf")] == ["2017", "2016"]


def test_the_toy_is_small_and_the_guide_shows_all_of_it() -> None:
    guide = (manual.ROOT / "docs" / "guides" / "new-system.md").read_text("utf-8")
    shown = dict(re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL))
    files = {path.relative_to(TOY).as_posix(): path for path in TOY.rglob("*.*") if "__pycache__" not in path.parts}
    assert shown == {name: path.read_text("utf-8") for name, path in files.items()}
    code = [line for name, path in files.items() if name.endswith(".py") for line in path.read_text().splitlines()]
    assert len(code) <= 300
