"""`chartkit ingest`: play-by-play in, one clean table of plays out, with the proof that it adds up."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from chartkit import plays
from chartkit.api import progress
from chartkit.cli import console, options
from chartkit.cli.failures import FINDINGS
from chartkit.errors import InputError
from chartkit.files import whole_file
from chartkit.pages import Report


def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Season files, game books, workbooks, or folders of them."),
    ],
    season: Annotated[
        int | None,
        typer.Option("--season", metavar="YEAR", help="The one season that is wanted; any other is an error."),
    ] = None,
    out: Annotated[
        Path | None,
        options.out("a folder, or a .parquet or .csv file for one season; build/SEASON/plays.parquet if not given"),
    ] = None,
    check_only: Annotated[bool, typer.Option("--check", help="Read and reconcile, but write nothing.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 when any stated total differs, not the final score alone.")
    ] = False,
    as_json: Annotated[bool, options.as_json(": every team and game")] = False,
) -> None:
    """Read play-by-play, account for every row, reconcile it with its own scores and write the play table.

    Exit code 1 means that a final score cannot be reproduced from the plays; what does not add up is listed.

    \b
    Examples:
      chartkit ingest raw_pbp/demo_2031.csv.gz
      chartkit ingest raw_pbp/demo_2031.csv.gz --check --json
    """
    gathered = plays.gather(files)
    for path in gathered.left_out:
        console.say(f"left out, no play-by-play: {path}")
    reports: list[Report] = []
    targets: list[Path] = []
    clean = True
    # Parts become files only after the last season was read: bad input leaves nothing behind.
    with ExitStack() as parts:
        tell, wanted = parts.enter_context(progress.bar("files")), len(gathered.files)
        seasons = plays.read(gathered, season, progress=lambda path, done: tell(path.name, done, wanted))
        for number, found in enumerate(seasons):
            adds_up = plays.reconcile(found.plays, found.stated)
            clean = clean and adds_up.clean and not (strict and (adds_up.plays or adds_up.totals))
            if not check_only:
                target = _target(out, found.season, number)
                part = parts.enter_context(whole_file(target))
                plays.save_season(found, part, as_csv=target.suffix.lower() == ".csv")
                targets.append(target)
            reports.append(plays.season_report(found, adds_up))
    if as_json:
        written = [str(target) for target in targets]
        console.print_json({"seasons": [report.data for report in reports], "wrote": written})
    else:
        for report in reports:
            console.show_report(report, as_json=False)
    for target in targets:
        console.wrote(target)
    if not clean:
        raise typer.Exit(FINDINGS)


def _target(out: Path | None, season: int, number: int) -> Path:
    if out is None or out.suffix.lower() not in (".parquet", ".csv"):
        return (out or Path("build")) / str(season) / "plays.parquet"
    if number:
        raise InputError(
            f"the files hold more than one season, but {out} can take only one.",
            remedy="Give a folder to --out, or pick one season.",
        )
    return out
