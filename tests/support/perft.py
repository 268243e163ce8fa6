"""Every combination of dice for one full play, with exact probabilities, in the manner of chess's perft.

Totals that hit equal cells are one branch. A play with more than `MOST_FOULS` penalties is one outcome of its own,
so that the probabilities sum to 1 although penalties can be rolled for ever.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from chartkit.systems.ddf.charts import (
    FORMATIONS,
    OFFENSE,
    PASSES,
    PLAYS,
    RUNS,
    Column,
    GenericCharts,
    Marks,
    Offense,
    SackRate,
    SpecialTeams,
    TeamChart,
    TeamName,
    blank_chart,
    parse,
)
from chartkit.systems.ddf.engine.events import Chance, Points
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import GameState
from chartkit.systems.ddf.engine.table import DICE_SETS, Table, step
from support.steps import Answers

MOST_FOULS = 2
FOULS = ("OFF", "DEF", "PI ")


class _Next(Exception):  # noqa: N818 - the end of a prefix is no error
    def __init__(self, dice: int, team: int, chart: str) -> None:
        self.dice = dice
        self.place = (dice, team, chart)


class _Prefix:
    """Rolls that are fixed so far; the next one is reported."""

    def __init__(self, totals: tuple[int, ...]) -> None:
        self._totals = totals
        self.used = 0

    def roll(self, dice: int, team: int, chart: str) -> int:
        if self.used == len(self._totals):
            raise _Next(dice, team, chart)
        self.used += 1
        return self._totals[self.used - 1]


def _words(matchup: Matchup, before: GameState, after: GameState, events: list[Any]) -> str:
    """The outcome in words: points, next situation, seconds."""
    scored = "".join(
        f" {matchup.codes[event.team]}+{event.points}" for event in events if isinstance(event, Points)
    )
    spot = after.spot + after.kickoff_shift
    where = f"{matchup.codes[after.possession]} {after.phase}"
    if after.phase == "scrimmage":
        where = f"{matchup.codes[after.possession]} {after.down}-{after.to_gain - after.spot} at {spot}"
    seconds = before.clock - after.clock + after.pending
    return f"{where}{scored} {seconds}s"


def enumerate_play(matchup: Matchup, state: GameState, **answers: Any) -> tuple[dict[str, Fraction], int]:
    """Outcome -> probability, and how many branches there were."""
    outcomes: dict[str, Fraction] = {}
    branches = 0
    #: The totals that hit equal cells, by dice, team and chart.
    groups_of: dict[tuple[int, int, str], list[list[int]]] = {}
    stack: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while stack:
        prefix, chance = stack.pop()
        table = Table(matchup, _Prefix(prefix), (Answers(**answers), Answers(**answers)))
        try:
            after = step(table, state)
        except _Next as wanted:
            fouls = sum(isinstance(e, Chance) and e.cell.startswith(FOULS) for e in table.events)
            if fouls > MOST_FOULS:
                key = f"more than {MOST_FOULS} penalties"
                outcomes[key] = outcomes.get(key, Fraction(0)) + chance
                branches += 1
                continue
            place = sum(isinstance(event, Chance) for event in table.events)
            if wanted.place not in groups_of:
                groups: dict[str, list[int]] = {}
                for total in DICE_SETS[wanted.dice].totals:
                    groups.setdefault(_cell(matchup, state, (*prefix, total), place, answers), []).append(total)
                groups_of[wanted.place] = list(groups.values())
            for totals in groups_of[wanted.place]:
                weight = sum((DICE_SETS[wanted.dice].chance(total) for total in totals), Fraction(0))
                stack.append(((*prefix, totals[0]), chance * weight))
            continue
        key = _words(matchup, state, after, table.events)
        outcomes[key] = outcomes.get(key, Fraction(0)) + chance
        branches += 1
    return outcomes, branches


def _cell(matchup: Matchup, state: GameState, prefix: tuple[int, ...], place: int, answers: dict[str, Any]) -> str:
    table = Table(matchup, _Prefix(prefix), (Answers(**answers), Answers(**answers)))
    with suppress(_Next):
        step(table, state)
    return [event.cell for event in table.events if isinstance(event, Chance)][place]


def _column(text: str, rows: int) -> Column:
    cells = [parse(cell) for cell in text.split(",")]
    return Column(10 if rows == 30 else 1, tuple(cells[n * len(cells) // rows] for n in range(rows)))


def perft_chart(code: str, season: int = 2017) -> TeamChart:
    """A chart with few different cells and every kind of result."""
    blank = blank_chart(season, TeamName(code, code, code))
    runs = "F 2,OFF 10,B,-2,0,4*,7,DEF 5"
    passes = "INT 12,QT,OFF 5,INC,9,14*,PI 11,OFF 8*"
    columns = dict.fromkeys(RUNS, runs) | dict.fromkeys(PASSES, passes)
    columns |= {"6-SHORT": "INT 5,QT,INC,8,16!,DEF 15", "B": "15,33,F 9,TD", "QT": "-7,0,F -5,6,TD"}
    special = {
        "KICKOFF": "OFF 40,OFF 5,62,68,76",
        "KICKOFF RETURN": "F 8,OFF 10,18,26,TD",
        "PUNT": "BK -9,F -6,38,44*,61,OFF 5",
        "PUNT RETURN": "FC,0,9,F 3,DEF 5",
        "FUMBLE RETURN": "0,6,TD",
        "INTERCEPTION RETURN": "0,11,OFF 15,TD",
        "FIELD GOAL": "NG,BK -7,22,31,40,DEF 5",
    }
    coverage = {"KICK COVERAGE": "0,-2,(15),F 4,(TD)", "PUNT COVERAGE": "0,1,-2,(4),F"}
    coverage |= {"QT CONTAINMENT": "0,-3,2,(4),F -2", "FG ADJUSTMENT": "0,0,0,G,NG"}
    defense = {
        formation: {play: _column("0,2,-2,(3),F 1" if play in RUNS else "0,INC,QT,INT 6,(5)", 5) for play in PLAYS}
        for formation in FORMATIONS
    }
    assert blank.supplement is not None
    from dataclasses import replace

    supplement = replace(
        blank.supplement,
        short_pass_big_play=_column("22,40,TD", 30),
        qb_great_protection=frozenset({10, 11, 12}),
        qb_good_decision=frozenset({33}),
        ball_protection=frozenset({20, 21}),
        sack_rate=SackRate(Marks("SCK", frozenset({14, 15})), -6, 5),
        fumble_recovery=Marks("G", frozenset({34})),
        penalty_influence={
            "DEF 5": Marks("XDEF 5", frozenset({25})),
            "DEF 5X": Marks("DEF 5X", frozenset({19})),
            "DEF 15": Marks("XDEF 15", frozenset({30})),
            "PI": Marks(),
        },
        line_of_scrimmage={"OFF 5": frozenset({35}), "DEF 5": frozenset({36})},
        muffed_snap_percent=0.2,
        muffed_snap_rating="002",
    )
    return replace(
        blank,
        offense=Offense({name: _column(columns[name], 30) for name in OFFENSE}, frozenset(range(10, 33))),
        defense=defense,
        special_teams=SpecialTeams(
            {name: _column(text, 30) for name, text in special.items()},
            frozenset(range(10, 39)),
            {name: _column(text, 5) for name, text in coverage.items()},
        ),
        supplement=supplement,
    )


def perft_generic() -> GenericCharts:
    """Generic charts with few different cells."""
    return GenericCharts(
        squib_kick_return=_column("8,15,F 3,OFF 10", 30),
        holding=frozenset(range(10, 30)),
        between_downs_offense=frozenset(range(11, 34)),
        between_downs_defense=frozenset(range(11, 33)),
    )
