"""Whole games: what must be true of every game, replay and undo, and the table against the compiled engine."""

from __future__ import annotations

import random

import numpy as np
import pytest
from support.coachs_call import AnyCoach, Script, replayed, roster

from chartkit.errors import InputError
from chartkit.running.stream import Stream
from chartkit.systems import records as r
from chartkit.systems import statistics as s
from chartkit.systems.coachs_call.matchup import ROLLS, Matchup
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Options
from chartkit.systems.coachs_call.simulation import MACHINE
from chartkit.systems.coachs_call.teams import SLOTS
from chartkit.systems.logged import ComputerCoach, Table, no_draw, resumed, seeded_dice
from chartkit.systems.many_games import LoggedFixture, play_stream
from chartkit.systems.recorded import TamperedLogError
from chartkit.systems.records import WORTH, GameLog, counted

LETTERS = "ABC"
FIELD_KINDS = (r.IS_RUN, r.IS_PASS, r.IS_SACK, r.IS_SCRAMBLE, r.IS_PUNT, r.IS_FIELD_GOAL)


def any_roster(team: str, chance: random.Random):
    low = {name: chance.choice("ABCD") for name in SLOTS if name.startswith(("RB", "REC"))}
    low |= {name: chance.choice(LETTERS) for name in ("QB", "MOB", "K", "P", "KR", "PR", "DEF")}
    return roster(
        team, season=chance.choice((1985, 2003, 2017, 2023)), status=chance.choice(["even", "favorite"]), **low
    )


def any_options(chance: random.Random) -> Options:
    return Options(
        numbers=chance.choice(("rewind", "fresh")),
        yellow=chance.choice(("source", "proposed")),
        boxes=chance.choice((35, 40, 45)),
        overtime=chance.choice(("none", "sudden death", "modified", "both possess", "season")),
        playoff=chance.random() < 0.2,
        scramble_cells=chance.choice(("merged", "separate")),
        flag_underlying=chance.random() < 0.8,
        last_try=chance.choice(("last", "kickoff")),
        return_defense=chance.choice(("stoppers", "snap")),
        late_out_of_bounds=chance.choice(("before", "after")),
        write_extra_rolls=chance.random() < 0.2,
        tired_at_limit=chance.random() < 0.2,
        modify_scrambles=chance.random() < 0.2,
        punt_returns=chance.choice(("field", "end zone")),
        injury_spot=chance.choice(("after", "before")),
        time_without_time_out=chance.random() < 0.2,
        same_call=chance.choice(("call", "column")),
    )


def check_game(seat: Table) -> None:
    """What must be true of every finished game."""
    game, log = seat.game, seat.log()
    options, points, touches = log.matchup.options, [0, 0], np.zeros((2, len(SLOTS)), int)
    quarter, box = 0, 0
    for row in log.records:
        kind, team = row[r.KIND], row[r.TEAM]
        if row[r.SCORED_HOW]:
            points[row[r.SCORING_TEAM]] += WORTH[row[r.SCORED_HOW]]
        assert [row[r.HOME_SCORE], row[r.AWAY_SCORE]] == points, "the score is the sum of the scores"
        if kind == r.IS_QUARTER:
            assert row[r.QUARTER] == quarter + 1
            quarter, box = row[r.QUARTER], 0
            continue
        assert row[r.QUARTER] == quarter
        if row[r.ROLL]:
            assert abs(row[r.BOX] - box) <= 1 or options.write_extra_rolls, "a play fills the next box"
            assert 0 <= row[r.BOX] < options.boxes or options.write_extra_rolls
            box = row[r.BOX] + 1 - row[r.SAVED_BOX]
        elif row[r.SAVED_BOX]:
            box -= 1
        if kind in FIELD_KINDS and not row[r.IS_TRY]:
            assert 1 <= row[r.AT_DOWN] <= 4 and row[r.TO_GO] >= 1 and 1 <= row[r.SPOT] <= 99
            assert row[r.SPOT] + row[r.TO_GO] <= 100
            assert -row[r.SPOT] <= row[r.YARDS] <= 100 - row[r.SPOT]
        touched = not row[r.NO_PLAY] and (kind == r.IS_RUN or row[r.RESULT] == r.COMPLETE)
        if touched and n.RB1 <= row[r.PLAYER] <= n.REC4:
            touches[team][row[r.PLAYER]] += 1
        assert 0 <= row[r.END_SPOT] <= 100
    assert points == list(game.score) == list(log.score)
    assert all(0 <= left <= 3 for left in game.timeouts)
    if not any(row[r.INJURED] >= 0 for row in log.records):
        assert (np.array(game.touches).sum(axis=1) == touches).all()
    if points[0] == points[1]:
        assert not options.playoff or options.overtime == "none" or quarter == n.MOST_QUARTERS - 1
    else:
        assert quarter >= 4
    counts = counted(log.records, options.boxes)
    assert [team[s.POINTS] for team in counts] == points
    for team in counts:
        assert team[s.COMPLETIONS] + team[s.INTERCEPTIONS] <= team[s.PASSES]
        assert team[s.PLAYS] == team[s.RUSHES] + team[s.PASSES] + team[s.SACKS]
        assert team[s.TOTAL_YARDS] == team[s.RUSHING_YARDS] + team[s.NET_PASSING_YARDS]
        assert team[s.FIRST_DOWNS] == team[s.FIRST_RUSHING] + team[s.FIRST_PASSING] + team[s.FIRST_PENALTY]
        assert team[s.THIRD_MADE] <= team[s.THIRD_DOWNS] and team[s.FOURTH_MADE] <= team[s.FOURTH_DOWNS]


