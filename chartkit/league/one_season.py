"""One chosen run as a full season: every game with its events, standings, leaders, files."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.files import file_name, whole_file, write_text
from chartkit.league.postseason import play_playoffs, table_of_run
from chartkit.pages import Report, Table
from chartkit.plays import NFLVERSE_COLUMNS as COLUMNS

if TYPE_CHECKING:
    from chartkit.football.standings import Line
    from chartkit.league.job import Job
    from chartkit.league.league import Fixture
    from chartkit.league.runner import Progress
    from chartkit.league.simulation import RecordedGame

FORMAT = "chartkit/season-results@1"
#: Title, statistic, whether it is the opponents', and how it is shown.
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


@dataclass
class FullSeason:
    """The results of one run; the events of a game are written and let go."""

    job: Job
    run: int
    results: list[dict[str, Any]] = field(default_factory=list)
    totals: dict[str, Counter[str]] = field(default_factory=dict)
    allowed: dict[str, Counter[str]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    playoffs: list[dict[str, Any]] = field(default_factory=list)


def play_season(job: Job, run: int, folder: Path | None, progress: Progress) -> FullSeason:
    """Play one run again, game by game, and write it down into a folder."""
    season = FullSeason(job, run)
    simulator = job.simulator()
    for code in job.teams:
        season.totals[code], season.allowed[code] = Counter(), Counter()

    def whole() -> Iterator[tuple[Fixture, RecordedGame]]:
        for number, fixture in enumerate(job.fixtures, 1):
            yield fixture, simulator.record(fixture, run)
            progress(number, len(job.fixtures))
        scores = np.array([[each["home_score"], each["away_score"]] for each in season.results], np.int32)
        season.lines = table_of_run(job.league, job.fixtures, scores, job.seed, run)
        if not job.playoffs:
            return
        bracket = play_playoffs(job.league, season.lines, simulator, run)
        for game, fixture, score in zip(bracket.games, bracket.fixtures, bracket.scores, strict=True):
            season.playoffs.append(
                {
                    "round": game.round,
                    "away": game.away,
                    "home": game.home,
                    "away_score": score[1],
                    "home_score": score[0],
                    "winner": game.winner,
                    "neutral": game.neutral,
                }
            )
            yield fixture, simulator.record(fixture, run)

    if folder is None:
        for fixture, game in whole():
            _count(season, fixture, game)
        return season
    with _play_by_play(folder / f"play_by_play_{job.league.season}.csv.gz") as writer:
        for fixture, game in whole():
            _count(season, fixture, game)
            page = "\n".join([f"{fixture.away} at {fixture.home}, week {fixture.week}", *game.box, ""])
            game_id = f"{job.league.season}_{fixture.week:02}_{fixture.away}_{fixture.home}"
            write_text(folder / "box_scores" / file_name(game_id, ".txt"), page)
            for row in game.rows:
                writer.writerow([row.get(name, "") for name in COLUMNS])
    write_text(folder / "season.json", json.dumps(to_json(season), indent=2) + "\n")
    return season


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


def _count(season: FullSeason, fixture: Fixture, game: RecordedGame) -> None:
    if fixture.playoff:
        return
    season.results.append(
        {
            "week": fixture.week,
            "away": fixture.away,
            "home": fixture.home,
            "away_score": game.score[1],
            "home_score": game.score[0],
        }
    )
    home, away = map(Counter, game.statistics)
    for code, mine, theirs in ((fixture.home, home, away), (fixture.away, away, home)):
        season.totals[code].update(mine)
        season.allowed[code].update(theirs)


def leaders(season: FullSeason) -> dict[str, list[tuple[str, int]]]:
    """The five best teams in each statistic, most first unless fewest is best."""
    found = {}
    for title, name, by_opponents in _LEADERS:
        if name not in season.job.names:
            continue
        counted = season.allowed if by_opponents else season.totals
        played = {code: counted[code][name] for code in season.job.teams}
        sign = 1 if title.startswith("fewest") else -1
        found[title] = sorted(played.items(), key=lambda each: (sign * each[1], each[0]))[:_SHOWN]
    return found


def to_json(season: FullSeason) -> dict[str, Any]:
    """Standings, results, bracket, team totals and leaders."""
    return {
        "format": FORMAT,
        "game": season.job.league.simulation.name,
        "season": season.job.league.season,
        "run": season.run,
        "seed": season.job.seed,
        "options": season.job.rules.to_json(),
        "standings": [
            {
                "team": line.club,
                "conference": line.conference,
                "division": line.division,
                "place": line.place,
                "record": str(line.record),
                "scored": line.scored,
                "allowed": line.allowed,
                "seed": line.seed,
            }
            for line in season.lines
        ],
        "playoffs": season.playoffs,
        "leaders": {title: [list(each) for each in best] for title, best in leaders(season).items()},
        "totals": {code: dict(sorted(totals.items())) for code, totals in season.totals.items()},
        "games": season.results,
    }


def report(season: FullSeason) -> Report:
    """The season as tables."""
    title = f"Season {season.job.league.season}, run {season.run}"
    tables = [
        Table(
            f"{title}: standings",
            ("team", "division", "place", "record", "scored", "allowed", "seed"),
            tuple(
                (
                    line.club,
                    f"{line.conference} {line.division}",
                    str(line.place),
                    str(line.record),
                    str(line.scored),
                    str(line.allowed),
                    str(line.seed or ""),
                )
                for line in season.lines
            ),
            frozenset({"team", "division"}),
        ),
        Table(
            "Team leaders",
            ("", "1", "2", "3", "4", "5"),
            tuple(
                (name, *(f"{code} {number}" for code, number in best), *[""] * (_SHOWN - len(best)))
                for name, best in leaders(season).items()
            ),
            frozenset({"", "1", "2", "3", "4", "5"}),
        ),
    ]
    if season.playoffs:
        tables.append(
            Table(
                "Playoffs",
                ("round", "visitor", "", "home", " "),
                tuple(
                    (each["round"], each["away"], str(each["away_score"]), each["home"], str(each["home_score"]))
                    for each in season.playoffs
                ),
                frozenset({"round", "visitor", "home"}),
            )
        )
    return Report(to_json(season), tuple(tables))
