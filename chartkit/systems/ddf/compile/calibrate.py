"""Charts corrected by playing: what a whole game adds to the columns, or takes from them, is taken out again.

Columns are exact by enumeration, one call at a time. A game has more: home field, comebacks, fronts by situation,
fouls that are taken or left. So the season's own schedule is played some hundred times and put beside the real
season. What is off goes back into targets and tables that are printed (docs/compiler.md); the engine knows nothing
of it, and people at the kitchen table play with the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.errors import InputError
from chartkit.fitting import Vector
from chartkit.league import Job, League, Workers
from chartkit.league.roundtrip import real_margins, real_wins, simulated
from chartkit.league.runner import THREADS
from chartkit.plays import team_games
from chartkit.systems.ddf.chances import STEPS, laid_out, make_chances
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.coaches.winning import CHANCES_FILE, load_chances
from chartkit.systems.ddf.compile.assembly import season_house, team_chart
from chartkit.systems.ddf.compile.corrections import (
    ALLOWED,
    COMEBACK,
    DIGITS,
    FEW_YARDS,
    GOAL_LINE_RUN,
    PACE,
    SHORT,
    Corrections,
)
from chartkit.systems.ddf.compile.joint_fit import all_targets, seed_of
from chartkit.systems.ddf.compile.measure import foul_cells, fouls_met
from chartkit.systems.ddf.compile.special_teams import choose_pooch, fill_punt_returns, match_net_punts
from chartkit.systems.ddf.compile.squeeze import correct_squeeze
from chartkit.systems.ddf.compile.targets import RUNNING
from chartkit.systems.ddf.rules.names import ONE_SCORE
from chartkit.systems.ddf.simulation import DdfSimulation, LeagueCharts

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.league.comparison import Simulated
    from chartkit.systems.ddf.compile.column_problems import ColumnTarget
    from chartkit.systems.ddf.compile.settings import PlaySettings
    from chartkit.systems.ddf.compile.stages import Compilation


#: Usual parts of the work that are done when the season has been played twice, its columns are fitted again, their
#: violations are removed, and the chances to win are made.
_PLAYED, _FITTED, _SEARCHED, _CHANCES = 0.13, 0.27, 0.77, 0.92


class RealSeason:
    """The statistics of the real season by team and of the league."""

    def __init__(self, plays: pd.DataFrame, teams: Sequence[str]) -> None:
        games = team_games(plays)
        numbers = list(games.select_dtypes("number").columns)
        self._by = {
            allowed: games.groupby(column)[numbers].sum().reindex(list(teams))
            for allowed, column in ((False, "team"), (True, "opponent"))
        }

    def of(self, name: str, *, allowed: bool = False) -> Vector:
        """The season total of every team, or of its opponents; nothing of a kind that never happened."""
        found = self._by[allowed]
        return found[name].to_numpy(dtype=np.float64) if name in found else np.zeros(len(found))


@dataclass(frozen=True)
class Beside:
    """Played seasons beside the real one."""

    real: RealSeason
    sim: Simulated
    #: Margins of the home teams in the real games.
    margins: Vector
    #: By team: real wins; a tie is half a win.
    wins: Vector

    def played(self, name: str, *, allowed: bool = False) -> Vector:
        """The mean season total of every team."""
        mean: Vector = self.sim.of(name, allowed=allowed).mean(axis=0)
        return mean

    def yards_off(self, side: str, kind: str) -> Vector:
        """By team: yards a run, or a pass with its sacks, that are too many when played."""

        def mean(of: Callable[[str], Vector]) -> Vector:
            if kind == RUNNING:
                yards, plays = of("rushing_yards"), of("rushes")
            else:
                yards, plays = of("passing_yards") - of("sack_yards"), of("passes") + of("sacks")
            found: Vector = yards / np.maximum(plays, 1)
            return found

        allowed = ALLOWED[side]
        return mean(lambda name: self.played(name, allowed=allowed)) - mean(
            lambda name: self.real.of(name, allowed=allowed)
        )

    def points_off(self, side: str) -> Vector:
        """By team: points of the season that are too many when played."""
        allowed = ALLOWED[side]
        return self.played("points", allowed=allowed) - self.real.of("points", allowed=allowed)

    @cached_property
    def wins_off(self) -> Vector:
        """By team: wins a game that are too many when played."""
        off: Vector = (self.sim.wins.mean(axis=0) - self.wins) / self.sim.games
        return off

    def tries(self, share: float, fewest: int) -> float:
        """The share of failed tries that must count, below 0 of good ones that must not, if `share` did so far."""
        tried, good = self.real.of("two_points_tried").sum(), self.real.of("two_points").sum()
        played = self.played("two_points").sum() / max(self.played("two_points_tried").sum(), 1.0)
        plain = (played - share) / (1 - share) if share > 0 else played / (1 + share)
        if tried < fewest or not 0 < plain < 1:
            return 0.0
        real = good / tried
        return float((real - plain) / (1 - plain) if real > plain else real / plain - 1)

    @cached_property
    def red_zones_off(self) -> float:
        """Touchdowns of a team's season that are too many in the red zone for as many trips."""
        real = float(self.real.of("red_zone_touchdowns").mean())
        return (self.ratio("red_zone_touchdowns", "red_zone_drives") - 1) * real

    def ratio(self, name: str, of: str | None = None) -> float:
        """A figure of the league: played over real."""
        played, real = self.played(name).sum(), self.real.of(name).sum()
        if of is not None:
            played, real = played / max(self.played(of).sum(), 1), real / max(self.real.of(of).sum(), 1)
        return float(played / real) if played > 0 and real > 0 else 1.0

    @cached_property
    def apart_ratio(self) -> float:
        """How far the teams of a game end apart, played over real: mean margins, and games within one score."""
        assert self.sim.scores is not None
        played, real = np.abs(self.sim.scores[..., 0] - self.sim.scores[..., 1]), np.abs(self.margins)
        close, really_close = (float((margins <= ONE_SCORE).mean()) for margins in (played, real))
        margin = float(played.mean() / max(real.mean(), 1.0))
        return float((margin * really_close / close) ** 0.5) if close and really_close else margin


