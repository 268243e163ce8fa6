"""The commands as one piece: an option means the same everywhere, every help ends with an example that works,
and every error has the same shape."""

from __future__ import annotations

import shutil
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from inspect import signature
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import pytest
from support.commands import Run, runner
from support.manual import few_runs
from support.road import every_command, examples
from typer.models import OptionInfo
from typer.testing import CliRunner

from chartkit.cli import app, console
from chartkit.systems.ddf import chances
from chartkit.systems.ddf.simulation import DdfSimulation

COMMANDS = every_command()
EXAMPLES = [line for command in COMMANDS.values() for line in examples(command)]
VECTORS = Path(__file__).parents[1] / "ddf" / "engine" / "vectors.json"

#: A game at the table has new dice every evening, as real ones; everything that is measured repeats itself.
OWN_DEFAULT = {("game", "--seed")}
#: A way of its own, and why: what is played for proof differs in size; folders and files differ by what is written.
OWN_VALUE = {"--runs", "--out", "--season"}
#: Words that mean another thing elsewhere.
OWN_KIND = {
    ("fetch", "--source"),  # who publishes a season, not a file of it
    ("plays", "--team"),  # whose column is shown: one team's
    ("calls", "--team"),
    ("fetch", "--format"),
    ("print", "--format"),
    ("season", "--export"),  # a folder of files for a whole season
    ("import-xlsx", "--edits"),  # the one file that is written, not the folder that is read
}

#: Not run here: network, a person at the terminal, a server, or minutes that another test already spends.
NOT_RUN = ("fetch", "demo", "compile", "serve")
AT_THE_TERMINAL = ("human", "--step", "--continue")
#: These may find something, which is no failure.
FINDING = ("roundtrip",)


@dataclass(frozen=True)
class Parameter:
    """An option or an argument of a command as its function declares it."""

    word: str
    default: Any
    kind: Any
    info: Any

    @property
    def names(self) -> list[str]:
        """`-n` and `--runs`; none for an argument. Within Annotated typer keeps the first as a default."""
        words = (self.info.default, *(self.info.param_decls or ()))
        named = [word for word in words if isinstance(word, str) and word.startswith("-")]
        return named or [f"--{self.word.replace('_', '-')}"] * isinstance(self.info, OptionInfo)

    @property
    def has_words(self) -> bool:
        """It takes a value of any kind, not one of a list, and is no switch."""
        kinds = get_args(self.kind) or (self.kind,)
        return bool not in kinds and not any(isinstance(kind, type) and issubclass(kind, Enum) for kind in kinds)


def _parameters(name: str) -> list[Parameter]:
    function = COMMANDS[name].callback
    return [
        Parameter(word, parameter.default, *get_args(parameter.annotation))
        for word, parameter in signature(function, eval_str=True).parameters.items()
        if get_origin(parameter.annotation) is Annotated
    ]


def _options() -> dict[str, dict[str, Parameter]]:
    """Every option by its long name, and within it by command."""
    found: dict[str, dict[str, Parameter]] = defaultdict(dict)
    for name in COMMANDS:
        for parameter in _parameters(name):
            for long in (word for word in parameter.names if word.startswith("--")):
                found[long.partition("/")[0]][name] = parameter
    return found


@pytest.mark.parametrize("option", sorted(name for name, where in _options().items() if len(where) > 1))
def test_an_option_takes_the_same_everywhere(option: str) -> None:
    held = {name: each for name, each in _options()[option].items() if (name, option) not in OWN_KIND}
    # Whether it may be left out is a matter of the default.
    assert len({frozenset(get_args(each.kind) or [each.kind]) - {NoneType} for each in held.values()}) <= 1
    assert len({each.info.metavar for each in held.values()}) <= 1
    if option not in OWN_VALUE:
        assert len({str(each.default) for name, each in held.items() if (name, option) not in OWN_DEFAULT}) <= 1


