"""One run of a season: its standings by the season's tie-breakers, seeds, the bracket; and all of it in full."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.files import file_name, whole_file, write_text
from chartkit.football.standings import (
    Game,
    Line,
    PlayoffGame,
    Records,
    play_bracket,
    playoff_rules,
    standings,
)
from chartkit.league.league import Fixture, League, RecordedGame, Simulator
from chartkit.pages import Report, Table
from chartkit.plays import NFLVERSE_COLUMNS as COLUMNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chartkit.league.job import Job
    from chartkit.league.runner import Progress

FORMAT = "chartkit/season-results@1"
#: How far a team came: 0 missed the playoffs, then the last round that it played; the champion is one further.
ROUNDS = ("wild card", "division", "conference", "super bowl")
CHAMPION = len(ROUNDS) + 1
#: Columns of `Chunk.ranks`.
PLACE, SEED, STAGE = range(3)
#: Title, statistic, and whether it is the opponents'.
_LEADERS = (
    ("points", "points", False),
    ("fewest points allowed", "points", True),
    ("yards", "total_yards", False),
    ("fewest yards allowed", "total_yards", True),
    ("rushing yards", "rushing_yards", False),
    ("passing yards", "passing_yards", False),
    ("touchdowns", "touchdowns", False),
    ("field goals", "field_goals", False),
    ("first downs", "first_downs", False),
    ("fewest turnovers", "turnovers", False),
    ("interceptions made", "interceptions", True),
    ("sacks made", "sacks", True),
)
_SHOWN = 5


def _table_of_run(
    league: League, fixtures: Sequence[Fixture], scores: Sequence[Sequence[int]], seed: int, run: int
) -> list[Line]:
    """The standings of one run; `scores` are those of home team and visitor, game by game."""
    games = [
        Game(fixture.home, fixture.away, home, away) for fixture, (home, away) in zip(fixtures, scores, strict=True)
    ]

    def toss(tied: Sequence[str]) -> str:
        """The coin for when every tie-breaker fails; it depends on the run alone."""
        return Random(f"coin {seed} {run} {' '.join(sorted(tied))}").choice(sorted(tied))

    return standings(Records(league.clubs, games), playoff_rules(league.season), toss)


def _play_playoffs(
    league: League, lines: Sequence[Line], simulator: Simulator, run: int
) -> list[tuple[PlayoffGame, Fixture, tuple[int, int]]]:
    """The bracket of one run, played by the overtime rules of the playoffs, with the scores of home and visitor."""
    last = max((game.week for game in league.schedule), default=0)
    points = league.simulation.statistics.index("points")
    played: list[tuple[Fixture, tuple[int, int]]] = []

    def play(round_name: str, home: str, away: str, neutral: bool) -> str:
        fixture = Fixture(last + 1 + ROUNDS.index(round_name), home, away, playoff=True, neutral=neutral)
        mine, theirs = map(int, simulator.play((fixture,), [run])[0, 0, :, points])
        played.append((fixture, (mine, theirs)))
        return home if mine > theirs else away

    games = play_bracket(lines, playoff_rules(league.season), play)
    return [(game, *each) for game, each in zip(games, played, strict=True)]


def ranks_of(
    league: League,
    fixtures: Sequence[Fixture],
    scores: NDArray[np.int32],
    runs: Sequence[int],
    seed: int,
    simulator: Simulator | None,
) -> NDArray[np.int32]:
    """Run, team, (place in the division, seed or 0, how far); without a simulator there are no playoffs."""
    place = {code: number for number, code in enumerate(league.codes)}
    ranks = np.zeros((len(runs), len(place), 3), np.int32)
    for row, run in enumerate(runs):
        lines = _table_of_run(league, fixtures, scores[row].tolist(), seed, run)
        for line in lines:
            ranks[row, place[line.club], : SEED + 1] = line.place, line.seed or 0
        if simulator is None:
            continue
        # A league too small for a bracket has its first seed as champion.
        champion = next(line.club for line in lines if line.seed == 1)
        for game, _, _ in _play_playoffs(league, lines, simulator, run):
            for club in (game.home, game.away):
                # Rounds come in order, so the last one stays.
                ranks[row, place[club], STAGE] = 1 + ROUNDS.index(game.round)
            champion = game.winner
        ranks[row, place[champion], STAGE] = CHAMPION
    return ranks


# In full.


@dataclass
class FullSeason:
    """The results of one run; the events of a game are written and let go."""

    job: Job
    run: int
    results: list[dict[str, Any]] = field(default_factory=list)
    totals: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    #: The same statistics of each team's opponents.
    allowed: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    lines: list[Line] = field(default_factory=list)
    playoffs: list[dict[str, Any]] = field(default_factory=list)

    def leaders(self) -> dict[str, list[tuple[str, int]]]:
        """The five best teams in each statistic, most first unless fewest is best."""
        found = {}
        for title, name, by_opponents in _LEADERS:
            if name not in self.job.names:
                continue
            counted = self.allowed if by_opponents else self.totals
            sign = 1 if title.startswith("fewest") else -1
            played = [(code, counted[code][name]) for code in self.job.teams]
            found[title] = sorted(played, key=lambda each: (sign * each[1], each[0]))[:_SHOWN]
        return found

    def to_json(self) -> dict[str, Any]:
        """Standings, results, bracket, team totals and leaders."""
        names = ("conference", "division", "place", "record", "scored", "allowed", "seed")
        return {
            "format": FORMAT,
            "game": self.job.league.simulation.name,
            "season": self.job.league.season,
            "run": self.run,
            "seed": self.job.seed,
            "options": self.job.rules.to_json(),
            "standings": [
                {"team": line.club, **{name: getattr(line, name) for name in names}, "record": str(line.record)}
                for line in self.lines
            ],
            "playoffs": self.playoffs,
            "leaders": {title: [list(each) for each in best] for title, best in self.leaders().items()},
            "totals": {code: dict(sorted(self.totals[code].items())) for code in self.job.teams},
            "games": self.results,
        }

    def report(self) -> Report:
        """The season as tables."""
        standing = tuple(
            (
                line.club,
                f"{line.conference} {line.division}",
                *map(str, (line.place, line.record, line.scored, line.allowed, line.seed or "")),
            )
            for line in self.lines
        )
        best = tuple(
            (name, *(f"{code} {number}" for code, number in teams), *[""] * (_SHOWN - len(teams)))
            for name, teams in self.leaders().items()
        )
        bracket = tuple(
            (each["round"], each["away"], str(each["away_score"]), each["home"], str(each["home_score"]))
            for each in self.playoffs
        )
        headings = ("team", "division", "place", "record", "scored", "allowed", "seed")
        places = ("", *(str(number + 1) for number in range(_SHOWN)))
        title = f"Season {self.job.league.season}, run {self.run}: standings"
        tables = [
            Table(title, headings, standing, frozenset({"team", "division"})),
            Table("Team leaders", places, best, frozenset(places)),
        ]
        if bracket:
            left = frozenset({"round", "visitor", "home"})
            tables.append(Table("Playoffs", ("round", "visitor", "", "home", " "), bracket, left))
        return Report(self.to_json(), tuple(tables))


def play_season(job: Job, run: int, folder: Path | None, progress: Progress) -> FullSeason:
    """Play one run again, game by game, and write it down into a folder."""
    season, simulator = FullSeason(job, run), job.simulator()
    with ExitStack() as files:
        rows = None
        if folder is not None:
            name = f"play_by_play_{job.league.season}.csv.gz"
            rows = files.enter_context(_play_by_play(folder / name))
        for number, fixture in enumerate(job.fixtures, 1):
            game = simulator.record(fixture, run)
            _count(season, fixture, game)
            _write(job, fixture, game, folder, rows)
            progress(number, len(job.fixtures))
        scores = [(each["home_score"], each["away_score"]) for each in season.results]
        season.lines = _table_of_run(job.league, job.fixtures, scores, job.seed, run)
        bracket = _play_playoffs(job.league, season.lines, simulator, run) if job.playoffs else []
        for each, fixture, score in bracket:
            season.playoffs.append(
                {
                    "round": each.round,
                    "away": each.away,
                    "home": each.home,
                    "away_score": score[1],
                    "home_score": score[0],
                    "winner": each.winner,
                    "neutral": each.neutral,
                }
            )
            if folder is not None:
                _write(job, fixture, simulator.record(fixture, run), folder, rows)
    if folder is not None:
        write_text(folder / "season.json", json.dumps(season.to_json(), indent=2) + "\n")
    return season


def _count(season: FullSeason, fixture: Fixture, game: RecordedGame) -> None:
    home_score, away_score = game.score
    result = {name: getattr(fixture, name) for name in ("week", "away", "home")}
    season.results.append({**result, "away_score": away_score, "home_score": home_score})
    home, away = map(Counter, game.statistics)
    for code, mine, theirs in ((fixture.home, home, away), (fixture.away, away, home)):
        season.totals[code].update(mine)
        season.allowed[code].update(theirs)


def _write(job: Job, fixture: Fixture, game: RecordedGame, folder: Path | None, rows: Any) -> None:
    """The box score of a game as a page, and its plays among those of the season."""
    if folder is None:
        return
    page = "\n".join([f"{fixture.away} at {fixture.home}, week {fixture.week}", *game.box, ""])
    game_id = f"{job.league.season}_{fixture.week:02}_{fixture.away}_{fixture.home}"
    write_text(folder / "box_scores" / file_name(game_id, ".txt"), page)
    for row in game.rows:
        rows.writerow([row.get(name, "") for name in COLUMNS])


@contextmanager
def _play_by_play(path: Path) -> Iterator[Any]:
    """A gzip CSV in the columns of the nflverse files, whole or not at all, with the same bytes every time."""
    with (
        whole_file(path) as part,
        part.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0, compresslevel=6) as packed,
        io.TextIOWrapper(packed, "utf-8", newline="") as text,
    ):
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        yield writer
