"""Mutated play-by-play: whatever is done to a file, it is read or refused with a message, and soon.

More cases: pytest tests/hostile/test_fuzz_plays.py --fuzz 10000
"""

from __future__ import annotations

import csv
import gzip
import io
import random
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from reportlab import rl_config

from chartkit.errors import InputError
from chartkit.plays import count_games, read, reconcile
from chartkit.plays.sources.by_hand import EXAMPLE, HEADINGS, workbook
from chartkit.resources import raw_pbp
from tests.support.gamebook import print_gamebook
from tests.support.gamecenter import write_gamecenter
from tests.support.spoil import Spoil, spoil_bytes, spoil_cells, spoil_part, try_spoiled


def _rows() -> pd.DataFrame:
    # One game of the demo season.
    rows = pd.read_csv(raw_pbp("demo_2031.csv.gz"), nrows=400, dtype=str, keep_default_na=False)
    return rows[rows["game_id"] == rows["game_id"].iloc[0]]


def _csv_text(rows: pd.DataFrame) -> bytes:
    return rows.to_csv(index=False, lineterminator="\n").encode()


def _parquet(rows: pd.DataFrame) -> bytes:
    made = io.BytesIO()
    pd.read_csv(io.BytesIO(_csv_text(rows)), low_memory=False).to_parquet(made)
    return made.getvalue()


def _hand_csv() -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([HEADINGS, *EXAMPLE])
    return text.getvalue().encode()


def _gamebook(path: Path) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        # Plain pages, so that words and numbers can be spoiled, not only the packing.
        patch.setattr(rl_config, "pageCompression", 0)
        return print_gamebook(path).read_bytes()


def _hand_xlsx() -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    for row in EXAMPLE:
        book["Plays"].append(row)
    book["Teams"].append(["OWL", "Oldtown", "Owls", "", "", "#1f5fa8"])
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def _spoil_gzip(chance: random.Random, data: bytes) -> bytes:
    if chance.random() < 0.5:
        return spoil_bytes(chance, data)
    return gzip.compress(spoil_cells(chance, gzip.decompress(data)), compresslevel=1, mtime=0)


def _spoil_zip(chance: random.Random, data: bytes) -> bytes:
    return spoil_part(chance, data, _spoil_json)


def _spoil_json(chance: random.Random, text: bytes) -> bytes:
    """Replace a value by one of another kind, or spoil the bytes."""
    if chance.random() < 0.3:
        return spoil_bytes(chance, text)
    values = (
        b"null",
        b"-1",
        b"1e999",
        b"[]",
        b"{}",
        b'""',
        b"true",
        b"9" * 400,
        b"[" * 3000,
        b'"x"',
        b"NaN",
        b"3.5",
    )
    spots = [place for place in range(len(text) - 1) if text[place : place + 1] in b":="]
    if not spots:
        return spoil_bytes(chance, text)
    start = chance.choice(spots) + 1
    end = start
    while end < len(text) and text[end : end + 1] not in b",}> ":
        end += 1
    return text[:start] + chance.choice(values) + text[max(end, start + 1) :]


def _spoil_pdf(chance: random.Random, data: bytes) -> bytes:
    """Spoil the file, or some figures on its pages."""
    if chance.random() < 0.5:
        return spoil_bytes(chance, data)
    digits = [place for place in range(len(data)) if data[place : place + 1].isdigit()]
    made = bytearray(data)
    for place in chance.sample(digits, min(len(digits), 8)):
        made[place] = ord(chance.choice("0123456789-:/. "))
    return bytes(made)


KINDS: dict[str, tuple[str, Spoil]] = {
    "csv": ("season.csv", spoil_cells),
    "csv.gz": ("season.csv.gz", _spoil_gzip),
    "parquet": ("season.parquet", spoil_bytes),
    "gamecenter": ("gamecenter_2012.zip", _spoil_zip),
    "game book": ("book.pdf", _spoil_pdf),
    "hand csv": ("league.csv", spoil_cells),
    "hand xlsx": ("league.xlsx", _spoil_zip),
}


#: Of how many cases one is tried: these take many times as long as the others.
SLOW = {"game book": 8, "hand xlsx": 4}


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """One small file of each kind that is read without a word."""
    folder = tmp_path_factory.mktemp("healthy")
    rows = _rows()
    return {
        "csv": _csv_text(rows),
        "csv.gz": gzip.compress(_csv_text(rows), mtime=0),
        "parquet": _parquet(rows),
        "gamecenter": write_gamecenter(folder / "games.zip").read_bytes(),
        "game book": _gamebook(folder / "book.pdf"),
        "hand csv": _hand_csv(),
        "hand xlsx": _hand_xlsx(),
    }


def _season_of(kind: str) -> int | None:
    return 2024 if kind.startswith("hand") else None


def _read(path: Path, season: int | None) -> int:
    plays = 0
    for found in read([path], season):
        count_games(found.plays, found.season)
        reconcile(found.plays, found.stated).as_json()
        plays += len(found.plays)
    return plays


@pytest.mark.parametrize("kind", KINDS)
def test_the_healthy_file_is_read(kind: str, healthy: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / KINDS[kind][0]
    path.write_bytes(healthy[kind])
    assert _read(path, _season_of(kind)) > 5


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_file_is_read_or_refused(
    kind: str, healthy: dict[str, bytes], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    name, spoil = KINDS[kind]
    try_spoiled(
        request,
        tmp_path / name,
        kind,
        SLOW.get(kind, 1),
        lambda seed: spoil(random.Random(f"{kind} {seed}"), healthy[kind]),
        lambda path: _read(path, _season_of(kind)),
    )


def test_a_number_beyond_every_float_is_refused(healthy: dict[str, bytes], tmp_path: Path) -> None:
    name, spoil = KINDS["gamecenter"]
    path = tmp_path / name
    path.write_bytes(spoil(random.Random("gamecenter 300831"), healthy["gamecenter"]))
    with pytest.raises(InputError, match="ordinary number"):
        _read(path, None)
