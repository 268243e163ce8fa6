"""A game as the command line and other front ends hold it: played, talked to, saved, read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.pages import Table
from chartkit.plays.export import GameCard
from chartkit.systems.ddf.charts import column_tables
from chartkit.systems.ddf.coaches.chance_table import chances_of
from chartkit.systems.ddf.engine.decisions import Ask
from chartkit.systems.ddf.engine.log import GameLog, log_to_json
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.rolls import DICE_SETS
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.gameday.kit import GameCoach
from chartkit.systems.ddf.gameday.lookups import LOOKUPS, odds_here, odds_of
from chartkit.systems.ddf.gameday.screen import (
    Moment,
    chances_data,
    chances_told,
    clock_after_the_last_play,
    combined,
    lines_of,
    moments,
    roll_line,
    rolled_cells,
    scenes,
    view_of,
    with_chances,
)
from chartkit.systems.ddf.gameday.session import DiceRoll, Session
from chartkit.systems.ddf.gameday.speech import (
    CALLS,
    asked,
    call_asked,
    choices_in_words,
    choices_of,
    understand,
    usual_choice,
)
from chartkit.systems.ddf.scorebook import (
    FORMS,
    Narrator,
    box_score,
    nflverse_rows,
    play_lines,
    plays_of,
    situation_line,
)
from chartkit.systems.table import HUMAN, Line, Prompt, Reply, Scene, SeatedGame, View

#: Seconds of the two-minute warning.
_LATE = 120
#: Plays that are shown when a game is taken up again.
_RECALLED = 5


class Game(SeatedGame):
    """A session with what belongs to an evening at the table: names, the file, the words."""

    forms = FORMS

    def __init__(
        self,
        matchup: Matchup,
        seed: int | str | None,
        coaches: tuple[GameCoach | None, GameCoach | None] = (None, None),
        coach_names: tuple[str, str] = ("", ""),
        *,
        typed_dice: bool = False,
        why: bool = False,
    ) -> None:
        one, other = matchup.home, matchup.away
        clubs = f"{one.team.city} {one.team.name}".strip(), f"{other.team.city} {other.team.name}".strip()
        seasons = one.season, other.season
        super().__init__(matchup.codes, clubs, seasons, seed, coach_names, typed_dice=typed_dice)
        self.why = why
        #: Makes the computer coach that sits in for a team's person.
        self.stand_in: Callable[[int], GameCoach] | None = None
        self.session = Session(matchup, seed, coaches, typed_dice=typed_dice, with_reasons=why or self.has_person)
        #: How much has been told.
        self._told = self._told_steps = 0
        self._narrator = Narrator(matchup.codes)

    @property
    def matchup(self) -> Matchup:
        """The two teams and the rules."""
        return self.session.matchup

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        return self.session.state.score

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.session.is_over

    # Computers alone.

    def play(self, told: Callable[[str], None] | None) -> None:
        """Play to the end; its lines are told if anybody listens."""
        while not self.is_over:
            self.session.play_step()
            if told:
                for line in self.news(cells=False):
                    told(line)

    def news(self, *, cells: bool = True) -> Iterator[str]:
        """The plays that were not told yet, with their cells and the reasons if asked for."""
        session = self.session
        for play in session.plays[self._told :]:
            if cells and play.chances:
                rolled = [roll_line(each) for each in rolled_cells(play, self.teams, self.seed)]
                yield f"       {'; '.join(filter(None, (*rolled, combined(self.matchup, play))))}"
            yield from self._narrator.lines(play)
        if self.why:
            for step in session.steps[self._told_steps :]:
                yield from (f"         why {line}" for line in step.reasons)
        self._told, self._told_steps = len(session.plays), len(session.steps)

    # With people.

    def begin(self) -> list[str]:
        """Play to the first question; of a game that is taken up again the last plays are told."""
        before = list(play_lines(self.session.plays[-_RECALLED:], self.teams))
        for play in self.session.plays:
            list(self._narrator.lines(play))
        self._told, self._told_steps = len(self.session.plays), len(self.session.steps)
        self.session.go_on()
        self.keep()
        return [*before, *self.news()]

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now; None when the game is over."""
        question = self.session.question
        if question is None:
            return None
        two_people = self.coach_names == (HUMAN, HUMAN)
        call = call_asked(question)
        return Prompt(
            seat=self.teams[question.team],
            text=asked(question, self.teams),
            situation=self._situation() if call else "",
            hint=self._hint(),
            hidden=two_people and call is not None and call.ask in CALLS,
            **self._choices(),
        )

    def _choices(self) -> dict[str, Any]:
        """The ways to answer the open question."""
        question = self.session.question
        if isinstance(question, DiceRoll):
            dice = DICE_SETS[question.dice]
            return {
                "kind": "dice",
                "dice": tuple((die.name, die.faces) for die in dice.dice),
                "totals": dice.totals,
            }
        assert question is not None
        is_call = call_asked(question) is not None
        usual = None if is_call else usual_choice(question)
        return {
            "kind": "call" if is_call else "choice",
            "default": "" if usual is None else str(usual),
            "choices": choices_of(question, self.teams),
        }

    def _situation(self) -> str:
        state = self.session.state
        return situation_line(state._replace(clock=clock_after_the_last_play(self.matchup, state)), self.teams)

    def _hint(self) -> str:
        question = self.session.question
        if (
            isinstance(question, DiceRoll)
            or question is None
            or not question.about
            or question.ask is not Ask.REVEAL
        ):
            return ""
        play, formation = question.about
        wanted = question.team in self.session.open.looks
        hint = "" if wanted else f" {self.teams[question.team]}, that looks bad for you: an audible?"
        return f"Revealed: {play} against {formation}.{hint}"

    def bare_view(self) -> View:
        """The table now."""
        return view_of(self.session)

    def lines(self, since: int = 0) -> list[Line]:
        """The log after the first `since` plays."""
        return lines_of(self.session, since, [moment.after for moment in self._course()])

    def cards(self) -> Mapping[str, Sequence[Table]]:
        """Offense, special teams, coverage, supplement and the six formations of both teams."""
        return {chart.team.code: column_tables(chart) for chart in (self.matchup.away, self.matchup.home)}

    def odds_here(self) -> Sequence[Table]:
        """Every play here against every formation."""
        return [odds_here(self.matchup, self.session.state)]

    def odds_of(self, number: int) -> Sequence[Table]:
        """The odds of a play of the log."""
        return odds_of(self.matchup, self.session.plays[number])

    @property
    def play_count(self) -> int:
        """How many plays there have been."""
        return len(self.session.plays)

    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        """Odds, cards, the drive and so on."""
        return LOOKUPS[word](self.session, rest) if word in LOOKUPS else None

    def answer(self, line: str) -> Reply:
        """Answer the open question; a person may put all of a play into one line."""
        session, question = self.session, self.session.question
        if question is None:
            raise InputError("nobody is asked anything: the game is over.")
        text = line.strip()
        if text == "?" or (not text and (isinstance(question, DiceRoll) or call_asked(question))):
            return Reply((*choices_in_words(question), "help lists what else can be typed."))
        if isinstance(question, DiceRoll):
            self._roll(text.split())
        else:
            meant = understand(question, line)
            if meant.look:
                session.look(question.team)
            session.answer(*meant.answers)
        self.keep()
        return Reply(tuple(self.news()), is_play=True, refusal=session.refusal)

    def _roll(self, totals: Sequence[str]) -> None:
        """One total, or all of a play in one line."""
        for text in totals:
            if not isinstance(self.session.question, DiceRoll):
                raise InputError(f"{text!r} is one number too many: no dice are rolled now.")
            self.session.roll(int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1)

    def take_back(self, plays: int) -> int:
        """Take back plays; gives how many."""
        taken = self.session.undo(plays)
        self._forget_told()
        return taken

    def cut(self, number: int) -> None:
        """Take back a line of the log and all after it."""
        self.session.undo_to(number)
        self._forget_told()

    def _forget_told(self) -> None:
        self._told = min(self._told, self.play_count)
        self._told_steps = min(self._told_steps, len(self.session.steps))

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls."""
        self.session.roll_own(own)
        self.typed_dice = own
        self.keep()

    def now(self) -> GameState:
        """The state of the game."""
        return self.session.state

    def late_period(self, situation: GameState) -> int:
        """The period whose last two minutes a situation is in; 0 for an earlier one."""
        return situation.period if situation.period in (2, 4) and situation.clock <= _LATE else 0

    def play_on(self, is_there: Callable[[GameState], bool]) -> None:
        """Computer coaches sit in for the people."""
        if self.stand_in is None:
            raise InputError("this game is only shown; continue it to play on.")
        self.session.play_on((self.stand_in(0), self.stand_in(1)), is_there)

    # Files.

    def game_log(self) -> GameLog:
        """The game as a file holds it: with its box score once it is over, and with the people at the table."""
        box = self.box_data() if self.is_over else {}
        return replace(self._records(), box=box, table=self._table())

    def _records(self) -> GameLog:
        return GameLog(self.matchup, tuple(self.session.events), self.session.state, self.seed)

    def box_data(self) -> Mapping[str, Any]:
        """The box score as a game file holds it."""
        return box_score(self._records())

    def _table(self) -> Mapping[str, Any]:
        reasons = [list(step.reasons) for step in self.session.steps]
        told = {"reasons": reasons} if any(reasons) else {}
        if not self.has_person:
            return told
        found = {**told, **self.seats_data(self.session.own_rolls)}
        return found | {"open": self.session.to_json()} if self.session.has_begun else found

    def file_data(self) -> Mapping[str, Any]:
        """The game file."""
        return log_to_json(self.game_log())

    # What is known of it.

    def box(self) -> Iterator[str]:
        """Line score, scoring summary, statistics, drives, calls, and the chances to win."""
        yield from super().box()
        yield ""
        yield from chances_told(self._course(), self.teams, plain=True)

    def _course(self) -> list[Moment]:
        """Every play with the chances to win before and after it."""
        steps, last = self.session.steps, self.session.state
        return moments(steps, last, self.matchup, chances_of(systems.build_folder(self.matchup.season)))

    def to_json(self) -> dict[str, Any]:
        """Everything but the records, which are in the game file."""
        told = [line for line in play_lines(self.session.plays, self.teams) if line]
        shell = self.in_a_nutshell(self.matchup.options.to_json(), told, self.box_data())
        return {**shell, "win_probability": chances_data(self._course(), self.teams)}

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """The play-by-play; a cell that the game knows nothing about is empty."""
        home, away = self.teams
        card = GameCard(home, away, self.matchup.season, playoffs=self.matchup.options.playoff)
        return nflverse_rows(card, plays_of(self.session.events))

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field."""
        shown = scenes(self.session.steps, self.teams, plain=plain)
        return with_chances(shown, self._course(), self.teams, plain=plain)
