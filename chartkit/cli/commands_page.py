"""The page of all commands, written from the commands themselves. Run: python -m chartkit.cli.commands_page FILE"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from chartkit.cli.app import build_app
from chartkit.files import write_text

_HEAD = """# The commands

Written from the commands themselves by `make docs`. Every report has `--json`; data goes to stdout, messages to
stderr; the exit code is 0 when all is fine, 1 when something was found, 2 when something could not be read or was
used wrongly. `chartkit --install-completion` lets the shell complete commands and options.
"""


def commands_page() -> str:
    """The whole page."""
    # Contexts and commands are of click or of typer's own copy of it, hence Any.
    road: Any = get_command(build_app())
    lines = [_HEAD]
    panel = ""
    for name, command in road.commands.items():
        if command.rich_help_panel != panel:
            panel = command.rich_help_panel
            lines.append(f"## {panel}\n")
        lines.extend(_chapters(f"chartkit {name}", command))
    return "\n".join(lines)


def _chapters(name: str, command: Any) -> Iterator[str]:
    inner = getattr(command, "commands", None)
    if inner is not None:
        for word, below in inner.items():
            yield from _chapters(f"{name} {word}", below)
        return
    yield f"### {name}\n"
    yield from _text(command.help or "")
    rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
    if rows:
        yield "| option | meaning | default |\n| --- | --- | --- |"
        yield "\n".join(rows) + "\n"


def _text(text: str) -> Iterator[str]:
    """The help as paragraphs, its examples as blocks of commands."""
    for paragraph in inspect.cleandoc(text).replace("\b\n", "").split("\n\n"):
        rows = [row.strip() for row in paragraph.splitlines()]
        if rows[0] in ("Example:", "Examples:"):
            yield "\n".join(["```", *rows[1:], "```\n"])
        elif rows[0].startswith("Example: "):
            yield "\n".join(["```", *(row.removeprefix("Example: ") for row in rows), "```\n"])
        else:
            yield " ".join(rows).replace("|", "\\|") + "\n"


def _row(parameter: Any) -> str:
    is_option = parameter.opts[0].startswith("-")
    names = ", ".join(parameter.opts) if is_option else (parameter.metavar or parameter.name).upper()
    default = parameter.default
    if callable(default) or default in (None, False, ()):
        default = "" if is_option or not parameter.required else "required"
    cells = (f"`{names}`", parameter.help or "", str(getattr(default, "value", default)))
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    write_text(Path(sys.argv[1]), commands_page())
