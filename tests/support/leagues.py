"""Small invented leagues of random charts."""

from __future__ import annotations

from chartkit.systems.ddf.chart import ScheduledGame, SeasonTeam
from chartkit.systems.ddf.proof.league import League
from support.charts import random_chart, random_generic

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
        season=2017,
        teams=tuple(
            SeasonTeam(code, f"City {code}", f"Team {code}", "AFC" if place < 2 else "NFC", "East")
            for place, code in enumerate(CODES)
        ),
        schedule=tuple(games),
        charts={code: random_chart(place, code=code) for place, code in enumerate(CODES)},
        generic=random_generic(1),
        coaches={},
    )
