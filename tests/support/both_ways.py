"""Every step that is played at a table, played once more by the compiled rules with the same dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from chartkit.running.compiled import Engine, record_type
from chartkit.systems.ddf.engine.events import record_of
from chartkit.systems.ddf.engine.table import Table
from chartkit.systems.ddf.many.games import BODIES, EXTRA, cell_fields, restore
from chartkit.systems.ddf.rules import seams
from chartkit.systems.ddf.rules.flow import step
from chartkit.systems.ddf.rules.game import Game
from chartkit.systems.ddf.scorebook.tally import Tally, begin_step

#: Rolls and answers of a step.
MOST = 512
SCRIPT = (
    ("rolls", np.int64, (MOST,)),
    ("answers", np.int64, (MOST,)),
    ("roll_at", np.int64),
    ("answer_at", np.int64),
)
RECORD = record_type((Game, Tally), (*EXTRA, *SCRIPT), {})


def _roll(game: Any, dice: int, team: int, chart: int) -> int:
    game.roll_at += 1
    total: int = game.rolls[game.roll_at - 1]
    return total


def _answer(game: Any) -> int:
    game.answer_at += 1
    answer: int = game.answers[game.answer_at - 1]
    return answer


def _ask(game: Any, question: int, team: int, about: int) -> int:
    return _answer(game)


def _choose(game: Any, team: int) -> None:
    # The first place holds what was put aside; a single choice needs no answer.
    restore(game, 1 + _answer(game) if game.choice_count > 2 else 1)


def play_scripted(game: Any) -> None:
    """One step."""
    begin_step(game)
    game.roll_at, game.answer_at = 0, 0
    step(game)


ENGINE = Engine(play_scripted, {**BODIES, seams.roll: _roll, seams.ask: _ask, seams.choose: _choose}, RECORD)


@cache
def _block() -> Any:
    return np.zeros(1, RECORD)


def _values(game: Any) -> dict[str, Any]:
    return {field.name: np.array(getattr(game, field.name)) for field in fields(Game)}


class BothWays:
    """What a table does, noted and compared with what the compiled rules make of it."""

    def __init__(self) -> None:
        #: Steps that were played and compared.
        self.steps = 0
        self._rolls: list[int] = []
        self._answers: list[int] = []
        self._laid: Any = None

    def run(self, play: Callable[[Any, Any], None], table: Table, rule: Any) -> None:
        """Run a rule; a step is played again."""
        before, place = _values(table.game), len(table.events)
        self._rolls, self._answers = [], []
        play(table, rule)
        if rule is step:
            told = [record for event in table.events[place:] if (record := record_of(event)) is not None]
            self._compare(table, before, told)

    def roll(self, roll: Callable[..., int], table: Table, dice: int, team: int, chart: int) -> int:
        """Note a roll."""
        self._rolls.append(roll(table, dice, team, chart))
        return self._rolls[-1]

    def ask(self, ask: Callable[..., int], table: Table, question: int, team: int, about: int) -> int:
        """Note an answer."""
        self._answers.append(ask(table, question, team, about))
        return self._answers[-1]

    def choose(self, choose: Callable[..., None], table: Table, team: int) -> None:
        """Note which choice about fouls was taken."""
        choices: list[Any] = table._choices
        choose(table, team)
        if len(choices) > 1:
            self._answers.append(next(n for n, each in enumerate(choices) if each[-1] is table._records))

    def _compare(self, table: Table, before: dict[str, Any], told: list[Any]) -> None:
        block = _block()
        for name, value in before.items():
            block[name][0] = value
        if self._laid is not table.matchup:
            self._laid = table.matchup
            for side, sheet in enumerate(table.matchup.sheets):
                for name, value in cell_fields(sheet).items():
                    block[name][0][side] = value
        block["rolls"][0][: len(self._rolls)] = self._rolls
        block["answers"][0][: len(self._answers)] = self._answers
        ENGINE.run(block[0])
        count = int(block["record_count"][0])
        assert [tuple(record) for record in block["records"][0][:count].tolist()] == told
        for name, value in _values(table.game).items():
            assert np.array_equal(block[name][0], value), name
        assert (block["roll_at"][0], block["answer_at"][0]) == (len(self._rolls), len(self._answers))
        self.steps += 1


@contextmanager
def both_ways() -> Iterator[BothWays]:
    """Whatever is played at a table in here is played by the compiled rules too."""
    both, own = BothWays(), {name: getattr(Table, name) for name in ("_run", "roll", "ask", "choose")}
    for name, method in own.items():
        told = getattr(both, name.strip("_"))
        setattr(Table, name, lambda table, *given, told=told, method=method: told(method, table, *given))
    try:
        yield both
    finally:
        for name, method in own.items():
            setattr(Table, name, method)
