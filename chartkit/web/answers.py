"""What handlers read and give back: JSON, pages with the chrome around them, mistakes as one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from anyio.to_thread import run_sync
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from chartkit.errors import InputError

FOLDER = Path(__file__).parent
#: What a page sent.
Data = dict[str, Any]
#: Done in a thread of its own; what it gives is told as JSON.
Work = Callable[[Request, Data], Any]


def as_data(value: Any) -> Any:
    """A value of the API as JSON has it: dataclasses are objects, sets are sorted lists."""
    if is_dataclass(value):
        return {each.name: as_data(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): as_data(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(each) for each in value]
    return sorted(value) if isinstance(value, set | frozenset) else value


class Json(Response):
    """A value as JSON; a number that JSON does not have is a mistake of ours."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """UTF-8, nothing escaped that need not be."""
        return json.dumps(as_data(content), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def get(path: str, work: Work) -> Route:
    """Something that a page asks for."""

    async def handle(request: Request) -> Response:
        return Json(await run_sync(work, request, {}))

    return Route(path, handle)


def post(path: str, work: Work, status: int = 200) -> Route:
    """Something that a page sends a JSON object for."""

    async def handle(request: Request) -> Response:
        try:
            data = json.loads(await request.body())
        except (ValueError, RecursionError) as wrong:
            raise InputError("this is no JSON.") from wrong
        if not isinstance(data, dict):
            raise InputError("a JSON object is expected.")
        return Json(await run_sync(work, request, data), status)

    return Route(path, handle, methods=["POST"])


def text_of(data: Data, name: str, default: str | None = None, most: int = 200) -> str:
    """A text of what a page sent."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise InputError(f"{name} must be a text of at most {most} characters.")
    return value


def number_of(data: Data, name: str, least: int, most: int) -> int:
    """A whole number of what a page sent."""
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name} must be a number from {least} to {most}.")
    return value


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER / "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


def page(title: str, module: str, *, active: str = "", styles: Sequence[str] = ()) -> HTMLResponse:
    """A page: the chrome, an empty <main>, the ES module that fills it, its style and perhaps others."""
    made = _templates().get_template("page.html")
    return HTMLResponse(made.render(title=title, module=module, active=active or title, styles=(*styles, module)))


def not_found(what: str) -> HTTPException:
    """Status 404 with a sentence."""
    return HTTPException(404, f"{what} is not there.")
