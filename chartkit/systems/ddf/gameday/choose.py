"""Options and coaches by the names that are typed on the command line."""

from __future__ import annotations

from typing import Protocol

from chartkit.errors import InputError
from chartkit.systems.ddf.charts import TeamChart
from chartkit.systems.ddf.coaches.chance_table import ChanceTable
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.engine.decisions import Choice, Coach, Decision

SOLITAIRE, SITUATION, SHARP, HUMAN = "solitaire", "situation", "sharp", "human"
COACHES = (SOLITAIRE, SITUATION, SHARP, HUMAN)


class GameCoach(Coach, Protocol):
    """A coach that can be asked why, and that goes on from any place of a game."""

    #: The chances to win of the season; without them those that ship with chartkit.
    chances: ChanceTable | None

    def begin(self, place: int) -> None:
        """A step of the game begins at this place of the log."""

    def explain(self, decision: Decision, choice: Choice) -> str:
        """Why a choice was made, in a sentence."""


def computer_coach(
    name: str, chart: TeamChart, table: CoachTable | None, opponent: CoachTable | None, seed: int | str
) -> GameCoach:
    """One of the computer coaches; the tables are only needed by the situation coach."""
    if name == SOLITAIRE:
        from chartkit.systems.ddf.coaches.computer import SolitaireCoach

        return SolitaireCoach(chart.supplement, seed)
    if name == SITUATION:
        from chartkit.systems.ddf.coaches.computer import SituationCoach

        assert table is not None
        return SituationCoach(table, seed, opponent)
    if name == SHARP:
        from chartkit.systems.ddf.coaches.sharp import SharpCoach

        return SharpCoach(seed)
    raise InputError(f"there is no coach {name!r}.", remedy=f"The coaches are {', '.join(COACHES)}.")
