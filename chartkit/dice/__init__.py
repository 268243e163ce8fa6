"""Dice sets from their faces, exact distributions, and where rolls come from."""

from chartkit.dice.dice_set import DiceSet, Die
from chartkit.dice.finite import Finite
from chartkit.dice.sources import DiceSource, PersonDice, Roll, ScriptedDice
from chartkit.dice.totals import format_totals, parse_totals

__all__ = [
    "DiceSet",
    "DiceSource",
    "Die",
    "Finite",
    "PersonDice",
    "Roll",
    "ScriptedDice",
    "format_totals",
    "parse_totals",
]
