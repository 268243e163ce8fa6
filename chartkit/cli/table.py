"""A game with people at the terminal: a picture in a fixed place over a prompt, or plain lines when piped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from chartkit.cli import console
from chartkit.findings import visible
from chartkit.systems.base import Prompt, Screen, TableGame

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

#: How a die looks on a terminal.
_DICE = {
    "black": "bright_white on grey23",
    "white": "black on white",
    "yellow": "black on yellow",
    "red": "bright_white on dark_red",
    "green": "bright_white on dark_green",
    "ten": "bright_white on navy_blue",
}
#: The drive shows so many plays at most.
_DRIVE = 6
_WIDEST = 100


def play(game: TableGame, told: Callable[[str], None]) -> None:
    """Talk until the game is over or the person leaves; every answer is saved before the next question."""
    try:
        if _is_screen():
            _at_the_screen(game)
        else:
            _in_lines(game, told)
    except EOFError:
        console.say("")
    except KeyboardInterrupt:
        console.say(f"The game is saved in {game.file}; go on with: chartkit game --continue")
        raise


def _is_screen() -> bool:
    """A terminal that can be drawn on, both ways."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


# Plain lines.


def _in_lines(game: TableGame, told: Callable[[str], None]) -> None:
    for line in game.begin():
        told(line)
    person, situation = console.Terminal(), ""
    while prompt := game.prompt:
        if prompt.situation not in ("", situation):
            person.tell(prompt.situation)
        situation = prompt.situation or situation
        if prompt.hint:
            person.tell(f"  {prompt.hint}")
        reply = game.say(person.ask(f"{prompt.text}: ", hidden=prompt.hidden))
        if reply.leave:
            return
        for line in reply.lines:
            if reply.is_play:
                told(line)
            else:
                person.tell(f"  {line}")
        if reply.refusal:
            person.tell(f"  Not allowed: {reply.refusal}")


# The screen.


def _at_the_screen(game: TableGame) -> None:
    from rich.console import Console  # heavy: only where there is a screen

    screen, person = Console(highlight=False), console.Terminal()
    notes: Sequence[str] = [line for line in game.begin() if line]
    seen, typed = game.play_count, ""
    with screen.screen(hide_cursor=False):
        while prompt := game.prompt:
            if not typed:
                _draw(screen, game, prompt, notes, seen)
                seen = game.play_count
                typed = person.ask(f"{prompt.text}: ", hidden=prompt.hidden)
            reply, typed = game.say(typed), ""
            if reply.leave:
                return
            notes = [f"Not allowed: {reply.refusal}"] if reply.refusal else []
            if reply.mistake or len(reply.lines) == 1:
                notes = reply.lines
            elif reply.lines and not reply.is_play:
                typed = _show_page(screen, person, reply.lines)
    for text in game.screen(plain=not _has_unicode(), since=seen).story:
        console.data(text)


def _draw(screen: Console, game: TableGame, prompt: Prompt, notes: Sequence[str], seen: int) -> None:
    """The whole picture from the top; the prompt comes below it."""
    wide, high = screen.size
    told = [*notes, *([prompt.hint] if prompt.hint else [])]
    room = high - 2 - sum(1 + len(line) // wide for line in told) - len(prompt.text) // wide
    screen.clear()
    for line in picture(game.screen(plain=not _has_unicode(), since=seen), min(wide, _WIDEST), room):
        screen.print(line, overflow="ellipsis", no_wrap=True)
    for text in told:
        screen.print(_styled(text, "yellow"))


def _show_page(screen: Console, person: console.Terminal, lines: Sequence[str]) -> str:
    """Something that was looked up, a screenful at a time; gives what was typed to go on with."""
    whole = [part for line in lines for part in _styled(line).wrap(screen, screen.size.width)]
    room = max(4, screen.size.height - 2)
    for start in range(0, len(whole), room):
        screen.clear()
        for line in whole[start : start + room]:
            screen.print(line)
        more = "Enter for more, " if start + room < len(whole) else "Enter to go back to the game, "
        if typed := person.ask(f"{more}or your answer: ").strip():
            return typed
    return ""


def _has_unicode() -> bool:
    try:
        "┃▶●".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _styled(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(visible(text), style)


def picture(screen: Screen, wide: int, high: int) -> list[Text]:
    """Scoreboard, field, drive, the last play with its dice: at most so many lines, the oldest left out."""
    from rich.text import Text

    head = [_scoreboard(screen), _styled(screen.situation, "bold yellow")]
    field = [_styled(line, "green") for line in screen.field if len(line) <= wide]
    dice = _dice(screen, wide)
    story = [line for text in screen.story for line in _styled(text, "bold").wrap(_measure(), wide)]
    left = high - len(head) - len(field) - 2
    story = story[-max(2, left - len(dice)) :]
    dice = dice[: max(0, left - len(story))]
    drive = _drive(screen.drive, min(_DRIVE, left - len(story) - len(dice) - 2))
    return [*head, *field, Text(), *drive, *dice, *story]


def _measure() -> Console:
    """A console that wraps text and prints nothing."""
    from rich.console import Console

    return Console(quiet=True)


def _scoreboard(screen: Screen) -> Text:
    from rich.text import Text

    board = Text()
    for code, points, timeouts in screen.scores:
        ball = "▸" if code == screen.has_ball and _has_unicode() else ">" if code == screen.has_ball else " "
        board.append(f"{ball}{code} ", "bold")
        board.append(f" {points} ", "bold bright_white on navy_blue")
        board.append(f" {'●' * timeouts if _has_unicode() else 'o' * timeouts:3}  ", "yellow")
    board.append(f" {screen.clock} ", "bold black on white")
    return board


def _drive(lines: Sequence[str], most: int) -> list[Text]:
    if not lines or most < 1:
        return []
    heading, *plays = lines
    shown = plays[-(most - 1) :] if most > 1 else []
    return [_styled(heading, "bold"), *(_styled(f"  {line}", "dim") for line in shown), _styled("")]


def _dice(screen: Screen, wide: int) -> list[Text]:
    """Dice as dice, the roll and its cell beside them, a line a roll; below both cards how they were combined."""
    from rich.text import Text

    lines = []
    for roll in screen.rolls:
        line = Text("  ")
        for name, face in roll.dice:
            line.append(f"[{face}]" if os.environ.get("NO_COLOR") else f" {face} ", _DICE.get(name, "reverse"))
            line.append(" ")
        line.append(visible(f"= {roll.total}  "), "bold")
        line.append(visible(f"{roll.team} {roll.place}: "))
        line.append(visible(roll.cell), "bold cyan")
        line.truncate(wide)
        lines.append(line)
        if screen.combined and roll.place.startswith("defense"):
            lines.append(_styled(f"  {screen.combined}", "cyan"))
    return lines
