"""`chartkit simulate`: one game, thousands of times."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.labour import Backend, Engine, Scheduler

PANEL = "Prove"
PLACE = 68


def command(
    away: Annotated[str, typer.Argument(help="The visitors: code, nickname or city.")],
    home: Annotated[str, typer.Argument(help="The home team.")],
    runs: Annotated[int, typer.Option("-n", "--runs", min=1, help="How many games.")] = 10000,
    build: Annotated[
        Path | None, typer.Option("--build", help="A compiled season; the newest under build/ if not given.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same games.")] = 0,
    basic: Annotated[bool, typer.Option("--basic", help="The basic game; advanced if not given.")] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the score distribution into a .png or .svg file.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes; the numbers do not depend on it.")] = 1,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    engine: Engine = "kernel",
    system: Annotated[str, typer.Option("--system", help="The game.")] = "ddf",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Play one game many times: who wins, by how much, with which statistics.

    Example: chartkit simulate NE PHI -n 10000 --plot super-bowl.png
    """
    from chartkit import systems
    from chartkit.cli.labour import newest_build
    from chartkit.systems.proving import Effort, SimulateOrder

    proving = systems.find(system).proving()
    effort = Effort(runs, seed, jobs, backend, scheduler, engine, basic)
    with progress.games() as told:
        report = proving.simulate(SimulateOrder(away, home, build or newest_build(), effort, plot), told)
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
    if plot:
        console.wrote(plot)
