"""What a team has beside its columns: marks, trapped passers, recoveries, calls (R8, R11, R28), ratings (R32)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.fitting import Matrix, Vector
from chartkit.systems.ddf.charts import LINE_OF_SCRIMMAGE, PLAYS, Marks, PlayCalls, Result, SackRate
from chartkit.systems.ddf.compile.counted_columns import trapped_column, trapped_plays, trapped_yards
from chartkit.systems.ddf.compile.option_sets import additive_five, range_near, share_of, totals_near
from chartkit.systems.ddf.compile.targets import pair_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.football.teams import ScheduledGame
    from chartkit.systems.ddf.compile.settings import AdjustmentSettings, RatingSettings, Settings


@dataclass(frozen=True)
class Adjusted:
    """Own share of each offense, and the marks of each defense."""

    own: Vector
    marks: tuple[Marks, ...]


def adjusted_shares(
    yes: Matrix,
    no: Matrix,
    *,
    more: str,
    fewer: str,
    fewest: float,
    rounds: int = 4,
    fixed_yes: Vector | None = None,
) -> Adjusted:
    """Split a yes/no rate between the offense's own share and the defense's marks.

    `yes[o, d]` and `no[o, d]` count plays. A mark `more` turns a no into a yes, `fewer` a yes into a no, so that
    share = own * (1 - fewer) + (1 - own) * more. A defense whose count is within `fewest` of what its opponents
    explain stays blank. `fixed_yes` is the part of each offense's own share that no mark can turn.
    """
    plays = yes + no
    league = float(yes.sum() / max(plays.sum(), 1))
    by_offense, by_defense = plays.sum(axis=1), plays.sum(axis=0)
    wanted = np.where(by_offense > 0, yes.sum(axis=1) / np.maximum(by_offense, 1), league)
    fixed = np.zeros(len(wanted)) if fixed_yes is None else np.minimum(fixed_yes, wanted)
    own = wanted.copy()
    marks = [Marks()] * plays.shape[1]
    for _ in range(rounds):
        add, drop = _strengths(marks, more), _strengths(marks, fewer)
        met_add = plays @ add / np.maximum(by_offense, 1)
        met_drop = plays @ drop / np.maximum(by_offense, 1)
        # share = fixed + (own - fixed)(1 - drop) + (1 - own) add, solved for own.
        own = (wanted - fixed * met_drop - met_add) / np.maximum(1 - met_drop - met_add, 0.2)
        own = np.clip(own, fixed, 1.0)
        marks = []
        for team in range(plays.shape[1]):
            weight = plays[:, team]
            if by_defense[team] == 0:
                marks.append(Marks())
                continue
            expected = float(weight @ own)
            surplus = float(yes[:, team].sum()) - expected
            if abs(surplus) < fewest:
                marks.append(Marks())
            elif surplus > 0:
                marks.append(_marks(more, surplus / max(float(weight @ (1 - own)), 1e-9)))
            else:
                marks.append(_marks(fewer, -surplus / max(float(weight @ (own - fixed)), 1e-9)))
    return Adjusted(own, tuple(marks))


def _strengths(marks: list[Marks], symbol: str) -> Vector:
    return np.array([share_of(mark.on) if mark.result == symbol else 0.0 for mark in marks])


def _marks(symbol: str, share: float, free: frozenset[int] | None = None) -> Marks:
    capped = min(share, 0.95)
    on = totals_near(capped) if free is None else totals_near(capped, free)
    return Marks(symbol, on) if on else Marks()


@dataclass(frozen=True)
class TrappedCharts:
    """One team's three charts about trapped passers."""

    column: list[Result]
    sack_rate: SackRate
    containment: tuple[Result, ...]


