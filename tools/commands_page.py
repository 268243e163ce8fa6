"""The page of all commands, written from the commands themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from chartkit.cli.app import FOR_MAKERS, PANELS, build_app

_HEAD = """# The commands

Written from the commands themselves by `make docs`. Every report has `--json`; data goes to stdout, messages to
stderr; the exit code is 0 when all is fine, 1 when something was found, 2 when something could not be read or was
used wrongly, 70 when chartkit itself failed. `chartkit --install-completion` lets the shell complete commands and
options.
"""
_MAKERS = "For those who work on chartkit"
_MAKERS_TEXT = "These are not in the list of `chartkit --help`.\n"


def commands_page() -> str:
    """The whole page."""
    # Commands are of typer's own copy of click, which has no public name, hence Any.
    app: Any = get_command(build_app())
    lines = [_HEAD]
    for title, names in PANELS.items():
        lines += [f"## {title}\n", *_chapters(app, names)]
    lines += [f"## {_MAKERS}\n", _MAKERS_TEXT, *_chapters(app, FOR_MAKERS)]
    return "\n".join(lines)


def _chapters(app: Any, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        command = app.commands[name]
        yield f"### chartkit {name}\n"
        yield from _text(command.help or "")
        rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
        if rows:
            yield "| option | meaning | default |\n| --- | --- | --- |"
            yield "\n".join(rows) + "\n"


def _text(text: str) -> Iterator[str]:
    """The help as paragraphs, its examples as blocks of commands."""
    for paragraph in inspect.cleandoc(text).replace("\b\n", "").split("\n\n"):
        rows = [row.strip() for row in paragraph.splitlines()]
        if rows[0] == "Examples:":
            yield "\n".join(["```", *rows[1:], "```\n"])
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
