"""The compiler: from a season's plays to team files, season file, tables, report and manifest (16.2, 16.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import __version__, builds, files
from chartkit.errors import ChartkitError, InputError
from chartkit.files import dumps
from chartkit.football.teams import PlainSeason, ScheduledGame, SeasonTeam, record_of
from chartkit.pages import render
from chartkit.plays import count_games, named_clubs, schedule_of, season_team
from chartkit.plays.players import Rated, roles_of
from chartkit.systems.base import Compiled, CompileOrder, Compiler, Progress, by_severity
from chartkit.systems.coachs_call.compile import grades
from chartkit.systems.coachs_call.compile.refit import refit
from chartkit.systems.coachs_call.compile.report import figures, read_summary, report_data, summary
from chartkit.systems.coachs_call.tables import GAME, TITLE, Tables, standard_tables
from chartkit.systems.coachs_call.teams import (
    BACKS,
    EVEN,
    RECEIVERS,
    SEASON_FORMAT,
    Grades,
    Team,
    team_checksum,
    team_to_json,
    team_to_text,
)
from chartkit.systems.coachs_call.validate import TABLES_FILE, load_team, validate_team
from chartkit.systems.publishing import Build, write_files

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.pages import Report
    from chartkit.plays import SeasonPlays

#: Fewer men than this on a defense have a name.
_DEFENSE = sum(grades.DEFENDERS.values())


@dataclass(frozen=True)
class Compilation:
    """A compiled season."""

    source: SeasonPlays
    season: PlainSeason
    teams: Mapping[str, Team]
    #: The tables that it is to be played by.
    tables: Tables
    refitted: bool
    report: Mapping[str, Any]
    notes: tuple[str, ...]

    @property
    def summary(self) -> Report:
        """The report for people."""
        return summary(self.report)


def compile_season(source: SeasonPlays, progress: Progress, *, refitted: bool = False) -> Compilation:
    """Grades for every team and status; with `refitted` also tables of the season's own."""
    plays = source.plays[source.plays["season_type"].eq("REG")].reset_index(drop=True)
    if not plays["play_type"].isin(["run", "pass"]).any():
        raise InputError(
            f"there is no run and no pass in the regular season {source.season}.",
            remedy="Grades are made of plays from scrimmage: look at the source with `chartkit plays`.",
        )
    progress("players", 0, 5)
    roles = roles_of(plays)
    men = grades.slots_of(plays, roles)
    progress("rates", 1, 5)
    rated = grades.rated_slots(roles, men)
    progress("grades", 2, 5)
    tables = standard_tables()
    graded = {
        team: {status: grades.grades_for(own, budget, tables) for status, budget in tables.budgets.items()}
        for team, own in rated.items()
    }
    progress("tables", 3, 5)
    if refitted:
        tables = refit(tables, plays, rated, source.season)
    progress("report", 4, 5)
    even = {team: own[EVEN] for team, own in graded.items()}
    data = report_data(figures(plays, rated, even, tables), graded, source.season)
    schedule = schedule_of(plays)
    clubs = named_clubs(source.teams)
    places = tuple(season_team(team, source.season, clubs) for team in men)
    teams = {
        place.code: _team(place, source.season, men[place.code], rated[place.code], graded[place.code], schedule)
        for place in places
    }
    progress("report", 5, 5)
    season = PlainSeason(source.season, places, schedule)
    return Compilation(source, season, teams, tables, refitted, data, tuple(_notes(source, men, plays)))


def _team(
    place: SeasonTeam,
    season: int,
    men: grades.TeamPlayers,
    rated: Mapping[str, Rated],
    graded: Mapping[str, grades.Graded],
    schedule: tuple[ScheduledGame, ...],
) -> Team:
    budgets = standard_tables().budgets
    team = Team(
        season=season,
        code=place.code,
        city=place.city,
        name=place.name,
        record=record_of(place.code, schedule),
        players=men,
        rosters={status: Grades(budgets[status], own.grades, own.receiving) for status, own in graded.items()},
        source={
            "chartkit": __version__,
            "rates": {
                slot: [own.rate.plays, round(own.rate.own, 3), round(own.percentile, 3)]
                for slot, own in rated.items()
                if not slot.startswith(grades.RECEIVING)
            },
        },
    )
    # By this a later compile tells whether somebody changed the file.
    return replace(team, source={**team.source, "chart_sha256": team_checksum(team)})


