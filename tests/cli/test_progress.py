"""The progress bar: what it says, on which terminals, and when it is silent."""

from __future__ import annotations

import io
import re
import time

import pytest
from rich.console import Console

from chartkit.api import display as progress


def _shown(width: int, unit: str, *told: tuple[str, float, float | None], colour: bool = False) -> str:
    """The last line that a terminal of that width was shown."""
    sent = io.StringIO()
    terminal = Console(
        file=sent, force_terminal=True, width=width, no_color=not colour, _environ={"TERM": "xterm-256color"}
    )
    with progress.bar(unit, terminal) as tell:
        for each in told:
            tell(*each)
            time.sleep(0.002)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", sent.getvalue())
    lines = [line for line in re.split(r"[\r\n]+", plain) if line.strip()]
    assert max(map(len, lines)) <= width, lines
    return lines[-1]


STEPS = [("advanced play", done, 2000) for done in range(0, 1001, 50)]


def test_how_much_how_fast_and_how_long_still() -> None:
    shown = _shown(100, "games", *STEPS)
    assert re.search(r"advanced play .* 1,000/2,000 games  [\d,]+ games/s  \d:\d\d left", shown)


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("width", [20, 30, 50, 80, 200])
def test_a_narrow_terminal_is_told_what_matters_most(width: int, colour: bool) -> None:
    shown = _shown(width, "games", *STEPS, colour=colour)
    assert "1,000/2,000 games" in shown
    assert ("left" in shown) == (width >= 30)
    assert ("games/s" in shown) == (width >= 50)


def test_new_work_starts_its_own_clock() -> None:
    shown = _shown(100, "games", *STEPS, ("basic play", 0, 400), ("basic play", 40, 400))
    assert "basic play" in shown and "40/400 games" in shown and "left" not in shown


def test_the_next_file_of_the_same_work_does_not() -> None:
    told = [(f"game {number}", number, 100) for number in range(50)]
    shown = _shown(100, "files", *told)
    assert "game 49" in shown and "49/100 files" in shown and "left" in shown


def test_a_download_is_told_in_megabytes_even_when_its_size_is_unknown() -> None:
    assert "1.5/20.0 MB" in _shown(80, progress.BYTES, ("season 2017", 0, 20e6), ("season 2017", 1.5e6, 20e6))
    assert " 1.5 MB" in _shown(80, progress.BYTES, ("season 2017", 1.5e6, None))


@pytest.mark.parametrize("is_prepared", [False, True])
def test_an_engine_announces_itself_once_when_play_begins(
    is_prepared: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.following(True, "games", is_prepared=is_prepared) as tell:
        assert capsys.readouterr().err == ""
        tell("", 0, 2)
        tell("", 1, 2)
    assert capsys.readouterr().err.count("being prepared for this computer") == (not is_prepared)


def test_a_pipe_hears_nothing() -> None:
    sent = io.StringIO()
    with progress.bar("games", Console(file=sent)) as tell:
        tell("", 1, 2)
    assert sent.getvalue() == ""
