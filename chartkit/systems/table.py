"""A game on the table: what is ordered and agreed on, what is asked and answered, and what is shown.

A `TableGame` asks questions (`prompt`), takes answers (`say`, `answer`), and shows itself as values (`view`,
`lines`, `cards`, `book`, `odds`). They hold nothing that a seat must not know yet: the calls of a play are shown
with its line. A game that people play is a `ReplayedGame` (`chartkit.systems.replayed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, Self

from chartkit.errors import InputError, NotOffered
from chartkit.pages import Table

#: How far a person lets the computer play on.
Until = Literal["score", "two minutes", "end"]
#: The coach who is a person at the table.
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class GameOrder:
    """The game to play: teams, rules, coaches and dice."""

    away: str
    home: str
    seed: int | str
    #: `basic` or `advanced`.
    preset: str = "advanced"
    #: `NAME=VALUE`, on top of the preset.
    options: tuple[str, ...] = ()
    #: The visitors' and the home team's; empty: the best coach that the files allow.
    coaches: tuple[str, str] = ("", "")
    build: Path | None = None
    typed_dice: bool = False
    #: Tell the reasons of every decision.
    why: bool = False
    #: The game file; a game with a person at the terminal is saved there after every answer.
    log: Path | None = None

    def coached(self, home: str, away: str) -> tuple[str, str]:
        """The coaches of home team and visitors: those that are named, or these."""
        return self.coaches[1] or home, self.coaches[0] or away


# What the coaches agree on before a game: options as fields of a frozen dataclass.

_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class GameOption:
    """A rule that the coaches agree on before the game."""

    name: str
    about: str
    #: `on`, `off`, a number, or one of `choices`.
    basic: str
    advanced: str
    choices: tuple[str, ...] = ("on", "off")


def option(default: Any, about: str, choices: tuple[str, ...] = ()) -> Any:
    """An option with its default, its rule, and its choices if it is neither a switch nor a number."""
    return field(default=default, metadata={"about": about, "choices": choices})


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The base of a game's options: every field is made by `option`."""

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, as in a game log."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read options; what is not named keeps its default."""
        known = {each.name: each for each in fields(cls)}
        for name, value in data.items():
            if name not in known:
                raise InputError(f"there is no option {name!r}.", remedy=f"The options are {', '.join(known)}.")
            allowed, usual = known[name].metadata["choices"], known[name].default
            if allowed and value not in allowed:
                raise InputError(f"{name} is {value!r}.", remedy=f"It can be {', '.join(allowed)}.")
            if not allowed and type(value) is not type(usual):
                raise InputError(f"{name} is {value!r}, which is not a {type(usual).__name__}.")
        return cls(**data)

    def with_settings(self, settings: Iterable[str]) -> Self:
        """The same with single options changed: `audibles=off`, `boxes=35`."""
        options = self.to_json()
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise InputError(
                    f"{setting!r} is not an option.", remedy="Write NAME=VALUE, for example audibles=off."
                )
            name = name.strip()
            options[name] = _value(name, text.strip(), options.get(name))
        return self.from_json(options)


def _value(name: str, text: str, usual: Any) -> Any:
    """What was typed, as the kind of value that the option has."""
    if isinstance(usual, bool):
        if text.lower() not in _SWITCH:
            raise InputError(f"{name} cannot be {text!r}.", remedy="It is on or off.")
        return _SWITCH[text.lower()]
    if isinstance(usual, int):
        if not (text.isascii() and text.isdigit()):
            raise InputError(f"{name} cannot be {text!r}.", remedy="It is a whole number.")
        return int(text)
    return text


def listed(basic: GameOptions, advanced: GameOptions) -> list[GameOption]:
    """Every option with its value in both presets."""
    return [
        GameOption(
            each.name,
            each.metadata["about"],
            _shown(getattr(basic, each.name)),
            _shown(getattr(advanced, each.name)),
            each.metadata["choices"] or (("on", "off") if isinstance(each.default, bool) else ()),
        )
        for each in fields(basic)
    ]


