"""Scripted dice and coaches of an example: chart by chart, in the order in which the example rolls on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.charts import parse
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import DECLINE, REPLAY, TACK_ON, Ask, Choice, Decision
from chartkit.systems.ddf.engine.examples.example import split_team
from chartkit.systems.ddf.engine.examples.setting import KICKOFF_RETURN, KICKS, PUNT_RETURN, Setting
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

    def __init__(self, setting: Setting, *, stop: bool) -> None:
        self._cells = setting.cells
        self._left = list(setting.rolls)
        self._stop = stop

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total that the example rolls on this chart."""
        if told := next((roll for roll in self._left if roll.chart == chart), None):
            self._left.remove(told)
            return told.total or 0
        if chart in _QUIET and not self._stop:
            # A high d10 changes nothing: no muff, no return.
            return 9
        blank = chart.startswith(_CAN_BE_BLANK) and chart not in _NEVER_BLANK
        # Both sides roll at once (R27.4), so a roll of the defense that is not told cannot matter.
        if (self._stop and not chart.startswith("defense.")) or not blank:
            raise OutOfScript(chart, team)
        return next(total for total in DICE_SETS[dice].totals if total not in self._cells[chart])

    @property
    def unused(self) -> list[str]:
        """Charts whose rolls the rules did not ask for."""
        return list(dict.fromkeys(roll.chart for roll in self._left if not roll.optional))


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


@dataclass
class ScriptedCoach:
    """Answers as the example says; what it leaves out as R35.12 says."""

    answers: Mapping[Ask, list[Choice]]
    #: What he decides about fouls and kicks, in order.
    choices: list[str]
    rolls: ScriptedRolls
    returns: bool
    #: Whether a foul was his to accept or decline.
    offered: bool = False

    def decide(self, decision: Decision) -> Choice:
        """The next answer to this question; the last one counts from there on."""
        ask = decision.ask
        if waiting := self.answers.get(ask):
            return waiting.pop(0) if len(waiting) > 1 or ask is Ask.TRY else waiting[0]
        if ask in d.DEFAULTS:
            return d.DEFAULTS[ask]
        if ask is Ask.PENALTY:
            return self._foul(list(decision.outcomes))
        if ask in (Ask.KICK_RETURN, Ask.LET_IT_ROLL) and self.choices:
            return _said(self.choices.pop(0), _KICK_WORDS)
        if ask is Ask.TRY:
            return self._try()
        if ask is Ask.KICK_RETURN:
            return d.RETURN if self.returns else d.TOUCHBACK
        return decision.options[0]

    def _try(self) -> str:
        """A kick when the example says so, or has only that left to roll."""
        if self.choices and any(word in self.choices[0].lower() for word in ("kick", "pat", "two")):
            return d.TWO_POINT if "two" in self.choices.pop(0).lower() else d.PAT
        return d.TWO_POINT if any(chart.startswith("offense.") for chart in self.rolls.unused) else d.PAT

    def _foul(self, names: list[str]) -> str:
        """No decision: the side entitled to a foul accepts it, the costliest of several."""
        self.offered = True
        wanted = self.choices.pop(0).strip() if self.choices else d.ACCEPT
        if wanted in names:
            return wanted
        fits = [name for name in names if wanted.lower() in name.lower()]
        if not fits or wanted == d.ACCEPT:
            choice = d.ACCEPT if wanted.startswith(d.ACCEPT) else _said(wanted, _FOUL_WORDS)
            fits = [name for name in names if name.startswith(choice)]
        if not fits and wanted == DECLINE:
            fits = [name for name in names if name.startswith(TACK_ON)]
        if not fits:
            fits = [name for name in names if not name.startswith((DECLINE, TACK_ON))]
        return max(fits, key=_cost) if fits else wanted

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An example makes one call; an illegal one ends it."""
        raise IllegalCallError(reason)


def _cost(name: str) -> int:
    foul: Any = name.removeprefix(d.ACCEPT).removeprefix(REPLAY).removeprefix(TACK_ON).strip(" '")
    return parse(foul).yards if foul else 0


def _called(setting: Setting) -> Iterator[tuple[Ask, list[Choice]]]:
    """The calls of both sides."""
    call, special = setting.example.call, setting.special
    first, second = call.get("first_choice") or {}, call.get("second_choice") or {}
    play = {"": setting.play, d.TWO_POINT: setting.play, PUNT_RETURN: d.PUNT}.get(special, special)
    yield Ask.OFFENSE_CALL, [first.get("offense") or play, *([second["offense"]] if second else [])]
    yield Ask.DEFENSE_CALL, [first.get("defense") or setting.formation, *([second["defense"]] if second else [])]
    if special in d.EVERY_CHOICE[Ask.TRY]:
        yield Ask.TRY, [special]
    if special in (*KICKS, KICKOFF_RETURN):
        yield Ask.KICKOFF, [special if special in d.EVERY_CHOICE[Ask.KICKOFF] else d.KICKOFF]
    if yards := call.get("pooch_yards"):
        yield Ask.POOCH, [int(yards)]


def announced(setting: Setting) -> Iterator[tuple[int, Ask, list[Choice]]]:
    """Timeouts, tempo and audibles of the call, by team."""
    call, teams, offense = setting.example.call, setting.teams, setting.state.possession
    if timeout := call.get("timeout"):
        team = teams.number(str(timeout).split(",", maxsplit=1)[0])
        if "after" in str(timeout):
            yield team, Ask.REVEAL, [d.TIMEOUT, d.STAND]
        else:
            yield team, Ask.CLOCK, [d.TIMEOUT]
    if call.get("no_huddle"):
        yield offense, Ask.CLOCK, [d.NO_HUDDLE]
    if call.get("spike"):
        yield offense, Ask.CLOCK, [d.SPIKE]
    if audible := call.get("audible"):
        yield teams.number(str(audible).rsplit(" ", 1)[0]), Ask.REVEAL, [d.AUDIBLE, d.STAND]


def scripted_coach(setting: Setting, team: int, rolls: ScriptedRolls, choice: str | None) -> ScriptedCoach:
    """One of the coaches of an example; `choice` is what he decides instead of what the example says."""
    example, code = setting.example, setting.teams.codes[team]
    answers = dict(_called(setting)) | {ask: told for who, ask, told in announced(setting) if who == team}
    choices = [
        str(choice or decision.get("choice") or d.ACCEPT)
        for decision in example.decisions
        if decision.get("by") is None or split_team(str(decision["by"]))[1] == code
    ]
    returns = any("RETURN" in str(roll.get("chart")) or "SQUIB" in str(roll.get("chart")) for roll in example.rolls)
    return ScriptedCoach(answers, choices or ([choice] if choice else []), rolls, returns=returns)
