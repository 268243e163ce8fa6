"""`chartkit whatif`: what a change of a chart or a coach does to the season."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import chartkit as ck
from chartkit.cli import console, options


def command(
    build: options.NewestBuild = None,
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
    runs: Annotated[int, options.runs("How many seasons, each played twice.", least=2)] = 200,
    schedule: options.Schedule = None,
    seed: options.Seed = 0,
    advanced: options.Advanced = True,
    jobs: options.Jobs = 2,
    backend: options.Backend = "auto",
    scheduler: options.Scheduler = None,
    engine: options.Engine = "",
    as_json: options.AsJson = False,
) -> None:
    """Change a cell, a chart or a coach table and see what it does, with and without on the same dice.

    \b
    Examples:
      chartkit whatif --set "BRK 6-SHORT 27=12"
      chartkit whatif --chart mine/BRK.json -n 1000
    """
    effect = ck.whatif(
        build or options.newest_build(),
        setting or (),
        runs,
        charts=chart or (),
        coaches=coach or (),
        schedule=schedule,
        seed=seed,
        basic=not advanced,
        jobs=jobs,
        engine=engine,
        backend=backend,
        scheduler=scheduler,
        progress=True,
    )
    console.show_report(effect.report, as_json=as_json)
    console.say(f"seed {seed}")
