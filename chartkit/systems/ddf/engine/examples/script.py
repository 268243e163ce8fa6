"""Scripted dice and coaches of an example: chart by chart, in the order in which the example rolls on each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.charts import parse
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import DECLINE, REPLAY, TACK_ON, Ask, Choice, Decision
from chartkit.systems.ddf.engine.examples.charts import Hits
from chartkit.systems.ddf.engine.rolls import DICE_SETS


class OutOfScript(Exception):  # noqa: N818 - the end of a script is no error
    """The example says nothing about the next roll: `chart` is what it would be on."""

    def __init__(self, chart: str, team: int) -> None:
        self.chart = chart
        self.team = team
        super().__init__(chart)


#: Charts on which a roll that nobody mentions can be taken for a blank cell.
_CAN_BE_BLANK = ("offense.", "defense.", "special.", "coverage.", "containment.", "adjustment.")
_QUIET = ("rule.MUFFED SNAP", "rule.OFFENSIVE FUMBLE RETURN")
_NEVER_BLANK = ("offense.FUMBLE RECOVERY", "special.PAT")


class ScriptedRolls:
    """The example's totals by chart; a roll that it leaves out is blank, or ends the example if that is pending."""

    def __init__(self, hits: Hits, *, stop: bool) -> None:
        self._waiting: dict[str, list[int]] = defaultdict(list)
        self._optional: dict[str, int] = defaultdict(int)
        for roll in hits.rolls:
            self._waiting[roll.chart].append(roll.total or 0)
            self._optional[roll.chart] += roll.optional
        self._hits = hits
        self._stop = stop

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total that the example rolls on this chart."""
        if waiting := self._waiting.get(chart):
            return waiting.pop(0)
        if chart in _QUIET and not self._stop:
            # A high d10 changes nothing: no muff, no return.
            return 9
        blank = chart.startswith(_CAN_BE_BLANK) and chart not in _NEVER_BLANK
        # Both sides roll at once (R27.4), so a roll of the defense that is not told cannot matter.
        if (self._stop and not chart.startswith("defense.")) or not blank:
            raise OutOfScript(chart, team)
        return self._hits.free(chart, DICE_SETS[dice].totals)

    @property
    def unused(self) -> list[str]:
        """Charts whose rolls the rules did not ask for."""
        return [chart for chart, left in self._waiting.items() if len(left) > self._optional[chart]]


#: Words in which people say a choice about a foul or a kick; the first that fits counts.
_FOUL_WORDS = (
    (DECLINE, ("declin", "keep", "stand")),
    (TACK_ON, ("tack", "return", "end")),
    (REPLAY, ("replay", "line", "again", "re-kick", "rekick")),
)
_KICK_WORDS = ((d.LET_IT_ROLL, ("roll",)), (d.TOUCHBACK, ("touchback",)), (d.RETURN, ("return",)))


def _said(wanted: str, words: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """The choice that a word stands for; the word itself when it is none of ours."""
    return next((choice for choice, parts in words if any(part in wanted.lower() for part in parts)), wanted)


class ScriptedCoach:
    """Answers as the example says; what it leaves out as R35.12 says."""

    def __init__(
        self,
        answers: Mapping[Ask, list[Choice]],
        choices: list[str],
        *,
        returns: bool,
        rolls: ScriptedRolls | None = None,
    ) -> None:
        self._answers = answers
        self._choices = choices
        self._returns = returns
        self._rolls = rolls
        #: Whether a foul was his to accept or decline.
        self.offered = False

    def decide(self, decision: Decision) -> Choice:
        """The next answer to this question."""
        waiting = self._answers.get(decision.ask)
        if waiting and decision.ask is Ask.TRY:
            return waiting.pop(0)
        if waiting:
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]
        if decision.ask in d.DEFAULTS:
            return d.DEFAULTS[decision.ask]
        if decision.ask is Ask.PENALTY:
            return self._foul(decision)
        if decision.ask in (Ask.KICK_RETURN, Ask.LET_IT_ROLL) and self._choices:
            return _said(self._choices.pop(0), _KICK_WORDS)
        if decision.ask is Ask.TRY:
            return self._try(decision)
        if decision.ask is Ask.KICK_RETURN:
            return d.RETURN if self._returns else d.TOUCHBACK
        return decision.options[0]

    def _try(self, decision: Decision) -> str:
        """A kick when the example says so, or has only that left to roll."""
        if self._choices and any(word in self._choices[0].lower() for word in ("kick", "pat", "two")):
            return d.TWO_POINT if "two" in self._choices.pop(0).lower() else d.PAT
        left = self._rolls.unused if self._rolls is not None else []
        return d.TWO_POINT if any(chart.startswith("offense.") for chart in left) else d.PAT

    def _foul(self, decision: Decision) -> str:
        """No decision: the side entitled to a foul accepts it, the costliest of several."""
        self.offered = True
        names = list(decision.outcomes)
        wanted = self._choices.pop(0).strip() if self._choices else d.ACCEPT
        if wanted in names:
            return wanted
        fits = [name for name in names if wanted.lower() in name.lower()]
        if not fits or wanted == d.ACCEPT:
            choice = d.ACCEPT if wanted.startswith(d.ACCEPT) else _said(wanted, _FOUL_WORDS)
            fits = [name for name in names if name.startswith(choice)]
        if not fits and wanted == d.DECLINE:
            fits = [name for name in names if name.startswith(TACK_ON)]
        if not fits:
            fits = [name for name in names if name != d.DECLINE and not name.startswith(TACK_ON)]
        return max(fits, key=_cost) if fits else wanted

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An example makes one call; an illegal one ends it."""
        raise IllegalCallError(reason)


def _cost(name: str) -> int:
    foul: Any = name.removeprefix(d.ACCEPT).removeprefix(REPLAY).removeprefix(TACK_ON).strip(" '")
    return parse(foul).yards if foul else 0
