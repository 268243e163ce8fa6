"""The compiler of Data-Driven Football behind its commands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit import files
from chartkit.errors import InputError
from chartkit.findings import Severity
from chartkit.json_layout import dumps
from chartkit.systems.compiling import Compiled, CompileOrder, Progress

if TYPE_CHECKING:
    from chartkit.plays.reading import SeasonPlays
    from chartkit.tables import Report


class DdfCompiling:
    """Plays in, charts out."""

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Run all stages and write the build."""
        from chartkit.systems.ddf.compile import settings as settings_file
        from chartkit.systems.ddf.compile.desk import Desk, Options
        from chartkit.systems.ddf.compile.layout import Layout
        from chartkit.systems.ddf.compile.publish import manifest_of, write_build
        from chartkit.systems.ddf.compile.report_text import tables
        from chartkit.systems.ddf.compile.stages import STAGES

        desk = Desk(
            plays,
            settings_file.load(order.settings),
            Options(
                shrink=order.shrink,
                layout=Layout(order.layout),
                seed=order.seed,
                jobs=order.jobs,
                classify_rules=order.rules,
                penalty_rules=order.penalties,
                edits=order.edits,
            ),
            progress,
        )
        held = set(plays.plays["home_team"]) | set(plays.plays["away_team"])
        for unknown in sorted(set(order.teams) - held):
            raise InputError(
                f"there is no team {unknown} in season {plays.season}.",
                remedy=f"The teams are {' '.join(sorted(map(str, held)))}.",
            )
        if not plays.plays["season_type"].eq("REG").any():
            raise InputError(
                f"there is no game of the regular season {plays.season} here, and charts are made of those.",
                remedy="Add the games of the regular season to the plays.",
            )
        for place, stage in enumerate(STAGES):
            progress(stage.name, place, len(STAGES))
            stage.work(desk)
        written = write_build(desk, order.out, order.teams)
        manifest = order.out / "manifest.json"
        files.write_text(manifest, dumps(manifest_of(desk, order.out, written)))
        findings = {str(severity): 0 for severity in Severity}
        for found in desk.findings.values():
            for finding in found:
                findings[str(finding.severity)] += 1
        return Compiled(
            (*written, manifest),
            tuple(desk.notes),
            findings,
            tables(desk),
            bool(desk.report.get("passed", True)),
            tuple(
                f"{team}: {left.edit.cell}: {left.why}" for team, gone in desk.not_applied.items() for left in gone
            ),
        )

    def tune(self, shares: Mapping[str, float], means: Mapping[str, float], options: int) -> Report:
        """The option set calculator."""
        from chartkit.systems.ddf.compile.tuning import tune

        return tune(shares, means, options)

    def edits_from(self, old: Path, new: Path, *, reason: str) -> tuple[str, int, str]:
        """The edits file that makes one chart of another."""
        from chartkit.systems.ddf.compile.editing import edits_text

        return edits_text(old, new, reason)
