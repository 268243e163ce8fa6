"""The statistics of a game, counted while it is played: what every game counts, and how.

Plain functions over an object with `statistics` by team and place; games compile them with their rules. A game adds
statistics of its own behind the common ones.
"""

from __future__ import annotations

from typing import Any

from chartkit.plays import STATISTICS

#: In this order; what the real seasons are counted by comes first.
COMMON: tuple[str, ...] = (
    *STATISTICS,
    "rushing_touchdowns",
    "passing_touchdowns",
    "return_touchdowns",
    "net_punt_yards",
    "spikes",
)
# fmt: off
(
    POINTS, POINTS_Q1, _, _, _, POINTS_OVERTIME, TOUCHDOWNS, FIRST_DOWNS, FIRST_RUSHING, FIRST_PASSING,
    FIRST_PENALTY, PLAYS, TOTAL_YARDS, RUSHES, RUSHING_YARDS, PASSES, COMPLETIONS, PASSING_YARDS,
    NET_PASSING_YARDS, INTERCEPTIONS, SACKS, SACK_YARDS, FUMBLES, FUMBLES_LOST, TURNOVERS, PUNTS, PUNT_YARDS,
    PUNT_RETURNS, PUNT_RETURN_YARDS, KICKOFFS, KICKOFF_RETURNS, KICKOFF_RETURN_YARDS, INTERCEPTION_YARDS,
    GOALS_TRIED, GOALS, POINTS_TRIED, EXTRA_POINTS, TWO_TRIED, TWO_POINTS, SAFETIES, PENALTIES, PENALTY_YARDS,
    THIRD_DOWNS, THIRD_MADE, FOURTH_DOWNS, FOURTH_MADE, POSSESSION, RUSHING_TOUCHDOWNS, PASSING_TOUCHDOWNS,
    RETURN_TOUCHDOWNS, NET_PUNT_YARDS, SPIKES,
) = range(len(COMMON))
# fmt: on
_OVERTIME = 5


def clear(tally: Any) -> None:
    """Nothing is counted."""
    for team in range(2):
        for place in range(len(tally.statistics[team])):
            tally.statistics[team][place] = 0


def count(tally: Any, team: int, statistic: int, number: int) -> None:
    """Add to a statistic of a team."""
    tally.statistics[team][statistic] += number


def count_yards(tally: Any, team: int, statistic: int, yards: int) -> None:
    """One more of something whose yards are the next statistic: a rush, a sack, a punt, a return, a penalty."""
    count(tally, team, statistic, 1)
    count(tally, team, statistic + 1, yards)


def count_points(tally: Any, team: int, points: int, period: int) -> None:
    """Points, in the game and in the period."""
    count(tally, team, POINTS, points)
    count(tally, team, POINTS_Q1 + min(period, _OVERTIME) - 1, points)


def count_pass(tally: Any, team: int, caught: bool, picked: bool, yards: int) -> None:
    """A pass attempt; a sack is none."""
    count(tally, team, PASSES, 1)
    count(tally, team, INTERCEPTIONS, 1 if picked else 0)
    if caught:
        count_yards(tally, team, COMPLETIONS, yards)


def count_down(tally: Any, team: int, down: int, made: int) -> None:
    """A down from scrimmage that was played and stands; `made` is 1 if it made a first down."""
    if down >= 3:
        count(tally, team, THIRD_DOWNS if down == 3 else FOURTH_DOWNS, 1)
        count(tally, team, THIRD_MADE if down == 3 else FOURTH_MADE, made)


def sum_up(tally: Any) -> None:
    """After the last play: the statistics that are sums of others."""
    for team in range(2):
        mine = tally.statistics[team]
        mine[FIRST_DOWNS] = mine[FIRST_RUSHING] + mine[FIRST_PASSING] + mine[FIRST_PENALTY]
        mine[NET_PASSING_YARDS] = mine[PASSING_YARDS] - mine[SACK_YARDS]
        mine[PLAYS] = mine[RUSHES] + mine[PASSES] + mine[SACKS]
        mine[TOTAL_YARDS] = mine[RUSHING_YARDS] + mine[NET_PASSING_YARDS]
        mine[TURNOVERS] = mine[INTERCEPTIONS] + mine[FUMBLES_LOST]
