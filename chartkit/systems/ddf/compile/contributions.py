"""How much of each ending offenses and defenses contribute: incompletions, interceptions, traps and fumbles.

Both charts can hold an ending, so its rate is a sum; one linear program over the league splits it. Some teams
cannot reach their season's number this way: a few of them get a cancel chart (R32.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import (
    Matrix,
    Preferences,
    RateGroup,
    Rates,
    Relief,
    Split,
    Totals,
    Vector,
    split_rates,
)
from chartkit.systems.ddf.charts import Kind
from chartkit.systems.ddf.compile.column_problems import ENDING_CELLS
from chartkit.systems.ddf.compile.fit_space import (
    DEFENSE_CELLS,
    GRID,
    NO_IMPACT,
    Cancels,
    is_pass,
)
from chartkit.systems.ddf.compile.option_sets import share_of, totals_near
from chartkit.systems.ddf.compile.squeeze import squeezed_out
from chartkit.systems.ddf.compile.targets import Side, Targets

if TYPE_CHECKING:
    from chartkit.systems.ddf.charts import Squeeze
    from chartkit.systems.ddf.compile.settings import Settings


_SEASON_FIGURES = {"INC": "completion rate", "INT": "interceptions", "QT": "traps", "F": "fumbles"}
#: R5.4: defensive endings against which an offense's own does not count, or counts once with them.
_OVERRULED_BY = {
    "INC": frozenset({"INC", "INT", "QT", "F"}),
    "INT": frozenset({"INT"}),
    "QT": frozenset({"INC", "INT", "QT"}),
    "F": frozenset({"INT", "F"}),
}
#: Endings so rare that one play is a tolerance of its own.
_ONE_PLAY = frozenset({"INT", "F"})


@dataclass(frozen=True)
class Contributions:
    """call -> ending -> split between offense and defense, and call -> share of forced results of each defense."""

    split: Mapping[str, Mapping[str, Split]]
    forced: Mapping[str, Vector]


def _left_before_squeeze(side: Side, squeeze: Sequence[Squeeze], call: str) -> Vector:
    """Share of plays that the charts must leave without a gain; the squeeze near the goal adds the rest."""
    falls = np.array([squeezed_out(lines, squeeze, call) for lines in side.lines])
    left: Vector = np.maximum(1 - side.gain_share / (1 - falls), 0.0)
    return left


def split_endings(targets: Targets, squeeze: Sequence[Squeeze], settings: Settings) -> Contributions:
    """The best split of each call's endings between offenses and defenses.

    A forced gain overrules an offense's trap, incompletion or interception (R5.4), so a defense that allowed hardly
    any can undo some of what offenses contribute.
    """
    own, tolerance = settings.contributions, settings.fit.tolerance
    units = {
        "INC": tolerance["completion"],
        "INT": tolerance["intercepted"],
        "QT": tolerance["trapped"],
        "F": tolerance["fumbled"],
    }
    parts, contexts = [], []
    for ending, unit in units.items():
        calls = [call for call in targets.calls if ending == "F" or is_pass(call)]
        kinds = []
        for call in calls:
            target = targets.calls[call]
            play = 1.0 if ending in _ONE_PLAY else 0.0
            offense, defense = target.offense, target.defense
            league = float(offense.plays @ offense.rate(ending) / max(offense.plays.sum(), 1))
            # The report judges completions, not incompletions: what all endings together leave.
            left = ending == "INC"
            kinds.append(
                Rates(
                    target.matchups,
                    _left_before_squeeze(offense, squeeze, call) if left else offense.rate(ending),
                    _left_before_squeeze(defense, squeeze, call) if left else defense.rate(ending),
                    np.maximum(unit, play / np.maximum(offense.plays, 1)),
                    np.maximum(2 * unit, play / np.maximum(defense.plays, 1)),
                    context=call,
                    undoable=ending != "F",
                    whole_context=left,
                    name=ending,
                    overruled_by=_OVERRULED_BY[ending],
                    usual=own.defense_share[ending] * (defense.rate(ending) + league) / 2,
                )
            )
        slack = tuple((step.until, step.price) for step in own.slack)
        weight = own.importance[ending]
        preferences = Preferences(
            own.defense_importance, own.defense_share[ending], own.pull, slack, weight, own.total_importance
        )
        parts.append(RateGroup(kinds, _total_tolerances(targets, calls, ending, settings), preferences))
        contexts.append((ending, calls))
    relief = own.relief
    splits, undone = split_rates(parts, Relief(relief.most, relief.cost), own.rounds)
    found: dict[str, dict[str, Split]] = {call: {} for call in targets.calls}
    for (ending, calls), made in zip(contexts, splits, strict=True):
        for call, split in zip(calls, made, strict=True):
            found[call][ending] = split
    least = settings.defense.forced
    none = np.zeros(len(targets.teams))
    return Contributions(found, {call: least + undone.get(call, none) for call in targets.calls})


def _total_tolerances(targets: Targets, calls: Sequence[str], ending: str, settings: Settings) -> Totals:
    """One unit of miss in a team's season: the tolerance of the report."""
    made = []
    for side in ("offense", "defense"):
        sides: list[Side] = [getattr(targets.calls[call], side) for call in calls]
        number = sum(s.rate(ending) * s.plays for s in sides) + np.zeros(len(targets.teams))
        allowed = np.array(
            [settings.tolerance.of_team(_SEASON_FIGURES[ending], side, float(had)) for had in number]
        )
        if ending == "INC":
            plays = sum(s.plays for s in sides) + np.zeros(len(targets.teams))
            allowed = np.maximum(allowed * plays, 0.1)
        made.append(allowed)
    return Totals(*made)