def trapped_charts(plays: pd.DataFrame, teams: Sequence[str], settings: Settings) -> dict[str, TrappedCharts]:
    """QT columns and the two charts that change their results, fitted together over who met whom."""
    own = settings.adjustments
    trapped = plays[(plays["second_column"] == "QT") & plays["offense"].isin(teams) & plays["defense"].isin(teams)]
    codes = {team: place for place, team in enumerate(teams)}
    sacked = (trapped["trap"] == "sack").to_numpy()
    fumbled = trapped["second_symbol"].str.startswith("F").fillna(False).to_numpy(dtype=bool)

    def count(chosen: Any) -> Matrix:
        return pair_counts(trapped["offense"][chosen], trapped["defense"][chosen], teams)

    yes, no = count(sacked), count(~sacked)
    lost_ball = count(sacked & fumbled).sum(axis=1) / np.maximum((yes + no).sum(axis=1), 1)
    adjusted = adjusted_shares(yes, no, more="SCK", fewer="QR", fewest=own.sacks, fixed_yes=lost_ball)
    league = trapped_plays(trapped)
    yards = np.array(trapped_yards(trapped), dtype=float)
    sack_depth, run_length = _means(yards, sacked & ~fumbled, ~sacked & (yards > 0))
    found = {}
    for team, place in codes.items():
        by, against = (trapped["offense"] == team).to_numpy(), (trapped["defense"] == team).to_numpy()
        depth, _ = _means(yards, against & sacked & ~fumbled, against & ~sacked & (yards > 0))
        _, length = _means(yards, by & sacked, by & ~sacked & (yards > 0))
        column = trapped_column(
            trapped_plays(trapped[by]),
            league,
            float(adjusted.own[place]),
            own.trapped_strength,
            settings.fallback.trapped,
        )
        found[team] = TrappedCharts(
            column,
            SackRate(
                adjusted.marks[place],
                sack_yards=min(-1, round(depth if depth is not None else sack_depth or -7)),
                scramble_yards=max(1, round(length if length is not None else run_length or 6)),
            ),
            _containment(trapped, yards, against & ~sacked & (yards > 0), own),
        )
    return found


def _means(yards: Any, losses: Any, gains: Any) -> tuple[float | None, float | None]:
    return (
        float(yards[losses].mean()) if losses.any() else None,
        float(yards[gains].mean()) if gains.any() else None,
    )


def _containment(trapped: pd.DataFrame, yards: Any, allowed: Any, own: AdjustmentSettings) -> tuple[Result, ...]:
    """Five cells that add what this defense gives a scrambling passer above what he gains elsewhere."""
    if not allowed.any():
        return additive_five(0.0, own.containment_limit)
    offense = trapped["offense"].to_numpy(dtype=object)
    surplus = 0.0
    for place in np.flatnonzero(allowed):
        others = (offense == offense[place]) & (yards > 0) & ~allowed
        if others.any():
            surplus += float(yards[place] - yards[others].mean())
    mean = surplus / (float(allowed.sum()) + own.containment_strength)
    return additive_five(mean, own.containment_limit)


#: Published charts start the recovered range here (2017 PHI: 12-29).
_RECOVERED_FROM = 12
#: R32.5: always below one percent.
_MOST_MUFFS = 0.949


@dataclass(frozen=True)
class CallCounts:
    """What a team called, how often at most in a game, and how it hurried and muffed."""

    play_calls: Mapping[str, PlayCalls]
    no_huddle_quota: int
    muffed_snap_percent: float


@dataclass(frozen=True)
class Recoveries:
    """Totals on which an offense keeps its fumbles, and the marks of the defenses."""

    recovered: Mapping[str, frozenset[int]]
    marks: Mapping[str, Marks]


def call_counts(plays: pd.DataFrame, team: str) -> CallCounts:
    """R32.3 and R32.5: the season's calls and the most in any one game; snaps that were muffed."""
    mine = plays[["call", "game_id", "no_huddle", "role"]][plays["offense"] == team]
    calls = mine[mine["call"].notna() & (mine["call"] != "")]
    counted = {}
    for call in PLAYS:
        games = calls[calls["call"] == call].groupby("game_id").size()
        counted[call] = PlayCalls(int(games.sum()), int(games.max()) if len(games) else 0)
    hurried = calls[calls["no_huddle"]].groupby("game_id").size()
    muffs = int((mine["role"] == "muffed snap").sum())
    percent = 100 * muffs / max(len(calls) + muffs, 1)
    return CallCounts(counted, int(hurried.max()) if len(hurried) else 0, round(min(percent, _MOST_MUFFS), 3))


def loose_balls(plays: pd.DataFrame) -> pd.DataFrame:
    """Every fumble that the game rolls for: `by`, `against`, `lost`.

    Muffed snaps and balls dropped on kick returns read the same chart as a runner's (R11.2, R13.7, R28.14), and are
    lost far less often: without them a chart loses too many.
    """
    import pandas as pd

    standing = plays[~plays["wiped"]]
    carried = standing[standing["fumbled"]]
    kicked = standing[standing["return_outcome"] == "muff"]
    return pd.DataFrame(
        {
            "by": pd.concat([carried["offense"], kicked["return_by"]]),
            "against": pd.concat([carried["defense"], kicked["return_against"]]),
            "lost": pd.concat([carried["lost"], kicked["fumble_lost"].fillna(False)]).astype(bool),
        }
    )


