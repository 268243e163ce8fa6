"""One game: `game` plays it, `replay` shows it again, `serve` opens it in the browser, `referee` tries examples."""

from __future__ import annotations

import json
import re
import sys
import textwrap
import time
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

import chartkit as ck
from chartkit import systems
from chartkit.api import games
from chartkit.cli import console, options
from chartkit.cli.console import FINDINGS
from chartkit.cli.options import argument, flag, option
from chartkit.errors import InputError
from chartkit.findings import read_json
from chartkit.systems.table import GameOrder, Scene, TableGame

_WIDTH = 80
_STICKY = "\N{NO-BREAK SPACE}"
#: Plays a second that can be read along.
_READING_SPEED = 0.4
#: What the pages in the browser need besides chartkit.
_NEEDED = ("starlette", "uvicorn", "websockets")


class Dice(StrEnum):
    """Where the rolls come from."""

    SEEDED = "seeded"
    TYPED = "typed"


def game_command(
    away: Annotated[str, argument("AWAY", "The visitors: code, nickname or city; or a chart file.")] = "",
    home: Annotated[str, argument("HOME", "The home team.")] = "",
    seed: Annotated[
        int | None,
        options.number("The same seed gives the same result, roll for roll; a new one each time if not given.", 0),
    ] = None,
    advanced: options.Advanced = True,
    switch: Annotated[
        list[str] | None,
        option("NAME=VALUE", "Switch one rule: audibles=off, third_play_30=on ...", "--option"),
    ] = None,
    coach: Annotated[
        list[str] | None,
        option("NAME", "solitaire, situation, sharp or human. Once: both sides; twice: visitors, then home team."),
    ] = None,
    dice: Annotated[Dice, flag("--dice", "typed: you roll real dice and type the totals.")] = Dice.SEEDED,
    build: options.NewestBuild = None,
    log: Annotated[
        Path | None,
        option(
            "FILE",
            "Write the game file, for chartkit replay; a game with a person is always written, into games/.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--continue", "--resume", help="Go on with the --log file, or the latest game in games/."),
    ] = False,
    export: Annotated[Path | None, options.play_by_play()] = None,
    why: Annotated[bool, flag("--why", "Under each play, why the coaches decided so.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the final score only.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Play one game and print play-by-play, scoring summary and box score.

    \b
    Examples:
      chartkit game WND BRK --seed 7
      chartkit game WND BRK --coach sharp --coach situation --why
      chartkit game WND BRK --coach human --coach sharp
      chartkit game --continue
      chartkit game WND BRK --coach human --dice typed --log tonight.json
    """
    if not resume and not (away and home):
        raise InputError(
            "name the visitors and the home team.", remedy="chartkit game AWAY HOME; or --continue a saved game."
        )
    if coach and len(coach) > 2:
        raise InputError("there are two coaches in a game.", remedy="Give --coach once or twice.")
    order = GameOrder(
        away=away,
        home=home,
        seed=seed if seed is not None else games.any_seed(),
        preset="advanced" if advanced else "basic",
        options=tuple(switch or ()),
        coaches=(coach[0], coach[-1]) if coach else ("", ""),
        build=build,
        typed_dice=dice is Dice.TYPED,
        why=why,
        log=log,
    )
    game = games.resumed_game(order) if resume else games.new_game(order)
    silent = quiet or as_json
    if not silent:
        console.data(game.title)
        console.data(f"seed {game.seed}")
    if game.has_person:
        from chartkit.cli import table  # rich is heavy: only for people at a terminal

        # A person must see what happens, even if only the final score is asked for.
        table.play(game, console.say if silent else console.data)
    else:
        game.play(None if silent else console.data)
    _tell_the_end(game, quiet=quiet, as_json=as_json)
    file = game.file or log
    if file is not None:
        game.save(file)
        console.wrote(file)
        if not game.is_over:
            named = f" --log {file}" if file.parent != games.FOLDER else ""
            console.say(f"Go on with: chartkit game --continue{named}")
    if export is not None:
        console.wrote(ck.Game(game).export(export))


def _tell_the_end(game: TableGame, *, quiet: bool, as_json: bool) -> None:
    if as_json:
        console.print_json(game.to_json())
    else:
        if game.is_over and not quiet:
            for line in game.box():
                console.data(line)
        if not quiet:
            console.data("")
        console.data(game.final())
    console.say(f"seed {game.seed}")


def replay_command(
    file: Annotated[Path, argument("FILE", "A game file of chartkit game --log.")],
    speed: Annotated[
        float | None,
        option("PLAYS", "Plays a second; 0.4 on a terminal if not given.", callback=options.in_range(0.01)),
    ] = None,
    step: Annotated[bool, flag("--step", "Wait for Enter after each play; q stops.")] = False,
    first: Annotated[int, options.number("Begin with the play of this number.", 1, "--from")] = 1,
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
    recorded = ck.Game.load(file)
    if export is not None:
        console.wrote(recorded.export(export))
        return
    game = recorded.table
    scenes = [scene for scene in game.scenes(plain=not console.has_frames()) if scene.number >= first]
    if not scenes:
        raise InputError(f"the game has no play {first}.", where=file)
    if as_json:
        console.print_json({"title": game.title, "plays": [dict(scene.data) for scene in scenes]})
        return
    console.data(game.title)
    if _show(scenes, speed, step):
        console.data("")
        console.data(game.final())
    console.say(f"seed {game.seed}")


def _show(scenes: list[Scene], speed: float | None, step: bool) -> bool:
    """Show the scenes one by one; gives whether the last one was reached."""
    person = console.Terminal()
    pause = 1 / speed if speed else 1 / _READING_SPEED if sys.stdout.isatty() and not step else 0
    for scene in scenes:
        for line, colour in _lines(scene):
            console.data(line, colour=colour)
        if step:
            try:
                answer = person.ask("Enter for the next play, q to stop: ")
            except EOFError:
                return False
            if answer.strip().lower().startswith("q"):
                return False
        elif pause:
            time.sleep(pause)
    return True


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


def serve_command(
    port: Annotated[
        int | None, options.number("The port to listen on; a free one if not given.", 1, most=65535)
    ] = None,
    host: Annotated[
        str, option("ADDRESS", "Listen on this address instead of this machine only; plain HTTP.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, flag("--no-browser", "Only print the link; do not open a browser.")] = False,
) -> None:
    """Open the pages of this folder in the browser: play, edit charts, look at seasons; offline, until Ctrl-C.

    Games are kept in games/, in the files that `chartkit game --continue` goes on with. The link holds a token:
    only who has it can use the server.

    \b
    Examples:
      chartkit serve
      chartkit serve --port 8321 --no-browser
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"the pages need {', '.join(missing)}.", remedy="pip install 'chartkit[web]'")
    from chartkit.web.server import serve  # a server is heavy, and no other command needs one

    if host != "127.0.0.1":
        console.say(
            f"Everybody who can reach {host} and has the link can use this server, and the link is not secret."
        )
    serve(Path.cwd(), host, port, open_browser=not no_browser, say=console.say)


def referee_command(
    file: Annotated[Path, argument("FILE.json", "A file of worked examples.")],
    only: Annotated[list[str] | None, option("ID", "Only these examples.")] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play worked examples - state, calls, dice, decision - and compare what comes out with what should.

    Exit code 0: every example that can be played came out as expected; 1: one did not; 2: the file cannot be read.

    \b
    Examples:
      chartkit referee examples.json
    """
    verdicts = systems.of_file(file).referee().examples(_chosen(read_json(file).data, only))
    passed, failed, silent = (sum(each.passed is wanted for each in verdicts) for wanted in (True, False, None))
    if as_json:
        counts = {"passed": passed, "failed": failed, "not_playable": silent}
        console.print_json({"examples": [verdict.to_json() for verdict in verdicts], **counts})
    else:
        for verdict in verdicts:
            word = {True: "passed", False: "FAILED", None: "not playable"}[verdict.passed]
            console.data(f"{verdict.id}: {word}{f' ({verdict.why})' if verdict.why else ''}")
            if verdict.passed is False:
                console.data(f"  expected: {_words(verdict.expected)}")
                console.data(f"  got:      {_words(verdict.got)}")
    console.say(f"{passed} passed, {failed} failed, {silent} not playable")
    raise typer.Exit(FINDINGS if failed else 0)


def _chosen(data: Any, only: list[str] | None) -> Any:
    if not only or not isinstance(data, dict):
        return data
    every = [each for each in data.get("examples") or () if isinstance(each, dict)]
    found = [example for example in every if example.get("id") in only]
    if missing := sorted(set(only) - {example["id"] for example in found}):
        raise InputError(f"there is no example {missing[0]!r} in the file.")
    return {**data, "examples": found}


def _words(fields: Any) -> str:
    return ", ".join(f"{name} {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
