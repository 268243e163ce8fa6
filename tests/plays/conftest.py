"""What the tests of the plays share: the odd game, files made of it, the command line, the real seasons."""

import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest

from chartkit.cli.app import main

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data" / "pbp"
ODD_GAME = Path(__file__).parent / "odd-game.toml"
SCORE = ["total_home_score", "total_away_score"]


@pytest.fixture
def rows():
    """The odd game as a data frame of nflverse columns."""
    data = tomllib.loads(ODD_GAME.read_text(encoding="utf-8"))
    made = [data["game"] | {"qtr": 1, "play_id": 20 * n} | row for n, row in enumerate(data["row"], start=1)]
    frame = pd.DataFrame(made)
    frame[SCORE] = frame[SCORE].ffill().fillna(0)
    return frame


@pytest.fixture
def season_file(tmp_path):
    """Write rows as a season file and give its path."""

    def write(frame, name="season.csv", **options):
        path = tmp_path / name
        frame.to_csv(path, index=False, **options) if ".csv" in name else frame.to_parquet(path)
        return path

    return write


@pytest.fixture
def chartkit(monkeypatch, capsys, tmp_path):
    """Run the command line in an empty folder: exit code, stdout, stderr."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["chartkit", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        return stopped.value.code or 0, captured.out, captured.err

    return run


@pytest.fixture
def real_season():
    """The path of a real season; skips where the data are not at hand."""

    def path(season):
        file = SHARED / f"play_by_play_{season}.csv.gz"
        if not file.exists():
            pytest.skip("the real seasons are not on this machine")
        return file

    return path
