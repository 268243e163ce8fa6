"""`chartkit chances`: the table of a build made and written, and what it said beside how games ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from chartkit.league import load_league
from chartkit.systems.ddf.coaches.chance_table import CHANCES_FILE
from chartkit.systems.ddf.many.chances import STEPS, calibrate, make_chances
from chartkit.systems.ddf.many.games import lay_out
from chartkit.systems.ddf.many.simulation import DdfSimulation
from chartkit.tables import Report, Table


def make_and_report(build: Path, games: int, seed: int, told: Callable[[str, int, int], None]) -> Report:
    """Make and write the table, then play games by it."""
    simulation = DdfSimulation()
    league = load_league(simulation, build)
    held = league.charts
    coaches = {code: own for code in held.charts if (own := held.coach_table(code))}
    teams = lay_out(held.charts, held.generic, simulation.rules("advanced"), coaches)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        told("chances to win", done, STEPS)

    table = make_chances(teams, league.season, seed, step)
    table.save(build / CHANCES_FILE)
    found = calibrate(teams, table, games, seed + 1)
    rows = tuple((f"{number:,}", f"{100 * said:.1f}", f"{100 * won:.1f}") for number, said, won in found.classes)
    under = (f"{100 * found.error:.1f} points apart in the mean; {games:,} games that the table was not made of",)
    shown = Table("Chance to win: predicted and played", ("first downs", "predicted %", "won %"), rows, under=under)
    return Report(
        data={
            "season": league.season,
            "seed": seed,
            "games": games,
            "mean_error": round(found.error, 5),
            "classes": [
                {"first_downs": number, "predicted": round(said, 5), "won": round(won, 5)}
                for number, said, won in found.classes
            ],
        },
        tables=(shown,),
    )
