"""`chartkit simulate`: one game played many times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.league.sums import NORMAL_95, Sums, share_interval
from chartkit.pages import GamesReport, Table, counted
from chartkit.plays import STATISTICS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.league.job import Chunk, Job

_NOTES = (
    "± and `surely between` say what luck leaves open: play more games and they shrink (95% confidence).",
    "5% of the games lie below the number under 5%, a quarter below that under 25%, half below `half`, and so on.",
)
#: Scores above this count as this; no real game has come near.
MOST_POINTS = 120
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass
class GameTally:
    """All that is kept of many games: how often each score came, sums of the statistics, and every score."""

    job: Job
    #: Home points, visitor points -> games.
    scores: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((MOST_POINTS + 1, MOST_POINTS + 1), np.int64)
    )
    #: Team, statistic.
    statistics: Sums = field(default_factory=Sums)
    #: Chunk by chunk: run, home points, visitor points.
    by_run: list[NDArray[np.int64]] = field(default_factory=list)

    def add(self, chunks: Iterable[Chunk]) -> GameTally:
        """Count some runs."""
        for chunk in chunks:
            found = np.minimum(chunk.scores[:, 0], MOST_POINTS)
            np.add.at(self.scores, (found[:, 0], found[:, 1]), 1)
            self.statistics.add(chunk.totals)
            self.by_run.append(np.column_stack([chunk.runs, chunk.scores[:, 0]]))
        return self

    @property
    def number(self) -> int:
        """Games played."""
        return int(self.scores.sum())

    @property
    def margins(self) -> dict[int, int]:
        """Home points less visitor points -> games."""
        return {
            lead: count
            for lead in range(-MOST_POINTS, MOST_POINTS + 1)
            if (count := int(np.trace(self.scores, offset=-lead)))
        }

    @property
    def sums(self) -> dict[int, int]:
        """Points of both teams -> games."""
        home, away = np.nonzero(self.scores)
        counted = np.bincount(home + away, weights=self.scores[home, away])
        return {total: int(count) for total, count in enumerate(counted) if count}


def quantiles(counts: dict[int, int]) -> list[int]:
    """The values below which 5, 25, 50, 75 and 95% of the games lie."""
    values = sorted(counts)
    reach = np.cumsum([counts[value] for value in values]) / sum(counts.values())
    return [values[int(np.searchsorted(reach, share))] for share in _QUANTILES]


def _moments(counts: dict[int, int]) -> tuple[float, float]:
    number = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / number
    spread = sum((value - mean) ** 2 * count for value, count in counts.items()) / max(1, number - 1)
    return mean, float(np.sqrt(spread))


def report(tally: GameTally) -> GamesReport:
    """Who wins how often, spread, total and statistics, with the standard error of each."""
    job, number = tally.job, tally.number
    fixture = job.fixtures[0]
    home, away = fixture.home, fixture.away
    margins, totals = tally.margins, tally.sums
    outcomes = {
        away: sum(count for lead, count in margins.items() if lead < 0),
        home: sum(count for lead, count in margins.items() if lead > 0),
        "tie": margins.get(0, 0),
    }
    odds: dict[str, Any] = {
        name: {"games": hits, "share": hits / number, "interval": list(share_interval(hits, number))}
        for name, hits in outcomes.items()
    }
    spread, total = _distribution(margins), _distribution(totals)
    lines = _statistics(tally)
    data = {
        "away": away,
        "home": home,
        "season": job.league.season,
        "games": number,
        "seed": job.seed,
        "options": job.rules.to_json(),
        "wins": odds,
        "spread": {"of": home, **spread, "counts": {str(lead): count for lead, count in margins.items()}},
        "total": {**total, "counts": {str(points): count for points, count in totals.items()}},
        "statistics": lines,
    }
    tables = (
        Table(
            f"{away} at {home}, {job.league.season} charts, {counted(number, 'game')}",
            ("winner", "games", "share", "surely between"),
            tuple(
                (
                    name,
                    f"{each['games']:,}",
                    f"{each['share']:.1%}",
                    f"{each['interval'][0]:.1%} to {each['interval'][1]:.1%}",
                )
                for name, each in odds.items()
            ),
            frozenset({"winner"}),
        ),
        Table(
            "Spread and total",
            ("", "average", "±", "5%", "25%", "half", "75%", "95%"),
            tuple(
                (
                    title,
                    f"{each['mean']:+.2f}" if signed else f"{each['mean']:.2f}",
                    f"{NORMAL_95 * each['error']:.2f}",
                    *(f"{value:+d}" if signed else str(value) for value in each["quantiles"]),
                )
                for title, each, signed in ((f"{home} by", spread, True), ("points of both", total, False))
            ),
            frozenset({""}),
        ),
        Table(
            "Statistics: the average of a game",
            ("", away, "±", home, "± "),
            tuple(
                (
                    name.replace("_", " "),
                    f"{each[away]['mean']:.2f}",
                    f"{NORMAL_95 * each[away]['error']:.2f}",
                    f"{each[home]['mean']:.2f}",
                    f"{NORMAL_95 * each[home]['error']:.2f}",
                )
                for name, each in lines.items()
                if name in STATISTICS
            ),
            frozenset({""}),
        ),
    )
    by_run = np.concatenate(tally.by_run)
    return GamesReport(data, tables, _NOTES, by_run[by_run[:, 0].argsort()])


def _distribution(counts: dict[int, int]) -> dict[str, Any]:
    mean, deviation = _moments(counts)
    number = sum(counts.values())
    return {
        "mean": mean,
        "error": deviation / float(np.sqrt(number)),
        "deviation": deviation,
        "quantiles": quantiles(counts),
    }


def _statistics(tally: GameTally) -> dict[str, dict[str, dict[str, float]]]:
    means, errors, spread = tally.statistics.means, tally.statistics.error, tally.statistics.deviation
    return {
        name: {
            code: {
                "mean": float(means[team, place]),
                "error": float(errors[team, place]),
                "deviation": float(spread[team, place]),
            }
            for team, code in enumerate(tally.job.teams)
        }
        for place, name in enumerate(tally.job.names)
    }
