"""Team statistics as in an NFL game book, from the plays alone; `tally` counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.engine.decisions import NO_HUDDLE
from chartkit.systems.ddf.engine.events import Event, record_of
from chartkit.systems.ddf.engine.state import KICKOFF, PHASES
from chartkit.systems.ddf.scorebook.names import NAMES
from chartkit.systems.ddf.scorebook.plays import Play
from chartkit.systems.ddf.scorebook.tally import Tally, count_step, finish

Statistics = Counter[str]


def statistics(plays: Sequence[Play]) -> tuple[Statistics, Statistics]:
    """Both teams' statistics (home, visitor) by `names.NAMES`."""
    tally = Tally()
    for play in plays:
        load_play(tally, play)
        count_step(tally)
    for team, calls in enumerate(calls_made(plays)):
        tally.calls[team] = [calls[play] for play in PLAYS]
        # The log tells how many were used, not how many are left.
        tally.start_no_huddle[team] = sum(_hurries(play) for play in plays if play.after.team == team)
    finish(tally)
    home, visitor = (Counter(dict(zip(NAMES, counted, strict=True))) for counted in tally.statistics)
    return home, visitor


def counted(play: Play) -> Statistics:
    """What one play adds to the statistics of the team that had the ball or kicked it."""
    return statistics([play])[play.team]


def load_play(tally: Tally, play: Play) -> None:
    """Put a play before the tally, to be counted next; its seconds are its own wherever the log has them."""
    events: tuple[Event, ...] = (*play.happenings, *play.points, *play.charged, play.after)
    tally.records = [list(record) for record in map(record_of, events) if record]
    tally.record_count, tally.snapped_at = len(tally.records), 0
    tally.period, tally.ball_phase, tally.ball_team = play.period, PHASES.index(play.phase), play.team
    tally.ball_spot, tally.ball_down, tally.ball_to_go = play.spot, play.down, play.to_go


def _hurries(play: Play) -> int:
    """1 if the team with the ball after the play hurried, which shortens the play's own time (R23.2)."""
    return sum(clock.row == NO_HUDDLE for clock in play.charged)


def calls_made(plays: Sequence[Play]) -> tuple[Counter[str], Counter[str]]:
    """How often each team called each play 1-9, for the comparison with its quota (R26.2)."""
    calls: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for play in plays:
        if play.phase != KICKOFF and play.call in PLAYS:
            calls[play.team][play.call] += 1
    return calls