def recoveries(plays: pd.DataFrame, teams: Sequence[str], settings: Settings) -> Recoveries:
    """Fumble Recovery and Defense Fumble Recovery, fitted together over who met whom (R11.2, R28.9)."""
    loose = loose_balls(plays)
    loose = loose[loose["by"].isin(teams) & loose["against"].isin(teams)]
    codes = {team: place for place, team in enumerate(teams)}
    lost, kept = loose[loose["lost"]], loose[~loose["lost"]]
    yes, no = (pair_counts(some["by"], some["against"], teams) for some in (lost, kept))
    solved = adjusted_shares(yes, no, more="G", fewer="NG", fewest=settings.adjustments.fumbles)
    return Recoveries(
        {team: range_near(1 - float(solved.own[place]), _RECOVERED_FROM) for team, place in codes.items()},
        {team: solved.marks[place] for team, place in codes.items()},
    )


def snap_checks(plays: pd.DataFrame, team: str) -> dict[str, frozenset[int]]:
    """R28.4: totals on which a five-yard foul of this offense, or of this defense, came after the snap."""
    found = {}
    for foul, side in zip(LINE_OF_SCRIMMAGE, ("offense", "defense"), strict=True):
        snaps = plays["foul_snap"][(plays[side] == team) & (plays["foul"] == foul) & plays["column"].isin(PLAYS)]
        post = float((snaps == "post").mean()) if len(snaps) else 0.0
        found[foul] = range_near(post)
    return found


@dataclass(frozen=True)
class Ratings:
    """One team's power rating, home field, road adjustment and audibles (R32.6, R32.7)."""

    power: float
    home_field_advantage: int
    road_adjustment: int
    offense_audibles: int
    defense_audibles: int


def _steps(value: float, steps: Sequence[float]) -> int:
    return sum(value >= step for step in steps)


def team_ratings(schedule: Sequence[ScheduledGame], teams: Sequence[str], settings: Settings) -> dict[str, Ratings]:
    """Ratings of all teams from the scores of the season."""
    own = settings.ratings
    power = power_ratings(schedule, teams, own)
    games = [game for game in schedule if game.home_score is not None and game.away_score is not None]
    scored = {
        team: _mean([_points(game, team) for game in games if team in (game.home, game.away)]) for team in teams
    }
    allowed = {
        team: _mean([_points(game, _other(game, team)) for game in games if team in (game.home, game.away)])
        for team in teams
    }
    found = {}
    for team in teams:
        home = _win_share([game for game in games if game.home == team], team)
        road = _win_share([game for game in games if game.away == team], team)
        found[team] = Ratings(
            power[team],
            _steps(home, own.home_field),
            _steps(road, own.road),
            _steps(_standing(scored, team), own.audibles),
            _steps(-_standing(allowed, team), own.audibles),
        )
    return found


def power_ratings(schedule: Sequence[ScheduledGame], teams: Sequence[str], own: RatingSettings) -> dict[str, float]:
    """Ratings whose differences are points: ridge regression of the margins on the two teams and home field."""
    place = {team: i for i, team in enumerate(teams)}
    games = [game for game in schedule if game.home_score is not None and game.away_score is not None]
    rows = np.zeros((len(games), len(teams) + 1))
    margins = np.zeros(len(games))
    for row, game in enumerate(games):
        rows[row, place[game.home]], rows[row, place[game.away]], rows[row, -1] = 1.0, -1.0, 1.0
        margin = (game.home_score or 0) - (game.away_score or 0)
        # A rout says who is better, not by how much: beyond this margin points count half.
        most = own.full_margin
        margins[row] = np.sign(margin) * (min(abs(margin), most) + max(abs(margin) - most, 0) / 2)
    ridge = np.diag([own.games_of_average] * len(teams) + [1e-6])
    strength = np.linalg.solve(rows.T @ rows + ridge, rows.T @ margins) if games else np.zeros(len(teams) + 1)
    values = strength[:-1] - strength[:-1].mean()
    return {team: float(np.floor((own.mean + values[i]) * 2 + 0.5) / 2) for team, i in place.items()}


def _points(game: ScheduledGame, team: str) -> float:
    return float((game.home_score if team == game.home else game.away_score) or 0)


def _other(game: ScheduledGame, team: str) -> str:
    return game.away if team == game.home else game.home


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _win_share(games: Sequence[ScheduledGame], team: str) -> float:
    won = 0.0
    for game in games:
        mine, theirs = _points(game, team), _points(game, _other(game, team))
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / len(games) if games else 0.0


def _standing(values: Mapping[str, float], team: str) -> float:
    """How many standard deviations a team is above the league."""
    numbers = np.array(list(values.values()))
    return float((values[team] - numbers.mean()) / numbers.std()) if numbers.std() > 0 else 0.0
