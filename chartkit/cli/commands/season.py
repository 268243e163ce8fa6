"""`chartkit season`: a whole season, thousands of times."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.labour import Backend, Engine, Scheduler

PANEL = "Prove"
PLACE = 70


def command(
    season: Annotated[int, typer.Argument(help="The season, by the year in which it began.")],
    runs: Annotated[int, typer.Option("-n", "--runs", min=1, help="How many seasons.")] = 1000,
    playoffs: Annotated[bool, typer.Option("--playoffs", help="Play the playoffs too: Super Bowl odds.")] = False,
    build: Annotated[
        Path | None, typer.Option("--build", help="The compiled season; build/SEASON if not given.")
    ] = None,
    league: Annotated[
        Path | None, typer.Option("--league", help="A season file with your own teams, divisions and games.")
    ] = None,
    schedule: Annotated[
        Path | None, typer.Option("--schedule", help="Your own schedule: a CSV of week,away,home.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same seasons.")] = 0,
    basic: Annotated[bool, typer.Option("--basic", help="The basic game; advanced if not given.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes; the numbers do not depend on it.")] = 2,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    engine: Engine = "kernel",
    out: Annotated[
        Path | None, typer.Option("--out", help="Keep every run as parquet in this folder, chunk by chunk.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the runs that are in --out.")] = False,
    run: Annotated[
        int | None, typer.Option("--run", min=0, help="Show one run as a full season instead of all runs.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", help="With --run: box scores, results and nflverse play-by-play go here."),
    ] = None,
    system: Annotated[str, typer.Option("--system", help="The game.")] = "ddf",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Play the schedule of a season many times: wins against the real records, standings, seeds, odds.

    Ctrl-C ends it with what is done; with --out nothing of that is lost, and --resume goes on.

    Example: chartkit season 2017 -n 1000 --playoffs

    Example: chartkit season 2017 --run 12 --playoffs --export my-season
    """
    from chartkit import systems
    from chartkit.cli.labour import season_build
    from chartkit.errors import InputError
    from chartkit.systems.proving import ChosenRun, Effort, SeasonOrder

    if export is not None and run is None:
        raise InputError("which run is to be exported?", remedy="Name it with --run K.")
    proving = systems.find(system).proving()
    effort = Effort(runs, seed, jobs, backend, scheduler, engine, basic)
    order = SeasonOrder(
        build=build or season_build(season),
        effort=effort,
        playoffs=playoffs,
        out=out,
        resume=resume,
        league=league,
        schedule=schedule,
    )
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
