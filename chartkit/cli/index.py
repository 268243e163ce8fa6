"""The list of commands, so that nobody has to import them all. Written by: python -m chartkit.cli.index FILE"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand
from typer.main import get_group

from chartkit.cli import commands

_FILE = Path(__file__).parent / "commands.json"
#: The longest line about a command in the list of all commands.
_LONGEST = 150
_RANGE = re.compile(r"(;\s+|\s+\[)([\d.]+<=)?x[<>]=[\d.]+\]")


class Entry(NamedTuple):
    """One command in the help."""

    name: str
    panel: str
    summary: str


@cache
def index() -> tuple[Entry, ...]:
    """Every command in the order of the road."""
    return tuple(Entry(**row) for row in json.loads(_FILE.read_text("utf-8")))


class PlainCommand(TyperCommand):
    """A command whose help has no `[x>=1]`; whoever types less is told what is the least."""

    def get_help(self, ctx: Any) -> str:
        """The help, as people read it."""
        return _RANGE.sub(lambda found: "]" if found[0].startswith(";") else "", super().get_help(ctx))


class Commands(Mapping[str, Any]):
    """The commands by name; one is imported when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in index())

    def __len__(self) -> int:
        return len(index())

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            if all(entry.name != name for entry in index()):
                raise KeyError(name)
            self._loaded[name] = _made(name, _module(name.replace("-", "_")))
        return self._loaded[name]


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{commands.__name__}.{name}")


def _made(name: str, module: ModuleType) -> Any:
    """The command of a module, as typer makes it."""
    alone = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    if isinstance(module.command, typer.Typer):
        alone.add_typer(module.command, name=name, rich_help_panel=module.PANEL)
    else:
        settings: dict[str, Any] = getattr(module, "SETTINGS", {})
        alone.command(name, cls=PlainCommand, rich_help_panel=module.PANEL, context_settings=settings)(
            module.command
        )
    return get_group(alone).commands[name]


def index_text() -> str:
    """The file, from the commands themselves."""
    import pkgutil

    modules = [_module(found.name) for found in pkgutil.iter_modules(commands.__path__)]
    rows = []
    for module in sorted(modules, key=lambda module: (module.PLACE, module.__name__)):
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        summary = _made(name, module).get_short_help_str(limit=_LONGEST)
        rows.append({"name": name, "panel": module.PANEL, "summary": summary})
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    from chartkit.files import write_text

    write_text(Path(sys.argv[1]), index_text())
