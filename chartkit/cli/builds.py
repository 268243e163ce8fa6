"""Where compiled seasons are."""

from __future__ import annotations

from pathlib import Path

from chartkit.errors import InputError


def season_build(season: int) -> Path:
    """Where `chartkit compile` puts a season."""
    return Path("build") / str(season)


def newest_build() -> Path:
    """The latest season under build/ that has charts."""
    found = [path.parent for path in Path("build").glob("*/season.json") if (path.parent / "charts").is_dir()]
    if not found:
        raise InputError(
            "there is no compiled season under build/.",
            remedy="Make one with `chartkit compile SEASON`, or name one with --build.",
        )
    return max(found, key=lambda path: (path.name.isdigit(), path.name))
