"""Teams (section 2): slots, grades and their prices, a roster for every status that a game can give, team files.

A team's file holds its players and, for each status, the grades that its budget buys (16.1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from chartkit.files import dumps
from chartkit.football.teams import Record
from chartkit.systems.coachs_call import GAME
from chartkit.systems.coachs_call.tables import STATUSES, Tables

BACKS = ("RB1", "RB2", "RB3")
RECEIVERS = ("REC1", "REC2", "REC3", "REC4")
#: Slots that are bought, and the line of the price list of each (2.3). MOB is the quarterback's mobility.
PRICE_LINES: Mapping[str, str] = {
    "QB": "quarterback",
    "MOB": "mobility",
    **dict.fromkeys(BACKS, "running_back"),
    **dict.fromkeys(RECEIVERS, "receiver"),
    "K": "kicker",
    "P": "punter",
    "KR": "kick_returner",
    "PR": "punt_returner",
    "DEF": "overall_defense",
}
GRADED_SLOTS = tuple(PRICE_LINES)
#: Slots with a depth rank only, 1 the best (2.7).
RANKED_SLOTS = tuple(
    f"{line}{rank}" for line, men in (("OL", 5), ("DL", 4), ("LB", 3), ("DB", 4)) for rank in range(1, men + 1)
)
SLOTS = GRADED_SLOTS + RANKED_SLOTS
TEAM_FORMAT = "chartkit/coachs-call-team@1"
SEASON_FORMAT = "chartkit/coachs-call-season@1"
EVEN = "even"
#: Slots that a player's name stands in; mobility is the quarterback's, the defense is everybody's.
NAMED_SLOTS = (*(slot for slot in GRADED_SLOTS if slot not in ("MOB", "DEF")), *RANKED_SLOTS)
#: Wins are compared as of a season of this many games (2.1).
_GAMES = 16
_HALF = Fraction(1, 2)
#: Differences in wins that make a favorite, and a heavy favorite.
_FAVORITE, _HEAVY = 2, 4


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the roster; ranked slots have no grade."""

    slot: str
    grade: str = ""
    player: str = ""
    #: A back who is an A receiver on short and screen passes (2.5).
    receiving: bool = False


@dataclass(frozen=True)
class Roster:
    """A team for one game or a season."""

    season: int
    team: str
    slots: tuple[Slot, ...]
    points: int
    status: str = "even"
    name: str = ""
    city: str = ""

    @property
    def club(self) -> str:
        """City and nickname."""
        return f"{self.city} {self.name}".strip()

    @cached_property
    def by_slot(self) -> Mapping[str, Slot]:
        """The slots by their names."""
        return {slot.slot: slot for slot in self.slots}

    def grade(self, slot: str) -> str:
        """The grade of a slot."""
        return self.by_slot[slot].grade

    def asked(self, defense: str, man: str = "") -> dict[str, str]:
        """The grades that its plays and kicks are read by against a defense: its first men's, or with one man."""
        slots = {"rusher": man or "RB1", "receiver": man or "REC1", "quarterback": "QB", "mobility": "MOB"}
        grades = {whose: self.grade(slot) or "B" for whose, slot in slots.items()}
        return {**grades, "defense": defense, "kicker": self.grade("K"), "punter": self.grade("P")}

    def player(self, slot: str) -> str:
        """The player of a slot; its name where nobody is named."""
        held = self.by_slot.get("QB" if slot == "MOB" else slot)
        return held.player if held and held.player else slot


def roster_to_json(roster: Roster) -> dict[str, Any]:
    """As a game file has it."""
    parts = {name: getattr(roster, name) for name in ("season", "team", "name", "city", "status", "points")}
    return {**parts, "slots": [list(astuple(slot)) for slot in roster.slots]}


def roster_from_json(data: Mapping[str, Any]) -> Roster:
    """The roster of a game file."""
    slots = tuple(Slot(str(name), str(grade), str(man), bool(back)) for name, grade, man, back in data["slots"])
    names = {part: str(data[part]) for part in ("team", "status", "name", "city")}
    return Roster(season=int(data["season"]), slots=slots, points=int(data["points"]), **names)


