"""What people see of a game: scoreboard, field, drive, dice and cells before a call; play by play in a replay."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product, takewhile
from typing import Any, NamedTuple

from chartkit.football import field
from chartkit.systems.ddf import scorebook
from chartkit.systems.ddf.charts import OFFENSE, PLAYS, Kind, columns, parse
from chartkit.systems.ddf.coaches.computer import lay_chances, make_room
from chartkit.systems.ddf.coaches.mind import CERTAIN
from chartkit.systems.ddf.coaches.winning import ChanceTable, winning
from chartkit.systems.ddf.engine.events import Ball, Chance, Event
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import COIN_TOSS, SCRIMMAGE, TRY, GameState, set_state
from chartkit.systems.ddf.engine.table import DICE_SETS, Table
from chartkit.systems.ddf.gameday.speech import chart_as_printed
from chartkit.systems.ddf.rules.game import cell_of
from chartkit.systems.ddf.rules.names import HOME
from chartkit.systems.ddf.rules.priority import OUTCOMES, Outcome, defense_column, offense_row
from chartkit.systems.ddf.rules.priority_chart import final_result
from chartkit.systems.table import Line, RolledCell, Scene, View, place_of

Teams = tuple[str, str]

#: How two cells were combined (R5.3); {result} is what became of them.
_COMBINED = {
    Outcome.ADD: "added: {result}",
    Outcome.OFF: "the offense's cell counts",
    Outcome.DEF: "the defense's cell counts",
    Outcome.TD: "touchdown",
    Outcome.INC: "incomplete",
    Outcome.INT_MIN: "intercepted at the shorter: {result}",
    Outcome.F_MAX: "fumble at the longer: {result}",
    Outcome.F_MIN: "fumble at the shorter: {result}",
    Outcome.F_DEFYD: "fumble at the defense's yards: {result}",
    Outcome.F_EZ: "fumble in the end zone",
    Outcome.F_QT: "fumble where the QT column leaves the ball",
    Outcome.PEN: "a penalty, whatever the defense has",
    Outcome.GRD: "intentional grounding",
}


def clock_after_the_last_play(matchup: Matchup, state: GameState) -> int:
    """The clock if nobody stops it: the seconds of the last play stay open until the calls (R23.2)."""
    if state.phase != SCRIMMAGE or not state.pending:
        return state.clock
    # Where nobody sits everything is left at its default.
    settled, _ = Table(matchup, None, (None, None)).settle_clock(state)
    return settled.clock


class Step(NamedTuple):
    """The state before a step, its records, why the computer coaches decided so, and whether people rolled."""

    before: GameState
    events: Sequence[Event]
    reasons: tuple[str, ...]
    own_dice: bool


class Moment(NamedTuple):
    """A play, the step that it was, and the home team's chance to win before and after it, 0 to 1."""

    play: scorebook.Play
    step: Step
    before: float
    after: float

    @property
    def swing(self) -> float:
        """What the play changed."""
        return self.after - self.before


def view_of(matchup: Matchup, plays: Sequence[scorebook.Play], state: GameState) -> View:
    """Clock, ball and drive now."""
    teams = matchup.codes
    has_ball = state.phase in (SCRIMMAGE, TRY)
    own = _drive(plays, state)
    return View(
        period=field.period_short(state.period),
        clock=field.clock_in_words(clock_after_the_last_play(matchup, state)),
        situation=scorebook.ball_in_words(scorebook.ball_of(state), teams),
        has_ball=teams[state.possession] if has_ball else "",
        ball=place_of(state.spot, state.possession),
        direction=1 if state.possession == 0 else -1,
        to_gain=place_of(state.to_gain, state.possession) if state.phase == SCRIMMAGE else None,
        drive=_drive_in_words(own, state, teams),
        drive_plays=tuple(play.number for play in own),
    )


def _drive(plays: Sequence[scorebook.Play], state: GameState) -> list[scorebook.Play]:
    """The plays of the drive so far."""
    if state.phase != SCRIMMAGE:
        return []
    own = takewhile(lambda play: play.phase == SCRIMMAGE and play.team == state.possession, reversed(plays))
    return list(own)[::-1]


def _drive_in_words(own: Sequence[scorebook.Play], state: GameState, teams: Teams) -> str:
    if state.phase != SCRIMMAGE:
        return ""
    if not own:
        return f"{teams[state.possession]} begins a drive"
    start = own[0]
    where = field.spot_in_words(start.spot, teams[start.team], teams[1 - start.team])
    made, gained = len(own), state.spot - start.spot
    size = f"{made} play{'s' * (made != 1)}, {gained} yard{'s' * (abs(gained) != 1)}"
    return f"{teams[start.team]} drive: {size} from the {where}"


