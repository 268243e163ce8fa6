"""`chartkit roundtrip`: the certificate of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, progress
from chartkit.cli.exit_codes import FINDINGS
from chartkit.cli.options import AsJson, Backend, Jobs, Scheduler, Season, SeasonBuild, Seed, System, out_option

PANEL = "Prove"
PLACE = 72


def command(
    season: Season,
    build: SeasonBuild = None,
    runs: Annotated[
        int, typer.Option("-n", "--runs", metavar="NUMBER", min=2, help="How often the season is played.")
    ] = 1000,
    seed: Seed = 0,
    jobs: Jobs = 2,
    backend: Backend = "auto",
    scheduler: Scheduler = None,
    out: Annotated[Path | None, out_option("a folder for the report; the build if not given")] = None,
    as_json: AsJson = False,
    system: System = "ddf",
) -> None:
    """Play a season many times and put it beside the real one, figure by figure.

    Writes roundtrip.html and roundtrip.json, and into a build also roundtrip.pdf.
    Exit code 1 when a figure misses its tolerance.

    \b
    Examples:
      chartkit roundtrip 2031 -n 100
    """
    from chartkit import systems
    from chartkit.cli.builds import season_build
    from chartkit.files import write_bytes, write_text
    from chartkit.json_layout import dumps
    from chartkit.paper.pdf import draw
    from chartkit.systems.printing import PrintJob
    from chartkit.systems.proving import Effort

    source = build or season_build(season)
    game = systems.find(system)
    effort = Effort(runs, seed, jobs, backend, scheduler)
    progress.first_time(game.proving().is_prepared(effort.engine))
    with progress.bar("seasons") as told:
        found = game.proving().round_trip(source, effort, told)
    folder = out or source
    report = found.report()
    console.show_report(report, as_json=as_json)
    console.say(f"seed {seed}")
    write_text(folder / "roundtrip.json", dumps(report.data))
    write_text(folder / "roundtrip.html", found.to_html())
    written = ["roundtrip.html", "roundtrip.json"]
    if folder == source:
        # The printed page stands beside the charts that it certifies.
        for made in game.printing().compose(PrintJob(source, what=("certificate",))):
            write_bytes(folder / "roundtrip.pdf", draw(made.document, made.style))
            written.append("roundtrip.pdf")
    for name in written:
        console.wrote(folder / name)
    if not found.passed:
        raise typer.Exit(FINDINGS)
