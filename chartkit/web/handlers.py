"""What the handlers of all pages share: JSON in and out, the files that they may touch, work in the background.

A page knows a file by an id, never by its path. Whatever a handler refuses is answered with one sentence.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from chartkit.errors import ChartkitError, InputError

FOLDER = Path(__file__).parent

# JSON in and out.

#: What a page sent.
Data = dict[str, Any]
#: Runs in a thread of its own; its result is sent as JSON.
Work = Callable[[Request, Data], Any]


class Json(Response):
    """A value of the API as JSON: dataclasses are objects, sets are sorted lists."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """UTF-8, nothing escaped that need not be; NaN and infinity are refused, since JSON has none."""
        text = json.dumps(content, default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode()


def _plain(value: Any) -> Any:
    """What the json module does not know, as something that it does."""
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    return dict(value) if isinstance(value, Mapping) else sorted(value)


def get(path: str, work: Work) -> Route:
    """Something that a page asks for."""

    async def handle(request: Request) -> Response:
        return Json(await run_in_threadpool(work, request, {}))

    return Route(path, handle)


def post(path: str, work: Work, status: int = 200) -> Route:
    """Something that a page sends a JSON object for."""

    async def handle(request: Request) -> Response:
        try:
            data = json.loads(await request.body())
        except (ValueError, RecursionError) as wrong:
            raise InputError("this is not JSON.") from wrong
        if not isinstance(data, dict):
            raise InputError("a JSON object is expected.")
        return Json(await run_in_threadpool(work, request, data), status)

    return Route(path, handle, methods=["POST"])


def text_of(data: Data, name: str, default: str | None = None, most: int = 200) -> str:
    """A text from what a page sent."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise InputError(f"{name} must be a text of at most {most} characters.")
    return value


def number_of(data: Data, name: str, least: int, most: int) -> int:
    """A whole number from what a page sent."""
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name} must be a number from {least} to {most}.")
    return value


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER / "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


def page(title: str, module: str, *, active: str = "", styles: Sequence[str] = ()) -> HTMLResponse:
    """A page: title and menu, an empty <main>, the ES module that fills it, its style sheet and perhaps others."""
    made = _templates().get_template("page.html")
    return HTMLResponse(made.render(title=title, module=module, active=active or title, styles=(*styles, module)))


def not_found(what: str) -> HTTPException:
    """Status 404 with a sentence."""
    return HTTPException(404, f"{what} is not there.")


# The files that the pages may touch.

#: Larger files are not games.
_MOST_BYTES = 20_000_000
_CODE = re.compile(r"[A-Z0-9]{2,4}")


@dataclass(frozen=True)
class Library:
    """The files of the server's folder: compiled seasons in build/, games in games/ and beside it."""

    home: Path

    @property
    def games_folder(self) -> Path:
        """Where games with people are kept, as `chartkit game` does."""
        return self.home / "games"

    def builds(self) -> dict[str, Path]:
        """Every compiled season by its id, the newest first."""
        found = (path.parent for path in (self.home / "build").glob("*/charts") if path.is_dir())
        # 2031 before 2031-coachs-call, and both before 2030.
        newest = sorted(self._own(found), key=lambda path: (path.name[:4], -len(path.name)), reverse=True)
        return {path.name: path for path in newest}

    def build(self, key: str) -> Path:
        """The season of an id."""
        return _held(self.builds(), key, "This season")

    def charts(self, build: str) -> dict[str, Path]:
        """The charts of a season by team code."""
        found = self._own((self.build(build) / "charts").glob("*.json"))
        return {path.stem: path for path in sorted(found) if _CODE.fullmatch(path.stem)}

    def chart(self, build: str, code: str) -> Path:
        """The chart of a team."""
        return _held(self.charts(build), code, "This chart")

    def games(self) -> dict[str, Path]:
        """Every game file by its id, the latest first."""
        found = [*self._own(self.games_folder.glob("*.json")), *self._own(self.home.glob("*.json"))]
        dated = [(path.stat().st_mtime_ns, path) for path in found if 0 < path.stat().st_size < _MOST_BYTES]
        return {self.game_id(path): path for _, path in sorted(dated, reverse=True)}

    def game(self, key: str) -> Path:
        """The game file of an id."""
        return _held(self.games(), key, "This game")

    def game_id(self, path: Path) -> str:
        """The id of a game file: its name in plain letters, and a short hash of its path."""
        where = path.relative_to(self.home).as_posix()
        return f"{_slug(path.stem)}-{hashlib.blake2s(where.encode(), digest_size=3).hexdigest()}"

    def free_game_file(self, away: str, home: str) -> Path:
        """A new, empty file: games/WND-at-BRK.json, WND-at-BRK-2.json; nobody else gets the same."""
        self.games_folder.mkdir(exist_ok=True)
        stem = f"{_slug(away)}-at-{_slug(home)}"
        for number in count(1):
            path = self.games_folder / f"{stem}{f'-{number}' if number > 1 else ''}.json"
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            return path
        raise AssertionError

    def _own(self, found: Iterator[Path]) -> Iterator[Path]:
        """Without links that lead out of the folder."""
        inside = self.home.resolve()
        return (path for path in found if path.resolve().is_relative_to(inside))


def _held(files: Mapping[str, Path], key: str, what: str) -> Path:
    if key not in files:
        raise not_found(what)
    return files[key]


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:40] or "game"


# Long work in the background: a page starts it, asks how far it is, cancels it or fetches its answer.

#: Work that runs at once, and work that is remembered.
_MOST_RUNNING, _MOST_KEPT = 2, 20

#: Reports progress: what, how much, of how much.
Tell = Callable[[str, float, float | None], None]


class _Cancelled(Exception):  # noqa: N818 - nobody sees it
    """The page does not want the answer any more."""


@dataclass
class Job:
    """One piece of work that a page started."""

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
    """All jobs of one server."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def start(self, title: str, work: Callable[[Tell], Any]) -> Job:
        """Begin; the work must report progress, because it can only be cancelled there."""
        if sum(each.state == "running" for each in self._jobs.values()) >= _MOST_RUNNING:
            raise InputError("other work is still running.", remedy="Wait for it, or cancel it.")
        job = Job(secrets.token_urlsafe(8), title)
        for old in [each.id for each in self._jobs.values() if each.state != "running"][: -_MOST_KEPT or None]:
            del self._jobs[old]
        self._jobs[job.id] = job
        threading.Thread(target=_run, args=(job, work), daemon=True).start()
        return job

    def find(self, key: str) -> Job:
        """The job of an id."""
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
        # Otherwise the page would wait for ever.
        job.error, job.state = f"This failed unexpectedly: {wrong!r}", "failed"
        raise


def _job(request: Request, _: Data) -> Any:
    return request.app.state.jobs.find(request.path_params["job"])


def _cancel(request: Request, _: Data) -> Any:
    job: Job = request.app.state.jobs.find(request.path_params["job"])
    job.is_unwanted = True
    return job


JOB_ROUTES: list[BaseRoute] = [get("/api/jobs/{job}", _job), post("/api/jobs/{job}/cancel", _cancel)]
