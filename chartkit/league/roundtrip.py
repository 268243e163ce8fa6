"""The certificate: a build's season played many times, put beside the real one, as data, page and printed sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import Schema, read_json
from chartkit.league.comparison import (
    LIKENESS,
    SWING,
    Comparison,
    Line,
    Simulated,
    compare,
    statistics_needed,
)
from chartkit.league.job import Job
from chartkit.league.league import League, Simulation, load_season_league
from chartkit.league.many_seasons import real_records
from chartkit.league.runner import Progress as RunProgress
from chartkit.league.runner import Workers, run, silent
from chartkit.pages import Report, Table, render
from chartkit.paper import Block, Grid, Words, reading_table

if TYPE_CHECKING:
    import pandas as pd
    from markupsafe import Markup

FORMAT = "chartkit/roundtrip@1"
#: Rules beside the certificate's are shown, not judged, and need fewer runs.
_BESIDE = 5
_WORST = 25
#: Figures of a team that are drawn where the game does not choose.
_SHOWN = 12
_CALIBRATION = "The home team: its chance when played, and how often it really won"
_LEFT = frozenset({"per team and game", "the teams", ""})

#: Called while the seasons are played: which rules, runs done, runs wanted.
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class RoundTrip:
    """What was played, and how it compares."""

    season: int
    runs: int
    seed: int | str
    #: Name of the rules played -> their comparison; the first is the certificate.
    comparisons: Mapping[str, Comparison]
    #: The game as its files name it.
    game: str = ""
    #: Which figures the page draws: `scatter`, `scatter_allowed`, `teams`.
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """The certificate's verdict."""
        return self._main.passed

    @property
    def _main(self) -> Comparison:
        return next(iter(self.comparisons.values()))

    def to_json(self) -> dict[str, Any]:
        """The whole report as data."""
        main = self._main
        return {
            "format": FORMAT,
            "game": self.game,
            "season": self.season,
            "rules": next(iter(self.comparisons)),
            "runs": self.runs,
            "seed": self.seed,
            "passed": self.passed,
            "words": [LIKENESS, SWING],
            "goals": [goal.to_json() for goal in main.goals],
            "league": [line.to_json(shown=True) for line in main.league],
            "distributions": [spread.to_json() for spread in main.spreads],
            "favourites": [each.to_json() for each in main.favourites],
            "beside": {
                name: {
                    "goals": [goal.to_json() for goal in other.goals],
                    "league": [line.to_json(shown=True) for line in other.league],
                }
                for name, other in self.comparisons.items()
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
        judged = [line for line in main.league if line.passed is not None]
        verdicts = {True: "ok", False: "MISSED"}
        league = [
            (
                line.title,
                line.shown_real,
                line.shown_simulated,
                f"{line.off_by:+.1f}%",
                f"{100 * line.allowed / line.real:.1f}%" if line.allowed and line.real else "",
                verdicts[bool(line.passed)],
            )
            for line in judged
        ]
        goals = [(goal.name, f"{goal.value:.3f}", goal.needed_words, verdicts[goal.passed]) for goal in main.goals]
        tables = (
            Table("", ("per team and game", "real", "played", "off by", "allowed", ""), tuple(league), _LEFT),
            Table("", ("the teams", "reached", "needed", ""), tuple(goals), _LEFT),
        )
        met, reached = (sum(bool(each.passed) for each in every) for every in (judged, main.goals))
        verdict = (
            f"{met} of {len(judged)} league figures are within what is allowed, "
            f"{reached} of {len(goals)} goals for the teams are met."
        )
        return Report(self.to_json(), tables, (LIKENESS, SWING, verdict))

    def to_html(self) -> str:
        """The report as one self-contained web page: verdicts first, then pictures, then every figure."""
        # matplotlib is heavy; only the page needs it.
        from chartkit.league.pictures import spread_picture

        (rules, main), *beside = self.comparisons.items()
        return render(
            "roundtrip.html",
            about=self,
            rules=rules,
            main=main,
            beside=beside,
            judged=[line for line in main.league if line.passed is not None],
            # What missed stands first.
            league=sorted(main.league, key=lambda line: (line.passed is not False, line.passed is None)),
            likeness=LIKENESS,
            swing=SWING,
            pictures=list(_pictures(main, self.pictures)),
            spreads=[(spread, spread_picture(spread)) for spread in main.spreads],
            worst=main.worst(_WORST),
            teams=[
                (team, *main.wins[team], picture)
                for team, picture in _team_pictures(main, self.pictures.get("teams", ()))
            ],
            against={team: {line.figure: line for line in lines} for team, lines in main.against.items()},
        )


def real_wins(league: League) -> dict[str, float]:
    """Wins of every team in the real season; a tie is half a win."""
    return {code: record.won + record.tied / 2 for code, record in real_records(league).overall.items()}


def real_margins(league: League) -> list[int]:
    """The margins of the home teams in the real games, in order."""
    margins = []
    for game in league.schedule:
        if game.home_score is None or game.away_score is None:
            raise InputError(
                f"the game of week {game.week}, {game.away} at {game.home}, has no real score.",
                remedy="A round trip needs a season that was played; chartkit season plays an open schedule.",
            )
        margins.append(game.home_score - game.away_score)
    return margins


def _real_games(build: Path) -> pd.DataFrame:
    # pandas is slow to load, and a comparison that fails before does not need it.
    from chartkit.plays import table, team_games

    plays = build / "plays.parquet"
    if not plays.is_file():
        raise InputError("the real plays are missing.", where=plays, remedy="chartkit compile writes them.")
    return team_games(table.load(plays))


def simulated(job: Job, runs: int, workers: Workers, progress: RunProgress = silent) -> Simulated:
    """Play a job and gather what the comparison needs, in the order of the runs."""
    needed = statistics_needed(job.league.simulation.certificate())
    places = [place for place, name in enumerate(job.names) if name in needed]
    parts = [
        (int(chunk.runs[0]), chunk.totals[:, :, places], chunk.allowed[:, :, places], chunk.wins(job), chunk.scores)
        for chunk in run(job, runs, workers=workers, progress=progress)
    ]
    # Chunks come as they are ready; the order of the runs makes every sum repeat exactly.
    parts.sort(key=lambda part: part[0])
    totals, allowed, wins, scores = (
        np.concatenate(each, dtype=np.float64) for each in list(zip(*parts, strict=True))[1:]
    )
    names = tuple(job.names[place] for place in places)
    return Simulated(job.teams, names, totals, allowed, job.games_of.astype(np.float64), wins, scores)


def round_trip(
    simulation: Simulation,
    build: Path,
    runs: int,
    seed: int,
    workers: Workers,
    *,
    engine: str = "",
    progress: Progress = lambda rules, done, wanted: None,
) -> RoundTrip:
    """Play the season of a build and compare; the certificate's rules `runs` times, the others a fifth of that."""
    what = simulation.certificate()
    league, games = load_season_league(simulation, build), _real_games(build)
    margins = real_margins(league)
    wins = real_wins(league)
    found: dict[str, Comparison] = {}
    for name, rules in simulation.compared().items():
        number = max(2, runs // _BESIDE) if found else runs
        sim = simulated(Job(league, rules, seed, engine), number, workers, partial(progress, name))
        # Figures that both the game and the source of the plays can count.
        known = {None, *sim.names} & {None, *games.columns}
        figures = tuple(each for each in what.figures if {each.count, each.of} <= known)
        found[name] = compare(games, sim, replace(what, figures=figures), wins, margins)
    return RoundTrip(league.season, runs, seed, found, simulation.name, what.pictures)


# The page.


def _points(lines: Mapping[str, Sequence[Line]], figure: str) -> tuple[str, list[tuple[str, float, float]]]:
    """The title of a figure, and what it is for every team that has it."""
    found = [(team, line) for team, each in lines.items() for line in each if line.figure == figure]
    return found[0][1].title if found else figure, [(team, line.real, line.simulated) for team, line in found]


def _pictures(main: Comparison, chosen: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, Markup]]:
    """Title and picture: wins, favourites, then the chosen figures of every team."""
    from chartkit.league.pictures import calibration_picture, scatter

    goals = {goal.name: f"likeness {goal.value:.2f}" for goal in main.goals}
    wins = [(team, real, mean) for team, (real, mean, _) in main.wins.items()]
    yield "Wins", scatter("Wins", wins, goals.get("likeness of wins", ""))
    if main.favourites:
        yield _CALIBRATION, calibration_picture(_CALIBRATION, main.favourites)
    scatters = chosen.get("scatter", ())
    wanted = [
        *((name, main.teams, "") for name in scatters[:1]),
        *((name, main.against, " allowed") for name in chosen.get("scatter_allowed", ())),
        *((name, main.teams, "") for name in scatters[1:]),
    ]
    for name, lines, suffix in wanted:
        title, points = _points(lines, name)
        if points:
            # The goal for points is called by what it counts.
            scored = f"{name} scored" if name == "points" and not suffix else f"{name}{suffix}"
            yield f"{title}{suffix}", scatter(f"{title}{suffix}", points, goals.get(f"likeness of {scored}", ""))


def _team_pictures(main: Comparison, wanted: Sequence[str]) -> Iterator[tuple[str, Markup]]:
    from chartkit.league.pictures import team_picture

    for team, lines in main.teams.items():
        known = {line.figure: line for line in lines}
        chosen = wanted or list(known)[:_SHOWN]
        yield team, team_picture(team, {name: known[name] for name in chosen if name in known})


# The certificate on paper: what a round trip found, as text and tables for a sheet of any game.


_NOTHING = "–"


def read_roundtrip(build: Path) -> dict[str, Any] | None:
    """The certificate of a build as data, or None when it has none."""
    return read_made(build / "roundtrip.json", "roundtrip", "roundtrip")


def read_made(path: Path, schema: str, command: str) -> dict[str, Any] | None:
    """A report that a command wrote, checked by its schema; None when there is no such file."""
    if not path.is_file():
        return None
    source = read_json(path)
    for wrong in source.located(Schema.load(resources.schema(schema)).findings(source.data)):
        raise InputError(
            f"this version cannot read it: {wrong.dotted or 'the file'}: {wrong.message}",
            where=wrong.where,
            remedy=f"Make it again with `chartkit {command} SEASON`.",
        )
    found: dict[str, Any] = source.data
    return found


def certificate_blocks(found: Mapping[str, Any] | None, season: int) -> list[Block]:
    """The data of roundtrip.json as blocks of a sheet, or how to make it."""
    if found is None:
        return [Words("This season has not been played yet: chartkit roundtrip makes its certificate.")]
    judged = [line for line in found["league"] if line["passed"] is not None]
    met = sum(line["passed"] for line in judged)
    goals = found["goals"]
    reached = sum(goal["passed"] for goal in goals)
    verdicts = {True: "within", False: "MISSED"}
    league = []
    for line in judged:
        off_by = f"{100 * line['difference'] / line['real']:+.1f} %" if line["real"] else _NOTHING
        league.append(
            [line["title"], line["shown_real"], line["shown_simulated"], off_by, verdicts[line["passed"]]]
        )
    teams = []
    for goal in goals:
        value = _NOTHING if goal["value"] is None else f"{goal['value']:.3f}"
        teams.append([goal["goal"], value, goal["needed_text"], verdicts[goal["passed"]]])
    return [
        Words(
            f"The season of {season} was played {found['runs']} times with these charts, by the computer "
            f"coaches, on its real schedule ({found['rules']}; seed {found['seed']}). {met} of {len(judged)} "
            f"league figures are within their tolerance, and {reached} of {len(goals)} "
            "goals for the teams are met."
        ),
        _verdict_table("league", ("PER TEAM AND GAME", "REAL", "PLAYED", "OFF BY", ""), league),
        _verdict_table("goals", ("THE TEAMS", "REACHED", "NEEDED", ""), teams),
        *map(Words, found.get("words", ())),
    ]


def _verdict_table(name: str, headings: tuple[str, ...], rows: list[list[str]]) -> Grid:
    return reading_table(name, f"Certificate, {name}", headings, rows, (3.4, *[1.2] * (len(headings) - 1)))
