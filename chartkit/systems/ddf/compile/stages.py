"""The stages of a compile in their order, and the compilation that they work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.errors import InputError
from chartkit.fitting import Vector, in_threads
from chartkit.plays import count_games, named_clubs, schedule_of
from chartkit.systems.ddf.charts import BREAKAWAY, PLAYS, RUNS, TRAPPED, season_to_json, team_to_json
from chartkit.systems.ddf.classify import classify
from chartkit.systems.ddf.compile.assembly import league_call, season_chart, team_chart
from chartkit.systems.ddf.compile.build import (
    HandWork,
    apply_edits,
    fit_key,
    saved_contributions,
    saved_fit,
    saved_kicking,
    saved_squeeze,
)
from chartkit.systems.ddf.compile.calibrate import calibrate, can_be_played
from chartkit.systems.ddf.compile.coach_tables import (
    LEAGUE,
    add_habits,
    coach_files,
    formation_mix,
    situate,
)
from chartkit.systems.ddf.compile.contributions import first_defenses, needed_cancels, split_endings
from chartkit.systems.ddf.compile.corrections import Corrections
from chartkit.systems.ddf.compile.counted_columns import censored_gains, long_column, pooled, spread_of
from chartkit.systems.ddf.compile.fit_space import (
    BIG_PLAY,
    OUTCOMES,
    Fitting,
    pair_table,
    symbols_of,
)
from chartkit.systems.ddf.compile.house import measurements
from chartkit.systems.ddf.compile.joint_fit import JointFit, all_targets
from chartkit.systems.ddf.compile.measure import league_ends, measure, touchdowns
from chartkit.systems.ddf.compile.penalties import after_snap_shares, snap_counts, solve_influence
from chartkit.systems.ddf.compile.report import fallback_notes, report_data
from chartkit.systems.ddf.compile.special_teams import (
    choose_pooch,
    fill_punt_returns,
    match_net_punts,
    special_teams,
)
from chartkit.systems.ddf.compile.squeeze import (
    correct_squeeze,
    fit_squeeze,
    goal_line_plays,
    open_field,
    recorded_matrices,
)
from chartkit.systems.ddf.compile.supplement import recoveries, team_ratings, trapped_charts
from chartkit.systems.ddf.compile.targets import Targets, regular_season, scrimmage_results, season_targets
from chartkit.systems.ddf.rules.priority_chart import standard_priority
from chartkit.systems.ddf.rules.tables import RuleBook, season_constants, unknown_rules
from chartkit.systems.ddf.validate import validate_season, validate_team

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.football.teams import ScheduledGame, SeasonTeam
    from chartkit.plays import SeasonPlays
    from chartkit.systems.base import CompileOrder
    from chartkit.systems.ddf.charts import NotApplied, Result, Season, Squeeze, TeamChart
    from chartkit.systems.ddf.coaches.winning import ChanceTable
    from chartkit.systems.ddf.compile.assembly import LeagueCall
    from chartkit.systems.ddf.compile.coach_tables import Situations
    from chartkit.systems.ddf.compile.measure import Finals, Measured
    from chartkit.systems.ddf.compile.penalties import Influence
    from chartkit.systems.ddf.compile.settings import Settings
    from chartkit.systems.ddf.compile.special_teams import KickingSheet
    from chartkit.systems.ddf.compile.supplement import Ratings, Recoveries, TrappedCharts


#: Called with the name of the stage, and how much of how much is done.
Progress = Callable[[str, int, int], None]
#: Steps of the bar over all stages.
_STEPS = 1000


def _silent(stage: str, done: int, total: int) -> None:
    """No progress."""


@dataclass
class Compilation:
    """A season being compiled: input, order, and what each stage has made, in the order of the stages."""

    source: SeasonPlays
    settings: Settings
    order: CompileOrder
    #: Called with the part of the current stage that is done.
    progress: Callable[[float], None] = field(default=lambda part: None, repr=False)
    #: What is missing or was replaced, in plain words.
    notes: list[str] = field(default_factory=list)

    classified: pd.DataFrame = field(init=False)
    plays: pd.DataFrame = field(init=False)
    results: pd.DataFrame = field(init=False)
    teams: tuple[str, ...] = ()
    clubs: dict[str, SeasonTeam] = field(default_factory=dict)
    #: What the season's plays say, and what the columns are held to: with what playing corrects.
    counted: Targets = field(init=False)
    targets: Targets = field(init=False)
    corrections: Corrections = field(init=False)
    schedule: tuple[ScheduledGame, ...] = ()
    situations: Situations = field(init=False)
    coach: dict[str, dict[str, Any]] = field(default_factory=dict)
    mix: dict[str, Vector] = field(default_factory=dict)
    influence: Influence = field(init=False)
    squeeze: tuple[Squeeze, ...] = ()
    #: Column -> team -> thirty cells.
    long_columns: dict[str, dict[str, list[Result]]] = field(default_factory=dict)
    #: (call, side, team) -> how far a small sample was pulled toward the league.
    shrunk: dict[tuple[str, str, str], float] = field(default_factory=dict)
    #: What the fit depends on, as a hash, and the fit of an earlier compile if it has the same one.
    fit_key: str = ""
    saved: Mapping[str, Any] | None = None
    joint: JointFit = field(init=False)
    trapped: dict[str, TrappedCharts] = field(default_factory=dict)
    kicking: dict[str, KickingSheet] = field(default_factory=dict)
    recovered: Recoveries = field(init=False)
    ratings: dict[str, Ratings] = field(default_factory=dict)
    season_chart: Season = field(init=False)
    league: dict[str, LeagueCall] = field(default_factory=dict)
    charts: dict[str, TeamChart] = field(default_factory=dict)
    #: The chances to win, if they were made anew.
    chances: ChanceTable | None = None
    not_applied: dict[str, list[NotApplied]] = field(default_factory=dict)
    edited: dict[str, int] = field(default_factory=dict)
    by_hand: HandWork = field(default_factory=HandWork)
    findings: dict[str, list[Any]] = field(default_factory=dict)
    measured: Measured = field(init=False)
    #: Touchdowns of the league under each squeeze table.
    touchdowns: dict[str, float] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def season(self) -> int:
        """The year of the season."""
        return self.source.season


@dataclass(frozen=True)
class Stage:
    """One step: its name as the progress bar shows it, what it does, and its usual part of the whole."""

    name: str
    work: Callable[[Compilation], None]
    percent: float


def classify_plays(compilation: Compilation) -> None:
    """Give every play its call and its result; charts summarise the regular season."""
    compilation.classified = classify(
        compilation.source.plays,
        rules=compilation.order.rules,
        penalties=compilation.order.penalties,
    )
    compilation.plays = regular_season(compilation.classified)
    if not compilation.plays["call"].notna().any():
        raise InputError(
            f"there is no run and no pass in the regular season {compilation.season}.",
            remedy="Charts are made of plays from scrimmage: look at the source with `chartkit plays`.",
        )
    compilation.teams = tuple(sorted(set(compilation.plays["home_team"]) | set(compilation.plays["away_team"])))
    compilation.schedule = schedule_of(compilation.plays)
    compilation.clubs = named_clubs(compilation.source.teams)
    covered = count_games(compilation.source.plays, compilation.season)
    if covered.missing:
        compilation.notes.append(f"partial season: {covered.missing}")
    if unknown := unknown_rules(compilation.season):
        compilation.notes.append(unknown)
    passes = compilation.plays[compilation.plays["play_type"] == "pass"]
    if len(passes) and passes["air_yards"].isna().mean() > 0.5:
        compilation.notes.append("no air yards: the depth of passes comes from the descriptions")


def count_targets(compilation: Compilation) -> None:
    """What the charts must give back."""
    compilation.results = scrimmage_results(compilation.plays, compilation.settings.influence.statuses)
    short, moved = measurements(compilation.plays, compilation.settings.house)
    after_snap = after_snap_shares(compilation.plays)
    compilation.counted = season_targets(compilation.results, compilation.teams, short, moved, after_snap)
    compilation.targets = compilation.counted


def read_coaches(compilation: Compilation) -> None:
    """What was called in which situation, and which formations met it."""
    compilation.situations = situate(compilation.plays, compilation.settings)
    compilation.coach = coach_files(compilation)
    add_habits(compilation)
    compilation.mix = formation_mix(compilation.situations, compilation.coach[LEAGUE]["formations"])


def share_out_fouls(compilation: Compilation) -> None:
    """Which fouls stand in the columns and which ones defenses force or cancel."""
    snaps = snap_counts(compilation.results, compilation.teams)
    after_snap = after_snap_shares(compilation.plays)
    compilation.influence = solve_influence(compilation.targets, snaps, after_snap, compilation.settings)


def first_squeeze(compilation: Compilation) -> None:
    """A first squeeze table from the league's open field."""
    plays = goal_line_plays(compilation.results)
    field = open_field(compilation.results, compilation.settings.squeeze.beyond)
    latent = {(call, inside): field[call] for inside in compilation.settings.squeeze.inside for call in PLAYS}
    compilation.squeeze = fit_squeeze(plays, latent, compilation.settings, compilation.targets.short)


