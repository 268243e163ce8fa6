"""`chartkit print` and `chartkit import-pdf` as a user runs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.charts import random_chart, random_season
from typer.testing import CliRunner, Result

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.systems.ddf.chart_json import season_to_text, team_to_text


def run(*words: object) -> Result:
    result = CliRunner().invoke(build_app(), [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("2017")
    (folder / "charts").mkdir()
    for seed, code in enumerate(("AAA", "BBB")):
        chart = random_chart(seed, code=code)
        (folder / "charts" / f"{code}.json").write_text(team_to_text(chart), "utf-8")
    (folder / "season.json").write_text(season_to_text(random_season(1)), "utf-8")
    return folder


def test_a_season_is_printed_and_read_back(build: Path, tmp_path: Path) -> None:
    result = run("print", build)
    pdf = build / "print" / "2017-team-supplement.pdf"
    assert f"wrote {pdf}" in result.output
    assert run("import-pdf", pdf, "--out", tmp_path).exit_code == 0
    for code in ("AAA", "BBB"):
        assert (tmp_path / f"{code}.json").read_text("utf-8") == (build / "charts" / f"{code}.json").read_text(
            "utf-8"
        )


def test_a_folder_takes_a_file_a_team(build: Path, tmp_path: Path) -> None:
    run("print", build, "--out", tmp_path, "--paper", "a4", "--style", "ink-saver", "--duplex", "--marks")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2017-AAA.pdf", "2017-BBB.pdf"]


def test_same_input_gives_the_same_bytes(build: Path, tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        run("print", build, "--team", "bbb", "--out", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_fit_one_is_one_tabloid_sheet_or_two_sides(build: Path, tmp_path: Path) -> None:
    import pypdfium2

    for paper, pages in (("tabloid", 1), ("letter", 2)):
        target = tmp_path / f"{paper}.pdf"
        run("print", build, "--team", "AAA", "--what", "team", "--fit", "one", "--paper", paper, "--out", target)
        pdf = pypdfium2.PdfDocument(target)
        assert len(pdf) == pages
        pdf.close()


@pytest.mark.parametrize("form,suffix", [("html", ".html"), ("text", ".txt")])
def test_the_same_card_without_paper(build: Path, tmp_path: Path, form: str, suffix: str) -> None:
    target = tmp_path / f"card{suffix}"
    run("print", build / "charts" / "AAA.json", "--format", form, "--out", target)
    words = target.read_text("utf-8")
    for text in ("Anytown Antelopes", "Fumble Recovered", "STANDARD", "No Huddle Quota"):
        assert text in words


def test_wrong_use_is_told(build: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no chart of XXX"):
        run("print", build, "--team", "XXX")
    with pytest.raises(InputError, match="cannot print 'poster'"):
        run("print", build, "--what", "poster")
    with pytest.raises(InputError, match="no charts here"):
        run("print", tmp_path)
    with pytest.raises(InputError, match="say what to print"):
        run("print")


def test_a_template_of_ones_own_is_needed_to_read_back(build: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[columns.offense]\ndice = 1.0\n[furniture]\ntitle = 30.0\n', "utf-8")
    pdf = tmp_path / "mine.pdf"
    run("print", build, "--team", "AAA", "--template", mine, "--out", pdf)
    with pytest.raises(InputError, match="--template"):
        run("import-pdf", pdf, "--out", tmp_path)
    run("import-pdf", pdf, "--out", tmp_path, "--template", mine)
    assert (tmp_path / "AAA.json").read_text("utf-8") == (build / "charts" / "AAA.json").read_text("utf-8")
