"""Situations of the table of chances to win played on, for the compiled engine: places, series, whole games."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from chartkit.football.field import FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH
from chartkit.running.stream import begin_numbers, seed_stream
from chartkit.systems.ddf.coaches.mind import CERTAIN
from chartkit.systems.ddf.coaches.winning import (
    FIRST_TURN,
    KICKS,
    KICKS_LATER,
    LAST_MINUTES,
    RECEIVES_LATER,
    SECOND_HALF,
    SECOND_TURN,
    SPOTS,
    chance_told,
    decided,
    winning,
)
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.flow import begin, step
from chartkit.systems.ddf.rules.scrimmage import home_totals, spike
from chartkit.systems.ddf.rules.seams import snap
from chartkit.systems.ddf.rules.whistle import line_to_gain, settle_clock
from chartkit.systems.ddf.scorebook.tally import begin_step

#: As chapters of the table: whole games, to see what it is worth, and the chances of a series.
WHOLE_GAME, SERIES = -2, -1
#: Numbers of a job: chapter, clock, seconds to reach, lead, timeouts, place, nothing, samples.
JOB_SIZE: Final = 8
_MOST_FIRST_DOWNS = 200
#: Any score; a team has some points already so that none is negative.
_POINTS = 50
#: A stretch of downs that goes on longer than this is looked up where it is.
_LONGEST = 200


def one_step(game: Any) -> None:
    """One step without statistics; the clock of the last play is settled as a step of its own."""
    begin_step(game)
    begin_numbers(game)
    if game.phase == n.SCRIMMAGE and game.pending > 0:
        if settle_clock(game):
            snap(game)
            spike(game)
        return
    step(game)


def seconds_left(game: Any) -> int:
    """What is left of the half or of the overtime period."""
    other_quarter = game.period < n.REGULATION and game.period % 2 == 1
    left: int = game.clock + (game.period_seconds if other_quarter else 0)
    return left


def lay_place(game: Any, chapter: int, clock: int, lead: int, timeouts: int, place: int, holder: int) -> None:
    """The situation of a place of the table."""
    begin(game)
    first = holder
    if chapter in (KICKS_LATER, RECEIVES_LATER):
        first = holder if chapter == KICKS_LATER else 1 - holder
        game.period = 2 if clock <= game.period_seconds else 1
    elif chapter in (LAST_MINUTES, SECOND_HALF):
        game.period = n.REGULATION if clock <= game.period_seconds else n.REGULATION - 1
    else:
        game.period = n.REGULATION + 1
        game.overtime = SUDDEN_DEATH
        if chapter in (FIRST_TURN, SECOND_TURN):
            game.overtime = FIRST_POSSESSION if chapter == FIRST_TURN else SECOND_POSSESSION
        if (place == KICKS) == (chapter == FIRST_TURN):
            first = 1 - holder
    game.received_first = first
    game.clock = clock if clock <= game.period_seconds else clock - game.period_seconds
    game.score[holder], game.score[1 - holder] = _POINTS + max(lead, 0), _POINTS + max(-lead, 0)
    many = n.TIMEOUTS_A_HALF + 1
    if chapter == LAST_MINUTES:
        game.timeouts[holder], game.timeouts[1 - holder] = timeouts // many, timeouts % many
    game.possession = holder
    if place == KICKS:
        game.phase, game.spot = n.KICKOFF, game.kickoff_line
    else:
        lay_down(game, 1, SPOTS[place], line_to_gain(SPOTS[place]))


def lay_down(game: Any, down: int, spot: int, to_gain: int) -> None:
    """A down from scrimmage."""
    game.phase, game.down, game.spot, game.to_gain = n.SCRIMMAGE, down, spot, to_gain


def played_on(game: Any, holder: int, before: int) -> int:
    """Play until a team has first and 10 or kicks off with no more than so many seconds left; its chance there."""
    period = game.period
    for _ in range(_LONGEST):
        one_step(game)
        if game.phase == n.OVER or game.trouble != 0:
            break
        half_over = period <= 2 < game.period
        on_the_table = game.phase == n.KICKOFF or (
            game.phase == n.SCRIMMAGE and game.down == 1 and game.pending == 0
        )
        if on_the_table and (half_over or seconds_left(game) <= before):
            break
    value: int = winning(game, holder)
    return value


def series_won(game: Any, down: int, spot: int, to_go: int, holder: int) -> tuple[bool, bool]:
    """Play a series from a down in the first half: whether its first play gained the yards, and whether any did."""
    begin(game)
    game.period, game.clock, game.possession = 2, game.period_seconds, holder
    lay_down(game, down, spot, spot + to_go)
    one_play = True
    for _ in range(_LONGEST):
        one_step(game)
        if game.possession != holder or game.phase not in (n.SCRIMMAGE, n.TRY):
            break
        if game.phase == n.TRY or game.to_gain != spot + to_go:
            return one_play, True
        one_play = one_play and game.down == down
    return False, False


def play_whole(game: Any, said: Any, bins: Any) -> int:
    """Play a game, put the chance told of the home team at each first down beside its result, and give the result.

    `bins` has rows of number, sum of the chances and sum of the results.
    """
    begin(game)
    number = 0
    while game.phase != n.OVER and game.trouble == 0:
        one_step(game)
        on_the_table = game.phase == n.SCRIMMAGE and game.down == 1 and game.pending == 0
        if on_the_table and number < said.shape[0]:
            said[number] = chance_told(game, n.HOME)
            number += 1
    result = decided(game.score[n.HOME] - game.score[n.AWAY])
    for place in range(number):
        row = bins[min(said[place] * bins.shape[0] // CERTAIN, bins.shape[0] - 1)]
        row[0] += 1
        row[1] += said[place]
        row[2] += result
    return result


def play_jobs(game: Any, jobs: Any, seed: int, out: Any, bins: Any) -> None:
    """Play every row of `jobs` as often as it says: a place of the table, a series, or a whole game.

    `out` gets means: of a series whether its first play and whether any made it, of a game the result and whether
    there was a home field.
    """
    said = np.zeros(_MOST_FIRST_DOWNS, np.int64)
    for number in range(jobs.shape[0]):
        job = jobs[number]
        chapter, samples = job[0], job[7]
        one, all_of_it = 0, 0
        for run in range(samples):
            holder = run % 2
            seed_stream(game, seed, chapter - WHOLE_GAME, number, run)
            if chapter == SERIES:
                first, won = series_won(game, job[1], job[2], job[3], holder)
                one += CERTAIN if first else 0
                all_of_it += CERTAIN if won else 0
            elif chapter == WHOLE_GAME:
                one += play_whole(game, said, bins)
                all_of_it += CERTAIN if home_totals(game) != 0 else 0
            else:
                lay_place(game, chapter, job[1], job[3], job[4], job[5], holder)
                one += played_on(game, holder, job[2])
        out[number, 0], out[number, 1] = one // samples, all_of_it // samples
