"""Coach tables: what the league and each team called and did, by situation, for computer coaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Matrix, Vector
from chartkit.systems.ddf.charts import FORMATIONS, PLAYS
from chartkit.systems.ddf.coaches.tables import DOWNS, HALF_TIME, HALVES, Grid

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.stages import Compilation

    Table = dict[str, dict[str, float]]


def classes(values: NDArray[np.float64], edges: Sequence[int]) -> NDArray[np.int64]:
    """Class of each value: the first edge that it does not exceed."""
    return np.searchsorted(np.array(edges), np.nan_to_num(values, nan=10.0), side="left").astype(np.int64)


def state_classes(plays: pd.DataFrame, grid: Grid) -> NDArray[np.int64]:
    """State of the game of each play."""
    found = np.full(len(plays), len(grid.states), dtype=np.int64)
    quarter = plays["qtr"].to_numpy(dtype=np.int64)
    seconds = plays["quarter_seconds_remaining"].to_numpy(dtype=np.float64)
    ahead = np.nan_to_num(plays["score_differential"].to_numpy(dtype=np.float64))
    for place in reversed(range(len(grid.states))):
        state = grid.states[place]
        fits = np.isin(quarter, state.quarters) & (np.nan_to_num(seconds, nan=900.0) <= state.seconds)
        fits &= (ahead >= state.ahead_from) & (ahead <= state.ahead_to)
        found[fits] = place
    return found


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


def situate(plays: pd.DataFrame, settings: Settings) -> Situations:
    """Put every play that has a down into its classes."""
    grid = settings.coach.grid
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
    """Shares rounded to four digits that still add up to 1, without those that are 0."""
    total = float(shares.sum())
    whole = np.round(shares / total, _DIGITS) if total > 0 else np.full(len(names), 1 / len(names))
    whole[int(np.argmax(whole))] += 1 - whole.sum()
    return {name: round(float(share), _DIGITS) for name, share in zip(names, whole, strict=True) if share > 0}


def rounded_shares(shares: Mapping[str, float]) -> dict[str, float]:
    """The same of shares by name."""
    return _rounded(np.array(list(shares.values())), list(shares))


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

    def pulled(mass: Matrix, wider: Matrix) -> Matrix:
        return _shares(mass + strength * wider)

    everything = _shares(league.sum(axis=(0, 1, 2, 3)))
    by_down = pulled(league.sum(axis=(1, 2, 3)), everything)
    by_distance = pulled(league.sum(axis=(2, 3)), by_down[:, None])
    by_field = pulled(league.sum(axis=3), by_distance[:, :, None])
    by_state = pulled(league.sum(axis=2), by_distance[:, :, None])
    # Where the state matters it shifts the calls of the field class in proportion.
    prior = _shares(
        by_field[:, :, :, None] * by_state[:, :, None] / np.maximum(by_distance[:, :, None, None], 1e-6)
    )
    answers = {LEAGUE: pulled(league, prior)}
    wider = answers[LEAGUE]
    for place, name in enumerate(teams):
        own = counts[place]
        habit = pulled(own.sum(axis=(2, 3)), _shares(league.sum(axis=(2, 3))))
        leaning = _shares(wider * (habit / np.maximum(_shares(league.sum(axis=(2, 3))), 1e-4))[:, :, None, None])
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


def formation_table(s: Situations, settings: Settings) -> Table:
    """The league's formation answers in every situation: the documented table, bent by field and state."""
    own = settings.formation
    answers = {}
    for index, key in _keys(s.grid):
        shares = np.array(own.answers[f"{DOWNS[index[0]]}|{s.grid.distances[index[1]]}"], dtype=np.float64)
        near = s.grid.field[index[2]] if index[2] < len(s.grid.field) else 99
        if near <= own.goal_line.inside:
            shares = shares * np.array(own.goal_line.factor)
        factor = own.state_factor.get(s.grid.state_names[index[3]])
        if factor is not None:
            shares = shares * np.array(factor)
        answers[key] = _rounded(shares, FORMATIONS)
    return answers


