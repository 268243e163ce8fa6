"""Charts, options and rules as numbers, taken from the referee's own table so that there is one rule book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.errors import InputError
from chartkit.systems.ddf import columns as col
from chartkit.systems.ddf.chart import TeamChart
from chartkit.systems.ddf.coaches.bench import usual_punt
from chartkit.systems.ddf.kernel import places as p
from chartkit.systems.ddf.kernel.calling import WHOLE
from chartkit.systems.ddf.kernel.codes import BOLD, KINDS, ROW_NAMES, SHORT, packed
from chartkit.systems.ddf.referee.cells import Lookup
from chartkit.systems.ddf.referee.matchup import Matchup
from chartkit.systems.ddf.referee.rulebook import (
    FROM_END,
    FROM_GAINING_RUN,
    FROM_LINE,
    NOTHING,
    TO_KICKOFF,
    WIPES_OUT,
)
from chartkit.systems.ddf.referee.sheet import Sheet
from chartkit.systems.ddf.result import Kind

Numbers = NDArray[np.int32]
WatchedNumbers = NDArray[np.int64]

_FROM = (FROM_LINE, FROM_END, FROM_GAINING_RUN)
_ON_SCORE = (WIPES_OUT, TO_KICKOFF, NOTHING)
_FORMATS = ("none", "sudden death", "modified", "both possess")
_FUMBLE_RETURN = ("always", "d10", "never")
_SACK_MARKS = ("", "SCK", "QR")
_FUMBLE_MARKS = ("", "G", "NG")


def bits(numbers: Iterable[int], first: int = 0) -> int:
    """A set of small numbers as bits."""
    return sum(1 << (number - first) for number in numbers)


def _totals(numbers: Iterable[int]) -> int:
    """A set of totals of the offensive dice, 10-39."""
    return bits(numbers, 10)


def rules_of(table: Matchup) -> Numbers:
    """The rule book as this home team's season and these options have it; places are those of `places.RULES`."""
    m = np.zeros(p.TEAMS, np.int32)
    rules, constants, overtime, options = table.rules, table.constants, table.overtime, table.options
    timing = rules.timing
    for place, row in enumerate(ROW_NAMES):
        m[p.RANK + place], m[p.SECONDS + place] = timing.rows[row]
    m[p.PERIOD_SECONDS], m[p.STOP_AT] = timing.period_seconds, timing.stop_at
    m[p.STOP_PERIODS] = bits(timing.stop_periods)
    m[p.LATE : p.LATE + p.MOST_PERIODS] = -1
    for period, left in timing.late.items():
        m[p.LATE + period] = left
    for number, codes in enumerate(table.priority):
        m[p.PRIORITY + number * 10 : p.PRIORITY + number * 10 + 10] = codes
    for kind, foul in rules.fouls.items():
        place = KINDS.index(kind)
        m[p.FOUL_YARDS + place], m[p.FOUL_FIRST_DOWN + place] = foul.yards, foul.first_down
        m[p.FOUL_FROM + place] = _FROM.index(foul.walked_from)
        m[p.FOUL_ON_SCORE + place] = _ON_SCORE.index(foul.on_score)
    for number, play in enumerate(col.PLAYS):
        m[p.NOT_ALLOWED + number] = rules.not_allowed.get(play, -1)
        m[p.PI_DICE + number], m[p.PI_PLUS + number] = rules.pi_x.get(play, (0, 0))
    for total, (way, zero) in rules.roll_direction.items():
        m[p.ROLL_WAY + total], m[p.ROLL_ZERO + total] = way, zero
    single: Mapping[int, Any] = {
        p.OUT_OF_BOUNDS_SPOT: rules.kickoff_out_of_bounds,
        p.INTERFERENCE_IN_END_ZONE: rules.interference_in_end_zone,
        p.HOLDING_INSIDE: rules.holding_safety_inside,
        p.ADJUSTMENT_INSIDE: rules.fg_adjustment_inside,
        p.ROLL_INSIDE: rules.roll_inside,
        p.PI_CHOSEN: bits(rules.pi_x_chosen),
        p.KICKOFF_LINE: constants.kickoff_line,
        p.KICKOFF_TOUCHBACK: constants.kickoff_touchback,
        p.TOUCHBACK_LINE: constants.touchback,
        p.FREE_KICK_LINE: constants.free_kick_line,
        p.TRY_RETURN: constants.try_defense_return,
        p.TWO_POINT_SPOT: constants.two_point_spot,
        p.KICK_PENALTY_SPOT: constants.kick_penalty_spot,
        p.KICK_BEHIND: constants.kick_spot_behind_los,
        p.ONSIDE_DISTANCE: constants.onside_distance,
        p.ONSIDE_RECOVERED: _totals(constants.onside_recovered),
        p.SQUIB_DISTANCE: constants.squib_distance,
        p.OT_FORMAT: _FORMATS.index(overtime.ot_format),
        p.OT_SECONDS: overtime.ot_seconds,
        p.OT_TIMEOUTS: overtime.ot_timeouts,
        p.OT_TIE: overtime.ot_tie_allowed,
        p.OPTION_HOLDING: options.holding,
        p.OPTION_BETWEEN: options.between_downs,
        p.OPTION_THIRD_PLAY: options.third_play_30,
        p.OPTION_SPIKE_SECONDS: options.spike_seconds,
        p.OPTION_OFF15: ("kickoff", "choice").index(options.off15_on_score),
        p.OPTION_FUMBLE_RETURN: _FUMBLE_RETURN.index(options.offense_fumble_return),
    }
    for place, value in single.items():
        m[place] = value
    return m[p.RULES :].copy()


