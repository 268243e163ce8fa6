"""One roll, its rewound numbers, what a cell says (sections 3, 4.4, 6); grades, injuries, credit (2, 12, 13)."""

from __future__ import annotations

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import game as n
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


#: 13.2: from this many yards past scrimmage on, a loose ball is recovered by the players with a star.
DOWNFIELD = 15
#: 12.2, A22.
POINTS_LOST = 2
#: `games_out` of a record for the rest of the season.
SEASON_OUT = 99


def changed_grade(game: Game, slot: int, grade: int, points: int) -> int:
    """A grade after a change of quality points (A22): the best one within the changed price."""
    prices = game.prices[slot]
    lowest = n.D if prices[n.D] else n.D - 1
    if not game.point_changes_price:
        return min(max(grade - (1 if points > 0 else -1), n.A), lowest)
    for better in range(n.A, lowest + 1):
        if prices[better] <= prices[grade] + points:
            return better
    return lowest


def is_tired(game: Game, team: int, slot: int) -> bool:
    """The next touch is above the limit (12.4, A33)."""
    if not game.plays_stamina or not n.RB1 <= slot <= n.REC4:
        return False
    limit = game.stamina[0] if slot <= n.RB3 else game.stamina[1]
    return game.touches[team][game.benched[team][slot]][slot] >= limit - (1 if game.tired_at_limit else 0)


def grade_now(game: Game, team: int, slot: int) -> int:
    """The grade of the man in a slot; above the stamina limit it is D."""
    grade = game.grades[team][slot]
    if game.benched[team][slot]:
        grade = changed_grade(game, slot, grade, -POINTS_LOST)
    return n.D if is_tired(game, team, slot) else grade


def rushing_grade(game: Game, team: int, slot: int) -> int:
    """A receiver who carries counts as B (2.6)."""
    if slot < n.REC1 or is_tired(game, team, slot):
        return grade_now(game, team, slot)
    return n.B


def catching_grade(game: Game, team: int, slot: int, call: int) -> int:
    """A back counts as B, or as A on short and screen passes when that was bought (2.5)."""
    if slot >= n.REC1 or is_tired(game, team, slot):
        return grade_now(game, team, slot)
    return n.A if game.receiving[team][slot] and call in (n.SHORT, n.SCREEN) else n.B


def touch(game: Game, team: int, slot: int) -> None:
    """A carry or a catch (12.4)."""
    if n.RB1 <= slot <= n.REC4:
        game.touches[team][game.benched[team][slot]][slot] += 1


def substitute(game: Game, team: int, slot: int) -> None:
    """The substitute comes in, or the first man comes back (2.8)."""
    game.benched[team][slot] = 1 - game.benched[team][slot]


def lose_points(game: Game, team: int, slot: int) -> None:
    """The slot is worth two points less for the rest of the game (12.1, 12.2)."""
    game.grades[team][slot] = changed_grade(game, slot, game.grades[team][slot], -POINTS_LOST)


def injure(game: Game, end_spot: int) -> None:
    """The player of the box just written is out (12.1); `end_spot` is seen from the team of the snap (A32)."""
    row = game.row
    slot = game.injuries[row[r.BOX] % game.injury_boxes]
    team = row[r.TEAM] if slot < n.DL1 else 1 - row[r.TEAM]
    row[r.INJURED_TEAM], row[r.INJURED] = team, slot
    if game.score[0] == game.score[1]:
        # 12.3: only then does it outlast the game.
        row[r.GAMES_OUT] = game.games_out[min(max(end_spot, 0), 100)]
    if n.OL1 <= slot < n.DL1:
        game.linemen_out[team] += 1
        if game.linemen_out[team] == 2:
            lose_points(game, team, n.QB)
            lose_points(game, team, n.RB1)
    elif slot <= n.REC4:
        if game.benched[team][slot]:
            # The substitute is hurt: the next man is below him.
            lose_points(game, team, slot)
            game.benched[team][slot] = 0
        lose_points(game, team, slot)
        game.touches[team][0][slot], game.touches[team][1][slot] = 0, 0
        game.receiving[team][slot] = 0


def credit_now(game: Game, grid: int) -> None:
    """Sacks, blocks and interceptions: the box just written (13.1)."""
    game.row[r.CREDIT] = game.credit[grid][game.row[r.BOX] % len(game.credit[grid])]


def credit_recovery(game: Game, downfield: int) -> None:
    """A recovery by the defense from scrimmage: the box before (13.2)."""
    before = game.row[r.BOX] - 1 if game.row[r.BOX] > 0 else game.boxes - 1
    if downfield >= DOWNFIELD:
        game.row[r.RECOVERY] = game.credit_downfield[before % len(game.credit_downfield)]
    else:
        game.row[r.RECOVERY] = game.credit[n.RECOVERY_CREDIT][before % len(game.credit[n.RECOVERY_CREDIT])]


def is_runner(slot: int) -> bool:
    """A back."""
    return n.RB1 <= slot <= n.RB3


def is_receiver(slot: int) -> bool:
    """One of the four receivers (A6)."""
    return n.REC1 <= slot <= n.REC4
