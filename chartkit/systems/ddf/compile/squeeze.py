"""The goal line: gains are cut there and squeezed in front of it (R25), and the season's own squeeze table.

Cut and squeeze are linear in the final outcome, so they are one matrix per team and call, made from the lines of
scrimmage where that call was really made. For the table the league's open-field results are played from the lines
really met near the goal; yards off and incompletions are chosen so that the season's touchdowns and completions
come out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Matrix, Vector, kaplan_meier
from chartkit.systems.ddf.charts import PLAYS, Squeeze, dice
from chartkit.systems.ddf.compile.coach_tables import LEAGUE, goal_line_mix
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CELLS,
    GRID,
    INC,
    INT,
    NUMBERS,
    OUTCOMES,
    QT,
    R_F,
    R_INC,
    R_INT,
    R_QT,
    R_TD,
    RECORDED,
    TD,
    YARDS,
    F,
    defense_weights,
    is_pass,
    place_of_yards,
    symbol_weights,
)

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.systems.ddf.compile.settings import Settings, SqueezeSettings
    from chartkit.systems.ddf.compile.stages import Compilation
    from chartkit.systems.ddf.compile.targets import Targets


#: Lines of scrimmage: 1 to 99 yards from the goal; place 0 stays empty.
LINES = 100


def squeeze_at(table: Sequence[Squeeze], call: str, line: int) -> Squeeze | None:
    """The row that applies: of those with the call and at least this distance, the nearest to the goal."""
    rows = [row for row in table if call in row.calls and line <= row.inside]
    return min(rows, key=lambda row: row.inside) if rows else None


def incomplete_chance(row: Squeeze | None, call: str) -> float:
    """How often a squeezed completion falls incomplete."""
    if row is None or not is_pass(call):
        return 0.0
    return sum(dice.OFFENSIVE.ways[total] for total in row.incomplete) / dice.OFFENSIVE.outcomes


def squeezed_out(lines: Vector, table: Sequence[Squeeze], call: str) -> float:
    """Share of this call's completions that the squeeze drops."""
    total = float(lines.sum())
    if total <= 0:
        return 0.0
    falls = [incomplete_chance(squeeze_at(table, call, line), call) for line in range(len(lines))]
    return float(lines @ np.array(falls)) / total


def recorded_matrix(lines: Vector, table: Sequence[Squeeze], call: str, short: float = 0.0) -> Matrix:
    """Final outcome -> recorded outcome for a call made `lines[l]` of the time from `l` yards out.

    Of the gains that come to rest on the goal line a share is measured `short`.
    """
    matrix = np.zeros((OUTCOMES, RECORDED))
    share = lines / lines.sum() if lines.sum() > 0 else np.eye(1, LINES, 75)[0]
    places = np.arange(YARDS)
    for line in np.flatnonzero(share):
        weight = share[line]
        row = squeeze_at(table, call, int(line))
        falls = incomplete_chance(row, call)
        off = row.yards if row else 0
        squeezed = np.where(NUMBERS > 0, np.maximum(0, NUMBERS - off), NUMBERS)
        recorded = np.minimum(squeezed, line).astype(np.int64) - GRID.start
        kept = weight * (1 - falls)
        measured = kept * short * (squeezed == line)
        matrix[places, recorded] += kept - measured
        matrix[places, recorded - 1] += measured
        matrix[:YARDS, R_INC] += weight * falls
        matrix[:YARDS, R_TD] += kept * (squeezed >= line) - measured
        matrix[TD, place_of_yards(int(line))] += weight
        matrix[TD, R_TD] += weight
    matrix[INC, R_INC] = matrix[INT, R_INT] = matrix[QT, R_QT] = matrix[F, R_F] = 1.0
    return matrix


def recorded_matrices(targets: Targets, table: Sequence[Squeeze]) -> dict[tuple[str, str], list[Matrix]]:
    """Cut and squeeze for every team and call, as offense and as defense."""
    return {
        (call, side): [
            recorded_matrix(lines, table, call, targets.short) for lines in getattr(targets.calls[call], side).lines
        ]
        for call in PLAYS
        for side in ("offense", "defense")
    }


