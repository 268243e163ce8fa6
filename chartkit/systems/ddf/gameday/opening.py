"""Before the kickoff: charts, options, coaches and dice for a new game; the check of a recorded one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.pages import Report
from chartkit.systems.base import ExampleVerdict, Progress, Referee
from chartkit.systems.ddf.charts import GenericCharts
from chartkit.systems.ddf.coaches.chance_table import chances_of
from chartkit.systems.ddf.engine.log import FORMAT, Recording, recording_from_json
from chartkit.systems.ddf.engine.matchup import Generic, Matchup, matchup
from chartkit.systems.ddf.engine.replay import Replay
from chartkit.systems.ddf.engine.state import OVER
from chartkit.systems.ddf.gameday.game import Game
from chartkit.systems.ddf.gameday.kit import (
    COACHES,
    SITUATION,
    SOLITAIRE,
    GameCoach,
    Kit,
    coach_table,
    computer_coach,
    kit,
    kit_around,
)
from chartkit.systems.ddf.gameday.session import Step, rolls_in
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.validate import validate_game
from chartkit.systems.game_files import refuse_unsound
from chartkit.systems.options import GameOption, listed
from chartkit.systems.replaying import TamperedLogError, read_game_file, refuse_changed
from chartkit.systems.table import HUMAN, GameOrder, typed_rolls

#: What a game cannot be shown without.
_PARTS: dict[str, type] = {"charts": dict, "generic": dict, "options": dict, "events": list}


def new_game(order: GameOrder) -> Game:
    """Everything found, checked and laid out."""
    away, home = kit(order.away, order.build), kit(order.home, order.build)
    table = matchup(home.chart, away.chart, _generic(home, away), _options(order))
    names = order.coached(_best(home), _best(away))
    return _seated(table, order.seed, (home, away), names, order, typed_dice=order.typed_dice)


def _options(order: GameOrder) -> Options:
    preset = Options.basic() if order.preset == "basic" else Options.advanced()
    return preset.with_settings(order.options)


def _generic(home: Kit, away: Kit) -> Generic:
    found: dict[int, GenericCharts] = {}
    for team in (away, home):
        if team.generic is not None:
            # R3.9: each team plays by its own season's charts.
            found[team.chart.season] = team.generic
    return found


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

    def computer(team: int, name: str) -> GameCoach:
        own = other = None
        if name == SITUATION:
            own, other = (coach_table(each.coach, each.league) for each in (kits[team], kits[1 - team]))
        where = "home" if team == 0 else "away"
        made = computer_coach(name, kits[team].chart, own, other, f"{where} {seed}")
        made.chances = chances_of(order.build or systems.build_folder(table.season))
        return made

    home, away = (None if name == HUMAN else computer(team, name) for team, name in enumerate(names))
    game = Game(table, seed, (home, away), names, typed_dice=typed_dice, why=order.why)
    game.file = order.log if game.has_person else None
    game.colours = kits[0].colour, kits[1].colour
    game.stand_in = lambda team: computer(team, _best(kits[team]))
    return game


def _best(team: Kit) -> str:
    """The team's own tables where there are some."""
    return SITUATION if team.coach or team.league else SOLITAIRE


def recorded_game(file: Path) -> Game:
    """A game file; every record must follow from those before it."""
    data = _read(file)
    try:
        recording = recording_from_json(data)
        return _checked(recording, data, file)
    except TamperedLogError as misfit:
        raise InputError(f"the log does not fit the rules: {misfit}", where=str(file)) from misfit
    except InputError as wrong:
        raise InputError(wrong.what, where=", ".join(filter(None, (str(file), wrong.where)))) from wrong


def _read(file: Path) -> dict[str, Any]:
    """A game file whose parts are there; the referee looks into them."""
    source = read_game_file(file, FORMAT)
    data: dict[str, Any] = source.data
    for name, kind in _PARTS.items():
        if not isinstance(data.get(name), kind):
            raise InputError(f"the game file is damaged: its {name} cannot be read.", where=str(file))
    if not all(isinstance(event, dict) for event in data["events"]):
        raise InputError("the game file is damaged: its events cannot be read.", where=str(file))
    refuse_unsound(source, validate_game(data))
    return data


