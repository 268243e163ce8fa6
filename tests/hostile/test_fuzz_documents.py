"""Mutated workbooks and cards: a chart, findings or one clear message; never another error, never minutes.

More cases: pytest tests/hostile/test_fuzz_documents.py --fuzz 10000
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cards import printed
from support.charts import random_chart
from support.spoil import Spoil, spoil_bytes, spoil_part, try_spoiled

from chartkit.findings import Severity, read_bytes
from chartkit.systems.ddf.cards import DdfCards
from chartkit.systems.ddf.cards.job import load_layout
from chartkit.systems.ddf.charts import team_to_text
from chartkit.systems.ddf.validate.validator import FILES
from chartkit.systems.ddf.workbook import DdfWorkbook
from chartkit.systems.ddf.workbook.export import workbook_bytes

CHART = random_chart(1)
WORKBOOK = workbook_bytes(CHART)
CARD, TEXT = printed([CHART], load_layout("classic", "letter")), team_to_text(CHART)
#: Texts that programs stumble over.
ODD = (
    *(b"", b"-1", b"9" * 400, b"NaN", b"1e999", b"\xff\xfe", b"A1:XFD1048576", b"=1+1", b"&#x1F600;", b"&lt;"),
    *(b"\x00", b"../../x", b"INC", b"99", b"OFF 5", b"&#x1b;[31m", b"x" * 40_000),
)


def _spoil_workbook(chance: random.Random, data: bytes) -> bytes:
    return spoil_part(chance, data, _spoil_text)


def _spoil_text(chance: random.Random, data: bytes) -> bytes:
    """Put another text between two marks of a file of the workbook, or spoil its bytes."""
    texts = list(re.finditer(rb">[^<>]+<|\"[^\"<>]*\"", data))
    if chance.random() < 0.3 or not texts:
        return spoil_bytes(chance, data)
    made = chance.choice(texts)
    return data[: made.start() + 1] + chance.choice(ODD) + data[made.end() - 1 :]


def _spoil_pages(chance: random.Random, data: bytes) -> bytes:
    """Spoil the commands of a page and pack them again, so that no checksum of the file tells."""
    parts = data.split(b"stream\n")
    place = chance.randrange(1, len(parts))
    try:
        page = zlib.decompressobj().decompress(parts[place])
    except zlib.error:
        return spoil_bytes(chance, data)
    parts[place] = zlib.compress(_spoil_words(chance, page)) + b"\nend"
    return b"stream\n".join(parts)


def _spoil_words(chance: random.Random, page: bytes) -> bytes:
    """Change some printed letters, or any bytes."""
    if chance.random() < 0.5:
        return spoil_bytes(chance, page)
    made = bytearray(page)
    shown = re.finditer(rb"\((?:[^()\\]|\\.)+\)", page)
    letters = [place for text in shown for place in range(text.start() + 1, text.end() - 1)]
    for place in chance.sample(letters, min(len(letters), chance.choice((1, 1, 3, 10)))):
        made[place] = chance.choice(b"0123456789-*ABCDEFINOQRT |/")
    return bytes(made)


def _read_workbook(path: Path) -> None:
    read = DdfWorkbook().read(path, date=None)
    # What would be written is sound.
    if read.chart is not None and not read.checked.exit_code(strict=False):
        errors = FILES.check_source(read_bytes(read.chart.encode(), "again.json"))
        assert [each for each in errors if each.severity is not Severity.WARNING] == []


def _read_cards(path: Path) -> None:
    read = DdfCards().read(path)
    if not read.problems:
        assert {chart.text for chart in read.charts} <= {TEXT}, "another chart was read"


#: A file's name, how it is spoiled, what is read from it.
KINDS: dict[str, tuple[str, Spoil, bytes, Callable[[Path], None]]] = {
    "workbook": ("AAA.xlsx", _spoil_workbook, WORKBOOK, _read_workbook),
    "card": ("AAA.pdf", spoil_bytes, CARD, _read_cards),
    "pages of a card": ("AAA.pdf", _spoil_pages, CARD, _read_cards),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_healthy_file_is_read(kind: str, tmp_path: Path) -> None:
    name, _, data, read = KINDS[kind]
    (tmp_path / name).write_bytes(data)
    read(tmp_path / name)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_a_spoiled_file_is_read_or_refused(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    name, spoil, data, read = KINDS[kind]
    try_spoiled(request, tmp_path / name, kind, 2, lambda seed: spoil(random.Random(f"{kind} {seed}"), data), read)
