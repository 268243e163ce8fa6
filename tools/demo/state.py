"""Where a game stands, and what a play did to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tools.demo.league import Team
from tools.demo.luck import Luck

QUARTER = 900
OVERTIME = 600


class Next(Enum):
    """What kind of play comes next."""

    KICKOFF = "kickoff"
    FREE_KICK = "free kick"
    SCRIMMAGE = "scrimmage"
    TRY = "try"
    OVER = "over"


class End(Enum):
    """How a play ended."""

    DEAD = "dead"
    TOUCHDOWN = "touchdown"
    SAFETY = "safety"
    FIELD_GOAL = "field goal"


@dataclass
class Play:
    """A play as it was run: its words, its official numbers and where the ball is.

    `team` has the ball (or has scored), `spot` counts from its own goal line. `moved` are the yards of a flag that
    is walked off after the play; `blank` marks a play of which offsetting flags left no statistics.
    """

    kind: str
    words: str
    team: Team
    spot: int
    seconds: int
    facts: dict[str, Any] = field(default_factory=dict)
    formation: str = ""
    end: End = End.DEAD
    new_series: bool = False
    stops_clock: bool = False
    throw: bool = False
    target: int | None = None
    flagged: bool = False
    moved: int = 0
    gives_first: bool = False
    blank: bool = False


@dataclass
class Game:
    """A game in progress."""

    home: Team
    away: Team
    luck: Luck
    rates: Mapping[str, Any]
    offense: Team
    score: dict[Team, int] = field(default_factory=dict)
    timeouts: dict[Team, int] = field(default_factory=dict)
    quarter: int = 1
    clock: int = QUARTER
    spot: int = 35
    down: int = 1
    to_go: int = 10
    next: Next = Next.KICKOFF
    opened_by: Team | None = None
    running: bool = False
    restart: bool = False
    kick_from: int = 35
    drive: int = 0
    drive_credited: bool = True
    had_ball: set[Team] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.score = {self.home: 0, self.away: 0}
        self.timeouts = {self.home: 3, self.away: 3}

    @property
    def defense(self) -> Team:
        """The team without the ball."""
        return self.other(self.offense)

    def other(self, team: Team) -> Team:
        """The opponent of a team."""
        return self.away if team == self.home else self.home

    @property
    def to_goal(self) -> int:
        """Yards to the goal line that the offense attacks."""
        return 100 - self.spot

    @property
    def lead(self) -> int:
        """Points by which the offense leads."""
        return self.score[self.offense] - self.score[self.defense]

    @property
    def overtime(self) -> bool:
        """Whether the game is past its fourth quarter."""
        return self.quarter > 4

    @property
    def late(self) -> bool:
        """The last two minutes of a half, when the clock decides what is called."""
        return self.quarter in (2, 4, 5) and self.clock <= 120

    def rate(self, *path: str) -> Any:
        """A number or table of the rates file."""
        value: Any = self.rates
        for name in path:
            value = value[name]
        return value

    def seconds(self, what: str) -> int:
        """How long something takes."""
        low, high = self.rate("clock", what)
        return self.luck.between(low, high)

    def edge(self, attack: str, stop: str) -> float:
        """How much better the offense is at something than the defense is at stopping it."""
        home = self.rate("game", "home") * (1 if self.offense == self.home else -1)
        return self.offense[attack] - self.defense[stop] + float(home)

    def first_down(self, team: Team, spot: int) -> None:
        """A new series for `team`, ten yards or to the goal line."""
        self.offense, self.spot, self.down = team, spot, 1
        self.to_go = min(10, 100 - spot)
        self.next = Next.SCRIMMAGE
