"""Games with people through the API: what a seat sees, legal and illegal answers, taking back, files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.charts import random_chart
from support.coachs_call import roster

from chartkit.api.games import GameTable, new_table, open_table, table_games
from chartkit.errors import ChartkitError, InputError
from chartkit.systems.coachs_call.gameday import CallGame
from chartkit.systems.coachs_call.matchup import Matchup
from chartkit.systems.ddf.charts import team_to_text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for seed, code in ((1, "HOM"), (2, "VIS")):
        (tmp_path / f"{code}.json").write_text(team_to_text(random_chart(seed, code=code)), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ddf(*, away: str = "human", home: str = "solitaire", **more: Any) -> GameTable:
    return new_table("VIS.json", "HOM.json", coaches=(away, home), seed=5, **more)


def coachs_call(folder: Path, *, away: str = "human", home: str = "computer") -> GameTable:
    game = CallGame(Matchup(roster("HOM"), roster("VIS")), 5, (home, away))
    game.file = folder / "call.json"
    return GameTable(game)


def legal(view: dict[str, Any]) -> list[str]:
    return [each["key"] for each in view["prompt"]["choices"] if not each["why_not"] and not each["with_call"]]


def play(table: GameTable, answers: int, seed: int = 1) -> None:
    """Answer so many questions by lot."""
    lot = random.Random(seed)
    for _ in range(answers):
        if not table.asked:
            return
        table.answer(table.asked, lot.choice(legal(table.view(table.asked))))


@pytest.mark.parametrize("game", ["ddf", "coachs-call"])
def test_a_whole_game_is_played_through_the_view(folder: Path, game: str) -> None:
    table = ddf() if game == "ddf" else coachs_call(folder)
    refused, lot = set(), random.Random(3)
    while seat := table.asked:
        view = table.view(seat, since=table.game.play_count - 1)
        json.dumps(view)
        assert view["waiting_for"] == seat == "VIS" and table.view("HOM")["prompt"] is None
        for choice in view["prompt"]["choices"]:
            # Every reason is tried once.
            if choice["why_not"] and choice["why_not"] not in refused:
                refused.add(choice["why_not"])
                with pytest.raises(ChartkitError) as wrong:
                    table.answer(seat, choice["key"])
                assert choice["why_not"] in str(wrong.value)
        table.answer(seat, lot.choice(legal(view)), view["number"])
    view = table.view("VIS")
    lines = table.lines()
    assert view["is_over"] and view["final"].startswith("Final") and refused
    assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))
    assert {side["code"]: side["points"] for side in view["sides"]} == lines[-1]["score"]
    assert all(0 <= place <= 100 for line in lines for place in (line["start"], line["end"]))
    assert table.file is not None
    again = open_table(table.file)
    assert again.lines() == lines and not again.asked


def test_every_rolled_cell_stands_on_a_card(folder: Path) -> None:
    for table in (ddf(home="solitaire", away="solitaire"), coachs_call(folder, away="computer")):
        places = {
            (team, card["title"], heading, row[0]): cell
            for team, cards in table.cards().items()
            for card in cards
            for row in card["rows"]
            for heading, cell in zip(card["headings"], row, strict=True)
        }
        rolls = [roll for line in table.lines() for roll in line["rolls"] if roll["card"]]
        assert len(rolls) > 100
        for roll in rolls:
            assert places[(roll["team"], *roll["card"])] == roll["cell"], roll


def test_neither_seat_sees_the_others_call(folder: Path) -> None:
    table = ddf(home="human")
    while table.view(table.asked)["prompt"]["kind"] != "call":
        play(table, 1)
    offense = table.asked
    table.answer(offense, "4-DRAW")
    defense = table.asked
    assert defense != offense
    for seat in (offense, defense):
        shown = table.view(seat, since=0)
        labels = [choice["key"] for choice in (shown.pop("prompt") or {"choices": ()})["choices"]]
        assert "4-DRAW" not in json.dumps(shown) and "4-DRAW" not in labels
    with pytest.raises(InputError, match="is asked"):
        table.answer(offense, "5-SCREEN")


def test_the_computers_call_comes_with_the_play(folder: Path) -> None:
    table = ddf(away="solitaire", home="human")
    lot = random.Random(1)
    for _ in range(40):
        view = table.view("HOM", since=table.game.play_count)
        assert view["lines"] == []
        answers = legal(view)
        if "A-STANDARD" in answers:
            before = json.dumps({**view, "prompt": None})
            assert not any(play in before for play in ("1-LINE PLUNGE", "6-SHORT", "9-SIDELINE"))
        table.answer("HOM", lot.choice(answers))
    told = table.lines()
    assert any("VIS offense call" in reason for line in told for reason in line["reasons"])


def test_an_answer_is_taken_once(folder: Path) -> None:
    table = ddf()
    number = table.number
    table.answer("VIS", "receive", number)
    with pytest.raises(InputError, match="answered already"):
        table.answer("VIS", "receive", number)
    for line in ("?", "", "save elsewhere.json", "quit", "card all"):
        with pytest.raises(ChartkitError):
            table.answer("VIS", line)
    assert not Path("elsewhere.json").exists()


@pytest.mark.parametrize("game", ["ddf", "coachs-call"])
def test_taking_back_to_a_line_and_the_same_answers_give_the_same_game(folder: Path, game: str) -> None:
    table = ddf() if game == "ddf" else coachs_call(folder)
    play(table, 12)
    before = table.lines()
    play(table, 9, seed=7)
    assert len(table.lines()) > len(before)
    table.undo_to(len(before) + 1)
    assert table.lines() == before
    for wrong in (0, len(before) + 1):
        with pytest.raises(InputError, match="no line"):
            table.undo_to(wrong)
    assert table.file is not None and open_table(table.file).lines() == before


@pytest.mark.parametrize("game", ["ddf", "coachs-call"])
def test_a_computer_plays_on(folder: Path, game: str) -> None:
    table = ddf(home="human") if game == "ddf" else coachs_call(folder, home="human")
    play(table, 8)
    begun = {side["code"]: side["points"] for side in table.view(table.asked)["sides"]}
    table.skip("score")
    lines = table.lines()
    assert lines[-1]["scored"] and lines[-1]["score"] != begun and lines[-2]["score"] == begun
    table.skip("two minutes")
    late = table.view(table.asked)
    if game == "ddf":
        assert late["period"] in ("2nd", "4th") and late["clock"] <= "2:00" and len(late["clock"]) == 4
    else:
        assert late["period"] in ("2nd quarter", "4th quarter") and int(late["clock"].split()[-2]) <= 5
    with pytest.raises(ChartkitError):
        table.skip("tomorrow")
    table.skip("end")
    assert table.view("HOM")["is_over"] and not table.asked


def test_own_dice_are_asked_for_and_marked(folder: Path) -> None:
    table = ddf(typed_dice=True)
    while table.game.play_count < 4:
        prompt = table.view(table.asked)["prompt"]
        if prompt["kind"] == "dice":
            assert prompt["dice"] and len(prompt["totals"]) in (5, 10, 30)
            table.answer("HOM", str(prompt["totals"][0]))
        else:
            play(table, 1)
    assert all(line["own_dice"] for line in table.lines())
    with pytest.raises(InputError, match="own dice"):
        table.skip("end")
    assert table.file is not None
    assert open_table(table.file).lines() == table.lines()


def test_books_odds_and_cards_are_tables(folder: Path) -> None:
    for table in (ddf(), coachs_call(folder)):
        play(table, 15)
        number = next(line["number"] for line in reversed(table.lines()) if line["rolls"] and line["to_gain"])
        for part in (*table.book(), *table.odds(number), *table.cards()["HOM"]):
            json.dumps(part)
            assert part["title"] and all(len(row) == len(part["headings"]) for row in part["rows"])
        play(table, 3)
    assert {"Score", "Scoring", "Team statistics"} <= {part["title"] for part in table.book()}


def test_games_list_their_coaches_and_options(folder: Path) -> None:
    games = table_games()
    assert "human" in games["ddf"]["coaches"] and "computer" in games["coachs-call"]["coaches"]
    options = {each["name"]: each for each in games["ddf"]["options"]}
    assert options["audibles"]["basic"] == "off" and options["audibles"]["advanced"] == "on"
    assert options["goal_line_squeeze"]["choices"] == ("printed", "season", "off")
    assert all(each["about"] for game in ("ddf", "coachs-call") for each in games[game]["options"])
