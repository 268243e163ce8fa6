"""How far overtime has come after a play, for every game."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from chartkit.football.field import (
    BOTH_POSSESS,
    FIRST_POSSESSION,
    FIRST_SCORE_WINS,
    MODIFIED,
    SECOND_POSSESSION,
    SUDDEN_DEATH,
    first_stage,
    stage_after,
)

KICKOFF, SCRIMMAGE, TRY = 1, 2, 3
OVER = 0


def after(stage: int, rule: int = MODIFIED, **now: object) -> int:
    """Team 0 received first; the score was level, and nothing happened but what is said."""
    usual = {"received_first": 0, "overtime": stage, "phase": SCRIMMAGE, "possession": 0, "score": (20, 20)}
    before = {"was_phase": SCRIMMAGE, "was_team": 0, "was_score": (20, 20)}
    return stage_after(SimpleNamespace(**{**usual, **before, **now}), rule, SCRIMMAGE, TRY)


def test_formats_begin_where_they_say() -> None:
    stages = [first_stage(rule) for rule in (FIRST_SCORE_WINS, MODIFIED, BOTH_POSSESS)]
    assert stages == [SUDDEN_DEATH, FIRST_POSSESSION, FIRST_POSSESSION]


@pytest.mark.parametrize(
    ("rule", "now", "stage"),
    [
        (MODIFIED, {}, FIRST_POSSESSION),
        (MODIFIED, {"possession": 1}, SUDDEN_DEATH),
        (MODIFIED, {"score": (23, 20), "phase": KICKOFF}, SECOND_POSSESSION),
        (MODIFIED, {"score": (26, 20), "phase": TRY}, OVER),
        (BOTH_POSSESS, {"score": (26, 20), "phase": TRY}, SECOND_POSSESSION),
        (BOTH_POSSESS, {"score": (20, 26), "phase": TRY, "possession": 1}, OVER),
    ],
)
def test_the_first_possession(rule: int, now: dict[str, object], stage: int) -> None:
    assert after(FIRST_POSSESSION, rule, **now) == stage


BEHIND = {"was_score": (23, 20), "was_team": 1, "score": (23, 20), "possession": 1}


@pytest.mark.parametrize(
    ("now", "stage"),
    [
        ({}, SECOND_POSSESSION),
        ({"possession": 0}, OVER),
        ({"score": (23, 23), "phase": KICKOFF}, SUDDEN_DEATH),
        ({"score": (23, 26), "phase": TRY}, OVER),
        ({"was_score": (27, 20), "score": (27, 26), "phase": TRY}, SECOND_POSSESSION),
        ({"was_phase": TRY, "phase": KICKOFF, "was_score": (27, 26), "score": (27, 27)}, SUDDEN_DEATH),
        ({"was_phase": TRY, "phase": TRY, "was_score": (27, 26), "score": (27, 26)}, SECOND_POSSESSION),
        ({"was_phase": TRY, "was_team": 0, "phase": KICKOFF, "possession": 0}, SECOND_POSSESSION),
        # The defense of the first team runs an interception back: nobody has to play on.
        ({"score": (29, 20), "phase": TRY, "possession": 0}, OVER),
    ],
)
def test_the_second_possession(now: dict[str, object], stage: int) -> None:
    assert after(SECOND_POSSESSION, BOTH_POSSESS, **{**BEHIND, **now}) == stage
