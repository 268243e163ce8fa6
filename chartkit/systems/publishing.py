"""What a game puts out: the files of a build with their manifest, and sheets bundled into documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from chartkit import __version__, builds, files
from chartkit.errors import InputError
from chartkit.files import dumps, file_name
from chartkit.findings import Code, Finding
from chartkit.paper import Document, Sheet, Style, UnreadCell
from chartkit.plays import save_season
from chartkit.systems.base import Cards, Print, ReadChart, ReadPaper

if TYPE_CHECKING:
    from chartkit.plays import SeasonPlays

MANIFEST_FORMAT, PLAYS = "chartkit/manifest@1", "plays.parquet"


@dataclass(frozen=True)
class Build:
    """What a manifest says of a build besides its files; nothing in it changes from run to run."""

    game: str
    source: SeasonPlays
    options: Mapping[str, Any]
    counts: Mapping[str, int]
    notes: Sequence[str]


def write_files(folder: Path, texts: Mapping[str, str], build: Build, others: Sequence[Path] = ()) -> list[Path]:
    """Write texts by name, plays and manifest into a folder; `others` are files that are there already."""
    for name, text in texts.items():
        files.write_text(folder / name, text)
    save_season(build.source, folder / PLAYS)
    written = [*others, *(folder / name for name in texts), folder / PLAYS]
    files.write_text(folder / builds.MANIFEST, dumps(_manifest(folder, written, build)))
    return [*written, folder / builds.MANIFEST]


def _manifest(out: Path, written: Sequence[Path], build: Build) -> dict[str, Any]:
    return {
        "format": MANIFEST_FORMAT,
        "game": build.game,
        "season": build.source.season,
        "chartkit": __version__,
        "options": build.options,
        "source": [
            {"name": file.path.name, "source": file.source, "rows": file.rows, "sha256": file.sha256}
            for file in build.source.files
        ],
        "counts": build.counts,
        "notes": list(build.notes),
        "files": [
            {
                "name": path.relative_to(out).as_posix(),
                "bytes": path.stat().st_size,
                "sha256": files.sha256(path),
            }
            for path in sorted(written)
        ],
    }


Team = TypeVar("Team")
#: Groups of kinds by name: what the group is, and its kinds.
Groups = Mapping[str, tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Bundle(Generic[Team]):
    """Sheets that make one document, and the teams whose charts can be read back from them."""

    #: Of the file, behind the season.
    name: str
    title: str
    sheets: Sequence[Sheet]
    teams: tuple[Team, ...] = ()


def single_kinds(cards: Cards, wanted: Sequence[str], groups: Groups) -> tuple[str, ...]:
    """The wanted kinds, with every group replaced by its kinds; InputError for what the game cannot print."""
    kinds = cards.kinds()
    if unknown := [kind for kind in wanted if kind not in kinds]:
        raise InputError(
            f"{cards.game} cannot print {', '.join(map(repr, unknown))}.",
            remedy=f"It can print: {', '.join(kinds)}.",
        )
    return tuple(
        dict.fromkeys(each for kind in wanted for each in (groups[kind][1] if kind in groups else (kind,)))
    )


def as_print(bundle: Bundle[Team], year: int, style: Style, game: str) -> Print:
    """The document of a bundle, ready to be drawn."""
    return Print(f"{year}-{bundle.name}", Document(bundle.title, tuple(bundle.sheets), game=game), style)


def read_paper(
    texts: Iterable[tuple[str, str]],
    problems: Sequence[UnreadCell],
    other_pages: tuple[int, ...],
    warnings: tuple[str, ...] = (),
) -> ReadPaper:
    """The chart files by team code; none of them if any cell could not be read."""
    charts = () if problems else tuple(ReadChart(file_name(code, ".json"), text) for code, text in texts)
    return ReadPaper(charts, tuple(asdict(each) for each in problems), other_pages, warnings)


def unread_cells(code: Code, problems: Sequence[UnreadCell]) -> list[Finding]:
    """The same problems as findings of a validator."""
    return [
        replace(code.finding(f"{each.what.rstrip('.')}."), place=each.cell, cell=f"page {each.page}")
        for each in problems
    ]