def lines_of(matchup: Matchup, course: Sequence[Moment], seed: int | str | None) -> list[Line]:
    """The log, a line a play."""
    teams = matchup.codes
    return [
        Line(
            number=play.number,
            period=field.period_short(play.period),
            clock=field.clock_in_words(play.clock),
            team=teams[play.team],
            situation=scorebook.situation(play, teams),
            called=scorebook.called_in_words(play),
            became=scorebook.outcome(play, teams),
            text=story(play, teams),
            start=place_of(play.spot, play.team),
            to_gain=place_of(play.spot + play.to_go, play.team) if play.phase == SCRIMMAGE else None,
            end=place_of(*reversed(_rest(play))),
            flags=tuple(f"{teams[each.team]} {each.foul}, {each.how}" for each in play.penalties),
            scored=play.points[-1].how if play.points else "",
            score={teams[0]: play.score_after[0], teams[1]: play.score_after[1]},
            rolls=tuple(rolled_cells(play, teams, seed)),
            combined=combined(matchup, play),
            reasons=step.reasons,
            home_wins=round(after, 4),
            own_dice=step.own_dice,
        )
        for play, step, _, after in course
    ]


def story(play: scorebook.Play, teams: Teams) -> str:
    """The football sentence, with the score after a play that scored."""
    if not play.points:
        return scorebook.sentence(play, teams)
    home, away = play.score_after
    return f"{scorebook.sentence(play, teams)}  [{teams[1]} {away}, {teams[0]} {home}]"


# Dice and cells.


def rolled_cells(play: scorebook.Play, teams: Teams, seed: int | str | None) -> Iterator[RolledCell]:
    """Every roll of a play with its dice and the cell it hit."""
    for number, each in enumerate(play.chances):
        yield RolledCell(
            team=teams[each.team],
            place=chart_as_printed(each.chart),
            dice=_faces(each, f"faces {seed} {play.number} {number}"),
            total=each.total,
            cell=each.cell,
            card=_place_on_card(each),
        )


#: Charts that stand on a card under another name than in the log.
_ON_CARD = {
    "coverage.KICK": ("coverage", "KICK COVERAGE"),
    "coverage.PUNT": ("coverage", "PUNT COVERAGE"),
    "containment.QT": ("coverage", "QT CONTAINMENT"),
    "adjustment.FG": ("coverage", "FG ADJUSTMENT"),
    "supplement.SHORT PASS BIG PLAY": ("supplement", "SHORT PASS BIG PLAY"),
}


def _place_on_card(roll: Chance) -> tuple[str, str, str] | None:
    """Where the cell of a roll stands among the tables of a card (`column_tables`); None for other charts."""
    room, *names = roll.chart.split(".")
    if roll.chart in _ON_CARD:
        return (*_ON_CARD[roll.chart], str(roll.total))
    if room == "defense":
        return names[0], names[1], str(roll.total)
    if room in ("offense", "special") and names[0] in (*OFFENSE, *columns.SPECIAL_TEAMS):
        return ("offense" if room == "offense" else "special teams"), names[0], str(roll.total)
    return None


def _faces(roll: Chance, key: str) -> tuple[tuple[str, int], ...]:
    """Faces that give the total, each combination as likely as at a real table; the same for the same key."""
    chosen = random.Random(key).choice(_ways(roll.dice, roll.total))
    return tuple((die.name, face) for die, face in zip(DICE_SETS[roll.dice].dice, chosen, strict=True))


@cache
def _ways(dice_set: int, total: int) -> list[tuple[int, ...]]:
    """Every way in which dice give a total."""
    dice = DICE_SETS[dice_set]
    return [faces for faces in product(*(die.faces for die in dice.dice)) if dice.total(faces) == total]


def combined(matchup: Matchup, play: scorebook.Play) -> str:
    """How the priority chart combines the two cells of a play from scrimmage; empty for other plays."""
    mine = next((each for each in play.chances if each.chart.removeprefix("offense.") in PLAYS), None)
    theirs = next((each for each in play.chances if each.chart.startswith("defense.")), None)
    if mine is None or theirs is None:
        return ""
    offense, defense = parse(mine.cell), parse(theirs.cell)
    row, column = offense_row(cell_of(offense)), defense_column(cell_of(defense))
    found = OUTCOMES[matchup.fields["priority"][row][column]]
    if found is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
        return "a breakaway: the B column is rolled, the defense's cell added"
    return _COMBINED[found].format(result=final_result(found, offense, defense))


def roll_line(each: RolledCell) -> str:
    """`27 on WND offense, 6-SHORT: 12`."""
    return f"{each.total} on {each.team} {each.place}: {each.cell}"


# A game shown again.


def _board(play: scorebook.Play, state: GameState, teams: Teams, ink: field.Ink) -> str:
    """Score with timeouts, quarter and clock, down: at most 80 characters."""
    sides = [f"{teams[team]} {play.score[team]} {(ink.dot * state.timeouts[team]):3}" for team in (1, 0)]
    ball = scorebook.ball_in_words(Ball(play.phase, play.team, play.down, play.to_go, play.spot), teams)
    when = f"{field.period_short(play.period)} {field.clock_in_words(play.clock):>5}"
    return f"{sides[0]}  {sides[1]}  {when}   {ball}".rstrip()


