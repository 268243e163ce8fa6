"""Playing a worked example: dice and coaches that follow its script, and the example as it was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chartkit.errors import IllegalCallError
from chartkit.systems.ddf.charts import parse
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import Ask, Choice, Decision
from chartkit.systems.ddf.engine.events import Chance, Event, Happening, Intent, Points
from chartkit.systems.ddf.engine.examples import position
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.engine.table import DICE_SETS, Table, step
from chartkit.systems.ddf.rules.game import Game
from chartkit.systems.ddf.rules.scrimmage import call_plays
from chartkit.systems.ddf.rules.whistle import settle_clock


class OutOfScript(Exception):  # noqa: N818 - the end of a script is not an error
    """The example says nothing about the next roll: `chart` is what it would be on."""

    def __init__(self, chart: str, team: int) -> None:
        self.chart = chart
        self.team = team
        super().__init__(chart)


#: Charts on which a roll that the example leaves out counts as a blank cell.
_CAN_BE_BLANK = ("offense.", "defense.", "special.", "coverage.", "containment.", "adjustment.")
_QUIET = ("rule.MUFFED SNAP", "rule.OFFENSIVE FUMBLE RETURN")
_NEVER_BLANK = ("offense.FUMBLE RECOVERY", "special.PAT")


class ScriptedRolls:
    """The example's totals by chart; a roll that it leaves out is blank, or ends an example with a pending roll."""

    def __init__(self, setting: position.Setting, *, stop: bool) -> None:
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


#: Words for choices about fouls and kicks; the first match counts.
_FOUL_WORDS = (
    (d.DECLINE, ("declin", "keep", "stand")),
    (d.TACK_ON, ("tack", "return", "end")),
    (d.REPLAY, ("replay", "line", "again", "re-kick", "rekick")),
)
_KICK_WORDS = ((d.LET_IT_ROLL, ("roll",)), (d.TOUCHBACK, ("touchback",)), (d.RETURN, ("return",)))


