"""One game at the terminal: played step by step, taken back, saved, read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from chartkit.files import write_text
from chartkit.systems.ddf.gameday.choose import GameCoach
from chartkit.systems.ddf.gameday.leaving import StopPlayingError, UndoPlayError
from chartkit.systems.ddf.referee.decisions import Coach
from chartkit.systems.ddf.referee.events import Chance, Event
from chartkit.systems.ddf.referee.log import GameLog, log_to_text
from chartkit.systems.ddf.referee.matchup import Matchup, first_state
from chartkit.systems.ddf.referee.replay import Replay
from chartkit.systems.ddf.referee.rolls import Rolls, SeededRolls
from chartkit.systems.ddf.referee.state import COIN_TOSS, OVER, GameState

if TYPE_CHECKING:
    from chartkit.systems.playing import Scene

#: Hears every line of the play-by-play; None: nobody listens, and nothing is put into words.
Told = Callable[[str], None] | None


@dataclass(frozen=True)
class Step:
    """The state before a step and its records."""

    before: GameState
    events: tuple[Event, ...]


@dataclass
class Game:
    """A game on the table; what has been played is `steps`, everything else follows from it."""

    matchup: Matchup
    seed: int | str | None
    #: Home, visitor; none for a game that is only shown.
    coaches: tuple[GameCoach, GameCoach] | None = None
    coach_names: tuple[str, str] = ("", "")
    #: Real dice; without them the dice are the seed's.
    typed: Rolls | None = None
    has_person: bool = False
    why: bool = False
    #: A game with a person is saved here after every play.
    log: Path | None = None
    steps: list[Step] = field(default_factory=list)
    state: GameState = field(init=False)
    #: The records of the step that is being played.
    _partial: Sequence[Event] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self.state = first_state(self.matchup)

    @property
    def teams(self) -> tuple[str, str]:
        """Codes of home team and visitor."""
        return self.matchup.codes

    @property
    def title(self) -> str:
        """Who plays whom, by which rules, under which coaches."""
        home, away = self.matchup.home, self.matchup.away
        coached = f" ({self.coach_names[1]} against {self.coach_names[0]})" if self.coaches else ""
        names = [f"{chart.season} {chart.team.city} {chart.team.name}".strip() for chart in (away, home)]
        return f"{names[0]} at {names[1]}{coached}"

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.state.phase == OVER

    @property
    def events(self) -> list[Event]:
        """Every record so far."""
        return [event for step in self.steps for event in step.events]

    def play(self, told: Told) -> None:
        """Play on to the end, or until the person leaves the table."""
        while not self.is_over:
            try:
                self._play_on(told)
            except UndoPlayError:
                done = self._take_back()
                if told:
                    told("       The last play is taken back." if done else "       Nothing to take back.")
            except StopPlayingError:
                return

    def _play_on(self, told: Told) -> None:
        assert self.coaches is not None
        recorded = self.events
        reasons: list[str] = []
        seats = self._seats(self.coaches, reasons)
        game = Replay(self.matchup, recorded, seats, self.typed or self._dice(recorded))
        tell = _teller(told, self.teams)
        steps = game.steps()
        self._partial = game.events
        for step in self.steps:
            next(steps)
            tell(step.events, aloud=False)
        while True:
            for coach in self.coaches:
                # Whoever takes a game up again meets the same coaches.
                coach.begin(len(game.events))
            before = game.state
            done = next(steps, None)
            if done is None:
                return
            self.state, events = done
            self.steps.append(Step(before, tuple(events)))
            tell(events, aloud=True)
            if told:
                for line in reasons:
                    told(line)
            reasons.clear()
            if self.has_person and self.log:
                self.save(self.log)

    def _seats(self, coaches: tuple[GameCoach, GameCoach], reasons: list[str]) -> tuple[Coach, Coach]:
        if not self.why:
            return coaches
        from chartkit.systems.ddf.gameday.reasons import Reasoned

        return Reasoned(coaches[0], reasons), Reasoned(coaches[1], reasons)

    def _dice(self, recorded: Sequence[Event]) -> Rolls:
        """The seed's dice, rolled on to where the records end: taking a play back does not change the luck."""
        rolls = SeededRolls(self.seed if self.seed is not None else "")
        for event in recorded:
            if isinstance(event, Chance):
                rolls.roll(event.dice, event.team, event.chart)
        return rolls

    def _take_back(self) -> bool:
        """Drop the play that has begun to roll, or else the last one that did."""
        if self.state.phase == COIN_TOSS:
            return False
        begun = self._partial[sum(len(step.events) for step in self.steps) :]
        if any(isinstance(event, Chance) for event in begun):
            return True
        while self.steps:
            dropped = self.steps.pop()
            self.state = dropped.before
            if any(isinstance(event, Chance) for event in dropped.events):
                return True
        return False

    def game_log(self) -> GameLog:
        """The game as a file holds it, with its box score."""
        from chartkit.systems.ddf.scorebook.box import box_score

        plain = GameLog(self.matchup, tuple(self.events), self.state, self.seed)
        return GameLog(self.matchup, plain.events, self.state, self.seed, box_score(plain))

    def final(self) -> str:
        """The score in one line."""
        home, away = self.teams
        word = "Final" if self.is_over else "Not over"
        return f"{word}: {away} {self.state.score[1]}, {home} {self.state.score[0]}"

    def box(self) -> Iterator[str]:
        """Line score, scoring summary, statistics, drives, calls."""
        from chartkit.systems.ddf.scorebook.page import box_page

        return box_page(self.game_log().box, self.teams)

    def to_json(self) -> dict[str, Any]:
        """Everything but the records, which are in the game file."""
        from chartkit.systems.ddf.scorebook.page import play_by_play
        from chartkit.systems.ddf.scorebook.plays import plays_of

        log = self.game_log()
        home, away = self.teams
        return {
            "home": home,
            "away": away,
            "season": self.matchup.season,
            "seed": self.seed,
            "coaches": {home: self.coach_names[0], away: self.coach_names[1]},
            "options": self.matchup.options.to_json(),
            "over": self.is_over,
            "score": {home: log.score[0], away: log.score[1]},
            "play_by_play": [line for line in play_by_play(plays_of(log.events), self.teams) if line],
            "box": log.box,
        }

    def save(self, path: Path) -> None:
        """Write the game file with its box score."""
        write_text(path, log_to_text(self.game_log()))

    def export(self) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
        """The play-by-play in the columns of a season's file."""
        from chartkit.systems.ddf.gameday.export import columns_and_rows
        from chartkit.systems.ddf.scorebook.plays import plays_of

        return columns_and_rows(self.matchup, plays_of(self.events))

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field."""
        from chartkit.systems.ddf.gameday.scenes import scenes

        return scenes(self.steps, self.teams, plain=plain)


class _Tell(Protocol):
    def __call__(self, events: Sequence[Event], *, aloud: bool) -> None:
        """Hear the records of a step; aloud: tell its plays."""


def _teller(told: Told, teams: tuple[str, str]) -> _Tell:
    """Puts steps into words for whoever listens."""
    if told is None:
        return _silence
    from chartkit.systems.ddf.scorebook.page import Narrator
    from chartkit.systems.ddf.scorebook.plays import PlayReader

    reader, narrator = PlayReader(), Narrator(teams)

    def tell(events: Sequence[Event], *, aloud: bool) -> None:
        for play in reader.feed(events):
            for line in narrator.lines(play):
                if aloud:
                    told(line)

    return tell


def _silence(events: Sequence[Event], *, aloud: bool) -> None:
    """Nobody listens."""
