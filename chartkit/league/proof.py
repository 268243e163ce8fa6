"""What somebody asks of a league: a game or a season many times, one run in full, a change, the round trip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from chartkit.errors import InputError
from chartkit.league import many_seasons, one_game, one_season, roundtrip, what_if
from chartkit.league.job import Job
from chartkit.league.league import Fixture, League, load_league, load_season_league
from chartkit.league.runner import AUTO, BACKENDS, PROCESSES, THREADS, Interruptible, Workers, run, run_pairs
from chartkit.league.simulation import Changes, Simulation
from chartkit.tables import GamesReport, Report

#: Games done, games wanted; told for the first time when all input was read and play begins.
GamesTold = Callable[[int, int], None]
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


@dataclass(frozen=True)
class SimulateOrder:
    """One game, many times."""

    away: str
    home: str
    build: Path
    effort: Effort
    plot: Path | None = None


@dataclass(frozen=True)
class SeasonOrder:
    """A whole season, many times."""

    build: Path
    effort: Effort
    playoffs: bool = False
    #: Where the runs go; None keeps none.
    out: Path | None = None
    resume: bool = False
    #: A season file with other teams or games.
    league: Path | None = None
    #: A CSV of week, away, home.
    schedule: Path | None = None


@dataclass(frozen=True)
class ChosenRun:
    """One run of a season in full."""

    run: int
    #: Where box scores, results and play-by-play go; None writes nothing.
    export: Path | None = None


@dataclass(frozen=True)
class WhatIfOrder:
    """A change, and how often it is tried."""

    build: Path
    effort: Effort
    changes: Changes = field(default_factory=Changes)
    schedule: Path | None = None


def simulate(simulation: Simulation, order: SimulateOrder, told: GamesTold) -> GamesReport:
    """Win probability, spread, total and statistics of a game."""
    if order.plot:
        # matplotlib is heavy; only a picture needs it.
        from chartkit.pages import check_picture_name

        check_picture_name(order.plot)
    league = load_league(simulation, order.build)
    away, home = league.find_team(order.away), league.find_team(order.home)
    if away == home:
        raise InputError(f"{home} cannot play itself here.", remedy="Name two teams.")
    job = replace(_job_of(league.only((home, away)), order.effort), chosen=(Fixture(0, home, away),))
    tally, workers = one_game.GameTally(job), _workers_of(simulation, order.effort)
    with Interruptible() as watch:
        tally.add(watch.parts(run(job, order.effort.runs, workers=workers, told=told)))
    _refuse_nothing(tally.number)
    if order.plot:
        from chartkit.league.pictures import draw_scores

        draw_scores(tally, order.plot)
    report = one_game.report(tally)
    return replace(report, notes=(*report.notes, *watch.note(tally.number, order.effort.runs)))


def season(simulation: Simulation, order: SeasonOrder, told: GamesTold) -> Report:
    """Wins, standings and odds of every team; an interrupt ends it with what is done."""
    job = _season_job(simulation, order)
    if order.resume and order.out is None:
        raise InputError("what is to be gone on with?", remedy="Name the folder of the runs with --out.")
    tally = many_seasons.SeasonTally(job)
    chunks = run(
        job,
        order.effort.runs,
        workers=_workers_of(simulation, order.effort),
        folder=order.out,
        resume=order.resume,
        told=_told(told, len(job.fixtures)),
    )
    with Interruptible() as watch:
        tally.add(watch.parts(chunks))
    _refuse_nothing(tally.number)
    report = many_seasons.report(tally)
    remedy = " Go on with --resume." if order.out else ""
    return replace(report, notes=(*report.notes, *watch.note(tally.number, order.effort.runs, remedy)))


def chosen_run(simulation: Simulation, order: SeasonOrder, chosen: ChosenRun, told: GamesTold) -> Report:
    """One run as a full season."""
    return one_season.report(
        one_season.play_season(_season_job(simulation, order), chosen.run, chosen.export, told)
    )


def try_change(simulation: Simulation, order: WhatIfOrder, told: GamesTold) -> Report:
    """What a change of charts or coaches does, paired by common random numbers."""
    league = load_season_league(simulation, order.build, schedule=order.schedule)
    charts, touched = simulation.changed(league, order.changes)
    changed = replace(league, charts=charts)
    before, after = what_if.pair_of_jobs(_job_of(league, order.effort), changed, touched)
    tally = what_if.PairTally(before, after, touched)
    tell, workers = _told(told, 2 * len(before.fixtures)), _workers_of(simulation, order.effort)
    tell(0, order.effort.runs)
    pairs = run_pairs(before, after, order.effort.runs, workers=workers, told=tell)
    with Interruptible() as watch:
        tally.add(watch.parts(pairs))
    _refuse_nothing(tally.difference.number)
    report = what_if.report(tally)
    return replace(report, notes=(*report.notes, *watch.note(tally.difference.number, order.effort.runs)))


def certify(simulation: Simulation, build: Path, effort: Effort, told: roundtrip.Told) -> roundtrip.RoundTrip:
    """Play the season of a build and compare; `told` hears which rules, runs done, runs wanted."""
    engine = simulation.engine_named(effort.engine)
    workers = _workers_of(simulation, effort)
    return roundtrip.round_trip(simulation, build, effort.runs, effort.seed, workers, engine=engine, told=told)


def _job_of(league: League, effort: Effort) -> Job:
    engine = league.simulation.engine_named(effort.engine)
    rules = league.simulation.rules("basic" if effort.basic else "advanced")
    return Job(league, rules, effort.seed, engine)


def _season_job(simulation: Simulation, order: SeasonOrder) -> Job:
    league = load_season_league(simulation, order.build, league=order.league, schedule=order.schedule)
    return replace(_job_of(league, order.effort), ranked=True, playoffs=order.playoffs)


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


def _told(told: GamesTold, games: int) -> Callable[[int, int], None]:
    return lambda done, wanted: told(done * games, wanted * games)


def _refuse_nothing(number: int) -> None:
    if not number:
        raise KeyboardInterrupt
