"""`chartkit whatif`: what a change of a chart or a coach does to the season."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.options import (
    Advanced,
    AsJson,
    Backend,
    Engine,
    Jobs,
    NewestBuild,
    Schedule,
    Scheduler,
    Seed,
    System,
)

PANEL = "Prove"
PLACE = 74


def command(
    build: NewestBuild = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="CHANGE",
            help="A change: TEAM:CELL=VALUE, or TEAM:coach.CELL=VALUE. Repeat it for more.",
        ),
    ] = None,
    chart: Annotated[
        list[Path] | None, typer.Option("--chart", metavar="FILE", help="A whole chart instead of its team's.")
    ] = None,
    coach: Annotated[
        list[Path] | None,
        typer.Option("--coach-table", metavar="FILE", help="A whole coach table instead of its team's."),
    ] = None,
    runs: Annotated[
        int, typer.Option("-n", "--runs", metavar="NUMBER", min=2, help="How many seasons, each played twice.")
    ] = 200,
    schedule: Schedule = None,
    seed: Seed = 0,
    advanced: Advanced = True,
    jobs: Jobs = 2,
    backend: Backend = "auto",
    scheduler: Scheduler = None,
    engine: Engine = "kernel",
    system: System = "ddf",
    as_json: AsJson = False,
) -> None:
    """Change a cell, a chart or a coach table and see what it does, with and without on the same dice.

    \b
    Examples:
      chartkit whatif --set "BRK:offense.columns.6-SHORT.27=12"
      chartkit whatif --chart mine/BRK.json -n 1000
    """
    from chartkit import systems
    from chartkit.cli.builds import newest_build
    from chartkit.systems.proving import Effort, WhatIfOrder

    proving = systems.find(system).proving()
    order = WhatIfOrder(
        build=build or newest_build(),
        effort=Effort(runs, seed, jobs, backend, scheduler, engine, basic=not advanced),
        settings=tuple(setting or ()),
        charts=tuple(chart or ()),
        coaches=tuple(coach or ()),
        schedule=schedule,
    )
    progress.first_time(proving.is_prepared(engine))
    with progress.games() as told:
        report = proving.what_if(order, told)
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
