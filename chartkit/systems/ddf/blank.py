"""A blank but legal team chart: what a person starts from who fills one in by hand."""

from __future__ import annotations

from chartkit.systems.ddf import columns, dice
from chartkit.systems.ddf.chart import (
    Column,
    Marks,
    Offense,
    PlayCalls,
    SackRate,
    SpecialTeams,
    Supplement,
    TeamChart,
    TeamName,
)
from chartkit.systems.ddf.result import BLANK

_THIRTY = Column(dice.OFFENSIVE.totals[0], (BLANK,) * len(dice.OFFENSIVE.totals))
_FIVE = Column(dice.DEFENSIVE.totals[0], (BLANK,) * len(dice.DEFENSIVE.totals))


def blank_chart(season: int, team: TeamName) -> TeamChart:
    """Every column present and blank, every fumble and PAT good, every scalar at its average."""
    every_total = frozenset(dice.OFFENSIVE.totals)
    return TeamChart(
        season=season,
        team=team,
        power_rating=220.0,
        offense=Offense(dict.fromkeys(columns.OFFENSE, _THIRTY), every_total),
        defense={formation: dict.fromkeys(columns.PLAYS, _FIVE) for formation in columns.FORMATIONS},
        special_teams=SpecialTeams(
            dict.fromkeys(columns.SPECIAL_TEAMS, _THIRTY), every_total, dict.fromkeys(columns.COVERAGE, _FIVE)
        ),
        supplement=Supplement(
            short_pass_big_play=None,
            qb_great_protection=frozenset(),
            qb_good_decision=frozenset(),
            ball_protection=frozenset(),
            sack_rate=SackRate(Marks(), sack_yards=-7, scramble_yards=6),
            fumble_recovery=Marks(),
            penalty_influence=dict.fromkeys(columns.PENALTY_INFLUENCE, Marks()),
            line_of_scrimmage=dict.fromkeys(columns.LINE_OF_SCRIMMAGE, frozenset()),
            play_calls=dict.fromkeys(columns.PLAYS, PlayCalls(0, 0)),
            pass_percent=None,
            solitaire={},
            home_field_advantage=0,
            road_adjustment=0,
            offense_audibles=0,
            defense_audibles=0,
            no_huddle_quota=0,
            muffed_snap_percent=0.0,
            muffed_snap_rating="000",
        ),
    )
