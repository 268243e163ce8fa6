"""How the league's scorers put a play into words."""

from __future__ import annotations

from tools.demo.league import Player, Team
from tools.demo.luck import Luck


def spot(team: Team, other: Team, own: int) -> str:
    """A place on the field, `own` yards from the goal line of `team`; behind a goal line it is negative."""
    if own == 50:
        return "50"
    return f"{team.code} {own}" if own < 50 else f"{other.code} {100 - own}"


def yards(gain: int) -> str:
    """`for 7 yards`, `for 1 yard`, `for no gain`."""
    if gain == 0:
        return "for no gain"
    return "for 1 yard" if gain == 1 else f"for {gain} yards"


def flag_yards(count: int) -> str:
    """The yards of a penalty."""
    return "1 yard" if count == 1 else f"{count} yards"


def tacklers(luck: Luck, team: Team, *positions: str) -> str:
    """One tackler, one with help, or two who share it."""
    first = team.one_of(luck, *positions)
    style = luck.weighted({"one": 70, "help": 22, "shared": 8})
    if style == "one":
        return f"({first})"
    second = team.one_of(luck, *positions)
    if second == first:
        return f"({first})"
    return f"({first}{'; ' if style == 'help' else ', '}{second})"


def defenders(gain: int) -> tuple[str, ...]:
    """Who makes the tackle depends on how far the runner came."""
    if gain <= 2:
        return ("lineman", "lineman", "linebacker")
    if gain <= 8:
        return ("linebacker", "linebacker", "lineman", "safety", "cornerback")
    return ("cornerback", "safety", "safety", "linebacker")


def flag(team: Team, player: Player | None, name: str) -> str:
    """Who is charged with what; some flags go to a club, not to a man."""
    who = team.named(player) if player else team.code
    return f"{who}, {name}"


def clock(seconds: int) -> str:
    """The clock as it opens a description: `(14:54)`, `(:08)`."""
    minutes, rest = divmod(seconds, 60)
    return f"({minutes or ''}:{rest:02d})"
