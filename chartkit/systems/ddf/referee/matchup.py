"""Two teams, the options they agreed on and the rules of the season: everything that does not change in a game."""

from __future__ import annotations

from collections.abc import Mapping

from chartkit.records import dataclass
from chartkit.systems.ddf.chart import GenericCharts, TeamChart
from chartkit.systems.ddf.generic import standard_generic
from chartkit.systems.ddf.referee.arithmetic import overtime_quota, visitor_audibles
from chartkit.systems.ddf.referee.cells import outcome_table
from chartkit.systems.ddf.referee.options import Options
from chartkit.systems.ddf.referee.rulebook import OvertimeRule, RuleBook, standard_rules
from chartkit.systems.ddf.referee.sheet import Sheet, sheet
from chartkit.systems.ddf.referee.state import AWAY, COIN_TOSS, HOME, GameState
from chartkit.systems.ddf.season_constants import SeasonConstants

#: One set of generic charts for both teams, or one a season (R3.9).
Generic = GenericCharts | Mapping[int, GenericCharts] | None


@dataclass(frozen=True, slots=True)
class Matchup:
    """The table that a game is played at; build it once and play on it as often as you like."""

    home: TeamChart
    away: TeamChart
    options: Options
    rules: RuleBook
    #: Home, visitor.
    sheets: tuple[Sheet, Sheet]
    #: Outcome number by row and column of the priority chart (R5.4).
    priority: tuple[tuple[int, ...], ...]
    #: Of the home team's season (R3.9).
    constants: SeasonConstants
    overtime: OvertimeRule
    #: The spot from which on some play is not allowed (R25.1).
    barred_from: int
    #: Added to each quota in overtime (R26.4).
    overtime_quotas: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def codes(self) -> tuple[str, str]:
        """The two teams' codes; a team that plays itself is told apart by a 2."""
        home, away = self.home.team.code, self.away.team.code
        return (home, away) if home != away else (home, f"{away[:3]}2")

    @property
    def season(self) -> int:
        """The season whose league-wide rules hold: the home team's (R3.9)."""
        return self.home.season


def _generic_of(generic: Generic, season: int) -> GenericCharts:
    if generic is None:
        return standard_generic(season)
    if isinstance(generic, GenericCharts):
        return generic
    return generic[season] if season in generic else standard_generic(season)


def matchup(
    home: TeamChart,
    away: TeamChart,
    generic: Generic = None,
    options: Options | None = None,
    rules: RuleBook | None = None,
) -> Matchup:
    """Set the table; without generic charts the shipped ones of the season (or the nearest) are used."""
    options = options or Options.advanced()
    rules = rules or standard_rules()
    sheets = (
        sheet(HOME, home, _generic_of(generic, home.season), options, rules),
        sheet(AWAY, away, _generic_of(generic, away.season), options, rules),
    )
    return Matchup(
        home=home,
        away=away,
        options=options,
        rules=rules,
        sheets=sheets,
        priority=outcome_table(rules.priority),
        constants=rules.season(home.season),
        overtime=rules.overtime_of(home.season, playoff=options.playoff),
        barred_from=100 - max(rules.not_allowed.values(), default=0),
        overtime_quotas=(_growth(sheets[HOME]), _growth(sheets[AWAY])),
    )


def _growth(team: Sheet) -> tuple[int, ...]:
    return tuple(overtime_quota(quota) for quota in team.quotas or (0,) * 9)


def first_state(table: Matchup) -> GameState:
    """The state before the coin toss (R2.3, R28.16)."""
    home, away = table.home.supplement, table.away.supplement
    offense, defense = (0, 0), (0, 0)
    if table.options.audibles:
        advantage = home.home_field_advantage if home else 0
        offense = (
            home.offense_audibles if home else 0,
            visitor_audibles(away.offense_audibles, advantage, away.road_adjustment) if away else 0,
        )
        defense = (
            home.defense_audibles if home else 0,
            visitor_audibles(away.defense_audibles, advantage, away.road_adjustment) if away else 0,
        )
    return GameState(
        phase=COIN_TOSS,
        period=1,
        clock=table.rules.timing.period_seconds,
        possession=HOME,
        down=0,
        spot=0,
        to_gain=0,
        score=(0, 0),
        by_period=((0, 0),),
        timeouts=(3, 3),
        offense_audibles=offense,
        defense_audibles=defense,
        no_huddle=(table.sheets[HOME].no_huddle, table.sheets[AWAY].no_huddle),
        calls=((0,) * 9, (0,) * 9),
        pending=0,
        pending_row="",
        pending_team=HOME,
        stoppable=False,
        forties=0,
        kickoff_shift=0,
        untimed=False,
        received_first=HOME,
        overtime=0,
        try_kick=0,
    )
