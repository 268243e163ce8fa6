"""The options that several commands have, in one wording, and the project file that sets them for a folder."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from chartkit import resources, systems
from chartkit.errors import InputError
from chartkit.findings import nearest, read_toml


def flag(name: str, what: str) -> Any:
    """An option without a value."""
    return typer.Option(name, help=what)


def option(metavar: str, what: str, *names: str, **more: Any) -> Any:
    """An option that takes a value; without `names` it is called like its parameter."""
    return typer.Option(*names, metavar=metavar, help=what, **more)


def argument(metavar: str, what: str) -> Any:
    """A positional argument."""
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
        raise InputError("play-by-play is written as CSV.", where=target, remedy="Name it FILE.csv or FILE.csv.gz.")
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


# The project file.

PROJECT_FILE = Path("chartkit.toml")
#: Project settings whose name differs from that of their option.
_OPTIONS = {"game": "system", "coaches": "coach"}
#: Settings without an option of the same name; settings that may be one text or a list.
_OWN, _MANY = ("edits", "colours"), ("source", "coaches")
#: Options of one run only.
_NEVER = frozenset({"help", "version", "debug", "list", "force", "continue", "resume", "words"})
#: The folder of hand edits goes to every command that reads or writes them, whatever its option is called.
_EDITS = {"compile": "edits", "import-xlsx": "edits", "edits": "out"}


@dataclass(frozen=True)
class Project:
    """`chartkit.toml` in a folder: the options that every command there would otherwise need.

        season = 2031                      # compile, season, roundtrip ... without a year
        paper = "a4"                       # any option by its name, for every command that has it
        coaches = ["human", "sharp"]       # visitors, home team

        [compile]                          # the options of one command
        jobs = 4

        [colours]                          # team colours on the cards
        BRK = "#7A1F2B"

    What is typed on the command line counts more than the file.
    """

    #: Setting -> value, for every command that has such an option.
    shared: Mapping[str, Any]
    #: Command -> option -> value.
    commands: Mapping[str, Mapping[str, Any]]

    @property
    def colours(self) -> Mapping[str, str]:
        """Team code -> `#RRGGBB`."""
        found: Mapping[str, str] = self.shared.get("colours", {})
        return found

    def settings(self) -> dict[str, Any]:
        """Every setting by its name in the file: `paper`, `compile.jobs`."""
        inner = {f"{name}.{option}": value for name, own in self.commands.items() for option, value in own.items()}
        return {**self.shared, **inner}


def load_project() -> Project | None:
    """The project file of this folder; None if there is none."""
    if not PROJECT_FILE.is_file():
        return None
    data = read_toml(PROJECT_FILE, resources.schema("project"))
    # `season = 2031` is a setting, `[season]` the options of that command.
    commands = {name: value for name, value in data.items() if isinstance(value, dict) and name != "colours"}
    shared = {name: value for name, value in data.items() if name not in commands}
    several = {name: [shared[name]] for name in _MANY if isinstance(shared.get(name), str)}
    return Project(shared | several, commands)


def project_defaults(project: Project, commands: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The defaults of every command, as click takes them; a name that no command knows is refused."""
    known = {name: _names(command) for name, command in commands.items()}
    found: dict[str, dict[str, Any]] = {name: {} for name in known}
    for option, value in project.shared.items():
        if option in _OWN:
            continue
        takers = [name for name, names in known.items() if _plain(option) in names]
        if not takers:
            every = sorted({each for names in known.values() for each in names} | set(known))
            raise _unknown(option, every, "no command has such an option")
        for name in takers:
            # `print PATH` and `plays --source` are two things: an argument is filled in by its own name only.
            parameter = known[name][_plain(option)]
            if option != "source" or parameter.param_type_name == "option":
                found[name][parameter.name] = _value(parameter, value)
    for name, own in project.commands.items():
        if name not in known:
            raise _unknown(name, sorted(known), "there is no such command")
        for option, value in own.items():
            if _plain(option) not in known[name]:
                raise _unknown(f"{name}.{option}", sorted(known[name]), f"chartkit {name} has no such option")
            parameter = known[name][_plain(option)]
            found[name][parameter.name] = _value(parameter, value)
    if edits := project.shared.get("edits"):
        for name, option in _EDITS.items():
            found[name].setdefault(option, edits)
    return found


def _names(command: Any) -> dict[str, Any]:
    """The parameters of a command by the names that people know: `json` for --json."""
    found: dict[str, Any] = {}
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            names = [parameter.name]
        else:
            names = [option.lstrip("-") for option in parameter.opts if option.startswith("--")]
        found |= {_plain(name): parameter for name in names if name not in _NEVER}
    return found


def _plain(name: str) -> str:
    return _OPTIONS.get(name, name).replace("_", "-")


def _value(parameter: Any, value: Any) -> Any:
    return [value] if getattr(parameter, "multiple", False) and not isinstance(value, list) else value


def _unknown(name: str, known: list[str], why: str) -> InputError:
    guess = nearest(name.rpartition(".")[2], known)
    remedy = f"Did you mean {guess}?" if guess else "`chartkit COMMAND --help` lists the options."
    return InputError(f"{name}: {why}.", where=PROJECT_FILE, remedy=remedy)
