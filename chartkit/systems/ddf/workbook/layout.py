"""Where every value of a chart stands in the workbook; writing and reading both walk this one list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from openpyxl.utils import get_column_letter

from chartkit.systems.ddf.charts import MARKED, SPANS, TEAM_COLUMNS, columns, dice, legal_forms

OFFENSE, DEFENSE, SPECIAL, SUPPLEMENT = "Offense", "Defense", "Special", "Supplement"
ODDS, DICE, KEPT = "Odds", "Dice", "chartkit"
#: A person may add sheets; these must be there.
NEEDED = (OFFENSE, DEFENSE, SPECIAL, SUPPLEMENT)

#: Where the grids begin: headings stand one row above.
FIRST_ROW = 5
THIRTY = dice.OFFENSIVE.totals
FIVE = dice.DEFENSIVE.totals


class What(Enum):
    """What a workbook cell holds."""

    RESULT = "a result"
    MEMBER = "one total of a dice set"
    MARK = "one total of a marked chart"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "a text"
    RANGE = "a range such as 1-36"


@dataclass(frozen=True, slots=True)
class Slot:
    """One workbook cell: its address, the place in the chart's JSON, and what may stand in it."""

    sheet: str
    row: int
    column: int
    path: tuple[str, ...]
    what: What
    #: What may be chosen; for a dice set the first word means that the total belongs to it.
    words: tuple[str, ...] = ()
    #: The dice total, for one row of a set or of marks.
    total: int | None = None
    #: Chart and column of R4.2 that say what is legal.
    legal: tuple[str, str] | None = None
    lowest: int | None = None
    highest: int | None = None

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


#: Chart -> its sheet, the place of its first column there, and its columns.
_GRIDS = {
    "offense": (OFFENSE, 2, columns.OFFENSE),
    "defense": (DEFENSE, 3, columns.PLAYS),
    "special_teams": (SPECIAL, 2, columns.SPECIAL_TEAMS),
    "coverage": (SPECIAL, 12, columns.COVERAGE),
    "supplement": (SUPPLEMENT, 2, (columns.BIG_PLAY,)),
}


def _results(chart: str) -> Iterator[Slot]:
    """The cells of every column of a chart; formations stand below each other."""
    sheet, left, names = _GRIDS[chart]
    for place in TEAM_COLUMNS:
        if place.chart == chart:
            block = columns.FORMATIONS.index(place.formation) if place.formation else 0
            column, top = left + names.index(place.name), FIRST_ROW + block * len(FIVE)
            for row, total in enumerate(place.dice.totals, top):
                path = (*place.path, str(total))
                yield Slot(sheet, row, column, path, What.RESULT, legal=(chart, place.name))


def _totals(sheet: str, column: int, path: tuple[str, ...], what: What, *words: str) -> Iterator[Slot]:
    """A column with a word for each total: those of a set (in it, outside it), or of a marked chart."""
    for row, total in enumerate(THIRTY, FIRST_ROW):
        yield Slot(sheet, row, column, path, what, words, total)


#: Title -> (path, what, lowest, highest): the head of the Offense sheet, from the left.
_IDENTITY: tuple[tuple[str, tuple[str, ...], What], ...] = (
    ("Season", ("season",), What.WHOLE),
    ("Code", ("team", "code"), What.TEXT),
    ("City", ("team", "city"), What.TEXT),
    ("Name", ("team", "name"), What.TEXT),
    ("Power rating", ("power_rating",), What.NUMBER),
)

