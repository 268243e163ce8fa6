"""A job run by run: in chunks, on one or many processes or a cluster, kept on disk and resumed, ended by Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from chartkit import builds
from chartkit.errors import InputError
from chartkit.files import whole_file, write_text
from chartkit.league.job import Chunk, Job, play_packed, play_pair, play_runs
from chartkit.pages import Report

if TYPE_CHECKING:
    import pyarrow as pa

# Ctrl-C in the middle of a long job: the job ends between two parts, and what is done counts.


Part = TypeVar("Part")
_NOTED = "\ninterrupted: the games under way are finished first; Ctrl-C once more ends at once\n"


class Interruptible:
    """A job in parts that ends after the part during which somebody pressed Ctrl-C.

    An exception could come while a part is being counted, or while joblib shuts its workers down, and what is done
    would be lost. So the interrupt is only noted, and the second one is an exception as usual.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._twice = False
        self._before: Any = None

    def __enter__(self) -> Self:
        # Only the main thread can handle signals; a process that was started to ignore them (nohup) still does.
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        ):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.stopped:
            self._twice = True
            raise KeyboardInterrupt
        self.stopped = True
        # Not print: the interrupt may have come in the middle of one.
        os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _NOTED.encode())

    def parts(self, source: Generator[Part, None, None]) -> Iterator[Part]:
        """The parts of a job until it is interrupted."""
        try:
            with closing(source):
                for part in source:
                    yield part
                    if self.stopped:
                        return
        except (Exception, KeyboardInterrupt) as error:
            # A terminal interrupts the worker processes too; however they end, the job is over.
            if self._twice or not (self.stopped or isinstance(error, KeyboardInterrupt)):
                raise
            self.stopped = True


# Runs on disk: two parquet files a chunk, written whole or not at all, so that an interrupted job can go on.


GAMES, TEAMS, CARD = "games", "teams", "job.json"
AGAINST = "against_"
#: Place in the division, seed (0: none), and how far in the playoffs (`postseason.ROUNDS`).
RANKS = ("division_place", "seed", "playoff_stage")
_PART = re.compile(r"runs-(\d{8})-(\d{8})\.parquet")


class Store:
    """A folder with the runs of one job: games/ (a row a game) and teams/ (a row a team and run)."""

    def __init__(self, folder: Path, job: Job, *, resume: bool) -> None:
        self.folder, self._job = folder, job
        card = folder / CARD
        if card.is_file() and resume:
            self._check(card)
        elif card.is_file():
            # Only what a job has written is thrown away, never the rest of a folder.
            for name in (GAMES, TEAMS):
                shutil.rmtree(folder / name, ignore_errors=True)
        # A job that was killed at once has left a hidden file at most.
        elif folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir()):
            raise InputError(
                "this folder is not empty and holds no runs.", where=folder, remedy="Name another one."
            )
        told = {
            "format": "chartkit/runs@1",
            "fingerprint": job.fingerprint,
            "game": job.league.simulation.name,
            "season": job.league.season,
            "seed": job.seed,
            "engine": job.engine,
            "options": job.rules.to_json(),
            "games": len(job.fixtures),
            "teams": list(job.teams),
        }
        write_text(card, json.dumps(told, indent=2) + "\n")

    def _check(self, card: Path) -> None:
        try:
            held = json.loads(card.read_text(encoding="utf-8")).get("fingerprint")
        except (OSError, ValueError, AttributeError, RecursionError) as error:
            raise InputError(
                "the note of what was played here is damaged.", where=card, remedy="Name another folder."
            ) from error
        if held != self._job.fingerprint:
            raise InputError(
                "the runs in this folder were played with other charts, coaches, rules, games or another seed.",
                where=self.folder,
                remedy="Start again without --resume, or name another folder.",
            )

    def add(self, chunk: Chunk) -> None:
        """Write a chunk; its runs follow each other."""
        name = f"runs-{chunk.runs[0]:08}-{chunk.runs[-1]:08}.parquet"
        _write(self.folder / TEAMS / name, _team_table(chunk, self._job))
        _write(self.folder / GAMES / name, _game_table(chunk, self._job))

    def chunks(self) -> Iterator[Chunk]:
        """What is here, chunk by chunk: where both files are there; the games are written last."""
        import pyarrow as pa

        for path in sorted((self.folder / GAMES).glob("*.parquet")):
            named = _PART.fullmatch(path.name)
            if not named or not (self.folder / TEAMS / path.name).is_file():
                continue
            try:
                yield self._read(path, np.arange(int(named[1]), int(named[2]) + 1))
            except (pa.ArrowException, OSError, KeyError, ValueError, TypeError) as damage:
                raise InputError(
                    "these runs are damaged.", where=path, remedy="Delete the file; --resume plays them again."
                ) from damage

    def _read(self, path: Path, runs: NDArray[np.int64]) -> Chunk:
        from pyarrow import parquet

        job = self._job
        games, teams = (
            parquet.ParquetFile(self.folder / kind / path.name, page_checksum_verification=True).read()
            for kind in (GAMES, TEAMS)
        )
        scores = np.stack([games[name].to_numpy() for name in ("home_score", "away_score")], axis=-1)

        def stacked(names: list[str]) -> Any:
            columns = np.stack([teams[name].to_numpy() for name in names], axis=-1)
            return columns.reshape(len(runs), len(job.teams), len(names))

        return Chunk(
            runs,
            scores.reshape(len(runs), len(job.fixtures), 2),
            stacked(list(job.names)),
            stacked([AGAINST + name for name in job.names]),
            stacked(list(RANKS)) if RANKS[0] in teams.column_names else None,
        )