def first_defenses(contributions: Contributions, call: str, defense: Side) -> Matrix:
    """Defenses with only their contributions and forced gains: the start of the first offense step."""
    weights = np.zeros((len(defense.plays), len(DEFENSE_CELLS)))
    for ending, split in contributions.split[call].items():
        weights[:, ENDING_CELLS[ending]] = split.second
    allowed = defense.gains + defense.gains.sum(axis=0) / max(defense.gains.sum(), 1)
    share = contributions.forced[call] / np.maximum(allowed.sum(axis=1), 1e-9)
    forced = [(place, cell.yards) for place, cell in enumerate(DEFENSE_CELLS) if cell.kind is Kind.FORCED]
    for yards, column in zip(GRID, allowed.T, strict=True):
        nearest = min(forced, key=lambda cell: abs(cell[1] - yards))[0]
        weights[:, nearest] += share * column
    weights[:, NO_IMPACT] += 1 - weights.sum(axis=1)
    return weights


def needed_cancels(targets: Targets, split: Mapping[str, Mapping[str, Split]], settings: Settings) -> list[Cancels]:
    """Cancel charts for the few teams whose season total is out of reach without them (R32.8).

    A team cannot have fewer than the defenses that it met contribute. Where that is more than it had, a share of it
    is cancelled: at most `most_share`, for at most `most_teams` teams of each chart.
    """
    own = settings.cancel
    shares: dict[str, Vector] = {}
    for ending in ("QT", "INT", "F"):
        least, had = np.zeros(len(targets.teams)), np.zeros(len(targets.teams))
        for call, target in targets.calls.items():
            if ending not in split[call]:
                continue
            met = target.matchups @ split[call][ending].second
            least += met
            had += target.offense.rate(ending) * target.offense.plays
        beyond = least - had
        share = np.where(beyond > own.fewest[ending], beyond / np.maximum(least, 1e-9), 0.0)
        ranked = np.argsort(-beyond, kind="stable")[: own.most_teams]
        kept = np.zeros(len(share))
        kept[ranked] = np.minimum(share[ranked], own.most_share)
        # Rounded to what the dice can show.
        shares[ending] = np.array([share_of(totals_near(value)) for value in kept])
    return [
        Cancels(float(qt), float(int_), float(f))
        for qt, int_, f in zip(shares["QT"], shares["INT"], shares["F"], strict=True)
    ]
