"""`chartkit replay`: a game file again, with the scoreboard and the field."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import System, json_option
from chartkit.errors import InputError

if TYPE_CHECKING:
    from chartkit.systems.playing import Scene, TableGame

PANEL = "Play"
PLACE = 64
_WIDTH = 80
_STICKY = "\N{NO-BREAK SPACE}"
#: Plays a second that can be read along.
_READING_SPEED = 0.4


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game file of chartkit game --log.")],
    speed: Annotated[
        float | None,
        typer.Option("--speed", min=0.01, metavar="PLAYS", help="Plays a second; 0.4 on a terminal if not given."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each play; q stops.")] = False,
    first: Annotated[int, typer.Option("--from", min=1, metavar="N", help="Begin with the Nth play.")] = 1,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE.csv", help="Write the play-by-play, for chartkit ingest, and stop."),
    ] = None,
    as_json: Annotated[bool, json_option(": every play")] = False,
    system: System = "ddf",
) -> None:
    """Show a recorded game play by play: scoreboard, field, what happened. Every event is checked first.

    Piped or with --json it does not wait. Exit code 2: the log was tampered with; the first event that does not fit
    is named.

    \b
    Examples:
      chartkit replay game.json
      chartkit replay game.json --step --from 120
      chartkit replay game.json --export game.csv
    """
    from chartkit import systems
    from chartkit.cli import play_by_play_file

    play_by_play_file.check_target(export)
    game = systems.find(system).playing().recorded_game(file)
    if export is not None:
        play_by_play_file.export(game, export)
        return
    scenes = [scene for scene in game.scenes(plain=_plain()) if scene.number >= first]
    if not scenes:
        raise InputError(f"the game has no play {first}.", where=str(file))
    if as_json:
        console.print_json({"title": game.title, "plays": [dict(scene.data) for scene in scenes]})
        return
    _show(game, scenes, speed, step)
    console.say(f"seed {game.seed}")


def _plain() -> bool:
    """A terminal or pipe whose encoding has no frames and arrows gets ASCII."""
    try:
        "┃▶●".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return True
    return False


def _show(game: TableGame, scenes: list[Scene], speed: float | None, step: bool) -> None:
    import time

    console.data(game.title)
    live = sys.stdout.isatty()
    pause = 1 / speed if speed else 1 / _READING_SPEED if live and not step else 0
    for scene in scenes:
        for line in _lines(scene):
            console.data(line)
        if step:
            typer.echo("Enter for the next play, q to stop: ", err=True, nl=False)
            answer = sys.stdin.readline()
            if not answer or answer.strip().lower().startswith("q"):
                return
        elif pause:
            time.sleep(pause)
    console.data("")
    console.data(game.final())


def _lines(scene: Scene) -> list[str]:
    import textwrap

    room = min(_WIDTH, console.width(sys.stdout) or _WIDTH)
    board = textwrap.wrap(scene.board, room, drop_whitespace=False) if len(scene.board) > room else [scene.board]
    # The board tells where the ball is; a field that does not fit would be in pieces.
    field = scene.field if max(map(len, scene.field), default=0) <= room else ()
    # The score stays in one piece.
    story = re.sub(r"\[.*?\]", lambda score: score[0].replace(" ", _STICKY), f"{scene.number}. {scene.story}")
    return [
        "",
        *(console.paint(line, "yellow") for line in board),
        *(console.paint(line, "green") for line in field),
        *(line.replace(_STICKY, " ") for line in textwrap.wrap(story, room, subsequent_indent="   ")),
    ]
