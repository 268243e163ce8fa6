"""Players: grades that change, stamina, injuries (sections 2 and 12) and who is credited (section 13)."""

from __future__ import annotations

from chartkit.systems import records as r
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import Game

#: 13.2: a ball that comes loose so far past scrimmage is recovered by the men with a star.
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
    """The man of the box just written is out (12.1); `end_spot` is seen from the team of the snap (A32)."""
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
