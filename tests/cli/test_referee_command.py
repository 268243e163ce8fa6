"""`chartkit referee` as a person meets it: words, JSON, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chartkit.cli import app

VECTORS = Path(__file__).parents[1] / "ddf" / "referee" / "vectors.json"


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["chartkit", *words])
        with pytest.raises(SystemExit) as end:
            app.main()
        printed = capsys.readouterr()
        return int(end.value.code or 0), printed.out, printed.err

    return run


def test_all_our_vectors_pass(run: Run) -> None:
    code, out, err = run("referee", str(VECTORS), "--json")
    report = json.loads(out)
    assert code == 0 and report["failed"] == 0 and report["passed"] == len(report["examples"])
    assert set(report["examples"][0]) == {"id", "passed", "expected", "got", "why"}
    assert "0 failed" in err


def test_a_wrong_expectation_is_told_and_ends_with_1(run: Run, tmp_path: Path) -> None:
    data = json.loads(VECTORS.read_text("utf-8"))
    example = next(each for each in data["examples"] if each["id"] == "V1")
    example["expected"]["down"] = 3
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"examples": [example]}), "utf-8")
    code, out, err = run("referee", str(file))
    assert code == 1 and "FAILED" in out and "down: expected 3, got 1" in out
    assert "0 passed, 1 failed" in err


def test_only_chosen_examples_are_played(run: Run) -> None:
    code, out, _ = run("referee", str(VECTORS), "--only", "V5", "--json")
    assert code == 0 and [each["id"] for each in json.loads(out)["examples"]] == ["V5"]
    code, _, err = run("referee", str(VECTORS), "--only", "V99")
    assert code == 2 and "V99" in err


@pytest.mark.parametrize(("text", "words"), [("[", "not JSON"), ('{"title": 1}', "no list of examples")])
def test_what_is_no_file_of_examples_ends_with_2(text: str, words: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text, "utf-8")
    code, out, err = run("referee", str(file))
    assert (code, out) == (2, "") and words in err
    code, _, err = run("referee", str(tmp_path / "missing.json"))
    assert code == 2 and "there is no such file" in err
