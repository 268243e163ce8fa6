"""Small games made by hand: a play is a few columns, everything else is as it would be on a plain play."""

import itertools

import pandas as pd

from chartkit.plays import table
from chartkit.systems.ddf.classify import classify

_numbers = itertools.count(1)


def play(play_type="run", **values):
    """One row of the play table: BUF has the ball at home against NYJ, first and ten at its own 25."""
    row = {
        "game_id": "2017_01_NYJ_BUF",
        "season": 2017,
        "week": 1,
        "season_type": "REG",
        "home_team": "BUF",
        "away_team": "NYJ",
        "posteam": "BUF",
        "defteam": "NYJ",
        "play_id": next(_numbers),
        "qtr": 1,
        "down": 1,
        "ydstogo": 10,
        "yardline_100": 75,
        "desc": "",
        "play_type": play_type,
        "yards_gained": 0,
    }
    return {**row, **values}


def run(yards, gap="middle", **values):
    where = {"run_location": "middle"} if gap == "middle" else {"run_location": "left", "run_gap": gap}
    return play("run", yards_gained=yards, **{**where, **values})


def passed(yards, air, place="left", *, caught=True, **values):
    made = {
        "air_yards": air,
        "pass_length": "deep" if air is not None and air >= 15 else "short",
        "pass_location": place,
        "complete_pass": caught,
        "incomplete_pass": not caught,
        "qb_dropback": True,
        "yards_gained": yards,
    }
    return play("pass", **{**made, **values})


def kickoff(distance, **values):
    """BUF receives, NYJ kicks from its 35."""
    return play("kickoff", **{"kick_distance": distance, "yardline_100": 35, "down": None, "ydstogo": 0, **values})


def punt(distance, **values):
    return play("punt", **{"kick_distance": distance, "down": 4, **values})


def classified(*rows, **options):
    return classify(table.conform(pd.DataFrame(rows)), **options)


def only(row, **options):
    """The one play, classified."""
    return classified(row, **options).iloc[0]
