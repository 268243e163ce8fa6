"""The finished charts: every part of a team and of a season put into its place (R3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit import __version__
from chartkit.systems.ddf import scalars
from chartkit.systems.ddf.chart import (
    Offense,
    Season,
    SpecialTeams,
    Supplement,
    TeamChart,
    TeamName,
)
from chartkit.systems.ddf.chart_json import chart_checksum
from chartkit.systems.ddf.columns import (
    BREAKAWAY,
    FORMATIONS,
    PLAYS,
    QT_CONTAINMENT,
    RUNS,
    TRAPPED,
)
from chartkit.systems.ddf.compile import season_charts, supplement, writing
from chartkit.systems.ddf.compile.goal_line import squeezed_out
from chartkit.systems.ddf.compile.layout import arrange
from chartkit.systems.ddf.compile.offense_fit import seed_of
from chartkit.systems.ddf.compile.outcomes import DEFENSE_CELLS
from chartkit.systems.ddf.compile.small_columns import totals_near
from chartkit.systems.ddf.compile.stand_alone import column_of
from chartkit.systems.ddf.compile.state import defense_weights
from chartkit.systems.ddf.compile.symbols import BIG_PLAY
from chartkit.systems.ddf.dice import OFFENSIVE
from chartkit.systems.ddf.referee.rulebook import RuleBook
from chartkit.systems.ddf.result import BLANK, Kind, Result
from chartkit.systems.ddf.season_constants import season_constants

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chartkit.systems.ddf.chart import Column
    from chartkit.systems.ddf.compile.desk import Desk

#: Defensive cells after which an offensive yardage (and its star) still stands.
_ADDS = np.array([cell.kind is Kind.YARDS for cell in DEFENSE_CELLS])
_FIVE = 5


def _arranged(desk: Desk, cells: Sequence[Result], team: str, name: str) -> Column:
    seed = seed_of(desk.season, "layout", team, name, desk.options.seed)
    return column_of(arrange(cells, desk.options.layout, seed))


def _out_share(plays: Any) -> float:
    gained = plays[plays["ending"] == "GAIN"]
    return float(gained["out_of_bounds"].mean()) if len(gained) else 0.0


def long_column_cells(desk: Desk, name: str, team: str) -> list[Result]:
    """Breakaway or Big Play with its stars: as many as the team's long gains really had."""
    cells = desk.long_columns[name][team]
    calls = RUNS if name == BREAKAWAY else ("6-SHORT",)
    beyond = desk.settings["fit"]["longest"][calls[0]]
    plays = desk.league[name].plays
    plays = plays[plays["yards"] > beyond]
    own = plays[plays["offense"] == team]
    strength = desk.settings["adjustments"]["long_gain_strength"]
    weight = len(own) / (len(own) + strength)
    share = weight * _out_share(own) + (1 - weight) * _out_share(plays)
    numbers = sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.kind is Kind.YARDS)
    return writing.starred(cells, share * numbers, desk.league[name].star_rates)


def offense_columns(desk: Desk, place: int) -> dict[str, Column]:
    """Plays 1-9, B and QT of one team."""
    team, fit = desk.teams[place], desk.joint
    columns: dict[str, Column] = {}
    long = {
        name: long_column_cells(desk, name, team) for name in (BREAKAWAY, BIG_PLAY) if name in desk.long_columns
    }
    star_of = {name: _star_share(cells) for name, cells in long.items()}
    for call in PLAYS:
        wide = desk.league[call]
        own = wide.plays[wide.plays["offense"] == team]
        symbols = fit.symbols[call]
        bold = _usual(long[BIG_PLAY]) if symbols.extra == BIG_PLAY else 0
        cells = writing.offense_cells(
            symbols, fit.state.offense_cells[call][place], writing.spots_of(own), wide.spots, bold
        )
        target = desk.targets.calls[call]
        met = target.meetings[place]
        met = met / met.sum() if met.sum() > 0 else np.full(len(met), 1 / len(met))
        stands = float(fit.state.defense_met(call, place, met)[_ADDS].sum())
        stands *= 1 - squeezed_out(target.offense.lines[place], desk.squeeze, call)
        fouled = sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.is_foul) / 216
        wanted = float(target.offense.out_of_bounds[place] / max(target.offense.plays[place], 1))
        wanted = wanted * (1 - fouled) / max(stands, 0.2) * 216
        for i, cell in enumerate(cells):
            if cell.kind is Kind.BREAKAWAY:
                wanted -= OFFENSIVE.ways[10 + i] * star_of[BREAKAWAY]
            elif cell.bold:
                wanted -= OFFENSIVE.ways[10 + i] * star_of[BIG_PLAY]
        cells = writing.starred(cells, wanted, wide.star_rates)
        columns[call] = _arranged(desk, cells, team, call)
    columns[BREAKAWAY] = _arranged(desk, long.get(BREAKAWAY, [BLANK] * 30), team, BREAKAWAY)
    columns[TRAPPED] = _arranged(desk, desk.long_columns[TRAPPED][team], team, TRAPPED)
    return columns


def _star_share(cells: Sequence[Result]) -> float:
    return sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.out_of_bounds) / 216


