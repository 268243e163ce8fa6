"""`chartkit simulate`: one game, thousands of times."""

from __future__ import annotations

from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.options import Advanced, AsJson, Backend, Engine, Jobs, NewestBuild, Plot, Scheduler, Seed, System

PANEL = "Prove"
PLACE = 68


def command(
    away: Annotated[str, typer.Argument(metavar="AWAY", help="The visitors: code, nickname or city.")],
    home: Annotated[str, typer.Argument(metavar="HOME", help="The home team.")],
    runs: Annotated[int, typer.Option("-n", "--runs", metavar="NUMBER", min=1, help="How many games.")] = 10000,
    build: NewestBuild = None,
    seed: Seed = 0,
    advanced: Advanced = True,
    plot: Plot = None,
    jobs: Jobs = 2,
    backend: Backend = "auto",
    scheduler: Scheduler = None,
    engine: Engine = "kernel",
    system: System = "ddf",
    as_json: AsJson = False,
) -> None:
    """Play one game many times: who wins, by how much, with which statistics.

    \b
    Examples:
      chartkit simulate WND BRK -n 10000 --plot scores.png
    """
    from chartkit import systems
    from chartkit.cli.builds import newest_build
    from chartkit.systems.proving import Effort, SimulateOrder

    proving = systems.find(system).proving()
    effort = Effort(runs, seed, jobs, backend, scheduler, engine, basic=not advanced)
    progress.first_time(proving.is_prepared(engine))
    with progress.games() as told:
        report = proving.simulate(SimulateOrder(away, home, build or newest_build(), effort, plot), told)
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
    if plot:
        console.wrote(plot)
