"""The table and the compiled engine play the same games: same numbers, same records, same statistics."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np
from support.charts import random_chart, random_generic

from chartkit.running.stream import Stream
from chartkit.systems.ddf.charts import PLAYS
from chartkit.systems.ddf.coaches.mind import WHOLE
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.engine.events import record_of
from chartkit.systems.ddf.many.games import lay_out, new_block, play_again, play_games, record_game, set_up
from chartkit.systems.ddf.rules.options import FEATURES, Options
from chartkit.systems.ddf.scorebook import NAMES, PLACE, plays_of, statistics

CODES = ("AAA", "BBB", "CCC", "DDD")
OPTIONS = (
    Options.advanced(),
    Options.basic(),
    replace(Options.advanced(), goal_line_squeeze="season", third_play_30=True),
    replace(Options.advanced(), playoff=True, off15_on_score="choice"),
    replace(Options.basic(), offense_fumble_return="never", spike_seconds=0),
)


def league_table(**change: Any) -> CoachTable:
    """The shipped table of the league, with parts of it changed."""
    data = json.loads(files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8"))
    return CoachTable.from_json({**data, **change})


#: Defenses that see many runs, and tries for two that no habit knows.
RUNNERS = league_table(
    faced={"1-LINE PLUNGE": 1.8, "3-END RUN": 1.5, "8-LONG": 0.4},
    two_point={"first half": {"-3": 0.6, "3": 0.2}, "second half": {"-3": 0.1, "3": 0.9}},
)
COACHES = (None, league_table(), RUNNERS)


def some_options(rng: random.Random) -> Options:
    """Every option at random, now and then one of the usual sets."""
    if rng.random() < 0.2:
        return rng.choice(OPTIONS)
    return replace(
        Options.basic(),
        **{name: rng.random() < 0.5 for name in (*FEATURES, "third_play_30", "house_tables", "playoff")},
        offense_fumble_return=rng.choice(("always", "d10", "never")),
        goal_line_squeeze=rng.choice(("printed", "season", "off")),
        off15_on_score=rng.choice(("kickoff", "choice")),
        spike_seconds=rng.choice((0, 10)),
    )


def test_both_ways_to_run_the_rules_agree_on_every_record_and_every_statistic(games: int) -> None:
    for seed in range(0, games, 20):
        rng = random.Random(seed)
        season = rng.choice((1985, 1999, 2010, 2014, 2017, 2022, 2025))
        charts = {code: random_chart(seed * 4 + n, season=season, code=code) for n, code in enumerate(CODES)}
        generic, options = random_generic(seed), some_options(rng)
        coaches = {code: table for code in CODES if (table := rng.choice(COACHES)) is not None}
        teams = lay_out(charts, generic, options, coaches)
        for run in range(20):
            home, away = rng.sample(CODES, 2)
            pair = teams.number(home), teams.number(away)
            records, counted = record_game(teams, pair, seed=seed, season=season, number=3, run=run)
            log = play_again(charts, home, away, coaches, generic, options, Stream(seed, season, 3, run))
            told = [record for event in log.events if (record := record_of(event)) is not None]
            assert [tuple(record) for record in records.tolist()] == told
            for team, totals in enumerate(statistics(plays_of(log.events))):
                assert dict(zip(NAMES, counted[team].tolist(), strict=True)) == dict(totals)


def test_a_recorded_game_is_one_of_the_games_that_nobody_watches() -> None:
    charts = {code: random_chart(number, code=code) for number, code in enumerate(CODES)}
    for options in OPTIONS:
        teams = lay_out(charts, random_generic(1), options, {"AAA": RUNNERS})
        many = play_games(teams, [(0, 1)], 4, seed=7, season=2017, first_run=2, games=[3])
        for run in range(4):
            _, counted = record_game(teams, (0, 1), seed=7, season=2017, number=3, run=2 + run)
            assert np.array_equal(many[0, run], counted)


def test_a_game_keeps_its_numbers_whatever_else_is_played() -> None:
    charts = {code: random_chart(number, code=code) for number, code in enumerate(CODES)}
    teams = lay_out(charts, random_generic(1), Options.advanced(), {"BBB": RUNNERS})
    pairs = [(0, 1), (2, 3), (1, 2)]
    whole = play_games(teams, pairs, 8, seed=1, season=2017)
    part = play_games(teams, pairs[1:2], 4, seed=1, season=2017, first_run=4, games=[1])
    assert np.array_equal(whole[1:2, 4:], part)
    assert np.array_equal(whole[:, :3], play_games(teams, pairs, 3, seed=1, season=2017))
    assert not np.array_equal(whole, play_games(teams, pairs, 8, seed=2, season=2017))
    assert whole[:, :, :, PLACE["points"]].max() > 0


def test_a_situation_coach_calls_audibles_in_many_games() -> None:
    """Home field takes audibles from a visitor (R28.16); a coach that answers the reveal makes it count."""
    charts = {code: random_chart(number, code=code) for number, code in enumerate(CODES[:2])}
    given = replace(Options.basic(), audibles=True)
    tables = {code: league_table() for code in charts}
    with_, without = (
        play_games(lay_out(charts, random_generic(1), options, tables), [(0, 1)], 300, seed=4)
        for options in (given, Options.basic())
    )
    assert not np.array_equal(with_, without)
    calls = [PLACE[f"calls_{play.lower().replace('-', '_').replace(' ', '_')}"] for play in PLAYS]
    assert with_[0, :, :, calls].sum() > 0


def test_both_ways_draw_plays_from_the_same_shares() -> None:
    tables = {"AAA": league_table(), "BBB": RUNNERS}
    charts = {code: random_chart(number, code=code) for number, code in enumerate(tables)}
    teams = lay_out(charts, random_generic(1), Options.advanced(), tables)
    block = new_block(teams)
    set_up(block, teams, 0, 1)
    for side, (own, opponent) in enumerate((("AAA", "BBB"), ("BBB", "AAA"))):
        assert block["coach_calls"][0][side].tolist() == tables[own].calls_against(tables[opponent])
    assert block["coach_calls"].max() == WHOLE


_WITHOUT_A_COMPILER = """
import sys
sys.path.insert(0, "tests")
from support.charts import random_chart, random_generic
from chartkit.systems.ddf.many.games import lay_out, play_games
from chartkit.systems.ddf.rules.options import Options
charts = {code: random_chart(number, code=code) for number, code in enumerate(("AAA", "BBB"))}
teams = lay_out(charts, random_generic(1), Options.advanced())
print(play_games(teams, [(0, 1)], 1, seed=9, season=2017)[0, 0].tolist())
"""


def test_without_the_compiler_the_same_game_is_played_slowly() -> None:
    charts = {code: random_chart(number, code=code) for number, code in enumerate(("AAA", "BBB"))}
    teams = lay_out(charts, random_generic(1), Options.advanced())
    compiled = play_games(teams, [(0, 1)], 1, seed=9, season=2017)[0, 0].tolist()
    slowly = subprocess.run(
        [sys.executable, "-c", _WITHOUT_A_COMPILER],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (slowly.returncode, slowly.stdout.strip()) == (0, str(compiled)), slowly.stderr
