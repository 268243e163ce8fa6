"""`chartkit simulate`: one game, thousands of times."""

from __future__ import annotations

from typing import Annotated

import typer

import chartkit as ck
from chartkit.cli import console, options


def command(
    away: Annotated[str, typer.Argument(metavar="AWAY", help="The visitors: code, nickname or city.")],
    home: Annotated[str, typer.Argument(metavar="HOME", help="The home team.")],
    runs: Annotated[int, options.runs("How many games.")] = 10000,
    build: options.NewestBuild = None,
    seed: options.Seed = 0,
    advanced: options.Advanced = True,
    plot: options.Plot = None,
    jobs: options.Jobs = 2,
    backend: options.Backend = "auto",
    scheduler: options.Scheduler = None,
    engine: options.Engine = "",
    as_json: options.AsJson = False,
) -> None:
    """Play one game many times: who wins, by how much, with which statistics.

    \b
    Examples:
      chartkit simulate WND BRK -n 10000 --plot scores.png
    """
    games = ck.simulate(
        away,
        home,
        runs,
        build=build or options.newest_build(),
        seed=seed,
        basic=not advanced,
        jobs=jobs,
        engine=engine,
        backend=backend,
        scheduler=scheduler,
        plot=plot,
        progress=True,
    )
    console.show_report(games.report, as_json=as_json)
    console.say(f"seed {seed}")
    if plot:
        console.wrote(plot)
