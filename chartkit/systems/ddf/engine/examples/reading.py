"""What the rolls of a play amount to, read from its records: the final result and what the priority chart did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chartkit.systems.ddf.charts import Kind, NotAResultError, Result, parse
from chartkit.systems.ddf.engine.events import Chance
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, final_result

_BLANK = Result(Kind.YARDS)
_LABELS = {
    Outcome.ADD: "ADD",
    Outcome.OFF: "offense",
    Outcome.DEF: "defense",
    Outcome.TD: "defense",
    Outcome.INC: "INC",
    Outcome.INT_MIN: "INT at smaller",
    Outcome.F_MAX: "F at larger",
    Outcome.F_MIN: "F at smaller",
    Outcome.F_DEFYD: "F at defensive yardage",
    Outcome.F_EZ: "F in the end zone",
    Outcome.F_QT: "QT, then F",
    Outcome.PEN: "penalty",
    Outcome.GRD: "grounding",
}
#: What counts for more than the row of the chart.
_BY_RESULT = {Kind.INCOMPLETE: "INC", Kind.TRAPPED: "QT"}
_RETURNS = ("KICKOFF RETURN", "PUNT RETURN", "SQUIB KICK")


@dataclass(frozen=True)
class Reading:
    """A result and how the priority chart came to it; both empty while a side has not rolled."""

    result: Result | None = None
    label: str = ""

    @property
    def text(self) -> str | None:
        """The result as a cell; a forced yardage is a plain one in the end."""
        return None if self.result is None else str(_plain(self.result))


def _plain(result: Result) -> Result:
    if result.kind is Kind.FORCED_TD:
        return Result(Kind.TOUCHDOWN)
    if result.kind is Kind.FORCED:
        return Result(Kind.YARDS, result.yards)
    return Result(result.kind, result.yards, result.out_of_bounds)


def meet(priority: PriorityChart, offense: Result, defense: Result) -> Reading:
    """Two cells through the priority chart."""
    outcome = priority.look_up(offense, defense)
    if outcome is Outcome.F_EZ:
        return Reading(Result(Kind.FUMBLE, 99), _LABELS[outcome])
    if outcome is Outcome.F_QT:
        return Reading(Result(Kind.TRAPPED), _LABELS[outcome])
    if outcome is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
        return Reading(None, "ADD")
    result = _plain(final_result(outcome, offense, defense))
    return Reading(result, _BY_RESULT.get(result.kind, _LABELS[outcome]))


def read_play(priority: PriorityChart, rolls: Iterable[Chance]) -> Reading:
    """The result of a play from its rolls; sack rates are the referee's to say."""
    mine: Result | None = None
    theirs, trapped, runback, final = _BLANK, mine, mine, Reading()
    for roll in rolls:
        head, _, rest = roll.chart.partition(".")
        try:
            cell = parse(roll.cell)
        except NotAResultError:
            # A roll that says yes or no.
            if roll.cell == "muffed":
                final = Reading(Result(Kind.FUMBLE, -1), "muffed")
            continue
        if roll.chart == "offense.QT":
            trapped, final = cell, Reading(cell, "QT")
        elif head == "offense" or rest == "SHORT PASS BIG PLAY":
            mine = cell
        elif head == "defense":
            theirs = cell
        elif roll.cell in ("XINT", "XQT", "XF"):
            theirs = Result(Kind.FORCED, theirs.yards) if roll.cell == "XF" else _BLANK
        elif head == "containment" and trapped is not None:
            final = meet(priority, trapped, cell)
            trapped = final.result
        elif head == "coverage" and runback is not None:
            final = meet(priority, runback, cell)
        elif rest in _RETURNS or (rest in ("PUNT", "FIELD GOAL") and cell.kind in (Kind.BLOCKED, Kind.FUMBLE)):
            runback, final = cell if rest in _RETURNS else runback, Reading(cell)
    if final == Reading() and mine is not None and (not mine.is_foul or mine.kind is Kind.GROUNDING):
        return meet(priority, mine, theirs)
    return final
