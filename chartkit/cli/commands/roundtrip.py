"""`chartkit roundtrip`: the certificate of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import chartkit as ck
from chartkit.cli import console, options
from chartkit.cli.failures import FINDINGS


def command(
    season: options.CompiledSeason,
    build: options.SeasonBuild = None,
    runs: Annotated[int, options.runs("How often the season is played.", least=2)] = 1000,
    seed: options.Seed = 0,
    jobs: options.Jobs = 2,
    backend: options.Backend = "auto",
    scheduler: options.Scheduler = None,
    out: Annotated[Path | None, options.out("a folder for the report; the build if not given")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play a season many times and put it beside the real one, figure by figure.

    Writes roundtrip.html and roundtrip.json, and into a build also roundtrip.pdf.
    Exit code 1 when a figure misses its tolerance.

    \b
    Examples:
      chartkit roundtrip 2031 -n 100
    """
    found = ck.roundtrip(
        build or options.named_build(season),
        n=runs,
        seed=seed,
        jobs=jobs,
        backend=backend,
        scheduler=scheduler,
        progress=True,
    )
    console.show_report(found.report, as_json=as_json)
    console.say(f"seed {seed}")
    for path in found.save(out):
        console.wrote(path)
    if not found.passed:
        raise typer.Exit(FINDINGS)
