"""What finished charts give, by exact enumeration of the dice: read from the cells, not from the fit.

A play is followed as advanced play follows it (R27): priority chart, Breakaway, Big Play, the three cancel charts;
a foul is rolled again. Nothing here knows how the cells were chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Matrix, Vector
from chartkit.systems.ddf.charts import BLANK, BREAKAWAY, DEFENSIVE, FORMATIONS, OFFENSIVE, Kind, Result
from chartkit.systems.ddf.compile.option_sets import share_of
from chartkit.systems.ddf.compile.penalties import cancel_share, forced_share, offset_chances
from chartkit.systems.ddf.compile.squeeze import squeeze_at
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, final_result

if TYPE_CHECKING:
    from chartkit.systems.ddf.charts import Squeeze, TeamChart


LOW, HIGH = -20, 99
_SPAN = HIGH - LOW + 1
#: Ends of a play: gains in bounds, gains out of bounds, then the others; the last place sums the yards of fumbles.
STARRED, TD, INC, INT, QT, F, F_YARDS = (
    _SPAN,
    2 * _SPAN,
    2 * _SPAN + 1,
    2 * _SPAN + 2,
    2 * _SPAN + 3,
    2 * _SPAN + 4,
    2 * _SPAN + 5,
)
ENDS = 2 * _SPAN + 6
_KINDS = {Kind.TOUCHDOWN: TD, Kind.FORCED_TD: TD, Kind.INCOMPLETE: INC, Kind.INTERCEPTION: INT, Kind.TRAPPED: QT}
_YARDS = np.arange(LOW, HIGH + 1)
_FOUL_NAMES = {Kind.INTERFERENCE: "PI", Kind.GROUNDING: "OFF #*"}


@dataclass(frozen=True)
class Ends:
    """How one team's plays of a call end: shares of all plays without a foul, before and after the goal line."""

    recorded: Vector  # (grid) gains as they are recorded
    out_of_bounds: float
    incomplete: float
    intercepted: float
    trapped: float
    fumbled: float
    fumble_yards: float
    touchdowns: float

    @property
    def gain_share(self) -> float:
        """Share of plays that gained (a run, a completion)."""
        return float(self.recorded.sum())

    @property
    def mean(self) -> float:
        """Yards per play with a result."""
        return float(self.recorded @ np.arange(LOW, HIGH + 1))


class Enumerator:
    """One call of all teams against all teams."""

    def __init__(
        self, charts: Sequence[TeamChart], call: str, mix: Mapping[str, float], priority: PriorityChart
    ) -> None:
        self._priority = priority
        self._plain: dict[tuple[Result, Result], Vector] = {}
        self._rows: dict[Result, Matrix] = {}
        answers: dict[Result, int] = {}
        rows = []
        for chart in charts:
            weights: dict[int, float] = {}
            for formation in FORMATIONS:
                for total, cell in chart.defense[formation][call].items():
                    place = answers.setdefault(cell, len(answers))
                    weights[place] = weights.get(place, 0.0) + mix[formation] * DEFENSIVE.ways[total] / 36
            rows.append(weights)
        self.defenses = np.zeros((len(charts), len(answers)))
        for team, weights in enumerate(rows):
            for place, weight in weights.items():
                self.defenses[team, place] = weight
        self._answers = list(answers)
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
            ends = np.zeros(ENDS)
            outcome = self._priority.look_up(offense, defense)
            if outcome in (Outcome.F_EZ, Outcome.F_QT):
                ends[F] = 1.0
            else:
                final = final_result(outcome, offense, defense)
                if final.kind in (Kind.YARDS, Kind.FORCED):
                    place = min(max(final.yards, LOW), HIGH) - LOW
                    ends[place + (STARRED if final.out_of_bounds else 0)] = 1.0
                elif final.kind is Kind.FUMBLE:
                    ends[F], ends[F_YARDS] = 1.0, final.yards
                else:
                    ends[_KINDS[final.kind]] = 1.0
            self._plain[key] = ends
        return self._plain[key]


def at_the_goal(
    ends: Vector, lines: Vector, table: Sequence[Squeeze], call: str, *, is_pass: bool, short: float = 0.0
) -> Ends:
    """The recorded result of final ends from the lines of scrimmage really met: squeezed, cut, then measured."""
    total = lines.sum()
    share = lines / total if total > 0 else np.eye(1, len(lines), 75)[0]
    recorded = np.zeros(_SPAN)
    out = incomplete = scored = 0.0
    gains = ends[:STARRED] + ends[STARRED:TD]
    for row, by_line in _bands(share, table, call).items():
        falls = share_of(row.incomplete) if row is not None and is_pass else 0.0
        kept = (1 - falls) * by_line
        incomplete += falls * float(by_line.sum()) * float(gains.sum())
        out += float(kept.sum()) * float(ends[STARRED:TD].sum())
        off = row.yards if row is not None else 0
        yards = np.where(_YARDS > 0, np.maximum(0, _YARDS - off), _YARDS)
        squeezed = np.bincount(yards - LOW, weights=gains, minlength=_SPAN)
        at_least = np.cumsum(squeezed[::-1])[::-1]
        # A gain stays as it is from farther out, and ends at the goal line from nearer.
        farther_out = np.cumsum(kept[::-1])[::-1] - kept
        recorded += squeezed * farther_out + kept * at_least + by_line * ends[TD]
        measured = short * kept * squeezed
        recorded -= measured
        recorded[:-1] += measured[1:]
        scored += float(kept @ at_least) - float(measured.sum()) + float(by_line.sum()) * float(ends[TD])
    return Ends(
        recorded,
        float(out),
        float(ends[INC] + incomplete),
        float(ends[INT]),
        float(ends[QT]),
        float(ends[F]),
        float(ends[F_YARDS]),
        float(scored),
    )


def _bands(share: Vector, table: Sequence[Squeeze], call: str) -> dict[Squeeze | None, Vector]:
    """Row of the squeeze table -> share of plays by distance to the goal, on the grid of gains."""
    bands: dict[Squeeze | None, Vector] = {}
    for line in np.flatnonzero(share).tolist():
        bands.setdefault(squeeze_at(table, call, line), np.zeros(_SPAN))[line - LOW] = share[line]
    return bands


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
