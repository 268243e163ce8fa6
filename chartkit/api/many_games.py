"""Games and seasons played many times: who wins how often, the real season compared, the effect of a change.

The league is imported by the functions that play: it loads numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import systems
from chartkit.api import display
from chartkit.api.charts import Chart, copied, file_of
from chartkit.api.display import Answer, Progress, Tell, following
from chartkit.api.plays import Plays
from chartkit.api.seasons import Season, folder_of
from chartkit.errors import InputError
from chartkit.files import as_path, dumps, file_name, write_bytes, write_text
from chartkit.pages import GamesReport, check_picture_name
from chartkit.systems.base import PrintJob

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.league import Job, League, Simulation
    from chartkit.league import Progress as Told
    from chartkit.league import RoundTrip as Certified


class Games(Answer):
    """One game, many times: who won how often, by how much, with which statistics."""

    def __init__(self, report: GamesReport) -> None:
        super().__init__(report)
        self._by_run = report.by_run

    @property
    def probability(self) -> Mapping[str, float]:
        """How often each team won, and `tie`."""
        return {name: each["share"] for name, each in self.data["wins"].items()}

    @property
    def spread(self) -> float:
        """Average points of the home team less those of the visitors."""
        return float(self.data["spread"]["mean"])

    @property
    def total(self) -> float:
        """Average points of both teams."""
        return float(self.data["total"]["mean"])

    def __len__(self) -> int:
        return int(self.data["games"])

    def frame(self) -> pd.DataFrame:
        """A row a game: the points of both teams."""
        return display.frame(
            {
                "run": run,
                "away": self.data["away"],
                "home": self.data["home"],
                "away_points": visitor,
                "home_points": home,
            }
            for run, home, visitor in (() if self._by_run is None else self._by_run.tolist())
        )

    def statistics(self) -> pd.DataFrame:
        """Statistics of a game by team: the mean, its standard error, and how far single games lie apart."""
        return display.frame(
            {"statistic": name, "team": team, **figures}
            for name, teams in self.data["statistics"].items()
            for team, figures in teams.items()
        )

    def margins(self) -> pd.DataFrame:
        """How often the home team won by each number of points."""
        return _counts(self.data["spread"]["counts"], "margin", len(self))

    def totals(self) -> pd.DataFrame:
        """How often both teams together scored each number of points."""
        return _counts(self.data["total"]["counts"], "points", len(self))


def _counts(counts: Mapping[str, int], name: str, number: int) -> pd.DataFrame:
    return display.frame(
        {name: int(value), "games": count, "probability": count / number} for value, count in counts.items()
    )


class Seasons(Answer):
    """A season, many times: what became of every team."""

    def __len__(self) -> int:
        return int(self.data["runs"])

    def frame(self) -> pd.DataFrame:
        """A row a team: wins, points, chances, and what really happened."""
        return display.frame(_flat(line) for line in self.data["teams"])

    def wins(self) -> pd.DataFrame:
        """In how many seasons each team won each number of games; a tie is half a win."""
        return display.frame(
            {"team": line["team"], "wins": float(wins), "seasons": count, "probability": count / len(self)}
            for line in self.data["teams"]
            for wins, count in line["wins"]["seasons"].items()
        )


def _flat(data: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """`wins_mean` for the mean below wins; what has a row for each number is a frame of its own."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if not isinstance(value, Mapping):
            flat[f"{above}{name}".replace(" ", "_")] = value
        elif name != "seasons":
            flat |= _flat(value, f"{above}{name}_")
    return flat


class RoundTrip(Answer):
    """A season played many times, compared with the real one figure by figure."""

    def __init__(self, certified: Certified, build: Path) -> None:
        super().__init__(certified.report())
        self._certified, self._build = certified, build

    @property
    def title(self) -> str:
        verdict = "every figure is within its tolerance" if self.passed else "some figures miss their tolerance"
        return f"{self.data['season']}, played {self.data['runs']:,} times: {verdict}"

    @property
    def passed(self) -> bool:
        """Every figure that is judged lies within its tolerance."""
        return self._certified.passed

    def frame(self) -> pd.DataFrame:
        """A row for each figure of the league."""
        return display.frame(_flat(line) for line in self.data["league"])

    def goals(self) -> pd.DataFrame:
        """A row for each goal that the teams are judged by."""
        return display.frame(_flat(goal) for goal in self.data["goals"])

    def teams(self) -> pd.DataFrame:
        """A row for each figure of each team and of its opponents."""
        return display.frame(
            {"team": team, "side": side, **_flat(line)}
            for team, lines in self.data["teams"].items()
            for side in ("for", "against")
            for line in lines[side]
        )

    def to_html(self) -> str:
        """The whole report as a page that stands alone."""
        return self._certified.to_html()

    def save(self, folder: str | Path | None = None) -> list[Path]:
        """Write roundtrip.json and roundtrip.html; into the build, which is the usual place, also roundtrip.pdf."""
        target = self._build if folder is None else Path(folder)
        write_text(target / "roundtrip.json", dumps(self.data))
        write_text(target / "roundtrip.html", self.to_html())
        written = [target / "roundtrip.html", target / "roundtrip.json"]
        game = systems.of_file(self._build)
        if target == self._build and game.offers("cards") and "certificate" in game.cards().kinds():
            # reportlab is heavy.
            from chartkit.paper import draw_pdf

            # The printed page belongs beside the charts that it certifies.
            for made in game.cards().compose(PrintJob(target, what=("certificate",))):
                write_bytes(target / "roundtrip.pdf", draw_pdf(made.document, made.style))
                written.append(target / "roundtrip.pdf")
        return written


