"""The rules that are tables (R0.5), read from data files that a publisher can edit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.dice import parse_totals
from chartkit.errors import InputError
from chartkit.football.field import FORMATS
from chartkit.systems.ddf.charts import PLAYS, Squeeze
from chartkit.systems.ddf.data import shipped
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Game, bits
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.priority import COLUMN_NAMES, OUTCOMES, ROW_NAMES
from chartkit.systems.ddf.rules.priority_chart import PriorityChart

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
class SeasonConstants:
    """What changed over the years and what did not (R29.1)."""

    kickoff_line: int
    kickoff_touchback: int
    #: From the receivers' goal line: a kick must land there or in the end zone (2024 on); 0 for none.
    landing_zone: int
    #: After a kick that first touched the ground in the field of play.
    landing_zone_touchback: int
    touchback: int
    free_kick_line: int
    two_point_try: bool
    try_defense_return: bool
    two_point_spot: int
    kick_penalty_spot: int
    #: `touchback`, `line of scrimmage` or `spot of the kick` (R17.3).
    missed_field_goal: str
    kick_spot_behind_los: int
    onside_distance: int
    #: `any time`, `behind in the fourth quarter` or `behind`.
    onside_when: str
    onside_recovered: frozenset[int]
    squib_distance: int
    big_play: bool
    muffed_snap_rating_printed: bool


@dataclass(frozen=True, slots=True)
class OvertimeRule:
    """Overtime of one kind of game in one season (R30.2)."""

    ot_format: str
    ot_seconds: int
    ot_timeouts: int
    ot_tie_allowed: bool


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All tables of the rules."""

    #: The files as they were read.
    tables: Mapping[str, Mapping[str, Any]]
    priority: PriorityChart
    #: The printed goal-line squeeze (R25.1).
    squeeze: tuple[Squeeze, ...]
    #: What the tables say in every season, as the fields of a game.
    fields: Mapping[str, Any]

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

    def seconds(self, row: str) -> int:
        """What a row of the timing chart costs (R23.1)."""
        seconds: int = self.fields["seconds"][n.ROWS.index(row)]
        return seconds

    def season(self, season: int) -> SeasonConstants:
        """The constants of a season (R29.1)."""
        columns = {name: each for name, each in self.tables["season_constants"].items() if isinstance(each, list)}
        values = {name: _in_force(entries, season)["value"] for name, entries in columns.items()}
        return SeasonConstants(**{**values, "onside_recovered": parse_totals(values["onside_recovered"])})

    def overtime_of(self, season: int, *, playoff: bool) -> OvertimeRule:
        """How overtime is played in a season (R30.2)."""
        rule = _in_force(self.tables["overtime"]["playoff" if playoff else "regular"], season)
        return OvertimeRule(**{name: value for name, value in rule.items() if name != "from"})


def _in_force(entries: Sequence[Mapping[str, Any]], season: int) -> Mapping[str, Any]:
    """The last entry that began by this season; a season before all of them plays by the first."""
    return ([entry for entry in entries if entry["from"] <= season] or entries[:1])[-1]


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
    priority = PriorityChart.from_json(tables["priority_chart"])
    restrictions = tables["restrictions"]
    not_allowed = {row["play"]: row["inside"] for row in restrictions["not_allowed"]}
    return RuleBook(
        tables=tables,
        priority=priority,
        squeeze=tuple(
            Squeeze(row["inside"], tuple(row["calls"]), row["yards"], parse_totals(row["incomplete"]))
            for row in restrictions["squeeze"]
        ),
        fields={
            "priority": [
                [OUTCOMES.index(priority.outcomes[row, column]) for column in COLUMN_NAMES] for row in ROW_NAMES
            ],
            "not_allowed": [not_allowed.get(play, -1) for play in PLAYS],
            **_timing_fields(tables["timing"]),
            **_penalty_fields(tables["penalties"]),
            **_chance_fields(tables["let_it_roll"], tables["pi_x"]),
        },
    )


def _timing_fields(timing: Mapping[str, Any]) -> dict[str, Any]:
    """The timing chart (R23.1); of the rows that apply the highest rank counts (R23.3)."""
    rows = {row["row"]: (rank, row["seconds"]) for rank, row in enumerate(timing["rows"])}
    late = {window["period"]: window["left"] for window in timing["out_of_bounds_late"]}
    periods = range(n.MOST_PERIODS)
    return {
        "seconds": [rows[row][1] for row in n.ROWS],
        "rank": [rows[row][0] for row in n.ROWS],
        "period_seconds": timing["period_seconds"],
        "two_minute_stop": [int(period in timing["two_minute_stop"]["periods"]) for period in periods],
        "two_minutes": timing["two_minute_stop"]["at"],
        "late_from": [late.get(period, -1) for period in periods],
    }


