"""The computer coaches' decisions are one source: run as they stand and compiled, they answer alike."""

import json
import random
from collections import Counter
from dataclasses import fields
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.charts import random_chart

from chartkit.errors import InputError
from chartkit.football.field import MODIFIED
from chartkit.running.compiled import Engine, record_type
from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches import decide
from chartkit.systems.ddf.coaches.decide import answer, worth
from chartkit.systems.ddf.coaches.endgame import usual_yards
from chartkit.systems.ddf.coaches.mind import (
    LAST_STATE_PERIOD,
    MOST_LEAD,
    MOST_SITUATIONS,
    SITUATION,
    SOLITAIRE,
    WHOLE,
    Mind,
)
from chartkit.systems.ddf.coaches.tables import CoachTable, habit_fields, lay_team, team_fields
from chartkit.systems.ddf.coaches.winning import shipped_chances
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules import seams
from chartkit.systems.ddf.rules.game import Cell, Game

QUESTIONS = [number for number in range(len(n.QUESTIONS)) if number != n.ASK_PENALTY]
STATES = [
    {"name": "trailing late", "quarters": [4, 5], "seconds": 300, "ahead_from": -99, "ahead_to": -1},
    {"name": "end of half", "quarters": [2], "seconds": 120, "ahead_from": -99, "ahead_to": 99},
]


def coach_file(seed: int) -> dict[str, Any]:
    """A coach with random shares, some of them nothing, and no formations on first and short."""
    luck = random.Random(seed)
    classes = ("1", "2-10", "11+"), ("1-20", "21+"), ("trailing late", "end of half", "normal")
    keys = [f"{d}|{s}|{f}|{t}" for d in "1234" for s in classes[0] for f in classes[1] for t in classes[2]]
    kicks = [f"{s}|{f}|{t}" for s in classes[0] for f in ("1-35", "36+") for t in classes[2]]

    def shares(names: tuple[str, ...]) -> dict[str, float]:
        return {name: luck.random() for name in luck.sample(names, luck.randint(1, len(names)))}

    return {
        "situations": {"distance": [1, 10], "field": [20], "kick_field": [35], "states": STATES},
        "calls": {key: shares(PLAYS) for key in keys},
        "fourth_down": {key: shares(("go", "punt", "field goal")) for key in kicks},
        "formations": {key: shares(FORMATIONS) for key in keys if not key.startswith("1|1|")},
        "faced": {"1-LINE PLUNGE": 3.0, "6-SHORT": 0.5},
        "two_point": {half: {"-2": 0.7, "0": 0.1, "5": 0.4} for half in ("first half", "second half")},
    }


class Draws:
    """A table that only draws: a congruential generator, so that machine code can draw the same numbers."""

    def __init__(self) -> None:
        self.stream = 0

    def draw(self, team: int, below: int) -> int:
        self.stream = (self.stream * 1103515245 + 12345) % 2**31
        return (self.stream * below) >> 31


def _draw(game: Any, team: int, below: int) -> int:
    game.stream = (game.stream * 1103515245 + 12345) % 2**31
    drawn: int = (game.stream * below) >> 31
    return drawn


def _cell_at(game: Any, team: int, column: int, total: int) -> Cell:
    return Cell(0, game.punts[team][total], False, False)


def answer_and_worth(game: Any, question: int, team: int, about: int, said: Any) -> None:
    """What a coach answers, and what the situation is worth to a team."""
    said[0] = answer(game, question, team, about)
    said[1] = worth(game, team)


RECORD = record_type([Mind], [("stream", np.int64), ("punts", np.int64, (2, 40))], {})
ENGINE = Engine(answer_and_worth, {seams.draw: _draw, seams.cell_at: _cell_at}, RECORD)