def _notes(source: SeasonPlays, men: Mapping[str, grades.TeamPlayers], plays: pd.DataFrame) -> list[str]:
    notes = []
    covered = count_games(source.plays, source.season)
    if covered.missing:
        notes.append(f"partial season: {covered.missing}")
    nameless = [team for team, own in men.items() if not {"QB", *BACKS, *RECEIVERS} <= set(own)]
    if nameless:
        notes.append(f"slots without a name, graded as the league's average: {', '.join(nameless)}")
    if unknown := [
        team for team, own in men.items() if sum(slot[:2] in grades.DEFENDERS for slot in own) < _DEFENSE
    ]:
        notes.append(f"fewer than {_DEFENSE} defenders end plays regularly: {', '.join(unknown)}")
    if plays["air_yards"].isna().mean() > 0.9:
        notes.append("no air yards: the depth of passes is only short or deep")
    return notes


def keep_edited(compilation: Compilation, out: Path, teams: tuple[str, ...]) -> list[str]:
    """Copy team files that were changed by hand to `edited/`, before they are written anew; what was kept."""
    told = []
    for code in teams or compilation.teams:
        file = out / "charts" / files.file_name(code, ".json")
        try:
            team = load_team(file, compilation.tables) if file.is_file() else None
        except ChartkitError:
            team = None
        unchanged = team is not None and team.source.get("chart_sha256") == team_checksum(team)
        if file.is_file() and not unchanged:
            kept = out / "edited" / file.name
            files.write_bytes(kept, file.read_bytes())
            told.append(f"{file} was changed by hand: kept as {kept}, and not carried over")
    return told


def write_build(compilation: Compilation, out: Path, teams: tuple[str, ...]) -> list[Path]:
    """Write every file of a build, or those of some teams; they replace the old ones all together."""
    counts = {
        "teams": len(compilation.teams),
        "games": len(compilation.season.schedule),
        "plays": len(compilation.source.plays),
    }
    build = Build(GAME, compilation.source, {"refit": compilation.refitted}, counts, compilation.notes)
    title = f"{TITLE} {compilation.season.season}: grades beside the season"
    texts = {
        f"charts/{files.file_name(code, '.json')}": team_to_text(compilation.teams[code])
        for code in teams or compilation.teams
    }
    texts |= {
        "season.json": dumps(compilation.season.to_json(SEASON_FORMAT, GAME)),
        "report.json": dumps(compilation.report),
        "report.html": render("tables-report.html", title=title, report=compilation.summary),
    }
    if compilation.refitted:
        texts[TABLES_FILE] = dumps(compilation.tables.data)
    # Tables of an earlier compile would be played by.
    with builds.swapped(out, gone=() if compilation.refitted else (TABLES_FILE,)) as new:
        written = write_files(new, texts, build)
    return [out / path.relative_to(new) for path in written]


class CallCompiler(Compiler):
    """Plays in, grades out."""

    game = TITLE
    read_report = staticmethod(read_summary)

    def compile(self, plays: SeasonPlays, order: CompileOrder, progress: Progress) -> Compiled:
        """Grade all teams and write the build."""
        self.refuse_unknown(plays, order)
        with builds.sole_writer(order.out):
            made = compile_season(plays, progress, refitted=order.refit)
            kept = keep_edited(made, order.out, order.teams)
            written = write_build(made, order.out, order.teams)
        found = (each for team in made.teams.values() for each in validate_team(team_to_json(team), made.tables))
        return Compiled(tuple(written), (*made.notes, *kept), by_severity(found), made.summary, passed=True)
