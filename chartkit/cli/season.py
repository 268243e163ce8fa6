"""Games and seasons played many times: `simulate`, `season`, `roundtrip`, `whatif` and `chances`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import chartkit as ck
from chartkit import systems
from chartkit.api.display import Answer, following
from chartkit.api.many_games import one_season
from chartkit.cli import console, options
from chartkit.cli.console import FINDINGS
from chartkit.cli.options import Effort, Played, argument, flag, grouped, option
from chartkit.errors import InputError


def _given(effort: Effort) -> dict[str, Any]:
    """The options under the names that they have in the API."""
    given = {**vars(effort), "progress": True}
    if isinstance(effort, Played):
        given["basic"] = not given.pop("advanced")
    return given


def _show(answer: Answer, seed: int, as_json: bool, *written: Path | None) -> None:
    console.show_report(answer.report, as_json=as_json)
    console.say(f"seed {seed}")
    for path in filter(None, written):
        console.wrote(path)


@grouped
def simulate_command(
    away: Annotated[str, argument("AWAY", "The visitors: code, nickname or city.")],
    home: Annotated[str, argument("HOME", "The home team.")],
    runs: Annotated[int, options.runs("How many games.")] = 10000,
    build: options.NewestBuild = None,
    plot: options.Plot = None,
    *,
    effort: Played,
    as_json: options.AsJson = False,
) -> None:
    """Play one game many times: who wins, by how much, with which statistics.

    \b
    Examples:
      chartkit simulate WND BRK -n 10000 --plot scores.png
    """
    games = ck.simulate(away, home, runs, build=build or options.newest_build(), plot=plot, **_given(effort))
    _show(games, effort.seed, as_json, plot)


@grouped
def season_command(
    season: options.CompiledSeason,
    runs: Annotated[int, options.runs("How many seasons.")] = 1000,
    playoffs: Annotated[bool, flag("--playoffs", "Play the playoffs too: Super Bowl odds.")] = False,
    build: options.SeasonBuild = None,
    league: Annotated[
        Path | None, option("FILE", "A season file with your own teams, divisions and games.")
    ] = None,
    schedule: options.Schedule = None,
    out: Annotated[
        Path | None, options.out("a folder that keeps every run, so that --resume can go on; nowhere if not given")
    ] = None,
    resume: Annotated[bool, flag("--resume", "Go on with the runs that are in --out.")] = False,
    run: Annotated[int | None, options.number("Show one run as a full season instead of all runs.", 0)] = None,
    export: Annotated[
        Path | None, option("FOLDER", "With --run: box scores, results and nflverse play-by-play go here.")
    ] = None,
    *,
    effort: Played,
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
    source = build or options.named_build(season)
    given = {**_given(effort), "playoffs": playoffs, "league": league, "schedule": schedule}
    if run is None:
        _show(ck.season(source, runs, out=out, resume=resume, **given), effort.seed, as_json, out)
        return
    # A single season is played in this process.
    alone = {name: value for name, value in given.items() if name not in ("jobs", "backend", "scheduler")}
    _show(one_season(source, run, export=export, **alone), effort.seed, as_json, export)


@grouped
def roundtrip_command(
    season: options.CompiledSeason,
    build: options.SeasonBuild = None,
    runs: Annotated[int, options.runs("How often the season is played.", least=2)] = 1000,
    out: Annotated[Path | None, options.out("a folder for the report; the build if not given")] = None,
    *,
    effort: Effort,
    as_json: options.AsJson = False,
) -> None:
    """Play a season many times and compare it with the real one, figure by figure.

    Writes roundtrip.html and roundtrip.json, and into a build also roundtrip.pdf.
    Exit code 1 when a figure misses its tolerance.

    \b
    Examples:
      chartkit roundtrip 2031 -n 100
    """
    found = ck.roundtrip(build or options.named_build(season), n=runs, **_given(effort))
    _show(found, effort.seed, as_json)
    for path in found.save(out):
        console.wrote(path)
    if not found.passed:
        raise typer.Exit(FINDINGS)


@grouped
def whatif_command(
    build: options.NewestBuild = None,
    setting: Annotated[
        list[str] | None,
        option("CHANGE", "A change: TEAM:CELL=VALUE, or TEAM:coach.CELL=VALUE. Repeat it for more.", "--set"),
    ] = None,
    chart: Annotated[list[Path] | None, option("FILE", "A whole chart instead of its team's.")] = None,
    coach: Annotated[
        list[Path] | None, option("FILE", "A whole coach table instead of its team's.", "--coach-table")
    ] = None,
    runs: Annotated[int, options.runs("How many seasons, each played twice.", least=2)] = 200,
    schedule: options.Schedule = None,
    *,
    effort: Played,
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
        **_given(effort),
    )
    _show(effect, effort.seed, as_json)


def chances_command(
    build: Annotated[Path, argument("BUILD", "The folder of a compiled season.")],
    games: Annotated[int, options.number("Games that are compared with the table.", 40)] = 2000,
    seed: options.Seed = 0,
    as_json: options.AsJson = False,
) -> None:
    """Work out the chance to win of every situation of a season, and show how accurate it is in games.

    compile makes the table of a build already; here it is made anew, say after charts were edited, and written as
    chances.json. Coaches decide the end of a game by it, and replay draws its line.

    \b
    Examples:
      chartkit chances build/2031
      chartkit chances build/2031 --games 400 --json
    """
    game = systems.of_file(build)
    with following(True, "steps", is_prepared=game.simulation().is_prepared("compiled")) as tell:
        report = game.referee().chances(build, games, seed, tell)
    _show(Answer(report), seed, as_json, build / "chances.json")
