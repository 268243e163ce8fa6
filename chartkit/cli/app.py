"""The front door: finds the commands, runs one, and turns every failure into one clear line."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from chartkit import __version__
from chartkit.cli import console
from chartkit.cli.exit_codes import FINDINGS, INTERRUPTED, WRONG_USE
from chartkit.cli.index import Commands, index
from chartkit.cli.wrong_use import UsageError, refusal
from chartkit.errors import ChartkitError, InputError

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


class Road(TyperGroup):
    """The commands in the panels and in the order of the road, in plain text: rich would cost 0.3 s.

    Only the command that runs is imported. Contexts are of click or of typer's own copy of it, depending on typer's
    version, hence Any.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Commands()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one section a panel."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for entry in index():
            panels.setdefault(entry.panel, []).append((entry.name, entry.summary))
        widest = max(len(entry.name) for entry in index())
        for title, rows in panels.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), text) for name, text in rows])

    def list_commands(self, ctx: Any) -> list[str]:
        """In the order of the road."""
        return list(self.commands)

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run a command; wrong use is an error as any other."""
        try:
            answer = super().main(*args, **{**settings, "standalone_mode": False})
        except UsageError as mistake:
            raise refusal(mistake) from None
        if settings.get("standalone_mode", True):
            if answer == INTERRUPTED:
                # Some versions of typer raise Abort, others end without a word.
                raise typer.Abort
            sys.exit(answer if isinstance(answer, int) else 0)
        return answer


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"chartkit {__version__}")
        raise typer.Exit


def build_app() -> typer.Typer:
    """The road, with every module of `chartkit.cli.commands` on it."""
    app = typer.Typer(
        cls=Road,
        help=_HELP,
        invoke_without_command=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"max_content_width": 110},
    )

    @app.callback()
    def start(
        context: typer.Context,
        version: Annotated[
            bool,
            typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop."),
        ] = False,
    ) -> None:
        if context.invoked_subcommand is None:
            from pathlib import Path

            from chartkit.cli.road import page

            console.data(page(Path.cwd(), __version__, width=console.width(sys.stdout)))

    return app


def main() -> None:
    """Entry point: exit code 0 fine, 1 findings, 2 wrong use or unreadable file; never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A pipe on an old system may have no rule or arrow; a question mark is better than no answer.
            stream.reconfigure(errors="replace")
    try:
        build_app()()
    except InputError as error:
        console.error(str(error))
        sys.exit(WRONG_USE)
    except ChartkitError as error:
        console.error(str(error))
        sys.exit(FINDINGS)
    except BrokenPipeError:
        # `chartkit odds PHI.json | head` is not a failure.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        # Whatever the disk refuses; what is known of the file is told.
        where = f"{error.filename}: " if error.filename else ""
        console.error(f"{where}this cannot be read or written: {error.strerror or error}.")
        sys.exit(WRONG_USE)
    except (KeyboardInterrupt, typer.Abort):
        console.error("interrupted")
        sys.exit(INTERRUPTED)
