"""What people see of a game: scoreboard, field, drive, dice, cells; plays of a replay; what they look up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from chartkit.errors import InputError
from chartkit.findings import match_name
from chartkit.football import field
from chartkit.pages import Table as Page
from chartkit.pages import counted
from chartkit.systems.ddf import charts, scorebook
from chartkit.systems.ddf.coaches.computer import lay_chances, make_room
from chartkit.systems.ddf.coaches.mind import CERTAIN
from chartkit.systems.ddf.coaches.winning import ChanceTable, chance_told
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.events import Ball, Chance, Event
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import SCRIMMAGE, TRY, GameState, set_state
from chartkit.systems.ddf.engine.table import DICE_SETS, Table
from chartkit.systems.ddf.gameday.speech import chart_as_printed
from chartkit.systems.ddf.rules.game import cell_of
from chartkit.systems.ddf.rules.names import HOME
from chartkit.systems.ddf.rules.priority import OUTCOMES, Outcome, defense_column, offense_row
from chartkit.systems.ddf.rules.priority_chart import final_result, play_odds
from chartkit.systems.statistics import drive_chart, printed, team_statistics
from chartkit.systems.table import Line, RolledCell, Scene, View, place_of

if TYPE_CHECKING:
    from chartkit.systems.ddf.gameday.game import Game

Teams = tuple[str, str]
#: What people read at the table: help, and how two cells were combined.
_WORDS = shipped_data("table.toml")


def clock_after_the_last_play(matchup: Matchup, state: GameState) -> int:
    """The clock if nobody stops it: the seconds of the last play stay open until the calls (R23.2)."""
    if state.phase != SCRIMMAGE or not state.pending:
        return state.clock
    # Without coaches every decision is the default.
    settled, _ = Table(matchup, None, (None, None)).settle_clock(state)
    return settled.clock


class Step(NamedTuple):
    """The state before a step, its records, why the computer coaches decided so, and whether people rolled."""

    before: GameState
    events: Sequence[Event]
    reasons: tuple[str, ...]
    own_dice: bool


class Moment(NamedTuple):
    """A play, its step, and the home team's chance to win before and after it, 0 to 1."""

    play: scorebook.Play
    step: Step
    before: float
    after: float

    @property
    def swing(self) -> float:
        """How much the play changed the chance."""
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
    gained = state.spot - start.spot
    size = f"{counted(len(own), 'play')}, {gained} yard{'s' * (abs(gained) != 1)}"
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
    """The sentence of a play, with the score if it scored."""
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
    if room in ("offense", "special") and names[0] in (*charts.OFFENSE, *charts.columns.SPECIAL_TEAMS):
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
    mine = next((each for each in play.chances if each.chart.removeprefix("offense.") in charts.PLAYS), None)
    theirs = next((each for each in play.chances if each.chart.startswith("defense.")), None)
    if mine is None or theirs is None:
        return ""
    offense, defense = charts.parse(mine.cell), charts.parse(theirs.cell)
    row, column = offense_row(cell_of(offense)), defense_column(cell_of(defense))
    found = OUTCOMES[matchup.fields["priority"][row][column]]
    if found is Outcome.ADD and offense.kind is charts.Kind.BREAKAWAY:
        return "a breakaway: the B column is rolled, the defense's cell added"
    words: str = _WORDS["combined"][found]
    return words.format(result=final_result(found, offense, defense))


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
    """Every play with the home team's chance to win on the scoreboard; after the last one, how the game went."""
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
        set_state(game, state)
        return chance_told(game, HOME) / CERTAIN

    reader, found, states = scorebook.PlayReader(), [], [step.before for step in steps] + [last]
    for number, step in enumerate(steps):
        for play in reader.feed(step.events):
            found.append(Moment(play, step, chance(states[number]), chance(states[number + 1])))
    return found


def _biggest(course: Sequence[Moment]) -> list[Moment]:
    """The plays that changed most, the biggest first."""
    return sorted(course, key=lambda moment: -abs(moment.swing))[:BIGGEST]


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


# What people look up.

#: Rows of a card that are shown around the one that was rolled.
_AROUND = 2
#: Plays that `log` shows without a number.
_LAST = 10
#: What happens on a play from scrimmage that gains or loses yards.
_GAINS = ("run", "complete", "scramble", "sack")


# Cards.


