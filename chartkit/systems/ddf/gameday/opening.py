"""Before the kickoff: charts, options, coaches and dice for a new game; the check of a recorded one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from chartkit import builds, systems
from chartkit.errors import InputError
from chartkit.findings import JsonSource
from chartkit.pages import Report
from chartkit.systems.base import ExampleVerdict, Progress
from chartkit.systems.ddf.charts import GenericCharts, TeamChart, generic_from_json, team_from_json
from chartkit.systems.ddf.coaches.computer import ComputerCoach, SituationCoach, SolitaireCoach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.coaches.winning import chances_of
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.decisions import Ask
from chartkit.systems.ddf.engine.events import event_from_json
from chartkit.systems.ddf.engine.matchup import Matchup, matchup
from chartkit.systems.ddf.engine.state import OVER
from chartkit.systems.ddf.engine.table import GameLog, Table, resumed
from chartkit.systems.ddf.gameday.game import FORMAT, Game
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import rules_with
from chartkit.systems.ddf.validate import load_coach, load_season, load_team_chart, validate_game
from chartkit.systems.game_files import SEASON_FILE, build_around, refuse_unsound
from chartkit.systems.replayed import ReplayedReferee
from chartkit.systems.table import HUMAN, GameOption, GameOrder, listed

SOLITAIRE, SITUATION, SHARP = "solitaire", "situation", "sharp"
COACHES = (SOLITAIRE, SITUATION, SHARP, HUMAN)
#: What a game file must have.
_PARTS: dict[str, type] = {"charts": dict, "generic": dict, "options": dict, "events": list}
_FOLDER, _LEAGUE = "coaches", "LEAGUE.json"


@dataclass(frozen=True, slots=True)
class Kit:
    """One team, ready to play; without a build around the chart there are no generic charts and no coach files."""

    chart: TeamChart
    generic: GenericCharts | None
    coach: Path | None
    league: Path | None
    #: The folder of the build around the chart; it may hold none of its files.
    build: Path
    #: `#rrggbb`, or empty.
    colour: str = ""


@cache
def _season_generic(path: Path) -> GenericCharts:
    return load_season(path).generic


def kit(name: str, build: Path | None) -> Kit:
    """Load a chart and the files of its build; a chart that breaks the rules is refused with all findings."""
    path = systems.chart_of(name, build, game="ddf")
    around = build or build_around(path)
    with builds.opened(around):
        return _kit(load_team_chart(path), path.stem, around)


def kit_around(chart: TeamChart, build: Path | None) -> Kit:
    """A given chart with the files of its season's build."""
    return _kit(chart, chart.team.code, build or systems.build_folder(chart.season))


def _kit(chart: TeamChart, name: str, around: Path) -> Kit:
    season = around / SEASON_FILE
    own, league = (around / _FOLDER / file for file in (f"{name}.json", _LEAGUE))
    return Kit(
        chart=chart,
        generic=_season_generic(season) if season.is_file() else None,
        coach=own if own.is_file() else None,
        league=league if league.is_file() else None,
        build=around,
        colour=systems.team_colour(around, chart.season, chart.team.code, chart.team.name),
    )


@cache
def coach_table(own: Path | None, league: Path | None) -> CoachTable:
    """The team's table, the league's, or the one that ships with chartkit."""
    common = _loaded(league) if league else shipped_data("coach_league.json")
    return CoachTable.from_json(_loaded(own) if own else common, common)


@cache
def _loaded(path: Path) -> Mapping[str, Any]:
    return load_coach(path)


def computer_coach(
    name: str, chart: TeamChart, table: CoachTable | None, opponent: CoachTable | None, seed: int | str
) -> ComputerCoach:
    """One of the computer coaches; the tables are only needed by the situation coach."""
    if name == SOLITAIRE:
        return SolitaireCoach(chart.supplement, seed)
    if name == SITUATION:
        assert table is not None
        return SituationCoach(table, seed, opponent)
    if name == SHARP:
        # numpy is heavy.
        from chartkit.systems.ddf.coaches.sharp import SharpCoach

        return SharpCoach(seed)
    raise InputError(f"there is no coach {name!r}.", remedy=f"The coaches are {', '.join(COACHES)}.")


# Games.


def new_game(order: GameOrder) -> Game:
    """Everything found, checked and laid out."""
    away, home = kit(order.away, order.build), kit(order.home, order.build)
    preset = Options.basic() if order.preset == "basic" else Options.advanced()
    # R3.9: each team plays by its own season's charts.
    generic = {team.chart.season: team.generic for team in (away, home) if team.generic is not None}
    table = matchup(home.chart, away.chart, generic, preset.with_settings(order.options))
    names = order.coached(_best(home), _best(away))
    return _seated(table, order.seed, (home, away), names, order, typed_dice=order.typed_dice)


