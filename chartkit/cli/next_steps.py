"""What `chartkit` alone says: the steps from plays to proof, what is in this folder, and what to do next."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from chartkit import systems

_STEPS = "fetch or bring a season > ingest > compile > validate > print > play > prove"
_SEASON = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_LONGEST_LINE = 1 << 20
_PLAYS = (".csv", ".gz", ".parquet", ".zip")
_TEAM_FILE = re.compile(r"[A-Z]{2,4}\.json")


@dataclass(frozen=True)
class Build:
    """How far a season has come."""

    folder: Path
    charts: int
    has_plays: bool
    is_printed: bool
    is_proved: bool

    @property
    def words(self) -> str:
        """For people."""
        charts = f"{self.charts} charts" if self.charts else "plays, no charts yet"
        done = [word for word, so in (("printed", self.is_printed), ("round trip made", self.is_proved)) if so]
        return ", ".join([charts, *done])


def builds(here: Path) -> list[Build]:
    """The seasons in build/, oldest first."""
    found = []
    for folder in sorted((here / "build").glob("*")):
        charts = len(list((folder / "charts").glob("*.json")))
        has_plays = (folder / "plays.parquet").is_file()
        if charts or has_plays:
            is_printed = any((folder / "print").glob("*"))
            found.append(Build(folder, charts, has_plays, is_printed, (folder / "roundtrip.json").is_file()))
    return found


def seasons(here: Path) -> dict[str, Path]:
    """The seasons in raw_pbp/ by year, with the file that holds each."""
    found: dict[str, Path] = {}
    for path in sorted((here / "raw_pbp").glob("*")):
        if path.suffix in _PLAYS and "teams" not in path.name and (year := _year(path)):
            found.setdefault(year, path)
    return found


def _year(path: Path) -> str | None:
    """The season of a text file by its first play; of any other by its name, because more takes a heavy library."""
    found = None
    if path.name.endswith((".csv", ".csv.gz")):
        with (
            suppress(OSError, EOFError, zlib.error),
            gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream,
        ):
            lines = [stream.readline(_LONGEST_LINE).decode("utf-8", "replace").split(",") for _ in range(2)]
            cells = {name.strip('" \n'): text.strip('" \n') for name, text in zip(*lines, strict=False)}
            found = _SEASON.match(cells.get("season") or cells.get("game_id") or "")
    year = found or _SEASON.search(path.name)
    return year[1] if year else None


def _is_open(game: Path) -> bool:
    """Whether a game file ends before its game; the last record stands at its end."""
    with suppress(OSError):
        return b'"phase": "over"' not in game.read_bytes()[-400:]
    return False


def steps(here: Path) -> Iterator[tuple[str, str]]:
    """What to type next and what it is for, most sensible first."""
    made, brought = builds(here), seasons(here)
    if any(map(_is_open, (here / "games").glob("*.json"))):
        yield "chartkit game --continue", "go on with the game that is not over"
    begun = {build.folder.name.partition("-")[0] for build in made}
    for year, path in brought.items():
        if year not in begun:
            yield f"chartkit ingest {path.relative_to(here)}", "read the plays, account for every row"
    for build in made:
        folder, year = build.folder.relative_to(here), build.folder.name
        if not build.charts:
            yield f"chartkit compile {year}", "make the charts of all teams"
            continue
        if not build.is_printed:
            yield f"chartkit validate {folder}", "check the charts"
            yield f"chartkit print {folder}", "print the cards"
        elif not build.is_proved:
            yield f"chartkit roundtrip {year}", "play the season many times beside the real one"
        else:
            if systems.game_of(build.folder) in (None, systems.DEFAULT):
                yield f"chartkit print {folder} --what gear", "everything for the table"
            team, *others = sorted(path.stem for path in (build.folder / "charts").glob("*.json"))
            for other in others[:1]:
                yield f"chartkit game {team} {other} --build {folder}", "watch a game, or coach one"
            yield f"chartkit season {year} -n 100 --playoffs", "play the schedule again and again"
            yield f"chartkit odds {folder}/charts/{team}.json", "what the dice hold for a team"
    for path in sorted(path for path in here.glob("*.json") if _TEAM_FILE.fullmatch(path.name)):
        yield f"chartkit validate {path.name}", "check this chart"
    if not made and not brought:
        yield "chartkit demo", "see every step on an invented season, in a folder of its own"
        yield "chartkit fetch 2017", "download a real season"
        yield "chartkit template plays", "keep the plays of your own league in a spreadsheet"


def page(here: Path, version: str, *, width: int | None = None, most: int = 4) -> str:
    """The whole answer as text; what a step is for stands below it where the terminal is narrow."""
    lines = [f"chartkit {version}: a season of football as charts for a dice board game.", "", "The steps:"]
    lines += [f"  {_STEPS}", "", f"In this folder ({here}):"]
    lines += [f"  raw_pbp: plays of {', '.join(seasons(here))}"] if seasons(here) else []
    lines += [f"  {build.folder.relative_to(here)}: {build.words}" for build in builds(here)]
    if not seasons(here) and not builds(here):
        lines.append("  no season yet")
    next_steps = list(steps(here))[:most]
    widest = max(len(typed) for typed, _ in next_steps)
    side_by_side = [f"  {typed:<{widest}}  {why}" for typed, why in next_steps]
    if width is not None and max(map(len, side_by_side)) > width:
        side_by_side = [line for typed, why in next_steps for line in (f"  {typed}", f"      {why}")]
    lines += ["", "Next:", *side_by_side, ""]
    return "\n".join([*lines, "All commands: chartkit --help. About one: chartkit COMMAND --help."])
