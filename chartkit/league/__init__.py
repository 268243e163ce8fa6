"""A league of any game: its season played many times, put beside the real one, changed, and certified.

The league knows no game. `Simulation` says what it asks of one: charts, rules, and the statistics of games.
`simulate` plays one game many times, `season` a schedule, `chosen_run` one run of it in full; `try_change` plays it
with and without a change, and `certify` puts it beside the real season.
"""

from chartkit.league.comparison import Certificate, TeamFigure, read_certificate
from chartkit.league.job import Chunk, Job
from chartkit.league.league import Fixture, League, load_league
from chartkit.league.proof import (
    Effort,
    certify,
    chosen_run,
    season,
    simulate,
    try_change,
)
from chartkit.league.roundtrip import RoundTrip, certificate_blocks, read_made, read_roundtrip
from chartkit.league.runner import Workers, run
from chartkit.league.simulation import Changes, RecordedGame, Rules, SeasonFile, Simulation, Simulator, Statistics
from chartkit.league.what_if import put_cell

__all__ = [
    "Certificate",
    "Changes",
    "Chunk",
    "Effort",
    "Fixture",
    "Job",
    "League",
    "RecordedGame",
    "RoundTrip",
    "Rules",
    "SeasonFile",
    "Simulation",
    "Simulator",
    "Statistics",
    "TeamFigure",
    "Workers",
    "certificate_blocks",
    "certify",
    "chosen_run",
    "load_league",
    "put_cell",
    "read_certificate",
    "read_made",
    "read_roundtrip",
    "run",
    "season",
    "simulate",
    "try_change",
]
