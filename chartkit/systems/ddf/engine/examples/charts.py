"""The charts of an example: blank, with every cell that its rolls hit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from chartkit.systems.ddf.charts import (
    Column,
    GenericCharts,
    Marks,
    NotAResultError,
    PlayCalls,
    SackRate,
    Supplement,
    TeamChart,
    TeamName,
    blank_chart,
    dice,
    parse,
    standard_generic,
)
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import D10
from chartkit.systems.ddf.engine.examples.example import Example, Teams
from chartkit.systems.ddf.engine.rolls import DICE_SETS

_EVERY = frozenset(dice.OFFENSIVE.totals)
INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
_CHECK = "supplement.LINE OF SCRIMMAGE"
_RECOVERY, _FUMBLES = "offense.FUMBLE RECOVERY", "supplement.DEFENSE FUMBLE RECOVERY"
_GOALS, _ADJUSTMENT = "special.FIELD GOAL", "adjustment.FG"
#: Further than any field goal.
_ANY_RANGE = 99


@dataclass
class Rolled:
    """One roll of the example on the chart that it really reads."""

    chart: str
    dice: int
    total: int | None
    result: str
    #: The guide rolled it, but the rules do not ask for it.
    optional: bool = False


@dataclass
class Hits:
    """Which cells the rolls hit: chart -> total -> text."""

    rolls: list[Rolled]
    cells: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))

    def free(self, chart: str, totals: Sequence[int] = dice.OFFENSIVE.totals) -> int:
        """A total of a chart that no roll hits."""
        return next(total for total in totals if total not in self.cells[chart])

    def on(self, chart: str, word: str, unless_hit: frozenset[int] = frozenset()) -> frozenset[int]:
        """The totals that say a word; a chart that was rolled on has one, or nobody would have rolled."""
        cells = self.cells[chart]
        found = (unless_hit - cells.keys()) | {total for total, told in cells.items() if told == word}
        return found or frozenset([self.free(chart)] if cells else [])


def real_chart(roll: Mapping[str, Any], play: str, formation: str) -> str:
    """The chart that a roll reads; a misprinted or unnamed one is that of the call."""
    name = str(roll.get("chart") or roll.get("who"))
    if name.startswith("defense"):
        return f"defense.{formation}.{play}"
    return name if roll.get("chart") and not name.startswith("offense.(") else f"offense.{play}"


def place_rolls(rolls: list[Rolled], longest: int | None) -> Hits:
    """Give every roll a total of its own: a printed one stays, a lost one takes a free row.

    Then come the cells without which nobody would have rolled: `longest` is a field goal that the example tells.
    """
    hits = Hits(rolls)
    for roll in rolls:
        if roll.total is not None:
            hits.cells[roll.chart].setdefault(roll.total, roll.result)
    for roll in rolls:
        cells = hits.cells[roll.chart]
        if roll.total is None or (cells[roll.total] != roll.result and roll.dice != D10):
            totals = DICE_SETS[roll.dice].totals
            same = [total for total, text in cells.items() if text == roll.result]
            free = [total for total in totals if total not in cells]
            roll.total = (same or free or [totals[0]])[0]
            cells.setdefault(roll.total, roll.result)
    if longest or hits.cells[_GOALS]:
        hits.cells[_GOALS][hits.free(_GOALS, dice.OFFENSIVE.totals[::-1])] = str(longest or _ANY_RANGE)
    if set(hits.cells[_ADJUSTMENT].values()) == {"0"}:
        hits.cells[_ADJUSTMENT][hits.free(_ADJUSTMENT, dice.DEFENSIVE.totals)] = "NG"
    if set(hits.cells[INFLUENCE].values()) == {"0"}:
        forced = (marks[0] for foul, marks in col.INFLUENCE_MARKS.items() if not hits.cells[f"{INFLUENCE}.{foul}"])
        hits.cells[INFLUENCE][hits.free(INFLUENCE)] = next(forced)
    return hits


def _filled(column: Column, cells: Mapping[int, str]) -> Column:
    """A column with the cells that are results of the game."""
    results = list(column.cells)
    for total, text in cells.items():
        with suppress(NotAResultError):
            results[total - column.first] = parse(text)
    return Column(column.first, tuple(results))


def _marks(hits: Hits, chart: str, symbols: tuple[str, ...], otherwise: str) -> Marks:
    symbol = next((text for text in hits.cells[chart].values() if text in symbols), otherwise)
    on = hits.on(chart, symbol)
    return Marks(symbol, on) if on else Marks()


def _influence(hits: Hits, foul: str) -> Marks:
    """The totals on which a foul is forced, else those on which it is cancelled."""
    forces, cancels = col.INFLUENCE_MARKS[foul]
    on = frozenset(total for total, text in hits.cells[INFLUENCE].items() if forces in text.split(" + "))
    return Marks(forces, on) if on else _marks(hits, f"{INFLUENCE}.{foul}", (cancels,), cancels)


def team_chart(example: Example, teams: Teams, number: int, hits: Hits) -> TeamChart:
    """A team's charts; both teams get every cell, since the role in the play says whose is read."""
    code = teams.codes[number]
    chart = blank_chart(teams.seasons[number], TeamName(code, code, code))

    def filled(columns: Mapping[str, Column], name: str) -> dict[str, Column]:
        return {each: _filled(column, hits.cells[name.format(each)]) for each, column in columns.items()}

    special, base = chart.special_teams, chart.supplement
    assert base is not None
    return replace(
        chart,
        offense=replace(
            chart.offense,
            columns=filled(chart.offense.columns, "offense.{}"),
            fumble_recovered=hits.on(_RECOVERY, "recovered", _EVERY),
        ),
        defense={front: filled(columns, f"defense.{front}.{{}}") for front, columns in chart.defense.items()},
        special_teams=replace(
            special,
            columns=filled(special.columns, "special.{}"),
            coverage={
                name: _filled(column, hits.cells[f"{name.split()[1].lower()}.{name.split()[0]}"])
                for name, column in special.coverage.items()
            },
            pat_good=hits.on("special.PAT", "good", _EVERY),
        ),
        supplement=_supplement(base, chart.offense.columns[col.BREAKAWAY], example.state, code, hits),
    )


