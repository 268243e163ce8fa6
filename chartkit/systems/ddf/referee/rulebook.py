"""The rules that are tables (R0.5), read from data files that a publisher can edit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.dice import parse_totals
from chartkit.errors import InputError
from chartkit.records import dataclass
from chartkit.systems.ddf.chart import Squeeze
from chartkit.systems.ddf.priority import PriorityChart
from chartkit.systems.ddf.referee.ending import IN_BOUNDS, KNEEL, OUT_OF_BOUNDS
from chartkit.systems.ddf.result import Kind
from chartkit.systems.ddf.season_constants import SeasonConstants, constants_of
from chartkit.systems.ddf.shipped import shipped

#: The data files, by name.
TABLES = (
    "priority_chart",
    "timing",
    "restrictions",
    "penalties",
    "let_it_roll",
    "pi_x",
    "season_constants",
    "overtime",
)

FROM_LINE, FROM_END, FROM_GAINING_RUN = "line", "end", "end of a gaining run"
WIPES_OUT, TO_KICKOFF, NOTHING = "wipes out", "kickoff", "nothing"


@dataclass(frozen=True, slots=True)
class FoulRule:
    """What a foul costs on a play from scrimmage (R19-R21)."""

    yards: int
    walked_from: str
    first_down: bool
    on_score: str


@dataclass(frozen=True, slots=True)
class OvertimeRule:
    """Overtime of one kind of game in one season (R30.2)."""

    ot_format: str
    ot_seconds: int
    ot_timeouts: int
    ot_tie_allowed: bool


@dataclass(frozen=True, slots=True)
class Timing:
    """The timing chart (R23.1)."""

    #: Row -> (rank, seconds); of the rows that apply the highest rank counts (R23.3).
    rows: Mapping[str, tuple[int, int]]
    #: Period -> seconds left from which out of bounds stops the clock.
    late: Mapping[int, int]
    stop_periods: frozenset[int]
    stop_at: int
    period_seconds: int
    #: Row -> its seconds, whether they stay open until the next reveal (R23.2), and whether a timeout is allowed
    #: then (R24.1).
    after_play: Mapping[str, tuple[int, bool, bool]]

    def seconds(self, row: str) -> int:
        """What a row of the chart costs."""
        return self.rows[row][1]

    def lowest(self, rows: tuple[str, ...]) -> str:
        """The row that counts of those that apply (R23.3)."""
        return max(rows, key=lambda row: self.rows[row][0])


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All tables of the rules."""

    priority: PriorityChart
    timing: Timing
    #: Play -> yard line of the defense on or inside which it may not be called (R25.1).
    not_allowed: Mapping[str, int]
    #: The printed goal-line squeeze (R25.1).
    squeeze: tuple[Squeeze, ...]
    fouls: Mapping[Kind, FoulRule]
    kickoff_out_of_bounds: int
    interference_in_end_zone: int
    holding_safety_inside: int
    fg_adjustment_inside: int
    #: R16.6, R16.7.
    roll_inside: int
    #: Defensive total -> (+1 toward the goal or -1 back, what a 0 counts).
    roll_direction: Mapping[int, tuple[int, int]]
    #: Play -> (number of d10, plus) (R28.6).
    pi_x: Mapping[str, tuple[int, int]]
    pi_x_chosen: frozenset[int]
    constants: Mapping[str, Any]
    overtime: Mapping[str, Any]
    #: The files as they were read.
    tables: Mapping[str, Mapping[str, Any]]

    @classmethod
    def load(cls, folder: Path | None = None) -> RuleBook:
        """Read the tables; a file in `folder` takes the place of the one that ships with chartkit."""
        return cls.from_tables(
            {name: _read(name, folder) for name in TABLES}, where=str(folder) if folder else None
        )

    @classmethod
    def from_tables(cls, tables: Mapping[str, Mapping[str, Any]], *, where: str | None = None) -> RuleBook:
        """Build the book from the JSON of all its tables."""
        try:
            return _build(tables)
        except (KeyError, TypeError, ValueError) as mistake:
            raise InputError(
                f"a table of the rules is not as it should be: {mistake!r}.",
                where=where,
                remedy="Compare it with the schema ddf-rule-tables.",
            ) from mistake

    def season(self, season: int) -> SeasonConstants:
        """The constants of a season (R29)."""
        return constants_of(self.constants, season)

    def overtime_of(self, season: int, *, playoff: bool) -> OvertimeRule:
        """How overtime is played in a season (R30.2)."""
        entries = self.overtime["playoff" if playoff else "regular"]
        held = [entry for entry in entries if entry["from"] <= season] or entries[:1]
        return OvertimeRule(**{name: value for name, value in held[-1].items() if name != "from"})


