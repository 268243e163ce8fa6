"""`chartkit demo`: the whole road on the demo season, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.exit_codes import FINDINGS
from chartkit.cli.options import out_option
from chartkit.errors import InputError

PANEL = "Make charts"
PLACE = 5
SEASON, TEAM = 2031, "BRK"
RUNS = 100
_PLAYS = f"demo_{SEASON}.csv.gz"
_TEAMS = f"demo_{SEASON}_teams.csv"

#: What is done, as a user would type it in the folder.
STEPS = (
    ("Read the plays, and account for every row", ("ingest", f"raw_pbp/{_PLAYS}")),
    ("Compile the charts of all teams, and measure how well they give the season back", ("compile", f"{SEASON}")),
    ("Check the charts", ("validate", f"build/{SEASON}")),
    ("Print the cards", ("print", f"build/{SEASON}")),
    ("Play a game", ("game", "WND", TEAM, "--seed", "7", "--quiet", "--log", "game.json")),
    (f"Play the season {RUNS} times", ("season", f"{SEASON}", "-n", f"{RUNS}", "--playoffs")),
    ("Put it beside the real one, figure by figure", ("roundtrip", f"{SEASON}", "-n", f"{RUNS}")),
)

#: Steps that need the fast engine.
FAST = ("season", "roundtrip")

#: What is worth a look afterwards: a file or folder, and what it is.
MADE = (
    (f"build/{SEASON}/charts", "a chart for every team, plain JSON"),
    (f"build/{SEASON}/print", "the cards, ready for the printer"),
    (f"build/{SEASON}/report.html", "how well each figure of the season came out: open it in a browser"),
    ("game.json", "a game, play by play: chartkit replay game.json"),
    (f"build/{SEASON}/roundtrip.html", f"the season played {RUNS} times beside the real one: open it in a browser"),
)

NEXT = (
    "chartkit replay game.json",
    f"chartkit odds build/{SEASON}/charts/{TEAM}.json 6-SHORT",
    f"chartkit print build/{SEASON} --team {TEAM} --what gear",
    f"chartkit export-xlsx build/{SEASON}/charts/{TEAM}.json --out {TEAM}.xlsx",
    f"chartkit season {SEASON} --run 12 --playoffs --export my-season",
)


def command(
    context: typer.Context,
    out: Annotated[Path, out_option("the folder to work in")] = Path("chartkit-demo"),
) -> None:
    """Go the whole road on the invented demo season: read, compile, check, print, play; takes a minute or two.

    \b
    Examples:
      chartkit demo --out my-first-season
    """
    from contextlib import chdir

    _lay_out(out)
    road = _road(context)
    console.say(f"cd {out}")
    with chdir(out), _engine() as ready:
        for number, (title, words) in enumerate(STEPS, start=1):
            if words[0] in FAST:
                ready()
            console.say(f"\n{number} of {len(STEPS)}: {title}\n$ chartkit {' '.join(words)}")
            code = road.main(args=list(words), prog_name="chartkit", standalone_mode=False)
            if code == FINDINGS:
                console.say(
                    "Not everything is as near as wanted: see MISSED above (exit code 1). The road goes on."
                )
            elif code:
                raise typer.Exit(code)
        made = [(path, about) for path, about in MADE if Path(path).exists()]
    console.say(f"\nDone. In {out}:")
    for path, about in made:
        console.say(f"  {path:<28} {about}")
    console.say(f"\nGo on with `cd {out}`, and then for example:")
    for line in NEXT:
        console.say(f"  {line}")


@contextmanager
def _engine() -> Iterator[Callable[[], None]]:
    """Prepare the fast engine beside the first steps: the first time it takes as long as they do."""
    import subprocess
    import sys

    work = "from chartkit import systems; systems.find('ddf').proving().prepare()"
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
    from chartkit import resources
    from chartkit.files import write_bytes

    for name in (_PLAYS, _TEAMS):
        shipped = resources.raw_pbp(name)
        if not shipped.is_file():
            raise InputError(
                "the demo season is not there.",
                where=str(shipped),
                remedy="Install chartkit again with: pip install --force-reinstall chartkit",
            )
        write_bytes(folder / "raw_pbp" / name, shipped.read_bytes())


def _road(context: typer.Context) -> typer.core.TyperGroup:
    """The group of all commands: the demo runs them as a user would."""
    group = context.find_root().command
    assert isinstance(group, typer.core.TyperGroup)
    return group
