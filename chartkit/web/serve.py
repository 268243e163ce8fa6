"""The server's life: a port, a link with the token, uvicorn until Ctrl-C."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from chartkit.errors import InputError
from chartkit.web.app import create_app
from chartkit.web.safety import Gate

#: The largest message of a page: an answer is 100 bytes.
_MOST_MESSAGE = 65_536
_OPENED_AFTER = 0.3
_WAITING = 128


def listen(host: str, port: int | None) -> socket.socket:
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


def make_server(home: Path, gate: Gate) -> uvicorn.Server:
    """uvicorn with the application of a folder."""
    config = uvicorn.Config(
        create_app(home, gate),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=_MOST_MESSAGE,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


def serve(home: Path, host: str, port: int | None, *, open_browser: bool, say: Callable[[str], None]) -> None:
    """Serve a folder until somebody presses Ctrl-C."""
    with listen(host, port) as at:
        gate = Gate(port=at.getsockname()[1], host=host)
        say(f"chartkit is at {gate.link}")
        say("Ctrl-C stops it; every game is saved after each answer.")
        if open_browser:
            threading.Timer(_OPENED_AFTER, webbrowser.open, (gate.link,)).start()
        make_server(home, gate).run(sockets=[at])
