"""Templates: papers, layout and style merged and checked against the schema; a user's file has the last word."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise InputError(
            "there is no such template.", where=str(path), remedy="Give the path of a .toml file."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"this template is not TOML: {error}.", where=str(path)) from error


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; anything else is replaced.

    >>> merged({"look": {"red": {"ink": "#000000"}}}, {"look": {"red": {"fill": "#ffffff"}}})
    {'look': {'red': {'ink': '#000000', 'fill': '#ffffff'}}}
    """
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, Mapping) else value
    return result


def styles() -> list[str]:
    """The styles that ship with chartkit."""
    folder = resources.template("paper")
    return sorted(path.stem for path in folder.glob("*.toml") if path.stem != "papers")


@lru_cache(maxsize=32)
def load(style: str, layout: str, override: Path | None = None) -> Mapping[str, Any]:
    """Papers, then the game's layout, then the style, then the user's template: later ones win."""
    if style not in styles():
        raise InputError(f"there is no style {style!r}.", remedy=f"Known are: {', '.join(styles())}.")
    data = _read(resources.template("paper/papers.toml"))
    data = merged(data, _read(resources.template(layout)))
    data = merged(data, _read(resources.template(f"paper/{style}.toml")))
    source = f"templates/paper/{style}.toml"
    if override is not None:
        own = _read(override)
        name = f"{style}+{own.get('name', override.stem)}"
        data, source = merged(data, own) | {"name": name}, str(override)
    check(data, source)
    return data


@lru_cache(maxsize=1)
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(resources.schema("paper-template").read_text("utf-8")))


def check(data: Mapping[str, Any], source: str) -> None:
    """Name the first entry that is wrong, as the user wrote it."""
    for error in sorted(_validator().iter_errors(data), key=lambda error: list(map(str, error.absolute_path))):
        place = ".".join(map(str, error.absolute_path)) or "top level"
        raise InputError(
            f"{place}: {error.message}.", where=source, remedy="See schemas/paper-template.schema.json."
        )
    for name, look in data["look"].items():
        for field, known in (("weight", data["font"]), ("size", data["size"])):
            if look.get(field, next(iter(known))) not in known:
                raise InputError(
                    f"look.{name}.{field}: there is no {field} called {look[field]!r}.",
                    where=source,
                    remedy=f"Known are: {', '.join(known)}.",
                )