def _thirty(m: Numbers, column: int, lookup: Lookup | None) -> None:
    if lookup is not None:
        at = p.COLUMNS + column * 40
        m[at : at + 40] = [packed(cell) for cell in lookup.cells]


def _five(m: Numbers, column: int, lookup: Lookup | None) -> None:
    if lookup is not None:
        at = p.FIVES + column * 8
        m[at : at + len(lookup.cells)] = [packed(cell) for cell in lookup.cells]


def _sets(m: Numbers, sheet: Sheet) -> None:
    generic, cancels = sheet.generic, sheet.cancels
    sets = {
        p.RECOVERED: sheet.recovered,
        p.PAT_GOOD: sheet.pat_good,
        p.GREAT_PROTECTION: sheet.great_protection,
        p.GOOD_DECISION: sheet.good_decision,
        p.BALL_PROTECTION: sheet.ball_protection,
        p.SACK_ON: sheet.sack_on,
        p.FUMBLE_ON: sheet.fumble_on,
        p.CANCEL_DEF_5: cancels.get(Kind.DEF_5, ()),
        p.CANCEL_DEF_5X: cancels.get(Kind.DEF_5X, ()),
        p.CANCEL_DEF_15: cancels.get(Kind.DEF_15, ()),
        p.CANCEL_PI: cancels.get(Kind.INTERFERENCE, ()),
        p.POST_OFF_5: sheet.post_off5,
        p.POST_DEF_5: sheet.post_def5,
        p.HOLDING_ON: generic.holding or (),
        p.BETWEEN_OFFENSE: generic.between_downs_offense or (),
        p.BETWEEN_DEFENSE: generic.between_downs_defense or (),
    }
    for place, totals in sets.items():
        m[p.MARKS + place] = _totals(totals)


def _squeeze(m: Numbers, sheet: Sheet) -> None:
    m[p.SQUEEZE_INSIDE] = sheet.squeeze_inside
    for play, rows in enumerate(sheet.squeeze):
        for distance, row in enumerate(rows[:101]):
            if row is not None:
                at = play * 101 + distance
                m[p.HAS_SQUEEZE + at], m[p.SQUEEZE_YARDS + at] = 1, row.yards
                m[p.SQUEEZE_INCOMPLETE + at] = _totals(row.incomplete)


def _solitaire(m: Numbers, chart: TeamChart) -> None:
    """R31: the pass percent, and each play's share of 100 numbers as running sums; without ranges equal shares."""
    extra = chart.supplement
    m[p.PASS_PERCENT] = 55 if extra is None else extra.pass_percent or 55
    for at, plays in ((p.SOLITAIRE_RUNS, col.RUNS), (p.SOLITAIRE_PASSES, col.PASSES)):
        spans = extra.solitaire if extra else {}
        shares = [spans[play][1] - spans[play][0] + 1 if play in spans else 0 for play in plays]
        m[at : at + len(plays)] = np.cumsum(shares if sum(shares) == 100 else [1] * len(plays))


