"""The pages of the site: every link leads somewhere, every page and picture can be found."""

import re
from pathlib import Path

import pytest
from support.manual import ROOT, pages

_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


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