def _supplement(base: Supplement, blank: Column, state: Mapping[str, Any], code: str, hits: Hits) -> Supplement:
    rating, quota = str((state.get("msr") or {}).get(code, "000")), state.get("quota") or {}
    big_play = hits.cells[f"supplement.{col.BIG_PLAY}"]
    recovered = "recovered" in hits.cells[_RECOVERY].values()
    return replace(
        base,
        short_pass_big_play=_filled(blank, big_play) if big_play else None,
        qb_great_protection=hits.on("supplement.QB GREAT PROTECTION", "XQT"),
        qb_good_decision=hits.on("supplement.QB GOOD DECISION", "XINT"),
        ball_protection=hits.on("supplement.BALL PROTECTION", "XF"),
        sack_rate=SackRate(
            _marks(hits, "supplement.SACK RATE", col.SACK_RATE_MARKS, "SCK"),
            int(state.get("sack_yards", -7)),
            int(state.get("scramble_yards", 6)),
        ),
        fumble_recovery=_marks(hits, _FUMBLES, col.FUMBLE_RECOVERY_MARKS, "G" if recovered else "NG"),
        penalty_influence={foul: _influence(hits, foul) for foul in col.PENALTY_INFLUENCE},
        line_of_scrimmage={foul: hits.on(f"{_CHECK}.{foul}", "Post") for foul in col.LINE_OF_SCRIMMAGE},
        play_calls={play: PlayCalls(0, int(quota.get(play, 99))) for play in col.PLAYS},
        no_huddle_quota=99,
        muffed_snap_percent=int(rating) / 10,
        muffed_snap_rating=rating,
    )


def generic_charts(hits: Hits, season: int) -> GenericCharts:
    """The shipped generic charts of the season with the cells that the example hits."""
    base, between = standard_generic(season), "generic.BETWEEN DOWNS"
    squib = base.squib_kick_return
    return replace(
        base,
        squib_kick_return=squib and _filled(squib, hits.cells["generic.SQUIB KICK"]),
        holding=hits.on("generic.HOLDING", "holding", base.holding),
        between_downs_offense=hits.on(f"{between}.OFFENSE", "between downs", base.between_downs_offense),
        between_downs_defense=hits.on(f"{between}.DEFENSE", "between downs", base.between_downs_defense),
    )
