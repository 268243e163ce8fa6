"""What an example is played with: charts with the cells that its rolls hit, a state, scripted dice and coaches."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from chartkit.errors import IllegalCallError, InputError
from chartkit.football.field import FIRST_POSSESSION, SECOND_POSSESSION, SUDDEN_DEATH, clock_seconds
from chartkit.systems.ddf.charts import (
    Marks,
    NotAResultError,
    PlayCalls,
    SackRate,
    TeamChart,
    TeamName,
    blank_chart,
    parse,
)
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine import decisions as d
from chartkit.systems.ddf.engine.decisions import DECLINE, REPLAY, TACK_ON, Ask, Choice, Decision
from chartkit.systems.ddf.engine.events import D10, DICE_NAMES, FIVE, INFLUENCE, MARKED, THIRTY
from chartkit.systems.ddf.engine.examples.example import (
    STATE_PAIRS,
    Example,
    Teams,
    find_teams,
    read_spot,
    split_team,
)
from chartkit.systems.ddf.engine.matchup import FUMBLE_MARKS, SACK_MARKS, Matchup, first_state, matchup
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState, Pair
from chartkit.systems.ddf.engine.table import DICE_SETS
from chartkit.systems.ddf.rules.game import bits, cell_of
from chartkit.systems.ddf.rules.names import IN_BOUNDS, ROWS
from chartkit.systems.ddf.rules.options import FEATURES, Options
from chartkit.systems.ddf.rules.whistle import line_to_gain

_RECOVERY, _FUMBLES, _SACKS = (
    "offense.FUMBLE RECOVERY",
    "supplement.DEFENSE FUMBLE RECOVERY",
    "supplement.SACK RATE",
)
#: A set of totals of which the dice give none.
_NEVER = frozenset([0])
#: Further than any field goal.
_ANY_RANGE = 99
KICKS = ("KICKOFF", "SQUIB KICK", "ONSIDE KICK", "FREE KICK")
#: Only the return is told: the kick that leads to it is ours.
PUNT_RETURN, KICKOFF_RETURN = "PUNT RETURN", "KICKOFF RETURN"
_PUNT, _KICKED_FROM = 40, 35
_GAIN = re.compile(r"(\d+)-yard (completion|pass|run|gain|sack|loss|scramble)")


#: What the rolls hit: chart -> total -> text.
Cells = dict[str, dict[int, str]]


@dataclass
class Rolled:
    """One roll of the example on the chart that it really reads."""

    chart: str
    dice: int
    total: int | None
    result: str
    #: The guide rolled it, but the rules do not ask for it.
    optional: bool = False


def _real_chart(roll: Mapping[str, Any], play: str, formation: str) -> str:
    """The chart that a roll reads; a misprinted or unnamed one is that of the call."""
    name = str(roll.get("chart") or roll.get("who"))
    if name.startswith("defense"):
        return f"defense.{formation}.{play}"
    return name if roll.get("chart") and not name.startswith("offense.(") else f"offense.{play}"


def _placed(rolls: list[Rolled]) -> Cells:
    """Give every roll a total of its own: a printed one stays, a lost one takes a free row."""
    placed: Cells = defaultdict(dict)
    for roll in rolls:
        if roll.total is not None:
            if roll.total not in DICE_SETS[roll.dice].ways:
                raise InputError(f"{roll.total} on {roll.chart} is no total of the {DICE_NAMES[roll.dice]} dice.")
            placed[roll.chart].setdefault(roll.total, roll.result)
    for roll in rolls:
        cells = placed[roll.chart]
        if roll.total is None or (cells[roll.total] != roll.result and roll.dice != D10):
            totals = DICE_SETS[roll.dice].totals
            same = [total for total, text in cells.items() if text == roll.result]
            free = [total for total in totals if total not in cells]
            roll.total = (same or free or [totals[0]])[0]
            cells.setdefault(roll.total, roll.result)
    return placed


def _blank_chart(season: int, code: str, state: Mapping[str, Any]) -> TeamChart:
    """A blank chart with the figures of the example; every supplement chart is there, with nothing on it."""
    chart = blank_chart(season, TeamName(code, code, code))
    assert chart.supplement is not None
    rating, quota = str((state.get("msr") or {}).get(code, "000")), state.get("quota") or {}
    sets: dict[str, Any] = dict.fromkeys(col.CANCELLATION, _NEVER)
    supplement = replace(
        chart.supplement,
        **sets,
        short_pass_big_play=chart.offense.columns[col.BREAKAWAY],
        sack_rate=SackRate(
            Marks("SCK", _NEVER), int(state.get("sack_yards", -7)), int(state.get("scramble_yards", 6))
        ),
        fumble_recovery=Marks("G", _NEVER),
        penalty_influence={foul: Marks(cancels, _NEVER) for foul, (_, cancels) in col.INFLUENCE_MARKS.items()},
        line_of_scrimmage=dict.fromkeys(col.LINE_OF_SCRIMMAGE, _NEVER),
        play_calls={play: PlayCalls(0, int(quota.get(play, 99))) for play in col.PLAYS},
        muffed_snap_percent=int(rating) / 10,
        muffed_snap_rating=rating,
    )
    return replace(chart, supplement=supplement)


def lay(cells: Cells, table: Matchup) -> None:
    """Write the cells on the sheets of both teams, since the role in the play says whose is read.

    A supplement chart on which nobody rolled is not there.
    """
    fields = table.fields
    adjusts, forces = table.options.fg_adjustment, table.options.defense_penalty_influence
    recovers = "G" if "recovered" in cells[_RECOVERY].values() else "NG"
    for team, sheet in enumerate(table.sheets):
        for name, column in zip((*THIRTY, *FIVE), (*sheet.columns, *sheet.fives), strict=True):
            for total, text in cells[name].items():
                with suppress(NotAResultError):
                    column[total] = cell_of(parse(text))
        marks = fields["marks"][team]
        for mark, (name, hit, miss) in enumerate(MARKED):
            words = (hit,) if hit else (*SACK_MARKS[1:], *FUMBLE_MARKS[1:])
            on = bits(
                total
                for total, text in cells[name].items()
                if (text != miss if name in (_RECOVERY, "special.PAT") else text in words)
            )
            is_there = cells[name] or not name.startswith("supplement.")
            marks[mark] = marks[mark] and (marks[mark] & ~bits(cells[name]) | on if is_there else 0)
        for total, text in cells[INFLUENCE].items():
            sheet.forced[total] = [cell_of(parse(foul)) for foul in text.split(" + ") if foul != "0"]
        fields["forces_fouls"][team] = int(forces and bool(cells[INFLUENCE]))
        fields["has_fg_adjustment"][team] = int(adjusts and bool(cells["adjustment.FG"]))
        fields["has_big_play"][team] &= bool(cells[f"supplement.{col.BIG_PLAY}"])
        for name, chart, symbols, other in (
            ("sack_mark", _SACKS, SACK_MARKS, "SCK"),
            ("fumble_mark", _FUMBLES, FUMBLE_MARKS, recovers),
        ):
            found = next((text for text in cells[chart].values() if text in symbols[1:]), other)
            fields[name][team] = fields[name][team] and symbols.index(found if cells[chart] else "0")


@dataclass(frozen=True)
class Setting:
    """Everything that is needed to play an example."""

    example: Example
    teams: Teams
    matchup: Matchup
    state: GameState
    rolls: list[Rolled]
    cells: Cells
    play: str
    formation: str
    #: A kick, a return or a try; empty for a play from scrimmage.
    special: str


def _called_play(example: Example) -> str:
    called = example.call.get("offense") or (example.call.get("first_choice") or {}).get("offense")
    if called:
        return str(called)
    passes = any("pass" in str(roll.get("chart")) for roll in example.rolls)
    return "7-MEDIUM" if passes or "completion" in str(example.call.get("play")) else "1-LINE PLUNGE"


def _told_play(words: str) -> str:
    """A play that is told in words (`6-yard completion, inbounds`) as the cell that gives it."""
    match = _GAIN.search(words)
    yards = int(match[1]) if match else 0
    if "incomplete" in words:
        return "INC"
    if "out of bounds" in words:
        yards = yards or 1
    sign = "-" if yards and match and match[2] in ("sack", "loss") else ""
    return f"{sign}{yards}{'*' if 'out of bounds' in words else ''}"


def example_options(example: Example) -> Options:
    """Basic play with the listed features; advanced without a list is every feature."""
    if example.mode == "advanced" and not example.options:
        return Options.advanced()
    options = Options.basic().with_features([name for name in example.options if name in FEATURES])
    if example.mode == "advanced":
        options = replace(options, offense_fumble_return="d10")
    switched = {name: True for name in example.options if name in ("third_play_30", "playoff")}
    told = {name: example.state[name] for name in options.to_json() if name in example.state}
    return Options.from_json({**options.to_json(), **switched, **told})


def build(example: Example, results: Mapping[int, str]) -> Setting:
    """Set the table for an example; `results` are the cells taken for those that its source has lost."""
    teams, state, call = find_teams(example), example.state, example.call
    play, formation = _called_play(example), str(call.get("defense") or "A-STANDARD")
    special = str(call.get("special") or "")
    offense = teams.number(state.get("kicking_team") or state.get("possession") or teams.codes[0])
    rolls = [
        Rolled(
            _real_chart(roll, play, formation),
            DICE_NAMES.index(roll.get("dice") or "offensive"),
            roll.get("total"),
            _text(roll, results.get(number, "0")),
            bool(roll.get("erased") or roll.get("overridden")),
        )
        for number, roll in enumerate(example.rolls)
    ]
    if isinstance(words := call.get("play"), str):
        rolls.append(Rolled(f"offense.{play}", 0, None, _told_play(words)))
        rolls.append(Rolled(f"defense.{formation}.{play}", 1, None, "0"))
    if special in (PUNT_RETURN, KICKOFF_RETURN):
        kicked = 100 - read_spot(str(state["ball_on"]), offense, teams) - _KICKED_FROM
        chart, yards = ("special.PUNT", _PUNT) if special == PUNT_RETURN else ("special.KICKOFF", kicked)
        rolls.insert(0, Rolled(chart, 0, None, str(yards)))
    cells = _placed(rolls)
    home, away = (
        _blank_chart(season, code, state) for season, code in zip(teams.seasons, teams.codes, strict=True)
    )
    table = matchup(home, away, None, example_options(example))
    lay(cells, table)
    longest = (value for key, value in state.items() if "field_goal" in key and isinstance(value, int))
    table.fields["longest_field_goal"][:] = [next(longest, _ANY_RANGE if cells["special.FIELD GOAL"] else 0)] * 2
    start = _state(example, teams, table, offense, special)
    return Setting(example, teams, table, start, rolls, cells, play, formation, special)


def _text(roll: Mapping[str, Any], taken: str) -> str:
    text = taken if roll.get("result") is None else str(roll["result"])
    return f"{text}!" if roll.get("bold") else text


def _pair(told: Any, teams: Teams, default: Pair) -> Pair:
    values = list(default)
    for name, value in (told if isinstance(told, Mapping) else {}).items():
        values[teams.number(name)] = int(value)
    return values[0], values[1]


def _state(example: Example, teams: Teams, table: Matchup, offense: int, special: str) -> GameState:
    told, start = example.state, first_state(table)
    period = int(told.get("quarter") or (4 if told.get("half") == 2 else 1))
    ball_on, distance = told.get("ball_on"), told.get("distance")
    spot = read_spot(str(ball_on), offense, teams) if ball_on else 30
    calls, none = told.get("plays_called") or {}, (0,) * len(col.PLAYS)
    mine = tuple(int(calls.get(play, 0)) for play in col.PLAYS)
    pairs: dict[str, Any] = {
        field: _pair(told.get(name), teams, getattr(start, field)) for name, field in STATE_PAIRS.items()
    }
    state = start._replace(
        phase=SCRIMMAGE,
        period=period,
        clock=clock_seconds(told["clock"]) if told.get("clock") else start.clock,
        possession=offense,
        down=int(told.get("down") or 1),
        spot=spot,
        to_gain=100 if distance == "goal" else min(100, spot + int(distance)) if distance else line_to_gain(spot),
        by_period=((0, 0),) * period,
        calls=(mine, none) if offense == 0 else (none, mine),
        pending_team=offense,
        **pairs,
    )
    if period > 4:
        state = _in_overtime(state, table, str(told.get("situation") or ""))
    if "reveal" in str(example.call.get("timeout")) and not example.call.get("play") and not special:
        # The clock of the example already has the last play in it.
        state = state._replace(pending=40, pending_row=ROWS[IN_BOUNDS], stoppable=True, clock=state.clock + 40)
    if special in KICKS:
        free = special == "FREE KICK" or "safety" in str(told.get("situation"))
        line = table.constants.free_kick_line if free else table.constants.kickoff_line
        shift = spot - line if ball_on else 0
        return state._replace(
            phase=FREE_KICK if free else KICKOFF, down=0, to_gain=0, spot=line, kickoff_shift=shift
        )
    if special in ("PAT", "TWO POINT"):
        spot = spot if ball_on else 100 - table.constants.two_point_spot
        return state._replace(phase=TRY, down=0, spot=spot, to_gain=100)
    if special == PUNT_RETURN:
        punter = 100 - spot - _PUNT
        return state._replace(possession=1 - offense, down=4, spot=punter, to_gain=line_to_gain(punter))
    if special == KICKOFF_RETURN:
        return state._replace(phase=KICKOFF, possession=1 - offense, down=0, to_gain=0, spot=_KICKED_FROM)
    return state


def _in_overtime(state: GameState, table: Matchup, situation: str) -> GameState:
    """How far overtime has come: as the situation says, else past the guaranteed possessions (R30.2)."""
    stage = SUDDEN_DEATH
    if table.overtime.ot_format in ("modified", "both possess"):
        stage = FIRST_POSSESSION if "first possession" in situation else stage
        stage = SECOND_POSSESSION if "second possession" in situation else stage
    first = state.possession if stage != SECOND_POSSESSION else 1 - state.possession
    return state._replace(overtime=stage, received_first=first)


class OutOfScript(Exception):  # noqa: N818 - the end of a script is no error
    """The example says nothing about the next roll: `chart` is what it would be on."""

    def __init__(self, chart: str, team: int) -> None:
        self.chart = chart
        self.team = team
        super().__init__(chart)


#: Charts on which a roll that nobody mentions can be taken for a blank cell.
_CAN_BE_BLANK = ("offense.", "defense.", "special.", "coverage.", "containment.", "adjustment.")
_QUIET = ("rule.MUFFED SNAP", "rule.OFFENSIVE FUMBLE RETURN")
_NEVER_BLANK = ("offense.FUMBLE RECOVERY", "special.PAT")


class ScriptedRolls:
    """The example's totals by chart; a roll that it leaves out is blank, or ends the example if that is pending."""

    def __init__(self, setting: Setting, *, stop: bool) -> None:
        self._cells = setting.cells
        self._left = list(setting.rolls)
        self._stop = stop

    def roll(self, dice: int, team: int, chart: str) -> int:
        """The next total that the example rolls on this chart."""
        if told := next((roll for roll in self._left if roll.chart == chart), None):
            self._left.remove(told)
            return told.total or 0
        if chart in _QUIET and not self._stop:
            # A high d10 changes nothing: no muff, no return.
            return 9
        blank = chart.startswith(_CAN_BE_BLANK) and chart not in _NEVER_BLANK
        # Both sides roll at once (R27.4), so a roll of the defense that is not told cannot matter.
        if (self._stop and not chart.startswith("defense.")) or not blank:
            raise OutOfScript(chart, team)
        return next(total for total in DICE_SETS[dice].totals if total not in self._cells[chart])

    @property
    def unused(self) -> list[str]:
        """Charts whose rolls the rules did not ask for."""
        return list(dict.fromkeys(roll.chart for roll in self._left if not roll.optional))


