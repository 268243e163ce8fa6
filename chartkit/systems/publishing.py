"""What a compile of any game writes: the files of a build, its plays, and the manifest that lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import __version__, builds, files
from chartkit.files import dumps
from chartkit.plays import save_season

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
