"""One game and many games as values."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import chartkit as ck


@pytest.fixture(scope="module")
def game(brk: ck.Chart, wnd: ck.Chart) -> ck.Game:
    return ck.play(wnd, brk, seed=7)


def test_a_game_has_score_box_words_and_plays(game: ck.Game) -> None:
    assert set(game.score) == {"BRK", "WND"} and game.seed == 7
    assert any("kickoff" in line for line in game.play_by_play)
    assert game.box and "TEAM STATISTICS" in str(game)
    last = game.plays.iloc[-1]
    assert {last["home_team"], last["away_team"]} == {"BRK", "WND"}
    scored = game.plays.dropna(subset=["total_home_score"]).iloc[-1]
    assert (scored["total_home_score"], scored["total_away_score"]) == (game.score["BRK"], game.score["WND"])


def test_the_same_seed_gives_the_same_game(game: ck.Game, brk: ck.Chart, wnd: ck.Chart) -> None:
    assert ck.play(wnd, brk, seed=7).data == game.data
    assert ck.play(wnd, brk, seed=8).data["play_by_play"] != game.data["play_by_play"]


def test_teams_are_named_as_in_commands(game: ck.Game, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(build.parent.parent)
    assert ck.play("WND", "brk", seed=7).data == game.data
    assert len(ck.load(build)["WND"].odds("6-SHORT", against="BRK"))
    with pytest.raises(ck.InputError, match="there is no team 'BRX'"):
        ck.play("WND", "BRX")


def test_coaches_and_rules_are_chosen_by_name(brk: ck.Chart, wnd: ck.Chart) -> None:
    game = ck.play(wnd, brk, seed=1, coach="solitaire", options={"audibles": False})
    assert set(game.data["coaches"].values()) == {"solitaire"} and game.data["options"]["audibles"] is False
    both = ck.play(wnd, brk, seed=1, coach=("solitaire", "situation"), basic=True)
    assert both.data["coaches"] == {"WND": "solitaire", "BRK": "situation"}
    with pytest.raises(KeyError, match="Did you mean solitaire"):
        ck.play(wnd, brk, coach="solitare")
    with pytest.raises(KeyError, match="there is no 'human'"):
        ck.play(wnd, brk, coach="human")
    with pytest.raises(ck.InputError):
        ck.play(wnd, brk, options={"audible": False})


def test_an_edited_chart_plays_under_its_own_coach(brk: ck.Chart, wnd: ck.Chart) -> None:
    sure = {
        f"offense.columns.{play}.{total}": "TD"
        for play in brk.offense
        for total in range(10, 40)
        if play[0] in "12"
    }
    game = ck.play(wnd, brk.edit(sure), seed=3)
    assert game.data["coaches"]["BRK"] == "situation"
    assert game.score["BRK"] > ck.play(wnd, brk, seed=3).score["BRK"]


def test_a_game_is_saved_exported_and_loaded(game: ck.Game, tmp_path: Path) -> None:
    again = ck.load(game.save(tmp_path / "game.json"))
    assert isinstance(again, ck.Game) and again.score == game.score
    assert again.play_by_play == game.play_by_play and again.plays.equals(game.plays)
    rows = pd.read_csv(game.export(tmp_path / "game.csv"), low_memory=False)
    assert len(rows) == len(game.plays)
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    data["score"]["BRK"] += 1
    (tmp_path / "game.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(ck.InputError, match="score"):
        ck.load(tmp_path / "game.json")


def test_a_game_shows_itself(game: ck.Game) -> None:
    assert repr(game).startswith("<Game Final: WND ") and repr(game).endswith("seed 7>")
    assert "TEAM STATISTICS" in game._repr_html_()


@pytest.fixture(scope="module")
def games(brk: ck.Chart, wnd: ck.Chart) -> ck.Games:
    return ck.simulate(wnd, brk, n=300, seed=5)


def test_many_games_have_probabilities_and_a_row_a_game(games: ck.Games) -> None:
    assert len(games) == 300 and sum(games.probability.values()) == pytest.approx(1)
    frame = games.frame()
    assert list(frame["run"]) == list(range(300))
    assert (frame["home_points"] - frame["away_points"]).mean() == pytest.approx(games.spread)
    assert (frame["home_points"] + frame["away_points"]).mean() == pytest.approx(games.total)
    assert (frame["home_points"] > frame["away_points"]).mean() == pytest.approx(games.probability["BRK"])
    statistics = games.statistics()
    points = statistics.query("statistic == 'points' and team == 'BRK'")["mean"].item()
    assert frame["home_points"].mean() == pytest.approx(points)
    assert games.margins()["games"].sum() == games.totals()["games"].sum() == 300


def test_many_games_show_themselves(games: ck.Games) -> None:
    assert repr(games) == "<Games: WND at BRK, 2031 charts, 300 games>"
    assert "surely between" in games._repr_html_()


def test_the_teams_can_be_named_in_a_build(games: ck.Games, season: ck.Season, build: Path) -> None:
    assert ck.simulate("WND", "BRK", n=300, seed=5, build=season).data == games.data
    assert ck.simulate("wnd", "brk", n=300, seed=5, build=build, jobs=1).data == games.data
    with pytest.raises(ck.InputError, match="not teams of one build"):
        ck.simulate("WND", "BRK")
    with pytest.raises(ck.InputError, match="XXX"):
        ck.simulate("XXX", "BRK", build=season)


def test_an_edited_chart_is_simulated_in_its_build(brk: ck.Chart, wnd: ck.Chart, games: ck.Games) -> None:
    sure = {
        f"offense.columns.{play}.{total}": "TD"
        for play in brk.offense
        for total in range(10, 40)
        if play[0] in "12"
    }
    assert ck.simulate(wnd, brk.edit(sure), n=300, seed=5).spread > games.spread + 7
    alone = brk.edit(sure)
    with pytest.raises(ck.InputError, match="not teams of one build"):
        ck.simulate(wnd, ck.Chart(alone.game, alone.data, alone.value), n=2)
