"""What every sheet is made from: the charts of a print job, and its layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chartkit import builds
from chartkit.football.teams import colour_of, league_order, record_of, scores_of
from chartkit.league import read_made, read_roundtrip
from chartkit.paper import Layout, Sheet
from chartkit.systems.ddf.charts import GenericCharts, Season, TeamChart, standard_generic
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
        return TeamSeason(self._record(chart.team.code), self._color(chart))

    def _record(self, code: str) -> str:
        schedule = self.season.schedule if self.season else ()
        scores = scores_of(code, schedule)
        if not scores:
            return ""
        scored, allowed = (sum(points) for points in zip(*scores, strict=True))
        return f"{record_of(code, schedule)}, {scored} points scored, {allowed} allowed."

    def _color(self, chart: TeamChart) -> str:
        team, known = chart.team, self.season.teams if self.season else ()
        return self.colours.get(team.code) or colour_of(known, chart.season, team.code, team.name)


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
