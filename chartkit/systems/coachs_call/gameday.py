"""A game of Coach's Call as the command line holds it: played by computers or people, saved, shown again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.systems.base import Referee
from chartkit.systems.checking import build_around
from chartkit.systems.coachs_call import play_by_play, screen, sentences
from chartkit.systems.coachs_call.coach import SCOUTED, Mind
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import boxes_left, ends_half
from chartkit.systems.coachs_call.rules.options import BASIC, Options
from chartkit.systems.coachs_call.rules.scrimmage import may_call
from chartkit.systems.coachs_call.table import (
    ROLLS,
    Coach,
    ComputerCoach,
    Event,
    GameLog,
    Matchup,
    Table,
    no_draw,
    reason_against,
    resumed,
    rolls_in,
    seeded_dice,
)
from chartkit.systems.coachs_call.tables import CODES, GAME, TITLE, standard_tables, tables_from_json
from chartkit.systems.coachs_call.teams import SLOTS, roster_from_json, roster_to_json, statuses
from chartkit.systems.coachs_call.validate import build_tables, load_team, validate_tables
from chartkit.systems.coachs_call.words import WORDS
from chartkit.systems.options import GameOption, listed
from chartkit.systems.replaying import TamperedLogError, read_game_file, refuse_changed
from chartkit.systems.seated import HUMAN, SeatedGame, typed_rolls
from chartkit.systems.table import GameOrder, Line, Prompt, Reply, Scene, View
from chartkit.tables import Table as SheetTable

GAME_FORMAT = "chartkit/coachs-call-game@1"
COMPUTER = "computer"
#: People are asked about the clock when so few boxes of a half are left.
_CLOCK_BOXES = 12
_DICE = (("white", tuple(range(1, 7))), ("black", tuple(range(1, 7))))
_YES, _NO = ("y", "yes", "1"), ("", "n", "no", "0")


class _Unanswered(Exception):  # noqa: N818 - an open question is no error
    """Somebody is asked; `question` is -1 for a roll of real dice."""

    def __init__(self, question: int, team: int = 0, about: int = 0) -> None:
        self.question, self.team, self.about = question, team, about


def _typed_roll() -> int:
    """Real dice at the table: somebody has to type what they show."""
    raise _Unanswered(-1)


class _Person:
    """A seat whose questions end the step until somebody answers."""

    def __init__(self, ahead: dict[int, int]) -> None:
        #: Answers that were typed with the call.
        self._ahead = ahead

    def decide(self, game: Mind, question: int, team: int, about: int) -> int:
        """What was typed already, the ordinary course where nobody need be asked, else an open question."""
        if question in self._ahead:
            return self._ahead.pop(question)
        late = ends_half(game) and boxes_left(game) <= _CLOCK_BOXES
        if question in (n.ASK_TIME_OUT, n.ASK_SPIKE) and not late:
            return 0
        raise _Unanswered(question, team, about)

    def refused(self, reason: str) -> None:
        """Answers are checked before they are taken."""
        raise InputError(reason)


class CallGame(SeatedGame):
    """One game: its events, its seats, its file."""

    def __init__(
        self, matchup: Matchup, seed: int | str | None, names: tuple[str, str], *, typed_dice: bool = False
    ) -> None:
        home, away = matchup.teams
        clubs, seasons = (home.club, away.club), (home.season, away.season)
        super().__init__((home.team, away.team), clubs, seasons, seed, names, typed_dice=typed_dice)
        self.matchup = matchup
        self.events: list[Event] = []
        #: The rolls of the game that people typed, counted from 0.
        self.own_rolls: set[int] = set()
        #: Why the computer coaches decided so, by the place of the answer in the events.
        self.reasons: dict[int, str] = {}
        self._steps: list[int] = []
        self._open: _Unanswered | None = None
        self._ahead: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._scouted: dict[str, Any] = {}
        self._told = 0
        self._game: Mind = matchup.new_game()

    # What is known.

    @property
    def log(self) -> GameLog:
        """The game so far."""
        return GameLog(self.matchup, tuple(self.events), self.seed)

    @property
    def score(self) -> tuple[int, int]:
        """Home, visitor."""
        return self.log.score

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.log.is_over

    @property
    def play_count(self) -> int:
        """How many records there are."""
        return len(self.log.records)

    def now(self) -> Mind:
        """The game as it stands."""
        return self._game

    # Playing.

    def _run(self, is_there: Callable[[Mind], bool] | None = None) -> None:
        """Play the events again and go on until somebody is asked, or to the end.

        With `is_there` computers sit in for the people until the game is there.
        """
        done = len(self.events)
        dice = _typed_roll if self.typed_dice else seeded_dice(str(None) if self.seed is None else self.seed)
        for _ in range(0 if self.typed_dice else rolls_in(self.events)):
            dice()
        words = f"{self.seed} coaches {done}" if done else f"{self.seed} coaches"
        home, away = (self._seat(team, is_there is None) for team in range(2))
        table = Table(self.matchup, dice, (home, away), random.Random(words).randrange, self.events, self._scouted)
        if COMPUTER in self.coach_names or is_there is not None:
            self._scouted = {name: getattr(table.game, name) for name in SCOUTED}
        self._open = None
        try:
            while not table.is_over:
                table.step()
                if is_there is not None and len(table.events) > done and is_there(table.game):
                    break
        except _Unanswered as asked:
            self._open = asked
        self.taken(table)

    def _seat(self, team: int, with_people: bool) -> Coach:
        is_person = self.coach_names[team] == HUMAN and with_people
        return _Person(self._ahead[team]) if is_person else ComputerCoach(self.reasons)

    def taken(self, table: Table) -> None:
        """Stand where a table stands."""
        self.events, self._steps, self._game = list(table.events), list(table.steps), table.game

    def play(self, told: Callable[[str], None] | None) -> None:
        """Computers alone: play to the end."""
        self._run()
        if told:
            for line in self.news():
                told(line)

    def news(self) -> list[str]:
        """The records that were not told yet."""
        first, self._told = self._told, self.play_count
        return self.story()[first:]

    def story(self) -> list[str]:
        """Every record as a line."""
        return [sentences.told(row, self.matchup.teams, self.matchup.tables) for row in self.log.records]

    def begin(self) -> Sequence[str]:
        """With people: play to the first question."""
        self._told = max(0, self.play_count - 5)
        self._run()
        self.keep()
        return self.news()

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now."""
        asked, game = self._open, self._game
        if asked is None:
            return None
        if asked.question < 0:
            seat, text = self.teams[game.possession], "Roll both dice (11 to 66)"
            return Prompt(seat, text, self._situation(), kind="dice", dice=_DICE, totals=ROLLS)
        seat, is_call = self.teams[asked.team], asked.question == n.ASK_CALL
        yes = "" if asked.question in (n.ASK_CALL, n.ASK_PLAYER, n.ASK_RAISE) else " (y/n)"
        return Prompt(
            seat,
            f"{seat}: {WORDS['questions'][n.QUESTIONS[asked.question]]}{yes}",
            self._situation() if is_call else "",
            "A rare play is due unless you kick." if is_call and game.rare_pending else "",
            kind="call" if is_call else "choice",
            default="n" if yes else "",
            choices=screen.choices_of(game, self.matchup, asked.question, asked.team, asked.about),
        )

    def _situation(self) -> str:
        game, (home, away) = self._game, self.teams
        score = f"{away} {game.score[1]}, {home} {game.score[0]}"
        when = f"{sentences.quarter_in_words(game.quarter)}, {screen.clock_in_words(game)}"
        return f"{when}. {score}. {screen.ball_in_words(game, self.teams)}"

    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        """Only help."""
        if word not in ("?", "help"):
            return None
        calls = ", ".join(call for number, call in enumerate(n.CALLS) if may_call(self._game, number))
        return [line.format(calls=calls) for line in WORDS["help"]]

    def answer(self, line: str) -> Reply:
        """Answer the open question."""
        asked, text = self._open, line.strip()
        if asked is None:
            raise InputError("nobody is asked anything: the game is over.")
        if asked.question < 0:
            if text not in CODES:
                raise InputError(f"{text!r} is no roll of two dice.", remedy="Type both faces: 46.")
            self.own_rolls.add(rolls_in(self.events))
            self.events.append(("roll", int(text)))
        else:
            self._take(asked, text)
        self._run()
        self.keep()
        return Reply(tuple(self.news()), is_play=True)

    def _take(self, asked: _Unanswered, text: str) -> None:
        """An answer that the rules allow, with what came with a call."""
        number, ahead = self._understood(asked, text)
        reason = reason_against(self._game, asked.question, asked.about, number)
        if n.ASK_PLAYER in ahead and number not in (n.SNEAK, n.PUNT, n.FIELD_GOAL):
            reason = reason or reason_against(self._game, n.ASK_PLAYER, number, ahead[n.ASK_PLAYER])
        if reason:
            raise InputError(f"not allowed: {reason}")
        self._ahead[asked.team].clear()
        self._ahead[asked.team].update(ahead)
        self.events.append(("ask", asked.question, asked.team, number))

    def _understood(self, asked: _Unanswered, text: str) -> tuple[int, dict[int, int]]:
        """The answer that a text means, and answers that came with a call."""
        if asked.question == n.ASK_CALL:
            return self._call(asked.team, text.lower().split())
        if asked.question in (n.ASK_PLAYER, n.ASK_RAISE):
            return self._slot(asked.team, text), {}
        if text.lower() in _YES + _NO:
            return int(text.lower() in _YES), {}
        raise InputError(f"{text!r} is neither yes nor no.")

    def _call(self, team: int, words: list[str]) -> tuple[int, dict[int, int]]:
        for length in range(len(words), 0, -1):
            said = " ".join(words[:length])
            found = [number for number, call in enumerate(n.CALLS) if call == said]
            found = found or [number for number, call in enumerate(n.CALLS) if call.startswith(said)]
            if len(found) == 1:
                rest = [word for word in words[length:] if word not in ("sideline", "side", "to")]
                ahead = {n.ASK_SIDELINE: int("sideline" in words or "side" in words)}
                if rest:
                    ahead[n.ASK_PLAYER] = self._slot(team, " ".join(rest))
                return found[0], ahead
        raise InputError(f"no call is meant by {' '.join(words)!r}.", remedy="Type ? for the calls.")

    def _slot(self, team: int, text: str) -> int:
        roster = self.matchup.teams[team]
        if text.strip().upper() in SLOTS:
            return SLOTS.index(text.strip().upper())
        men = {number: roster.player(slot).lower() for number, slot in enumerate(SLOTS) if slot != "MOB"}
        named = [number for number, man in men.items() if text.lower() in man]
        if len(named) != 1:
            raise InputError(f"{text!r} is no slot and no player.", remedy=f"Slots are {' '.join(SLOTS[2:9])}.")
        return named[0]

    def take_back(self, plays: int) -> int:
        """Take back to before the last plays that a person decided."""
        people = {team for team, name in enumerate(self.coach_names) if name == HUMAN}
        bounds = [*self._steps, len(self.events)]
        decided = [
            start
            for start, end in pairwise(bounds)
            if any(event[0] == "ask" and event[2] in people for event in self.events[start:end])
            or not self.own_rolls.isdisjoint(range(rolls_in(self.events[:start]), rolls_in(self.events[:end])))
        ]
        taken = min(plays, len(decided))
        if taken:
            self._go_on_from(decided[-taken])
        return taken

    def cut(self, number: int) -> None:
        """Take back a line of the log and all after it."""
        place = [place for place, event in enumerate(self.events) if event[0] == "play"][number - 1]
        self._go_on_from(max((start for start in self._steps if start <= place), default=0))

    def _go_on_from(self, place: int) -> None:
        """Go on from a place of the events; the dice stay the same."""
        self.events = self.events[:place]
        self.own_rolls = {number for number in self.own_rolls if number < rolls_in(self.events)}
        self.reasons = {number: why for number, why in self.reasons.items() if number < place}
        for ahead in self._ahead:
            ahead.clear()
        self._told = min(self._told, self.play_count)
        self._run()

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls."""
        self.typed_dice = own
        if self._open is not None and self._open.question < 0:
            self._run()
        self.keep()

    def late_period(self, situation: Mind) -> int:
        """The quarter whose last boxes a situation is in; 0 for an earlier one."""
        return situation.quarter if screen.is_late(situation) else 0

    def play_on(self, is_there: Callable[[Mind], bool]) -> None:
        """Computers play for the people."""
        self._run(is_there)
        if not self.is_over:
            self._run()

    # What people see.

    def bare_view(self) -> View:
        """The table now."""
        return screen.view_of(self._game, self.log)

    def lines(self, since: int = 0) -> list[Line]:
        """The log after so many records."""
        return screen.lines_of(self.log, since, self.own_rolls, self.reasons)

    def cards(self) -> Mapping[str, Sequence[SheetTable]]:
        """Rosters and tables."""
        return screen.cards_of(self.matchup)

    def odds_here(self) -> Sequence[SheetTable]:
        """What the calls give here."""
        return [screen.odds_here(self.matchup, self._game)]

    def odds_of(self, number: int) -> Sequence[SheetTable]:
        """What the column of a play could give."""
        return [screen.odds_of(self.matchup, self.log.records[number])]

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field."""
        return screen.scenes(self.log, plain=plain)

    def box_data(self) -> dict[str, Any]:
        """The box score."""
        return sentences.box_score(self.log.records, self.matchup.teams, self.matchup.options.boxes)

    def to_json(self) -> dict[str, Any]:
        """The game in a nutshell."""
        return {"game": GAME, **self.in_a_nutshell(self.matchup.options.to_json(), self.story(), self.box_data())}

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """The play-by-play."""
        return play_by_play.rows(self.matchup, self.log.records)

    # Files.

    def file_data(self) -> Mapping[str, Any]:
        """The game file."""
        home, away = self.matchup.teams
        tables = self.matchup.tables
        return {
            "format": GAME_FORMAT,
            "game": GAME,
            "seed": self.seed,
            "home": roster_to_json(home),
            "away": roster_to_json(away),
            "options": self.matchup.options.to_json(),
            "tables": None if tables == standard_tables() else tables.data,
            **self.seats_data(self.own_rolls),
            "reasons": self.reasons,
            "score": {home.team: self.score[0], away.team: self.score[1]},
            "events": self.events,
        }


