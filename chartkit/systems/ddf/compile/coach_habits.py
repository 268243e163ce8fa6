"""Habits beside the calls: two-point tries, tempo, timeouts, kinds of kickoff, pooched punts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.compile.coach_tables import LEAGUE
from chartkit.systems.ddf.compile.situations import state_classes
from chartkit.systems.ddf.situation_grid import HALF_TIME, HALVES, Grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.compile.desk import Desk

_DIGITS = 4
#: A lead of more than this is this.
_MOST_AHEAD = 20


def pulled(yes: float, number: float, toward: float, strength: float) -> float:
    """A share with so many plays of a wider share mixed in."""
    return round((yes + strength * toward) / (number + strength), _DIGITS) if number + strength else 0.0


def add_habits(desk: Desk) -> None:
    """Put the habits of the league and of each team into the coach tables."""
    grid, strength = desk.situations.grid, desk.settings["coach"]["strength"]
    plays = desk.plays
    tries = plays[plays["role"].isin(["kick try", "two-point try"]) & ~plays["wiped"]]
    for name, halves in two_point_tables(tries, desk.teams, strength).items():
        desk.coach[name]["two_point"] = halves
    hurried = plays[plays["call"].notna()]
    for name, made in by_state(hurried, hurried["no_huddle"], "offense", grid, desk.teams, strength).items():
        desk.coach[name]["no_huddle"] = made
    kickoffs = plays[plays["role"] == "kickoff"]
    for kind in ("onside", "squib"):
        for name, made in by_state(
            kickoffs, kickoffs["kick"] == kind, "offense", grid, desk.teams, strength, lead=-1
        ).items():
            desk.coach[name][kind] = made
    called = timeouts(desk)
    snaps = plays[plays["role"].isin(["call", "spike", "kneel"])]
    for side in ("offense", "defense"):
        stopped = snaps.index.to_series().isin(called[side])
        for name, made in by_state(
            snaps, stopped, side, grid, desk.teams, strength, lead=1 if side == "offense" else -1
        ).items():
            desk.coach[name].setdefault("timeouts", {})[side] = made
    if not len(called["offense"]) and not len(called["defense"]):
        desk.notes.append("no timeouts in the source: the coach tables have no timeout habits")


def two_point_tables(
    tries: pd.DataFrame, teams: Sequence[str], strength: float
) -> dict[str, dict[str, dict[str, float]]]:
    """Share of tries for two points by half of the game: nobody looks at the chart of tries before the second."""
    late = tries["qtr"] > HALF_TIME
    halves = {half: _by_lead(tries[late == place], teams, strength) for place, half in enumerate(HALVES)}
    return {name: {half: made[name] for half, made in halves.items()} for name in (LEAGUE, *teams)}


def _by_lead(tries: pd.DataFrame, teams: Sequence[str], strength: float) -> dict[str, dict[str, float]]:
    """Share of tries for two points by the lead after the touchdown, before the try."""
    # The score stands before the play: the touchdown itself already counts there.
    lead = np.clip(np.nan_to_num(tries["score_differential"].to_numpy(dtype=float)), -_MOST_AHEAD, _MOST_AHEAD)
    for_two = (tries["role"] == "two-point try").to_numpy()
    team = tries["offense"].to_numpy(dtype=object)
    every = float(for_two.mean()) if len(tries) else 0.05
    tables: dict[str, dict[str, float]] = {}
    for name in (LEAGUE, *teams):
        mine = np.ones(len(team), dtype=bool) if name == LEAGUE else team == name
        tables[name] = {}
        for ahead in range(-_MOST_AHEAD, _MOST_AHEAD + 1):
            there = mine & (lead == ahead)
            wider = every if name == LEAGUE else tables[LEAGUE][str(ahead)]
            tables[name][str(ahead)] = pulled(
                float(for_two[there].sum()), float(there.sum()), wider, strength if name != LEAGUE else 3.0
            )
    return tables


def by_state(
    plays: pd.DataFrame,
    happened: pd.Series[bool],
    side: str,
    grid: Grid,
    teams: Sequence[str],
    strength: float,
    lead: int = 1,
) -> dict[str, dict[str, float]]:
    """Share of plays on which something happened, by state of the game as `side` sees it."""
    seen = plays
    if lead < 0:
        seen = plays.assign(score_differential=-plays["score_differential"])
    state = state_classes(seen, grid)
    yes, team = happened.to_numpy(dtype=bool), plays[side].to_numpy(dtype=object)
    tables: dict[str, dict[str, float]] = {}
    for name in (LEAGUE, *teams):
        mine = np.ones(len(team), dtype=bool) if name == LEAGUE else team == name
        tables[name] = {}
        for place, label in enumerate(grid.state_names):
            there = mine & (state == place)
            wider = float(yes.mean()) if name == LEAGUE else tables[LEAGUE][label]
            tables[name][label] = pulled(
                float(yes[there].sum()), float(there.sum()), wider if len(yes) else 0.0, strength
            )
    return tables


def timeouts(desk: Desk) -> Mapping[str, Any]:
    """Index of the plays after which a side stopped the clock; the source tells team and time in words."""
    aside = desk.source.set_aside
    called = aside[aside["reason"] == "timeout"]
    found: dict[str, list[int]] = {"offense": [], "defense": []}
    if called.empty:
        return found
    teams = called["desc"].str.extract(r"by ([A-Z]{2,3})\b")[0]
    plays = desk.plays
    numbers = plays["play_id"].to_numpy(dtype=float)
    rows_of = plays.groupby("game_id").indices
    sides = {side: plays[side].to_numpy(dtype=object) for side in found}
    for game, number, team in zip(called["game_id"], called["play_id"], teams, strict=True):
        rows = rows_of.get(game)
        if rows is None or not isinstance(team, str):
            continue
        before = int(np.searchsorted(numbers[rows], number)) - 1
        if before >= 0:
            for side, names in sides.items():
                if names[rows[before]] == team:
                    found[side].append(int(plays.index[rows[before]]))
    return found
