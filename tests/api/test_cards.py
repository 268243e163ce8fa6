"""Printing from the API: files named by their ending, folders, and what cannot be printed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import chartkit as ck


def test_a_chart_is_printed_and_read_back(brk: ck.Chart, tmp_path: Path) -> None:
    (pdf,) = ck.print_cards(brk, tmp_path / "BRK.pdf", paper="a4")
    assert pdf.read_bytes().startswith(b"%PDF") and ck.validate(pdf).passed


def test_an_edited_chart_is_printed_as_it_is(brk: ck.Chart, tmp_path: Path) -> None:
    edited = brk.edit({"offense.columns.6-SHORT.27": "73"})
    (page,) = ck.print_cards(edited, tmp_path / "BRK.txt", what=["team"])
    assert "73" in page.read_text("utf-8")
    with pytest.raises(ck.InputError, match="in no file yet"):
        ck.print_cards(edited)


def test_a_folder_gets_a_file_for_each_team(season: ck.Season, tmp_path: Path) -> None:
    told: list[str] = []
    made = ck.print_cards(
        season,
        tmp_path / "cards",
        teams=["BRK", "WND"],
        suffix=".html",
        progress=lambda title, done, wanted: told.append(title),
    )
    assert [path.name for path in made] == ["2031-BRK.html", "2031-WND.html"] and len(told) == 2


def test_a_build_has_its_own_place_for_prints(build: Path, tmp_path: Path) -> None:
    own = shutil.copytree(build, tmp_path / "2031", ignore=shutil.ignore_patterns("print", "plays.parquet"))
    (made,) = ck.print_cards(own, teams=["BRK"], what=["team"], suffix=".txt")
    assert made.parent == own / "print"


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        ({"what": ["posters"]}, "cannot print"),
        ({"paper": "a9"}, "a9"),
        ({"suffix": ".doc"}, "cannot be written as .doc"),
    ],
)
def test_what_cannot_be_printed_is_one_clear_error(
    brk: ck.Chart, tmp_path: Path, wrong: dict[str, object], match: str
) -> None:
    with pytest.raises(ck.InputError, match=match):
        ck.print_cards(brk, tmp_path / "folder", **wrong)
    assert not (tmp_path / "folder").exists()