def formations_met(s: Situations, table: Table) -> Matrix:
    """What the league's table answers to each play: shares of the formations."""
    names = (DOWNS, s.grid.distances, s.grid.fields, s.grid.state_names)
    lookup = np.zeros((*(len(part) for part in names), len(FORMATIONS)))
    for index, key in _keys(s.grid):
        lookup[index] = [table[key].get(name, 0.0) for name in FORMATIONS]
    return np.asarray(lookup[s.down, s.distance, s.field, s.state])


def formation_mix(s: Situations, table: Table) -> dict[str, Vector]:
    """What the league's table answers where each call was made, formation by formation."""
    met, mix = formations_met(s, table), {}
    for call in PLAYS:
        made = (s.plays["column"] == call).to_numpy()
        shares = met[made].mean(axis=0) if made.any() else met.mean(axis=0)
        # Rounded as season.json prints it, so that anyone can check the arithmetic.
        shares = np.round(shares / shares.sum(), _DIGITS)
        shares[0] += 1 - shares.sum()
        mix[call] = np.round(shares, _DIGITS)
    return mix


def goal_line_mix(s: Situations, table: Table, bands: Sequence[int]) -> dict[tuple[str, int], Vector]:
    """The same in each band of distance to the goal, named by its last yard: fronts are tighter there."""
    met, mix = formations_met(s, table), {}
    column, line = s.plays["column"].to_numpy(dtype=object), s.plays["line"].to_numpy(dtype=np.float64)
    for inner, inside in pairwise([0, *bands]):
        near = (line > inner) & (line <= inside)
        for call in PLAYS:
            made = near & (column == call)
            shares = met[made if made.any() else near if near.any() else slice(None)].mean(axis=0)
            mix[call, inside] = shares / shares.sum()
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
    everywhere = _shares(league.sum(axis=(1, 2)))
    by_state = _shares(league.sum(axis=1) + strength * everywhere[:, None])
    # The state of the game shifts the choices of the field class in proportion, as it does with calls.
    shifted = by_distance[:, :, None] * (by_state / np.maximum(everywhere, 1e-6)[:, None])[:, None]
    wide = _shares(league + strength * _shares(shifted))
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


#: Larger leads and deficits count as this one.
_MOST_AHEAD = 20


def pulled(yes: float, number: float, toward: float, strength: float) -> float:
    """A share pulled toward a wider one, which counts as `strength` plays."""
    return round((yes + strength * toward) / (number + strength), _DIGITS) if number + strength else 0.0


def add_habits(compilation: Compilation) -> None:
    """Put the habits of the league and of each team into the coach tables."""
    plays, teams, strength = compilation.plays, compilation.teams, compilation.settings.coach.strength
    share = partial(by_state, grid=compilation.situations.grid, teams=teams, strength=strength)
    tries = plays[plays["role"].isin(["kick try", "two-point try"]) & ~plays["wiped"]]
    calls, kickoffs = plays[plays["call"].notna()], plays[plays["role"] == "kickoff"]
    snaps, called = plays[plays["role"].isin(["call", "spike", "kneel"])], timeouts(compilation)
    stopped = {side: snaps.index.to_series().isin(called[side]) for side in called}
    # The score of a kickoff's row is the receivers'; the kickers see it the other way round.
    habits: dict[str, Mapping[str, Any]] = {
        "two_point": two_point_tables(tries, teams, strength),
        "no_huddle": share(calls, calls["no_huddle"], "offense"),
        "onside": share(kickoffs, kickoffs["kick"] == "onside", "offense", lead=-1),
        "squib": share(kickoffs, kickoffs["kick"] == "squib", "offense", lead=-1),
    }
    offense = share(snaps, stopped["offense"], "offense")
    defense = share(snaps, stopped["defense"], "defense", lead=-1)
    for name, tables in compilation.coach.items():
        tables |= {habit: made[name] for habit, made in habits.items()}
        tables["timeouts"] = {"offense": offense[name], "defense": defense[name]}
    if not len(called["offense"]) and not len(called["defense"]):
        compilation.notes.append("no timeouts in the source: the coach tables have no timeout habits")


