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
    from collections.abc import Mapping, Sequence

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


def long_column_cells(desk: Desk, name: str, team: str, most: float) -> list[Result]:
    """Breakaway or Big Play with its stars: as many as the team's long gains had, at most a share of `most`."""
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
    return writing.starred(cells, min(share, most) * numbers, desk.league[name].star_rates)


def _stars_wanted(desk: Desk, place: int, call: str, cells: Sequence[Result], more: float = 0.0) -> float:
    """Dice outcomes of 216 that must carry a star: the season's share (and `more`) where the yardage stands."""
    target, fit = desk.targets.calls[call], desk.joint
    met = target.meetings[place]
    met = met / met.sum() if met.sum() > 0 else np.full(len(met), 1 / len(met))
    stands = float(fit.state.defense_met(call, place, met)[_ADDS].sum())
    stands *= 1 - squeezed_out(target.offense.lines[place], desk.squeeze, call)
    fouled = sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.is_foul) / 216
    share = float(target.offense.out_of_bounds[place] / max(target.offense.plays[place], 1)) + more
    return share * (1 - fouled) / max(stands, 0.2) * 216


def _rolled_on(cells: Sequence[Result]) -> int:
    """Dice outcomes of 216 that go on to B or to Big Play."""
    return sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.kind is Kind.BREAKAWAY or cell.bold)


def _most_stars(desk: Desk, place: int, plain: Mapping[str, Sequence[Result]], calls: Sequence[str]) -> float:
    """Share of stars in B or Big Play that puts no call out: a draw hardly ever ends out of bounds."""
    own = desk.settings["tolerance"]
    shares = [1.0]
    for call in calls:
        rolled = _rolled_on(plain[call])
        if rolled and desk.targets.calls[call].offense.plays[place] >= own["fewest_plays"]:
            allowed = _stars_wanted(desk, place, call, plain[call], 0.75 * own["column"]["out_of_bounds"])
            shares.append(allowed / rolled)
    return min(shares)


def offense_columns(desk: Desk, place: int) -> dict[str, Column]:
    """Plays 1-9, B, QT and Big Play of one team."""
    team, fit = desk.teams[place], desk.joint
    bold = _usual(desk.long_columns[BIG_PLAY][team]) if BIG_PLAY in desk.long_columns else 0
    plain: dict[str, list[Result]] = {}
    for call in PLAYS:
        wide = desk.league[call]
        own = wide.plays[wide.plays["offense"] == team]
        plain[call] = writing.offense_cells(
            fit.symbols[call], fit.state.offense_cells[call][place], writing.spots_of(own), wide.spots, bold
        )
    long = {
        name: long_column_cells(desk, name, team, _most_stars(desk, place, plain, calls))
        for name, calls in ((BREAKAWAY, RUNS), (BIG_PLAY, ("6-SHORT",)))
        if name in desk.long_columns
    }
    columns: dict[str, Column] = {}
    for call, cells in plain.items():
        name = BREAKAWAY if call in RUNS else BIG_PLAY
        elsewhere = _rolled_on(cells) * _star_share(long[name]) if name in long else 0.0
        wanted = _stars_wanted(desk, place, call, cells) - elsewhere
        starred = writing.starred(cells, wanted, desk.league[call].star_rates)
        columns[call] = _arranged(desk, starred, team, call)
    columns[BREAKAWAY] = _arranged(desk, long.get(BREAKAWAY, [BLANK] * 30), team, BREAKAWAY)
    columns[TRAPPED] = _arranged(desk, desk.long_columns[TRAPPED][team], team, TRAPPED)
    if BIG_PLAY in long:
        columns[BIG_PLAY] = _arranged(desk, long[BIG_PLAY], team, BIG_PLAY)
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


def _supplement(desk: Desk, place: int, big_play: Column | None) -> Supplement:
    team = desk.teams[place]
    counts = supplement.call_counts(desk.plays, team)
    calls = {call: counted.calls for call, counted in counts.play_calls.items()}
    cancels, ratings = desk.joint.state.cancels[place], desk.ratings[team]
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
    columns = offense_columns(desk, place)
    big_play = columns.pop(BIG_PLAY, None)
    chart = TeamChart(
        season=desk.season,
        team=team_name(desk, team),
        power_rating=desk.ratings[team].power,
        offense=Offense(columns, desk.recovered.recovered[team]),
        defense=defense_columns(desk, place),
        special_teams=_special_teams(desk, team),
        supplement=_supplement(desk, place, big_play),
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
