"""Whole seasons: every play has its place, and the published totals come out."""

import numpy as np
import pytest

from chartkit.systems.ddf.charts import columns as charts
from chartkit.systems.ddf.charts import result
from tests.support.seasons import DEMO, published, real_calls, real_plays

SEASONS = (DEMO, 1999, 2017, 2023)


@pytest.mark.parametrize("season", SEASONS)
def test_every_call_is_one_of_nine_and_legal_at_its_spot(season):
    plays = real_calls(season)
    called = plays[plays.role == "call"]
    assert set(called.call) == set(charts.PLAYS)
    assert not plays[plays.role != "call"].call.notna().any()
    assert not ((called.call == "8-LONG") & (called.line <= 20)).any()
    assert not ((called.call == "7-MEDIUM") & (called.line <= 10)).any()
    assert not ((called.call == "4-DRAW") & (called.line <= 3)).any()


@pytest.mark.parametrize("season", SEASONS)
def test_runs_are_run_calls_and_passes_pass_calls(season):
    plays = real_calls(season)
    stood = plays[(plays.role == "call") & ~plays.wiped]
    is_pass = stood.call.isin(charts.PASSES)
    assert is_pass[stood.play_type == "pass"].all()
    assert (is_pass[stood.play_type == "run"] == (stood.trap[stood.play_type == "run"] == "scramble")).all()


@pytest.mark.parametrize("season", SEASONS)
def test_every_symbol_is_a_cell_that_its_column_may_hold(season):
    plays = real_calls(season)
    offense = plays[plays.column.isin(charts.PLAYS) & plays.symbol.notna()]
    illegal = {
        (column, symbol)
        for column, symbol in set(zip(offense.column, offense.symbol, strict=True))
        if result.parse(symbol).form not in charts.legal_forms("offense", column)
    }
    assert not illegal
    for column, symbol, chart in (
        ("second_column", "second_symbol", "offense"),
        ("return_column", "return_symbol", "special_teams"),
    ):
        some = plays[plays[symbol].notna()]
        pairs = set(zip(some[column], some[symbol], strict=True))
        assert pairs
        assert not {p for p in pairs if result.parse(p[1]).form not in charts.legal_forms(chart, p[0])}


def test_published_philadelphia_run_and_pass_totals_within_one_percent():
    plays = real_calls(2017)
    calls = plays[(plays.season_type == "REG") & (plays.offense == "PHI")].call.dropna()
    sums = published()["play_call_sums"]
    runs, passes = calls.isin(charts.RUNS).sum(), calls.isin(charts.PASSES).sum()
    assert runs == pytest.approx(sums["rush"]["value"], rel=0.01)
    assert passes == pytest.approx(sums["pass"]["value"], rel=0.01)


def test_published_philadelphia_split_by_call_is_near():
    plays = real_calls(2017)
    calls = plays[(plays.season_type == "REG") & (plays.offense == "PHI")].call.value_counts()
    stated = published()["play_call_totals"]
    off = {call: int(calls[call]) - stated[call]["value"] for call in charts.PLAYS}
    assert max(map(abs, off.values())) <= 10, off
    assert sum(map(abs, off.values())) <= 50, off


def test_same_input_same_output_whatever_else_is_in_the_table():
    from chartkit.systems.ddf.classify import NAMES, classify

    plays = real_plays(2017)
    whole = real_calls(2017)
    again = classify(plays.copy())
    assert again[list(NAMES)].equals(whole[list(NAMES)])
    # Bare fouls depend on their own game alone.
    game = plays[plays.game_id == "2017_01_PHI_WAS"]
    alone = classify(game)
    unseen = alone.basis.isin(["situation", "described"]) & alone.trap.isna()
    assert unseen.sum() > 5
    assert np.array_equal(alone.column[unseen].fillna(""), whole.loc[game.index, "column"][unseen].fillna(""))


def test_traps_keep_their_calls_as_the_season_grows():
    from chartkit.systems.ddf.classify import classify

    plays = real_plays(2017)
    whole = real_calls(2017)
    first = plays[plays.week <= 6]
    early = classify(first.copy())
    trapped = early.trap.notna()
    assert trapped.sum() > 500
    assert np.array_equal(early.call[trapped], whole.loc[first.index, "call"][trapped])


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize("side", ["offense", "defense"])
def test_no_team_has_all_its_traps_on_one_call(season, side):
    plays = real_calls(season)
    trapped = plays[(plays.season_type == "REG") & plays.trap.notna() & plays.call.notna()]
    counts = trapped.groupby([side, "call"]).size().unstack(fill_value=0)
    expected = np.outer(counts.sum(axis=1), counts.sum() / counts.sum().sum())
    # What situations alone make of it: far less than the luck of a draw, whose spread is the root of the number.
    assert np.abs(counts - expected).to_numpy().mean() < 0.6 * np.sqrt(expected).mean()


def test_the_likelihood_tables_are_those_of_real_seasons():
    from chartkit.systems.ddf.classify import rules
    from tools import likelihoods

    standard = rules.load_rules()
    found = likelihoods.measure(real_plays(2017), standard)
    assert np.abs(found["situation"] - standard.situation_shares).mean() < 0.015
    assert np.abs(found["result"] - standard.result_shares).mean() < 0.015
    assert "[[situation]]" in likelihoods.toml(found, standard)


@pytest.mark.parametrize("season", SEASONS)
def test_no_team_is_out_of_line(season):
    plays = real_calls(season)
    called = plays[(plays.season_type == "REG") & plays.call.notna()]
    counts = called.groupby(["offense", "call"]).size().unstack(fill_value=0)
    runs, passes = counts[list(charts.RUNS)], counts[list(charts.PASSES)]
    run_shares, pass_shares = runs.div(runs.sum(axis=1), axis=0), passes.div(passes.sum(axis=1), axis=0)
    assert run_shares["4-DRAW"].between(0.03, 0.25).all()
    assert run_shares["1-LINE PLUNGE"].between(0.15, 0.70).all()
    assert pass_shares["6-SHORT"].between(0.35, 0.65).all()
    assert pass_shares["9-SIDELINE"].between(0.06, 0.22).all()
    assert pass_shares["5-SCREEN"].between(0.02, 0.20).all()


@pytest.mark.parametrize("season", [2017, 2023])
def test_taking_out_the_scorers_habit_makes_home_and_road_alike(season, tmp_path):
    from chartkit import resources
    from chartkit.systems.ddf.classify import classify

    as_written = tmp_path / "as-written.toml"
    text = resources.template("ddf-classify.toml").read_text(encoding="utf-8")
    as_written.write_text(text.replace("correct = 1.0", "correct = 0.0"), encoding="utf-8")

    def home_and_road_differ(plays):
        runs = plays[plays.call.isin(charts.RUNS)]
        at_home = runs.posteam.eq(runs.home_team)
        shares = runs.groupby(["posteam", at_home, "call"]).size().unstack(fill_value=0)
        shares = shares.div(shares.sum(axis=1), axis=0)
        return (shares.xs(True, level=1) - shares.xs(False, level=1)).abs().mean().mean()

    written = classify(real_plays(season), rules=as_written)
    assert home_and_road_differ(real_calls(season)) < 0.9 * home_and_road_differ(written)
    assert not (written.basis == "crew").any()


def test_sideline_throws_are_not_defined_by_their_outcome():
    plays = real_calls(2017)
    thrown = plays[(plays.call == "9-SIDELINE") & ~plays.wiped & plays.trap.isna()]
    assert 0.4 < thrown.completed.mean() < 0.6
    assert thrown.star.mean() < 0.3
