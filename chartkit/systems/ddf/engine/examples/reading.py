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


@dataclass(frozen=True)
class Reading:
    """A result and how the priority chart came to it; both empty while a side has not rolled."""

    result: Result | None = None
    label: str = ""

    @property
    def text(self) -> str | None:
        """The result as a cell; a forced yardage is a plain one in the end."""
        if self.result is None:
            return None
        return str(_plain(self.result))


def _plain(result: Result) -> Result:
    if result.kind is Kind.FORCED:
        return Result(Kind.YARDS, result.yards)
    if result.kind is Kind.FORCED_TD:
        return Result(Kind.TOUCHDOWN)
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
    label = {Kind.INCOMPLETE: "INC", Kind.TRAPPED: "QT"}.get(result.kind, _LABELS[outcome])
    return Reading(result, label)


class _Reader:
    """Follows the rolls of one play."""

    def __init__(self, priority: PriorityChart) -> None:
        self.priority = priority
        self.mine: Result | None = None
        self.theirs: Result | None = None
        self.trapped: Result | None = None
        self.final: Reading | None = None
        self.runback: Result | None = None

    def see(self, chance: Chance) -> None:
        """Take in one roll."""
        chart, text = chance.chart, chance.cell
        head, _, rest = chart.partition(".")
        if chart == "offense.QT":
            self.trapped = parse(text)
        elif head == "offense" and rest != "FUMBLE RECOVERY":
            self.mine = parse(text)
        elif head == "defense":
            self.theirs = parse(text)
        elif head == "supplement":
            self._supplement(rest, text)
        elif head == "containment" and self.trapped is not None:
            self.final = meet(self.priority, self.trapped, parse(text))
            self.trapped = self.final.result
        elif chart == "rule.MUFFED SNAP" and text == "muffed":
            self.final = Reading(Result(Kind.FUMBLE, -1), "muffed")
        elif head in ("special", "coverage", "generic"):
            self._kick(rest, head, text)

    def _supplement(self, chart: str, text: str) -> None:
        if chart == "SHORT PASS BIG PLAY":
            self.mine = parse(text)
        elif text == "XF" and self.theirs is not None:
            self.theirs = Result(Kind.FORCED, self.theirs.yards)
        elif text in ("XINT", "XQT"):
            self.theirs = _BLANK

    def _kick(self, chart: str, head: str, text: str) -> None:
        try:
            result = parse(text)
        except NotAResultError:
            return
        if chart in ("PUNT", "FIELD GOAL") and result.kind in (Kind.BLOCKED, Kind.FUMBLE):
            self.final = Reading(result, "")
        elif chart in ("KICKOFF RETURN", "PUNT RETURN", "SQUIB KICK"):
            self.runback = result
            self.final = Reading(result, "")
        elif head == "coverage" and self.runback is not None:
            self.final = meet(self.priority, self.runback, result)

    def reading(self) -> Reading:
        """What it amounts to so far."""
        if self.final is not None:
            return self.final
        if self.trapped is not None:
            return Reading(self.trapped, "QT")
        if self.mine is not None and self.mine.kind is Kind.GROUNDING:
            return Reading(self.mine, "grounding")
        if self.mine is None or self.mine.is_foul:
            return Reading()
        return meet(self.priority, self.mine, self.theirs or _BLANK)


def read_play(priority: PriorityChart, rolls: Iterable[Chance]) -> Reading:
    """The result of a play from its rolls; sack rates are the referee's to say."""
    reader = _Reader(priority)
    for roll in rolls:
        reader.see(roll)
    return reader.reading()
