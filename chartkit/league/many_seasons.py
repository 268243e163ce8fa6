"""A season played many times: what became of each team, beside what really happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.football.standings import Game, Records, playoff_rules, standings
from chartkit.league.job import NORMAL_95, Chunk, Job, Sums
from chartkit.league.league import League
from chartkit.league.one_season import CHAMPION, PLACE, ROUNDS, SEED, STAGE
from chartkit.pages import Report, Table, counted

_NOTES = (
    "wins: the average of all runs; ± is what luck leaves open in it (95% confidence): more runs, less of it.",
    "8 of 10 runs lie between low and high. `real better than`: how many of the runs the real season beat.",
)
_LAST_ROUNDS = {"conference": "conference final", "super bowl": "Super Bowl"}


@dataclass
class SeasonTally:
    """All that is kept of many seasons; its size does not depend on their number."""

    job: Job
    #: Team, half wins -> runs.
    wins: NDArray[np.int64] = field(init=False)
    #: Team, seed -> runs; 0 is no seed.
    seeds: NDArray[np.int64] = field(init=False)
    #: Team, stage -> runs.
    stages: NDArray[np.int64] = field(init=False)
    titles: NDArray[np.int64] = field(init=False)
    won: Sums = field(default_factory=Sums)
    #: Team, (scored, allowed) of a season.
    points: Sums = field(default_factory=Sums)

    def __post_init__(self) -> None:
        number = len(self.job.teams)
        self.wins = np.zeros((number, 2 * int(self.job.games_of.max()) + 1), np.int64)
        self.seeds = np.zeros((number, number + 1), np.int64)
        self.stages = np.zeros((number, CHAMPION + 1), np.int64)
        self.titles = np.zeros(number, np.int64)

    def add(self, chunks: Iterable[Chunk]) -> None:
        """Count some runs."""
        points = self.job.names.index("points")
        for chunk in chunks:
            won = chunk.wins(self.job)
            teams = np.broadcast_to(np.arange(len(self.job.teams)), won.shape)
            np.add.at(self.wins, (teams, np.rint(2 * won).astype(np.int64)), 1)
            self.won.add(won)
            self.points.add(np.stack([chunk.totals[:, :, points], chunk.allowed[:, :, points]], axis=-1))
            if chunk.ranks is not None:
                np.add.at(self.seeds, (teams, chunk.ranks[:, :, SEED]), 1)
                np.add.at(self.stages, (teams, chunk.ranks[:, :, STAGE]), 1)
                self.titles += (chunk.ranks[:, :, PLACE] == 1).sum(axis=0)

    @property
    def number(self) -> int:
        """Seasons played."""
        return self.won.number

    def report(self) -> Report:
        """The wins of every team against its real record, and its chances."""
        job, lines = self.job, team_lines(self)
        data = {
            "season": job.league.season,
            "runs": self.number,
            "games": len(job.fixtures),
            "seed": job.seed,
            "engine": job.engine,
            "options": job.rules.to_json(),
            "teams": lines,
        }
        title = f"Season {job.league.season}, played {counted(self.number, 'time')}"
        tables = [_wins_table(f"{title}: wins", lines)]
        if job.ranked:
            tables.append(_odds_table("Chances", lines, playoffs=job.playoffs))
        notes = list(_NOTES)
        if agreement := _agreement(lines):
            data["agreement"] = agreement
            notes.append(
                f"{agreement['within_80']:.0%} of the real records lie between low and high; played and real wins "
                f"are alike to {agreement['correlation']:.2f}, where 1 is perfect (correlation)."
            )
        return Report(data, tuple(tables), tuple(notes))


def real_records(league: League) -> Records:
    """What really happened in the games that were played."""
    games = [
        Game(game.home, game.away, game.home_score, game.away_score)
        for game in league.schedule
        if game.home_score is not None and game.away_score is not None
    ]
    return Records(league.clubs, games)


def _spread(counts: NDArray[np.int64], share: float) -> float:
    """The number of wins that this share of the seasons does not exceed."""
    return float(np.searchsorted(np.cumsum(counts) / counts.sum(), share - 1e-12) / 2)


def team_lines(tally: SeasonTally) -> list[dict[str, Any]]:
    """Every team's seasons as data, by conference, division and mean wins."""
    league, number = tally.job.league, tally.number
    # A schedule that has games without a score was not played.
    is_real = all(None not in (game.home_score, game.away_score) for game in league.schedule)
    real = real_records(league)
    seeds = {line.club: line.seed for line in standings(real, playoff_rules(league.season)) if is_real}
    lines = []
    for place, team in enumerate(league.teams):
        counts = tally.wins[place]
        scored, allowed = tally.points.mean[place]
        line: dict[str, Any] = {
            "team": team.code,
            "conference": team.conference,
            "division": team.division,
            "wins": {
                "mean": float(tally.won.mean[place]),
                "error": float(tally.won.error[place]),
                "deviation": float(tally.won.deviation[place]),
                "low": _spread(counts, 0.1),
                "high": _spread(counts, 0.9),
                "seasons": {f"{half / 2:g}": int(count) for half, count in enumerate(counts) if count},
            },
            "points": {"scored": float(scored), "allowed": float(allowed)},
        }
        if tally.job.ranked:
            line["division_title"] = float(tally.titles[place] / number)
            line["playoffs"] = float(1 - tally.seeds[place, 0] / number)
            line["first_seed"] = float(tally.seeds[place, 1] / number)
        if tally.job.playoffs:
            line["stages"] = {
                name: float(tally.stages[place, stage:].sum() / number)
                for stage, name in enumerate((*ROUNDS, "champion"), 1)
            }
        if is_real:
            record = real.overall[team.code]
            line["real"] = {
                "record": str(record),
                "wins": float(record.won + record.tied / 2),
                "points": {"scored": real.points(team.code)[0], "allowed": real.points(team.code)[1]},
                "seed": seeds[team.code],
                "seasons_with_fewer_wins": int(counts[: 2 * record.won + record.tied].sum()) / number,
                "seasons_with_as_many": int(counts[2 * record.won + record.tied]) / number,
            }
        lines.append(line)
    return sorted(lines, key=lambda each: (each["conference"], each["division"], -each["wins"]["mean"]))


