"""The table: where the rules get their rolls and decisions, and where every event is written down.

These are the bodies of the rules' seams (`rules.seams`) for a game with any dice and any coach. A game that is
played again begins with what was recorded of it; from there on live dice and coaches take over, or it stops.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Protocol, runtime_checkable

from chartkit.dice import DiceSet
from chartkit.errors import IllegalCallError, InputError
from chartkit.findings import JsonSource
from chartkit.systems.ddf.charts import FORMATIONS, TeamChart, dice, team_to_json, team_to_text
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine import events as ev
from chartkit.systems.ddf.engine.matchup import Generic, Matchup, TableGame, matchup
from chartkit.systems.ddf.engine.state import OVER, GameState, set_state, state_of
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.flow import step as play_step
from chartkit.systems.ddf.rules.game import MOST_FOULS, ON_PLAY, ON_RETURN, TROUBLES
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import RuleBook
from chartkit.systems.ddf.rules.whistle import settle_clock
from chartkit.systems.ddf.validate import validate_team
from chartkit.systems.game_files import refuse_unsound
from chartkit.systems.recorded import EndOfLog, RecordedTable

# Where the totals come from.

#: The dice sets by their index in a `Chance`.
DICE_SETS: tuple[DiceSet, ...] = (dice.OFFENSIVE, dice.DEFENSIVE, dice.D10)
#: The total of each equally likely outcome of the dice (R1.5).
OUTCOMES = tuple(
    tuple(total for total, ways in dice_set.ways.items() for _ in range(ways)) for dice_set in DICE_SETS
)


class Rolls(Protocol):
    """Gives the total of a roll; the chart says what the roll is for."""

    def roll(self, dice: int, team: int, chart: str) -> int:
        """Roll the dice of that index (`events.OFFENSIVE`, `DEFENSIVE`, `D10`)."""


class SeededRolls:
    """Totals with exactly the distribution of the dice (R1.5), the same for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random = random.Random(seed)

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        return self._random.choice(OUTCOMES[dice])


class StreamRolls:
    """Totals from the numbers of a game of many: `below` gives one from 0 to one less (`running.stream`)."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total."""
        return OUTCOMES[dice][self._below(len(OUTCOMES[dice]))]


# The table.

#: How often a coach may answer illegally before the game is given up.
PATIENCE = 1000

#: The situation that a choice about fouls can change (`rules.game.Game`); the rest of the state stays.
_SITUATION = GameState._fields[: GameState._fields.index("calls")]
Situation = tuple[Any, ...]
_situation_of = attrgetter(*_SITUATION)


@runtime_checkable
class Seated(Protocol):
    """A coach that puts what it knows into the game before it begins."""

    def sit_down(self, game: TableGame, team: int) -> None:
        """Take a seat at a game."""


@runtime_checkable
class Computer(Protocol):
    """A coach written as rules: it reads the game object and answers in the numbers of the rules."""

    def answer(self, game: TableGame, question: int, team: int, about: int) -> int:
        """A legal answer to any question but a choice about fouls."""

    def worth_now(self, game: TableGame, team: int) -> int:
        """What the situation is worth to a team."""


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game or the beginning of one: everything that is needed to play it again."""

    matchup: Matchup
    events: tuple[ev.Event, ...]
    seed: int | str | None = None
    #: The state after the last record, where somebody has played it.
    final: GameState | None = None

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor (R2.5)."""
        points = [event for event in self.events if isinstance(event, ev.Points)]
        home = sum(event.points for event in points if event.team == n.HOME)
        return home, sum(event.points for event in points) - home


