"""Where a table with people and many games differ: dice, questions to coaches, the book of records.

These are the only functions of the rules with two bodies. Here are those for the table; the compiled ones are in
`many`.
"""

from __future__ import annotations

from typing import Any


def roll(game: Any) -> int:
    """Two dice as two digits (1.1)."""
    number: int = game.table.roll()
    return number


def ask(game: Any, question: int, team: int, about: int) -> int:
    """A coach's answer: a person, a computer, a script."""
    answer: int = game.table.ask(question, team, about)
    return answer


def draw(game: Any, below: int) -> int:
    """A computer coach's random number from 0 to one less than `below`."""
    number: int = game.draw(below)
    return number


def record(game: Any) -> None:
    """The record in `game.row` is complete: write it down."""
    game.table.record(game.row)
