"""Every command of chartkit by name, and the examples of its help."""

from __future__ import annotations

import shlex
from typing import Any

from typer.main import get_command

from chartkit.cli.app import build_app


def every_command() -> dict[str, Any]:
    """The commands by name, in the order of the work; those that the help does not list come last."""
    road: Any = get_command(build_app())
    return dict(road.commands)


def examples(command: Any) -> list[list[str]]:
    """The commands of the last block of a command's help, without the word chartkit."""
    block = (command.help or "").partition("Examples:\n")[2]
    return [shlex.split(line)[1:] for line in block.splitlines() if line.strip()]