def fill_long_columns(compilation: Compilation) -> None:
    """Breakaway and Big Play columns: the long gains."""
    strength = compilation.settings.adjustments.long_gain_strength
    longest = compilation.settings.fit.longest
    sources: dict[str, tuple[tuple[str, ...], int]] = {BREAKAWAY: (RUNS, longest[RUNS[0]])}
    if season_constants(compilation.season).big_play:
        sources[BIG_PLAY] = (("6-SHORT",), longest["6-SHORT"])
    for name, (calls, beyond) in sources.items():
        plays = compilation.results[compilation.results["call"].isin(calls)]
        league = censored_gains(plays, beyond)
        if league.plays == 0:
            shown = "Breakaway" if name == BREAKAWAY else "Short Pass-Big Play"
            compilation.notes.append(
                f"nobody gained more than {beyond} yards on {', '.join(calls)}: no {shown} column"
            )
            continue
        own = [censored_gains(plays[plays["offense"] == team], beyond) for team in compilation.teams]
        gains = [pooled(one, league, strength) for one in own]
        made = in_threads(long_column, gains, compilation.order.jobs)
        compilation.long_columns[name] = dict(zip(compilation.teams, made, strict=True))


def prepare_fit(compilation: Compilation) -> None:
    """Targets of all columns, contributions of both sides, and defenses to start from."""
    settings, teams = compilation.settings, compilation.teams
    big_play = BIG_PLAY in compilation.long_columns
    symbols = {call: symbols_of(call, settings.fit, big_play=big_play) for call in PLAYS}
    extras = {call: np.zeros((len(teams), OUTCOMES)) for call in PLAYS}
    for call in PLAYS:
        name = BREAKAWAY if call in RUNS else BIG_PLAY if call == "6-SHORT" else ""
        if name in compilation.long_columns:
            extras[call] = np.stack([spread_of(compilation.long_columns[name][team]) for team in teams])
    compilation.fit_key = fit_key(compilation)
    saved = compilation.saved = saved_fit(compilation)
    compilation.corrections = Corrections.none(len(teams))
    if saved is not None:
        compilation.squeeze = saved_squeeze(saved)
        contributions, cancels = saved_contributions(saved)
        compilation.corrections = Corrections.from_json(saved["corrections"])
        compilation.targets = compilation.corrections.targets(compilation.counted)
    targets = compilation.targets
    if saved is None:
        contributions = split_endings(targets, compilation.squeeze, settings)
        cancels = needed_cancels(targets, contributions.split, settings)
    columns, compilation.shrunk = all_targets(compilation, contributions.split)
    state = Fitting(
        teams,
        pair_table(standard_priority()),
        compilation.mix,
        recorded_matrices(targets, compilation.squeeze),
        {call: first_defenses(contributions, call, targets.calls[call].defense) for call in PLAYS},
        cancels=cancels,
        fumble_yards=_fumble_spots(compilation),
    )
    compilation.joint = JointFit(
        compilation.season,
        settings,
        targets,
        state,
        symbols,
        extras,
        columns,
        contributions,
        compilation.order.seed,
        compilation.order.jobs,
    )


