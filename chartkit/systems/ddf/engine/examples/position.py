"""A worked example as a position: its teams, its options, a state, and charts with the cells that its rolls hit."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from chartkit.errors import InputError
from chartkit.football import field
from chartkit.systems.ddf import charts
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine import events as ev
from chartkit.systems.ddf.engine.matchup import FUMBLE_MARKS, SACK_MARKS, Matchup, first_state, matchup
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState, Pair
from chartkit.systems.ddf.engine.table import DICE_SETS
from chartkit.systems.ddf.rules.game import bits, cell_of
from chartkit.systems.ddf.rules.names import IN_BOUNDS, ROWS
from chartkit.systems.ddf.rules.options import FEATURES, Options
from chartkit.systems.ddf.rules.whistle import line_to_gain

#: R35.12: a team without a year plays under the charts and constants of 2017.
SEASON = 2017
_WITH_YEAR = re.compile(r"(\d{4})\s+(\S.*)")
_SPOT = re.compile(r"((?:\d{4} )?[A-Z]{2,4}) \d{1,2}")
Json = Mapping[str, Any]
#: What the parts of an example are in JSON.
_KINDS: Mapping[str, type] = {"state": dict, "call": dict, "expected": dict, "options": list, "rolls": list}
#: Fields of an example with a value for each team, and the same fields of a state.
STATE_PAIRS = {
    "score": "score",
    "timeouts": "timeouts",
    "no_huddle": "no_huddle",
    "offensive_audibles": "offense_audibles",
    "defensive_audibles": "defense_audibles",
}


@dataclass(frozen=True)
class Example:
    """A situation, what was called and rolled, and what should come out."""

    id: str
    kind: str
    mode: str
    options: tuple[str, ...]
    state: Json
    call: Json
    rolls: tuple[Json, ...]
    #: In order; empty when the file names none.
    decisions: tuple[Json, ...]
    expected: Json

    @classmethod
    def from_json(cls, data: Json) -> Example:
        """Read an example; a decision may be one or a list (R35.12)."""
        if not isinstance(data, Mapping):
            raise InputError("an example is an object with `id`, `kind` and `expected`.")
        for name in ("id", "kind", "expected"):
            if name not in data:
                raise InputError(f"an example lacks {name!r}.")
        parts: dict[str, Any] = {name: data.get(name) or kind() for name, kind in _KINDS.items()}
        for name, kind in _KINDS.items():
            if not isinstance(parts[name], kind):
                raise InputError(f"`{name}` of an example is {'a list' if kind is list else 'an object'}.")
        decision = data.get("decision") or []
        return cls(
            id=str(data["id"]),
            kind=str(data["kind"]),
            mode=str(data.get("mode", "basic")),
            decisions=tuple(decision) if isinstance(decision, list) else (decision,),
            **{**parts, "options": tuple(parts["options"]), "rolls": tuple(parts["rolls"])},
        )

    @property
    def special(self) -> str:
        """A kick, a return or a try; empty for a play from scrimmage."""
        return str(self.call.get("special") or "")

    @property
    def play(self) -> str:
        """The play of the offense; otherwise a pass or a run, by the rest of the example."""
        if called := self.call.get("offense") or (self.call.get("first_choice") or {}).get("offense"):
            return str(called)
        passes = any("pass" in str(roll.get("chart")) for roll in self.rolls)
        return "7-MEDIUM" if passes or "completion" in str(self.call.get("play")) else "1-LINE PLUNGE"

    @property
    def formation(self) -> str:
        """The formation of the defense."""
        return str(self.call.get("defense") or "A-STANDARD")


# Teams and spots.


def split_team(name: str) -> tuple[int, str]:
    """Season and code of a team: `2016 NYG` is NYG of 2016.

    >>> split_team("2016 NYG"), split_team("PHI")
    ((2016, 'NYG'), (2017, 'PHI'))
    """
    match = _WITH_YEAR.fullmatch(name.strip())
    return (int(match[1]), match[2]) if match else (SEASON, name.strip())


@dataclass(frozen=True)
class Teams:
    """The two teams; the first is the home team unless the state says otherwise (R35.12)."""

    codes: tuple[str, str]
    seasons: tuple[int, int]

    def number(self, name: str) -> int:
        """Home is 0, visitor 1."""
        code = split_team(name)[1]
        if code not in self.codes:
            raise InputError(f"{code!r} is neither {self.codes[0]} nor {self.codes[1]}.")
        return self.codes.index(code)


def _named(example: Example) -> Iterator[Any]:
    """Every team that the example names, the kicking or possessing one first."""
    state, expected = example.state, example.expected
    yield from (state.get(key) for key in ("kicking_team", "possession", "receiving_team", "defense"))
    yield example.call.get("defense_team")
    yield from (roll.get("team") for roll in example.rolls)
    yield from (decision.get("by") for decision in example.decisions)
    for key in (*STATE_PAIRS, "score_change"):
        for place in (state, expected):
            yield from place[key] if isinstance(place.get(key), Mapping) else ()
    halves = (str(place.get("ball_on")).rpartition(" ")[0] for place in (state, expected))
    yield from (half for half in halves if half.lower() not in ("", "own", "opp"))
    yield from (expected.get("possession"), expected.get("against"))
    yield from (match[1] for told in expected.values() if (match := _SPOT.fullmatch(str(told))))


def find_teams(example: Example) -> Teams:
    """The two teams of an example; a team without a name is called OPPONENT."""
    seasons: dict[str, int] = {}
    for name in _named(example):
        if isinstance(name, str):
            season, code = split_team(name)
            seasons[code] = season if season != SEASON or code not in seasons else seasons[code]
    first, second = (*seasons, "OPPONENT")[:2] if seasons else ("OFFENSE", "OPPONENT")
    home = example.state.get("home")
    if isinstance(home, str) and split_team(home)[1] == second:
        first, second = second, first
    return Teams((first, second), (seasons.get(first, SEASON), seasons.get(second, SEASON)))


def read_spot(text: str, team: int, teams: Teams) -> int:
    """`NE 37`, `50`, `own 8`, `opp 8` as yards from a team's own goal line (R2.1)."""
    half, _, yards = text.strip().rpartition(" ")
    if not half:
        if yards != "50":
            raise InputError(f"the spot {text!r} does not say whose half it is.")
        return 50
    own = half.lower() == "own" or (half.lower() != "opp" and teams.number(half) == team)
    return int(yards) if own else 100 - int(yards)


