"""The table and the state that an example starts from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chartkit.football.field import clock_seconds
from chartkit.football.overtime import FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import DICE_NAMES
from chartkit.systems.ddf.engine.examples.charts import (
    Hits,
    Rolled,
    generic_charts,
    place_rolls,
    real_chart,
    team_chart,
)
from chartkit.systems.ddf.engine.examples.example import Example, Teams, find_teams, read_spot
from chartkit.systems.ddf.engine.matchup import Matchup, first_state, matchup
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState, Pair
from chartkit.systems.ddf.rules.names import IN_BOUNDS, ROWS
from chartkit.systems.ddf.rules.options import FEATURES, Options
from chartkit.systems.ddf.rules.whistle import line_to_gain

_KICKS = ("KICKOFF", "SQUIB KICK", "ONSIDE KICK", "FREE KICK")
#: Only the return is told: the kick that leads to it is ours.
_PUNT_RETURN, _KICKOFF_RETURN = "PUNT RETURN", "KICKOFF RETURN"
_PUNT, _KICKED_FROM = 40, 35
_GAIN = re.compile(r"(\d+)-yard (completion|pass|run|gain|sack|loss|scramble)")


@dataclass(frozen=True)
class Setting:
    """Everything that is needed to play an example."""

    example: Example
    teams: Teams
    matchup: Matchup
    state: GameState
    hits: Hits
    play: str
    formation: str
    #: A kick, a return or a try; empty for a play from scrimmage.
    special: str


def _called_play(example: Example) -> str:
    called = example.call.get("offense") or (example.call.get("first_choice") or {}).get("offense")
    if called:
        return str(called)
    passes = any("pass" in str(roll.get("chart")) for roll in example.rolls)
    return "7-MEDIUM" if passes or "completion" in str(example.call.get("play")) else "1-LINE PLUNGE"


def _told_play(words: str) -> str:
    """A play that is told in words (`6-yard completion, inbounds`) as the cell that gives it."""
    match = _GAIN.search(words)
    yards = int(match[1]) if match else 0
    if "incomplete" in words:
        return "INC"
    if "out of bounds" in words:
        yards = yards or 1
    sign = "-" if yards and match and match[2] in ("sack", "loss") else ""
    return f"{sign}{yards}{'*' if 'out of bounds' in words else ''}"


def example_options(example: Example) -> Options:
    """Basic play with the listed features; advanced without a list is every feature."""
    if example.mode == "advanced" and not example.options:
        return Options.advanced()
    options = Options.basic().with_features([name for name in example.options if name in FEATURES])
    if example.mode == "advanced":
        options = replace(options, offense_fumble_return="d10")
    switched = {name: True for name in example.options if name in ("third_play_30", "playoff")}
    told = {name: example.state[name] for name in options.to_json() if name in example.state}
    return Options.from_json({**options.to_json(), **switched, **told})


def build(example: Example, results: Mapping[int, str]) -> Setting:
    """Set the table for an example; `results` are the cells taken for those that its source has lost."""
    teams, state, call = find_teams(example), example.state, example.call
    play, formation = _called_play(example), str(call.get("defense") or "A-STANDARD")
    special = str(call.get("special") or "")
    offense = teams.number(state.get("kicking_team") or state.get("possession") or teams.codes[0])
    rolls = [
        Rolled(
            real_chart(roll, play, formation),
            DICE_NAMES.index(roll.get("dice") or "offensive"),
            roll.get("total"),
            _text(roll, results.get(number, "0")),
            bool(roll.get("erased") or roll.get("overridden")),
        )
        for number, roll in enumerate(example.rolls)
    ]
    if isinstance(words := call.get("play"), str):
        rolls.append(Rolled(f"offense.{play}", 0, None, _told_play(words)))
        rolls.append(Rolled(f"defense.{formation}.{play}", 1, None, "0"))
    if special == _PUNT_RETURN:
        rolls.insert(0, Rolled("special.PUNT", 0, None, str(_PUNT)))
    if special == _KICKOFF_RETURN:
        caught = 100 - read_spot(str(state["ball_on"]), offense, teams)
        rolls.insert(0, Rolled("special.KICKOFF", 0, None, str(caught - _KICKED_FROM)))
    longest = (value for key, value in state.items() if "field_goal" in key and isinstance(value, int))
    hits = place_rolls(rolls, next(longest, None))
    home, away = (team_chart(example, teams, number, hits) for number in (0, 1))
    generic = {season: generic_charts(hits, season) for season in teams.seasons}
    table = matchup(home, away, generic, example_options(example))
    start = _state(example, teams, table, offense, special)
    return Setting(example, teams, table, start, hits, play, formation, special)


def _text(roll: Mapping[str, Any], taken: str) -> str:
    text = taken if roll.get("result") is None else str(roll["result"])
    return f"{text}!" if roll.get("bold") else text


def _pair(told: Any, teams: Teams, default: Pair = (0, 0)) -> Pair:
    values = list(default)
    for name, value in (told if isinstance(told, Mapping) else {}).items():
        values[teams.number(name)] = int(value)
    return values[0], values[1]


def _state(example: Example, teams: Teams, table: Matchup, offense: int, special: str) -> GameState:
    told, start = example.state, first_state(table)
    period = int(told.get("quarter") or (4 if told.get("half") == 2 else 1))
    ball_on, distance = told.get("ball_on"), told.get("distance")
    spot = read_spot(str(ball_on), offense, teams) if ball_on else 30
    calls, none = told.get("plays_called") or {}, (0,) * len(col.PLAYS)
    mine = tuple(int(calls.get(play, 0)) for play in col.PLAYS)
    state = start._replace(
        phase=SCRIMMAGE,
        period=period,
        clock=clock_seconds(told["clock"]) if told.get("clock") else start.clock,
        possession=offense,
        down=int(told.get("down") or 1),
        spot=spot,
        to_gain=100 if distance == "goal" else min(100, spot + int(distance)) if distance else line_to_gain(spot),
        score=_pair(told.get("score"), teams),
        by_period=((0, 0),) * period,
        timeouts=_pair(told.get("timeouts"), teams, start.timeouts),
        offense_audibles=_pair(told.get("offensive_audibles"), teams),
        defense_audibles=_pair(told.get("defensive_audibles"), teams),
        no_huddle=_pair(told.get("no_huddle"), teams),
        calls=(mine, none) if offense == 0 else (none, mine),
        pending_team=offense,
    )
    if period > 4:
        state = _in_overtime(state, table, str(told.get("situation") or ""))
    if "reveal" in str(example.call.get("timeout")) and not example.call.get("play") and not special:
        # The clock of the example already has the last play in it.
        state = state._replace(pending=40, pending_row=ROWS[IN_BOUNDS], stoppable=True, clock=state.clock + 40)
    if special in _KICKS:
        free = special == "FREE KICK" or "safety" in str(told.get("situation"))
        line = table.constants.free_kick_line if free else table.constants.kickoff_line
        shift = spot - line if ball_on else 0
        return state._replace(
            phase=FREE_KICK if free else KICKOFF, down=0, to_gain=0, spot=line, kickoff_shift=shift
        )
    if special in ("PAT", "TWO POINT"):
        spot = spot if ball_on else 100 - table.constants.two_point_spot
        return state._replace(phase=TRY, down=0, spot=spot, to_gain=100)
    if special == _PUNT_RETURN:
        punter = 100 - spot - _PUNT
        return state._replace(possession=1 - offense, down=4, spot=punter, to_gain=line_to_gain(punter))
    if special == _KICKOFF_RETURN:
        return state._replace(phase=KICKOFF, possession=1 - offense, down=0, to_gain=0, spot=_KICKED_FROM)
    return state


def _in_overtime(state: GameState, table: Matchup, situation: str) -> GameState:
    """How far overtime has come: as the situation says, else past the guaranteed possessions (R30.2)."""
    stage = SUDDEN_DEATH
    if table.overtime.ot_format in ("modified", "both possess"):
        stage = FIRST_POSSESSION if "first possession" in situation else stage
        stage = SECOND_POSSESSION if "second possession" in situation else stage
    first = state.possession if stage != SECOND_POSSESSION else 1 - state.possession
    return state._replace(overtime=stage, received_first=first)
