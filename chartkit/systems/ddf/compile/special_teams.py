"""The special-teams columns, PAT set and coverages of all teams, and net punts (R3.4, R13, R16, R32.11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Vector, in_threads
from chartkit.systems.ddf.charts import (
    FG_ADJUSTMENT,
    FIELD_GOAL,
    FOULS,
    FUMBLE_RETURN,
    INTERCEPTION_RETURN,
    KICK_COVERAGE,
    KICKOFF,
    KICKOFF_RETURN,
    OFFENSIVE,
    PUNT,
    PUNT_COVERAGE,
    PUNT_RETURN,
    Kind,
    Result,
    dice,
    parse,
)
from chartkit.systems.ddf.coaches.endgame import DEEPEST_RETURN, is_worth_a_return
from chartkit.systems.ddf.coaches.tables import habits
from chartkit.systems.ddf.compile.counted_columns import Cells, count_cells, counted_fouls, fill, foul_cells, merged
from chartkit.systems.ddf.compile.field_goals import field_goal_charts
from chartkit.systems.ddf.compile.option_sets import additive_five, nearest_subset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.stages import Compilation
    from chartkit.systems.ddf.rules.tables import SeasonConstants


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

    def to_json(self) -> dict[str, Any]:
        """As the saved fit has it."""
        return {
            "columns": {name: [str(cell) for cell in cells] for name, cells in self.columns.items()},
            "pat_missed": self.pat_missed,
            "coverage": {name: [str(cell) for cell in cells] for name, cells in self.coverage.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> KickingSheet:
        """Of a saved fit."""
        return cls(
            {name: [parse(cell) for cell in cells] for name, cells in data["columns"].items()},
            data["pat_missed"],
            {name: tuple(parse(cell) for cell in cells) for name, cells in data["coverage"].items()},
        )


def _joined(*parts: pd.Series[Any]) -> pd.Series[Any]:
    import pandas as pd

    return pd.concat([part.astype("object") for part in parts], ignore_index=True)


def _end_line(season: SeasonConstants) -> int:
    return 100 - season.kickoff_line + 10


#: Yards by which the returns of some teams are shorter than the league's.
_SHORTER_RETURNS = 2
#: Caught on the 1.
_IN_FRONT_OF_GOAL = -1


def deepest_return(plays: pd.DataFrame, season: SeasonConstants) -> int:
    """How deep a kick may be caught that nearly every coach at the table runs out; -1: none in the end zone is.

    Since touchbacks are at the 35 a kick that was run out had bounced in front of the goal line.
    """
    returns = returns_of(plays, KICKOFF_RETURN)
    made = returns[returns["return_outcome"] == "return"]["return_yards_made"].dropna()
    if made.empty:
        return DEEPEST_RETURN
    usual = int(made.mean()) - _SHORTER_RETURNS
    deep = DEEPEST_RETURN
    while deep > _IN_FRONT_OF_GOAL and not is_worth_a_return(usual, deep, season.kickoff_touchback):
        deep -= 1
    return deep


def kickoff_cells(plays: pd.DataFrame, season: SeasonConstants, deepest: int = DEEPEST_RETURN) -> pd.Series[Any]:
    """Deep kickoffs: the flight of those that were returned; a touchback flies to the end line.

    The source gives a touchback the distance to the goal line. A kick to the end line is a touchback whatever the
    receivers want (R13.2), so the touchback rate is the season's. Kicks that were run out from the end zone count
    as no deeper than a coach at the table would run them out.
    """
    deep = plays[(plays["column"] == KICKOFF) & (plays["kick"] == "deep") & ~plays["wiped"]]
    end_line = _end_line(season)
    out = deep[deep["outcome"] == "out of bounds"]
    back = deep["outcome"] == "touchback"
    flight = deep["yards"].clip(20, end_line - 10 + deepest).where(~back, end_line)
    flown = flight.drop(index=out.index).dropna().astype(int).astype(str)
    fouls = foul_cells(plays, KICKOFF)
    # A kick out of bounds is one cell, not a kick and a foul.
    return _joined(flown, out["symbol"], fouls[fouls != str(Kind.OFF_40)])


#: Returns of punts from nearer are few and short for want of room: they say nothing of returners and coverages.
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
    above = yards - yards.groupby(caught["return_by"]).transform("mean")
    run = float((caught["return_outcome"] == "return").mean()) if len(caught) else 1.0
    found = {}
    for team in teams:
        mine = above[caught["return_against"] == team]
        # Pulled toward 0: a dozen returns say little about a coverage.
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
    settings: Settings,
    live: float | None = None,
) -> list[Result]:
    """A return column: the team's own returns less what the coverages that it met added; pooled when few.

    `live` is how many punts of its season the table lets it return: those that it did not are fair catches.
    """
    returns = returns_of(plays, column)
    mine = returns[returns["return_by"] == team]
    # A foul on a punt that nobody ran back (out of bounds, downed, kicked again) belongs to the receivers too.
    kicked = plays["role"].isin(["kickoff", "punt"])
    fouls = plays[plays["return_by"].where(plays["return_by"].notna() | ~kicked, plays["defense"]) == team]
    cells = count_cells(_joined(return_symbols(mine, column), foul_cells(fouls, column)))
    own = settings.special_teams
    if len(mine) < own.fewest_returns:
        everybody = count_cells(return_symbols(returns, column))
        if not len(returns):
            everybody = Cells({settings.fallback.columns[column]: 1.0}, {}, {})
        cells = merged(cells, everybody, own.pooled_strength)
    if column in _RUN_IN:
        kept = scored_part(returns)
        cells = replace(cells, others={n: w * (kept if n == _SCORED else 1.0) for n, w in cells.others.items()})
    if live is not None:
        cells = fair_caught(cells, len(run_back(plays[plays["return_by"] == team])), live)
    shift = 0.0
    if coverage is not None and len(mine):
        met = mine[mine["return_outcome"] == "return"]["return_against"]
        shift = -sum(mean_of_five(coverage[other]) for other in met) / max(len(met), 1)
    return fill(cells, shift)


#: Returns that begin anywhere on the field: a long one scores from near the goal line.
_RUN_IN = (PUNT_RETURN, INTERCEPTION_RETURN)
_SCORED = str(Kind.TOUCHDOWN)


def scored_part(returns: pd.DataFrame) -> float:
    """The part of the touchdowns that a column needs as such: some are numbers that reach the goal line.

    At the table a number is rolled wherever the return begins, so some that really ended in the field score there.
    """
    room = np.sort((100 - returns["line"] + returns["yards"]).dropna().to_numpy(dtype=np.float64))
    made = int((returns["return_symbol"] == _SCORED).sum())
    numbers = returns["return_symbol"].str.fullmatch(r"-?\d+\*?").fillna(value=False)
    yards = returns.loc[numbers, "return_yards_made"].to_numpy(dtype=np.float64)
    if not made or not len(room):
        return 1.0
    reached = float(np.searchsorted(room, yards, side="right").sum()) / len(room)
    return max(1 - reached / made, 0.0)


def run_back(plays: pd.DataFrame) -> pd.DataFrame:
    """Punts that were no fair catch and not downed, from wherever they were kicked."""
    returned = plays[(plays["return_column"] == PUNT_RETURN) & plays["return_symbol"].notna() & ~plays["wiped"]]
    return returned[return_symbols(returned, PUNT_RETURN) != str(Kind.FAIR_CATCH)]


def fair_caught(cells: Cells, returned: float, live: float) -> Cells:
    """The cells of returns with as many fair catches as leave `returned` of `live` punts."""
    fouls = {str(kind) for kind in FOULS}
    others = {name: weight for name, weight in cells.others.items() if name != str(Kind.FAIR_CATCH)}
    ran = sum(cells.numbers.values()) + sum(weight for name, weight in others.items() if name not in fouls)
    if not ran or not returned:
        return cells
    caught = ran * max(live / returned - 1, 0.0)
    return replace(cells, others={**others, str(Kind.FAIR_CATCH): caught} if caught else others)


def kicked_tries(plays: pd.DataFrame) -> pd.DataFrame:
    """Extra points that were kicked."""
    tries = plays[(plays["role"] == "kick try") & ~plays["wiped"]]
    return tries[tries["outcome"].isin(["good", "no good", "blocked"])]


def pat_missed(plays: pd.DataFrame, team: str) -> float:
    """Share of a team's kicked tries that missed; the league's share if it kicked none."""
    tries = kicked_tries(plays)
    mine = tries[tries["offense"] == team]
    chosen = mine if len(mine) else tries
    return float((chosen["outcome"] != "good").mean()) if len(chosen) else 0.0


#: Columns of the play table that are read here. To pick rows of the whole table for every team is slow.
KICKS_READ = (
    "column",
    "defense",
    "foul",
    "foul_column",
    "foul_status",
    "kick",
    "line",
    "offense",
    "outcome",
    "return_against",
    "return_by",
    "return_column",
    "return_outcome",
    "return_symbol",
    "return_yards_made",
    "role",
    "symbol",
    "wiped",
    "yards",
)


def special_teams(
    plays: pd.DataFrame, teams: Sequence[str], season: SeasonConstants, settings: Settings, jobs: int = 1
) -> dict[str, KickingSheet]:
    """All special-teams charts of a season but for the returns of punts, which depend on how punts are pooched."""
    own = settings.special_teams
    plays = counted_fouls(plays, settings.influence.statuses)[list(KICKS_READ)]
    coverage = {
        column: coverage_columns(returns_of(plays, column), teams, own.coverage_strength, own.coverage_limit)
        for column in COVERED
    }
    kicks, adjustments = field_goal_charts(plays, teams, own, settings.fallback.field_goals)
    deepest = deepest_return(plays, season)
    league_kickoffs = count_cells(kickoff_cells(plays, season, deepest))
    if not league_kickoffs.numbers:
        league_kickoffs = Cells({_end_line(season): 1.0}, {}, {})
    league_punts = punt_cells(plays, own.open_punts_from)
    if not league_punts.numbers:
        league_punts = Cells({settings.fallback.columns[PUNT]: 1.0}, {}, {})

    def sheet(team: str) -> KickingSheet:
        mine = plays[plays["offense"] == team]
        kickoffs = count_cells(kickoff_cells(mine, season, deepest))
        punts = punt_cells(mine, own.open_punts_from)
        if kickoffs.total < own.fewest_returns or not kickoffs.numbers:
            kickoffs = merged(kickoffs, league_kickoffs, own.pooled_strength)
        if punts.total < own.fewest_returns or not punts.numbers:
            punts = merged(punts, league_punts, own.pooled_strength)
        columns = {KICKOFF: fill(kickoffs), PUNT: fill(punts), FIELD_GOAL: kicks[team]}
        for column in (KICKOFF_RETURN, FUMBLE_RETURN, INTERCEPTION_RETURN):
            columns[column] = return_column(plays, column, team, coverage.get(column), settings)
        met = {COVERED[column]: cells[team] for column, cells in coverage.items()}
        return KickingSheet(columns, pat_missed(plays, team), {**met, FG_ADJUSTMENT: adjustments[team]})

    return dict(zip(teams, in_threads(sheet, teams, jobs), strict=True))


_TOUCHBACK = 20
#: R16.4: from this reduction on the ball is dead where it lands.
_DEAD_FROM = 10
#: Yard lines that a pooched punt may aim at.
_AIMS = range(2, 21)


def punts_of(plays: pd.DataFrame) -> pd.DataFrame:
    """Punts that were kicked: team, line, net yards, and whether it was a touchback."""
    import pandas as pd

    punts = plays[(plays["column"] == PUNT) & ~plays["wiped"] & ~plays["outcome"].isin(["blocked", "foul"])]
    back = punts["return_yards_made"].fillna(0).where(punts["return_outcome"] == "return", 0)
    net = punts["yards"] - back - _TOUCHBACK * (punts["outcome"] == "touchback")
    kept = net.notna() & (punts["return_symbol"].fillna("") != "TD")
    return pd.DataFrame(
        {
            "team": punts["offense"],
            "against": punts["defense"],
            "line": punts["line"].fillna(65).astype(int),
            "net": net,
            "touchback": punts["outcome"] == "touchback",
        }
    )[kept]


def return_mean(cells: Sequence[Result], coverage: float) -> float:
    """Yards of an average punt that is not out of bounds: fair catches count 0."""
    total = yards = 0.0
    for cell, weight in zip(cells, OFFENSIVE.ways.values(), strict=True):
        if cell.kind is Kind.FAIR_CATCH:
            total += weight
        elif cell.kind is Kind.YARDS:
            total += weight
            yards += weight * (cell.yards + coverage)
    return yards / total if total else 0.0


def _numbers(cells: Sequence[Result]) -> list[tuple[Result, int]]:
    """The cells of a punt column that are a distance, and how often each is rolled."""
    return [
        (cell, ways) for cell, ways in zip(cells, OFFENSIVE.ways.values(), strict=True) if cell.kind is Kind.YARDS
    ]


def net_punts(cells: Sequence[Result], lines: Vector, pooch: Vector, returned: Vector) -> Vector:
    """Mean net yards of a punt column from each line, with a pooch, against a return."""
    numbers = _numbers(cells)
    weights = np.array([ways for _, ways in numbers], dtype=np.float64)
    out = np.array([cell.out_of_bounds for cell, _ in numbers], dtype=np.bool_)
    line, short, back = (np.asarray(values, dtype=np.float64)[..., None] for values in (lines, pooch, returned))
    flight = np.array([cell.yards for cell, _ in numbers], dtype=np.float64) - short
    # A return cannot start behind the goal line's yard, so a deep one is worth less.
    back = np.where(out | (short >= _DEAD_FROM), 0.0, np.minimum(back, np.maximum(99 - (line - flight), 0)))
    net = np.where(flight >= line, line - _TOUCHBACK, flight - back)
    mean: Vector = net @ weights / max(weights.sum(), 1)
    return mean


def choose_pooch(
    compilation: Compilation, now: Mapping[str, int] | None = None, ratio: float = 1.0
) -> dict[str, int]:
    """From where punts are pooched, and the yard line they aim at: as many end in the end zone as in the season.

    When the season was played with the aim `now`, there were `ratio` times as many as really.
    """
    usual: dict[str, int] = habits()["pooch"]
    punts = punts_of(compilation.plays)
    near = punts[punts["line"] <= usual["inside"]]
    if near.empty:
        return usual
    by_team = [
        (compilation.kicking[str(team)].columns[PUNT], group["line"].to_numpy(dtype=np.float64))
        for team, group in near.groupby("team")
    ]

    def promised(land_at: int) -> float:
        """Touchbacks of the season that an aim gives."""
        pooch = {**usual, "land_at": land_at}
        return sum(float(touchbacks(cells, lines, pooch).sum()) for cells, lines in by_team)

    wanted = float(near["touchback"].sum()) if now is None else promised(now["land_at"]) / ratio
    return {**usual, "land_at": min(_AIMS, key=lambda land_at: abs(promised(land_at) - wanted))}


def _flights(cells: Sequence[Result]) -> tuple[Vector, Vector]:
    """The yards of a punt column, and how often each is rolled."""
    found = [(cell.yards, ways) for cell, ways in _numbers(cells)]
    yards, weights = np.array(found, dtype=np.float64).reshape(-1, 2).T
    return yards, weights


def pooched(cells: Sequence[Result], lines: Vector, pooch: Mapping[str, int]) -> Vector:
    """Yards taken off a punt of this column from each line, as computer coaches do it (R16.4)."""
    yards, weights = _flights(cells)
    usual = np.floor(yards @ weights / max(weights.sum(), 1))
    return np.where(lines <= pooch["inside"], np.maximum(usual - (lines - pooch["land_at"]), 0.0), 0.0)


def touchbacks(cells: Sequence[Result], lines: Vector, pooch: Mapping[str, int]) -> Vector:
    """The chance of a touchback from each line."""
    yards, weights = _flights(cells)
    reached = yards - pooched(cells, lines, pooch)[:, None] >= lines[:, None]
    chance: Vector = reached @ weights / max(weights.sum(), 1)
    return chance


def live_chances(cells: Sequence[Result], lines: Vector, pooch: Mapping[str, int]) -> Vector:
    """The chance from each line that a punt may be run back: in bounds, not dead (R16.4), not let roll (R16.6)."""
    yards, weights = _flights(cells)
    inside = np.array([not cell.out_of_bounds for cell, _ in _numbers(cells)], dtype=np.bool_)
    short = pooched(cells, lines, pooch)
    caught = (yards - short[:, None] < lines[:, None] - habits()["let_it_roll_at"]) & inside
    chance: Vector = np.where(short < _DEAD_FROM, caught @ weights / max(weights.sum(), 1), 0.0)
    return chance


def fill_punt_returns(compilation: Compilation, pooch: Mapping[str, int]) -> None:
    """The Punt Return columns: as many punts are run back as in the season when coaches pooch like this."""
    settings, sheets = compilation.settings, compilation.kicking
    punts = punts_of(compilation.plays)
    live = dict.fromkeys(compilation.teams, 0.0)
    for (team, against), group in punts.groupby(["team", "against"]):
        lines = group["line"].to_numpy(dtype=np.float64)
        live[str(against)] += float(live_chances(sheets[str(team)].columns[PUNT], lines, pooch).sum())
    plays = counted_fouls(compilation.plays, settings.influence.statuses)[list(KICKS_READ)]
    coverage = {team: sheet.coverage[PUNT_COVERAGE] for team, sheet in sheets.items()}

    def column(team: str) -> list[Result]:
        return return_column(plays, PUNT_RETURN, team, coverage, settings, live[team])

    for team, cells in zip(sheets, in_threads(column, list(sheets), compilation.order.jobs), strict=True):
        sheets[team] = replace(sheets[team], columns={**sheets[team].columns, PUNT_RETURN: cells})


def net_of(
    compilation: Compilation, team: str, pooch: Mapping[str, int], cells: Sequence[Result], punts: pd.DataFrame
) -> float:
    """Mean net that a punt column gives from the lines really met, against the returners really met."""
    five = compilation.kicking[team].coverage[PUNT_COVERAGE]
    returns = {other: compilation.kicking[other].columns[PUNT_RETURN] for other in punts["against"].unique()}
    return mean_net(pooch, cells, mean_of_five(five), returns, punts)


def mean_net(
    pooch: Mapping[str, int],
    cells: Sequence[Result],
    coverage: float,
    returns: Mapping[str, Sequence[Result]],
    punts: pd.DataFrame,
) -> float:
    """Mean net of punts from the lines really met; `returns` are the return columns of the teams met."""
    lines = punts["line"].to_numpy(dtype=np.float64)
    means = {other: return_mean(column, coverage) for other, column in returns.items()}
    returned = np.array([means[other] for other in punts["against"]], dtype=np.float64)
    return float(net_punts(cells, lines, pooched(cells, lines, pooch), returned).mean())


def match_net_punts(compilation: Compilation, pooch: Mapping[str, int], rounds: int = 3) -> None:
    """Lengthen or shorten each team's punts until its net is the season's."""
    punts = punts_of(compilation.plays)
    for team in compilation.teams:
        mine = punts[punts["team"] == team]
        if mine.empty:
            continue
        wanted = float(mine["net"].mean())
        cells = list(compilation.kicking[team].columns[PUNT])
        for _ in range(rounds):
            cells = moved(cells, wanted - net_of(compilation, team, pooch, cells, mine))
        sheet = compilation.kicking[team]
        compilation.kicking[team] = replace(sheet, columns={**sheet.columns, PUNT: cells})


def moved(cells: Sequence[Result], yards: float) -> list[Result]:
    """Distances changed by this many yards on average: all by the whole yards, some of them by one more."""
    weights = list(OFFENSIVE.ways.values())
    numbers = [i for i, cell in enumerate(cells) if cell.kind is Kind.YARDS]
    whole = int(np.floor(yards))
    part = (yards - whole) * sum(weights[i] for i in numbers)
    more = {numbers[i] for i in nearest_subset([weights[i] for i in numbers], part)}
    return [
        replace(cell, yards=min(max(cell.yards + whole + (i in more), 5), 80)) if i in numbers else cell
        for i, cell in enumerate(cells)
    ]
