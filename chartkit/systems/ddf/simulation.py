"""Data-Driven Football for the league: compiled games, or the same games at the table, event by event.

Also the changes of a what-if: a cell, a whole chart, a coach table.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.errors import InputError, InvalidChartError
from chartkit.findings import failing
from chartkit.football.teams import SeasonTeam
from chartkit.league import Certificate, Changes, Fixture, League, RecordedGame, put_cell, read_certificate
from chartkit.plays.export import GameCard
from chartkit.running.stream import Stream
from chartkit.systems.ddf import charts as c
from chartkit.systems.ddf import validate
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.coaches.winning import ChanceTable, chances_of, shipped_chances
from chartkit.systems.ddf.data import FOLDER
from chartkit.systems.ddf.engine.table import GameLog
from chartkit.systems.ddf.many.games import ENGINE, Teams, lay_out, play_again, play_games
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.scorebook import NAMES, box_page, box_score, nflverse_rows, plays_of, statistics
from chartkit.systems.many_games import COMPILED, TABLE, TwoWaySimulation

LEAGUE = "LEAGUE"
COACH = "coach"
_FORM = "Write TEAM:CELL=VALUE, for example BRK:6-SHORT.27=12 or BRK:supplement.pass_percent=60."


@dataclass(frozen=True)
class LeagueCharts:
    """What the teams of a league play with; values only, so that it travels to other processes."""

    charts: Mapping[str, c.TeamChart]
    generic: c.GenericCharts
    #: Coach files as they were read; a team without one follows its chart's own percentages.
    coaches: Mapping[str, Mapping[str, Any]]
    #: The season's chances to win, by which the coaches decide the end of a game.
    chances: ChanceTable = field(default_factory=shipped_chances)

    def coach_table(self, code: str) -> CoachTable | None:
        """The team's coach table, else the league's, else none."""
        data = self.coaches.get(code) or self.coaches.get(LEAGUE)
        return CoachTable.from_json(data, self.coaches.get(LEAGUE)) if data else None


def changed_charts(league: League, changes: Changes) -> tuple[LeagueCharts, frozenset[str]]:
    """The league's charts with the changes, and the teams whose games they touch."""
    held: LeagueCharts = league.charts
    touched: set[str] = set()
    for path in changes.charts:
        chart = validate.load_team_chart(path)
        code = chart.team.code
        if code not in held.charts:
            raise InputError(f"{code} is not a team of the league.", where=path)
        held = replace(held, charts={**held.charts, code: chart})
        touched.add(code)
    for path in changes.coaches:
        table = validate.load_coach(path)
        code = str(table.get("team") or path.stem)
        if code != LEAGUE and code not in held.charts:
            raise InputError(f"{code} is not a team of the league.", where=path)
        held = replace(held, coaches={**held.coaches, code: table})
        touched |= set(league.codes) if code == LEAGUE else {code}
    for setting in changes.settings:
        held, teams = _set(league, held, setting)
        touched |= teams
    if not touched:
        raise InputError("nothing is changed.", remedy=f"{_FORM} Or name files with --chart or --coach-table.")
    return held, frozenset(touched)


def _set(league: League, held: LeagueCharts, setting: str) -> tuple[LeagueCharts, frozenset[str]]:
    place, equals, text = setting.rpartition("=")
    name, colon, cell = place.partition(":")
    if not colon:
        name, _, words = place.strip().partition(" ")
        words, _, row = words.rpartition(" ")
        cell = f"{words}.{row}" if words else ""
    if not equals or not cell:
        raise InputError(f"{setting!r} is not a change.", remedy=_FORM)
    if name.upper() == LEAGUE and cell.startswith(f"{COACH}."):
        return _set_coach(held, LEAGUE, cell, text), frozenset(league.codes)
    code = league.find_team(name)
    if cell.startswith(f"{COACH}."):
        return _set_coach(held, code, cell, text), frozenset({code})
    data = c.team_to_json(held.charts[code])
    if cell.partition(".")[0] not in data:
        column, _, total = c.find_cell(held.charts[code], cell.split("."))
        cell = ".".join((*column.path, str(total)))
    put_cell(data, cell, text, code, _FORM)
    if wrong := failing(validate.validate_team(data, plausible=False)):
        lines = [f"  {each.code} {each.place}: {each.message}" for each in wrong]
        raise InvalidChartError("\n".join([f"the changed chart of {code} cannot be played:", *lines]), tuple(wrong))
    return replace(held, charts={**held.charts, code: c.team_from_json(data)}), frozenset({code})


