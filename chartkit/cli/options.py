"""The options that several commands have: one name, one meaning, one wording, wherever they stand."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from chartkit import systems
from chartkit.errors import InputError


def flag(name: str, what: str) -> Any:
    """An option that is there or not."""
    return typer.Option(name, help=what)


def option(metavar: str, what: str, *names: str, **more: Any) -> Any:
    """An option that takes a value; it is called like its parameter where no other name is given."""
    return typer.Option(*names, metavar=metavar, help=what, **more)


def argument(metavar: str, what: str) -> Any:
    """Something that is typed without a name."""
    return typer.Argument(metavar=metavar, help=what)


def in_range(least: float, most: float | None = None) -> Callable[[Any], Any]:
    """Checks a number in plain words; typer's own `min` would write `[x>=1]` into the help."""

    def check(value: Any) -> Any:
        if value is not None and not value >= least:
            raise typer.BadParameter(f"{value} is too small: at least {least}.")
        if value is not None and most is not None and not value <= most:
            raise typer.BadParameter(f"{value} is too large: at most {most}.")
        return value

    return check


def number(what: str, least: int, *names: str, most: int | None = None) -> Any:
    """An option that takes a whole number from `least` on."""
    return option("NUMBER", what, *names, callback=in_range(least, most))


def runs(what: str, least: int = 1) -> Any:
    """The `-n` of everything that is played many times."""
    return number(what, least, "-n", "--runs")


def as_json(adds: str = "") -> Any:
    """The `--json` of every report; `adds` is what only the JSON holds."""
    return flag("--json", f"Print as JSON, for other programs{adds}.")


def out(what: str) -> Any:
    """The `--out` of every command that writes; `what` says where it goes if it is not given."""
    return option("PATH", f"Where to write: {what}.")


def play_by_play(also: str = "") -> Any:
    """The `--export` of a game; `also` is what else it does."""
    return option("FILE.csv", f"Write the play-by-play, for chartkit ingest{also}.", callback=_csv_name)


def _csv_name(target: Path | None) -> Path | None:
    """Refuse a name that cannot be written before a game is played."""
    if target is not None and not target.name.lower().endswith((".csv", ".csv.gz")):
        raise InputError(
            "play-by-play is written as CSV.", where=str(target), remedy="Name it FILE.csv or FILE.csv.gz."
        )
    return target


#: How a team is named everywhere.
TEAM = "a team of the newest build (KC, a nickname, a city), or a chart file"

Season = Annotated[int, argument("SEASON", "The season, by the year in which it began.")]
CompiledSeason = Annotated[str, argument("SEASON", "The season by its year, or the folder of a compiled one.")]
Chart = Annotated[str, argument("TEAM", f"{TEAM[0].upper()}{TEAM[1:]}.")]

System = Annotated[str, option("GAME", "The board game; `chartkit systems` lists them.")]
Advanced = Annotated[bool, flag("--advanced/--basic", "Which game is played: with all rules, or the basic one.")]
Teams = Annotated[list[str] | None, option("TEAM", "Only this team; repeat it for more.")]
SeasonBuild = Annotated[Path | None, option("FOLDER", "The compiled season; build/SEASON if not given.")]
NewestBuild = Annotated[Path | None, option("FOLDER", "The compiled season; the newest in build/ if not given.")]
Schedule = Annotated[Path | None, option("FILE", "Your own schedule: a CSV file with week,away,home.")]
Source = Annotated[
    list[Path] | None, option("PATH", "Play-by-play to read, a file or a folder; raw_pbp/ if not given.")
]
CallRules = Annotated[Path | None, option("FILE", "Your own copy of what `chartkit template ddf-classify` writes.")]
Penalties = Annotated[
    Path | None, option("FILE", "Your own copy of what `chartkit template ddf-penalties` writes.")
]
Playoffs = Annotated[bool, flag("--playoffs", "With the playoffs; charts leave them out.")]
Backend = Annotated[
    str,
    option("KIND", "threads, processes, dask (needs --scheduler), or auto: threads; processes for --engine table."),
]
Scheduler = Annotated[str | None, option("ADDRESS", "Address of a Dask cluster: tcp://HOST:8786.")]
Engine = Annotated[
    str,
    option("KIND", "compiled, the fast one; or table: the same games event by event, hundreds of times slower."),
]
Plot = Annotated[Path | None, option("FILE", "Draw a picture too: a .png or .svg file.")]
AsJson = Annotated[bool, as_json()]
Seed = Annotated[int, number("The same seed gives the same result, roll for roll.", 0)]
Jobs = Annotated[int, number("How many processor cores work; the result does not depend on it.", 1)]


# Options that go together.


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """A command with an option for each field of a parameter that is a dataclass."""
    hints = get_type_hints(command, include_extras=True)
    plain: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if not is_dataclass(kind):
            plain.append(parameter.replace(annotation=kind))
            continue
        groups[parameter.name] = kind
        types = get_type_hints(kind, include_extras=True)
        plain += [
            inspect.Parameter(each.name, parameter.kind, default=each.default, annotation=types[each.name])
            for each in fields(kind)
        ]

    @wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: kind(**{each.name: given.pop(each.name) for each in fields(kind)})
            for name, kind in groups.items()
        }
        command(**given, **made)

    vars(run)["__signature__"] = inspect.Signature(plain)
    return run


@dataclass(frozen=True)
class Effort:
    """Who plays games many times, and from which seed."""

    seed: Seed = 0
    jobs: Jobs = 2
    backend: Backend = "auto"
    scheduler: Scheduler = None


@dataclass(frozen=True)
class Played(Effort):
    """How games are played many times."""

    advanced: Advanced = True
    engine: Engine = ""


@dataclass(frozen=True)
class Classified:
    """Which plays of a season, and by which rules they are put into the words of a game."""

    source: Source = None
    build: SeasonBuild = None
    rules: CallRules = None
    penalties: Penalties = None
    playoffs: Playoffs = False
    system: System = systems.DEFAULT


# Builds.


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
