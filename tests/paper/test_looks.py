"""Kinds of cells are told apart without colour: by lightness in greyscale, and by frame or hatching."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.cards import STYLES

from chartkit.paper import template
from chartkit.paper.style import Look, Style, lightness

KINDS = ("white", "green", "red", "black", "yellow", "orange")
#: Steps of L* that a reader tells apart on two neighbouring cells; the eye sees about one.
GREY_STEP = 4.5
#: WCAG's figure for text that everyone can read.
CONTRAST = 7.0


def style(name: str) -> Style:
    return Style.from_template(template.load(name, "ddf-cards.toml"))


def grey(look: Look) -> float:
    return lightness(look.fill or "#FFFFFF")


def luminance(colour: str) -> float:
    level = lightness(colour)
    return ((level + 16) / 116) ** 3 if level > 8 else level / 903.3


@pytest.mark.parametrize("one,other", list(combinations(KINDS, 2)))
@pytest.mark.parametrize("name", ["classic", "large-print"])
def test_filled_styles_differ_in_greyscale(name: str, one: str, other: str) -> None:
    looks = style(name).looks
    assert abs(grey(looks[one]) - grey(looks[other])) >= GREY_STEP


@pytest.mark.parametrize("one,other", list(combinations([kind for kind in KINDS if kind != "white"], 2)))
@pytest.mark.parametrize("name", STYLES)
def test_each_kind_also_differs_by_frame_hatching_or_a_black_ground(name: str, one: str, other: str) -> None:
    looks = style(name).looks
    signs = [(looks[k].frame, looks[k].hatch, grey(looks[k]) < 50) for k in (one, other)]
    assert signs[0] != signs[1]


@pytest.mark.parametrize("name", STYLES)
def test_text_stands_out_from_its_ground(name: str) -> None:
    for kind in (*KINDS, "dice", "heading", "group"):
        look = style(name).looks[kind]
        light, dark = sorted((luminance(look.fill or "#FFFFFF"), luminance(look.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= CONTRAST, kind


def test_the_ink_saver_spends_no_ink_on_grounds() -> None:
    assert all(look.fill is None for look in style("ink-saver").looks.values())
