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
    TeamChart,
    TeamName,
    blank_chart,
    dice,
    gain,
    parse,
    standard_generic,
)
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import D10
from chartkit.systems.ddf.engine.examples.example import Example, Teams
from chartkit.systems.ddf.engine.rolls import DICE_SETS

THIRTY = dice.OFFENSIVE.totals
_COVERAGE = {
    "coverage.KICK": col.KICK_COVERAGE,
    "coverage.PUNT": col.PUNT_COVERAGE,
    "containment.QT": col.QT_CONTAINMENT,
    "adjustment.FG": col.FG_ADJUSTMENT,
}
INFLUENCE = "supplement.DEFENSE PENALTY INFLUENCE"
CHECK = "supplement.LINE OF SCRIMMAGE"
RECOVERY, FUMBLES = "offense.FUMBLE RECOVERY", "supplement.DEFENSE FUMBLE RECOVERY"


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

    def on(self, chart: str, text: str) -> frozenset[int]:
        """The totals of a chart that say this."""
        return frozenset(total for total, told in self.cells[chart].items() if told == text)

    def marked(self, chart: str, symbol: str) -> frozenset[int]:
        """The totals of a symbol; a chart that was rolled on has one somewhere, or nobody would have rolled."""
        if not self.cells[chart]:
            return frozenset()
        return self.on(chart, symbol) or frozenset([self.free(chart, THIRTY)])

    def free(self, chart: str, totals: Sequence[int]) -> int:
        """A total of a chart that no roll hits."""
        return next(total for total in totals if total not in self.cells[chart])


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
    hits = Hits(rolls)
    for roll in rolls:
        if roll.total is not None:
            hits.cells[roll.chart].setdefault(roll.total, roll.result)
    for roll in rolls:
        cells = hits.cells[roll.chart]
        if roll.total is None or (cells[roll.total] != roll.result and roll.dice != D10):
            totals = DICE_SETS[roll.dice].totals
            free = [total for total in totals if total not in cells]
            same = [total for total, text in cells.items() if text == roll.result]
            roll.total = (same or free or [totals[0]])[0]
            cells.setdefault(roll.total, roll.result)
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
    on = hits.marked(chart, symbol)
    return Marks(symbol, on) if on else Marks()


def _influence(hits: Hits) -> dict[str, Marks]:
    forced = hits.cells[INFLUENCE]
    marks: dict[str, Marks] = {}
    for name in col.PENALTY_INFLUENCE:
        symbol = "PI X" if name == "PI" else name
        on = frozenset(total for total, text in forced.items() if symbol in text.split(" + "))
        cancels = hits.marked(f"{INFLUENCE}.{name}", f"X{name}")
        marks[name] = Marks(symbol, on) if on else Marks(f"X{name}", cancels) if cancels else Marks()
    if forced and not any(mark.on and not mark.result.startswith("X") for mark in marks.values()):
        name = next(name for name in ("DEF 5", "DEF 5X", "DEF 15") if not marks[name].on)
        marks[name] = Marks(name, frozenset([hits.free(INFLUENCE, THIRTY)]))
    return marks


