"""Every value of a team chart, one by one: what may stand there, how it is shown, and a chart's data made of them.

Cards and workbooks show these values in columns of their own, and both are read back into the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from chartkit.dice import format_totals, parse_totals
from chartkit.findings import value_at
from chartkit.systems.ddf.charts import columns, dice
from chartkit.systems.ddf.charts.columns import SPANS
from chartkit.systems.ddf.charts.places import MARKED, TEAM_COLUMNS, ColumnPlace, put_at
from chartkit.systems.ddf.data import shipped_data

Said = str | int | float | None


class What(Enum):
    """What kind of value it is."""

    RESULT = "a result"
    MEMBER = "one total of a dice set"
    MARK = "one total of a marked chart"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "a text"
    RANGE = "a range such as 1-36"


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its path in the chart's file, and what may stand there."""

    path: tuple[str, ...]
    what: What
    #: What may be chosen; for a dice set the first word means that the total belongs to it.
    words: tuple[str, ...] = ()
    #: The dice total, for one row of a set or of marks.
    total: int | None = None
    #: The column of a result.
    column: ColumnPlace | None = None

    @property
    def key(self) -> str:
        """The path as people write it, with the total: `supplement.sack_rate.27`."""
        return ".".join((*self.path, *([] if self.total is None else [str(self.total)])))

    @property
    def in_supplement(self) -> bool:
        """Whether a team without a supplement sheet has no such value."""
        return self.path[0] == "supplement"

    @property
    def may_be_null(self) -> bool:
        """Pass percent without play calls, and the yards of a team without a sack rate."""
        return self.path[1:2] in (("pass_percent",), ("sack_rate",))

    @property
    def choices(self) -> str:
        """The words that may be chosen, in a line."""
        empty = self.what is What.MARK or "" in self.words
        return " or ".join([word for word in self.words if word] + (["empty"] if empty else []))


def _results(place: ColumnPlace) -> tuple[Value, ...]:
    return tuple(Value((*place.path, str(total)), What.RESULT, column=place) for total in place.dice.totals)


def _thirty(path: tuple[str, ...], what: What, words: Iterable[str]) -> tuple[Value, ...]:
    return tuple(Value(path, what, tuple(words), total) for total in dice.OFFENSIVE.totals)


#: The results of each column, by its path.
RESULTS = {place.path: _results(place) for place in TEAM_COLUMNS}
FUMBLE_RECOVERED = _thirty(("offense", "fumble_recovered"), What.MEMBER, ("recovered", "lost"))
PAT_GOOD = _thirty(("special_teams", "pat_good"), What.MEMBER, ("good", "missed"))
#: The charts of the supplement that are sets or marks, by their path, in the order of the published sheet (R3.6).
SUPPLEMENT_COLUMNS: Mapping[tuple[str, ...], tuple[Value, ...]] = {
    **{
        (name,): _thirty(("supplement", name), What.MEMBER, (symbol, ""))
        for name, symbol in columns.CANCELLATION.items()
    },
    **{path: _thirty(("supplement", *path), What.MARK, marks) for path, marks in MARKED.items()},
    **{
        ("line_of_scrimmage", foul): _thirty(
            ("supplement", "line_of_scrimmage", foul, "post"), What.MEMBER, ("Post", "Pre")
        )
        for foul in columns.LINE_OF_SCRIMMAGE
    },
}
_KINDS = {"muffed_snap_percent": What.NUMBER, "muffed_snap_rating": What.TEXT}
#: The figures of R3.7 in the order of the sheets.
FIGURES = {
    name: Value(("supplement", *name.split(".")), _KINDS.get(name, What.WHOLE))
    for name in shipped_data("labels.toml")["figures"]
}
CALLS, QUOTAS = (
    {play: Value(("supplement", "play_calls", play, name), What.WHOLE) for play in columns.PLAYS}
    for name in ("calls", "quota")
)
SOLITAIRE = {
    play: Value(("supplement", "solitaire", "run" if play in columns.RUNS else "pass", play), What.RANGE)
    for play in columns.PLAYS
}
POWER_RATING = Value(("power_rating",), What.NUMBER)
#: Who the chart is of.
IDENTITY = (
    Value(("season",), What.WHOLE),
    *(Value(("team", name), What.TEXT) for name in ("code", "city", "name")),
    POWER_RATING,
)
#: Every value that is on the cards of a team; they say who it is at their foot.
ON_CARDS = (
    POWER_RATING,
    *FUMBLE_RECOVERED,
    *PAT_GOOD,
    *(value for column in RESULTS.values() for value in column),
    *(value for column in SUPPLEMENT_COLUMNS.values() for value in column),
    *FIGURES.values(),
    *CALLS.values(),
    *QUOTAS.values(),
    *SOLITAIRE.values(),
)


