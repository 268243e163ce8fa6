"""`chartkit game`: one game between two charts, by computer coaches or by people at the table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import Advanced, AsJson, NewestBuild, System
from chartkit.errors import InputError

PANEL = "Play"
PLACE = 62


class Dice(StrEnum):
    """Where the rolls come from."""

    SEEDED = "seeded"
    TYPED = "typed"


def command(
    away: Annotated[
        str, typer.Argument(metavar="AWAY", help="The visitors: code, nickname or city; or a chart file.")
    ],
    home: Annotated[str, typer.Argument(metavar="HOME", help="The home team.")],
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            metavar="NUMBER",
            help="The same seed gives the same result, roll for roll; a new one each time if not given.",
        ),
    ] = None,
    advanced: Advanced = True,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="Switch one rule: audibles=off, third_play_30=on ..."),
    ] = None,
    coach: Annotated[
        list[str] | None,
        typer.Option(
            "--coach",
            metavar="NAME",
            help="solitaire, situation, sharp or human. Once: both sides; twice: visitors, then home team.",
        ),
    ] = None,
    dice: Annotated[
        Dice, typer.Option("--dice", help="typed: you roll real dice and type the totals.")
    ] = Dice.SEEDED,
    build: NewestBuild = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write the game file, for chartkit replay.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game in the --log file.")] = False,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE.csv", help="Write the play-by-play, for chartkit ingest."),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Under each play, why the coaches decided so.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the final score only.")] = False,
    as_json: AsJson = False,
    system: System = "ddf",
) -> None:
    """Play one game and print play-by-play, scoring summary and box score.

    \b
    Examples:
      chartkit game WND BRK --seed 7
      chartkit game WND BRK --coach sharp --coach situation --why
      chartkit game WND BRK --coach human --coach sharp --log tonight.json
      chartkit game WND BRK --coach human --dice typed --log tonight.json --resume
    """
    from chartkit import systems
    from chartkit.cli import play_by_play_file
    from chartkit.cli.terminal import Terminal
    from chartkit.systems.playing import GameOrder

    play_by_play_file.check_target(export)
    playing = systems.find(system).playing()
    order = GameOrder(
        away=away,
        home=home,
        seed=seed if seed is not None else _any_seed(),
        preset="advanced" if advanced else "basic",
        options=tuple(option or ()),
        coaches=_coaches(coach or [], playing.coaches()),
        build=build,
        typed_dice=dice is Dice.TYPED,
        why=why,
        log=log,
    )
    if resume and log is None:
        raise InputError("--resume goes on with a game file.", remedy="Name it with --log FILE.")
    game = playing.resumed_game(log, order, Terminal()) if resume and log else playing.new_game(order, Terminal())
    silent = quiet or as_json
    if not silent:
        console.data(game.title)
        console.data(f"seed {game.seed}")
    # A person must see what happens even where only the final is wanted.
    game.play(console.data if not silent else console.say if game.has_person else None)
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
    if log is not None:
        game.save(log)
        console.wrote(log)
        if not game.is_over:
            console.say("Go on with the same command and --resume.")
    if export is not None:
        play_by_play_file.export(game, export)


def _any_seed() -> int:
    import random

    return random.SystemRandom().randrange(1_000_000)


def _coaches(named: list[str], known: Sequence[str]) -> tuple[str, str]:
    for name in named:
        if name not in known:
            raise InputError(f"there is no coach {name!r}.", remedy=f"The coaches are {', '.join(known)}.")
    if len(named) > 2:
        raise InputError("there are two coaches in a game.", remedy="Give --coach once or twice.")
    return (named[0], named[-1]) if named else ("", "")
