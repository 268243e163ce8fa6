"""The red zone of each team: some score there far more often than their columns say, and so do some opponents.

The squeeze is the league's. What a team's own touchdowns inside the 20 are above or below those of its columns
becomes a house table: totals of the defensive dice on which a gain counts as longer or shorter where that makes or
takes a touchdown. All other gains stay as they are, and those from the 1 and the 2 too: there a yard is all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.charts import DEFENSIVE, Shift
from chartkit.systems.ddf.compile.coach_tables import LEAGUE, goal_line_mix
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CELLS,
    NUMBERS,
    OUTCOMES,
    TD,
    YARDS,
    defense_weights,
    symbol_weights,
)
from chartkit.systems.ddf.compile.house import five_near
from chartkit.systems.ddf.compile.squeeze import LINES, incomplete_chance, squeeze_at
from chartkit.systems.ddf.rules.names import NEAREST_RED_ZONE, RED_ZONE

if TYPE_CHECKING:
    from chartkit.fitting import Matrix, Vector
    from chartkit.systems.ddf.compile.stages import Compilation

_SIDES = ("offense", "defense")
#: Yards that a gain may be moved by.
SHIFTS = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
#: What the real touchdowns are multiplied by, until the league scores as often as it did.
_AIMS = np.linspace(0.9, 1.25, 71)


def red_zones(compilation: Compilation) -> dict[str, tuple[Shift, Shift]]:
    """By team: the shift of its own gains, and of those against it."""
    shifts = []
    for side in _SIDES:
        touchdowns = _touchdowns(compilation, side)
        # What playing says beside the season's own touchdowns.
        touchdowns[:, 0] = np.maximum(touchdowns[:, 0] + compilation.corrections.touchdowns[side], 0.0)
        shifts.append(balanced_shifts(touchdowns))
    return dict(zip(compilation.teams, zip(*shifts, strict=True), strict=True))


def balanced_shifts(touchdowns: Matrix) -> list[Shift]:
    """The shift of every team. A yard takes more touchdowns than it makes: all aim so that the league keeps its."""
    real = touchdowns[:, 0].sum()
    found: tuple[float, list[Shift]] = (np.inf, [])
    for aim in _AIMS:
        shifts = [shift_of(row * np.array([aim, *[1.0] * len(SHIFTS)])) for row in touchdowns]
        scored = sum(_scored(row, shift) for row, shift in zip(touchdowns, shifts, strict=True))
        found = min(found, (abs(scored - real), shifts), key=lambda each: each[0])
    return found[1]


def _scored(touchdowns: Vector, shift: Shift) -> float:
    """Touchdowns of a team with its shift."""
    plain, moved = (float(touchdowns[1 + SHIFTS.index(yards)]) for yards in (0, shift.yards))
    return plain + (moved - plain) * sum(DEFENSIVE.ways[total] for total in shift.on) / DEFENSIVE.outcomes


def shift_of(touchdowns: Vector) -> Shift:
    """The shift that brings touchdowns nearest to the real ones, which come first, before those of each shift."""
    real, plain = touchdowns[0], touchdowns[1 + SHIFTS.index(0)]
    wanted = real - plain
    moves = [(yards, made - plain) for yards, made in zip(SHIFTS, touchdowns[1:], strict=True)]
    moves = [(yards, gained) for yards, gained in moves if gained * wanted > 0]
    if not moves:
        return Shift()
    # The least move that reaches far enough, or the farthest.
    enough = [move for move in moves if abs(move[1]) >= abs(wanted)] or [max(moves, key=lambda move: abs(move[0]))]
    yards, gained = min(enough, key=lambda move: abs(move[0]))
    on = five_near(min(wanted / gained, 1.0))
    return Shift(yards, on) if on else Shift()


def _touchdowns(compilation: Compilation, side: str) -> Matrix:
    """Touchdowns inside the 20 by team: real ones, then those of the columns with each shift.

    The league's own miss is not a team's: those of the columns are scaled to as many as there really were.
    """
    state, targets, results = compilation.joint.state, compilation.targets, compilation.results
    place = {team: number for number, team in enumerate(compilation.teams)}
    near = results[(results["line"] <= RED_ZONE) & (results["ending"] != "")]
    team, line = near[side].map(place).to_numpy(dtype=np.int64), near["line"].to_numpy(dtype=np.int64)
    scored = ((near["ending"] == "GAIN") & near["touchdown"]).to_numpy()
    found = np.zeros((len(place), 1 + len(SHIFTS)))
    found[:, 0] = np.bincount(team[scored], minlength=len(place))
    fronts = goal_line_mix(
        compilation.situations, compilation.coach[LEAGUE]["formations"], compilation.settings.squeeze.inside
    )
    inner = dict(zip(compilation.settings.squeeze.inside, (0, *compilation.settings.squeeze.inside), strict=False))
    for (call, inside), mix in fronts.items():
        made = (near["call"] == call).to_numpy() & (line > inner[inside]) & (line <= inside)
        weights = defense_weights(mix)
        cells = state.cells[call, "defense"]
        defenses = np.stack([symbol_weights(each, weights, len(DEFENSE_CELLS)) for each in cells])
        offenses, met = state.offense[call], targets.calls[call].matchups
        for number in np.unique(team[made]):
            opponents = met[number] if side == "offense" else met[:, number]
            if opponents.sum() <= 0:
                continue
            share = opponents / opponents.sum()
            mine = offenses[number] if side == "offense" else share @ offenses
            theirs = share @ defenses if side == "offense" else defenses[number]
            rolls = np.outer(mine, theirs).ravel()
            final = np.bincount(state.pairs.ravel(), weights=rolls, minlength=OUTCOMES).astype(np.float64)
            lines = np.bincount(line[made & (team == number)], minlength=LINES).astype(np.float64)
            found[number, 1:] += [_scores(compilation, call, lines, final, longer) for longer in SHIFTS]
    found[:, 1:] *= found[:, 0].sum() / max(found[:, 1 + SHIFTS.index(0)].sum(), 1.0)
    return found


def _scores(compilation: Compilation, call: str, lines: Vector, final: Vector, longer: int) -> float:
    """Touchdowns of a call from these lines when gains count as so many yards longer."""
    scores = 0.0
    for line in np.flatnonzero(lines):
        row = squeeze_at(compilation.squeeze, call, int(line))
        off = row.yards if row else 0
        squeezed = np.where(NUMBERS > 0, np.maximum(0, NUMBERS - off), NUMBERS)
        moved = np.where((NUMBERS > 0) & (line >= NEAREST_RED_ZONE), squeezed + longer, squeezed)
        ends = np.where((moved >= line) != (squeezed >= line), moved, squeezed)
        reached = final[:YARDS][ends >= line].sum() + final[TD]
        reached -= compilation.targets.short * final[:YARDS][ends == line].sum()
        scores += lines[line] * (1 - incomplete_chance(row, call)) * float(reached)
    return scores
