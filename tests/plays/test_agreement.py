"""Real seasons: reading the words alone gives the official columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from chartkit.plays import agreement, agreement_page, sources

PBP = Path(__file__).parents[2].parent / "shared" / "data" / "pbp"
needs_seasons = pytest.mark.skipif(not PBP.is_dir(), reason="the real seasons are not on this machine")


def season_file(season: int) -> Path:
    return PBP / f"play_by_play_{season}.csv.gz"


@needs_seasons
def test_2017_agrees_in_every_figure_on_995_of_1000_plays_and_of_the_plays_concerned():
    (season,) = agreement.season_agreements(season_file(2017))
    assert season.plays > 45_000
    low = {figure.name: figure.agreement for figure in season.figures if figure.agreement < 99.9}
    assert low == {}
    rare = {f.name: f.agreement_concerned for f in season.figures if f.agreement_concerned < 99.5}
    assert set(rare) <= {"bad snap"}
    assert "the file keeps what an overturned ruling had said" in agreement_page([season])


@needs_seasons
@pytest.mark.parametrize("year", [1999, 2016, 2022, 2023])
def test_other_seasons_agree_as_well(year: int):
    (raw,) = sources.source_of(season_file(year)).read(season_file(year), None)
    games = raw.rows["game_id"].unique()[::8]
    rows = raw.rows[raw.rows["game_id"].isin(games) & raw.rows["desc"].notna()]
    season = agreement.compare(year, rows)
    # In 1999 the text tells the side of a throw without its depth, and the columns then drop it.
    allowed = {"pass location"} if year == 1999 else set()
    low = {figure.name: figure.agreement for figure in season.figures if figure.agreement < 99.5}
    assert set(low) <= allowed
