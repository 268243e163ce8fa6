"""Rolling a play until it is no penalty: influence, before or after the snap, several fouls (R27.2-R27.5)."""

from __future__ import annotations

from typing import NamedTuple

from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.referee import cells as c
from chartkit.systems.ddf.referee.cells import Cell, cell
from chartkit.systems.ddf.referee.events import D10, OFFENSIVE, make
from chartkit.systems.ddf.referee.sheet import SHORT, Sheet
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.result import Kind, Result

#: How rolling the play came to an end.
PLAYED, MUFFED, BEFORE_SNAP, OFFSETTING, GROUNDED = range(5)

MUFF = "rule.MUFFED SNAP"
INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
CHECK = "supplement.LINE OF SCRIMMAGE"
WHICH_FOUL = "rule.WHICH FOUL"
_COLUMN_OF = {Kind.DEF_5: "DEF 5", Kind.DEF_5X: "DEF 5X", Kind.DEF_15: "DEF 15", Kind.INTERFERENCE: "PI"}
_ROLL_AGAIN = tuple("not muffed" if face else "roll again" for face in range(10))


class Rolled(NamedTuple):
    """The two cells that meet, and the fouls that were called on the way (all on one side unless they offset)."""

    how: int
    offense: Cell
    defense: Cell
    fouls: list[Cell]


def muffed(table: Table, offense: int, muffs: int) -> bool:
    """R28.14: two zeros in a row, then a third d10 below the rating."""
    for _ in range(2):
        face = table.rolls.roll(D10, offense, MUFF)
        table.record_total(offense, D10, face, MUFF, _ROLL_AGAIN[face])
        if face:
            return False
    words = {face: "muffed" if face < muffs else "not muffed" for face in range(10)}
    return table.d10(offense, MUFF, words) < muffs


def _equally(table: Table, defense: int, count: int) -> int:
    """One of `count` with equal chance by d10; a face that does not divide is rolled again (R28.6)."""
    if count == 1:
        return 0
    share = 10 // count
    while (face := table.d10(defense, WHICH_FOUL)) >= share * count:
        pass
    return face // share


def forced_foul(table: Table, defense: int, sheet: Sheet, play: int) -> Cell | None:
    """R28.6: the defense reads the whole row of its Penalty Influence chart at the start of a play."""
    total = table.rolls.roll(OFFENSIVE, defense, INFLUENCE)
    row = sheet.forced[total]
    if not row:
        table.record_total(defense, OFFENSIVE, total, INFLUENCE, "0")
        return None
    # The PI column counts for plays 6-9 only.
    fouls = [foul for foul in row if foul.kind is not Kind.INTERFERENCE_X or play >= SHORT]
    words = " + ".join(foul.text for foul in fouls) or "0"
    table.record_total(defense, OFFENSIVE, total, INFLUENCE, words)
    if not fouls:
        return None
    others = [foul for foul in fouls if foul.kind is not Kind.INTERFERENCE_X]
    if len(others) < len(fouls):
        chosen = not others or table.d10(defense, WHICH_FOUL) in table.matchup.rules.pi_x_chosen
        if chosen:
            return _interference(table, defense, play)
    return others[_equally(table, defense, len(others))]


def _interference(table: Table, defense: int, play: int) -> Cell:
    """R28.6: yards of a forced interference by d10."""
    name = col.PLAYS[play]
    dice, plus = table.matchup.rules.pi_x[name]
    yards = plus + sum(table.d10(defense, f"generic.PI X.{name}") for _ in range(dice))
    return cell(Result(Kind.INTERFERENCE, yards))


def _cancelled(table: Table, defense: int, sheet: Sheet, foul: Cell) -> bool:
    on = sheet.cancels.get(foul.kind)
    if not on:
        return False
    column = _COLUMN_OF[foul.kind]
    return table.check(defense, f"{INFLUENCE}.{column}", on, f"X{column}", "0")


def _before_snap(table: Table, offense: int, foul: Cell) -> bool:
    """R20.1, R21.1: basic play always; advanced by the check of the side at fault, if it can be `Post` (R28.4)."""
    side = 1 - offense if foul.by_defense else offense
    sheet = table.matchup.sheets[side]
    post = sheet.post_def5 if foul.by_defense else sheet.post_off5
    return not post or not table.check(side, f"{CHECK}.{foul.text}", post, "Post", "Pre")


def roll_play(table: Table, offense: int, play: int, formation: int) -> Rolled:
    """Both sides roll; penalties are stored and the offense rolls again (R19.3, R19.5, R19.6, R27.2-R27.5).

    There is one defensive result a play, whatever the offense rolls again (R6.2).
    """
    matchup = table.matchup
    mine, theirs = matchup.sheets[offense], matchup.sheets[1 - offense]
    if mine.muffs and muffed(table, offense, mine.muffs):
        return Rolled(MUFFED, c.NO_IMPACT, c.NO_IMPACT, [])
    column, front = mine.plays[play], theirs.defense[formation][play]
    forced = forced_foul(table, 1 - offense, theirs, play) if theirs.forced else None
    if forced is None:
        result = table.read(offense, column)
        answer = table.read_five(1 - offense, front)
        if not result.is_foul:
            return make(Rolled, (PLAYED, result, answer, []))
    else:
        result, answer = forced, None
    fouls: list[Cell] = []
    while result.is_foul:
        if answer is not None and matchup.priority[result.row][answer.column] not in (c.PEN, c.GRD):
            break
        if result.kind is Kind.GROUNDING:
            # R35.6: after a foul by the defense it offsets; after one of the offense it is the play (R19.7).
            offset = bool(fouls) and fouls[0].by_defense
            return Rolled(OFFSETTING if offset else GROUNDED, result, answer or c.NO_IMPACT, [*fouls, result])
        if not (result.by_defense and _cancelled(table, 1 - offense, theirs, result)):
            if fouls and fouls[0].by_defense != result.by_defense:
                return Rolled(OFFSETTING, result, answer or c.NO_IMPACT, [*fouls, result])
            # R19.5, R35.7: on a re-roll a 5-yard foul counts as post-snap.
            short = result.kind in (Kind.OFF_5, Kind.DEF_5)
            if short and not fouls and _before_snap(table, offense, result):
                return Rolled(BEFORE_SNAP, result, answer or c.NO_IMPACT, [result])
            fouls.append(result)
        result = table.read(offense, column)
        if answer is None:
            answer = table.read_five(1 - offense, front)
    return Rolled(PLAYED, result, answer or c.NO_IMPACT, fouls)
