"""Templates: papers, layout and style merged and checked against the schema; a user's file has the last word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import read_toml, refuse_misshapen


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
    data = read_toml(resources.template("paper/papers.toml"))
    data = merged(data, read_toml(resources.template(layout)))
    data = merged(data, read_toml(resources.template(f"paper/{style}.toml")))
    source = f"templates/paper/{style}.toml"
    if override is not None:
        own = read_toml(override)
        name = f"{style}+{own.get('name', override.stem)}"
        data, source = merged(data, own) | {"name": name}, str(override)
    _check(data, source)
    return data


def _check(data: Mapping[str, Any], source: str) -> None:
    """Name the entries that are wrong, as the user wrote them."""
    refuse_misshapen(data, resources.schema("paper-template"), source)
    for name, look in data["look"].items():
        for field, known in (("weight", data["font"]), ("size", data["size"])):
            if look.get(field, next(iter(known))) not in known:
                raise InputError(
                    f"look.{name}.{field}: there is no {field} called {look[field]!r}.",
                    where=source,
                    remedy=f"Known are: {', '.join(known)}.",
                )
