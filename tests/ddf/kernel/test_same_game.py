"""The referee and the kernel play the same games: same dice, same decisions, same records, same statistics."""

import json
import random
from collections import Counter
from dataclasses import replace
from importlib.resources import files

import numpy as np
from support.charts import random_chart, random_generic
from support.games import some_game

from chartkit.plays.totals import STATISTICS
from chartkit.systems.ddf.coaches.situation import SituationCoach
from chartkit.systems.ddf.coaches.tables import CoachTable
from chartkit.systems.ddf.columns import PLAYS
from chartkit.systems.ddf.kernel.games import lay_out, play_games, record_game, table_of
from chartkit.systems.ddf.kernel.names import NAMES, PLACE
from chartkit.systems.ddf.kernel.scripts import KernelGame, consequences, play_script, script_of
from chartkit.systems.ddf.kernel.told import told
from chartkit.systems.ddf.referee.log import GameLog
from chartkit.systems.ddf.referee.options import FEATURES, Options
from chartkit.systems.ddf.referee.play import play
from chartkit.systems.ddf.referee.rolls import SeededRolls
from chartkit.systems.ddf.scorebook.drives import drives_of
from chartkit.systems.ddf.scorebook.plays import plays_of
from chartkit.systems.ddf.scorebook.statistics import calls_made, statistics

OPTIONS = (
    Options.advanced(),
    Options.basic(),
    Options.from_json({**Options.advanced().to_json(), "goal_line_squeeze": "season", "third_play_30": True}),
    Options.from_json({**Options.advanced().to_json(), "playoff": True, "off15_on_score": "choice"}),
    Options.from_json({**Options.basic().to_json(), "offense_fumble_return": "never", "spike_seconds": 0}),
)
CHARTS = {code: random_chart(number, code=code) for number, code in enumerate(("AAA", "BBB", "CCC", "DDD"))}
GENERIC = random_generic(1)


def same(log: GameLog, game: KernelGame) -> None:
    """Every consequence and every statistic of both teams."""
    for number, (theirs, mine) in enumerate(zip(consequences(log.events), game.events, strict=False)):
        assert theirs == mine, f"record {number}"
    assert len(consequences(log.events)) == len(game.events)
    plays = plays_of(log.events)
    totals, calls, drives = statistics(plays), calls_made(plays), drives_of(plays)
    for team in (0, 1):
        counted = dict(zip(NAMES, game.statistics[team].tolist(), strict=True))
        assert {name: counted[name] for name in STATISTICS} == {name: totals[team][name] for name in STATISTICS}
        own = [drive for drive in drives if drive.team == team]
        assert counted["drives"] == len(own)
        assert counted["drive_plays"] == sum(drive.plays for drive in own)
        assert counted["drive_yards"] == sum(drive.yards for drive in own)
        assert counted["drive_start"] == sum(drive.start for drive in own)
        assert counted["drive_seconds"] == sum(drive.seconds for drive in own)
        assert counted["red_zone_drives"] == sum(drive.red_zone for drive in own)
        results = Counter(f"drives_{drive.result.replace(' ', '_')}" for drive in own)
        assert all(counted[name] == results[name] for name in results)
        assert [counted[f"calls_{play.lower().replace('-', '_').replace(' ', '_')}"] for play in PLAYS] == [
            calls[team][play] for play in PLAYS
        ]
        kinds = ("rushing_touchdowns", "passing_touchdowns", "return_touchdowns")
        assert sum(counted[kind] for kind in kinds) == counted["touchdowns"]


def some_options(seed: int) -> Options:
    """Every option at random, now and then one of the usual sets."""
    rng = random.Random(seed)
    if rng.random() < 0.2:
        return rng.choice(OPTIONS)
    return replace(
        Options.basic(),
        **{name: rng.random() < 0.5 for name in (*FEATURES, "third_play_30", "playoff")},
        offense_fumble_return=rng.choice(("always", "d10", "never")),
        goal_line_squeeze=rng.choice(("printed", "season", "off")),
        off15_on_score=rng.choice(("kickoff", "choice")),
        spike_seconds=rng.choice((0, 10)),
    )


