"""Data-Driven Football, played many times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from chartkit.errors import InputError
from chartkit.systems.ddf.proof.job import Job
from chartkit.systems.ddf.proof.league import Fixture, League, find_team, load_league, load_season_league
from chartkit.systems.ddf.proof.runner import AUTO, BACKENDS, PROCESSES, THREADS, Workers, run, run_pairs
from chartkit.systems.ddf.proof.simulator import ENGINES, KERNEL
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.proving import (
    Certified,
    ChosenRun,
    Effort,
    GamesTold,
    SeasonOrder,
    SimulateOrder,
    WhatIfOrder,
)
from chartkit.tables import Report

Part = TypeVar("Part")
#: Chunks of the kernel in the seconds that new processes take to load it.
_FEW = 10


def options_of(*, basic: bool) -> Options:
    """Basic play, or advanced play by the very rules that the certificate is for (R0.2)."""
    from chartkit.systems.ddf.proof.roundtrip import CERTIFICATE, rules_played

    return Options.basic() if basic else rules_played()[CERTIFICATE]


def job_of(league: League, effort: Effort) -> Job:
    """The job of an order."""
    if effort.engine not in ENGINES:
        raise InputError(f"there is no engine {effort.engine!r}.", remedy=f"The engines are {', '.join(ENGINES)}.")
    return Job(league, options_of(basic=effort.basic), effort.seed, effort.engine)


def workers_of(effort: Effort) -> Workers:
    """Who does the work of an order."""
    if effort.backend not in BACKENDS:
        raise InputError(
            f"there is no backend {effort.backend!r}.", remedy=f"The backends are {', '.join(BACKENDS)}."
        )
    backend, few = effort.backend, 1
    if backend == AUTO:
        # The kernel holds no lock of the interpreter; new processes would load it again.
        backend = THREADS if effort.engine == KERNEL else PROCESSES
    elif backend == PROCESSES and effort.engine == KERNEL:
        few = _FEW
    return Workers(effort.jobs, backend, effort.scheduler, few)


def _told(told: GamesTold, games: int) -> Callable[[int, int], None]:
    return lambda done, wanted: told(done * games, wanted * games)


class _Interruptible:
    """Parts until somebody presses Ctrl-C; what came until then counts."""

    def __init__(self) -> None:
        self.stopped = False

    def parts(self, source: Iterable[Part]) -> Iterator[Part]:
        """The parts; an interrupt is their end."""
        try:
            yield from source
        except KeyboardInterrupt:
            self.stopped = True

    def note(self, done: int, wanted: int, remedy: str = "") -> tuple[str, ...]:
        """What to tell about it."""
        if not self.stopped:
            return ()
        return (f"interrupted: these are {done:,} of {wanted:,}.{remedy}",)


class DdfProving:
    """Games and seasons by the kernel, or by the referee."""

    def is_prepared(self, engine: str) -> bool:
        """The referee always is; the kernel when its machine code is on this computer."""
        if engine != KERNEL:
            return True
        from chartkit.systems.ddf.kernel.compiled import is_kept

        return is_kept()

    def prepare(self) -> None:
        """Compile the kernel, or find it compiled."""
        from chartkit.systems.ddf.blank import blank_chart
        from chartkit.systems.ddf.chart import TeamName
        from chartkit.systems.ddf.kernel.games import lay_out, play_games

        nobody = blank_chart(2017, TeamName("AAA", "", ""))
        tables = lay_out({"AAA": nobody}, None, options_of(basic=False))
        play_games(tables, tables.pairs([]), 1, seed=0)

    def round_trip(self, build: Path, effort: Effort, told: Callable[[str, int, int], None]) -> Certified:
        """The certificate of a build."""
        from chartkit.systems.ddf.proof.roundtrip import round_trip

        return round_trip(build, effort.runs, effort.seed, workers_of(effort), told=told)

    def simulate(self, order: SimulateOrder, told: GamesTold) -> Report:
        """One game, many times."""
        from chartkit.systems.ddf.proof import one_game, score_picture

        if order.plot:
            score_picture.check_target(order.plot)
        league = load_league(order.build)
        away, home = find_team(league, order.away), find_team(league, order.home)
        if away == home:
            raise InputError(f"{home} cannot play itself here.", remedy="Name two teams.")
        job = replace(job_of(league.only((home, away)), order.effort), chosen=(Fixture(0, home, away),))
        tally, watch = one_game.GameTally(job), _Interruptible()
        tally.add(watch.parts(run(job, order.effort.runs, workers=workers_of(order.effort), told=told)))
        _refuse_nothing(tally.number)
        if order.plot:
            score_picture.draw(tally, order.plot)
        report = one_game.report(tally)
        return replace(report, notes=(*report.notes, *watch.note(tally.number, order.effort.runs)))

    def season(self, order: SeasonOrder, told: GamesTold) -> Report:
        """A season, many times."""
        from chartkit.systems.ddf.proof import many_seasons

        job = self._season_job(order)
        if order.resume and order.out is None:
            raise InputError("what is to be gone on with?", remedy="Name the folder of the runs with --out.")
        tally, watch = many_seasons.SeasonTally(job), _Interruptible()
        chunks = run(
            job,
            order.effort.runs,
            workers=workers_of(order.effort),
            folder=order.out,
            resume=order.resume,
            told=_told(told, len(job.fixtures)),
        )
        tally.add(watch.parts(chunks))
        _refuse_nothing(tally.number)
        report = many_seasons.report(tally)
        remedy = " Go on with --resume." if order.out else ""
        return replace(report, notes=(*report.notes, *watch.note(tally.number, order.effort.runs, remedy)))

    def chosen_run(self, order: SeasonOrder, chosen: ChosenRun, told: GamesTold) -> Report:
        """One run in full."""
        from chartkit.systems.ddf.proof import one_season

        season = one_season.play_season(self._season_job(order), chosen.run, chosen.export, told)
        return one_season.report(season)

    def _season_job(self, order: SeasonOrder) -> Job:
        league = load_season_league(order.build, league=order.league, schedule=order.schedule)
        return replace(job_of(league, order.effort), ranked=True, playoffs=order.playoffs)

    def what_if(self, order: WhatIfOrder, told: GamesTold) -> Report:
        """A change, paired by common random numbers."""
        from chartkit.systems.ddf.proof import changes, what_if

        league = load_season_league(order.build, schedule=order.schedule)
        changed, touched = changes.changed_league(league, order.settings, order.charts, order.coaches)
        before, after = what_if.pair_of_jobs(job_of(league, order.effort), changed, touched)
        tally, watch = what_if.PairTally(before, after, touched), _Interruptible()
        pairs = run_pairs(
            before,
            after,
            order.effort.runs,
            workers=workers_of(order.effort),
            told=_told(told, 2 * len(before.fixtures)),
        )
        tally.add(watch.parts(pairs))
        _refuse_nothing(tally.difference.number)
        report = what_if.report(tally)
        return replace(report, notes=(*report.notes, *watch.note(tally.difference.number, order.effort.runs)))


def _refuse_nothing(number: int) -> None:
    if not number:
        raise KeyboardInterrupt
