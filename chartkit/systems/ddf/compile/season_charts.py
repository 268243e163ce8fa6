"""What all teams of a season share: squib chart, holding and between-downs sets, schedule, teams, rules (R3.8)."""

from __future__ import annotations

import csv
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.football import teams as nfl
from chartkit.systems.ddf.chart import GenericCharts, ScheduledGame, SeasonTeam, Squeeze
from chartkit.systems.ddf.compile.small_columns import range_near
from chartkit.systems.ddf.compile.stand_alone import column_of, count_cells, counted_fouls, fill, foul_cells
from chartkit.systems.ddf.generic import standard_generic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import pandas as pd

    from chartkit.systems.ddf.referee.rulebook import OvertimeRule
    from chartkit.systems.ddf.season_constants import SeasonConstants

_HOLDING = "Offensive Holding"


def schedule_of(plays: pd.DataFrame) -> tuple[ScheduledGame, ...]:
    """Every regular-season game with its result, by week and home team."""
    games = plays.groupby("game_id", sort=True).agg(
        week=("week", "first"),
        home=("home_team", "first"),
        away=("away_team", "first"),
        home_final=("home_score", "last"),
        away_final=("away_score", "last"),
        home_last=("total_home_score", "max"),
        away_last=("total_away_score", "max"),
    )
    # A source that states no final score still has the score after each play.
    home = games["home_final"].fillna(games["home_last"])
    away = games["away_final"].fillna(games["away_last"])
    found = [
        ScheduledGame(
            int(games["week"].iloc[row]),
            str(games["home"].iloc[row]),
            str(games["away"].iloc[row]),
            None if np.isnan(home.iloc[row]) else int(home.iloc[row]),
            None if np.isnan(away.iloc[row]) else int(away.iloc[row]),
        )
        for row in range(len(games))
    ]
    return tuple(sorted(found, key=lambda game: (game.week, game.home, game.away)))


def clubs_beside(paths: Iterable[Path]) -> dict[str, SeasonTeam]:
    """Names of the clubs of another league: `<season file>_teams.csv` beside the plays, if there is one."""
    found = {}
    for path in paths:
        names = path.with_name(f"{path.name.split('.')[0]}_teams.csv")
        if names.is_file():
            with names.open(encoding="utf-8", newline="") as stream:
                for row in csv.DictReader(stream):
                    code = row["team"]
                    found[code] = SeasonTeam(
                        code,
                        row.get("city") or code,
                        row.get("nickname") or code,
                        row.get("conference") or "",
                        row.get("division") or "",
                    )
    return found


def season_team(code: str, season: int, clubs: Mapping[str, SeasonTeam]) -> SeasonTeam:
    """A team in its place in the league; a club that nobody names is known by its code alone."""
    if code in clubs:
        return clubs[code]
    team = nfl.find(code, season)
    if team is None:
        return SeasonTeam(code, code, code, "", "")
    return SeasonTeam(team.code, team.city, team.nickname, team.conference, team.division)


def generic_charts(
    plays: pd.DataFrame, season: int, squeeze: Sequence[Squeeze], settings: Mapping[str, Any]
) -> tuple[GenericCharts, list[str]]:
    """The season's own generic charts, the shipped ones where there is too little to count; and what is missing."""
    own = settings["generic"]
    shipped = standard_generic(season)
    notes = []
    squibs = plays[(plays["kick"] == "squib") & plays["return_symbol"].notna() & ~plays["wiped"]]
    column = shipped.squib_kick_return
    if len(squibs) >= own["fewest_squibs"]:
        counted = counted_fouls(plays[plays["kick"] == "squib"], settings["influence"]["statuses"])
        fouls = foul_cells(counted, "KICKOFF RETURN")
        import pandas as pd

        column = column_of(fill(count_cells(pd.concat([squibs["return_symbol"], fouls], ignore_index=True))))
    else:
        notes.append(f"only {len(squibs)} squib kicks: the shipped Squib Kick Return chart is used")
    tens = plays[(plays["foul"] == "OFF 10") & plays["penalty_type"].notna()]
    holding = shipped.holding
    if len(tens) >= own["fewest_fouls"]:
        holding = range_near(float((tens["penalty_type"] == _HOLDING).mean()))
    else:
        notes.append(f"only {len(tens)} named 10-yard fouls: the shipped holding set is used")
    between = {}
    for foul, usual in (("OFF 15", shipped.between_downs_offense), ("DEF 15", shipped.between_downs_defense)):
        fifteens = plays[(plays["foul"] == foul) & (plays["foul_status"] == "accepted")]
        if len(fifteens) >= own["fewest_fouls"]:
            between[foul] = range_near(float((fifteens["foul_ball"] == "dead").mean()), 11)
        else:
            between[foul] = usual
            notes.append(f"only {len(fifteens)} {foul} fouls: the shipped between-downs range is used")
    return GenericCharts(column, holding, between["OFF 15"], between["DEF 15"], tuple(squeeze)), notes


def season_rules(constants: SeasonConstants, overtime: OvertimeRule) -> dict[str, Any]:
    """The season's constants as season.json states them."""
    return {
        "kickoff_line": constants.kickoff_line,
        "kickoff_touchback": constants.kickoff_touchback,
        "try_defense_return": constants.try_defense_return,
        "overtime": asdict(overtime),
    }
