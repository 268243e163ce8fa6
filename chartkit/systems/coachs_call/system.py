"""Coach's Call Football as a game system: the one object that offers what the game can do.

Every method imports its room when it is called: most of them load numpy, pandas, numba or a drawing library, and a
command needs one or two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import builds, resources
from chartkit.errors import InputError
from chartkit.findings import Catalogue, Change, Checked, Severity
from chartkit.systems.base import Cards, Charts, Compiled, CompileOrder, Compiler, GameSystem, Grid, Progress

if TYPE_CHECKING:
    from chartkit.dice import DiceSet
    from chartkit.league import Simulation
    from chartkit.plays import SeasonPlays
    from chartkit.systems.base import Referee
    from chartkit.systems.coachs_call.teams import Team
    from chartkit.tables import Report, Table

TITLE = "Coach's Call Football"
_OWN = "coachs-call-"


class CoachsCall(GameSystem):
    """Coach's Call Football."""

    name = "coachs-call"
    title = TITLE

    @property
    def dice(self) -> Mapping[str, DiceSet]:
        """Two six-sided dice, read combined or as a sum (1.2)."""
        from chartkit.dice import DiceSet, Die

        faces = tuple(range(1, 7))
        return {
            "combined": DiceSet("combined", (Die("first", faces, times=10), Die("second", faces))),
            "sum": DiceSet("sum", (Die("first", faces), Die("second", faces))),
        }

    def charts(self) -> CallCharts:
        """Validator, cells in words and odds."""
        return CallCharts()

    def compiler(self) -> CallCompiler:
        """Grades from a season's plays."""
        return CallCompiler()

    def cards(self) -> Cards:
        """Roster sheets, action tables, rare plays, clock strips and reference."""
        from chartkit.systems.coachs_call.cards import CallCards

        return CallCards()

    def referee(self) -> Referee:
        """Games at the table, by computers or people."""
        from chartkit.systems.coachs_call.gameday import CallReferee

        return CallReferee()

    def simulation(self) -> Simulation:
        """Games and seasons, compiled or at the table."""
        from chartkit.systems.coachs_call.simulation import CallSimulation

        return CallSimulation()

    def schemas(self) -> Mapping[str, Path]:
        """The game's schemas stand at the top of the repository, where people look for them."""
        folder = resources.schema(f"{_OWN}team").parent
        return {
            path.name.removesuffix(".schema.json"): path for path in sorted(folder.glob(f"{_OWN}*.schema.json"))
        }

    def templates(self) -> Mapping[str, Path]:
        """The game's templates, beside its schemas."""
        folder = resources.template(f"{_OWN}cards.toml").parent
        return {path.name: path for path in sorted(folder.glob(f"{_OWN}*.toml"))}


class CallCharts(Charts):
    """Team files and tables behind the commands."""

    game = TITLE

    def codes(self) -> Catalogue:
        """Every code of the validator."""
        from chartkit.systems.coachs_call.validate import codes

        return codes()

    def load(self, path: Path) -> Team:
        """A sound team."""
        from chartkit.systems.coachs_call.validate import load_team

        return load_team(path)

    def tables(self, chart: Team) -> Sequence[Table]:
        """The roster of every status side by side."""
        from chartkit.systems.coachs_call.reports import roster_tables

        return roster_tables(chart)

    def grids(self, data: Mapping[str, Any]) -> Sequence[Grid]:
        """Players, and their grades for every status."""
        from chartkit.systems.coachs_call.reports import grids

        return grids(data)

    def odds_rows(
        self, chart: Team, column: str | None, against: Team | None, build: Path | None
    ) -> Iterable[Mapping[str, Any]]:
        """Exact odds of a team's plays, outcome by outcome."""
        from chartkit.systems.coachs_call.reports import odds_rows

        return odds_rows(chart, column, against, build)

    def check(self, path: Path) -> Checked:
        """Validate a team, a season, tables, a build, or a PDF of roster sheets."""
        from chartkit.systems.coachs_call.validate import check_path

        if path.suffix.lower() != ".pdf" or path.is_dir():
            return check_path(path)
        from chartkit.systems.coachs_call.cards import read_file

        try:
            read = read_file(path)
        except InputError as error:
            found = replace(self.codes()["CK010"].finding(error.what), remedy=error.remedy or "")
            return Checked((str(path),), (replace(found, file=error.where or str(path)),))
        unread = self.codes()["CC290"]
        return Checked(
            (str(path),),
            tuple(
                replace(unread.finding(f"{each.what}."), place=each.cell, cell=f"page {each.page}", file=str(path))
                for each in read.problems
            ),
        )

    def fix(self, path: Path) -> list[Change]:
        """Write the right sum of points where only that is wrong."""
        from chartkit.systems.coachs_call.validate import fix_path

        return [] if path.suffix.lower() == ".pdf" else fix_path(path)

    def explain(self, words: Sequence[str]) -> Report:
        """A cell of the tables or a slot of a team in words."""
        from chartkit.systems.coachs_call.reports import explain

        return explain(words)

    def odds(self, chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
        """Exact odds of a team's plays, or of tables."""
        from chartkit.systems.coachs_call.reports import odds_report

        return odds_report(chart, against, wanted)

    def diff(self, old: Path, new: Path) -> Report:
        """Two teams slot by slot, or two files of tables cell by cell."""
        from chartkit.systems.coachs_call.reports import diff_report

        return diff_report(old, new)

    def new_chart(self, team: str, season: int | None, city: str, name: str) -> str:
        """A team to fill in by hand."""
        from chartkit.systems.coachs_call.reports import blank_text

        return blank_text(team, season, city, name)


class CallCompiler(Compiler):
    """Plays in, grades out."""

    game = TITLE

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Grade all teams and write the build."""
        from chartkit.systems.coachs_call.compile import compile_season, keep_edited, write_build
        from chartkit.systems.coachs_call.teams import team_to_json
        from chartkit.systems.coachs_call.validate import validate_team

        held = set(plays.plays["home_team"]) | set(plays.plays["away_team"])
        for unknown in sorted(set(order.teams) - held):
            raise InputError(
                f"there is no team {unknown} in season {plays.season}.",
                remedy=f"The teams are {' '.join(sorted(map(str, held)))}.",
            )
        with builds.sole_writer(order.out):
            made = compile_season(plays, progress, refitted=order.refit)
            kept = keep_edited(made, order.out, order.teams)
            written = write_build(made, order.out, order.teams)
        findings = {str(severity): 0 for severity in Severity}
        for team in made.teams.values():
            for finding in validate_team(team_to_json(team), made.tables):
                findings[str(finding.severity)] += 1
        return Compiled(tuple(written), (*made.notes, *kept), findings, made.summary, passed=True)

    def read_report(self, build: Path) -> Report:
        """The report of a build, as `compile` showed it."""
        from chartkit.systems.coachs_call.compile.report import read_summary

        return read_summary(build)
