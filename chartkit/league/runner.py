"""A job run by run: in chunks, on one or many processes or a cluster, streamed to disk, resumed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from chartkit import builds
from chartkit.errors import InputError
from chartkit.league.job import Chunk, Job, play_packed, play_pair
from chartkit.league.store import Store

AUTO, PROCESSES, THREADS, DASK = "auto", "processes", "threads", "dask"
BACKENDS = (AUTO, PROCESSES, THREADS, DASK)
_JOBLIB = {PROCESSES: "loky", THREADS: "threading"}

Result = TypeVar("Result")
#: Told after every chunk: runs done, runs wanted.
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Workers:
    """Who does the work."""

    jobs: int = 1
    backend: str = PROCESSES
    #: Of a Dask cluster: `tcp://host:8786`.
    scheduler: str | None = None
    #: Up to so many chunks this process is done before new processes have started.
    few: int = 1


def run(
    job: Job,
    number: int,
    *,
    workers: Workers | None = None,
    folder: Path | None = None,
    resume: bool = False,
    told: Told | None = None,
) -> Generator[Chunk, None, None]:
    """Play runs 0 to `number` - 1 and yield them chunk by chunk, in the order in which they are ready.

    With a folder every chunk is written before it is yielded; with `resume` those that are there come first and are
    not played again. What a run gives depends on the job and the run's number alone.
    """
    # Two jobs that write into one folder would mix their runs.
    with builds.sole_writer(folder) if folder else nullcontext():
        yield from _run(job, number, workers or Workers(), folder, resume, told)


def _run(
    job: Job, number: int, workers: Workers, folder: Path | None, resume: bool, told: Told | None
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
    if told:
        told(done, number)
    left = _pieces(job, [each for each in range(number) if each not in held])
    alone = _is_alone(left, workers)
    play = job.player() if alone or workers.backend == THREADS else partial(play_packed, job.packed)
    # Threads write what they have played: results that wait for one writer would fill the memory.
    writer = store if workers.backend == THREADS and not alone else None
    for chunk in _played(play if writer is None else partial(_written, play, writer), left, workers):
        if store is not None and writer is None:
            store.add(chunk)
        done += len(chunk.runs)
        if told:
            told(done, number)
        yield chunk


def _written(play: Callable[[range], Chunk], store: Store, piece: range) -> Chunk:
    chunk = play(piece)
    store.add(chunk)
    return chunk


def run_pairs(
    before: Job, after: Job, number: int, *, workers: Workers | None = None, told: Told | None = None
) -> Generator[tuple[Chunk, Chunk], None, None]:
    """The same runs of two jobs with the same fixtures, side by side."""
    done = 0
    pieces = _pieces(before, range(number))
    workers = workers or Workers()
    for pair in _played(partial(play_pair, before.packed, after.packed), pieces, workers):
        done += len(pair[0].runs)
        if told:
            told(done, number)
        yield pair


def _below(chunk: Chunk, number: int) -> Chunk:
    keep = chunk.runs < number
    if keep.all():
        return chunk
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


def _is_alone(pieces: Sequence[range], workers: Workers) -> bool:
    """Whether this process does all the work."""
    return workers.backend != DASK and (workers.jobs == 1 or len(pieces) <= workers.few)


def _played(play: Callable[[range], Result], pieces: Sequence[range], workers: Workers) -> Iterator[Result]:
    if _is_alone(pieces, workers):
        yield from map(play, pieces)
        return
    from joblib import Parallel, delayed

    with _backend(workers), warnings.catch_warnings():
        # Whoever interrupts a job knows that work is thrown away.
        warnings.filterwarnings("ignore", message=".*tasks have been successfully executed", category=UserWarning)
        # Two chunks a worker are on their way at any time: memory does not grow with the number of runs.
        parallel = Parallel(
            n_jobs=workers.jobs if workers.backend != DASK else -1,
            return_as="generator_unordered",
            pre_dispatch="2*n_jobs",
            batch_size=1,
        )
        yield from parallel(delayed(play)(piece) for piece in pieces)


@contextmanager
def _backend(workers: Workers) -> Iterator[None]:
    from joblib import parallel_config

    if workers.backend == DASK:
        # joblib finds the client that was made last.
        with _client(workers.scheduler), parallel_config(backend="dask"):
            yield
        return
    if workers.backend not in _JOBLIB:
        raise InputError(
            f"there is no backend {workers.backend!r}.", remedy=f"The backends are {', '.join(BACKENDS)}."
        )
    with parallel_config(backend=_JOBLIB[workers.backend]):
        yield


@contextmanager
def _client(scheduler: str | None) -> Iterator[None]:
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
