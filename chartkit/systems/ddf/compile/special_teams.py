"""The special-teams columns, PAT set and coverages of all teams (R3.4, R3.5, R13, R16, R17, R32.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chartkit.systems.ddf import dice
from chartkit.systems.ddf.columns import (
    FG_ADJUSTMENT,
    FIELD_GOAL,
    FUMBLE_RETURN,
    INTERCEPTION_RETURN,
    KICK_COVERAGE,
    KICKOFF,
    KICKOFF_RETURN,
    PUNT,
    PUNT_COVERAGE,
    PUNT_RETURN,
)
from chartkit.systems.ddf.compile import field_goals
from chartkit.systems.ddf.compile.joint import side_by_side
from chartkit.systems.ddf.compile.small_columns import additive_five
from chartkit.systems.ddf.compile.stand_alone import Cells, count_cells, counted_fouls, fill, foul_cells, merged
from chartkit.systems.ddf.result import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.season_constants import SeasonConstants

_FIVE = tuple(dice.DEFENSIVE.ways[total] for total in dice.DEFENSIVE.totals)
#: Return column -> the coverage that meets it (R13.3, R16.3).
COVERED = {KICKOFF_RETURN: KICK_COVERAGE, PUNT_RETURN: PUNT_COVERAGE}
RETURNS = (KICKOFF_RETURN, PUNT_RETURN, FUMBLE_RETURN, INTERCEPTION_RETURN)


@dataclass(frozen=True)
class KickingSheet:
    """One team's special teams before layout: columns of thirty cells, missed PATs, five-cell coverages."""

    columns: Mapping[str, list[Result]]
    pat_missed: float
    coverage: Mapping[str, tuple[Result, ...]]


def _joined(*parts: pd.Series[Any]) -> pd.Series[Any]:
    import pandas as pd

    return pd.concat([part.astype("object") for part in parts], ignore_index=True)


def kickoff_cells(plays: pd.DataFrame, season: SeasonConstants) -> pd.Series[Any]:
    """Deep kickoffs: the flight of those that were returned; a touchback flies to the end line.

    The source gives a touchback the distance to the goal line. A kick to the end line is a touchback whatever the
    receivers want (R13.2), so the touchback rate is the season's; kicks that were run out stay short of it.
    """
    deep = plays[(plays["column"] == KICKOFF) & (plays["kick"] == "deep") & ~plays["wiped"]]
    end_line = 100 - season.kickoff_line + 10
    out = deep[deep["outcome"] == "out of bounds"]
    back = deep["outcome"] == "touchback"
    flight = deep["yards"].clip(20, end_line - 1).where(~back, end_line)
    flown = flight.drop(index=out.index).dropna().astype(int).astype(str)
    return _joined(flown, out["symbol"], foul_cells(plays, KICKOFF))


#: Punts from nearer are pooched by 10 yards and more and dead where they land (R16.4): no returns to count.
_RETURNABLE_FROM = 51


def returns_of(plays: pd.DataFrame, column: str) -> pd.DataFrame:
    """The returns of one kind: of kickoffs the deep ones (squibs have their chart), of punts those not pooched."""
    chosen = plays[(plays["return_column"] == column) & plays["return_symbol"].notna() & ~plays["wiped"]]
    if column == PUNT_RETURN:
        return chosen[chosen["line"] >= _RETURNABLE_FROM]
    return chosen[chosen["kick"].isin(["deep", "free kick"])] if column == KICKOFF_RETURN else chosen


def return_symbols(returns: pd.DataFrame, column: str) -> pd.Series[Any]:
    """The cells of returns; a punt that was downed is dead where it lies, as a fair catch is."""
    symbols = returns["return_symbol"]
    return symbols.where(returns["return_outcome"] != "downed", "FC") if column == PUNT_RETURN else symbols


def punt_cells(plays: pd.DataFrame, open_from: int) -> Cells:
    """Punts with the field open in front of them; blocked ones and fouls at their rate of all punts.

    A punt from midfield is short because the goal line is near, not because the leg is; the coach pooches those.
    """
    punts = plays[(plays["column"] == PUNT) & ~plays["wiped"]]
    kicked = punts[~punts["outcome"].isin(["blocked", "foul"])]
    far = kicked[kicked["line"] >= open_from]
    if far.empty:
        far = kicked
    cells = count_cells(far["symbol"], (5, 80))
    rare = count_cells(_joined(punts[punts["outcome"] == "blocked"]["symbol"], foul_cells(plays, PUNT)))
    scale = len(far) / max(len(kicked), 1)
    others = dict(cells.others)
    for text, weight in rare.others.items():
        others[text] = others.get(text, 0.0) + weight * scale
    return Cells(cells.numbers, cells.starred, others)


