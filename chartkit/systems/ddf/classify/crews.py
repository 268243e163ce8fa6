"""Taking the habit of a stadium's scorers out of the recorded run gaps.

The home team's crew writes the gap, and crews differ far more than offenses do: in 2017 the visitors' runs at
Baltimore were 66% over guard, at Philadelphia 6%. What eight visiting offenses did at one stadium should look like
the league; the difference is the crew's habit. Gaps are ordered from the middle to the end, so the habit is taken
out by moving the smallest number of runs to the next gap.
"""

from __future__ import annotations

import numpy as np

from chartkit.systems.ddf.classify import spread
from chartkit.systems.ddf.classify.rules import GAPS, Crew
from chartkit.systems.ddf.classify.view import Bools, Codes, View


def correct(view: View, gap: Codes, runs: Bools, crew: Crew) -> Codes:
    """The gaps as an average crew would have written them; without enough runs nothing changes."""
    rows = np.flatnonzero(runs & (gap >= 0))
    if not len(rows) or crew.correct == 0:
        return gap
    written = gap[rows].astype(np.int64)
    _, seasons = np.unique(view.seasons()[rows], return_inverse=True)
    home = view.team("home_team")[rows]
    _, stadiums = np.unique(seasons * (home.max() + 1) + home, return_inverse=True)
    visiting = view.team("posteam")[rows] != home
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
    # A few runs prove no habit: the league's shares count as so many more.
    habit = (counts + crew.league_runs * average) / (total + crew.league_runs)
    habit = crew.correct * habit + (1 - crew.correct) * average
    habit = np.where(total >= crew.fewest_runs, habit, average)

    games, game_ids = view.coded("game_id")
    starts = np.cumsum(habit, axis=1) - habit
    position = starts[stadiums, written] + habit[stadiums, written] * spread.positions(
        (games[rows], game_ids), (written, list(GAPS))
    )
    ends = np.cumsum(league, axis=1)[seasons]
    # Rounding must not move a run whose crew has no habit.
    moved = (position[:, None] >= ends[:, :-1] - 1e-12).sum(axis=1)
    same = np.abs(habit - average).max(axis=1)[stadiums] < 1e-12
    made = gap.copy()
    made[rows] = np.where(same, written, moved)
    return made