def _usual(cells: Sequence[Result]) -> int:
    """What a bold gain says in basic play: the mean of what Big Play spreads it over."""
    pairs = [(OFFENSIVE.ways[10 + i], cell.yards) for i, cell in enumerate(cells) if cell.kind is Kind.YARDS]
    return max(1, round(sum(w * y for w, y in pairs) / max(sum(w for w, _ in pairs), 1)))


def defense_columns(desk: Desk, place: int) -> dict[str, dict[str, Column]]:
    """Six formations against nine plays."""
    fit = desk.joint
    made: dict[str, dict[str, Column]] = {formation: {} for formation in FORMATIONS}
    for call in PLAYS:
        wide = desk.league[call]
        own = wide.plays[wide.plays["defense"] == desk.teams[place]]
        cells = writing.defense_cells(
            fit.state.defense_cells[call][place],
            defense_weights(desk.mix[call]).tolist(),
            writing.spots_of(own),
            wide.spots,
        )
        for i, formation in enumerate(FORMATIONS):
            made[formation][call] = column_of(cells[_FIVE * i : _FIVE * (i + 1)])
    return made


def _special_teams(desk: Desk, team: str) -> SpecialTeams:
    sheet = desk.kicking[team]
    every = frozenset(OFFENSIVE.totals)
    coverage = {name: column_of(cells) for name, cells in sheet.coverage.items()}
    coverage[QT_CONTAINMENT] = column_of(desk.trapped[team].containment)
    return SpecialTeams(
        {name: _arranged(desk, cells, team, name) for name, cells in sheet.columns.items()},
        every - totals_near(sheet.pat_missed),
        coverage,
    )


def _supplement(desk: Desk, place: int) -> Supplement:
    team = desk.teams[place]
    counts = supplement.call_counts(desk.plays, team)
    calls = {call: counted.calls for call, counted in counts.play_calls.items()}
    cancels, ratings = desk.joint.state.cancels[place], desk.ratings[team]
    big_play = None
    if BIG_PLAY in desk.long_columns:
        big_play = _arranged(desk, long_column_cells(desk, BIG_PLAY, team), team, BIG_PLAY)
    return Supplement(
        short_pass_big_play=big_play,
        qb_great_protection=totals_near(cancels.trapped),
        qb_good_decision=totals_near(cancels.intercepted),
        ball_protection=totals_near(cancels.fumbled),
        sack_rate=desk.trapped[team].sack_rate,
        fumble_recovery=desk.recovered.marks[team],
        penalty_influence=desk.influence.marks[place],
        line_of_scrimmage=supplement.snap_checks(desk.plays, team),
        play_calls=counts.play_calls,
        pass_percent=scalars.pass_percent(calls),
        solitaire=scalars.solitaire_ranges(calls),
        home_field_advantage=ratings.home_field_advantage,
        road_adjustment=ratings.road_adjustment,
        offense_audibles=ratings.offense_audibles,
        defense_audibles=ratings.defense_audibles,
        no_huddle_quota=counts.no_huddle_quota,
        muffed_snap_percent=counts.muffed_snap_percent,
        muffed_snap_rating=scalars.muffed_snap_rating(counts.muffed_snap_percent),
    )


def team_name(desk: Desk, code: str) -> TeamName:
    """Code, city and nickname."""
    team = season_charts.season_team(code, desk.season, desk.clubs)
    return TeamName(code, team.city, team.name)


def source_of(desk: Desk, plays: int, games: int) -> dict[str, Any]:
    """Where a chart came from."""
    return {
        "plays": plays,
        "games": games,
        "files": [{"name": file.path.name, "sha256": file.sha256} for file in desk.source.files],
        "chartkit": __version__,
    }


def team_chart(desk: Desk, place: int) -> TeamChart:
    """One team's whole chart set."""
    team = desk.teams[place]
    mine = desk.plays[(desk.plays["offense"] == team) & desk.plays["call"].notna()]
    games = sum(team in (game.home, game.away) for game in desk.schedule)
    chart = TeamChart(
        season=desk.season,
        team=team_name(desk, team),
        power_rating=desk.ratings[team].power,
        offense=Offense(offense_columns(desk, place), desk.recovered.recovered[team]),
        defense=defense_columns(desk, place),
        special_teams=_special_teams(desk, team),
        supplement=_supplement(desk, place),
    )
    source = {**source_of(desk, len(mine), games), "chart_sha256": chart_checksum(chart)}
    return replace(chart, source=source)


def season_chart(desk: Desk) -> Season:
    """What all teams share."""
    generic, notes = season_charts.generic_charts(desk.plays, desk.season, desk.squeeze, desk.settings)
    desk.notes.extend(notes)
    rule = RuleBook.load().overtime_of(desk.season, playoff=False)
    return Season(
        season=desk.season,
        teams=tuple(season_charts.season_team(team, desk.season, desk.clubs) for team in desk.teams),
        schedule=desk.schedule,
        generic=generic,
        formation_mix={
            call: dict(zip(FORMATIONS, map(float, shares), strict=True)) for call, shares in desk.mix.items()
        },
        rules=season_charts.season_rules(season_constants(desk.season), rule),
        source=source_of(desk, len(desk.results), len(desk.schedule)),
    )