def seated(kinds: tuple[int, int]) -> Any:
    """A game with two coaches and sheets of small random charts."""
    game: Any = Mind(**habit_fields(), **shipped_chances().fields)
    luck = random.Random(7)
    game.table = Draws()
    game.draws = [partial(game.table.draw, team) for team in range(2)]
    # One column for everything.
    game.columns = [[[Cell(0, luck.randint(20, 60), False, False) for _ in range(40)]] * 20 for _ in range(2)]
    for team, kind in enumerate(kinds):
        table = CoachTable.from_json(coach_file(team)) if kind == SITUATION else None
        lay_team(game, team, team_fields(random_chart(team + 1).supplement, table))
        if table:
            known = kinds[1 - team] == SITUATION
            game.coach_calls[team] = table.calls_against(
                CoachTable.from_json(coach_file(1 - team)) if known else None
            )
    game.not_allowed = [-1, -1, -1, 5, -1, -1, 10, 20, -1]
    game.longest_field_goal = [35, 40]
    game.two_point_try = True
    game.plays_audibles = True
    game.has_squib = [1, 0]
    game.period_seconds, game.two_minutes, game.kickoff_touchback, game.touchback = 900, 120, 35, 20
    game.two_minute_stop = [int(period in (2, 4, 5)) for period in range(n.MOST_PERIODS)]
    game.onside_distance, game.onside_recovered, game.kick_spot_behind_los = (
        12,
        sum(1 << k for k in range(13, 21)),
        8,
    )
    game.marks = [[(1 << 36) - (1 << 10)] * n.MARKS for _ in range(2)]
    game.ot_format, game.ot_tie_allowed = MODIFIED, True
    return game


def shuffle(game: Any, luck: random.Random) -> None:
    """Any situation that a coach can be asked about."""
    game.phase = luck.choice([n.SCRIMMAGE, n.SCRIMMAGE, n.SCRIMMAGE, n.TRY, n.KICKOFF, n.FREE_KICK, n.OVER])
    down = luck.randint(1, 4)
    game.down = 0 if game.phase == n.TRY else down
    game.spot = luck.randint(1, 99)
    game.to_gain = min(100, game.spot + luck.randint(1, 20))
    game.period = luck.choice([1, 2, 2, 3, 4, 4, 5])
    game.clock = luck.choice([0, 10, 20, 30, 60, 100, 120, 150, 250, 300, 600, 900])
    game.possession = luck.randint(0, 1)
    game.score = [luck.randint(0, 30), luck.randint(0, 30)]
    game.timeouts = [luck.choice([0, 0, 3]), luck.randint(0, 3)]
    game.no_huddle = [luck.randint(0, 1), luck.randint(0, 1)]
    game.stoppable = luck.random() < 0.7
    game.pending = luck.choice([0, 20, 40])
    game.pending_row, game.pending_team = (
        luck.choice([n.IN_BOUNDS, n.IN_BOUNDS, n.IN_BOUNDS, n.KNEEL_ROW]),
        luck.randint(0, 1),
    )
    game.overtime, game.received_first = luck.randint(1, 3) if game.period > 4 else 0, luck.randint(0, 1)
    game.kickoff_shift, game.ot_tie_allowed = luck.choice([0, -15, 15]), game.spot % 2 == 0
    game.call, game.formation = luck.randint(0, 10), luck.randint(0, 5)
    game.offense_audibles = [luck.randint(0, 1), 1]
    game.defense_audibles = [luck.randint(0, 1), 1]
    game.has_quotas = [luck.randint(0, 1), 1]
    game.quotas = [[luck.randint(0, 2) for _ in range(9)] for _ in range(2)]
    game.two_point_try = luck.random() < 0.9


def record_of(game: Any) -> Any:
    record = np.zeros(1, RECORD)
    copy_fields(game, record, Mind)
    record["punts"][0] = [[cell.yards for cell in game.columns[team][n.PUNT_COLUMN]] for team in range(2)]
    return record


def copy_fields(game: Any, record: Any, kind: type[Game]) -> None:
    for field in fields(kind):
        record[field.name][0] = getattr(game, field.name)


