"""The compiled bodies of the rules' seams (`rules.seams`), and many games played with them.

Dice come from a stream, coaches are computers, records are for the tally alone. A game is a numpy record with the
fields of `Mind` (the game and its coaches) and of `Tally`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartkit.errors import InputError
from chartkit.running.compiled import Engine, record_type
from chartkit.running.fields import zeros
from chartkit.running.stream import Stream, begin_numbers, random_below, seed_stream
from chartkit.systems.ddf.charts import TeamChart
from chartkit.systems.ddf.coaches.computer import ComputerCoach, SituationCoach, SolitaireCoach
from chartkit.systems.ddf.coaches.decide import (
    answer,
    defense_call,
    fourth_down,
    offense_call,
    other_play,
    solitaire_play,
    table_play,
    worth,
)
from chartkit.systems.ddf.coaches.endgame import kneels_out, runs_out, unwise_late
from chartkit.systems.ddf.coaches.mind import MOST_SITUATIONS, WHOLE, Mind
from chartkit.systems.ddf.coaches.tables import CoachTable, faced_parts, habit_fields, team_fields
from chartkit.systems.ddf.coaches.winning import ChanceTable, shipped_chances
from chartkit.systems.ddf.engine.matchup import FIVE_TOTALS, TOTALS, Generic, Sheet, generic_of, matchup, sheet
from chartkit.systems.ddf.engine.table import OUTCOMES, GameLog, StreamRolls, Table
from chartkit.systems.ddf.many.places import JOB_SIZE, play_jobs
from chartkit.systems.ddf.rules import seams
from chartkit.systems.ddf.rules.flow import begin, coin_toss, end_period, judge_overtime, play_down, step
from chartkit.systems.ddf.rules.game import TOO_MANY_RECORDS, TROUBLES, Cell
from chartkit.systems.ddf.rules.kicks import field_goal, kick_off, punt
from chartkit.systems.ddf.rules.legality import any_play_left
from chartkit.systems.ddf.rules.names import DECLINE, DEFENSIVE, OFFENSIVE, OVER, PLAYS, POINTS
from chartkit.systems.ddf.rules.options import Options
from chartkit.systems.ddf.rules.penalties import before_snap, offsetting, settle_fouls
from chartkit.systems.ddf.rules.scrimmage import ball_carried, call_again, calls_stand, grounded, kneel, trapped
from chartkit.systems.ddf.rules.tables import RuleBook, rule_fields, standard_rules
from chartkit.systems.ddf.rules.turnovers import fumble, interception
from chartkit.systems.ddf.rules.whistle import dead_ball, settle_clock
from chartkit.systems.ddf.scorebook import NUMBER
from chartkit.systems.ddf.scorebook.tally import (
    MOST_STEP_RECORDS,
    RECORD_SIZE,
    Tally,
    begin_count,
    begin_step,
    count_step,
    finish,
    follow_drive,
)

Statistics = NDArray[np.int16]
Situations = NDArray[np.int64]

#: Numbers of the situation that a choice about fouls can change, and how many such choices there can be beside the
#: situation that was put aside, which is the first.
_SITUATION, _CHOICES = 15, 34
_MOST_PLAY_RECORDS = 64
_COLUMNS, _FIVES, _MOST_FORCED = 20, 58, 4
#: Room for the records of any game that ends.
MOST_GAME_RECORDS = 60_000
#: A cell as one number: kind, star, bold and yards.
_YARDS_ZERO = 512

#: What the compiled bodies of the seams need beyond the fields of game, coaches and tally.
EXTRA: tuple[tuple[Any, ...], ...] = (
    ("stream", np.uint64),
    ("next_stream", np.uint64),
    ("columns", np.int32, (2, _COLUMNS, TOTALS)),
    ("fives", np.int32, (2, _FIVES, FIVE_TOTALS)),
    ("forced_count", np.int32, (2, TOTALS)),
    ("forced_cells", np.int32, (2, TOTALS, _MOST_FORCED)),
    ("choice_count", np.int64),
    ("choice_action", np.int64, (_CHOICES,)),
    ("choices", np.int64, (_CHOICES, _SITUATION)),
    ("choice_records_count", np.int64, (_CHOICES,)),
    ("choice_records", np.int64, (_CHOICES, _MOST_PLAY_RECORDS, RECORD_SIZE)),
)


#: Large tables, in short numbers so that more of a game is at hand.
_SHORT: Mapping[str, Any] = {
    **dict.fromkeys(("coach_calls", "coach_formations", "coach_fourth_downs"), np.int16),
    **dict.fromkeys(("coach_distance_place", "coach_field_place"), np.int16),
    **dict.fromkeys(("coach_kick_distance_place", "coach_kick_field_place"), np.int16),
    **dict.fromkeys(("coach_state_at", "coach_moment", "priority"), np.int8),
    "statistics": np.int32,
    "squeeze_yards": np.int16,
    "chances": np.int16,
}


GAME = record_type((Mind, Tally), EXTRA, _SHORT)


# The seams.

_OFFENSIVE, _DEFENSIVE = OUTCOMES[0], OUTCOMES[1]
_OFFENSIVE_WAYS, _DEFENSIVE_WAYS, _D10_WAYS = len(OUTCOMES[0]), len(OUTCOMES[1]), len(OUTCOMES[2])


def _roll(game: Any, dice: int, team: int, chart: int) -> int:
    total: int
    if dice == OFFENSIVE:
        total = _OFFENSIVE[random_below(game, _OFFENSIVE_WAYS)]
    elif dice == DEFENSIVE:
        total = _DEFENSIVE[random_below(game, _DEFENSIVE_WAYS)]
    else:
        total = random_below(game, _D10_WAYS)
    return total


def packed(cell: Cell) -> int:
    """A cell as one number."""
    return cell.kind | cell.star << 6 | cell.bold << 7 | (cell.yards + _YARDS_ZERO) << 8


def _unpacked(number: int) -> Cell:
    return Cell(number & 63, (number >> 8) - _YARDS_ZERO, number & 64 != 0, number & 128 != 0)


def _cell_at(game: Any, team: int, column: int, total: int) -> Cell:
    return _unpacked(game.columns[team][column][total])


def _cell_of_five(game: Any, team: int, column: int, total: int) -> Cell:
    return _unpacked(game.fives[team][column][total])


def _forced_foul(game: Any, team: int, total: int, number: int) -> Cell:
    return _unpacked(game.forced_cells[team][total][number])


def _forced_fouls(game: Any, team: int, total: int) -> int:
    count: int = game.forced_count[team][total]
    return count


def _draw(game: Any, team: int, below: int) -> int:
    return random_below(game, below)


def _record(game: Any, what: int, team: int, yards: int, spot: int, detail: int, extra: int) -> None:
    number = game.record_count
    if number >= MOST_STEP_RECORDS:
        game.trouble = TOO_MANY_RECORDS
        return
    row = game.records[number]
    row[0], row[1], row[2], row[3], row[4], row[5] = what, team, yards, spot, detail, extra
    game.record_count = number + 1


def _snap(game: Any) -> None:
    game.snapped_at = game.record_count


def _first_happening(game: Any) -> tuple[int, int]:
    for number in range(game.snapped_at, game.record_count):
        row = game.records[number]
        if row[0] < POINTS:
            return row[0], row[2]
    return -1, 0


def _forget(game: Any) -> None:
    game.record_count = game.snapped_at


def _keep(game: Any, number: int) -> None:
    """Copy the situation and the records since the snap to a place among the choices."""
    kept, rows, count = game.choices[number], game.choice_records[number], game.record_count - game.snapped_at
    if count > _MOST_PLAY_RECORDS:
        game.trouble, count = TOO_MANY_RECORDS, 0
    kept[0], kept[1], kept[2], kept[3] = game.phase, game.clock, game.possession, game.down
    kept[4], kept[5], kept[6], kept[7] = game.spot, game.to_gain, game.pending, game.pending_row
    kept[8], kept[9], kept[10] = game.pending_team, game.stoppable, game.untimed
    kept[11], kept[12], kept[13], kept[14] = game.kickoff_shift, game.try_kick, game.score[0], game.score[1]
    for row in range(count):
        for part in range(RECORD_SIZE):
            rows[row][part] = game.records[game.snapped_at + row][part]
    game.choice_records_count[number] = count


def _situation_of(game: Any, number: int) -> None:
    """The situation of a choice."""
    kept = game.choices[number]
    game.phase, game.clock, game.possession, game.down = kept[0], kept[1], kept[2], kept[3]
    game.spot, game.to_gain, game.pending, game.pending_row = kept[4], kept[5], kept[6], kept[7]
    game.pending_team, game.stoppable, game.untimed = kept[8], kept[9] != 0, kept[10] != 0
    game.kickoff_shift, game.try_kick, game.score[0], game.score[1] = kept[11], kept[12], kept[13], kept[14]


def restore(game: Any, number: int) -> None:
    """The situation of a choice with its records."""
    _situation_of(game, number)
    rows, count = game.choice_records[number], game.choice_records_count[number]
    for row in range(count):
        for part in range(RECORD_SIZE):
            game.records[game.snapped_at + row][part] = rows[row][part]
    game.record_count = game.snapped_at + count


def _put_aside(game: Any) -> None:
    _keep(game, 0)
    game.choice_count = 1


def _take_back(game: Any) -> None:
    restore(game, 0)


def _offer(game: Any, action: int, foul: int) -> None:
    _keep(game, game.choice_count)
    game.choice_action[game.choice_count] = action
    game.choice_count += 1


def _choose(game: Any, team: int) -> None:
    """The choice that leaves the best situation; declining wins a tie (R19.4)."""
    best, most = 0, 0
    for number in range(1, game.choice_count):
        _situation_of(game, number)
        value = 2 * worth(game, team) + (1 if game.choice_action[number] == DECLINE else 0)
        if best == 0 or value > most:
            best, most = number, value
    restore(game, best)


BODIES: Mapping[Any, Any] = {
    seams.roll: _roll,
    seams.cell_at: _cell_at,
    seams.cell_of_five: _cell_of_five,
    seams.forced_foul: _forced_foul,
    seams.forced_fouls: _forced_fouls,
    seams.ask: answer,
    seams.draw: _draw,
    seams.record: _record,
    seams.snap: _snap,
    seams.first_happening: _first_happening,
    seams.forget: _forget,
    seams.put_aside: _put_aside,
    seams.take_back: _take_back,
    seams.offer: _offer,
    seams.choose: _choose,
}


# Games.


def play_step(game: Any) -> None:
    """One step with its statistics."""
    begin_step(game)
    begin_numbers(game)
    step(game)
    count_step(game)


def start_game(game: Any, seed: int, season: int, number: int, run: int) -> None:
    """Before the coin toss of one game of one run."""
    seed_stream(game, seed, season, number, run)
    begin(game)
    begin_count(game)


def copy_records(game: Any, book: Any, written: int) -> int:
    """Copy the records of a step into a book; gives how many are in it."""
    for number in range(min(game.record_count, book.shape[0] - written)):
        for part in range(RECORD_SIZE):
            book[written + number, part] = game.records[number][part]
    total: int = written + game.record_count
    return total


def play_runs(game: Any, seed: int, season: int, number: int, first_run: int, out: Any, book: Any) -> None:
    """One game as often as `out` has rows; stops at the first that cannot be played. `book` takes the records."""
    written = 0
    for run in range(out.shape[0]):
        start_game(game, seed, season, number, first_run + run)
        while game.phase != OVER and game.trouble == 0:
            play_step(game)
            if book.shape[0] > 0:
                written = copy_records(game, book, written)
        finish(game)
        for team in range(2):
            for place in range(NUMBER):
                out[run, team, place] = game.statistics[team][place]
        if game.trouble != 0:
            return


def play_all(game: Any, stream: Any, out: Any, book: Any, jobs: Any, found: Any, bins: Any) -> None:
    """The one entry: situations (`places`) if there are jobs, else games; `stream` is seed, season, number, run."""
    if jobs.shape[0] > 0:
        play_jobs(game, jobs, stream[0], found, bins)
    else:
        play_runs(game, stream[0], stream[1], stream[2], stream[3], out, book)


#: What the compiler is told: of nearly every play, and of few.
_USUAL = (
    *(answer, offense_call, table_play, defense_call),
    *(step, play_down, settle_clock, calls_stand, ball_carried, dead_ball, follow_drive),
)
_RARE = (
    *(play_jobs, coin_toss, end_period, judge_overtime, kick_off, call_again, any_play_left),
    *(settle_fouls, before_snap, offsetting, fumble, interception, punt, field_goal, kneel, grounded, trapped),
    *(kneels_out, runs_out, fourth_down, unwise_late, other_play, solitaire_play),
)
ENGINE = Engine(play_all, BODIES, GAME, _USUAL, _RARE)


# Teams.


@dataclass(frozen=True)
class Teams:
    """A league's teams as numbers, laid out once; `codes` are in the order of everything else."""

    codes: tuple[str, ...]
    #: By team: the rules when it is at home, and its part of the fields that have one part a team.
    rules: tuple[Mapping[str, Any], ...]
    sheets: tuple[Mapping[str, Any], ...]
    #: By team: the shares of its calls by situation, and how often its defense faces each play.
    shares: NDArray[np.int64]
    faced: NDArray[np.int64]
    habits: Mapping[str, Any]

    def number(self, code: str) -> int:
        """The number of a team."""
        return self.codes.index(code)


