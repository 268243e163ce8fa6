"""A game of Coach's Call as the command line holds it: asked and answered in words, saved, shown again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.systems import records as r
from chartkit.systems.coachs_call.coach import Mind
from chartkit.systems.coachs_call.rules import names as n
from chartkit.systems.coachs_call.rules.game import boxes_left, ends_half
from chartkit.systems.coachs_call.rules.options import BASIC, Options
from chartkit.systems.coachs_call.rules.scrimmage import may_call
from chartkit.systems.coachs_call.screen import CallScreen, choices_of
from chartkit.systems.coachs_call.table import ROLLS, Matchup
from chartkit.systems.coachs_call.tables import GAME, TITLE, standard_tables, tables_from_json
from chartkit.systems.coachs_call.teams import SLOTS, roster_from_json, roster_to_json, statuses
from chartkit.systems.coachs_call.validate import build_tables, load_team, validate_tables
from chartkit.systems.coachs_call.words import WORDS
from chartkit.systems.game_files import build_around
from chartkit.systems.logged import COMPUTER, Answer, LoggedReferee, Unanswered, seated
from chartkit.systems.options import GameOption, listed
from chartkit.systems.table import GameOrder, Prompt

GAME_FORMAT = "chartkit/coachs-call-game@1"
#: People are asked about the clock when so few boxes of a half are left.
_CLOCK_BOXES = 12
_DICE = (("white", tuple(range(1, 7))), ("black", tuple(range(1, 7))))
_YES, _NO = ("y", "yes", "1"), ("", "n", "no", "0")


class CallGame(CallScreen):
    """One game in words."""

    game_name, log_format = GAME, GAME_FORMAT
    dice_words = ("two dice", "Type both faces: 46.")

    def is_asked(self, game: Mind, question: int) -> bool:
        """The clock only matters at the end of a half."""
        late = ends_half(game) and boxes_left(game) <= _CLOCK_BOXES
        return question not in (n.ASK_TIME_OUT, n.ASK_SPIKE) or late

    @property
    def prompt(self) -> Prompt | None:
        """What is asked now."""
        asked, game = self.open, self.now()
        if asked is None:
            return None
        if asked.question < 0:
            seat, text = self.teams[game.possession], "Roll both dice (11 to 66)"
            return Prompt(seat, text, self.situation_line(), kind="dice", dice=_DICE, totals=ROLLS)
        seat, is_call = self.teams[asked.team], asked.question == n.ASK_CALL
        yes = "" if asked.question in (n.ASK_CALL, n.ASK_PLAYER, n.ASK_RAISE) else " (y/n)"
        return Prompt(
            seat,
            f"{seat}: {WORDS['questions'][n.QUESTIONS[asked.question]]}{yes}",
            self.situation_line() if is_call else "",
            "A rare play is due unless you kick." if is_call and game.rare_pending else "",
            kind="call" if is_call else "choice",
            default="n" if yes else "",
            choices=choices_of(game, self.matchup, asked.question, asked.team, asked.about),
        )

    def look_up(self, word: str, rest: str) -> Iterable[str] | None:
        """Only help."""
        if word not in ("?", "help"):
            return None
        calls = ", ".join(call for number, call in enumerate(n.CALLS) if may_call(self.now(), number))
        return [line.format(calls=calls) for line in WORDS["help"]]

    def understood(self, asked: Unanswered, text: str) -> list[Answer]:
        """The answer that a text means, and answers that came with a call."""
        if asked.question == n.ASK_CALL:
            return self._call(asked.team, text.lower().split())
        if asked.question in (n.ASK_PLAYER, n.ASK_RAISE):
            return [(asked.question, asked.about, self._slot(asked.team, text))]
        if text.lower() in _YES + _NO:
            return [(asked.question, asked.about, int(text.lower() in _YES))]
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
        if text.strip().upper() in SLOTS:
            return SLOTS.index(text.strip().upper())
        men = {number: roster.player(slot).lower() for number, slot in enumerate(SLOTS) if slot != "MOB"}
        named = [number for number, man in men.items() if text.lower() in man]
        if len(named) != 1:
            raise InputError(f"{text!r} is no slot and no player.", remedy=f"Slots are {' '.join(SLOTS[2:9])}.")
        return named[0]

    def matchup_data(self) -> dict[str, Any]:
        """Rosters, options and tables."""
        home, away = map(roster_to_json, self.matchup.teams)
        tables = None if self.matchup.tables == standard_tables() else self.matchup.tables.data
        return {"home": home, "away": away, "options": self.matchup.options.to_json(), "tables": tables}


class CallReferee(LoggedReferee):
    """Games of Coach's Call at the table."""

    game = TITLE
    log_format = GAME_FORMAT
    game_of = CallGame

    def options(self) -> Sequence[GameOption]:
        """House settings, and how damaged and silent places are read (15)."""
        return listed(BASIC, Options())

    def new_game(self, order: GameOrder) -> CallGame:
        """Find both teams, work out their strength, and set the table."""
        found = [systems.chart_of(name, order.build, game=GAME) for name in (order.home, order.away)]
        tables = build_tables(order.build or found[0])
        home, away = (load_team(path, tables) for path in found)
        mine, theirs = statuses(home.record, away.record)
        options = (BASIC if order.preset == "basic" else Options()).with_settings(order.options)
        matchup = Matchup(home.roster(mine), away.roster(theirs), options, tables)
        game = CallGame(matchup, order.seed, order.coached(COMPUTER, COMPUTER), typed_dice=order.typed_dice)
        return seated(game, order.log, order.build or build_around(found[0]))

    def matchup_of(self, data: Mapping[str, Any]) -> Matchup:
        """Rosters, tables and options of a game file."""
        home, away = (roster_from_json(data[side]) for side in ("home", "away"))
        if data["tables"] and validate_tables(data["tables"]):
            raise ValueError("its events or tables cannot be read")
        tables = tables_from_json(data["tables"]) if data["tables"] else standard_tables()
        return Matchup(home, away, Options.from_json(data["options"]), tables)

    def is_finished(self, events: Sequence[Any]) -> bool:
        """The last record says so."""
        return bool(events[-1][1] == r.IS_END)
