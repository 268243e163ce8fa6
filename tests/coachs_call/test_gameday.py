"""Games at the terminal: words, files, people, and the way out and back as play-by-play."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from support.coachs_call import AnyCoach, roster

from chartkit.errors import InputError
from chartkit.plays import NFLVERSE_COLUMNS, table, totals
from chartkit.systems import records as r
from chartkit.systems.coachs_call.gameday import CallGame, CallReferee
from chartkit.systems.coachs_call.matchup import ROLLS, Matchup
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import Options
from chartkit.systems.logged import COMPUTER, Table, no_draw, seeded_dice
from chartkit.systems.records import NAMES, counted, play_line, rows
from chartkit.systems.table import HUMAN, GameOrder

MATCHUP = Matchup(roster("HOM"), roster("VIS"))
#: Time of possession is counted in boxes here and by the clock of the rows there.
NOT_COUNTED_BACK = {"possession_seconds"}


def any_game(seed: int) -> Table:
    seat = Table(MATCHUP, seeded_dice(seed, ROLLS), (AnyCoach(seed), AnyCoach(-seed)), no_draw)
    seat.play()
    return seat


@pytest.mark.parametrize("seed", range(6))
def test_the_play_by_play_gives_the_statistics_back(seed: int) -> None:
    log = any_game(seed).log()
    made = pd.DataFrame(rows(log))
    assert list(made.columns) == list(NFLVERSE_COLUMNS)
    read = totals.by_game(table.conform(made)).set_index("team")
    counts = counted(log.records, 40)
    for side, code in enumerate(("HOM", "VIS")):
        mine = dict(zip(NAMES, counts[side], strict=True))
        wrong = {
            name: (mine[name], int(read.loc[code, name]))
            for name in totals.STATISTICS
            if name not in NOT_COUNTED_BACK and mine[name] != read.loc[code, name]
        }
        assert not wrong


def test_every_record_has_a_sentence() -> None:
    for seed in range(10, 14):
        for row in any_game(seed).log().records:
            text = MATCHUP.sentence(row)
            assert text and text[0] == text[0].upper() and "  " not in text and text[-1] in ".]", text
            assert play_line(MATCHUP, row)


def test_a_rare_play_without_a_deed_ends_with_its_own_sentence() -> None:
    row = [-1 if place in r.NOTHING_YET else 0 for place in range(len(r.RECORD))]
    row[r.KIND], row[r.RARE] = r.IS_NO_CALL, 0
    assert MATCHUP.sentence(tuple(row)).endswith(".")


def played(**options: object) -> CallGame:
    game = CallGame(Matchup(roster("HOM"), roster("VIS"), Options(**options)), 5, (COMPUTER, COMPUTER))
    game.play(None)
    return game


def test_a_game_file_is_checked_and_shown(tmp_path: Path) -> None:
    game, file = played(), tmp_path / "game.json"
    game.save(file)
    again = CallReferee().recorded_game(file)
    assert (again.final(), again.title, again.is_over) == (game.final(), game.title, True)
    assert list(again.box()) == list(game.box())
    scenes = list(again.scenes(plain=True))
    assert len(scenes) == sum(row[r.ROLL] > 0 for row in game.log.records) and "HOM" in scenes[0].board
    assert not CallReferee().open_games(tmp_path)


def test_a_changed_game_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played().save(file)
    data = json.loads(file.read_text("utf-8"))
    place = next(number for number, event in enumerate(data["events"]) if event[0] == "play" and number > 200)
    data["events"][place][-1] += 7
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(InputError, match=f"event {place + 1} does not fit"):
        CallReferee().recorded_game(file)
    odd = {**data["home"], "slots": [["QB", "Z", "", False]]}
    lame = ({**data, "home": odd}, {**data, "home": {}}, {**data, "tables": {"title": "none"}})
    for broken in ({"format": data["format"]}, {**data, "events": [["roll", "x"]]}, [], *lame):
        file.write_text(json.dumps(broken), "utf-8")
        with pytest.raises(InputError, match="game file"):
            CallReferee().recorded_game(file)


@pytest.mark.parametrize("change", [{"seed": 6}, {"note": "we won"}, {"score": {"HOM": 70, "VIS": 0}}])
def test_what_the_rules_cannot_judge_is_covered_too(tmp_path: Path, change: dict[str, object]) -> None:
    file = tmp_path / "game.json"
    played().save(file)
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    with pytest.raises(InputError, match="changed after it was written"):
        CallReferee().recorded_game(file)


def test_a_person_calls_plays_takes_back_and_goes_on(tmp_path: Path) -> None:
    game = CallGame(MATCHUP, 7, (COMPUTER, HUMAN))
    game.file = tmp_path / "games.json"
    game.begin()
    while game.prompt and "call" not in game.prompt.text:
        game.say("n")
    before = game.play_count
    assert game.say("dance").mistake
    assert "line run" in game.say("?").lines[0]
    assert game.say("short rec2 sideline").is_play
    row = next(row for row in game.log.records[before:] if row[r.CALL] == n.SHORT)
    assert (row[r.PLAYER], row[r.SIDELINE]) == (n.REC1 + 1, 1)
    assert "The last play is taken back." in game.say("undo").lines and game.play_count == before
    assert game.say("line run rec1").mistake, "a back carries"
    game.say("line run rb3")
    view = game.view("VIS")
    assert view.sides[0].code == "VIS" and view.drive_plays
    assert CallReferee().open_games(tmp_path) == [game.file]
    order = GameOrder("", "", 7, coaches=(COMPUTER, COMPUTER))
    again = CallReferee().resumed_game(game.file, order)
    again.play(None)
    assert again.is_over and again.log.events[: len(game.events)] == tuple(game.events)


def test_real_dice_are_typed() -> None:
    game = CallGame(MATCHUP, None, (COMPUTER, COMPUTER), typed_dice=True)
    game.begin()
    assert game.prompt is not None and "Roll" in game.prompt.text
    assert game.say("77").mistake
    game.say("34")
    game.say("34")
    assert [event[1] for event in game.events if event[0] == "roll"] == [34, 34]


def test_dice_change_hands_and_reasons_are_in_the_file(tmp_path: Path) -> None:
    game = CallGame(MATCHUP, 7, (COMPUTER, HUMAN))
    game.file = tmp_path / "game.json"
    game.begin()
    assert game.say("dice yours").mistake
    game.say("dice mine")
    while game.prompt and game.prompt.kind != "dice":
        game.say("short rec1" if game.prompt.kind == "call" else game.prompt.default or game.prompt.choices[0].key)
    before = game.play_count
    game.say("34")
    game.say("dice computer")
    while not game.people or game.play_count < before + 12:
        asked = game.prompt
        assert asked is not None and asked.kind != "dice"
        legal = [each.key for each in asked.choices if not each.why_not]
        game.say(asked.default or ("short rec1" if asked.kind == "call" else legal[0]))
    lines = game.lines()
    assert [line.own_dice for line in lines].count(True) == 1
    reasons = [line.reasons for line in lines]
    assert any("of 100 calls" in why for told in reasons for why in told)
    order = GameOrder("", "", 0)
    for again in (CallReferee().recorded_game(game.file), CallReferee().resumed_game(game.file, order)):
        assert again.lines() == lines[: again.play_count] and again.own_rolls == game.own_rolls
    game.undo_to(1)
    assert not game.own_rolls and not any(line.own_dice for line in game.lines())


def test_options_by_name() -> None:
    assert Options().with_settings(["yellow=proposed", "boxes=35", "injuries=off"]) == Options(
        yellow="proposed", boxes=35, injuries=False
    )
    for wrong in ("colour=red", "yellow=red", "boxes=many", "injuries=perhaps"):
        with pytest.raises(InputError):
            Options().with_settings([wrong])
