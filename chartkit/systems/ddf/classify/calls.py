"""Which of the nine calls a play was (R3.2), by direction, depth, place and situation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chartkit.systems.ddf import columns as charts
from chartkit.systems.ddf.classify import crews, spread
from chartkit.systems.ddf.classify.facts import (
    MIDDLE,
    OUTSIDE,
    PASS_FORMATION,
    RUN_FORMATION,
    SHORT,
    Facts,
)
from chartkit.systems.ddf.classify.rules import GAPS, Rules
from chartkit.systems.ddf.classify.table import Basis, Role
from chartkit.systems.ddf.classify.view import UNKNOWN, Bools, Codes, Floats, Ints, Texts, View

_CODE = {call: code for code, call in enumerate(charts.PLAYS)}
_RUNS, _PASSES = slice(0, len(charts.RUNS)), slice(len(charts.RUNS), len(charts.PLAYS))
_NAMES = np.array([*charts.PLAYS, None], dtype=object)
_NONE = len(charts.PLAYS)


@dataclass(frozen=True)
class Calls:
    """The call of each play, the column it belongs to and how sure that is; None where there is none."""

    call: Texts
    column: Texts
    basis: Texts


def name_calls(view: View, facts: Facts, rules: Rules) -> Calls:
    """Give every scrimmage play its call, and every bare foul the call that its situation makes likely."""
    line = view.number("yardline_100")
    column = np.full(view.rows, _NONE, dtype=np.int64)
    basis = np.full(view.rows, None, dtype=object)

    gap = crews.correct(view, facts.gap, facts.run, rules.crew)
    charted_run = facts.run & (gap != UNKNOWN)
    column[charted_run] = _run_calls(view, gap, rules)[charted_run]
    written = _run_calls(view, facts.gap, rules)
    basis[charted_run] = np.where(written == column, str(Basis.CHARTED), str(Basis.CREW))[charted_run]

    charted_pass = facts.thrown & ~np.isnan(facts.air)
    column[charted_pass] = _pass_calls(facts.air, _sides(view, facts, rules), rules)[charted_pass]
    basis[charted_pass] = str(Basis.CHARTED)

    for limit in rules.limits:
        beyond = (column == _CODE[limit.call]) & (line <= limit.inside)
        column[beyond & (facts.place == OUTSIDE)] = _CODE[limit.instead_outside]
        column[beyond & (facts.place != OUTSIDE)] = _CODE[limit.instead]
    # A draw that is forbidden at the goal is whatever its gap says.
    forbidden_draw = charted_run & (line <= draw_limit(rules)) & (gap != UNKNOWN)
    column[forbidden_draw] = _gap_calls(gap, rules)[forbidden_draw]

    _place_by_likelihood(view, facts, rules, column, basis)
    called = facts.role == Role.CALL
    return Calls(call=_NAMES[np.where(called, column, _NONE)], column=_NAMES[column], basis=basis)


def draw_limit(rules: Rules) -> int:
    """R25.1: from this line on a draw is forbidden."""
    return next((limit.inside for limit in rules.limits if limit.call == "4-DRAW"), 0)


def _gap_calls(gap: Codes, rules: Rules) -> Ints:
    table = np.array([_CODE[rules.gap_calls[name]] for name in GAPS] + [_NONE])
    return np.asarray(table[gap])


def _run_calls(view: View, gap: Codes, rules: Rules) -> Ints:
    down, to_go, shotgun = view.number("down"), view.number("ydstogo"), view.flag("shotgun")
    situation = np.zeros(view.rows, dtype=np.bool_)
    for when in rules.draw_when:
        held = np.isin(down, when.downs) & (to_go >= when.to_go)
        situation |= held & shotgun if when.shotgun_only else held
    inside = _any_gap(gap, rules.draw_gaps) | (shotgun & _any_gap(gap, rules.draw_shotgun_gaps))
    return np.asarray(np.where(situation & inside, _CODE["4-DRAW"], _gap_calls(gap, rules)))


def _any_gap(gap: Codes, names: frozenset[str]) -> Bools:
    return np.isin(gap, [GAPS.index(name) for name in names])


def _sides(view: View, facts: Facts, rules: Rules) -> Codes:
    """Where each pass went; where only the depth is known, so many of them outside as passes of that depth do."""
    rows = np.flatnonzero(facts.thrown & ~np.isnan(facts.air) & (facts.place == UNKNOWN))
    side = facts.place.copy()
    (games, game_ids), (sides, teams) = view.coded("game_id"), view.coded("posteam")
    position = spread.positions((games[rows], game_ids), (sides[rows], teams))
    side[rows] = np.where(position < rules.outside, OUTSIDE, MIDDLE)
    return side


def _pass_calls(air: Floats, place: Codes, rules: Rules) -> Ints:
    sideline = (place == OUTSIDE) & (air >= rules.sideline_from) & (air <= rules.sideline_to)
    return np.select(
        [air <= rules.screen_to, sideline, air <= rules.short_to, air <= rules.medium_to],
        [_CODE["5-SCREEN"], _CODE["9-SIDELINE"], _CODE["6-SHORT"], _CODE["7-MEDIUM"]],
        _CODE["8-LONG"],
    )


def _place_by_likelihood(view: View, facts: Facts, rules: Rules, column: Ints, basis: Texts) -> None:
    """Spread the plays whose direction or depth nobody recorded over the calls that are likely."""
    trapped = facts.trapped
    unknown_pass = facts.thrown & (column == _NONE)
    unknown_run = facts.run & (column == _NONE)
    rows = np.flatnonzero(trapped | unknown_pass | unknown_run | (facts.role == Role.FOUL))
    weights = rules.situation_shares[situations(view, rules)[rows]]
    passing, running = facts.lined_up == PASS_FORMATION, facts.lined_up == RUN_FORMATION
    weights[(trapped | unknown_pass | passing)[rows], _RUNS] = 0
    weights[(unknown_run | running)[rows], _PASSES] = 0
    weights[trapped[rows], _PASSES] *= rules.trap_weights
    told = unknown_pass[rows]
    weights[told, _PASSES] *= _told_likelihood(facts, rules, rows[told])
    line = view.number("yardline_100")[rows]
    for limit in rules.limits:
        weights[line <= limit.inside, _CODE[limit.call]] = 0
    (games, game_ids), (sides, teams) = view.coded("game_id"), view.coded("posteam")
    column[rows] = spread.choose(weights, spread.positions((games[rows], game_ids), (sides[rows], teams)))
    unseen = trapped[rows]
    column[rows[unseen]] = _share_out_traps(view, rows[unseen], weights[unseen])
    basis[rows] = np.where(told, str(Basis.DESCRIBED), str(Basis.SITUATION))


def _share_out_traps(view: View, rows: Ints, weights: Floats) -> Ints:
    """Calls of trapped plays: over a season offense and defense both come to have their due of each call.

    A handful of traps on one call would otherwise be luck of the draw, and no pair of charts gives luck back.
    """
    season, week = view.seasons()[rows], np.nan_to_num(view.number("week")[rows])
    order = np.lexsort((np.arange(len(rows)), week, season))
    teams = len(view.coded("posteam")[1]) + len(view.coded("defteam")[1]) + 1
    base = (season - season.min(initial=0)) * teams if len(rows) else season
    offense, defense = (base + view.team(side)[rows] + 1 for side in ("posteam", "defteam"))
    chosen = np.zeros(len(rows), dtype=np.int64)
    chosen[order] = spread.shared_out(weights[order], offense[order], defense[order])
    return chosen


def situations(view: View, rules: Rules) -> Ints:
    """The first situation of the table that holds; the last one when none does."""
    down, to_go = view.number("down"), view.number("ydstogo")
    holds = [np.isin(down, downs) & (to_go <= most) for downs, most in rules.situations]
    return np.select(holds, list(range(len(holds))), len(holds) - 1)


def _told_likelihood(facts: Facts, rules: Rules, rows: Ints) -> Floats:
    """How likely each pass call makes what the description tells: short or deep, where, and what came of it."""
    length, place = facts.length[rows], facts.place[rows]
    likelihood = np.ones((len(rows), len(charts.PASSES)))
    for index, call in enumerate(charts.PASSES):
        depth = rules.depth_shares[call]
        by_length = np.where(length == SHORT, depth[0].sum(), np.where(length == UNKNOWN, 1.0, depth[1].sum()))
        both = depth[np.clip(length, 0, 1), np.clip(place, 0, 1)]
        by_place = depth.sum(axis=0)[np.clip(place, 0, 1)]
        likelihood[:, index] = np.select(
            [(length != UNKNOWN) & (place != UNKNOWN), length != UNKNOWN, place != UNKNOWN],
            [both, by_length, by_place],
            1.0,
        )
    return likelihood * rules.result_shares[:, result_bands(facts, rules)[rows]].T


def result_bands(facts: Facts, rules: Rules) -> Ints:
    """Which result band a pass falls in: 0 incomplete, 1 intercepted, 2 and up by its gain."""
    gained = np.nan_to_num(facts.gained)
    band = 2 + np.searchsorted(np.array(rules.result_bands), gained, side="left")
    return np.where(facts.intercepted, 1, np.where(facts.complete, band, 0))
