"""Files that once broke a command: each is answered with one clear message, soon, and writes nothing."""

import re
import resource
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest
from support.charts import random_chart
from support.commands import Run, runner

from chartkit import resources
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import edits, team_to_text
from chartkit.systems.ddf.classify.rules import load_rules
from chartkit.systems.ddf.validate import check_path

FILES = Path(__file__).parent / "files"
#: Seconds of processor time; two on a quick machine.
SOON = 10.0
#: File, exit code of `chartkit validate`, and what is said first: code, line, column, and a part of the message.
VALIDATED = [
    ("cell_digits.json", 1, "DDF201", 2280, "is not a result of the game"),
    ("cell_esc.json", 1, "DDF201", 2280, r"`\u001b]0;PWN\u0007\u001b[2J` is not a result"),
    ("city_nl.json", 1, "CK106", 100, r"`A\u001b]0;PWN\u0007"),
    ("code_newline.json", 1, "CK106", 85, r"`BRK\n` does not have the form"),
    ("deep_src.json", 2, "CK011", 13078, "nested more than 64 deep"),
    ("fmt_esc.json", 2, "CK009", 12, r"`\u001b[2Jx` is not a format"),
    ("game_wrong_cell.json", 2, "CK009", 12, "is not a format that chartkit reads"),
    ("hang_long_cell.json", 2, "CK011", 2280, "this text has 90,002 characters"),
    ("season_formation_overflow.json", 2, "CK011", 7018, "a number that is far too long"),
    ("surrogate_city.json", 2, "CK012", 101, r"`\ud800` is half a character"),
    ("surrogate_key.json", 2, "CK012", 4426, r"`\ud800` is half a character"),
    ("unknown_keys_30k.json", 1, "CK103", 4425, "`K0` is not known here"),
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path)


@pytest.mark.parametrize(("name", "exit_code", "code", "column", "says"), VALIDATED)
def test_a_hostile_file_is_named_soon(
    run: Run, tmp_path: Path, name: str, exit_code: int, code: str, column: int, says: str
) -> None:
    start = process_time()
    ended, out, err = run("validate", str(FILES / name), "--sarif", "found.sarif")
    assert process_time() - start < SOON
    assert ended == exit_code, (out[:500], err[:500])
    first, message = out.splitlines()[:2]
    assert first.startswith(f"{FILES / name}:1:{column}: ")
    assert f" {code}" in first
    assert says in message
    assert not any(ord(letter) < 32 for letter in out + err if letter != "\n")
    assert (tmp_path / "found.sarif").read_text("utf-8").startswith("{")
    assert [each.name for each in tmp_path.iterdir()] == ["found.sarif"]


def test_of_thousands_of_problems_a_thousand_are_told() -> None:
    found = check_path(FILES / "unknown_keys_30k.json").findings
    assert len(found) == 1001
    assert found[-1].code == "CK108"


@pytest.mark.parametrize(
    ("words", "exit_code", "says"),
    [
        (("export-xlsx", "city_nl.json", "--out", "x.xlsx"), 1, "does not have the form of this field"),
        (("export-xlsx", "deep_src.json", "--out", "x.xlsx"), 2, "nested more than 64 deep"),
        (("replay", "game_wrong_type.json"), 1, "events, entry 924, detail: this must be a text in quotes"),
        (("replay", "game_wrong_cell.json"), 1, "A-STANDARD, 9-SIDELINE, dice 3: this must be a text in quotes"),
    ],
)
def test_other_commands_refuse_them_too(
    run: Run, tmp_path: Path, words: tuple[str, ...], exit_code: int, says: str
) -> None:
    ended, out, err = run(*(str(FILES / word) if (FILES / word).is_file() else word for word in words))
    assert (ended, out) == (exit_code, "")
    assert says in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_chart_with_half_a_character_gives_no_edits(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "AAA.json"
    good.write_text(team_to_text(random_chart(1)), "utf-8")
    ended, out, err = run("edits", str(good), str(FILES / "surrogate_city.json"))
    assert (ended, out) == (2, "")
    assert "half a character" in err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("edits_deep.toml", "nested more than 64 deep"),
        ("edits_big_number.toml", "a number that is far too long"),
    ],
)
def test_hostile_edits(name: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        edits.from_toml(FILES / name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("settings_date.toml", r"situation\[11\]\.downs: this must be a list in brackets, but it is a date"),
        ("settings_big_number.toml", "a number that is far too long"),
    ],
)
def test_hostile_settings(name: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        load_rules(FILES / name)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (500_000_000, 500_000_000))


def test_none_needs_more_than_500_mb(tmp_path: Path) -> None:
    """The widest texts of a megabyte: many values, many blocks, many wrong entries, many errors."""
    texts = {
        "numbers": "[" + ",".join("1" for _ in range(450_000)) + "]",
        "blocks": '{"format": "chartkit/season@1", "teams": [' + ",".join("{}" for _ in range(300_000)) + "]}",
        "errors": '{"a": 1\n' + '"b" 1,\n' * 140_000 + "}",
        "keys": '{"format": "chartkit/team-chart@1",' + ",".join(f'"{n}":0' for n in range(80_000)) + "}",
        "twice": "{" + ",".join('"a":0' for _ in range(160_000)) + "}",
        "halves": '{"a": [' + ",".join('"\\ud800"' for _ in range(100_000)) + "]}",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.json").write_text(text, "utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from chartkit.cli.app import main; main()",
            "validate",
            *map(str, [*tmp_path.iterdir(), *FILES.glob("*.json")]),
        ],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_limit_memory,
    )
    assert done.returncode == 2, done.stderr[-500:]
    assert "Traceback" not in done.stderr


def test_a_row_of_shares_that_is_empty(tmp_path: Path) -> None:
    text = resources.template("ddf-classify.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(re.sub(r'("8-LONG" = )\[(?:[0-9., ]*,){9}[0-9., ]*\]', r"\1[]", text), "utf-8")
    with pytest.raises(InputError, match=r"described\.result: each call needs 11 shares"):
        load_rules(mine)
