"""The first page: games to go on with, games to look at again, and the seasons that a new game can be played in."""

from __future__ import annotations

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from chartkit.api import Season
from chartkit.errors import ChartkitError
from chartkit.web.answers import Json, page
from chartkit.web.library import Library


async def _page(_: Request) -> Response:
    return page("Games", "games", active="Games")


async def _library(request: Request) -> Response:
    return Json(await run_sync(_shelves, request.app.state.library))


def _shelves(library: Library) -> dict[str, object]:
    seasons = []
    for key, folder in library.builds().items():
        try:
            season = Season.load(folder)
            teams = [{"code": code, "name": season[code].title} for code in season]
            seasons.append({"id": key, "game": season.game, "teams": teams})
        except ChartkitError as wrong:
            seasons.append({"id": key, "error": str(wrong)})
    return {"seasons": seasons}


ROUTES: list[BaseRoute] = [
    Route("/", _page),
    Route("/api/library", _library),
]
