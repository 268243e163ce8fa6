"""Coach tables: what was called by down, distance, field position and state of the game (`chartkit/coach@1`).

The percentages of the sheet (R31) and the tables of a coach file, laid out for `decide`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, pairwise, product
from operator import mul
from typing import Any, NamedTuple

from chartkit.errors import InputError
from chartkit.running.fields import zeros
from chartkit.systems.ddf.charts import FORMATIONS, PASSES, PLAYS, RUNS, Supplement
from chartkit.systems.ddf.coaches.mind import (
    FOURTH_DOWN,
    LAST_STATE_CLOCK,
    LAST_STATE_PERIOD,
    MOST_FACED,
    MOST_FOURTH_DOWNS,
    MOST_HABITS,
    MOST_LEAD,
    MOST_MOMENTS,
    MOST_SITUATIONS,
    MOST_STATES,
    MOST_TIME_CLASSES,
    MOST_TRY_LEAD,
    SIDES,
    SITUATION,
    SOLITAIRE,
    STATE_SECONDS,
    WHEN,
    WHOLE,
)
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.rules import names as n

DOWNS = ("1", "2", "3", "4")
#: The halves of a game as coach files name them; the first ends with this period.
HALVES = ("first half", "second half")
HALF_TIME = 2


class State(NamedTuple):
    """A state of the game: the first of the list that fits holds."""

    name: str
    quarters: tuple[int, ...]
    seconds: int
    ahead_from: int
    ahead_to: int


def class_names(edges: Sequence[int]) -> tuple[str, ...]:
    """`1`, `2-3`, ..., `11+`: edges are the last value of each class."""
    names, low = [], 1
    for edge in edges:
        names.append(str(low) if low == edge else f"{low}-{edge}")
        low = edge + 1
    return (*names, f"{low}+")


def class_of(value: int, edges: Sequence[int]) -> int:
    """The first edge that the value does not exceed."""
    return next((place for place, edge in enumerate(edges) if value <= edge), len(edges))


@dataclass(frozen=True, slots=True)
class Grid:
    """How situations are told apart; edges are the last value of each class."""

    distance: tuple[int, ...]
    field: tuple[int, ...]
    kick_field: tuple[int, ...]
    states: tuple[State, ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Grid:
        """Read the `situations` of a coach file, or the same of the compiler's settings."""
        return cls(
            tuple(data["distance"]),
            tuple(data["field"]),
            tuple(data["kick_field"]),
            tuple(State(**{**each, "quarters": tuple(each["quarters"])}) for each in data["states"]),
        )

    def to_json(self) -> dict[str, Any]:
        """The grid as coach files state it."""
        return {
            "distance": list(self.distance),
            "field": list(self.field),
            "kick_field": list(self.kick_field),
            "states": [{**state._asdict(), "quarters": list(state.quarters)} for state in self.states],
        }

    @property
    def distances(self) -> tuple[str, ...]:
        """Names of the distance classes: `1`, `2-3`, ..., `11+`."""
        return class_names(self.distance)

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the classes of distance to the goal."""
        return class_names(self.field)

    @property
    def kick_fields(self) -> tuple[str, ...]:
        """Names of the finer classes that fourth downs use."""
        return class_names(self.kick_field)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of the game; `normal`, the last, is everything else."""
        return (*(state.name for state in self.states), "normal")

    def state_of(self, quarter: int, seconds: int, ahead: int) -> int:
        """The number of the state of the game; the last is everything else."""
        for place, (_, quarters, most, low, high) in enumerate(self.states):
            if quarter in quarters and seconds <= most and low <= ahead <= high:
                return place
        return len(self.states)


FORMAT = "chartkit/coach@1"
#: Percent of passes of a team whose sheet does not say.
USUAL_PASS_PERCENT = 55
#: Rows of the grid by down: a try (0) is called as a third down is, since it is the last chance.
_DOWN_ROWS = (2, 0, 1, 2, 3)
Shares = Mapping[str, float]
Place = tuple[int, ...]


