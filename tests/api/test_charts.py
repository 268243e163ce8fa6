"""Charts as values: cells, odds, edits, findings, and how they show themselves."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

import chartkit as ck


def test_a_cell_has_text_yards_and_kind(brk: ck.Chart, build: Path) -> None:
    written = json.loads((build / "charts" / "BRK.json").read_text("utf-8"))["offense"]["columns"]["6-SHORT"]
    column = brk.offense["6-SHORT"]
    assert {str(total): cell.text for total, cell in column.items()} == written
    assert all(cell.yards == int(cell.text.rstrip("*!")) for cell in column.values() if cell.kind == "#")
    assert brk.defense["A-STANDARD"]["6-SHORT"][3].text


def test_a_chart_says_what_it_is(brk: ck.Chart) -> None:
    assert (brk.game, brk.team, brk.season) == ("ddf", "BRK", 2031)
    assert brk.title.startswith("2031 ") and repr(brk) == f"<Chart {brk.title}>"
    assert {"odds", "edit", "offense", "defense", "power_rating"} <= set(dir(brk))
    with pytest.raises(AttributeError):
        brk.offence  # noqa: B018


def test_names_that_are_not_there_are_key_errors_with_the_near_name(brk: ck.Chart) -> None:
    with pytest.raises(KeyError, match="Did you mean 6-SHORT"):
        brk.offense["6-SHROT"]
    with pytest.raises(ck.ChartkitError, match="rows are 10 to 39"):
        brk.offense["6-SHORT"][40]
    with pytest.raises(ck.InputError, match="Did you mean 6-SHORT"):
        brk.odds("6-SHRT")


def test_the_odds_of_a_column_are_a_data_frame_of_all_its_rolls(brk: ck.Chart) -> None:
    odds = brk.odds("6-SHORT")
    assert odds["ways"].sum() == 216 and odds["probability"].sum() == pytest.approx(1)
    assert set(odds["result"]) == {cell.text for cell in brk.offense["6-SHORT"].values()}
    assert list(odds["yards"].notna()) == list(odds["counts_as"].isin(["gain", "loss", "no gain"]))
    drawn = odds.plot.bar(x="result", y="probability")
    assert len(drawn.patches) == len(odds)


def test_a_column_of_the_defense_is_named_with_its_formation(brk: ck.Chart) -> None:
    odds = brk.odds("A-STANDARD 6-SHORT")
    assert odds["ways"].sum() == 36 and set(odds["chart"]) == {"defense"}


def test_the_odds_against_a_team_have_every_formation(brk: ck.Chart, wnd: ck.Chart) -> None:
    odds = brk.odds("short", against=wnd)
    shares = odds.groupby("formation")["probability"].sum()
    assert len(shares) == 6 and shares.round(9).eq(1).all()
    assert set(odds["column"]) == {"6-SHORT"}


def test_all_odds_of_a_chart_are_one_frame(brk: ck.Chart) -> None:
    odds = brk.odds()
    assert {"offense", "defense", "special_teams", "coverage"} <= set(odds["chart"])
    places = odds.groupby(["chart", "formation", "column"], dropna=False)["probability"].sum()
    assert places.round(9).eq(1).all()


def test_an_edit_makes_another_chart(brk: ck.Chart) -> None:
    was = brk.offense["6-SHORT"][27].text
    now = brk.edit({"offense.columns.6-SHORT.27": "12", "offense.columns.6-SHORT.28": "F -3"})
    assert now.offense["6-SHORT"][27].yards == 12 and now.offense["6-SHORT"][28].text == "F -3"
    assert brk.offense["6-SHORT"][27].text == was
    assert now != brk and now.path is None and now.edit({}) == now


def test_an_edit_that_breaks_a_rule_is_refused_with_findings(brk: ck.Chart) -> None:
    with pytest.raises(ck.InvalidChartError) as refused:
        brk.edit({"offense.columns.6-SHORT.27": "FC"})
    assert "6-SHORT" in refused.value.findings[0].place
    assert str(refused.value).startswith(f"{brk.title} would break the rules of its game:\n  DDF")
    with pytest.raises(KeyError, match="Did you mean 6-SHORT"):
        brk.edit({"offense.columns.6-SHROT.27": "12"})
    with pytest.raises(KeyError):
        brk.edit({"offense.columns.6-SHORT.40": "12"})


def test_a_chart_is_saved_and_loaded(brk: ck.Chart, tmp_path: Path) -> None:
    edited = brk.edit({"offense.columns.6-SHORT.27": "12"})
    saved = edited.save(tmp_path / "BRK.json")
    assert ck.load(saved.path) == edited == saved and saved.path == tmp_path / "BRK.json"
    assert ck.Chart.load(saved.path).build is None


def test_charts_are_values(brk: ck.Chart) -> None:
    assert pickle.loads(pickle.dumps(brk)) == brk == copy.deepcopy(brk)
    assert len({brk, copy.copy(brk)}) == 1


def test_a_chart_shows_itself_in_a_notebook(brk: ck.Chart) -> None:
    page = brk._repr_html_()
    assert brk.title in page and "<caption>offense</caption>" in page and "<th>6-SHORT</th>" in page


def test_the_view_is_escaped(brk: ck.Chart) -> None:
    odd = brk.edit({"team.name": "<script>alert(1)</script>"})
    assert "<script>" not in odd._repr_html_() and "&lt;script&gt;" in odd._repr_html_()


def test_validate_takes_files_folders_and_charts(brk: ck.Chart, build: Path, tmp_path: Path) -> None:
    whole = ck.validate(build)
    assert len(whole.files) > 8 and whole.passed
    assert ck.validate(brk).files == ck.validate(brk.path).files
    assert ck.validate(brk.edit({"offense.columns.6-SHORT.27": "12"})).passed
    broken = tmp_path / "WND.json"
    broken.write_text(brk.path.read_text("utf-8").replace('"27": "', '"27": "x', 1), "utf-8")
    found = ck.validate(broken)
    assert not found.passed and found.filter(team="WND", severity="error")[0].line
    with pytest.raises(ck.InvalidChartError):
        ck.load(broken)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"game": "ddf"}', '{"game": "chess"}'])
def test_what_is_no_chart_is_one_clear_error(content: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(content, "utf-8")
    with pytest.raises(ck.ChartkitError) as error:
        ck.load(path)
    assert str(error.value).count("\n") < 12 and "Traceback" not in str(error.value)


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ck.InputError, match="there is no such file"):
        ck.load(tmp_path / "none.json")
