"""`chartkit print` and `chartkit import-pdf` as a user runs them."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.charts import random_chart, random_season
from typer.testing import CliRunner, Result

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import TeamName, season_to_text, team_to_text


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


class _Tables(HTMLParser):
    """Counts how wide each row of each table is, spans included."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[int]] = []
        self._down: list[int] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
            self._down = []
        elif tag == "tr":
            self.tables[-1].append(sum(1 for rows in self._down if rows > 0))
            self._down = [rows - 1 for rows in self._down]
        elif tag in ("td", "th"):
            spans = dict(attrs)
            wide, tall = int(spans.get("colspan") or 1), int(spans.get("rowspan") or 1)
            self.tables[-1][-1] += wide
            self._down += [tall - 1] * wide

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_web_page_is_well_formed_and_its_tables_are_rectangles(build: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.html"
    run("print", build, "--what", "all", "--format", "html", "--out", target)
    page = _Tables()
    page.feed(target.read_text("utf-8"))
    assert page.open == []
    assert len(page.tables) > 20
    for rows in page.tables:
        assert len(set(rows)) == 1, rows


def test_a_name_that_breaks_the_foot_is_refused(build: Path, tmp_path: Path) -> None:
    chart = random_chart(9, code="BAR")
    path = tmp_path / "BAR.json"
    path.write_text(team_to_text(replace(chart, team=TeamName("BAR", "A · B", "C"))), "utf-8")
    with pytest.raises(InputError, match="does not tell the team"):
        run("print", path, "--out", tmp_path / "bar.pdf")
    assert not (tmp_path / "bar.pdf").exists()