def _said(wanted: str, words: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """The choice that a word stands for; an unknown word stays as it is."""
    return next((choice for choice, parts in words if any(part in wanted.lower() for part in parts)), wanted)


@dataclass
class ScriptedCoach:
    """Answers as the example says; if it does not say, as R35.12 does."""

    answers: Mapping[Ask, list[Choice]]
    #: Decisions about fouls and kicks, in order.
    choices: list[str]
    rolls: ScriptedRolls
    returns: bool
    #: Whether the coach was asked about a foul.
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
        """A kick if the example says so, or if it has no roll left for a play."""
        if self.choices and any(word in self.choices[0].lower() for word in ("kick", "pat", "two")):
            return d.TWO_POINT if "two" in self.choices.pop(0).lower() else d.PAT
        return d.TWO_POINT if any(chart.startswith("offense.") for chart in self.rolls.unused) else d.PAT

    def _foul(self, names: list[str]) -> str:
        """Without a decision the offended side accepts the foul, the costliest of several."""
        self.offered = True
        wanted = self.choices.pop(0).strip() if self.choices else d.ACCEPT
        if wanted in names:
            return wanted
        fits = [name for name in names if wanted.lower() in name.lower()]
        if not fits or wanted == d.ACCEPT:
            choice = d.ACCEPT if wanted.startswith(d.ACCEPT) else _said(wanted, _FOUL_WORDS)
            fits = [name for name in names if name.startswith(choice)]
        if not fits and wanted == d.DECLINE:
            fits = [name for name in names if name.startswith(d.TACK_ON)]
        if not fits:
            fits = [name for name in names if not name.startswith((d.DECLINE, d.TACK_ON))]
        return max(fits, key=_cost) if fits else wanted

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An example makes one call; an illegal one ends it."""
        raise IllegalCallError(reason)


def _cost(name: str) -> int:
    foul: Any = name.removeprefix(d.ACCEPT).removeprefix(d.REPLAY).removeprefix(d.TACK_ON).strip(" '")
    return parse(foul).yards if foul else 0


def _answers(setting: position.Setting, team: int) -> Iterator[tuple[Ask, list[Choice]]]:
    """A team's answers by the call of the example: the calls of both sides, its timeouts, tempo and audibles."""
    example, teams = setting.example, setting.teams
    call, special, has_ball = example.call, example.special, team == setting.state.possession
    first, second = call.get("first_choice") or {}, call.get("second_choice") or {}
    play = {"": example.play, d.TWO_POINT: example.play, position.PUNT_RETURN: d.PUNT}.get(special, special)
    yield Ask.OFFENSE_CALL, [first.get("offense") or play, *([second["offense"]] if second else [])]
    yield Ask.DEFENSE_CALL, [first.get("defense") or example.formation, *([second["defense"]] if second else [])]
    if special in d.EVERY_CHOICE[Ask.TRY]:
        yield Ask.TRY, [special]
    if special in (*position.KICKS, position.KICKOFF_RETURN):
        yield Ask.KICKOFF, [special if special in d.EVERY_CHOICE[Ask.KICKOFF] else d.KICKOFF]
    if yards := call.get("pooch_yards"):
        yield Ask.POOCH, [int(yards)]
    timeout, audible = call.get("timeout"), call.get("audible")
    if timeout and teams.number(str(timeout).split(",", maxsplit=1)[0]) == team:
        yield (Ask.REVEAL, [d.TIMEOUT, d.STAND]) if "after" in str(timeout) else (Ask.CLOCK, [d.TIMEOUT])
    if has_ball and call.get("no_huddle"):
        yield Ask.CLOCK, [d.NO_HUDDLE]
    if has_ball and call.get("spike"):
        yield Ask.CLOCK, [d.SPIKE]
    if audible and teams.number(str(audible).rsplit(" ", 1)[0]) == team:
        yield Ask.REVEAL, [d.AUDIBLE, d.STAND]


def _coach(setting: position.Setting, team: int, rolls: ScriptedRolls, choice: str | None) -> ScriptedCoach:
    """One of the coaches of an example; `choice` replaces the decision of the example."""
    example, code = setting.example, setting.teams.codes[team]
    choices = [
        str(choice or decision.get("choice") or d.ACCEPT)
        for decision in example.decisions
        if decision.get("by") is None or position.split_team(str(decision["by"]))[1] == code
    ]
    returns = any("RETURN" in str(roll.get("chart")) or "SQUIB" in str(roll.get("chart")) for roll in example.rolls)
    choices = choices or ([choice] if choice else [])
    return ScriptedCoach(dict(_answers(setting, team)), choices, rolls, returns=returns)


_CALLS: Mapping[str, str] = {Ask.OFFENSE_CALL: "offense", Ask.DEFENSE_CALL: "defense"}


@dataclass(frozen=True)
class Played:
    """An example as it was played."""

    setting: position.Setting
    after: GameState
    events: list[Event]
    #: The state between a play and what was done about the clock.
    between: GameState | None = None
    stopped: OutOfScript | None = None
    #: Why the call was refused.
    refused: str = ""
    unused: list[str] = field(default_factory=list)
    #: A coach was asked about a foul.
    offered: bool = False

    @property
    def teams(self) -> position.Teams:
        """The teams of the example."""
        return self.setting.teams

    @property
    def before(self) -> GameState:
        """The state that the example starts from."""
        return self.setting.state

    @property
    def calls(self) -> dict[str, Any]:
        """The calls of both sides as they were revealed last."""
        made = [event for event in self.events if isinstance(event, Intent) and event.ask in _CALLS]
        return {_CALLS[event.ask]: event.choice for event in made}

    @property
    def rolls(self) -> list[Chance]:
        """What was rolled."""
        return [event for event in self.events if isinstance(event, Chance)]

    @property
    def points(self) -> list[Points]:
        """What was scored."""
        return [event for event in self.events if isinstance(event, Points)]

    def happened(self, *what: str) -> list[Happening]:
        """What happened on the field of these kinds."""
        return [event for event in self.events if isinstance(event, Happening) and event.what in what]

    def spot(self, record: Happening) -> str:
        """Where something happened, in words."""
        return position.write_spot(record.spot, record.team, self.teams)

    def from_line(self, yards: int) -> str:
        """A spot `yards` from the line of scrimmage."""
        return position.write_spot(self.before.spot + yards, self.before.possession, self.teams)


#: A play, and the steps after it that have rolls left: a try, a repeated kick, a free kick.
_MOST_STEPS = 4


def play_example(example: position.Example, results: Mapping[int, str], choice: str | None = None) -> Played:
    """Play an example with the given cells for the lost ones and, where asked, another choice."""
    setting = position.build(example, results)
    open_end = "pending" in example.expected or "roll" in str(example.expected.get("next"))
    rolls = ScriptedRolls(setting, stop=open_end)
    home, away = (_coach(setting, team, rolls, choice) for team in (0, 1))
    table = Table(setting.matchup, rolls, (home, away))
    after, between = setting.state, None
    try:
        if _only_calls(example):
            after = table.apply(_call_only, after)
        else:
            for _ in range(_MOST_STEPS):
                after = between = step(table, after)
                if after.phase not in (TRY, KICKOFF, FREE_KICK) or not rolls.unused:
                    break
            if reason := _barred(setting, after):
                quiet = ScriptedCoach({}, [], rolls, returns=True)
                settled, _ = Table(setting.matchup, rolls, (quiet, quiet)).settle_clock(after)
                return Played(setting, settled, table.events, between, refused=reason, unused=rolls.unused)
            after = _run_clock(table, after, example)
    except OutOfScript as stopped:
        return Played(setting, setting.state, table.events, between, stopped, unused=rolls.unused)
    except IllegalCallError as refused:
        return Played(setting, setting.state, [], refused=str(refused), unused=rolls.unused)
    offered = home.offered or away.offered
    return Played(setting, after, table.events, between, unused=rolls.unused, offered=offered)


def _barred(setting: position.Setting, state: GameState) -> str:
    """Why the call's choice about the clock is illegal after the play; empty if it is legal."""
    reasons = (
        Decision(ask, team, state, setting.matchup).why_not(answers[0])
        for team in (0, 1)
        for ask, answers in _answers(setting, team)
        if ask is Ask.CLOCK
    )
    return next(filter(None, reasons), "")


def _call_only(game: Game) -> None:
    settle_clock(game)
    call_plays(game)


def _only_calls(example: position.Example) -> bool:
    call = example.call
    return bool(call.get("audible")) or ("after" in str(call.get("timeout")) and "play" not in call)


def _run_clock(table: Table, state: GameState, example: position.Example) -> GameState:
    """Run the clock as the example says; at 0:00 check whether the period or the game is over."""
    if example.call.get("spike"):
        return step(table, state)
    state, _ = table.settle_clock(state)
    if state.clock == 0 and state.phase != TRY and not state.untimed and "clock" in example.expected:
        over = step(table, state)
        return state if over.phase == SCRIMMAGE else over._replace(clock=0)
    return state
