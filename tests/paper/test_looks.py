"""Kinds of cells are told apart without colour: by lightness in greyscale, and by frame or hatching."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.cards import STYLES

from chartkit.football.teams import teams as nfl_teams
from chartkit.paper import Look, Style, load_template
from chartkit.paper.style import contrast, rgb

KINDS = ("white", "green", "red", "black", "yellow", "orange")
#: Steps of L* that a reader tells apart on two neighbouring cells; the eye sees about one.
GREY_STEP = 4.5
#: WCAG's figure for text that everyone can read.
CONTRAST = 7.0


def style(name: str) -> Style:
    return Style.from_template(load_template(name, "ddf-cards.toml"))


def linear(colour: str) -> list[float]:
    """The light of red, green and blue."""
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]


def luminance(colour: str) -> float:
    return sum(share * light for share, light in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def grey(look: Look) -> float:
    """How light a ground prints in greyscale: CIE L*, 0 black to 100 white."""
    light = luminance(look.fill or "#FFFFFF")
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


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


#: How eyes without red, green or blue receptors see linear light (Machado, Oliveira, Fernandes 2009).
BLINDNESS = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
#: CIE76 differences that nobody overlooks; neighbours in a colour chart differ by about 2.
SEEN_APART = 10.0


def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """The colour as L*a*b* to an eye that the matrix describes."""
    red, green, blue = (sum(m * c for m, c in zip(row, linear(colour), strict=True)) for row in matrix)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (max(v, 0.0) ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("name", ["classic", "large-print"])
def test_colour_blind_readers_see_the_grounds_apart(name: str, blindness: str) -> None:
    looks = style(name).looks
    for one, other in combinations(KINDS, 2):
        points = [seen(looks[kind].fill or "#FFFFFF", BLINDNESS[blindness]) for kind in (one, other)]
        apart = sum((a - b) ** 2 for a, b in zip(*points, strict=True)) ** 0.5
        assert apart >= SEEN_APART, f"{one} and {other}: {apart:.1f}"


@pytest.mark.parametrize("name", STYLES)
def test_text_stands_out_from_its_ground(name: str) -> None:
    for kind in (*KINDS, "dice", "heading", "group"):
        look = style(name).looks[kind]
        light, dark = sorted((luminance(look.fill or "#FFFFFF"), luminance(look.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= CONTRAST, kind


def test_text_stands_out_from_the_colour_of_any_team() -> None:
    teams = [team.color for team in nfl_teams(2024)] + ["#000000", "#FFFFFF", "#808080", "#FF0000", "#00FF00"]
    for colour in teams:
        look = style("classic").accented(colour).looks["heading"]
        assert contrast(look.fill or "", look.ink) >= CONTRAST, colour
    assert style("ink-saver").accented("#004C54") == style("ink-saver")


def test_the_ink_saver_spends_no_ink_on_grounds() -> None:
    assert all(look.fill is None for look in style("ink-saver").looks.values())
