"""`chartkit serve`: the table, the workbench and the season as pages in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console, options
from chartkit.errors import InputError

_NEEDED = ("starlette", "uvicorn", "websockets")


def command(
    port: Annotated[
        int | None, options.number("--port", "The port to listen on; a free one if not given.", 1, 65535)
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Listen on this address instead of this machine only; plain HTTP."
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the link; do not open a browser.")
    ] = False,
) -> None:
    """Open the pages of this folder in the browser: play, edit charts, look at seasons; offline, until Ctrl-C.

    Games are kept in games/, in the files that `chartkit game --continue` goes on with. The link holds a token:
    only who has it can use the server.

    \b
    Examples:
      chartkit serve
      chartkit serve --port 8321 --no-browser
    """

    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"the pages need {', '.join(missing)}.", remedy="pip install 'chartkit[web]'")
    from chartkit.web.serve import serve  # a server is heavy, and no other command needs one

    if host != "127.0.0.1":
        console.say(
            f"Everybody who can reach {host} and has the link can use this server, and the link is not secret."
        )
    serve(Path.cwd(), host, port, open_browser=not no_browser, say=console.say)
