"""Penalties: what stands in the offense columns and what Penalty Influence adds or cancels (R28.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Matrix, Vector
from chartkit.systems.ddf.charts import PENALTY_INFLUENCE, PLAYS, Marks, dice
from chartkit.systems.ddf.compile.fit_space import DEFENSE_FOULS, FOULS
from chartkit.systems.ddf.compile.option_sets import share_of, totals_near
from chartkit.systems.ddf.compile.targets import pair_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.targets import Targets


#: Fouls of the offense after which it rolls again; grounding ends the rolling (R20.6).
_OFFENSE_FOULS = ("OFF 5", "OFF 10", "OFF 15")
_GROUNDING = "OFF #*"
#: Fouls that a check may put before the snap (R28.4): nothing is rolled after those.
_CHECKED = ("OFF 5", "DEF 5")
#: Calls on which a forced foul of a column counts (R28.6: interference on 6-9 only).
_COUNTS_ON = {foul: PLAYS[5:] if foul == "PI" else PLAYS for foul in PENALTY_INFLUENCE}


#: No defense forces a foul more often than this.
_MOST_FORCED = 0.25


@dataclass(frozen=True)
class Influence:
    """Marks of every defense, and the foul shares that every offense column must hold."""

    marks: tuple[Mapping[str, Marks], ...]
    #: call -> (team, FOULS) shares of the offense's own column.
    shares: Mapping[str, Matrix]


def snap_counts(results: pd.DataFrame, teams: Sequence[str]) -> dict[str, Matrix]:
    """Calls by offense and defense, wiped-out ones included."""
    found = {}
    for call in PLAYS:
        plays = results[results["call"] == call]
        found[call] = pair_counts(plays["offense"], plays["defense"], teams)
    return found


def forced_share(marks: Mapping[str, Marks], foul: str) -> float:
    """Chance that a defense forces this foul on a play."""
    mark = marks[foul]
    return share_of(mark.on) if mark.result and not mark.result.startswith("X") else 0.0


def cancel_share(marks: Mapping[str, Marks], foul: str) -> float:
    """Chance that a defense cancels this foul when the offense rolled it."""
    mark = marks[foul]
    return share_of(mark.on) if mark.result.startswith("X") else 0.0


def offset_chances(again: Mapping[str, float], after_snap: Mapping[str, float]) -> dict[str, float]:
    """Chance that a foul of a play is offset by the other side's on a roll that follows it (R19.5, R35.6).

    `again` is the share of each foul on such a roll, `after_snap` the share of five-yard fouls that are no pre-snap
    fouls. At the table this happens four times as often as in football, where two fouls on a play are rare.
    """
    offense = sum(again.get(foul, 0.0) for foul in _OFFENSE_FOULS)
    defense = sum(again.get(foul, 0.0) for foul in DEFENSE_FOULS)
    by_defense = defense / max(1 - offense, 0.05)
    by_offense = (offense + again.get(_GROUNDING, 0.0)) / max(1 - defense, 0.05)
    chances = {foul: after_snap.get(foul, 1.0) * by_defense for foul in _OFFENSE_FOULS}
    chances |= {foul: after_snap.get(foul, 1.0) * by_offense for foul in DEFENSE_FOULS}
    return {**chances, _GROUNDING: 0.0}


def after_snap_shares(plays: pd.DataFrame) -> dict[str, float]:
    """Share of the league's five-yard fouls on calls that came after the snap."""
    called = plays[plays["column"].isin(PLAYS)]
    found = {}
    for foul in _CHECKED:
        after = called.loc[called["foul"] == foul, "foul_snap"] == "post"
        found[foul] = float(after.mean()) if len(after) else 0.0
    return found


def _thrown_for_one(targets: Targets, after_snap: Mapping[str, float]) -> dict[str, Vector]:
    """How many flags of each foul (FOULS) a call must show for one that is not offset and is taken."""
    found = {}
    for call in PLAYS:
        side = targets.calls[call].offense
        league = side.fouls.sum(axis=0) / max(float(side.snaps.sum()), 1)
        chances = offset_chances(dict(zip(FOULS, league.tolist(), strict=True)), after_snap)
        taken = targets.accepted.get(call, {})
        found[call] = np.array([1 / max((1 - chances[foul]) * taken.get(foul, 1.0), 0.3) for foul in FOULS])
    return found


def _thrown_by(targets: Targets, after_snap: Mapping[str, float], rounds: int = 3) -> dict[str, Matrix]:
    """The share of calls on which each offense (row) must see each foul thrown, so that its own are left."""
    found = {}
    for call in PLAYS:
        side = targets.calls[call].offense
        real, taken = side.fouls / np.maximum(side.snaps, 1)[:, None], targets.accepted.get(call, {})
        made = real.copy()
        for team in range(len(real)):
            for _ in range(rounds):
                lost = offset_chances(dict(zip(FOULS, made[team].tolist(), strict=True)), after_snap)
                left = [(1 - lost[foul]) * taken.get(foul, 1.0) for foul in FOULS]
                made[team] = real[team] / np.maximum(left, 0.3)
        found[call] = made
    return found