class Places(Mapping[Place, Shares]):
    """A table by class numbers: the shares of the choices in each situation."""

    def __init__(self, table: Mapping[str, Shares], axes: tuple[tuple[str, ...], ...]) -> None:
        self._table = table
        self._axes = axes

    def __getitem__(self, place: Place) -> Shares:
        return self._table[self._name(place)]

    @cached_property
    def every_place(self) -> list[Place]:
        """All situations of the grid, whether the table has them or not."""
        return list(product(*(range(len(axis)) for axis in self._axes)))

    @cached_property
    def every_row(self) -> Mapping[str, Shares]:
        """The shares of each situation by its name, in the same order; empty where the table says nothing."""
        return {name: self._table.get(name, {}) for name in map("|".join, product(*self._axes))}

    @property
    def missing(self) -> list[str]:
        """The situations that the table says nothing about."""
        return [name for name, shares in self.every_row.items() if not any(shares.values())]

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and self._name(place) in self._table

    def __iter__(self) -> Iterator[Place]:
        return (place for place in self.every_place if place in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _name(self, place: Place) -> str:
        return "|".join(axis[number] for axis, number in zip(self._axes, place, strict=True))


def _unusable(data: Mapping[str, Any], why: str) -> InputError:
    return InputError(
        f"the coach table of {data.get('team', 'a team')} cannot be used: {why}.",
        remedy="`chartkit compile` writes whole ones.",
    )


@dataclass(frozen=True)
class CoachTable:
    """One team's (or the league's) tables, by class numbers."""

    grid: Grid
    #: By down, distance, field, state of the game.
    calls: Places
    #: By distance, kick field, state of the game.
    fourth_down: Places
    #: As the calls, in the offense's situation.
    formations: Places
    #: How much more often than usual opponents make a call against this team's defense.
    faced: Shares
    #: Chance of a try for two points by half of the game and lead; without a table the habits say.
    two_points: tuple[Mapping[int, float], ...]
    #: Chance of a squib kick by state of the game; without a table the habits say.
    squibs: tuple[float, ...]
    #: The yard line that pooched punts aim at; 0 without one of its own.
    pooch_land_at: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any], league: Mapping[str, Any] | None = None) -> CoachTable:
        """Read a coach file; formations are the league's."""
        try:
            table = cls._read(data, league or {})
            missing = [name for places in (table.calls, table.fourth_down) for name in places.missing]
        except (AttributeError, KeyError, TypeError, ValueError) as mistake:
            raise _unusable(data, f"{mistake.args[0]!r} is missing or not what it should be") from mistake
        if missing:
            raise _unusable(data, f"it says nothing about {len(missing)} situations, such as {missing[0]!r}")
        for what, number, most in (
            ("situations", len(table.calls.every_place), MOST_SITUATIONS),
            ("fourth downs", len(table.fourth_down.every_place), MOST_FOURTH_DOWNS),
            ("states of the game", len(table.grid.states), MOST_STATES),
        ):
            if number > most:
                raise InputError(
                    f"the coach table of {data.get('team', 'a team')} has {number} {what}; {most} is the most.",
                    remedy="Compile it with a coarser grid of situations.",
                )
        return table

    @classmethod
    def _read(cls, data: Mapping[str, Any], league: Mapping[str, Any]) -> CoachTable:
        grid = Grid.from_json(data["situations"])
        distances, fields, kicks, states = grid.distances, grid.fields, grid.kick_fields, grid.state_names
        answers = data.get("formations") or league.get("formations") or {}
        return cls(
            grid,
            Places(data["calls"], (DOWNS, distances, fields, states)),
            Places(data["fourth_down"], (distances, kicks, states)),
            Places(answers, (DOWNS, distances, fields, states)),
            data.get("faced", {}),
            tuple(
                {int(lead): share for lead, share in data["two_point"][half].items()}
                for half in HALVES
                if "two_point" in data
            ),
            tuple(data["squib"].get(state, 0.0) for state in states if "squib" in data),
            int(data.get("pooch", {}).get("land_at", 0)),
        )

    def two_point_chance(self, period: int, lead: int) -> float:
        """The chance of a try for two points; a lead that the table does not have is the nearest one."""
        table = self.two_points[period > HALF_TIME]
        return table[min(table, key=lambda known: abs(known - lead))]

    @cached_property
    def fields(self) -> Mapping[str, Any]:
        """The team's part of the fields of `Mind`, but for the calls; laid out once, since games share it."""
        grid = self.grid
        states, distances = len(grid.state_names), [class_of(yards, grid.distance) for yards in range(101)]
        return {
            "coach_kind": SITUATION,
            "coach_distance_place": [
                [(down * len(grid.distances) + place) * len(grid.fields) * states for place in distances]
                for down in _DOWN_ROWS
            ],
            "coach_field_place": [class_of(yards, grid.field) * states for yards in range(101)],
            "coach_kick_distance_place": [place * len(grid.kick_fields) * states for place in distances],
            "coach_kick_field_place": [class_of(yards, grid.kick_field) * states for yards in range(101)],
            **_moments(grid),
            "coach_formations": _summed(_laid_out(self.formations, FORMATIONS, MOST_SITUATIONS)),
            "coach_fourth_downs": _summed(_laid_out(self.fourth_down, FOURTH_DOWN, MOST_FOURTH_DOWNS)),
            "coach_has_two_points": int(bool(self.two_points)),
            "coach_two_points": self._tries(),
            "coach_pooch_land_at": self.pooch_land_at,
            "coach_has_squibs": int(bool(self.squibs)),
            "coach_squibs": [
                *(round(share * WHOLE) for share in self.squibs),
                *[0] * (MOST_STATES + 1 - len(self.squibs)),
            ],
        }

    @cached_property
    def shares(self) -> list[list[int]]:
        """The plays of each situation as parts of `WHOLE`."""
        return _laid_out(self.calls, PLAYS, MOST_SITUATIONS)

    @cached_property
    def _weighed(self) -> dict[tuple[int, ...], list[list[int]]]:
        """What `calls_against` found, by what the opponent's defense faces."""
        return {}

    def calls_against(self, opponent: CoachTable | None) -> list[list[int]]:
        """Running sums of the plays of each situation when this coach meets an opponent's defense."""
        weights = tuple(faced_parts(opponent))
        if weights not in self._weighed:
            self._weighed[weights] = [_parts_reached(list(map(mul, row, weights))) for row in self.shares]
        return self._weighed[weights]

    def _tries(self) -> list[list[int]]:
        leads = range(-MOST_TRY_LEAD, MOST_TRY_LEAD + 1)
        if not self.two_points:
            return [[0 for _ in leads] for _ in HALVES]
        return [
            [round(self.two_point_chance(period, lead) * WHOLE) for lead in leads] for period in (1, HALF_TIME + 1)
        ]


