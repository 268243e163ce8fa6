"""`chartkit demo`: every step on the demo season, in a folder of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from chartkit import resources, systems
from chartkit.cli import console, options
from chartkit.cli.failures import FINDINGS
from chartkit.errors import InputError
from chartkit.files import write_bytes

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
    fitted = "Compile the charts of all teams, and measure how well they give the season back"
    return (
        ("Read the plays, and account for every row", ("ingest", f"raw_pbp/{_PLAYS}"), ""),
        (fitted, ("compile", f"{SEASON}", *chosen), "compiler"),
        ("Check the charts", ("validate", str(build)), "charts"),
        ("Print the cards", ("print", str(build)), "cards"),
        ("Play a game", play, "referee"),
        (f"Play the season {RUNS} times", ("season", *runs, "--playoffs"), "simulation"),
        ("Put it beside the real one, figure by figure", ("roundtrip", *runs), "simulation"),
    )


def made(build: Path) -> tuple[tuple[Path, str], ...]:
    """What is worth a look afterwards: a file or folder, and what it is."""
    return (
        (build / "charts", "a chart for every team, plain JSON"),
        (build / "print", "the cards, ready for the printer"),
        (build / "report.html", "how well each figure of the season came out: open it in a browser"),
        (Path("game.json"), "a game, play by play: chartkit replay game.json"),
        (build / "roundtrip.html", f"the season played {RUNS} times beside the real one: open it in a browser"),
    )


def what_next(build: Path, system: str) -> tuple[str, ...]:
    """Some commands to go on with."""
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
                    "Not everything is as near as wanted: see MISSED above (exit code 1). The demo goes on."
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
    """Prepare the fast engine beside the first steps: the first time it takes as long as they do."""
    if not systems.find(system).offers("simulation"):
        yield lambda: None
        return
    work = f"from chartkit import systems; systems.find({system!r}).simulation().prepare()"
    beside = subprocess.Popen([sys.executable, "-c", work], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ready() -> None:
        if beside.poll() is None:
            console.say("\nThe engine that plays seasons is being prepared, once; a moment more.")
            beside.wait()

    try:
        yield ready
    finally:
        beside.kill()
        beside.wait()


def _lay_out(folder: Path) -> None:
    """Bring the demo season into the folder, where the commands look for downloads."""
    for name in (_PLAYS, _TEAMS):
        shipped = resources.raw_pbp(name)
        if not shipped.is_file():
            raise InputError(
                "the demo season is not there.",
                where=str(shipped),
                remedy="Install chartkit again with: pip install --force-reinstall chartkit",
            )
        write_bytes(folder / "raw_pbp" / name, shipped.read_bytes())
