"""Games in the browser: what can be played and gone on with, the table with its WebSocket, the replay."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from chartkit.api.games import GameTable, new_table, saved_games, table_games
from chartkit.api.seasons import Season
from chartkit.errors import ChartkitError, InputError
from chartkit.web.answers import Data, Json, as_data, get, number_of, page, post, text_of
from chartkit.web.library import Library
from chartkit.web.rooms import Room, Seat

#: Rules that a page may switch; nobody needs more at once.
_MOST_OPTIONS = 60
#: The page is told in words why it cannot sit down.
_NO_TABLE = 4404


async def _first_page(_: Request) -> Response:
    return page("Games", "games")


def _shelves(request: Request, _: Data) -> dict[str, Any]:
    """Seasons with their teams, game files, and what each game offers."""
    library: Library = request.app.state.library
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


def _begin(request: Request, data: Data) -> dict[str, Any]:
    """A new game; gives the id of its file."""
    library: Library = request.app.state.library
    season, away, home = (text_of(data, name) for name in ("season", "away", "home"))
    charts = [library.chart(season, code) for code in (away, home)]
    if away == home:
        raise InputError("a team cannot play against itself.")
    options = data.get("options", {})
    if not isinstance(options, dict) or len(options) > _MOST_OPTIONS:
        raise InputError("options must be an object.")
    seed = None if data.get("seed") is None else number_of(data, "seed", 0, 10**12)
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
    key = library.game_id(file)
    request.app.state.rooms.add(key, table)
    return {"id": key, "page": "table" if table.game.has_person else "replay"}


# The table and the replay.


async def _room(connection: HTTPConnection) -> Room:
    key, state = connection.path_params["game"], connection.app.state
    found: Room = await state.rooms.find(key, state.library.game(key))
    return found


async def _table(request: Request) -> Response:
    request.app.state.library.game(request.path_params["game"])
    return page("Table", "table", active="Games")


async def _replay(request: Request) -> Response:
    request.app.state.library.game(request.path_params["game"])
    return page("Replay", "replay", active="Games", styles=["table"])


def _look(path: str, work: Callable[[GameTable, Request], Any]) -> Route:
    """Something of a game that a page looks up beside the table."""

    async def handle(request: Request) -> Response:
        return Json(await (await _room(request)).look(lambda table: work(table, request)))

    return Route(path, handle)


def _lines(table: GameTable, request: Request) -> dict[str, Any]:
    """Lines of the log after the first `since`, at most `most`: whoever wants no spoiler asks for one at a time."""
    since, most = _number(request, "since", 0), _number(request, "most", 10_000)
    found = table.lines(since)
    view = table.view(next(iter(table.game.people), ""))
    return {
        "title": view["title"],
        "sides": [{**side, "points": 0} for side in view["sides"]],
        "lines": found[:most],
        "is_last": len(found) <= most,
    }


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise InputError(f"{name} must be a number.")
    return int(text)


async def _socket(socket: WebSocket) -> None:
    await socket.accept()
    try:
        room = await _room(socket)
    except (HTTPException, ChartkitError) as wrong:
        await socket.close(_NO_TABLE, str(getattr(wrong, "detail", wrong))[:100])
        return
    seat = Seat(room.table.game.people)
    await room.join(seat)
    sending = asyncio.create_task(_send(socket, seat))
    try:
        while True:
            await room.take(seat, _read(await socket.receive_text()))
    except (WebSocketDisconnect, KeyError):
        # A message of bytes is none of ours.
        pass
    finally:
        room.seats.discard(seat)
        sending.cancel()


async def _send(socket: WebSocket, seat: Seat) -> None:
    while True:
        message = await seat.outbox.get()
        await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def _read(text: str) -> dict[str, Any]:
    """What a page said; what is no message is answered like one that nobody understands."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    return message if isinstance(message, dict) else {}


_GAME = "/api/games/{game}"
ROUTES: list[BaseRoute] = [
    Route("/", _first_page),
    get("/api/library", _shelves),
    post("/api/games", _begin, 201),
    Route("/table/{game}", _table),
    Route("/replay/{game}", _replay),
    _look(f"{_GAME}/lines", _lines),
    _look(f"{_GAME}/cards", lambda table, _: table.cards()),
    _look(f"{_GAME}/book", lambda table, _: table.book()),
    _look(f"{_GAME}/odds", lambda table, request: table.odds(_number(request, "line", 0) or None)),
    WebSocketRoute("/ws/table/{game}", _socket),
]