#: Words in which people say a choice about a foul or a kick; the first that fits counts.
_FOUL_WORDS = (
    (DECLINE, ("declin", "keep", "stand")),
    (TACK_ON, ("tack", "return", "end")),
    (REPLAY, ("replay", "line", "again", "re-kick", "rekick")),
)
_KICK_WORDS = ((d.LET_IT_ROLL, ("roll",)), (d.TOUCHBACK, ("touchback",)), (d.RETURN, ("return",)))


def _said(wanted: str, words: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """The choice that a word stands for; the word itself when it is none of ours."""
    return next((choice for choice, parts in words if any(part in wanted.lower() for part in parts)), wanted)


@dataclass
class ScriptedCoach:
    """Answers as the example says; what it leaves out as R35.12 says."""

    answers: Mapping[Ask, list[Choice]]
    #: What he decides about fouls and kicks, in order.
    choices: list[str]
    rolls: ScriptedRolls
    returns: bool
    #: Whether a foul was his to accept or decline.
    offered: bool = False

    def decide(self, decision: Decision) -> Choice:
        """The next answer to this question; the last one counts from there on."""
        ask = decision.ask
        if waiting := self.answers.get(ask):
            return waiting.pop(0) if len(waiting) > 1 or ask is Ask.TRY else waiting[0]
        if ask in d.DEFAULTS:
            return d.DEFAULTS[ask]
        if ask is Ask.PENALTY:
            return self._foul(list(decision.outcomes))
        if ask in (Ask.KICK_RETURN, Ask.LET_IT_ROLL) and self.choices:
            return _said(self.choices.pop(0), _KICK_WORDS)
        if ask is Ask.TRY:
            return self._try()
        if ask is Ask.KICK_RETURN:
            return d.RETURN if self.returns else d.TOUCHBACK
        return decision.options[0]

    def _try(self) -> str:
        """A kick when the example says so, or has only that left to roll."""
        if self.choices and any(word in self.choices[0].lower() for word in ("kick", "pat", "two")):
            return d.TWO_POINT if "two" in self.choices.pop(0).lower() else d.PAT
        return d.TWO_POINT if any(chart.startswith("offense.") for chart in self.rolls.unused) else d.PAT

    def _foul(self, names: list[str]) -> str:
        """No decision: the side entitled to a foul accepts it, the costliest of several."""
        self.offered = True
        wanted = self.choices.pop(0).strip() if self.choices else d.ACCEPT
        if wanted in names:
            return wanted
        fits = [name for name in names if wanted.lower() in name.lower()]
        if not fits or wanted == d.ACCEPT:
            choice = d.ACCEPT if wanted.startswith(d.ACCEPT) else _said(wanted, _FOUL_WORDS)
            fits = [name for name in names if name.startswith(choice)]
        if not fits and wanted == DECLINE:
            fits = [name for name in names if name.startswith(TACK_ON)]
        if not fits:
            fits = [name for name in names if not name.startswith((DECLINE, TACK_ON))]
        return max(fits, key=_cost) if fits else wanted

    def refused(self, decision: Decision, choice: Choice, reason: str) -> None:
        """An example makes one call; an illegal one ends it."""
        raise IllegalCallError(reason)


def _cost(name: str) -> int:
    foul: Any = name.removeprefix(d.ACCEPT).removeprefix(REPLAY).removeprefix(TACK_ON).strip(" '")
    return parse(foul).yards if foul else 0


def _called(setting: Setting) -> Iterator[tuple[Ask, list[Choice]]]:
    """The calls of both sides."""
    call, special = setting.example.call, setting.special
    first, second = call.get("first_choice") or {}, call.get("second_choice") or {}
    play = {"": setting.play, d.TWO_POINT: setting.play, PUNT_RETURN: d.PUNT}.get(special, special)
    yield Ask.OFFENSE_CALL, [first.get("offense") or play, *([second["offense"]] if second else [])]
    yield Ask.DEFENSE_CALL, [first.get("defense") or setting.formation, *([second["defense"]] if second else [])]
    if special in d.EVERY_CHOICE[Ask.TRY]:
        yield Ask.TRY, [special]
    if special in (*KICKS, KICKOFF_RETURN):
        yield Ask.KICKOFF, [special if special in d.EVERY_CHOICE[Ask.KICKOFF] else d.KICKOFF]
    if yards := call.get("pooch_yards"):
        yield Ask.POOCH, [int(yards)]


def announced(setting: Setting) -> Iterator[tuple[int, Ask, list[Choice]]]:
    """Timeouts, tempo and audibles of the call, by team."""
    call, teams, offense = setting.example.call, setting.teams, setting.state.possession
    if timeout := call.get("timeout"):
        team = teams.number(str(timeout).split(",", maxsplit=1)[0])
        if "after" in str(timeout):
            yield team, Ask.REVEAL, [d.TIMEOUT, d.STAND]
        else:
            yield team, Ask.CLOCK, [d.TIMEOUT]
    if call.get("no_huddle"):
        yield offense, Ask.CLOCK, [d.NO_HUDDLE]
    if call.get("spike"):
        yield offense, Ask.CLOCK, [d.SPIKE]
    if audible := call.get("audible"):
        yield teams.number(str(audible).rsplit(" ", 1)[0]), Ask.REVEAL, [d.AUDIBLE, d.STAND]


def scripted_coach(setting: Setting, team: int, rolls: ScriptedRolls, choice: str | None) -> ScriptedCoach:
    """One of the coaches of an example; `choice` is what he decides instead of what the example says."""
    example, code = setting.example, setting.teams.codes[team]
    answers = dict(_called(setting)) | {ask: told for who, ask, told in announced(setting) if who == team}
    choices = [
        str(choice or decision.get("choice") or d.ACCEPT)
        for decision in example.decisions
        if decision.get("by") is None or split_team(str(decision["by"]))[1] == code
    ]
    returns = any("RETURN" in str(roll.get("chart")) or "SQUIB" in str(roll.get("chart")) for roll in example.rolls)
    return ScriptedCoach(answers, choices or ([choice] if choice else []), rolls, returns=returns)