def lay_out(
    charts: Mapping[str, TeamChart],
    generic: Generic = None,
    options: Options | None = None,
    coaches: Mapping[str, CoachTable] | None = None,
    rules: RuleBook | None = None,
    chances: ChanceTable | None = None,
) -> Teams:
    """Teams, rules and coaches as numbers; a team without a coach's table plays by its solitaire percentages."""
    options, rules = options or Options.advanced(), rules or standard_rules()
    sheets, shares, faced = [], [], []
    for code, chart in charts.items():
        laid = sheet(chart, generic_of(generic, chart.season), options, rules)
        table = coaches.get(code) if coaches else None
        shares.append(table.shares if table else zeros(MOST_SITUATIONS, PLAYS))
        faced.append(faced_parts(table))
        numbers = {**laid.fields, **cell_fields(laid), **_no_coach(), **team_fields(chart.supplement, table)}
        sheets.append({name: np.asarray(value, np.int64) for name, value in numbers.items()})
    return Teams(
        tuple(charts),
        tuple(rule_fields(rules, chart.season, options) for chart in charts.values()),
        tuple(sheets),
        np.array(shares, np.int64),
        np.array(faced, np.int64),
        {**habit_fields(), **(chances or shipped_chances()).fields},
    )


def _no_coach() -> dict[str, Any]:
    """The fields of a coach that knows nothing: what a coach does not have must not be left from another."""
    shapes = {field.name: field.metadata.get("shape", ()) for field in fields(Mind)}
    return {
        name: zeros(*shape[1:]) if shape[1:] else 0 for name, shape in shapes.items() if name.startswith("coach_")
    }


