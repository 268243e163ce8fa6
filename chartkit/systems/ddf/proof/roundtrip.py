"""The certificate: a build's season played many times, put beside the real one, by three sets of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.errors import InputError
from chartkit.systems.ddf.proof.certificate import LIKENESS, SWING, Comparison, Simulated, compare
from chartkit.systems.ddf.proof.figures import Certificate, certificate
from chartkit.systems.ddf.proof.job import Job
from chartkit.systems.ddf.proof.league import League, load_season_league
from chartkit.systems.ddf.proof.page import About, html_page
from chartkit.systems.ddf.proof.real import team_games
from chartkit.systems.ddf.proof.runner import Workers, run
from chartkit.systems.ddf.proof.simulator import KERNEL
from chartkit.systems.ddf.proof.spreads import statistics_needed
from chartkit.systems.ddf.referee.options import Options
from chartkit.tables import Report, Table

if TYPE_CHECKING:
    import pandas as pd

FORMAT = "chartkit/roundtrip@1"
CERTIFICATE = "advanced play, the season's squeeze"
#: Games beside the certificate are shown, not judged, and need fewer runs.
_BESIDE = 5

#: Told while the seasons are played: which rules, runs done, runs wanted.
Told = Callable[[str, int, int], None]


def rules_played() -> Mapping[str, Options]:
    """The certificate's rules first, then what stands beside it.

    Every third 40-second play takes 30 (R23.7): without it a game has 6% fewer plays than the league's (R32.14).
    """
    advanced = replace(Options.advanced(), goal_line_squeeze="season", third_play_30=True)
    return {
        CERTIFICATE: advanced,
        "advanced play, the printed squeeze": replace(advanced, goal_line_squeeze="printed"),
        "basic play": Options.basic(),
    }


@dataclass(frozen=True)
class RoundTrip:
    """What was found, ready to be written."""

    about: About

    @property
    def passed(self) -> bool:
        """The certificate's verdict."""
        return self._main.passed

    @property
    def _main(self) -> Comparison:
        return self.about.comparisons[CERTIFICATE]

    def to_json(self) -> dict[str, Any]:
        """The whole report as data."""
        main = self._main
        return {
            "format": FORMAT,
            "game": "ddf",
            "season": self.about.season,
            "rules": CERTIFICATE,
            "runs": self.about.runs,
            "seed": self.about.seed,
            "passed": self.passed,
            "words": [LIKENESS, SWING],
            "goals": [goal.to_json() for goal in main.goals],
            "league": _lines(main.league),
            "distributions": [spread.to_json() for spread in main.spreads],
            "favourites": [each.to_json() for each in main.favourites],
            "beside": {
                name: {"goals": [goal.to_json() for goal in other.goals], "league": _lines(other.league)}
                for name, other in self.about.comparisons.items()
                if other is not main
            },
            "teams": {
                team: {
                    "wins": dict(zip(("real", "simulated", "spread"), main.wins[team], strict=True)),
                    "for": [line.to_json() for line in lines],
                    "against": [line.to_json() for line in main.against[team]],
                }
                for team, lines in main.teams.items()
            },
        }

    def report(self) -> Report:
        """The judged figures and the goals."""
        main = self._main
        league = [
            (
                line.title,
                line.shown_real,
                line.shown_simulated,
                f"{100 * line.difference / line.real if line.real else 0.0:+.1f}%",
                _verdict(line.passed),
            )
            for line in main.league
            if line.passed is not None
        ]
        goals = [(goal.name, f"{goal.value:.3f}", goal.needed_words, _verdict(goal.passed)) for goal in main.goals]
        tables = (
            Table("", ("per team and game", "real", "played", "off by", ""), tuple(league), _LEFT),
            Table("", ("the teams", "reached", "needed", ""), tuple(goals), _LEFT),
        )
        return Report(self.to_json(), tables, (LIKENESS, SWING))

    def to_html(self) -> str:
        """The report as a page."""
        return html_page(self.about)


