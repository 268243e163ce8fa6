"""A league of two teams cut out of the demo season: small enough to compile in every test run."""

from __future__ import annotations

from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "raw_pbp" / "demo_2031.csv.gz"
#: A compile that is quick and rough.
QUICK = {"rounds = 2\n": "rounds = 1\n", "\nkicks = 3\n": "\nkicks = 0\n", "last_kicks = 10\n": "last_kicks = 0\n"}
QUICK["repair = { rounds = 3"] = "repair = { rounds = 0"


@pytest.fixture(scope="session")
def quick_settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The standard settings with the search cut short."""
    from chartkit import resources

    text = resources.template("ddf-compile.toml").read_text(encoding="utf-8")
    for old, new in QUICK.items():
        assert old in text, f"the settings no longer say {old!r}"
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("settings") / "quick.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def two_teams(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games that the first two clubs of the demo season played against each other."""
    import pandas as pd

    plays = pd.read_csv(DEMO, low_memory=False)
    pair = {plays["home_team"].iloc[0], plays["away_team"].iloc[0]}
    own = plays[plays["home_team"].isin(pair) & plays["away_team"].isin(pair)]
    path = tmp_path_factory.mktemp("two") / "two_2031.csv.gz"
    own.to_csv(path, index=False)
    return path
