"""What people see on a narrow terminal, without colour, and in a pipe."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.charts import random_chart

from chartkit.cli import console
from chartkit.cli.console import table_lines
from chartkit.pages import Table
from chartkit.systems.ddf.charts import team_to_text

WORDS = ("3", "12.5%", "GUL", "6-SHORT", "interception", "yards")
CODE = "from chartkit.cli.app import main; main()"


def a_table(seed: int) -> Table:
    chance = Random(seed)
    headings = tuple(f"heading {number}" for number in range(chance.randint(1, 9)))
    rows = tuple(
        tuple(" ".join(chance.choices(WORDS, k=chance.randint(0, 9))) for _ in headings)
        for _ in range(chance.randint(1, 5))
    )
    return Table("", headings, rows, frozenset(heading for heading in headings if chance.random() < 0.5))


TABLES = st.integers(0, 10**6).map(a_table)


@given(TABLES, st.integers(30, 120))
def test_no_line_of_a_table_is_wider_than_the_terminal_and_no_word_is_lost(table: Table, width: int) -> None:
    shown = table_lines(table, width)
    assert max(map(len, shown)) <= width
    printed = " ".join(shown).split()
    for row in table.rows:
        for word in " ".join(row).split():
            assert word in printed


@given(TABLES)
def test_in_a_pipe_a_row_is_a_line(table: Table) -> None:
    assert len(table_lines(table, None)) == len(table.rows) + 2


def test_numbers_stand_below_each_other() -> None:
    table = Table("", ("team", "wins"), (("GUL", "10"), ("BRK", "3")), frozenset({"team"}))
    assert table_lines(table, 80) == ["team  wins", "─" * 10, "GUL     10", "BRK      3"]


def _on_a_terminal(folder: Path, *words: str, width: int = 50, **settings: str) -> str:
    """What a terminal of that width is sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    known = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    done = subprocess.Popen(
        [sys.executable, "-c", CODE, *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**known, "TERM": "xterm-256color", **settings},
    )
    os.close(theirs)
    sent = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        sent += part
    done.wait()
    os.close(ours)
    return sent.decode("utf-8").replace("\r\n", "\n")


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    (tmp_path / "AAA.json").write_text('{"format": "nothing that chartkit knows"}', "utf-8")
    return tmp_path


def test_colour_on_a_terminal_none_with_no_color(broken: Path) -> None:
    assert "\x1b[" in _on_a_terminal(broken, "validate", "AAA.json")
    plain = _on_a_terminal(broken, "validate", "AAA.json", NO_COLOR="1")
    assert "\x1b" not in plain and "unreadable" in plain
    assert max(map(len, plain.splitlines())) <= 50


#: Clears the screen, sets the title, turns the direction of writing, a C1 control, a carriage return, a bell.
NASTY = "\x1b[2J\x1b]0;gotcha\x07 \u202etxt \x9b31m \roverwritten"
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@given(st.text(st.characters(max_codepoint=0x2FFF)))
def test_no_text_steers_the_terminal(text: str) -> None:
    for show in (console.data, console.say, console.error, console.Terminal().tell):
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            show(text)
            console.show_table(Table(text, (text, "wins"), ((text, "3"),), frozenset({text})))
        assert not STEERING.search(out.getvalue() + err.getvalue())
    with redirect_stdout(io.StringIO()) as out:
        console.print_json({text: [text]})
    assert not STEERING.search(out.getvalue())
    assert json.loads(out.getvalue()) == {text: [text]}


def test_plain_texts_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    text = "José Ñandú, 3½ – “quoted” ✓\ntwo lines, 日本 🏈"
    console.data(text)
    assert capsys.readouterr().out == f"{text}\n"


@pytest.mark.parametrize(
    "words", [("validate", "AAA.json"), ("odds", "AAA.json"), ("validate", "AAA.json", "--github")]
)
def test_a_hostile_file_cannot_steer_the_terminal(words: tuple[str, ...], tmp_path: Path) -> None:
    chart = json.loads(team_to_text(random_chart(1, code="AAA")))
    chart[NASTY] = 1
    chart["offense"]["columns"]["6-SHORT"]["27"] = NASTY
    (tmp_path / "AAA.json").write_text(json.dumps(chart), "utf-8")
    shown = _on_a_terminal(tmp_path, *words, NO_COLOR="1")
    assert "gotcha" in shown and not STEERING.search(shown)
    # Our own colours, and nothing else.
    coloured = _on_a_terminal(tmp_path, *words)
    assert not STEERING.search(re.sub(r"\x1b\[(31|33|0)m", "", coloured))


def test_a_finding_has_the_colour_of_its_severity(broken: Path) -> None:
    place = _on_a_terminal(broken, "validate", "AAA.json", width=120).splitlines()[0]
    assert place.startswith("\x1b[31mAAA.json") and place.endswith("\x1b[0m")


def test_no_colour_in_a_pipe_and_lines_stay_whole(broken: Path) -> None:
    command = [sys.executable, "-c", CODE, "codes", "DDF202"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=broken, check=True)
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == 4


def test_a_pipe_that_knows_no_lines_gets_question_marks(broken: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, "systems"],
        capture_output=True,
        cwd=broken,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert b"Data-Driven Football" in done.stdout and b"???" in done.stdout


@pytest.mark.parametrize("words", [(), ("--help",), ("print", "--list"), ("systems",), ("codes", "DDF202")])
@pytest.mark.parametrize("width", [40, 60])
def test_nothing_is_wider_than_the_terminal(words: tuple[str, ...], width: int, tmp_path: Path) -> None:
    here = tmp_path / "s"
    here.mkdir()
    shown = [
        line
        for line in _on_a_terminal(here, *words, width=width, NO_COLOR="1").splitlines()
        # The folder's path stays whole.
        if str(tmp_path) not in line
    ]
    assert shown and max(map(len, shown)) <= max(width, 50)


def test_an_interrupt_is_one_clear_line(tmp_path: Path) -> None:
    """Ctrl-C at a question: the question's line ends, and the last line says what happened."""
    for seed, code in ((1, "HOM"), (2, "VIS")):
        (tmp_path / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    # A suite that runs in a shell's background would hand on that interrupts are ignored.
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    with subprocess.Popen(
        [sys.executable, "-c", heard + CODE, "game", "VIS.json", "HOM.json", "--coach", "human", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as game:
        assert game.stderr is not None
        assert b"receive or kick" in os.read(game.stderr.fileno(), 4096)
        game.send_signal(signal.SIGINT)
        assert game.wait() == 130
        assert game.stderr.read().decode().splitlines()[-1] == "error: interrupted"
