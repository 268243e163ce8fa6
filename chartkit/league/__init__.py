"""A league of any game: its season played many times, put beside the real one, changed, and certified.

The league knows no game. `Simulation` says what it asks of one: charts, rules, and the statistics of games. `run`
plays a `Job` with some `Workers`; a tally counts what comes: `GameTally` one game many times,
`SeasonTally` a schedule, `PairTally` it with and without a change. `play_season` is one run of it in full, and
`round_trip` puts it beside the real season.
"""

from chartkit.league.comparison import Certificate, TeamFigure, read_certificate
from chartkit.league.job import Chunk, Job
from chartkit.league.league import (
    Changes,
    Fixture,
    League,
    RecordedGame,
    Rules,
    SeasonFile,
    Simulation,
    Simulator,
    Statistics,
    load_league,
    load_season_league,
)
from chartkit.league.many_seasons import SeasonTally
from chartkit.league.one_game import GameTally
from chartkit.league.one_season import play_season
from chartkit.league.pictures import draw_scores
from chartkit.league.roundtrip import RoundTrip, certificate_blocks, read_made, read_roundtrip, round_trip
from chartkit.league.runner import Progress, Workers, counted_runs, run, run_pairs
from chartkit.league.what_if import PairTally, put_cell

__all__ = [
    "Certificate",
    "Changes",
    "Chunk",
    "Fixture",
    "GameTally",
    "Job",
    "League",
    "PairTally",
    "Progress",
    "RecordedGame",
    "RoundTrip",
    "Rules",
    "SeasonFile",
    "SeasonTally",
    "Simulation",
    "Simulator",
    "Statistics",
    "TeamFigure",
    "Workers",
    "certificate_blocks",
    "counted_runs",
    "draw_scores",
    "load_league",
    "load_season_league",
    "play_season",
    "put_cell",
    "read_certificate",
    "read_made",
    "read_roundtrip",
    "round_trip",
    "run",
    "run_pairs",
]