def cost(slots: Iterable[Slot], tables: Tables) -> int | None:
    """Quality points that a roster costs (2.3, 2.5); None where a grade has no price."""
    held = [slot for slot in slots if slot.slot in PRICE_LINES]
    prices = [tables.prices[PRICE_LINES[slot.slot]].get(slot.grade) for slot in held]
    bought = sum(price for price in prices if price is not None)
    return None if None in prices else bought + tables.receiving_price * sum(slot.receiving for slot in held)


@dataclass(frozen=True, slots=True)
class Grades:
    """What a team buys for one status: a grade for every slot, and the backs with the receiving option (2.5)."""

    points: int
    grades: Mapping[str, str]
    receiving: tuple[str, ...] = ()


@dataclass(frozen=True)
class Team:
    """Everything that a team brings to the table."""

    season: int
    code: str
    city: str
    name: str
    record: Record
    #: Slot -> player; slots without a name are missing.
    players: Mapping[str, str]
    #: Status -> what is bought for its budget.
    rosters: Mapping[str, Grades]
    #: Where the grades came from; nothing that plays.
    source: Mapping[str, Any] = field(default_factory=dict)

    def roster(self, status: str) -> Roster:
        """The roster of a status; where a team has none for it, that of the status nearest to it."""
        place = STATUSES.index(status)
        nearest = min(self.rosters, key=lambda each: abs(STATUSES.index(each) - place))
        own = self.rosters[nearest]
        slots = [Slot(slot, own.grades[slot], self._man(slot), slot in own.receiving) for slot in GRADED_SLOTS]
        slots += [Slot(slot, player=self._man(slot)) for slot in RANKED_SLOTS]
        return Roster(self.season, self.code, tuple(slots), own.points, status, self.name, self.city)

    def _man(self, slot: str) -> str:
        return self.players.get("QB" if slot == "MOB" else slot, "")


def statuses(home: Record, away: Record, *, neutral: bool = False) -> tuple[str, str]:
    """The strength of the home team and of the visitors (2.1).

    >>> statuses(Record(13, 3), Record(9, 7)), statuses(Record(2, 14), Record(5, 11))
    (('heavy_favorite', 'heavy_underdog'), ('underdog', 'favorite'))
    """
    # A team that has not played yet is taken for an even one.
    ours, theirs = (record.percentage if record.games else _HALF for record in (home, away))
    bonus = 1 if ours >= _HALF and not neutral else 0
    ahead = _GAMES * ours + bonus - _GAMES * theirs
    if abs(ahead) < _FAVORITE:
        return EVEN, EVEN
    strong, weak = ("heavy_favorite", "heavy_underdog") if abs(ahead) >= _HEAVY else ("favorite", "underdog")
    return (strong, weak) if ahead > 0 else (weak, strong)


def team_from_json(data: Mapping[str, Any]) -> Team:
    """The team of a file that fits the schema."""
    name, record = data["team"], data["record"]
    return Team(
        season=data["season"],
        code=name["code"],
        city=name["city"],
        name=name["name"],
        record=Record(record["won"], record["lost"], record["tied"]),
        players={slot: man for slot, man in data["players"].items() if man},
        rosters={
            status: Grades(own["points"], dict(own["grades"]), tuple(own["receiving"]))
            for status, own in data["rosters"].items()
        },
        source=data.get("source", {}),
    )


def team_to_json(team: Team) -> dict[str, Any]:
    """The canonical data of a team's file."""
    return {
        "format": TEAM_FORMAT,
        "game": GAME,
        "season": team.season,
        "team": {"code": team.code, "city": team.city, "name": team.name},
        "record": {"won": team.record.won, "lost": team.record.lost, "tied": team.record.tied},
        "players": {slot: team.players.get(slot, "") for slot in NAMED_SLOTS},
        "rosters": {
            status: {
                "points": own.points,
                "grades": {slot: own.grades[slot] for slot in GRADED_SLOTS},
                "receiving": [slot for slot in BACKS if slot in own.receiving],
            }
            for status in STATUSES
            if (own := team.rosters.get(status)) is not None
        },
        "source": dict(team.source),
    }


def team_to_text(team: Team) -> str:
    """The canonical text of a team's file."""
    return dumps(team_to_json(team))


def team_checksum(team: Team) -> str:
    """SHA-256 of all that is played by, and nothing of where it came from."""
    data = team_to_json(team)
    del data["source"]
    return hashlib.sha256(dumps(data).encode()).hexdigest()
