"""`chartkit season`: a whole season, thousands of times."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import chartkit as ck
from chartkit.api import Answer, one_season
from chartkit.cli import console, options
from chartkit.errors import InputError


def command(
    season: options.CompiledSeason,
    runs: Annotated[int, options.runs("How many seasons.")] = 1000,
    playoffs: Annotated[bool, typer.Option("--playoffs", help="Play the playoffs too: Super Bowl odds.")] = False,
    build: options.SeasonBuild = None,
    league: Annotated[
        Path | None,
        typer.Option("--league", metavar="FILE", help="A season file with your own teams, divisions and games."),
    ] = None,
    schedule: options.Schedule = None,
    seed: options.Seed = 0,
    advanced: options.Advanced = True,
    jobs: options.Jobs = 2,
    backend: options.Backend = "auto",
    scheduler: options.Scheduler = None,
    engine: options.Engine = "",
    out: Annotated[
        Path | None,
        options.out("a folder that keeps every run, so that --resume can go on; nowhere if not given"),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the runs that are in --out.")] = False,
    run: Annotated[
        int | None,
        options.number("--run", "Show one run as a full season instead of all runs.", 0),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export", metavar="FOLDER", help="With --run: box scores, results and nflverse play-by-play go here."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play the schedule of a season many times: wins against the real records, standings, seeds, odds.

    Ctrl-C ends it with what is done; with --out nothing of that is lost, and --resume goes on.

    \b
    Examples:
      chartkit season 2031 -n 100 --playoffs
      chartkit season 2031 --run 12 --export my-season
    """
    if export is not None and run is None:
        raise InputError("which run is to be exported?", remedy="Name it with --run NUMBER.")
    source, basic = build or options.named_build(season), not advanced
    if run is None:
        answer: Answer = ck.season(
            source,
            runs,
            playoffs=playoffs,
            seed=seed,
            basic=basic,
            jobs=jobs,
            engine=engine,
            backend=backend,
            scheduler=scheduler,
            out=out,
            resume=resume,
            league=league,
            schedule=schedule,
            progress=True,
        )
    else:
        answer = one_season(
            source,
            run,
            playoffs=playoffs,
            seed=seed,
            basic=basic,
            engine=engine,
            league=league,
            schedule=schedule,
            export=export,
            progress=True,
        )
    console.show_report(answer.report, as_json=as_json)
    console.say(f"seed {seed}")
    for folder in (export, out if run is None else None):
        if folder:
            console.wrote(folder)
