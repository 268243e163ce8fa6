"""Games in the browser: what can be played or continued, the table with its WebSocket, the replay.

The server owns each game; a browser is a seat at it. Nothing waits for a person: the game says which question is
open, and its number. An answer names the question that it answers, so that one that comes twice, or too late, is
dropped. Whoever connects gets the whole table; afterwards every message has a number, and a page that misses one
asks for all of it again.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from chartkit.api.games import GameTable, new_table, open_table, saved_games, table_games
from chartkit.api.seasons import Season
from chartkit.errors import ChartkitError, InputError
from chartkit.web.handlers import Data, Json, Library, get, number_of, page, post, text_of

#: Pages of another version cannot talk to this server.
VERSION = 1
#: Games in memory at a time; all are on disk.
_MOST_ROOMS = 128
#: Messages that wait for a page; of a page that does not read them the oldest are dropped.
_MOST_WAITING = 64
_MOST_WORDS = 200
#: Words of the terminal that touch files or end the program.
_TERMINAL_ONLY = frozenset({"save", "quit", "exit", "q"})
Found = TypeVar("Found")


@dataclass(eq=False)
class Seat:
    """One page: the teams that it plays for, and what it has been sent."""

    teams: tuple[str, ...]
    outbox: asyncio.Queue[dict[str, Any]] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))
    #: The number of the last message.
    sent: int = 0
    #: The log as the page has it.
    log: tuple[str, ...] = ()


class Room:
    """One game and the pages that look at it."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.seats: set[Seat] = set()
        self._lock = asyncio.Lock()
        #: Changes when the game is loaded again from its file, because questions are then counted from 1 again.
        self._life = secrets.token_hex(4)
        self._stamp = _stamp(table.file)
        self._lines = table.lines()

    async def look(self, work: Callable[[GameTable], Found]) -> Found:
        """Read something of the game while nobody changes it."""
        async with self._lock:
            return await run_in_threadpool(work, self.table)

    async def join(self, seat: Seat) -> None:
        """A page sits down and sees the table."""
        async with self._lock:
            self.seats.add(seat)
            await self._show(seat, whole=True)

    async def take(self, seat: Seat, message: dict[str, Any]) -> None:
        """Handle a message of a page; it is acknowledged in any case."""
        ack: dict[str, Any] = {"v": VERSION, "do": "ack", "id": message.get("id")}
        async with self._lock:
            try:
                ack |= await self._taken(seat, message)
            except ChartkitError as wrong:
                ack["error"] = str(wrong)
            _put(seat, ack)

    async def _taken(self, seat: Seat, message: dict[str, Any]) -> dict[str, Any]:
        if message.get("v") != VERSION:
            raise InputError("this page is of another version of chartkit.", remedy="Reload it.")
        if message.get("do") == "all":
            await self._show(seat, whole=True)
            return {}
        if await run_in_threadpool(self._changed_elsewhere):
            await self._show_all()
            return {"stale": "The game went on elsewhere, with the same file."}
        if (message.get("life"), message.get("question")) != (self._life, self.table.number):
            # It was answered already, by this page or by another.
            await self._show(seat, whole=True)
            return {"stale": "This question is no longer open."}
        number = self.table.number
        said = await run_in_threadpool(self._done, seat, message)
        if self.table.number != number:
            await self._show_all()
        return said

    def _done(self, seat: Seat, message: dict[str, Any]) -> dict[str, Any]:
        """Answer, take back, skip; gives what there is to say about it."""
        match message:
            case {"do": "answer", "say": str(line)} if len(line) <= _MOST_WORDS:
                prompt = self.table.game.prompt
                # Real dice are rolled by whoever is at the table.
                if prompt is not None and prompt.kind != "dice" and prompt.seat not in seat.teams:
                    raise InputError(f"{prompt.seat} is asked, which another page plays for.")
                refusal = self.table.answer(self.table.asked, line, self.table.number)
                # Nothing was taken back, so the log only grew.
                self._lines += self.table.lines(len(self._lines))
                return {"said": [f"Not allowed: {refusal}"]} if refusal else {}
            case {"do": "say", "say": str(line)} if len(line) <= _MOST_WORDS:
                said = self._said(line)
            case {"do": "undo", "line": int(line)}:
                self.table.undo_to(line)
                said = ["Taken back."]
            case {"do": "undo"}:
                said = self._said("undo")
            case {"do": "dice", "own": bool(own)}:
                self.table.roll_own(own)
                said = []
            case {"do": "skip", "until": str(until)}:
                self.table.skip(until)
                said = []
            case _:
                raise InputError("the table does not understand this page.", remedy="Reload it.")
        self._lines = self.table.lines()
        return {"said": said}

    def _said(self, line: str) -> list[str]:
        """A line in the words of the terminal, except those that touch files."""
        word = (line.split() or [""])[0].lower()
        if word in _TERMINAL_ONLY:
            return ["The game is saved after every answer; close the page to leave."]
        reply = self.table.game.say(line)
        if reply.mistake:
            raise InputError(" ".join(reply.lines))
        if not reply.is_play:
            return list(reply.lines)
        self.table.number += 1
        return [f"Not allowed: {reply.refusal}"] if reply.refusal else list(reply.lines[:1]) * (word == "undo")

    def _changed_elsewhere(self) -> bool:
        """Whether the terminal continued the same game; then it is loaded again."""
        file = self.table.file
        if file is None or _stamp(file) == self._stamp:
            return False
        self.table = open_table(file)
        self._life, self._lines = secrets.token_hex(4), self.table.lines()
        return True

    async def _show_all(self) -> None:
        self._stamp = _stamp(self.table.file)
        for seat in tuple(self.seats):
            await self._show(seat)

    async def _show(self, seat: Seat, *, whole: bool = False) -> None:
        _put(seat, await run_in_threadpool(self._shown, seat, whole))

    def _shown(self, seat: Seat, whole: bool) -> dict[str, Any]:
        """The table as a seat may see it; of the log only what it does not have."""
        asked = self.table.asked
        mine = asked if asked in seat.teams else next(iter(seat.teams), "")
        log = tuple(line["text"] for line in self._lines)
        common = 0 if whole else _common(seat.log, log)
        seat.sent, seat.log = seat.sent + 1, log
        return {
            "v": VERSION,
            "do": "table",
            "n": seat.sent,
            "life": self._life,
            "question": self.table.number,
            "view": self.table.view(mine),
            "since": common,
            "lines": self._lines[common:],
        }


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many lines both have in common at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _put(seat: Seat, message: dict[str, Any]) -> None:
    if seat.outbox.full():
        # The page will see the gap and ask for everything.
        seat.outbox.get_nowait()
    seat.outbox.put_nowait(message)