def test_the_same_dice_and_decisions_give_the_same_game(games: int) -> None:
    for seed in range(games):
        log = some_game(seed, some_options(seed))
        same(log, play_script(log.matchup, script_of(log.events)))


def test_a_game_of_the_kernel_is_a_game_of_the_referee() -> None:
    for options in OPTIONS:
        tables = lay_out(CHARTS, GENERIC, options)
        for run in range(6):
            game = record_game(tables, 0, 1, seed=7, season=2017, game=3, run=run)
            same(told(table_of(CHARTS, "AAA", "BBB", GENERIC, options), game), game)
            block = play_games(
                tables, tables.pairs([("AAA", "BBB")]), 1, seed=7, season=2017, first_run=run, games=[3]
            )
            assert np.array_equal(block[0, 0], game.statistics)


def test_the_situation_coach_of_the_kernel_makes_legal_games_of_his_table() -> None:
    data = json.loads(files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8"))
    coach = CoachTable.from_json(data)
    options = Options.advanced()
    tables = lay_out(CHARTS, GENERIC, options, dict.fromkeys(CHARTS, coach))
    for run in range(6):
        game = record_game(tables, 2, 3, seed=5, season=2017, run=run)
        same(told(table_of(CHARTS, "CCC", "DDD", GENERIC, options), game), game)


def test_both_situation_coaches_play_the_same_football() -> None:
    data = json.loads(files("chartkit.systems.ddf").joinpath("data/coach_league.json").read_text("utf-8"))
    # Defenses that see many runs, and tries for two that no habit knows.
    data["faced"] = {"1-LINE PLUNGE": 1.8, "3-END RUN": 1.5, "8-LONG": 0.4}
    data["two_point"] = {"first half": {"-3": 0.6, "3": 0.2}, "second half": {"-3": 0.1, "3": 0.9}}
    coach, options = CoachTable.from_json(data), Options.advanced()
    tables = lay_out(CHARTS, GENERIC, options, dict.fromkeys(CHARTS, coach))
    table = table_of(CHARTS, "AAA", "BBB", GENERIC, options)
    names = ("points", "plays", "total_yards", "rushes", "passes", "punts", "penalties", "two_points_tried")
    places = [PLACE[name] for name in names]
    mine = play_games(tables, tables.pairs([("AAA", "BBB")]), 2000, seed=11)[0][:, :, places].astype(np.float64)
    games = []
    for seed in range(100):
        met = coach.against(coach)
        coaches = SituationCoach(met, f"home {seed}"), SituationCoach(met, f"away {seed}")
        totals = statistics(plays_of(play(table, coaches, SeededRolls(seed)).events))
        games.append([[totals[team][name] for name in names] for team in (0, 1)])
    theirs = np.array(games, np.float64)
    error = np.sqrt(theirs.var(axis=0) / len(theirs) + mine.var(axis=0) / len(mine))
    # Sixteen fixed figures: four standard errors are never reached unless the coaches differ.
    assert (np.abs(mine.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()


def test_a_game_keeps_its_numbers_whatever_else_is_played() -> None:
    tables = lay_out(CHARTS, GENERIC, Options.advanced())
    pairs = tables.pairs([("AAA", "BBB"), ("CCC", "DDD"), ("BBB", "CCC")])
    whole = play_games(tables, pairs, 8, seed=1, season=2017)
    assert np.array_equal(
        whole[1:2, 4:], play_games(tables, pairs[1:2], 4, seed=1, season=2017, first_run=4, games=[1])
    )
    assert np.array_equal(whole[:, :3], play_games(tables, pairs, 3, seed=1, season=2017))
    assert not np.array_equal(whole, play_games(tables, pairs, 8, seed=2, season=2017))
    assert whole[:, :, :, PLACE["points"]].max() > 0