def _checked(recording: Recording, data: dict[str, Any], file: Path) -> Game:
    """Play the records again; what the file says about them must follow from them."""
    game = Game(recording.matchup, recording.seed)
    table = data.get("table") or {}
    game.typed_dice = game.session.typed_dice = table.get("dice") == "typed"
    again = Replay(recording.matchup, recording.events)
    steps, before, reasons = [], again.state, iter(table.get("reasons") or ())
    for after, events in again.steps():
        steps.append(Step(before, tuple(events), tuple(next(reasons, ()))))
        before = after
    game.session.own_rolls = typed_rolls(table, rolls_in(recording.events))
    game.session.restore(steps, before)
    place = len(again.memory.events)
    if place < len(recording.events):
        raise again.memory.misfit("but the play that it begins is not complete")
    home, away = game.teams
    score = {home: before.score[0], away: before.score[1]}
    if data.get("score") != score:
        raise InputError(f"the file states the score {data.get('score')}, but its {place} events give {score}.")
    if recording.box and recording.box != json.loads(json.dumps(game.box_data())):
        raise InputError(f"the box score in the file does not fit its {place} events.")
    if [data["home"], data["away"], data["season"]] != [home, away, recording.matchup.season]:
        raise InputError(f"the file states another game than that of its charts, {away} at {home}.")
    refuse_changed(data)
    return game


def resumed_game(file: Path, order: GameOrder) -> Game:
    """Go on where the file ends, by its charts, coaches and dice; the order may name other coaches."""
    played = recorded_game(file)
    session, table = played.session, _read(file).get("table") or {}
    home, away = kit_around(played.matchup.home, order.build), kit_around(played.matchup.away, order.build)
    _same_teams(file, played, order)
    noted = table.get("coaches") or {}
    names = order.coached(noted.get("home") or _best(home), noted.get("away") or _best(away))
    typed_dice = order.typed_dice or table.get("dice") == "typed"
    game = _seated(played.matchup, session.seed, (home, away), names, order, typed_dice=typed_dice)
    game.session.own_rolls = session.own_rolls
    game.session.restore(session.steps, session.state)
    try:
        game.session.take_up(table.get("open") or {}, table.get("own_rolls") or ())
    except (TypeError, ValueError) as wrong:
        raise InputError("the game file is damaged: its open play cannot be read.", where=str(file)) from wrong
    return game


def _same_teams(file: Path, played: Game, order: GameOrder) -> None:
    """Names on the command line must be the file's teams; the charts are the file's in any case."""
    for name, chart in ((order.away, played.matchup.away), (order.home, played.matchup.home)):
        if name and kit(name, order.build).chart.team.code != chart.team.code:
            away, home = reversed(played.teams)
            raise InputError(
                f"the game was begun with another chart than {name}: it is {away} at {home}.",
                where=str(file),
                remedy="Leave the teams out, or give them in the same order.",
            )


class DdfReferee(Referee):
    """Data-Driven Football at the table."""

    game = "Data-Driven Football"
    log_format = FORMAT
    new_game = staticmethod(new_game)
    resumed_game = staticmethod(resumed_game)
    recorded_game = staticmethod(recorded_game)

    def coaches(self) -> Sequence[str]:
        """The computer coaches and the person at the table."""
        return COACHES

    def options(self) -> Sequence[GameOption]:
        """Every feature alone, and the house rules (R0.2, R0.6)."""
        return listed(Options.basic(), Options.advanced())

    def is_finished(self, events: Sequence[Any]) -> bool:
        """The last event says so."""
        return bool(events) and events[-1].get("phase") == OVER

    def examples(self, data: Any) -> Sequence[ExampleVerdict]:
        """Play worked examples with scripted dice (R35.12)."""
        from chartkit.systems.ddf.engine.examples.run import judge_all

        return judge_all(data)

    def chances(self, build: Path, games: int, seed: int, told: Progress) -> Report:
        """The chances to win of a season, by playing from every situation."""
        from chartkit.systems.ddf.seasons.chances import make_and_report  # numba is heavy

        return make_and_report(build, games, seed, told)
