from pathlib import Path

import pytest
from support.charts import random_chart
from support.commands import Run, runner

from chartkit.systems.ddf.charts import team_to_text


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """The command line in a folder with two invented teams."""
    for seed, code in ((1, "HOM"), (2, "VIS")):
        (tmp_path / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    return runner(monkeypatch, capsys, tmp_path)
