"""A team of Coach's Call Football: who fills which slot, with which grade, for how many points (section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from chartkit.systems.coachs_call.tables import GAME, Tables

GRADES = ("A", "B", "C", "D")
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
    game: str = GAME

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


def cost(slots: tuple[Slot, ...], tables: Tables) -> int:
    """Quality points that a roster costs (2.3, 2.5)."""
    bought = sum(tables.prices[PRICE_LINES[slot.slot]][slot.grade] for slot in slots if slot.slot in PRICE_LINES)
    return bought + tables.receiving_price * sum(slot.receiving for slot in slots)