def test_compiled_coaches_decide_as_they_do_at_the_table() -> None:
    compiled = np.zeros(2, np.int64)
    seen: Counter[tuple[int, int]] = Counter()
    for kinds in ((SOLITAIRE, SITUATION), (SITUATION, SITUATION)):
        game, luck = seated(kinds), random.Random(1)
        record = record_of(game)
        for _ in range(4000):
            shuffle(game, luck)
            question, about = luck.choice(QUESTIONS), luck.randint(0, 9)
            side = luck.randint(0, 1) if question in (n.ASK_CLOCK, n.ASK_REVEAL) else 0
            team = 1 - game.possession if side or question == n.ASK_DEFENSE else game.possession
            copy_fields(game, record, Game)
            record["stream"] = game.table.stream = luck.getrandbits(31)
            said = decide.answer(game, question, team, about)
            ENGINE.run(record[0], question, team, about, compiled)
            assert record["stream"][0] == game.table.stream
            assert compiled.tolist() == [said, decide.worth(game, team)]
            seen[question, said] += 1
    answers = {
        n.ASK_OFFENSE: {*range(n.PLAYS), n.CALL_PUNT, n.CALL_FIELD_GOAL, n.CALL_KNEEL},
        n.ASK_DEFENSE: set(range(n.FORMATIONS)),
        n.ASK_CLOCK: {n.PLAY_ON, n.TAKE_TIMEOUT, n.HURRY, n.SPIKE_IT},
        n.ASK_KICKOFF: {n.ORDINARY_KICK, n.SQUIB_KICK, n.ONSIDE_KICK},
        n.ASK_REVEAL: {n.STAND, n.CALL_AUDIBLE},
        n.ASK_TRY: {n.KICK_PAT, n.GO_FOR_TWO},
        n.ASK_LET_IT_ROLL: {n.RETURN_IT, n.LET_IT_ROLL},
        n.ASK_KICK_RETURN: {n.RETURN_IT, n.TAKE_TOUCHBACK},
    }
    for question, expected in answers.items():
        assert {said for asked, said in seen if asked == question} == expected


def calls(game: Any, team: int, number: int = 20000) -> Counter[int]:
    return Counter(decide.answer(game, n.ASK_OFFENSE, team, 0) for _ in range(number))


def midfield(kinds: tuple[int, int]) -> Any:
    game = seated(kinds)
    game.phase, game.down, game.spot, game.to_gain, game.period, game.clock = n.SCRIMMAGE, 2, 50, 55, 1, 600
    return game


def test_a_coach_calls_what_the_table_says_weighed_by_what_this_defense_faces() -> None:
    game = midfield((SITUATION, SITUATION))
    shares = CoachTable.from_json(coach_file(0)).calls[1, 1, 1, 2]
    weights = [shares.get(play, 0.0) * {0: 3.0, 5: 0.5}.get(number, 1.0) for number, play in enumerate(PLAYS)]
    found = calls(game, 0)
    for play, weight in enumerate(weights):
        assert found[play] / found.total() == pytest.approx(weight / sum(weights), abs=0.015)


def test_a_play_that_is_barred_is_drawn_again() -> None:
    game = midfield((SITUATION, SITUATION))
    usual = calls(game, 0)
    often = usual.most_common(1)[0][0]
    game.not_allowed[often] = 99
    left = calls(game, 0)
    assert left[often] == 0
    for play in left:
        assert left[play] / left.total() == pytest.approx(usual[play] / (usual.total() - usual[often]), abs=0.02)
    game.coach_calls[0] = [[WHOLE if play == often else 0 for play in range(n.PLAYS)]] * MOST_SITUATIONS
    assert set(calls(game, 0, 20)) == {1 if often == 0 else 0}


def test_r31_3_after_twenty_barred_plays_the_solitaire_coach_takes_the_first_legal_one() -> None:
    game = midfield((SOLITAIRE, SITUATION))
    game.coach_runs[0], game.coach_pass_percent[0] = [1, 1, 1, 1], 0
    assert set(calls(game, 0, 20)) == {0}
    game.not_allowed[0] = 99
    assert set(calls(game, 0, 20)) == {1}


