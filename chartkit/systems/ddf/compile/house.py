"""House rules with tables from the season: measurements, the own goal line, home field, comebacks, pace, red zones.

Each gives back what whole yards, one clock and audibles alone cannot (docs/roundtrip.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from chartkit.systems.ddf.charts import DEFENSIVE, PLAYS, Shift
from chartkit.systems.ddf.classify import GAINS
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
from chartkit.systems.ddf.compile.squeeze import LINES, incomplete_chance, squeeze_at
from chartkit.systems.ddf.rules.names import (
    MOST_ADVANTAGE,
    MOST_SCORES,
    NEAREST_RED_ZONE,
    ONE_SCORE,
    PACE_CYCLE,
    RED_ZONE,
    REGULATION,
    THIRD_PLAYS,
)

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chartkit.fitting import Matrix, Vector
    from chartkit.football.teams import ScheduledGame
    from chartkit.systems.ddf.compile.settings import ComebackSettings, HouseSettings
    from chartkit.systems.ddf.compile.stages import Compilation
    from chartkit.systems.ddf.compile.supplement import Ratings

    Mask = NDArray[np.bool_]

#: Yards left to the line to gain; here the number of plays is a smooth curve. 0 and 1 are left out.
_AROUND = (-5, -4, -3, -2, -1, 2, 3, 4, 5)
#: A loss that reaches the own end zone from here; the losses of plays from farther out say how often.
_OWN_GOAL = 85
_OPEN = 80
#: Seconds from snap to snap that tell a team's pace: others are timeouts, spikes and injuries.
_SNAP_TO_SNAP = (15, 55)
#: What a quick play saves (R23.7).
_SAVED = 10
_HALVINGS = 20


def measurements(plays: pd.DataFrame, settings: HouseSettings) -> tuple[float, float]:
    """Of balls on the line to gain the share that is short; of balls a yard short the share that had reached it.

    A ball inches short is spotted with a yard to go, so one yard is left far more often than none was to spare. The
    curve of the plays on both sides says how many would have come to rest on the line.
    """
    later = plays["down"].isin([2, 3, 4]) & plays["column"].isin(PLAYS) & ~plays["wiped"]
    stopped = plays[later & plays["outcome"].isin(GAINS) & (plays["ydstogo"] < plays["line"])]
    left = (stopped["ydstogo"] - stopped["yards"]).round()
    counts = {yards: float((left == yards).sum()) for yards in (*_AROUND, 0, 1)}
    both = counts[0] + counts[1]
    if both < settings.fewest_measured:
        return 0.0, 0.0
    curve = np.polyfit(_AROUND, [counts[yards] for yards in _AROUND], 2)
    on_it, before_it = np.polyval(curve, 0), np.polyval(curve, 1)
    if on_it <= 0:
        return 0.0, 0.0
    short = 1 - counts[0] / both * (on_it + before_it) / on_it
    moved = (counts[1] - before_it) / max(counts[1], 1.0)
    return float(np.clip(short, 0.0, 0.9)), float(np.clip(moved, 0.0, 0.9))


def safety_share(plays: pd.DataFrame) -> float:
    """Of the losses that would end in the own end zone, the share that were safeties."""
    snaps = plays[plays["play_type"].isin(["run", "pass"]) & plays["line"].notna() & ~plays["fumble"]]
    expected = real = 0.0
    for kind in ("run", "pass"):
        mine = snaps[snaps["play_type"] == kind]
        usual = mine.loc[mine["line"] <= _OPEN, "yards_gained"].fillna(0).to_numpy()
        near = mine[mine["line"] >= _OWN_GOAL]
        real += float((near["safety"] & ~near["penalty"]).sum())
        if len(usual):
            expected += sum(float((usual <= line - 100).mean()) for line in near["line"])
    return min(1.0, real / expected) if expected > 0 else 1.0


def home_field_totals(
    schedule: Sequence[ScheduledGame], ratings: Mapping[str, Ratings], settings: HouseSettings
) -> tuple[frozenset[int], ...]:
    """Totals of the defensive dice by advantage, so that home teams win by the season's mean margin.

    They are the same for every advantage: more for a team that won at home would make good teams better than their
    charts, which have their wins already.
    """
    margins = [
        game.home_score - game.away_score
        for game in schedule
        if game.home_score is not None and game.away_score is not None
    ]
    helped = sum(ratings[game.home].home_field_advantage > ratings[game.away].road_adjustment for game in schedule)
    if not margins or not helped:
        return ()
    wanted = max(0.0, sum(margins) / len(margins)) / settings.margin_of_a_yard
    return (five_near(min(1.0, wanted * len(schedule) / helped)),) * MOST_ADVANTAGE


def comeback_totals(
    plays: pd.DataFrame, settings: ComebackSettings, factor: float = 1.0
) -> tuple[frozenset[int], ...]:
    """Totals of the defensive dice by scores of the lead, so that who trails makes up as much as in the season.

    Some fifty to a hundred games of a season say little, so those of known seasons are mixed in. `factor` is what
    playing the season says beside that.
    """
    swings = fourth_quarters(plays)
    found = []
    for place in range(MOST_SCORES):
        own = swings.get(place + 1, [])
        wanted = (sum(own) + settings.games * settings.known[place]) / (len(own) + settings.games)
        share = factor * (wanted - settings.played[place]) / settings.yard[place]
        found.append(five_near(float(np.clip(share, 0.0, 1.0))))
    return tuple(found)


def fourth_quarters(plays: pd.DataFrame) -> dict[int, list[float]]:
    """By scores of the lead after three quarters, game by game: points that the other team made up to the end."""
    lead = plays["total_home_score"] - plays["total_away_score"]
    games = plays.loc[lead.notna(), "game_id"]
    before = lead[plays["qtr"] < REGULATION].groupby(games).last()
    after = lead.groupby(games).last().reindex(before.index)
    found: dict[int, list[float]] = {}
    for ahead, end in zip(before.tolist(), after.tolist(), strict=True):
        if ahead != 0:
            scores = min(int((abs(ahead) - 1) // ONE_SCORE) + 1, MOST_SCORES)
            found.setdefault(scores, []).append(float((ahead - end) * np.sign(ahead)))
    return found


def five_near(share: float) -> frozenset[int]:
    """Totals of the defensive dice whose chance is nearest to a share."""
    every = [set(some) for size in range(6) for some in combinations(DEFENSIVE.totals, size)]
    best = min(
        every, key=lambda some: abs(sum(DEFENSIVE.ways[total] for total in some) / DEFENSIVE.outcomes - share)
    )
    return frozenset(best)


def close_games(teams: Sequence[str], longer: Vector) -> dict[str, Shift]:
    """The teams whose gains late in close games are longer or shorter, by so many yards on average."""
    found = {}
    for team, yards in zip(teams, longer, strict=True):
        most = int(np.ceil(abs(yards)))
        on = five_near(abs(yards) / most) if most else frozenset()
        if on:
            found[team] = Shift(int(np.copysign(most, yards)), on)
    return found


def quick_plays(plays: pd.DataFrame, settings: HouseSettings, factor: float = 1.0) -> float:
    """Of 24 plays of 40 seconds, those that take 30 so that a play is as long as in the season (R23.1).

    `factor` is how many times as many plays a season must have as the timing chart says.
    """
    clock = plays["quarter_seconds_remaining"]
    if clock.isna().any():
        return THIRD_PLAYS
    kind, stands = plays["play_type"], ~plays["two_point_attempt"]
    official = (kind.isin(["run", "qb_kneel", "pass", "qb_spike"]) & stands).sum()
    gained = (kind.eq("run") | (kind.eq("pass") & (plays["complete_pass"] | plays["sack"]))) & stands
    ended = plays["interception"] | plays["fumble_lost"] | plays["fourth_down_failed"]
    ended |= plays["touchdown"] | plays["safety"] | plays["penalty"]
    left, out = gained & ~ended, plays["out_of_bounds"]
    late = (plays["qtr"].eq(2) & clock.le(120)) | (plays["qtr"].ge(4) & clock.le(300))
    full = int((left & ~out).sum())
    ten = (kind.eq("pass") & plays["incomplete_pass"]) | plays["interception"] | (gained & ended)
    ten |= kind.isin(["punt", "field_goal"]) | (kind.eq("kickoff") & ~plays["touchback"])
    seconds = 40 * (full + int(kind.eq("qb_kneel").sum()))
    seconds += 30 * int((left & out & ~late).sum()) + 10 * int((left & out & late).sum())
    seconds += 10 * int(ten.sum()) + 5 * int((kind.eq("no_play") & plays["penalty"]).sum())
    games = plays["game_id"].nunique()
    if not official or not full or not games:
        return THIRD_PLAYS
    wanted = settings.game_seconds * games / (official * factor)
    over = seconds / official - settings.saved_seconds - wanted
    return float(np.clip(over * official * PACE_CYCLE / (10 * full), 0, PACE_CYCLE))


def team_pace(plays: pd.DataFrame, quick: float) -> dict[str, int]:
    """The quick plays of each team, from how long it took from one play in bounds to its next snap.

    `quick` is the season's number. The last minutes of halves say nothing: there everybody hurries or waits.
    """
    clock, kind = plays["quarter_seconds_remaining"], plays["play_type"]
    if clock.isna().any():
        return {}
    gained = kind.eq("run") | (kind.eq("pass") & (plays["complete_pass"] | plays["sack"]))
    ended = plays["penalty"] | plays["out_of_bounds"] | plays["two_point_attempt"]
    ended |= (plays["qtr"].eq(2) & clock.le(120)) | (plays["qtr"].ge(4) & clock.le(300))
    games = plays.groupby("game_id", sort=False)
    following = plays["qtr"].eq(games["qtr"].shift(-1)) & plays["offense"].eq(games["offense"].shift(-1))
    snapped = kind.isin(["run", "pass"]).groupby(plays["game_id"], sort=False).shift(-1, fill_value=False)
    seconds = clock - games["quarter_seconds_remaining"].shift(-1)
    timed = gained & ~ended & following & snapped & seconds.between(*_SNAP_TO_SNAP)
    if not timed.any():
        return {}
    means = seconds[timed].groupby(plays["offense"]).mean()
    faster = (float(seconds[timed].mean()) - means) * PACE_CYCLE / _SAVED
    # Where teams stand so far apart that some reach the end of the table, the others make up for it.
    low, high = -float(PACE_CYCLE), float(PACE_CYCLE)
    for _ in range(_HALVINGS):
        moved = (low + high) / 2
        mean = float(np.clip(quick + faster + moved, 0, PACE_CYCLE).mean())
        low, high = (moved, high) if mean < quick else (low, moved)
    return {str(team): int(np.clip(round(quick + each + moved), 0, PACE_CYCLE)) for team, each in faster.items()}


# Red zones: some teams score there far more often than their columns say, and so do some opponents.
#
# The squeeze is the league's. What a team's own touchdowns inside the 20 are above or below those of its columns
# becomes a house table: totals of the defensive dice on which a gain counts as longer or shorter where that makes
# or takes a touchdown. All other gains stay as they are, and those from the 1 and the 2 too: there a yard is all.

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
