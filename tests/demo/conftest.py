from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from chartkit import resources


@pytest.fixture(scope="session")
def demo_file() -> Path:
    return resources.raw_pbp("demo_2031.csv.gz")


@pytest.fixture(scope="session")
def demo(demo_file: Path) -> pd.DataFrame:
    return pd.read_csv(demo_file, low_memory=False)
