"""The demo season is reproducible, holds together in every column and looks like football."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pandas as pd
import pytest
from support.odd_cases import ODD_CASES

from chartkit.plays import NFLVERSE_COLUMNS as COLUMNS
from tools.demo import season
from tools.demo.league import read_league

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "pbp"
#: By kind of play, the columns that are filled in every row of the real season 2017.
FILLED: dict[str, list[str]] = json.loads((Path(__file__).parent / "always-filled.json").read_text("utf-8"))
SCRIMMAGE = ["run", "pass", "qb_kneel", "qb_spike"]


def test_the_script_makes_the_same_bytes_again(demo_file: Path) -> None:
    kept = demo_file.read_bytes()
    # Bytes 4-7 of a gzip file are its time stamp; builds of zlib differ in how they pack the same text.
    assert kept[4:8] == bytes(4)
    assert gzip.decompress(kept) == season.play_by_play()
    assert demo_file.with_name("demo_2031_teams.csv").read_bytes() == season.clubs()


def test_small_enough_to_travel_with_the_program(demo_file: Path) -> None:
    assert demo_file.stat().st_size < 1_000_000


def test_columns_are_those_of_the_real_files(demo: pd.DataFrame) -> None:
    real = SHARED / "play_by_play_2017.csv.gz"
    assert tuple(demo.columns) == COLUMNS
    if not real.exists():
        pytest.skip("the real seasons are not on this machine")
    with gzip.open(real, "rt", encoding="utf-8") as stream:
        assert tuple(next(csv.reader(stream))) == COLUMNS


def always_filled(plays: pd.DataFrame, kind: str) -> list[str]:
    filled = plays.loc[plays["play_type"].eq(kind)].notna().all()
    return sorted(filled.index[filled])


@pytest.mark.parametrize("kind", FILLED)
def test_empty_cells_are_where_real_files_have_them(demo: pd.DataFrame, kind: str) -> None:
    assert sorted(set(FILLED[kind]) - set(always_filled(demo, kind))) == []


def test_the_real_files_fill_what_is_said_of_them() -> None:
    real = SHARED / "play_by_play_2017.csv.gz"
    if not real.exists():
        pytest.skip("the real seasons are not on this machine")
    known = pd.read_csv(real, low_memory=False)
    assert {kind: always_filled(known, kind) for kind in FILLED} == FILLED


def test_every_club_meets_every_other_at_home_and_away(demo: pd.DataFrame) -> None:
    games = demo.drop_duplicates("game_id")
    assert len(games) == 56
    assert games.groupby("week").size().eq(4).all()
    assert games.groupby(["home_team", "away_team"]).size().eq(1).all()
    assert games["home_team"].value_counts().eq(7).all()
    assert len({team.division for team in read_league().teams}) == 2


def _points(demo: pd.DataFrame) -> pd.Series[float]:
    against = demo["desc"].str.contains("DEFENSIVE TWO-POINT ATTEMPT") & demo["desc"].str.contains(r"SUCCEEDS\.$")
    return (
        6.0 * demo["touchdown"].eq(1)
        + 3.0 * demo["field_goal_result"].eq("made")
        + 1.0 * demo["extra_point_result"].eq("good")
        + 2.0 * demo["two_point_conv_result"].eq("success")
        + 2.0 * demo["safety"].eq(1)
        + 2.0 * against
    )


def test_points_of_the_plays_add_up_to_the_finals(demo: pd.DataFrame) -> None:
    total = demo["total_home_score"] + demo["total_away_score"]
    before = total.groupby(demo["game_id"]).shift(fill_value=0)
    wrong = demo.loc[(total - before) != _points(demo), "desc"]
    assert wrong.tolist() == []
    last = demo.groupby("game_id").tail(1)
    assert last["total_home_score"].eq(last["home_score"]).all()
    assert last["total_away_score"].eq(last["away_score"]).all()
    assert demo["result"].eq(demo["home_score"] - demo["away_score"]).all()
    assert demo["sp"].eq(_points(demo).gt(0)).all()


def test_score_before_each_play_is_the_score_after_the_last(demo: pd.DataFrame) -> None:
    games = demo["game_id"]
    home = demo["total_home_score"].groupby(games).shift(fill_value=0)
    away = demo["total_away_score"].groupby(games).shift(fill_value=0)
    at_home = demo["posteam"].eq(demo["home_team"])
    here = demo["posteam"].notna()
    assert demo.loc[here, "posteam_score"].eq(home.where(at_home, away)[here]).all()
    assert demo.loc[here, "defteam_score"].eq(away.where(at_home, home)[here]).all()
    lead = demo["posteam_score"] - demo["defteam_score"]
    assert demo.loc[here, "score_differential"].eq(lead[here]).all()


def test_clock_only_runs_down_and_matches_the_words(demo: pd.DataFrame) -> None:
    step = demo.groupby(["game_id", "qtr"])["quarter_seconds_remaining"].diff().dropna()
    assert step.le(0).all()
    clock = demo["desc"].str.extract(r"^\((\d*):(\d\d)\) ").dropna()
    seconds = clock[0].replace("", "0").astype(int) * 60 + clock[1].astype(int)
    assert seconds.eq(demo.loc[clock.index, "quarter_seconds_remaining"]).all()
    assert len(clock) > 7000


def _pairs(demo: pd.DataFrame) -> pd.DataFrame:
    """Each play from scrimmage beside the next one, without timeouts and markers between them."""
    plays = demo.loc[demo["play_type"].notna() & ~(demo["timeout"].eq(1) & demo["play_type"].eq("no_play"))]
    after = plays.groupby("game_id").shift(-1)[["posteam", "down", "ydstogo", "yardline_100", "qtr"]]
    pairs = plays.join(after.add_prefix("next_"))
    return pairs.loc[pairs["down"].notna() & pairs["next_down"].notna()]


def test_every_score_and_every_half_is_followed_by_a_kick(demo: pd.DataFrame) -> None:
    pairs = _pairs(demo)
    assert not (pairs["touchdown"].eq(1) | pairs["safety"].eq(1) | pairs["field_goal_result"].eq("made")).any()
    halves = pairs[["qtr", "next_qtr"]].drop_duplicates().itertuples(index=False)
    assert {(int(a), int(b)) for a, b in halves} <= {(q, q) for q in range(1, 6)} | {(1, 2), (3, 4)}


def test_spots_follow_from_the_plays(demo: pd.DataFrame) -> None:
    pairs = _pairs(demo)
    plain = pairs["play_type"].isin([*SCRIMMAGE, "no_play"]) & pairs["fumble"].ne(1) & pairs["interception"].ne(1)
    pairs = pairs.loc[plain]
    own_flag = pairs["penalty_team"].eq(pairs["posteam"])
    flag = pairs["penalty_yards"].fillna(0).where(own_flag, -pairs["penalty_yards"].fillna(0))
    spot = pairs["yardline_100"] - pairs["yards_gained"].fillna(0) + flag
    kept = pairs["next_posteam"].eq(pairs["posteam"])
    expected = spot.where(kept, 100 - spot)
    assert pairs.loc[expected.ne(pairs["next_yardline_100"]), "desc"].tolist() == []


def test_downs_and_distances_follow_from_the_plays(demo: pd.DataFrame) -> None:
    pairs = _pairs(demo)
    pairs = pairs.loc[pairs["play_type"].isin(SCRIMMAGE) & pairs["fumble"].ne(1) & pairs["interception"].ne(1)]
    pairs = pairs.loc[pairs["penalty"].ne(1)]
    kept = pairs["next_posteam"].eq(pairs["posteam"])
    made = pairs["yards_gained"].ge(pairs["ydstogo"])
    assert pairs.loc[made, "next_down"].eq(1).all()
    assert kept[made].all()
    assert pairs["first_down"].eq(made).all()
    short = pairs.loc[~made & pairs["down"].lt(4)]
    assert short["next_down"].eq(short["down"] + 1).all()
    assert short["next_ydstogo"].eq(short["ydstogo"] - short["yards_gained"]).all()
    lost = ~made & pairs["down"].eq(4)
    assert not kept[lost].any()
    assert pairs.loc[lost, "fourth_down_failed"].eq(1).all()


def test_flags_lead_to_the_right_series(demo: pd.DataFrame) -> None:
    pairs = _pairs(demo)
    wiped = pairs.loc[pairs["play_type"].eq("no_play") & pairs["penalty"].eq(1)]
    again = wiped.loc[wiped["first_down"].eq(0)]
    line = again["yardline_100"] - again["ydstogo"]
    assert again["next_down"].eq(again["down"]).all()
    assert again["next_ydstogo"].eq(again["next_yardline_100"] - line).all()
    first = wiped.loc[wiped["first_down"].eq(1)]
    assert first["next_down"].eq(1).all()
    assert first["next_ydstogo"].eq(first["next_yardline_100"].clip(upper=10)).all()
    offset = pairs.loc[pairs["play_type"].eq("no_play") & pairs["penalty"].isna()]
    for column in ("down", "ydstogo", "yardline_100"):
        assert offset[f"next_{column}"].eq(offset[column]).all()


def test_punts_land_where_the_next_drive_starts(demo: pd.DataFrame) -> None:
    pairs = _pairs(demo)
    punts = pairs.loc[
        pairs["play_type"].eq("punt") & pairs[["fumble", "penalty", "punt_blocked"]].eq(0).all(axis=1)
    ]
    own = punts["yardline_100"] - punts["kick_distance"] + punts["return_yards"]
    own = own.where(punts["touchback"].eq(0), 20)
    assert punts["next_yardline_100"].eq(100 - own).all()
    assert punts["next_posteam"].eq(punts["defteam"]).all()
    assert punts["punt_inside_twenty"].eq(own.lt(20)).all()


def test_a_drive_belongs_to_one_team(demo: pd.DataFrame) -> None:
    plays = demo.loc[demo["down"].notna()]
    assert plays.groupby(["game_id", "fixed_drive"])["posteam"].nunique().eq(1).all()
    steps = demo.groupby("game_id")["fixed_drive"].diff().dropna()
    assert steps.isin([0, 1]).all()


@pytest.mark.parametrize("case", ODD_CASES)
def test_odd_case_occurs(demo: pd.DataFrame, case: str) -> None:
    assert ODD_CASES[case](demo).fillna(False).any()


# Per team and game, between what modern professional football gives in its leanest and its richest seasons.
PLAUSIBLE = {
    "points": (20, 25),
    "plays": (61, 66),
    "rushes": (24.5, 28.5),
    "rushing yards": (100, 128),
    "pass attempts": (31, 36.5),
    "completed": (0.60, 0.67),
    "passing yards": (215, 262),
    "intercepted": (0.6, 1.05),
    "sacks": (2.0, 2.9),
    "fumbles lost": (0.4, 0.75),
    "punts": (3.9, 5.0),
    "punt yards": (43, 48.5),
    "field goals tried": (1.6, 2.2),
    "field goals made": (0.80, 0.90),
    "extra points made": (0.91, 0.97),
    "penalties": (5.3, 7.0),
    "penalty yards": (43, 62),
    "first downs": (18, 21.5),
    "third downs made": (0.36, 0.43),
    "touchdowns": (2.2, 2.8),
    "timeouts": (3.0, 4.4),
    "drives": (10.5, 12.2),
}


def _per_team_and_game(demo: pd.DataFrame) -> dict[str, float]:
    games = 2 * demo["game_id"].nunique()
    plays = demo.loc[demo["two_point_attempt"].ne(1)]
    kind = plays["play_type"]
    rushes = plays.loc[kind.isin(["run", "qb_kneel"])]
    passes = plays.loc[kind.isin(["pass", "qb_spike"])]
    thrown = passes.loc[passes["sack"].eq(0)]
    punts = plays.loc[kind.eq("punt")]
    third = plays.loc[plays["down"].eq(3) & kind.isin(["run", "pass"])]
    finals = demo.drop_duplicates("game_id")
    kicks = plays.loc[kind.eq("field_goal"), "field_goal_result"]
    tries = plays.loc[kind.eq("extra_point"), "extra_point_result"]
    return {
        "points": (finals["home_score"] + finals["away_score"]).sum() / games,
        "plays": (len(rushes) + len(passes)) / games,
        "rushes": len(rushes) / games,
        "rushing yards": rushes["yards_gained"].sum() / games,
        "pass attempts": len(thrown) / games,
        "completed": thrown["complete_pass"].mean(),
        "passing yards": thrown["yards_gained"].sum() / games,
        "intercepted": thrown["interception"].sum() / games,
        "sacks": passes["sack"].sum() / games,
        "fumbles lost": plays["fumble_lost"].sum() / games,
        "punts": len(punts) / games,
        "punt yards": punts["kick_distance"].mean(),
        "field goals tried": len(kicks) / games,
        "field goals made": kicks.eq("made").mean(),
        "extra points made": tries.eq("good").mean(),
        "penalties": plays["penalty"].sum() / games,
        "penalty yards": plays["penalty_yards"].sum() / games,
        "first downs": plays["first_down"].sum() / games,
        "third downs made": third["third_down_converted"].mean(),
        "touchdowns": plays["touchdown"].sum() / games,
        "timeouts": plays["timeout"].sum() / games,
        "drives": demo.groupby("game_id")["fixed_drive"].max().mean() / 2,
    }


def test_looks_like_modern_football(demo: pd.DataFrame) -> None:
    measured = _per_team_and_game(demo)
    strange = {
        name: round(measured[name], 3)
        for name, (low, high) in PLAUSIBLE.items()
        if not low <= measured[name] <= high
    }
    assert strange == {}


def test_clubs_differ_in_strength_and_style(demo: pd.DataFrame) -> None:
    plays = demo.loc[demo["play_type"].isin(["run", "pass"])]
    throws = plays.groupby("posteam")["qb_dropback"].mean()
    assert throws.idxmax() in {"PAL", "WND"}
    assert throws.max() - throws.min() > 0.05
    finals = demo.drop_duplicates("game_id")
    margin = finals.groupby("home_team")["result"].sum() - finals.groupby("away_team")["result"].sum()
    assert margin.max() > 60
    assert margin.min() < -60
