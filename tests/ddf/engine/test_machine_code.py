"""What the cache of machine code is keyed by: everything that is compiled in, and nothing else."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chartkit import builds
from chartkit.running import compiled
from chartkit.running.compiled import Engine, cache_folder, fingerprint, functions_of, record_type
from chartkit.systems.ddf.many.games import BODIES, play_all
from chartkit.systems.ddf.rules import seams

SOURCE = """
from typing import NamedTuple

import numpy as np

class Cell(NamedTuple):
    kind: int
    yards: int

LIMIT = 3
TABLE = (1, 2, 3)
ARRAY = np.array([4, 5])

def roll(game):
    return 7

def rule(game):
    return Cell(roll(game), TABLE[1] + ARRAY[0] + names.OUT + LIMIT)

def play(game):
    return rule(game).yards
"""


PIECES = {
    "cell": "kind: int\n    yards: int",
    "body": "return 7",
    "limit": "LIMIT = 3",
    "table": "(1, 2, 3)",
}


def made(*, out: int = 1, **change: str) -> Callable[..., Any]:
    """The program of `SOURCE` with pieces of it replaced; `out` is a number of a module of names."""
    text = SOURCE
    for name, new in change.items():
        old = PIECES.get(name, name)
        assert old in text
        text = text.replace(old, new)
    names = types.ModuleType("names")
    names.OUT = out  # type: ignore[attr-defined]
    space: dict[str, Any] = {"names": names, "__name__": "program"}
    exec(compile(text, "program", "exec"), space)
    play: Callable[..., Any] = space["play"]
    return play


@pytest.mark.parametrize(
    "change",
    [
        {"out": 2},
        {"limit": "LIMIT = 4"},
        {"table": "(1, 9, 3)"},
        {"[4, 5]": "[4, 6]"},
        {"body": "return 8"},
        {"cell": "yards: int\n    kind: int"},
        {"TABLE[1] + ": ""},
    ],
)
def test_whatever_is_compiled_in_changes_the_key(change: dict[str, Any]) -> None:
    assert fingerprint(made(), {}) == fingerprint(made(), {})
    assert fingerprint(made(**change), {}) != fingerprint(made(), {})


def test_the_bodies_of_the_seams_are_part_of_the_key() -> None:
    def other(game: Any) -> int:
        return 9

    play = made()
    roll = play.__globals__["roll"]
    assert fingerprint(play, {roll: other}) != fingerprint(play, {})


def test_the_key_of_the_engine_knows_every_rule_and_no_seam_of_the_table() -> None:
    modules = {function.__module__ for function in functions_of(play_all, BODIES)}
    rooms = {module.removeprefix("chartkit.systems.ddf.") for module in modules}
    sections = {"flow", "scrimmage", "kicks", "tries", "turnovers", "penalties", "whistle", "priority"}
    assert {f"rules.{section}" for section in sections} <= rooms
    assert {"coaches.decide", "scorebook.tally", "many.games"} <= rooms
    assert seams.__name__ not in modules


def test_code_is_kept_where_the_user_may_write_and_else_until_the_program_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_folder("0" * 64) == tmp_path / "chartkit" / f"engine-{'0' * 16}"
    (tmp_path / "a file").write_text("", "utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "a file"))
    folder = cache_folder("1" * 64)
    assert os.access(folder, os.W_OK) and tmp_path not in folder.parents


@dataclass
class Counter:
    """The smallest game."""

    number: int = 0


def one_more(game: Any) -> None:
    """Its only rule."""
    game.number += 1


def count_to(game: Any, number: int) -> None:
    """Its entry."""
    while game.number < number:
        one_more(game)


def test_code_on_disk_is_read_and_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    record = record_type([Counter], [], {})
    block = np.zeros(1, record)
    Engine(count_to, {}, record).run(block[0], 7)
    monkeypatch.setattr(compiled, "bound", None)
    Engine(count_to, {}, record).run(block[0], 9)
    assert block["number"][0] == 9


def _counted(number: int, told: Path) -> None:
    """Count in a process of its own, and leave a file when something is compiled."""
    bound = compiled.bound

    def noted(*given: Any) -> Any:
        told.touch()
        return bound(*given)

    compiled.bound = noted
    record = record_type([Counter], [], {})
    block = np.zeros(1, record)
    Engine(count_to, {}, record).run(block[0], number)
    assert block["number"][0] == number


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_of_two_processes_one_compiles_and_the_other_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    cache_folder.cache_clear()
    fork, told = get_context("fork"), [tmp_path / "one", tmp_path / "two"]
    both = [fork.Process(target=_counted, args=(7, file)) for file in told]
    # Nobody begins before both are there.
    with builds.sole_writer(Engine(count_to, {}, record_type([Counter], [], {})).folder):
        for each in both:
            each.start()
    for each in both:
        each.join()
    assert [each.exitcode for each in both] == [0, 0]
    assert sum(file.exists() for file in told) == 1


def test_arrays_and_tuples_of_the_rules_are_frozen_by_value() -> None:
    one, two = made(), made(**{"[4, 5]": "[4, 5]"})
    assert np.array_equal(one.__globals__["ARRAY"], two.__globals__["ARRAY"])
    assert fingerprint(one, {}) == fingerprint(two, {})