def team_chart(example: Example, teams: Teams, number: int, hits: Hits) -> TeamChart:
    """A team's charts; both teams get every cell, since the role in the play says whose is read."""
    code = teams.codes[number]
    chart = blank_chart(teams.seasons[number], TeamName(code, code, code))
    cells, special_teams = hits.cells, chart.special_teams
    special = {name: _filled(column, cells[f"special.{name}"]) for name, column in special_teams.columns.items()}
    special[col.FIELD_GOAL] = _with_range(example, special[col.FIELD_GOAL], hits)
    coverage = {name: _filled(special_teams.coverage[name], cells[short]) for short, name in _COVERAGE.items()}
    adjustment = coverage[col.FG_ADJUSTMENT]
    if cells["adjustment.FG"] and all(result == gain(0) for result in adjustment.cells):
        # It was rolled on, so it is not blank everywhere.
        coverage[col.FG_ADJUSTMENT] = _filled(adjustment, {hits.free("adjustment.FG", dice.DEFENSIVE.totals): "NG"})
    return replace(
        chart,
        offense=replace(
            chart.offense,
            columns={
                name: _filled(column, cells[f"offense.{name}"]) for name, column in chart.offense.columns.items()
            },
            fumble_recovered=frozenset(THIRTY) - hits.on(RECOVERY, "lost"),
        ),
        defense={
            formation: {
                play: _filled(column, cells[f"defense.{formation}.{play}"]) for play, column in front.items()
            }
            for formation, front in chart.defense.items()
        },
        special_teams=replace(
            special_teams,
            columns=special,
            coverage=coverage,
            pat_good=frozenset(THIRTY) - hits.on("special.PAT", "no good"),
        ),
        supplement=_supplement(chart, example.state, hits),
    )


def _with_range(example: Example, column: Column, hits: Hits) -> Column:
    """The longest field goal of the chart: as the state says, else far enough for a kick that was rolled."""
    told = (value for key, value in example.state.items() if "field_goal" in key and isinstance(value, int))
    longest = next(told, None)
    if longest is None and not hits.cells["special.FIELD GOAL"]:
        return column
    return _filled(column, {hits.free("special.FIELD GOAL", THIRTY[::-1]): str(longest or 99)})


def _supplement(chart: TeamChart, state: Mapping[str, Any], hits: Hits) -> Any:
    base, big_play = chart.supplement, hits.cells["supplement.SHORT PASS BIG PLAY"]
    assert base is not None
    rating, quota = str((state.get("msr") or {}).get(chart.team.code, "000")), state.get("quota") or {}
    sack = base.sack_rate or SackRate(Marks(), -7, 6)
    return replace(
        base,
        short_pass_big_play=_filled(chart.offense.columns[col.BREAKAWAY], big_play) if big_play else None,
        qb_great_protection=hits.marked("supplement.QB GREAT PROTECTION", "XQT"),
        qb_good_decision=hits.marked("supplement.QB GOOD DECISION", "XINT"),
        ball_protection=hits.marked("supplement.BALL PROTECTION", "XF"),
        sack_rate=SackRate(
            _marks(hits, "supplement.SACK RATE", ("SCK", "QR"), "SCK"),
            int(state.get("sack_yards", sack.sack_yards)),
            int(state.get("scramble_yards", sack.scramble_yards)),
        ),
        fumble_recovery=_marks(hits, FUMBLES, ("G", "NG"), "G" if hits.on(RECOVERY, "recovered") else "NG"),
        penalty_influence=_influence(hits),
        line_of_scrimmage={foul: hits.marked(f"{CHECK}.{foul}", "Post") for foul in col.LINE_OF_SCRIMMAGE},
        play_calls={play: PlayCalls(0, int(quota.get(play, 99))) for play in col.PLAYS},
        no_huddle_quota=99,
        muffed_snap_percent=int(rating) / 10,
        muffed_snap_rating=rating,
    )


def generic_charts(hits: Hits, season: int) -> GenericCharts:
    """The shipped generic charts of the season with the cells that the example hits."""
    base, squib = standard_generic(season), standard_generic(season).squib_kick_return

    def told(totals: frozenset[int], chart: str, yes: str) -> frozenset[int]:
        return (totals - frozenset(hits.cells[chart])) | hits.on(chart, yes)

    return replace(
        base,
        squib_kick_return=_filled(squib, hits.cells["generic.SQUIB KICK"]) if squib is not None else None,
        holding=told(base.holding, "generic.HOLDING", "holding"),
        between_downs_offense=told(base.between_downs_offense, "generic.BETWEEN DOWNS.OFFENSE", "between downs"),
        between_downs_defense=told(base.between_downs_defense, "generic.BETWEEN DOWNS.DEFENSE", "between downs"),
    )
