"""What each call can bring against each formation, counted exactly and laid out for quick sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chartkit.systems.ddf.charts import FOULS, Column, Kind, Result, TeamChart, Way, cell_ways, dice
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.rules.priority_chart import play_odds

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

#: Yards are counted from here to 100 in every table.
FIRST_YARD = -100
YARDS = 201
PAIRS = tuple((play, formation) for play in col.PLAYS for formation in col.FORMATIONS)


@dataclass(frozen=True)
class Foul:
    """A foul that a cell of the offense calls, with its yards."""

    kind: Kind
    yards: int


@dataclass(frozen=True)
class Returns:
    """How far a ball is run back: the mean of the numbers, and how often all the way."""

    yards: int
    touchdown: float


@dataclass(frozen=True)
class Chances:
    """One offense against one defense: a row for each of PAIRS, probabilities that add up to 1."""

    gains: Numbers
    interceptions: Numbers
    fumbles: Numbers
    incomplete: Numbers
    touchdown: Numbers
    #: Carried into the end zone and fumbled there.
    end_zone_fumble: Numbers
    fouls: tuple[Foul, ...]
    foul_chances: Numbers
    recovery: float
    interception_return: Returns
    fumble_return: Returns


def share(totals: Iterable[int]) -> float:
    """The exact chance that the offensive dice show one of these totals."""
    return sum(dice.OFFENSIVE.ways[total] for total in totals) / dice.OFFENSIVE.outcomes


def returns(column: Column) -> Returns:
    """The numbers of a return column in short; a cell that is no number counts as no return."""
    ways = cell_ways(column, dice.OFFENSIVE)
    whole = sum(ways.values())
    yards = sum(count * cell.yards for cell, count in ways.items() if cell.kind is Kind.YARDS)
    scored = sum(count for cell, count in ways.items() if cell.kind is Kind.TOUCHDOWN)
    return Returns(round(yards / whole), scored / whole)


def _foul_of(result: Result) -> Foul:
    return Foul(result.kind, result.yards)


def chances(table: Matchup, team: int) -> Chances:
    """Count everything for a team's offense against the other's defense."""
    import numpy as np

    offense, defense = ((table.home, table.away), (table.away, table.home))[team]
    size = len(PAIRS)
    gains, picks, drops = (np.zeros((size, YARDS)) for _ in range(3))
    incomplete, scored, lost_there = (np.zeros(size) for _ in range(3))
    fouls: dict[Foul, Numbers] = {}
    for row, (play, formation) in enumerate(PAIRS):
        odds = play_odds(offense, defense, play, formation, table.rules.priority)
        for end, ways in odds.ways.items():
            result, part = end.result, ways / odds.outcomes
            at = min(YARDS - 1, max(0, result.yards - FIRST_YARD))
            if result.kind in (Kind.YARDS, Kind.FORCED):
                gains[row, at] += part
            elif result.kind in (Kind.TOUCHDOWN, Kind.FORCED_TD):
                scored[row] += part
            elif result.kind is Kind.INTERCEPTION:
                picks[row, at] += part
            elif result.kind is Kind.FUMBLE and end.way is Way.END_ZONE:
                lost_there[row] += part
            elif result.kind is Kind.FUMBLE:
                drops[row, at] += part
            elif result.kind is Kind.GROUNDING:
                # Loss of down at the spot: a loss of yards.
                gains[row, max(0, -abs(result.yards) - FIRST_YARD)] += part
            elif result.kind in FOULS:
                fouls.setdefault(_foul_of(result), np.zeros(size))[row] += part
            else:
                incomplete[row] += part
    return Chances(
        gains=gains,
        interceptions=picks,
        fumbles=drops,
        incomplete=incomplete,
        touchdown=scored,
        end_zone_fumble=lost_there,
        fouls=tuple(fouls),
        foul_chances=np.array(list(fouls.values())).reshape(len(fouls), size).T,
        recovery=share(offense.offense.fumble_recovered),
        interception_return=returns(defense.special_teams.columns[col.INTERCEPTION_RETURN]),
        fumble_return=returns(defense.special_teams.columns[col.FUMBLE_RETURN]),
    )


def field_goal_chances(table: Matchup, team: int) -> list[float]:
    """The chance of a good kick by yards to the goal line, 0..99, with the other side's adjustment (R17, R28.8)."""
    kicker: TeamChart = (table.home, table.away)[team]
    ways = cell_ways(kicker.special_teams.columns[col.FIELD_GOAL], dice.OFFENSIVE)
    # A penalty is rolled again: it has no part in the outcome of the kick.
    kicks = {cell: count for cell, count in ways.items() if cell.kind not in FOULS}
    whole = sum(kicks.values())
    loose = sum(count for cell, count in kicks.items() if cell.kind in (Kind.BLOCKED, Kind.FUMBLE)) / whole
    always, never = _adjusted(table, 1 - team)
    found = []
    for distance in range(100):
        good = sum(n for cell, n in kicks.items() if cell.kind is Kind.YARDS and cell.yards >= distance) / whole
        if distance <= table.rules.fields["fg_adjustment_inside"]:
            good = good * (1 - never) + (1 - loose - good) * always
        found.append(good)
    return found


def _adjusted(table: Matchup, defense: int) -> tuple[float, float]:
    """How often the other side's chart makes a kick good, and how often no good."""
    if not table.sheets[defense].fields["has_fg_adjustment"]:
        return 0.0, 0.0
    chart = (table.home, table.away)[defense]
    ways = cell_ways(chart.special_teams.coverage[col.FG_ADJUSTMENT], dice.DEFENSIVE)
    outcomes = dice.DEFENSIVE.outcomes
    return (
        sum(n for cell, n in ways.items() if cell.kind is Kind.GOOD) / outcomes,
        sum(n for cell, n in ways.items() if cell.kind is Kind.NO_GOOD) / outcomes,
    )


@dataclass(frozen=True)
class Punts:
    """(yards, chance, whether it cannot be returned) of every number of the Punt column, and the usual return."""

    kicks: tuple[tuple[int, float, bool], ...]
    back: Returns


def punts(table: Matchup, team: int) -> Punts:
    """A team's punts; blocks and fumbles count as a kick of no yards."""
    charts = (table.home, table.away)
    ways = cell_ways(charts[team].special_teams.columns[col.PUNT], dice.OFFENSIVE)
    kicks = {cell: count for cell, count in ways.items() if cell.kind not in FOULS}
    whole = sum(kicks.values())
    return Punts(
        tuple(
            (cell.yards, count / whole, cell.out_of_bounds)
            if cell.kind is Kind.YARDS
            else (min(0, cell.yards), count / whole, True)
            for cell, count in kicks.items()
        ),
        returns(charts[1 - team].special_teams.columns[col.PUNT_RETURN]),
    )
