"""The stages of a compile, one job each, in the order of `STAGES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from chartkit.plays.coverage import coverage
from chartkit.systems.ddf.chart_json import season_to_json, team_to_json
from chartkit.systems.ddf.classify import classify
from chartkit.systems.ddf.columns import BREAKAWAY, PLAYS, RUNS, TRAPPED
from chartkit.systems.ddf.compile import (
    assembly,
    coach_files,
    coach_habits,
    influence,
    joint,
    long_gains,
    punting,
    season_charts,
    squeeze,
    supplement,
    writing,
)
from chartkit.systems.ddf.compile.coach_tables import formation_mix, situate
from chartkit.systems.ddf.compile.desk import Desk
from chartkit.systems.ddf.compile.editing import apply_edits
from chartkit.systems.ddf.compile.goal_line import recorded_matrix
from chartkit.systems.ddf.compile.joint import JointFit
from chartkit.systems.ddf.compile.kick_measure import measure_kicks
from chartkit.systems.ddf.compile.measure import league_ends, measure, touchdowns
from chartkit.systems.ddf.compile.meeting import offense_rows
from chartkit.systems.ddf.compile.outcomes import OUTCOMES, TD, YARDS, pair_table
from chartkit.systems.ddf.compile.ratings import team_ratings
from chartkit.systems.ddf.compile.repair import repair
from chartkit.systems.ddf.compile.report_data import report_data
from chartkit.systems.ddf.compile.results import regular_season, scrimmage_results
from chartkit.systems.ddf.compile.settle import settle
from chartkit.systems.ddf.compile.special_teams import special_teams
from chartkit.systems.ddf.compile.state import Fitting
from chartkit.systems.ddf.compile.symbols import BIG_PLAY, symbols_of
from chartkit.systems.ddf.compile.targets import Targets, season_targets
from chartkit.systems.ddf.compile.trapped import trapped_charts
from chartkit.systems.ddf.referee.rulebook import RuleBook
from chartkit.systems.ddf.season_constants import season_constants
from chartkit.systems.ddf.validate import validate_season, validate_team


@dataclass(frozen=True)
class Stage:
    """One step: its name as the progress bar shows it, and what it does to the desk."""

    name: str
    work: Callable[[Desk], None]


def classify_plays(desk: Desk) -> None:
    """Give every play its call and its result; charts summarise the regular season."""
    desk.classified = classify(
        desk.source.plays, rules=desk.options.classify_rules, penalties=desk.options.penalty_rules
    )
    desk.plays = regular_season(desk.classified)
    desk.teams = tuple(sorted(set(desk.plays["home_team"]) | set(desk.plays["away_team"])))
    desk.schedule = season_charts.schedule_of(desk.plays)
    desk.clubs = season_charts.clubs_beside(file.path for file in desk.source.files)
    covered = coverage(desk.source.plays, desk.season)
    if covered.missing:
        desk.notes.append(f"partial season: {covered.missing}")
    passes = desk.plays[desk.plays["play_type"] == "pass"]
    if len(passes) and passes["air_yards"].isna().mean() > 0.5:
        desk.notes.append("no air yards: the depth of passes comes from the descriptions")


def count_targets(desk: Desk) -> None:
    """What the charts must give back."""
    desk.results = scrimmage_results(desk.plays, desk.settings["influence"]["statuses"])
    desk.targets = season_targets(desk.results, desk.teams)


def read_coaches(desk: Desk) -> None:
    """What was called in which situation, and what formations answer there."""
    desk.situations = situate(desk.plays, desk.settings)
    desk.coach = coach_files.tables(desk)
    coach_habits.add_habits(desk)
    desk.mix = formation_mix(desk.situations, desk.coach[coach_files.LEAGUE]["formations"])


def share_out_fouls(desk: Desk) -> None:
    """Which fouls stand in the columns and which ones defenses force or cancel."""
    snaps = influence.snap_counts(desk.results, desk.teams)
    after_snap = influence.after_snap_shares(desk.plays)
    desk.influence = influence.solve_influence(desk.targets, snaps, after_snap, desk.settings)


def first_squeeze(desk: Desk) -> None:
    """A first squeeze table from the league's open field."""
    plays = squeeze.goal_line_plays(desk.results)
    latent = squeeze.open_field(desk.results, desk.settings["squeeze"]["beyond"])
    desk.squeeze = squeeze.fit_squeeze(plays, latent, desk.settings)


