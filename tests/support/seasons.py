"""Real seasons for tests that need one; on a machine without them such tests are skipped."""

from functools import cache
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2].parent / "shared"


@cache
def _plays(season):
    from chartkit.plays import read

    (found,) = read([SHARED / "data" / "pbp" / f"play_by_play_{season}.csv.gz"], season)
    return found.plays


def real_plays(season):
    """The play table of a real season, read once."""
    if not (SHARED / "data" / "pbp").is_dir():
        pytest.skip("needs the real seasons in ../shared/data/pbp")
    return _plays(season)


@cache
def _classified(season):
    from chartkit.systems.ddf.classify import classify

    return classify(_plays(season))


def real_calls(season):
    """A real season, classified, worked out once."""
    real_plays(season)
    return _classified(season)


def published():
    """The published 2017 Philadelphia charts."""
    import json

    path = SHARED / "spec" / "published-2017-phi.json"
    if not path.is_file():
        pytest.skip("needs ../shared/spec/published-2017-phi.json")
    return json.loads(path.read_text(encoding="utf-8"))
