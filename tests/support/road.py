"""Every command of chartkit with its full name, however it is put together."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from chartkit.cli.app import build_app


def every_command() -> dict[str, Any]:
    """`edits extract` -> the command, in the order of the road."""
    return dict(_below("", get_command(build_app())))


def _below(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "list_commands"):
        yield name, command
        return
    context = command.make_context(name or "chartkit", [], resilient_parsing=True)
    for word in command.list_commands(context):
        yield from _below(f"{name} {word}".strip(), command.get_command(context, word))


def examples(command: Any) -> list[list[str]]:
    """The commands of the last block of a command's help, without the word chartkit."""
    block = (command.help or "").partition("Examples:\n")[2]
    return [shlex.split(line)[1:] for line in block.splitlines() if line.strip()]
