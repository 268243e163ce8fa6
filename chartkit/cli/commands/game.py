"""`chartkit game`: one game between two charts, by computer coaches or by people at the table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.api.games import any_seed
from chartkit.api.tables import GAMES, free_name
from chartkit.cli import console, options, table
from chartkit.errors import InputError
from chartkit.files import write_csv
from chartkit.systems.base import Referee
from chartkit.systems.table import GameOrder, TableGame


class Dice(StrEnum):
    """Where the rolls come from."""

    SEEDED = "seeded"
    TYPED = "typed"


def command(
    away: Annotated[
        str, typer.Argument(metavar="AWAY", help="The visitors: code, nickname or city; or a chart file.")
    ] = "",
    home: Annotated[str, typer.Argument(metavar="HOME", help="The home team.")] = "",
    seed: Annotated[
        int | None,
        options.number(
            "--seed", "The same seed gives the same result, roll for roll; a new one each time if not given.", 0
        ),
    ] = None,
    advanced: options.Advanced = True,
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
    build: options.NewestBuild = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Write the game file, for chartkit replay; a game with a person is always written, into games/.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--continue", "--resume", help="Go on with the --log file, or the latest game in games/."),
    ] = False,
    export: Annotated[Path | None, options.play_by_play()] = None,
    why: Annotated[bool, typer.Option("--why", help="Under each play, why the coaches decided so.")] = False,
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
    playing = _referee(away, home, build, log if resume else None)
    order = GameOrder(
        away=away,
        home=home,
        seed=seed if seed is not None else any_seed(),
        preset="advanced" if advanced else "basic",
        options=tuple(option or ()),
        coaches=_coaches(coach or [], playing.coaches()),
        build=build,
        typed_dice=dice is Dice.TYPED,
        why=why,
        log=(log or _latest(playing)) if resume else log,
    )
    game = playing.resumed_game(order.log, order) if resume and order.log else playing.new_game(order)
    if game.has_person and game.file is None:
        game.file = free_name(game)
    silent = quiet or as_json
    if not silent:
        console.data(game.title)
        console.data(f"seed {game.seed}")
    if game.has_person:
        # A person must see what happens even where only the final is wanted.
        table.play(game, console.say if silent else console.data)
    else:
        game.play(None if silent else console.data)
    _tell_the_end(game, quiet=quiet, as_json=as_json)
    file = game.file or order.log
    if file is not None:
        game.save(file)
        console.wrote(file)
        if not game.is_over:
            console.say(f"Go on with: chartkit game --continue{f' --log {file}' if file.parent != GAMES else ''}")
    if export is not None:
        write_csv(export, *game.export())
        console.wrote(export)


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


def _referee(away: str, home: str, build: Path | None, log: Path | None) -> Referee:
    """The referee of the game that the files say: a game file, chart files, or the build that the teams are in."""
    charts = [Path(name) for name in (away, home) if Path(name).is_file()]
    said = [log] if log else charts or ([build] if build else systems.builds()[:1])
    return systems.of_file(*said).referee()


def _latest(playing: Referee) -> Path:
    """The game that was played last and is not over."""
    found = playing.open_games(GAMES)
    if not found:
        raise InputError(
            f"there is no open game in {GAMES}/.",
            remedy="Name its file with --log FILE, or begin one: chartkit game AWAY HOME.",
        )
    return found[0]


def _coaches(named: list[str], known: Sequence[str]) -> tuple[str, str]:
    for name in named:
        if name not in known:
            raise InputError(f"there is no coach {name!r}.", remedy=f"The coaches are {', '.join(known)}.")
    if len(named) > 2:
        raise InputError("there are two coaches in a game.", remedy="Give --coach once or twice.")
    return (named[0], named[-1]) if named else ("", "")
