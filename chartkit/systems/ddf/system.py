"""Data-Driven Football as a game system: the one object that offers what the game can do.

Its rooms are imported when they are asked for: most of them load numpy, pandas, numba or a drawing library, and a
command needs one or two of them.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from chartkit import builds, resources
from chartkit.dice import DiceSet
from chartkit.errors import InputError
from chartkit.findings import Checked, Finding
from chartkit.pages import Report
from chartkit.systems.base import (
    Compiled,
    CompileOrder,
    Compiler,
    GameSystem,
    HandEdit,
    Progress,
    by_severity,
)
from chartkit.systems.ddf import reports, validate
from chartkit.systems.ddf.charts import TeamChart, column_tables, dice, edits, grids, team_to_json
from chartkit.systems.game_files import FileCharts

if TYPE_CHECKING:
    from chartkit.plays import SeasonPlays

TITLE = "Data-Driven Football"
#: The chart was edited since it was compiled.
_EDITED = "DDF303"
#: Schemas and templates that belong to chartkit and not to this game.
_COMMON = ("paper-template",)


class DDF(GameSystem):
    """Data-Driven Football."""

    name = "ddf"
    title = TITLE
    rooms = MappingProxyType(
        {
            "charts": f"{__name__}:DdfCharts",
            "classifier": "chartkit.systems.ddf.classify:DdfClassifier",
            "compiler": f"{__name__}:DdfCompiler",
            "cards": "chartkit.systems.ddf.cards:DdfCards",
            "workbook": "chartkit.systems.ddf.workbook:DdfWorkbook",
            "referee": "chartkit.systems.ddf.gameday.opening:DdfReferee",
            "simulation": "chartkit.systems.ddf.simulation:DdfSimulation",
        }
    )

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """Offensive and defensive dice and the d10 (R1)."""
        return {"offensive": dice.OFFENSIVE, "defensive": dice.DEFENSIVE, "d10": dice.D10}

    def schemas(self) -> Mapping[str, Path]:
        """All schemas but those of the house and of the second game."""
        found = resources.schemas()
        return {name: path for name, path in found.items() if name not in _COMMON and "coachs-call" not in name}

    def templates(self) -> Mapping[str, Path]:
        """The templates of its sheets."""
        return resources.templates("ddf-")


def _check_files(path: Path) -> Checked:
    """Check files; an edited chart needs no warning if its edits file explains every change."""
    checked = validate.check_path(path)
    found = [each for each in checked.findings if each.code != _EDITED or not edits.is_explained(Path(each.file))]
    return replace(checked, findings=tuple(found))


def _check_workbook(path: Path) -> list[Finding]:
    from chartkit.systems.ddf.workbook import check_workbook

    return check_workbook(path)[1]


def _check_pdf(path: Path) -> list[Finding]:
    from chartkit.systems.ddf.cards import read_file
    from chartkit.systems.publishing import unread_cells

    cards = read_file(path)
    found = unread_cells(validate.codes()["DDF290"], cards.problems)
    for chart in (card.chart for card in cards.cards):
        found += [
            replace(each, cell=f"{chart.season} {chart.team.code}")
            for each in validate.validate_team(team_to_json(chart))
        ]
    return found


class DdfCharts(FileCharts):
    """Validator, result language and odds behind the commands."""

    game = TITLE
    documents = MappingProxyType({".xlsx": _check_workbook, ".pdf": _check_pdf})
    codes = staticmethod(validate.codes)
    load = staticmethod(validate.load_team_chart)
    check_files = staticmethod(_check_files)
    fix_files = staticmethod(validate.fix_path)
    tables = staticmethod(column_tables)
    grids = staticmethod(grids)
    explain = staticmethod(reports.explain)
    odds = staticmethod(reports.odds_report)
    plot_odds = staticmethod(reports.draw_odds)
    diff = staticmethod(reports.diff_report)
    new_chart = staticmethod(reports.blank_text)

    def odds_rows(
        self, chart: TeamChart, column: str | None, against: TeamChart | None, build: Path | None
    ) -> Iterable[Mapping[str, Any]]:
        """Exact odds, result by result."""
        return reports.odds_rows(chart, column, against)


class DdfCompiler(Compiler):
    """Plays in, charts out."""

    game = TITLE

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Run all stages and write the build."""
        from chartkit.systems.ddf.compile import (
            compile_season,
            load_settings,
            summary_tables,
            write_build,
        )

        self.refuse_unknown(plays, order)
        if not plays.plays["season_type"].eq("REG").any():
            raise InputError(
                f"there is no game of the regular season {plays.season} here, and charts are made of those.",
                remedy="Add the games of the regular season to the plays.",
            )
        with builds.sole_writer(order.out):
            compilation = compile_season(plays, load_settings(order.settings), order, progress)
            written = write_build(compilation, order.out, order.teams)
        return Compiled(
            tuple(written),
            tuple(compilation.notes),
            by_severity(each for found in compilation.findings.values() for each in found),
            summary_tables(compilation.report),
            bool(compilation.report.get("passed", True)),
            tuple(
                f"{team}: {left.edit.cell}: {left.why}"
                for team, gone in compilation.not_applied.items()
                for left in gone
            ),
            tuple(compilation.by_hand.told),
        )

    def read_report(self, build: Path) -> Report:
        """The summary of report.json."""
        # The league loads numpy, which a game at the table does without.
        from chartkit.league import read_made
        from chartkit.systems.ddf.compile import summary_tables

        return summary_tables(read_made(build / "report.json", "compile-report", "compile") or {})

    def tune(self, shares: Mapping[str, float], means: Mapping[str, float], options: int) -> Report:
        """The option set calculator."""
        from chartkit.systems.ddf.compile.option_sets import tune

        return tune(shares, means, options)

    def keep_edits(
        self, old: Path, new: Path, *, reason: str, target: Path | None = None, without: Sequence[str] = ()
    ) -> Path:
        """The edits that make one chart of another, in the edits file."""
        before, after = (team_to_json(validate.load_team_chart(path)) for path in (old, new))
        team, season = before["team"]["code"], before["season"]
        if (after["team"]["code"], after["season"]) != (team, season):
            raise InputError(
                f"these are two different charts: {team} {season} and {after['team']['code']} {after['season']}.",
                where=new,
            )
        home = edits.edits_home(season, team, target)
        made = edits.extract(before, after, reason=reason, date=datetime.date.today())
        edits.keep(home, team, season, made, without)
        return home

    def hand_edits(self, season: int, team: str, target: Path | None = None) -> Sequence[HandEdit]:
        """What the edits file of a team says."""
        from chartkit.systems.ddf.charts import edits

        home = edits.edits_home(season, team, target)
        return edits.from_toml(home) if home.is_file() else ()
