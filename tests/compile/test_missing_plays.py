"""A season, a team or a kicker without any play of some kind compiles, and notes say what was filled in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.properties import examples

from chartkit.errors import InputError
from chartkit.plays import season_plays
from chartkit.systems.base import CompileOrder
from chartkit.systems.ddf.compile import Compilation, Settings, compile_season, load_settings, write_build

if TYPE_CHECKING:
    from chartkit.plays import SeasonPlays

    Chosen = Callable[[pd.DataFrame], pd.Series[bool]]


def _of_type(*types: str) -> Chosen:
    return lambda plays: plays["play_type"].isin(types)


KINDS: dict[str, Chosen] = {
    "kickoffs": _of_type("kickoff"),
    "kickoff returns": lambda plays: (plays["play_type"] == "kickoff") & ~plays["touchback"],
    "punts": _of_type("punt"),
    "field goals": _of_type("field_goal"),
    "extra points": _of_type("extra_point"),
    "sacks": lambda plays: plays["sack"],
    "scrambles": lambda plays: plays["qb_scramble"],
    "fumbles": lambda plays: plays["fumble"],
    # Declined ones are told in the description alone.
    "penalties": lambda plays: plays["penalty"] | plays["desc"].str.contains("penalty", case=False, na=False),
    "interceptions": lambda plays: plays["interception"],
    "incompletions": lambda plays: (plays["play_type"] == "pass") & ~plays["complete_pass"] & ~plays["sack"],
    "runs": _of_type("run"),
    "passes": _of_type("pass"),
    "touchdowns": lambda plays: plays["touchdown"],
    "first downs": lambda plays: plays["down"] == 1,
    "fourth downs": lambda plays: plays["down"] == 4,
    "the second half": lambda plays: plays["qtr"] > 2,
    "plays near the goal": lambda plays: plays["yardline_100"] <= 25,
}


@pytest.fixture(scope="module")
def league(two_teams: Path) -> SeasonPlays:
    return season_plays(2031, [two_teams])


@pytest.fixture(scope="module")
def quick(quick_settings: Path) -> Settings:
    made = load_settings(quick_settings)
    return replace(made, fit=replace(made.fit, violations=replace(made.fit.violations, rounds=0)))


def _compiled(league: SeasonPlays, dropped: pd.Series[bool], quick: Settings) -> Compilation:
    kept = league.plays[~dropped.to_numpy(dtype=bool)].reset_index(drop=True)
    made = compile_season(replace(league, plays=kept), quick, CompileOrder(Path("no-build")))
    errors = [
        f"{name}: {finding.place}: {finding.message}"
        for name, found in made.findings.items()
        for finding in found
        if str(finding.severity) == "error"
    ]
    assert errors == []
    json.dumps(made.report, allow_nan=False)
    return made


NOTES = {
    "kickoffs": "no deep kickoffs in the season: every kickoff is a touchback",
    "kickoff returns": "no kickoff returns in the season: a return gains 22 yards",
    "punts": "no punts in the season: a punt goes 42 yards",
    "field goals": "no field goals in the season: 80% of all kicks in reach are good",
    "fumbles": "no fumbles in the season: the offense recovers every fumble",
    "penalties": "no penalties in the season: no column has a foul",
    "interceptions": "no interception returns in the season: a return gains 12 yards",
}


# Kinds that have nothing to do with each other are missing together: each compile takes seconds.
@pytest.mark.parametrize(
    "kinds", [("kickoffs", "field goals", "interceptions"), ("kickoff returns", "fumbles"), ("punts", "penalties")]
)
def test_a_season_without_a_kind_of_play_says_what_was_filled_in(
    league: SeasonPlays, quick: Settings, kinds: tuple[str, ...]
) -> None:
    dropped = np.logical_or.reduce([KINDS[kind](league.plays) for kind in kinds])
    notes = _compiled(league, pd.Series(dropped), quick).report["notes"]
    assert {NOTES[kind] for kind in kinds} <= set(notes)


def test_a_team_without_a_kick_gets_the_leagues(league: SeasonPlays, quick: Settings) -> None:
    plays, team = league.plays, str(league.plays["home_team"].iloc[0])
    # Kickoff rows name the receivers as the team in possession.
    kicked = (plays["play_type"] == "kickoff") & (plays["defteam"] == team)
    kicked |= plays["play_type"].isin(["punt", "field_goal", "extra_point"]) & (plays["posteam"] == team)
    notes = _compiled(league, kicked, quick).report["notes"]
    for kind in ("deep kickoffs", "punts", "field goals", "kicked tries"):
        assert f"no {kind} by {team}: the league's are used" in notes


def test_one_game_without_a_returned_kickoff_makes_a_whole_build(
    league: SeasonPlays, quick: Settings, tmp_path: Path
) -> None:
    other = league.plays["game_id"] != league.plays["game_id"].iloc[0]
    made = _compiled(league, other | KINDS["kickoff returns"](league.plays), quick)
    assert len(made.schedule) == 1
    written = write_build(made, tmp_path, ())
    assert {path.name for path in written} >= {"report.html", "season.json", "manifest.json"}


def test_a_season_without_a_play_from_scrimmage_is_one_clear_message(league: SeasonPlays, quick: Settings) -> None:
    with pytest.raises(InputError, match="no run and no pass"):
        _compiled(league, ~league.plays["play_type"].isin(["kickoff", "punt"]), quick)


@given(
    dropped=st.lists(
        st.tuples(st.sampled_from(sorted(KINDS)), st.sampled_from(["all", "home", "away"])), max_size=4
    ),
    one_game=st.booleans(),
)
@settings(examples(4), phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
def test_any_season_compiles_whatever_is_missing(
    league: SeasonPlays, quick: Settings, dropped: list[tuple[str, str]], one_game: bool
) -> None:
    plays = league.plays
    sides = {"home": plays["home_team"].iloc[0], "away": plays["away_team"].iloc[0]}
    gone = (plays["game_id"] != plays["game_id"].iloc[0]) & one_game
    for kind, side in dropped:
        chosen = KINDS[kind](plays).astype(bool)
        gone |= chosen if side == "all" else chosen & (plays["posteam"] == sides[side])
    kept = plays[~gone]
    if not kept["play_type"].isin(["run", "pass"]).any():
        return
    _compiled(league, gone, quick)
