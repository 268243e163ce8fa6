"""Play-by-play that was made to harm: one clear message, exit code 2, at once, and nothing written."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from pathlib import Path
from time import process_time

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.plays import COLUMNS
from chartkit.plays.sources.by_hand import EXAMPLE, workbook
from chartkit.resources import raw_pbp

FILES = Path(__file__).parent / "files"
HEADING = b"game_id,play_id,posteam,desc,play_type,yardline_100,ydstogo"


def ingest(path: Path, *options: str) -> Result:
    return CliRunner().invoke(build_app(), ["ingest", str(path), *options])


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def refused(path: Path, *options: str) -> str:
    """What is said of a file that must be refused at once, without a trace on disk."""
    before = sorted(path.parent.rglob("*"))
    start = process_time()
    result = ingest(path, *options)
    assert process_time() - start < 5
    assert isinstance(result.exception, InputError), result.exception
    assert sorted(path.parent.rglob("*")) == before
    return str(result.exception)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bomb_header.csv.gz", "line 1: the heading is longer than 1 MB"),
        ("season_column_twice.csv", "columns occur twice: order_sequence"),
        ("season_infinity.csv", "line 2: the column total_away_score should hold an ordinary number"),
        ("season_yardline_100_inf.parquet", "line 2: the column yardline_100 should hold an ordinary number"),
        ("season_team_traversal.csv.gz", "line 687: '../../PWN' is not a team code"),
    ],
)
def test_each_hostile_file_is_named(name: str, message: str, empty_folder: Path) -> None:
    assert message in refused(FILES / name)
    assert list(empty_folder.iterdir()) == []


@pytest.mark.parametrize("command", ["compile", "plays"])
def test_no_command_writes_by_a_path_in_a_team_code(command: str, empty_folder: Path) -> None:
    source = FILES / "season_team_traversal.csv.gz"
    result = CliRunner().invoke(build_app(), [command, "2031", "--source", str(source)])
    assert "'../../PWN' is not a team code" in str(result.exception)
    assert list(empty_folder.iterdir()) == []
    assert list(empty_folder.parent.glob("PWN*")) == []


@pytest.mark.parametrize("trailer", [None, 1000], ids=["honest", "forged"])
def test_a_small_file_that_unpacks_to_much_is_refused(trailer: int | None, tmp_path: Path) -> None:
    heading = ",".join(column.name for column in COLUMNS)
    packed = gzip.compress(f"{heading}\n".encode() + b"," * 103 + (b"\n" + b"," * 103) * 1_500_000)
    # The size at the end of a gzip file is a claim.
    whole = packed if trailer is None else packed[:-4] + trailer.to_bytes(4, "little")
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(whole)
    assert "unpacks to more than" in refused(path)


def test_a_parquet_file_of_endless_rows_is_refused(tmp_path: Path) -> None:
    same = pa.array([1.0] * 6_000_000)
    names = HEADING.decode().split(",")
    table = pa.table({name: same if name != "game_id" else pa.array(["2031_01_A_B"] * len(same)) for name in names})
    pq.write_table(table, tmp_path / "bomb.parquet")
    assert "unpacks to more than" in refused(tmp_path / "bomb.parquet")


def test_a_workbook_that_unpacks_to_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "league.xlsx"
    path.write_bytes(workbook())
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros.bin", bytes(64 << 20))
    assert "unpacks to more than" in refused(path, "--season", "2024")


def test_a_gamecenter_game_that_unpacks_to_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gamecenter_2012.zip"
    fixture = {"home": "DET", "away": "JAC", "week": 3, "season_type": "REG"}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schedule.json", json.dumps({"season": 2012, "games": {"1": fixture}}))
        archive.writestr("1.json.gz", gzip.compress(b" " * (64 << 20)))
    assert "the file is damaged" in refused(path)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("posteam", "x" * 5000, "holds a text of more than 4,000 letters"),
        ("week", 1e300, "the column week should hold"),
        ("air_yards", float("-inf"), "the column air_yards should hold an ordinary number"),
        ("season", 999999, "999999 is not a season"),
        ("season", 12, "12 is not a season"),
        ("home_team", "BRK\n", "'BRK\\n' is not a team code"),
        ("away_team", "/tmp/x", "'/tmp/x' is not a team code"),
        ("game_id", "2031_01/../../x", "'2031_01/../../x' is not a name of a game"),
    ],
)
def test_a_cell_beyond_all_measure_is_named(column: str, value: object, message: str, tmp_path: Path) -> None:
    rows = pd.read_csv(raw_pbp("demo_2031.csv.gz"), nrows=170, low_memory=False)
    rows[column] = rows[column].astype(object)
    if column in ("season", "home_team", "away_team", "game_id"):
        rows[column] = value
    else:
        rows.loc[5, column] = value
    rows.to_csv(tmp_path / "season.csv", index=False)
    assert message in refused(tmp_path / "season.csv")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("A2", "9" * 5000 + " OWL at FOX", "OWL and FOX do not play|is not a name of a game|plays"),
        ("I3", 10**400, "yards should be"),
        ("J3", "Q" * 200_000, None),
        ("F3", "=1+1", "is not a spot|yard line is empty"),
        ("B3", "../../x", "do not play|is not a team code"),
    ],
)
def test_a_hostile_cell_of_a_workbook(place: str, value: object, message: str | None, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    for row in EXAMPLE:
        book["Plays"].append(row)
    book["Plays"][place] = str(value) if isinstance(value, int) else value
    book.save(tmp_path / "league.xlsx")
    result = ingest(tmp_path / "league.xlsx", "--season", "2024", "--check")
    if message is None:
        assert result.exit_code == 0, result.exception
    else:
        assert isinstance(result.exception, InputError), result.exception
        assert re.search(message, str(result.exception))