def percent(shares: Shares, name: str) -> int:
    """The share of a choice, in whole percent."""
    return round(100 * shares.get(name, 0.0) / sum(shares.values()))


def _parts(shares: Sequence[float]) -> list[int]:
    """Shares as parts of `WHOLE` that add up to it; all 0 when there are none."""
    whole = sum(shares) or 1.0
    reach = [round(each / whole * WHOLE) for each in accumulate(shares, initial=0.0)]
    return [upto - start for start, upto in pairwise(reach)]


def _padded(rows: Sequence[list[int]], size: int, width: int) -> list[list[int]]:
    return [*rows, *([0] * width for _ in range(size - len(rows)))]


def _laid_out(places: Places, names: Sequence[str], size: int) -> list[list[int]]:
    """The shares of a table by the number of the situation; 0 where the table says nothing."""
    rows = [
        _parts([shares.get(name, 0.0) for name in names]) if shares else [0] * len(names)
        for shares in places.every_row.values()
    ]
    return _padded(rows, size, len(names))


def _moments(grid: Grid) -> dict[str, Any]:
    """Moments, which are a period and a class of the clock, and the state at each: the first that fits."""
    clocks = sorted({min(state.seconds // 10 * 10 // STATE_SECONDS, LAST_STATE_CLOCK) for state in grid.states})
    found = [[len(grid.states)] * (2 * MOST_LEAD + 1) for _ in range(MOST_MOMENTS)]
    for number, state in reversed(list(enumerate(grid.states))):
        latest = class_of(min(state.seconds // 10 * 10 // STATE_SECONDS, LAST_STATE_CLOCK), clocks)
        first, last = max(state.ahead_from, -MOST_LEAD) + MOST_LEAD, min(state.ahead_to, MOST_LEAD) + MOST_LEAD
        for period, time in product(state.quarters, range(latest + 1)):
            row = found[min(period, LAST_STATE_PERIOD) * MOST_TIME_CLASSES + time]
            row[first : last + 1] = [number] * (last + 1 - first)
    return {
        "coach_moment": [
            [period * MOST_TIME_CLASSES + class_of(clock, clocks) for clock in range(LAST_STATE_CLOCK + 1)]
            for period in range(LAST_STATE_PERIOD + 1)
        ],
        "coach_state_at": found,
    }


def _parts_reached(weights: Sequence[int]) -> list[int]:
    """Running sums of weights as parts of `WHOLE`; all 0 when there are none."""
    whole = sum(weights) or 1
    return [reached * WHOLE // whole for reached in accumulate(weights)]


def _summed(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(accumulate(row)) for row in rows]


def faced_parts(opponent: CoachTable | None) -> list[int]:
    """How often an opponent's defense faces each play, as parts of the one that it faces most."""
    found = [opponent.faced.get(play, 1.0) if opponent else 1.0 for play in PLAYS]
    return [round(factor / max(found) * MOST_FACED) for factor in found]


def solitaire_fields(supplement: Supplement | None) -> Mapping[str, Any]:
    """The percentages of the sheet (R31.2, R31.3); without ranges the plays have equal shares."""
    ranges = supplement.solitaire if supplement else {}

    def sums(plays: Sequence[str]) -> list[int]:
        shares = [ranges[play][1] - ranges[play][0] + 1 if play in ranges else 0 for play in plays]
        return list(accumulate(shares if sum(shares) == 100 else [1] * len(plays)))

    return {
        "coach_kind": SOLITAIRE,
        "coach_pass_percent": (supplement.pass_percent if supplement else None) or USUAL_PASS_PERCENT,
        "coach_runs": sums(RUNS),
        "coach_passes": sums(PASSES),
    }


def team_fields(supplement: Supplement | None, table: CoachTable | None) -> dict[str, Any]:
    """A team's part of the fields of `Mind`: the sheet's percentages, and the coach's table if there is one."""
    return {**solitaire_fields(supplement), **(table.fields if table else {})}


def lay_team(game: Any, team: int, fields: Mapping[str, Any]) -> None:
    """Write a team's fields into a game."""
    for name, value in fields.items():
        getattr(game, name)[team] = value


# The habits of every coach.


HABITS_FILE = "coach_habits.json"
#: No clock is this low.
NEVER = -1
#: Kinds of kickoffs as the file names them, in the order of `rules.names`.
_KICKOFFS = ("KICKOFF", "SQUIB KICK", "ONSIDE KICK")
#: The sides of the mismatch table as the file names them: bad for the offense, good for it.
_MISMATCHES = ("bad", "good")


@cache
def habits() -> Mapping[str, Any]:
    """The shipped habits."""
    found: Mapping[str, Any] = json.loads(shipped(HABITS_FILE))
    return found


@cache
def mismatches() -> Mapping[str, Any]:
    """The shipped table of mismatches of play and formation (R28.15, R31.6)."""
    found: Mapping[str, Any] = json.loads(shipped("mismatches.json"))
    return found


def bits(numbers: Iterable[int]) -> int:
    """A set of numbers as one number with a bit for each."""
    return sum(1 << number for number in numbers)


def when(row: Mapping[str, Any]) -> list[int]:
    """When a row holds: periods, seconds left, lead from, lead to."""
    return [bits(row["periods"]), row["clock"], *row["ahead"]]


def _rows(name: str, rows: Sequence[list[int]], width: int) -> list[list[int]]:
    """Rows of a habit; those that are empty hold in no period."""
    if len(rows) > MOST_HABITS:
        raise InputError(f"{name} has {len(rows)} rows; {MOST_HABITS} is the most.", where=HABITS_FILE)
    return [*rows, *([0] * width for _ in range(MOST_HABITS - len(rows)))]


def _first_down_worth(points: Sequence[Sequence[int]]) -> list[int]:
    """Thousandths of a point of first and 10 at each yard line 0..100: straight lines between the points."""
    found = [points[0][1]]
    for spot in range(1, 101):
        left = max((point for point in points if point[0] <= spot), key=lambda point: point[0])
        right = min((point for point in points if point[0] >= spot), key=lambda point: point[0], default=points[-1])
        width = right[0] - left[0]
        found.append(left[1] if not width else left[1] + (right[1] - left[1]) * (spot - left[0]) // width)
    return found


@cache
def habit_fields() -> Mapping[str, Any]:
    """The fields of `Mind` that hold for every coach."""
    data, answers = habits(), mismatches()
    two, value, fronts = data["two_points"], data["value"], data["formations"]
    kickoffs = [[*when(row), _KICKOFFS.index(row["choice"])] for row in data["kickoff"]]
    hurries = [
        [*when(row), SIDES.index(row["side"]), row["from_spot"], row["to_spot"], row["from_down"]]
        for row in data["hurry"]
    ]
    shares = (fronts["tries"], *fronts["downs"], fronts["short"], fronts["long"])
    unfit = [
        [bits(FORMATIONS.index(each) for each in answers["plays"][play][side]) for play in PLAYS]
        for side in _MISMATCHES
    ]
    return {
        "habit_kickoffs": _rows("kickoff", kickoffs, WHEN + 1),
        "habit_hurries": _rows("hurry", hurries, WHEN + 4),
        "habit_hurry_inside": [
            max((row["clock"] for row in data["hurry"] if period in row["periods"]), default=NEVER)
            for period in range(n.MOST_PERIODS)
        ],
        "habit_timeout_inside": data["timeout_inside"],
        "habit_spike_inside": data["spike_inside"],
        "habit_last_kick_inside": data["last_kick_inside"],
        "habit_half_kneel_clock": data["kneel_at_half"]["clock"],
        "habit_half_kneel_spot": data["kneel_at_half"]["to_spot"],
        "habit_pooch_inside": data["pooch"]["inside"],
        "habit_pooch_land_at": data["pooch"]["land_at"],
        "habit_let_it_roll_at": data["let_it_roll_at"],
        "habit_go_from": data["fourth_down"]["go_from"],
        "habit_go_with": data["fourth_down"]["go_with"],
        "habit_two_point_periods": bits(two["periods"]),
        "habit_two_point_clock": two["clock"],
        "habit_two_point_leads": [int(lead in two["ahead"]) for lead in range(-MOST_LEAD, MOST_LEAD + 1)],
        "habit_formations": [list(accumulate(row)) for row in shares],
        "habit_mismatches": unfit,
        "habit_audibles": [
            unfit if down in answers["downs"] else zeros(len(_MISMATCHES), len(PLAYS))
            for down in range(n.DOWNS + 1)
        ],
        "habit_audible_chance": round(answers["chance"] * WHOLE),
        "habit_worth_first_down": _first_down_worth(value["first_down"]),
        "habit_worth_down": value["down"],
        "habit_worth_yard": value["yard_to_go"],
        "habit_worth_far_yard": value["far_yard"],
        "habit_worth_try": value["try"],
        "habit_worth_kickoff": value["kickoff"],
        "habit_worth_kickoff_yard": value["kickoff_yard"],
        "habit_worth_free_kick": value["free_kick"],
        "habit_worth_last_play": value["last_play"],
    }


def lay_habits(game: Any) -> None:
    """Write the habits into the fields of a game."""
    for name, value in habit_fields().items():
        setattr(game, name, value)
