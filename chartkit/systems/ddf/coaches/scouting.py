"""Expected points of one matchup, from the charts alone.

What each call can bring against each formation, counted exactly; what every down, distance and yard line is worth;
and the game of calls, solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chartkit.systems.ddf.charts import FOULS, Column, Kind, Result, TeamChart, Way, cell_ways, dice
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.coaches.decide import POINT, in_a_hurry
from chartkit.systems.ddf.coaches.mind import Mind
from chartkit.systems.ddf.coaches.prices import QuotaPrices, second_price, series_price
from chartkit.systems.ddf.coaches.simplex import Numbers, Solution, solve
from chartkit.systems.ddf.coaches.tables import habits
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, OVER, TRY, GameState
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import Game
from chartkit.systems.ddf.rules.legality import play_barred
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.rules.whistle import sideline_row

Places = NDArray[np.intp]

#: Yards are counted from here to 100 in every table.
FIRST_YARD = -100
YARDS = 201
PAIRS = tuple((play, formation) for play in col.PLAYS for formation in col.FORMATIONS)


@dataclass(frozen=True)
class Foul:
    """A foul that a cell of the offense calls, with its yards."""

    kind: Kind
    yards: int


@dataclass(frozen=True)
class Returns:
    """How far a ball is run back: the mean of the numbers, and how often all the way."""

    yards: int
    touchdown: float


@dataclass(frozen=True)
class Chances:
    """One offense against one defense: a row for each of PAIRS, probabilities that add up to 1."""

    gains: Numbers
    #: The part of the gains that ends out of bounds.
    out_of_bounds: Numbers
    interceptions: Numbers
    fumbles: Numbers
    incomplete: Numbers
    touchdown: Numbers
    #: Carried into the end zone and fumbled there.
    end_zone_fumble: Numbers
    fouls: tuple[Foul, ...]
    foul_chances: Numbers
    recovery: float
    interception_return: Returns
    fumble_return: Returns


def share(totals: Iterable[int]) -> float:
    """The exact chance that the offensive dice show one of these totals."""
    return sum(dice.OFFENSIVE.ways[total] for total in totals) / dice.OFFENSIVE.outcomes


def returns(column: Column) -> Returns:
    """The numbers of a return column in short; a cell that is no number counts as no return."""
    ways = cell_ways(column, dice.OFFENSIVE)
    whole = sum(ways.values())
    yards = sum(count * cell.yards for cell, count in ways.items() if cell.kind is Kind.YARDS)
    scored = sum(count for cell, count in ways.items() if cell.kind is Kind.TOUCHDOWN)
    return Returns(round(yards / whole), scored / whole)


def _foul_of(result: Result) -> Foul:
    return Foul(result.kind, result.yards)


def chances(table: Matchup, team: int) -> Chances:
    """Count everything for a team's offense against the other's defense."""
    offense, defense = ((table.home, table.away), (table.away, table.home))[team]
    size = len(PAIRS)
    gains, picks, drops = (np.zeros((size, YARDS)) for _ in range(3))
    sideline, incomplete, scored, lost_there = (np.zeros(size) for _ in range(4))
    fouls: dict[Foul, Numbers] = {}
    for row, (play, formation) in enumerate(PAIRS):
        odds = play_odds(offense, defense, play, formation, table.rules.priority)
        for end, ways in odds.ways.items():
            result, part = end.result, ways / odds.outcomes
            at = min(YARDS - 1, max(0, result.yards - FIRST_YARD))
            if result.kind in (Kind.YARDS, Kind.FORCED):
                gains[row, at] += part
                sideline[row] += part * result.out_of_bounds
            elif result.kind in (Kind.TOUCHDOWN, Kind.FORCED_TD):
                scored[row] += part
            elif result.kind is Kind.INTERCEPTION:
                picks[row, at] += part
            elif result.kind is Kind.FUMBLE and end.way is Way.END_ZONE:
                lost_there[row] += part
            elif result.kind is Kind.FUMBLE:
                drops[row, at] += part
            elif result.kind is Kind.GROUNDING:
                # Loss of down at the spot: a loss of yards.
                gains[row, max(0, -abs(result.yards) - FIRST_YARD)] += part
            elif result.kind in FOULS:
                fouls.setdefault(_foul_of(result), np.zeros(size))[row] += part
            else:
                incomplete[row] += part
    return Chances(
        gains=gains,
        out_of_bounds=sideline,
        interceptions=picks,
        fumbles=drops,
        incomplete=incomplete,
        touchdown=scored,
        end_zone_fumble=lost_there,
        fouls=tuple(fouls),
        foul_chances=np.array(list(fouls.values())).reshape(len(fouls), size).T,
        recovery=share(offense.offense.fumble_recovered),
        interception_return=returns(defense.special_teams.columns[col.INTERCEPTION_RETURN]),
        fumble_return=returns(defense.special_teams.columns[col.FUMBLE_RETURN]),
    )


def field_goal_chances(table: Matchup, team: int) -> list[float]:
    """The chance of a good kick by yards to the goal line, 0..99, with the other side's adjustment (R17, R28.8)."""
    kicker: TeamChart = (table.home, table.away)[team]
    ways = cell_ways(kicker.special_teams.columns[col.FIELD_GOAL], dice.OFFENSIVE)
    # A penalty is rolled again: it has no part in the outcome of the kick.
    kicks = {cell: count for cell, count in ways.items() if cell.kind not in FOULS}
    whole = sum(kicks.values())
    loose = sum(count for cell, count in kicks.items() if cell.kind in (Kind.BLOCKED, Kind.FUMBLE)) / whole
    always, never = _adjusted(table, 1 - team)
    found = []
    for distance in range(100):
        good = (
            sum(ways for cell, ways in kicks.items() if cell.kind is Kind.YARDS and cell.yards >= distance) / whole
        )
        if distance <= table.rules.fields["fg_adjustment_inside"]:
            good = good * (1 - never) + (1 - loose - good) * always
        found.append(good)
    return found


