"""Small invented leagues of random charts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from chartkit.football.teams import ScheduledGame, SeasonTeam
from chartkit.league import League
from chartkit.systems.ddf.charts import season_to_text, team_to_text
from chartkit.systems.ddf.simulation import DdfSimulation, LeagueCharts
from support.charts import random_chart, random_generic, random_season

CODES = ("AAA", "BBB", "CCC", "DDD")


def small_league(weeks: int = 3) -> League:
    """Four teams in two conferences; everybody meets everybody in three weeks."""
    rounds = ((0, 1, 2, 3), (2, 0, 3, 1), (0, 3, 1, 2))
    games = [
        ScheduledGame(week + 1, CODES[pair[0]], CODES[pair[1]], None, None)
        for week in range(weeks)
        for pair in (rounds[week % 3][:2], rounds[week % 3][2:])
    ]
    return League(
        simulation=DdfSimulation(),
        season=2017,
        teams=tuple(
            SeasonTeam(code, f"City {code}", f"Team {code}", "AFC" if place < 2 else "NFC", "East")
            for place, code in enumerate(CODES)
        ),
        schedule=tuple(games),
        charts=LeagueCharts(
            {code: random_chart(place, code=code) for place, code in enumerate(CODES)}, random_generic(1), {}
        ),
    )


def write_build(folder: Path) -> Path:
    """The small league as a build with a played season."""
    league = small_league()
    season = replace(
        random_season(1, CODES),
        teams=league.teams,
        generic=league.charts.generic,
        schedule=tuple(replace(game, home_score=20, away_score=10 + game.week) for game in league.schedule),
    )
    (folder / "charts").mkdir(parents=True)
    (folder / "season.json").write_text(season_to_text(season))
    for code, chart in league.charts.charts.items():
        (folder / "charts" / f"{code}.json").write_text(team_to_text(chart))
    return folder
