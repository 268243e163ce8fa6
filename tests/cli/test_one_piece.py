"""The commands as one piece: an option means the same everywhere, every help ends with an example that works,
and every error has the same shape."""

from __future__ import annotations

import shutil
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from support.commands import Run, runner
from support.road import every_command, examples
from typer.testing import CliRunner

from chartkit.cli import app, console

COMMANDS = every_command()
EXAMPLES = [line for command in COMMANDS.values() for line in examples(command)]
VECTORS = Path(__file__).parents[1] / "ddf" / "referee" / "vectors.json"

#: A game at the table has new dice every evening, as real ones; everything that is measured repeats itself.
OWN_DEFAULT = {("game", "--seed")}
#: A way of its own, and why: what is played for proof differs in size; folders and files differ by what is written.
OWN_VALUE = {"--runs", "--out", "--season"}
#: Words that mean another thing elsewhere.
OWN_KIND = {
    ("fetch", "--source"),  # who publishes a season, not a file of it
    ("plays", "--team"),  # whose column is shown: one team's
    ("fetch", "--format"),
    ("print", "--format"),
    ("season", "--export"),  # a folder of files for a whole season
    ("import-xlsx", "--edits"),  # the one file that is written, not the folder that is read
}

#: Not run here: network, a person at the terminal, or minutes that another test already spends.
NOT_RUN = ("fetch", "demo", "compile")
AT_THE_TERMINAL = ("human", "--step")
#: These may find something, which is no failure.
FINDING = ("roundtrip",)


