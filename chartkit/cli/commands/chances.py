"""`chartkit chances`: the chances to win of a season, and how well they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.api.progress import following
from chartkit.cli import console, options


def command(
    build: Annotated[Path, typer.Argument(metavar="BUILD", help="The folder of a compiled season.")],
    games: Annotated[int, options.number("--games", "Games that are compared with the table.", 40)] = 2000,
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Work out the chance to win of every situation of a season, and show how well it holds in games.

    The table is written into the build as chances.json. Coaches decide the end of a game by it, and replay draws
    its line; a build without one uses the table that comes with chartkit.

    \b
    Examples:
      chartkit chances build/2031
      chartkit chances build/2031 --games 400 --json
    """
    game = systems.of_file(build)
    with following(True, "steps", is_prepared=game.simulation().is_prepared("compiled")) as tell:
        report = game.referee().chances(build, games, seed, tell)
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
    console.wrote(build / "chances.json")