def card_lines(game: Game, rest: str) -> Iterator[str]:
    """Cells around the last rolls; a column of the offense, a formation of the defense, or all of it."""
    team = _own_team(game)
    chart = _charts(game.matchup)[team]
    if not rest:
        yield from _around_the_rolls(game)
    elif rest == "all":
        yield from _columns(chart, charts.OFFENSE)
        for formation in charts.FORMATIONS:
            yield ""
            yield from _formation(chart, formation)
    elif len(rest) == 1 and rest.upper() in "ABCDEF":
        yield from _formation(chart, match_name(rest, charts.FORMATIONS, "formation"))
    else:
        yield from _columns(chart, (match_name(rest, charts.OFFENSE, "column"),))


def _own_team(game: Game) -> int:
    """The team of whoever is asked."""
    return game.question.team if game.question is not None else game.state.possession


def _charts(matchup: Matchup) -> tuple[charts.TeamChart, charts.TeamChart]:
    return matchup.home, matchup.away


def _columns(chart: charts.TeamChart, names: Sequence[str]) -> Iterator[str]:
    yield f"{chart.team.code} offense"
    yield " ".join(["  ", *(f"{name:>6.6}" for name in names)])
    for total in charts.dice.OFFENSIVE.totals:
        yield " ".join([str(total), *(f"{chart.offense.columns[name][total]!s:>6}" for name in names)])


def _formation(chart: charts.TeamChart, formation: str) -> Iterator[str]:
    yield f"{chart.team.code} defense, {formation}"
    yield " ".join([" ", *(f"{play:>6.6}" for play in charts.PLAYS)])
    for total in charts.dice.DEFENSIVE.totals:
        cells = (f"{chart.defense[formation][play][total]!s:>6}" for play in charts.PLAYS)
        yield " ".join([str(total), *cells])


def _around_the_rolls(game: Game) -> Iterator[str]:
    if not game.plays:
        yield "Nothing has been rolled yet; card 6, card b or card all show your card."
        return
    cards, codes = _charts(game.matchup), game.teams
    for roll in game.plays[-1].chances:
        found = _column_of(cards[roll.team], roll)
        if found is None:
            continue
        name, cells = found
        near = [total for total in cells if abs(total - roll.total) <= _AROUND]
        marked = (
            f"[{total}: {cells[total]}]" if total == roll.total else f"{total}: {cells[total]}" for total in near
        )
        yield f"{codes[roll.team]} {name}   {'   '.join(marked)}"


def _column_of(chart: charts.TeamChart, roll: Chance) -> tuple[str, Mapping[int, str]] | None:
    """The column that was rolled on, by total; None for charts that are not columns of a card."""
    room, *names = roll.chart.split(".")
    if room == "defense":
        column = chart.defense[names[0]][names[1]]
        return " ".join(names), {total: str(column[total]) for total in charts.dice.DEFENSIVE.totals}
    columns = {"offense": chart.offense.columns, "special": chart.special_teams.columns}.get(room, {})
    if names and names[0] in columns:
        return names[0], {total: str(columns[names[0]][total]) for total in charts.dice.OFFENSIVE.totals}
    return None


# Odds.


def odds_lines(game: Game, rest: str) -> Iterator[str]:
    """Every play against every formation from here: average yards; first downs and turnovers of all formations."""
    table = odds_here(game.matchup, game.state, rest)
    yield table.title
    for row in (table.headings, *table.rows):
        yield "{:14}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}{:>13}{:>10}".format(*row)
    yield from table.under


def odds_here(matchup: Matchup, state: GameState, only: str = "") -> Page:
    """The plays that can be called here, or one of them, against every formation."""
    if state.phase != SCRIMMAGE:
        raise InputError("odds are for plays from scrimmage.")
    cards = _charts(matchup)
    offense, defense = cards[state.possession], cards[1 - state.possession]
    goal = "touchdown" if state.goal_to_go else "first down"
    rows = []
    for play in [match_name(only, charts.PLAYS, "play")] if only else charts.PLAYS:
        found = [play_odds(offense, defense, play, formation) for formation in charts.FORMATIONS]
        made = _average(found, lambda odds: odds.count(lambda end: _reaches(end.result, state.to_go)))
        lost = _average(found, lambda odds: odds.counts["INT"] + odds.counts["F"])
        yards = (f"{float(odds.yards_per_play or 0):.1f}" for odds in found)
        rows.append((play, *yards, f"{float(made):.0%}", f"{float(lost):.1%}"))
    return Page(
        f"{offense.team.code} against {defense.team.code}: yards a play by formation; {goal}, turnover on average",
        ("", *(name[0] for name in charts.FORMATIONS), goal, "turnover"),
        tuple(rows),
        frozenset({""}),
        ("Basic odds of the two cards: a fumble may be recovered, a penalty is no gain.",),
    )


