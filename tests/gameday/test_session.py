"""The session without a terminal: questions go to their seat, answers run the step again."""

import json
import random

import pytest
from support.charts import random_chart

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.coaches.computer import SolitaireCoach
from chartkit.systems.ddf.engine.decisions import Ask, Decision
from chartkit.systems.ddf.engine.log import GameLog
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.replay import replay
from chartkit.systems.ddf.engine.rolls import DICE_SETS
from chartkit.systems.ddf.gameday.session import DiceRoll, Session, rolls_in
from chartkit.systems.ddf.rules.options import Options

HOME, AWAY = 0, 1
TABLE = matchup(random_chart(1, code="HOM"), random_chart(2, code="VIS"), None, Options.advanced())


def session(*, seed: int = 4, computer: bool = False, typed_dice: bool = False) -> Session:
    coach = SolitaireCoach(TABLE.home.supplement, "home") if computer else None
    found = Session(TABLE, seed, (coach, None), typed_dice=typed_dice)
    found.go_on()
    return found


def answer_somehow(game: Session, rng: random.Random) -> None:
    asked = game.question
    if isinstance(asked, DiceRoll):
        game.roll(rng.choice(DICE_SETS[asked.dice].totals))
        return
    assert asked is not None
    usual = [choice for choice in asked.options if str(choice)[1:2] == "-"] or list(asked.options)
    game.answer((asked.ask, rng.choice(usual)))


def played(game: Session, seed: int, most: int = 10_000) -> Session:
    rng = random.Random(seed)
    for _ in range(most):
        if game.question is None:
            break
        answer_somehow(game, rng)
    return game


def test_a_question_waits_in_its_seat_and_nothing_has_happened() -> None:
    game = session()
    before = list(game.events)
    assert isinstance(game.question, Decision) and game.question.ask is Ask.COIN_TOSS
    game.go_on()
    assert game.events == before, "asking again changes nothing"


def test_a_whole_game_by_answers_replays_from_its_records() -> None:
    game = played(session(), 1)
    assert game.is_over and game.question is None
    log = GameLog(TABLE, tuple(game.events), game.state, 4)
    assert replay(log).final == game.state


def test_the_same_answers_give_the_same_game_wherever_it_was_broken_off() -> None:
    whole = played(session(computer=True), 2)
    for cut in (3, 40):
        first = session(computer=True)
        rng = random.Random(2)
        for _ in range(cut):
            answer_somehow(first, rng)
        again = Session(TABLE, 4, first.coaches)
        again.restore(first.steps, first.state)
        again.take_up(json.loads(json.dumps(first.to_json())))
        again.go_on()
        while again.question is not None:
            answer_somehow(again, rng)
        assert again.events == whole.events


def test_an_illegal_answer_changes_nothing_and_says_why() -> None:
    game = played(session(), 1, most=2)
    while isinstance(game.question, Decision) and game.question.ask is not Ask.OFFENSE_CALL:
        answer_somehow(game, random.Random(1))
    asked, events = game.question, list(game.events)
    with pytest.raises(IllegalCallError, match="neither a play nor a special call"):
        game.answer((Ask.OFFENSE_CALL, "10-HAIL MARY"))
    assert game.question is asked and game.events == events


def test_an_illegal_call_typed_ahead_is_asked_again_with_its_reason() -> None:
    game = session(computer=True)
    rng = random.Random(5)
    while not (isinstance(game.question, Decision) and game.question.ask is Ask.CLOCK):
        answer_somehow(game, rng)
    ask = Ask.OFFENSE_CALL if game.question.team == game.state.possession else Ask.DEFENSE_CALL
    game.answer((Ask.CLOCK, "play on"), (ask, "nonsense"))
    assert "'nonsense' is n" in game.refusal
    assert isinstance(game.question, Decision) and game.question.ask is ask
    answer_somehow(game, rng)
    assert not game.refusal


def test_undo_goes_back_to_a_play_in_which_somebody_decided_and_keeps_the_luck() -> None:
    game = played(session(computer=True), 3, most=30)
    events, steps = list(game.events), len(game.steps)
    answer_somehow(game, random.Random(8))
    assert game.undo(1) == 1
    assert game.question is not None and game.events == events and len(game.steps) == steps
    assert game.undo(1000) < 1000 and not game.undo(1)
    assert len(game.events) < 10


def test_real_dice_are_asked_for_one_by_one() -> None:
    game = session(typed_dice=True)
    assert game.question == DiceRoll(HOME, 2, "rule.COIN TOSS")
    game.roll(3)
    assert isinstance(game.question, Decision)
    played(game, 7, most=40)
    assert len(game.plays) > 5


def test_dice_change_hands_during_a_game_and_back() -> None:
    whole = played(session(computer=True), 2, most=60)
    game, rng = session(computer=True), random.Random(2)
    for _ in range(20):
        answer_somehow(game, rng)
    rolls = rolls_in(game.events)
    game.roll_own(True)
    while not isinstance(game.question, DiceRoll):
        answer_somehow(game, rng)
    answer_somehow(game, random.Random(1))
    assert game.own_rolls == {rolls} and game.has_begun
    game.roll_own(False)
    assert not isinstance(game.question, DiceRoll)
    answered = len(game.steps)
    while len(game.steps) < answered + 3:
        answer_somehow(game, rng)
    assert game.own_rolls == {rolls}, "the computer rolled the rest"
    game.undo(1000)
    assert game.own_rolls == set()
    # The seed's dice go the same way, whoever rolled.
    assert [step.events for step in played(game, 2, most=60).steps][:1] == [whole.steps[0].events]


def test_after_the_reveal_only_a_mismatch_or_a_wish_asks() -> None:
    asked = []
    for look in (False, True):
        game, count, rng = session(), 0, random.Random(6)
        for _ in range(60):
            if isinstance(game.question, Decision):
                if look:
                    game.look(game.question.team)
                count += game.question.ask is Ask.REVEAL
            answer_somehow(game, rng)
        asked.append(count)
    assert 0 <= asked[0] < asked[1]
