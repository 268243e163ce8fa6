"""Playing a game by its rules: what every game system offers at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from chartkit.records import dataclass


@dataclass(frozen=True, slots=True)
class ExampleVerdict:
    """One worked example: whether it came out as expected (None: it cannot be played), and why."""

    id: str
    passed: bool | None
    expected: Mapping[str, Any]
    got: Mapping[str, Any]
    why: str

    def to_json(self) -> dict[str, Any]:
        """As `chartkit referee --json` prints it."""
        return {
            "id": self.id,
            "passed": self.passed,
            "expected": dict(self.expected),
            "got": dict(self.got),
            "why": self.why,
        }


class Person(Protocol):
    """Somebody at the terminal."""

    def ask(self, prompt: str, *, hidden: bool = False) -> str:
        """Put a question; EOFError when nobody answers any more."""

    def tell(self, text: str) -> None:
        """Say something."""


@dataclass(frozen=True, slots=True)
class GameOrder:
    """What somebody wants to have played."""

    away: str
    home: str
    seed: int | str
    #: `basic` or `advanced`.
    preset: str = "advanced"
    #: `NAME=VALUE`, on top of the preset.
    options: tuple[str, ...] = ()
    #: Visitors' and home team's; empty for the best that the files allow.
    coaches: tuple[str, str] = ("", "")
    build: Path | None = None
    typed_dice: bool = False
    #: The reasons of every decision are told.
    why: bool = False
    #: Where a game with a person at the terminal is saved after every play.
    log: Path | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """One play of a replay: the scoreboard before it, the field with the way of the ball, what happened."""

    number: int
    board: str
    field: Sequence[str]
    story: str
    data: Mapping[str, Any]


class TableGame(Protocol):
    """A game on the table: to be played, read, saved."""

    @property
    def title(self) -> str:
        """Who plays whom, by which rules, under which coaches."""

    @property
    def seed(self) -> int | str | None:
        """What repeats the game."""

    @property
    def is_over(self) -> bool:
        """Whether the final whistle has blown."""

    @property
    def has_person(self) -> bool:
        """Whether somebody at the terminal decides or rolls."""

    def play(self, told: Callable[[str], None] | None) -> None:
        """Play to the end, or until the person stops; its lines are told if anybody listens."""

    def save(self, path: Path) -> None:
        """Write the game file; it holds all that is needed to play it again."""

    def final(self) -> str:
        """The score in one line."""

    def box(self) -> Iterator[str]:
        """Scoring summary and box score, line by line."""

    def to_json(self) -> dict[str, Any]:
        """The game in a nutshell, for `--json`."""

    def export(self) -> tuple[Sequence[str], Iterator[Mapping[str, Any]]]:
        """Columns and rows for a season's play-by-play file."""

    def scenes(self, *, plain: bool) -> Iterator[Scene]:
        """Play by play, with the scoreboard and the field; plain: in ASCII."""


class Playing(Protocol):
    """The referee of a game system."""

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play the worked examples of a file and compare."""

    def coaches(self) -> Sequence[str]:
        """The coaches that can be named."""

    def new_game(self, order: GameOrder, person: Person) -> TableGame:
        """Set the table; charts that break the rules are refused."""

    def resumed_game(self, file: Path, order: GameOrder, person: Person) -> TableGame:
        """A game file, checked event by event, to be gone on with; the charts must be those of the file."""

    def recorded_game(self, file: Path) -> TableGame:
        """A game file, checked event by event, to be shown."""
