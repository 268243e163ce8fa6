"""The certificate on paper: one page, its verdicts in words."""

import json
from pathlib import Path

import pypdfium2
from support.charts import random_chart, random_season
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import season_to_text, team_to_text

HEAD = {"format": "chartkit/roundtrip@1"}
LINE = {
    "figure": "points",
    "title": "Points",
    "real": 21.7,
    "difference": 3.2,
    "shown_real": "21.70",
    "shown_simulated": "24.90",
    "passed": False,
}


def a_build(folder: Path, certificate: dict[str, object] | None) -> Path:
    (folder / "charts").mkdir()
    for code in ("AAA", "BBB"):
        (folder / "charts" / f"{code}.json").write_text(team_to_text(random_chart(1, code=code)), "utf-8")
    (folder / "season.json").write_text(season_to_text(random_season(1)), "utf-8")
    if certificate is not None:
        (folder / "roundtrip.json").write_text(json.dumps(certificate), "utf-8")
    return folder


def printed(build: Path) -> list[str]:
    target = build / "certificate.pdf"
    done = CliRunner().invoke(build_app(), ["print", str(build), "--what", "certificate", "--out", str(target)])
    assert done.exit_code == 0, done.stderr
    paper = pypdfium2.PdfDocument(target)
    return [page.get_textpage().get_text_bounded() for page in paper]


def test_the_certificate_is_one_page_with_its_verdicts(tmp_path: Path) -> None:
    goal = {
        "goal": "likeness of wins",
        "value": 0.86,
        "needed": 0.75,
        "needed_text": "at least 0.75",
        "passed": True,
    }
    found = {**HEAD, "runs": 1000, "seed": 7, "rules": "advanced play", "league": [LINE], "goals": [goal]}
    (page,) = printed(a_build(tmp_path, found))
    assert "played 1000 times" in page.replace("\r\n", " ")
    assert "advanced play; seed 7" in page.replace("\r\n", " ") and "+14.7 %" in page
    assert "21.70" in page and "24.90" in page and "MISSED" in page
    assert "0.860" in page and "within" in page


def test_without_a_round_trip_the_page_says_how_to_make_one(tmp_path: Path) -> None:
    (page,) = printed(a_build(tmp_path, None))
    assert "chartkit roundtrip" in page


def test_a_report_of_another_version_is_refused_in_words(tmp_path: Path) -> None:
    build = a_build(tmp_path, {**HEAD, "runs": 10, "seed": 0, "league": [LINE], "goals": []})
    done = CliRunner().invoke(build_app(), ["print", str(build), "--what", "certificate"])
    assert isinstance(done.exception, InputError) and "`rules` is missing" in str(done.exception)
