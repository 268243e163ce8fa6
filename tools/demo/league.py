"""The fictional league: clubs, players, who meets whom and when."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.demo.luck import Luck

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Player:
    """A jersey number and a name as the league's scorers write it."""

    number: int
    name: str

    def __str__(self) -> str:
        return f"{self.number}-{self.name}"


@dataclass(frozen=True)
class Team:
    """A club with its strengths, its habits and its players by position."""

    code: str
    city: str
    nickname: str
    division: str
    color: str
    ratings: Mapping[str, float]
    roster: Mapping[str, Sequence[Player]]

    def __hash__(self) -> int:
        return hash(self.code)

    def __getitem__(self, rating: str) -> float:
        return self.ratings[rating]

    def star(self, position: str) -> Player:
        """The first player of a position: the starting quarterback, the kicker."""
        return self.roster[position][0]

    def one_of(self, luck: Luck, *positions: str) -> Player:
        """A player of these positions; starters are likelier than the bench."""
        group = self.roster[luck.pick(positions)]
        return group[min(luck.between(0, len(group) - 1), luck.between(0, len(group) - 1))]

    def named(self, player: Player) -> str:
        """A player with his club, as in recoveries and penalties."""
        return f"{self.code}-{player}"


@dataclass(frozen=True)
class Fixture:
    """One game of the schedule."""

    week: int
    date: datetime.date
    away: Team
    home: Team


@dataclass(frozen=True)
class League:
    """A season of the fictional league before a ball is kicked."""

    name: str
    season: int
    seed: str
    teams: Sequence[Team]
    fixtures: Sequence[Fixture]


def read_rates() -> Mapping[str, Any]:
    """How often things happen: the hand-chosen numbers that games are played with."""
    return tomllib.loads((_DATA / "rates.toml").read_text(encoding="utf-8"))


def read_league() -> League:
    """The league as its data file tells it, with rosters and schedule drawn from its seed."""
    data = tomllib.loads((_DATA / "league.toml").read_text(encoding="utf-8"))
    luck = Luck(data["seed"], "rosters")
    surnames = list(data["names"]["surnames"])
    teams = [
        Team(
            code=team["code"],
            city=team["city"],
            nickname=team["nickname"],
            division=team["division"],
            color=team["color"],
            ratings=team["ratings"],
            roster=_roster(luck, data["roster"], surnames, data["names"]["initials"]),
        )
        for team in data["team"]
    ]
    return League(
        name=data["name"],
        season=data["season"],
        seed=data["seed"],
        teams=teams,
        fixtures=_schedule(teams, data["weeks"], data["first_sunday"]),
    )


def _roster(
    luck: Luck, positions: Mapping[str, Any], surnames: Sequence[str], initials: str
) -> dict[str, list[Player]]:
    taken: set[int] = set()
    names: set[str] = set()
    roster: dict[str, list[Player]] = {}
    for position, wanted in positions.items():
        limits = wanted["numbers"]
        ranges = [range(low, high + 1) for low, high in zip(limits[::2], limits[1::2], strict=True)]
        free = [number for numbers in ranges for number in numbers if number not in taken]
        roster[position] = []
        for _ in range(wanted["players"]):
            number = luck.pick(free)
            free.remove(number)
            taken.add(number)
            name = f"{luck.pick(initials)}.{luck.pick(surnames)}"
            while name in names:
                name = f"{luck.pick(initials)}{luck.pick('aeiou')}.{luck.pick(surnames)}"
            names.add(name)
            roster[position].append(Player(number, name))
    return roster


def _schedule(teams: Sequence[Team], weeks: int, first: datetime.date) -> list[Fixture]:
    # The circle method: everybody meets everybody once in n-1 weeks, then again with home and away exchanged.
    fixtures = []
    rounds = len(teams) - 1
    for week in range(weeks):
        turn = week % rounds
        circle = [teams[0], *(teams[1 + (place + turn) % rounds] for place in range(rounds))]
        for pair in range(len(teams) // 2):
            one, other = circle[pair], circle[-1 - pair]
            if (turn + pair + week // rounds) % 2:
                one, other = other, one
            fixtures.append(
                Fixture(week=week + 1, date=first + datetime.timedelta(weeks=week), away=one, home=other)
            )
    return fixtures
