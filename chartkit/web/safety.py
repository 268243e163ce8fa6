"""Who may talk to the server: one Host, a token that becomes a cookie, one Origin, bodies of a sane size.

A page of any other site can send requests to 127.0.0.1, and open WebSockets to it. So every request must come to
the very name and port that the server listens on, must carry the cookie that only the start link gives, and must,
where it could change something, come from a page of this server.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import URL, Headers, MutableHeaders, QueryParams
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """The address of one server and its secrets, made anew at every start."""

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
    """Lets through what may come through, and puts the headers on every answer."""

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


class TooLarge(Exception):  # noqa: N818 - told as status 413
    """A body that goes on and on."""


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
