"""What every sheet is made from: the charts of a print job, and its layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chartkit import builds
from chartkit.football import teams
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
        games = [
            (game.home_score, game.away_score) if game.home == code else (game.away_score, game.home_score)
            for game in (self.season.schedule if self.season else ())
            if code in (game.home, game.away)
        ]
        played = [(own, other) for own, other in games if own is not None and other is not None]
        if not played:
            return ""
        won, lost = sum(own > other for own, other in played), sum(own < other for own, other in played)
        tied = len(played) - won - lost
        scored, allowed = (sum(points) for points in zip(*played, strict=True))
        record = f"{won}-{lost}-{tied}" if tied else f"{won}-{lost}"
        return f"{record}, {scored} points scored, {allowed} allowed."

    def _color(self, chart: TeamChart) -> str:
        team = chart.team
        if team.code in self.colours:
            return self.colours[team.code]
        for known in self.season.teams if self.season else ():
            if known.code == team.code and known.color:
                return known.color
        # Another league may use the code of an NFL team.
        nfl = teams.find(team.code, chart.season)
        return nfl.color if nfl is not None and nfl.nickname == team.name else ""


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
        order = list(files) if wanted else _league_order(list(files), season)
        charts = tuple(load_team_chart(files[code]) for code in order)
        return Charts(
            charts, season, read_made(source / "report.json", "compile-report", "compile"), read_roundtrip(source)
        )


def _league_order(codes: list[str], season: Season | None) -> list[str]:
    """By conference, division and city, as the league prints them; without a season file by code."""
    if season is None:
        return codes
    places = {team.code: (team.conference, team.division, team.city, team.name) for team in season.teams}
    return sorted(codes, key=lambda code: places.get(code, ("~", "~", code, "")))


TEMPLATE = "ddf-cards.toml"


def load_layout(style: str, paper: str, *, override: Path | None = None, marks: bool = False) -> Layout:
    """The layout of this game's sheets."""
    return Layout.load(TEMPLATE, style, paper, override=override, marks=marks)


#: Makes the sheets of one kind.
SheetMaker = Callable[[Charts, Layout], list[Sheet]]