def two_point_tables(
    tries: pd.DataFrame, teams: Sequence[str], strength: float
) -> dict[str, dict[str, dict[str, float]]]:
    """Share of tries for two points by half: coaches look at the chart of tries in the second half only."""
    late = tries["qtr"] > HALF_TIME
    halves = {half: _by_lead(tries[late == place], teams, strength) for place, half in enumerate(HALVES)}
    return {name: {half: made[name] for half, made in halves.items()} for name in (LEAGUE, *teams)}


def _by_lead(tries: pd.DataFrame, teams: Sequence[str], strength: float) -> dict[str, dict[str, float]]:
    """Share of tries for two points by the lead after the touchdown, before the try."""
    # The score stands before the play: the touchdown itself already counts there.
    lead = np.clip(np.nan_to_num(tries["score_differential"].to_numpy(dtype=float)), -_MOST_AHEAD, _MOST_AHEAD)
    for_two = (tries["role"] == "two-point try").to_numpy()
    labels = [str(ahead) for ahead in range(-_MOST_AHEAD, _MOST_AHEAD + 1)]
    place = (lead + _MOST_AHEAD).astype(np.int64)
    return _share_tables(for_two, place, labels, tries["offense"], teams, strength, 3.0, 0.05)


def _share_tables(
    happened: NDArray[np.bool_],
    place: NDArray[np.int64],
    labels: Sequence[str],
    team: pd.Series[str],
    teams: Sequence[str],
    strength: float,
    league_strength: float,
    usual: float,
) -> dict[str, dict[str, float]]:
    """Share of plays on which something happened, by class: of the league, and of each team pulled toward it."""
    every = float(happened.mean()) if len(happened) else usual
    tables: dict[str, dict[str, float]] = {}
    for name in (LEAGUE, *teams):
        mine = np.ones(len(place), dtype=bool) if name == LEAGUE else team.to_numpy(dtype=object) == name
        tables[name] = {}
        for number, label in enumerate(labels):
            there = mine & (place == number)
            wider, plays = (every, league_strength) if name == LEAGUE else (tables[LEAGUE][label], strength)
            tables[name][label] = pulled(float(happened[there].sum()), float(there.sum()), wider, plays)
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
    yes = happened.to_numpy(dtype=bool)
    return _share_tables(
        yes, state_classes(seen, grid), grid.state_names, plays[side], teams, strength, strength, 0.0
    )


def timeouts(compilation: Compilation) -> Mapping[str, Any]:
    """Index of the plays after which a side stopped the clock; the source tells team and time in words."""
    aside = compilation.source.set_aside
    called = aside[aside["reason"] == "timeout"]
    found: dict[str, list[int]] = {"offense": [], "defense": []}
    if called.empty:
        return found
    teams = called["desc"].str.extract(r"by ([A-Z]{2,3})\b")[0]
    plays = compilation.plays
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


def coach_files(compilation: Compilation) -> dict[str, dict[str, Any]]:
    """The coach tables of the league and of every team, by team code; formations are the league's only."""
    situations, strength = compilation.situations, compilation.settings.coach.strength
    calls = call_tables(situations, compilation.teams, strength)
    fourth = fourth_down_tables(situations, compilation.teams, strength / 2)
    formations = formation_table(situations, compilation.settings)
    met = faced(situations, compilation.teams, calls, strength)
    made = {}
    for name in (LEAGUE, *compilation.teams):
        made[name] = {
            "format": FORMAT,
            "game": "ddf",
            "season": compilation.season,
            "team": name,
            "situations": situations.grid.to_json(),
            "calls": calls[name],
            "fourth_down": fourth[name],
            **({"formations": formations} if name == LEAGUE else {"faced": met[name]}),
        }
    return made
