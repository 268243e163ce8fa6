"""Charts in another publisher's layout and in the older notation are read in full, by a template."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.lib import colors
from reportlab.lib.pagesizes import landscape, letter
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle
from support.charts import random_chart
from typer.testing import CliRunner

from chartkit import resources
from chartkit.cli.app import build_app
from chartkit.dice import format_totals
from chartkit.errors import InputError
from chartkit.systems.ddf.cards.read_back import is_family, read_family
from chartkit.systems.ddf.charts import Column, TeamChart, columns, parse, team_to_json

TEMPLATE = resources.template("family/old-grid.toml")
TOTALS, FIVE = range(10, 40), range(1, 6)


def old(text: str) -> str:
    """A result in the older notation: O=10, D=5X, F+3, I-12."""
    text = re.sub(r"^OFF (\d+)\*$", r"G\1", text)
    text = re.sub(r"^OFF (\d+)$", r"O=\1", text)
    text = re.sub(r"^DEF (\d+X?)$", r"D=\1", text)
    text = re.sub(r"^INT$", "INT", text)
    text = re.sub(r"^INT (\d+)$", r"I+\1", text)
    text = re.sub(r"^INT (-\d+)$", r"I\1", text)
    text = re.sub(r"^(F|BK) (\d+)$", r"\1+\2", text)
    text = re.sub(r"^(F|BK) (-\d+)$", r"\1\2", text)
    return "" if text == "0" else text


def _grid(rows: list[list[str]]) -> Table:
    lines = TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("FONTSIZE", (0, 0), (-1, -1), 7)])
    return Table(rows, style=lines, rowHeights=13)


def _cells(column: Column) -> list[str]:
    return [old(str(result)) for _, result in column.items()]


def old_set(charts: list[TeamChart]) -> bytes:
    """Team charts as an older publisher might have printed them."""
    words = getSampleStyleSheet()["Normal"]
    story: list[object] = []
    for chart in charts:
        offense = [_cells(chart.offense.columns[name]) for name in columns.OFFENSE]
        special = [_cells(chart.special_teams.columns[name]) for name in columns.SPECIAL_TEAMS]
        coverage = [_cells(chart.special_teams.coverage[name]) for name in columns.COVERAGE]
        kept = format_totals(chart.offense.fumble_recovered)
        story += [
            Paragraph(f"{chart.season} {chart.team.city}, {chart.team.name}", words),
            Paragraph(f"Power {chart.power_rating}. Fumbles kept on {kept}", words),
            _grid(
                [["Dice", *columns.OFFENSE]]
                + [[str(t), *row] for t, row in zip(TOTALS, zip(*offense, strict=True), strict=True)]
            ),
            PageBreak(),
            _grid(
                [["", "", *columns.PLAYS]]
                + [
                    [formation[0], str(t), *(old(str(chart.defense[formation][play][t])) for play in columns.PLAYS)]
                    for formation in columns.FORMATIONS
                    for t in FIVE
                ]
            ),
            PageBreak(),
            Paragraph(f"PAT good on {format_totals(chart.special_teams.pat_good)}", words),
            _grid(
                [[*columns.SPECIAL_TEAMS, "Dice"]]
                + [[*row, str(t)] for t, row in zip(TOTALS, zip(*special, strict=True), strict=True)]
            ),
            Spacer(1, 12),
            _grid(
                [["Dice", *columns.COVERAGE]]
                + [[str(t), *row] for t, row in zip(FIVE, zip(*coverage, strict=True), strict=True)]
            ),
            PageBreak(),
        ]
    stream = io.BytesIO()
    SimpleDocTemplate(stream, pagesize=landscape(letter), topMargin=20, bottomMargin=20).build(story)
    return stream.getvalue()


def basic(seed: int) -> TeamChart:
    return replace(random_chart(seed), supplement=None)


def test_an_old_set_is_read_in_full(tmp_path: Path) -> None:
    chart = basic(1)
    path = tmp_path / "old.pdf"
    path.write_bytes(old_set([chart]))
    assert is_family(TEMPLATE)
    cards = read_family(path, TEMPLATE)
    assert [str(problem) for problem in cards.problems] == []
    assert [team_to_json(each.chart) for each in cards.cards] == [team_to_json(chart)]


def test_the_command_reads_it_with_the_template(tmp_path: Path) -> None:
    path, out = tmp_path / "old.pdf", tmp_path / "out"
    path.write_bytes(old_set([basic(2)]))
    result = CliRunner().invoke(
        build_app(), ["import-pdf", str(path), "--template", str(TEMPLATE), "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    assert [each.name for each in out.iterdir()] == ["AAA.json"]


def test_what_is_wrong_is_named_with_page_and_cell(tmp_path: Path) -> None:
    chart = basic(3)
    data = old_set([chart])
    path = tmp_path / "old.pdf"
    path.write_bytes(data)
    narrow = tmp_path / "narrow.toml"
    text = TEMPLATE.read_text("utf-8")
    narrow.write_text(text.replace("totals = 8", "totals = 7"), "utf-8")
    problems = [str(problem) for problem in read_family(path, narrow).problems]
    assert problems[0].startswith("page 3, table 1: the row of 10 says")
    narrow.write_text(text.replace("page = 3\ntable = 2", "page = 3\ntable = 5"), "utf-8")
    assert "page 3, table 5: the page has no such table" in map(str, read_family(path, narrow).problems)
    narrow.write_text(text.replace('"Anytown Antelopes" = "AAA"', ""), "utf-8")
    assert [str(p) for p in read_family(path, narrow).problems] == [
        "page 1, team: the template has no code for Anytown Antelopes"
    ]


def test_an_illegal_result_is_a_finding_of_its_cell(tmp_path: Path) -> None:
    chart = basic(4)
    cells = list(chart.offense.columns["1-LINE PLUNGE"].cells)
    cells[7] = parse("INC")
    plunge = {"1-LINE PLUNGE": Column(10, tuple(cells))}
    offense = replace(chart.offense, columns={**chart.offense.columns, **plunge})
    path = tmp_path / "old.pdf"
    path.write_bytes(old_set([replace(chart, offense=offense)]))
    cards = read_family(path, TEMPLATE)
    assert cards.cards == ()
    assert [(p.page, p.cell) for p in cards.problems] == [(1, "offense.columns.1-LINE PLUNGE.17")]


def test_a_template_that_asks_for_what_its_patterns_do_not_give_is_told(tmp_path: Path) -> None:
    path, mine = tmp_path / "old.pdf", tmp_path / "mine.toml"
    path.write_bytes(old_set([basic(5)]))
    text = TEMPLATE.read_text("utf-8")
    assert "PAT good on ([" in text
    mine.write_text(text.replace("PAT good on ([", "PAT good on (?:["), "utf-8")
    with pytest.raises(InputError, match=r"mine\.toml: the template does not fit these pages"):
        read_family(path, mine)


@pytest.mark.parametrize(
    "old_text,new_text,named",
    [("pages_a_team = 3", "pages_a_team = 0", "pages_a_team"), ("(?P<season>", "(?P<year>", "team.pattern")],
)
def test_a_wrong_template_is_named(tmp_path: Path, old_text: str, new_text: str, named: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(TEMPLATE.read_text("utf-8").replace(old_text, new_text), "utf-8")
    with pytest.raises(InputError, match=named):
        read_family(tmp_path / "none.pdf", mine)
