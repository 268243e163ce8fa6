"""The server: every part's routes behind the guard, a port, a link with the token, uvicorn until Ctrl-C."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from chartkit.errors import ChartkitError, InputError
from chartkit.web import games, jobs, seasons, workbench
from chartkit.web.answers import FOLDER, Json
from chartkit.web.library import Library
from chartkit.web.rooms import Rooms
from chartkit.web.safety import Gate, Guard, TooLarge

#: The largest message of a page: an answer is 100 bytes.
_MOST_MESSAGE = 65_536
_OPENED_AFTER = 0.3
_WAITING = 128


class Files(StaticFiles):
    """Scripts and styles; asked for again at every visit, so that a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, to be checked by its tag."""
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = "no-cache"
        return answer


ROUTES: list[BaseRoute] = [
    Mount("/static", Files(directory=FOLDER / "static")),
    *games.ROUTES,
    *workbench.ROUTES,
    *seasons.ROUTES,
    *jobs.ROUTES,
]


def create_app(home: Path, gate: Gate) -> Starlette:
    """The application of one folder behind one gate; a mistake is told as one sentence."""

    async def mistake(_: Request, wrong: Any) -> Response:
        return Json({"error": str(wrong)}, 422)

    async def status(_: Request, wrong: Any) -> Response:
        return Json({"error": wrong.detail}, wrong.status_code)

    async def too_large(_: Request, __: Any) -> Response:
        return Json({"error": "That is too large."}, 413)

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard, gate=gate)],
        exception_handlers={ChartkitError: mistake, HTTPException: status, TooLarge: too_large},
    )
    app.state.library, app.state.rooms = Library(home), Rooms()
    app.state.jobs, app.state.previews = jobs.Jobs(), OrderedDict()
    return app


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port; on any free one if none is wanted."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port or 0))
        # Whoever opens the link at once waits in line.
        found.listen(_WAITING)
    except (OSError, OverflowError) as wrong:
        found.close()
        taken = isinstance(wrong, OSError) and wrong.errno == errno.EADDRINUSE
        why = "is taken by another program" if taken else "cannot be listened on"
        raise InputError(
            f"port {port or 0} of {host} {why}.", remedy="Name another with --port, or none for a free one."
        ) from wrong
    return found


def serve(home: Path, host: str, port: int | None, *, open_browser: bool, say: Callable[[str], None]) -> None:
    """Serve a folder until somebody presses Ctrl-C."""
    with _listen(host, port) as at:
        gate = Gate(port=at.getsockname()[1], host=host)
        say(f"chartkit is at {gate.link}")
        say("Ctrl-C stops it; every game is saved after each answer.")
        if open_browser:
            threading.Timer(_OPENED_AFTER, webbrowser.open, (gate.link,)).start()
        config = uvicorn.Config(
            create_app(home, gate),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=_MOST_MESSAGE,
            timeout_graceful_shutdown=2,
        )
        uvicorn.Server(config).run(sockets=[at])