def write_spot(spot: int, team: int, teams: Teams, like: str = "") -> str:
    """A spot as the example writes it."""
    if like.lower().startswith(("own ", "opp ")):
        return field.spot_in_words(spot, "own", "opp")
    return field.spot_in_words(spot, teams.codes[team], teams.codes[1 - team])


# Cells and charts.

_RECOVERY, _FUMBLES, _SACKS = (
    "offense.FUMBLE RECOVERY",
    "supplement.DEFENSE FUMBLE RECOVERY",
    "supplement.SACK RATE",
)
#: A set of totals that the dice never give.
_NEVER = frozenset([0])
#: Further than any field goal.
_ANY_RANGE = 99
KICKS = ("KICKOFF", "SQUIB KICK", "ONSIDE KICK", "FREE KICK")
#: The example has the return only: we add the kick that leads to it.
PUNT_RETURN, KICKOFF_RETURN = "PUNT RETURN", "KICKOFF RETURN"
_PUNT, _KICKED_FROM = 40, 35
_GAIN = re.compile(r"(\d+)-yard (completion|pass|run|gain|sack|loss|scramble)")
#: What the rolls hit: chart -> total -> text.
Cells = dict[str, dict[int, str]]


@dataclass
class Rolled:
    """One roll of the example on the chart that it really reads."""

    chart: str
    dice: int
    total: int | None
    result: str
    #: The guide's example has this roll, but the rules do not ask for it.
    optional: bool = False


def _rolls(example: Example, results: Mapping[int, str]) -> Iterator[Rolled]:
    """The rolls of an example; a chart that is misprinted or missing is that of the call."""
    offense, defense = f"offense.{example.play}", f"defense.{example.formation}.{example.play}"
    for number, roll in enumerate(example.rolls):
        name = str(roll.get("chart") or roll.get("who"))
        is_offense = not roll.get("chart") or name.startswith("offense.(")
        result = results.get(number, "0") if roll.get("result") is None else str(roll["result"])
        yield Rolled(
            defense if name.startswith("defense") else offense if is_offense else name,
            ev.DICE_NAMES.index(roll.get("dice") or "offensive"),
            roll.get("total"),
            f"{result}!" if roll.get("bold") else result,
            bool(roll.get("erased") or roll.get("overridden")),
        )
    if isinstance(words := example.call.get("play"), str):
        yield Rolled(offense, ev.OFFENSIVE, None, _told_play(words))
        yield Rolled(defense, ev.DEFENSIVE, None, "0")


def _told_play(words: str) -> str:
    """A play that is described in words (`6-yard completion, inbounds`) as a cell."""
    match = _GAIN.search(words)
    yards = int(match[1]) if match else 0
    if "incomplete" in words:
        return "INC"
    if "out of bounds" in words:
        yards = yards or 1
    sign = "-" if yards and match and match[2] in ("sack", "loss") else ""
    return f"{sign}{yards}{'*' if 'out of bounds' in words else ''}"


