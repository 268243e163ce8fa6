"""Rolling a play until it is no penalty: influence, before or after the snap, several fouls (R27.2-R27.5)."""

from __future__ import annotations

from collections.abc import Sequence

from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.referee import cells as c
from chartkit.systems.ddf.referee.cells import Cell, Lookup, cell
from chartkit.systems.ddf.referee.events import D10, DEFENSIVE, OFFENSIVE, Chance
from chartkit.systems.ddf.referee.sheet import SHORT, Sheet
from chartkit.systems.ddf.referee.table import Table
from chartkit.systems.ddf.result import Kind, Result

#: How rolling the play came to an end, if not with an outcome of the priority chart (0 and more).
WITH_FOULS, MUFFED, BEFORE_SNAP, OFFSETTING, GROUNDED = range(-5, 0)

MUFF = "rule.MUFFED SNAP"
INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
CHECK = "supplement.LINE OF SCRIMMAGE"
WHICH_FOUL = "rule.WHICH FOUL"
_COLUMN_OF = {Kind.DEF_5: "DEF 5", Kind.DEF_5X: "DEF 5X", Kind.DEF_15: "DEF 15", Kind.INTERFERENCE: "PI"}
_ROLL_AGAIN: tuple[str, ...] = tuple("not muffed" if face else "roll again" for face in range(10))


#: Records of what nearly every play begins with, ready-made for both teams.
_FIRST_SNAP = tuple(
    tuple(Chance(team, D10, face, MUFF, words) for face, words in enumerate(_ROLL_AGAIN)) for team in (0, 1)
)
_NO_INFLUENCE = tuple(
    tuple(Chance(team, OFFENSIVE, total, INFLUENCE, "0") for total in range(40)) for team in (0, 1)
)


#: How it ended, the offense's and the defense's cell that meet, and the fouls that were called on the way (all on
#: one side unless they offset).
Rolled = tuple[int, Cell, Cell, Sequence[Cell]]


def _muffed(table: Table, offense: int, muffs: int) -> bool:
    """R28.14: after a first zero a second one, then a third d10 below the rating."""
    if table.d10(offense, MUFF, _ROLL_AGAIN):
        return False
    words = ["muffed" if face < muffs else "not muffed" for face in range(10)]
    return table.d10(offense, MUFF, words) < muffs


def _equally(table: Table, defense: int, count: int) -> int:
    """One of `count` with equal chance by d10; a face that does not divide is rolled again (R28.6)."""
    if count == 1:
        return 0
    share = 10 // count
    while (face := table.d10(defense, WHICH_FOUL)) >= share * count:
        pass
    return face // share


def _forced(table: Table, defense: int, total: int, row: tuple[Cell, ...], play: int) -> Cell | None:
    """R28.6: the fouls of a row that the defense's Penalty Influence chart forces; one of them counts."""
    # The PI column counts for plays 6-9 only.
    fouls = [foul for foul in row if foul.kind is not Kind.INTERFERENCE_X or play >= SHORT]
    words = " + ".join(foul.text for foul in fouls) or "0"
    table.events.append(Chance(defense, OFFENSIVE, total, INFLUENCE, words))
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

    There is one defensive result a play, whatever the offense rolls again (R6.2). What most plays do is written out
    here rather than called: it runs 150 times a game.
    """
    matchup, events, defense = table.matchup, table.events, 1 - offense
    mine, theirs = matchup.sheets[offense], matchup.sheets[defense]
    offensive, defensive, d10 = table.stock
    roll = table.rolls.roll
    if mine.muffs:
        face = d10.pop() if d10 else roll(D10, offense, MUFF)
        events.append(_FIRST_SNAP[offense][face])
        if face == 0 and _muffed(table, offense, mine.muffs):
            return MUFFED, c.NO_IMPACT, c.NO_IMPACT, ()
    column, front = mine.plays[play], theirs.defense[formation][play]
    if theirs.forced:
        total = offensive.pop() if offensive else roll(OFFENSIVE, defense, INFLUENCE)
        row = theirs.forced[total]
        if not row:
            events.append(_NO_INFLUENCE[defense][total])
        elif forced := _forced(table, defense, total, row, play):
            return _play_out_fouls(table, offense, column, front, forced, None)
    total = offensive.pop() if offensive else roll(OFFENSIVE, offense, column.chart)
    events.append(column.records[total])
    result = column.cells[total]
    total = defensive.pop() if defensive else roll(DEFENSIVE, defense, front.chart)
    events.append(front.records[total])
    answer = front.cells[total]
    if result.is_foul:
        return _play_out_fouls(table, offense, column, front, result, answer)
    return matchup.priority[result.row][answer.column], result, answer, ()


def _play_out_fouls(
    table: Table, offense: int, column: Lookup, front: Lookup, result: Cell, answer: Cell | None
) -> Rolled:
    """R27.5: cancel check, before or after the snap, offsetting, and the next roll of the offense."""
    matchup = table.matchup
    theirs = matchup.sheets[1 - offense]
    fouls: list[Cell] = []
    while result.is_foul:
        if answer is not None and matchup.priority[result.row][answer.column] not in (c.PEN, c.GRD):
            break
        if result.kind is Kind.GROUNDING:
            # R35.6: after a foul by the defense it offsets; after one of the offense it is the play (R19.7).
            offset = bool(fouls) and fouls[0].by_defense
            return OFFSETTING if offset else GROUNDED, result, answer or c.NO_IMPACT, [*fouls, result]
        if not (result.by_defense and _cancelled(table, 1 - offense, theirs, result)):
            if fouls and fouls[0].by_defense != result.by_defense:
                return OFFSETTING, result, answer or c.NO_IMPACT, [*fouls, result]
            # R19.5, R35.7: on a re-roll a 5-yard foul counts as post-snap.
            short = result.kind in (Kind.OFF_5, Kind.DEF_5)
            if short and not fouls and _before_snap(table, offense, result):
                return BEFORE_SNAP, result, answer or c.NO_IMPACT, [result]
            fouls.append(result)
        result = table.read(offense, column)
        if answer is None:
            answer = table.read_five(1 - offense, front)
    return WITH_FOULS, result, answer or c.NO_IMPACT, fouls
