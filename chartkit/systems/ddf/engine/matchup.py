"""Two teams, the options they agreed on and the rules of the season: everything that does not change in a game.

A `Sheet` is one team's charts as the rules read them; a feature that is off or missing is empty (R0.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chartkit.errors import InvalidChartError
from chartkit.running.fields import zeros
from chartkit.systems.ddf import charts
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.state import GameState, set_state, state_of
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.basics import BLANK
from chartkit.systems.ddf.rules.flow import begin
from chartkit.systems.ddf.rules.game import RATING_PARTS, Cell, Game, bits, cell_of
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import OvertimeRule, RuleBook, SeasonConstants, rule_fields, standard_rules

PLAY_NUMBER = {play: number for number, play in enumerate(col.PLAYS)}
#: Totals of the offensive dice end before this one, those of the defensive dice before that one.
TOTALS, FIVE_TOTALS = 40, 6

#: Symbols of the Sack Rate and the Defense Fumble Recovery chart, by the numbers of the rules (`names.SACKS_MORE`).
SACK_MARKS, FUMBLE_MARKS = ("0", *col.SACK_RATE_MARKS), ("0", *col.FUMBLE_RECOVERY_MARKS)


@dataclass(frozen=True)
class Sheet:
    """What a team reads from during a game."""

    chart: charts.TeamChart
    generic: charts.GenericCharts
    #: The team's part of the fields of a game, by name.
    fields: dict[str, Any]
    #: Cells by column and total: thirty rows, five rows; what a team does not have is blank.
    columns: list[list[Cell]]
    fives: list[list[Cell]]
    #: Fouls that the defense forces, by total (R28.6).
    forced: list[list[Cell]]

    @property
    def longest_field_goal(self) -> int:
        """R17.1: a field goal from further out may not be called."""
        return int(self.fields["longest_field_goal"])


def _cells(column: charts.Column | None, size: int) -> list[Cell]:
    cells = [BLANK] * size
    for total, result in column.items() if column else ():
        cells[total] = cell_of(result)
    return cells


def squeeze_tables(rows: tuple[charts.Squeeze, ...]) -> tuple[list[list[int]], list[list[int]]]:
    """Yards and incompletions by play and distance to the goal line; of several rows the nearest holds (R25.1)."""
    yards, incomplete = zeros(n.PLAYS, 101), zeros(n.PLAYS, 101)
    for row in sorted(rows, key=lambda row: row.inside, reverse=True):
        for play in row.calls:
            for distance in range(min(row.inside, 100) + 1):
                yards[PLAY_NUMBER[play]][distance] = row.yards
                incomplete[PLAY_NUMBER[play]][distance] = bits(row.incomplete)
    return yards, incomplete


def _refuse_endless(chart: charts.TeamChart) -> None:
    """A penalised play is rolled again until it is no penalty (R19.3): some cell of its column must be none."""
    for name, column in {**chart.offense.columns, **chart.special_teams.columns}.items():
        if all(result.is_foul for result in column.cells):
            raise InvalidChartError(
                f"{chart.team.code}: {name} holds nothing but penalties; a play would never end."
            )


def _forced(extra: charts.Supplement | None) -> list[list[Cell]]:
    fouls = [
        (cell_of(charts.parse(marks.result)), marks.on)
        for marks in (extra.penalty_influence.values() if extra else ())
        if marks.on and not marks.result.startswith("X")
    ]
    return [[foul for foul, on in fouls if total in on] for total in range(TOTALS)]


def _marks(chart: charts.TeamChart, generic: charts.GenericCharts, options: Options) -> list[int]:
    """Sets of totals by what they are for."""
    none: frozenset[int] = frozenset()
    sets = {
        n.RECOVERED: chart.offense.fumble_recovered,
        n.PAT_GOOD: chart.special_teams.pat_good,
        n.HOLDING: generic.holding,
        n.BETWEEN_OFFENSE: generic.between_downs_offense,
        n.BETWEEN_DEFENSE: generic.between_downs_defense,
    }
    if extra := chart.supplement:
        sack = extra.sack_rate
        sets |= {
            n.GREAT_PROTECTION: extra.qb_great_protection if options.great_protection else none,
            n.GOOD_DECISION: extra.qb_good_decision if options.good_decision else none,
            n.BALL_PROTECTION: extra.ball_protection if options.ball_protection else none,
            n.SACK_RATE: sack.marks.on if sack and options.sack_rate else none,
            n.FUMBLE_MARKS: extra.fumble_recovery.on if options.defense_fumble_recovery else none,
        }
        if options.pre_post_snap:
            post = extra.line_of_scrimmage
            sets |= {n.POST_OFF_5: post.get("OFF 5", none), n.POST_DEF_5: post.get("DEF 5", none)}
        if options.defense_penalty_influence:
            sets |= {
                n.CANCEL_DEF_5 + col.PENALTY_INFLUENCE.index(foul): marks.on
                for foul, marks in extra.penalty_influence.items()
                if marks.result.startswith("X")
            }
    if generic.house and options.house_tables:
        house = generic.house
        sets |= {n.MEASURED_SHORT: house.short, n.OWN_END_ZONE: house.safety}
        sets |= {n.TRY_COUNTS: house.try_counts, n.TRY_FAILS: house.try_fails}
    return [bits(sets.get(mark, none)) for mark in range(n.MARKS)]


def sheet(chart: charts.TeamChart, generic: charts.GenericCharts, options: Options, rules: RuleBook) -> Sheet:
    """Lay out a chart for a game; what it lacks is played basic (R0.2)."""
    _refuse_endless(chart)
    offense, special, extra = chart.offense.columns, chart.special_teams, chart.supplement
    constants = rules.season(chart.season)
    # R32.13: the long gains that bold short ones stand for.
    big_play = extra.short_pass_big_play if extra and constants.big_play and options.short_pass_big_play else None
    adjustment = special.coverage[col.FG_ADJUSTMENT]
    adjusts = options.fg_adjustment and any(result != charts.BLANK for result in adjustment.cells)
    thirty = [
        *(offense[play] for play in col.OFFENSE),
        *(special.columns[name] for name in col.SPECIAL_TEAMS),
        big_play,
        generic.squib_kick_return,
    ]
    five = [
        *(chart.defense[formation][play] for formation in col.FORMATIONS for play in col.PLAYS),
        special.coverage[col.KICK_COVERAGE],
        special.coverage[col.PUNT_COVERAGE],
        special.coverage[col.QT_CONTAINMENT] if options.qt_containment else None,
        adjustment if adjusts else None,
    ]
    forced = _forced(extra if options.defense_penalty_influence else None)
    squeeze_rows: tuple[charts.Squeeze, ...] = {"printed": rules.squeeze, "season": generic.squeeze, "off": ()}[
        options.goal_line_squeeze
    ]
    squeeze_yards, squeeze_incomplete = squeeze_tables(squeeze_rows)
    house = generic.house if options.house_tables else None
    edges, comeback = (house.home_field, house.comeback) if house else ((), ())
    quick = n.THIRD_PLAYS if options.third_play_30 else 0
    zones, close = (charts.Shift(), charts.Shift()), charts.Shift()
    if house:
        close = house.close.get(chart.team.code, close)
        zones = house.red_zone.get(chart.team.code, zones)
        quick = house.pace.get(chart.team.code, house.quick_plays)
    sack = extra.sack_rate if extra else None
    fumble = extra.fumble_recovery if extra and options.defense_fumble_recovery else None
    quotas = [extra.play_calls[play].quota for play in col.PLAYS] if extra and options.play_quotas else None
    goals = special.columns[col.FIELD_GOAL].cells
    fields = {
        "marks": _marks(chart, generic, options),
        "forces_fouls": int(any(forced)),
        "sack_mark": SACK_MARKS.index(sack.marks.result) if sack and sack.marks.on and options.sack_rate else 0,
        "sack_yards": -abs(sack.sack_yards) if sack else 0,
        "scramble_yards": abs(sack.scramble_yards) if sack else 0,
        "fumble_mark": FUMBLE_MARKS.index(fumble.result) if fumble and fumble.on else 0,
        "muffs": _muffs(extra, options, printed=constants.muffed_snap_rating_printed),
        "has_containment": int(options.qt_containment),
        "has_fg_adjustment": int(adjusts),
        "has_big_play": int(big_play is not None),
        "has_squib": int(generic.squib_kick_return is not None),
        "longest_field_goal": max((each.yards for each in goals if each.kind is charts.Kind.YARDS), default=0),
        "has_quotas": int(quotas is not None),
        "quotas": quotas or zeros(n.PLAYS),
        "overtime_quotas": [col.overtime_quota(quota) for quota in quotas or zeros(n.PLAYS)],
        "squeeze_yards": squeeze_yards,
        "squeeze_incomplete": squeeze_incomplete,
        "start_no_huddle": extra.no_huddle_quota if extra else 0,
        "has_audibles": int(bool(extra) and options.audibles),
        "sheet_offense_audibles": extra.offense_audibles if extra else 0,
        "sheet_defense_audibles": extra.defense_audibles if extra else 0,
        "home_field_advantage": extra.home_field_advantage if extra else 0,
        "road_adjustment": extra.road_adjustment if extra else 0,
        "power_rating": round(RATING_PARTS * chart.power_rating),
        "home_field": [0, *map(bits, edges), *[0] * (n.MOST_ADVANTAGE - len(edges))],
        "quick_plays": quick,
        "comeback": [*map(bits, comeback), *[0] * (n.MOST_SCORES - len(comeback))],
        "red_zone_yards": [zone.yards for zone in zones],
        "red_zone_on": [bits(zone.on) for zone in zones],
        "close_yards": close.yards,
        "close_on": bits(close.on),
    }
    return Sheet(
        chart,
        generic,
        fields,
        [_cells(column, TOTALS) for column in thirty],
        [_cells(column, FIVE_TOTALS) for column in five],
        forced,
    )


def _muffs(extra: charts.Supplement | None, options: Options, *, printed: bool) -> int:
    """R28.14: the printed rating, or the converted percentage of older charts."""
    if not extra or not options.muffed_snap:
        return 0
    return int(extra.muffed_snap_rating if printed else col.muffed_snap_rating(extra.muffed_snap_percent))


#: One set of generic charts for both teams, or one a season (R3.9).
Generic = charts.GenericCharts | Mapping[int, charts.GenericCharts] | None


class TableGame(Game):
    """A game at the table: the fields of every game, and the cells that the seams read from."""

    table: Any
    #: By team, column and total.
    columns: Any
    fives: Any
    forced: Any
    #: By team: the random numbers of a computer coach.
    draws: Any


@dataclass(frozen=True)
class Matchup:
    """The table that a game is played at; build it once and play on it as often as you like."""

    home: charts.TeamChart
    away: charts.TeamChart
    options: Options
    rules: RuleBook
    #: Home, visitor.
    sheets: tuple[Sheet, Sheet]
    #: Of the home team's season (R3.9).
    constants: SeasonConstants
    overtime: OvertimeRule
    #: Fields of the game that do not change.
    fields: Mapping[str, Any]

    @property
    def codes(self) -> tuple[str, str]:
        """The two teams' codes; a team that plays itself is told apart by a 2."""
        home, away = self.home.team.code, self.away.team.code
        return (home, away) if home != away else (home, f"{away[:3]}2")

    @property
    def season(self) -> int:
        """The season whose league-wide rules hold: the home team's (R3.9)."""
        return self.home.season

    def new_game(self) -> TableGame:
        """A game before the coin toss."""
        game = TableGame(**self.fields)
        game.columns = [sheet.columns for sheet in self.sheets]
        game.fives = [sheet.fives for sheet in self.sheets]
        game.forced = [sheet.forced for sheet in self.sheets]
        game.draws = [None, None]
        begin(game)
        return game

    def game_in(self, state: GameState) -> TableGame:
        """A game in a given state."""
        game = self.new_game()
        set_state(game, state)
        return game


