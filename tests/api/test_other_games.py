"""Every game comes through the same functions: the file says which one it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import chartkit as ck
from chartkit import systems


@pytest.fixture
def team(tmp_path: Path) -> ck.Chart:
    """A team of Coach's Call."""
    path = tmp_path / "OWL.json"
    path.write_text(systems.find("coachs-call").charts().new_chart("OWL", 2031, "Oldham", "Owls"), "utf-8")
    return ck.Chart.load(path)


def test_a_chart_is_of_the_game_that_its_file_says(team: ck.Chart) -> None:
    assert (team.game, team.team, team.season, team.title) == ("coachs-call", "OWL", 2031, "2031 Oldham Owls")
    assert team.roster("even").grade("QB") == "B"
    assert ck.validate(team).passed


def test_its_odds_have_the_same_columns(team: ck.Chart, brk: ck.Chart) -> None:
    odds = team.odds("line run")
    assert odds["ways"].sum() == 36 and odds["probability"].sum() == pytest.approx(1)
    assert {"column", "result", "kind", "yards", "ways", "outcomes", "probability"} <= set(brk.odds("B").columns)
    assert set(odds.columns) <= set(brk.odds("B").columns)
    whole = team.odds(against=team).groupby("column")["probability"].sum()
    assert len(whole) > 8 and whole.round(9).eq(1).all()
    with pytest.raises(ck.InputError, match="there is no column"):
        team.odds("moon shot")


def test_it_shows_itself(team: ck.Chart) -> None:
    assert "<td>Quarterback</td>" in team._repr_html_() and "<td>66</td>" in team._repr_html_()


def test_charts_of_two_games_do_not_meet(team: ck.Chart, brk: ck.Chart) -> None:
    with pytest.raises(ck.InputError, match="is a chart of ddf, and 2031 Oldham Owls one of coachs-call"):
        brk.odds("6-SHORT", against=team)
    with pytest.raises(ck.InputError, match="one of coachs-call"):
        ck.play(brk, team)


def test_a_game_that_is_not_installed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "AAA.json"
    path.write_text('{"format": "curling/team@1", "game": "curling"}', "utf-8")
    with pytest.raises(ck.InputError, match="'curling', which is not installed"):
        ck.load(path)


def test_a_season_of_it_is_compiled_played_and_proved(two_teams: Path) -> None:
    season = ck.compile(ck.read_plays(two_teams), system="coachs-call", jobs=1)
    assert season.game == "coachs-call" and len(season) == 2 and ck.validate(season).passed
    away, home = season.values()
    games = ck.simulate(away, home, n=40, jobs=1)
    assert len(games.frame()) == 40 and set(games.probability) == {away.team, home.team, "tie"}
    assert set(ck.season(season, n=2, jobs=1).frame()["team"]) == set(season)
    assert "charts beside the season" in repr(season.report)
