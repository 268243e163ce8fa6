"""Where every value of a chart stands in the workbook; writing and reading both walk this one list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from openpyxl.utils import get_column_letter

from chartkit.systems.ddf.charts import columns, dice, legal_forms, places
from chartkit.systems.ddf.charts.places import Value, span_of
from chartkit.systems.ddf.data import shipped_data

OFFENSE, DEFENSE, SPECIAL, SUPPLEMENT = "Offense", "Defense", "Special", "Supplement"
ODDS, DICE, KEPT = "Odds", "Dice", "chartkit"
#: A person may add sheets; these must be there.
NEEDED = (OFFENSE, DEFENSE, SPECIAL, SUPPLEMENT)

#: Where the grids begin: headings stand one row above.
FIRST_ROW = 5
#: Where the figures and the play calls of the Supplement sheet begin.
SCALAR_COLUMN, CALLS_COLUMN = 15, 18
#: The highest number that a cell takes where the game sets no limit.
_OPEN = 9999


@dataclass(frozen=True, slots=True)
class Slot:
    """One workbook cell that holds a value of the chart."""

    sheet: str
    row: int
    column: int
    value: Value

    @property
    def address(self) -> str:
        """Sheet and cell as a spreadsheet names them: `Offense!F17`."""
        return f"{self.sheet}!{get_column_letter(self.column)}{self.row}"


@dataclass(frozen=True, slots=True)
class Heading:
    """A fixed text of the workbook."""

    sheet: str
    row: int
    column: int
    text: str
    #: The dice totals at the sides of a grid are lighter than the headings above it.
    side: bool = False


#: A column of a sheet: its heading, and the values or fixed texts below it.
_Column = tuple[str, Sequence[Value | str]]


def _on_dice(totals: Sequence[int]) -> _Column:
    return "# ON DICE", tuple(map(str, totals))


def _results(names: Sequence[str], *path: str) -> list[_Column]:
    return [(name, places.RESULTS[*path, name]) for name in names]


def _tables() -> Iterator[tuple[str, int, int, list[_Column]]]:
    """The tables of the four sheets: sheet, row of the headings, first column, columns."""
    thirty, five = _on_dice(dice.OFFENSIVE.totals), _on_dice(dice.DEFENSIVE.totals)
    titles = ("Season", "Code", "City", "Name", "Power rating")
    yield OFFENSE, 1, 1, [(title, (value,)) for title, value in zip(titles, places.IDENTITY, strict=True)]
    offense = _results(columns.OFFENSE, "offense", "columns")
    yield OFFENSE, FIRST_ROW - 1, 1, [thirty, *offense, thirty, ("FUMBLE", places.FUMBLE_RECOVERED)]
    # Formations stand below each other.
    formations: list[_Column] = [
        ("FORMATION", [name for name in columns.FORMATIONS for _ in dice.DEFENSIVE.totals]),
        _on_dice(dice.DEFENSIVE.totals * len(columns.FORMATIONS)),
    ]
    for play in columns.PLAYS:
        below = [value for formation in columns.FORMATIONS for value in places.RESULTS["defense", formation, play]]
        formations.append((play, below))
    yield DEFENSE, FIRST_ROW - 1, 1, formations
    special = _results(columns.SPECIAL_TEAMS, "special_teams", "columns")
    yield SPECIAL, FIRST_ROW - 1, 1, [thirty, *special, ("PAT", places.PAT_GOOD)]
    yield SPECIAL, FIRST_ROW - 1, 11, [five, *_results(columns.COVERAGE, "special_teams", "coverage")]
    big_play = (columns.BIG_PLAY, places.RESULTS["supplement", "short_pass_big_play"])
    marks = [(_title(path), values) for path, values in places.SUPPLEMENT_COLUMNS.items()]
    yield SUPPLEMENT, FIRST_ROW - 1, 1, [thirty, big_play, *marks]
    labels = [entry["workbook"] for entry in shipped_data("labels.toml")["figures"].values()]
    figures: list[_Column] = [("FIGURE", labels), ("VALUE", list(places.FIGURES.values()))]
    yield SUPPLEMENT, FIRST_ROW - 1, SCALAR_COLUMN, figures
    calls = (("CALLS", places.CALLS), ("QUOTA", places.QUOTAS), ("SOLITAIRE", places.SOLITAIRE))
    plays: list[_Column] = [("PLAY", columns.PLAYS), *((name, list(values.values())) for name, values in calls)]
    yield SUPPLEMENT, FIRST_ROW - 1, CALLS_COLUMN, plays


def _title(path: tuple[str, ...]) -> str:
    """What a chart of the supplement is called; those by foul go by their fouls."""
    if path[0] == "line_of_scrimmage":
        return f"{path[1]} PRE OR POST"
    known = {"sack_rate": "DEF. SACK RATE", "fumble_recovery": "DEFENSE FUMBLE RECOVERY"}
    return known.get(path[-1], path[-1].replace("_", " ").upper())


@cache
def contents() -> tuple[Slot | Heading, ...]:
    """Every cell of the four sheets."""
    found: list[Slot | Heading] = []
    for sheet, top, left, table in _tables():
        found += [Heading(sheet, top, left + place, title) for place, (title, _) in enumerate(table)]
        for column, (_, below) in enumerate(table, left):
            for row, held in enumerate(below, top + 1):
                if isinstance(held, str):
                    found.append(Heading(sheet, row, column, held, side=True))
                else:
                    found.append(Slot(sheet, row, column, held))
    return tuple(found)


@cache
def slots() -> tuple[Slot, ...]:
    """Every workbook cell that holds a value of the chart."""
    return tuple(cell for cell in contents() if isinstance(cell, Slot))


def limits(value: Value) -> tuple[int, int] | None:
    """The lowest and the highest number that a cell takes."""
    span = span_of(value)
    return span and (span[0], _OPEN if span[1] is None else span[1])


def legal_words(value: Value) -> tuple[str, ...]:
    """What a drop-down can offer: the words of a value, or the forms of its column that need no number."""
    if value.column is None:
        return tuple(word for word in value.words if word)
    numbered = {"gain", "gain*", "gain!", "gain*!", "loss", "loss*", "(#)", "PI #", "OFF #*", "BK"}
    return tuple(sorted(legal_forms(value.column.chart, value.column.name) - numbered))


#: How each form that takes a number is typed.
_TYPED = {
    "gain": "7 gain",
    "loss": "-2 loss",
    "gain*": "12* out of bounds",
    "gain!": "16! bold",
    "(#)": "(9) or (-3) forced",
    "INT": "INT 12",
    "F": "F or F -5",
    "BK": "BK -14",
    "PI #": "PI 14",
    "OFF #*": "OFF 12* grounding",
    "0": "empty or 0: nothing",
}


def legal_in_words(value: Value) -> str:
    """The input message of a cell: what may be typed there."""
    if value.column is not None:
        forms = legal_forms(value.column.chart, value.column.name)
        typed = [words for form, words in _TYPED.items() if form in forms]
        rest = sorted(form for form in forms if form not in _TYPED and not form.startswith(("gain", "loss")))
        return "; ".join([*typed, ", ".join(rest)] if rest else typed)
    if value.words:
        return value.choices
    if span := limits(value):
        return f"A whole number from {span[0]} to {span[1]}."
    return f"{value.what.value.capitalize()}."
