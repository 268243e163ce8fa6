"""Seasons played many times, the round trip and what-if as values."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import chartkit as ck


@pytest.fixture(scope="module")
def seasons(season: ck.Season) -> ck.Seasons:
    return ck.season(season, n=12, playoffs=True, seed=3)


def test_a_row_a_team(seasons: ck.Seasons, season: ck.Season) -> None:
    frame = seasons.frame()
    assert set(frame["team"]) == set(season) and len(frame) == 8 and len(seasons) == 12
    assert frame["stages_champion"].sum() == pytest.approx(1)
    assert {"wins_mean", "wins_low", "wins_high", "points_scored", "real_wins", "playoffs"} <= set(frame.columns)
    wins = seasons.wins()
    assert wins.groupby("team")["seasons"].sum().eq(12).all()
    means = wins["wins"].mul(wins["probability"]).groupby(wins["team"]).sum()
    assert means.to_dict() == pytest.approx(frame.set_index("team")["wins_mean"].to_dict())
    assert repr(seasons) == "<Seasons: Season 2031, played 12 times: wins>" and "BRK" in seasons._repr_html_()


def test_runs_are_kept_and_gone_on_with(seasons: ck.Seasons, season: ck.Season, tmp_path: Path) -> None:
    told: list[tuple[float, float | None]] = []
    ck.season(season, n=6, playoffs=True, seed=3, out=tmp_path / "runs")
    more = ck.season(
        season,
        n=12,
        playoffs=True,
        seed=3,
        out=tmp_path / "runs",
        resume=True,
        progress=lambda title, done, wanted: told.append((done, wanted)),
    )
    # Sums depend on the order of the runs in their last digit.
    assert more.wins().equals(seasons.wins())
    assert told[0][0] > 0 and told[-1][0] == told[-1][1]


@pytest.fixture(scope="module")
def proof(season: ck.Season) -> ck.RoundTrip:
    return ck.roundtrip(season, season.plays, n=10)


def test_the_round_trip_has_figures_goals_and_teams(proof: ck.RoundTrip, season: ck.Season) -> None:
    assert {"title", "real", "simulated", "passed"} <= set(proof.frame().columns)
    assert {"goal", "value", "passed"} <= set(proof.goals().columns)
    teams = proof.teams()
    assert set(teams["team"]) == set(season) and set(teams["side"]) == {"for", "against"}
    assert proof.passed == bool(proof.data["passed"])
    assert (
        repr(proof).startswith("<RoundTrip: 2031, played 10 times: ") and "per team and game" in proof._repr_html_()
    )


def test_the_round_trip_is_saved(proof: ck.RoundTrip, season: ck.Season, build: Path, tmp_path: Path) -> None:
    assert [path.name for path in proof.save(tmp_path / "out")] == ["roundtrip.html", "roundtrip.json"]
    assert (tmp_path / "out" / "roundtrip.html").read_text("utf-8") == proof.to_html()
    own = shutil.copytree(build, tmp_path / "own", ignore=shutil.ignore_patterns("print"))
    assert [path.name for path in ck.roundtrip(own, n=2).save()][-1] == "roundtrip.pdf"


def test_other_plays_stand_beside_the_same_charts(season: ck.Season, proof: ck.RoundTrip) -> None:
    source = season.plays.source
    fewer = ck.Plays(replace(source, plays=source.plays[source.plays["week"].lt(10)]))
    other = ck.roundtrip(season, fewer, n=2)
    assert other.frame()["real"].tolist() != proof.frame()["real"].tolist()


def test_plays_of_another_season_or_of_fewer_teams_are_refused(season: ck.Season, two_teams: Path) -> None:
    pair = ck.read_plays(two_teams)
    with pytest.raises(ck.InputError, match="have no game of"):
        ck.roundtrip(season, pair, n=2)
    with pytest.raises(ck.InputError, match="the plays of 2032"):
        ck.roundtrip(season, ck.Plays(replace(pair.source, season=2032)), n=2)


def test_what_a_change_does_is_a_frame(season: ck.Season, brk: ck.Chart) -> None:
    cells = {f"offense.columns.6-SHORT.{total}": "40" for total in range(20, 30)}
    effect = ck.whatif(season, charts=[brk.edit(cells)], n=6)
    frame = effect.frame()
    points = frame.query("team == 'BRK' and statistic == 'points'")
    assert points["difference"].item() > 0
    assert frame["team"].isna().any() and {"before", "after", "error"} <= set(frame.columns)
    same = ck.whatif(season, {f"BRK:{cell}": value for cell, value in cells.items()}, n=6)
    assert same.data == effect.data
    assert "BRK" in repr(effect) and "effect of the change" in effect._repr_html_()
    with pytest.raises(ck.InputError, match="nothing is changed"):
        ck.whatif(season, n=2)
    with pytest.raises(ck.ChartkitError):
        ck.whatif(season, ["BRK:offense.columns.6-SHROT.27=12"], n=2)