def _options(kind: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, command in COMMANDS.items():
        for option in command.params:
            if option.param_type_name == "option" and option.name != "help":
                long = next(word for word in option.opts if word.startswith("--"))
                found[long][name] = getattr(option, kind)
    return found


@pytest.mark.parametrize("option", sorted(name for name, where in _options("name").items() if len(where) > 1))
def test_an_option_takes_the_same_everywhere(option: str) -> None:
    def held(kind: str) -> list[Any]:
        return [value for name, value in _options(kind)[option].items() if (name, option) not in OWN_KIND]

    kinds = {type(kind).__name__.removesuffix("Range") for kind in held("type")}
    assert len(kinds) <= 1
    assert len(set(held("multiple"))) <= 1
    assert len(set(held("metavar"))) <= 1
    if option not in OWN_VALUE:
        defaults = [
            value
            for name, value in _options("default")[option].items()
            if {(name, option)}.isdisjoint(OWN_DEFAULT | OWN_KIND)
        ]
        assert len({str(value) for value in defaults}) <= 1


@pytest.mark.parametrize(
    "option", ["--system", "--json", "--jobs", "--advanced", "--backend", "--scheduler", "--plot"]
)
def test_a_shared_option_is_told_in_the_same_words(option: str) -> None:
    words = {text.split(":")[0].split(",")[0] for text in _options("help")[option].values()}
    assert len(words) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_works_on_charts_or_games_can_be_told_which_game(name: str) -> None:
    of_any_game = {"demo", "fetch", "template plays", "ingest", "agreement", "systems"}
    assert (name in _options("name")["--system"]) is (name not in of_any_game)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_examples(name: str) -> None:
    text = CliRunner().invoke(app.build_app(), [*name.split(), "--help"]).output
    assert text.count("Examples:") == 1
    assert examples(COMMANDS[name])
    assert all(line[: len(name.split())] == name.split() for line in examples(COMMANDS[name]))


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_speaks_of_types(name: str) -> None:
    text = CliRunner().invoke(app.build_app(), [*name.split(), "--help"]).output
    assert [word for word in ("<path>", "<str>", "<int", "<float", "x>=", "<=x") if word in text] == []


@pytest.mark.parametrize("line", EXAMPLES, ids=" ".join)
def test_every_example_is_understood(line: list[str]) -> None:
    name = next(name for name in COMMANDS if line[: len(name.split())] == name.split())
    with COMMANDS[name].make_context(name, line[len(name.split()) :]) as context:
        assert context.command is COMMANDS[name]


def _runs(line: list[str]) -> bool:
    return line[0] not in NOT_RUN and {*AT_THE_TERMINAL}.isdisjoint(line)


#: Paths stay whole, for they are copied.
WHOLE_LINES = ("doctor",)
NARROW = 50


def test_the_examples_work_in_the_folder_of_the_demo_on_a_narrow_terminal(
    demo_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "width", lambda stream: NARROW)
    shutil.copytree(demo_home, tmp_path, dirs_exist_ok=True)
    shutil.copy(VECTORS, tmp_path / "examples.json")
    # What someone edited between exporting and importing a chart.
    (tmp_path / "mine").mkdir()
    shutil.copy(tmp_path / "build" / "2031" / "charts" / "BRK.json", tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    for line in filter(_runs, sorted(EXAMPLES, key=lambda line: line[0] == "import-xlsx")):
        done = CliRunner().invoke(app.build_app(), line)
        assert done.exit_code <= (line[0] in FINDING), (line, done.output, done.exception)
        assert "\x1b" not in done.output
        if "--json" not in line and line[0] not in WHOLE_LINES:
            assert [row for row in done.stdout.splitlines() if len(row) > NARROW] == [], line


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path)


#: The shortest call of each command that reads a file which is not there.
MISSING = {
    "ingest": ("nowhere.csv",),
    "plays": ("1999", "--source", "nowhere.csv"),
    "compile": ("1999",),
    "print": ("nowhere",),
    "odds": ("nowhere.json",),
    "diff": ("nowhere.json", "nor-here.json"),
    "explain": ("nowhere.json", "6-SHORT", "27"),
    "edits extract": ("nowhere.json", "nor-here.json"),
    "export-xlsx": ("nowhere.json",),
    "import-xlsx": ("nowhere.xlsx",),
    "import-pdf": ("nowhere.pdf",),
    "referee": ("nowhere.json",),
    "game": ("nowhere.json", "nor-here.json"),
    "replay": ("nowhere.json",),
    "simulate": ("AAA", "BBB", "--build", "nowhere"),
    "season": ("1999",),
    "roundtrip": ("1999",),
    "whatif": ("--build", "nowhere"),
    "agreement": ("nowhere.csv",),
}


@pytest.mark.parametrize("name", MISSING)
def test_a_file_that_is_not_there_is_one_clear_line(name: str, run: Run) -> None:
    code, out, err = run(*name.split(), *MISSING[name])
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert any(word in err for word in ("nowhere", "1999"))


def test_validate_lists_what_it_cannot_read_among_its_findings(run: Run) -> None:
    code, out, err = run("validate", "nowhere.json")
    assert (code, err) == (2, "1 file: 1 unreadable\n")
    assert "nowhere.json" in out and "there is no such file" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_that_is_not_there_is_one_clear_line(name: str, run: Run) -> None:
    if name == "explain":
        pytest.skip("a loss such as -2 is a cell, so it takes every word")
    code, out, err = run(*name.split(), "--xyzzy")
    assert (code, out) == (2, "")
    assert err == f"error: there is no option --xyzzy. `chartkit {name} --help` tells more.\n"


@pytest.mark.parametrize(
    "name", [name for name, command in COMMANDS.items() if any(p.required for p in command.params)]
)
def test_something_left_out_is_one_clear_line(name: str, run: Run) -> None:
    code, out, err = run(*name.split())
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and f"`chartkit {name} --help` tells more.\n" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compile", "lately"), "SEASON: 'lately' is not a whole number."),
        (("simulate", "A", "B", "-n", "0"), "--runs: 0 is too small: at least 1."),
        (("tune", "6", "=3"), "'=3' is no wanted share."),
        (("tune", "6", "mean=inf"), "'mean=inf' is no wanted share."),
        (("tune", "6", "QT=3", "qt=4"), "QT is wanted twice."),
        (("tune", "6", "QT=3", "--sets", "77"), "--sets: 77 is not from 1 to 20."),
        (("print", "--style", "gothic"), "--style: 'gothic' is not one of 'classic', 'ink-saver', 'large-print'."),
        (("compile", "2017", "--sed", "3"), "Did you mean one of --edits, --seed, --system?"),
        (("compil",), "there is no command compil. Did you mean 'compile'?"),
        (("odds", "A.json", "--plot"), "--plot needs a value."),
        (("systems", "all"), "this is too much: all."),
        (("template",), "the name of a command is missing."),
    ],
)
def test_wrong_use_is_told_in_plain_words(words: tuple[str, ...], told: str, run: Run) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and told in err and err.count("\n") == 1
