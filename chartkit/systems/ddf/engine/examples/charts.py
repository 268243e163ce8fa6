"""The charts of an example: blank, with every cell that its rolls hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chartkit.systems.ddf.charts import (
    Column,
    GenericCharts,
    Marks,
    NotAResultError,
    PlayCalls,
    Result,
    SackRate,
    TeamChart,
    TeamName,
    blank_chart,
    dice,
    gain,
    parse,
    standard_generic,
)
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import DICE_NAMES
from chartkit.systems.ddf.engine.examples.example import Example, Teams

THIRTY = dice.OFFENSIVE.totals
_COVERAGE = {
    "coverage.KICK": col.KICK_COVERAGE,
    "coverage.PUNT": col.PUNT_COVERAGE,
    "containment.QT": col.QT_CONTAINMENT,
    "adjustment.FG": col.FG_ADJUSTMENT,
}
INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
CHECK = "supplement.LINE OF SCRIMMAGE"
FUMBLES = "supplement.DEFENSE FUMBLE RECOVERY"


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

    cells: dict[str, dict[int, str]] = field(default_factory=dict)
    rolls: list[Rolled] = field(default_factory=list)


def real_chart(roll: Mapping[str, Any], play: str, formation: str) -> str:
    """The chart that a roll reads; a misprinted or unnamed one is that of the call."""
    name = roll.get("chart")
    who = roll.get("who")
    if not name:
        return f"defense.{formation}.{play}" if who == "defense" else f"offense.{play}"
    head, _, rest = str(name).partition(".")
    if head == "offense" and rest.startswith("("):
        return f"offense.{play}"
    if head == "defense":
        return f"defense.{formation}.{play}"
    return str(name)


def place_rolls(rolls: list[Rolled]) -> Hits:
    """Give every roll a total of its own: a printed one stays, a lost one takes a free row."""
    hits = Hits(rolls=rolls)
    for roll in rolls:
        cells = hits.cells.setdefault(roll.chart, {})
        if roll.total is not None:
            cells.setdefault(roll.total, roll.result)
    for roll in rolls:
        cells = hits.cells[roll.chart]
        if roll.total is None or (cells[roll.total] != roll.result and roll.dice != DICE_NAMES.index("d10")):
            totals = THIRTY if roll.dice == 0 else dice.DEFENSIVE.totals if roll.dice == 1 else dice.D10.totals
            free = [total for total in totals if total not in cells]
            same = [total for total, text in cells.items() if text == roll.result]
            roll.total = (same or free or [totals[0]])[0]
            cells.setdefault(roll.total, roll.result)
    return hits


def _result(text: str) -> Result | None:
    try:
        return parse(text)
    except NotAResultError:
        return None


def _filled(column: Column, cells: Mapping[int, str]) -> Column:
    if not cells:
        return column
    results = list(column.cells)
    for total, text in cells.items():
        results[total - column.first] = _result(text) or results[total - column.first]
    return Column(column.first, tuple(results))


def _marked(cells: Mapping[int, str], symbol: str) -> frozenset[int]:
    """The totals of a symbol; a chart that was rolled on has one somewhere, or nobody would have rolled."""
    if not cells:
        return frozenset()
    on = frozenset(total for total, text in cells.items() if text == symbol)
    return on or frozenset([next(total for total in THIRTY if total not in cells)])


def _marks(cells: Mapping[int, str], symbols: tuple[str, ...], otherwise: str) -> Marks:
    symbol = next((text for text in cells.values() if text in symbols), otherwise)
    on = _marked(cells, symbol)
    return Marks(symbol, on) if on else Marks()


def _influence(hits: Hits) -> dict[str, Marks]:
    forced = hits.cells.get(INFLUENCE, {})
    marks: dict[str, Marks] = {}
    for name in col.PENALTY_INFLUENCE:
        symbol = "PI X" if name == "PI" else name
        on = frozenset(total for total, text in forced.items() if symbol in text.split(" + ") or text == symbol)
        cancels = hits.cells.get(f"{INFLUENCE}.{name}", {})
        if on:
            marks[name] = Marks(symbol, on)
        elif cancels:
            marks[name] = Marks(f"X{name}", _marked(cancels, f"X{name}"))
        else:
            marks[name] = Marks()
    if forced and not any(mark.on and not mark.result.startswith("X") for mark in marks.values()):
        unused = next(total for total in THIRTY if total not in forced)
        name = next(name for name in ("DEF 5", "DEF 5X", "DEF 15") if not marks[name].on)
        marks[name] = Marks(name, frozenset([unused]))
    return marks


def team_chart(example: Example, teams: Teams, number: int, hits: Hits) -> TeamChart:
    """A team's charts; both teams get every cell, since the role in the play says whose is read."""
    season, code, state = teams.seasons[number], teams.codes[number], example.state
    chart = blank_chart(season, TeamName(code, code, code))
    cells = hits.cells
    offense = {
        name: _filled(column, cells.get(f"offense.{name}", {})) for name, column in chart.offense.columns.items()
    }
    recovery = cells.get("offense.FUMBLE RECOVERY", {})
    lost = frozenset(total for total, text in recovery.items() if text == "lost")
    special = {
        name: _filled(column, cells.get(f"special.{name}", {}))
        for name, column in chart.special_teams.columns.items()
    }
    special[col.FIELD_GOAL] = _with_range(example, special[col.FIELD_GOAL], cells.get("special.FIELD GOAL", {}))
    missed = frozenset(total for total, text in cells.get("special.PAT", {}).items() if text == "no good")
    coverage = {
        name: _filled(chart.special_teams.coverage[name], cells.get(short, {})) for short, name in _COVERAGE.items()
    }
    adjustment = coverage[col.FG_ADJUSTMENT]
    if cells.get("adjustment.FG") and all(result == gain(0) for result in adjustment.cells):
        # It was rolled on, so it is not blank everywhere.
        free = next(total for total in dice.DEFENSIVE.totals if total not in cells["adjustment.FG"])
        coverage[col.FG_ADJUSTMENT] = _filled(adjustment, {free: "NG"})
    return replace(
        chart,
        offense=replace(chart.offense, columns=offense, fumble_recovered=frozenset(THIRTY) - lost),
        defense={
            formation: {
                play: _filled(chart.defense[formation][play], cells.get(f"defense.{formation}.{play}", {}))
                for play in col.PLAYS
            }
            for formation in col.FORMATIONS
        },
        special_teams=replace(
            chart.special_teams, columns=special, coverage=coverage, pat_good=frozenset(THIRTY) - missed
        ),
        supplement=_supplement(chart, state, hits, code),
    )


