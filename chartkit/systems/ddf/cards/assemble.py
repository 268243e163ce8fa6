"""A chart from the texts of its printed cells; every cell that says nothing the game knows is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from chartkit.dice import format_totals, parse_totals
from chartkit.systems.ddf import columns
from chartkit.systems.ddf.cards.cells import DEFENSE_TOTALS, NOTHING, TOTALS
from chartkit.systems.ddf.cards.supplement_grids import CANCELLATION, FIGURES, NO_CHART
from chartkit.systems.ddf.chart import TeamChart, TeamName
from chartkit.systems.ddf.chart_json import team_from_json
from chartkit.systems.ddf.result import Kind, NotAResultError, Result, parse


@dataclass(frozen=True, slots=True)
class ReadCell:
    """What stands in a cell of a page (from 1)."""

    page: int
    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """A cell that could not be read."""

    page: int
    cell: str
    what: str

    def __str__(self) -> str:
        return f"page {self.page}, {self.cell}: {self.what}"


class _Reader:
    """Looks cells up by their keys and remembers what was wrong."""

    def __init__(self, cells: Mapping[str, ReadCell], first_page: int) -> None:
        self._cells = cells
        self._first_page = first_page
        self.problems: list[Problem] = []
        self._missing: dict[str, int] = {}

    def trouble(self, key: str, what: str) -> None:
        """Note a cell that cannot be used."""
        page = self._cells[key].page if key in self._cells else self._first_page
        self.problems.append(Problem(page, key, what))

    def text(self, key: str) -> str:
        """What stands in a cell."""
        cell = self._cells.get(key)
        if cell is None:
            chart = key.partition(".")[0]
            self._missing[chart] = self._missing.get(chart, 0) + 1
            return ""
        return cell.text

    def all_problems(self) -> list[Problem]:
        """Cells that say nothing, and charts whose page is not there."""
        missing = [
            Problem(self._first_page, chart, f"no page has its cells ({count} missing)")
            for chart, count in self._missing.items()
        ]
        return [*self.problems, *missing]

    def result(self, key: str) -> Result:
        """A result; no gain for one that cannot be read."""
        text = self.text(key)
        try:
            result = parse(text)
        except NotAResultError as error:
            self.trouble(key, str(error))
            return Result(Kind.YARDS)
        if result.form in ("gain", "gain*") and (cell := self._cells.get(key)) and cell.bold:
            return Result(result.kind, result.yards, result.out_of_bounds, bold=True)
        return result

    def figure(self, key: str, kind: Callable[[str], Any], missing: Any = None) -> Any:
        """A number, the last word of its cell; the dash means that there is none."""
        words = self.text(key).split()
        if not words or words[-1] == NOTHING:
            return missing
        try:
            return kind(words[-1])
        except ValueError:
            self.trouble(key, f"{words[-1]!r} is no number")
            return missing

    def column(self, key: str, totals: tuple[int, ...] = TOTALS) -> dict[str, str]:
        """A column of results."""
        return {str(total): str(self.result(f"{key}.{total}")) for total in totals}

    def printed_set(self, key: str, before: str, after: str) -> str:
        """A set of totals between two words of a strip that runs up the side."""
        text = self.text(key)
        middle = text.partition(before)[2].partition(after)[0].replace(" ", "")
        if not middle or "none" in middle:
            if text and "none" not in middle:
                self.trouble(key, f"{text!r} does not say on which totals")
            return ""
        try:
            return format_totals(parse_totals(middle))
        except ValueError as error:
            self.trouble(key, str(error))
            return ""

    def marked(self, key: str) -> tuple[str, str]:
        """The one symbol of a supplement column and its totals (R3.6)."""
        results = {total: self.result(f"{key}.{total}") for total in TOTALS}
        symbols = {str(result) for result in results.values()} - {"0"}
        if len(symbols) > 1:
            self.trouble(f"{key}.{TOTALS[0]}", f"the column holds {' and '.join(sorted(symbols))}")
        return min(symbols, default=""), format_totals(t for t, result in results.items() if str(result) != "0")


def _supplement(reader: _Reader) -> dict[str, Any]:
    sack, sack_on = reader.marked("supplement.sack_rate")
    yards = {name: reader.figure(f"supplement.sack_rate.{name}", int) for name in ("sack_yards", "scramble_yards")}
    recovery, recovery_on = reader.marked("supplement.fumble_recovery")
    influence = {foul: reader.marked(f"supplement.penalty_influence.{foul}") for foul in columns.PENALTY_INFLUENCE}
    line = {
        foul: format_totals(
            total
            for total in TOTALS
            if reader.result(f"supplement.line_of_scrimmage.{foul}.{total}").kind is Kind.POST
        )
        for foul in columns.LINE_OF_SCRIMMAGE
    }
    calls = {
        play: {name: reader.figure(f"supplement.play_calls.{play}.{name}", int) for name in ("calls", "quota")}
        for play in columns.PLAYS
    }
    solitaire = {
        group: {
            play: text
            for play in plays
            if (text := reader.text(f"supplement.solitaire.{group}.{play}").replace(" ", "")) != NOTHING
        }
        for group, plays in (("run", columns.RUNS), ("pass", columns.PASSES))
    }
    has_big_play = NO_CHART not in reader.text("supplement.short_pass_big_play")
    numbers = {
        name: reader.figure(f"supplement.{name}", float if name == "muffed_snap_percent" else int)
        for name, _ in FIGURES
        if name != "muffed_snap_rating"
    }
    return {
        "short_pass_big_play": reader.column("supplement.short_pass_big_play") if has_big_play else {},
        **{name: reader.marked(f"supplement.{name}")[1] for name, _, _ in CANCELLATION},
        "sack_rate": {"result": sack, "on": sack_on, **yards} if None not in yards.values() else None,
        "fumble_recovery": {"result": recovery, "on": recovery_on},
        "penalty_influence": {foul: {"result": symbol, "on": on} for foul, (symbol, on) in influence.items()},
        "line_of_scrimmage": {foul: {"post": post} for foul, post in line.items()},
        "play_calls": {play: figures for play, figures in calls.items() if None not in figures.values()},
        "solitaire": solitaire,
        **numbers,
        "muffed_snap_rating": reader.text("supplement.muffed_snap_rating"),
    }


def assemble(
    cells: Mapping[str, ReadCell], first_page: int, season: int, team: TeamName, *, basic: bool
) -> tuple[TeamChart | None, list[Problem]]:
    """The chart, or none and the cells that stand in its way."""
    reader = _Reader(cells, first_page)
    data = {
        "season": season,
        "team": {"code": team.code, "city": team.city, "name": team.name},
        "power_rating": reader.figure("power_rating", float, 0.0),
        "offense": {
            "columns": {name: reader.column(f"offense.columns.{name}") for name in columns.OFFENSE},
            "fumble_recovered": reader.printed_set("offense.fumble_recovered", "Recovered", "*"),
        },
        "defense": {
            formation: {
                play: reader.column(f"defense.{formation}.{play}", DEFENSE_TOTALS) for play in columns.PLAYS
            }
            for formation in columns.FORMATIONS
        },
        "special_teams": {
            "columns": {name: reader.column(f"special_teams.columns.{name}") for name in columns.SPECIAL_TEAMS},
            "pat_good": reader.printed_set("special_teams.pat_good", "Good", "*"),
            "coverage": {
                name: reader.column(f"special_teams.coverage.{name}", DEFENSE_TOTALS) for name in columns.COVERAGE
            },
        },
        "supplement": None if basic else _supplement(reader),
    }
    if problems := reader.all_problems():
        return None, problems
    return team_from_json(data), []
