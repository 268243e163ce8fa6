"""The front door: lists the commands and runs one; `chartkit` alone says what is here and what to do next."""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from chartkit import __version__, systems
from chartkit.cli import console, options

_HELP = """
Turn a season of football play-by-play into the team charts of a dice board game, and back.

\b
Examples:
  chartkit demo
  chartkit validate build/2031
  chartkit COMMAND --help

The examples of each help work in the folder that `chartkit demo` makes; for a season of your own, write its year
and its teams instead of 2031, BRK and WND.
"""

#: The panels of the help, each with its commands, in the order of the work.
PANELS: dict[str, tuple[str, ...]] = {
    "Make charts": ("demo", "fetch", "template", "ingest", "plays", "calls", "compile"),
    "Work on charts": ("validate", "odds", "diff", "new", "tune", "edits"),
    "Print and edit": ("print", "import-pdf", "export-xlsx", "import-xlsx"),
    "Play": ("game", "serve", "replay", "chances"),
    "Prove": ("simulate", "season", "roundtrip", "whatif"),
    "Look things up": ("explain", "codes", "doctor"),
}
#: Not listed: only those who work on chartkit itself need them.
FOR_MAKERS = ("agreement", "referee", "systems")
COMMANDS = (*(name for names in PANELS.values() for name in names), *FOR_MAKERS)
#: Module -> the commands that it holds besides the one of its own name.
_TOGETHER = {
    "make": ("demo", "fetch", "template", "compile"),
    "plays": ("ingest", "calls", "agreement"),
    "charts": ("validate", "odds", "diff", "new", "tune", "edits", "explain", "codes"),
    "sheets": ("print", "import-pdf", "export-xlsx", "import-xlsx"),
    "game": ("serve", "replay", "referee"),
    "season": ("simulate", "roundtrip", "whatif", "chances"),
    "doctor": ("systems",),
}
_MODULES = {name: module for module, names in _TOGETHER.items() for name in names}
#: A loss such as -2 is a cell, not an option.
_SETTINGS = {"explain": {"ignore_unknown_options": True}}
#: Runs other commands itself.
_RUNS_OTHERS = "demo"
#: The longest line about a command in the list of all commands.
_LONGEST = 150


class CommandList(TyperGroup):
    """The list of all commands, panel by panel, in plain text."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write one section a panel; the columns of all panels are equally wide."""
        widest = max(len(name) for names in PANELS.values() for name in names)
        for title, names in PANELS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(widest), self.commands[name].get_short_help_str(_LONGEST)) for name in names]
                )


def _version(wanted: bool) -> None:
    if wanted:
        console.data(f"chartkit {__version__}")
        raise typer.Exit


def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="If chartkit fails unexpectedly, show where.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        console.data(front_page(Path.cwd(), console.width(sys.stdout)))
    elif (found := options.load_project()) is not None:
        group: Any = context.command
        context.default_map = options.project_defaults(found, group.commands)


def build_app(only: str = "") -> typer.Typer:
    """The application with every command, or with a single one, which is there in half the time."""
    app = typer.Typer(
        cls=CommandList,
        help=_HELP,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"max_content_width": 110},
    )
    app.callback(invoke_without_command=True)(_start)
    for name in (only,) if only else COMMANDS:
        module = import_module(f"chartkit.cli.{_MODULES.get(name, name)}")
        command = getattr(module, f"{name.replace('-', '_')}_command")
        app.command(name, context_settings=_SETTINGS.get(name), hidden=name in FOR_MAKERS)(command)
    return app


def _typed_command() -> str:
    """The command that was typed; empty when all are needed: for the list, the demo, a project's settings."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    return word if word in COMMANDS and word != _RUNS_OTHERS and not options.PROJECT_FILE.is_file() else ""


def main() -> None:
    """Entry point: exit code 0 fine, 1 findings, 2 wrong use or unreadable file, 70 a bug; never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A pipe on an old system may have no rule or arrow; a question mark is better than no answer.
            stream.reconfigure(errors="replace")
    try:
        code = get_command(build_app(_typed_command())).main(prog_name="chartkit", standalone_mode=False)
        if code == console.INTERRUPTED:
            # typer ends quietly on Ctrl-C.
            code = console.fail(KeyboardInterrupt())
    except (Exception, KeyboardInterrupt) as failure:
        # Read from the line itself: typer's own state is gone when a command fails.
        code = console.fail(failure, debug="--debug" in sys.argv)
    sys.exit(code)


# What `chartkit` alone says: the steps from plays to proof, what is in this folder, and what to do next.

_STEPS = "fetch or bring a season > ingest > compile > validate > print > play > prove"
_SEASON = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_LONGEST_LINE = 1 << 20
#: Suggestions of what to do next.
_MOST_STEPS = 4
_PLAYS = (".csv", ".gz", ".parquet", ".zip")
_TEAM_FILE = re.compile(r"[A-Z]{2,4}\.json")