def _penalty_fields(penalties: Mapping[str, Any]) -> dict[str, Any]:
    """What each kind of foul costs on a play from scrimmage (R19-R21), and yard lines of fouls and kicks."""
    nothing = {"yards": 0, "from": n.WALKED_FROM[0], "first_down": False, "on_score": n.ON_SCORE[n.NOTHING]}
    if unknown := set(penalties["fouls"]) - set(n.KINDS):
        raise ValueError(f"there is no foul {min(unknown)}")
    fouls = [penalties["fouls"].get(kind, nothing) for kind in n.KINDS]
    names = ("kickoff_out_of_bounds", "interference_in_end_zone", "holding_safety_inside", "fg_adjustment_inside")
    return {
        "foul_walk": [foul["yards"] for foul in fouls],
        "foul_from": [n.WALKED_FROM.index(foul["from"]) for foul in fouls],
        "foul_first_down": [int(foul["first_down"]) for foul in fouls],
        "foul_on_score": [n.ON_SCORE.index(foul["on_score"]) for foul in fouls],
        **{name: penalties[name] for name in names},
    }


def _chance_fields(roll: Mapping[str, Any], interference: Mapping[str, Any]) -> dict[str, Any]:
    """Let it roll (R16.6, R16.7) and forced interference (R28.6)."""
    ways = {total: way for way in roll["directions"] for total in parse_totals(way["on"])}
    if sorted(ways) != [1, 2, 3, 4, 5]:
        raise ValueError("let_it_roll must give each defensive total 1-5 one direction")
    yards = [interference["yards"].get(play, {"dice": 0, "plus": 0}) for play in PLAYS]
    return {
        "roll_inside": roll["inside"],
        "roll_way": [0, *(1 if ways[total]["toward"] == "goal" else -1 for total in range(1, 6))],
        "roll_zero": [0, *(ways[total]["zero"] for total in range(1, 6))],
        "pi_dice": [each["dice"] for each in yards],
        "pi_plus": [each["plus"] for each in yards],
        "pi_chosen": bits(parse_totals(interference["chosen_on"])),
    }


def rule_fields(book: RuleBook, season: int, options: Options) -> dict[str, Any]:
    """The rule book as the fields of a game: of the home team's season (R3.9), under these options."""
    constants, overtime = book.season(season), book.overtime_of(season, playoff=options.playoff)
    known = {each.name for each in fields(Game)}
    named = {name: value for part in (constants, overtime, options) for name, value in asdict(part).items()}
    stops, late = list(book.fields["two_minute_stop"]), list(book.fields["late_from"])
    for period in range(n.REGULATION + 1, n.MOST_PERIODS):
        # R23.4: overtime ends like the last quarter, in playoffs every second period of it.
        if not options.playoff or period % 2 == 0:
            stops[period], late[period] = 1, late[n.REGULATION]
    return {
        **book.fields,
        **{name: value for name, value in named.items() if name in known},
        "two_minute_stop": stops,
        "late_from": late,
        "missed_field_goal": n.MISSED_KICKS.index(constants.missed_field_goal),
        "onside_when": n.ONSIDE_TIMES.index(constants.onside_when),
        "onside_recovered": bits(constants.onside_recovered),
        "ot_format": FORMATS.index(overtime.ot_format),
        "plays_holding": options.holding,
        "plays_between_downs": options.between_downs,
        "plays_audibles": options.audibles,
        "off15_moves_kickoff": options.off15_on_score == "kickoff",
        "own_fumble_return": n.FUMBLE_RETURNS.index(options.offense_fumble_return),
    }


@cache
def standard_rules() -> RuleBook:
    """The rules as they ship with chartkit."""
    return RuleBook.load()


@cache
def season_constants(season: int) -> SeasonConstants:
    """The constants that hold in a season by the shipped rules."""
    return standard_rules().season(season)


def unknown_rules(season: int) -> str:
    """That a season is later than the known rules and plays by the last of them; empty when it is not."""
    last = standard_rules().tables["season_constants"]["known_to"]
    if season <= last:
        return ""
    return f"the rules of {season} are not known here: kickoffs, onside kicks and overtime are those of {last}"


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
