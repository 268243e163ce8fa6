"""What finished charts give, by exact enumeration of the dice: read from the cells, not from the fit.

A play is followed as advanced play follows it (R27): priority chart, Breakaway, Big Play, the three cancel charts;
a foul is rolled again. Nothing here knows how the cells were chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Matrix, Vector
from chartkit.systems.ddf.charts import BLANK, BREAKAWAY, DEFENSIVE, FORMATIONS, OFFENSIVE, Kind, Result
from chartkit.systems.ddf.compile.fit_space import OUTCOMES, final_outcome
from chartkit.systems.ddf.compile.option_sets import share_of
from chartkit.systems.ddf.compile.penalties import cancel_share, forced_share, offset_chances
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart

if TYPE_CHECKING:
    from chartkit.systems.ddf.charts import TeamChart


#: How plays end: a share for every final outcome of the fit, and at last the share of gains out of bounds.
OUT = OUTCOMES
ENDS = OUTCOMES + 1
_FOUL_NAMES = {Kind.INTERFERENCE: "PI", Kind.GROUNDING: "OFF #*"}


class Enumerator:
    """One call of all teams against all teams."""

    def __init__(
        self, charts: Sequence[TeamChart], call: str, mix: Mapping[str, float], priority: PriorityChart
    ) -> None:
        self._priority = priority
        self._plain: dict[tuple[Result, Result], Vector] = {}
        self._rows: dict[Result, Matrix] = {}
        columns = [{formation: chart.defense[formation][call] for formation in FORMATIONS} for chart in charts]
        cells = (cell for held in columns for column in held.values() for cell in column.values())
        self._answers = list(dict.fromkeys(cells))
        place = {cell: number for number, cell in enumerate(self._answers)}
        self.defenses = np.zeros((len(charts), len(self._answers)))
        for team, held in enumerate(columns):
            for formation, column in held.items():
                for total, cell in column.items():
                    self.defenses[team, place[cell]] += mix[formation] * DEFENSIVE.ways[total] / 36
        self.offenses = [self._against(chart, call) for chart in charts]

    def meet(self, offense: int, defense: int) -> Vector:
        """How the call ends between these two teams, without fouls."""
        ends: Vector = self.defenses[defense] @ self.offenses[offense]
        return ends

    def _against(self, chart: TeamChart, call: str) -> Matrix:
        """How the call ends for one offense against each defensive cell."""
        cells: dict[Result, float] = {}
        for total, cell in chart.offense.columns[call].items():
            if not cell.is_foul:
                cells[cell] = cells.get(cell, 0.0) + OFFENSIVE.ways[total]
        whole = sum(cells.values())
        ends = np.zeros((len(self._answers), ENDS))
        for cell, weight in cells.items():
            ends += weight / whole * self._against_each(chart, call, cell)
        return ends

    def _against_each(self, chart: TeamChart, call: str, cell: Result) -> Matrix:
        """One offensive cell against each defensive cell; plain ones are counted once for all teams."""
        sheet = chart.supplement
        cancels = sheet is not None and any(
            (sheet.qb_great_protection, sheet.qb_good_decision, sheet.ball_protection)
        )
        if cancels or cell.bold or cell.kind is Kind.BREAKAWAY:
            return np.stack([self._ends(chart, call, cell, answer) for answer in self._answers])
        if cell not in self._rows:
            self._rows[cell] = np.stack([self._pair(cell, answer) for answer in self._answers])
        return self._rows[cell]

    def _ends(self, chart: TeamChart, call: str, offense: Result, defense: Result) -> Vector:
        """R27.6-R27.10 for one pair of cells."""
        outcome = self._priority.look_up(offense, defense)
        sheet = chart.supplement
        if sheet is not None and outcome is Outcome.DEF:
            cancelled, instead = 0.0, BLANK
            if defense.kind is Kind.TRAPPED and offense.kind is not Kind.TRAPPED:
                cancelled = share_of(sheet.qb_great_protection)
            elif defense.kind is Kind.INTERCEPTION and offense.kind is not Kind.INTERCEPTION:
                cancelled = share_of(sheet.qb_good_decision)
            elif defense.kind is Kind.FUMBLE:
                cancelled, instead = share_of(sheet.ball_protection), Result(Kind.FORCED, defense.yards)
            if cancelled:
                stands = self._resolved(chart, call, offense, defense, outcome)
                freed = self._ends(chart, call, offense, instead)
                return (1 - cancelled) * stands + cancelled * freed
        return self._resolved(chart, call, offense, defense, outcome)

    def _resolved(self, chart: TeamChart, call: str, offense: Result, defense: Result, outcome: Outcome) -> Vector:
        second = None
        if outcome is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
            second = chart.offense.columns[BREAKAWAY]
        elif offense.bold and call == "6-SHORT" and outcome is Outcome.ADD and chart.supplement is not None:
            second = chart.supplement.short_pass_big_play
        if second is None:
            return self._pair(offense, defense)
        return sum(
            (OFFENSIVE.ways[total] / 216 * self._pair(cell, defense) for total, cell in second.items()),
            np.zeros(ENDS),
        )

    def _pair(self, offense: Result, defense: Result) -> Vector:
        key = (offense, defense)
        if key not in self._plain:
            place, out = final_outcome(self._priority, offense, defense)
            self._plain[key] = np.eye(1, ENDS, place)[0]
            self._plain[key][OUT] = out
        return self._plain[key]


def foul_shares(
    offense: TeamChart, defense: TeamChart, call: str, accepted: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Share of calls with each foul that is not offset and is taken; Penalty Influence counts (R27.3, R27.5)."""
    taken = accepted or {}
    own: dict[str, float] = {}
    for total, cell in offense.offense.columns[call].items():
        if cell.is_foul:
            name = _FOUL_NAMES.get(cell.kind, str(cell.kind))
            own[name] = own.get(name, 0.0) + OFFENSIVE.ways[total] / 216
    marks = defense.supplement.penalty_influence if defense.supplement is not None else {}
    passes = call in ("6-SHORT", "7-MEDIUM", "8-LONG", "9-SIDELINE")
    forced = {foul: forced_share(marks, foul) if foul != "PI" or passes else 0.0 for foul in marks}
    cancelled = {foul: cancel_share(marks, foul) for foul in marks}
    twice = sum(own.get(foul, 0.0) * share for foul, share in cancelled.items())
    again = {foul: share * (1 - cancelled.get(foul, 0.0)) / max(1 - twice, 1e-9) for foul, share in own.items()}
    rolled = 1 - sum(forced.values())
    lost = offset_chances(again, _after_snap(offense, defense))
    return {
        foul: (rolled * again.get(foul, 0.0) + forced.get(foul, 0.0))
        * (1 - lost.get(foul, 0.0))
        * taken.get(foul, 1.0)
        for foul in {**again, **forced}
    }


def _after_snap(offense: TeamChart, defense: TeamChart) -> dict[str, float]:
    """R28.4: the share of five-yard fouls of each side that come after the snap; in basic play none."""
    found = {}
    for foul, chart in (("OFF 5", offense), ("DEF 5", defense)):
        check = chart.supplement.line_of_scrimmage if chart.supplement is not None else {}
        found[foul] = share_of(check.get(foul, frozenset()))
    return found
