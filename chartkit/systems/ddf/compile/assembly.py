"""From fitted cells and counted columns to charts: what is printed in every cell, and on which row it stands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit import __version__
from chartkit.fitting import Indices
from chartkit.plays import season_team
from chartkit.systems.ddf.charts import (
    BLANK,
    BREAKAWAY,
    FORMATIONS,
    OFFENSIVE,
    PLAYS,
    QT_CONTAINMENT,
    RUNS,
    TRAPPED,
    GenericCharts,
    HouseTables,
    Kind,
    Offense,
    Result,
    Season,
    SpecialTeams,
    Squeeze,
    Supplement,
    TeamChart,
    TeamName,
    chart_checksum,
    dice,
    gain,
    muffed_snap_rating,
    pass_percent,
    solitaire_ranges,
    standard_generic,
)
from chartkit.systems.ddf.compile import house
from chartkit.systems.ddf.compile.corrections import COMEBACK, PACE
from chartkit.systems.ddf.compile.counted_columns import (
    WEIGHTS,
    column_of,
    count_cells,
    counted_fouls,
    fill,
    foul_cells,
)
from chartkit.systems.ddf.compile.fit_space import BIG_PLAY, DEFENSE_CELLS, INT, F, defense_weights, offense_cell
from chartkit.systems.ddf.compile.joint_fit import seed_of
from chartkit.systems.ddf.compile.option_sets import range_near, totals_near
from chartkit.systems.ddf.compile.squeeze import squeezed_out
from chartkit.systems.ddf.compile.supplement import call_counts, snap_checks
from chartkit.systems.ddf.rules.tables import RuleBook, season_constants

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from chartkit.systems.ddf.charts import Column
    from chartkit.systems.ddf.compile.fit_space import Symbols
    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.stages import Compilation
    from chartkit.systems.ddf.rules.tables import OvertimeRule, SeasonConstants


_HOLDING = "Offensive Holding"


def _few(number: int, plays: str) -> str:
    return f"only {number} {plays}" if number else f"no {plays}"


def generic_charts(
    plays: pd.DataFrame, season: int, squeeze: Sequence[Squeeze], settings: Settings
) -> tuple[GenericCharts, list[str]]:
    """The season's own generic charts, the shipped ones where there is too little to count; and what is missing."""
    own = settings.generic
    shipped = standard_generic(season)
    notes = []
    squibs = plays[(plays["kick"] == "squib") & plays["return_symbol"].notna() & ~plays["wiped"]]
    column = shipped.squib_kick_return
    if len(squibs) >= own.fewest_squibs:
        counted = counted_fouls(plays[plays["kick"] == "squib"], settings.influence.statuses)
        fouls = foul_cells(counted, "KICKOFF RETURN")
        import pandas as pd

        column = column_of(fill(count_cells(pd.concat([squibs["return_symbol"], fouls], ignore_index=True))))
    else:
        notes.append(f"{_few(len(squibs), 'squib kicks')}: the shipped Squib Kick Return chart is used")
    tens = plays[(plays["foul"] == "OFF 10") & plays["penalty_type"].notna()]
    holding = shipped.holding
    if len(tens) >= own.fewest_fouls:
        holding = range_near(float((tens["penalty_type"] == _HOLDING).mean()))
    else:
        notes.append(f"{_few(len(tens), 'named 10-yard fouls')}: the shipped holding set is used")
    between = {}
    for foul, usual in (("OFF 15", shipped.between_downs_offense), ("DEF 15", shipped.between_downs_defense)):
        fifteens = plays[(plays["foul"] == foul) & (plays["foul_status"] == "accepted")]
        if len(fifteens) >= own.fewest_fouls:
            between[foul] = range_near(float((fifteens["foul_ball"] == "dead").mean()), 11)
        else:
            between[foul] = usual
            notes.append(f"{_few(len(fifteens), f'{foul} fouls')}: the shipped between-downs range is used")
    return GenericCharts(column, holding, between["OFF 15"], between["DEF 15"], tuple(squeeze)), notes


