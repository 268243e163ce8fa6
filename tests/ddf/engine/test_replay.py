"""The log alone: replay, undo, going on, and logs that somebody has touched."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from support.charts import random_chart, random_generic
from support.games import RandomCoach, game_file, played_game

from chartkit import resources
from chartkit.errors import ChartkitError, InputError, InvalidChartError
from chartkit.systems.ddf.charts import Column, Offense, parse
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import Ball, Chance, Event, Happening, Intent, Points
from chartkit.systems.ddf.engine.matchup import matchup
from chartkit.systems.ddf.engine.table import GameLog, SeededRolls, play, play_game, replay, resumed
from chartkit.systems.ddf.gameday.opening import DdfReferee
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.recorded import TamperedLogError, game_file_text


def test_the_file_alone_replays_to_the_same_bytes(tmp_path: Path) -> None:
    for seed in range(4):
        file = tmp_path / "game.json"
        file.write_text(game_file_text(game_file(played_game(seed))), "utf-8")
        assert game_file_text(DdfReferee().recorded_game(file).file_data()) == file.read_text("utf-8")


def test_the_file_says_who_played_by_what() -> None:
    data = game_file(played_game(1))
    assert data["format"] == "chartkit/game@2" and data["seed"] == 1
    assert {"home", "away", "season", "options", "events", "box", "charts", "generic"} <= set(data)
    assert Options.from_json(data["options"]) == played_game(1).matchup.options


def _touched(event: Event, rng: random.Random) -> Event:
    fields = event._asdict()
    name = rng.choice(sorted(fields))
    value = fields[name]
    changed = value + rng.choice((1, -1)) if isinstance(value, int) else f"{value}?"
    return event._replace(**{name: changed})


@pytest.mark.parametrize("seed", range(12))
def test_a_touched_record_is_refused_where_the_log_stops_fitting(seed: int) -> None:
    log, rng = played_game(seed % 4), random.Random(seed)
    for _ in range(8):
        place = rng.randrange(len(log.events))
        was, events = log.events[place], list(log.events)
        events[place] = _touched(was, rng)
        try:
            replay(GameLog(log.matchup, tuple(events)))
        except TamperedLogError as refused:
            # A consequence is refused where it stands; another choice or roll at the latest where it shows.
            fits = place + 1
            assert refused.number == fits if isinstance(was, Happening | Points | Ball) else refused.number >= fits
        else:
            # The neighbouring total hits an equal cell: that is a game, too.
            assert isinstance(was, Chance) and events[place] == was._replace(total=events[place].total)


def test_a_dropped_or_added_record_is_refused() -> None:
    log = played_game(2)
    place = next(n for n, event in enumerate(log.events) if isinstance(event, Points))
    with pytest.raises(TamperedLogError) as dropped:
        replay(GameLog(log.matchup, (*log.events[:place], *log.events[place + 1 :])))
    assert dropped.value.number == place + 1
    with pytest.raises(TamperedLogError):
        replay(GameLog(log.matchup, (*log.events, log.events[-1])))
    with pytest.raises(TamperedLogError, match="not finished"):
        replay(GameLog(log.matchup, log.events[:-1]))


def test_an_illegal_call_in_the_log_is_refused_with_the_reason() -> None:
    log = played_game(0)
    place = next(n for n, e in enumerate(log.events) if isinstance(e, Intent) and e.ask == "offense call")
    events = list(log.events)
    events[place] = events[place]._replace(choice="10-HAIL MARY")
    with pytest.raises(TamperedLogError, match="HAIL MARY"):
        replay(GameLog(log.matchup, tuple(events)))


def test_undo_is_dropping_records() -> None:
    log = played_game(3)
    balls = [n for n, event in enumerate(log.events) if isinstance(event, Ball)]
    states = [*resumed(log).states[1:], log.final]
    for number in (0, 5, 40, len(balls) - 1):
        assert resumed(GameLog(log.matchup, log.events[: balls[number] + 1])).state == states[number]


def test_a_game_goes_on_where_its_records_end() -> None:
    log = played_game(3)
    place = next(n for n, event in enumerate(log.events[400:], 400) if isinstance(event, Chance))
    coaches = (RandomCoach("x"), RandomCoach("y"))
    table = resumed(GameLog(log.matchup, log.events[:place]), coaches, SeededRolls("other"))
    again = GameLog(log.matchup, tuple(table.events), final=table.play())
    again = replace(again, events=tuple(table.events))
    assert again.events[:place] == log.events[:place]
    assert again.final.phase == "over"
    assert replay(again).final == again.final


def test_what_is_no_game_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"format": "chartkit/team-chart@1"}', "utf-8")
    with pytest.raises(InputError, match="not a game file"):
        DdfReferee().recorded_game(file)
    data = json.loads(game_file_text(game_file(played_game(0))))
    data["events"][5] = {"event": "miracle"}
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(ChartkitError, match="entry 6"):
        DdfReferee().recorded_game(file)


def test_an_unsound_chart_is_refused_before_kickoff_with_the_findings() -> None:
    good = random_chart(1)
    cells = list(good.offense.columns["1-LINE PLUNGE"].cells)
    cells[3] = parse("INC")
    columns = {**good.offense.columns, "1-LINE PLUNGE": Column(10, tuple(cells))}
    bad = replace(good, offense=Offense(columns, good.offense.fumble_recovered))
    coaches = (RandomCoach("a"), RandomCoach("b"))
    with pytest.raises(InvalidChartError, match="1-LINE PLUNGE") as refused:
        play_game(bad, random_chart(2, code="BBB"), random_generic(1), Options.basic(), coaches, SeededRolls(1))
    assert refused.value.findings
    log = play_game(good, random_chart(2, code="BBB"), random_generic(1), Options.basic(), coaches, SeededRolls(1))
    assert log.final.phase == "over"


@pytest.mark.parametrize(("column", "cell"), [("6-SHORT", "DEF 15"), ("1-LINE PLUNGE", "OFF 5")])
def test_a_column_of_nothing_but_penalties_is_refused(column: str, cell: str) -> None:
    good = random_chart(1)
    columns = {**good.offense.columns, column: Column(10, (parse(cell),) * 30)}
    bad = replace(good, offense=Offense(columns, good.offense.fumble_recovered))
    with pytest.raises(InvalidChartError, match=f"{column}.*never end"):
        matchup(bad, random_chart(2, code="BBB"))


def test_the_same_seed_gives_the_same_game() -> None:
    table = matchup(random_chart(1), random_chart(2, code="BBB"), random_generic(1))
    games = [play(table, (RandomCoach("a"), RandomCoach("b")), SeededRolls(9)).events for _ in range(2)]
    assert games[0] == games[1]
    assert col.PLAYS[0] in {event.choice for event in games[0] if isinstance(event, Intent)}


def test_the_file_fits_its_schema() -> None:
    schema = json.loads(resources.schema("game").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(game_file_text(game_file(played_game(1)))))