def _fumble_spots(compilation: Compilation) -> dict[str, int]:
    loose = compilation.results[compilation.results["ending"] == "F"]
    return {
        str(call): int(np.clip(group["yards"].median(), -8, 30))
        for call, group in loose.groupby("call")
        if len(group)
    }


def fit_both_sides(compilation: Compilation) -> None:
    """Offenses against defenses and back, the squeeze table corrected once on the way."""
    fit, own = compilation.joint, compilation.settings.fit
    if compilation.saved is not None:
        fit.restore(compilation.saved)
        return
    total, done = (2 * own.rounds + 1) * len(compilation.teams), 0

    def tick() -> None:
        nonlocal done
        done += 1
        compilation.progress(done / total)

    for turn in range(own.rounds):
        last = turn == own.rounds - 1
        fit.step("offense", own.restarts, turn, tick)
        fit.step("defense", own.last_restarts if last else own.restarts, turn, tick)
        if not last:
            correct_squeeze(compilation)
    fit.step("offense", own.last_restarts, own.rounds, tick)
    # Where the season is played, all columns are searched again: violations are removed after that.
    if not compilation.order.shrink and not can_be_played(compilation):
        fit.remove_violations()


def fill_trapped(compilation: Compilation) -> None:
    """QT columns, sack rates and containments."""
    compilation.trapped = trapped_charts(compilation.plays, compilation.teams, compilation.settings)
    compilation.long_columns[TRAPPED] = {team: charts.column for team, charts in compilation.trapped.items()}