class Table(RecordedTable[ev.Event]):
    """Dice, coaches and the log of one game."""

    def __init__(
        self,
        matchup: Matchup,
        rolls: Rolls | None,
        coaches: tuple[d.Coach | None, d.Coach | None],
        recorded: Sequence[ev.Event] = (),
    ) -> None:
        super().__init__(recorded, ev.in_words)
        self.matchup, self.rolls, self.coaches = matchup, rolls, coaches
        #: Before each step.
        self.states: list[GameState] = []
        self.game = matchup.new_game()
        self.game.table = self
        self._last_total = 0
        #: Records since the snap; they go into the log at the end of the step.
        self._records: list[ev.Record] = []
        self._aside: tuple[Situation, list[ev.Record]] = ((), [])
        #: Of each choice about fouls: its name, the situation it leads to and its records.
        self._choices: list[tuple[str, Situation, list[ev.Record]]] = []
        self._computers = tuple(coach if isinstance(coach, Computer) else None for coach in coaches)
        for team, coach in enumerate(coaches):
            if isinstance(coach, Seated):
                coach.sit_down(self.game, team)

    @property
    def is_over(self) -> bool:
        """The final whistle has blown."""
        return self.game.phase == n.OVER

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return state_of(self.game)

    def step(self) -> None:
        """Play one thing: coin toss, kick, down, try, or the end of a period; its last event is a `Ball`."""
        self.steps.append(len(self.events))
        self.states.append(self.state)
        self._run(play_step)

    def drop_step(self) -> None:
        """Take back the last step, which is not complete."""
        super().drop_step()
        set_state(self.game, self.states.pop())

    def play(self, before_step: Callable[[], object] = lambda: None) -> GameState:
        """Play to the final whistle; gives the last state."""
        while not self.is_over:
            before_step()
            self._run(play_step)
        return self.state

    def settle_clock(self, state: GameState) -> tuple[GameState, bool]:
        """Fix the seconds of the last play only; gives whether the offense spikes the ball (R23.2)."""
        spiked: list[bool] = []
        after = self.apply(lambda game: spiked.append(settle_clock(game)), state)
        return after, spiked[0]

    def apply(self, rule: Callable[[TableGame], object], state: GameState) -> GameState:
        """Apply a rule to the game in a state; gives the state after it."""
        set_state(self.game, state)
        self._run(rule)
        return self.state

    def _run(self, rule: Callable[[TableGame], object]) -> None:
        self._records = []
        rule(self.game)
        self.snap()
        if self.game.trouble:
            raise InputError(f"the game cannot go on: {TROUBLES[self.game.trouble]}.")

    # Dice.

    def roll(self, dice: int, team: int, chart: int) -> int:
        """Roll on a chart and record the result."""
        name, recorded = ev.chart_name(self.game, chart), self.next_recorded
        if recorded is not None:
            total = self._recorded_total(recorded, dice, team, name)
        elif self.rolls is not None:
            total = self.rolls.roll(dice, team, name)
        else:
            raise EndOfLog
        words = ev.cell_words(self.game, team, chart, total, self._last_total)
        self.events.append(ev.Chance(team, dice, total, name, words))
        self._last_total = total
        return total

    def _recorded_total(self, recorded: ev.Event, dice: int, team: int, chart: str) -> int:
        self.compare()
        if not isinstance(recorded, ev.Chance) or recorded[:2] != (team, dice) or recorded.chart != chart:
            raise self.misfit(f"but the rules ask for a roll on {chart}")
        if recorded.total not in DICE_SETS[dice].ways:
            raise self.misfit("a total that these dice do not have")
        return recorded.total

    # Decisions.

    def ask(self, question: int, team: int, about: int) -> int:
        """Put a question to a coach until the answer is legal."""
        ask, computer = d.ASKS[question], self._computers[team]
        if computer is not None and self.next_recorded is None:
            number = computer.answer(self.game, question, team, about)
            self._write(team, ask, d.choice_of(ask, number))
            return number
        decision = d.Decision(ask, team, None, self.matchup, self._facts(ask, about), live=self.game)
        return d.number_of(ask, self._decided(decision))

    def _write(self, team: int, ask: d.Ask, choice: d.Choice, *, said: bool = False) -> None:
        """Defaults are not recorded, unless a person chose them."""
        if said or choice != d.DEFAULTS.get(ask):
            self.events.append(ev.Intent(team, ask, choice))

    def _decided(self, decision: d.Decision) -> d.Choice:
        """The recorded answer or the coach's, recorded."""
        ask, team, coach, recorded = decision.ask, decision.team, self.coaches[decision.team], self.next_recorded
        said = isinstance(recorded, ev.Intent) and recorded[:2] == (team, ask)
        choice: d.Choice
        if isinstance(recorded, ev.Intent) and said:
            choice = recorded.choice
            if reason := d.reason_against(decision, choice, self.game):
                raise self.misfit(f"which is illegal: {reason}")
        elif recorded is None and coach is not None:
            choice, said = self._legal_choice(coach, decision), getattr(coach, "is_person", False)
        elif ask in d.DEFAULTS:
            # At the end of the records the decision may still be open; the next event shows.
            choice = d.DEFAULTS[ask]
        elif recorded is None:
            raise EndOfLog
        else:
            raise self.misfit(f"but {ask} of team {team} is to be decided")
        self._write(team, ask, choice, said=said)
        return choice

    def _facts(self, ask: d.Ask, about: int) -> tuple[Any, ...]:
        if ask is d.Ask.REVEAL:
            return d.EVERY_CHOICE[d.Ask.OFFENSE_CALL][self.game.call], FORMATIONS[self.game.formation]
        return (about,) if ask in (d.Ask.KICK_RETURN, d.Ask.LET_IT_ROLL) else ()

    def _legal_choice(self, coach: d.Coach, decision: d.Decision) -> d.Choice:
        """The coach's answer; an illegal one changes nothing, and the coach is told why and asked again."""
        for _ in range(PATIENCE):
            choice = coach.decide(decision)
            reason = d.reason_against(decision, choice, self.game)
            if not reason:
                return choice
            coach.refused(decision, choice, reason)
        code = self.matchup.codes[decision.team]
        raise IllegalCallError(f"{code} answered {PATIENCE} times illegally: {reason}")

    # Records.

    def record(self, record: ev.Record) -> None:
        """Write down a consequence."""
        self._records.append(record)

    def snap(self) -> None:
        """Move the records so far into the log."""
        self.events += map(ev.event_of, self._records)
        self._records = []

    def first_happening(self) -> tuple[int, int]:
        """What happened first on the field, and its yards."""
        return next(((what, yards) for what, _, yards, *_ in self._records if what < n.POINTS), (-1, 0))

    def forget(self) -> None:
        """Discard the records since the snap."""
        self._records = []

    # Choices about fouls.

    def put_aside(self) -> None:
        """Keep the situation and the play's records."""
        self._aside = self._situation(), self._records
        self._choices = []

    def take_back(self) -> None:
        """The situation and the records as they were put aside."""
        situation, records = self._aside
        self._restore(situation)
        self._records = list(records)

    def offer(self, action: int, foul: int) -> None:
        """One more choice: what it is called, and where it leads."""
        game, name = self.game, d.ACTIONS[action]
        if foul >= 0 and game.foul_count[ON_PLAY] + game.foul_count[ON_RETURN] > 1:
            which, number = divmod(foul, MOST_FOULS)
            name += f" {ev.foul_text(game.foul_kinds[which][number], game.foul_yards[which][number])}"
        while any(name == known for known, _, _ in self._choices):
            name += "'"
        self._choices.append((name, self._situation(), self._records))

    def choose(self, team: int) -> None:
        """The team takes one of the choices; a single one needs no question."""
        chosen = self._choices[0]
        if len(self._choices) > 1:
            computer = self._computers[team]
            if computer is None or self.next_recorded is not None:
                choice = self._asked(team)
            else:
                choice = self._worthiest(computer, team)
                self._write(team, d.Ask.PENALTY, choice)
            chosen = next(each for each in self._choices if each[0] == choice)
        _, situation, self._records = chosen
        self._restore(situation)

    def _asked(self, team: int) -> d.Choice:
        """The answer of a coach that looks at the state after each choice."""
        game, outcomes = self.game, {}
        for name, situation, _ in self._choices:
            self._restore(situation)
            outcomes[name] = state_of(game)
        self.take_back()
        fouls = tuple(
            ev.foul_text(game.foul_kinds[which][number], game.foul_yards[which][number])
            for which in (ON_PLAY, ON_RETURN)
            for number in range(game.foul_count[which])
        )
        return self._decided(d.Decision(d.Ask.PENALTY, team, state_of(game), self.matchup, fouls, outcomes, game))

    def _worthiest(self, computer: Computer, team: int) -> d.Choice:
        """The choice that leaves the best situation; declining wins a tie (R19.4)."""

        def worth(number: int) -> tuple[int, bool]:
            name, situation, _ = self._choices[number]
            self._restore(situation)
            return computer.worth_now(self.game, team), name == d.DECLINE

        return self._choices[max(range(len(self._choices)), key=worth)][0]

    def _situation(self) -> Situation:
        return (*_situation_of(self.game), list(self.game.score))

    def _restore(self, situation: Situation) -> None:
        for name, value in zip(_SITUATION, situation, strict=False):
            setattr(self.game, name, value)
        self.game.score = list(situation[-1])


