"""Where schemas, templates and the demo season are: at the top of a checkout, or inside the installed wheel."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parent


def _folder(name: str) -> Path:
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def schema(name: str) -> Path:
    """A JSON Schema by name: `schema("team-chart")`."""
    return _folder("schemas") / f"{name}.schema.json"


def template(name: str | Path) -> Path:
    """A template that people may edit, by its file name; a full path stays what it is."""
    return _folder("templates") / name


def schemas(prefix: str = "") -> dict[str, Path]:
    """The schemas that stand at the top of the repository, where people look for them, by name."""
    found = sorted(_folder("schemas").glob(f"{prefix}*.schema.json"))
    return {path.name.removesuffix(".schema.json"): path for path in found}


def templates(prefix: str) -> dict[str, Path]:
    """The templates of a game, beside the schemas."""
    return {path.name: path for path in sorted(_folder("templates").glob(f"{prefix}*.toml"))}


def data_file(path: Path) -> Any:
    """A file that ships beside the code of a game, JSON or TOML by its name."""
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def raw_pbp(name: str) -> Path:
    """Play-by-play that ships with chartkit (the demo season)."""
    return _folder("raw_pbp") / name
