"""The codes of Data-Driven Football, with those that every game system has."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from chartkit.findings import Catalogue, common_codes


@cache
def codes() -> Catalogue:
    """Every code that a check of this game's files can give."""
    own = files("chartkit.systems.ddf").joinpath("data/codes.toml").read_text("utf-8")
    return common_codes() | Catalogue.from_toml(own)