class Effect(Answer):
    """What a change does: the same seasons with and without it, on the same dice."""

    def frame(self) -> pd.DataFrame:
        """A row for each statistic of each team that the change touches; `team` is missing for the whole league."""
        teams: dict[str | None, Any] = {**self.data["teams"], None: self.data["league"]}
        return display.frame(
            {"team": team, "statistic": name, **figures}
            for team, statistics in teams.items()
            for name, figures in statistics.items()
        )


@contextmanager
def _playing(
    build: Season | str | Path, engine: str, progress: Progress, unit: str = "games"
) -> Iterator[tuple[Simulation, Path, Tell]]:
    """The simulation of a build's game, the folder of the build, and the function that shows progress."""
    folder = folder_of(build)
    simulation = systems.of_file(folder).simulation()
    is_prepared = simulation.is_prepared(simulation.engine_named(engine))
    with following(progress, unit, is_prepared=is_prepared) as tell:
        yield simulation, folder, tell


def _job(league: League, seed: int, engine: str, basic: bool, **more: Any) -> Job:
    from chartkit.league import Job

    return Job(league, league.simulation.rules("basic" if basic else "advanced"), seed, engine, **more)


def _in_games(tell: Tell, games: int) -> Told:
    """Progress in games, from progress in seasons."""
    return lambda done, wanted: tell("", done * games, wanted * games)


def simulate(
    away: Chart | str,
    home: Chart | str,
    n: int = 10_000,
    *,
    build: Season | str | Path | None = None,
    seed: int = 0,
    basic: bool = False,
    jobs: int = 2,
    engine: str = "",
    backend: str = "auto",
    scheduler: str | None = None,
    plot: str | Path | None = None,
    progress: Progress = False,
) -> Games:
    """Play one game `n` times. The teams are charts of one build, edited ones too, or names of teams in `build`."""
    from chartkit.league import Fixture, GameTally, Workers, counted_runs, draw_scores, load_league, run

    if plot is not None:
        check_picture_name(Path(plot))
    workers = Workers(jobs, backend, scheduler)
    with (
        _build_of([away, home], build) as (own, names),
        _playing(own, engine, progress) as (simulation, folder, tell),
    ):
        league = load_league(simulation, folder)
        visitor, host = map(league.find_team, names)
        if visitor == host:
            raise InputError(f"{host} cannot play itself here.", remedy="Name two teams.")
        job = _job(league.only((host, visitor)), seed, engine, basic, chosen=(Fixture(0, host, visitor),))
        chunks = run(job, n, workers=workers, progress=partial(tell, ""))
        tally = GameTally(job)
        report = counted_runs(tally, chunks, n)
    if plot is not None:
        draw_scores(tally, Path(plot))
    return Games(report)


