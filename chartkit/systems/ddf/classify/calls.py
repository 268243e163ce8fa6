"""What is known about each play, and which of the nine calls it was (R3.2).

The columns of the play table have most of the facts. Where they are empty (plays that a penalty wiped out, spots,
declined fouls) the description parser reads the few rows that need it.

The home team's crew writes down the gap of a run, and crews differ far more than offenses do: in 2017 the visitors'
runs at Baltimore were 66% over guard, at Philadelphia 6%. The eight visiting offenses of a stadium together should
look like the league; the difference is the habit of its crew. Gaps are ordered from the middle to the end, so the
habit is removed by moving the smallest number of runs to the next gap.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
import pandas as pd

from chartkit.plays.description import PlayDescription, PlayKind
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.rules import GAPS, Crew, Rules
from chartkit.systems.ddf.classify.table import UNKNOWN, Basis, Bools, Codes, Floats, Ints, Role, Texts, View

#: What was run, by the words that descriptions and the play table share.
_ROLES = {
    PlayKind.PUNT: Role.PUNT,
    PlayKind.KICKOFF: Role.KICKOFF,
    PlayKind.FIELD_GOAL: Role.FIELD_GOAL,
    PlayKind.EXTRA_POINT: Role.KICK_TRY,
    PlayKind.KNEEL: Role.KNEEL,
    PlayKind.SPIKE: Role.SPIKE,
}
SHORT, DEEP = 0, 1
MIDDLE, OUTSIDE = 0, 1
RUN_FORMATION, PASS_FORMATION = 0, 1


@dataclass(frozen=True)
class Facts:
    """One array a fact, one value a row of the play table; codes are -1 where nothing is known."""

    role: Texts
    wiped: Bools
    run: Bools
    thrown: Bools
    sack: Bools
    scramble: Bools
    gap: Codes  # index in GAPS
    length: Codes  # SHORT, DEEP
    place: Codes  # MIDDLE, OUTSIDE
    lined_up: Codes  # RUN_FORMATION, PASS_FORMATION: what a bare foul interrupted
    air: Floats
    complete: Bools
    intercepted: Bools
    gained: Floats
    intercepted_at: Floats

    @property
    def trapped(self) -> Bools:
        """Sacked or scrambling: a pass that was never thrown."""
        return self.sack | self.scramble


#: Nothing but a foul: the formation says what was about to happen.
_FORMATIONS = {
    "Punt formation": Role.PUNT,
    "Field Goal formation": Role.FIELD_GOAL,
    "Kick formation": Role.KICK_TRY,
}
_LINED_UP = {"Run formation": RUN_FORMATION, "Pass formation": PASS_FORMATION}
_LENGTHS = {"short": SHORT, "deep": DEEP}
_PLACES = {"middle": MIDDLE, "left": OUTSIDE, "right": OUTSIDE}
_GAPS = {name: code for code, name in enumerate(GAPS)}


def _role(play: PlayDescription) -> Role:
    """What was run by the description, or would have been run if a foul had not come first."""
    if play.two_point:
        return Role.TWO_POINT
    if play.kind in (PlayKind.RUN, PlayKind.PASS):
        is_muff = play.aborted and play.kind is PlayKind.RUN and not play.scramble
        return Role.MUFF if is_muff else Role.CALL
    before = (role for name, role in _FORMATIONS.items() if name in play.formations)
    return _ROLES.get(play.kind) or next(before, Role.FOUL)


def _lined_up(play: PlayDescription) -> int:
    """The formation that a foul interrupted before anything was run."""
    bare = play.kind is PlayKind.PENALTY and not play.two_point
    return next((code for name, code in _LINED_UP.items() if bare and name in play.formations), UNKNOWN)


def establish(view: View, rules: Rules) -> Facts:
    """Gather the facts from the columns, and from the description where a penalty wiped the play out."""
    two_point = view.flag("two_point_attempt")
    is_run, is_pass = view.word("play_type", "run"), view.word("play_type", "pass")
    wiped = view.word("play_type", "no_play")
    # R32.5: a muffed snap is an exchange under center; in the shotgun a runner fumbled, or a passer was trapped.
    aborted = view.flag("aborted_play") & (is_run | is_pass)
    muff, dropped = aborted & ~view.flag("shotgun"), aborted & view.flag("shotgun")
    sack, scramble = (view.flag("sack") | dropped) & is_pass, view.flag("qb_scramble") & is_run
    run, thrown = is_run & ~scramble, is_pass & ~sack
    gap = view.numbered("run_gap", _GAPS)
    gap[view.word("run_location", "middle")] = _GAPS["middle"]
    length = view.numbered("pass_length", _LENGTHS)
    place = view.numbered("pass_location", _PLACES)
    complete = view.flag("complete_pass") & is_pass
    intercepted = view.flag("interception") & is_pass
    gained = view.number("yards_gained").copy()
    air = view.number("air_yards").copy()

    role = np.full(view.rows, str(Role.FOUL), dtype=object)
    for name, meant in _ROLES.items():
        role[view.word("play_type", name)] = str(meant)
    role[is_run | is_pass] = str(Role.CALL)
    role[muff] = str(Role.MUFF)
    role[two_point] = str(Role.TWO_POINT)

    lined_up = np.full(view.rows, UNKNOWN, dtype=np.int8)
    rows = np.flatnonzero(wiped & ~two_point)
    told = view.read(rows)
    role[rows] = [str(_role(play)) for play in told]
    lined_up[rows] = [_lined_up(play) for play in told]
    # Without a down it was a try or a kickoff.
    no_down = (role == Role.FOUL) & np.isnan(view.number("down"))
    role[no_down] = np.where(lined_up[no_down] == UNKNOWN, str(Role.KICKOFF), str(Role.TWO_POINT))
    run[rows] = [play.kind is PlayKind.RUN and not play.scramble for play in told]
    thrown[rows] = [play.kind is PlayKind.PASS and not play.sack for play in told]
    sack[rows] = [play.sack for play in told]
    scramble[rows] = [play.scramble for play in told]
    complete[rows] = [play.complete for play in told]
    intercepted[rows] = [play.interception for play in told]
    gained[rows] = [play.legs[0].yards if play.legs else np.nan for play in told]
    gap[rows] = [_GAPS.get(play.run_gap or play.run_location or "", UNKNOWN) for play in told]
    length[rows] = [_LENGTHS.get(play.pass_length or "", UNKNOWN) for play in told]
    place[rows] = [_PLACES.get(play.pass_location or "", UNKNOWN) for play in told]
    # Interference marks the spot that the ball was thrown to (R21.4).
    interference = view.word("penalty_type", "Defensive Pass Interference")
    at_spot = wiped & thrown & interference & np.isnan(air)
    air[at_spot] = view.number("penalty_yards")[at_spot]

    intercepted_at = _intercepted_at(view, intercepted, air)
    air = np.where(np.isnan(air), intercepted_at, air)
    called = role == Role.CALL
    scramble = scramble | _unmarked_scrambles(view, rules, called & run, called & (thrown | sack), scramble)
    return Facts(
        role=role,
        wiped=wiped,
        run=called & run & ~scramble,
        thrown=called & thrown,
        sack=called & sack,
        scramble=called & scramble,
        gap=gap,
        length=length,
        place=place,
        lined_up=lined_up,
        air=air,
        complete=complete,
        intercepted=intercepted,
        gained=gained,
        intercepted_at=intercepted_at,
    )


def _intercepted_at(view: View, intercepted: Bools, air: Floats) -> Floats:
    """Yards from the line to the interception: as recorded, or from the spot in the description."""
    at = np.where(intercepted, air, np.nan)
    rows = np.flatnonzero(intercepted & np.isnan(air))
    at[rows] = view.beyond_line(rows, lambda play: play.intercepted_at)
    return at


def _unmarked_scrambles(view: View, rules: Rules, runs: Bools, dropbacks: Bools, marked: Bools) -> Bools:
    """Runs by the passer in seasons that hardly mark scrambles (1999 to 2005), sneaks left out."""
    found = np.zeros(view.rows, dtype=np.bool_)
    season = view.seasons()
    for year in np.unique(season):
        here = season == year
        tries = int((dropbacks & here).sum())
        if tries and (marked & here).sum() < rules.unmarked.marked_below * tries:
            found |= here
    if not found.any():
        return found
    often = view.plays.loc[dropbacks, ["game_id", "posteam", "passer_player_name"]].value_counts()
    passers = often[often >= rules.unmarked.passes_in_game].index
    runners = pd.MultiIndex.from_frame(view.plays[["game_id", "posteam", "rusher_player_name"]])
    by_passer = runners.isin(passers)
    return np.asarray(found & runs & by_passer & (view.number("ydstogo") > rules.unmarked.to_go))


# The call of each play.

# The golden ratio's fraction: the steps that cover 0 to 1 most evenly, however many there are.
_STEP = (5**0.5 - 1) / 2


def positions(*keys: Texts) -> Floats:
    """A number in 0..1 for each row: rows with the same keys are spread evenly, in the order of play.

    The start depends on the words of the keys alone, so a play keeps its number whatever other games are in the
    table.
    """
    words = pd.Series(["|".join(word or "" for word in row) for row in zip(*keys, strict=True)], dtype=object)
    starts = words.map(lambda text: zlib.crc32(text.encode()) / 2**32).to_numpy(dtype=np.float64)
    return np.asarray(np.mod(starts + words.groupby(words).cumcount().to_numpy() * _STEP, 1.0))


def shared_out(weights: Floats, first: Ints, second: Ints) -> Ints:
    """A choice for each row, in order, so that both its sides get as many of each choice as the weights say.

    A side's balance is the sum of its weights so far minus the choices it was given; each row takes the choice
    with the largest balance of both sides together. So a row depends on earlier rows only, and no side drifts far
    from its expected numbers.
    """
    shares = weights / weights.sum(axis=1, keepdims=True)
    owed_first = np.zeros((int(first.max(initial=-1)) + 1, weights.shape[1]))
    owed_second = np.zeros((int(second.max(initial=-1)) + 1, weights.shape[1]))
    chosen = np.zeros(len(weights), dtype=np.int64)
    for row, (one, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        here, there = owed_first[one], owed_second[other]
        here += shares[row]
        there += shares[row]
        choice = int(np.where(shares[row] > 0, here + there, -np.inf).argmax())
        here[choice] -= 1
        there[choice] -= 1
        chosen[row] = choice
    return chosen


def choose(weights: Floats, where: Floats) -> Ints:
    """For each row the choice on which its position falls when the weights are laid end to end."""
    ends = np.cumsum(weights, axis=1)
    reached = ends / ends[:, -1:] > where[:, None]
    return np.asarray(reached.argmax(axis=1), dtype=np.int64)


def correct_gaps(view: View, gap: Codes, runs: Bools, crew: Crew) -> Codes:
    """The gaps as an average crew would have written them; without enough runs nothing changes."""
    rows = np.flatnonzero(runs & (gap >= 0))
    if not len(rows) or crew.correct == 0:
        return gap
    written = gap[rows].astype(np.int64)
    _, seasons = np.unique(view.seasons()[rows], return_inverse=True)
    stadiums = view.grouped(rows, "season", "home_team")
    visiting = ~view.same("posteam", "home_team")[rows]
    n_gaps = len(GAPS)

    league = np.zeros((seasons.max() + 1, n_gaps))
    np.add.at(league, (seasons, written), 1)
    league /= league.sum(axis=1, keepdims=True)
    counts = np.zeros((stadiums.max() + 1, n_gaps))
    np.add.at(counts, (stadiums[visiting], written[visiting]), 1)
    season_of = np.zeros(len(counts), dtype=np.int64)
    season_of[stadiums] = seasons
    average = league[season_of]
    total = counts.sum(axis=1, keepdims=True)
    # A few runs prove no habit: the league's shares count as that many more runs.
    habit = (counts + crew.league_runs * average) / (total + crew.league_runs)
    habit = crew.correct * habit + (1 - crew.correct) * average
    habit = np.where(total >= crew.fewest_runs, habit, average)

    starts = np.cumsum(habit, axis=1) - habit
    position = starts[stadiums, written] + habit[stadiums, written] * positions(
        view.texts("game_id")[rows], np.array(GAPS, dtype=object)[written]
    )
    ends = np.cumsum(league, axis=1)[seasons]
    # Rounding must not move a run whose crew has no habit.
    moved = (position[:, None] >= ends[:, :-1] - 1e-12).sum(axis=1)
    same = np.abs(habit - average).max(axis=1)[stadiums] < 1e-12
    made = gap.copy()
    made[rows] = np.where(same, written, moved)
    return made


_CODE = {call: code for code, call in enumerate(columns.PLAYS)}
_RUNS, _PASSES = slice(0, len(columns.RUNS)), slice(len(columns.RUNS), len(columns.PLAYS))
_NAMES = np.array([*columns.PLAYS, None], dtype=object)
_NONE = len(columns.PLAYS)


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

    gap = correct_gaps(view, facts.gap, facts.run, rules.crew)
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
    # A draw that is forbidden at the goal counts as the run of its gap.
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
    """Where each pass went; where only the depth is known, the usual share of that depth is outside."""
    rows = np.flatnonzero(facts.thrown & ~np.isnan(facts.air) & (facts.place == UNKNOWN))
    side = facts.place.copy()
    position = positions(view.texts("game_id")[rows], view.texts("posteam")[rows])
    side[rows] = np.where(position < rules.passes.outside, OUTSIDE, MIDDLE)
    return side


def _pass_calls(air: Floats, place: Codes, rules: Rules) -> Ints:
    sideline = (place == OUTSIDE) & (air >= rules.passes.sideline_from) & (air <= rules.passes.sideline_to)
    return np.select(
        [air <= rules.passes.screen_to, sideline, air <= rules.passes.short_to, air <= rules.passes.medium_to],
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
    column[rows] = choose(weights, positions(view.texts("game_id")[rows], view.texts("posteam")[rows]))
    unseen = trapped[rows]
    column[rows[unseen]] = _share_out_traps(view, rows[unseen], weights[unseen])
    basis[rows] = np.where(told, str(Basis.DESCRIBED), str(Basis.SITUATION))


def _share_out_traps(view: View, rows: Ints, weights: Floats) -> Ints:
    """Calls of trapped plays, so that over a season offense and defense both have the expected number of each call.

    Drawn at random, a handful of traps on one call would be luck, which no pair of charts can reproduce.
    """
    season, week = view.seasons()[rows], np.nan_to_num(view.number("week")[rows])
    order = np.lexsort((np.arange(len(rows)), week, season))
    offense, defense = (view.grouped(rows, "season", side) for side in ("posteam", "defteam"))
    chosen = np.zeros(len(rows), dtype=np.int64)
    chosen[order] = shared_out(weights[order], offense[order], defense[order])
    return chosen


def situations(view: View, rules: Rules) -> Ints:
    """The first situation of the table that holds; the last one when none does."""
    down, to_go = view.number("down"), view.number("ydstogo")
    holds = [np.isin(down, downs) & (to_go <= most) for downs, most in rules.situations]
    return np.select(holds, list(range(len(holds))), len(holds) - 1)


def _told_likelihood(facts: Facts, rules: Rules, rows: Ints) -> Floats:
    """How likely each pass call makes what the description says: short or deep, where, and the outcome."""
    length, place = facts.length[rows], facts.place[rows]
    likelihood = np.ones((len(rows), len(columns.PASSES)))
    for index, call in enumerate(columns.PASSES):
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
