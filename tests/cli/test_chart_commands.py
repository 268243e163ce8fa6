"""The commands for working on charts, as a person meets them: words, exit codes, never a traceback."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.charts import random_chart

from chartkit.cli import app, console
from chartkit.systems.ddf.charts import Column, parse, team_to_text

Run = Callable[..., tuple[int, str, str]]
HEAVY = (
    "starlette",
    "uvicorn",
    "websockets",
    "pandas",
    "numpy",
    "reportlab",
    "openpyxl",
    "scipy",
    "jsonschema",
    "matplotlib",
    "numba",
    "pyarrow",
    "rich",
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["chartkit", *words])
        with pytest.raises(SystemExit) as end:
            app.main()
        out, err = capsys.readouterr()
        code = end.value.code
        return (code if isinstance(code, int) else 0), out, err

    return run


@pytest.fixture
def charts(tmp_path: Path) -> Path:
    for seed, code in enumerate(("AAA", "BBB")):
        (tmp_path / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    return tmp_path


def test_a_new_chart_is_valid_and_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    assert run("new", "phi") == (0, "", "wrote PHI.json\n")
    data = json.loads((tmp_path / "PHI.json").read_text("utf-8"))
    assert data["team"] == {"code": "PHI", "city": "Philadelphia", "name": "Eagles"}
    assert run("validate", "PHI.json", "--strict") == (0, "", "1 file: nothing wrong\n")
    code, _, err = run("new", "PHI")
    assert (code, err) == (2, "error: PHI.json: the file is there already. Use --out or --force.\n")
    assert run("new", "PHI", "--force")[0] == 0


def test_a_new_chart_of_an_invented_team(run: Run, tmp_path: Path) -> None:
    assert (
        run("new", "ANT", "--season", "1978", "--city", "Anytown", "--name", "Antelopes", "--out", "x/a.json")[0]
        == 0
    )
    data = json.loads((tmp_path / "x" / "a.json").read_text("utf-8"))
    assert (data["season"], data["team"]["city"]) == (1978, "Anytown")
    code, _, err = run("new", "ANTELOPES")
    assert code == 2
    assert "team, code: `ANTELOPES` does not have the form of this field" in err


def test_validate_tells_findings_on_stdout_and_the_sum_on_stderr(run: Run, charts: Path) -> None:
    chart = charts / "AAA.json"
    chart.write_text(chart.read_text("utf-8").replace('"27": "2"', '"27": "INT 2"', 1), "utf-8")
    code, out, err = run("validate", "AAA.json", "missing.json")
    assert code == 2
    assert "AAA.json:27:15: error DDF202: offense, 1-LINE PLUNGE, dice 27\n" in out
    assert "missing.json: unreadable CK001\n" in out
    assert err.startswith("2 files: 1 unreadable, 1 error")
    assert run("validate", "AAA.json")[0] == 1
    assert run("validate", "BBB.json")[0] == 0
    assert run("validate", "BBB.json", "--strict")[0] == 1


def test_what_is_checked_and_printed_is_named_as_everywhere(run: Run, charts: Path) -> None:
    good, build = Path(__file__).parents[1] / "charts" / "good", charts / "build" / "2017"
    (build / "charts").mkdir(parents=True)
    shutil.copy(good / "season.json", build)
    shutil.copy(good / "antelopes.json", build / "charts" / "ANT.json")
    for name in ("ANT", "ant", "build/2017/charts/ANT.json"):
        assert run("validate", name) == (0, "", "1 file: nothing wrong\n")
        assert run("print", name, "--format", "text", "--out", "ANT.txt")[::2] == (0, "wrote ANT.txt\n")
    assert run("validate", "2017")[0] == run("validate", "build/2017")[0]
    code, out, _ = run("validate", "PHX")
    assert code == 2 and "PHX: unreadable CK001\n    there is no such file." in out
    code, _, err = run("print", "2016")
    assert code == 2 and "2016: there are no charts here" in err


def test_validate_for_programs(run: Run, charts: Path) -> None:
    code, out, _ = run("validate", "BBB.json", "--json", "--sarif", "log/x.sarif")
    report = json.loads(out)
    assert (code, report["errors"], report["warnings"]) == (0, 0, len(report["findings"]))
    log = json.loads((charts / "log" / "x.sarif").read_text("utf-8"))
    assert len(log["runs"][0]["results"]) == report["warnings"]
    _, out, _ = run("validate", "BBB.json", "--github")
    assert all(line.startswith("::warning file=BBB.json,line=") for line in out.splitlines())


@pytest.mark.parametrize("command", [["odds"], ["explain"], ["diff", "AAA.json"]])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe{\x00", "UTF-16"),
        (b"[]", "not the file that was asked for"),
        (None, "no such file"),
    ],
)
def test_no_command_shows_a_traceback(
    run: Run, charts: Path, command: list[str], content: bytes | None, says: str
) -> None:
    if content is not None:
        (charts / "bad.json").write_bytes(content)
    rest = ["6-SHORT", "27"] if command == ["explain"] else []
    code, out, err = run(*command, "bad.json", *rest)
    assert code == 2
    assert out == ""
    assert err.startswith("error: bad.json")
    assert says in err


def test_a_chart_with_errors_is_refused_with_its_findings(run: Run, charts: Path) -> None:
    chart = charts / "AAA.json"
    chart.write_text(chart.read_text("utf-8").replace('"27": "2"', '"27": "INT 2"', 1), "utf-8")
    code, out, err = run("odds", "AAA.json")
    assert (code, out) == (1, "")
    assert "AAA.json:27:15: DDF202 offense, 1-LINE PLUNGE, dice 27" in err


def test_explain_a_cell(run: Run, charts: Path) -> None:
    assert run("explain", "f-5")[1].startswith(
        "`F -5`: fumble 5 yards behind the line of scrimmage\n  colour: red\n"
    )
    assert run("explain", "-2")[1].startswith("`-2`: loss of 2 yards\n")
    assert json.loads(run("explain", "O=10", "--json")[1])["text"] == "OFF 10"
    code, _, err = run("explain", "ITN 4")
    assert (code, err) == (2, "error: 'ITN 4' is not a result of the game. Did you mean 'INT 4'?\n")
    assert "Results are 12, -3, 12*" in run("explain", "seven")[2]


def test_explain_a_cell_of_a_chart(run: Run, charts: Path) -> None:
    _, out, _ = run("explain", "AAA.json", "line plunge", "27")
    assert out.splitlines() == [
        "2017 AAA, offense, 1-LINE PLUNGE, dice 27:",
        "`2`: gain of 2 yards",
        "  colour: green",
        "  dice 27: 6 of 216 rolls (2.8%); `2` on 25 (11.6%) in this column",
    ]
    assert "defense, A-STANDARD, 6-SHORT, dice 3" in run("explain", "AAA.json", "a", "6", "3")[1]
    assert "not a total of the offensive dice" in run("explain", "AAA.json", "6", "40")[2]
    assert "Did you mean 6-SHORT?" in run("explain", "AAA.json", "6-SHROT", "27")[2]


def test_odds_as_table_json_and_picture(run: Run, charts: Path) -> None:
    _, out, _ = run("odds", "AAA.json", "6-SHORT")
    assert "Offense" in out
    assert "53.2%" in out
    found = json.loads(run("odds", "AAA.json", "6-SHORT", "--json")[1])
    assert found["columns"][0]["shares"]["INC"] == {"exact": "7/18", "value": 0.388889}
    everything = json.loads(run("odds", "AAA.json", "--json")[1])
    assert len(everything["columns"]) == 11 + 7 + 4 + 1 + 54
    for name, start in (("x.png", b"\x89PNG"), ("x.svg", b"<?xml")):
        code, out, err = run("odds", "AAA.json", "6-SHORT", "--plot", name)
        assert (code, err) == (0, f"wrote {name}\n") and "53.2%" in out
        assert (charts / name).read_bytes().startswith(start)
    assert run("odds", "AAA.json", "--plot", "x.gif")[0] == 2


def test_odds_against_another_team(run: Run, charts: Path) -> None:
    found = json.loads(run("odds", "AAA.json", "1", "6", "--against", "BBB.json", "--json")[1])
    assert (found["plays"][0]["play"], found["plays"][0]["formation"]) == ("1-LINE PLUNGE", "A-STANDARD")
    assert len(found["plays"]) == 12
    assert all(each["outcomes"] == 216 * 36 * 216 for each in found["plays"])
    assert run("odds", "AAA.json", "--against", "BBB.json", "--plot", "x.png")[0] == 0


def test_the_same_odds_draw_the_same_picture(run: Run, charts: Path) -> None:
    for name in ("one.svg", "two.svg"):
        run("odds", "AAA.json", "--plot", name)
    assert (charts / "one.svg").read_bytes() == (charts / "two.svg").read_bytes()


def test_diff_says_what_a_change_does_to_the_odds(run: Run, charts: Path) -> None:
    old = random_chart(0, code="AAA")
    cells = list(old.offense.columns["6-SHORT"].cells)
    incomplete = next(place for place, cell in enumerate(cells) if str(cell) == "INC")
    cells[incomplete] = parse("8")
    columns = {**old.offense.columns, "6-SHORT": Column(10, tuple(cells))}
    assert old.supplement is not None
    new = replace(
        old,
        offense=replace(old.offense, columns=columns, fumble_recovered=frozenset({12})),
        supplement=replace(old.supplement, road_adjustment=(old.supplement.road_adjustment + 1) % 3),
    )
    (charts / "new.json").write_text(team_to_text(new), "utf-8")
    _, out, _ = run("diff", "AAA.json", "new.json")
    assert "offense, 6-SHORT\n  completion 53.2% -> " in out
    assert "supplement, Road Adjustment" in out
    assert "changed: 1 cell in 1 column, 2 other values." in out
    data = json.loads(run("diff", "AAA.json", "new.json", "--json")[1])
    assert data["columns"][0]["cells"] == [
        {"dice": incomplete + 10, "ways": data["columns"][0]["cells"][0]["ways"], "old": "INC", "new": "8"}
    ]
    assert run("diff", "AAA.json", "AAA.json")[1] == "the charts are the same.\n"


def test_codes_lists_all_and_explains_one(run: Run) -> None:
    every = json.loads(run("codes", "--json")[1])
    assert len(every) == len({each["code"] for each in every}) > 40
    assert all(each["example"] and each["remedy"] for each in every)
    assert run("codes", "ddf202")[1].startswith("DDF202 error: Result that this column cannot hold\n")
    assert "Did you mean DDF202?" in run("codes", "DFD202")[2]


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["validate", "--help"], ["odds", "--help"]])
def test_help_loads_no_heavy_library(words: list[str]) -> None:
    script = (
        "import sys; from chartkit.cli.app import main; sys.argv = ['chartkit', *sys.argv[1:]]\n"
        "try: main()\n"
        "finally: print(' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert done.returncode == 0
    assert not loaded & set(HEAVY)


def test_help_lists_commands_in_panels_and_every_help_has_an_example(run: Run) -> None:
    _, out, _ = run("--help")
    panels = [out.index(panel) for panel in ("Make charts:", "Work on charts:", "Look things up:")]
    assert panels == sorted(panels)
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ") and line[2:3].islower()]
    for name in ("validate", "odds", "diff", "new", "explain", "codes"):
        assert name in names
        assert "Example" in run(name, "--help")[1], name
    assert names == list(dict.fromkeys(names))


@pytest.mark.parametrize("name", ["agreement", "referee", "systems"])
def test_what_only_makers_of_chartkit_need_works_but_is_not_listed(run: Run, name: str) -> None:
    assert f"  {name} " not in run("--help")[1]
    code, out, _ = run(name, "--help")
    assert code == 0 and "Examples:" in out


def test_wrong_use_is_exit_code_2(run: Run) -> None:
    assert run("validate")[0] == 2
    assert run("nonsense")[0] == 2
    assert run("validate", "x.json", "--nonsense")[0] == 2


def test_completion_knows_the_commands() -> None:
    asked = {"_CHARTKIT_COMPLETE": "complete_bash", "COMP_WORDS": "chartkit va", "COMP_CWORD": "1"}
    program = Path(sys.executable).with_name("chartkit")
    done = subprocess.run([program], env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["validate"]


def test_a_reader_that_stops_early_is_no_failure(charts: Path) -> None:
    program = Path(sys.executable).with_name("chartkit")
    line = f"'{program}' odds '{charts / 'AAA.json'}' | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout == "Offense\n"
    assert "Traceback" not in done.stderr


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert console.is_coloured(Terminal())  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.is_coloured(Terminal())  # type: ignore[arg-type]
