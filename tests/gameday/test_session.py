"""A game with people, without a terminal: questions go to their seat, answers are played on."""

import random
from pathlib import Path

import pytest
from support.charts import random_chart

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.coaches.computer import SolitaireCoach
from chartkit.systems.ddf.engine.decisions import Ask, Decision
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.table import DICE_SETS, replay
from chartkit.systems.ddf.gameday.game import Game
from chartkit.systems.ddf.gameday.opening import DdfReferee
from chartkit.systems.ddf.gameday.screen import why_lines
from chartkit.systems.ddf.gameday.speech import DiceRoll
from chartkit.systems.ddf.rules.options import Options

HOME, AWAY = 0, 1
TABLE = matchup(random_chart(1, code="HOM"), random_chart(2, code="VIS"), None, Options.advanced())


def seated(*, seed: int = 4, computer: bool = False, typed_dice: bool = False) -> Game:
    coach = SolitaireCoach(TABLE.home.supplement, "home") if computer else None
    names = ("solitaire" if computer else "human", "human")
    return Game(TABLE, seed, (coach, None), names, typed_dice=typed_dice)


def session(*, seed: int = 4, computer: bool = False, typed_dice: bool = False) -> Game:
    found = seated(seed=seed, computer=computer, typed_dice=typed_dice)
    found.run()
    return found


def answer_somehow(game: Game, rng: random.Random) -> None:
    asked = game.question
    if isinstance(asked, DiceRoll):
        game.roll(rng.choice(DICE_SETS[asked.dice].totals))
        return
    assert asked is not None
    usual = [choice for choice in asked.options if str(choice)[1:2] == "-"] or list(asked.options)
    game.decide((asked.ask, rng.choice(usual)))


def played(game: Game, seed: int, most: int = 10_000) -> Game:
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
    game.run()
    assert game.events == before, "asking again changes nothing"


def test_a_whole_game_by_answers_replays_from_its_records() -> None:
    game = played(session(), 1)
    assert game.is_over and game.question is None
    assert replay(game.log).final == game.state


def test_the_same_answers_give_the_same_game_wherever_it_was_broken_off(tmp_path: Path) -> None:
    whole = played(session(computer=True), 2)
    for cut in (3, 40):
        first = session(computer=True)
        rng = random.Random(2)
        for _ in range(cut):
            answer_somehow(first, rng)
        first.save(tmp_path / "game.json")
        read = DdfReferee().recorded_game(tmp_path / "game.json")
        again = seated(computer=True)
        again.events, again.ahead = read.events, read.ahead
        again.run()
        while again.question is not None:
            answer_somehow(again, rng)
        assert again.events == whole.events


def test_an_illegal_answer_changes_nothing_and_says_why() -> None:
    game = played(session(), 1, most=2)
    while isinstance(game.question, Decision) and game.question.ask is not Ask.OFFENSE_CALL:
        answer_somehow(game, random.Random(1))
    asked, events = game.question, list(game.events)
    with pytest.raises(IllegalCallError, match="neither a play nor a special call"):
        game.decide((Ask.OFFENSE_CALL, "10-HAIL MARY"))
    assert game.question is asked and game.events == events


def test_an_illegal_call_typed_ahead_is_asked_again_with_its_reason() -> None:
    game = session(computer=True)
    rng = random.Random(5)
    while not (isinstance(game.question, Decision) and game.question.ask is Ask.CLOCK):
        answer_somehow(game, rng)
    ask = Ask.OFFENSE_CALL if game.question.team == game.state.possession else Ask.DEFENSE_CALL
    game.decide((Ask.CLOCK, "play on"), (ask, "nonsense"))
    assert "'nonsense' is n" in game.refusal
    assert isinstance(game.question, Decision) and game.question.ask is ask
    answer_somehow(game, rng)
    assert not game.refusal


def test_undo_goes_back_to_a_play_in_which_somebody_decided_and_keeps_the_luck() -> None:
    game = played(session(computer=True), 3, most=30)
    events, plays = list(game.events), len(game.plays)
    answer_somehow(game, random.Random(8))
    assert game.take_back(1) == 1
    assert game.question is not None and game.events == events and len(game.plays) == plays
    assert game.take_back(1000) < 1000 and not game.take_back(1)
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
    rolls = game.rolls_in(game.events)
    game.roll_own(True)
    while not isinstance(game.question, DiceRoll):
        answer_somehow(game, rng)
    answer_somehow(game, random.Random(1))
    assert game.own_rolls == {rolls}
    game.roll_own(False)
    assert not isinstance(game.question, DiceRoll)
    answered = game.play_count
    while game.play_count < answered + 3:
        answer_somehow(game, rng)
    assert game.own_rolls == {rolls}, "the computer rolled the rest"
    game.take_back(1000)
    assert game.own_rolls == set()
    # The seed's dice go the same way, whoever rolled.
    assert played(game, 2, most=60).steps()[0].events == whole.steps()[0].events


def test_after_the_reveal_only_a_mismatch_or_a_wish_asks() -> None:
    asked = []
    for look in (False, True):
        game, count, rng = session(), 0, random.Random(6)
        for _ in range(60):
            if isinstance(game.question, Decision):
                if look:
                    game.looks.add(game.question.team)
                count += game.question.ask is Ask.REVEAL
            answer_somehow(game, rng)
        asked.append(count)
    assert 0 <= asked[0] < asked[1]


def test_why_tells_of_the_last_play_and_keeps_the_call_that_is_fixed_already() -> None:
    game, rng = session(computer=True), random.Random(1)
    hidden = 0
    while game.question is not None and len(game.plays) < 60:
        asked = game.question
        if isinstance(asked, Decision) and asked.ask is Ask.DEFENSE_CALL and game.plays:
            told = tuple(why_lines(game, ""))
            last = next(step.reasons for step in reversed(game.steps()[:-1]) if step.reasons)
            assert told == last
            hidden += game.steps()[-1].reasons not in ((), last)
        answer_somehow(game, rng)
    assert hidden, "a computer's call was fixed before the formation was asked for"


def test_what_is_looked_up_fits_a_terminal() -> None:
    game = played(session(), 3, most=60)
    while not isinstance(game.question, Decision) or game.question.ask is not Ask.OFFENSE_CALL:
        answer_somehow(game, random.Random(1))
    for words in ("odds", "card", "card all", "stats", "drives", "box", "help"):
        lines = list(game.look_up(*words.partition(" ")[::2]) or ())
        assert lines and max(map(len, lines)) < 80, words