def fill_special_teams(compilation: Compilation) -> None:
    """Kicks, punts, returns, field goals and their coverages."""
    if compilation.saved is not None:
        compilation.kicking = saved_kicking(compilation.saved)
        for name, tables in compilation.coach.items():
            tables["pooch"] = compilation.saved["pooch"][name]
        return
    compilation.kicking = special_teams(
        compilation.plays,
        compilation.teams,
        season_constants(compilation.season),
        compilation.settings,
        compilation.order.jobs,
    )
    pooch = choose_pooch(compilation)
    for tables in compilation.coach.values():
        tables["pooch"] = pooch
    fill_punt_returns(compilation, pooch)
    match_net_punts(compilation, pooch)


def count_supplement(compilation: Compilation) -> None:
    """Fumble recovery of both sides."""
    compilation.recovered = recoveries(compilation.plays, compilation.teams, compilation.settings)


def rate_teams(compilation: Compilation) -> None:
    """Power, home field, road, audibles."""
    compilation.ratings = team_ratings(compilation.schedule, compilation.teams, compilation.settings)


def write_season(compilation: Compilation) -> None:
    """The charts and tables that all teams share."""
    compilation.season_chart = season_chart(compilation)


def write_charts(compilation: Compilation) -> None:
    """Every team's chart, laid out."""
    groups = {**{call: (call,) for call in PLAYS}, BREAKAWAY: RUNS, BIG_PLAY: ("6-SHORT",)}
    compilation.league = {
        name: league_call(compilation.results[compilation.results["call"].isin(calls)])
        for name, calls in groups.items()
    }
    compilation.charts = {team: team_chart(compilation, place) for place, team in enumerate(compilation.teams)}


def validate_charts(compilation: Compilation) -> None:
    """Every chart and the season file through the validator."""
    compilation.findings = {team: validate_team(team_to_json(chart)) for team, chart in compilation.charts.items()}
    compilation.findings["season.json"] = validate_season(season_to_json(compilation.season_chart))


def touchdowns_by_squeeze(compilation: Compilation, finals: Finals) -> dict[str, float]:
    """The league's touchdowns with the season's squeeze table, with the printed one (R25.1), and with none."""
    tables = {"season": compilation.squeeze, "printed": RuleBook.load().squeeze, "off": ()}
    made = {"real": float(sum(targets.offense.touchdowns.sum() for targets in compilation.targets.calls.values()))}
    for name, table in tables.items():
        made[name] = round(touchdowns(finals, compilation.targets, table), 1)
    return made


def write_report(compilation: Compilation) -> None:
    """How well the charts give the season back, by exact enumeration."""
    finals = league_ends(compilation)
    compilation.measured = measure(compilation, finals)
    compilation.touchdowns = touchdowns_by_squeeze(compilation, finals)
    compilation.notes.extend(fallback_notes(compilation))
    compilation.report = report_data(compilation)


STAGES: tuple[Stage, ...] = (
    Stage("calls and results", classify_plays, 1),
    Stage("targets", count_targets, 1),
    Stage("coach tables", read_coaches, 2),
    Stage("penalties", share_out_fouls, 0.2),
    Stage("squeeze", first_squeeze, 0.1),
    Stage("long gains", fill_long_columns, 3),
    Stage("contributions", prepare_fit, 5),
    Stage("offenses and defenses", fit_both_sides, 25),
    Stage("trapped passers", fill_trapped, 2),
    Stage("special teams", fill_special_teams, 6),
    Stage("supplement", count_supplement, 0.1),
    Stage("ratings", rate_teams, 0.1),
    Stage("season charts", write_season, 1),
    Stage("charts", write_charts, 2),
    Stage("played seasons", calibrate, 50),
    Stage("hand edits", apply_edits, 0.1),
    Stage("validation", validate_charts, 1),
    Stage("report", write_report, 3),
)


def compile_season(
    source: SeasonPlays, settings: Settings, order: CompileOrder, progress: Progress = _silent
) -> Compilation:
    """Run all stages on the plays of a season."""
    compilation = Compilation(source, settings, order)
    total, before = sum(stage.percent for stage in STAGES), 0.0
    for stage in STAGES:
        # One bar over all stages: each moves it on by its usual part.
        def told(part: float, stage: Stage = stage, before: float = before) -> None:
            progress(stage.name, round(_STEPS * (before + part * stage.percent) / total), _STEPS)

        compilation.progress = told
        told(0.0)
        stage.work(compilation)
        before += stage.percent
    return compilation