#: The scalars of R3.7.
_SCALARS: tuple[tuple[str, tuple[str, ...], What], ...] = (
    ("Sack yards (SCK)", ("sack_rate", "sack_yards"), What.WHOLE),
    ("Scramble yards (QR)", ("sack_rate", "scramble_yards"), What.WHOLE),
    ("Pass percent", ("pass_percent",), What.WHOLE),
    ("Home field advantage", ("home_field_advantage",), What.WHOLE),
    ("Road adjustment", ("road_adjustment",), What.WHOLE),
    ("Offense audibles", ("offense_audibles",), What.WHOLE),
    ("Defense audibles", ("defense_audibles",), What.WHOLE),
    ("No-huddle quota", ("no_huddle_quota",), What.WHOLE),
    ("Muffed snap percent", ("muffed_snap_percent",), What.NUMBER),
    ("Muffed snap rating", ("muffed_snap_rating",), What.TEXT),
)
#: What a drop-down takes for "no highest".
_OPEN = 9999
#: Where the figures and the play calls of the Supplement sheet begin.
SCALAR_COLUMN, CALLS_COLUMN = 15, 18

#: What the marked charts are called there; Penalty Influence goes by its fouls.
_MARKED = {"sack_rate": "DEF. SACK RATE", "fumble_recovery": "DEFENSE FUMBLE RECOVERY"}
#: The 30-row supplement charts that are sets or marks, in the order of the published sheet (R3.6).
_SUPPLEMENT_COLUMNS: tuple[tuple[str, tuple[str, ...], tuple[str, ...], What], ...] = (
    *(
        (field.replace("_", " ").upper(), (field,), (symbol, ""), What.MEMBER)
        for field, symbol in columns.CANCELLATION.items()
    ),
    *((_MARKED.get(path[0], path[-1]), path, marks, What.MARK) for path, marks in MARKED.items()),
)


def _offense() -> Iterator[Slot]:
    for column, (_, path, what) in enumerate(_IDENTITY, 1):
        yield Slot(OFFENSE, 2, column, path, what)
    yield from _results("offense")
    yield from _totals(OFFENSE, 14, ("offense", "fumble_recovered"), What.MEMBER, "recovered", "lost")


def _special() -> Iterator[Slot]:
    yield from _results("special_teams")
    yield from _totals(SPECIAL, 9, ("special_teams", "pat_good"), What.MEMBER, "good", "missed")
    yield from _results("coverage")


def _supplement() -> Iterator[Slot]:
    yield from _results("supplement")
    for column, (_, path, words, what) in enumerate(_SUPPLEMENT_COLUMNS, 3):
        yield from _totals(SUPPLEMENT, column, ("supplement", *path), what, *words)
    for column, foul in enumerate(columns.LINE_OF_SCRIMMAGE, 12):
        path = ("supplement", "line_of_scrimmage", foul, "post")
        yield from _totals(SUPPLEMENT, column, path, What.MEMBER, "Post", "Pre")
    for row, (_, field, what) in enumerate(_SCALARS, FIRST_ROW):
        yield _figure(row, SCALAR_COLUMN + 1, field, what)
    for row, play in enumerate(columns.PLAYS, FIRST_ROW):
        yield _figure(row, CALLS_COLUMN + 1, ("play_calls", play, "calls"), What.WHOLE)
        yield _figure(row, CALLS_COLUMN + 2, ("play_calls", play, "quota"), What.WHOLE)
        group = "run" if play in columns.RUNS else "pass"
        span = ("supplement", "solitaire", group, play)
        yield Slot(SUPPLEMENT, row, CALLS_COLUMN + 3, span, What.RANGE)


def _figure(row: int, column: int, field: tuple[str, ...], what: What) -> Slot:
    path = ("supplement", *field)
    if field not in SPANS:
        return Slot(SUPPLEMENT, row, column, path, what)
    lowest, highest = SPANS[field]
    return Slot(SUPPLEMENT, row, column, path, what, lowest=lowest, highest=_OPEN if highest is None else highest)


@cache
def slots() -> tuple[Slot, ...]:
    """Every workbook cell that holds a value of the chart."""
    return (*_offense(), *_results("defense"), *_special(), *_supplement())


def _sides(sheet: str, column: int, totals: tuple[int, ...], top: int = FIRST_ROW) -> Iterator[Heading]:
    for row, total in enumerate(totals, top):
        yield Heading(sheet, row, column, str(total), side=True)


