"""One game played many times: who wins how often, by how much, with which statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.league.job import NORMAL_95, Chunk, Job, Sums, share_interval
from chartkit.pages import GamesReport, Table, counted
from chartkit.plays import STATISTICS

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

    def add(self, chunks: Iterable[Chunk]) -> None:
        """Count some runs."""
        for chunk in chunks:
            found = np.minimum(chunk.scores[:, 0], MOST_POINTS)
            np.add.at(self.scores, (found[:, 0], found[:, 1]), 1)
            self.statistics.add(chunk.totals)
            self.by_run.append(np.column_stack([chunk.runs, chunk.scores[:, 0]]))

    @property
    def number(self) -> int:
        """Games played."""
        return int(self.scores.sum())

    @property
    def margins(self) -> dict[int, int]:
        """Home points less visitor points -> games."""
        leads = range(-MOST_POINTS, MOST_POINTS + 1)
        return {lead: count for lead in leads if (count := int(np.trace(self.scores, offset=-lead)))}

    @property
    def sums(self) -> dict[int, int]:
        """Points of both teams -> games."""
        home, away = np.nonzero(self.scores)
        found = np.bincount(home + away, weights=self.scores[home, away])
        return {total: int(count) for total, count in enumerate(found) if count}

    def report(self) -> GamesReport:
        """Who wins how often, spread, total and statistics, with the standard error of each."""
        job, number, margins, totals = self.job, self.number, self.margins, self.sums
        home, away = job.fixtures[0].home, job.fixtures[0].away
        outcomes = {
            away: sum(count for lead, count in margins.items() if lead < 0),
            home: sum(count for lead, count in margins.items() if lead > 0),
            "tie": margins.get(0, 0),
        }
        odds: dict[str, Any] = {
            name: {"games": hits, "share": hits / number, "interval": list(share_interval(hits, number))}
            for name, hits in outcomes.items()
        }
        spread, total, statistics = _distribution(margins), _distribution(totals), self._statistics()
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
            "statistics": statistics,
        }
        winners = tuple(
            (name, f"{each['games']:,}", f"{each['share']:.1%}", "{:.1%} to {:.1%}".format(*each["interval"]))
            for name, each in odds.items()
        )
        lines = tuple(
            (
                title,
                f"{each['mean']:{sign}.2f}",
                f"{NORMAL_95 * each['error']:.2f}",
                *(f"{value:{sign}d}" for value in each["quantiles"]),
            )
            for title, each, sign in ((f"{home} by", spread, "+"), ("points of both", total, ""))
        )
        sides = ((away, "mean", 1.0), (away, "error", NORMAL_95), (home, "mean", 1.0), (home, "error", NORMAL_95))
        means = tuple(
            (name.replace("_", " "), *(f"{times * each[code][kind]:.2f}" for code, kind, times in sides))
            for name, each in statistics.items()
            if name in STATISTICS
        )
        title = f"{away} at {home}, {job.league.season} charts, {counted(number, 'game')}"
        quantiles = ("5%", "25%", "half", "75%", "95%")
        tables = (
            Table(title, ("winner", "games", "share", "surely between"), winners, frozenset({"winner"})),
            Table("Spread and total", ("", "average", "±", *quantiles), lines, frozenset({""})),
            Table("Statistics: the average of a game", ("", away, "±", home, "± "), means, frozenset({""})),
        )
        by_run = np.concatenate(self.by_run)
        return GamesReport(data, tables, _NOTES, by_run[by_run[:, 0].argsort()])

    def _statistics(self) -> dict[str, dict[str, dict[str, float]]]:
        found = self.statistics
        kinds = {"mean": found.mean, "error": found.error, "deviation": found.deviation}
        return {
            name: {
                code: {kind: float(values[team, place]) for kind, values in kinds.items()}
                for team, code in enumerate(self.job.teams)
            }
            for place, name in enumerate(self.job.names)
        }


def _distribution(counts: dict[int, int]) -> dict[str, Any]:
    """Mean, standard error and quantiles: the values below which 5, 25, 50, 75 and 95% of the games lie."""
    values, games = np.array(sorted(counts.items())).T
    number = int(games.sum())
    mean = float(np.average(values, weights=games))
    deviation = float(np.sqrt(((values - mean) ** 2 * games).sum() / max(1, number - 1)))
    reach = np.cumsum(games) / number
    return {
        "mean": mean,
        "error": deviation / float(np.sqrt(number)),
        "deviation": deviation,
        "quantiles": [int(values[np.searchsorted(reach, share)]) for share in _QUANTILES],
    }