def season_rules(constants: SeasonConstants, overtime: OvertimeRule) -> dict[str, Any]:
    """The season's constants as season.json states them."""
    return {
        "kickoff_line": constants.kickoff_line,
        "kickoff_touchback": constants.kickoff_touchback,
        "landing_zone": constants.landing_zone,
        "onside_when": constants.onside_when,
        "try_defense_return": constants.try_defense_return,
        "overtime": asdict(overtime),
    }


#: Defensive cells after which an offensive yardage (and its star) still stands.
_ADDS = np.array([cell.kind is Kind.YARDS for cell in DEFENSE_CELLS])
_FIVE = 5


def _arranged(compilation: Compilation, cells: Sequence[Result], team: str, name: str) -> Column:
    seed = seed_of(compilation.season, "layout", team, name, compilation.order.seed)
    return column_of(arrange(cells, Layout(compilation.order.layout), seed))


def _out_share(plays: Any) -> float:
    gained = plays[plays["ending"] == "GAIN"]
    return float(gained["out_of_bounds"].mean()) if len(gained) else 0.0


def long_column_cells(compilation: Compilation, name: str, team: str, most: float) -> list[Result]:
    """Breakaway or Big Play with its stars: as many as the team's long gains had, at most a share of `most`."""
    cells = compilation.long_columns[name][team]
    calls = RUNS if name == BREAKAWAY else ("6-SHORT",)
    beyond = compilation.settings.fit.longest[calls[0]]
    plays = compilation.league[name].plays
    plays = plays[plays["yards"] > beyond]
    own = plays[plays["offense"] == team]
    strength = compilation.settings.adjustments.long_gain_strength
    weight = len(own) / (len(own) + strength)
    share = weight * _out_share(own) + (1 - weight) * _out_share(plays)
    numbers = sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.kind is Kind.YARDS)
    return starred(cells, min(share, most) * numbers, compilation.league[name].star_rates)


def _stars_wanted(
    compilation: Compilation, place: int, call: str, cells: Sequence[Result], more: float = 0.0
) -> float:
    """Dice outcomes of 216 that must carry a star: the season's share (and `more`) where the yardage stands."""
    target, fit = compilation.targets.calls[call], compilation.joint
    met = target.matchups[place]
    met = met / met.sum() if met.sum() > 0 else np.full(len(met), 1 / len(met))
    stands = float(fit.state.defense_faced(call, place, met)[_ADDS].sum())
    stands *= 1 - squeezed_out(target.offense.lines[place], compilation.squeeze, call)
    fouled = sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.is_foul) / 216
    share = float(target.offense.out_of_bounds[place] / max(target.offense.plays[place], 1)) + more
    return share * (1 - fouled) / max(stands, 0.2) * 216


def _rolled_on(cells: Sequence[Result]) -> int:
    """Dice outcomes of 216 that go on to B or to Big Play."""
    return sum(OFFENSIVE.ways[10 + i] for i, cell in enumerate(cells) if cell.kind is Kind.BREAKAWAY or cell.bold)


def _most_stars(
    compilation: Compilation, place: int, plain: Mapping[str, Sequence[Result]], calls: Sequence[str]
) -> float:
    """Share of stars in B or Big Play that puts no call out: a draw hardly ever ends out of bounds."""
    own = compilation.settings.tolerance
    shares = [1.0]
    for call in calls:
        rolled = _rolled_on(plain[call])
        if rolled and compilation.targets.calls[call].offense.plays[place] >= own.fewest_plays:
            allowed = _stars_wanted(compilation, place, call, plain[call], 0.75 * own.column["out_of_bounds"])
            shares.append(allowed / rolled)
    return min(shares)


