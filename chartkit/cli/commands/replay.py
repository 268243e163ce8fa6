"""`chartkit replay`: a game file again, with the scoreboard and the field."""

from __future__ import annotations

import re
import sys
import textwrap
import time
from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.errors import InputError
from chartkit.files import write_csv
from chartkit.systems.table import Scene, TableGame

_WIDTH = 80
_STICKY = "\N{NO-BREAK SPACE}"
#: Plays a second that can be read along.
_READING_SPEED = 0.4


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game file of chartkit game --log.")],
    speed: Annotated[
        float | None,
        typer.Option(
            "--speed",
            callback=options.in_range(0.01),
            metavar="PLAYS",
            help="Plays a second; 0.4 on a terminal if not given.",
        ),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each play; q stops.")] = False,
    first: Annotated[int, options.number("--from", "Begin with the play of this number.", 1)] = 1,
    export: Annotated[Path | None, options.play_by_play(", and stop")] = None,
    as_json: Annotated[bool, options.as_json(": every play")] = False,
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

    game = systems.of_file(file).referee().recorded_game(file)
    if export is not None:
        write_csv(export, *game.export())
        console.wrote(export)
        return
    scenes = [scene for scene in game.scenes(plain=not console.has_frames()) if scene.number >= first]
    if not scenes:
        raise InputError(f"the game has no play {first}.", where=str(file))
    if as_json:
        console.print_json({"title": game.title, "plays": [dict(scene.data) for scene in scenes]})
        return
    _show(game, scenes, speed, step)
    console.say(f"seed {game.seed}")


def _show(game: TableGame, scenes: list[Scene], speed: float | None, step: bool) -> None:
    person = console.Terminal()
    console.data(game.title)
    live = sys.stdout.isatty()
    pause = 1 / speed if speed else 1 / _READING_SPEED if live and not step else 0
    for scene in scenes:
        for line, colour in _lines(scene):
            console.data(line, colour=colour)
        if step:
            try:
                answer = person.ask("Enter for the next play, q to stop: ")
            except EOFError:
                return
            if answer.strip().lower().startswith("q"):
                return
        elif pause:
            time.sleep(pause)
    console.data("")
    console.data(game.final())


def _lines(scene: Scene) -> list[tuple[str, str | None]]:
    """What a play shows, line by line, with the colour of each."""
    room = min(_WIDTH, console.width(sys.stdout) or _WIDTH)
    board = textwrap.wrap(scene.board, room, drop_whitespace=False) if len(scene.board) > room else [scene.board]
    # The board tells where the ball is; a field that does not fit would be in pieces.
    field = scene.field if max(map(len, scene.field), default=0) <= room else ()
    # The score stays in one piece.
    story = re.sub(r"\[.*?\]", lambda score: score[0].replace(" ", _STICKY), f"{scene.number}. {scene.story}")
    return [
        ("", None),
        *((line, "yellow") for line in board),
        *((line, "green") for line in field),
        *((line.replace(_STICKY, " "), None) for line in textwrap.wrap(story, room, subsequent_indent="   ")),
        *((line[:room], "cyan") for line in scene.after),
    ]
