"""Between the two engines: a referee's log as a script for the kernel, the kernel's records as the referee's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.kernel import codes as k
from chartkit.systems.ddf.kernel import places as p
from chartkit.systems.ddf.kernel.block import play_block
from chartkit.systems.ddf.kernel.layout import (
    Numbers,
    WatchedNumbers,
    empty_stream,
    refuse_trouble,
    rules_of,
    team_of,
    watched_memory,
)
from chartkit.systems.ddf.kernel.luck import FIRST_ASK
from chartkit.systems.ddf.kernel.names import NUMBER
from chartkit.systems.ddf.referee.decisions import SPECIAL_CALLS, Ask, Choice
from chartkit.systems.ddf.referee.events import (
    Ball,
    Chance,
    Clock,
    Event,
    Happening,
    Intent,
    Period,
    Points,
)
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.result import Result, parse

#: Room for the records of any game that ends.
GAME_RECORDS = 60_000
_WORDS: Mapping[str, Sequence[str]] = {
    Ask.COIN_TOSS: k.TOSS_CHOICES,
    Ask.KICKOFF: k.KICKOFF_CHOICES,
    Ask.KICK_RETURN: k.RETURN_CHOICES,
    Ask.CLOCK: k.CLOCK_CHOICES,
    Ask.OFFENSE_CALL: (*col.PLAYS, *SPECIAL_CALLS),
    Ask.DEFENSE_CALL: col.FORMATIONS,
    Ask.REVEAL: k.REVEAL_CHOICES,
    Ask.LET_IT_ROLL: k.ROLL_CHOICES,
    Ask.TRY: k.TRY_CHOICES,
}


@dataclass(frozen=True)
class KernelGame:
    """A game of the kernel: every consequence in the referee's words, and both teams' statistics."""

    events: tuple[Event, ...]
    #: Rows of (dice or decision, team, value), in order.
    script: Numbers
    #: (home, visitor) by `names.NAMES`.
    statistics: WatchedNumbers


def _penalty_number(choice: str) -> int:
    action = next(place for place, word in enumerate(k.PENALTY_CHOICES) if choice.startswith(word))
    rest = choice.removeprefix(k.PENALTY_CHOICES[action]).strip()
    text = rest.rstrip("'")
    if not text:
        return k.penalty_choice(action, -1, 0)
    if text.startswith("PI "):
        # A forced interference can be one of no yards (R28.6), which no chart may print.
        number = k.foul_number(k.PI, int(text.removeprefix("PI ")))
    else:
        number = k.KINDS.index(parse(text).kind)
    return k.penalty_choice(action, number, len(rest) - len(text))


def _foul_text(number: int) -> str:
    kind, yards = k.KINDS[number % 64], number // 64
    return str(Result(kind, yards))


def choice_number(ask: str, choice: Choice) -> int:
    """A coach's choice as the kernel knows it."""
    if ask == Ask.PENALTY:
        return _penalty_number(str(choice))
    return int(choice) if ask == Ask.POOCH else _WORDS[ask].index(str(choice))


def choice_of(ask: str, number: int) -> Choice:
    """A choice of the kernel in the referee's words."""
    if ask == Ask.POOCH:
        return number
    if ask != Ask.PENALTY:
        return _WORDS[ask][number]
    words, foul = k.PENALTY_CHOICES[number & 7], (number >> 8) - 1
    return words if foul < 0 else f"{words} {_foul_text(foul)}" + "'" * ((number >> 3) & 31)


def script_of(events: Iterable[Event]) -> Numbers:
    """The dice and decisions of a log, in order."""
    rows: list[tuple[int, int, int]] = []
    for event in events:
        if isinstance(event, Chance):
            rows.append((event.dice, event.team, event.total))
        elif isinstance(event, Intent):
            number = choice_number(event.ask, event.choice)
            rows.append((FIRST_ASK + k.ASKS.index(Ask(event.ask)), event.team, number))
    return np.array(rows, np.int32).reshape(-1, 3)


def _detail(what: int, detail: int, extra: int) -> str:
    if what == k.PENALTY:
        return f"{_foul_text(extra)} {k.HOW_SETTLED[detail]}"
    if what == k.NO_PLAY and detail >= 64:
        return f"{k.WHAT_NAMES[detail - 64]} {extra}"
    return k.DETAIL_NAMES[detail]


def event_of(record: Sequence[int]) -> Event:
    """A record of the kernel in the referee's words."""
    what, team, a, b, c, d = (int(number) for number in record)
    if what == k.POINTS_RECORD:
        return Points(team, a, k.HOW_SCORED[b])
    if what == k.CLOCK_RECORD:
        return Clock(team, a, k.ROW_NAMES[b], c, d)
    if what == k.PERIOD_RECORD:
        return Period(team, a)
    if what == k.BALL_RECORD:
        return Ball(k.PHASE_NAMES[a], team, b, c, d)
    return Happening(k.WHAT_NAMES[what], team, a, b, _detail(what, c, d))


def consequences(events: Iterable[Event]) -> tuple[Event, ...]:
    """Of a log all that the kernel records too: everything but dice and decisions."""
    return tuple(event for event in events if not isinstance(event, Chance | Intent))


def finished_game(m: WatchedNumbers, script: Numbers) -> KernelGame:
    """What a block of memory tells after a game."""
    records = m[p.EVENTS : p.EVENTS + int(m[p.RECORDS]) * p.RECORD].reshape(-1, p.RECORD)
    return KernelGame(
        tuple(event_of(record) for record in records.tolist()),
        script,
        m[p.STATISTICS : p.STATISTICS + 2 * NUMBER].reshape(2, NUMBER).copy(),
    )


def script_start() -> int:
    """Where the script begins in the memory of a whole game."""
    return p.EVENTS + GAME_RECORDS * p.RECORD


def play_script(table: Matchup, script: Numbers) -> KernelGame:
    """Play a game in the kernel with given dice and decisions; refuse a script that does not fit."""
    m = watched_memory(GAME_RECORDS, p.SCRIPTED, len(script))
    m[script_start() :] = script.ravel()
    rules, sheets = rules_of(table), np.array([team_of(table, 0), team_of(table, 1)])
    pair, numbers, out = np.array([[0, 1]], np.int32), np.zeros(1, np.int64), np.zeros((1, 1, 2, NUMBER), np.int16)
    nothing, stream = np.zeros(1, np.int32), empty_stream()
    block: Any = play_block
    block(m, stream, nothing, rules[None], sheets, pair, numbers, 0, 0, 0, out)
    refuse_trouble(int(m[p.TROUBLE]), "a scripted game")
    return finished_game(m, script)
