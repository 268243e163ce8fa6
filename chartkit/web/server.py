"""The server: who may talk to it, the routes of all pages, a port, a link with the token, uvicorn until Ctrl-C.

A page of any other site can send requests to 127.0.0.1, and open WebSockets to it. So every request must come to
the very name and port that the server listens on, must carry the cookie that only the start link gives, and must,
where it could change something, come from a page of this server.
"""

from __future__ import annotations

import errno
import secrets
import socket
import threading
import webbrowser
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import URL, Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chartkit.errors import ChartkitError, InputError
from chartkit.web import games, seasons, workbench
from chartkit.web.games import Rooms
from chartkit.web.handlers import FOLDER, JOB_ROUTES, Jobs, Json, Library

#: A chart is 60 KB, an answer 100 bytes.
MOST_BYTES = 1_000_000
_SAFE = frozenset({"GET", "HEAD"})
_TOKEN = "token"
#: Nothing from elsewhere, nothing inline, no frame around it.
HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True)
class Gate:
    """The address of one server and its secrets, new at every start."""

    port: int
    host: str = "127.0.0.1"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def names(self) -> frozenset[str]:
        """What a browser may write into the Host header."""
        local = ("127.0.0.1", "localhost") if self.host == "127.0.0.1" else (self.host,)
        return frozenset(f"{name}:{self.port}" for name in local)

    @property
    def link(self) -> str:
        """What the person opens."""
        return f"http://{self.host}:{self.port}/?{_TOKEN}={self.token}"

    @property
    def cookie(self) -> str:
        """Cookies do not tell ports apart, so the name does."""
        return f"chartkit-{self.port}"


class Guard:
    """Middleware that refuses requests from elsewhere and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if (refusal := self._refusal(scope)) is not None:
            await self._refuse(refusal, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _limited(receive), _with_headers(send))

    async def _refuse(self, refusal: Response, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            # Closed before it is accepted: the browser sees status 403.
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a request is not let through."""
        headers = Headers(scope=scope)
        if headers.getlist("host")[1:] or headers.get("host") not in self.gate.names:
            return PlainTextResponse("This server is not known by that name.", 421)
        is_safe = scope["type"] == "http" and scope["method"] in _SAFE
        if not is_safe and headers.getlist("origin") != [f"http://{headers['host']}"]:
            return PlainTextResponse("Only pages of this server may ask for that.", 403)
        if is_safe and (said := QueryParams(scope["query_string"]).get(_TOKEN)) is not None:
            return self._admitted(scope, said)
        if not self._has_cookie(headers.getlist("cookie")):
            return PlainTextResponse("Open the link that `chartkit serve` printed.", 403)
        if not _is_small(headers):
            return PlainTextResponse("That is too large.", 413)
        return None

    def _admitted(self, scope: Scope, said: str) -> Response:
        """The token of the link becomes a cookie, and leaves the address bar."""
        if not secrets.compare_digest(said.encode(), self.gate.token.encode()):
            return PlainTextResponse("This link is of an earlier start. Open the one that was printed last.", 403)
        target = URL(scope=scope).remove_query_params(_TOKEN)
        # A path that begins with two slashes would be another host.
        answer = RedirectResponse("/" + target.path.lstrip("/") + (f"?{target.query}" if target.query else ""), 303)
        answer.set_cookie(self.gate.cookie, self.gate.session, httponly=True, samesite="strict", path="/")
        return answer

    def _has_cookie(self, sent: Iterable[str]) -> bool:
        for text in sent:
            try:
                found = SimpleCookie(text).get(self.gate.cookie)
            except CookieError:
                continue
            if found and secrets.compare_digest(found.value.encode(), self.gate.session.encode()):
                return True
        return False


def _is_small(headers: Headers) -> bool:
    """Whether the body is as small as its length says; without a length it is counted as it comes."""
    length = headers.get("content-length", "0")
    return length.isascii() and length.isdigit() and int(length) <= MOST_BYTES


class TooLarge(Exception):  # noqa: N818 - answered with status 413
    """A body that is larger than allowed; answered with status 413."""


def _limited(receive: Receive) -> Receive:
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise TooLarge
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                # A handler that shows a report may be stricter, and static files may be kept.
                headers.setdefault(name, value)
        await send(message)

    return sending


# The application, and the process that serves it.

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
    *JOB_ROUTES,
]


def create_app(home: Path, gate: Gate) -> Starlette:
    """The application for one folder; an error is answered with one sentence."""

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
    app.state.jobs, app.state.previews = Jobs(), OrderedDict()
    return app


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port; on any free one if none is wanted."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port or 0))
        # A link that is opened at once must wait until the server runs.
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
