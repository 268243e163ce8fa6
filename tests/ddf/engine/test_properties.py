"""What holds in every game: random legal charts, random options, random legal and illegal calls.

Eighty games by default; `REFEREE_GAMES=20000 pytest tests/ddf/engine/test_properties.py` plays more.
"""

from __future__ import annotations

import os

import pytest
from support.games import RandomCoach, game_file, random_game, random_matchup

from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.engine.decisions import Ask
from chartkit.systems.ddf.engine.events import Ball, Chance, Clock, Event, Happening, Intent, Period, Points
from chartkit.systems.ddf.engine.matchup import Matchup, first_state
from chartkit.systems.ddf.engine.state import OVER, GameState
from chartkit.systems.ddf.engine.table import (
    DICE_SETS,
    GameLog,
    SeededRolls,
    Table,
    play,
    replay,
    step,
)
from chartkit.systems.ddf.rules.legality import is_allowed_here, quota_left
from chartkit.systems.recorded import game_file_text

GAMES = int(os.environ.get("REFEREE_GAMES", "80"))
BATCHES = max(4, GAMES // 500)
#: Records that say that another team has the ball now.
SAYS_SO = ("possession",)


def check_state(before: GameState, after: GameState, events: list[Event]) -> None:
    """One step: the ball on the field, nothing negative, the clock never rising, possession only by a record."""
    assert isinstance(events[-1], Ball) and sum(isinstance(event, Ball) for event in events) == 1
    assert 0 <= after.clock <= 900
    if after.phase == "scrimmage":
        assert 1 <= after.spot <= 99 and 1 <= after.down <= 4 and after.spot < after.to_gain <= 100
    if after.phase in ("kickoff", "free kick"):
        assert 1 <= after.spot + after.kickoff_shift <= 99
    for name in ("timeouts", "offense_audibles", "defense_audibles", "no_huddle"):
        assert all(
            0 <= value <= had for value, had in zip(getattr(after, name), getattr(before, name), strict=True)
        ) or (name == "timeouts" and any(isinstance(event, Period) for event in events))
    if after.period == before.period:
        assert after.clock <= before.clock
    else:
        assert after.period == before.period + 1 and any(isinstance(event, Period) for event in events)
    if after.possession != before.possession:
        said = [event for event in events if isinstance(event, Happening) and event.what in SAYS_SO]
        assert said or any(isinstance(event, Period) for event in events)
        assert not said or said[-1].team == after.possession
    assert all(
        now >= was
        for now, was in zip(after.calls[0] + after.calls[1], before.calls[0] + before.calls[1], strict=True)
    )


def check_records(log: GameLog) -> None:
    """The score is the sum of its records, the clock of each period adds up, every total is one of its dice."""
    points = [0, 0]
    played: dict[int, int] = {}
    lengths: dict[int, int] = {}
    for event in log.events:
        if isinstance(event, Points):
            points[event.team] += event.points
        elif isinstance(event, Chance):
            assert event.total in DICE_SETS[event.dice].ways
        elif isinstance(event, Clock):
            assert event.seconds >= 0
            played[event.period] = played.get(event.period, 0) + event.seconds
            assert lengths[event.period] - played[event.period] == event.left
        elif isinstance(event, Period):
            lengths[event.number] = event.seconds
    assert tuple(points) == log.score
    assert log.final.phase == OVER
    assert all(played[period] == lengths[period] for period in range(1, 5))


def check_quotas(matchup: Matchup, before: GameState, events: list[Event]) -> None:
    """A play beyond its quota is called only when nothing else is legal (R26.5)."""
    team = before.possession
    called = [event.choice for event in events if isinstance(event, Intent) and event.ask == Ask.OFFENSE_CALL]
    game = matchup.game_in(before)
    if not game.has_quotas[team] or not called or called[-1] not in PLAYS:
        return
    others = [name for play, name in enumerate(PLAYS) if quota_left(game, play) > 0 and is_allowed_here(game, play)]
    assert called[-1] in others or not others


def check_refusals(coaches: tuple[RandomCoach, RandomCoach], log: GameLog) -> int:
    """Every illegal choice was refused with a reason and is not in the log."""
    refusals = [refusal for coach in coaches for refusal in coach.refusals]
    for decision, choice, reason in refusals:
        assert reason and decision.why_not(choice) == reason and choice not in decision.options
    return len(refusals)


def watched_game(seed: int) -> GameLog:
    """Play a game and look at every step of it."""
    coaches = (RandomCoach(f"home {seed}", illegal=0.05), RandomCoach(f"away {seed}", illegal=0.05))
    matchup = random_matchup(seed)
    table = Table(matchup, SeededRolls(seed), coaches)
    state, steps = first_state(matchup), 0
    while state.phase != OVER:
        start = len(table.events)
        after = step(table, state)
        check_state(state, after, table.events[start:])
        check_quotas(matchup, state, table.events[start:])
        state, steps = after, steps + 1
        assert steps < 2000, "the game does not end"
    log = GameLog(matchup, tuple(table.events), seed, state)
    check_records(log)
    check_refusals(coaches, log)
    return log


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_game_keeps_the_rules(batch: int) -> None:
    for seed in range(batch, GAMES, BATCHES):
        log = watched_game(seed)
        again = replay(log)
        assert again.events == log.events and again.final == log.final
        if seed % 25 == 0:
            assert game_file_text(game_file(again)) == game_file_text(game_file(log))


def test_illegal_calls_are_tried_and_refused() -> None:
    refused = sum(check_refusals(coaches, log) for log, coaches in map(random_game, range(10)))
    assert refused > 100


def test_an_illegal_call_changes_nothing() -> None:
    matchup = random_matchup(1)
    quiet = play(matchup, (RandomCoach("a", illegal=0), RandomCoach("b", illegal=0)), SeededRolls(1))
    choices = [event.choice for event in quiet.events if isinstance(event, Intent)]
    assert choices

    class Mischief(RandomCoach):
        """Answers nonsense once before each answer."""

        wrong = False

        def decide(self, decision):  # type: ignore[no-untyped-def]
            self.wrong = not self.wrong
            return "10-HAIL MARY" if self.wrong else super().decide(decision)

    loud = play(matchup, (Mischief("a", illegal=0), Mischief("b", illegal=0)), SeededRolls(1))
    assert loud.events == quiet.events
