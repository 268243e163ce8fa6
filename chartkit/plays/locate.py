"""Where the plays of a season are: in files that the user names, in a build, or among the downloads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

_DOWNLOADS = Path("raw_pbp")
_SUFFIXES = (".csv", ".csv.gz", ".parquet")


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
    downloads = sorted(
        path for path in _DOWNLOADS.glob(f"*{season}*") if path.is_file() and path.name.endswith(_SUFFIXES)
    )
    if build is None and downloads:
        return _read(downloads[:1], season)
    raise InputError(
        f"there are no plays of season {season} here.",
        where=str(saved),
        remedy=f"Download them with `chartkit fetch {season}`, or name a file with --source.",
    )


def _read(paths: Sequence[Path], season: int) -> pd.DataFrame:
    from chartkit.plays.reading import read

    (found,) = read(paths, season)
    return found.plays
