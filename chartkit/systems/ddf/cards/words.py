"""The words and tables of the reference sheets, with the figures of the rules and of the season put in."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from chartkit.systems.ddf.cards.cells import printed_totals
from chartkit.systems.ddf.season_constants import season_constants
from chartkit.systems.ddf.shipped import shipped


@cache
def rule_table(name: str) -> Mapping[str, Any]:
    """A table of the rules: `rule_table("timing")`."""
    data: Mapping[str, Any] = json.loads(shipped(f"{name}.json"))
    return data


@cache
def words() -> Mapping[str, Any]:
    """The texts of the reference sheets."""
    return tomllib.loads(shipped("reference.toml"))


@cache
def figures(season: int) -> Mapping[str, object]:
    """Every figure that a text may name in braces."""
    constants = asdict(season_constants(season))
    constants["onside_recovered"] = printed_totals(constants["onside_recovered"])
    roll = rule_table("let_it_roll")
    ways = {"goal": "forward, toward the goal line (0 is {zero})", "punters": "back toward the punters"}
    let_it_roll = "; ".join(
        f"{way['on']}: {ways[way['toward']].format(zero=way['zero'])}" for way in roll["directions"]
    )
    numbers = {k: v for k, v in rule_table("penalties").items() if isinstance(v, int)}
    return {
        **constants,
        **numbers,
        "let_it_roll_inside": roll["inside"],
        "let_it_roll": f"Direction {let_it_roll}. The ball is then dead.",
    }


def filled(text: str, season: int) -> str:
    """A text with its figures."""
    return text.format_map(dict(figures(season)))
