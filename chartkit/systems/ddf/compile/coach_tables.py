"""Coach tables: what the league and each team called, by situation, for computer coaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.systems.ddf.columns import FORMATIONS, PLAYS
from chartkit.systems.ddf.compile.situations import classes, state_classes
from chartkit.systems.ddf.situation_grid import DOWNS, Grid

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]
    Table = dict[str, dict[str, float]]

FORMAT = "chartkit/coach@1"
LEAGUE = "LEAGUE"
FOURTH = ("go", "punt", "field goal")
_DIGITS = 4


@dataclass(frozen=True)
class Situations:
    """The plays of a season with the classes of their situations."""

    grid: Grid
    plays: pd.DataFrame
    down: NDArray[np.int64]
    distance: NDArray[np.int64]
    field: NDArray[np.int64]
    kick_field: NDArray[np.int64]
    state: NDArray[np.int64]


def situate(plays: pd.DataFrame, settings: Mapping[str, Any]) -> Situations:
    """Put every play that has a down into its classes."""
    grid = Grid.from_json(settings["coach"])
    chosen = plays[plays["down"].notna() & plays["offense"].notna()].reset_index(drop=True)
    return Situations(
        grid,
        chosen,
        chosen["down"].clip(1, 4).to_numpy(dtype=np.int64) - 1,
        classes(chosen["ydstogo"].to_numpy(dtype=np.float64), grid.distance),
        classes(chosen["line"].to_numpy(dtype=np.float64), grid.field),
        classes(chosen["line"].to_numpy(dtype=np.float64), grid.kick_field),
        state_classes(chosen, grid),
    )


def _rounded(shares: Vector, names: Sequence[str]) -> dict[str, float]:
    """Shares to four digits that still add up to 1; nothing that never happened."""
    total = float(shares.sum())
    whole = np.round(shares / total, _DIGITS) if total > 0 else np.full(len(names), 1 / len(names))
    whole[int(np.argmax(whole))] += 1 - whole.sum()
    return {name: round(float(share), _DIGITS) for name, share in zip(names, whole, strict=True) if share > 0}


def call_tables(s: Situations, teams: Sequence[str], strength: float) -> dict[str, Table]:
    """Calls by situation for the league and each team: own counts, pulled toward the next wider table."""
    calls = s.plays["call"].map({call: place for place, call in enumerate(PLAYS)})
    made = calls.notna().to_numpy(copy=True)
    codes = {team: place for place, team in enumerate(teams)}
    team = s.plays["offense"].map(codes).to_numpy(dtype=np.float64)
    made &= ~np.isnan(team)
    shape = (len(teams), 4, len(s.grid.distances), len(s.grid.fields), len(s.grid.state_names), len(PLAYS))
    counts = np.zeros(shape)
    np.add.at(
        counts,
        (
            team[made].astype(np.int64),
            s.down[made],
            s.distance[made],
            s.field[made],
            s.state[made],
            calls[made].to_numpy(dtype=np.int64),
        ),
        1.0,
    )
    league = counts.sum(axis=0)

    def normal(mass: Matrix) -> Matrix:
        total = mass.sum(axis=-1, keepdims=True)
        return np.where(total > 0, mass / np.maximum(total, 1e-9), 1 / len(PLAYS))

    def pulled(mass: Matrix, wider: Matrix) -> Matrix:
        return normal(mass + strength * wider)

    everything = normal(league.sum(axis=(0, 1, 2, 3)))
    by_down = pulled(league.sum(axis=(1, 2, 3)), everything)
    by_distance = pulled(league.sum(axis=(2, 3)), by_down[:, None])
    by_field = pulled(league.sum(axis=3), by_distance[:, :, None])
    by_state = pulled(league.sum(axis=2), by_distance[:, :, None])
    # Where the state matters it shifts the calls of the field class in proportion.
    prior = normal(by_field[:, :, :, None] * by_state[:, :, None] / np.maximum(by_distance[:, :, None, None], 1e-6))
    answers = {LEAGUE: pulled(league, prior)}
    wider = answers[LEAGUE]
    for place, name in enumerate(teams):
        own = counts[place]
        habit = pulled(own.sum(axis=(2, 3)), normal(league.sum(axis=(2, 3))))
        leaning = normal(wider * (habit / np.maximum(normal(league.sum(axis=(2, 3))), 1e-4))[:, :, None, None])
        answers[name] = pulled(own, leaning)
    keys = _keys(s.grid)
    return {name: _legal_table(table, keys, s.grid) for name, table in answers.items()}


def faced(
    s: Situations, teams: Sequence[str], tables: Mapping[str, Table], strength: float
) -> dict[str, dict[str, float]]:
    """By defense: how much more often each call was made against it than its opponents' own tables say.

    They throw short where a defense gives way and deep where it does not; else its season would come back wrong.
    """
    keys = dict(_keys(s.grid))
    place = {call: number for number, call in enumerate(PLAYS)}
    made, usual = ({team: np.zeros(len(PLAYS)) for team in teams} for _ in range(2))
    for offense, defense, call, *situation in zip(
        s.plays["offense"], s.plays["defense"], s.plays["call"], s.down, s.distance, s.field, s.state, strict=True
    ):
        if call in place and offense in made and defense in made:
            made[defense][place[call]] += 1
            for each, share in tables[offense][keys[tuple(situation)]].items():
                usual[defense][place[each]] += share
    return {
        team: {
            call: round(float((made[team][number] + strength) / (usual[team][number] + strength)), _DIGITS)
            for call, number in place.items()
        }
        for team in teams
    }


def _keys(grid: Grid) -> list[tuple[tuple[int, ...], str]]:
    names = (DOWNS, grid.distances, grid.fields, grid.state_names)
    indices = product(*(range(len(part)) for part in names))
    return [(index, "|".join(names[axis][i] for axis, i in enumerate(index))) for index in indices]


#: R25.1: calls that are forbidden from here to the goal.
_FORBIDDEN = {"8-LONG": 20, "7-MEDIUM": 10, "4-DRAW": 3}


def _legal_table(table: Matrix, keys: list[tuple[tuple[int, ...], str]], grid: Grid) -> Table:
    made = {}
    for index, key in keys:
        shares = table[index].copy()
        reach = grid.field[index[2]] if index[2] < len(grid.field) else 99
        for call, inside in _FORBIDDEN.items():
            if reach <= inside:
                shares[PLAYS.index(call)] = 0.0
        made[key] = _rounded(shares, PLAYS)
    return made


def formation_table(s: Situations, settings: Mapping[str, Any]) -> Table:
    """The league's formation answers in every situation: the documented table, bent by field and state."""
    own = settings["formation"]
    answers = {}
    for index, key in _keys(s.grid):
        shares = np.array(own["answers"][f"{DOWNS[index[0]]}|{s.grid.distances[index[1]]}"], dtype=np.float64)
        near = s.grid.field[index[2]] if index[2] < len(s.grid.field) else 99
        if near <= own["goal_line"]["inside"]:
            shares = shares * np.array(own["goal_line"]["factor"])
        factor = own["state_factor"].get(s.grid.state_names[index[3]])
        if factor is not None:
            shares = shares * np.array(factor)
        answers[key] = _rounded(shares, FORMATIONS)
    return answers


