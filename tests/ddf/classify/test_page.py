"""The page about the classified plays is the one that the columns make."""

from pathlib import Path

from chartkit.systems.ddf.classify import NAMES
from chartkit.systems.ddf.classify.page import page
from tests.ddf.classify.hand_made import classified, run

ROOT = Path(__file__).parents[3]


def test_the_page_is_up_to_date():
    assert (ROOT / "docs" / "classified-plays.md").read_text(encoding="utf-8") == page()


def test_the_table_has_exactly_the_columns_that_the_page_tells():
    assert tuple(classified(run(3)).columns[-len(NAMES) :]) == NAMES
