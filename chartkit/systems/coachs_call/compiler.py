"""The compiler: from a season's plays to team files, season file, tables, report and manifest (16.2, 16.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from chartkit import __version__, builds, files
from chartkit.errors import ChartkitError, InputError
from chartkit.files import dumps
from chartkit.findings import read_json
from chartkit.football.teams import PlainSeason, ScheduledGame, SeasonTeam, record_of
from chartkit.league import TeamFigure
from chartkit.pages import Report, Table, render
from chartkit.plays import SeasonPlays, count_games, named_clubs, schedule_of, season_team, team_means
from chartkit.plays.players import Rated, roles_of
from chartkit.systems.base import Compiled, CompileOrder, Compiler, Progress, by_severity
from chartkit.systems.coachs_call import GAME, TITLE, grades
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.grades import Graded, columns_of, refit
from chartkit.systems.coachs_call.tables import PASSES, RUNS, STATUSES, Tables, standard_tables
from chartkit.systems.coachs_call.teams import (
    BACKS,
    EVEN,
    GRADED_SLOTS,
    RECEIVERS,
    SEASON_FORMAT,
    Grades,
    Team,
    team_checksum,
    team_to_json,
    team_to_text,
)
from chartkit.systems.coachs_call.validate import TABLES_FILE, load_team, validate_team
from chartkit.systems.coachs_call.words import SLOT_NAMES, STATUS_NAMES
from chartkit.systems.publishing import Build, write_files

FORMAT = "chartkit/coachs-call-report@1"
#: Length of an average field goal, for the share that is made.
_FIELD_GOAL = 38


def figures(
    plays: pd.DataFrame,
    rated: Mapping[str, Mapping[str, Rated]],
    graded: Mapping[str, Graded],
    tables: Tables,
) -> list[TeamFigure]:
    """The figures that grades decide on, for rosters of the even status."""
    shares = columns_of(plays).value_counts(normalize=True)
    real = team_means(plays)
    promised: dict[str, dict[str, float]] = {name: {} for name in real}
    for team, own in graded.items():
        grades = own.grades
        carries = {slot: rated[team][slot].rate.plays for slot in BACKS}
        targets = {slot: rated[team][slot].rate.plays for slot in RECEIVERS}
        passer = {"quarterback": grades["QB"], "mobility": grades["MOB"]}
        runs = {slot: {"rusher": grades[slot]} for slot in BACKS}
        throws = {slot: {**passer, "receiver": grades[slot]} for slot in RECEIVERS}
        against = {"defense": grades["DEF"]}
        found = {
            "yards per run": _mixed(tables, RUNS, shares, runs, carries),
            "yards per throw or sack": _mixed(tables, PASSES, shares, throws, targets),
            "completion %": 100 * _mixed(tables, PASSES, shares, throws, targets, what="completed"),
            "yards allowed per play": _mixed(tables, RUNS + PASSES, shares, {"": against}, {"": 1}),
            "yards per scramble": t.mean_yards(tables, "qb_scramble", passer),
            "field goals made %": 100 * t.field_goal_odds(tables, _FIELD_GOAL, {"kicker": grades["K"]}) / 35,
            "gross punt": t.mean_yards(tables, "punt", {"punter": grades["P"]}),
            "punt return": t.mean_yards(tables, "punt_return", {"punt_returner": grades["PR"]}),
        }
        for name, value in found.items():
            promised[name][team] = value
    # Some sources have no scrambles or punt returners at all.
    shown = {"field goals made %": f"field goals made % ({_FIELD_GOAL} yards)"}
    return [TeamFigure(shown.get(name, name), promised[name], own) for name, own in real.items() if own]


def _mixed(
    tables: Tables,
    columns: Sequence[str],
    shares: pd.Series[Any],
    men: Mapping[str, Mapping[str, str]],
    use: Mapping[str, int],
    *,
    what: str = "yards",
) -> float:
    """The mean over columns and men, weighted by how often the league called them and how often they played."""
    weights = {(name, man): shares.get(name, 0.0) * (use[man] + 1) for name in columns for man in men}
    parts = (weight * getattr(t.play_odds(tables, name, men[man]), what) for (name, man), weight in weights.items())
    return float(sum(parts) / sum(weights.values()))


def report_data(
    found: Sequence[TeamFigure], graded: Mapping[str, Mapping[str, Graded]], season: int
) -> dict[str, Any]:
    """The whole report as data: figures, how often each grade was given, how far budgets moved them."""
    given = {
        slot: {grade: sum(own["even"].grades[slot] == grade for own in graded.values()) for grade in "ABCD"}
        for slot in GRADED_SLOTS
    }
    moved = {
        status: round(sum(len(own[status].moved) for own in graded.values()) / max(1, len(graded)), 2)
        for status in STATUSES
    }
    return {
        "format": FORMAT,
        "game": GAME,
        "season": season,
        "figures": [figure.to_json() for figure in found],
        "grades": given,
        "moved": moved,
    }


def summary(data: Mapping[str, Any]) -> Report:
    """The report as tables for a terminal or a page."""

    def shown(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    columns = ("promised", "real", "correlation", "typical_miss")
    figures_table = Table(
        f"What the grades promise, and what the teams of {data['season']} did",
        ("figure", "promised", "real", "likeness", "typical miss"),
        tuple((row["figure"], *(shown(row[name]) for name in columns)) for row in data["figures"]),
        left=frozenset({"figure"}),
        under=(
            "Means over all teams by the odds of the tables, rosters of the even status. Likeness (correlation) is",
            "1 when teams stand apart just as they did; three or four grades cannot come near it.",
        ),
    )
    grades_table = Table(
        "Grades of the even rosters",
        ("slot", "A", "B", "C", "D"),
        tuple((SLOT_NAMES[slot], *(str(own[grade]) for grade in "ABCD")) for slot, own in data["grades"].items()),
        left=frozenset({"slot"}),
    )
    moved = ", ".join(f"{STATUS_NAMES[status]} {number}" for status, number in data["moved"].items())
    return Report(data, (figures_table, grades_table), (f"Grades that the budget moved, of 14 a team: {moved}.",))


def read_summary(build: Path) -> Report:
    """The summary of a build's report."""
    path = build / "report.json"
    data = read_json(path).data
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(
            "this is not a report of this game's compiler.",
            where=path,
            remedy="Make it again with `chartkit compile SEASON --system coachs-call`.",
        )
    return summary(data)


#: Defenders with a name, if all are known.
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
    # A later compile sees from this whether somebody changed the file.
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
    """Copy team files that were changed by hand to `edited/` before they are replaced; a sentence for each."""
    kept_files = []
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
            kept_files.append(f"{file} was changed by hand: kept as {kept}, and not carried over")
    return kept_files


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
    # Games would be played by the tables of an earlier compile.
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
