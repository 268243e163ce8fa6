"""Long work in the background: started by a page, asked how far it is, cancelled, its answer fetched."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.routing import BaseRoute

from chartkit.errors import ChartkitError, InputError
from chartkit.web.answers import Data, get, not_found, post

#: Work that runs at once, and work that is remembered.
_MOST_RUNNING, _MOST_KEPT = 2, 20

#: Tells how far work is: what, how much, of how much.
Tell = Callable[[str, float, float | None], None]


class _Cancelled(Exception):  # noqa: N818 - nobody sees it
    """The page does not want the answer any more."""


@dataclass
class Job:
    """One piece of work."""

    id: str
    title: str
    state: str = "running"
    done: float = 0
    wanted: float | None = None
    answer: Any = None
    error: str = ""
    #: The page does not want the answer any more.
    is_unwanted: bool = False


class Jobs:
    """The work of one server."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def start(self, title: str, work: Callable[[Tell], Any]) -> Job:
        """Begin; the work must tell how far it is, because it can only be cancelled there."""
        if sum(each.state == "running" for each in self._jobs.values()) >= _MOST_RUNNING:
            raise InputError("other work is still running.", remedy="Wait for it, or cancel it.")
        job = Job(secrets.token_urlsafe(8), title)
        for old in [each.id for each in self._jobs.values() if each.state != "running"][: -_MOST_KEPT or None]:
            del self._jobs[old]
        self._jobs[job.id] = job
        threading.Thread(target=_run, args=(job, work), daemon=True).start()
        return job

    def find(self, key: str) -> Job:
        """One of them."""
        if key not in self._jobs:
            raise not_found("This work")
        return self._jobs[key]


def _run(job: Job, work: Callable[[Tell], Any]) -> None:
    def tell(_: str, done: float, wanted: float | None) -> None:
        if job.is_unwanted:
            raise _Cancelled
        job.done, job.wanted = done, wanted

    try:
        job.answer = work(tell)
        job.state = "done"
    except _Cancelled:
        job.state = "cancelled"
    except ChartkitError as wrong:
        job.error, job.state = str(wrong), "failed"
    except Exception as wrong:
        # A page that waits for ever would be worse than a short word about a mistake of ours.
        job.error, job.state = f"This failed unexpectedly: {wrong!r}", "failed"
        raise


def _job(request: Request, _: Data) -> Any:
    return request.app.state.jobs.find(request.path_params["job"])


def _cancel(request: Request, _: Data) -> Any:
    job: Job = request.app.state.jobs.find(request.path_params["job"])
    job.is_unwanted = True
    return job


ROUTES: list[BaseRoute] = [get("/api/jobs/{job}", _job), post("/api/jobs/{job}/cancel", _cancel)]
