"""Streams of random numbers: one for each game of each run, whatever else is played.

The same numbers in two bodies: for compiled games on a record with `stream` and `next_stream`, and for the table,
where a game of many can be played again with every event (`Stream`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

#: splitmix64 gives each step of a game its first number: the step of its counter, and the mixing constants.
_STEP: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB
#: From there each number is this times the last one plus 1 (Steele and Vigna 2022), and its upper half counts.
_FACTOR: Final = 0xD1342543DE82EF95
_WORD: Final = 2**64 - 1

U_STEP, U_MIX_1, U_MIX_2, U_FACTOR = np.uint64(_STEP), np.uint64(_MIX_1), np.uint64(_MIX_2), np.uint64(_FACTOR)
U1, U27, U30, U31, U32 = np.uint64(1), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
U_LOW, U_WHOLE = np.uint64(0xFFFFFFFF), np.uint64(1 << 32)


def mixed(number: Any) -> Any:
    """The splitmix64 mix: every bit of the input changes the whole output."""
    number = (number ^ (number >> U30)) * U_MIX_1
    number = (number ^ (number >> U27)) * U_MIX_2
    return number ^ (number >> U31)


def seed_stream(game: Any, seed: int, season: int, number: int, run: int) -> None:
    """The stream of one game of one run depends on these four numbers alone."""
    state = mixed(np.uint64(seed) + U_STEP)
    state = mixed(state ^ (np.uint64(season) + U_STEP))
    state = mixed(state ^ (np.uint64(number) + U_STEP))
    game.next_stream = mixed(state ^ (np.uint64(run) + U_STEP))


def begin_numbers(game: Any) -> None:
    """Each step has numbers of its own: a play that takes more of them does not change the next."""
    game.stream = mixed(game.next_stream)
    game.next_stream = game.next_stream + U_STEP


def random_below(game: Any, number: int) -> int:
    """A whole number from 0 to one less, each exactly as likely."""
    limit = np.uint64(number)
    while True:
        game.stream = game.stream * U_FACTOR + U1
        product = (game.stream >> U32) * limit
        low = product & U_LOW
        if low >= limit or low >= U_WHOLE % limit:
            found: int = np.int64(product >> U32)  # type: ignore[assignment]
            return found


class Stream:
    """The same stream in plain numbers, for a game at the table."""

    def __init__(self, seed: int, season: int, number: int, run: int) -> None:
        self.seed = seed
        state = _mixed(seed % 2**63 + _STEP)
        for each in (season, number, run):
            state = _mixed(state ^ (each + _STEP & _WORD))
        self._state, self._next = 0, state

    def begin_step(self) -> None:
        """The next step's own numbers."""
        self._state, self._next = _mixed(self._next), self._next + _STEP & _WORD

    def below(self, number: int) -> int:
        """A whole number from 0 to one less."""
        while True:
            self._state = self._state * _FACTOR + 1 & _WORD
            product = (self._state >> 32) * number
            low = product & 0xFFFFFFFF
            if low >= number or low >= 2**32 % number:
                return product >> 32


def _mixed(number: int) -> int:
    number &= _WORD
    number = (number ^ (number >> 30)) * _MIX_1 & _WORD
    number = (number ^ (number >> 27)) * _MIX_2 & _WORD
    return number ^ (number >> 31)