@dataclass(frozen=True)
class _Build:
    """How far a season has come."""

    folder: Path
    charts: int
    has_plays: bool
    is_printed: bool
    is_proved: bool

    @property
    def words(self) -> str:
        """For people."""
        charts = f"{self.charts} charts" if self.charts else "plays, no charts yet"
        done = [word for word, so in (("printed", self.is_printed), ("round trip made", self.is_proved)) if so]
        return ", ".join([charts, *done])


def _builds(here: Path) -> list[_Build]:
    """The seasons in build/, oldest first."""
    found = []
    for folder in sorted((here / "build").glob("*")):
        charts = len(list((folder / "charts").glob("*.json")))
        has_plays = (folder / "plays.parquet").is_file()
        if charts or has_plays:
            is_printed = any((folder / "print").glob("*"))
            found.append(_Build(folder, charts, has_plays, is_printed, (folder / "roundtrip.json").is_file()))
    return found


def _seasons(here: Path) -> dict[str, Path]:
    """The seasons in raw_pbp/ by year, with the file that holds each."""
    found: dict[str, Path] = {}
    for path in sorted((here / "raw_pbp").glob("*")):
        if path.suffix in _PLAYS and "teams" not in path.name and (year := _year(path)):
            found.setdefault(year, path)
    return found


def _year(path: Path) -> str | None:
    """The season of a text file by its first play; of any other by its name, because more takes a heavy library."""
    found = None
    if path.name.endswith((".csv", ".csv.gz")):
        with (
            suppress(OSError, EOFError, zlib.error),
            gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream,
        ):
            lines = [stream.readline(_LONGEST_LINE).decode("utf-8", "replace").split(",") for _ in range(2)]
            cells = {name.strip('" \n'): text.strip('" \n') for name, text in zip(*lines, strict=False)}
            found = _SEASON.match(cells.get("season") or cells.get("game_id") or "")
    year = found or _SEASON.search(path.name)
    return year[1] if year else None


def _next_steps(here: Path) -> Iterator[tuple[str, str]]:
    """What to type next and what it is for, most sensible first."""
    # Only this page looks at saved games.
    from chartkit.api.games import saved_games

    made, brought, files = _builds(here), _seasons(here), list((here / "games").glob("*.json"))
    if files and not all(game.is_over for game in saved_games(files)):
        yield "chartkit game --continue", "go on with the game that is not over"
    begun = {build.folder.name.partition("-")[0] for build in made}
    for year, path in brought.items():
        if year not in begun:
            yield f"chartkit ingest {path.relative_to(here)}", "read the plays, account for every row"
    for build in made:
        folder, year = build.folder.relative_to(here), build.folder.name
        if not build.charts:
            yield f"chartkit compile {year}", "make the charts of all teams"
            continue
        if not build.is_printed:
            yield f"chartkit validate {folder}", "check the charts"
            yield f"chartkit print {folder}", "print the cards"
        elif not build.is_proved:
            yield f"chartkit roundtrip {year}", "play the season many times and compare it with the real one"
        else:
            if systems.game_of(build.folder) in (None, systems.DEFAULT):
                yield f"chartkit print {folder} --what gear", "everything for the table"
            team, *others = sorted(path.stem for path in (build.folder / "charts").glob("*.json"))
            for other in others[:1]:
                yield f"chartkit game {team} {other} --build {folder}", "watch a game, or coach one"
            yield f"chartkit season {year} -n 100 --playoffs", "play the schedule again and again"
            yield f"chartkit odds {folder}/charts/{team}.json", "what the dice hold for a team"
    for path in sorted(path for path in here.glob("*.json") if _TEAM_FILE.fullmatch(path.name)):
        yield f"chartkit validate {path.name}", "check this chart"
    if not made and not brought:
        yield "chartkit demo", "see every step on an invented season, in a folder of its own"
        yield "chartkit fetch 2017", "download a real season"
        yield "chartkit template plays", "keep the plays of your own league in a spreadsheet"


def front_page(here: Path, width: int | None) -> str:
    """The whole answer as text; what a step is for stands below it where the terminal is narrow."""
    lines = [f"chartkit {__version__}: a season of football as charts for a dice board game.", "", "The steps:"]
    lines += [f"  {_STEPS}", "", f"In this folder ({here}):"]
    lines += [f"  raw_pbp: plays of {', '.join(_seasons(here))}"] if _seasons(here) else []
    lines += [f"  {build.folder.relative_to(here)}: {build.words}" for build in _builds(here)]
    if not _seasons(here) and not _builds(here):
        lines.append("  no season yet")
    next_steps = list(_next_steps(here))[:_MOST_STEPS]
    widest = max(len(typed) for typed, _ in next_steps)
    side_by_side = [f"  {typed:<{widest}}  {why}" for typed, why in next_steps]
    if width is not None and max(map(len, side_by_side)) > width:
        side_by_side = [line for typed, why in next_steps for line in (f"  {typed}", f"      {why}")]
    lines += ["", "Next:", *side_by_side, ""]
    return "\n".join([*lines, "All commands: chartkit --help. About one: chartkit COMMAND --help."])