def _set_coach(held: LeagueCharts, code: str, cell: str, text: str) -> LeagueCharts:
    if code not in held.coaches:
        raise InputError(
            f"{code} has no coach table.", remedy="Compile the season, or name a file with --coach-table."
        )
    table = copy.deepcopy(dict(held.coaches[code]))
    put_cell(table, cell.removeprefix(f"{COACH}."), text, f"the coach of {code}", _FORM)
    for wrong in validate.validate_coach(table):
        raise InputError(f"{cell}={text} cannot be played: {wrong.message}", remedy=_FORM)
    return replace(held, coaches={**held.coaches, code: table})


CERTIFICATE = "advanced play, the season's squeeze"


class DdfSimulation(TwoWaySimulation):
    """Games and seasons of Data-Driven Football."""

    game = "Data-Driven Football"
    name = "ddf"
    statistics = NAMES
    engines = {COMPILED: 8192, TABLE: 24}  # noqa: RUF012 - the base class says that it is the class's
    machine = ENGINE

    def read_season(self, file: Path) -> c.Season:
        return validate.load_season(file)

    def read_charts(self, build: Path, season: Any, teams: Sequence[SeasonTeam]) -> LeagueCharts:
        """Team charts, common charts and coach tables."""
        files = validate.chosen_charts(build, [team.code for team in teams])
        charts = {code: validate.load_team_chart(path) for code, path in files.items()}
        coaches = {path.stem: validate.load_coach(path) for path in sorted((build / "coaches").glob("*.json"))}
        generic = season.generic or c.standard_generic(season.season)
        return LeagueCharts(charts, generic, coaches, self.read_chances(build))

    def read_chances(self, build: Path) -> ChanceTable:
        """The chances to win by which the coaches decide."""
        return chances_of(build)

    def charts_of(self, charts: LeagueCharts, codes: Sequence[str]) -> LeagueCharts:
        return replace(
            charts,
            charts={code: charts.charts[code] for code in codes},
            coaches={code: data for code, data in charts.coaches.items() if code in codes or code == LEAGUE},
        )

    def fingerprint(self, charts: LeagueCharts) -> Any:
        return {
            "charts": {code: c.team_to_json(chart) for code, chart in charts.charts.items()},
            "generic": c.generic_to_json(charts.generic),
            "coaches": charts.coaches,
            "chances": charts.chances.checksum,
        }

    def rules(self, preset: str) -> Options:
        """Basic play, or advanced play by the very rules that the certificate is for (R0.2)."""
        return Options.basic() if preset == "basic" else self.compared()[CERTIFICATE]

    def compared(self) -> Mapping[str, Options]:
        """The certificate's rules first, then what stands beside it.

        Every third 40-second play takes 30 (R23.7): without it a game has 6% fewer plays than the real league's
        (R32.14).
        """
        advanced = replace(Options.advanced(), goal_line_squeeze="season", third_play_30=True, house_tables=True)
        return {
            CERTIFICATE: advanced,
            "advanced play, the printed squeeze": replace(advanced, goal_line_squeeze="printed"),
            "basic play": Options.basic(),
        }

    def certificate(self) -> Certificate:
        return read_certificate(FOLDER / "proof_figures.toml")

    def simulator(self, league: League, rules: Any, seed: int, engine: str) -> DdfSimulator:
        return DdfSimulator(league, rules, seed, engine)

    def changed(self, league: League, changes: Changes) -> tuple[LeagueCharts, frozenset[str]]:
        """Cells, whole charts and coach tables."""
        return changed_charts(league, changes)

    def prepare(self) -> None:
        nobody = c.blank_chart(2017, c.TeamName("AAA", "", ""))
        play_games(lay_out({"AAA": nobody}, None, self.rules("advanced")), [(0, 0)], 0, seed=0)


