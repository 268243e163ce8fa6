"""`chartkit referee` as a person meets it: words, JSON, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chartkit.cli import app

VECTORS = Path(__file__).parents[1] / "ddf" / "engine" / "vectors.json"


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


def played(run: Run, folder: Path, *examples: object) -> tuple[int, list[dict[str, object]], str]:
    """A file with these examples: exit code, verdicts, and what was said."""
    file = folder / "examples.json"
    file.write_text(json.dumps({"examples": examples}), "utf-8")
    code, out, err = run("referee", str(file), "--json")
    return code, json.loads(out)["examples"], err


def vector(name: str) -> dict[str, object]:
    """One of our own examples."""
    found: list[dict[str, object]] = json.loads(VECTORS.read_text("utf-8"))["examples"]
    return next(each for each in found if each["id"] == name)


@pytest.mark.parametrize(
    ("odd", "name", "why"),
    [
        # A sum whose `final` is not of audibles.
        ({"kind": "arithmetic", "expected": {"final": {"NE": 3}}}, "odd", "it says nothing about 'home'"),
        ({"kind": "arithmetic", "expected": {"nonsense": 1}}, "odd", "no rule does this sum"),
        ({"kind": "hail mary", "expected": {}}, "odd", "there is no kind 'hail mary'"),
        ({"kind": "dice", "expected": {"total": 3}}, "odd", "not of the right kind"),
        ({"kind": "play", "state": {"possession": "NE"}, "call": {"timeout": "NYG"}, "expected": {}}, "odd", "NYG"),
        ({"kind": "play", "state": {"ball_on": "37"}, "expected": {"down": 1}}, "odd", "whose half it is"),
        ({"kind": "play", "state": {"score": {"NE": "many"}}, "expected": {"down": 1}}, "odd", "'many'"),
        ({"kind": "play", "state": {"ball_on": None}, "expected": {"down": 1}}, "odd", "the state lacks ball_on"),
        ({"kind": "play", "rolls": 7, "expected": {}}, "odd", "`rolls` of an example is a list"),
        ({"kind": "play", "state": "NE 37", "expected": {}}, "odd", "`state` of an example is an object"),
        ({"kind": "play"}, "odd", "lacks 'expected'"),
        ("no example at all", "example 2", "an example is an object"),
    ],
)
def test_an_odd_example_is_not_playable_and_the_others_are_played(
    odd: object, name: str, why: str, run: Run, tmp_path: Path
) -> None:
    entry = {"id": "odd", **odd} if isinstance(odd, dict) else odd
    code, verdicts, err = played(run, tmp_path, vector("V1"), entry, vector("V5"))
    assert [(each["id"], each["passed"]) for each in verdicts] == [("V1", True), (name, None), ("V5", True)]
    assert why in str(verdicts[1]["why"])
    assert (code, "2 passed, 0 failed, 1 not playable" in err) == (0, True)


def test_an_odd_example_in_words_and_beside_a_failure(run: Run, tmp_path: Path) -> None:
    wrong = {**vector("V1"), "expected": {"down": 3}}
    odd = {"id": "odd", "kind": "hail mary", "expected": {}}
    file = tmp_path / "examples.json"
    file.write_text(json.dumps({"examples": [odd, wrong]}), "utf-8")
    code, out, err = run("referee", str(file))
    assert code == 1 and out.startswith("odd: not playable (there is no kind 'hail mary')\nV1: FAILED")
    assert "0 passed, 1 failed, 1 not playable" in err


def roll(chart: str, total: int, result: str) -> dict[str, object]:
    """A roll of the offense."""
    return {"who": "offense", "dice": "offensive", "total": total, "chart": chart, "result": result}


@pytest.mark.parametrize(
    ("foul", "spot"), [("OFF 15", "NE 20"), ("DEF 5X", "NE 40"), ("DEF 15", "50"), ("PI 20", "NE 35")]
)
def test_a_foul_on_a_score_is_observed_on_the_try_and_on_the_kickoff(
    foul: str, spot: str, run: Run, tmp_path: Path
) -> None:
    score = {
        "kind": "penalty",
        "state": {"possession": "NE", "defense": "PHI", "down": 1, "distance": 10, "ball_on": "NE 37"},
        "call": {"offense": "8-LONG", "defense": "A-STANDARD"},
    }
    rolls = [roll("offense.8-LONG", 11, foul), roll("offense.8-LONG", 20, "TD")]
    before = {**score, "id": "try", "rolls": rolls, "expected": {"score_change": {"NE": 6}, "kickoff_from": spot}}
    after = {
        **score,
        "id": "kickoff",
        "rolls": [*rolls, roll("special.PAT", 34, "good")],
        "expected": {"score_change": {"NE": 7}, "kickoff_from": spot, "next": f"NE kicks off from the {spot}"},
    }
    code, verdicts, _ = played(run, tmp_path, before, after)
    assert (code, [(each["passed"], each["why"]) for each in verdicts]) == (0, [(True, ""), (True, "")])
    for example in (before, after):
        # What is observed is compared: another spot fails.
        other = {**example, "expected": {"kickoff_from": "NE 33"}}
        code, verdicts, _ = played(run, tmp_path, other)
        assert (code, verdicts[0]["got"]) == (1, {"kickoff_from": spot})


def test_a_foul_on_a_field_goal_is_observed_on_the_kickoff(run: Run, tmp_path: Path) -> None:
    example = {
        "id": "goal",
        "kind": "field goal",
        "state": {"possession": "NE", "defense": "PHI", "down": 4, "distance": 5, "ball_on": "PHI 20"},
        "call": {"special": "FIELD GOAL"},
        "rolls": [roll("special.FIELD GOAL", 11, "DEF 15"), roll("special.FIELD GOAL", 20, "40")],
        "expected": {"score_change": {"NE": 3}, "kickoff_from": "50", "next": "NE kicks off from the 50"},
    }
    code, verdicts, _ = played(run, tmp_path, example)
    assert (code, verdicts[0]["why"]) == (0, "")