_LEFT = frozenset({"per team and game", "the teams", ""})


def _verdict(passed: bool) -> str:
    return "ok" if passed else "MISSED"


def _lines(lines: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {
            **line.to_json(),
            "title": line.title,
            "shown_real": line.shown_real,
            "shown_simulated": line.shown_simulated,
        }
        for line in lines
    ]


def _home_results(league: League) -> list[float]:
    """The real games in order: 1 when the home team won, 0.5 for a tie."""
    results = []
    for game in league.schedule:
        if game.home_score is None or game.away_score is None:
            raise InputError(
                f"the game of week {game.week}, {game.away} at {game.home}, has no real score.",
                remedy="A round trip needs a season that was played; chartkit season plays an open schedule.",
            )
        margin = game.home_score - game.away_score
        results.append(1.0 if margin > 0 else 0.5 if margin == 0 else 0.0)
    return results


def _real_wins(league: League, results: Sequence[float]) -> dict[str, float]:
    wins = dict.fromkeys(league.codes, 0.0)
    for game, result in zip(league.schedule, results, strict=True):
        wins[game.home] += result
        wins[game.away] += 1 - result
    return wins


def _real_games(build: Path) -> pd.DataFrame:
    from chartkit.plays import table

    plays = build / "plays.parquet"
    if not plays.is_file():
        raise InputError("the real plays are missing.", where=str(plays), remedy="chartkit compile writes them.")
    return team_games(table.load(plays))


def simulated(job: Job, runs: int, workers: Workers, told: Callable[[int, int], None] | None = None) -> Simulated:
    """Play a job and gather what the comparison needs, in the order of the runs."""
    needed = {each for figure in certificate().figures for each in (figure.count, figure.of) if each}
    needed |= statistics_needed()
    places = [place for place, name in enumerate(job.names) if name in needed]
    parts = []
    for chunk in run(job, runs, workers=workers, told=told):
        margin = np.sign(chunk.scores[:, :, 0] - chunk.scores[:, :, 1])
        totals, allowed = chunk.totals[:, :, places], chunk.allowed[:, :, places]
        parts.append((int(chunk.runs[0]), totals, allowed, chunk.wins(job), (1 + margin) / 2))
    # Chunks come as they are ready; the order of the runs makes every sum repeat exactly.
    parts.sort(key=lambda part: part[0])
    return Simulated(
        teams=job.teams,
        names=tuple(job.names[place] for place in places),
        totals=np.concatenate([part[1] for part in parts]).astype(np.float64),
        allowed=np.concatenate([part[2] for part in parts]).astype(np.float64),
        games=job.games_of.astype(np.float64),
        wins=np.concatenate([part[3] for part in parts]),
        home_wins=np.concatenate([part[4] for part in parts]).mean(axis=0),
    )


def _countable(sim: Simulated, games: pd.DataFrame) -> Certificate:
    """The figures that both the engine and the source of the plays can count."""
    whole = certificate()
    known = set(sim.names) & set(games.columns)
    return replace(
        whole,
        figures=tuple(
            figure
            for figure in whole.figures
            if figure.count in known and (figure.of is None or figure.of in known)
        ),
    )


def round_trip(
    build: Path,
    runs: int,
    seed: int,
    workers: Workers,
    *,
    engine: str = KERNEL,
    told: Told | None = None,
) -> RoundTrip:
    """Play the season of a build and compare; the certificate's rules `runs` times, the others a fifth of that."""
    league, games = load_season_league(build), _real_games(build)
    results = _home_results(league)
    wins = _real_wins(league, results)
    found = {}
    for name, options in rules_played().items():
        number = runs if name == CERTIFICATE else max(2, runs // _BESIDE)

        def tell(done: int, wanted: int, rules: str = name) -> None:
            if told:
                told(rules, done, wanted)

        sim = simulated(Job(league, options, seed, engine), number, workers, tell)
        found[name] = compare(games, sim, _countable(sim, games), wins, results)
    return RoundTrip(About(league.season, runs, seed, found))