def _game_table(chunk: Chunk, job: Job) -> pa.Table:
    import pyarrow as pa

    columns: dict[str, Any] = {"run": np.repeat(chunk.runs, len(job.fixtures))}
    for name in ("week", "away", "home"):
        columns[name] = pa.array([getattr(fixture, name) for fixture in job.fixtures] * len(chunk.runs))
    for side, name in ((1, "away_score"), (0, "home_score")):
        columns[name] = chunk.scores[:, :, side].ravel()
    return pa.table(columns)


def _team_table(chunk: Chunk, job: Job) -> pa.Table:
    import pyarrow as pa

    columns: dict[str, Any] = {
        "run": np.repeat(chunk.runs, len(job.teams)),
        "team": pa.array(list(job.teams) * len(chunk.runs)),
    }
    if chunk.ranks is not None:
        columns |= {name: chunk.ranks[:, :, place].ravel() for place, name in enumerate(RANKS)}
    for prefix, values in (("", chunk.totals), (AGAINST, chunk.allowed)):
        columns |= {prefix + name: values[:, :, place].ravel() for place, name in enumerate(job.names)}
    return pa.table(columns)


def _write(path: Path, table: pa.Table) -> None:
    from pyarrow import parquet

    with whole_file(path) as part:
        texts = ["team", "home", "away"]
        parquet.write_table(table, part, compression="zstd", use_dictionary=texts, write_page_checksum=True)


# The runs of a job.


AUTO, PROCESSES, THREADS, DASK = "auto", "processes", "threads", "dask"
BACKENDS = (AUTO, PROCESSES, THREADS, DASK)
_JOBLIB = {PROCESSES: "loky", THREADS: "threading", DASK: "dask"}
#: Chunks of a compiled engine in the seconds that new processes take to load it.
_FEW = 10

Result = TypeVar("Result")
#: Called after every chunk: done, wanted.
Progress = Callable[[int, int], None]


def silent(done: int, wanted: int) -> None:
    """Progress that is not shown."""


@dataclass(frozen=True)
class Workers:
    """How many workers play a job, and of which kind."""

    jobs: int = 1
    #: One of `BACKENDS`.
    backend: str = AUTO
    #: Of a Dask cluster: `tcp://host:8786`.
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.backend not in BACKENDS:
            raise InputError(
                f"there is no backend {self.backend!r}.", remedy=f"The backends are {', '.join(BACKENDS)}."
            )

    def of_job(self, job: Job, pieces: int) -> Workers:
        """The workers for so many chunks of a job; a few chunks are played in this process."""
        threaded = job.engine in job.league.simulation.threaded
        # A compiled engine holds no lock of the interpreter; new processes would load it again.
        backend = (THREADS if threaded else PROCESSES) if self.backend == AUTO else self.backend
        few = _FEW if backend == PROCESSES and threaded else 1
        alone = backend != DASK and pieces <= few
        return replace(self, backend=backend, jobs=1 if alone else self.jobs)

    @property
    def is_one(self) -> bool:
        """This process does all the work."""
        return self.jobs == 1 and self.backend != DASK


def run(
    job: Job,
    number: int,
    *,
    workers: Workers | None = None,
    folder: Path | None = None,
    resume: bool = False,
    progress: Progress = silent,
) -> Generator[Chunk, None, None]:
    """Play runs 0 to `number` - 1 and yield them chunk by chunk, in the order in which they are ready.

    With a folder every chunk is written before it is yielded; with `resume` those that are there come first and are
    not played again. What a run gives depends on the job and the run's number alone.
    """
    # Two jobs that write into one folder would mix their runs.
    with builds.sole_writer(folder) if folder else nullcontext():
        yield from _run(job, number, workers or Workers(), folder, resume, progress)


