"""Before the kickoff: charts, options, coaches and dice for a new game; the check of a recorded one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit.errors import InputError
from chartkit.findings import read_json
from chartkit.systems.ddf.chart import GenericCharts
from chartkit.systems.ddf.gameday.choose import (
    HUMAN,
    SITUATION,
    SOLITAIRE,
    GameCoach,
    chosen_options,
    computer_coach,
)
from chartkit.systems.ddf.gameday.game import Game, Step
from chartkit.systems.ddf.gameday.kit import Kit, coach_table, kit
from chartkit.systems.ddf.referee.log import FORMAT, Recording, recording_from_json
from chartkit.systems.ddf.referee.matchup import Generic, matchup
from chartkit.systems.ddf.referee.replay import Replay, TamperedLogError

if TYPE_CHECKING:
    from chartkit.systems.ddf.gameday.person import Seat
    from chartkit.systems.playing import GameOrder, Person

#: What a game cannot be shown without.
_PARTS: dict[str, type] = {"charts": dict, "generic": dict, "options": dict, "events": list}


def new_game(order: GameOrder, person: Person) -> Game:
    """Everything found, checked and laid out."""
    away, home = kit(order.away, order.build), kit(order.home, order.build)
    table = matchup(home.chart, away.chart, _generic(home, away), chosen_options(order.preset, order.options))
    return _seated(Game(table, order.seed), order, (home, away), person)


def _generic(home: Kit, away: Kit) -> Generic:
    found: dict[int, GenericCharts] = {}
    for team in (away, home):
        if team.generic is not None:
            # R3.9: each team plays by its own season's charts.
            found[team.chart.season] = team.generic
    return found


def _seated(game: Game, order: GameOrder, kits: tuple[Kit, Kit], person: Person) -> Game:
    """Coaches and dice for a game."""
    names = [order.coaches[1 - team] or _best(kits[team]) for team in (0, 1)]
    game.has_person = order.typed_dice or HUMAN in names
    seat = _seat(game, order, person) if game.has_person else None
    coaches: list[GameCoach] = []
    for team, name in enumerate(names):
        seed = f"{'home' if team == 0 else 'away'} {game.seed}"
        if name == HUMAN and seat:
            coaches.append(seat.coach(seed, secret=names == [HUMAN, HUMAN]))
        else:
            table = None
            if name == SITUATION:
                own, other = (coach_table(each.coach, each.league) for each in (kits[team], kits[1 - team]))
                table = own.against(other)
            coaches.append(computer_coach(name, kits[team].chart, table, seed))
    game.coaches, game.coach_names = (coaches[0], coaches[1]), (names[0], names[1])
    game.typed = seat.rolls(game.teams) if order.typed_dice and seat else None
    game.why, game.log = order.why, order.log
    return game


def _seat(game: Game, order: GameOrder, person: Person) -> Seat:
    """The place of somebody who coaches or rolls."""
    from chartkit.systems.ddf.gameday.person import Seat

    def save(path: Path | None) -> None:
        target = path or order.log
        if target is None:
            person.tell("  Save where? Type: save FILE")
            return
        game.save(target)
        person.tell(f"  saved to {target}")

    return Seat(person, save)


def _best(team: Kit) -> str:
    """The team's own tables where there are some."""
    return SITUATION if team.coach or team.league else SOLITAIRE


def recorded_game(file: Path) -> Game:
    """A game file, every record of which follows from those before it."""
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
    data = read_json(file).data
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError("this is no game file.", where=str(file), remedy="`chartkit game --log FILE` writes one.")
    for name, kind in _PARTS.items():
        if not isinstance(data.get(name), kind):
            raise InputError(f"the game file is damaged: its {name} cannot be read.", where=str(file))
    if not all(isinstance(event, dict) for event in data["events"]):
        raise InputError("the game file is damaged: its events cannot be read.", where=str(file))
    return data


def _checked(recording: Recording, data: dict[str, Any], file: Path) -> Game:
    """Play the records again; what the file says about them must follow from them."""
    game = Game(recording.matchup, recording.seed)
    again = Replay(recording.matchup, recording.events)
    before = again.state
    for after, events in again.steps():
        game.steps.append(Step(before, tuple(events)))
        game.state = before = after
    place = len(again.events)
    if place < len(recording.events):
        raise TamperedLogError(place + 1, recording.events[place], "but the play that it begins is not complete")
    home, away = game.teams
    score = {home: game.state.score[0], away: game.state.score[1]}
    if data.get("score") != score:
        raise InputError(f"the file states the score {data.get('score')}, but its {place} events give {score}.")
    log = game.game_log()
    if recording.box and recording.box != json.loads(json.dumps(log.box)):
        raise InputError(f"the box score in the file does not fit its {place} events.")
    return game


def resumed_game(file: Path, order: GameOrder, person: Person) -> Game:
    """Go on where the file ends."""
    game = recorded_game(file)
    away, home = kit(order.away, order.build), kit(order.home, order.build)
    for played, given in ((game.matchup.home, home), (game.matchup.away, away)):
        if played != given.chart:
            raise InputError(
                f"the game was begun with another chart than {given.path}.",
                where=str(file),
                remedy="Give the same two charts in the same order.",
            )
    return _seated(game, order, (home, away), person)
