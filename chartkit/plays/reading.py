"""From rows to plays: reads files through their sources and settles each season into one checked play table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit import files
from chartkit.errors import InputError
from chartkit.plays import settle, sources

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.plays.sources.base import RawPlays


@dataclass(frozen=True)
class SourceFile:
    """One file that went into a season."""

    path: Path
    source: str
    rows: int
    sha256: str


@dataclass(frozen=True)
class SeasonPlays:
    """One season: its plays, and every row that is not among them with the reason why."""

    season: int
    plays: pd.DataFrame
    set_aside: pd.DataFrame
    stated: pd.DataFrame | None
    files: tuple[SourceFile, ...]
    from_words: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """Rows read: plays and rows set aside, and nothing else."""
        return sum(file.rows for file in self.files)


@dataclass(frozen=True)
class Gathered:
    """The files to read, and what lies in the given folders but is no play-by-play."""

    files: tuple[Path, ...]
    left_out: tuple[Path, ...]


_SUFFIXES = (".csv", ".csv.gz", ".parquet", ".pdf", ".json", ".json.gz", ".zip", ".xlsx")


def gather(paths: Iterable[Path]) -> Gathered:
    """Files as given, and of folders every file in them that a source knows how to read."""
    files: list[Path] = []
    left_out: list[Path] = []
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        inside = [file for file in sorted(path.rglob("*")) if file.is_file() and _looks_readable(file)]
        known = [file for file in inside if sources.recognise(file) is not None]
        if not known:
            raise InputError(
                "there is no play-by-play in this folder.",
                where=str(path),
                remedy="Put season files, game books (.pdf) or workbooks into it.",
            )
        files.extend(known)
        left_out.extend(file for file in inside if file not in known)
    twice = sorted({str(path) for path in files if files.count(path) > 1})
    if twice:
        raise InputError(f"given twice: {', '.join(twice)}.", remedy="Name each file once.")
    return Gathered(tuple(files), tuple(left_out))


def _looks_readable(path: Path) -> bool:
    hidden = path.name.startswith((".", "~$"))
    return not hidden and path.name.lower().endswith(_SUFFIXES)


def read(
    paths: Sequence[Path] | Gathered,
    season: int | None = None,
    *,
    progress: Callable[[Path, int], None] = lambda path, number: None,
) -> Iterator[SeasonPlays]:
    """Read files and folders, one finished season after the other.

    A season may be spread over several files (game books); a file may hold several seasons. `season` is the one
    that is asked for: anything else in the files is an error.
    """
    waiting: list[tuple[SourceFile, RawPlays]] = []
    done: set[int] = set()
    gathered = paths if isinstance(paths, Gathered) else gather(paths)
    for number, path in enumerate(gathered.files):
        progress(path, number)
        source = sources.find(path)
        checksum = files.sha256(path)
        for raw in source.read(path, season):
            _refuse_other_season(raw.season, season, path)
            if waiting and waiting[0][1].season != raw.season:
                done.add(waiting[0][1].season)
                yield _settled(waiting)
                waiting = []
            if raw.season in done:
                raise InputError(
                    f"season {raw.season} comes back after another season was read.",
                    where=str(path),
                    remedy="Name the files of one season one after the other.",
                )
            waiting.append((SourceFile(path, source.name, len(raw.rows), checksum), raw))
    yield _settled(waiting)


def _refuse_other_season(found: int, asked: int | None, path: Path) -> None:
    if asked is not None and found != asked:
        raise InputError(
            f"season {asked} is asked for, but the file holds season {found}.",
            where=str(path),
            remedy=f"Give the file of {asked}, or leave out --season to read every season in it.",
        )


def _settled(parts: list[tuple[SourceFile, RawPlays]]) -> SeasonPlays:
    import pandas as pd

    season = parts[0][1].season
    pieces = [settle.settle(raw, str(file.path)) for file, raw in parts]
    plays = pieces[0].plays if len(pieces) == 1 else pd.concat([piece.plays for piece in pieces], ignore_index=True)
    set_aside = pd.concat([piece.set_aside for piece in pieces], ignore_index=True)
    stated = [raw.stated for _, raw in parts if raw.stated is not None]
    if len(pieces) > 1:
        settle.refuse_duplicates(plays, f"{len(parts)} files")
    return SeasonPlays(
        season=season,
        plays=plays,
        set_aside=set_aside,
        stated=pd.concat(stated, ignore_index=True) if stated else None,
        files=tuple(file for file, _ in parts),
        from_words=tuple(game for piece in pieces for game in piece.from_words),
    )