def _placed(rolls: list[Rolled]) -> Cells:
    """Give every roll a total: a printed one stays, a lost one gets a free row."""
    placed: Cells = defaultdict(dict)
    for roll in rolls:
        if roll.total is not None:
            if roll.total not in DICE_SETS[roll.dice].ways:
                raise InputError(
                    f"{roll.total} on {roll.chart} is not a total of the {ev.DICE_NAMES[roll.dice]} dice."
                )
            placed[roll.chart].setdefault(roll.total, roll.result)
    for roll in rolls:
        cells = placed[roll.chart]
        if roll.total is None or (cells[roll.total] != roll.result and roll.dice != ev.D10):
            totals = DICE_SETS[roll.dice].totals
            same = [total for total, text in cells.items() if text == roll.result]
            free = [total for total in totals if total not in cells]
            roll.total = (same or free or [totals[0]])[0]
            cells.setdefault(roll.total, roll.result)
    return placed


def _blank_chart(season: int, code: str, state: Json) -> charts.TeamChart:
    """A blank chart with the figures of the example; every supplement chart is there, with nothing on it."""
    chart = charts.blank_chart(season, charts.TeamName(code, code, code))
    assert chart.supplement is not None
    rating, quota = str((state.get("msr") or {}).get(code, "000")), state.get("quota") or {}
    sets: dict[str, Any] = dict.fromkeys(col.CANCELLATION, _NEVER)
    supplement = replace(
        chart.supplement,
        **sets,
        short_pass_big_play=chart.offense.columns[col.BREAKAWAY],
        sack_rate=charts.SackRate(
            charts.Marks("SCK", _NEVER), int(state.get("sack_yards", -7)), int(state.get("scramble_yards", 6))
        ),
        fumble_recovery=charts.Marks("G", _NEVER),
        penalty_influence={
            foul: charts.Marks(cancels, _NEVER) for foul, (_, cancels) in col.INFLUENCE_MARKS.items()
        },
        line_of_scrimmage=dict.fromkeys(col.LINE_OF_SCRIMMAGE, _NEVER),
        play_calls={play: charts.PlayCalls(0, int(quota.get(play, 99))) for play in col.PLAYS},
        muffed_snap_percent=int(rating) / 10,
        muffed_snap_rating=rating,
    )
    return replace(chart, supplement=supplement)


def lay(cells: Cells, table: Matchup) -> None:
    """Write the cells on the sheets of both teams: it depends on the play whose sheet is read.

    A supplement chart without a roll is left out.
    """
    fields = table.fields
    adjusts, forces = table.options.fg_adjustment, table.options.defense_penalty_influence
    recovers = "G" if "recovered" in cells[_RECOVERY].values() else "NG"
    for team, sheet in enumerate(table.sheets):
        for name, column in zip((*ev.THIRTY, *ev.FIVE), (*sheet.columns, *sheet.fives), strict=True):
            for total, text in cells[name].items():
                with suppress(charts.NotAResultError):
                    column[total] = cell_of(charts.parse(text))
        marks = fields["marks"][team]
        for mark, (name, hit, miss) in enumerate(ev.MARKED):
            words = (hit,) if hit else (*SACK_MARKS[1:], *FUMBLE_MARKS[1:])
            on = bits(
                total
                for total, text in cells[name].items()
                if (text != miss if name in (_RECOVERY, "special.PAT") else text in words)
            )
            is_there = cells[name] or not name.startswith("supplement.")
            marks[mark] = marks[mark] and (marks[mark] & ~bits(cells[name]) | on if is_there else 0)
        for total, text in cells[ev.INFLUENCE].items():
            sheet.forced[total] = [cell_of(charts.parse(foul)) for foul in text.split(" + ") if foul != "0"]
        fields["forces_fouls"][team] = int(forces and bool(cells[ev.INFLUENCE]))
        fields["has_fg_adjustment"][team] = int(adjusts and bool(cells["adjustment.FG"]))
        fields["has_big_play"][team] &= bool(cells[f"supplement.{col.BIG_PLAY}"])
        for name, chart, symbols, other in (
            ("sack_mark", _SACKS, SACK_MARKS, "SCK"),
            ("fumble_mark", _FUMBLES, FUMBLE_MARKS, recovers),
        ):
            found = next((text for text in cells[chart].values() if text in symbols[1:]), other)
            fields[name][team] = fields[name][team] and symbols.index(found if cells[chart] else "0")


# The position.


@dataclass(frozen=True)
class Setting:
    """Everything that is needed to play an example."""

    example: Example
    teams: Teams
    matchup: Matchup
    state: GameState
    rolls: list[Rolled]
    cells: Cells


