"""Game files that were changed after the game: whatever was changed, the file is refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.games import game_file, played_game
from support.spoil import spoil_value

from chartkit.errors import ChartkitError, InputError
from chartkit.systems.ddf.gameday.opening import DdfReferee
from chartkit.systems.recorded import CHECKSUM, game_file_text, log_checksum


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game_file_text(game_file(played_game(1))))
    return found


def _read(data: dict[str, Any], folder: Path) -> None:
    path = folder / "game.json"
    path.write_text(json.dumps(data), "utf-8")
    DdfReferee().recorded_game(path)


def test_the_order_of_keys_and_line_breaks_do_not_matter(game: dict[str, Any], tmp_path: Path) -> None:
    _read(dict(reversed(game.items())), tmp_path)


def _unrolled_cell(data: dict[str, Any]) -> None:
    """A row that decided nothing in this game."""
    rolled = {(event["chart"], str(event["total"])) for event in data["events"] if event["event"] == "chance"}
    column = data["charts"]["home"]["offense"]["columns"]["6-SHORT"]
    row = next(row for row, cell in column.items() if ("offense.6-SHORT", row) not in rolled and cell != "7")
    column[row] = "7"


def _seed(data: dict[str, Any]) -> None:
    data["seed"] = 2


def _other_season(data: dict[str, Any]) -> None:
    data["season"] -= 1


def _unknown_key(data: dict[str, Any]) -> None:
    data["note"] = "we won"


def _unknown_key_of_an_event(data: dict[str, Any]) -> None:
    data["events"][7]["note"] = "we won"


def _unknown_key_of_a_chart(data: dict[str, Any]) -> None:
    data["charts"]["away"]["note"] = "we won"


def _source_of_a_chart(data: dict[str, Any]) -> None:
    data["charts"]["away"]["source"] = {"by": "somebody else"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_unrolled_cell, "changed after it was written"),
        (_seed, "changed after it was written"),
        (_source_of_a_chart, "changed after it was written"),
        (_other_season, "another game than that of its charts"),
        (_unknown_key, "`note` is not known here"),
        (_unknown_key_of_an_event, "`note` is not known here"),
        (_unknown_key_of_a_chart, "`note` is not known here"),
    ],
)
def test_what_the_rules_cannot_judge_is_covered_too(
    game: dict[str, Any], change: Callable[[dict[str, Any]], None], says: str, tmp_path: Path
) -> None:
    data = copy.deepcopy(game)
    change(data)
    with pytest.raises(ChartkitError, match=says):
        _read(data, tmp_path)


def test_a_log_without_its_checksum_is_refused(game: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ChartkitError, match="`sha256` is missing"):
        _read({name: value for name, value in game.items() if name != CHECKSUM}, tmp_path)


def test_a_forged_checksum_does_not_make_a_game(game: dict[str, Any], tmp_path: Path) -> None:
    data = copy.deepcopy(game)
    data["score"][data["home"]] += 7
    data[CHECKSUM] = log_checksum(data)
    with pytest.raises(InputError, match="the file states the score"):
        _read(data, tmp_path)


def test_no_change_goes_unnoticed(game: dict[str, Any], fuzz: int, tmp_path: Path) -> None:
    # The replay of a whole game takes long.
    for seed in range(max(1, fuzz // 10)):
        data = copy.deepcopy(game)
        spoil_value(random.Random(f"log {seed}"), data)
        if data == game:
            continue
        with pytest.raises(ChartkitError):
            _read(data, tmp_path)
