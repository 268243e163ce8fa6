"""Cells and priority outcomes as the engine reads them: small numbers, looked up once a game."""

from __future__ import annotations

from functools import lru_cache

from chartkit.records import dataclass
from chartkit.systems.ddf.chart import Column
from chartkit.systems.ddf.dice import OFFENSIVE as OFFENSIVE_DICE
from chartkit.systems.ddf.priority import Outcome, PriorityChart, defense_column, offense_row
from chartkit.systems.ddf.referee.ending import IN_BOUNDS, OUT_OF_BOUNDS
from chartkit.systems.ddf.referee.events import DEFENSIVE, OFFENSIVE, Chance, make
from chartkit.systems.ddf.result import DEFENSE_FOULS, FOULS, Kind, Result

FIRST_OFFENSIVE = OFFENSIVE_DICE.totals[0]
#: R5.3, by index.
OUTCOMES = tuple(Outcome)
ADD, OFF, DEF, TD, INC, INT_MIN, F_MAX, F_MIN, F_DEFYD, F_EZ, F_QT, PEN, GRD = range(len(OUTCOMES))

ROWS = ("#", "-#", "NOGAIN", "B", "TD", "QT", "INT", "F", "INC", "OFF", "DEF/PI", "OFF*")
COLUMNS = ("#", "-#", "NOIMPACT", "(#)", "(-#)", "(TD)", "QT", "INT", "F", "INC")
_ROW = {name: number for number, name in enumerate(ROWS)}
_COLUMN = {name: number for number, name in enumerate(COLUMNS)}


@dataclass(frozen=True, slots=True)
class Cell:
    """A result with its place in the priority chart; -1 where it can have none."""

    kind: Kind
    yards: int
    star: bool
    bold: bool
    text: str
    row: int
    column: int
    is_foul: bool
    #: A foul by the side that is on defense (R19.1).
    by_defense: bool
    #: A number that stands for nothing else (R6.3, R28.13).
    plain: bool
    #: What a star adds to the record of a gain, and the row of the timing chart (R4.4, R23.1).
    detail: str
    clock_row: str

    @property
    def result(self) -> Result:
        """The cell as the chart model has it."""
        return Result(self.kind, self.yards, self.star, self.bold)


@lru_cache(maxsize=4096)
def cell(result: Result) -> Cell:
    """The engine's form of a result."""
    return Cell(
        result.kind,
        result.yards,
        result.out_of_bounds,
        result.bold,
        str(result),
        _ROW.get(offense_row(result), -1),
        _COLUMN.get(defense_column(result), -1),
        result.kind in FOULS,
        result.kind in DEFENSE_FOULS,
        result.kind is Kind.YARDS and not result.bold,
        "out of bounds" if result.out_of_bounds else "",
        OUT_OF_BOUNDS if result.out_of_bounds else IN_BOUNDS,
    )


NO_IMPACT = cell(Result(Kind.YARDS))


@dataclass(frozen=True, slots=True)
class Lookup:
    """A team's column that can be rolled on: its name in the log, its cells and its ready-made records by total."""

    chart: str
    cells: tuple[Cell, ...]
    records: tuple[Chance, ...]


#: Columns laid out before, by team, name and identity; the column is kept so that its identity stays its own.
_LAID_OUT: dict[tuple[int, str, int], tuple[Column, Lookup]] = {}
_MOST_LAID_OUT = 8192


def lookup(team: int, chart: str, column: Column) -> Lookup:
    """Index a column by the total; totals below the first are never rolled and repeat the first cell."""
    key = (team, chart, id(column))
    if found := _LAID_OUT.get(key):
        return found[1]
    cells = tuple(cell(result) for result in column.cells)
    cells = (cells[0],) * column.first + cells
    dice = OFFENSIVE if column.first == FIRST_OFFENSIVE else DEFENSIVE
    records = tuple(make(Chance, (team, dice, total, chart, one.text)) for total, one in enumerate(cells))
    if len(_LAID_OUT) >= _MOST_LAID_OUT:
        _LAID_OUT.clear()
    laid_out = Lookup(chart, cells, records)
    _LAID_OUT[key] = (column, laid_out)
    return laid_out


def outcome_table(priority: PriorityChart) -> tuple[tuple[int, ...], ...]:
    """The priority chart by row and column number (R5.4)."""
    codes = {outcome: number for number, outcome in enumerate(OUTCOMES)}
    return tuple(tuple(codes[priority.outcomes[row, column]] for column in COLUMNS) for row in ROWS)