def _read(name: str, folder: Path | None) -> dict[str, Any]:
    if folder is not None and (edited := folder / f"{name}.json").is_file():
        text, where = edited.read_text("utf-8"), str(edited)
    else:
        where = f"data/{name}.json"
        text = shipped(f"{name}.json")
    try:
        data: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError as mistake:
        raise InputError(f"this is not JSON: {mistake.msg}.", where=f"{where}, line {mistake.lineno}") from mistake
    return data


def _after_play(row: str, seconds: int) -> tuple[int, bool, bool]:
    """A play of more than 10 seconds stays adjustable, and in bounds it can be stopped."""
    adjustable = row in (IN_BOUNDS, OUT_OF_BOUNDS, KNEEL) and seconds > 10
    return seconds, adjustable, adjustable and row != OUT_OF_BOUNDS


def _build(tables: Mapping[str, Any]) -> RuleBook:
    timing, penalties, roll = tables["timing"], tables["penalties"], tables["let_it_roll"]
    directions = {
        total: (1 if way["toward"] == "goal" else -1, way["zero"])
        for way in roll["directions"]
        for total in parse_totals(way["on"])
    }
    if sorted(directions) != [1, 2, 3, 4, 5]:
        raise ValueError("let_it_roll must give each defensive total 1-5 one direction")
    return RuleBook(
        priority=PriorityChart.from_json(tables["priority_chart"]),
        timing=Timing(
            rows={row["row"]: (rank, row["seconds"]) for rank, row in enumerate(timing["rows"])},
            late={window["period"]: window["left"] for window in timing["out_of_bounds_late"]},
            stop_periods=frozenset(timing["two_minute_stop"]["periods"]),
            stop_at=timing["two_minute_stop"]["at"],
            period_seconds=timing["period_seconds"],
            after_play={row["row"]: _after_play(row["row"], row["seconds"]) for row in timing["rows"]},
        ),
        not_allowed={row["play"]: row["inside"] for row in tables["restrictions"]["not_allowed"]},
        squeeze=tuple(
            Squeeze(row["inside"], tuple(row["calls"]), row["yards"], parse_totals(row["incomplete"]))
            for row in tables["restrictions"]["squeeze"]
        ),
        fouls={
            Kind(name): FoulRule(foul["yards"], foul["from"], foul["first_down"], foul["on_score"])
            for name, foul in penalties["fouls"].items()
        },
        kickoff_out_of_bounds=penalties["kickoff_out_of_bounds"],
        interference_in_end_zone=penalties["interference_in_end_zone"],
        holding_safety_inside=penalties["holding_safety_inside"],
        fg_adjustment_inside=penalties["fg_adjustment_inside"],
        roll_inside=roll["inside"],
        roll_direction=directions,
        pi_x={play: (rule["dice"], rule["plus"]) for play, rule in tables["pi_x"]["yards"].items()},
        pi_x_chosen=parse_totals(tables["pi_x"]["chosen_on"]),
        constants=tables["season_constants"],
        overtime=tables["overtime"],
        tables=tables,
    )


@cache
def standard_rules() -> RuleBook:
    """The rules as they ship with chartkit."""
    return RuleBook.load()


def edited_tables(rules: RuleBook) -> dict[str, Mapping[str, Any]]:
    """The tables that differ from those that ship with chartkit."""
    shipped = standard_rules().tables
    return {name: table for name, table in rules.tables.items() if table != shipped[name]}


def rules_with(edited: Mapping[str, Mapping[str, Any]]) -> RuleBook:
    """The shipped rules with some tables replaced."""
    if not edited:
        return standard_rules()
    if unknown := sorted(set(edited) - set(TABLES)):
        raise InputError(f"there is no table {unknown[0]!r}.", remedy=f"The tables are {', '.join(TABLES)}.")
    return RuleBook.from_tables({**standard_rules().tables, **edited})