def _stamp(file: Path | None) -> tuple[int, int]:
    """What changes when somebody else writes a file."""
    if file is None or not file.exists():
        return 0, 0
    found = file.stat()
    return found.st_mtime_ns, found.st_size


class Rooms:
    """The games in memory by the id of their file; the one that was used least makes room."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    def add(self, key: str, table: GameTable) -> None:
        """A game that was just begun."""
        self._rooms[key] = Room(table)

    async def find(self, key: str, file: Path) -> Room:
        """A game in memory, or taken up from its file."""
        async with self._opening.setdefault(key, asyncio.Lock()):
            room = self._rooms.pop(key, None)
            if room is None:
                room = await run_in_threadpool(lambda: Room(open_table(file)))
            self._rooms[key] = room
        for old, other in list(self._rooms.items())[:-_MOST_ROOMS]:
            if not other.seats:
                del self._rooms[old]
        return room


# Pages and handlers.

#: Rules that a page may switch; nobody needs more at once.
_MOST_OPTIONS = 60
#: The close code of a WebSocket whose game cannot be opened; the reason is sent with it.
_NO_TABLE = 4404


async def _first_page(_: Request) -> Response:
    return page("Games", "games")


def _shelves(request: Request, _: Data) -> dict[str, Any]:
    """Seasons with their teams, game files, and what each game offers."""
    library: Library = request.app.state.library
    return {
        "seasons": [_season(key, library) for key in library.builds()],
        "games": [
            {**vars(each), "id": library.game_id(each.file), "file": each.file.name}
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
    """Something of a game that a page looks up besides the table."""

    async def handle(request: Request) -> Response:
        return Json(await (await _room(request)).look(lambda table: work(table, request)))

    return Route(path, handle)


def _lines(table: GameTable, request: Request) -> dict[str, Any]:
    """Lines of the log after the first `since`, at most `most`, so that a page need not give away what is next."""
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
        # Our pages never send bytes.
        pass
    finally:
        room.seats.discard(seat)
        sending.cancel()


async def _send(socket: WebSocket, seat: Seat) -> None:
    while True:
        message = await seat.outbox.get()
        await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def _read(text: str) -> dict[str, Any]:
    """The message of a page; empty if it is not a JSON object."""
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