@contextmanager
def _build_of(
    teams: Sequence[Chart | str], build: Season | str | Path | None
) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The build that holds these teams, and their names in it; edited charts get a temporary build."""
    charts = [team for team in teams if isinstance(team, Chart)]
    names = tuple(team.team if isinstance(team, Chart) else team for team in teams)
    around = {chart.build for chart in charts} if build is None else {folder_of(build)}
    folder = next(iter(around), None)
    if folder is None or len(around) > 1:
        raise InputError(
            f"{' and '.join(names)} are not teams of one build.",
            remedy="Name it with `build`. `play` takes charts of any two seasons.",
        )
    edited = [chart for chart in charts if chart.path is None or chart.build != folder]
    if not edited:
        yield folder, names
        return
    with copied(folder) as own:
        for chart in edited:
            chart.save(own / "charts" / file_name(chart.team, ".json"))
        yield own, names


def season(
    build: Season | str | Path,
    n: int = 1000,
    *,
    playoffs: bool = False,
    seed: int = 0,
    basic: bool = False,
    jobs: int = 2,
    engine: str = "",
    backend: str = "auto",
    scheduler: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    league: str | Path | None = None,
    schedule: str | Path | None = None,
    progress: Progress = False,
) -> Seasons:
    """Play the schedule of a season `n` times.

    With `out` every run is kept in that folder, and `resume` goes on with those that are there. `league` is a
    season file with other teams or games, `schedule` a CSV file with week,away,home.
    """
    from chartkit.league import SeasonTally, Workers, counted_runs, load_season_league, run

    if resume and out is None:
        raise InputError("which runs are to be continued?", remedy="Name the folder of the runs with --out.")
    workers = Workers(jobs, backend, scheduler)
    with _playing(build, engine, progress) as (simulation, folder, tell):
        found = load_season_league(simulation, folder, league=as_path(league), schedule=as_path(schedule))
        job = _job(found, seed, engine, basic, ranked=True, playoffs=playoffs)
        chunks = run(
            job,
            n,
            workers=workers,
            folder=as_path(out),
            resume=resume,
            progress=_in_games(tell, len(job.fixtures)),
        )
        return Seasons(counted_runs(SeasonTally(job), chunks, n, " Go on with --resume." if out else ""))


def one_season(
    build: Season | str | Path,
    run: int,
    *,
    playoffs: bool = False,
    seed: int = 0,
    basic: bool = False,
    engine: str = "",
    league: str | Path | None = None,
    schedule: str | Path | None = None,
    export: str | Path | None = None,
    progress: Progress = False,
) -> Answer:
    """One run of `season` in full: standings, bracket, leaders; box scores and play-by-play go to `export`."""
    from chartkit.league import load_season_league, play_season

    with _playing(build, engine, progress) as (simulation, folder, tell):
        found = load_season_league(simulation, folder, league=as_path(league), schedule=as_path(schedule))
        job = _job(found, seed, engine, basic, ranked=True, playoffs=playoffs)
        return Answer(play_season(job, run, as_path(export), partial(tell, "")).report())


def roundtrip(
    build: Season | str | Path,
    plays: Plays | None = None,
    n: int = 1000,
    *,
    seed: int = 0,
    jobs: int = 2,
    backend: str = "auto",
    scheduler: str | None = None,
    progress: Progress = False,
) -> RoundTrip:
    """Play a season `n` times and compare it with the real one: the plays of its build, or these."""
    from chartkit.league import Workers, round_trip

    workers = Workers(jobs, backend, scheduler)
    with (
        _playing(build, "", progress, "seasons") as (simulation, folder, tell),
        _with_plays(folder, plays) as source,
    ):
        return RoundTrip(round_trip(simulation, source, n, seed, workers, progress=tell), folder)


@contextmanager
def _with_plays(build: Path, plays: Plays | None) -> Iterator[Path]:
    """The build with these plays in it; a copy where it has others."""
    if plays is None:
        yield build
        return
    own = Season.load(build)
    if plays.season != own.season:
        raise InputError(
            f"these are the plays of {plays.season}, and the charts are of {own.season}.",
            remedy="Give the plays that the charts were made of.",
        )
    if missing := sorted(set(own) - set(plays.teams)):
        raise InputError(f"the plays have no game of {', '.join(missing)}.", remedy="Give the plays of all teams.")
    if (build / "plays.parquet").is_file() and own.plays.frame.equals(plays.frame):
        yield build
        return
    with copied(build) as copy:
        plays.save(copy / "plays.parquet")
        yield copy


def whatif(
    build: Season | str | Path,
    changes: Mapping[str, Any] | Sequence[str] = (),
    n: int = 200,
    *,
    charts: Sequence[Chart | str | Path] = (),
    coaches: Sequence[str | Path] = (),
    schedule: str | Path | None = None,
    seed: int = 0,
    basic: bool = False,
    jobs: int = 2,
    engine: str = "",
    backend: str = "auto",
    scheduler: str | None = None,
    progress: Progress = False,
) -> Effect:
    """Play `n` seasons with and without a change, on the same dice.

    `changes` are cells such as `{"PHI:offense.columns.6-SHORT.27": 12}`; `charts` (edited ones too) and `coaches`
    are whole charts and coach tables instead of those of their teams.
    """
    from chartkit.league import Changes, PairTally, Workers, counted_runs, load_season_league, run_pairs

    settings = [f"{cell}={value}" for cell, value in changes.items()] if isinstance(changes, Mapping) else changes
    workers = Workers(jobs, backend, scheduler)
    with ExitStack() as files, _playing(build, engine, progress) as (simulation, folder, tell):
        changed = [
            files.enter_context(file_of(chart)) if isinstance(chart, Chart) else Path(chart) for chart in charts
        ]
        league = load_season_league(simulation, folder, schedule=as_path(schedule))
        tried = Changes(tuple(settings), tuple(changed), tuple(map(Path, coaches)))
        tally = PairTally.of_change(_job(league, seed, engine, basic), *simulation.changed(league, tried))
        in_games = _in_games(tell, 2 * len(tally.before.fixtures))
        in_games(0, n)
        pairs = run_pairs(tally.before, tally.after, n, workers=workers, progress=in_games)
        return Effect(counted_runs(tally, pairs, n))
