"""Two teams, the options they agreed on and the rules of the season: everything that does not change in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chartkit.systems.ddf.charts import GenericCharts, TeamChart, standard_generic
from chartkit.systems.ddf.engine.sheet import Sheet, sheet
from chartkit.systems.ddf.engine.state import GameState, set_state, state_of
from chartkit.systems.ddf.rules.flow import begin
from chartkit.systems.ddf.rules.game import Game
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.tables import OvertimeRule, RuleBook, SeasonConstants, rule_fields, standard_rules

#: One set of generic charts for both teams, or one a season (R3.9).
Generic = GenericCharts | Mapping[int, GenericCharts] | None


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

    home: TeamChart
    away: TeamChart
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


def generic_of(generic: Generic, season: int) -> GenericCharts:
    """The generic charts of a season: those given, else the shipped ones of the season or the nearest."""
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
