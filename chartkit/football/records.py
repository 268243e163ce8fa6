"""What a set of game results says about each club: records, points, opponents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property


@dataclass(frozen=True, slots=True)
class Club:
    """A club in its place in the league."""

    code: str
    conference: str
    division: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played."""

    home: str
    away: str
    home_score: int
    away_score: int


@dataclass(frozen=True, slots=True)
class Record:
    """Won, lost, tied."""

    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def games(self) -> int:
        """How many games the record counts."""
        return self.won + self.lost + self.tied

    @property
    def percentage(self) -> Fraction:
        """A tie is half a win; without a game the percentage is 0."""
        return _share(2 * self.won + self.tied, 2 * self.games)

    def __str__(self) -> str:
        return f"{self.won}-{self.lost}" + (f"-{self.tied}" if self.tied else "")


@cache
def _share(halves: int, of: int) -> Fraction:
    return Fraction(halves, of) if of else Fraction(0)


class Records:
    """The results of a season, seen from each club against each other."""

    def __init__(self, clubs: Iterable[Club], games: Iterable[Game]) -> None:
        self.clubs: Mapping[str, Club] = {club.code: club for club in clubs}
        codes = self.clubs
        #: Club -> opponent -> [won, lost, tied, points for, points against].
        self._met: dict[str, dict[str, list[int]]] = {code: {} for code in codes}
        #: The same against all opponents together.
        self._all: dict[str, list[int]] = {code: [0, 0, 0, 0, 0] for code in codes}
        for game in games:
            self._add(game.home, game.away, game.home_score, game.away_score)
            self._add(game.away, game.home, game.away_score, game.home_score)

    def _add(self, club: str, opponent: str, scored: int, allowed: int) -> None:
        met, result = self._met[club], 0 if scored > allowed else 1 if scored < allowed else 2
        if opponent not in met:
            met[opponent] = [0, 0, 0, 0, 0]
        for line in (met[opponent], self._all[club]):
            line[result] += 1
            line[3] += scored
            line[4] += allowed

    def opponents(self, club: str) -> Collection[str]:
        """Whom the club met."""
        return self._met[club].keys()

    def meetings(self, club: str, opponent: str) -> int:
        """How often the two met."""
        return sum(self._met[club].get(opponent, (0, 0, 0))[:3])

    def wins(self, club: str, opponent: str) -> int:
        """How often the club beat the opponent."""
        line = self._met[club].get(opponent)
        return line[0] if line else 0

    def against(self, club: str, opponents: Collection[str] | None = None) -> Record:
        """The club's record against some opponents, or against all."""
        won, lost, tied = 0, 0, 0
        for line in self._lines(club, opponents):
            won, lost, tied = won + line[0], lost + line[1], tied + line[2]
        return Record(won, lost, tied)

    def net_points(self, club: str, opponents: Collection[str] | None = None) -> int:
        """Points scored less points allowed."""
        return sum(line[3] - line[4] for line in self._lines(club, opponents))

    def points(self, club: str) -> tuple[int, int]:
        """Points scored and allowed in all games."""
        return self._all[club][3], self._all[club][4]

    def _lines(self, club: str, opponents: Collection[str] | None) -> Sequence[list[int]]:
        met = self._met[club]
        return [self._all[club]] if opponents is None else [met[code] for code in opponents if code in met]

    @cached_property
    def overall(self) -> Mapping[str, Record]:
        """Every club's whole record."""
        return {code: self.against(code) for code in self.clubs}

    @cached_property
    def percentage(self) -> Mapping[str, Fraction]:
        """Every club's winning percentage."""
        return {code: record.percentage for code, record in self.overall.items()}

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The rank of every club by its percentage, the lowest first; equal percentages have the same rank."""
        place = {share: number for number, share in enumerate(sorted(set(self.percentage.values())))}
        return {code: place[share] for code, share in self.percentage.items()}
