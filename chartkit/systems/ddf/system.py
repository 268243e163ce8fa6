"""Data-Driven Football as a game system: the one object that offers what the game can do.

A method imports its room when it is called if the room loads numpy, pandas, numba or a drawing library: a command
needs one or two of them.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import builds, resources
from chartkit.dice import DiceSet
from chartkit.errors import InputError
from chartkit.findings import Catalogue, Change, Checked, Finding, Severity
from chartkit.systems.base import (
    Cards,
    Charts,
    Classifier,
    Compiled,
    CompileOrder,
    Compiler,
    ExampleVerdict,
    GameSystem,
    Grid,
    HandEdit,
    Progress,
    Referee,
    Workbook,
)
from chartkit.systems.ddf import reports, validate
from chartkit.systems.ddf.charts import TeamChart, column_tables, dice, edits, team_to_json
from chartkit.systems.options import GameOption, listed
from chartkit.systems.table import GameOrder, TableGame
from chartkit.tables import Report, Table

if TYPE_CHECKING:
    from chartkit.league import Simulation
    from chartkit.plays import SeasonPlays

TITLE = "Data-Driven Football"
#: A workbook has some 60 kB, a book of all teams' cards a few megabytes.
_MOST_BYTES = 100_000_000
#: The chart was edited since it was compiled.
_EDITED = "DDF303"
#: Schemas and templates that belong to chartkit and not to this game.
_COMMON = ("paper-template",)


class DDF(GameSystem):
    """Data-Driven Football."""

    name = "ddf"
    title = TITLE

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """Offensive and defensive dice and the d10 (R1)."""
        return {"offensive": dice.OFFENSIVE, "defensive": dice.DEFENSIVE, "d10": dice.D10}

    def charts(self) -> DdfCharts:
        """Validator, result language and odds."""
        return DdfCharts()

    def classifier(self) -> Classifier:
        """Calls and result symbols, and the plays behind a column."""
        from chartkit.systems.ddf.classify import DdfClassifier

        return DdfClassifier()

    def compiler(self) -> DdfCompiler:
        """The compiler."""
        return DdfCompiler()

    def cards(self) -> Cards:
        """Team cards, reference sheets and table gear; and cards read back from PDF."""
        from chartkit.systems.ddf.cards import DdfCards

        return DdfCards()

    def workbook(self) -> Workbook:
        """Charts as Excel workbooks and back."""
        from chartkit.systems.ddf.workbook import DdfWorkbook

        return DdfWorkbook()

    def referee(self) -> DdfReferee:
        """The referee."""
        return DdfReferee()

    def simulation(self) -> Simulation:
        """Games and seasons, compiled or at the table."""
        from chartkit.systems.ddf.seasons.simulation import DdfSimulation

        return DdfSimulation()

    def schemas(self) -> Mapping[str, Path]:
        """The game's schemas stand at the top of the repository, where people look for them."""
        folder = resources.schema("team-chart").parent
        found = {path.name.removesuffix(".schema.json"): path for path in sorted(folder.glob("*.schema.json"))}
        return {name: path for name, path in found.items() if name not in _COMMON and "coachs-call" not in name}

    def templates(self) -> Mapping[str, Path]:
        """The game's templates, beside its schemas."""
        folder = resources.template("ddf-cards.toml").parent
        return {path.name: path for path in sorted(folder.glob("ddf-*.toml"))}