def formation_mix(s: Situations, table: Table) -> dict[str, Vector]:
    """What the league's table answers where each call was made, formation by formation."""
    names = (DOWNS, s.grid.distances, s.grid.fields, s.grid.state_names)
    lookup = np.zeros((*(len(part) for part in names), len(FORMATIONS)))
    for index, key in _keys(s.grid):
        lookup[index] = [table[key].get(name, 0.0) for name in FORMATIONS]
    mix = {}
    everywhere = lookup[s.down, s.distance, s.field, s.state].mean(axis=0)
    for call in PLAYS:
        made = (s.plays["column"] == call).to_numpy()
        shares = (
            lookup[s.down[made], s.distance[made], s.field[made], s.state[made]].mean(axis=0)
            if made.any()
            else everywhere
        )
        # Rounded as season.json prints it, so that anyone can check the arithmetic.
        shares = np.round(shares / shares.sum(), _DIGITS)
        shares[0] += 1 - shares.sum()
        mix[call] = np.round(shares, _DIGITS)
    return mix


def fourth_down_tables(s: Situations, teams: Sequence[str], strength: float) -> dict[str, Table]:
    """Go, punt or kick on fourth down by distance, field and state; teams pulled toward the league."""
    fourth = s.down == 3
    role = s.plays["role"].to_numpy(dtype=object)
    choice = np.full(len(role), -1)
    choice[role == "call"] = 0
    choice[role == "punt"] = 1
    choice[role == "field goal"] = 2
    chosen = fourth & (choice >= 0)
    names = (s.grid.distances, s.grid.kick_fields, s.grid.state_names)
    codes = {team: place for place, team in enumerate(teams)}
    team = s.plays["offense"].map(codes).fillna(-1).to_numpy(dtype=np.int64)
    chosen &= team >= 0
    counts = np.zeros((len(teams), *(len(part) for part in names), len(FOURTH)))
    np.add.at(
        counts, (team[chosen], s.distance[chosen], s.kick_field[chosen], s.state[chosen], choice[chosen]), 1.0
    )
    league = counts.sum(axis=0)
    by_field = _shares(league.sum(axis=(0, 2)))
    by_distance = _shares(league.sum(axis=2) + strength * by_field[None])
    wide = _shares(league + strength * by_distance[:, :, None])
    tables = {LEAGUE: wide}
    for place, name in enumerate(teams):
        tables[name] = _shares(counts[place] + strength * wide)
    made: dict[str, Table] = {}
    for name, table in tables.items():
        made[name] = {
            "|".join(names[axis][i] for axis, i in enumerate(index)): _rounded(table[index], FOURTH)
            for index in product(*(range(len(part)) for part in names))
        }
    return made


def _shares(mass: Matrix) -> Matrix:
    total = mass.sum(axis=-1, keepdims=True)
    shares: Matrix = np.where(total > 0, mass / np.maximum(total, 1e-9), 1 / mass.shape[-1])
    return shares
