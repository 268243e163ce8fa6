"""Where a table with people and a million games differ: dice, questions, the book of records, choices about fouls.

These are the only functions of the rules with two bodies. Here are those for the table, where the game has a
`table` that rolls, asks and writes; the compiled ones are in `many`.
"""

from __future__ import annotations

from typing import Any

from chartkit.systems.ddf.rules.game import Cell


def roll(game: Any, dice: int, team: int, chart: int) -> int:
    """Roll dice on a chart (R1); who rolls them is the table's business."""
    total: int = game.table.roll(dice, team, chart)
    return total


def cell_at(game: Any, team: int, column: int, total: int) -> Cell:
    """The cell of a team's column of 30 rows."""
    cell: Cell = game.columns[team][column][total]
    return cell


def cell_of_five(game: Any, team: int, column: int, total: int) -> Cell:
    """The cell of a team's column of five rows."""
    cell: Cell = game.fives[team][column][total]
    return cell


def forced_foul(game: Any, team: int, total: int, number: int) -> Cell:
    """A foul that the defense's Penalty Influence chart forces on a total (R28.6)."""
    foul: Cell = game.forced[team][total][number]
    return foul


def forced_fouls(game: Any, team: int, total: int) -> int:
    """How many fouls the chart forces on a total."""
    return len(game.forced[team][total])


def ask(game: Any, question: int, team: int, about: int) -> int:
    """A coach's answer: a person, a table of percentages, a script."""
    answer: int = game.table.ask(question, team, about)
    return answer


def draw(game: Any, team: int, below: int) -> int:
    """A computer coach's random number from 0 to one less than `below`."""
    number: int = game.draws[team](below)
    return number


def record(game: Any, what: int, team: int, yards: int, spot: int, detail: int, extra: int) -> None:
    """Write down what happened."""
    game.table.record((what, team, yards, spot, detail, extra))


def snap(game: Any) -> None:
    """The play begins: what is written so far comes before it, seconds from here on are its own."""
    game.table.snap()


def first_happening(game: Any) -> tuple[int, int]:
    """What happened first since the snap, and its yards; -1 when nothing did."""
    first: tuple[int, int] = game.table.first_happening()
    return first


def forget(game: Any) -> None:
    """Nothing of what was written since the snap stands."""
    game.table.forget()


def put_aside(game: Any) -> None:
    """A choice about fouls begins: put the situation and the play's records aside."""
    game.table.put_aside()


def take_back(game: Any) -> None:
    """Take the situation back as it was put aside, to play out the next choice."""
    game.table.take_back()


def offer(game: Any, action: int, foul: int) -> None:
    """The situation as it is now is what a choice leads to: an action and the number of its foul, -1 for none."""
    game.table.offer(action, foul)


def choose(game: Any, team: int) -> None:
    """The team takes one of the choices that were offered; the others never happened."""
    game.table.choose(team)