def offense_columns(compilation: Compilation, place: int) -> dict[str, Column]:
    """Plays 1-9, B, QT and Big Play of one team."""
    team, fit = compilation.teams[place], compilation.joint
    bold = _usual(compilation.long_columns[BIG_PLAY][team]) if BIG_PLAY in compilation.long_columns else 0
    plain: dict[str, list[Result]] = {}
    for call in PLAYS:
        wide = compilation.league[call]
        own = wide.plays[wide.plays["offense"] == team]
        plain[call] = offense_cells(
            fit.symbols[call], fit.state.cells[call, "offense"][place], spots_of(own), wide.spots, bold
        )
    long = {
        name: long_column_cells(compilation, name, team, _most_stars(compilation, place, plain, calls))
        for name, calls in ((BREAKAWAY, RUNS), (BIG_PLAY, ("6-SHORT",)))
        if name in compilation.long_columns
    }
    columns: dict[str, Column] = {}
    # Rows are traded only where stars miss by more than half the tolerance.
    most = 0.5 * compilation.settings.tolerance.column["out_of_bounds"] * 216
    for call, cells in plain.items():
        name = BREAKAWAY if call in RUNS else BIG_PLAY
        elsewhere = _rolled_on(cells) * _star_share(long[name]) if name in long else 0.0
        wanted = _stars_wanted(compilation, place, call, cells) - elsewhere
        with_stars = starred(parted(cells, wanted, most), wanted, compilation.league[call].star_rates)
        columns[call] = _arranged(compilation, with_stars, team, call)
    columns[BREAKAWAY] = _arranged(compilation, long.get(BREAKAWAY, [BLANK] * 30), team, BREAKAWAY)
    columns[TRAPPED] = _arranged(compilation, compilation.long_columns[TRAPPED][team], team, TRAPPED)
    if BIG_PLAY in long:
        columns[BIG_PLAY] = _arranged(compilation, long[BIG_PLAY], team, BIG_PLAY)
    return columns


def _star_share(cells: Sequence[Result]) -> float:
    return _star_ways(cells) / 216


def _usual(cells: Sequence[Result]) -> int:
    """What a bold gain says in basic play: the mean of what Big Play spreads it over."""
    pairs = [(OFFENSIVE.ways[10 + i], cell.yards) for i, cell in enumerate(cells) if cell.kind is Kind.YARDS]
    return max(1, round(sum(w * y for w, y in pairs) / max(sum(w for w, _ in pairs), 1)))


def defense_columns(compilation: Compilation, place: int) -> dict[str, dict[str, Column]]:
    """Six formations against nine plays."""
    fit = compilation.joint
    made: dict[str, dict[str, Column]] = {formation: {} for formation in FORMATIONS}
    for call in PLAYS:
        wide = compilation.league[call]
        own = wide.plays[wide.plays["defense"] == compilation.teams[place]]
        cells = defense_cells(
            fit.state.cells[call, "defense"][place],
            defense_weights(compilation.mix[call]).tolist(),
            spots_of(own),
            wide.spots,
        )
        for i, formation in enumerate(FORMATIONS):
            made[formation][call] = column_of(cells[_FIVE * i : _FIVE * (i + 1)])
    return made


def _special_teams(compilation: Compilation, team: str) -> SpecialTeams:
    sheet = compilation.kicking[team]
    every = frozenset(OFFENSIVE.totals)
    coverage = {name: column_of(cells) for name, cells in sheet.coverage.items()}
    coverage[QT_CONTAINMENT] = column_of(compilation.trapped[team].containment)
    return SpecialTeams(
        {name: _arranged(compilation, cells, team, name) for name, cells in sheet.columns.items()},
        every - totals_near(sheet.pat_missed),
        coverage,
    )


def _supplement(compilation: Compilation, place: int, big_play: Column | None) -> Supplement:
    team = compilation.teams[place]
    counts = call_counts(compilation.plays, team)
    calls = {call: counted.calls for call, counted in counts.play_calls.items()}
    cancels, ratings = compilation.joint.state.cancels[place], compilation.ratings[team]
    return Supplement(
        short_pass_big_play=big_play,
        qb_great_protection=totals_near(cancels.trapped),
        qb_good_decision=totals_near(cancels.intercepted),
        ball_protection=totals_near(cancels.fumbled),
        sack_rate=compilation.trapped[team].sack_rate,
        fumble_recovery=compilation.recovered.marks[team],
        penalty_influence=compilation.influence.marks[place],
        line_of_scrimmage=snap_checks(compilation.plays, team),
        play_calls=counts.play_calls,
        pass_percent=pass_percent(calls),
        solitaire=solitaire_ranges(calls),
        home_field_advantage=ratings.home_field_advantage,
        road_adjustment=ratings.road_adjustment,
        offense_audibles=ratings.offense_audibles,
        defense_audibles=ratings.defense_audibles,
        no_huddle_quota=counts.no_huddle_quota
        if compilation.plays["no_huddle"].any()
        else compilation.settings.fallback.no_huddle,
        muffed_snap_percent=counts.muffed_snap_percent,
        muffed_snap_rating=muffed_snap_rating(counts.muffed_snap_percent),
    )


