"""Reads a season: which files hold it, and one checked play table from all of them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path

import pandas as pd

from chartkit import files
from chartkit.errors import InputError
from chartkit.football.teams import Team, season_length
from chartkit.plays import sources, table
from chartkit.plays.cleaning import clean, refuse_duplicates
from chartkit.plays.schedule import teams_beside
from chartkit.plays.sources import RawPlays

#: Where `chartkit fetch` puts seasons.
DOWNLOADS = Path("raw_pbp")
_SUFFIXES = (".csv", ".csv.gz", ".parquet", ".pdf", ".json", ".json.gz", ".zip", ".xlsx")
#: Files that lie beside season files and are skipped when `ingest raw_pbp/*` names them.
_COMPANIONS = (".sha256", ".part", ".tag", "_teams.csv", "readme.md")
FIRST_YEAR, LAST_YEAR = 1869, 2999
_KEPT_ASIDE = ["game_id", "play_id", "reason", "desc"]


@dataclass(frozen=True)
class SourceFile:
    """One file that went into a season."""

    path: Path
    source: str
    rows: int
    sha256: str


@dataclass(frozen=True)
class SeasonPlays:
    """One season: its plays, and every other row with the reason why it is not a play."""

    season: int
    plays: pd.DataFrame
    set_aside: pd.DataFrame
    stated: pd.DataFrame | None
    files: tuple[SourceFile, ...]
    from_words: tuple[str, ...] = ()
    #: Cities, nicknames and colors that the files give to their teams.
    teams: tuple[Team, ...] = ()

    @property
    def rows(self) -> int:
        """Rows read: plays and rows set aside, and nothing else."""
        return sum(file.rows for file in self.files)


@dataclass(frozen=True)
class Gathered:
    """The files to read, and what lies in the given folders but is not play-by-play."""

    files: tuple[Path, ...]
    left_out: tuple[Path, ...]


def gather(paths: Iterable[Path]) -> Gathered:
    """The given files without checksums and the like, and every file of the given folders that a source reads."""
    files: list[Path] = []
    left_out: list[Path] = []
    for path in paths:
        if not path.is_dir():
            (left_out if path.name.lower().endswith(_COMPANIONS) else files).append(path)
            continue
        inside = [file for file in sorted(path.rglob("*")) if file.is_file() and _looks_readable(file)]
        known = [file for file in inside if sources.recognise(file) is not None]
        if not known:
            raise InputError(
                "there is no play-by-play in this folder.",
                where=path,
                remedy="Put season files, game books (.pdf) or workbooks into it.",
            )
        files.extend(known)
        left_out.extend(file for file in inside if file not in known)
    if not files:
        raise InputError(
            "none of these files is play-by-play.",
            where=", ".join(map(str, left_out)),
            remedy="Name a season file, a game book or a workbook.",
        )
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
        source = sources.source_of(path)
        checksum = files.sha256(path)
        for raw in source.read(path, season):
            _refuse_other_season(raw.season, season, path)
            if waiting and waiting[0][1].season != raw.season:
                done.add(waiting[0][1].season)
                yield _season_plays(waiting)
                waiting = []
            if raw.season in done:
                raise InputError(
                    f"season {raw.season} comes back after another season was read.",
                    where=path,
                    remedy="Name the files of one season one after the other.",
                )
            waiting.append((SourceFile(path, source.NAME, len(raw.rows), checksum), raw))
    yield _season_plays(waiting)


def _refuse_other_season(found: int, asked: int | None, path: Path) -> None:
    if not FIRST_YEAR <= found <= LAST_YEAR:
        remedy = f"A season is a year from {FIRST_YEAR} to {LAST_YEAR}."
        raise InputError(f"{found} is not a season.", where=path, remedy=remedy)
    if asked is not None and found != asked:
        raise InputError(
            f"season {asked} is asked for, but the file holds season {found}.",
            where=path,
            remedy=f"Give the file of {asked}, or leave out --season to read every season in it.",
        )


def _season_plays(parts: list[tuple[SourceFile, RawPlays]]) -> SeasonPlays:
    pieces = [clean(raw, str(file.path)) for file, raw in parts]
    plays = pieces[0].plays
    if len(pieces) > 1:
        plays = pd.concat([piece.plays for piece in pieces], ignore_index=True)
        refuse_duplicates(plays, f"{len(parts)} files")
    stated = [raw.stated for _, raw in parts if raw.stated is not None]
    # Names of the teams, from a workbook or from the teams file beside the plays.
    named = {team.code: team for file, raw in parts for team in (*teams_beside(file.path), *raw.teams)}
    playing = named.keys() & {*plays["home_team"].unique(), *plays["away_team"].unique()}
    return SeasonPlays(
        season=parts[0][1].season,
        plays=plays,
        set_aside=pd.concat([piece.set_aside for piece in pieces], ignore_index=True),
        stated=pd.concat(stated, ignore_index=True) if stated else None,
        files=tuple(file for file, _ in parts),
        from_words=tuple(game for piece in pieces for game in piece.from_words),
        teams=tuple(named[code] for code in sorted(playing)),
    )


def save_season(found: SeasonPlays, path: Path, *, as_csv: bool | None = None) -> None:
    """Write the play table; as parquet it also keeps what else `load_season` gives back."""
    aside = found.set_aside[_KEPT_ASIDE].astype(object)
    origin = {
        "season": found.season,
        "sources": [asdict(file) | {"file": file.path.name, "path": file.path.as_posix()} for file in found.files],
        "from_words": list(found.from_words),
        "teams": [asdict(team) for team in found.teams],
        "set_aside": aside.where(aside.notna(), None).to_numpy().tolist(),
    }
    table.save(found.plays, path, origin=origin, as_csv=as_csv)


def load_season(path: Path) -> SeasonPlays:
    """Read a saved play table of one season back, with what `save_season` kept beside it."""
    plays = table.load(path)
    held = sorted(plays["season"].unique().tolist())
    if len(held) != 1:
        raise InputError(
            f"one season is needed, and the table holds {', '.join(map(str, held)) or 'none'}.",
            where=path,
            remedy="Make it again with `chartkit ingest`.",
        )
    origin = table.origin(path)
    if "set_aside" not in origin:
        # Another program wrote this table, so the table is the source.
        files_of = (SourceFile(path, "play table", len(plays), files.sha256(path)),)
        return SeasonPlays(held[0], plays, pd.DataFrame(columns=_KEPT_ASIDE), None, files_of)
    try:
        return SeasonPlays(
            season=held[0],
            plays=plays,
            set_aside=pd.DataFrame(origin["set_aside"], columns=_KEPT_ASIDE),
            stated=None,
            files=tuple(
                SourceFile(Path(one["path"]), one["source"], one["rows"], one["sha256"])
                for one in origin["sources"]
            ),
            from_words=tuple(origin["from_words"]),
            teams=tuple(Team(**team) for team in origin["teams"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise table.damaged(path) from error


def season_plays(season: int, source: Sequence[Path] = (), build: Path | None = None) -> SeasonPlays:
    """The plays of a season: from `source`, else as ingested into the build, else from raw_pbp/."""
    if source:
        return _only(read(source, season))
    saved = (build or Path("build") / str(season)) / "plays.parquet"
    if saved.is_file():
        found = load_season(saved)
        if found.season != season:
            raise InputError(f"season {season} is asked for, but the table holds {found.season}.", where=saved)
        here = [file for file in found.files if file.path.is_file()]
        if any(files.sha256(file.path) != file.sha256 for file in here):
            # The season is in progress and its files have changed: read them again.
            return _only(read([file.path for file in found.files], season))
        return found
    if not build and (downloaded := _download_of(season)):
        return _only(read([downloaded], season))
    remedy = f"`chartkit ingest FILE --season {season}` reads a file of yours."
    if season_length(season) is not None and season <= datetime.date.today().year:
        remedy = f"`chartkit fetch {season}` downloads the NFL season; {remedy}"
    raise InputError(f"there are no plays of season {season} here.", where=saved, remedy=remedy)


def _only(seasons: Iterator[SeasonPlays]) -> SeasonPlays:
    (found,) = seasons
    return found


def _download_of(season: int) -> Path | None:
    """The file in raw_pbp/ that holds a season, by what is in it; names only say where to look first."""
    if not DOWNLOADS.is_dir():
        return None
    inside = [path for path in sorted(DOWNLOADS.iterdir()) if path.is_file() and _looks_readable(path)]
    inside.sort(key=lambda path: str(season) not in path.name)
    return next((path for path in inside if season in _seasons_of(path)), None)


def _seasons_of(path: Path) -> Set[int]:
    try:
        source = sources.recognise(path)
        return source.seasons(path) if source else frozenset()
    except InputError:
        # A table of teams or a damaged file may stand beside the plays.
        return frozenset()