def _agreement(lines: list[dict[str, Any]]) -> dict[str, float]:
    real = [line["real"]["wins"] for line in lines if "real" in line]
    mean = [line["wins"]["mean"] for line in lines]
    if len(real) < 3 or len(set(real)) == 1 or len(set(mean)) == 1:
        return {}
    inside = [line["wins"]["low"] <= line["real"]["wins"] <= line["wins"]["high"] for line in lines]
    return {
        "correlation": float(np.corrcoef(mean, real)[0, 1]),
        "within_80": sum(inside) / len(inside),
    }


def _wins_table(title: str, lines: list[dict[str, Any]]) -> Table:
    has_real = any("real" in line for line in lines)
    rows = []
    for line in lines:
        wins, points = line["wins"], line["points"]
        row = [
            line["team"],
            f"{line['conference']} {line['division']}",
            f"{wins['mean']:.2f}",
            f"{NORMAL_95 * wins['error']:.2f}",
            f"{wins['low']:g}",
            f"{wins['high']:g}",
            f"{points['scored']:.0f}",
            f"{points['allowed']:.0f}",
        ]
        if has_real:
            real = line["real"]
            row[2:2] = [real["record"]]
            row += [str(real["points"]["scored"]), str(real["points"]["allowed"])]
            row += [f"{real['seasons_with_fewer_wins'] + real['seasons_with_as_many'] / 2:.0%}"]
        rows.append(tuple(row))
    headings = ["team", "division", "wins", "±", "low", "high", "scored", "allowed"]
    if has_real:
        headings[2:2] = ["real"]
        headings += ["real scored", "real allowed", "real better than"]
    return Table(title, tuple(headings), tuple(rows), frozenset({"team", "division"}))


def _odds_table(title: str, lines: list[dict[str, Any]], *, playoffs: bool) -> Table:
    has_real = any("real" in line for line in lines)
    # A league of one conference has its last game where others have the conference final.
    rounds = {"conference": "final"} if len({line["conference"] for line in lines}) == 1 else _LAST_ROUNDS
    rows = []
    for line in sorted(lines, key=lambda each: _chance(each, playoffs=playoffs), reverse=True):
        row = [line["team"], *(_percent(line[name]) for name in ("division_title", "playoffs", "first_seed"))]
        if playoffs:
            row += [_percent(line["stages"][name]) for name in (*rounds, "champion")]
        if has_real:
            row.append(str(line["real"]["seed"] or "-"))
        rows.append(tuple(row))
    headings = ["team", "division", "playoffs", "first seed"]
    headings += [*rounds.values(), "champion"] if playoffs else []
    headings += ["real seed"] if has_real else []
    return Table(title, tuple(headings), tuple(rows), frozenset({"team"}))


def _chance(line: dict[str, Any], *, playoffs: bool) -> tuple[float, ...]:
    best = (line["stages"]["champion"], line["stages"]["super bowl"]) if playoffs else ()
    return (*best, line["playoffs"], line["division_title"], line["wins"]["mean"])


def _percent(share: float) -> str:
    return "-" if share == 0 else "<1%" if share < 0.005 else f"{share:.0%}"
