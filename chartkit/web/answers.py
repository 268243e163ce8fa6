"""What handlers read and give back: JSON, pages with the chrome around them, mistakes as one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from chartkit.errors import InputError

FOLDER = Path(__file__).parent


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


async def body(request: Request) -> dict[str, Any]:
    """The JSON object that a page sent."""
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError) as wrong:
        raise InputError("this is no JSON.") from wrong
    if not isinstance(data, dict):
        raise InputError("a JSON object is expected.")
    return data


def text_of(data: dict[str, Any], name: str, default: str | None = None, most: int = 200) -> str:
    """A text of what a page sent."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise InputError(f"{name} must be a text of at most {most} characters.")
    return value


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER / "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


def page(title: str, module: str, *, active: str = "", styles: Sequence[str] = ()) -> HTMLResponse:
    """A page: the chrome, an empty <main>, the ES module that fills it, its style and perhaps others."""
    made = _templates().get_template("page.html")
    return HTMLResponse(made.render(title=title, module=module, active=active, styles=(*styles, module)))


def not_found(what: str) -> HTTPException:
    """Status 404 with a sentence."""
    return HTTPException(404, f"{what} is not there.")
