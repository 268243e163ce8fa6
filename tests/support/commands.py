"""The command line as a person meets it: words in, exit code and both streams out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chartkit.cli import app
from chartkit.cli.console import Terminal

Run = Callable[..., tuple[int, str, str]]


def _answering(answer: Callable[[str], str | None]) -> Callable[..., str]:
    def ask(terminal: Terminal, prompt: str, *, hidden: bool = False) -> str:
        terminal.tell(prompt)
        said = answer(prompt)
        if said is None:
            raise EOFError
        terminal.tell(f"> {said}")
        return said

    return ask


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Run:
    """A function that runs `chartkit` in a folder; `typed` is what is typed, or answers each prompt."""
    monkeypatch.chdir(folder)

    def run(*words: str, typed: str | Callable[[str], str | None] = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["chartkit", *words])
        if callable(typed):
            monkeypatch.setattr(Terminal, "ask", _answering(typed))
        else:
            monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            app.main()
            raise SystemExit(0)
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return run
