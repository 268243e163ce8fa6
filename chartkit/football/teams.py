"""Teams and games: those of the NFL by season with every code that a source may use, and those of a season file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from chartkit.errors import InputError
from chartkit.resources import data_file

_CODE = re.compile(r"[A-Z0-9]{2,4}")
_DATA = Path(__file__).parent / "data" / "teams.toml"
_LENGTHS = Path(__file__).parent / "data" / "seasons.toml"


@dataclass(frozen=True)
class Team:
    """A team as it was in one season; one of another league has no franchise."""

    code: str
    city: str
    nickname: str
    conference: str = ""
    division: str = ""
    franchise: str = ""
    #: `#rrggbb`; empty when not known.
    color: str = ""

    @property
    def name(self) -> str:
        """City and nickname: `Oakland Raiders`."""
        return f"{self.city} {self.nickname}"


def is_code(text: str) -> bool:
    """Whether a text is a team code: two to four capital letters or digits, and nothing else."""
    return _CODE.fullmatch(text) is not None


@cache
def _franchises() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = data_file(_DATA)
    return found


@cache
def teams(season: int) -> tuple[Team, ...]:
    """All NFL teams of a season by code; none before 1999."""
    names = ("code", "city", "nickname", "conference", "division")
    found = [
        Team(**{field: period[field] for field in names}, franchise=name, color=franchise["color"])
        for name, franchise in _franchises().items()
        for period in franchise["period"]
        if period["first"] <= season <= period.get("last", season)
    ]
    return tuple(sorted(found, key=lambda team: team.code))


@cache
def season_codes(season: int) -> Mapping[str, str]:
    """Every code a source may use for a team, with the team's code in that season: LV -> OAK in 2017."""
    codes = {}
    for team in teams(season):
        franchise = _franchises()[team.franchise]
        for code in [*franchise["aliases"], *(period["code"] for period in franchise["period"])]:
            codes[code] = team.code
    return MappingProxyType(codes)


def code_of(code: str, season: int) -> str:
    """A team's code in that season; codes of other leagues stay as they are."""
    return season_codes(season).get(code, code)


def find(code: str, season: int) -> Team | None:
    """The NFL team behind any code ever used for it, as it was in that season; None for other leagues."""
    wanted = code_of(code, season)
    return next((team for team in teams(season) if team.code == wanted), None)


def whole_name(code: str, season: int, city: str = "", name: str = "") -> tuple[str, str, str]:
    """Code, city and nickname of a team; those of an NFL team are filled in where they are not given."""
    known = find(code.upper(), season)
    if known is not None:
        return known.code, city or known.city, name or known.nickname
    return code.upper(), city or code.upper(), name or code.upper()


@cache
def codes_of_franchise(code: str) -> tuple[str, ...]:
    """Every code that has ever been used for the team behind `code`; in other leagues the code alone."""
    for franchise in _franchises().values():
        codes = [*(period["code"] for period in franchise["period"]), *franchise["aliases"]]
        if code in codes:
            return tuple(dict.fromkeys(codes))
    return (code,)


@cache
def names_of_franchise(code: str) -> tuple[str, ...]:
    """The cities and full names that the team behind `code` has had; none in other leagues."""
    for franchise in _franchises().values():
        if code in [period["code"] for period in franchise["period"]]:
            full = [f"{period['city']} {period['nickname']}" for period in franchise["period"]]
            return tuple(dict.fromkeys([*full, *(period["city"] for period in franchise["period"])]))
    return ()


@dataclass(frozen=True)
class SeasonLength:
    """What a full season holds."""

    first: int
    teams: int
    games_each: int
    weeks: int
    games: int


@cache
def season_length(season: int) -> SeasonLength | None:
    """The length of an NFL season; None before 1999."""
    lengths = (SeasonLength(**row) for row in data_file(_LENGTHS)["season"])
    return max((each for each in lengths if each.first <= season), key=lambda each: each.first, default=None)


# Teams and games as the season file of every game holds them.


