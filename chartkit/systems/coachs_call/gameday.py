"""A game of Coach's Call as people see it: asked and answered in words, saved, shown again; cards, odds, log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.football.field import quarter_in_words
from chartkit.pages import Table, counted
from chartkit.systems import records as r
from chartkit.systems.coachs_call import GAME, TITLE, teams
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.coach import Mind
from chartkit.systems.coachs_call.matchup import ROLLS, Matchup, reason_against
from chartkit.systems.coachs_call.rules import game as n
from chartkit.systems.coachs_call.rules.game import BASIC, Options, boxes_left, ends_half, roll_sum
from chartkit.systems.coachs_call.rules.returns import SHORT_PUNT_FROM
from chartkit.systems.coachs_call.rules.scrimmage import is_run, may_call
from chartkit.systems.coachs_call.validate import build_tables, load_team, validate_tables
from chartkit.systems.coachs_call.words import COLUMN_NAMES, SLOT_NAMES, cell_text, outcome_text
from chartkit.systems.game_files import build_around
from chartkit.systems.logged import COMPUTER, Answer, Asked, LoggedGame, LoggedReferee
from chartkit.systems.records import Record
from chartkit.systems.table import Choice, GameOption, GameOrder, Prompt, RolledCell, View, listed, place_of

#: The tables of the game by their columns; rolls of the first are read combined, of the others as a sum (1.2).
_SHEETS = {part.replace("_", " "): columns for part, columns in t.PARTS.items()}
#: Kicks are read in a column of their own (8).
_KICKS = {
    r.IS_KICKOFF: n.KICKOFF_COLUMN,
    r.IS_ONSIDE: n.ONSIDE_COLUMN,
    r.IS_FIELD_GOAL: n.FIELD_GOAL_COLUMN,
    r.IS_EXTRA_POINT: n.FIELD_GOAL_COLUMN,
}
#: Boxes left that stand for two minutes: 2 of 15 minutes, of 40 boxes.
LATE_BOXES = 5
_YES, _NO = Choice("y", "yes"), Choice("n", "no")
GAME_FORMAT = "chartkit/coachs-call-game@1"
#: People are asked about the clock when at most this many boxes of a half are left.
_CLOCK_BOXES = 12
_DICE = (("white", tuple(range(1, 7))), ("black", tuple(range(1, 7))))
_SAID_YES, _SAID_NO = ("y", "yes", "1"), ("", "n", "no", "0")


class CallGame(LoggedGame):
    """One game as people see it, in words."""

    matchup: Matchup
    game_name, log_format = GAME, GAME_FORMAT
    dice_words = ("two dice", "Type both faces: 46.")

    # What people see.

    def situation_line(self) -> str:
        """Clock, score, and who has the ball where: `PHI ball, down 2 and 7 on the NE 38`."""
        game, (home, away) = self.state, self.teams
        score = f"{away} {game.score[1]}, {home} {game.score[0]}"
        return f"{quarter_in_words(game.quarter)}, {_clock(game)}. {score}. {_ball(game, self.teams)}"

    def late_period(self, situation: Mind) -> int:
        late = ends_half(situation) and boxes_left(situation) <= LATE_BOXES
        return situation.quarter if late else 0

    def bare_view(self) -> View:
        game, codes = self.state, self.teams
        own = _drive(self.log.records, game)
        is_scrimmage = game.phase == n.SCRIMMAGE
        return View(
            period=quarter_in_words(game.quarter),
            clock=_clock(game),
            situation=_ball(game, codes),
            has_ball=codes[game.possession] if game.phase in (n.SCRIMMAGE, n.TRY) else "",
            ball=place_of(game.spot, game.possession),
            direction=1 if game.possession == n.HOME else -1,
            to_gain=place_of(game.to_gain, game.possession) if is_scrimmage else None,
            drive=f"{codes[game.possession]} drive: {counted(len(own), 'play')}" if is_scrimmage else "",
            drive_plays=tuple(own),
        )

    def rolled_cells(self, row: Record) -> tuple[RolledCell, ...]:
        column, roll = column_of(row), row[r.ROLL]
        place = str(roll) if column in t.COMBINED_COLUMNS else str(roll_sum(roll))
        sheet = next((name for name, held in _SHEETS.items() if column in held), "")
        return (
            RolledCell(
                team=self.teams[row[r.TEAM]],
                place=f"box {t.box_name(row[r.BOX])}",
                dice=(("white", roll // 10), ("black", roll % 10)),
                total=roll,
                cell=cell_text(self.matchup.tables.columns[column][place]) if column else "",
                card=(sheet, COLUMN_NAMES[column], place) if column else None,
            ),
        )

    def cards(self) -> dict[str, list[Table]]:
        """Both rosters, each with the tables that all teams share."""
        shared = [_sheet(self.matchup.tables, title, columns) for title, columns in _SHEETS.items()]
        return {roster.team: [_roster(roster), *shared] for roster in reversed(self.matchup.teams)}

    def odds_here(self) -> list[Table]:
        """Every run and pass of the team in possession, by its first back or receiver."""
        rows, team = [], self.state.possession
        for call in range(n.TRICK + 1):
            column = t.COLUMNS[n.CALL_COLUMNS[call]]
            man = n.RB1 if is_run(call) and call != n.REVERSE else n.REC1
            own = t.play_odds(self.matchup.tables, column, _grades(self.matchup, team, man))
            ways = (own.sacks, own.interceptions, own.fumbles, own.flags, own.long_gains)
            caught = f"{100 * own.completed:.0f}%" if column in t.PASSES else "-"
            rows.append((n.CALLS[call], f"{own.yards:.1f}", caught, *map(str, ways)))
        title = f"{self.teams[team]}: what a call gives, by the first back or receiver"
        headings = ("call", "yards", "complete", "sack", "INT", "fumble", "flag", "long gain")
        under = "Ways of 36 by the column; what a call changes (5) and special situations (7) are not in it."
        return [Table(title, headings, tuple(rows), frozenset({"call"}), (under,))]

    def odds_of(self, number: int) -> list[Table]:
        """Everything that the column of a play can give this player, likeliest first."""
        row = self.log.records[number]
        column, found = column_of(row), Counter[str]()
        if column:
            grades = _grades(self.matchup, row[r.TEAM], max(row[r.PLAYER], 0))
            for weight, got in t.outcomes(self.matchup.tables, column, grades):
                found[outcome_text(got)] += weight
        title = f"{COLUMN_NAMES[column]}: what could be rolled" if column else "This play was not read in a column."
        rows = tuple((what, str(ways), f"{ways / 36:.1%}") for what, ways in found.most_common())
        return [Table(title, ("what", "ways of 36", "chance"), rows, frozenset({"what"}))]

    # What people are asked, and what they mean.

    def is_asked(self, game: Mind, question: int) -> bool:
        """The clock only matters at the end of a half."""
        late = ends_half(game) and boxes_left(game) <= _CLOCK_BOXES
        return question not in (n.ASK_TIME_OUT, n.ASK_SPIKE) or late

    @property
    def prompt(self) -> Prompt | None:
        asked, game = self.question, self.state
        if asked is None:
            return None
        if asked.question < 0:
            seat, text = self.teams[game.possession], "Roll both dice (11 to 66)"
            return Prompt(seat, text, self.situation_line(), kind="dice", dice=_DICE, totals=ROLLS)
        seat, is_call = self.teams[asked.team], asked.question == n.ASK_CALL
        yes = "" if asked.question in (n.ASK_CALL, n.ASK_PLAYER, n.ASK_RAISE) else " (y/n)"
        return Prompt(
            seat,
            f"{seat}: {t.WORDS['questions'][n.QUESTIONS[asked.question]]}{yes}",
            self.situation_line() if is_call else "",
            "A rare play is due unless you kick." if is_call and game.rare_pending else "",
            kind="call" if is_call else "choice",
            default="n" if yes else "",
            choices=choices_of(game, self.matchup, asked.question, asked.team, asked.about),
        )

    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        if word not in ("?", "help"):
            return None
        calls = ", ".join(call for number, call in enumerate(n.CALLS) if may_call(self.state, number))
        return [line.format(calls=calls) for line in t.WORDS["help"]]

    def understood(self, asked: Asked, text: str) -> list[Answer]:
        """The answer that a text means, and answers that came with a call."""
        if asked.question == n.ASK_CALL:
            return self._call(asked.team, text.lower().split())
        if asked.question in (n.ASK_PLAYER, n.ASK_RAISE):
            return [(asked.question, asked.about, self._slot(asked.team, text))]
        if text.lower() in _SAID_YES + _SAID_NO:
            return [(asked.question, asked.about, int(text.lower() in _SAID_YES))]
        raise InputError(f"{text!r} is neither yes nor no.")

    def _call(self, team: int, words: list[str]) -> list[Answer]:
        for length in range(len(words), 0, -1):
            said = " ".join(words[:length])
            found = [number for number, call in enumerate(n.CALLS) if call == said]
            found = found or [number for number, call in enumerate(n.CALLS) if call.startswith(said)]
            if len(found) == 1:
                rest = [word for word in words[length:] if word not in ("sideline", "side", "to")]
                call, side = found[0], int("sideline" in words or "side" in words)
                with_it = [(n.ASK_SIDELINE, call, side)]
                if rest:
                    with_it.append((n.ASK_PLAYER, call, self._slot(team, " ".join(rest))))
                # Kicks and sneaks have neither.
                return [(n.ASK_CALL, 0, call), *(with_it if call not in (n.SNEAK, n.PUNT, n.FIELD_GOAL) else ())]
        raise InputError(f"no call is meant by {' '.join(words)!r}.", remedy="Type ? for the calls.")

    def _slot(self, team: int, text: str) -> int:
        roster = self.matchup.teams[team]
        if text.strip().upper() in teams.SLOTS:
            return teams.SLOTS.index(text.strip().upper())
        men = {number: roster.player(slot).lower() for number, slot in enumerate(teams.SLOTS) if slot != "MOB"}
        named = [number for number, man in men.items() if text.lower() in man]
        if len(named) != 1:
            raise InputError(
                f"{text!r} is neither a slot nor a player.", remedy=f"Slots are {' '.join(teams.SLOTS[2:9])}."
            )
        return named[0]

    def matchup_data(self) -> dict[str, Any]:
        home, away = map(teams.roster_to_json, self.matchup.teams)
        tables = None if self.matchup.tables == t.standard_tables() else self.matchup.tables.data
        return {"home": home, "away": away, "options": self.matchup.options.to_json(), "tables": tables}


def _ball(game: Mind, codes: tuple[str, str]) -> str:
    code = codes[game.possession]
    if game.phase != n.SCRIMMAGE:
        return f"{code}: {n.PHASES[game.phase]}"
    spot = game.spot if game.spot <= 50 else 100 - game.spot
    side = code if game.spot <= 50 else codes[1 - game.possession]
    goal = "goal" if game.to_gain >= 100 else str(game.to_gain - game.spot)
    return f"{code} ball, down {game.down} and {goal} on the {side} {spot}"


def _clock(game: Mind) -> str:
    return f"box {t.box_name(min(game.box, n.MOST_BOXES - 1))}, {boxes_left(game)} left"


def _drive(records: Sequence[Record], game: Mind) -> list[int]:
    """The numbers of the plays since the team in possession has the ball."""
    found: list[int] = []
    for number, row in reversed(list(enumerate(records, 1))):
        if row[r.KIND] in r.BETWEEN:
            continue
        if game.phase != n.SCRIMMAGE or row[r.TEAM] != game.possession or not row[r.AT_DOWN]:
            break
        found.insert(0, number)
    return found


# Dice and cells.


def column_of(row: Record) -> str:
    """The column that the roll of a play was read in; empty for plays without one."""
    if row[r.RARE] >= 0:
        return ""
    if row[r.KIND] == r.IS_PUNT:
        return t.COLUMNS[n.SHORT_PUNT_COLUMN if row[r.SPOT] >= SHORT_PUNT_FROM else n.PUNT_COLUMN]
    column = _KICKS.get(row[r.KIND], n.CALL_COLUMNS[row[r.CALL]] if row[r.CALL] >= 0 else n.NONE)
    return t.COLUMNS[column] if column >= 0 else ""


def _roster(roster: teams.Roster) -> Table:
    rows = tuple(
        (slot, SLOT_NAMES[slot], roster.player(slot), f"{held.grade}{' receiving' * held.receiving}")
        for slot in teams.GRADED_SLOTS
        if (held := roster.by_slot.get(slot))
    )
    headings = ("slot", "place", "player", "grade")
    return Table("roster", headings, rows, frozenset(headings))


def _sheet(tables: t.Tables, title: str, columns: Sequence[str]) -> Table:
    rolls = tables.columns[columns[0]]
    rows = tuple((roll, *(cell_text(tables.columns[column][roll]) for column in columns)) for roll in rolls)
    return Table(title, ("dice", *(COLUMN_NAMES[column] for column in columns)), rows)


def _grades(matchup: Matchup, team: int, slot: int) -> Mapping[str, str]:
    """The grades that the cells of a play ask for when that player has the ball."""
    own: teams.Roster = matchup.teams[team]
    return own.asked(matchup.teams[1 - team].grade("DEF"), teams.SLOTS[slot])


# Choices.


def choices_of(game: Mind, matchup: Matchup, question: int, team: int, about: int) -> tuple[Choice, ...]:
    """Every way to answer a question, legal or not."""
    if question == n.ASK_CALL:
        return tuple(_calls(game, about))
    if question in (n.ASK_PLAYER, n.ASK_RAISE):
        return tuple(_men(game, matchup.teams[team], question, about))
    return _NO, _YES


def _calls(game: Mind, about: int) -> Iterator[Choice]:
    for number, call in enumerate(n.CALLS):
        why_not = reason_against(game, n.ASK_CALL, about, number)
        yield Choice(call, call, t.WORDS["calls"][call]["group"], why_not)
    yield Choice("sideline", "to the sideline", "where", with_call=True)


def _men(game: Mind, roster: teams.Roster, question: int, about: int) -> Iterator[Choice]:
    first, last = (n.RB1, n.REC4) if question == n.ASK_PLAYER else (n.QB, n.DEFENSE)
    for slot in range(first, last + 1):
        name = teams.SLOTS[slot]
        label = f"{name} {roster.player(name)} ({roster.grade(name)})"
        group = "back" if n.RB1 <= slot <= n.RB3 else "receiver" if n.REC1 <= slot <= n.REC4 else "other"
        yield Choice(name, label, group, reason_against(game, question, about, slot))


class CallReferee(LoggedReferee):
    """Games of Coach's Call at the table."""

    game = TITLE
    log_format = GAME_FORMAT
    game_of = CallGame

    def options(self) -> Sequence[GameOption]:
        """House settings, and readings of damaged and missing rules (15)."""
        return listed(BASIC, Options())

    def new_game(self, order: GameOrder) -> CallGame:
        """Find both teams, work out their strength, and set the table."""
        found = [systems.chart_of(name, order.build, game=GAME) for name in (order.home, order.away)]
        tables = build_tables(order.build or found[0])
        home, away = (load_team(path, tables) for path in found)
        mine, theirs = teams.statuses(home.record, away.record)
        options = (BASIC if order.preset == "basic" else Options()).with_settings(order.options)
        matchup = Matchup(home.roster(mine), away.roster(theirs), options, tables)
        game = CallGame(matchup, order.seed, order.coached(COMPUTER, COMPUTER), typed_dice=order.typed_dice)
        seated: CallGame = self.seated(game, order.log, order.build or build_around(found[0]))
        return seated

    def matchup_of(self, data: Mapping[str, Any]) -> Matchup:
        home, away = (teams.roster_from_json(data[side]) for side in ("home", "away"))
        if data["tables"] and validate_tables(data["tables"]):
            raise ValueError("its events or tables cannot be read")
        tables = t.tables_from_json(data["tables"]) if data["tables"] else t.standard_tables()
        return Matchup(home, away, Options.from_json(data["options"]), tables)

    def is_finished(self, events: Sequence[Any]) -> bool:
        return bool(events) and list(events[-1][:2]) == ["play", r.IS_END]