def corrected(now: Corrections, beside: Beside, own: PlaySettings) -> Corrections:
    """The corrections with a share of what is still off."""
    yards = {
        place: _limited(values - own.damping * beside.yards_off(*place), own.most_yards)
        for place, values in now.yards.items()
    }
    touchdowns = {}
    for side, values in now.touchdowns.items():
        wanted = values - own.damping * beside.points_off(side) / own.points_of_a_touchdown
        mean = float(wanted.mean())
        # The league's own miss: half that of its points, which has other causes too, half that of its red zones.
        league = float(values.mean()) + (mean - float(values.mean()) - own.damping * beside.red_zones_off) / 2
        touchdowns[side] = league + _limited(wanted - mean, own.most_touchdowns * beside.sim.games)
    close = _limited(now.close - own.damping * beside.wins_off / own.wins_of_a_yard, own.most_close)
    ratio = beside.ratio
    # Fourth downs that are tried, and drives that end on them: half and half.
    gone = (ratio("fourth_downs") * ratio("drives_downs")) ** 0.5
    steps = {
        # Fourth downs are shared out as in the season; rows of the tables add up to 1.
        "go": (ratio("punts") / gone) ** own.fourth_downs,
        "punt": 1.0,
        "field goal": (ratio("punts") / ratio("field_goals_tried")) ** own.field_goals,
        FEW_YARDS: ratio("fourth_downs_made", "fourth_downs") ** -own.few_yards,
        GOAL_LINE_RUN: (ratio("passing_touchdowns") / ratio("rushing_touchdowns")) ** own.goal_line_runs,
        # A drive that goes on is a first down more and a punt less; punts have other causes too.
        SHORT: (ratio("first_downs") / ratio("punts") ** 0.25) ** own.short,
        COMEBACK: beside.apart_ratio**own.comeback,
        # Drives are shorter than in football: a few plays less make both as near as each is judged.
        PACE: (ratio("plays") ** 2 * ratio("drives")) ** (-1 / 3),
    }
    low, high = own.factor
    most = {FEW_YARDS: own.most_few_yards}
    factors = {
        name: round(float(np.clip(now.factors[name] * step**own.damping, low, most.get(name, high))), DIGITS)
        for name, step in steps.items()
    }
    tries = beside.tries(now.tries, own.fewest_tries)
    # As the saved fit keeps them, so that they give the same charts again.
    return Corrections.from_json(Corrections(yards, touchdowns, close, tries, factors).to_json())


def _limited(values: Vector, most: Vector | float) -> Vector:
    """Values within a limit."""
    return np.clip(values, -most, most)


def played(compilation: Compilation, runs: int, seed: int) -> Simulated:
    """The season played with the charts and tables as they are now, by the rules of the certificate."""
    league = _league(compilation)
    job = Job(league, league.simulation.rules("advanced"), seed, league.simulation.engine_named(""))
    return simulated(job, runs, Workers(compilation.order.jobs, THREADS))


def _league(compilation: Compilation) -> League:
    """The teams with their charts as they are now, and the real schedule."""
    season = compilation.season_chart
    assert season.generic is not None
    charts = LeagueCharts(compilation.charts, season.generic, compilation.coach)
    if compilation.chances is not None:
        charts = replace(charts, chances=compilation.chances)
    return League(DdfSimulation(), season.season, season.teams, season.schedule, charts)


def can_be_played(compilation: Compilation) -> bool:
    """Every game of the schedule has a real score to be compared with."""
    games = compilation.schedule
    return bool(games) and all(game.home_score is not None and game.away_score is not None for game in games)