_TOTALS = dice.OFFENSIVE.totals
#: Chance of rolling at most the n-th total.
_AT_MOST = np.concatenate([[0.0], np.cumsum([dice.OFFENSIVE.ways[total] for total in _TOTALS]) / 216])


@dataclass(frozen=True)
class GoalLinePlays:
    """One call of the whole league by distance to the goal."""

    plays: Vector
    gained: Vector
    touchdowns: Vector
    yards: Vector


@dataclass(frozen=True)
class OpenField:
    """What a call gives when no goal line is near: how often it gains, and how much."""

    gain_share: float
    gains: Vector


def goal_line_plays(results: pd.DataFrame) -> dict[str, GoalLinePlays]:
    """Count the league's plays, gains, touchdowns and yards of each call by distance to the goal."""
    counted = {}
    for call in PLAYS:
        plays = results[(results["call"] == call) & (results["ending"] != "")]
        line = plays["line"].to_numpy()
        gained = (plays["ending"] == "GAIN").to_numpy()
        scored = gained & plays["touchdown"].to_numpy()
        yards = np.where(gained, plays["yards"].to_numpy(), 0)
        counted[call] = GoalLinePlays(
            *(
                np.bincount(line, weights=each, minlength=LINES).astype(np.float64)
                for each in (np.ones(len(line)), gained, scored, yards)
            )
        )
    return counted


def open_field(results: pd.DataFrame, beyond: int) -> dict[str, OpenField]:
    """What each call gave the league from farther out than `beyond`; touchdowns count as "at least so much"."""
    found = {}
    for call in PLAYS:
        plays = results[(results["call"] == call) & (results["ending"] != "") & (results["line"] > beyond)]
        gained = plays[plays["ending"] == "GAIN"]
        mass = kaplan_meier(gained["yards"].tolist(), gained["touchdown"].tolist(), GRID)
        found[call] = OpenField(len(gained) / max(len(plays), 1), mass / max(mass.sum(), 1e-9))
    return found


def _scores_and_yards(latent: OpenField, lines: Vector, off: int, short: float) -> tuple[float, float]:
    """Share of squeezed gains from these lines that reach the goal, and their mean yards, cut at the goal."""
    total = float(lines.sum())
    if total <= 0:
        return 0.0, 0.0
    squeezed = np.where(NUMBERS > 0, np.maximum(0, NUMBERS - off), NUMBERS)
    scores = yards = 0.0
    for line in np.flatnonzero(lines).tolist():
        reached = latent.gains[squeezed >= line].sum() - short * latent.gains[squeezed == line].sum()
        scores += float(lines[line] * reached)
        yards += float(lines[line] * (latent.gains @ np.minimum(squeezed, line)))
    return scores / total, yards / total


def fit_squeeze(
    plays: Mapping[str, GoalLinePlays],
    latent: Mapping[tuple[str, int], OpenField],
    settings: Settings,
    short: float = 0.0,
) -> tuple[Squeeze, ...]:
    """Yards off and incompletions for each band and kind of call, simple enough for a table.

    `latent` is what a call would give in a band if the goal line were far away. What one band misses is carried to
    the next, so that the season's touchdowns add up although yards are whole.
    """
    own = settings.squeeze
    rows: list[Squeeze] = []
    owed = {"run": 0.0, "pass": 0.0}
    for group in own.groups:
        inner, most = 0, own.most_yards
        kind = "pass" if is_pass(group[0]) else "run"
        for inside in own.inside:
            band = np.zeros(LINES)
            band[inner + 1 : inside + 1] = 1.0
            inner = inside
            number = sum(float((plays[call].plays * band).sum()) for call in group)
            if number < own.fewest_plays:
                owed[kind] -= sum(float((plays[call].touchdowns * band).sum()) for call in group)
                owed[kind] += sum(
                    float((plays[call].plays * band).sum())
                    * latent[call, inside].gain_share
                    * _scores_and_yards(latent[call, inside], plays[call].plays * band, 0, short)[0]
                    for call in group
                )
                continue
            off, last, miss = _choose_band(
                group, band, plays, {call: latent[call, inside] for call in group}, owed[kind], most, own, short
            )
            # Farther out the field is wider: never more yards off than nearer the goal.
            most = off
            owed[kind] = miss
            incomplete = frozenset(_TOTALS[:last]) if kind == "pass" else frozenset()
            rows.append(Squeeze(inside, tuple(group), off, incomplete))
    return tuple(sorted(rows, key=lambda row: (row.inside, row.calls)))


