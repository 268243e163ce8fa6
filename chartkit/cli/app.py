"""The front door: lists the commands, runs one, and ends with an exit code."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from chartkit import __version__
from chartkit.cli import console, failures, next_steps, options

_HELP = """
Turn a season of football play-by-play into the team charts of a dice board game, and back.

\b
Examples:
  chartkit demo
  chartkit validate build/2031
  chartkit COMMAND --help

The examples of each help work in the folder that `chartkit demo` makes; for a season of your own, write its year
and its teams instead of 2031, BRK and WND.
"""

#: The panels of the help, each with its commands, in the order of the work.
PANELS: dict[str, tuple[str, ...]] = {
    "Make charts": ("demo", "fetch", "template", "ingest", "plays", "calls", "compile"),
    "Work on charts": ("validate", "odds", "diff", "new", "tune", "edits"),
    "Print and edit": ("print", "import-pdf", "export-xlsx", "import-xlsx"),
    "Play": ("game", "serve", "replay", "chances"),
    "Prove": ("simulate", "season", "roundtrip", "whatif"),
    "Look things up": ("explain", "codes", "doctor"),
}
#: Not listed: only those who work on chartkit itself need them.
FOR_MAKERS = ("agreement", "referee", "systems")
COMMANDS = (*(name for names in PANELS.values() for name in names), *FOR_MAKERS)
#: The modules of `commands` that hold more than the command of their name.
_TOGETHER = {
    "make": ("demo", "fetch", "template", "compile"),
    "plays": ("ingest", "calls", "agreement"),
    "charts": ("validate", "odds", "diff", "new", "tune", "edits", "explain", "codes"),
    "sheets": ("print", "import-pdf", "export-xlsx", "import-xlsx"),
    "game": ("serve", "replay", "referee"),
    "season": ("simulate", "roundtrip", "whatif", "chances"),
    "doctor": ("systems",),
}
_MODULES = {name: module for module, names in _TOGETHER.items() for name in names}
#: A loss such as -2 is a cell, not an option.
_SETTINGS = {"explain": {"ignore_unknown_options": True}}
#: Runs other commands itself.
_RUNS_OTHERS = "demo"
#: The longest line about a command in the list of all commands.
_LONGEST = 150


class CommandList(TyperGroup):
    """The list of all commands, panel by panel, in plain text."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one section a panel; the columns of all panels are equally wide."""
        widest = max(len(name) for names in PANELS.values() for name in names)
        for title, names in PANELS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), self.commands[name].get_short_help_str(_LONGEST)) for name in names]
                )


def _version(wanted: bool) -> None:
    if wanted:
        console.data(f"chartkit {__version__}")
        raise typer.Exit


def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="If chartkit fails unexpectedly, show where.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        console.data(next_steps.page(Path.cwd(), __version__, width=console.width(sys.stdout)))
    elif (found := options.load_project()) is not None:
        group: Any = context.command
        context.default_map = options.project_defaults(found, group.commands)


def build_app(only: str = "") -> typer.Typer:
    """The application with every command, or with a single one, which is there in half the time."""
    app = typer.Typer(
        cls=CommandList,
        help=_HELP,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"max_content_width": 110},
    )
    app.callback(invoke_without_command=True)(_start)
    for name in (only,) if only else COMMANDS:
        module = import_module(f"chartkit.cli.commands.{_MODULES.get(name, name)}")
        command = getattr(module, f"{name.replace('-', '_')}_command")
        app.command(name, context_settings=_SETTINGS.get(name), hidden=name in FOR_MAKERS)(command)
    return app


def _typed_command() -> str:
    """The command that was typed; empty when all are needed: for the list, the demo, a project's settings."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    return word if word in COMMANDS and word != _RUNS_OTHERS and not options.PROJECT_FILE.is_file() else ""


def main() -> None:
    """Entry point: exit code 0 fine, 1 findings, 2 wrong use or unreadable file, 70 a bug; never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A pipe on an old system may have no rule or arrow; a question mark is better than no answer.
            stream.reconfigure(errors="replace")
    try:
        code = get_command(build_app(_typed_command())).main(prog_name="chartkit", standalone_mode=False)
        if code == failures.INTERRUPTED:
            # typer ends quietly on Ctrl-C.
            code = failures.tell(KeyboardInterrupt())
    except (Exception, KeyboardInterrupt) as failure:
        # Read from the line itself: typer's own state is gone when a command fails.
        code = failures.tell(failure, debug="--debug" in sys.argv)
    sys.exit(code)
