"""`chartkit season`: a whole season, thousands of times."""

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
    Schedule,
    Scheduler,
    Season,
    SeasonBuild,
    Seed,
    System,
    out_option,
)

PANEL = "Prove"
PLACE = 70


def command(
    season: Season,
    runs: Annotated[int, typer.Option("-n", "--runs", metavar="NUMBER", min=1, help="How many seasons.")] = 1000,
    playoffs: Annotated[bool, typer.Option("--playoffs", help="Play the playoffs too: Super Bowl odds.")] = False,
    build: SeasonBuild = None,
    league: Annotated[
        Path | None,
        typer.Option("--league", metavar="FILE", help="A season file with your own teams, divisions and games."),
    ] = None,
    schedule: Schedule = None,
    seed: Seed = 0,
    advanced: Advanced = True,
    jobs: Jobs = 2,
    backend: Backend = "auto",
    scheduler: Scheduler = None,
    engine: Engine = "kernel",
    out: Annotated[
        Path | None, out_option("a folder that keeps every run, so that --resume can go on; nowhere if not given")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the runs that are in --out.")] = False,
    run: Annotated[
        int | None,
        typer.Option("--run", metavar="NUMBER", min=0, help="Show one run as a full season instead of all runs."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="FOLDER", help="With --run: box scores, results and nflverse play-by-play go here."
        ),
    ] = None,
    system: System = "ddf",
    as_json: AsJson = False,
) -> None:
    """Play the schedule of a season many times: wins against the real records, standings, seeds, odds.

    Ctrl-C ends it with what is done; with --out nothing of that is lost, and --resume goes on.

    \b
    Examples:
      chartkit season 2031 -n 100 --playoffs
      chartkit season 2031 --run 12 --export my-season
    """
    from chartkit import systems
    from chartkit.cli.builds import season_build
    from chartkit.errors import InputError
    from chartkit.systems.proving import ChosenRun, Effort, SeasonOrder

    if export is not None and run is None:
        raise InputError("which run is to be exported?", remedy="Name it with --run NUMBER.")
    proving = systems.find(system).proving()
    effort = Effort(runs, seed, jobs, backend, scheduler, engine, basic=not advanced)
    order = SeasonOrder(
        build=build or season_build(season),
        effort=effort,
        playoffs=playoffs,
        out=out,
        resume=resume,
        league=league,
        schedule=schedule,
    )
    progress.first_time(proving.is_prepared(engine))
    with progress.games() as told:
        if run is None:
            report = proving.season(order, told)
        else:
            report = proving.chosen_run(order, ChosenRun(run, export), told)
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
    for folder in (export, out if run is None else None):
        if folder:
            console.wrote(folder)