def _with_range(example: Example, column: Column, kicked: Mapping[int, str]) -> Column:
    """The longest field goal of the chart: as the state says, else far enough for a kick that was rolled."""
    state = example.state
    longest = next((value for key, value in state.items() if "field_goal" in key and isinstance(value, int)), None)
    if longest is None and not kicked:
        return column
    free = next(total for total in reversed(THIRTY) if total not in kicked)
    return _filled(column, {free: str(longest or 99)})


def _supplement(chart: TeamChart, state: Mapping[str, Any], hits: Hits, code: str) -> Any:
    base, cells = chart.supplement, hits.cells
    if base is None:
        raise ValueError("a blank chart has a supplement")
    kept = any(text == "recovered" for text in cells.get("offense.FUMBLE RECOVERY", {}).values())
    rating = str((state.get("msr") or {}).get(code, "000"))
    quota = state.get("quota") or {}
    big_play = cells.get("supplement.SHORT PASS BIG PLAY", {})
    sack = base.sack_rate or SackRate(Marks(), -7, 6)
    return replace(
        base,
        short_pass_big_play=_filled(chart.offense.columns[col.BREAKAWAY], big_play) if big_play else None,
        qb_great_protection=_marked(cells.get("supplement.QB GREAT PROTECTION", {}), "XQT"),
        qb_good_decision=_marked(cells.get("supplement.QB GOOD DECISION", {}), "XINT"),
        ball_protection=_marked(cells.get("supplement.BALL PROTECTION", {}), "XF"),
        sack_rate=SackRate(
            _marks(cells.get("supplement.SACK RATE", {}), ("SCK", "QR"), "SCK"),
            int(state.get("sack_yards", sack.sack_yards)),
            int(state.get("scramble_yards", sack.scramble_yards)),
        ),
        fumble_recovery=_marks(cells.get(FUMBLES, {}), ("G", "NG"), "G" if kept else "NG"),
        penalty_influence=_influence(hits),
        line_of_scrimmage={
            foul: _marked(cells.get(f"{CHECK}.{foul}", {}), "Post") for foul in col.LINE_OF_SCRIMMAGE
        },
        play_calls={play: PlayCalls(0, int(quota.get(play, 99))) for play in col.PLAYS},
        no_huddle_quota=99,
        muffed_snap_percent=int(rating) / 10,
        muffed_snap_rating=rating,
    )


def generic_charts(hits: Hits, season: int) -> GenericCharts:
    """The shipped generic charts of the season with the cells that the example hits."""
    base, cells = standard_generic(season), hits.cells
    squib = base.squib_kick_return
    hit = cells.get("generic.SQUIB KICK", {})
    return replace(
        base,
        squib_kick_return=_filled(squib, hit) if squib is not None else None,
        holding=_set(base.holding, cells.get("generic.HOLDING", {}), "holding"),
        between_downs_offense=_set(
            base.between_downs_offense, cells.get("generic.BETWEEN DOWNS.OFFENSE", {}), "between downs"
        ),
        between_downs_defense=_set(
            base.between_downs_defense, cells.get("generic.BETWEEN DOWNS.DEFENSE", {}), "between downs"
        ),
    )


def _set(base: frozenset[int], cells: Mapping[int, str], yes: str) -> frozenset[int]:
    told = frozenset(cells)
    return (base - told) | frozenset(total for total, text in cells.items() if text == yes)
