"""The rules that are tables (R0.5), read from data files that a publisher can edit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.dice import parse_totals
from chartkit.errors import InputError
from chartkit.systems.ddf.charts import PLAYS, Kind, Squeeze
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.priority import COLUMN_NAMES, OUTCOMES, ROW_NAMES
from chartkit.systems.ddf.rules.priority_chart import PriorityChart
from chartkit.systems.ddf.rules.season_constants import SeasonConstants, constants_of

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

    def seconds(self, row: str) -> int:
        """What a row of the chart costs."""
        return self.rows[row][1]


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


def rule_fields(book: RuleBook, season: int, options: Options) -> dict[str, Any]:
    """The rule book as the fields of a game: of the home team's season (R3.9), under these options."""
    timing, constants = book.timing, book.season(season)
    overtime = book.overtime_of(season, playoff=options.playoff)
    fouls = {n.KINDS.index(kind): foul for kind, foul in book.fouls.items()}
    kinds, periods = range(len(n.KINDS)), range(n.MOST_PERIODS)
    rolls = [book.roll_direction.get(total, (0, 0)) for total in range(6)]
    stops = [int(_ends_half(timing, period, playoff=options.playoff)) for period in periods]
    by_play = [book.pi_x.get(play, (0, 0)) for play in PLAYS]
    return {
        "priority": [
            [OUTCOMES.index(book.priority.outcomes[row, column]) for column in COLUMN_NAMES] for row in ROW_NAMES
        ],
        "seconds": [timing.rows[row][1] for row in n.ROWS],
        "rank": [timing.rows[row][0] for row in n.ROWS],
        "period_seconds": timing.period_seconds,
        "two_minute_stop": stops,
        "two_minutes": timing.stop_at,
        # R23.4: the window of the last quarter holds in overtime too.
        "late_from": [
            timing.late.get(n.REGULATION if period > n.REGULATION and stops[period] else period, -1)
            for period in periods
        ],
        "foul_walk": [fouls[kind].yards if kind in fouls else 0 for kind in kinds],
        "foul_from": [n.WALKED_FROM.index(fouls[kind].walked_from) if kind in fouls else 0 for kind in kinds],
        "foul_first_down": [int(kind in fouls and fouls[kind].first_down) for kind in kinds],
        "foul_on_score": [n.ON_SCORE.index(fouls[kind].on_score) if kind in fouls else n.NOTHING for kind in kinds],
        "not_allowed": [book.not_allowed.get(play, -1) for play in PLAYS],
        "kickoff_out_of_bounds": book.kickoff_out_of_bounds,
        "interference_in_end_zone": book.interference_in_end_zone,
        "holding_safety_inside": book.holding_safety_inside,
        "fg_adjustment_inside": book.fg_adjustment_inside,
        "roll_inside": book.roll_inside,
        "roll_way": [way for way, _ in rolls],
        "roll_zero": [zero for _, zero in rolls],
        "pi_dice": [dice for dice, _ in by_play],
        "pi_plus": [plus for _, plus in by_play],
        "pi_chosen": sum(1 << face for face in book.pi_x_chosen),
        "kickoff_line": constants.kickoff_line,
        "kickoff_touchback": constants.kickoff_touchback,
        "landing_zone": constants.landing_zone,
        "landing_zone_touchback": constants.landing_zone_touchback,
        "touchback": constants.touchback,
        "free_kick_line": constants.free_kick_line,
        "two_point_spot": constants.two_point_spot,
        "kick_penalty_spot": constants.kick_penalty_spot,
        "two_point_try": constants.two_point_try,
        "try_defense_return": constants.try_defense_return,
        "missed_field_goal": n.MISSED_KICKS.index(constants.missed_field_goal),
        "kick_spot_behind_los": constants.kick_spot_behind_los,
        "onside_distance": constants.onside_distance,
        "onside_when": n.ONSIDE_TIMES.index(constants.onside_when),
        "onside_recovered": sum(1 << total for total in constants.onside_recovered),
        "squib_distance": constants.squib_distance,
        "ot_format": n.OVERTIME_FORMATS.index(overtime.ot_format),
        "ot_seconds": overtime.ot_seconds,
        "ot_timeouts": overtime.ot_timeouts,
        "ot_tie_allowed": overtime.ot_tie_allowed,
        "plays_holding": options.holding,
        "plays_between_downs": options.between_downs,
        "plays_audibles": options.audibles,
        "third_play_30": options.third_play_30,
        "spike_seconds": options.spike_seconds,
        "off15_moves_kickoff": options.off15_on_score == "kickoff",
        "own_fumble_return": n.FUMBLE_RETURNS.index(options.offense_fumble_return),
    }


def _ends_half(timing: Timing, period: int, *, playoff: bool) -> bool:
    """R23.4: the two-minute stop of the second and last quarter and of overtime, of every second in playoffs."""
    if period > n.REGULATION:
        return not playoff or period % 2 == 0
    return period in timing.stop_periods


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