def _adjusted(table: Matchup, defense: int) -> tuple[float, float]:
    """How often the other side's chart makes a kick good, and how often no good."""
    if not table.sheets[defense].fields["has_fg_adjustment"]:
        return 0.0, 0.0
    chart = (table.home, table.away)[defense]
    ways = cell_ways(chart.special_teams.coverage[col.FG_ADJUSTMENT], dice.DEFENSIVE)
    outcomes = dice.DEFENSIVE.outcomes
    return (
        sum(count for cell, count in ways.items() if cell.kind is Kind.GOOD) / outcomes,
        sum(count for cell, count in ways.items() if cell.kind is Kind.NO_GOOD) / outcomes,
    )


@dataclass(frozen=True)
class Punts:
    """(yards, chance, whether it cannot be returned) of every number of the Punt column, and the usual return."""

    kicks: tuple[tuple[int, float, bool], ...]
    back: Returns


def punts(table: Matchup, team: int) -> Punts:
    """A team's punts; blocks and fumbles count as a kick of no yards."""
    charts = (table.home, table.away)
    ways = cell_ways(charts[team].special_teams.columns[col.PUNT], dice.OFFENSIVE)
    kicks = {cell: count for cell, count in ways.items() if cell.kind not in FOULS}
    whole = sum(kicks.values())
    return Punts(
        tuple(
            (cell.yards, count / whole, cell.out_of_bounds)
            if cell.kind is Kind.YARDS
            else (min(0, cell.yards), count / whole, True)
            for cell, count in kicks.items()
        ),
        returns(charts[1 - team].special_teams.columns[col.PUNT_RETURN]),
    )


#: Distances beyond this are worth as much as this.
FAR = 25
#: So often the values are carried back over a whole series of downs; what changes after that is below 0.01.
PASSES = 14
#: Longer losses count as this.
_LONGEST_LOSS = 20
_TOUCHDOWN, _SAFETY, _CONVERSION = 6.0, -2.0, 2.0
_FIELD_GOAL = 3.0
#: Fouls of the defense that always give a first down (R21).
_FIRST_DOWNS = (Kind.DEF_5X, Kind.DEF_15, Kind.INTERFERENCE)
_OFFENSE = {Kind.OFF_5: 5, Kind.OFF_10: 10, Kind.OFF_15: 15}
_DEFENSE = {Kind.DEF_5: 5, Kind.DEF_5X: 5, Kind.DEF_15: 15}


def _situation(state: GameState) -> tuple[object, ...]:
    """What the value of a call depends on."""
    return state.possession, state.phase, state.down, state.to_go, state.spot


def legal_plays(game: Game) -> tuple[int, ...]:
    """The plays that may be called now, as numbers from 0 (R25.1, R26)."""
    return tuple(play for play in range(len(col.PLAYS)) if not play_barred(game, play))


