"""What a replay can reach at best: the luck of a season that no chart holds, measured on played seasons.

Run: .venv/bin/python benchmarks/ceiling.py BUILD [-n 100] [--seed 0]
A season is played many times. How many points a team scores in one of these seasons depends on what its charts hold
(yards, completions, turnovers, kicks, returns) and on the order in which things happen, which they do not hold. The
second part, beside how far the real teams stand apart, is the ceiling of the likeness. Margins have two parts too:
how unlike the two teams of a game are, and the luck of the game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chartkit.league.job import Job, play_runs
from chartkit.league.league import load_season_league
from chartkit.systems.ddf.simulation import CERTIFICATE, DdfSimulation

#: What charts and sheets hold of each side, as a share of something or as a sum.
RATES = (
    ("rushing_yards", "rushes"),
    ("passing_yards", "passes"),
    ("completions", "passes"),
    ("interceptions", "passes"),
    ("sacks", "passes"),
    ("fumbles_lost", "plays"),
    ("penalty_yards", "plays"),
    ("field_goals", "field_goals_tried"),
    ("rushes", "plays"),
)
SUMS = ("kickoff_return_yards", "punt_return_yards", "return_touchdowns", "net_punt_yards")

Numbers = NDArray[np.float64]


def held(totals: Numbers, names: tuple[str, ...]) -> list[Numbers]:
    """Run, team: what the charts of one side hold."""
    place = {name: number for number, name in enumerate(names)}
    rates = [totals[:, :, place[a]] / np.maximum(totals[:, :, place[b]], 1) for a, b in RATES]
    return rates + [totals[:, :, place[name]] for name in SUMS]


def unexplained(points: Numbers, figures: list[Numbers]) -> tuple[float, float]:
    """Luck of a team's points in one season: all of it, and what its figures do not explain."""
    wanted = (points - points.mean(axis=0)).ravel()
    known = np.stack([(each - each.mean(axis=0)).ravel() for each in figures], axis=1)
    rest = wanted - known @ np.linalg.lstsq(known, wanted, rcond=None)[0]
    free = wanted.size - points.shape[1]
    return float(np.sqrt(wanted @ wanted / free)), float(np.sqrt(rest @ rest / (free - known.shape[1])))


def main() -> None:
    """Play, and print the ceilings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    simulation = DdfSimulation()
    league = load_season_league(simulation, given.build)
    job = Job(league, simulation.compared()[CERTIFICATE], given.seed)
    played = play_runs(job, job.simulator(), range(given.n))
    totals, allowed = played.totals.astype(np.float64), played.allowed.astype(np.float64)
    figures = held(totals, job.names) + held(allowed, job.names)
    real = np.zeros((2, len(job.teams)))
    for game, (home, away) in zip(league.schedule, job.sides, strict=True):
        scores = game.home_score or 0, game.away_score or 0
        for team, own, other in ((home, *scores), (away, *reversed(scores))):
            real[:, team] += own, other
    real /= job.games_of
    place = job.names.index("points")
    for name, counted, scored in (("scored", totals, real[0]), ("allowed", allowed, real[1])):
        luck, rest = unexplained(counted[:, :, place] / job.games_of, figures)
        apart = float(scored.std(ddof=1))
        ceiling = np.sqrt(max(0.0, 1 - (rest / apart) ** 2))
        print(f"points {name}: luck of a season {luck:.2f} a game, {rest:.2f} of it in no chart;", end=" ")
        print(f"real teams are {apart:.2f} apart: a likeness of {ceiling:.3f} is the ceiling")
    margins = (played.scores[:, :, 0] - played.scores[:, :, 1]).astype(np.float64)
    happened = np.array([(game.home_score or 0) - (game.away_score or 0) for game in league.schedule])
    usual = margins.mean(axis=0)
    print(f"margins: {margins.std():.1f} played, {happened.std():.1f} real;", end=" ")
    luck = np.sqrt(margins.var(axis=0).mean())
    print(f"the teams of a game are {usual.std():.1f} apart, luck of the game {luck:.1f};", end=" ")
    print(f"real games were {(happened - usual).std():.1f} from the played mean")


if __name__ == "__main__":
    main()
