"""Coach's Call for the league: compiled games, or the table, which plays the same ones record by record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.football.teams import PlainSeason, SeasonTeam
from chartkit.league import Certificate, Changes, Fixture, League, read_certificate
from chartkit.running.stream import begin_numbers, random_below, seed_stream
from chartkit.systems import many_games
from chartkit.systems.coachs_call import GAME, TITLE, validate
from chartkit.systems.coachs_call.coach import Mind, answer, scout
from chartkit.systems.coachs_call.matchup import Matchup
from chartkit.systems.coachs_call.rules.flow import begin, step
from chartkit.systems.coachs_call.rules.game import BASIC, OVER, Options
from chartkit.systems.coachs_call.tables import DATA, Tables
from chartkit.systems.coachs_call.teams import GRADED_SLOTS, Grades, Roster, Slot, Team, statuses, team_to_json
from chartkit.systems.records import NAMES, NUMBER, begin_count, finish_count

# Rules, coach and statistics as machine code (`systems.many_games`).


def _roll(game: Any) -> int:
    number = random_below(game, 36)
    return 10 * (number // 6 + 1) + number % 6 + 1


def play_runs(game: Any, seed: int, season: int, number: int, first_run: int, out: Any, scouting: bool) -> None:
    """One game as often as `out` has rows; the coaches scout each other unless their calls are laid out."""
    if scouting:
        begin(game)
        scout(game)
    for run in range(out.shape[0]):
        seed_stream(game, seed, season, number, first_run + run)
        begin(game)
        begin_count(game)
        while game.phase != OVER:
            begin_numbers(game)
            step(game)
        finish_count(game)
        for team in range(2):
            for place in range(NUMBER):
                out[run, team, place] = game.statistics[team][place]


MACHINE = many_games.Machine(play_runs, Mind, _roll, answer)


# Games of a league.


@dataclass(frozen=True)
class LeagueTeams:
    """What a league plays with; values only, so that it travels to other processes."""

    teams: Mapping[str, Team]
    tables: Tables


class CallSimulation(many_games.TwoWaySimulation):
    """Games and seasons of Coach's Call Football."""

    game = TITLE
    name = GAME
    statistics = NAMES
    engines = {many_games.COMPILED: 4096, many_games.TABLE: 2}  # noqa: RUF012 - the base class says that it is the class's
    machine = MACHINE

    def read_season(self, file: Path) -> PlainSeason:
        return validate.load_season(file)

    def read_charts(self, build: Path, season: Any, teams: Sequence[SeasonTeam]) -> LeagueTeams:
        """Team files, and the tables of the build."""
        tables = validate.build_tables(build)
        files = validate.FILES.chosen_charts(build, [team.code for team in teams])
        return LeagueTeams({code: validate.load_team(path, tables) for code, path in files.items()}, tables)

    def charts_of(self, charts: LeagueTeams, codes: Sequence[str]) -> LeagueTeams:
        return replace(charts, teams={code: charts.teams[code] for code in codes})

    def fingerprint(self, charts: LeagueTeams) -> Any:
        return {
            "teams": {code: team_to_json(team) for code, team in charts.teams.items()},
            "tables": charts.tables.data,
        }

    def rules(self, preset: str) -> Options:
        """The game as it is printed, or the basic one."""
        return BASIC if preset == "basic" else Options()

    def compared(self) -> Mapping[str, Options]:
        """The printed game, then the house settings that stand beside it."""
        return {
            "the printed game": Options(),
            "with the proposed yellow cells": Options(yellow="proposed"),
            "with fresh numbers": Options(numbers="fresh"),
        }

    def certificate(self) -> Certificate:
        return read_certificate(DATA / "certificate.toml")

    def simulator(self, league: League, rules: Any, seed: int, engine: str) -> CallSimulator:
        return CallSimulator(league.season, seed, engine, league.charts, rules)

    def changed(self, league: League, changes: Changes) -> tuple[LeagueTeams, frozenset[str]]:
        """Grades (`PHI:QB=A`), whole teams, or other tables, which touch every team."""
        held: LeagueTeams = league.charts
        teams, touched = dict(held.teams), set()
        if changes.coaches:
            raise InputError("Coach's Call has no coach files to change.", remedy="Change grades, teams or tables.")
        for path in changes.charts:
            if validate.holds_tables(path):
                held = replace(held, tables=validate.load_tables(path))
                touched |= set(teams)
                continue
            team = validate.load_team(path, held.tables)
            if team.code not in teams:
                raise InputError(f"{team.code} is not a team of the league.", where=path)
            teams[team.code] = team
            touched.add(team.code)
        for setting in changes.settings:
            place, _, grade = setting.partition("=")
            name, _, slot = place.partition(":")
            code = league.find_team(name.strip())
            teams[code] = _regraded(teams[code], slot.strip().upper(), grade.strip().upper())
            touched.add(code)
        return replace(held, teams=teams), frozenset(touched)

    def prepare(self) -> None:
        nobody = Roster(2017, "AAA", tuple(Slot(slot, "B") for slot in GRADED_SLOTS), 0)
        MACHINE.play_games([many_games.LoggedFixture(0, Matchup(nobody, nobody))], 0, seed=0, season=2017)


def _regraded(team: Team, slot: str, grade: str) -> Team:
    """A team with one other grade in every roster; the budget is not asked, as this is only tried."""
    if slot not in GRADED_SLOTS:
        raise InputError(f"there is no slot {slot!r}.", remedy=f"The slots are {' '.join(GRADED_SLOTS)}.")
    allowed = "ABCD" if slot.startswith(("RB", "REC")) else "ABC"
    if len(grade) != 1 or grade not in allowed:
        raise InputError(f"{slot} cannot be {grade!r}.", remedy=f"Its grades are {' '.join(allowed)}.")
    rosters = {
        status: Grades(own.points, {**own.grades, slot: grade}, own.receiving)
        for status, own in team.rosters.items()
    }
    return replace(team, rosters=rosters)


@dataclass(frozen=True)
class CallSimulator(many_games.LoggedSimulator):
    """Plays the fixtures of a league."""

    teams: LeagueTeams
    options: Options
    machine = MACHINE

    def matchup_of(self, fixture: Fixture) -> Matchup:
        """The two teams for the strength that their records give them (2.1)."""
        home, away = (self.teams.teams[code] for code in (fixture.home, fixture.away))
        mine, theirs = statuses(home.record, away.record, neutral=fixture.neutral)
        options = replace(self.options, playoff=fixture.playoff)
        return Matchup(home.roster(mine), away.roster(theirs), options, self.teams.tables)
