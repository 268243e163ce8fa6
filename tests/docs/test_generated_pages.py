"""Pages and schemas that are written from data are not stale."""

import re
from pathlib import Path

import pytest

from chartkit.files import dumps
from tools.architecture_page import arrows, layers
from tools.pages import PAGES
from tools.schemas import BUILT

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_not_stale(name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == PAGES[name](), "run make docs"


def test_the_diagram_of_the_architecture_is_not_stale() -> None:
    # Not by its bytes: they are those of one version of matplotlib.
    drawn = (ROOT / "docs" / "img" / "architecture.svg").read_text("utf-8")
    wanted = {f"{one} imports {two}".replace("chartkit.", "") for one, two in arrows()}
    assert set(re.findall(r'id="([\w.]+ imports [\w.]+)"', drawn)) == wanted, "run make docs"
    *rows, bottom = layers()
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", drawn)
    assert texts[:-1] == [room.removeprefix("chartkit.") for row in rows for room in row], "run make docs"
    assert texts[-1] == "known to all: " + ", ".join(room.removeprefix("chartkit.") for room in bottom)


@pytest.mark.parametrize("name", BUILT)
def test_the_schemas_are_not_stale(name: str) -> None:
    written = (ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8")
    assert written == dumps(BUILT[name]()), "run make docs"