def cell_fields(laid: Sheet) -> dict[str, Any]:
    """The cells of a team, each packed into one number."""
    forced = [[packed(foul) for foul in fouls] for fouls in laid.forced]
    return {
        "columns": [[packed(cell) for cell in column] for column in laid.columns],
        "fives": [[packed(cell) for cell in column] for column in laid.fives],
        "forced_count": [len(fouls) for fouls in forced],
        "forced_cells": [fouls + [0] * (_MOST_FORCED - len(fouls)) for fouls in forced],
    }


def set_up(block: Any, teams: Teams, home: int, away: int) -> None:
    """Lay two teams on the board."""
    for name, value in teams.rules[home].items():
        block[name][0] = value
    for side, team in enumerate((home, away)):
        for name, value in teams.sheets[team].items():
            block[name][0][side] = value
    for side, (team, opponent) in enumerate(((home, away), (away, home))):
        reached = np.cumsum(teams.shares[team] * teams.faced[opponent], axis=1)
        # The same whole numbers as those of `calls_against`: no quotient is near enough to one to be rounded up.
        block["coach_calls"][0][side] = (reached * WHOLE / np.maximum(reached[:, -1:], 1)).astype(np.int16)


def new_block(teams: Teams) -> Any:
    """The memory of one game, with the habits of every coach."""
    block = np.zeros(1, GAME)
    for name, value in teams.habits.items():
        block[name][0] = value
    return block


