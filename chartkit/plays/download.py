"""One file over HTTP: resumed where it broke off, tried again with patience, measured against what was promised."""

from __future__ import annotations

import base64
import hashlib
import http.client
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chartkit import __version__, files
from chartkit.errors import InputError

Progress = Callable[[int, int | None], None]

_BLOCK = 1 << 16
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
        while block := answer.read1(_BLOCK):
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
