"""A game with people at the terminal: a picture in a fixed place over a prompt, or plain lines when piped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from chartkit.cli import console
from chartkit.findings import visible
from chartkit.football.field import ASCII, UNICODE, draw
from chartkit.systems.table import Line, Prompt, TableGame, View, place_of

#: How a die looks on a terminal.
_DICE = {
    "black": "bright_white on grey23",
    "white": "black on white",
    "yellow": "black on yellow",
    "red": "bright_white on dark_red",
    "green": "bright_white on dark_green",
    "ten": "bright_white on navy_blue",
}
#: The drive shows at most this many plays.
_DRIVE = 6
_WIDEST = 100
#: Wraps text and prints nothing.
_MEASURE = Console(quiet=True)


def play(game: TableGame, tell: Callable[[str], None]) -> None:
    """Ask and answer until the game is over or the person leaves; every answer is saved at once."""
    try:
        if _is_screen():
            _at_the_screen(game)
        else:
            _in_lines(game, tell)
    except EOFError:
        console.say("")
    except KeyboardInterrupt:
        console.say(f"The game is saved in {game.file}; go on with: chartkit game --continue")
        raise


def _is_screen() -> bool:
    """Whether input and output are a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


# Plain lines.


def _in_lines(game: TableGame, tell: Callable[[str], None]) -> None:
    for line in game.begin():
        tell(line)
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
                tell(line)
            else:
                person.tell(f"  {line}")
        if reply.refusal:
            person.tell(f"  Not allowed: {reply.refusal}")


# The screen.


def _at_the_screen(game: TableGame) -> None:
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
    for line in game.lines(seen):
        console.data(line.text)


def _draw(screen: Console, game: TableGame, prompt: Prompt, notes: Sequence[str], seen: int) -> None:
    """The whole picture from the top; the prompt comes below it."""
    wide, high = screen.size
    words = [*notes, *([prompt.hint] if prompt.hint else [])]
    room = high - 2 - sum(1 + len(line) // wide for line in words) - len(prompt.text) // wide
    screen.clear()
    for line in picture(game, prompt.seat, seen, min(wide, _WIDEST), room):
        screen.print(line, overflow="ellipsis", no_wrap=True)
    for text in words:
        screen.print(_styled(text, "yellow"))


def _show_page(screen: Console, person: console.Terminal, lines: Sequence[str]) -> str:
    """Something that was looked up, a screenful at a time; gives the next answer if one was typed."""
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


def _styled(text: str, style: str = "") -> Text:
    return Text(visible(text), style)


def picture(game: TableGame, seat: str, seen: int, wide: int, high: int) -> list[Text]:
    """Scoreboard, field, drive, the last play with its dice: at most `high` lines, the oldest left out.

    `seen` is the number of plays that people have seen.
    """
    view = game.view(seat)
    lines = game.lines(max(0, min(seen, view.play_count - 1, *(number - 1 for number in view.drive_plays))))
    head = [_scoreboard(view), _styled(view.situation, "bold yellow")]
    codes = (view.sides[1].code, view.sides[0].code)
    ink = UNICODE if console.has_frames() else ASCII
    team = 0 if view.direction > 0 else 1
    spot, to_gain = place_of(view.ball, team), None if view.to_gain is None else place_of(view.to_gain, team)
    turf = draw(codes, team, spot, to_gain, (team, spot), ink)
    field = [_styled(line, "green") for line in turf if len(line) <= wide]
    rolled = [line for line in lines if line.rolls]
    dice = [each for line in rolled[-1:] for each in _dice(line, wide)]
    new = [line for line in lines if line.number > seen] or lines[-1:]
    story = [part for line in new for part in _styled(line.text, "bold").wrap(_MEASURE, wide)]
    left = high - len(head) - len(field) - 2
    story = story[-max(2, left - len(dice)) :]
    dice = dice[: max(0, left - len(story))]
    own = [line for line in lines if line.number in view.drive_plays]
    drive = _drive(view.drive, own, min(_DRIVE, left - len(story) - len(dice) - 2))
    return [*head, *field, Text(), *drive, *dice, *story]


def _scoreboard(view: View) -> Text:
    board = Text()
    ball, timeout = ("▸", "●") if console.has_frames() else (">", "o")
    for side in view.sides:
        board.append(f"{ball if side.code == view.has_ball else ' '}{side.code} ", "bold")
        board.append(f" {side.points} ", "bold bright_white on navy_blue")
        board.append(f" {timeout * side.timeouts:3}  ", "yellow")
    board.append(f" {view.period} {view.clock} ", "bold black on white")
    return board


def _drive(heading: str, plays: Sequence[Line], most: int) -> list[Text]:
    if not heading or most < 1:
        return []
    shown = plays[-(most - 1) :] if most > 1 else []
    lines = [": ".join(filter(None, (line.situation, line.called, line.became))) for line in shown]
    return [_styled(heading, "bold"), *(_styled(f"  {line}", "dim") for line in lines), _styled("")]


def _dice(play: Line, wide: int) -> list[Text]:
    """A line for each roll: dice, total and cell; below the rolls of both sides how they were combined."""
    lines = []
    for roll in play.rolls:
        line = Text("  ")
        for name, face in roll.dice:
            line.append(f"[{face}]" if os.environ.get("NO_COLOR") else f" {face} ", _DICE.get(name, "reverse"))
            line.append(" ")
        line.append(visible(f"= {roll.total}  "), "bold")
        line.append(visible(f"{roll.team} {roll.place}: "))
        line.append(visible(roll.cell), "bold cyan")
        line.truncate(wide)
        lines.append(line)
        if play.combined and roll.place.startswith("defense"):
            lines.append(_styled(f"  {play.combined}", "cyan"))
    return lines
