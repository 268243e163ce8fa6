"""What every sheet is made from: the charts of a print job and its layout, results as cells, the foot of a team."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chartkit import builds
from chartkit.dice import format_totals
from chartkit.football.teams import colour_of, league_order, record_of, scores_of
from chartkit.league import read_made, read_roundtrip
from chartkit.paper import Cell, Layout, Row, Sheet, seal, span
from chartkit.systems.ddf.charts import (
    BLANK,
    GenericCharts,
    Result,
    Season,
    TeamChart,
    chart_checksum,
    dice,
    standard_generic,
)
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.validate import chosen_charts, load_season, load_team_chart


@dataclass(frozen=True)
class TeamSeason:
    """What a season file knows of a team besides its chart."""

    #: Won, lost (and tied), and the points of both sides, in words.
    record: str = ""
    #: `#RRGGBB`, or empty.
    color: str = ""


UNKNOWN = TeamSeason()


@dataclass(frozen=True)
class Charts:
    """The teams in the order of the league, what they share, and the compiler's report if there is one."""

    teams: tuple[TeamChart, ...]
    season: Season | None = None
    report: Mapping[str, Any] | None = None
    #: The certificate of `chartkit roundtrip`, if there is one.
    roundtrip: dict[str, Any] | None = None
    #: Colours of the author's own, by team.
    colours: Mapping[str, str] = field(default_factory=dict)

    @property
    def year(self) -> int:
        """The season of the charts."""
        return self.season.season if self.season else self.teams[0].season

    @property
    def generic(self) -> GenericCharts:
        """The season's common charts, or the shipped ones."""
        return self.season.generic if self.season else standard_generic(self.year)

    def season_of(self, chart: TeamChart) -> TeamSeason:
        """How the season of a team went, and its colour: from the season file, or from the list of NFL teams."""
        team, record = chart.team, ""
        teams, schedule = (self.season.teams, self.season.schedule) if self.season else ((), ())
        if scores := scores_of(team.code, schedule):
            scored, allowed = (sum(points) for points in zip(*scores, strict=True))
            record = f"{record_of(team.code, schedule)}, {scored} points scored, {allowed} allowed."
        color = self.colours.get(team.code) or colour_of(teams, chart.season, team.code, team.name)
        return TeamSeason(record, color)


def load_charts(source: Path, wanted: tuple[str, ...] = ()) -> Charts:
    """Read the charts; `wanted` team codes choose among those of a folder, in that order."""
    if source.is_file():
        chart = load_team_chart(source)
        beside = source.parent.parent / "season.json"
        season = load_season(beside) if source.parent.name == "charts" and beside.is_file() else None
        return Charts((chart,), season)
    with builds.opened(source):
        files = chosen_charts(source, wanted)
        season = load_season(source / "season.json") if (source / "season.json").is_file() else None
        order = list(files) if wanted else league_order(files, season.teams if season else ())
        charts = tuple(load_team_chart(files[code]) for code in order)
        return Charts(
            charts, season, read_made(source / "report.json", "compile-report", "compile"), read_roundtrip(source)
        )


TEMPLATE = "ddf-cards.toml"


def load_layout(style: str, paper: str, *, override: Path | None = None, marks: bool = False) -> Layout:
    """The layout of this game's sheets."""
    return Layout.load(TEMPLATE, style, paper, override=override, marks=marks)


#: Makes the sheets of one kind.
SheetMaker = Callable[[Charts, Layout], list[Sheet]]


# Parts of sheets: results as cells in the colour of the guide (R4.2), headings.


TOTALS, DEFENSE_TOTALS = dice.OFFENSIVE.totals, dice.DEFENSIVE.totals
NOTHING = "–"


def result_cell(result: Result, key: str = "") -> Cell:
    """A result: blank for no gain (R4.1), bold where the result is (R4.2)."""
    if result == BLANK:
        return Cell("", "white", key)
    text = str(result)
    return Cell(text.replace("!", ""), result.colour.value, key, bold=result.bold)


def dice_cells(totals: Iterable[int], red: Collection[int] | None = None) -> list[Cell]:
    """A # ON DICE column; with `red` it doubles as a chart: white good, red bad (R3.2, R3.4)."""
    if red is None:
        return [Cell(str(total), "dice") for total in totals]
    return [Cell(str(total), "red" if total in red else "white", bold=True) for total in totals]


def printed_totals(totals: Iterable[int]) -> str:
    """A dice set as the sheets print it: `10,11,30-39`; two neighbours are no range."""
    parts = [part.split("-") for part in format_totals(totals).split(",")]
    short = [len(part) == 2 and int(part[1]) - int(part[0]) == 1 for part in parts]
    return ",".join(("," if two else "-").join(part) for part, two in zip(parts, short, strict=True)) or "none"


def spanned(*cells: Cell) -> Row:
    """One row of cells of any width."""
    return tuple(span(cells))


def formation_names() -> dict[str, dict[str, str]]:
    """Letter, name and personnel of each formation (R3.3)."""
    names: dict[str, dict[str, str]] = shipped_data("formations.json")["formations"]
    return names


def card_checksum(chart: TeamChart) -> str:
    """The checksum that is printed on the sheets of a chart: `3F9A-1C22-7B`."""
    return seal(chart_checksum(chart))
