"""What every rule does: read a chart, write down what happened, walk off yards, keep a list of fouls."""

from __future__ import annotations

from typing import NamedTuple

from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import (
    MOST_FOULS,
    ON_LOOSE_BALL,
    ON_PLAY,
    ON_RETURN,
    TOO_MANY_FOULS,
    Cell,
    Game,
    by_defense,
    in_set,
    is_foul,
)
from chartkit.systems.ddf.rules.seams import cell_at, cell_of_five, first_happening, forget, record, roll

#: No gain on offense, no impact on defense (R4.1).
BLANK = Cell(n.YARDS, 0, False, False)
#: Of the number of a foul in a record, the part that is its kind; the rest is its yards.
KIND_BITS = 64


def read(game: Game, team: int, column: int) -> Cell:
    """Roll the offensive dice on a column of 30 rows (R1.1)."""
    return cell_at(game, team, column, roll(game, n.OFFENSIVE, team, n.THIRTY + column))


def read_five(game: Game, team: int, column: int) -> Cell:
    """Roll the defensive dice on a column of five rows (R1.3)."""
    return cell_of_five(game, team, column, roll(game, n.DEFENSIVE, team, n.FIVE + column))


def check(game: Game, team: int, mark: int) -> bool:
    """Roll the offensive dice against a set of totals on a team's sheet; the defense does so too (R1.6)."""
    return in_set(game.marks[team][mark], roll(game, n.OFFENSIVE, team, n.MARKED + mark))


def roll_d10(game: Game, team: int, why: int) -> int:
    """Roll the d10 (R1.4)."""
    return roll(game, n.D10, team, n.OTHER + why)


def happened(game: Game, what: int, team: int, yards: int, spot: int, detail: int) -> None:
    """Something happened on the field; `spot` counts from the own goal line of `team`."""
    record(game, what, team, yards, spot, detail, 0)


def flag(game: Game, guilty: int, yards: int, spot: int, how: int, foul: Cell) -> None:
    """A foul and how it was settled; `spot` counts from the own goal line of the guilty team."""
    named = foul.kind in (n.INTERFERENCE, n.GROUNDING)
    record(game, n.PENALTY, guilty, yards, spot, how, foul.kind + KIND_BITS * foul.yards if named else foul.kind)


def wipe_out(game: Game, spot: int) -> None:
    """An accepted foul wipes the play out: of what happened only the first thing is told."""
    what, yards = first_happening(game)
    forget(game)
    if what < 0:
        record(game, n.NO_PLAY, game.possession, 0, spot, n.PLAIN, 0)
    else:
        record(game, n.NO_PLAY, game.possession, 0, spot, KIND_BITS + what, yards)


def wipe_out_kick(game: Game, kick: int, spot: int) -> None:
    """An accepted foul wipes a kick out, whatever became of it."""
    forget(game)
    happened(game, n.NO_PLAY, game.possession, 0, spot, kick)


def own_spot(team: int, holder: int, spot: int) -> int:
    """A spot of the team that has the ball, in the coordinate of `team`."""
    return spot if team == holder else 100 - spot


def guilty_of(foul: Cell, offense: int) -> int:
    """The team that a foul is on, when `offense` rolled it (R0.3, R19.1)."""
    return 1 - offense if by_defense(foul) else offense


def no_fouls(game: Game) -> None:
    """A play begins: no fouls yet."""
    game.foul_count[ON_PLAY], game.foul_count[ON_RETURN], game.foul_count[ON_LOOSE_BALL] = 0, 0, 0


def add_foul(game: Game, which: int, team: int, foul: Cell) -> None:
    """One more foul on a list."""
    number = game.foul_count[which]
    if number >= MOST_FOULS:
        game.trouble = TOO_MANY_FOULS
        return
    game.foul_kinds[which][number] = foul.kind
    game.foul_yards[which][number] = foul.yards
    game.foul_teams[which][number] = team
    game.foul_count[which] = number + 1


def foul_on(game: Game, which: int, number: int) -> Cell:
    """A foul of a list."""
    return Cell(game.foul_kinds[which][number], game.foul_yards[which][number], False, False)


class Through(NamedTuple):
    """A column rolled until it is no penalty; the fouls on the way are on a list, all by one side or offsetting."""

    offset: bool
    result: Cell


def read_through_fouls(game: Game, team: int, column: int, which: int) -> Through:
    """Roll a kick or return until it is no penalty (R13.6, R16.9, R17.4) or fouls of both sides cancel (R19.5)."""
    game.foul_count[which] = 0
    result = read(game, team, column)
    # R13.4: a kickoff out of bounds is the end of the kick.
    while is_foul(result) and result.kind != n.OFF_40:
        guilty = guilty_of(result, team)
        offset = fouls_cancel(game, which, guilty)
        add_foul(game, which, guilty, result)
        if offset:
            return Through(True, BLANK)
        result = read(game, team, column)
    return Through(False, result)


def fouls_cancel(game: Game, which: int, team: int) -> bool:
    """Whether a foul by this team offsets those on a list, which are all by one team (R19.5)."""
    return game.foul_count[which] > 0 and game.foul_teams[which][0] != team


def costliest(game: Game, which: int) -> int:
    """The number of the foul on a list that costs most yards."""
    worst = 0
    for number in range(1, game.foul_count[which]):
        if game.foul_walk[game.foul_kinds[which][number]] > game.foul_walk[game.foul_kinds[which][worst]]:
            worst = number
    return worst


def tell_fouls(game: Game, which: int, how: int, holder: int, spot: int) -> None:
    """Write down every foul of a list as declined or offset; `holder` has the ball at `spot`."""
    for number in range(game.foul_count[which]):
        guilty = game.foul_teams[which][number]
        flag(game, guilty, 0, own_spot(guilty, holder, spot), how, foul_on(game, which, number))
