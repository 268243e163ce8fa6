"""What a game's records say: plays, statistics, drives, box score, plain English, and rows of play-by-play.

`plays` cuts a game log into plays and tells a situation or a play in English, `box` counts them team by team and
drive by drive and makes the box score, `play_by_play` writes it down as nflverse does. `tally` does the counting,
for one game as it stands and compiled for many; those import it directly.
"""

from chartkit.systems.ddf.scorebook.box import (
    FORMS,
    Drive,
    Narrator,
    box_page,
    box_score,
    calls_made,
    counted,
    drives_of,
    play_lines,
    statistics,
)
from chartkit.systems.ddf.scorebook.names import DRIVE_RESULTS, NAMES, NUMBER, PLACE
from chartkit.systems.ddf.scorebook.play_by_play import nflverse_rows
from chartkit.systems.ddf.scorebook.plays import (
    Play,
    PlayReader,
    ball_in_words,
    ball_of,
    called_in_words,
    outcome,
    plays_of,
    sentence,
    situation,
    situation_line,
)
