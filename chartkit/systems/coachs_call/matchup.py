"""Who plays whom by which tables: everything laid out as whole numbers, and which answers are legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from chartkit.errors import InputError
from chartkit.football.field import FORMATS
from chartkit.running.fields import zeros
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call import words as w
from chartkit.systems.coachs_call.coach import SCOUTED, Mind, answer, coach_fields, reason, scout
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.game import Game, Options
from chartkit.systems.coachs_call.rules.reading import SEASON_OUT, is_receiver, is_runner
from chartkit.systems.coachs_call.rules.scrimmage import is_run, may_call
from chartkit.systems.coachs_call.tables import CODES, Tables, standard_tables
from chartkit.systems.coachs_call.teams import GRADED_SLOTS, PRICE_LINES, SLOTS, Roster
from chartkit.systems.logged import LoggedMatchup

Fields = dict[str, Any]
_NO_LIMIT = 999


def rule_fields(tables: t.Tables, options: Options, season: int) -> Fields:
    """The fields that both teams share."""
    return {**_table_fields(tables, options), **_option_fields(tables, options), **_season_fields(options, season)}


def team_fields(roster: Roster, opponent: Roster, *, home: bool) -> Fields:
    """The fields of one team; who is favored depends on the opponent too (11.1)."""
    grades, receiving = zeros(len(SLOTS)), zeros(len(SLOTS))
    for slot in roster.slots:
        place = SLOTS.index(slot.slot)
        grades[place] = n.GRADE_LETTERS.index(slot.grade)
        receiving[place] = int(slot.receiving)
    missing = [slot for slot in GRADED_SLOTS if not grades[SLOTS.index(slot)]]
    if missing:
        raise InputError(f"{roster.team} has no grade for {', '.join(missing)}.", remedy="Complete the roster.")
    mine, theirs = t.STATUSES.index(roster.status), t.STATUSES.index(opponent.status)
    favored = home if mine == theirs else mine < theirs
    return {"start_grades": grades, "start_receiving": receiving, "rare_list": 0 if favored else 1}


def _table_fields(tables: t.Tables, options: Options) -> Fields:
    return {
        "cells": [_column(tables, name, options) for name in t.COLUMNS],
        **_penalty_fields(tables),
        **_grid_fields(tables),
        **_play_fields(tables),
        "rare": [[_rare(tables.rare[part][code]) for code in t.CODES] for part in t.RARE_LISTS],
        "prices": [_prices(tables, slot) for slot in SLOTS],
        "stamina": list(tables.stamina),
        "timeouts_half": tables.timeouts_half,
        "timeouts_overtime": tables.timeouts_overtime,
    }


def _prices(tables: t.Tables, slot: str) -> list[int]:
    line = tables.prices[PRICE_LINES[slot]] if slot in PRICE_LINES else {}
    return [line.get(letter, 0) for letter in n.GRADE_LETTERS]


# Columns.


def _column(tables: t.Tables, name: str, options: Options) -> list[list[list[int]]]:
    cells = tables.columns[name]
    yellow = tables.proposed_yellow.get(name, ()) if options.yellow == "proposed" else ()
    rolls = t.CODES if name in t.COMBINED_COLUMNS else tuple(map(str, t.SUMS))
    rows = [_cell(_read(cells[roll], name, roll, options), name, roll, roll in yellow) for roll in rolls]
    return rows + [zeros(n.MOST_VARIANTS, n.CELL_SIZE)] * (n.ROLLS_OF_A_COLUMN - len(rows))


def _read(cell: t.Cell, column: str, roll: str, options: Options) -> t.Cell:
    """The cell, a damaged one as the options read it (A1, A2)."""
    plain = (roll == "11" and cell.base.type == "scramble" and options.scramble_cells == "separate") or (
        (column, roll, options.long_gain_63) == ("long_gain", "63", "separate")
    )
    return t.Cell(cell.text, cell.base, (), cell.injury) if plain else cell


def _cell(cell: t.Cell, column: str, roll: str, yellow: bool) -> list[list[int]]:
    more = n.INJURY * cell.injury + n.YELLOW * yellow + n.ELEVEN * ((column, roll) == ("field_goal", "11"))
    lines = [[*_condition(when), *_outcome(then, more)] for when, then in cell.variants]
    missing = [[0] * 7 + [n.NONE, 0, 0]] * (n.MOST_VARIANTS - 1 - len(lines))
    return [*lines, *missing, [*_condition(t.Condition()), *_outcome(cell.base, more)]]


def _condition(condition: t.Condition) -> list[int]:
    return [
        n.ASKED.index(condition.whose),
        n.GRADE_LETTERS.index(condition.grade),
        sum(1 << down for down in condition.downs),
        -_NO_LIMIT if condition.to_go_min is None else condition.to_go_min,
        _NO_LIMIT if condition.to_go_max is None else condition.to_go_max,
        sum(1 << quarter for quarter in condition.quarters),
        _NO_LIMIT if condition.boxes_left_max is None else condition.boxes_left_max,
    ]


def _outcome(outcome: t.Outcome, more: int) -> list[int]:
    marks = sum(1 << bit for bit, mark in enumerate(t.MARKS) if mark in outcome.marks)
    return [n.OUTCOMES.index(outcome.type), outcome.yards, more + marks]


# Grids.


def _penalty_fields(tables: t.Tables) -> Fields:
    kinds, yards = zeros(n.PENALTY_ROWS, 5), zeros(n.PENALTY_ROWS, 5)
    for row, line in enumerate(tables.penalties):
        for column, name in enumerate(t.FLAG_COLUMNS):
            kinds[row][column], yards[row][column] = foul_of(line[name])
    # A fake pass counts as a short one.
    keys = [*n.CALL_KEYS, *["short_pass"] * (len(n.CALLS) - len(n.CALL_KEYS))]
    return {
        "foul_kinds": kinds,
        "foul_yards": yards,
        "penalty_rows": len(tables.penalties),
        "interference": [tables.interference.get(key, 0) for key in keys],
    }


def foul_of(code: str) -> tuple[int, int]:
    """A penalty code of the grid: what it is, and its yards (9.3).

    >>> n.FOULS[foul_of("Def 15+")[0]], foul_of("Def 15+")[1]
    ('Def +', 15)
    """
    if code in n.FOULS:
        return n.FOULS.index(code), 0
    who, amount, *rest = code.split()
    kind = " ".join([who, *rest, *("+" * amount.endswith("+"))])
    return n.FOULS.index(kind), int(amount.rstrip("+"))


def _grid_fields(tables: t.Tables) -> Fields:
    out = zeros(101)
    for low, high, games in tables.durations:
        for spot in range(low, high + 1):
            out[spot] = games or SEASON_OUT
    out[0] = out[1]
    boxes = [SLOTS.index(slot) for slot in tables.injuries]
    return {
        "injuries": boxes + [0] * (n.INJURY_BOXES - len(boxes)),
        "injury_boxes": len(boxes),
        "games_out": out,
        "credit": [[SLOTS.index(slot) for slot in tables.credit[name]] for name in t.CREDIT_GRIDS],
        "credit_downfield": [SLOTS.index(slot) for slot in tables.credit_downfield],
    }


def _play_fields(tables: t.Tables) -> Fields:
    added = zeros(len(n.CALLS))
    for call, key in enumerate(n.CALL_KEYS):
        added[call] = tables.plays[key].get("gain_add", 0)
    return {
        "yards_added": added,
        "sideline_yards": tables.plays["sideline_modifier"]["gain_add"],
        "gain_factor": tables.plays["reverse"]["gain_multiply"],
        "loss_factor": tables.plays["reverse"]["loss_multiply"],
        "trick_interception": tables.plays["trick_pass"]["sack_becomes"]["yards"],
    }


# Rare plays (11.2).


def _rare(play: t.RarePlay) -> list[list[int]]:
    ruled = _ruling(play, play.result)
    reversed_ruling = _ruling(play, play.reversed_result) if play.reversed_result else ruled
    return [ruled, reversed_ruling]


def _ruling(play: t.RarePlay, result: Mapping[str, Any]) -> list[int]:
    rule = {"to_go - 1": n.SHORT_OF_LINE, "to_go": n.TO_THE_LINE}.get(result.get("yards_rule", ""))
    yards = result.get("yards") or 0
    kind = result["type"]
    penalty = result.get("add_penalty", {}).get("yards", 0)
    first = result.get("first_down") or result.get("add_penalty", {}).get("first_down")
    series = n.FIRST_DOWN if first else n.SAME_DOWN if result.get("replay_down") else n.NEXT_DOWN
    at = result.get("yard_line", result.get("defense_yard_line", 0))
    if kind == "penalty_only":
        yards, penalty = 0, yards
    elif kind == "timeout_charged":
        series, at = n.SAME_DOWN, n.BY_OFFENSE if result["team"] == "offense" else n.BY_THE_DEFENSE
    elif kind in ("recovery", "turnover_at"):
        yards = result.get("at_yards", result.get("runner_reached_defense_yard_line", 0))
    line = {
        n.R_TYPE: n.RARE_OUTCOMES.index(kind),
        n.R_YARDS: yards if rule is None else rule,
        n.R_AT: at,
        n.R_RETURNED: result.get("return_yards", n.NONE),
        n.R_PASS: int(_is_pass(play, result)),
        n.R_MARKS: n.OUT_OF_BOUNDS * bool(result.get("out_of_bounds"))
        + n.RARE_FUMBLED * (result.get("fumble_recovered_by") == "offense"),
        n.R_PENALTY: penalty,
        n.R_SERIES: series,
        n.R_PLAYER: SLOTS.index(play.player) if play.player else n.QB,
        n.R_NO_CREDIT: int(result.get("credited") is False),
        n.R_CHALLENGER: {"": 0, "offense": n.BY_OFFENSE, "defense": n.BY_THE_DEFENSE}[play.challenge_by],
        n.R_INJURY: int(play.injury),
        n.R_NOT_INSIDE: play.not_inside,
        n.R_INSTEAD: t.CODES.index(play.instead) if play.instead else 0,
    }
    return [line[place] for place in range(len(line))]


def _is_pass(play: t.RarePlay, result: Mapping[str, Any]) -> bool:
    """A pass by what the entry says, or by the slot of its player where it says nothing."""
    said = result.get("play") or play.result.get("play")
    return said == "pass" if said else play.player.startswith("REC") or play.result["type"] == "incomplete"


# Options and seasons.


def _option_fields(tables: t.Tables, options: Options) -> Fields:
    boxes = options.boxes
    if not 1 <= boxes <= n.MOST_BOXES:
        raise InputError(f"a quarter has 1 to {n.MOST_BOXES} boxes, not {boxes}.")
    has_shade = options.rare_plays and options.shaded_box not in ("", "none")
    try:
        shaded = t.box_index(options.shaded_box) if has_shade else n.MOST_BOXES + 1
    except (ValueError, IndexError) as error:
        raise InputError(
            f"there is no box {options.shaded_box!r}.", remedy="Boxes are A-a to C-o, or none."
        ) from error
    return {
        **_switches(options),
        "boxes": boxes,
        "shaded_box": shaded,
        "plays_injuries": options.injuries,
        "plays_stamina": options.stamina,
    }


def _switches(options: Options) -> Fields:
    """A switch is a field of the same name; a choice is a field named after the option and its value."""
    given = options.to_json()
    said = given | {f"{name}_{value}".replace(" ", "_"): True for name, value in given.items()}
    return {each.name: said.get(each.name, False) for each in fields(Game) if each.type == "bool"}


def _season_fields(options: Options, season: int) -> Fields:
    spots = ("kickoff_line", "kickoff_touchback", "touchback", "free_kick_line")
    tries = ("two_point_spot", "extra_point_spot", "two_point_try", "try_defense_return")
    # A20: the settings of the season.
    settings, overtime = t.shipped("seasons.json"), options.overtime
    if overtime == "season":
        overtime = t.of_season(settings["playoff_overtime" if options.playoff else "overtime"], season)
    return {
        **{name: t.of_season(settings[name], season) for name in spots + tries},
        "overtime_format": FORMATS.index(overtime),
        "tie_allowed": not options.playoff,
    }


ROLLS = tuple(int(code) for code in CODES)


def reason_against(game: Mind, question: int, about: int, said: int) -> str:
    """Why an answer is not allowed, as a sentence; empty when it is."""
    if question == n.ASK_CALL:
        if not 0 <= said < len(n.CALLS):
            return f"there is no call {said}."
        if may_call(game, said):
            return ""
        if game.down == 0:
            return "a two-point try is an ordinary run or pass (8.7)."
        if said == n.SNEAK:
            return "a sneak needs a line to gain that ends in 1 or 5, and not the goal line (5.4)."
        return "a team has one fake a game (5.7)."
    if question == n.ASK_PLAYER:
        if about == n.REVERSE:
            return "" if is_receiver(said) else "a receiver carries on a reverse (5.5)."
        if is_run(about):
            return "" if is_runner(said) else "a back carries the ball (5.1)."
        return "" if is_runner(said) or is_receiver(said) else "the target is a receiver or a back (5.8)."
    if question == n.ASK_RAISE:
        return "" if 0 <= said <= n.DEFENSE else "only a slot with a grade can be raised (5.7)."
    return "" if said in (0, 1) else "the answer is 0 or 1."


@dataclass(frozen=True)
class Setting:
    """Tables, options, and the season whose rules and coaches they are."""

    options: Options
    tables: Tables
    season: int

    def fields(self) -> dict[str, Any]:
        """Its part of the game object."""
        return {**rule_fields(self.tables, self.options, self.season), **coach_fields(self.season)}


@dataclass(frozen=True)
class Matchup(LoggedMatchup):
    """Two rosters, the tables and the options of a game."""

    home: Roster
    away: Roster
    options: Options = field(default_factory=Options)
    tables: Tables = field(default_factory=standard_tables)

    game, rolls, scouted = Mind, ROLLS, SCOUTED
    begin, step, scout = staticmethod(begin), staticmethod(step), staticmethod(scout)
    answer, reason, reason_against = staticmethod(answer), staticmethod(reason), staticmethod(reason_against)
    sentence, deed, clock, situation, call = w.sentence, w.deed, w.clock, w.situation, w.call
    flag, man, called, foul = w.flag, w.man, w.called, w.foul

    @property
    def setting(self) -> Setting:
        return Setting(self.options, self.tables, self.home.season)

    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return team_fields(self.home, self.away, home=True), team_fields(self.away, self.home, home=False)