def team_name(compilation: Compilation, code: str) -> TeamName:
    """Code, city and nickname."""
    team = season_team(code, compilation.season, compilation.clubs)
    return TeamName(code, team.city, team.name)


def source_of(compilation: Compilation, plays: int, games: int) -> dict[str, Any]:
    """Where a chart came from."""
    return {
        "plays": plays,
        "games": games,
        "files": [{"name": file.path.name, "sha256": file.sha256} for file in compilation.source.files],
        "chartkit": __version__,
    }


def team_chart(compilation: Compilation, place: int) -> TeamChart:
    """One team's whole chart set."""
    team = compilation.teams[place]
    plays = int(((compilation.plays["offense"] == team) & compilation.plays["call"].notna()).sum())
    games = sum(team in (game.home, game.away) for game in compilation.schedule)
    columns = offense_columns(compilation, place)
    big_play = columns.pop(BIG_PLAY, None)
    chart = TeamChart(
        season=compilation.season,
        team=team_name(compilation, team),
        power_rating=compilation.ratings[team].power,
        offense=Offense(columns, compilation.recovered.recovered[team]),
        defense=defense_columns(compilation, place),
        special_teams=_special_teams(compilation, team),
        supplement=_supplement(compilation, place, big_play),
    )
    source = {**source_of(compilation, plays, games), "chart_sha256": chart_checksum(chart)}
    return replace(chart, source=source)


def season_house(compilation: Compilation) -> HouseTables:
    """The house tables of the season, with the fitted columns and what playing corrects."""
    plays, own, corrections = compilation.plays, compilation.settings.house, compilation.corrections
    quick = house.quick_plays(plays, own, corrections.factors[PACE])
    return HouseTables(
        short=range_near(compilation.targets.short),
        safety=range_near(house.safety_share(plays)) or frozenset({OFFENSIVE.totals[-1]}),
        home_field=house.home_field_totals(compilation.schedule, compilation.ratings, own),
        quick_plays=round(quick),
        pace=house.team_pace(plays, quick),
        comeback=house.comeback_totals(plays, own.comeback, corrections.factors[COMEBACK]),
        red_zone=house.red_zones(compilation),
        close=house.close_games(compilation.teams, corrections.close),
        try_counts=range_near(max(corrections.tries, 0.0)),
        try_fails=range_near(max(-corrections.tries, 0.0)),
    )


def season_chart(compilation: Compilation) -> Season:
    """What all teams share."""
    generic, notes = generic_charts(
        compilation.plays, compilation.season, compilation.squeeze, compilation.settings
    )
    compilation.notes.extend(notes)
    generic = replace(generic, house=season_house(compilation))
    rule = RuleBook.load().overtime_of(compilation.season, playoff=False)
    return Season(
        season=compilation.season,
        teams=tuple(season_team(team, compilation.season, compilation.clubs) for team in compilation.teams),
        schedule=compilation.schedule,
        generic=generic,
        formation_mix={
            call: dict(zip(FORMATIONS, map(float, shares), strict=True)) for call, shares in compilation.mix.items()
        },
        rules=season_rules(season_constants(compilation.season), rule),
        source=source_of(compilation, len(compilation.results), len(compilation.schedule)),
    )


@dataclass(frozen=True)
class Spots:
    """Where things really happened on a call, sorted: interceptions, fumbles, interference, grounding."""

    intercepted: tuple[int, ...]
    fumbled: tuple[int, ...]
    interference: tuple[int, ...]
    grounding: tuple[int, ...]


@dataclass(frozen=True)
class LeagueCall:
    """All plays of a call in the league, the spots of its turnovers and fouls, and how often gains went out."""

    plays: pd.DataFrame
    spots: Spots
    star_rates: Mapping[int, float]


def league_call(plays: pd.DataFrame) -> LeagueCall:
    """Collect what all teams' columns of a call share."""
    return LeagueCall(plays, spots_of(plays), star_rates(plays))


