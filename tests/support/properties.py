"""How many examples a property is tried on."""

from __future__ import annotations

from hypothesis import settings

#: Examples of a property that asks for no number of its own, unless another profile is chosen.
_USUAL = 100


def examples(number: int) -> settings:
    """The same examples in every run, so many of them; `--hypothesis-profile thorough` tries ten times as many."""
    return settings(max_examples=number * settings().max_examples // _USUAL, derandomize=True)
