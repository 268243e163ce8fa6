"""The table page and the replay: a WebSocket for each page at a game, and what a page looks up beside it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from chartkit.errors import ChartkitError, InputError
from chartkit.web.answers import Json, page
from chartkit.web.rooms import Room, Seat

#: The page is told in words why it cannot sit down.
_NO_TABLE = 4404


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


async def _lines(request: Request) -> Response:
    """Lines of the log after the first `since`, at most `most`: whoever wants no spoiler asks for one at a time."""
    room = await _room(request)
    since, most = _number(request, "since", 0), _number(request, "most", 10_000)

    def looked(table: Any) -> dict[str, Any]:
        found = table.lines(since)
        view = table.view(next(iter(table.game.people), ""))
        return {
            "title": view["title"],
            "sides": [{**side, "points": 0} for side in view["sides"]],
            "lines": found[:most],
            "is_last": len(found) <= most,
        }

    return Json(await room.look(looked))


async def _cards(request: Request) -> Response:
    return Json(await (await _room(request)).look(lambda table: table.cards()))


async def _book(request: Request) -> Response:
    return Json(await (await _room(request)).look(lambda table: table.book()))


async def _odds(request: Request) -> Response:
    line = _number(request, "line", 0)
    return Json(await (await _room(request)).look(lambda table: table.odds(line or None)))


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


ROUTES: list[BaseRoute] = [
    Route("/table/{game}", _table),
    Route("/replay/{game}", _replay),
    Route("/api/games/{game}/lines", _lines),
    Route("/api/games/{game}/cards", _cards),
    Route("/api/games/{game}/book", _book),
    Route("/api/games/{game}/odds", _odds),
    WebSocketRoute("/ws/table/{game}", _socket),
]