def spots_of(plays: pd.DataFrame) -> Spots:
    """Collect the spots of one call."""

    def sorted_yards(chosen: pd.Series[bool], column: str, low: int) -> tuple[int, ...]:
        return tuple(sorted(int(min(max(y, low), 60)) for y in plays[chosen][column]))

    return Spots(
        sorted_yards(plays["ending"] == "INT", "yards", -10),
        sorted_yards(plays["ending"] == "F", "yards", -12),
        sorted_yards(plays["foul"] == "PI", "foul_yards", 1),
        sorted_yards(plays["foul"] == "OFF #*", "foul_yards", 1),
    )


def along(spots: Sequence[int], league: Sequence[int], weights: Sequence[float], usual: int) -> list[int]:
    """A spot for each cell along the quantiles of the real ones; the league's when the team has none."""
    values = list(spots) or list(league) or [usual]
    total, position, chosen = sum(weights), 0.0, []
    for weight in weights:
        middle = (position + weight / 2) / total
        chosen.append(values[min(int(middle * len(values)), len(values) - 1)])
        position += weight
    return chosen


def offense_cells(symbols: Symbols, cells: Indices, own: Spots, league: Spots, bold_yards: int) -> list[Result]:
    """Thirty results of one offense column, without stars."""
    written: list[Result | None] = [None] * len(cells)

    def place(symbol: int | str, spots: Sequence[int], wide: Sequence[int], kind: Kind, usual: int) -> None:
        rows = [i for i, index in enumerate(cells) if index == symbols.index(symbol)]
        if not rows:
            return
        for row, yards in zip(rows, along(spots, wide, [WEIGHTS[i] for i in rows], usual), strict=True):
            written[row] = Result(kind, yards)

    for row, index in enumerate(cells):
        if index < len(symbols.places):
            written[row] = offense_cell(symbols.places[index])
        elif symbols.extra and index == len(symbols.places):
            written[row] = Result(Kind.BREAKAWAY) if symbols.extra == "B" else gain(bold_yards, bold=True)
        else:
            foul = symbols.fouls[index - len(symbols.places) - bool(symbols.extra)]
            if foul not in ("PI", "OFF #*"):
                written[row] = _FOULS[foul]
    place(F, own.fumbled, league.fumbled, Kind.FUMBLE, 0)
    if INT in symbols.places:
        place(INT, own.intercepted, league.intercepted, Kind.INTERCEPTION, 12)
        place("PI", own.interference, league.interference, Kind.INTERFERENCE, 14)
        place("OFF #*", own.grounding, league.grounding, Kind.GROUNDING, 10)
    return [cell for cell in written if cell is not None]


_FOULS = {
    str(kind): Result(kind, yards)
    for kind, yards in (
        (Kind.OFF_5, 5),
        (Kind.OFF_10, 10),
        (Kind.OFF_15, 15),
        (Kind.DEF_5, 5),
        (Kind.DEF_5X, 5),
        (Kind.DEF_15, 15),
    )
}


def defense_cells(cells: Indices, weights: Sequence[float], own: Spots, league: Spots) -> list[Result]:
    """Thirty results of one defense against one call: six formations of five."""
    written = [DEFENSE_CELLS[index] for index in cells]
    for kind, mine, wide, usual in (
        (Kind.INTERCEPTION, own.intercepted, league.intercepted, 12),
        (Kind.FUMBLE, own.fumbled, league.fumbled, 0),
    ):
        rows = [i for i, cell in enumerate(written) if cell.kind is kind]
        if rows:
            for row, yards in zip(rows, along(mine, wide, [weights[i] for i in rows], usual), strict=True):
                written[row] = Result(kind, yards)
    return written


def parted(cells: Sequence[Result], wanted: float, most: float) -> list[Result]:
    """The same results, on other rows if stars on these would miss `wanted` (of 216) by more than `most`.

    A column with one or two gains has them on as few rows, and all or nothing would go out of bounds: a gain trades
    its row for two rows of another result that weigh as much together.
    """

    def miss(each: Sequence[Result]) -> float:
        return abs(_star_ways(starred(each, wanted, {})) - wanted)

    options = [list(cells)]
    if miss(cells) > most:
        for i, one in enumerate(cells):
            for j, k in combinations(range(len(cells)), 2):
                if one.kind is Kind.YARDS and cells[j] == cells[k] != one and WEIGHTS[j] + WEIGHTS[k] == WEIGHTS[i]:
                    traded = list(cells)
                    traded[i], traded[j], traded[k] = cells[j], one, one
                    options.append(traded)
    return min(options, key=miss)


