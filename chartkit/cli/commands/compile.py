"""`chartkit compile`: from a season's plays to the charts of all its teams."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.exit_codes import FINDINGS
from chartkit.cli.options import AsJson, CallRules, Jobs, Penalties, Season, Seed, Source, System, Teams, out_option

PANEL = "Make charts"
PLACE = 30


class Layout(StrEnum):
    """How columns are arranged."""

    CLASSIC = "classic"
    SORTED = "sorted"


def command(
    season: Season,
    team: Teams = None,
    source: Source = None,
    out: Annotated[Path | None, out_option("build/SEASON if not given")] = None,
    jobs: Jobs = 2,
    shrink: Annotated[
        bool, typer.Option("--shrink", help="Pull columns with few plays toward the league, and say how far.")
    ] = False,
    layout: Annotated[Layout, typer.Option("--layout", help="Where results stand on the page.")] = Layout.CLASSIC,
    seed: Seed = 0,
    settings: Annotated[
        Path | None, typer.Option("--settings", metavar="FILE", help="Your own copy of templates/ddf-compile.toml.")
    ] = None,
    rules: CallRules = None,
    penalties: Penalties = None,
    edits: Annotated[
        Path | None,
        typer.Option("--edits", metavar="FOLDER", help="Folder with hand edits; edits/SEASON if not given."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 when a figure misses its tolerance.")
    ] = False,
    system: System = "ddf",
    as_json: AsJson = False,
) -> None:
    """Compile a season: charts, season file, coach tables, and a report on how well they give the season back.

    Exit code 1 means that the validator found an error or, with --strict, that a figure misses its tolerance.

    \b
    Examples:
      chartkit compile 2031
      chartkit compile 2031 --source raw_pbp/demo_2031.csv.gz --team BRK
    """
    from chartkit import systems
    from chartkit.cli.builds import season_build
    from chartkit.plays.locate import season_source
    from chartkit.systems.compiling import CompileOrder

    compiler = systems.find(system).compiling()
    plays = season_source(season, source or ())
    target = out or season_build(season)
    order = CompileOrder(
        out=target,
        teams=tuple(dict.fromkeys(code.upper() for code in team or ())),
        jobs=jobs,
        shrink=shrink,
        layout=layout,
        seed=seed,
        settings=settings,
        rules=rules,
        penalties=penalties,
        edits=edits or Path("edits") / str(season),
    )
    with progress.bar() as told:
        done = compiler.compile(plays, order, told)
    console.show_report(done.report, as_json=as_json)
    for note in done.notes:
        console.say(f"note: {note}")
    for left in done.edits_left_out:
        console.say(f"edit left out: {left}")
    wrong = ", ".join(f"{number} {kind}" for kind, number in done.findings.items() if number)
    console.say(f"seed {seed}; checked by the validator: {wrong or 'nothing wrong'}")
    console.wrote(target)
    if done.findings.get("error", 0) or (strict and not done.passed):
        raise typer.Exit(FINDINGS)
