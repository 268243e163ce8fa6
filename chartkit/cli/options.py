"""The options that several commands have: one name, one meaning, one wording, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from chartkit import systems
from chartkit.errors import InputError


def in_range(least: float, most: float | None = None) -> Callable[[Any], Any]:
    """Checks a number in plain words; typer's own `min` would write `[x>=1]` into the help."""

    def check(value: Any) -> Any:
        if value is not None and not value >= least:
            raise typer.BadParameter(f"{value} is too small: at least {least}.")
        if value is not None and most is not None and not value <= most:
            raise typer.BadParameter(f"{value} is too large: at most {most}.")
        return value

    return check


System = Annotated[
    str,
    typer.Option("--system", metavar="GAME", help="The board game; `chartkit systems` lists them."),
]
Advanced = Annotated[
    bool, typer.Option("--advanced/--basic", help="Which game is played: with all rules, or the basic one.")
]
Season = Annotated[int, typer.Argument(metavar="SEASON", help="The season, by the year in which it began.")]
CompiledSeason = Annotated[
    str,
    typer.Argument(metavar="SEASON", help="The season by its year, or the folder of a compiled one."),
]
#: How a team is named everywhere.
TEAM = "a team of the newest build (KC, a nickname, a city), or a chart file"
Chart = Annotated[str, typer.Argument(metavar="TEAM", help=f"{TEAM[0].upper()}{TEAM[1:]}.")]
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
    Path | None,
    typer.Option("--rules", metavar="FILE", help="Your own copy of what `chartkit template ddf-classify` writes."),
]
Penalties = Annotated[
    Path | None,
    typer.Option(
        "--penalties", metavar="FILE", help="Your own copy of what `chartkit template ddf-penalties` writes."
    ),
]
Playoffs = Annotated[bool, typer.Option("--playoffs", help="With the playoffs; charts leave them out.")]
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="KIND",
        help="threads, processes, dask (needs --scheduler), or auto: threads; processes for --engine table.",
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
        help="compiled, the fast one; or table: the same games event by event, hundreds of times slower.",
    ),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture too: a .png or .svg file.")
]


def number(name: str, what: str, least: int, most: int | None = None) -> Any:
    """An option that takes a whole number from `least` on."""
    return typer.Option(name, metavar="NUMBER", callback=in_range(least, most), help=what)


def runs(what: str, least: int = 1) -> Any:
    """The `-n` of everything that is played many times."""
    return typer.Option("-n", "--runs", metavar="NUMBER", callback=in_range(least), help=what)


def as_json(adds: str = "") -> Any:
    """The `--json` of every report; `adds` is what only the JSON holds."""
    return typer.Option("--json", help=f"Print as JSON, for other programs{adds}.")


def out(what: str) -> Any:
    """The `--out` of every command that writes; `what` says where it goes if it is not given."""
    return typer.Option("--out", metavar="PATH", help=f"Where to write: {what}.")


def play_by_play(also: str = "") -> Any:
    """The `--export` of a game; `also` is what else it does."""
    return typer.Option(
        "--export",
        metavar="FILE.csv",
        callback=_csv_name,
        help=f"Write the play-by-play, for chartkit ingest{also}.",
    )


def _csv_name(target: Path | None) -> Path | None:
    """Refuse a name that cannot be written before a game is played."""
    if target is not None and not target.name.lower().endswith((".csv", ".csv.gz")):
        raise InputError(
            "play-by-play is written as CSV.", where=str(target), remedy="Name it FILE.csv or FILE.csv.gz."
        )
    return target


AsJson = Annotated[bool, as_json()]
Seed = Annotated[int, number("--seed", "The same seed gives the same result, roll for roll.", 0)]
Jobs = Annotated[int, number("--jobs", "How many processor cores work; the result does not depend on it.", 1)]


def named_build(text: str) -> Path:
    """A compiled season as people name it: 2017, 2017-coachs-call, or its folder."""
    folder = Path(text)
    return folder if folder.is_dir() or folder.parent != Path() else systems.BUILDS / text


def newest_build() -> Path:
    """The latest season under build/ that has charts."""
    found = [path for path in systems.builds() if (path / "season.json").is_file()]
    if not found:
        raise InputError(
            "there is no compiled season under build/.",
            remedy="Make one with `chartkit compile SEASON`, or name one with --build.",
        )
    return found[0]