def play_games(
    teams: Teams,
    pairs: Sequence[tuple[int, int]],
    n_runs: int,
    *,
    seed: int,
    season: int = 0,
    first_run: int = 0,
    games: Sequence[int] | None = None,
) -> Statistics:
    """Play each pair (home, visitor) so many times: statistics by game, run, team and `scorebook.names.NAMES`.

    The stream of a game depends on (seed, season, number of the game, run) alone: `games` gives the numbers when
    the pairs are only a part of a schedule, `first_run` the run to begin with. Threads can call this together.
    """
    out = np.zeros((len(pairs), n_runs, 2, NUMBER), np.int16)
    block, nobody_reads = new_block(teams), np.zeros((0, RECORD_SIZE), np.int64)
    for place, pair in enumerate(pairs):
        set_up(block, teams, *pair)
        number = place if games is None else games[place]
        _run(block, teams, pair, (seed, season, number, first_run), out[place], nobody_reads)
    return out


def record_game(
    teams: Teams, pair: tuple[int, int], *, seed: int, season: int = 0, number: int = 0, run: int = 0
) -> tuple[NDArray[np.int64], Statistics]:
    """One game of `play_games` with its records: rows of six numbers, and the statistics of both teams."""
    block, book = new_block(teams), np.zeros((MOST_GAME_RECORDS, RECORD_SIZE), np.int64)
    out = np.zeros((1, 2, NUMBER), np.int16)
    set_up(block, teams, *pair)
    _run(block, teams, pair, (seed, season, number, run), out, book)
    return book[: int(np.flatnonzero(book.any(axis=1))[-1]) + 1], out[0]