def _seated(
    table: Matchup,
    seed: int | str | None,
    kits: tuple[Kit, Kit],
    names: tuple[str, str],
    order: GameOrder,
    *,
    typed_dice: bool,
) -> Game:
    """Coaches and dice for a game; a person's seat stays empty."""

    around = order.build or kits[0].build

    def computer(team: int, name: str) -> ComputerCoach:
        own = other = None
        if name == SITUATION:
            own, other = (coach_table(each.coach, each.league) for each in (kits[team], kits[1 - team]))
        where = "home" if team == 0 else "away"
        made = computer_coach(name, kits[team].chart, own, other, f"{where} {seed}")
        made.chances = chances_of(around)
        return made

    home, away = (None if name == HUMAN else computer(team, name) for team, name in enumerate(names))
    game = Game(table, seed, (home, away), names, typed_dice=typed_dice, why=order.why)
    game.build = around
    game.file = order.log if game.has_person else None
    game.colours = kits[0].colour, kits[1].colour
    game.stand_in = lambda team: computer(team, _best(kits[team]))
    return game


def _best(team: Kit) -> str:
    """The team's own tables where there are some."""
    return SITUATION if team.coach or team.league else SOLITAIRE


def _same_teams(file: Path, played: Game, order: GameOrder) -> None:
    """Teams named in the order must be those of the file, whose charts are used in any case."""
    for name, chart in ((order.away, played.matchup.away), (order.home, played.matchup.home)):
        if name and kit(name, order.build).chart.team.code != chart.team.code:
            away, home = reversed(played.teams)
            raise InputError(
                f"the game was begun with another chart than {name}: it is {away} at {home}.",
                where=file,
                remedy="Leave the teams out, or give them in the same order.",
            )


class DdfReferee(ReplayedReferee):
    """Data-Driven Football at the table."""

    game = "Data-Driven Football"
    log_format = FORMAT
    new_game = staticmethod(new_game)

    def coaches(self) -> Sequence[str]:
        return COACHES

    def options(self) -> Sequence[GameOption]:
        """Every feature alone, and the house rules (R0.2, R0.6)."""
        return listed(Options.basic(), Options.advanced())

    def is_finished(self, events: Sequence[Any]) -> bool:
        return bool(events) and events[-1].get("phase") == OVER

    # Game files.

    def laid_out(self, source: JsonSource) -> Game:
        data = source.data
        for name, kind in _PARTS.items():
            if not isinstance(data.get(name), kind):
                raise ValueError(f"its {name} cannot be read")
        if not all(isinstance(event, dict) for event in data["events"]):
            raise ValueError("its events cannot be read")
        refuse_unsound(source, validate_game(data))
        home, away = (team_from_json(data["charts"][side]) for side in ("home", "away"))
        generic = {
            chart.season: generic_from_json(data["generic"][side])
            for side, chart in (("away", away), ("home", home))
        }
        table = matchup(home, away, generic, Options.from_json(data["options"]), rules_with(data["rules"]))
        seats = data["coaches"]["home"], data["coaches"]["away"]
        game = Game(table, data["seed"], (None, None), seats, typed_dice=data["dice"] == "typed")
        events = enumerate(data["events"], 1)
        game.events = [event_from_json(event, table.codes, number) for number, event in events]
        for ahead, answers in zip(game.ahead, data.get("ahead", ((), ())), strict=True):
            ahead += [(Ask(ask), choice) for ask, choice in answers]
        return game

    def played_again(self, game: Any) -> Table:
        return resumed(GameLog(game.matchup, tuple(game.events)))

    def check(self, game: Game, data: Mapping[str, Any]) -> None:
        """Score, box score and teams."""
        (home, away), place = game.teams, len(game.events)
        score = {home: game.score[0], away: game.score[1]}
        if data["score"] != score:
            raise InputError(f"the file states the score {data['score']}, but its {place} events give {score}.")
        if data["box"] and data["box"] != json.loads(json.dumps(game.box_data())):
            raise InputError(f"the box score in the file does not fit its {place} events.")
        if [data["home"], data["away"], data["season"]] != [home, away, game.matchup.season]:
            raise InputError(f"the file states another game than that of its charts, {away} at {home}.")

    def resumed_game(self, file: Path, order: GameOrder) -> Game:
        """Continue where the file ends, with its charts, coaches and dice; the order may name other coaches."""
        played = self.recorded_game(file)
        _same_teams(file, played, order)
        home, away = (kit_around(chart, order.build) for chart in (played.matchup.home, played.matchup.away))
        names, typed_dice = order.coached(*played.coach_names), order.typed_dice or played.typed_dice
        game = _seated(played.matchup, played.seed, (home, away), names, order, typed_dice=typed_dice)
        game.taken(played.table)
        game.events, game.ahead = played.events, played.ahead
        game.own_rolls, game.reasons = played.own_rolls, played.reasons
        return game

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play worked examples with scripted dice (R35.12)."""
        from chartkit.systems.ddf.engine.examples.judge import judge_all

        return judge_all(data)

    def chances(self, build: Path, games: int, seed: int, progress: Progress) -> Report:
        """The chances to win of a season, by playing from every situation."""
        from chartkit.systems.ddf.chances import make_and_report  # numba is heavy

        return make_and_report(build, games, seed, progress)
