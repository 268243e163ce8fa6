"""The options that several commands have: one name, one meaning, one wording, wherever they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

System = Annotated[
    str,
    typer.Option("--system", metavar="GAME", help="The board game; `chartkit systems` lists them."),
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, metavar="NUMBER", help="The same seed gives the same result, roll for roll.")
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", min=1, metavar="NUMBER", help="How many processor cores work; the result does not depend on it."
    ),
]
Advanced = Annotated[
    bool, typer.Option("--advanced/--basic", help="Which game is played: with all rules, or the basic one.")
]
Season = Annotated[int, typer.Argument(metavar="SEASON", help="The season, by the year in which it began.")]
Teams = Annotated[
    list[str] | None, typer.Option("--team", metavar="TEAM", help="Only this team; repeat it for more.")
]
SeasonBuild = Annotated[
    Path | None,
    typer.Option("--build", metavar="FOLDER", help="The compiled season; build/SEASON if not given."),
]
NewestBuild = Annotated[
    Path | None,
    typer.Option("--build", metavar="FOLDER", help="The compiled season; the newest in build/ if not given."),
]
Schedule = Annotated[
    Path | None,
    typer.Option("--schedule", metavar="FILE", help="Your own schedule: a CSV file with week,away,home."),
]
Source = Annotated[
    list[Path] | None,
    typer.Option(
        "--source", metavar="PATH", help="Play-by-play to read, a file or a folder; raw_pbp/ if not given."
    ),
]
CallRules = Annotated[
    Path | None, typer.Option("--rules", metavar="FILE", help="Your own copy of templates/ddf-classify.toml.")
]
Penalties = Annotated[
    Path | None, typer.Option("--penalties", metavar="FILE", help="Your own copy of templates/ddf-penalties.toml.")
]
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="KIND",
        help="threads, processes, dask (needs --scheduler), or auto: threads, for the referee processes.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Address of a Dask cluster: tcp://HOST:8786."),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="KIND",
        help="kernel, the fast one; or referee: the rule book itself, hundreds of times slower.",
    ),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture too: a .png or .svg file.")
]


def json_option(adds: str = "") -> Any:
    """The `--json` of every report; `adds` is what only the JSON holds."""
    return typer.Option("--json", help=f"Print as JSON, for other programs{adds}.")


def out_option(what: str) -> Any:
    """The `--out` of every command that writes; `what` says where it goes if it is not given."""
    return typer.Option("--out", metavar="PATH", help=f"Where to write: {what}.")


AsJson = Annotated[bool, json_option()]
