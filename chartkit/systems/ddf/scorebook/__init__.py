"""What a game's records say: plays, statistics, drives, box score, plain English, and rows of play-by-play.

`tally` counts the statistics (`names`) from the records of each step, for one game as it stands and compiled for
many. `plays` cuts a game log into plays; `statistics` and `drives` give them to the tally; `box` and `page` make
the box score, `words` tells a play in English, `play_by_play` writes it down as nflverse does.
"""
