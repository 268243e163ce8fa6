"""Returns of kicks, interceptions and fumbles, and the fouls on them (R9.2, R13.3, R16.3, R22.1).

The returning team is the offense and rolls the offensive dice (R0.3).
"""

from __future__ import annotations

from typing import NamedTuple

from chartkit.systems.ddf.referee.arithmetic import walk_off
from chartkit.systems.ddf.referee.cells import Cell, Lookup
from chartkit.systems.ddf.referee.combine import Combined, combine
from chartkit.systems.ddf.referee.ending import CHANGE, DEAD, SAFETY, TOUCHDOWN, End
from chartkit.systems.ddf.referee.events import Event, happened
from chartkit.systems.ddf.referee.rulebook import TO_KICKOFF, WIPES_OUT, FoulRule
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.result import Kind


class Runback(NamedTuple):
    """A return as rolled: its result, the fouls called on it (all on one side), or None when fouls offset."""

    result: Combined | None
    fouls: tuple[Cell, ...]


def run_back(table: Table, runner: int, column: Lookup, coverage: Lookup | None) -> Runback:
    """Roll a return until it is no penalty, then the coverage, and combine them (R13.3, R13.6, R16.9)."""
    cell = table.read(runner, column)
    fouls: list[Cell] = []
    while cell.is_foul:
        if fouls and fouls[0].by_defense != cell.by_defense:
            return Runback(None, (*fouls, cell))
        fouls.append(cell)
        cell = table.read(runner, column)
    if cell.kind is Kind.FAIR_CATCH or coverage is None:
        return Runback(Combined(cell.kind, cell.yards, cell.star), tuple(fouls))
    cover = table.read_five(1 - runner, coverage)
    code = table.matchup.priority[cell.row][cover.column]
    return Runback(combine(code, cell, cover), tuple(fouls))


def wiped_out(runner: int, start: int, fouls: tuple[Cell, ...], field: list[Event]) -> None:
    """R19.5: fouls of both sides on a return; of all that happened only they are told."""
    field[:] = [
        happened(
            "penalty",
            1 - runner if foul.by_defense else runner,
            0,
            100 - start if foul.by_defense else start,
            f"{foul.text} offset",
        )
        for foul in fouls
    ]


def carried(team: int, start: int, result: Combined, how: str, field: list[Event]) -> End:
    """Where a return without a fumble ends; reaching the goal line scores (R9.2, R11.7)."""
    yards = 100 - start if result.kind is Kind.TOUCHDOWN else result.yards
    spot = start + yards
    if spot >= 100:
        field.append(happened("return", team, 100 - start, 100, how))
        return End(team, 100, TOUCHDOWN, CHANGE, how, turnover=True)
    field.append(happened("return", team, yards, spot, how))
    if spot <= 0:
        # R9.4: carried back into the own end zone.
        return End(team, 0, SAFETY, CHANGE, how, turnover=True)
    return End(team, spot, DEAD, CHANGE, how, turnover=True)


def midpoint(start: int) -> int:
    """R22.3: halfway from the start of a return to the goal line, a half yard toward midfield."""
    twice = 100 + start
    return twice // 2 if twice >= 100 else (twice + 1) // 2


def _worst(rules: dict[Kind, FoulRule], fouls: tuple[Cell, ...]) -> Cell:
    return max(fouls, key=lambda foul: rules[foul.kind].yards)


def enforce(table: Table, runner: int, start: int, end: End, fouls: tuple[Cell, ...], field: list[Event]) -> End:
    """Walk off the fouls of a return, always enforced; of several the costliest (R22.1, R22.2, R35.2)."""
    if not fouls:
        return end
    rules = dict(table.matchup.rules.fouls)
    foul = _worst(rules, fouls)
    guilty = 1 - runner if foul.by_defense else runner
    yards = rules[foul.kind].yards
    if foul.kind is Kind.OFF_10 and end.team == runner and end.what in (DEAD, TOUCHDOWN):
        # R22.3: the foul spot is at most the midpoint, so a touchdown is void.
        touchback = end.what == DEAD and start <= 0 and end.how == "touchback"
        half = midpoint(start)
        foul_spot = end.spot if touchback else half if 2 * (end.spot - start) > 100 - start else end.spot
        spot = walk_off(foul_spot, yards)
        field.append(happened("penalty", guilty, foul_spot - spot, spot, f"{foul.text} accepted"))
        return end._replace(spot=spot, what=DEAD)
    if end.what == TOUCHDOWN:
        return foul_on_score(rules[foul.kind], foul, guilty, end, field)
    if end.what == SAFETY:
        if guilty == end.team:
            field.append(happened("penalty", guilty, 0, 0, f"{foul.text} declined"))
            return end
        # R35.5: the side that would be scored upon takes the foul, from where its return began.
        spot = 100 - walk_off(100 - max(start, 1), yards)
        field.append(happened("penalty", guilty, spot - max(start, 1), 100 - spot, f"{foul.text} accepted"))
        return end._replace(spot=spot, what=DEAD)
    if guilty == end.team:
        spot = walk_off(end.spot, yards)
        walked, own = end.spot - spot, spot
    else:
        spot = 100 - walk_off(100 - end.spot, yards)
        walked, own = spot - end.spot, 100 - spot
    field.append(happened("penalty", guilty, walked, own, f"{foul.text} accepted"))
    return end._replace(spot=spot)


def foul_on_score(rule: FoulRule, foul: Cell, guilty: int, end: End, field: list[Event]) -> End:
    """R19.11 on a return: 15 yards (and 5X) move the kickoff, a short foul by the scorer wipes the score out."""
    if guilty == end.team:
        if rule.on_score == WIPES_OUT or rule.yards < 15:
            spot = 100 - rule.yards
            field.append(happened("penalty", guilty, rule.yards, spot, f"{foul.text} accepted"))
            return end._replace(spot=spot, what=DEAD)
        field.append(happened("penalty", guilty, rule.yards, 0, f"{foul.text} kickoff"))
        return end._replace(shift=end.shift - rule.yards)
    if rule.on_score == TO_KICKOFF:
        field.append(happened("penalty", guilty, rule.yards, 0, f"{foul.text} kickoff"))
        return end._replace(shift=end.shift + rule.yards)
    field.append(happened("penalty", guilty, 0, 0, f"{foul.text} declined"))
    return end
