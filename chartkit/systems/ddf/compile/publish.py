"""A build on disk: charts, season, coaches, plays, manifest (and the report beside them)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import __version__, files
from chartkit.json_layout import dumps
from chartkit.plays import table
from chartkit.systems.ddf.chart_json import season_to_text, team_to_text
from chartkit.systems.ddf.compile.report_page import page

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk

MANIFEST_FORMAT = "chartkit/manifest@1"


def write_build(desk: Desk, out: Path, teams: tuple[str, ...]) -> list[Path]:
    """Write every file of a build, or those of some teams; the manifest comes last and lists what is there."""
    written = []
    for code in teams or desk.teams:
        written.append(out / "charts" / f"{code}.json")
        files.write_text(written[-1], team_to_text(desk.charts[code]))
    for code, tables in sorted(desk.coach.items()):
        if not teams or code in (*teams, "LEAGUE"):
            written.append(out / "coaches" / f"{code}.json")
            files.write_text(written[-1], dumps(tables))
    written.append(out / "season.json")
    files.write_text(written[-1], season_to_text(desk.season_chart))
    written.append(out / "plays.parquet")
    table.save(desk.source.plays, written[-1], origin=origin_of(desk))
    written.append(out / "report.json")
    files.write_text(written[-1], dumps(desk.report))
    written.append(out / "report.html")
    files.write_text(written[-1], page(desk.report, desk.squeeze))
    return written


def origin_of(desk: Desk) -> dict[str, Any]:
    """What the plays were read from."""
    return {
        "season": desk.season,
        "files": [
            {"name": file.path.name, "source": file.source, "rows": file.rows, "sha256": file.sha256}
            for file in desk.source.files
        ],
    }


def manifest_of(desk: Desk, out: Path, written: list[Path]) -> dict[str, Any]:
    """Files with checksums, counts, options and versions; nothing that changes from run to run."""
    options = desk.options
    return {
        "format": MANIFEST_FORMAT,
        "game": "ddf",
        "season": desk.season,
        "chartkit": __version__,
        "options": {
            "shrink": options.shrink,
            "layout": str(options.layout),
            "seed": options.seed,
        },
        "source": origin_of(desk)["files"],
        "counts": {
            "teams": len(desk.teams),
            "games": len(desk.schedule),
            "plays": len(desk.plays),
            "calls": len(desk.results),
            "edits": sum(desk.edited.values()),
        },
        "notes": list(desk.notes),
        "files": [
            {"name": path.relative_to(out).as_posix(), "bytes": path.stat().st_size, "sha256": files.sha256(path)}
            for path in sorted(written)
        ],
    }