def _run(
    block: Any,
    teams: Teams,
    pair: tuple[int, int],
    stream: tuple[int, int, int, int],
    out: Statistics,
    book: NDArray[np.int64],
) -> None:
    seed, *rest = stream
    with np.errstate(over="ignore"):
        ENGINE.run(block[0], (seed % 2**63, *rest), out, book, *_NO_JOBS)
    if trouble := int(block["trouble"][0]):
        home, away = (teams.codes[team] for team in pair)
        raise InputError(f"{away} at {home} could not be played: {TROUBLES[trouble]}.")


_NO_JOBS = (np.zeros((0, JOB_SIZE), np.int64), np.zeros((0, 2), np.int64), np.zeros((1, 3), np.int64))
_NO_GAMES = (np.zeros((0, 2, NUMBER), np.int16), np.zeros((0, RECORD_SIZE), np.int64))


def play_situations(block: Any, jobs: Situations, seed: int, found: Situations, bins: Situations) -> None:
    """Play the situations of `jobs` with the teams of a block (`places.play_jobs`)."""
    with np.errstate(over="ignore"):
        ENGINE.run(block[0], (seed, 0, 0, 0), *_NO_GAMES, jobs, found, bins)


def play_again(
    charts: Mapping[str, TeamChart],
    home: str,
    away: str,
    coaches: Mapping[str, CoachTable],
    generic: Generic,
    options: Options,
    stream: Stream,
    rules: RuleBook | None = None,
    chances: ChanceTable | None = None,
) -> GameLog:
    """One game of `play_games` at the table: the same dice, decisions and statistics, with every event."""
    met = matchup(charts[home], charts[away], generic, options, rules)
    seats = tuple(
        _seat(charts[code], coaches.get(code), coaches.get(opponent), stream, chances)
        for code, opponent in ((home, away), (away, home))
    )
    table = Table(met, StreamRolls(stream.below), (seats[0], seats[1]))
    final = table.play(stream.begin_step)
    return GameLog(met, tuple(table.events), stream.seed, final)


def _seat(
    chart: TeamChart,
    table: CoachTable | None,
    opponent: CoachTable | None,
    stream: Stream,
    chances: ChanceTable | None,
) -> ComputerCoach:
    """A computer coach that draws from the stream of the game."""
    coach = SituationCoach(table, 0, opponent) if table else SolitaireCoach(chart.supplement, 0)
    coach.draw, coach.chances = stream.below, chances
    return coach
