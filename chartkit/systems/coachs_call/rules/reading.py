"""One roll, its rewound numbers, and what a cell says (sections 3, 4.4, 6)."""

from __future__ import annotations

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import Game, Out, boxes_left, roll_place, roll_sum
from chartkit.systems.logged import roll


def begin_record(game: Game, kind: int, team: int) -> None:
    """A new record with the situation before the play."""
    row = game.row
    for place in range(len(row)):
        row[place] = 0
    for place in r.NOTHING_YET:
        row[place] = n.NONE
    row[r.KIND], row[r.TEAM], row[r.QUARTER], row[r.BOX] = kind, team, game.quarter, game.box
    row[r.AT_DOWN], row[r.SPOT] = game.down, game.spot
    row[r.TO_GO] = game.to_gain - game.spot if game.down else 0
    row[r.IS_TRY] = 1 if kind == r.IS_EXTRA_POINT else 0
    game.snap_box, game.time_called, game.tired, game.injury = game.box, 0, 0, 0


def throw(game: Game) -> int:
    """The one roll of a play, written into the next empty box before anything else (3.1)."""
    number = roll(game)
    if game.overtime_play:
        # A25: the number overwrites the last box.
        game.written, game.box = game.written - 1, game.box - 1
    game.history[game.written] = number
    game.origin, game.taken = game.written, 0
    game.written, game.box = game.written + 1, game.box + 1
    # 3.2: doubles look six back.
    game.distance = abs(number // 10 - number % 10)
    if game.distance == 0:
        game.distance = 6
    game.row[r.ROLL], game.row[r.BOX] = number, game.box - 1
    return number


def take(game: Game) -> int:
    """The next number of the play: rewound (3.3), or fresh (3.6)."""
    if game.numbers_fresh:
        return roll(game)
    game.taken += 1
    place = game.origin - game.distance * game.taken
    if place >= 0:
        return game.history[place]
    # 3.4: the history is too short.
    number = roll(game)
    if game.write_extra_rolls:
        game.history[game.written] = number
        game.written, game.box = game.written + 1, game.box + 1
    return number


def has_grade(grade: int, wanted: int) -> bool:
    """D meets every condition on C (2.4)."""
    return grade == wanted or (wanted == n.C and grade == n.D)


def _holds(game: Game, cell: list[int]) -> bool:
    """Every part of a condition that is given is true (4.4); down and distance are those at the snap (6.8)."""
    if cell[0] and not has_grade(game.asked[cell[0]], cell[1]):
        return False
    row = game.row
    if cell[2] and not (cell[2] >> row[r.AT_DOWN]) & 1:
        return False
    if not cell[3] <= row[r.TO_GO] <= cell[4]:
        return False
    if cell[5] and not (cell[5] >> game.quarter) & 1:
        return False
    # 6.7, A19: empty boxes at the snap.
    left = boxes_left(game) if game.late_boxes_after else game.boxes - game.snap_box
    return left <= cell[6]


def read_place(game: Game, column: int, place: int) -> Out:
    """The cell at a place of a column: the first variant that holds; the base comes last and always does."""
    variants = game.cells[column][place]
    for number in range(len(variants) - 1):
        cell = variants[number]
        if cell[7] >= 0 and _holds(game, cell):
            return Out(cell[7], cell[8], cell[9])
    cell = variants[len(variants) - 1]
    return Out(cell[7], cell[8], cell[9])


def read_code(game: Game, column: int, number: int) -> Out:
    """The cell of a roll that is read combined (1.2)."""
    return read_place(game, column, roll_place(number))


def read_sum(game: Game, column: int, number: int) -> Out:
    """The cell of a roll that is read as a sum (1.2)."""
    return read_place(game, column, roll_sum(number) - 2)


def read_return(game: Game, column: int, defense: int) -> Out:
    """One more number in a column of returns; its DEF conditions ask for the grade of `defense` (A26)."""
    if game.return_defense_stoppers:
        game.asked[n.STOPPERS] = game.grades[defense][n.DEFENSE]
    return read_sum(game, column, take(game))


def read_long_gain(game: Game, stoppers: int) -> Out:
    """One more number in the long-gain column (6.5); `stoppers` try to stop the carrier (A26)."""
    if game.return_defense_stoppers:
        game.asked[n.STOPPERS] = game.grades[stoppers][n.DEFENSE]
    return read_code(game, n.LONG_GAIN_COLUMN, take(game))
