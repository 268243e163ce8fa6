"""The pages that are written from the commands and from the code are not stale, and every link leads somewhere."""

import re
import runpy
from pathlib import Path

import pytest
from support.manual import ROOT, pages

from chartkit.cli.commands_page import commands_page

_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def test_the_page_of_the_commands_is_not_stale() -> None:
    assert (ROOT / "docs" / "commands.md").read_text("utf-8") == commands_page(), "run make docs"


def test_the_page_of_the_architecture_is_not_stale() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "architecture_page.py"))
    assert (ROOT / "docs" / "architecture.md").read_text("utf-8") == written["page"](), "run make docs"
    drawn = (ROOT / "docs" / "img" / "architecture.svg").read_text("utf-8")
    assert drawn == written["diagram"](), "run make docs"


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    targets = [link for link in _LINK.findall(page.read_text("utf-8")) if not link.startswith("http")]
    assert [link for link in targets if not (page.parent / link).exists()] == []


def test_every_page_is_on_the_site() -> None:
    listed = (ROOT / "mkdocs.yml").read_text("utf-8")
    docs = ROOT / "docs"
    assert [page for path in docs.rglob("*.md") if (page := path.relative_to(docs).as_posix()) not in listed] == []


def test_every_picture_is_in_the_gallery() -> None:
    shown = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    pictures = sorted(path.name for path in (ROOT / "docs" / "img").glob("*.png"))
    assert [name for name in pictures if f"img/{name}" not in shown] == []