def team_of(table: Matchup, side: int) -> Numbers:
    """A team's sheet; places are those of `places`, from the start of the team."""
    m = np.zeros(p.TEAM_SIZE, np.int32)
    sheet, chart = table.sheets[side], (table.home, table.away)[side]
    for number, lookup in enumerate(sheet.plays):
        _thirty(m, number, lookup)
    columns = {
        p.BREAKAWAY_COLUMN: sheet.breakaway,
        p.TRAPPED_COLUMN: sheet.trapped,
        p.KICKOFF_COLUMN: sheet.kickoff,
        p.KICKOFF_RETURN: sheet.kickoff_return,
        p.PUNT_COLUMN: sheet.punt,
        p.PUNT_RETURN: sheet.punt_return,
        p.FUMBLE_RETURN: sheet.fumble_return,
        p.INTERCEPTION_RETURN: sheet.interception_return,
        p.FIELD_GOAL_COLUMN: sheet.field_goal,
        p.BIG_PLAY: sheet.big_play,
        p.SQUIB_RETURN: sheet.squib_return,
    }
    for number, column in columns.items():
        _thirty(m, number, column)
    for formation, answers in enumerate(sheet.defense):
        for play, answer in enumerate(answers):
            _five(m, formation * 9 + play, answer)
    _five(m, p.KICK_COVERAGE, sheet.kick_coverage)
    _five(m, p.PUNT_COVERAGE, sheet.punt_coverage)
    _five(m, p.CONTAINMENT, sheet.containment)
    _five(m, p.ADJUSTMENT, sheet.fg_adjustment)
    _sets(m, sheet)
    _squeeze(m, sheet)
    if sheet.quotas is not None:
        m[p.HAS_QUOTA] = 1
        m[p.QUOTA : p.QUOTA + 9] = sheet.quotas
        m[p.OVERTIME_QUOTA : p.OVERTIME_QUOTA + 9] = table.overtime_quotas[side]
    for total, fouls in enumerate(sheet.forced):
        m[p.FORCED_NUMBER + total] = len(fouls)
        at = p.FORCED_CELLS + 4 * total
        m[at : at + len(fouls)] = [packed(foul) for foul in fouls]
    extra, audibles = chart.supplement, table.options.audibles
    single: Mapping[int, Any] = {
        p.LONGEST: sheet.longest_field_goal,
        p.SACK_MARK: _SACK_MARKS.index(sheet.sack_mark),
        p.SACK_YARDS: sheet.sack_yards,
        p.SCRAMBLE_YARDS: sheet.scramble_yards,
        p.FUMBLE_MARK: _FUMBLE_MARKS.index(sheet.fumble_mark),
        p.MUFFS: sheet.muffs,
        p.NO_HUDDLES: sheet.no_huddle,
        p.HAS_SQUIB: sheet.squib_return is not None,
        p.BOLD_COUNTS + SHORT: BOLD * (sheet.big_play is not None),
        p.HAS_CONTAINMENT: sheet.containment is not None,
        p.HAS_ADJUSTMENT: sheet.fg_adjustment is not None,
        p.HAS_FORCED: bool(sheet.forced),
        p.START_OFFENSE_AUDIBLES: extra.offense_audibles if extra and audibles else -1,
        p.START_DEFENSE_AUDIBLES: extra.defense_audibles if extra and audibles else -1,
        p.HOME_ADVANTAGE: extra.home_field_advantage if extra else 0,
        p.ROAD_ADJUSTMENT: extra.road_adjustment if extra else 0,
        p.USUAL_PUNT: usual_punt(chart),
        p.COACH_KIND: p.SOLITAIRE,
    }
    for place, value in single.items():
        m[place] = value
    m[p.COACH_FACED : p.COACH_FACED + len(col.PLAYS)] = WHOLE
    _solitaire(m, chart)
    return m


def empty_stream() -> NDArray[np.uint64]:
    """Room for the random stream of a game: where it is, and where that of the next step begins."""
    return np.zeros(2, np.uint64)


def memory_for(records: int) -> Numbers:
    """An empty block of memory with room for so many records."""
    m = np.zeros(p.EVENTS + records * p.RECORD, np.int32)
    m[p.MOST_RECORDS] = records
    return m


def watched_memory(records: int, mode: int, script: int) -> WatchedNumbers:
    """The same for a game that is written down or follows a script of so many rows (`compiled.is_watched`)."""
    m = np.zeros(p.EVENTS + records * p.RECORD + script * 3, np.int64)
    m[p.MODE], m[p.MOST_RECORDS] = mode, records
    m[p.SCRIPT] = p.EVENTS + records * p.RECORD
    m[p.SCRIPT_END] = m[p.SCRIPT] + script * 3
    return m


_WRONG = {
    p.OFF_SCRIPT: "the script does not fit the rules",
    p.TOO_MANY_FOULS: f"a play had more than {p.MOST_FOULS} fouls: a column is nearly all penalties",
    p.TOO_MANY_RECORDS: "a play had too many records",
    p.TOO_MANY_PERIODS: f"a game had no winner after {p.MOST_PERIODS - 1} periods",
    p.TOO_LONG_A_SCRIPT: "a game had more dice and decisions than there is room for",
}


def refuse_trouble(trouble: int, what: str) -> None:
    """Say what went wrong in a game."""
    if trouble:
        raise InputError(f"{what} could not be played: {_WRONG[trouble]}.")
