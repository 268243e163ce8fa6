"""The settings of a compile: templates/ddf-compile.toml, or an author's changed copy of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.systems.ddf.classify.rules import read_toml

STANDARD = "ddf-compile.toml"


@cache
def _standard() -> dict[str, Any]:
    return read_toml(resources.template(STANDARD), "ddf-compile")


def load(path: Path | None = None) -> dict[str, Any]:
    """Read the settings; without a path the standard ones."""
    return _standard() if path is None else read_toml(path, "ddf-compile")