def fill_long_columns(desk: Desk) -> None:
    """Breakaway and Big Play: where the long tails go."""
    strength = desk.settings["adjustments"]["long_gain_strength"]
    longest = desk.settings["fit"]["longest"]
    sources: dict[str, tuple[tuple[str, ...], int]] = {BREAKAWAY: (RUNS, longest[RUNS[0]])}
    if season_constants(desk.season).big_play:
        sources[BIG_PLAY] = (("6-SHORT",), longest["6-SHORT"])
    for name, (calls, beyond) in sources.items():
        plays = desk.results[desk.results["call"].isin(calls)]
        league = long_gains.censored_gains(plays, beyond)
        if league.plays == 0:
            desk.notes.append(f"nobody gained more than {beyond} yards on {', '.join(calls)}: no {name} column")
            continue
        own = [long_gains.censored_gains(plays[plays["offense"] == team], beyond) for team in desk.teams]
        pooled = [long_gains.pooled(gains, league, strength) for gains in own]
        made = joint.side_by_side(long_gains.long_column, pooled, desk.options.jobs)
        desk.long_columns[name] = dict(zip(desk.teams, made, strict=True))


def prepare_fit(desk: Desk) -> None:
    """Targets of all columns, who supplies what, and defenses to start from."""
    settings, targets, teams = desk.settings, desk.targets, desk.teams
    big_play = BIG_PLAY in desk.long_columns
    symbols = {call: symbols_of(call, settings["fit"], big_play=big_play) for call in PLAYS}
    extras = {call: np.zeros((len(teams), OUTCOMES)) for call in PLAYS}
    for call in PLAYS:
        name = BREAKAWAY if call in RUNS else BIG_PLAY if call == "6-SHORT" else ""
        if name in desk.long_columns:
            extras[call] = np.stack([long_gains.spread_of(desk.long_columns[name][team]) for team in teams])
    supply = joint.supplies(targets, desk.squeeze, settings)
    columns, desk.shrunk = joint.all_targets(desk, supply.split)
    state = Fitting(
        teams,
        pair_table(desk.options.priority),
        desk.mix,
        recorded_matrices(targets, desk.squeeze),
        {call: joint.first_defenses(supply, call, targets.calls[call].defense) for call in PLAYS},
        cancels=joint.needed_cancels(targets, supply.split, settings),
        fumble_yards=_fumble_spots(desk),
    )
    desk.joint = JointFit(
        desk.season,
        settings,
        targets,
        state,
        symbols,
        extras,
        columns,
        supply,
        desk.options.seed,
        desk.options.jobs,
    )


def recorded_matrices(targets: Targets, table: tuple) -> dict:  # type: ignore[type-arg]
    """Cut and squeeze for every team and call, as offense and as defense."""
    return {
        (call, side): [recorded_matrix(lines, table, call) for lines in getattr(targets.calls[call], side).lines]
        for call in PLAYS
        for side in ("offense", "defense")
    }


def _fumble_spots(desk: Desk) -> dict[str, int]:
    loose = desk.results[desk.results["ending"] == "F"]
    return {
        str(call): int(np.clip(group["yards"].median(), -8, 30))
        for call, group in loose.groupby("call")
        if len(group)
    }


def fit_both_sides(desk: Desk) -> None:
    """Offenses against defenses and back, the squeeze table corrected once on the way."""
    fit, own = desk.joint, desk.settings["fit"]
    total, done = joint.steps(desk.settings, len(desk.teams)), 0

    def tick() -> None:
        nonlocal done
        done += 1
        desk.progress("offenses and defenses", done, total)

    for turn in range(own["rounds"]):
        last = turn == own["rounds"] - 1
        fit.offense_step(own["kicks"], turn, tick)
        if not last:
            correct_squeeze(desk)
        fit.defense_step(own["last_kicks"] if last else own["kicks"], turn, tick)
    fit.offense_step(own["last_kicks"], own["rounds"], tick)
    repair(fit)
    if not desk.options.shrink:
        settle(fit)


