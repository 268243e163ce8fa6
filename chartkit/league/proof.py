"""What can be asked of a league: a game or a season many times, one run in full, a change, the round trip."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from chartkit.errors import InputError
from chartkit.league import many_seasons, one_game, one_season, roundtrip, what_if
from chartkit.league.job import Job
from chartkit.league.league import Fixture, League, load_league, load_season_league
from chartkit.league.runner import (
    AUTO,
    BACKENDS,
    PROCESSES,
    THREADS,
    Interruptible,
    Progress,
    Workers,
    run,
    run_pairs,
)
from chartkit.league.simulation import Changes, Simulation
from chartkit.pages import GamesReport, Report

#: Chunks of a compiled engine in the seconds that new processes take to load it.
_FEW = 10


@dataclass(frozen=True)
class Effort:
    """How much is played, and by whom."""

    runs: int
    seed: int = 0
    jobs: int = 1
    #: `threads`, `processes`, `dask`, or `auto`.
    backend: str = AUTO
    #: Of a Dask cluster.
    scheduler: str | None = None
    #: One of the game's engines (`compiled`, or `table`: the same games, event by event); the fastest if empty.
    engine: str = ""
    #: The basic game instead of the advanced one.
    basic: bool = False


def simulate(
    simulation: Simulation,
    build: Path,
    away: str,
    home: str,
    effort: Effort,
    progress: Progress,
    plot: Path | None = None,
) -> GamesReport:
    """Win probability, spread, total and statistics of one game, played many times; `plot` is a picture of them."""
    if plot:
        # matplotlib is heavy; only a picture needs it.
        from chartkit.pages import check_picture_name

        check_picture_name(plot)
    league = load_league(simulation, build)
    away, home = league.find_team(away), league.find_team(home)
    if away == home:
        raise InputError(f"{home} cannot play itself here.", remedy="Name two teams.")
    job = replace(_job_of(league.only((home, away)), effort), chosen=(Fixture(0, home, away),))
    tally, workers = one_game.GameTally(job), _workers_of(simulation, effort)
    with Interruptible() as watch:
        tally.add(watch.parts(run(job, effort.runs, workers=workers, progress=progress)))
    _refuse_nothing(tally.number)
    if plot:
        from chartkit.league.pictures import draw_scores

        draw_scores(tally, plot)
    return _noted(one_game.report(tally), watch.note(tally.number, effort.runs))


def season(
    simulation: Simulation,
    build: Path,
    effort: Effort,
    progress: Progress,
    *,
    playoffs: bool = False,
    out: Path | None = None,
    resume: bool = False,
    league: Path | None = None,
    schedule: Path | None = None,
) -> Report:
    """Wins, standings and odds of every team; an interrupt ends it with what is done.

    `out` keeps the runs, `league` is a season file with other teams or games, `schedule` a CSV of week, away, home.
    """
    found = load_season_league(simulation, build, league=league, schedule=schedule)
    job = replace(_job_of(found, effort), ranked=True, playoffs=playoffs)
    if resume and out is None:
        raise InputError("which runs are to be continued?", remedy="Name the folder of the runs with --out.")
    tally = many_seasons.SeasonTally(job)
    chunks = run(
        job,
        effort.runs,
        workers=_workers_of(simulation, effort),
        folder=out,
        resume=resume,
        progress=_in_games(progress, len(job.fixtures)),
    )
    with Interruptible() as watch:
        tally.add(watch.parts(chunks))
    _refuse_nothing(tally.number)
    remedy = " Go on with --resume." if out else ""
    return _noted(many_seasons.report(tally), watch.note(tally.number, effort.runs, remedy))


def chosen_run(
    simulation: Simulation,
    build: Path,
    number: int,
    effort: Effort,
    progress: Progress,
    *,
    playoffs: bool = False,
    league: Path | None = None,
    schedule: Path | None = None,
    export: Path | None = None,
) -> Report:
    """One run as a full season; box scores, results and play-by-play go to `export`."""
    found = load_season_league(simulation, build, league=league, schedule=schedule)
    job = replace(_job_of(found, effort), ranked=True, playoffs=playoffs)
    return one_season.report(one_season.play_season(job, number, export, progress))


def try_change(
    simulation: Simulation,
    build: Path,
    changes: Changes,
    effort: Effort,
    progress: Progress,
    schedule: Path | None = None,
) -> Report:
    """What a change of charts or coaches does, paired by common random numbers."""
    league = load_season_league(simulation, build, schedule=schedule)
    charts, touched = simulation.changed(league, changes)
    changed = replace(league, charts=charts)
    before, after = what_if.pair_of_jobs(_job_of(league, effort), changed, touched)
    tally = what_if.PairTally(before, after, touched)
    tell, workers = _in_games(progress, 2 * len(before.fixtures)), _workers_of(simulation, effort)
    tell(0, effort.runs)
    with Interruptible() as watch:
        tally.add(watch.parts(run_pairs(before, after, effort.runs, workers=workers, progress=tell)))
    _refuse_nothing(tally.difference.number)
    return _noted(what_if.report(tally), watch.note(tally.difference.number, effort.runs))


def certify(
    simulation: Simulation, build: Path, effort: Effort, progress: roundtrip.Progress
) -> roundtrip.RoundTrip:
    """Play the season of a build and put it beside the real one."""
    engine = simulation.engine_named(effort.engine)
    workers = _workers_of(simulation, effort)
    return roundtrip.round_trip(
        simulation, build, effort.runs, effort.seed, workers, engine=engine, progress=progress
    )


def _job_of(league: League, effort: Effort) -> Job:
    engine = league.simulation.engine_named(effort.engine)
    rules = league.simulation.rules("basic" if effort.basic else "advanced")
    return Job(league, rules, effort.seed, engine)


def _workers_of(simulation: Simulation, effort: Effort) -> Workers:
    if effort.backend not in BACKENDS:
        raise InputError(
            f"there is no backend {effort.backend!r}.", remedy=f"The backends are {', '.join(BACKENDS)}."
        )
    backend, few = effort.backend, 1
    threaded = simulation.engine_named(effort.engine) in simulation.threaded
    if backend == AUTO:
        # A compiled engine holds no lock of the interpreter; new processes would load it again.
        backend = THREADS if threaded else PROCESSES
    elif backend == PROCESSES and threaded:
        few = _FEW
    return Workers(effort.jobs, backend, effort.scheduler, few)


def _in_games(progress: Progress, games: int) -> Progress:
    """Reports seasons done as games done."""
    return lambda done, wanted: progress(done * games, wanted * games)


Found = TypeVar("Found", bound=Report)


def _noted(report: Found, notes: tuple[str, ...]) -> Found:
    return replace(report, notes=(*report.notes, *notes))


def _refuse_nothing(number: int) -> None:
    if not number:
        raise KeyboardInterrupt
