"""The first page: games to go on with, games to look at again, and the seasons that a new game can be played in."""

from __future__ import annotations

from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from chartkit.api import GameTable, Season, new_table
from chartkit.api.games import saved_games
from chartkit.api.tables import table_games
from chartkit.errors import ChartkitError, InputError
from chartkit.web.answers import Json, as_data, body, page, text_of
from chartkit.web.library import Library

#: Rules that a page may switch; nobody needs more at once.
_MOST_OPTIONS = 60


async def _page(_: Request) -> Response:
    return page("Games", "games", active="Games")


async def _library(request: Request) -> Response:
    return Json(await run_sync(_shelves, request.app.state.library))


def _shelves(library: Library) -> dict[str, Any]:
    """Seasons with their teams, game files, and what each game offers."""
    return {
        "seasons": [_season(key, library) for key in library.builds()],
        "games": [
            {**as_data(each), "id": library.game_id(each.file), "file": each.file.name}
            for each in saved_games(library.games().values())
        ],
        "systems": {
            name: {part: about[part] for part in ("title", "coaches", "options")}
            for name, about in table_games().items()
        },
    }


def _season(key: str, library: Library) -> dict[str, Any]:
    try:
        season = Season.load(library.build(key))
        return {
            "id": key,
            "game": season.game,
            "teams": [{"code": code, "name": season[code].title} for code in season],
        }
    except ChartkitError as wrong:
        return {"id": key, "error": str(wrong)}


async def _begin(request: Request) -> Response:
    """A new game; gives the id of its file."""
    data = await body(request)
    state = request.app.state
    table = await run_sync(_new, state.library, data)
    assert table.file is not None
    key = state.library.game_id(table.file)
    state.rooms.add(key, table)
    return Json({"id": key, "page": "table" if table.game.has_person else "replay"}, 201)


def _new(library: Library, data: dict[str, Any]) -> GameTable:
    season = text_of(data, "season")
    away, home = (text_of(data, side) for side in ("away", "home"))
    charts = [library.chart(season, code) for code in (away, home)]
    if away == home:
        raise InputError("a team cannot play against itself.")
    options = data.get("options", {})
    if not isinstance(options, dict) or len(options) > _MOST_OPTIONS:
        raise InputError("options must be an object.")
    seed = data.get("seed")
    if seed is not None and not (isinstance(seed, int) and 0 <= seed < 10**12):
        raise InputError("the seed must be a number.")
    coaches = text_of(data, "away_coach", ""), text_of(data, "home_coach", "")
    file = library.free_game_file(away, home)
    try:
        table = new_table(
            str(charts[0]),
            str(charts[1]),
            build=library.build(season),
            coaches=coaches,
            seed=seed,
            basic=data.get("basic") is True,
            options={str(name): str(value) for name, value in options.items()},
            typed_dice=data.get("own_dice") is True,
            file=file,
        )
        # A game of two computers is over already, and written once.
        table.game.file = file
        table.game.save(file)
    except ChartkitError:
        file.unlink()
        raise
    return table


ROUTES: list[BaseRoute] = [
    Route("/", _page),
    Route("/api/library", _library),
    Route("/api/games", _begin, methods=["POST"]),
]