def generic_of(generic: Generic, season: int) -> charts.GenericCharts:
    """The generic charts of a season: those given, else the shipped ones of the season or the nearest."""
    if generic is None:
        return charts.standard_generic(season)
    if isinstance(generic, charts.GenericCharts):
        return generic
    return generic[season] if season in generic else charts.standard_generic(season)


def matchup(
    home: charts.TeamChart,
    away: charts.TeamChart,
    generic: Generic = None,
    options: Options | None = None,
    rules: RuleBook | None = None,
) -> Matchup:
    """Set the table; advanced play and the shipped rules unless said otherwise."""
    options = options or Options.advanced()
    rules = rules or standard_rules()
    sheets = (
        sheet(home, generic_of(generic, home.season), options, rules),
        sheet(away, generic_of(generic, away.season), options, rules),
    )
    teams = {name: [sheets[0].fields[name], sheets[1].fields[name]] for name in sheets[0].fields}
    return Matchup(
        home=home,
        away=away,
        options=options,
        rules=rules,
        sheets=sheets,
        constants=rules.season(home.season),
        overtime=rules.overtime_of(home.season, playoff=options.playoff),
        fields={**rule_fields(rules, home.season, options), **teams},
    )


def first_state(table: Matchup) -> GameState:
    """The state before the coin toss (R2.3, R28.16)."""
    return state_of(table.new_game())
