"""The application: every part's routes, the guard before them, mistakes told as one sentence."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from chartkit.errors import ChartkitError
from chartkit.web import games, jobs, seasons, table, workbench
from chartkit.web.answers import FOLDER, Json
from chartkit.web.library import Library
from chartkit.web.rooms import Rooms
from chartkit.web.safety import Gate, Guard, TooLarge


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
    *table.ROUTES,
    *workbench.ROUTES,
    *seasons.ROUTES,
    *jobs.ROUTES,
]


def create_app(home: Path, gate: Gate) -> Starlette:
    """The server of one folder behind one gate."""
    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard, gate=gate)],
        exception_handlers={ChartkitError: _mistake, HTTPException: _status, TooLarge: _too_large},
    )
    app.state.library, app.state.rooms = Library(home), Rooms()
    app.state.jobs, app.state.previews = jobs.Jobs(), OrderedDict()
    return app


async def _mistake(_: Request, wrong: Any) -> Response:
    return Json({"error": str(wrong)}, 422)


async def _status(_: Request, wrong: Any) -> Response:
    return Json({"error": wrong.detail}, wrong.status_code)


async def _too_large(_: Request, __: Any) -> Response:
    return Json({"error": "That is too large."}, 413)
