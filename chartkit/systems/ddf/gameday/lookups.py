"""What people look up during a game: cards, odds of the calls here, statistics, the plays so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from chartkit.errors import InputError
from chartkit.findings import match_name
from chartkit.pages import Table
from chartkit.systems.ddf import charts
from chartkit.systems.ddf.engine.events import Chance
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import SCRIMMAGE, GameState
from chartkit.systems.ddf.engine.table import DICE_SETS
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.scorebook import Play, box_page
from chartkit.systems.statistics import drive_chart, printed, team_statistics

if TYPE_CHECKING:
    from chartkit.systems.ddf.gameday.game import Game

#: Rows of a card that are shown around the one that was rolled.
_AROUND = 2
#: Plays that `log` shows without a number.
_LAST = 10
#: What a play from scrimmage gains yards by.
_GAINS = ("run", "complete", "scramble", "sack")

HELP = """\
A call is one line: 6, short, b, punt, fg. A word with it or alone: 6 no huddle, timeout, spike.
punt 10 takes 10 yards off the punt; 6 look asks you again after the reveal. Enter takes what stands in [brackets].

  ?          every legal choice here, and why another is not legal
  card       the cells around the last rolls; card 6 or card b a column or formation; card all the whole card
  odds       yards, first downs and turnovers of every play here, against every formation
  stats      both teams' statistics      drives   the drives so far
  box        the whole box score         log 20   the last 20 plays; log all
  why        why the computer coach decided so in the last play
  dice mine  roll your own dice from here on; dice computer lets the computer roll again
  undo 3     take three plays back; the dice stay the same
  save FILE  a copy of the game file (it is saved after every answer anyway)
  quit       leave; chartkit game --continue goes on"""


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
    """The column that was rolled on, by total; None for charts that are no columns of a card."""
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
        yield "{:16}{:>7}{:>7}{:>7}{:>7}{:>7}{:>7}{:>13}{:>10}".format(*row)
    yield from table.under


def odds_here(matchup: Matchup, state: GameState, only: str = "") -> Table:
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
    return Table(
        f"{offense.team.code} against {defense.team.code}: yards a play by formation; {goal}, turnover on average",
        ("", *(name[0] for name in charts.FORMATIONS), goal, "turnover"),
        tuple(rows),
        frozenset({""}),
        ("Basic odds of the two cards; a fumble may be recovered, a penalty counts as no yards.",),
    )


def odds_of(matchup: Matchup, play: Play) -> list[Table]:
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
        tables.append(Table(title, ("what", "chance"), tuple(shares.items()), frozenset({"what"})))
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
    tables.append(Table("The rolls", headings, tuple(rolls), frozenset({"roll on", "cell"})))
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
    reasons = next((each.reasons for each in reversed(game.steps()) if each.reasons), ())
    yield from reasons or ("No computer coach has decided anything yet.",)


#: What a word of the table shows, by the rest of the line.
LOOKUPS: Mapping[str, Callable[[Game, str], Iterator[str]]] = {
    "card": card_lines,
    "odds": odds_lines,
    "stats": lambda game, rest: printed(team_statistics, game.box_data(), game.teams),
    "drives": lambda game, rest: printed(drive_chart, game.box_data(), game.teams),
    "box": lambda game, rest: box_page(game.box_data(), game.teams),
    "log": log_lines,
    "why": why_lines,
    "help": lambda game, rest: iter(HELP.split("\n")),
}
