"""Pages and schemas that are written from data are not stale."""

from pathlib import Path

import pytest

from chartkit import systems
from chartkit.findings.page import codes_page
from chartkit.json_layout import dumps
from chartkit.systems.ddf.formats_page import formats_page
from chartkit.systems.ddf.language_page import language_page
from chartkit.systems.ddf.schemas import BUILT

ROOT = Path(__file__).parents[2]


def test_the_page_of_codes_is_not_stale() -> None:
    assert (ROOT / "docs" / "validation.md").read_text("utf-8") == codes_page(systems.find().charts().codes()), (
        "run make docs"
    )


def test_the_page_of_the_result_language_is_not_stale() -> None:
    assert (ROOT / "docs" / "result-language.md").read_text("utf-8") == language_page(), "run make docs"


def test_the_page_of_the_file_formats_is_not_stale() -> None:
    assert (ROOT / "docs" / "file-formats.md").read_text("utf-8") == formats_page(), "run make docs"


@pytest.mark.parametrize("name", BUILT)
def test_the_schemas_are_not_stale(name: str) -> None:
    written = (ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8")
    assert written == dumps(BUILT[name]()), "run make docs"
