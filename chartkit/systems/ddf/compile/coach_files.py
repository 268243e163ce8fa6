"""Coach files: one for the league and one for each team, in one documented format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chartkit.systems.ddf.compile.coach_tables import (
    FORMAT,
    LEAGUE,
    call_tables,
    faced,
    formation_table,
    fourth_down_tables,
)

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk

__all__ = ["LEAGUE", "tables"]


def tables(desk: Desk) -> dict[str, dict[str, Any]]:
    """The coach tables of the league and of every team, by team code; formations are the league's only."""
    situations, strength = desk.situations, desk.settings["coach"]["strength"]
    calls = call_tables(situations, desk.teams, strength)
    fourth = fourth_down_tables(situations, desk.teams, strength / 2)
    formations = formation_table(situations, desk.settings)
    met = faced(situations, desk.teams, calls, strength)
    made = {}
    for name in (LEAGUE, *desk.teams):
        made[name] = {
            "format": FORMAT,
            "game": "ddf",
            "season": desk.season,
            "team": name,
            "situations": situations.grid.to_json(),
            "calls": calls[name],
            "fourth_down": fourth[name],
            **({"formations": formations} if name == LEAGUE else {"faced": met[name]}),
        }
    return made