def _rest(play: scorebook.Play) -> tuple[int, int]:
    """Where the ball is at the end: a score is in the end zone, whatever comes next."""
    if scored := play.first("touchdown"):
        return scored.team, 100
    if play.points and play.points[-1].how in ("field goal", "PAT", "two-point conversion"):
        return play.team, 100
    if play.first("safety"):
        return play.team, 0
    if play.after.phase == SCRIMMAGE:
        return play.after.team, play.after.spot
    return play.team, play.spot


def scenes(course: Sequence[Moment], teams: Teams, *, plain: bool) -> Iterator[Scene]:
    """Every play with the home team's chance to win on the scoreboard; how the game went follows the last one."""
    ink = field.ASCII if plain else field.UNICODE
    for moment in course:
        play = moment.play
        to_gain = play.spot + play.to_go if play.phase == SCRIMMAGE else None
        home, away = play.score_after
        yield Scene(
            number=play.number,
            board=f"{_board(play, moment.step.before, teams, ink)}  {teams[0]} {100 * moment.before:.0f}%",
            field=field.draw(teams, play.team, play.spot, to_gain, _rest(play), ink),
            story=story(play, teams),
            data={
                "number": play.number,
                "period": play.period,
                "clock": play.clock,
                "team": teams[play.team],
                "down": play.down,
                "to_go": play.to_go,
                "spot": play.spot,
                "call": play.call,
                "formation": play.formation,
                "text": scorebook.sentence(play, teams),
                "score": {teams[0]: home, teams[1]: away},
                "home_wins": round(moment.after, 4),
            },
            after=("", *chances_told(course, teams, plain=plain)) if moment is course[-1] else (),
        )


# The course of a game as the home team's chance to win.

BIGGEST = 3
_ROWS, _COLUMNS = 9, 40


def moments(steps: Sequence[Step], last: GameState, table: Matchup, chances: ChanceTable) -> list[Moment]:
    """Every play with its chances; between steps nothing changes."""
    game: Any = table.new_game()
    make_room(game)
    lay_chances(game, chances)

    def chance(state: GameState) -> float:
        if state.phase == COIN_TOSS:
            return 0.5
        set_state(game, state)
        return winning(game, HOME) / CERTAIN

    reader, found, states = scorebook.PlayReader(), [], [step.before for step in steps] + [last]
    for number, step in enumerate(steps):
        for play in reader.feed(step.events):
            found.append(Moment(play, step, chance(states[number]), chance(states[number + 1])))
    return found


def _biggest(course: Sequence[Moment], number: int = BIGGEST) -> list[Moment]:
    """The plays that changed most, the biggest first."""
    return sorted(course, key=lambda moment: -abs(moment.swing))[:number]


def _line_drawn(course: Sequence[Moment], teams: tuple[str, str], *, plain: bool) -> Iterator[str]:
    """The line from the first play to the last: the home team wins at the top, the visitor at the bottom."""
    if not course:
        return
    mark, rule = ("*", "-") if plain else ("•", "─")
    values = [course[0].before, *(moment.after for moment in course)]
    width = min(_COLUMNS, len(values))
    line = [values[place * (len(values) - 1) // max(1, width - 1)] for place in range(width)]
    for row in range(_ROWS):
        ink = rule if row == _ROWS // 2 else " "
        cells = [mark if round((1 - value) * (_ROWS - 1)) == row else ink for value in line]
        label = {0: f"{teams[0]} 100%", _ROWS // 2: "50%", _ROWS - 1: f"{teams[1]} 100%"}.get(row, "")
        yield f"{label:>9} {''.join(cells)}".rstrip()


def chances_told(course: Sequence[Moment], teams: tuple[str, str], *, plain: bool = False) -> Iterator[str]:
    """The line and the biggest plays, for people."""
    if not course:
        return
    yield "CHANCE TO WIN"
    yield from _line_drawn(course, teams, plain=plain)
    yield ""
    yield "BIGGEST PLAYS"
    for moment in _biggest(course):
        play, gainer = moment.play, teams[0 if moment.swing >= 0 else 1]
        when = f"{field.period_in_words(play.period)} {field.clock_in_words(play.clock):>5}"
        yield f"{when}  {gainer} +{100 * abs(moment.swing):.0f}%: {scorebook.sentence(play, teams)}"


def chances_data(course: Sequence[Moment], teams: tuple[str, str]) -> dict[str, Any]:
    """The same as data."""
    return {
        "home": teams[0],
        "line": [{"play": moment.play.number, "home_wins": round(moment.after, 4)} for moment in course],
        "biggest_plays": [
            {
                "play": moment.play.number,
                "before": round(moment.before, 4),
                "after": round(moment.after, 4),
                "text": scorebook.sentence(moment.play, teams),
            }
            for moment in _biggest(course)
        ],
    }