def build(example: Example, results: Mapping[int, str]) -> Setting:
    """Set the table for an example; `results` are the cells to use for lost ones."""
    teams, state = find_teams(example), example.state
    offense = teams.number(state.get("kicking_team") or state.get("possession") or teams.codes[0])
    rolls = list(_rolls(example, results))
    if example.special == PUNT_RETURN:
        rolls.insert(0, Rolled("special.PUNT", ev.OFFENSIVE, None, str(_PUNT)))
    elif example.special == KICKOFF_RETURN:
        kicked = 100 - read_spot(str(state["ball_on"]), offense, teams) - _KICKED_FROM
        rolls.insert(0, Rolled("special.KICKOFF", ev.OFFENSIVE, None, str(kicked)))
    cells = _placed(rolls)
    home, away = (
        _blank_chart(season, code, state) for season, code in zip(teams.seasons, teams.codes, strict=True)
    )
    table = matchup(home, away, None, _options(example))
    lay(cells, table)
    longest = (value for key, value in state.items() if "field_goal" in key and isinstance(value, int))
    table.fields["longest_field_goal"][:] = [next(longest, _ANY_RANGE if cells["special.FIELD GOAL"] else 0)] * 2
    return Setting(example, teams, table, _state(example, teams, table, offense), rolls, cells)


def _options(example: Example) -> Options:
    """Basic play with the listed features; an advanced example without a list has every feature."""
    if example.mode == "advanced" and not example.options:
        return Options.advanced()
    options = Options.basic().with_features([name for name in example.options if name in FEATURES])
    if example.mode == "advanced":
        options = replace(options, offense_fumble_return="d10")
    switched = {name: True for name in example.options if name in ("third_play_30", "playoff")}
    told = {name: example.state[name] for name in options.to_json() if name in example.state}
    return Options.from_json({**options.to_json(), **switched, **told})


def _pair(told: Any, teams: Teams, default: Pair) -> Pair:
    values = list(default)
    for name, value in (told if isinstance(told, Mapping) else {}).items():
        values[teams.number(name)] = int(value)
    return values[0], values[1]


def _state(example: Example, teams: Teams, table: Matchup, offense: int) -> GameState:
    told, special, start = example.state, example.special, first_state(table)
    period = int(told.get("quarter") or (4 if told.get("half") == 2 else 1))
    ball_on, distance = told.get("ball_on"), told.get("distance")
    spot = read_spot(str(ball_on), offense, teams) if ball_on else 30
    calls, none = told.get("plays_called") or {}, (0,) * len(col.PLAYS)
    mine = tuple(int(calls.get(play, 0)) for play in col.PLAYS)
    pairs: dict[str, Any] = {
        name: _pair(told.get(key), teams, getattr(start, name)) for key, name in STATE_PAIRS.items()
    }
    state = start._replace(
        phase=SCRIMMAGE,
        period=period,
        clock=field.clock_seconds(told["clock"]) if told.get("clock") else start.clock,
        possession=offense,
        down=int(told.get("down") or 1),
        spot=spot,
        to_gain=100 if distance == "goal" else min(100, spot + int(distance)) if distance else line_to_gain(spot),
        by_period=((0, 0),) * period,
        calls=(mine, none) if offense == 0 else (none, mine),
        pending_team=offense,
        **pairs,
    )
    if period > 4:
        state = _in_overtime(state, table, str(told.get("situation") or ""))
    if "reveal" in str(example.call.get("timeout")) and not example.call.get("play") and not special:
        # The last play is already off the clock of the example.
        state = state._replace(pending=40, pending_row=ROWS[IN_BOUNDS], stoppable=True, clock=state.clock + 40)
    if special in KICKS:
        free = special == "FREE KICK" or "safety" in str(told.get("situation"))
        line = table.constants.free_kick_line if free else table.constants.kickoff_line
        shift = spot - line if ball_on else 0
        return state._replace(
            phase=FREE_KICK if free else KICKOFF, down=0, to_gain=0, spot=line, kickoff_shift=shift
        )
    if special in d.EVERY_CHOICE[d.Ask.TRY]:
        spot = spot if ball_on else 100 - table.constants.two_point_spot
        return state._replace(phase=TRY, down=0, spot=spot, to_gain=100)
    if special == PUNT_RETURN:
        punter = 100 - spot - _PUNT
        return state._replace(possession=1 - offense, down=4, spot=punter, to_gain=line_to_gain(punter))
    if special == KICKOFF_RETURN:
        return state._replace(phase=KICKOFF, possession=1 - offense, down=0, to_gain=0, spot=_KICKED_FROM)
    return state


def _in_overtime(state: GameState, table: Matchup, situation: str) -> GameState:
    """How far overtime has come: as the situation says, else past the guaranteed possessions (R30.2)."""
    stage = field.SUDDEN_DEATH
    if table.overtime.ot_format in ("modified", "both possess"):
        stage = field.FIRST_POSSESSION if "first possession" in situation else stage
        stage = field.SECOND_POSSESSION if "second possession" in situation else stage
    first = state.possession if stage != field.SECOND_POSSESSION else 1 - state.possession
    return state._replace(overtime=stage, received_first=first)
