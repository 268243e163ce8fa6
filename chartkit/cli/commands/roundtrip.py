"""`chartkit roundtrip`: the certificate of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console

PANEL = "Prove"
PLACE = 72


def command(
    season: Annotated[int, typer.Argument(help="The season, such as 2017.", show_default=False)],
    build: Annotated[
        Path | None, typer.Option("--build", help="The build that is played; build/SEASON otherwise.")
    ] = None,
    runs: Annotated[int, typer.Option("-n", "--runs", min=2, help="How often the season is played.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same numbers.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", help="How many processes play.")] = 1,
    backend: Annotated[str, typer.Option("--backend", help="processes, threads or dask.")] = "processes",
    scheduler: Annotated[str | None, typer.Option("--scheduler", help="The address of a Dask cluster.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder for the report; the build otherwise.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    system: Annotated[str, typer.Option(help="The game (chartkit systems).")] = "ddf",
) -> None:
    """Play a season many times and put it beside the real one, figure by figure.

    Writes roundtrip.html and roundtrip.json, and into a build also roundtrip.pdf.
    Exit code 1 when a figure misses its tolerance.

    Example: chartkit roundtrip 2017 -n 1000
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from chartkit import systems
    from chartkit.files import write_bytes, write_text
    from chartkit.json_layout import dumps
    from chartkit.paper.pdf import draw
    from chartkit.systems.printing import PrintJob
    from chartkit.systems.proving import Effort

    source = build or Path("build") / str(season)
    game = systems.find(system)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console.messages(), transient=True) as progress:
        bars = {}

        def told(rules: str, done: int, wanted: int) -> None:
            if rules not in bars:
                bars[rules] = progress.add_task(rules, total=wanted)
            progress.update(bars[rules], completed=done)

        found = game.proving().round_trip(source, Effort(runs, seed, jobs, backend, scheduler), told)
    folder = out or source
    report = found.to_json()
    if as_json:
        console.print_json(report)
    else:
        console.data(found.to_text())
    console.say(f"seed {seed}")
    write_text(folder / "roundtrip.json", dumps(report))
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
        raise typer.Exit(1)
