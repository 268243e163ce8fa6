"""`chartkit replay`: a log again, and logs that somebody touched."""

import json
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from support.charts import random_chart
from support.commands import Run
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.systems.ddf.charts import team_to_text


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The log of a game between two invented teams."""
    with chdir(tmp_path_factory.mktemp("played")):
        for seed, code in ((1, "HOM"), (2, "VIS")):
            Path(f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
        words = ["game", "VIS.json", "HOM.json", "--seed", "7", "--quiet", "--log", "game.json"]
        assert CliRunner().invoke(build_app(), words).exit_code == 0
        return Path("game.json").read_text("utf-8")


@pytest.fixture
def log(run: Run, played: str) -> Path:
    """The log in the folder of `run`."""
    Path("game.json").write_text(played, "utf-8")
    return Path("game.json")


def test_piped_it_is_plain_fits_80_columns_and_tells_every_play(run: Run, log: Path) -> None:
    code, out, said = run("replay", str(log))
    told = json.loads(run("replay", str(log), "--json")[1])["plays"]
    assert code == 0 and "\x1b" not in out and "seed 7" in said
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("10   20   30   40   50   40   30   20   10") == len(told)
    assert out.splitlines()[-1].startswith("Final: VIS ")
    assert told[0]["number"] == 1 and told[-1]["score"] == json.loads(log.read_text("utf-8"))["score"]


def test_from_a_play_on_and_step_by_step(run: Run, log: Path) -> None:
    _, out, said = run("replay", str(log), "--from", "100", "--step", typed="\n\nq\n")
    assert out.count(" 10   20   30 ") == 3 and "\n100. " in out and "\n102. " in out and "\n103. " not in out
    assert said.count("Enter for the next play") == 3
    assert run("replay", str(log), "--from", "9999")[0] == 2


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("chance", {"cell": "TD"}),
        ("points", {"points": 8}),
        ("clock", {"left": 11}),
        ("ball", {"spot": 3, "down": 1}),
    ],
)
def test_a_changed_record_is_refused_at_its_event(
    run: Run, log: Path, kind: str, changed: dict[str, object]
) -> None:
    data = json.loads(log.read_text("utf-8"))
    number = next(
        n
        for n, e in enumerate(data["events"], 1)
        if n > 100 and e["event"] == kind and not changed.items() <= e.items()
    )
    data["events"][number - 1] |= changed
    log.write_text(json.dumps(data), "utf-8")
    code, out, said = run("replay", str(log))
    assert code == 2 and not out and f"event {number} does not fit" in said


def test_an_impossible_roll_and_an_illegal_call_are_refused(run: Run, log: Path) -> None:
    data = json.loads(log.read_text("utf-8"))
    events = data["events"]
    for kind, changed, told in (
        ("chance", {"total": 77}, "these dice do not have"),
        ("intent", {"choice": "10-FLEA FLICKER"}, "neither a play nor a special call"),
    ):
        number = next(
            n
            for n, e in enumerate(events, 1)
            if n > 100 and e["event"] == kind and e.get("ask", "offense call") == "offense call"
        )
        changed_events = [*events[: number - 1], {**events[number - 1], **changed}, *events[number:]]
        Path("bad.json").write_text(json.dumps({**data, "events": changed_events}), "utf-8")
        code, _, said = run("replay", "bad.json")
        assert code == 2 and f"event {number} does not fit" in said and told in said


def test_dropped_events_a_wrong_score_and_a_wrong_box_are_refused(run: Run, log: Path) -> None:
    data = json.loads(log.read_text("utf-8"))
    for change, told in (
        ({"events": data["events"][:-40]}, ("event ", "give", "box score")),
        ({"events": data["events"][:300] + data["events"][301:]}, ("event ",)),
        ({"score": {**data["score"], "HOM": 99}}, ("states the score",)),
        ({"box": {**data["box"], "drives": []}}, ("box score",)),
        ({"format": "chartkit/season@1"}, ("not a game file",)),
    ):
        Path("bad.json").write_text(json.dumps({**data, **change}), "utf-8")
        code, _, said = run("replay", "bad.json")
        assert code == 2 and any(words in said for words in told), (list(change), said)
    Path("bad.json").write_text("{", "utf-8")
    assert run("replay", "bad.json")[0] == 2
    assert run("replay", "missing.json")[0] == 2


def test_an_unfinished_game_can_be_shown(run: Run) -> None:
    answers = iter(["receive", "KICKOFF", "return", "6", "A", "6", "A"])
    run(
        *("game", "VIS.json", "HOM.json", "--coach", "human", "--log", "begun.json", "--basic", "--seed", "1"),
        typed=lambda prompt: next(answers, None),
    )
    code, out, _ = run("replay", "begun.json")
    assert code == 0 and out.splitlines()[-1].startswith("Not over: ")


@pytest.mark.parametrize("damage", [{"events": None}, {"events": [1]}, {"options": None}, {"charts": []}])
def test_a_damaged_file_is_one_clear_message(run: Run, log: Path, damage: dict[str, Any]) -> None:
    data = json.loads(log.read_text("utf-8"))
    Path("bad.json").write_text(json.dumps({**data, **damage}), "utf-8")
    code, _, said = run("replay", "bad.json")
    assert code == 2 and "the game file is damaged" in said and len(said.splitlines()) == 1
    Path("bad.json").write_bytes(b"\xff\xfe")
    code, _, said = run("replay", "bad.json")
    assert code == 2 and len(said.splitlines()) == 1


def test_where_nothing_can_be_written_it_is_one_clear_message(run: Run, log: Path) -> None:
    Path("file").write_text("in the way", "utf-8")
    code, _, said = run("replay", str(log), "--export", "file/game.csv")
    assert code == 2
    assert "this cannot be written" in said and len(said.splitlines()) == 1
