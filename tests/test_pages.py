"""Web pages and pictures: escaped, the same bytes every time, and nothing loaded from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl
import pytest
from jinja2 import UndefinedError
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from chartkit.errors import InputError
from chartkit.pages import check_picture_name, inline_picture, picture_style, render, save_picture


@picture_style()
def points(title: str = "Points") -> Markup:
    figure = Figure(figsize=(2, 2))
    axes = figure.subplots()
    axes.scatter([1, 2], [3, 4], gid="dots")
    axes.bar([1], [3], gid="none")
    return inline_picture(figure, title, {"dots": ["BRK: <1>", "WND: 2 & 3"]})


def test_a_picture_in_a_page_is_the_same_every_time_and_names_no_address() -> None:
    assert points() == points()
    assert "http" not in points() and "<?xml" not in points() and "<metadata" not in points()


def test_a_users_settings_of_matplotlib_do_not_change_a_picture() -> None:
    usual = points()
    with mpl.rc_context({"font.size": 20, "axes.grid": True}):
        assert points() == usual


def test_marks_tell_their_figures_escaped() -> None:
    assert "<title>BRK: &lt;1&gt;</title>" in points()
    assert "<title>WND: 2 &amp; 3</title>" in points()
    assert 'aria-label="Points"' in points()


@pytest.mark.parametrize("title", ["A $x^{$ B", "Zürich 東京", "x <b> & y"])
@picture_style()
def test_any_name_can_be_drawn(title: str) -> None:
    figure = Figure(figsize=(2, 2))
    figure.suptitle(title)
    assert f">{escape(title)}</text>" in inline_picture(figure, title)


def test_no_id_is_there_twice_in_a_page() -> None:
    page = points("One") + points("Two")
    found = re.findall(r' id="([^"]+)"', page)
    assert found and len(set(found)) == len(found)
    assert set(re.findall(r"#([\w-]+)[\")]", page)) <= set(found) | set(re.findall(r"#([0-9a-f]{6})\b", page))


def test_a_tooltip_for_a_mark_that_is_not_there_is_a_mistake() -> None:
    figure = Figure()
    figure.subplots().scatter([1], [1], gid="dots")
    with pytest.raises(LookupError):
        inline_picture(figure, "x", {"bars": ["1"]})
    with pytest.raises(ValueError, match="shorter"):
        inline_picture(figure, "x", {"dots": []})


@pytest.mark.parametrize(("name", "start"), [("x.png", b"\x89PNG"), ("x.SVG", b"<?xml")])
def test_files_are_the_same_every_time(tmp_path: Path, name: str, start: bytes) -> None:
    found = []
    for _ in range(2):
        with picture_style():
            figure = Figure()
            figure.subplots().plot([1, 2])
            save_picture(figure, tmp_path / name)
        found.append((tmp_path / name).read_bytes())
    assert found[0] == found[1] and found[0].startswith(start)


def test_other_kinds_of_files_are_refused() -> None:
    with pytest.raises(InputError, match=r"x\.gif"):
        check_picture_name(Path("x.gif"))


def test_a_template_that_lacks_a_value_says_so() -> None:
    with pytest.raises(UndefinedError):
        render("compile-report.html")