def _shown(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


# What is asked and answered.


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer, legal or not."""

    #: What is said.
    key: str
    label: str
    group: str = ""
    #: The sentence with the rule that forbids it; empty when it is legal.
    why_not: str = ""
    #: It is said together with a call: `6-SHORT no huddle`.
    with_call: bool = False
    #: What may follow: `punt 10`.
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to one person."""

    #: The team's code.
    seat: str
    text: str
    #: Clock, score and ball in one line; empty where it has not changed since the last question.
    situation: str = ""
    #: What the person should know before answering.
    hint: str = ""
    #: Two people share the keyboard: hide what is typed.
    hidden: bool = False
    #: A call, dice to roll, or anything else.
    kind: Literal["call", "dice", "choice"] = "choice"
    #: What an empty answer means; empty when it means nothing.
    default: str = ""
    choices: tuple[Choice, ...] = ()
    #: Of dice: each die with its faces, and the totals that they can show.
    dice: tuple[tuple[str, tuple[int, ...]], ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What the table says to a line that somebody typed."""

    lines: Sequence[str] = ()
    #: The lines are plays; otherwise they were looked up.
    is_play: bool = False
    mistake: bool = False
    #: Why a part of the line was not accepted.
    refusal: str = ""
    #: The person leaves the table.
    leave: bool = False


# What is seen.


@dataclass(frozen=True, slots=True)
class Side:
    """A team on the scoreboard."""

    code: str
    name: str
    #: `#rrggbb`; empty when unknown.
    colour: str
    points: int
    timeouts: int
    coach: str


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it now. Places are yards from the home team's goal line."""

    period: str
    clock: str
    situation: str
    #: The team with the ball; empty before a kickoff.
    has_ball: str
    ball: int
    #: 1: the team that has or kicks the ball goes away from the home team's goal line; -1: towards it.
    direction: int
    to_gain: int | None
    #: The drive in a line, and the numbers of its plays.
    drive: str
    drive_plays: tuple[int, ...]
    title: str = ""
    #: Visitors, then home team.
    sides: tuple[Side, ...] = ()
    play_count: int = 0
    #: The open question, if it is this seat's; and whose it is.
    prompt: Prompt | None = None
    waiting_for: str = ""
    is_over: bool = False
    final: str = ""
    #: People roll their own dice from here on.
    own_dice: bool = False


@dataclass(frozen=True, slots=True)
class RolledCell:
    """One roll: the dice with their colours and faces, the total, and the cell that it hit."""

    team: str
    place: str
    dice: tuple[tuple[str, int], ...]
    total: int
    cell: str
    #: The place of the cell on the cards: title of the table, heading of the column, row; None if on no card.
    card: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A play of the log with everything known about it. Places are yards from the home team's goal line."""

    number: int
    period: str
    clock: str
    #: The offense, or the kicking team.
    team: str
    situation: str
    called: str
    #: The outcome, and the whole sentence.
    became: str
    text: str
    start: int
    to_gain: int | None
    end: int
    #: Fouls in words.
    flags: tuple[str, ...]
    #: How points were scored; the score after the play.
    scored: str
    score: Mapping[str, int]
    rolls: tuple[RolledCell, ...]
    #: How the cells were combined.
    combined: str
    #: Why the computer coaches decided so.
    reasons: tuple[str, ...] = ()
    #: The home team's chance to win after it; None where the game has no table of chances.
    home_wins: float | None = None
    #: People rolled their own dice.
    own_dice: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One play of a replay: the scoreboard before it, the field with the way of the ball, what happened."""

    number: int
    board: str
    field: Sequence[str]
    story: str
    data: Mapping[str, Any]
    #: Lines that follow the play; after the last one how the game went.
    after: Sequence[str] = ()


class TableGame:
    """A game on the table: to be played, read, saved. A game does not offer the methods that it leaves out."""

    #: Codes of home team and visitor.
    teams: tuple[str, str]
    #: What repeats the game.
    seed: int | str | None
    #: Whether somebody at the terminal decides or rolls.
    has_person = False
    #: Where a game with a person is saved after every answer.
    file: Path | None = None

    @property
    def title(self) -> str:
        """Who plays whom, by which rules, under which coaches."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""
        return True

    @property
    def people(self) -> tuple[str, ...]:
        """The teams that a person coaches."""
        return ()

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now; None when the game is over."""
        return None

    @property
    def play_count(self) -> int:
        """How many plays there have been."""
        return len(list(self.scenes(plain=True)))

    def play(self, tell: Callable[[str], None] | None) -> None:
        """Computers alone: play to the end; `tell` gets its lines."""
        if tell is not None:
            for scene in self.scenes(plain=True):
                tell(scene.story)

    def begin(self) -> Sequence[str]:
        """With people: play to the first question; returns the lines to show."""
        raise self._without_people()

    def say(self, line: str) -> Reply:
        """Answer, look something up, take back or leave."""
        raise self._without_people()

    def answer(self, line: str) -> Reply:
        """Answer the open question and nothing else; ChartkitError says why not."""
        raise self._without_people()

    def undo_to(self, number: int) -> None:
        """Take back a line of the log and all after it; the dice stay the same."""
        raise self._without_people()

    def roll_own(self, own: bool) -> None:
        """From here on people roll their own dice, or the computer rolls; an open roll is then the computer's."""
        raise self._without_people()

    def skip(self, until: Until) -> None:
        """A computer coach plays for the people until then."""

    def view(self, seat: str) -> View:
        """The table as it may be shown to a team's person."""
        raise self._without_people()

    def _without_people(self) -> NotOffered:
        return NotOffered(self.title, "people at the table")

    def lines(self, since: int = 0) -> Sequence[Line]:
        """The log after the first `since` plays."""
        return ()

    def cards(self) -> Mapping[str, Sequence[Table]]:
        """The cards of both teams as they are printed, a table for each part."""
        return {}

    def odds(self, number: int | None = None) -> Sequence[Table]:
        """What the calls of this situation give, or what the odds of a play of the log were."""
        raise NotOffered(self.title, "odds of a play")

    def book(self) -> Sequence[Table]:
        """Score by quarters, scoring summary, statistics, drives, calls."""
        return ()

    def save(self, path: Path) -> None:
        """Write the game file; it holds all that is needed to play it again."""
        raise NotImplementedError

    def final(self) -> str:
        """The score in one line."""
        raise NotImplementedError

    def box(self) -> Iterator[str]:
        """Scoring summary and box score, line by line."""
        return iter(())

    def to_json(self) -> dict[str, Any]:
        """A summary of the game, for `--json`."""
        raise NotImplementedError

    def export(self) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
        """Columns and rows for a season's play-by-play file."""
        raise NotOffered(self.title, "play-by-play to write")

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field; plain: in ASCII."""
        return iter(())


class ComputerGame(TableGame):
    """A game between computers, played when it is made."""

    title = ""


def place_of(spot: int, team: int) -> int:
    """Yards from the home team's goal line of a spot that is counted from a team's own (0: home), and back."""
    return min(100, max(0, spot if team == 0 else 100 - spot))