@dataclass(frozen=True, slots=True)
class SeasonTeam:
    """A team in its place in the league."""

    code: str
    city: str
    name: str
    conference: str
    division: str
    #: `#RRGGBB`, or empty.
    color: str = ""

    def to_json(self) -> dict[str, Any]:
        """As a season file has it."""
        return {name: value for name, value in asdict(self).items() if value or name != "color"}


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game of the schedule; scores are None until it is played."""

    week: int
    home: str
    away: str
    home_score: int | None
    away_score: int | None

    def to_json(self) -> dict[str, Any]:
        """As a season file has it."""
        return asdict(self)


@dataclass(frozen=True)
class PlainSeason:
    """A season file that holds teams and games alone."""

    season: int
    teams: tuple[SeasonTeam, ...]
    schedule: tuple[ScheduledGame, ...]

    @classmethod
    def from_json(cls, data: Any, where: str) -> PlainSeason:
        """Read it; InputError when it is not a season file."""
        try:
            return cls(
                int(data["season"]),
                tuple(SeasonTeam(**team) for team in data["teams"]),
                tuple(ScheduledGame(**game) for game in data["schedule"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                "this is not a season file: it has season, teams and schedule.",
                where=where,
                remedy="Compile the season again.",
            ) from error

    def to_json(self, stated: str, game: str) -> dict[str, Any]:
        """As the file of a game has it."""
        return {
            "format": stated,
            "game": game,
            "season": self.season,
            "teams": [team.to_json() for team in self.teams],
            "schedule": [each.to_json() for each in self.schedule],
        }


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, lost and tied."""

    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def games(self) -> int:
        """How many games the record counts."""
        return self.won + self.lost + self.tied

    @property
    def percentage(self) -> Fraction:
        """The share of games won, a tie being half of one; 0 without a game."""
        return _share(2 * self.won + self.tied, 2 * self.games)

    def __str__(self) -> str:
        return f"{self.won}-{self.lost}-{self.tied}" if self.tied else f"{self.won}-{self.lost}"


# The standings of a thousand seasons ask for the same few fractions again and again.
@cache
def _share(halves: int, of: int) -> Fraction:
    return Fraction(halves, of) if of else Fraction(0)


def scores_of(code: str, schedule: Iterable[ScheduledGame]) -> list[tuple[int, int]]:
    """Own and other points of every game that a team has played."""
    return [
        (game.home_score, game.away_score) if game.home == code else (game.away_score, game.home_score)
        for game in schedule
        if code in (game.home, game.away) and game.home_score is not None and game.away_score is not None
    ]


def record_of(code: str, schedule: Iterable[ScheduledGame]) -> Record:
    """The record of a team."""
    scores = scores_of(code, schedule)
    won, lost = sum(own > other for own, other in scores), sum(own < other for own, other in scores)
    return Record(won, lost, len(scores) - won - lost)


def league_order(codes: Iterable[str], teams: Iterable[SeasonTeam]) -> list[str]:
    """By conference, division and city, as the league prints them; without teams as they are."""
    places = {team.code: (team.conference, team.division, team.city, team.name) for team in teams}
    return sorted(codes, key=lambda code: places.get(code, ("~", "~", code, ""))) if places else list(codes)


def colour_of(teams: Iterable[SeasonTeam], season: int, code: str, name: str) -> str:
    """`#rrggbb` from the teams of a season file, or from the list of NFL teams; empty when it is not known."""
    for team in teams:
        if team.code == code and team.color:
            return team.color
    # Another league may use the code of an NFL team.
    nfl = find(code, season)
    return nfl.color if nfl is not None and nfl.nickname == name else ""


def team_named(teams: Iterable[SeasonTeam], name: str) -> str | None:
    """The code of the team that people call by its code, its nickname, its city, or city and nickname.

    None when there is no such team; InputError for a city with two teams.
    """
    wanted, held = name.strip().lower(), list(teams)
    for team in held:
        if wanted in (team.code.lower(), team.name.lower(), f"{team.city} {team.name}".lower()):
            return team.code
    cities = [team.code for team in held if team.city.lower() == wanted]
    if len(cities) > 1:
        raise InputError(f"{name!r} is more than one team.", remedy=f"{' or '.join(sorted(cities))}?")
    return cities[0] if cities else None
