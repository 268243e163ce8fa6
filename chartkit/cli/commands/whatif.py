"""`chartkit whatif`: what a change of a chart or a coach does to the season."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.labour import Backend, Engine, Scheduler

PANEL = "Prove"
PLACE = 74


def command(
    build: Annotated[
        Path | None, typer.Option("--build", help="The compiled season; the newest under build/ if not given.")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", help="A change: TEAM:CELL=VALUE, or TEAM:coach.CELL=VALUE. Repeat it for more."),
    ] = None,
    chart: Annotated[
        list[Path] | None, typer.Option("--chart", help="A whole chart instead of its team's.")
    ] = None,
    coach: Annotated[
        list[Path] | None, typer.Option("--coach", help="A whole coach table instead of its team's.")
    ] = None,
    runs: Annotated[int, typer.Option("-n", "--runs", min=2, help="How many seasons, each played twice.")] = 200,
    schedule: Annotated[
        Path | None, typer.Option("--schedule", help="Your own schedule: a CSV of week,away,home.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same seasons.")] = 0,
    basic: Annotated[bool, typer.Option("--basic", help="The basic game; advanced if not given.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes; the numbers do not depend on it.")] = 1,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    engine: Engine = "kernel",
    system: Annotated[str, typer.Option("--system", help="The game.")] = "ddf",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Change a cell, a chart or a coach table and see what it does, with and without on the same dice.

    Example: chartkit whatif --build build/2017 --set "PHI:offense.columns.6-SHORT.27=12"

    Example: chartkit whatif --build build/2017 --chart my/PHI.json -n 1000
    """
    from chartkit import systems
    from chartkit.cli.labour import newest_build
    from chartkit.systems.proving import Effort, WhatIfOrder

    proving = systems.find(system).proving()
    order = WhatIfOrder(
        build=build or newest_build(),
        effort=Effort(runs, seed, jobs, backend, scheduler, engine, basic),
        settings=tuple(setting or ()),
        charts=tuple(chart or ()),
        coaches=tuple(coach or ()),
        schedule=schedule,
    )
    with progress.games() as told:
        report = proving.what_if(order, told)
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
