"""Giving calls to plays of which only shares are known, evenly and always the same way."""

from __future__ import annotations

import zlib

import numpy as np
import pandas as pd

from chartkit.systems.ddf.classify.view import Floats, Ints

# The golden ratio's fraction: the steps that cover 0 to 1 most evenly, however many there are.
_STEP = (5**0.5 - 1) / 2


def positions(*keys: tuple[Ints, list[str]]) -> Floats:
    """A number in 0..1 for each row: rows with the same keys are spread evenly, in the order of play.

    Keys are codes with the words they stand for. The start depends on the words alone, so a play keeps its number
    whatever other games are in the table.
    """
    joined = np.zeros(len(keys[0][0]), dtype=np.int64)
    for codes, words in keys:
        joined = joined * (len(words) + 1) + codes + 1
    _, first, group = np.unique(joined, return_index=True, return_inverse=True)
    starts = np.array([_start([(*words, "")[codes[row]] for codes, words in keys]) for row in first])
    order = pd.Series(group).groupby(group, sort=False).cumcount().to_numpy()
    return np.asarray(np.mod(starts[group] + order * _STEP, 1.0)) if len(joined) else np.zeros(0)


def shared_out(weights: Floats, first: Ints, second: Ints) -> Ints:
    """A choice for each row, in order, so that both its sides come to have so many of each as the weights say.

    Each side is owed the weights of all its rows so far less what it was given; the choice most owed to the two
    together is taken. So a row depends on earlier rows alone, and no side is ever far from its due.
    """
    shares = weights / weights.sum(axis=1, keepdims=True)
    owed_first = np.zeros((int(first.max(initial=-1)) + 1, weights.shape[1]))
    owed_second = np.zeros((int(second.max(initial=-1)) + 1, weights.shape[1]))
    chosen = np.zeros(len(weights), dtype=np.int64)
    for row, (one, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        here, there = owed_first[one], owed_second[other]
        here += shares[row]
        there += shares[row]
        choice = int(np.where(shares[row] > 0, here + there, -np.inf).argmax())
        here[choice] -= 1
        there[choice] -= 1
        chosen[row] = choice
    return chosen


def _start(words: list[str]) -> float:
    return zlib.crc32("|".join(words).encode()) / 2**32


def choose(weights: Floats, where: Floats) -> Ints:
    """For each row the choice on which its position falls when the weights are laid end to end."""
    ends = np.cumsum(weights, axis=1)
    reached = ends / ends[:, -1:] > where[:, None]
    return np.asarray(reached.argmax(axis=1), dtype=np.int64)
