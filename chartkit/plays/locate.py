"""Where the plays of a season are: in files that the user names, in a build, or among the downloads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.plays.reading import SeasonPlays

_DOWNLOADS = Path("raw_pbp")


def season_plays(season: int, *, source: Sequence[Path] = (), build: Path | None = None) -> pd.DataFrame:
    """The play table of a season: from `source`, else `build`/plays.parquet, else raw_pbp/."""
    from chartkit.plays import table

    if source:
        return _read(source, season)
    saved = (build or Path("build") / str(season)) / "plays.parquet"
    if saved.is_file():
        plays = table.load(saved)
        held = sorted(plays["season"].unique().tolist())
        if held != [season]:
            raise InputError(
                f"season {season} is asked for, but the table holds {', '.join(map(str, held))}.", where=str(saved)
            )
        return plays
    downloads = [] if build else _downloads(season)
    if downloads:
        return _read(downloads[:1], season)
    raise InputError(
        f"there are no plays of season {season} here.",
        where=str(saved),
        remedy=f"Download them with `chartkit fetch {season}`, or name a file with --source.",
    )


def _is_plays(path: Path) -> bool:
    from chartkit.plays import sources

    try:
        return path.is_file() and bool(sources.find(path))
    except InputError:
        # A table of teams or a readme may stand beside the plays.
        return False


def season_source(season: int, source: Sequence[Path] = ()) -> SeasonPlays:
    """The plays of a season with the files they came from: from `source`, else from raw_pbp/."""
    from chartkit.plays.reading import read

    paths = list(source) or _downloads(season)[:1]
    if not paths:
        raise InputError(
            f"there are no plays of season {season} in {_DOWNLOADS}/.",
            remedy=f"Download them with `chartkit fetch {season}`, or name a file with --source.",
        )
    (found,) = read(paths, season)
    return found


def _downloads(season: int) -> list[Path]:
    return [path for path in sorted(_DOWNLOADS.glob(f"*{season}*")) if _is_plays(path)]


def _read(paths: Sequence[Path], season: int) -> pd.DataFrame:
    from chartkit.plays.reading import read

    (found,) = read(paths, season)
    return found.plays
