"""The codes of Data-Driven Football, with those that every game system has."""

from __future__ import annotations

from functools import cache

from chartkit.findings import Catalogue, common_codes
from chartkit.systems.ddf.shipped import shipped


@cache
def codes() -> Catalogue:
    """Every code that a check of this game's files can give."""
    own = shipped("codes.toml")
    return common_codes() | Catalogue.from_toml(own)