def _choose_band(
    group: Sequence[str],
    band: Vector,
    plays: Mapping[str, GoalLinePlays],
    latent: Mapping[str, OpenField],
    owed: float,
    most: int,
    own: SqueezeSettings,
    short: float,
) -> tuple[int, int, float]:
    real_scores = sum(float((plays[call].touchdowns * band).sum()) for call in group)
    real_gains = sum(float((plays[call].gained * band).sum()) for call in group)
    real_yards = sum(float((plays[call].yards * band).sum()) for call in group)
    lines = {call: plays[call].plays * band for call in group}
    made = {call: float(lines[call].sum()) * latent[call].gain_share for call in group}
    all_gains = sum(made.values())
    best = (np.inf, 0, 0, 0.0)
    for off in range(most + 1):
        each = {call: _scores_and_yards(latent[call], lines[call], off, short) for call in group}
        all_scores, all_yards = (sum(made[call] * each[call][place] for call in group) for place in (0, 1))
        for last in range(len(_TOTALS)) if is_pass(group[0]) else (0,):
            kept = 1 - _AT_MOST[last]
            miss = kept * all_scores - real_scores + owed
            cost = abs(miss) + own.completion_weight * abs(kept * all_gains - real_gains) + own.yard_cost * off
            if not is_pass(group[0]):
                # A run that loses yards for the sake of touchdowns would end drives short of the goal line.
                cost += own.gain_weight * abs(all_yards - real_yards)
            if cost < best[0]:
                best = (cost, off, last, miss)
    return best[1], best[2], best[3]


def correct_squeeze(compilation: Compilation) -> float:
    """Fit the squeeze table again to what the charts give in the open field, with the fronts of the goal line.

    Returns the touchdowns of the league's season that the new table gives less than the old one.
    """
    state, targets, settings = compilation.joint.state, compilation.targets, compilation.settings
    fronts = goal_line_mix(compilation.situations, compilation.coach[LEAGUE]["formations"], settings.squeeze.inside)
    latent = {}
    for (call, inside), mix in fronts.items():
        weights = defense_weights(mix)
        columns = [symbol_weights(cells, weights, len(DEFENSE_CELLS)) for cells in state.cells[call, "defense"]]
        near = replace(state, defense={call: np.stack(columns)})
        final = np.zeros(OUTCOMES)
        for team in range(len(compilation.teams)):
            matchups = targets.calls[call].matchups[team]
            if matchups.sum() > 0:
                defense = near.defense_faced(call, team, matchups / matchups.sum())
                rolls = matchups.sum() * np.outer(state.offense[call][team], defense)
                final += np.bincount(state.pairs.ravel(), weights=rolls.ravel(), minlength=OUTCOMES)
        gains = final[:YARDS].copy()
        gains[YARDS - 1] += final[TD]
        share = float(gains.sum() / max(final.sum(), 1e-9))
        latent[call, inside] = OpenField(share, gains / max(float(gains.sum()), 1e-9))
    plays, old = goal_line_plays(compilation.results), compilation.squeeze
    compilation.squeeze = fit_squeeze(plays, latent, settings, targets.short)
    state.recorded = recorded_matrices(targets, compilation.squeeze)
    before, now = (_touchdowns(plays, latent, table, targets.short) for table in (old, compilation.squeeze))
    return before - now


def _touchdowns(
    plays: Mapping[str, GoalLinePlays],
    latent: Mapping[tuple[str, int], OpenField],
    table: Sequence[Squeeze],
    short: float,
) -> float:
    """The league's touchdowns near the goal under a squeeze table."""
    scores, inner = 0.0, 0
    for inside in sorted({inside for _, inside in latent}):
        band = np.zeros(LINES)
        band[inner + 1 : inside + 1] = 1.0
        inner = inside
        for call in PLAYS:
            row, lines, field = squeeze_at(table, call, inside), plays[call].plays * band, latent[call, inside]
            share, _ = _scores_and_yards(field, lines, row.yards if row else 0, short)
            scores += float(lines.sum()) * field.gain_share * (1 - incomplete_chance(row, call)) * share
    return scores
