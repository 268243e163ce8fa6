"""Rosters, coaches and single plays of Coach's Call for its tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chartkit.errors import InputError
from chartkit.systems import records as r
from chartkit.systems.coachs_call.coach import Mind
from chartkit.systems.coachs_call.matchup import Matchup
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Options
from chartkit.systems.coachs_call.rules.scrimmage import is_run, may_call
from chartkit.systems.coachs_call.teams import GRADED_SLOTS, SLOTS, Roster, Slot
from chartkit.systems.logged import Table, no_draw, resumed
from chartkit.systems.records import GameLog

#: A history in which every rewound number is a 34: no doubles, sum 7.
PLAIN = [34] * 30


def roster(team: str = "HOM", grade: str = "B", season: int = 2017, status: str = "even", **grades: str) -> Roster:
    """A team with one grade everywhere, but for the slots that are named."""
    slots = tuple(Slot(name, grades.get(name, grade) if name in GRADED_SLOTS else "") for name in SLOTS)
    return Roster(season, team, slots, 74, status)


def receiving(team: Roster, *backs: str) -> Roster:
    """The team with receiving backs (2.5)."""
    return replace(team, slots=tuple(replace(slot, receiving=slot.slot in backs) for slot in team.slots))


class ListedDice:
    """Prepared rolls."""

    def __init__(self, rolls: Iterable[int]) -> None:
        self._rolls = iter(rolls)

    def __call__(self) -> int:
        for number in self._rolls:
            return number
        raise InputError("the list has no roll left.")


class Script:
    """A coach that answers by question, and 0 where nothing is said."""

    def __init__(self, **answers: int | Sequence[int]) -> None:
        self._answers: dict[str, Any] = {
            name.replace("_", " "): iter(said) if isinstance(said, Sequence) else said
            for name, said in answers.items()
        }
        self.asked: list[str] = []
        self.reasons: list[str] = []

    def decide(self, game: Mind, question: int, team: int, about: int) -> int:
        word = n.QUESTIONS[question]
        self.asked.append(word)
        usual = (n.RB1 if is_run(about) and about != n.REVERSE else n.REC1) if word == "player" else 0
        said = self._answers.get(word, usual)
        return said if isinstance(said, int) else next(said)

    def refused(self, reason: str) -> None:
        self.reasons.append(reason)


class AnyCoach:
    """A coach who does anything that is allowed, and sometimes what is not."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def decide(self, game: Mind, question: int, team: int, about: int) -> int:
        roll = self._random.random()
        if question == n.ASK_CALL:
            calls = [call for call in range(len(n.CALLS)) if may_call(game, call)]
            if game.down == 4 and roll < 0.6:
                return n.PUNT if game.spot < 65 else n.FIELD_GOAL
            return self._random.choice([call for call in calls if call < n.FAKE_PUNT_PASS or roll < 0.1])
        if question == n.ASK_PLAYER:
            low, high = (n.REC1, n.REC4) if about == n.REVERSE else (n.RB1, n.RB3 if is_run(about) else n.REC4)
            return self._random.randint(low, high)
        if question == n.ASK_RAISE:
            return self._random.randint(0, n.DEFENSE)
        if question in (n.ASK_KICKOFF, n.ASK_TRY, n.ASK_SPIKE, n.ASK_TIME_OUT):
            return int(roll < 0.1)
        return int(roll < 0.5)

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)


def replayed(log: GameLog) -> GameLog:
    """A finished game played again from its log alone."""
    seat = resumed(log, None, None, no_draw)
    assert seat.is_over and len(seat.events) == len(log.events), "the game is not finished"
    return seat.log()


def table(
    rolls: Iterable[int] = (),
    *,
    home: Roster | None = None,
    away: Roster | None = None,
    coach: Script | None = None,
    other: Script | None = None,
    options: Options | None = None,
    **state: Any,
) -> Table:
    """A game in the middle: the home team has the ball on its own 30, first and ten, after a plain history."""
    matchup = Matchup(home or roster("HOM"), away or roster("VIS"), options or Options())
    seat = Table(matchup, ListedDice(rolls), (coach or Script(), other or Script()), no_draw)
    game = seat.game
    game.phase, game.possession, game.down, game.spot, game.to_gain = n.SCRIMMAGE, 0, 1, 30, 40
    game.quarter, game.box = 1, 10
    history = state.pop("history", PLAIN)
    game.history[: len(history)] = history
    game.written = len(history)
    for name, value in state.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    if "spot" in state and "to_gain" not in state and game.down:
        game.to_gain = min(game.spot + 10, 100)
    return seat


def play(call: int, rolls: Iterable[int], **setting: Any) -> tuple[Mapping[str, int], Table]:
    """One call with these rolls; the record of the play by name, and the table after it."""
    coach = setting.pop("coach", None) or Script(call=call, **setting.pop("answers", {}))
    seat = table(rolls, coach=coach, **setting)
    seat.step()
    return named(seat), seat


def named(seat: Table) -> Mapping[str, int]:
    """The first record of the step by name."""
    first = next(event[1:] for event in seat.events if event[0] == "play")
    return dict(zip(r.RECORD, first, strict=True))
