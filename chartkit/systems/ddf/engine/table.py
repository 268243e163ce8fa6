"""The table: where the rules get their rolls and decisions, and where every event is written down.

These are the bodies of the rules' seams (`rules.seams`) for a game with any dice and any coach.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Protocol, runtime_checkable

from chartkit.errors import IllegalCallError, InputError
from chartkit.findings import JsonSource
from chartkit.systems.ddf.charts import FORMATIONS, TeamChart, team_to_json, team_to_text
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.decisions import (
    ACTIONS,
    ASKS,
    DECLINE,
    DEFAULTS,
    EVERY_CHOICE,
    Ask,
    Choice,
    Coach,
    Decision,
    choice_of,
    number_of,
    reason_against,
)
from chartkit.systems.ddf.engine.events import Chance, Event, Intent, Record, event_of, foul_text
from chartkit.systems.ddf.engine.log import GameLog
from chartkit.systems.ddf.engine.matchup import FUMBLE_MARKS, SACK_MARKS, Generic, Matchup, TableGame, matchup
from chartkit.systems.ddf.engine.rolls import Rolls
from chartkit.systems.ddf.engine.state import OVER, GameState, set_state, state_of
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.flow import HOME_FACES
from chartkit.systems.ddf.rules.flow import step as play_step
from chartkit.systems.ddf.rules.game import MOST_FOULS, ON_PLAY, ON_RETURN, TROUBLES, Cell, in_set, result_of
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import RuleBook
from chartkit.systems.ddf.rules.whistle import settle_clock
from chartkit.systems.ddf.validate import validate_team
from chartkit.systems.game_files import refuse_unsound

INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
#: Columns of thirty and of five rows by number.
THIRTY = (
    *(f"offense.{name}" for name in col.OFFENSE),
    *(f"special.{name}" for name in col.SPECIAL_TEAMS),
    f"supplement.{col.BIG_PLAY}",
    "generic.SQUIB KICK",
)
FIVE = (
    *(f"defense.{formation}.{play}" for formation in col.FORMATIONS for play in col.PLAYS),
    "coverage.KICK",
    "coverage.PUNT",
    "containment.QT",
    "adjustment.FG",
)
#: Sets of totals by number: the chart, what a hit says, what a miss says.
MARKED = (
    ("offense.FUMBLE RECOVERY", "recovered", "lost"),
    ("special.PAT", "good", "no good"),
    ("supplement.QB GREAT PROTECTION", "XQT", "0"),
    ("supplement.QB GOOD DECISION", "XINT", "0"),
    ("supplement.BALL PROTECTION", "XF", "0"),
    ("supplement.SACK RATE", "", "0"),
    ("supplement.DEFENSE FUMBLE RECOVERY", "", "0"),
    (f"{INFLUENCE}.DEF 5", "XDEF 5", "0"),
    (f"{INFLUENCE}.DEF 5X", "XDEF 5X", "0"),
    (f"{INFLUENCE}.DEF 15", "XDEF 15", "0"),
    (f"{INFLUENCE}.PI", "XPI", "0"),
    ("supplement.LINE OF SCRIMMAGE.OFF 5", "Post", "Pre"),
    ("supplement.LINE OF SCRIMMAGE.DEF 5", "Post", "Pre"),
    ("generic.HOLDING", "holding", "not holding"),
    ("generic.BETWEEN DOWNS.OFFENSE", "between downs", "during the play"),
    ("generic.BETWEEN DOWNS.DEFENSE", "between downs", "during the play"),
    ("generic.MEASUREMENT", "short", "reached"),
    ("generic.OWN END ZONE", "safety", "on the 1"),
)
_OTHER = (
    "generic.ONSIDE KICK",
    "generic.GOAL LINE SQUEEZE",
    "rule.MUFFED SNAP",
    "rule.MUFFED SNAP",
    INFLUENCE,
    "rule.WHICH FOUL",
    "generic.PI X",
    "rule.OFFENSIVE FUMBLE RETURN",
    "rule.COIN TOSS",
    "generic.LET IT ROLL",
    "generic.LET IT ROLL",
)
#: The rules number each of these by hundreds.
_NAMES = (THIRTY, FIVE, tuple(name for name, _, _ in MARKED), _OTHER)


def chart_name(game: TableGame, chart: int) -> str:
    """What a roll is made on: `offense.6-SHORT`, `rule.COIN TOSS`."""
    kind, place = divmod(chart, n.FIVE)
    name = _NAMES[kind][place]
    return f"{name}.{col.PLAYS[game.call]}" if chart == n.OTHER + n.ON_INTERFERENCE else name


def cell_words(game: TableGame, team: int, chart: int, total: int, last_total: int) -> str:
    """What a total says on a chart; `last_total` is that of the roll before, which some rolls refer to."""
    if chart < n.FIVE:
        return _text(game.columns[team][chart][total])
    if chart < n.MARKED:
        return _text(game.fives[team][chart - n.FIVE][total])
    if chart < n.OTHER:
        return _marked_words(game, team, chart - n.MARKED, total)
    return _other_words(game, team, chart - n.OTHER, total, last_total)


@cache
def _text(cell: Cell) -> str:
    return str(result_of(cell))


def _marked_words(game: TableGame, team: int, mark: int, total: int) -> str:
    _, hit, miss = MARKED[mark]
    if not in_set(game.marks[team][mark], total):
        return miss
    if mark == n.SACK_RATE:
        return SACK_MARKS[game.sack_mark[team]]
    return FUMBLE_MARKS[game.fumble_mark[team]] if mark == n.FUMBLE_MARKS else hit


def _other_words(game: TableGame, team: int, why: int, total: int, last_total: int) -> str:
    if why == n.ON_ONSIDE:
        kept = in_set(game.onside_recovered, total)
        return f"recovered by {'kicking' if kept else 'receiving'} team"
    if why == n.ON_SQUEEZE:
        return "INC" if in_set(game.squeeze_incomplete[team][game.call][100 - game.spot], total) else "0"
    if why == n.ON_MUFF:
        return "not muffed" if total else "roll again"
    if why == n.ON_MUFF_AGAIN:
        return "muffed" if total < game.muffs[team] else "not muffed"
    if why == n.ON_INFLUENCE:
        # The PI column counts for plays 6-9 only.
        fouls = [foul for foul in game.forced[team][total] if foul.kind != n.INTERFERENCE_X or game.call >= n.SHORT]
        return " + ".join(map(_text, fouls)) or "0"
    if why == n.ON_FUMBLE_RETURN:
        return "no return" if total else "return"
    if why == n.ON_COIN_TOSS:
        return "home" if total < HOME_FACES else "visitor"
    if why == n.ON_ROLL_DIRECTION:
        return "forward" if game.roll_way[total] > 0 else "backward"
    if why == n.ON_ROLL_YARDS:
        return f"{total or game.roll_zero[last_total]} yards"
    return str(total)


#: How often a coach may answer illegally before the game is given up.
PATIENCE = 1000

#: The situation that a choice about fouls can change (`rules.game.Game`); the rest of the state stays.
_SITUATION = GameState._fields[: GameState._fields.index("calls")]
Situation = tuple[Any, ...]
_situation_of = attrgetter(*_SITUATION)


@runtime_checkable
class Seated(Protocol):
    """A coach that lays what it knows into the game before it begins."""

    def sit_down(self, game: TableGame, team: int) -> None:
        """Take a seat at a game."""


@runtime_checkable
class Computer(Protocol):
    """A coach that is rules itself: it reads the game as it is and answers in the numbers of the rules."""

    def answer(self, game: TableGame, question: int, team: int, about: int) -> int:
        """A legal answer to any question but a choice about fouls."""

    def worth_now(self, game: TableGame, team: int) -> int:
        """What the situation is worth to a team."""


class Table:
    """Dice, coaches and the log of one game."""

    def __init__(
        self, matchup: Matchup, rolls: Rolls, coaches: tuple[Coach, Coach], events: list[Event] | None = None
    ) -> None:
        self.matchup = matchup
        self.rolls = rolls
        self.coaches = coaches
        self.events: list[Event] = [] if events is None else events
        self.game = matchup.new_game()
        self.game.table = self
        #: The state that the last rule left.
        self._state: GameState | None = None
        self._last_total = 0
        #: What was written since the snap; it comes into the log at the end of the step.
        self._records: list[Record] = []
        self._aside: tuple[Situation, list[Record]] = ((), [])
        #: Of each choice about fouls: its name, the situation it leads to and its records.
        self._choices: list[tuple[str, Situation, list[Record]]] = []
        self._computers = tuple(coach if isinstance(coach, Computer) else None for coach in coaches)
        for team, coach in enumerate(coaches):
            if isinstance(coach, Seated):
                coach.sit_down(self.game, team)

    def step(self, state: GameState) -> GameState:
        """Play the thing that comes next from a state; gives the state after it."""
        return self.apply(play_step, state)

    def settle_clock(self, state: GameState) -> tuple[GameState, bool]:
        """Fix the seconds of the last play only; gives whether the offense spikes the ball (R23.2)."""
        spiked: list[bool] = []
        after = self.apply(lambda game: spiked.append(settle_clock(game)), state)
        return after, spiked[0]

    def apply(self, rule: Callable[[TableGame], object], state: GameState) -> GameState:
        """Apply a rule to the game in a state; gives the state after it."""
        if state is not self._state:
            set_state(self.game, state)
        self._run(rule)
        self._state = state_of(self.game)
        return self._state

    def play_on(self, before_step: Callable[[], object] = lambda: None) -> GameState:
        """Play to the final whistle; gives the last state."""
        while self.game.phase != n.OVER:
            before_step()
            self._run(play_step)
        return state_of(self.game)

    def _run(self, rule: Callable[[TableGame], object]) -> None:
        self._records = []
        rule(self.game)
        self.snap()
        if self.game.trouble:
            raise InputError(f"the game cannot go on: {TROUBLES[self.game.trouble]}.")

    # Dice.

    def roll(self, dice: int, team: int, chart: int) -> int:
        """Roll on a chart and write down what the total says."""
        name = chart_name(self.game, chart)
        total = self.rolls.roll(dice, team, name)
        words = cell_words(self.game, team, chart, total, self._last_total)
        self.events.append(Chance(team, dice, total, name, words))
        self._last_total = total
        return total

    # Decisions.

    def ask(self, question: int, team: int, about: int) -> int:
        """Put a question to a coach until the answer is legal; what is left at its default is not written down."""
        ask, computer = ASKS[question], self._computers[team]
        if computer is not None:
            number = computer.answer(self.game, question, team, about)
        else:
            decision = Decision(ask, team, None, self.matchup, self._facts(ask, about), live=self.game)
            number = number_of(ask, self._legal_choice(decision))
        choice = choice_of(ask, number)
        if choice != DEFAULTS.get(ask):
            self.events.append(Intent(team, ask, choice))
        return number

    def _facts(self, ask: Ask, about: int) -> tuple[Any, ...]:
        if ask is Ask.REVEAL:
            return EVERY_CHOICE[Ask.OFFENSE_CALL][self.game.call], FORMATIONS[self.game.formation]
        return (about,) if ask in (Ask.KICK_RETURN, Ask.LET_IT_ROLL) else ()

    def _legal_choice(self, decision: Decision) -> Choice:
        """What the coach answers, asked again when told why not; an illegal choice changes nothing."""
        coach = self.coaches[decision.team]
        for _ in range(PATIENCE):
            choice = coach.decide(decision)
            reason = reason_against(decision, choice, self.game)
            if not reason:
                return choice
            coach.refused(decision, choice, reason)
        code = self.matchup.codes[decision.team]
        raise IllegalCallError(f"{code} answered {PATIENCE} times illegally: {reason}")

    # Records.

    def record(self, record: Record) -> None:
        """Write down a consequence."""
        self._records.append(record)

    def snap(self) -> None:
        """What is written so far stands before what follows."""
        self.events += map(event_of, self._records)
        self._records = []

    def first_happening(self) -> tuple[int, int]:
        """What happened first on the field, and its yards."""
        return next(((what, yards) for what, _, yards, *_ in self._records if what < n.POINTS), (-1, 0))

    def forget(self) -> None:
        """Nothing that was written since the snap stands."""
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
        game, name = self.game, ACTIONS[action]
        if foul >= 0 and game.foul_count[ON_PLAY] + game.foul_count[ON_RETURN] > 1:
            which, number = divmod(foul, MOST_FOULS)
            name += f" {foul_text(game.foul_kinds[which][number], game.foul_yards[which][number])}"
        while any(name == known for known, _, _ in self._choices):
            name += "'"
        self._choices.append((name, self._situation(), self._records))

    def choose(self, team: int) -> None:
        """The team takes one of the choices; a single one needs no question."""
        chosen = self._choices[0]
        if len(self._choices) > 1:
            computer = self._computers[team]
            choice = self._asked(team) if computer is None else self._worthiest(computer, team)
            self.events.append(Intent(team, Ask.PENALTY, choice))
            chosen = next(each for each in self._choices if each[0] == choice)
        _, situation, self._records = chosen
        self._restore(situation)

    def _asked(self, team: int) -> Choice:
        """What a coach answers who looks at the state after each choice."""
        game, outcomes = self.game, {}
        for name, situation, _ in self._choices:
            self._restore(situation)
            outcomes[name] = state_of(game)
        self.take_back()
        fouls = tuple(
            foul_text(game.foul_kinds[which][number], game.foul_yards[which][number])
            for which in (ON_PLAY, ON_RETURN)
            for number in range(game.foul_count[which])
        )
        return self._legal_choice(Decision(Ask.PENALTY, team, state_of(game), self.matchup, fouls, outcomes, game))

    def _worthiest(self, computer: Computer, team: int) -> Choice:
        """The choice that leaves the best situation; declining wins a tie (R19.4)."""

        def worth(number: int) -> tuple[int, bool]:
            name, situation, _ = self._choices[number]
            self._restore(situation)
            return computer.worth_now(self.game, team), name == DECLINE

        return self._choices[max(range(len(self._choices)), key=worth)][0]

    def _situation(self) -> Situation:
        return (*_situation_of(self.game), list(self.game.score))

    def _restore(self, situation: Situation) -> None:
        for name, value in zip(_SITUATION, situation, strict=False):
            setattr(self.game, name, value)
        self.game.score = list(situation[-1])


# Whole games, the same for every kind of coach (R31.1).


def step(table: Table, state: GameState) -> GameState:
    """Play one thing: coin toss, kick, down, try, or the end of a period; its last event is a `Ball`."""
    return state if state.phase == OVER else table.step(state)


def play(table: Matchup, coaches: tuple[Coach, Coach], rolls: Rolls, *, seed: int | str | None = None) -> GameLog:
    """Play a game at a table that is already laid out; coaches are (home, visitor)."""
    seat = Table(table, rolls, coaches)
    final = seat.play_on()
    return GameLog(table, tuple(seat.events), final, getattr(rolls, "seed", seed))


def play_game(
    home: TeamChart,
    away: TeamChart,
    generic: Generic,
    options: Options,
    coaches: tuple[Coach, Coach],
    rolls: Rolls,
    rules: RuleBook | None = None,
) -> GameLog:
    """Play one game from the coin toss to the final whistle; a chart that does not validate is refused."""
    for chart in (home, away):
        source = JsonSource(chart.team.code, team_to_text(chart), team_to_json(chart))
        refuse_unsound(source, validate_team(source.data, plausible=False))
    return play(matchup(home, away, generic, options, rules), coaches, rolls)