class CallReferee(Referee):
    """Games of Coach's Call at the table."""

    game = TITLE
    log_format = GAME_FORMAT

    def coaches(self) -> Sequence[str]:
        """The computer and the person at the table."""
        return COMPUTER, HUMAN

    def options(self) -> Sequence[GameOption]:
        """House settings, and how damaged and silent places are read (15)."""
        return listed(BASIC, Options())

    def new_game(self, order: GameOrder) -> CallGame:
        """Find both teams, work out their strength, and set the table."""
        found = [systems.chart_of(name, order.build, game=GAME) for name in (order.home, order.away)]
        tables = build_tables(order.build or found[0])
        home, away = (load_team(path, tables) for path in found)
        mine, theirs = statuses(home.record, away.record)
        options = (BASIC if order.preset == "basic" else Options()).with_settings(order.options)
        matchup = Matchup(home.roster(mine), away.roster(theirs), options, tables)
        game = CallGame(matchup, order.seed, order.coached(COMPUTER, COMPUTER), typed_dice=order.typed_dice)
        return _seated(game, order.log, order.build or build_around(found[0]))

    def recorded_game(self, file: Path) -> CallGame:
        """A game file, checked event by event."""
        data, log = _read_game(file)
        try:
            table = resumed(log, None, None, no_draw)
        except (TamperedLogError, InputError) as wrong:
            raise InputError(f"the log does not fit the rules: {wrong}", where=str(file)) from wrong
        own_rolls, reasons = data.get("own_rolls", []), data.get("reasons", {})
        whole = isinstance(own_rolls, list) and all(type(number) is int for number in own_rolls)
        whole &= isinstance(reasons, dict) and all(place.isdecimal() for place in reasons)
        if data["dice"] not in ("typed", "seeded") or not whole:
            raise InputError("the game file is damaged: its dice or reasons cannot be read.", where=str(file))
        refuse_changed(data)
        seats = data["coaches"]["home"], data["coaches"]["away"]
        game = CallGame(log.matchup, log.seed, seats, typed_dice=data["dice"] == "typed")
        game.own_rolls = typed_rolls(data, rolls_in(log.events))
        game.reasons = {int(place): str(why) for place, why in reasons.items()}
        game.taken(table)
        return game

    def resumed_game(self, file: Path, order: GameOrder) -> CallGame:
        """Go on where the file ends; the order may name other coaches."""
        played, (_, log) = self.recorded_game(file), _read_game(file)
        names, typed = order.coached(*played.coach_names), order.typed_dice or played.typed_dice
        game = CallGame(played.matchup, played.seed, names, typed_dice=typed)
        game.events, game.own_rolls, game.reasons = list(log.events), played.own_rolls, played.reasons
        return _seated(game, file, order.build or systems.build_folder(played.season, GAME))

    def is_finished(self, events: Sequence[Any]) -> bool:
        """The last record says so."""
        return bool(events[-1][1] == n.IS_END)