def coverage_columns(
    returns: pd.DataFrame, teams: Sequence[str], strength: float, limit: int
) -> dict[str, tuple[Result, ...]]:
    """What each team's coverage does to an average return: five cells that add what it allows above average.

    Fair catches and downed punts count as returns of nothing. The chart knows them as the returners' alone, so a
    coverage that forces many of them takes its yards off the returns that are left.
    """
    caught = returns[returns["return_outcome"].isin(["return", "fair catch", "downed"])]
    yards = caught["return_yards_made"].fillna(0).where(caught["return_outcome"] == "return", 0.0)
    above = yards - caught["return_by"].map(yards.groupby(caught["return_by"]).mean())
    run = float((caught["return_outcome"] == "return").mean()) if len(caught) else 1.0
    found = {}
    for team in teams:
        mine = above[caught["return_against"] == team]
        # Pulled toward nothing: a dozen returns say little about a coverage.
        mean = float(mine.sum()) / (len(mine) * run + strength) if len(mine) else 0.0
        found[team] = additive_five(mean, limit)
    return found


def mean_of_five(cells: Sequence[Result]) -> float:
    """Mean of the yards that five cells add."""
    return sum(weight * cell.yards for weight, cell in zip(_FIVE, cells, strict=True)) / 36


def return_column(
    plays: pd.DataFrame,
    column: str,
    team: str,
    coverage: Mapping[str, tuple[Result, ...]] | None,
    own: Mapping[str, Any],
) -> list[Result]:
    """A return column: the team's own returns less what the coverages that it met added; pooled when few."""
    returns = returns_of(plays, column)
    mine = returns[returns["return_by"] == team]
    # A foul on a punt that nobody ran back (out of bounds, downed, kicked again) is the receivers' all the same.
    kicked = plays["role"].isin(["kickoff", "punt"])
    fouls = plays[plays["return_by"].where(plays["return_by"].notna() | ~kicked, plays["defense"]) == team]
    cells = count_cells(_joined(return_symbols(mine, column), foul_cells(fouls, column)))
    if len(mine) < own["fewest_returns"]:
        everybody = count_cells(return_symbols(returns, column))
        cells = merged(cells, everybody, own["pooled_strength"])
    shift = 0.0
    if coverage is not None and len(mine):
        met = mine[mine["return_outcome"] == "return"]["return_against"]
        shift = -sum(mean_of_five(coverage[other]) for other in met) / max(len(met), 1)
    return fill(cells, shift)


def pat_missed(plays: pd.DataFrame, team: str) -> float:
    """Share of kicked tries that missed."""
    tries = plays[(plays["role"] == "kick try") & (plays["offense"] == team) & ~plays["wiped"]]
    tries = tries[tries["outcome"].isin(["good", "no good", "blocked"])]
    return float((tries["outcome"] != "good").mean()) if len(tries) else 0.0


def special_teams(
    plays: pd.DataFrame, teams: Sequence[str], season: SeasonConstants, settings: Mapping[str, Any], jobs: int = 1
) -> dict[str, KickingSheet]:
    """All special-teams charts of a season."""
    own = settings["special_teams"]
    plays = counted_fouls(plays, settings["influence"]["statuses"])
    coverage = {
        column: coverage_columns(returns_of(plays, column), teams, own["coverage_strength"], own["coverage_limit"])
        for column in COVERED
    }
    kicks, adjustments = field_goals.field_goal_charts(plays, teams, own)
    league_kickoffs = count_cells(kickoff_cells(plays, season))
    league_punts = punt_cells(plays, own["open_punts_from"])

    def sheet(team: str) -> KickingSheet:
        mine = plays[plays["offense"] == team]
        kickoffs, punts = count_cells(kickoff_cells(mine, season)), punt_cells(mine, own["open_punts_from"])
        if kickoffs.total < own["fewest_returns"]:
            kickoffs = merged(kickoffs, league_kickoffs, own["pooled_strength"])
        if punts.total < own["fewest_returns"]:
            punts = merged(punts, league_punts, own["pooled_strength"])
        columns = {KICKOFF: fill(kickoffs), PUNT: fill(punts), FIELD_GOAL: kicks[team]}
        for column in RETURNS:
            columns[column] = return_column(plays, column, team, coverage.get(column), own)
        met = {COVERED[column]: cells[team] for column, cells in coverage.items()}
        return KickingSheet(columns, pat_missed(plays, team), {**met, FG_ADJUSTMENT: adjustments[team]})

    return dict(zip(teams, side_by_side(sheet, teams, jobs), strict=True))
