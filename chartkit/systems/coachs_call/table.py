"""The rules at the table (`systems.logged`): who plays whom by which tables, and which answers are legal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chartkit.systems.coachs_call import sentences as s
from chartkit.systems.coachs_call.coach import SCOUTED, Mind, answer, coach_fields, reason, scout
from chartkit.systems.coachs_call.layout import rule_fields, team_fields
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.options import Options
from chartkit.systems.coachs_call.rules.players import is_receiver, is_runner
from chartkit.systems.coachs_call.rules.scrimmage import is_run, may_call
from chartkit.systems.coachs_call.tables import CODES, Tables, standard_tables
from chartkit.systems.coachs_call.teams import Roster
from chartkit.systems.logged import LoggedMatchup

ROLLS = tuple(int(code) for code in CODES)


def reason_against(game: Mind, question: int, about: int, said: int) -> str:
    """Why an answer is not allowed, as a sentence; empty when it is."""
    if question == n.ASK_CALL:
        if not 0 <= said < len(n.CALLS):
            return f"there is no call {said}."
        if may_call(game, said):
            return ""
        if game.down == 0:
            return "a two-point try is an ordinary run or pass (8.7)."
        if said == n.SNEAK:
            return "a sneak needs a line to gain that ends in 1 or 5, and not the goal line (5.4)."
        return "a team has one fake a game (5.7)."
    if question == n.ASK_PLAYER:
        if about == n.REVERSE:
            return "" if is_receiver(said) else "a receiver carries on a reverse (5.5)."
        if is_run(about):
            return "" if is_runner(said) else "a back carries the ball (5.1)."
        return "" if is_runner(said) or is_receiver(said) else "the target is a receiver or a back (5.8)."
    if question == n.ASK_RAISE:
        return "" if 0 <= said <= n.DEFENSE else "only a slot with a grade can be raised (5.7)."
    return "" if said in (0, 1) else "the answer is 0 or 1."


@dataclass(frozen=True)
class Setting:
    """Tables, options, and the season whose rules and coaches they are."""

    options: Options
    tables: Tables
    season: int

    def fields(self) -> dict[str, Any]:
        """Its part of the game object."""
        return {**rule_fields(self.tables, self.options, self.season), **coach_fields(self.season)}


@dataclass(frozen=True)
class Matchup(LoggedMatchup):
    """Two rosters, the tables and the options of a game."""

    home: Roster
    away: Roster
    options: Options = field(default_factory=Options)
    tables: Tables = field(default_factory=standard_tables)

    game, rolls, scouted = Mind, ROLLS, SCOUTED
    begin, step, scout = staticmethod(begin), staticmethod(step), staticmethod(scout)
    answer, reason, reason_against = staticmethod(answer), staticmethod(reason), staticmethod(reason_against)
    sentence, deed, clock, situation, call = s.sentence, s.deed, s.clock, s.situation, s.call
    flag, man, called, foul = s.flag, s.man, s.called, s.foul

    @property
    def setting(self) -> Setting:
        """What both share."""
        return Setting(self.options, self.tables, self.home.season)

    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The parts of the game object that are a team's."""
        return team_fields(self.home, self.away, home=True), team_fields(self.away, self.home, home=False)
