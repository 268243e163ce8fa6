"""Whole seasons: the demo season, and real ones, without which tests that need them are skipped."""

from functools import cache
from pathlib import Path

import pytest

from chartkit.resources import raw_pbp

SHARED = Path(__file__).parents[2].parent / "shared"
DEMO = 2031


@cache
def _plays(season):
    from chartkit.plays import read

    (found,) = read([season_file(season)], season)
    return found.plays


def season_file(season):
    """The play-by-play of a season."""
    if season == DEMO:
        return raw_pbp("demo_2031.csv.gz")
    file = SHARED / "data" / "pbp" / f"play_by_play_{season}.csv.gz"
    if not file.is_file():
        pytest.skip(f"needs the real season {season} in ../shared/data/pbp")
    return file


def real_plays(season):
    """The play table of a season, read once."""
    return _plays(season)


@cache
def _classified(season):
    from chartkit.systems.ddf.classify import classify

    return classify(_plays(season))


def real_calls(season):
    """A season, classified, worked out once."""
    return _classified(season)


def published():
    """The published 2017 Philadelphia charts."""
    import json

    path = SHARED / "spec" / "published-2017-phi.json"
    if not path.is_file():
        pytest.skip("needs ../shared/spec/published-2017-phi.json")
    return json.loads(path.read_text(encoding="utf-8"))