def correct_squeeze(desk: Desk) -> None:
    """Fit the squeeze table again to what the charts give in the open field."""
    state, targets = desk.joint.state, desk.targets
    identity = np.eye(OUTCOMES)
    latent = {}
    for call in PLAYS:
        final = np.zeros(OUTCOMES)
        for team in range(len(desk.teams)):
            meetings = targets.calls[call].meetings[team]
            if meetings.sum() > 0:
                defense = state.defense_met(call, team, meetings / meetings.sum())
                rows = offense_rows(defense, state.pairs, identity)
                final += meetings.sum() * (state.offense[call][team] @ rows)
        gains = final[:YARDS].copy()
        gains[YARDS - 1] += final[TD]
        share = float(gains.sum() / max(final.sum(), 1e-9))
        latent[call] = squeeze.OpenField(share, gains / max(float(gains.sum()), 1e-9))
    desk.squeeze = squeeze.fit_squeeze(squeeze.goal_line_plays(desk.results), latent, desk.settings)
    state.recorded = recorded_matrices(targets, desk.squeeze)


def fill_trapped(desk: Desk) -> None:
    """QT columns, sack rates and containments."""
    desk.trapped = trapped_charts(desk.plays, desk.teams, desk.settings)
    desk.long_columns[TRAPPED] = {team: charts.column for team, charts in desk.trapped.items()}


def fill_special_teams(desk: Desk) -> None:
    """Kicks, punts, returns, field goals and their coverages."""
    desk.kicking = special_teams(
        desk.plays, desk.teams, season_constants(desk.season), desk.settings, desk.options.jobs
    )
    pooches = punting.choose_pooches(desk)
    for name, tables in desk.coach.items():
        tables["pooch"] = pooches[name]
    punting.settle_net(desk, pooches)


def count_supplement(desk: Desk) -> None:
    """Fumble recovery of both sides."""
    desk.recovered = supplement.recoveries(desk.plays, desk.teams, desk.settings)


def rate_teams(desk: Desk) -> None:
    """Power, home field, road, audibles."""
    desk.ratings = team_ratings(desk.schedule, desk.teams, desk.settings)


def write_season(desk: Desk) -> None:
    """The charts and tables that all teams share."""
    desk.season_chart = assembly.season_chart(desk)


def write_charts(desk: Desk) -> None:
    """Every team's chart, laid out."""
    groups = {**{call: (call,) for call in PLAYS}, BREAKAWAY: RUNS, BIG_PLAY: ("6-SHORT",)}
    desk.league = {
        name: writing.league_call(desk.results[desk.results["call"].isin(calls)]) for name, calls in groups.items()
    }
    desk.charts = {team: assembly.team_chart(desk, place) for place, team in enumerate(desk.teams)}


def validate_charts(desk: Desk) -> None:
    """Every chart and the season file through the validator."""
    desk.findings = {team: validate_team(team_to_json(chart)) for team, chart in desk.charts.items()}
    desk.findings["season.json"] = validate_season(season_to_json(desk.season_chart))


def touchdowns_by_squeeze(desk: Desk) -> dict[str, float]:
    """The league's touchdowns with the season's squeeze table, with the printed one (R25.1), and with none."""
    tables = {"season": desk.squeeze, "printed": RuleBook.load().squeeze, "off": ()}
    mix, priority = desk.season_chart.formation_mix, desk.options.priority
    made = {"real": float(sum(targets.offense.touchdowns.sum() for targets in desk.targets.calls.values()))}
    finals = league_ends(desk.charts, desk.targets, mix, priority)
    for name, table in tables.items():
        made[name] = round(touchdowns(finals, desk.targets, table), 1)
    return made


def write_report(desk: Desk) -> None:
    """How well the charts give the season back, by exact enumeration."""
    desk.measured = measure(
        desk.charts,
        desk.targets,
        desk.season_chart.formation_mix,
        desk.season_chart.generic.squeeze,
        desk.options.priority,
        desk.settings,
    )
    desk.kicks = measure_kicks(desk)
    desk.touchdowns = touchdowns_by_squeeze(desk)
    desk.report = report_data(desk)


STAGES: tuple[Stage, ...] = (
    Stage("calls and results", classify_plays),
    Stage("targets", count_targets),
    Stage("coach tables", read_coaches),
    Stage("penalties", share_out_fouls),
    Stage("squeeze", first_squeeze),
    Stage("long gains", fill_long_columns),
    Stage("supply", prepare_fit),
    Stage("offenses and defenses", fit_both_sides),
    Stage("trapped passers", fill_trapped),
    Stage("special teams", fill_special_teams),
    Stage("supplement", count_supplement),
    Stage("ratings", rate_teams),
    Stage("season charts", write_season),
    Stage("charts", write_charts),
    Stage("hand edits", apply_edits),
    Stage("validation", validate_charts),
    Stage("report", write_report),
)
