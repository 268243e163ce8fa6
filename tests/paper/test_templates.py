"""Templates are data: a user's file overrides ours, and a mistake in it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from chartkit.errors import InputError
from chartkit.paper import Style, load_template

LAYOUT = "ddf-cards.toml"


def own(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_users_template_has_the_last_word_and_the_rest_stays(tmp_path: Path) -> None:
    mine = own(tmp_path, 'name = "mine"\n[look.red]\nfill = "#FF0000"\n[paper.letter]\nmargin = 36.0\n')
    data = load_template("classic", LAYOUT, mine)
    ours = load_template("classic", LAYOUT)
    assert data["name"] == "classic+mine"
    assert data["look"]["red"] == {"fill": "#FF0000", "frame": "solid"}
    assert data["paper"]["letter"]["margin"] == 36.0
    assert data["look"]["green"] == ours["look"]["green"]
    assert Style.from_template(data).looks["red"].fill == "#FF0000"


@pytest.mark.parametrize(
    "text,named",
    [
        ('[look.red]\nfill = "crimson"\n', "look.red.fill"),
        ('[look.red]\nframe = "wavy"\n', "look.red.frame"),
        ("[paper.letter]\nwidth = -3\n", "paper.letter.width"),
        ('[look.red]\nsize = "huge"\n', "look.red.size"),
        ("[lok.red]\n", "lok"),
        ("look = [", "not TOML"),
    ],
)
def test_a_wrong_entry_is_named_with_its_file(tmp_path: Path, text: str, named: str) -> None:
    mine = own(tmp_path, text)
    with pytest.raises(InputError, match=named) as caught:
        load_template("classic", LAYOUT, mine)
    assert str(mine) in str(caught.value)


def test_an_unknown_style_or_template_says_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="classic, ink-saver, large-print"):
        load_template("baroque", LAYOUT)
    with pytest.raises(InputError, match="no such file"):
        load_template("classic", LAYOUT, tmp_path / "none.toml")