def _seated(game: CallGame, file: Path | None, build: Path) -> CallGame:
    """A game with its file and the colours of its teams."""
    game.file = file if game.has_person else None
    home, away = (systems.team_colour(build, each.season, each.team, each.name) for each in game.matchup.teams)
    game.colours = home, away
    return game


def _read_game(file: Path) -> tuple[dict[str, Any], GameLog]:
    data: dict[str, Any] = read_game_file(file, GAME_FORMAT).data
    try:
        home, away = (roster_from_json(data[side]) for side in ("home", "away"))
        tables = tables_from_json(data["tables"]) if data["tables"] else standard_tables()
        events = tuple(tuple(event) for event in data["events"])
        matchup = Matchup(home, away, Options.from_json(data["options"]), tables)
        whole = all(
            event[0] in ("roll", "ask", "play") and all(type(each) is int for each in event[1:]) for event in events
        )
        unsound = validate_tables(data["tables"]) if data["tables"] else []
        if not whole or unsound or not isinstance(data["coaches"]["home"], str):
            raise ValueError("its events or tables cannot be read")
        # Rosters that cannot be laid out are found here.
        matchup.new_game()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as mistake:
        raise InputError(f"the game file is damaged: {mistake}.", where=str(file)) from mistake
    return data, GameLog(matchup, events, data.get("seed"))