def calibrate(compilation: Compilation) -> None:
    """Play the season with its charts, correct them, and play it again; a saved fit has its corrections already.

    Columns are searched again in one round, when the tables around them have been corrected; later ones correct
    tables only, so that they fit the columns as they are.
    """
    own, plain = compilation.settings.play, compilation.coach
    if compilation.saved is not None or compilation.order.shrink or not can_be_played(compilation):
        compilation.coach = compilation.corrections.coach(plain)
        add_chances(compilation)
        return
    real = RealSeason(compilation.source.plays, compilation.teams)
    league = _league(compilation)
    margins = np.array(real_margins(league), np.float64)
    won = real_wins(league)
    wins = np.array([won[team] for team in compilation.teams])
    for turn in range(own.rounds):
        sim = played(compilation, own.runs, _seed(compilation, turn))
        beside = Beside(real, sim, margins, wins)
        found = corrected(compilation.corrections, beside, own)
        kept = compilation.corrections
        if turn + 1 != own.search_in:
            found = replace(found, yards=kept.yards)
        if turn + 1 > own.search_in:
            found = replace(found, factors={**found.factors, SHORT: kept.factors[SHORT]})
        compilation.corrections = found
        compilation.targets = found.targets(compilation.counted)
        if turn + 1 == own.search_in:
            aim_punts(compilation, plain, beside)
            found = refit(compilation, turn)
            compilation.progress(_SEARCHED)
        compilation.coach = found.coach(plain)
        generic = compilation.season_chart.generic
        assert generic is not None
        generic = replace(generic, squeeze=compilation.squeeze, house=season_house(compilation))
        compilation.season_chart = replace(compilation.season_chart, generic=generic)
        if turn + 1 == own.search_in:
            add_chances(compilation)
    if compilation.chances is None:
        add_chances(compilation)


def add_chances(compilation: Compilation) -> None:
    """The chances to win by which the coaches decide from now on; with a saved fit those of its build."""
    if not compilation.settings.play.chances:
        return
    if compilation.saved is not None:
        with suppress(InputError):
            compilation.chances = load_chances(compilation.order.out / CHANCES_FILE)
            return
    teams, tick = laid_out(_league(compilation).charts), _ticks(compilation, _SEARCHED, _CHANCES, STEPS)
    compilation.chances = make_chances(teams, compilation.season, compilation.order.seed, tick)


def _ticks(compilation: Compilation, start: float, end: float, steps: int) -> Callable[[], None]:
    """What is called after each of so many steps, to tell the progress from one part of the work to another."""
    done = count(1)
    return lambda: compilation.progress(start + (end - start) * next(done) / steps)


def _seed(compilation: Compilation, turn: int) -> int:
    """Seeds of their own: a certificate is played with other dice than the corrections."""
    return seed_of(compilation.season, "calibrate", compilation.order.seed, turn)


def aim_punts(compilation: Compilation, coach: Mapping[str, dict[str, Any]], beside: Beside) -> None:
    """Aim pooched punts nearer or farther, and lengthen or shorten punts to the season's net with that aim."""
    now = next(iter(coach.values()))["pooch"]
    pooch = choose_pooch(compilation, now, beside.ratio("punt_touchbacks", "punts"))
    for tables in coach.values():
        tables["pooch"] = pooch
    if pooch != now:
        fill_punt_returns(compilation, pooch)
    match_net_punts(compilation, pooch)


def with_fouls_met(
    compilation: Compilation, columns: Mapping[tuple[str, str], Sequence[ColumnTarget]]
) -> dict[tuple[str, str], Sequence[ColumnTarget]]:
    """The targets, with fouls moved by what the charts give too many or too few, marks and offset ones counted."""
    found = dict(columns)
    for call in PLAYS:
        wanted = compilation.targets.calls[call].offense.foul_share
        made = []
        for team, target in enumerate(columns[call, "offense"]):
            met = fouls_met(compilation, team, call) if target.season else {}
            held = foul_cells(compilation.charts[compilation.teams[team]], call)
            moved = {foul: max(held.get(foul, 0.0) + float(wanted(foul)[team]) - met[foul], 0.0) for foul in met}
            made.append(replace(target, fouls={foul: moved.get(foul, old) for foul, old in target.fouls.items()}))
        found[call, "offense"] = made
    return found


def refit(compilation: Compilation, turn: int) -> Corrections:
    """Search the columns again, from where they are, for the corrected targets; the squeeze table fits them first.

    The corrections are returned: touchdowns that the new table takes, or adds, are no longer off.
    """
    fit, own = compilation.joint, compilation.settings.play
    taken = correct_squeeze(compilation) / len(compilation.teams)
    columns, _ = all_targets(compilation, fit.contributions.split)
    fit.retarget(compilation.targets, with_fouls_met(compilation, columns))
    tick = _ticks(compilation, _PLAYED, _FITTED, 2 * len(compilation.teams))
    for side in ("defense", "offense"):
        fit.step(side, own.restarts, compilation.settings.fit.rounds + 1 + turn, tick)
    fit.remove_violations(lambda part: compilation.progress(_FITTED + (_SEARCHED - _FITTED) * part))
    # Half of them for the offenses, half for the defenses.
    touchdowns = {side: values + taken / 2 for side, values in compilation.corrections.touchdowns.items()}
    compilation.corrections = replace(compilation.corrections, touchdowns=touchdowns)
    compilation.charts = {team: team_chart(compilation, place) for place, team in enumerate(compilation.teams)}
    return compilation.corrections
