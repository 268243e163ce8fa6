"""The comparison on seasons whose answer is known."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from support.seasons import DEMO, real_plays

from chartkit.league.comparison import Simulated, Spread, calibration, compare
from chartkit.league.roundtrip import RoundTrip
from chartkit.systems.ddf.simulation import DdfSimulation

TEAMS = ("AAA", "BBB", "CCC", "DDD")
WHAT = DdfSimulation().certificate()
NAMES = tuple(sorted({each.count for each in WHAT.figures} | {each.of for each in WHAT.figures if each.of}))


def real_games(seed: int = 1) -> pd.DataFrame:
    """A season of twelve games a team in which the teams differ."""
    rng = np.random.default_rng(seed)
    rows = []
    for place, team in enumerate(TEAMS):
        for game in range(12):
            opponent = TEAMS[(place + 1 + game % 3) % 4]
            numbers = rng.poisson(20 + 4 * place, len(NAMES)) + 1
            rows.append(
                {
                    "game_id": f"{team}{game}",
                    "team": team,
                    "opponent": opponent,
                    **dict(zip(NAMES, numbers, strict=True)),
                }
            )
    return pd.DataFrame(rows)


def as_simulated(games: pd.DataFrame, runs: int, times: float = 1.0) -> Simulated:
    """Runs that repeat the season exactly, or a part more of everything."""
    own = np.array([games[games["team"] == team][list(NAMES)].sum().to_numpy() for team in TEAMS], dtype=float)
    other = np.array(
        [games[games["opponent"] == team][list(NAMES)].sum().to_numpy() for team in TEAMS], dtype=float
    )
    scale = np.where([name == "points" for name in NAMES], times, 1.0)
    repeated = np.repeat((own * scale)[None], runs, axis=0)
    against = np.repeat((other * scale)[None], runs, axis=0)
    wins = np.repeat(np.array([[3.0, 5.0, 7.0, 9.0]]), runs, axis=0)
    return Simulated(TEAMS, NAMES, repeated, against, np.full(4, 12.0), wins)


WINS = {"AAA": 3.0, "BBB": 5.0, "CCC": 7.0, "DDD": 9.0}


def test_a_season_that_repeats_itself_passes_everything() -> None:
    found = compare(real_games(), as_simulated(real_games(), 5), WHAT, WINS)
    assert found.passed
    assert all(abs(line.difference) < 1e-9 for line in found.league)
    assert {goal.name: goal.passed for goal in found.goals} == dict.fromkeys(
        (goal.name for goal in found.goals), True
    )


@pytest.mark.parametrize(("times", "passed"), [(1.014, True), (1.02, False), (0.98, False)])
def test_points_that_are_off_are_missed(times: float, passed: bool) -> None:
    found = compare(real_games(), as_simulated(real_games(), 5, times), WHAT, WINS)
    line = next(line for line in found.league if line.figure == "points")
    assert line.passed is passed
    assert line.difference == pytest.approx(line.real * (times - 1))
    assert found.passed is passed


@pytest.mark.parametrize(("times", "passed"), [(1.02, True), (1.25, False)])
def test_every_other_figure_may_be_off_by_3_percent_or_2_sampling_errors(times: float, passed: bool) -> None:
    games, sim = real_games(), as_simulated(real_games(), 5)
    sim.totals[:, :, NAMES.index("safeties")] *= times
    line = next(line for line in compare(games, sim, WHAT, WINS).league if line.figure == "safeties")
    assert line.allowed == pytest.approx(max(0.03 * line.real, 2 * line.sampling_error))
    assert line.passed is passed


def test_games_are_compared_by_their_scores() -> None:
    scores = np.array([[[20, 17], [10, 30], [24, 24], [27, 20]], [[3, 0], [0, 9], [21, 20], [20, 40]]], dtype=float)
    sim = replace(as_simulated(real_games(), 2), scores=scores)
    found = compare(real_games(), sim, WHAT, WINS, [3, -20, 0, 7])
    lines = {line.figure: line for line in found.league}
    assert (lines["home wins"].real, lines["home wins"].simulated) == (0.5, 0.5)
    assert (lines["one score"].real, lines["one score"].simulated) == (0.75, 5 / 8)
    assert (lines["margin"].real, lines["margin"].simulated) == (7.5, (30 + 33) / 8)
    assert all(lines[name].passed is not None for name in ("home wins", "one score", "margin", "overtime"))


def test_the_sampling_error_of_a_mean_is_the_usual_one() -> None:
    games = real_games()
    found = compare(games, as_simulated(games, 3), WHAT, WINS)
    line = next(line for line in found.teams["BBB"] if line.figure == "points")
    own = games[games["team"] == "BBB"]["points"]
    assert line.sampling_error == pytest.approx(own.std(ddof=1) / len(own) ** 0.5)


def test_what_was_never_tried_is_no_figure_and_the_report_is_json() -> None:
    games = real_games()
    games.loc[games["team"] == "BBB", ["field_goals_tried_50_up", "field_goals_50_up"]] = 0
    found = compare(games, as_simulated(games, 3), WHAT, WINS)
    assert "field goals from 50" not in {line.figure for line in found.teams["BBB"]}
    assert "field goals from 50" in {line.figure for line in found.teams["AAA"]}
    json.dumps([line.to_json() for lines in found.teams.values() for line in lines], allow_nan=False)


def test_who_never_missed_in_the_real_season_is_not_the_worst() -> None:
    games = real_games()
    games.loc[games["team"] == "BBB", "field_goals_50_up"] = games["field_goals_tried_50_up"]
    sim = as_simulated(games, 3)
    sim.totals[:, 1, NAMES.index("field_goals_50_up")] *= np.array([0.7, 0.8, 0.9])
    found = compare(games, sim, WHAT, WINS)
    line = next(line for line in found.teams["BBB"] if line.figure == "field goals from 50")
    assert line.real == 1.0 and line.simulated == pytest.approx(0.8)
    assert line.distance == 0.0 and line not in [each for _, each in found.worst(5)]


def test_distributions_and_favourites_stand_beside_the_real_ones() -> None:
    spread = Spread("Plays of a drive", ("0", "1"), (0.25, 0.75), (0.5, 0.5))
    assert spread.distance == pytest.approx(0.25)
    chances = np.array([0.62, 0.68, 0.65, 0.05])
    sure, likely = calibration(chances, np.array([1.0, 0.0, 1.0, 0.0]))
    assert (sure.games, sure.won, likely.games) == (1, 0.0, 3)
    assert likely.chance == pytest.approx(0.65) and likely.won == pytest.approx(2 / 3)
    assert likely.low < 2 / 3 < likely.high
    found = replace(
        compare(real_games(), as_simulated(real_games(), 3), WHAT, WINS),
        spreads=(spread,),
        favourites=(sure, likely),
    )
    page = RoundTrip(2031, 3, 7, {"advanced": found}, pictures=WHAT.pictures).to_html()
    assert "25.0% stand elsewhere than in the real season" in page and "3 games: chance 65%, won 67%" in page


def test_the_page_stands_alone_and_says_what_was_missed(tmp_path: Path) -> None:
    found = compare(real_games(), as_simulated(real_games(), 3, 1.2), WHAT, WINS)
    page = RoundTrip(2031, 3, 7, {"advanced": found}, pictures=WHAT.pictures).to_html()
    assert "✗ missed" in page and "Points" in page
    assert "http://" not in page and "https://" not in page and "<script" not in page
    assert page.count("<details>") == len(TEAMS)


@pytest.mark.parametrize(("season", "played"), [(DEMO, 112), (2017, 512)])
def test_figures_of_a_whole_season(season: int, played: int) -> None:
    from chartkit.plays import team_games

    games = team_games(real_plays(season))
    assert len(games) == played
    # As the season's own statistics have them.
    assert (
        games["touchdowns"].sum()
        == games[["rushing_touchdowns", "passing_touchdowns", "return_touchdowns"]].sum().sum()
    )
    results = [name for name in games if name.startswith("drives_") and not name.startswith("drives_of_")]
    assert (games[results].sum(axis=1) == games["drives"]).all()
    # Every drive has a length, every run and pass its yards.
    classes = {
        "drives": [name for name in games if name.startswith("drives_of_")],
        "rushes": [name for name in games if name.startswith("runs_class_")],
    }
    for name, parts in classes.items():
        assert (games[parts].sum(axis=1) == games[name]).all()
    passes = [name for name in games if name.startswith("passes_class_")]
    assert games[passes].sum().sum() == games["passes"].sum() + games["sacks"].sum()
    assert games["drives"].mean() == pytest.approx(11.5, abs=0.1)
    bands = [name for name in games if name.startswith("field_goals_tried_")]
    assert games[bands].sum().sum() == games["field_goals_tried"].sum()


def test_the_page_speaks_the_language_of_people_who_know_dice() -> None:
    page = RoundTrip(
        2031, 3, 7, {"advanced": compare(real_games(), as_simulated(real_games(), 3), WHAT, WINS)}
    ).to_html()
    for word in ("correlation", "standard error", "root mean square"):
        assert page.count(word) == page.count(f"({word})") == 1, f"{word}: once, in brackets"
    for word in ("sampling error", "deviation", "distribution", "simulated"):
        assert word not in page