def odds_of(matchup: Matchup, play: scorebook.Play) -> list[Page]:
    """What the odds of a play were: of its calls against each other, and of every roll."""
    tables = []
    if play.call in charts.PLAYS and play.formation:
        cards = _charts(matchup)
        found = play_odds(cards[play.team], cards[1 - play.team], play.call, play.formation)
        shares = {
            "average yards": f"{float(found.yards_per_play or 0):.1f}",
            "first down or touchdown": _share(found, lambda end: _reaches(end.result, play.to_go)),
            "10 yards or more": _share(found, lambda end: _reaches(end.result, 10)),
            "20 yards or more": _share(found, lambda end: _reaches(end.result, 20)),
            **{name: f"{float(share):.1%}" for name, share in found.shares().items() if share},
        }
        if play.deed is not None and play.deed.what in _GAINS:
            gain = play.deed.yards
            shares[f"{gain} yards or more"] = _share(found, lambda end: _reaches(end.result, gain))
        title = f"{play.call} against {play.formation}"
        tables.append(Page(title, ("what", "chance"), tuple(shares.items()), frozenset({"what"})))
    rolls = []
    for roll in play.chances:
        dice_set = DICE_SETS[roll.dice]
        column = _column_of(_charts(matchup)[roll.team], roll)
        same = [total for total, cell in column[1].items() if cell == roll.cell] if column else [roll.total]
        rolls.append(
            (
                f"{matchup.codes[roll.team]} {roll.chart.replace('.', ', ')}",
                str(roll.total),
                f"{float(dice_set.chance(roll.total)):.1%}",
                roll.cell,
                f"{float(sum(dice_set.chance(total) for total in same)):.1%}",
            )
        )
    headings = ("roll on", "total", "chance", "cell", "chance of the cell")
    tables.append(Page("The rolls", headings, tuple(rolls), frozenset({"roll on", "cell"})))
    return tables


def _share(odds: charts.Odds, wanted: Callable[[charts.End], bool]) -> str:
    return f"{odds.count(wanted) / odds.outcomes:.1%}"


def _reaches(result: charts.Result, to_go: int) -> bool:
    if result.kind in (charts.Kind.YARDS, charts.Kind.FORCED):
        return result.yards >= to_go
    return result.kind in (charts.Kind.TOUCHDOWN, charts.Kind.FORCED_TD)


def _average(odds: Sequence[charts.Odds], count: Callable[[charts.Odds], int]) -> Fraction:
    return sum((Fraction(count(each), each.outcomes) for each in odds), Fraction(0)) / len(odds)


# The game so far.


def log_lines(game: Game, rest: str) -> Iterator[str]:
    """The last plays."""
    if rest and rest != "all" and not (rest.isascii() and rest.isdigit()):
        raise InputError(f"log takes a number of plays or all, not {rest!r}.")
    lines = game.story()
    return iter(lines if rest == "all" else lines[-int(rest or _LAST) :])


def why_lines(game: Game, rest: str) -> Iterator[str]:
    """The reasons of the last play in which a computer decided anything."""
    steps = game.steps()
    # Of the play under way a computer's call may be fixed, and must not be known before the other one.
    done = steps[:-1] if game.question else steps
    reasons = next((each.reasons for each in reversed(done) if each.reasons), ())
    yield from reasons or ("No computer coach has decided anything yet.",)


#: What a word of the table shows, by the rest of the line.
LOOKUPS: Mapping[str, Callable[[Game, str], Iterator[str]]] = {
    "card": card_lines,
    "odds": odds_lines,
    "stats": lambda game, rest: printed(team_statistics, game.box_data(), game.teams),
    "drives": lambda game, rest: printed(drive_chart, game.box_data(), game.teams),
    "box": lambda game, rest: scorebook.box_page(game.box_data(), game.teams),
    "log": log_lines,
    "why": why_lines,
    "help": lambda game, rest: iter(_WORDS["help"].splitlines()),
}