def any_game(seed: int) -> Table:
    chance = random.Random(f"game {seed}")
    matchup = Matchup(any_roster("HOM", chance), any_roster("VIS", chance), any_options(chance))
    coaches = AnyCoach(f"{seed} home"), AnyCoach(f"{seed} away")
    seat = Table(matchup, seeded_dice(seed, ROLLS), coaches, no_draw)
    seat.play()
    return seat


def test_any_game_keeps_what_must_be_true(pytestconfig: pytest.Config) -> None:
    """A few hundred random games; `--random-games 20000` plays more."""
    for seed in range(pytestconfig.getoption("random_games")):
        try:
            check_game(any_game(seed))
        except AssertionError as error:
            raise AssertionError(f"game {seed}: {error}") from error


def test_a_game_replays_from_its_log_alone() -> None:
    for seed in range(5):
        log = any_game(seed).log()
        assert replayed(log).score == log.score


def test_a_changed_log_is_refused_where_it_was_changed() -> None:
    log = any_game(1).log()
    events = list(log.events)
    place = next(number for number, event in enumerate(events) if event[0] == "play" and number > 300)
    events[place] = (*events[place][:-1], events[place][-1] + 1)
    with pytest.raises(TamperedLogError, match=f"event {place + 1} "):
        replayed(GameLog(log.matchup, tuple(events)))
    roll = next(number for number, event in enumerate(events) if event[0] == "roll" and number > 300)
    events[roll] = ("ask", 0, 0, 1)
    with pytest.raises(TamperedLogError, match=f"event {roll + 1} "):
        replayed(GameLog(log.matchup, tuple(events)))


def test_undo_goes_on_from_an_earlier_play() -> None:
    whole = any_game(2)
    back = GameLog(whole.matchup, tuple(whole.events[: whole.steps[-30]]))
    again = resumed(back, (AnyCoach(7), AnyCoach(8)), seeded_dice(9, ROLLS), no_draw)
    assert again.log().events == back.events
    again.play()
    check_game(again)
    assert again.log().events[: len(back.events)] == back.events


def test_an_illegal_call_is_refused_with_its_reason() -> None:
    coach = Script(call=[n.SNEAK, n.LINE_RUN])
    seat = Table(Matchup(roster("HOM"), roster("VIS")), seeded_dice(1, ROLLS), (coach, Script()), no_draw)
    game = seat.game
    game.phase, game.down, game.spot, game.to_gain = n.SCRIMMAGE, 1, 32, 42
    seat.step()
    assert coach.reasons == ["a sneak needs a line to gain that ends in 1 or 5, and not the goal line (5.4)."]


def test_a_stubborn_coach_ends_the_game() -> None:
    seat = Table(Matchup(roster("HOM"), roster("VIS")), seeded_dice(1, ROLLS), (Script(call=99), Script()), no_draw)
    seat.game.phase, seat.game.down, seat.game.spot, seat.game.to_gain = n.SCRIMMAGE, 1, 30, 40
    with pytest.raises(InputError, match="there is no call 99"):
        seat.step()


def test_the_computer_plays_the_same_game_for_the_same_seed() -> None:
    matchup = Matchup(roster("HOM", "A"), roster("VIS", "C"))
    coaches = ComputerCoach(), ComputerCoach()
    first, second = (
        Table(matchup, seeded_dice("seed", ROLLS), coaches, random.Random("coaches").randrange).play()
        for _ in range(2)
    )
    assert first.events == second.events
    assert replayed(first).is_over


@pytest.mark.parametrize("numbers", ["rewind", "fresh"])
def test_table_and_compiled_games_agree(numbers: str) -> None:
    """Record by record, and on all statistics."""
    chance = random.Random(numbers)
    home, away = any_roster("HOM", chance), any_roster("VIS", chance)
    options = Options(numbers=numbers, yellow="proposed", overtime="modified")
    fixture = LoggedFixture(3, Matchup(home, away, options))
    many = MACHINE.play_games([fixture], 4, seed=11, season=home.season)
    for run in range(4):
        rows, figures = MACHINE.record_game(fixture, seed=11, season=home.season, run=run)
        log = play_stream(fixture.matchup, Stream(11, home.season, 3, run))
        assert log.records == rows
        assert (np.array(counted(log.records, options.boxes)) == figures).all()
        assert (many[0, run] == figures).all()


def test_a_better_team_wins() -> None:
    fixture = LoggedFixture(0, Matchup(roster("HOM", "A"), roster("VIS", "C")))
    points = MACHINE.play_games([fixture], 400, seed=1, season=2017)[0, :, :, s.POINTS]
    assert (points[:, 0] > points[:, 1]).mean() > 0.8
