"""The front door: finds the commands, runs one, and turns every failure into one clear line."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Annotated

import typer

from chartkit import __version__
from chartkit.cli import commands, console
from chartkit.errors import ChartkitError, InputError

FINDINGS, WRONG_USE = 1, 2

_HELP = """
Turn a season of football play-by-play into the team charts of a dice board game, and back.

Example: chartkit validate build/2017
"""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"chartkit {__version__}")
        raise typer.Exit


def build_app() -> typer.Typer:
    """Collect every module of `chartkit.cli.commands`, in the order of the road."""
    app = typer.Typer(help=_HELP, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)

    @app.callback()
    def start(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop."),
        ] = False,
    ) -> None:
        pass

    modules = [
        importlib.import_module(f"{commands.__name__}.{found.name}")
        for found in pkgutil.iter_modules(commands.__path__)
    ]
    for module in sorted(modules, key=lambda module: (module.PLACE, module.__name__)):
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        if isinstance(module.command, typer.Typer):
            app.add_typer(module.command, name=name, rich_help_panel=module.PANEL)
        else:
            app.command(name, rich_help_panel=module.PANEL)(module.command)
    return app


def main() -> None:
    """Entry point: exit code 0 fine, 1 findings, 2 wrong use or unreadable file; never a traceback."""
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
    except KeyboardInterrupt:
        console.error("interrupted")
        sys.exit(130)
