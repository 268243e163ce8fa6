"""The list of commands is a file: it must say what the commands say."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from chartkit.cli import app
from chartkit.cli.index import Commands, index, index_text


def test_the_list_of_commands_is_up_to_date() -> None:
    listed = Path(app.__file__).with_name("commands.json").read_text("utf-8")
    assert listed == index_text(), "run make docs"


def test_every_command_of_the_list_is_there() -> None:
    commands = Commands()
    assert [commands[entry.name].name for entry in index()] == list(commands)
    assert "gmae" not in commands


def test_the_commands_of_a_panel_stand_together() -> None:
    panels = [entry.panel for entry in index()]
    assert len([one for one, two in pairwise([*panels, ""]) if one != two]) == len(set(panels))


def test_the_help_imports_no_command_and_a_command_no_other() -> None:
    def loaded(*words: str) -> list[str]:
        code = (
            "import sys\nfrom chartkit.cli.app import main\n"
            f"sys.argv = ['chartkit', *{list(words)!r}]\n"
            "try: main()\n"
            "except SystemExit: pass\n"
            "print(*(name for name in sys.modules if name.startswith('chartkit.cli.commands.')), file=sys.stderr)"
        )
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        return run.stderr.split()

    assert loaded("--help") == []
    assert loaded("systems") == ["chartkit.cli.commands.systems"]