class Scouting:
    """Odds and expected points of both teams of a matchup; build it once and coach many games with it."""

    def __init__(self, table: Matchup) -> None:
        self.matchup = table
        value = habits()["value"]
        self._after_score = value["kickoff"] / POINT
        self._touchdown = _TOUCHDOWN + value["try"] / POINT + self._after_score
        self._safety = _SAFETY + value["free_kick"] / POINT
        self._chances = (chances(table, 0), chances(table, 1))
        self._goals = tuple(np.array(field_goal_chances(table, team)) for team in (0, 1))
        self._punts = (punts(table, 0), punts(table, 1))
        self.pat = tuple(share(chart.special_teams.pat_good) for chart in (table.home, table.away))
        #: By team: first and 10 at each spot; then by down, distance and spot.
        self._first = [np.linspace(-1.0, 6.0, 101) for _ in (0, 1)]
        self._values = [np.zeros((5, FAR + 1, 101)) for _ in (0, 1)]
        self._mixes = [[self._usual_mix(team, down) for down in (1, 2, 3, 4)] for team in (0, 1)]
        self._solved: dict[tuple[object, ...], Solution] = {}
        self._made: dict[tuple[object, ...], Numbers] = {}
        self._quota_prices: dict[int, QuotaPrices] = {}
        #: Both coaches ask for the same down several times.
        self._now: tuple[GameState | None, Numbers, dict[tuple[int, ...], Solution]] = None, np.zeros(0), {}
        for _ in range(PASSES):
            for team in (0, 1):
                self._carry_back(team)

    # Expected points over a series of downs

    def _usual_mix(self, team: int, down: int) -> Numbers:
        """How often each pair meets when nobody thinks: the sheet's shares against the usual formations."""
        sheet = (self.matchup.home, self.matchup.away)[team].supplement
        calls = np.ones(len(col.PLAYS))
        if sheet is not None:
            calls = np.array([max(1, sheet.play_calls[play].calls) for play in col.PLAYS], dtype=float)
        fronts = np.array(habits()["formations"]["downs"][down - 1], dtype=float)
        mix: Numbers = np.outer(calls / calls.sum(), fronts / fronts.sum()).reshape(-1)
        return mix

    def _carry_back(self, team: int) -> None:
        """One pass from fourth down to first with the values that are known so far."""
        values = self._values[team]
        for down in (4, 3, 2, 1):
            goes = self._usual_play(team, down)
            if down == 4:
                kick = np.maximum(self._all_goals(team), self._all_punts(team))
                values[4] = np.maximum(goes, kick[None, :])
            else:
                values[down] = goes
        spots = np.arange(101)
        self._first[team] = values[1][np.clip(100 - spots, 1, 10), spots]

    def _usual_play(self, team: int, down: int) -> Numbers:
        """The value of the usual play at every distance and spot."""
        found, mix = self._chances[team], self._mixes[team][down - 1]
        drops = mix @ found.fumbles
        moved = mix @ found.gains + found.recovery * drops
        moved[-FIRST_YARD] += float(mix @ found.incomplete)
        yards, spots = np.arange(FIRST_YARD, FIRST_YARD + YARDS), np.arange(101)
        ends = spots[:, None] + yards
        run = found.fumble_return
        total = self._picked(team, spots[:, None], yards) @ (mix @ found.interceptions)
        total += self._taken(team, ends, run.yards, run.touchdown) @ ((1 - found.recovery) * drops)
        total += float(mix @ found.touchdown) * self._touchdown
        first = np.where(ends >= 100, self._touchdown, self._first[team][np.clip(ends, 1, 99)])
        # Summed from the longest gain down: at each distance the gains that reach it.
        reach = np.cumsum((first * moved)[:, ::-1], axis=1)[:, ::-1]
        distances = np.arange(FAR + 1)
        value = total + reach[:, distances - FIRST_YARD].T
        for gain in range(-_LONGEST_LOSS, FAR):
            part = moved[gain - FIRST_YARD] if gain > -_LONGEST_LOSS else moved[: gain - FIRST_YARD + 1].sum()
            if part:
                short = distances > gain
                value[short] += part * self._after(team, down, distances[short][:, None], spots, np.array(gain))
        # The rest are fouls: the down is played again.
        result: Numbers = value / (1.0 - float((mix @ found.foul_chances).sum()))
        return result

    def _after(self, team: int, down: int, to_go: Places | int, spots: Places | int, yards: Places) -> Numbers:
        """What the situation is worth after so many yards; distances, spots and yards of any fitting shapes."""
        ends = spots + yards
        inside = np.clip(ends, 1, 99)
        left = to_go - yards
        if down < 4:
            on = self._values[team][down + 1][np.clip(left, 1, FAR), inside]
        else:
            on = -self._first[1 - team][100 - inside]
        found = np.where(left <= 0, self._first[team][inside], on)
        found = np.where(ends >= 100, self._touchdown, found)
        result: Numbers = np.where(ends <= 0, self._safety, found)
        return result

    def _taken(self, team: int, ends: Places, back: int, scored: float) -> Numbers:
        """The other side has the ball at these spots (of ours) and runs it back."""
        own = np.clip(100 - ends, -9, 99)
        start = np.where(own <= 0, 20, np.clip(own + back, 1, 99))
        result: Numbers = -(1 - scored) * self._first[1 - team][start] - scored * self._touchdown
        return result

    def _picked(self, team: int, spots: Places | int, yards: Places) -> Numbers:
        run = self._chances[team].interception_return
        return self._taken(team, spots + yards, run.yards, run.touchdown)

    def _dropped(self, team: int, down: int, to_go: int, spots: Places | int, yards: Places) -> Numbers:
        found = self._chances[team]
        lost = self._taken(team, spots + yards, found.fumble_return.yards, found.fumble_return.touchdown)
        kept = self._after(team, down, to_go, spots, yards)
        result: Numbers = found.recovery * kept + (1 - found.recovery) * lost
        return result

    # Kicks

    def _all_goals(self, team: int) -> Numbers:
        """The value of a field goal try at every spot; far below everything where none may be called."""
        spots = np.arange(101)
        distance = np.clip(100 - spots, 0, 99)
        good = self._goals[team][distance]
        missed = -self._first[1 - team][np.clip(distance + 8, 20, 99)]
        value = good * (_FIELD_GOAL + self._after_score) + (1 - good) * missed
        reach = self.matchup.sheets[team].longest_field_goal
        result: Numbers = np.where(distance <= reach, value, -99.0)
        return result

    def _all_punts(self, team: int, pooch: int = 0) -> Numbers:
        """The value of a punt at every spot."""
        spots = np.arange(101)
        found = self._punts[team]
        total = np.zeros(101)
        for yards, chance, dead in found.kicks:
            lands = spots + max(min(0, yards), yards - pooch)
            own = 100 - lands
            start = np.where(own <= 0, 20, np.clip(own + (0 if dead or pooch >= 10 else found.back.yards), 1, 99))
            total -= chance * self._first[1 - team][start]
        result: Numbers = total
        return result

    def _kept(self, key: tuple[object, ...], make: Callable[[], Numbers]) -> Numbers:
        """Made once: games ask the same again and again."""
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
        return found

    def field_goal(self, team: int, spot: int) -> float:
        """Expected points of a field goal try."""
        return float(self._kept(("field goal", team), lambda: self._all_goals(team))[spot])

    def punt(self, team: int, spot: int, pooch: int = 0) -> float:
        """Expected points of a punt."""
        return float(self._kept(("punt", team, pooch), lambda: self._all_punts(team, pooch))[spot])

    # Situations

    def worth(self, state: GameState, team: int) -> float:
        """The lead and the situation in points, to a team."""
        lead = state.score[team] - state.score[1 - team]
        sign = 1.0 if state.possession == team else -1.0
        if state.phase == OVER:
            return float(lead)
        value = habits()["value"]
        fixed = {TRY: value["try"], KICKOFF: value["kickoff"], FREE_KICK: value["free_kick"]}.get(state.phase)
        if fixed is not None:
            return lead + sign * float(fixed) / POINT
        spot, to_go = min(99, max(1, state.spot)), min(FAR, max(1, state.to_go))
        return lead + sign * float(self._values[state.possession][max(1, state.down)][to_go, spot])

    def payoffs(self, state: GameState) -> Numbers:
        """Expected points of every pair of calls, to the team with the ball: nine plays by six formations."""
        return self._kept(_situation(state), lambda: self._payoffs(state))

    def _payoffs(self, state: GameState) -> Numbers:
        team, found = state.possession, self._chances[state.possession]
        size = (len(col.PLAYS), len(col.FORMATIONS))
        yards = np.arange(FIRST_YARD, FIRST_YARD + YARDS)
        if state.phase == TRY:
            reached = found.gains @ (yards >= state.to_goal) + found.touchdown
            again = 1.0 - found.foul_chances.sum(axis=1)
            tries: Numbers = (_CONVERSION * reached / again).reshape(size)
            return tries
        down, to_go, spot = state.down, min(FAR, state.to_go), state.spot
        table = found.gains @ self._after(team, down, to_go, spot, yards)
        table += found.interceptions @ self._picked(team, spot, yards)
        table += found.fumbles @ self._dropped(team, down, to_go, spot, yards)
        table += found.incomplete * self._after(team, down, to_go, spot, np.zeros(1, dtype=int))[0]
        table += found.touchdown * self._touchdown
        lost_there = found.recovery * self._touchdown - (1 - found.recovery) * self._first[1 - team][20]
        table += found.end_zone_fumble * lost_there
        table += found.foul_chances @ np.array([self._foul(team, state, foul) for foul in found.fouls])
        result: Numbers = table.reshape(size)
        return result

    def _foul(self, team: int, state: GameState, foul: Foul) -> float:
        """The situation after a foul that is accepted: yards, and the down again or a first down."""
        yards = _OFFENSE.get(foul.kind)
        if yards is not None:
            spot = state.spot - min(yards, state.spot // 2)
            return self._at(team, state.down, state.to_gain - spot, spot)
        yards = _DEFENSE.get(foul.kind, foul.yards)
        spot = min(99, state.spot + min(yards, max(1, state.to_goal // 2)))
        if foul.kind in _FIRST_DOWNS or spot >= state.to_gain:
            return float(self._first[team][spot])
        return self._at(team, state.down, state.to_gain - spot, spot)

    def _at(self, team: int, down: int, to_go: int, spot: int) -> float:
        return float(self._values[team][down][min(FAR, max(1, to_go)), min(99, max(1, spot))])

    # The game of calls

    def conversion(self, state: GameState, plays: tuple[int, ...]) -> float:
        """The chance to gain the yards to go with one play, against any formation."""
        # A foul is played again.
        fouls = self._chances[state.possession].foul_chances.sum(axis=1).reshape(len(col.PLAYS), -1)
        return solve((self._reached(state) / (1.0 - fouls))[list(plays)]).value

    def _reached(self, state: GameState) -> Numbers:
        """The chance of every pair of calls to gain the yards to go."""
        found = self._chances[state.possession]
        yards = np.arange(FIRST_YARD, FIRST_YARD + YARDS)
        reached: Numbers = found.gains @ (yards >= state.to_go) + found.touchdown
        return reached.reshape(len(col.PLAYS), len(col.FORMATIONS))

    def solution(self, state: GameState, plays: tuple[int, ...]) -> Solution:
        """The solved game of this situation with these plays as its rows."""
        key = (*_situation(state), plays)
        found = self._solved.get(key)
        if found is None:
            found = self._solved[key] = solve(self.payoffs(state)[list(plays)])
        return found

    # What the calls cost besides

    def quota_prices(self, game: Game) -> Numbers:
        """What a call of each play costs the team with the ball, in points; nothing without quotas."""
        team = game.possession
        if not game.has_quotas[team]:
            return np.zeros(len(col.PLAYS))
        if team not in self._quota_prices:
            self._quota_prices[team] = QuotaPrices(self.matchup, team, self.payoffs)
        return self._quota_prices[team].now(game)

    def seconds(self, game: Mind) -> Numbers:
        """Seconds that every pair of calls takes off the clock (R23.1)."""
        team, found = game.possession, self._chances[game.possession]
        hurries = in_a_hurry(game, team) and game.no_huddle[team] > 0
        in_bounds = game.seconds[n.NO_HUDDLE_ROW if hurries else n.IN_BOUNDS]
        out, stopped = min(in_bounds, game.seconds[sideline_row(game)]), game.seconds[n.INCOMPLETE]
        stays = found.gains.sum(axis=1) - found.out_of_bounds
        table = stopped + (in_bounds - stopped) * stays + (out - stopped) * found.out_of_bounds
        result: Numbers = table.reshape(len(col.PLAYS), len(col.FORMATIONS))
        return result

    def worths(self, game: Mind, state: GameState) -> Numbers:
        """What every pair of calls is worth to the team with the ball: points, and seconds, less the quota."""
        if self._now[0] != state:
            table = self.payoffs(state) - self.quota_prices(game)[:, None]
            if state.phase != TRY:
                table += second_price(game, game.possession) * self.seconds(game)
                table += series_price(game, game.possession) * self._reached(state)
            self._now = state, table, {}
        return self._now[1]

    def solved(self, game: Mind, state: GameState, plays: tuple[int, ...]) -> Solution:
        """The solved game of `worths` with these plays as its rows."""
        table = self.worths(game, state)
        known = self._now[2]
        if plays not in known:
            known[plays] = solve(table[list(plays)])
        return known[plays]
