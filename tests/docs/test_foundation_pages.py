"""Pages and schemas that are written from data are not stale."""

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from chartkit import systems
from chartkit.cli.app import build_app
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


def test_every_line_of_the_tour_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chapter = (ROOT / "README.md").read_text("utf-8").partition("## Ten lines\n")[2]
    tour = chapter.partition("```\n")[2].partition("```")[0]
    lines = [line for line in tour.splitlines() if line]
    assert len(lines) == 10
    monkeypatch.chdir(tmp_path)
    for line in lines:
        words = shlex.split(line, comments=True)
        assert words[0] == "chartkit"
        assert CliRunner().invoke(build_app(), words[1:]).exit_code == 0, line


@pytest.mark.parametrize("name", BUILT)
def test_the_schemas_are_not_stale(name: str) -> None:
    written = (ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8")
    assert written == dumps(BUILT[name]()), "run make docs"
