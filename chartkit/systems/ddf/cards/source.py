"""The charts that a print job is about: one file, or a season's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartkit.findings import read_json
from chartkit.systems.ddf.chart import GenericCharts, Season, TeamChart
from chartkit.systems.ddf.compile_report import read_report
from chartkit.systems.ddf.generic import standard_generic
from chartkit.systems.ddf.validate import chosen_charts, load_season, load_team_chart


@dataclass(frozen=True)
class Charts:
    """The teams in the order of the league, what they share, and the compiler's report if there is one."""

    teams: tuple[TeamChart, ...]
    season: Season | None = None
    report: Mapping[str, Any] | None = None
    #: The certificate of `chartkit roundtrip`, if there is one.
    roundtrip: dict[str, Any] | None = None

    @property
    def year(self) -> int:
        """The season of the charts."""
        return self.season.season if self.season else self.teams[0].season

    @property
    def generic(self) -> GenericCharts:
        """The season's common charts, or the shipped ones."""
        return self.season.generic if self.season else standard_generic(self.year)


def load(source: Path, wanted: tuple[str, ...] = ()) -> Charts:
    """Read the charts; `wanted` team codes choose among those of a folder, in that order."""
    if source.is_file():
        chart = load_team_chart(source)
        beside = source.parent.parent / "season.json"
        season = load_season(beside) if source.parent.name == "charts" and beside.is_file() else None
        return Charts((chart,), season)
    files = chosen_charts(source, wanted)
    season = load_season(source / "season.json") if (source / "season.json").is_file() else None
    report = read_report(source)
    roundtrip = read_json(source / "roundtrip.json").data if (source / "roundtrip.json").is_file() else None
    order = list(files) if wanted else _league_order(list(files), season)
    return Charts(tuple(load_team_chart(files[code]) for code in order), season, report, roundtrip)


def _league_order(codes: list[str], season: Season | None) -> list[str]:
    """By conference, division and city, as the league prints them; without a season file by code."""
    if season is None:
        return codes
    places = {team.code: (team.conference, team.division, team.city, team.name) for team in season.teams}
    return sorted(codes, key=lambda code: places.get(code, ("~", "~", code, "")))