@pytest.mark.parametrize(
    "option", ["--system", "--json", "--jobs", "--advanced", "--backend", "--scheduler", "--plot"]
)
def test_a_shared_option_is_told_in_the_same_words(option: str) -> None:
    words = {each.info.help.split(":")[0].split(",")[0] for each in _options()[option].values()}
    assert len(words) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_the_game_is_asked_for_only_where_no_file_says_it(name: str) -> None:
    nothing_says_it = {"demo", "template", "compile", "new", "plays", "calls", "tune", "explain"}
    assert (name in _options()["--system"]) is (name in nothing_says_it)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_examples(name: str) -> None:
    text = CliRunner().invoke(app.build_app(), [name, "--help"]).output
    assert text.count("Examples:") == 1
    assert examples(COMMANDS[name])
    assert all(line[0] == name for line in examples(COMMANDS[name]))


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_speaks_of_types(name: str) -> None:
    assert [each for each in _parameters(name) if each.has_words and not each.info.metavar] == []
    text = CliRunner().invoke(app.build_app(), [name, "--help"]).output
    # Newer versions of typer write the type of an argument below "Arguments", whatever it is called.
    options = text.partition("Options:")[2]
    assert [word for word in ("<path>", "<str>", "<int", "<float", "x>=", "<=x") if word in options] == []


@pytest.mark.parametrize("line", EXAMPLES, ids=" ".join)
def test_every_example_is_understood(line: list[str]) -> None:
    name, *rest = line
    with COMMANDS[name].make_context(name, rest) as context:
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
    # A rougher table of the chances to win: a command works as well with few downs from each place.
    monkeypatch.setattr(chances, "SAMPLES", ((chances.WIDEST, 1),))
    monkeypatch.setattr(chances, "PAIRS", 1)
    monkeypatch.setattr(chances, "SERIES_SAMPLES", 10)
    monkeypatch.setattr(chances, "START_GAMES", 400)
    shutil.copytree(demo_home, tmp_path, dirs_exist_ok=True)
    shutil.copy(VECTORS, tmp_path / "examples.json")
    # What someone edited between exporting and importing a chart.
    (tmp_path / "mine").mkdir()
    shutil.copy(tmp_path / "build" / "2031" / "charts" / "BRK.json", tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    for line in filter(_runs, sorted(EXAMPLES, key=lambda line: line[0] == "import-xlsx")):
        done = CliRunner().invoke(app.build_app(), few_runs(line))
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
    "edits": ("nowhere.json", "nor-here.json"),
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
def test_a_file_that_is_not_there_is_one_clear_line(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on a fresh machine: what is wrong with the input is said before the engine is prepared.
    monkeypatch.setattr(DdfSimulation, "is_prepared", lambda simulation, engine: False)
    code, out, err = run(name, *MISSING[name])
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
    code, out, err = run(name, "--xyzzy")
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.endswith(f" `chartkit {name} --help` tells more.\n")
    assert "--xyzzy" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "name", [name for name, command in COMMANDS.items() if any(p.required for p in command.params)]
)
def test_something_left_out_is_one_clear_line(name: str, run: Run) -> None:
    code, out, err = run(name)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and f"`chartkit {name} --help` tells more.\n" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compile", "lately"), "SEASON"),
        (("simulate", "A", "B", "-n", "0"), "0 is too small: at least 1."),
        (("tune", "6", "=3"), "'=3' is not a share."),
        (("tune", "6", "mean=inf"), "'mean=inf' is not a share."),
        (("tune", "6", "QT=3", "qt=4"), "QT is wanted twice."),
        (("tune", "6", "QT=3", "--sets", "77"), "77 is too large: at most 20."),
        (("print", "--style", "gothic"), "'classic', 'ink-saver', 'large-print'"),
        (("compile", "2017", "--sed", "3"), "--seed"),
        (("compil",), "'compile'"),
        (("odds", "A.json", "--plot"), "--plot"),
        (("systems", "all"), "(all)"),
        (("template",), "KIND"),
    ],
)
def test_wrong_use_is_one_line_that_names_it(words: tuple[str, ...], told: str, run: Run) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and told in err and err.count("\n") == 1