def span_of(value: Value) -> tuple[int, int | None] | None:
    """The lowest and highest number that may stand there (R3.7)."""
    return SPANS.get(value.path[1:]) if value.in_supplement else None


def shown(data: Mapping[str, Any], value: Value) -> Said:
    """What a sheet shows of a chart's data at a place; None is an empty cell."""
    found = value_at(data, *value.path)
    if value.what is What.MEMBER:
        if found is None:
            return None
        inside, outside = value.words
        return (inside if value.total in parse_totals(found) else outside) or None
    if value.what is What.MARK:
        return found["result"] if found and value.total in parse_totals(found["on"]) else None
    said: Said = found
    return said


class Filled:
    """The data of a chart that is filled in value by value; a word that cannot stand there is told as a problem."""

    def __init__(self, problem: Callable[[Value, str], None]) -> None:
        self.data: dict[str, Any] = {}
        self._problem = problem
        self._totals: dict[tuple[str, ...], set[int]] = {}
        self._symbols: dict[tuple[str, ...], str] = {}

    def put(self, value: Value, said: Said) -> None:
        """Fill in one value; None leaves it out."""
        if value.total is not None:
            self._put_total(value, str(said or ""), value.total)
        elif value.what is What.RESULT:
            put_at(self.data, value.path, "0" if said is None else str(said))
        elif said is not None or value.may_be_null:
            put_at(self.data, value.path, said)

    def _put_total(self, value: Value, text: str, total: int) -> None:
        totals = self._totals.setdefault(value.path, set())
        known = {word.upper(): word for word in value.words}
        word = known.get(text.upper())
        # A team without a supplement leaves the whole sheet empty.
        if word is None and (text or not (value.in_supplement or value.what is What.MARK)):
            self._problem(value, f"says {text!r}; legal: {value.choices}")
        elif value.what is What.MEMBER:
            if word and word == value.words[0]:
                totals.add(total)
        elif word:
            held = self._symbols.setdefault(value.path, word)
            if held == word:
                totals.add(total)
            else:
                self._problem(value, f"says {word} in a column that already has {held}; never both (R3.6)")

    def finish(self, *, supplement: bool, big_play: bool) -> dict[str, Any]:
        """The data, with sets and symbols; without the parts that the team does not have."""
        for path, totals in self._totals.items():
            marked = path[1:] in MARKED
            put_at(self.data, (*path, "on") if marked else path, format_totals(totals))
            if marked:
                put_at(self.data, (*path, "result"), self._symbols.get(path, ""))
        if not supplement:
            self.data["supplement"] = None
            return self.data
        sheet = self.data["supplement"]
        if not big_play:
            sheet["short_pass_big_play"] = {}
        if sheet["sack_rate"].get("sack_yards") is None and sheet["sack_rate"].get("scramble_yards") is None:
            sheet["sack_rate"] = None
        ranges = sheet.setdefault("solitaire", {})
        for group in ("run", "pass"):
            ranges.setdefault(group, {})
        return self.data
