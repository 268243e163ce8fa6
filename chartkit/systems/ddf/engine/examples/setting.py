"""The table and the state that an example starts from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chartkit.football.overtime import FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice
from chartkit.systems.ddf.engine.events import DICE_NAMES
from chartkit.systems.ddf.engine.examples.charts import (
    Hits,
    Rolled,
    generic_charts,
    place_rolls,
    real_chart,
    team_chart,
)
from chartkit.systems.ddf.engine.examples.example import Example, Teams, find_teams, read_clock, read_spot
from chartkit.systems.ddf.engine.matchup import Matchup, first_state, matchup
from chartkit.systems.ddf.engine.state import (
    FREE_KICK,
    KICKOFF,
    SCRIMMAGE,
    TRY,
    GameState,
    Pair,
)
from chartkit.systems.ddf.rules.names import IN_BOUNDS, ROWS
from chartkit.systems.ddf.rules.options import FEATURES, Options
from chartkit.systems.ddf.rules.whistle import line_to_gain

KICKS = {"KICKOFF": d.KICKOFF, "SQUIB KICK": d.SQUIB_KICK, "ONSIDE KICK": d.ONSIDE_KICK, "FREE KICK": d.KICKOFF}
#: Only the return is told: the kick that leads to it is ours.
RETURNS = {"PUNT RETURN": "special.PUNT", "KICKOFF RETURN": "special.KICKOFF"}
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
    answers: Mapping[Ask, list[Choice]]


def _default_play(example: Example) -> str:
    called = example.call.get("offense") or (example.call.get("first_choice") or {}).get("offense")
    if called:
        return str(called)
    passes = any("pass" in str(roll.get("chart")) for roll in example.rolls)
    return "7-MEDIUM" if passes or "completion" in str(example.call.get("play")) else "1-LINE PLUNGE"


def _told_play(example: Example, play: str, formation: str) -> list[Rolled]:
    """A play that is told in words (`6-yard completion, inbounds`) as two cells."""
    words = example.call.get("play")
    if not isinstance(words, str):
        return []
    match = _GAIN.search(words)
    yards = int(match[1]) if match else 0
    lost = bool(match) and match is not None and match[2] in ("sack", "loss")
    text = "INC" if "incomplete" in words else f"{'-' if lost else ''}{yards}" if yards else "0"
    if "out of bounds" in words and text != "INC":
        text = f"{text if yards else 1}*"
    return [Rolled(f"offense.{play}", 0, None, text), Rolled(f"defense.{formation}.{play}", 1, None, "0")]


def example_options(example: Example) -> Options:
    """Basic play with the listed features; advanced without a list is every feature."""
    advanced = example.mode == "advanced"
    listed = [name for name in example.options if name in FEATURES]
    if advanced and not example.options:
        return Options.advanced()
    options = Options.basic().with_features(listed)
    switched: dict[str, Any] = {name: True for name in example.options if name in ("third_play_30", "playoff")}
    options = replace(options, **switched)
    if advanced:
        options = replace(options, offense_fumble_return="d10")
    told = {name: example.state[name] for name in Options().to_json() if name in example.state}
    return Options.from_json({**options.to_json(), **told})


def build(example: Example, results: Mapping[int, str]) -> Setting:
    """Set the table for an example; `results` are the cells taken for those that its source has lost."""
    teams = find_teams(example)
    play = _default_play(example)
    formation = str(example.call.get("defense") or "A-STANDARD")
    rolls = [
        Rolled(
            real_chart(roll, play, formation),
            DICE_NAMES.index(roll.get("dice") or "offensive"),
            roll.get("total"),
            _text(roll, results.get(number)),
            bool(roll.get("erased") or roll.get("overridden")),
        )
        for number, roll in enumerate(example.rolls)
    ]
    rolls += _told_play(example, play, formation)
    special = str(example.call.get("special") or "")
    state = example.state
    offense = teams.number(state.get("kicking_team") or state.get("possession") or teams.codes[0])
    if special in RETURNS:
        start = read_spot(str(state["ball_on"]), offense, teams)
        distance = _PUNT if special == "PUNT RETURN" else 100 - _KICKED_FROM - start
        rolls.insert(0, Rolled(RETURNS[special], 0, None, str(distance)))
    hits = place_rolls(rolls)
    charts = [team_chart(example, teams, number, hits) for number in (0, 1)]
    generic = {season: generic_charts(hits, season) for season in teams.seasons}
    table = matchup(charts[0], charts[1], generic, example_options(example))
    return Setting(
        example,
        teams,
        table,
        _state(example, teams, table, offense, special),
        hits,
        _answers(example, play, formation),
    )


def _text(roll: Mapping[str, Any], taken: str | None) -> str:
    result = roll.get("result")
    text = taken if result is None and taken is not None else str(result if result is not None else "0")
    return f"{text}!" if roll.get("bold") else text


def _pair(told: Any, teams: Teams, default: Pair) -> Pair:
    values = list(default)
    for name, value in (told if isinstance(told, Mapping) else {}).items():
        values[teams.number(name)] = int(value)
    return values[0], values[1]


def _state(example: Example, teams: Teams, table: Matchup, offense: int, special: str) -> GameState:
    told, start = example.state, first_state(table)
    period = int(told.get("quarter") or (4 if told.get("half") == 2 else 1))
    clock = read_clock(told["clock"]) if told.get("clock") else start.clock
    ball_on = told.get("ball_on")
    spot = read_spot(str(ball_on), offense, teams) if ball_on else 30
    down = int(told.get("down") or 1)
    distance = told.get("distance")
    to_gain = 100 if distance == "goal" else min(100, spot + int(distance)) if distance else line_to_gain(spot)
    calls = told.get("plays_called") or {}
    mine = tuple(int(calls.get(play, 0)) for play in col.PLAYS)
    none = (0,) * len(col.PLAYS)
    state = start._replace(
        phase=SCRIMMAGE,
        period=period,
        clock=clock,
        possession=offense,
        down=down,
        spot=spot,
        to_gain=to_gain,
        score=_pair(told.get("score"), teams, (0, 0)),
        by_period=((0, 0),) * period,
        timeouts=_pair(told.get("timeouts"), teams, start.timeouts),
        offense_audibles=_pair(told.get("offensive_audibles"), teams, (0, 0)),
        defense_audibles=_pair(told.get("defensive_audibles"), teams, (0, 0)),
        no_huddle=_pair(told.get("no_huddle"), teams, (0, 0)),
        calls=(mine, none) if offense == 0 else (none, mine),
        pending_team=offense,
    )
    if period > 4:
        state = _in_overtime(state, table, str(told.get("situation") or ""))
    if "reveal" in str(example.call.get("timeout")) and not example.call.get("play") and not special:
        # The clock of the example already has the last play in it.
        state = state._replace(pending=40, pending_row=ROWS[IN_BOUNDS], stoppable=True, clock=clock + 40)
    if special in KICKS:
        free = special == "FREE KICK" or "safety" in str(told.get("situation"))
        line = table.constants.free_kick_line if free else table.constants.kickoff_line
        here = spot if ball_on else line
        phase = FREE_KICK if free else KICKOFF
        return state._replace(phase=phase, down=0, to_gain=0, spot=line, kickoff_shift=here - line)
    if special in ("PAT", "TWO POINT"):
        spot = spot if ball_on else 100 - table.constants.two_point_spot
        return state._replace(phase=TRY, down=0, spot=spot, to_gain=100)
    if special == "PUNT RETURN":
        punter = 100 - spot - _PUNT
        return state._replace(possession=1 - offense, down=4, spot=punter, to_gain=line_to_gain(punter))
    if special == "KICKOFF RETURN":
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


def _answers(example: Example, play: str, formation: str) -> dict[Ask, list[Choice]]:
    call = example.call
    special = str(call.get("special") or "")
    first, second = call.get("first_choice") or {}, call.get("second_choice") or {}
    calls: list[Choice] = [first.get("offense") or (play if special in ("", "TWO POINT") else special)]
    fronts: list[Choice] = [first.get("defense") or formation]
    if special == "PUNT RETURN":
        calls = [d.PUNT]
    if second:
        calls.append(second["offense"])
        fronts.append(second["defense"])
    answers: dict[Ask, list[Choice]] = {Ask.OFFENSE_CALL: calls, Ask.DEFENSE_CALL: fronts}
    if special in KICKS:
        answers[Ask.KICKOFF] = [KICKS[special]]
    elif special == "KICKOFF RETURN":
        answers[Ask.KICKOFF] = [d.KICKOFF]
    elif special == "PAT":
        answers[Ask.TRY] = [d.PAT]
    elif special == "TWO POINT":
        answers[Ask.TRY] = [d.TWO_POINT]
    if call.get("pooch_yards"):
        answers[Ask.POOCH] = [int(call["pooch_yards"])]
    return answers
