"""A build on disk: charts, season, coaches, plays, report and manifest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import __version__, builds, files
from chartkit.files import dumps
from chartkit.plays import save_season
from chartkit.systems.ddf.charts import season_to_text, team_to_text
from chartkit.systems.ddf.compile import saved_fit
from chartkit.systems.ddf.compile.hand_edits import keep_by_hand, write_compiled
from chartkit.systems.ddf.compile.report_page import page

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.stages import Compilation


MANIFEST_FORMAT = "chartkit/manifest@1"


def write_build(compilation: Compilation, out: Path, teams: tuple[str, ...]) -> list[Path]:
    """Write every file of a build, or those of some teams; they replace the old ones all together."""
    with builds.swapped(out) as new:
        keep_by_hand(compilation)
        written = [write_compiled(compilation, out, new, teams or compilation.teams)]
        written += _write_files(compilation, new, teams)
        written.append(new / builds.MANIFEST)
        files.write_text(written[-1], dumps(manifest_of(compilation, new, written[:-1])))
    return [out / path.relative_to(new) for path in written]


def _write_files(compilation: Compilation, out: Path, teams: tuple[str, ...]) -> list[Path]:
    written = []
    for code in teams or compilation.teams:
        written.append(out / "charts" / files.file_name(code, ".json"))
        files.write_text(written[-1], team_to_text(compilation.charts[code]))
    for code, tables in sorted(compilation.coach.items()):
        if not teams or code in (*teams, "LEAGUE"):
            written.append(out / "coaches" / files.file_name(code, ".json"))
            files.write_text(written[-1], dumps(tables))
    written.append(out / "season.json")
    files.write_text(written[-1], season_to_text(compilation.season_chart))
    written.append(out / "plays.parquet")
    save_season(compilation.source, written[-1])
    written.append(out / saved_fit.FILE)
    files.write_text(written[-1], dumps(saved_fit.fit_to_json(compilation)))
    written.append(out / "report.json")
    files.write_text(written[-1], dumps(compilation.report))
    written.append(out / "report.html")
    files.write_text(
        written[-1], page(compilation.report, compilation.squeeze, compilation.settings.tolerance.fewest_plays)
    )
    return written


def manifest_of(compilation: Compilation, out: Path, written: list[Path]) -> dict[str, Any]:
    """Files with checksums, counts, options and versions; nothing that changes from run to run."""
    options = compilation.options
    return {
        "format": MANIFEST_FORMAT,
        "game": "ddf",
        "season": compilation.season,
        "chartkit": __version__,
        "options": {
            "shrink": options.shrink,
            "layout": str(options.layout),
            "seed": options.seed,
        },
        "source": [
            {"name": file.path.name, "source": file.source, "rows": file.rows, "sha256": file.sha256}
            for file in compilation.source.files
        ],
        "counts": {
            "teams": len(compilation.teams),
            "games": len(compilation.schedule),
            "plays": len(compilation.plays),
            "calls": len(compilation.results),
            "edits": sum(compilation.edited.values()),
        },
        "notes": list(compilation.notes),
        "files": [
            {"name": path.relative_to(out).as_posix(), "bytes": path.stat().st_size, "sha256": files.sha256(path)}
            for path in sorted(written)
        ],
    }