class DdfCharts(Charts):
    """Validator, result language and odds behind the commands."""

    game = TITLE

    def codes(self) -> Catalogue:
        """Every code of the validator."""
        return validate.codes()

    def load(self, path: Path) -> TeamChart:
        """A sound team chart."""
        return validate.load_team_chart(path)

    def tables(self, chart: TeamChart) -> Sequence[Table]:
        """The columns side by side, as the sheets have them."""
        return column_tables(chart)

    def grids(self, data: Mapping[str, Any]) -> Sequence[Grid]:
        """The columns as the sheets have them, and the supplement."""
        from chartkit.systems.ddf.charts.places import grids

        return grids(data)

    def odds_rows(
        self, chart: TeamChart, column: str | None, against: TeamChart | None, build: Path | None
    ) -> Iterable[Mapping[str, Any]]:
        """Exact odds, result by result."""
        return reports.odds_rows(chart, column, against)

    def check(self, path: Path) -> Checked:
        """Validate a chart, a season file, a build, a workbook or a PDF of cards."""
        check = _DOCUMENTS.get(path.suffix.lower())
        if check is None or path.is_dir():
            return _without_explained(validate.check_path(path))
        try:
            _refuse_huge(path)
            return Checked((str(path),), tuple(replace(each, file=str(path)) for each in check(path)))
        except InputError as error:
            found = self.codes()["CK010"].finding(error.what)
            return Checked(
                (str(path),), (replace(found, file=error.where or str(path), remedy=error.remedy or ""),)
            )

    def fix(self, path: Path) -> list[Change]:
        """Mend a chart, a season file or a build; workbooks and cards are left alone."""
        return [] if path.suffix.lower() in _DOCUMENTS else validate.fix_path(path)

    def explain(self, words: Sequence[str]) -> Report:
        """A cell in words."""
        return reports.explain(words)

    def odds(self, chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
        """Exact odds as tables."""
        return reports.odds_report(chart, against, wanted)

    def plot_odds(self, chart: Path, against: Path | None, target: Path) -> None:
        """Exact odds as a picture."""
        reports.draw_odds(chart, against, target)

    def diff(self, old: Path, new: Path) -> Report:
        """Two charts cell by cell."""
        return reports.diff_report(old, new)

    def new_chart(self, team: str, season: int | None, city: str, name: str) -> str:
        """A blank chart to fill in by hand."""
        return reports.blank_text(team, season, city, name)


def _without_explained(checked: Checked) -> Checked:
    """A chart that was edited by hand is no surprise when its edits file says so."""
    found = [each for each in checked.findings if each.code != _EDITED or not edits.is_explained(Path(each.file))]
    return replace(checked, findings=tuple(found))


def _refuse_huge(path: Path) -> None:
    if path.is_file() and (size := path.stat().st_size) > _MOST_BYTES:
        raise InputError(
            f"the file has {size / 1e6:,.0f} MB; no chart has more than {_MOST_BYTES / 1e6:,.0f}.",
            where=str(path),
            remedy="Check that this is the file you meant.",
        )


def _check_workbook(path: Path) -> list[Finding]:
    from chartkit.systems.ddf.workbook import check_workbook

    return check_workbook(path)[1]


def _check_pdf(path: Path) -> list[Finding]:
    from chartkit.systems.ddf.cards import read_file

    cards = read_file(path)
    unread = validate.codes()["DDF290"]
    found = [
        replace(unread.finding(f"{each.what.rstrip('.')}."), place=each.cell, cell=f"page {each.page}")
        for each in cards.problems
    ]
    for chart in cards.charts:
        found += [
            replace(each, cell=f"{chart.season} {chart.team.code}")
            for each in validate.validate_team(team_to_json(chart))
        ]
    return found


_DOCUMENTS: Mapping[str, Callable[[Path], list[Finding]]] = {".xlsx": _check_workbook, ".pdf": _check_pdf}


class DdfCompiler(Compiler):
    """Plays in, charts out."""

    game = TITLE

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Run all stages and write the build."""
        from chartkit.systems.ddf.compile import (
            Layout,
            Options,
            compile_season,
            load_settings,
            summary_tables,
            write_build,
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
        options = Options(
            shrink=order.shrink,
            layout=Layout(order.layout),
            seed=order.seed,
            jobs=order.jobs,
            classify_rules=order.rules,
            penalty_rules=order.penalties,
            edits=order.edits,
            out=order.out,
            teams=order.teams,
            discard_edits=order.discard_edits,
        )
        with builds.sole_writer(order.out):
            compilation = compile_season(plays, load_settings(order.settings), options, progress)
            written = write_build(compilation, order.out, order.teams)
        findings = {str(severity): 0 for severity in Severity}
        for found in compilation.findings.values():
            for finding in found:
                findings[str(finding.severity)] += 1
        return Compiled(
            tuple(written),
            tuple(compilation.notes),
            findings,
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
                where=str(new),
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


class DdfReferee(Referee):
    """Data-Driven Football at the table."""

    game = TITLE

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play worked examples with scripted dice (R35.12)."""
        from chartkit.systems.ddf.engine.examples.run import judge_all

        return judge_all(data)

    def coaches(self) -> Sequence[str]:
        """The computer coaches and the person at the table."""
        from chartkit.systems.ddf.gameday.kit import COACHES

        return COACHES

    def options(self) -> Sequence[GameOption]:
        """Every feature alone, and the house rules (R0.2, R0.6)."""
        from chartkit.systems.ddf.rules.options import Options

        return listed(Options.basic(), Options.advanced())

    def new_game(self, order: GameOrder) -> TableGame:
        """Find charts and coaches, set the table."""
        from chartkit.systems.ddf.gameday.opening import new_game

        return new_game(order)

    def resumed_game(self, file: Path, order: GameOrder) -> TableGame:
        """Go on where a game file ends."""
        from chartkit.systems.ddf.gameday.opening import resumed_game

        return resumed_game(file, order)

    def chances(self, build: Path, games: int, seed: int, told: Progress) -> Report:
        """The chances to win of a season, by playing from every situation."""
        from chartkit.systems.ddf.seasons.chances import make_and_report

        return make_and_report(build, games, seed, told)

    def open_games(self, folder: Path) -> Sequence[Path]:
        """The game files of a folder that are not over."""
        from chartkit.systems.ddf.gameday.opening import open_games

        return open_games(folder)

    def recorded_game(self, file: Path) -> TableGame:
        """A game file to be shown."""
        from chartkit.systems.ddf.gameday.opening import recorded_game

        return recorded_game(file)