def _star_ways(cells: Sequence[Result]) -> int:
    return sum(weight for weight, cell in zip(WEIGHTS, cells, strict=True) if cell.out_of_bounds)


def starred(cells: Sequence[Result], wanted: float, rates: Mapping[int, float]) -> list[Result]:
    """Stars on gains that add up to `wanted` of 216, on the yardages that really went out of bounds most."""
    rows = [i for i, cell in enumerate(cells) if cell.kind is Kind.YARDS and cell.yards != 0 and not cell.bold]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for row in rows:
        weight = WEIGHTS[row]
        value = weight * rates.get(cells[row].yards, 0.0)
        for total, (worth, chosen) in sorted(best.items(), reverse=True):
            there = best.get(total + weight)
            if there is None or worth + value > there[0] + 1e-12:
                best[total + weight] = (worth + value, (*chosen, row))
    total = min(best, key=lambda reached: (abs(reached - wanted), reached))
    marked = set(best[total][1])
    return [gain(cell.yards, out_of_bounds=True) if i in marked else cell for i, cell in enumerate(cells)]


def star_rates(plays: pd.DataFrame) -> dict[int, float]:
    """Share of gains of about this length that ended out of bounds."""
    gained = plays[plays["ending"] == "GAIN"]
    yards = np.clip(gained["yards"].to_numpy(), -20, 99)
    out = gained["out_of_bounds"].to_numpy(dtype=float)
    rates = {}
    for length in range(-20, 100):
        near = np.exp(-0.5 * ((yards - length) / 2.5) ** 2)
        rates[length] = float((near @ out + 0.1) / (near.sum() + 1.0))
    return rates


_TOTALS = dice.OFFENSIVE.totals
_WAYS = dice.OFFENSIVE.ways
_CLASSES = tuple(
    tuple(total - _TOTALS[0] for total in _TOTALS if _WAYS[total] == weight)
    for weight in sorted(set(_WAYS.values()))
)


class Layout(StrEnum):
    """Where results stand in a column: only rows of equal weight trade places, so no probability changes.

    `sorted` puts each weight class in order. `classic` does as the published charts do: rare and dramatic results
    on the rare totals of the teens and twenties, ordinary yardage on 30-39, and no ladder down the page.
    """

    SORTED = "sorted"
    CLASSIC = "classic"


def _rank(cell: Result) -> tuple[int, int, str]:
    """Order of a plain list: losses, gains, then the rest by name."""
    return (0, cell.yards, "") if cell.kind is Kind.YARDS else (1, cell.yards, str(cell.kind))


def _drama(cell: Result, middle: float) -> tuple[int, float]:
    """How much a result stands out: fouls and turnovers first, then yardage far from the usual."""
    if cell.kind is not Kind.YARDS:
        return (0 if cell.kind is not Kind.INCOMPLETE else 2, 0.0)
    return (1, -abs(cell.yards - middle))


def arrange(cells: Sequence[Result], layout: Layout, seed: int) -> list[Result]:
    """The same cells with the same weights in the chosen arrangement."""
    placed = list(cells)
    if layout is Layout.SORTED:
        for rows in _CLASSES:
            for row, cell in zip(rows, sorted((cells[row] for row in rows), key=_rank), strict=True):
                placed[row] = cell
        return placed
    rng = random.Random(seed)
    yards = sorted(cell.yards for cell in cells if cell.kind is Kind.YARDS)
    middle = yards[len(yards) // 2] if yards else 0
    for rows in _CLASSES:
        chosen = [cells[row] for row in rows]
        # Shuffled first, so that equals do not fall into a ladder.
        rng.shuffle(chosen)
        chosen.sort(key=lambda cell: _drama(cell, middle))
        thirties = [row for row in rows if row >= 20]
        others = [row for row in rows if row < 20]
        rng.shuffle(others)
        rng.shuffle(thirties)
        for row, cell in zip([*others, *thirties], chosen, strict=True):
            placed[row] = cell
    return placed