def _run(
    job: Job, number: int, workers: Workers, folder: Path | None, resume: bool, progress: Progress
) -> Iterator[Chunk]:
    store = Store(folder, job, resume=resume) if folder else None
    held: set[int] = set()
    if store is not None and resume:
        for chunk in store.chunks():
            held |= set(map(int, chunk.runs))
            kept = _below(chunk, number)
            if len(kept.runs):
                yield kept
    done = len([each for each in held if each < number])
    progress(done, number)
    left = _pieces(job, [each for each in range(number) if each not in held])
    workers = workers.of_job(job, len(left))
    shares_memory = workers.is_one or workers.backend == THREADS
    play = partial(play_runs, job, job.simulator()) if shares_memory else partial(play_packed, job.packed)
    if store is not None and shares_memory:
        # Each worker writes its own chunks: chunks that wait for a single writer would fill the memory.
        play = partial(_written, play, store)
    for chunk in _played(play, left, workers):
        if store is not None and not shares_memory:
            store.add(chunk)
        done += len(chunk.runs)
        progress(done, number)
        yield chunk


def _written(play: Callable[[range], Chunk], store: Store, piece: range) -> Chunk:
    chunk = play(piece)
    store.add(chunk)
    return chunk


def run_pairs(
    before: Job, after: Job, number: int, *, workers: Workers, progress: Progress = silent
) -> Generator[tuple[Chunk, Chunk], None, None]:
    """The same runs of two jobs with the same fixtures, side by side."""
    done = 0
    pieces = _pieces(before, range(number))
    play = partial(play_pair, before.packed, after.packed)
    for pair in _played(play, pieces, workers.of_job(before, len(pieces))):
        done += len(pair[0].runs)
        progress(done, number)
        yield pair


def _below(chunk: Chunk, number: int) -> Chunk:
    keep = chunk.runs < number
    ranks = None if chunk.ranks is None else chunk.ranks[keep]
    return Chunk(chunk.runs[keep], chunk.scores[keep], chunk.totals[keep], chunk.allowed[keep], ranks)


def _pieces(job: Job, runs: Sequence[int]) -> list[range]:
    """Stretches of runs that follow each other, none longer than a chunk."""
    most = max(1, job.league.simulation.engines[job.engine] // max(1, len(job.fixtures)))
    pieces: list[range] = []
    for each in runs:
        if pieces and pieces[-1].stop == each and len(pieces[-1]) < most:
            pieces[-1] = range(pieces[-1].start, each + 1)
        else:
            pieces.append(range(each, each + 1))
    return pieces


def _played(play: Callable[[range], Result], pieces: Sequence[range], workers: Workers) -> Iterator[Result]:
    if workers.is_one:
        yield from map(play, pieces)
        return
    from joblib import Parallel, delayed, parallel_config

    cluster = _client(workers.scheduler) if workers.backend == DASK else nullcontext()
    with cluster, parallel_config(backend=_JOBLIB[workers.backend]), warnings.catch_warnings():
        # An interrupted job throws work away; that needs no warning.
        warnings.filterwarnings("ignore", message=".*tasks have been successfully executed", category=UserWarning)
        # Each worker has at most two chunks waiting: memory does not grow with the number of runs.
        parallel = Parallel(
            n_jobs=workers.jobs if workers.backend != DASK else -1,
            return_as="generator_unordered",
            pre_dispatch="2*n_jobs",
            batch_size=1,
        )
        yield from parallel(delayed(play)(piece) for piece in pieces)


@contextmanager
def _client(scheduler: str | None) -> Iterator[None]:
    """A Dask cluster; joblib finds the client that was made last."""
    if scheduler is None:
        raise InputError("which cluster is to do the work?", remedy="Give --scheduler tcp://HOST:8786.")
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise InputError(
            "Dask is not installed.", remedy="Install it with: pip install 'chartkit[cluster]'."
        ) from error
    try:
        client = distributed.Client(scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise InputError(f"the scheduler does not answer: {error}.", where=scheduler) from error
    with client:
        yield


# Counting.


Found_co = TypeVar("Found_co", bound=Report, covariant=True)


class Tally(Protocol[Found_co]):
    """Adds up what runs say; what it keeps does not grow with their number."""

    @property
    def number(self) -> int:
        """Runs that were counted."""

    def add(self, chunks: Any) -> None:
        """Count some more."""

    def report(self) -> Found_co:
        """What they say."""


def counted_runs(
    tally: Tally[Found_co], chunks: Generator[Any, None, None], wanted: int, remedy: str = ""
) -> Found_co:
    """Count runs until all are there, or until Ctrl-C; then the report says how many there are."""
    with Interruptible() as watch:
        tally.add(watch.parts(chunks))
    if not tally.number:
        raise KeyboardInterrupt
    report = tally.report()
    if not watch.stopped:
        return report
    note = f"interrupted: these are {tally.number:,} of {wanted:,}.{remedy}"
    return replace(report, notes=(*report.notes, note))
