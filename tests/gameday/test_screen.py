"""The game on a real terminal: a picture in a fixed place, calls that nobody sees, leaving at any moment."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.charts import random_chart

from chartkit.cli.table import picture
from chartkit.systems.ddf.charts import team_to_text
from chartkit.systems.ddf.gameday.opening import new_game
from chartkit.systems.table import GameOrder

WORDS = ("game", "VIS.json", "HOM.json", "--seed", "6", "--option", "audibles=off")
CLEAR = "\x1b[H\x1b[2J"
#: Seconds in which the slowest machine has said something.
_PATIENCE = 1800


class Terminal:
    """A program at the other end of a pseudo terminal."""

    def __init__(self, folder: Path, *words: str, rows: int = 30, columns: int = 90) -> None:
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ["TERM"] = "xterm-256color"
            # A shell that runs the tests in the background lets them, and all that they start, ignore interrupts.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execv(sys.executable, [sys.executable, "-c", "from chartkit.cli.app import main; main()", *words])
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.said = ""

    def wait_for(self, words: str) -> str:
        """What was printed until the words came, without colours; the last picture only."""
        start = len(self.said)
        while words not in plain(self.said[start:]):
            ready, _, _ = select.select([self.end], [], [], _PATIENCE)
            assert ready, f"never said {words!r}: {plain(self.said[start:])[-2000:]}"
            try:
                more = os.read(self.end, 65536)
            except OSError:
                more = b""
            assert more, f"ended without {words!r}: {plain(self.said[start:])[-2000:]}"
            self.said += more.decode("utf-8", "replace")
        return plain(self.said[start:].rpartition(CLEAR)[2])

    def type(self, line: str) -> None:
        os.write(self.end, line.encode())

    def close(self) -> int:
        """Wait for the end; gives the exit code."""
        with suppress(OSError):
            while os.read(self.end, 65536):
                pass
        os.close(self.end)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text.replace("\r", ""))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    for seed, code in ((1, "HOM"), (2, "VIS")):
        (tmp_path / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    yield tmp_path


def test_board_field_drive_dice_and_story_stand_above_one_prompt(folder: Path) -> None:
    screen = Terminal(folder, *WORDS, "--coach", "human", "--coach", "solitaire")
    screen.wait_for("[receive]: ")
    screen.type("\n")
    screen.wait_for("VIS: your play (")
    screen.type("6\n")
    shown = screen.wait_for("VIS: your play (")
    board, situation, *rest = shown.partition("\n")[2].strip().splitlines()
    assert "VIS  0" in board and "HOM  0" in board and "1st 14:" in board
    assert situation.startswith("VIS 2nd and ")
    assert any("┃" in line for line in rest) and any("VIS drive: 1 play" in line for line in rest)
    assert any("VIS offense, 6-SHORT: " in line for line in rest)
    assert any("6-SHORT against " in line and "Rolled" in line for line in rest)
    screen.type("odds\n")
    assert "yards a play by formation" in screen.wait_for("or your answer: ")
    screen.type("quit\n")
    assert "Go on with: chartkit game --continue" in screen.wait_for("--continue")
    assert screen.close() == 0


def test_two_people_do_not_see_each_others_calls(folder: Path) -> None:
    screen = Terminal(folder, *WORDS, "--coach", "human")
    screen.wait_for("[receive]: ")
    screen.type("\n")
    screen.wait_for("[KICKOFF]: ")
    screen.type("\n")
    screen.wait_for("your play (")
    screen.type("6 look\n")
    shown = screen.wait_for("your formation (")
    assert "6" not in shown.partition("your formation")[0].rpartition("\n")[2]
    assert "6 look" not in shown and "6-SHORT" not in shown
    screen.type("quit\n")
    screen.wait_for("--continue")
    screen.close()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_ctrl_c_or_a_crash_lose_nothing(folder: Path, end: signal.Signals) -> None:
    screen = Terminal(folder, *WORDS, "--coach", "human")
    screen.wait_for("[receive]: ")
    screen.type("\n")
    screen.wait_for("[KICKOFF]: ")
    screen.type("\n")
    screen.wait_for("your play (")
    screen.type("6\n")
    screen.wait_for("your formation (")
    os.kill(screen.pid, end)
    if end == signal.SIGINT:
        screen.wait_for("--continue")
    screen.close()
    saved = json.loads((folder / "games/VIS-at-HOM.json").read_text("utf-8"))
    assert saved["events"][-1]["choice"] == "6-SHORT"
    again = Terminal(folder, "game", "--continue")
    assert "kickoff from" in again.wait_for("your formation (")
    again.type("quit\n")
    again.wait_for("--continue")
    assert again.close() == 0


@pytest.mark.parametrize(("wide", "high"), [(100, 40), (80, 24), (60, 16)])
def test_the_picture_fits_its_room(folder: Path, wide: int, high: int) -> None:
    order = GameOrder(str(folder / "VIS.json"), str(folder / "HOM.json"), 6, coaches=("human", "solitaire"))
    game = new_game(order)
    game.begin()
    for _ in range(60):
        prompt = game.prompt
        assert prompt is not None
        said = "6" if "your play" in prompt.text else "a" if "your formation" in prompt.text else ""
        if game.say(said).mistake:
            game.say("1")
        seen = max(0, game.play_count - 3)
        lines = picture(game, prompt.seat, seen, wide, high)
        assert len(lines) <= high
        assert game.plays[-1].phase or lines