def solve_influence(
    targets: Targets,
    snaps: Mapping[str, Matrix],
    after_snap: Mapping[str, float],
    settings: Settings,
    rounds: int = 6,
) -> Influence:
    """Marks for defenses that foul more or less than their opponents explain, and columns less what marks add."""
    teams = len(targets.teams)
    thrown = _thrown_for_one(targets, after_snap)
    wanted = _thrown_by(targets, after_snap)
    shares = {call: wanted[call].copy() for call in PLAYS}
    blank = dict.fromkeys(PENALTY_INFLUENCE, Marks())
    marks: list[Mapping[str, Marks]] = [blank] * teams
    most = {foul: np.full(teams, _MOST_FORCED) for foul in PENALTY_INFLUENCE}
    for _ in range(rounds):
        caps = [{foul: float(most[foul][team]) for foul in most} for team in range(teams)]
        marks = [_marks_of(team, targets, snaps, shares, caps[team], thrown, settings) for team in range(teams)]
        for call in PLAYS:
            met = snaps[call] / np.maximum(snaps[call].sum(axis=1, keepdims=True), 1)
            forced = {
                foul: met @ np.array([forced_share(m, foul) if call in _COUNTS_ON[foul] else 0.0 for m in marks])
                for foul in PENALTY_INFLUENCE
            }
            _cap(most, forced, marks, wanted[call], snaps[call], settings)
            any_forced = sum(forced.values())
            cancelled = {foul: met @ np.array([cancel_share(m, foul) for m in marks]) for foul in PENALTY_INFLUENCE}
            # A cancelled foul is rolled again, and may be a foul once more.
            again = sum(shares[call][:, FOULS.index(foul)] * cancelled[foul] for foul in PENALTY_INFLUENCE)
            for place, foul in enumerate(FOULS):
                rest = (1 - any_forced) * (1 - cancelled.get(foul, 0.0)) / np.maximum(1 - again, 0.5)
                own = np.maximum(wanted[call][:, place] - forced.get(foul, 0.0), 0)
                shares[call][:, place] = own / np.maximum(rest, 0.05)
    return Influence(tuple(marks), shares)


def _cap(
    most: Mapping[str, Vector],
    forced: Mapping[str, Vector],
    marks: Sequence[Mapping[str, Marks]],
    wanted: Matrix,
    snaps: Matrix,
    settings: Settings,
) -> None:
    """Lower what defenses may force where an offense that hardly ever drew the foul would get too many."""
    own = settings.tolerance
    judged = snaps.sum(axis=1) >= own.fewest_plays
    for foul, share in forced.items():
        allowed = wanted[:, FOULS.index(foul)] + 0.9 * own.column["foul"]
        for offense in np.flatnonzero(judged & (share > allowed)).tolist():
            now = np.array([forced_share(m, foul) for m in marks])
            met = (snaps[offense] > 0) & (now > 0)
            # A little more than in proportion: marks are whole 216ths.
            most[foul][met] = np.minimum(most[foul], 0.9 * now * allowed[offense] / share[offense])[met]


def _marks_of(
    team: int,
    targets: Targets,
    snaps: Mapping[str, Matrix],
    shares: Mapping[str, Matrix],
    most: Mapping[str, float],
    thrown: Mapping[str, Vector],
    settings: Settings,
) -> Mapping[str, Marks]:
    marks: dict[str, Marks] = {}
    free = frozenset(dice.OFFENSIVE.totals)
    for foul in PENALTY_INFLUENCE:
        place = FOULS.index(foul)
        calls = _COUNTS_ON[foul]
        plays = sum(float(snaps[call][:, team].sum()) for call in calls)
        expected = sum(float(snaps[call][:, team] @ shares[call][:, place]) for call in calls)
        seen = sum(float(thrown[call][place] * targets.calls[call].defense.fouls[team, place]) for call in calls)
        marks[foul] = Marks()
        if plays == 0 or abs(seen - expected) < settings.influence.fewest_fouls:
            continue
        if seen > expected:
            # One row never holds two forced fouls, so that no tie has to be broken at the table.
            on = totals_near(min((seen - expected) / plays, most[foul]), free)
            if on:
                marks[foul] = Marks("PI X" if foul == "PI" else foul, on)
                free -= on
        elif expected > 0:
            on = totals_near(min(1 - seen / expected, 0.9))
            if on:
                marks[foul] = Marks(f"X{foul}", on)
    return marks