def test_r18_5_nobody_goes_for_two_before_there_are_two_point_tries() -> None:
    for kinds in ((SOLITAIRE, SITUATION), (SITUATION, SOLITAIRE)):
        game = seated(kinds)
        game.phase, game.period, game.clock, game.spot, game.to_gain = n.TRY, 4, 60, 98, 100
        game.score = [10, 12]
        asked = [decide.answer(game, n.ASK_TRY, 0, 0) for _ in range(40)]
        assert n.GO_FOR_TWO in asked
        game.two_point_try = False
        assert {decide.answer(game, n.ASK_TRY, 0, 0) for _ in range(40)} == {n.KICK_PAT}


@pytest.mark.parametrize("data", [coach_file(0), json.loads(shipped("coach_league.json"))])
def test_the_state_of_the_game_is_the_first_that_fits(data: dict[str, Any]) -> None:
    game, table, seen = seated((SITUATION, SITUATION)), CoachTable.from_json(data), set()
    game.ot_tie_allowed, grid = False, table.grid
    lay_team(game, 0, table.fields)
    for game.period, game.clock in product(range(1, LAST_STATE_PERIOD + 1), range(0, 910, 10)):
        for lead in range(-MOST_LEAD, MOST_LEAD + 1):
            found = decide.state_of_game(game, 0, lead)
            assert found == grid.state_of(game.period, game.clock, lead), (game.period, game.clock, lead)
            seen.add(found)
    assert seen == set(range(len(grid.states) + 1))


def test_a_coach_kicks_squibs_as_often_as_his_table_says_in_this_state_of_the_game() -> None:
    game = seated((SITUATION, SOLITAIRE))
    game.phase, game.period, game.clock, game.score, game.spot = n.KICKOFF, 2, 10, [10, 7], 35
    game.has_squib = [1, 1]
    states = CoachTable.from_json(coach_file(0)).grid.state_names
    for share in (0.0, 0.3):
        told = {**coach_file(0), "squib": dict.fromkeys(states, share)}
        for name, value in CoachTable.from_json(told).fields.items():
            if "squib" in name:
                getattr(game, name)[0] = value
        kicks = Counter(decide.answer(game, n.ASK_KICKOFF, 0, 0) for _ in range(4000))
        assert kicks[n.SQUIB_KICK] / kicks.total() == pytest.approx(share, abs=0.03)
    game.coach_has_squibs[0] = 0
    assert decide.answer(game, n.ASK_KICKOFF, 0, 0) == n.SQUIB_KICK, "without a table by the habits"


def test_only_a_coach_with_a_table_calls_audibles() -> None:
    for kinds, expected in (
        ((SITUATION, SOLITAIRE), {n.STAND, n.CALL_AUDIBLE}),
        ((SOLITAIRE, SITUATION), {n.STAND}),
    ):
        game = midfield(kinds)
        game.down, game.offense_audibles = 3, [2, 2]
        game.call, game.formation = 0, FORMATIONS.index("B-RUSH MIDDLE")
        assert {decide.answer(game, n.ASK_REVEAL, 0, 0) for _ in range(60)} == expected


def test_a_usual_punt_is_the_mean_of_the_numbers_of_its_column() -> None:
    game: Any = SimpleNamespace(columns=[[[Cell(0, 40, False, False)] * 40] * 20])
    assert usual_yards(game, 0, n.PUNT_COLUMN) == 40
    column = [Cell(0, 50, False, False) if total < 20 else Cell(n.BLOCKED, 9, False, False) for total in range(40)]
    game.columns = [[column] * 20]
    assert usual_yards(game, 0, n.PUNT_COLUMN) == 50


def test_a_coach_table_that_is_too_large_is_refused_in_words() -> None:
    data = {**coach_file(1), "team": "PHI"}
    many = [{**STATES[0], "name": f"state {number}"} for number in range(17)]
    names = [state["name"] for state in many] + ["normal"]
    for table in ("calls", "fourth_down"):
        rows = {key.rpartition("|")[0]: row for key, row in data[table].items()}
        data[table] = {f"{key}|{name}": row for key, row in rows.items() for name in names}
    data["situations"] = {**data["situations"], "states": many}
    with pytest.raises(InputError, match="PHI has 17 states of the game; 16 is the most"):
        CoachTable.from_json(data)