def _above(sheet: str, left: int, texts: tuple[str, ...], row: int = FIRST_ROW - 1) -> Iterator[Heading]:
    for column, text in enumerate(texts, left):
        yield Heading(sheet, row, column, text)


@cache
def headings() -> tuple[Heading, ...]:
    """Every fixed text of the four sheets."""
    on_dice = "# ON DICE"
    found = [
        *_above(OFFENSE, 1, tuple(title for title, _, _ in _IDENTITY), row=1),
        *_above(OFFENSE, 1, (on_dice, *columns.OFFENSE, on_dice, "FUMBLE")),
        *_sides(OFFENSE, 1, THIRTY),
        *_sides(OFFENSE, 13, THIRTY),
        *_above(DEFENSE, 1, ("FORMATION", on_dice, *columns.PLAYS)),
        *_above(SPECIAL, 1, (on_dice, *columns.SPECIAL_TEAMS, "PAT")),
        *_sides(SPECIAL, 1, THIRTY),
        *_above(SPECIAL, 11, (on_dice, *columns.COVERAGE)),
        *_sides(SPECIAL, 11, FIVE),
        *_above(SUPPLEMENT, 1, (on_dice, columns.BIG_PLAY, *(title for title, _, _, _ in _SUPPLEMENT_COLUMNS))),
        *_above(SUPPLEMENT, 12, tuple(f"{foul} PRE OR POST" for foul in columns.LINE_OF_SCRIMMAGE)),
        *_sides(SUPPLEMENT, 1, THIRTY),
        *_above(SUPPLEMENT, SCALAR_COLUMN, ("FIGURE", "VALUE")),
        *(
            Heading(SUPPLEMENT, row, SCALAR_COLUMN, scalar[0], True)
            for row, scalar in enumerate(_SCALARS, FIRST_ROW)
        ),
        *_above(SUPPLEMENT, CALLS_COLUMN, ("PLAY", "CALLS", "QUOTA", "SOLITAIRE")),
        *(Heading(SUPPLEMENT, row, CALLS_COLUMN, play, True) for row, play in enumerate(columns.PLAYS, FIRST_ROW)),
    ]
    for block, formation in enumerate(columns.FORMATIONS):
        top = FIRST_ROW + block * len(FIVE)
        found += [Heading(DEFENSE, row, 1, formation, side=True) for row in range(top, top + len(FIVE))]
        found += _sides(DEFENSE, 2, FIVE, top)
    return tuple(found)


def legal_words(slot: Slot) -> tuple[str, ...]:
    """What a drop-down can offer: the words of a slot, or the forms of its column that need no number."""
    if slot.legal is None:
        return tuple(word for word in slot.words if word)
    numbered = {"gain", "gain*", "gain!", "gain*!", "loss", "loss*", "(#)", "PI #", "OFF #*", "BK"}
    return tuple(sorted(legal_forms(*slot.legal) - numbered))


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


def legal_in_words(slot: Slot) -> str:
    """The input message of a cell: what may be typed there."""
    if slot.legal is not None:
        forms = legal_forms(*slot.legal)
        typed = [words for form, words in _TYPED.items() if form in forms]
        rest = sorted(form for form in forms if form not in _TYPED and not form.startswith(("gain", "loss")))
        return "; ".join([*typed, ", ".join(rest)] if rest else typed)
    if slot.words:
        empty = slot.what is What.MARK or "" in slot.words
        return " or ".join([word for word in slot.words if word] + (["empty"] if empty else []))
    if slot.what is What.WHOLE and slot.lowest is not None:
        return f"A whole number from {slot.lowest} to {slot.highest}."
    return {What.RANGE: "A range such as 1-36.", What.TEXT: "A text.", What.WHOLE: "A whole number."}.get(
        slot.what, "A number."
    )
