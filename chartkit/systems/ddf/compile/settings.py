"""The settings of a compile: templates/ddf-compile.toml, or an author's changed copy of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.findings import read_toml

STANDARD = "ddf-compile.toml"


def _read(path: Path) -> dict[str, Any]:
    return read_toml(path, resources.schema("ddf-compile"))


@cache
def _standard() -> dict[str, Any]:
    return _read(resources.template(STANDARD))


def load(path: Path | None = None) -> dict[str, Any]:
    """Read the settings; without a path the standard ones."""
    return _standard() if path is None else _read(path)