def on_neutral_ground(chart: c.TeamChart) -> c.TeamChart:
    """The same team without home-field advantage."""
    if chart.supplement is None:
        return chart
    return replace(chart, supplement=replace(chart.supplement, home_field_advantage=0))


class DdfSimulator:
    """Plays fixtures; the same seed, season, fixture and run always give the same game, on either engine."""

    def __init__(self, league: League, options: Options, seed: int, engine: str = COMPILED) -> None:
        self._season, self._options, self._seed, self._engine = league.season, options, seed, engine
        self._charts: LeagueCharts = league.charts

    def __getstate__(self) -> dict[str, object]:
        """What travels to another process: the teams as numbers, not the tables that they were made of."""
        return {name: value for name, value in self.__dict__.items() if name != "_coaches"}

    @cached_property
    def _coaches(self) -> dict[str, CoachTable]:
        charts = self._charts
        return {code: table for code in charts.charts if (table := charts.coach_table(code)) is not None}

    def _teams(self, *, playoff: bool) -> Teams:
        held, tables = self._charts, dict(self._coaches)
        charts = dict(held.charts)
        if playoff:
            # The last game is on neutral ground; whoever gets there is laid out a second time.
            charts |= {f"{code} neutral": on_neutral_ground(chart) for code, chart in held.charts.items()}
            tables |= {f"{code} neutral": table for code, table in tables.items()}
        return lay_out(charts, held.generic, replace(self._options, playoff=playoff), tables, None, held.chances)

    @cached_property
    def _regular(self) -> Teams:
        return self._teams(playoff=False)

    @cached_property
    def _playoff(self) -> Teams:
        return self._teams(playoff=True)

    def prepare(self, *, playoffs: bool) -> None:
        """Lay the teams out."""
        if self._engine == COMPILED:
            _ = self._regular
            if playoffs:
                _ = self._playoff

    def play(self, fixtures: Sequence[Fixture], runs: Sequence[int]) -> NDArray[np.int16]:
        """Play fixtures in these runs, which follow each other."""
        play = self._compiled if self._engine == COMPILED else self._at_the_table
        counted = np.zeros((len(fixtures), len(runs), 2, len(NAMES)), np.int16)
        for place, fixture in enumerate(fixtures):
            counted[place] = play(fixture, runs)
        return counted

    def _compiled(self, fixture: Fixture, runs: Sequence[int]) -> NDArray[np.int16]:
        teams = self._playoff if fixture.playoff or fixture.neutral else self._regular
        home = f"{fixture.home} neutral" if fixture.neutral else fixture.home
        played: NDArray[np.int16] = play_games(
            teams,
            [(teams.number(home), teams.number(fixture.away))],
            len(runs),
            seed=self._seed,
            season=self._season,
            first_run=runs[0],
            games=[fixture.number],
        )[0]
        return played

    def _at_the_table(self, fixture: Fixture, runs: Sequence[int]) -> NDArray[np.int16]:
        return np.array(
            [
                [[totals[name] for name in NAMES] for totals in statistics(plays_of(self.log(fixture, run).events))]
                for run in runs
            ],
            np.int16,
        )

    def log(self, fixture: Fixture, run: int) -> GameLog:
        """The game of one run with every event, played again at the table with the same numbers."""
        held = self._charts
        home = held.charts[fixture.home]
        charts = {
            fixture.away: held.charts[fixture.away],
            fixture.home: on_neutral_ground(home) if fixture.neutral else home,
        }
        return play_again(
            charts,
            fixture.home,
            fixture.away,
            self._coaches,
            held.generic,
            replace(self._options, playoff=fixture.playoff or fixture.neutral),
            Stream(self._seed, self._season, fixture.number, run),
            chances=held.chances,
        )

    def record(self, fixture: Fixture, run: int) -> RecordedGame:
        """The game of one run with its box score and its plays."""
        log = self.log(fixture, run)
        card = GameCard(fixture.home, fixture.away, self._season, fixture.week, fixture.playoff)
        box = box_score(log)
        home, away = (box["statistics"][code] for code in card.teams)
        page = tuple(box_page(box, card.teams))
        return RecordedGame(log.score, (home, away), page, nflverse_rows(card, plays_of(log.events)))
