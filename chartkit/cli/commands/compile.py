"""`chartkit compile`: from a season's plays to the charts of all its teams."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import chartkit as ck
from chartkit import plays, systems
from chartkit.cli import console, options
from chartkit.cli.failures import FINDINGS
from chartkit.cli.options import flag, grouped, option


class Layout(StrEnum):
    """How columns are arranged."""

    CLASSIC = "classic"
    SORTED = "sorted"


@dataclass(frozen=True)
class Order:
    """What is asked of a compile, as the API calls it."""

    jobs: options.Jobs = 2
    shrink: Annotated[bool, flag("--shrink", "Pull columns with few plays toward the league, and say how far.")] = (
        False
    )
    layout: Annotated[Layout, flag("--layout", "Where results stand on the page.")] = Layout.CLASSIC
    seed: options.Seed = 0
    settings: Annotated[
        Path | None, option("FILE", "Your own copy of what `chartkit template ddf-compile` writes.")
    ] = None
    rules: options.CallRules = None
    penalties: options.Penalties = None
    edits: Annotated[Path | None, option("FOLDER", "Folder with hand edits; edits/SEASON if not given.")] = None
    refit: Annotated[bool, flag("--refit", "Fit tables that all teams share to the season too (Coach's Call).")] = (
        False
    )
    discard_edits: Annotated[
        bool, flag("--discard-edits", "Charts that you changed in the build are kept as copies, not carried over.")
    ] = False
    system: options.System = systems.DEFAULT


@grouped
def compile_command(
    season: options.Season,
    team: options.Teams = None,
    source: options.Source = None,
    out: Annotated[Path | None, options.out("build/SEASON if not given")] = None,
    *,
    order: Order,
    strict: Annotated[bool, flag("--strict", "Exit with 1 when a figure misses its tolerance.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Compile a season: charts, season file, coach tables, and a report on how well they give the season back.

    A chart that you changed by hand in the build is never lost: its changes are carried over as edits.

    Exit code 1 means that the validator found an error or, with --strict, that a figure misses its tolerance.

    \b
    Examples:
      chartkit compile 2031
      chartkit compile 2031 --source raw_pbp/demo_2031.csv.gz --team BRK
    """
    # Before a season is read for a game that has no compiler.
    systems.find(order.system).compiler()
    target = out or systems.build_folder(season, order.system)
    given = {**vars(order), "edits": order.edits or Path("edits") / str(season)}
    found = ck.Plays(plays.season_plays(season, source or ()))
    made = ck.compile(found, target, teams=team or (), progress=True, **given)
    done = made.compiled
    console.show_report(done.report, as_json=as_json)
    for note in done.notes:
        console.say(f"note: {note}")
    for told in done.by_hand:
        console.say(told)
    for left in done.edits_left_out:
        console.say(f"edit left out: {left}")
    wrong = ", ".join(f"{number} {kind}" for kind, number in done.findings.items() if number)
    console.say(f"seed {order.seed}; checked by the validator: {wrong or 'nothing wrong'}")
    console.wrote(target)
    if done.findings.get("error", 0) or (strict and not done.passed):
        raise typer.Exit(FINDINGS)