# Whole games, the same for every kind of coach (R31.1).


def step(table: Table, state: GameState) -> GameState:
    """Play one thing from a state."""
    return state if state.phase == OVER else table.apply(play_step, state)


def play(table: Matchup, coaches: tuple[d.Coach, d.Coach], rolls: Rolls) -> GameLog:
    """Play a game at a table that is already laid out; coaches are (home, visitor)."""
    seat = Table(table, rolls, coaches)
    final = seat.play()
    return GameLog(table, tuple(seat.events), getattr(rolls, "seed", None), final)


def play_game(
    home: TeamChart,
    away: TeamChart,
    generic: Generic,
    options: Options,
    coaches: tuple[d.Coach, d.Coach],
    rolls: Rolls,
    rules: RuleBook | None = None,
) -> GameLog:
    """Play one game from the coin toss to the final whistle; a chart that does not validate is refused."""
    for chart in (home, away):
        source = JsonSource(chart.team.code, team_to_text(chart), team_to_json(chart))
        refuse_unsound(source, validate_team(source.data, plausible=False))
    return play(matchup(home, away, generic, options, rules), coaches, rolls)


def resumed(
    log: GameLog, coaches: tuple[d.Coach | None, d.Coach | None] = (None, None), rolls: Rolls | None = None
) -> Table:
    """A table at which the log was played again; a step that the log only begins is taken back."""
    table = Table(log.matchup, rolls, coaches, log.events)
    table.play_again()
    return table


def replay(log: GameLog) -> GameLog:
    """Play a game again from its records alone and check every one of them; refuse the first that does not fit."""
    table = resumed(log)
    if len(table.events) != len(log.events) or not table.is_over:
        raise table.misfit("and the game is not finished")
    return replace(log, final=table.state)
