"""The play while it is being read: who has the ball, what he did with it, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from chartkit.plays.description.events import AT, Event
from chartkit.plays.description.field import Context
from chartkit.plays.description.record import Fumble, Kind, Leg, Player, Spot


@dataclass(slots=True)
class Story:
    """What has been read so far; `said` collects the fields of the record by name."""

    text: str
    context: Context
    kind: Kind | None = None
    ball: str | None = None  # the team in possession
    carrier: Player | None = None
    how: str = ""
    legs: list[Leg] = field(default_factory=list)
    fumbles: list[Fumble] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    first_leg: int = 0  # where the play proper begins, after a bobble in the backfield
    first_fumble: int = 0
    read_to: int = 0  # the end of the phrase before

    def is_a(self, kind: Kind) -> None:
        """The first thing that happens names the play."""
        if self.kind is None:
            self.kind = kind

    def begins(self, kind: Kind) -> bool:
        """A play begins; a bobbled snap or hand-off that the offense picks up again only delays it."""
        if self.kind is None:
            self.kind = kind
            return True
        if (
            self.kind is Kind.RUN
            and self.how in ("recovery", "lateral")
            and self.ball == self.context.offense
            and not self.placed
        ):
            self.kind = kind
            self.first_leg, self.first_fumble = len(self.legs), len(self.fumbles)
            return True
        return False

    @property
    def placed(self) -> bool:
        """Has the run been told with its direction, or a throw been made?"""
        return bool(self.said.get("run_location") or self.said.get("scramble"))

    def gives_ball(self, team: str | None, player: Player | None, how: str) -> None:
        self.ball, self.carrier, self.how = team, player, how

    def last_fumble(self, **changes: Any) -> None:
        """Add what happened to the loose ball; a recovery that nobody fumbled belongs to a kick."""
        if self.fumbles:
            self.fumbles[-1] = replace(self.fumbles[-1], **changes)

    @property
    def loose(self) -> bool:
        """Is the last fumble still rolling?"""
        if not self.fumbles:
            return False
        last = self.fumbles[-1]
        return last.recovered_by is None and not last.out_of_bounds

    def spot_after(self, event: Event) -> Spot | None:
        """The ` at BUF 25` that follows a player."""
        match = AT.match(self.text, event.end)
        return self.context.spot(match["spot"]) if match else None


Handler = Callable[[Story, Event], None]
HANDLERS: dict[str, Handler] = {}


def reads(name: str) -> Callable[[Handler], Handler]:
    """Register the function that understands one phrase."""

    def register(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return register
