"""The one door from Python into the compiled rules: games between pairs of teams, so many runs each."""

from __future__ import annotations

from typing import Any

from chartkit.systems.ddf.kernel.compiled import Memory, Stream, entry, start_of
from chartkit.systems.ddf.kernel.game import play_game
from chartkit.systems.ddf.kernel.luck import seed_stream
from chartkit.systems.ddf.kernel.names import NUMBER
from chartkit.systems.ddf.kernel.places import RULES, RULES_SIZE, STATISTICS, TEAM_SIZE, TEAMS, TROUBLE


@entry
def play_block(
    m: Memory,
    r: Stream,
    c: Memory,
    rules: Any,
    sheets: Any,
    pairs: Any,
    numbers: Any,
    seed: int,
    season: int,
    first_run: int,
    out: Any,
) -> None:
    """Every pair, every run; stops at the first game that cannot be played."""
    memory, stream, coaches = start_of(m), start_of(r), start_of(c)
    for game in range(pairs.shape[0]):
        home, away = pairs[game, 0], pairs[game, 1]
        for place in range(RULES_SIZE):
            m[RULES + place] = rules[home, place]
        for place in range(TEAM_SIZE):
            m[TEAMS + place] = sheets[home, place]
            m[TEAMS + TEAM_SIZE + place] = sheets[away, place]
        for run in range(out.shape[1]):
            seed_stream(stream, seed, season, numbers[game], first_run + run)
            play_game(memory, stream, coaches)
            if m[TROUBLE] != 0:
                return
            for place in range(NUMBER):
                out[game, run, 0, place] = m[STATISTICS + place]
                out[game, run, 1, place] = m[STATISTICS + NUMBER + place]
