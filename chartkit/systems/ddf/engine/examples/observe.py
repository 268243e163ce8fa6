"""What the referee made of an example, in the words of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any

from chartkit.football.field import clock_in_words, walk_off
from chartkit.systems.ddf.charts import DEFENSE_FOULS, Kind, NotAResultError, Result, parse
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.decisions import Ask
from chartkit.systems.ddf.engine.events import INFLUENCE, Chance, Event, Happening, Intent, Points
from chartkit.systems.ddf.engine.examples.example import STATE_PAIRS, Teams, split_team, write_spot
from chartkit.systems.ddf.engine.examples.setting import OutOfScript, Setting
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, OVER, TRY, GameState
from chartkit.systems.ddf.rules.legality import play_barred, quota_left
from chartkit.systems.ddf.rules.priority_chart import Outcome, PriorityChart, final_result

Words = Mapping[str, Any]
_CALLS: Mapping[str, str] = {Ask.OFFENSE_CALL: "offense", Ask.DEFENSE_CALL: "defense"}
_BLANK = Result(Kind.YARDS)
#: Outcomes of the priority chart that examples call otherwise.
_LABELS = {
    Outcome.OFF: "offense",
    Outcome.DEF: "defense",
    Outcome.TD: "defense",
    Outcome.INT_MIN: "INT at smaller",
    Outcome.F_MAX: "F at larger",
    Outcome.F_MIN: "F at smaller",
    Outcome.F_DEFYD: "F at defensive yardage",
    Outcome.F_EZ: "F in the end zone",
    Outcome.F_QT: "QT, then F",
    Outcome.PEN: "penalty",
    Outcome.GRD: "grounding",
}
_RETURNS = ("KICKOFF RETURN", "PUNT RETURN", "SQUIB KICK")


@dataclass(frozen=True)
class Reading:
    """A result and how the priority chart came to it; both empty while a side has not rolled."""

    result: Result | None = None
    label: str = ""

    @property
    def text(self) -> str | None:
        """The result as a cell; a forced yardage is a plain one in the end."""
        return None if self.result is None else str(_plain(self.result))


def _plain(result: Result) -> Result:
    if result.kind is Kind.FORCED_TD:
        return Result(Kind.TOUCHDOWN)
    if result.kind is Kind.FORCED:
        return Result(Kind.YARDS, result.yards)
    return Result(result.kind, result.yards, result.out_of_bounds)


def meet(priority: PriorityChart, offense: Result, defense: Result) -> Reading:
    """Two cells through the priority chart."""
    outcome = priority.look_up(offense, defense)
    if outcome is Outcome.F_EZ:
        return Reading(Result(Kind.FUMBLE, 99), _LABELS[outcome])
    if outcome is Outcome.F_QT:
        return Reading(Result(Kind.TRAPPED), _LABELS[outcome])
    if outcome is Outcome.ADD and offense.kind is Kind.BREAKAWAY:
        return Reading(None, "ADD")
    result = _plain(final_result(outcome, offense, defense))
    is_plain = result.kind in (Kind.INCOMPLETE, Kind.TRAPPED)
    return Reading(result, result.kind.value if is_plain else _LABELS.get(outcome, outcome.value))


def read_play(priority: PriorityChart, rolls: Iterable[Chance]) -> Reading:
    """The result of a play from its rolls; sack rates are the referee's to say."""
    mine: Result | None = None
    theirs, trapped, runback, final = _BLANK, mine, mine, Reading()
    for roll in rolls:
        head, _, rest = roll.chart.partition(".")
        try:
            cell = parse(roll.cell)
        except NotAResultError:
            # A roll that says yes or no.
            if roll.cell == "muffed":
                final = Reading(Result(Kind.FUMBLE, -1), "muffed")
            continue
        if roll.chart == "offense.QT":
            trapped, final = cell, Reading(cell, "QT")
        elif head == "offense" or rest == "SHORT PASS BIG PLAY":
            mine = cell
        elif head == "defense":
            theirs = cell
        elif roll.cell in ("XINT", "XQT", "XF"):
            theirs = Result(Kind.FORCED, theirs.yards) if roll.cell == "XF" else _BLANK
        elif head == "containment" and trapped is not None:
            final = meet(priority, trapped, cell)
            trapped = final.result
        elif head == "coverage" and runback is not None:
            final = meet(priority, runback, cell)
        elif rest in _RETURNS or (rest in ("PUNT", "FIELD GOAL") and cell.kind in (Kind.BLOCKED, Kind.FUMBLE)):
            runback, final = cell if rest in _RETURNS else runback, Reading(cell)
    if final == Reading() and mine is not None and (not mine.is_foul or mine.kind is Kind.GROUNDING):
        return meet(priority, mine, theirs)
    return final


@dataclass(frozen=True)
class Played:
    """An example as it was played."""

    setting: Setting
    after: GameState
    events: list[Event]
    #: The state between a play and what was done about the clock.
    between: GameState | None = None
    stopped: OutOfScript | None = None
    #: Why the call was refused.
    refused: str = ""
    unused: list[str] = field(default_factory=list)
    #: A coach was asked about a foul.
    offered: bool = False

    @property
    def teams(self) -> Teams:
        """The teams of the example."""
        return self.setting.teams

    @property
    def before(self) -> GameState:
        """The state that the example starts from."""
        return self.setting.state

    @property
    def calls(self) -> dict[str, Any]:
        """The calls of both sides as they were revealed last."""
        made = [event for event in self.events if isinstance(event, Intent) and event.ask in _CALLS]
        return {_CALLS[event.ask]: event.choice for event in made}

    @property
    def rolls(self) -> list[Chance]:
        """What was rolled."""
        return [event for event in self.events if isinstance(event, Chance)]

    @property
    def points(self) -> list[Points]:
        """What was scored."""
        return [event for event in self.events if isinstance(event, Points)]

    def happened(self, *what: str) -> list[Happening]:
        """What happened on the field of these kinds."""
        return [event for event in self.events if isinstance(event, Happening) and event.what in what]

    def spot(self, record: Happening) -> str:
        """Where something happened, in words."""
        return write_spot(record.spot, record.team, self.teams)

    def from_line(self, yards: int) -> str:
        """A spot so many yards from the line of scrimmage."""
        return write_spot(self.before.spot + yards, self.before.possession, self.teams)

    @property
    def reading(self) -> Reading:
        """What the rolls amount to."""
        return read_play(self.setting.matchup.rules.priority, self.rolls)

    def read_as(self, *kinds: Kind) -> Result | None:
        """The result that the rolls amount to, if it is of these kinds."""
        result = self.reading.result
        return result if result is not None and result.kind in kinds else None

    @property
    def caught(self) -> Result | None:
        """The interception whose return the example does not tell."""
        return self.read_as(Kind.INTERCEPTION) if self.stopped else None

    @property
    def foul(self) -> str | None:
        """The last foul that was called and not cancelled."""
        fouls: list[str] = []
        for event in self.rolls:
            if _is_canceled(event):
                fouls.pop()
            elif event.chart == INFLUENCE:
                fouls += [event.cell] if event.cell not in ("0", "PI X") else []
            elif event.chart.startswith(("offense.", "special.")) and event.cell[:3] in ("OFF", "DEF", "PI "):
                fouls.append(event.cell)
        if dice := [event for event in self.rolls if event.chart.startswith("generic.PI X")]:
            play = dice[0].chart.removeprefix("generic.PI X.")
            plus = self.setting.matchup.fields["pi_plus"][col.PLAYS.index(play)]
            return f"PI {plus + sum(event.total for event in dice)}"
        return fouls[-1] if fouls else None

    @property
    def kickoff_from(self) -> str | None:
        """Where the kickoff that is next is made; a foul on a score moves it, before and after the try (R19.11)."""
        state, line = self.after, self.setting.matchup.constants.kickoff_line
        if state.phase in (KICKOFF, FREE_KICK):
            spot = state.spot + state.kickoff_shift
        elif state.phase == TRY:
            spot = line + state.kickoff_shift if state.kickoff_shift >= 0 else walk_off(line, -state.kickoff_shift)
        else:
            return None
        return write_spot(spot, state.possession, self.teams)


def _is_canceled(event: Chance) -> bool:
    return event.chart.startswith(f"{INFLUENCE}.") and event.cell.startswith("X")


def _is_yards(text: str) -> bool:
    return text.rstrip("*").lstrip("-").isdigit()


def _play_result(played: Played, told: Any) -> str | None:
    if told == "TD" and any(event.how == "touchdown" for event in played.points):
        return "TD"
    if played.happened("kneel"):
        return "-1"
    text = played.reading.text
    if any(event.chart == "supplement.SACK RATE" for event in played.rolls):
        moved = played.happened("sack", "scramble")
        return str(moved[0].yards) if moved else text
    moved = played.happened("run", "complete") if played.read_as(Kind.YARDS) and _is_yards(str(told)) else []
    if text is not None and moved and moved[0].spot < 100:
        # The squeeze and the end zone are the referee's: what stands on the field counts.
        return f"{moved[0].yards}{'*' if text.endswith('*') else ''}"
    return text


def _interception_spot(played: Played) -> str | None:
    caught = played.read_as(Kind.INTERCEPTION)
    if caught is None:
        return None
    deep, code = played.before.spot + caught.yards - 100, played.teams.codes[1 - played.before.possession]
    return f"{deep} yards deep in {code}'s end zone" if deep >= 0 else played.from_line(caught.yards)


def _foul_spot(played: Played) -> str | None:
    foul, walked = played.foul and parse(played.foul), played.happened("penalty")
    if foul and foul.kind is Kind.INTERFERENCE:
        return played.from_line(foul.yards)
    # The spot from which the yards were walked back.
    back = walked and walked[0].yards
    return write_spot(walked[0].spot + back, walked[0].team, played.teams) if back else None


def _barred_plays(played: Played, plays: Any) -> list[str]:
    game = played.setting.matchup.game_in(played.after)
    numbers = {play: col.PLAYS.index(play) for play in plays}
    return [play for play, number in numbers.items() if play_barred(game, number) or not quota_left(game, number)]


def _next(played: Played, told: str) -> str | None:
    """What comes next, in the words of the example when it agrees with the referee."""
    state, codes, place = played.after, played.teams.codes, played.kickoff_from
    goes_on = "normal" in told or "continues" in told
    if played.stopped is not None:
        chart = played.stopped.chart.split(".", 1)[1]
        return told if goes_on or chart in told else f"{codes[played.stopped.team]} rolls on {chart}"
    if place is not None and (state.phase != TRY or state.kickoff_shift):
        agrees = place in told and told.startswith(codes[state.possession])
        return told if agrees else f"{codes[state.possession]} kicks off from the {place}"
    return told if goes_on else None


def _pending(played: Played, told: Any) -> Any:
    if played.stopped is None:
        return None
    chart, words = played.stopped.chart.split(".", 1)[1].lower(), str(told).lower()
    agrees = chart in words or chart.split(" ")[-1] in words or "both players roll" in words
    return told if agrees else f"{chart} by {played.teams.codes[played.stopped.team]}"


def _facts(played: Played, told: Any) -> dict[str, Callable[[], Any]]:
    """Every field that an example can expect; `told` is what it says of the one that is looked at."""
    before, after, teams = played.before, played.after, played.teams

    def named(team: int) -> Any:
        """A team, in the words of the example when it means the same one."""
        code = teams.codes[team]
        return told if isinstance(told, str) and split_team(told)[1] == code else code

    def by_team(pair: tuple[int, int]) -> dict[str, int]:
        return {code: pair[teams.number(code)] for code in told}

    def yards() -> int | None:
        text = _play_result(played, str(told))
        return int(text.rstrip("*")) if text is not None and _is_yards(text) else None

    def first(of: Callable[[Happening], str], *what: str) -> str | None:
        return next(map(of, played.happened(*what)), None)

    def loose() -> str | None:
        result = played.read_as(Kind.FUMBLE, Kind.BLOCKED)
        told_later = played.from_line(result.yards) if result else None
        return first(played.spot, "fumble", "blocked") or told_later

    def ball_on() -> str:
        caught = played.caught
        return (
            played.from_line(caught.yards) if caught else write_spot(after.spot, after.possession, teams, str(told))
        )

    def against() -> Any:
        foul, offense = played.foul, before.possession
        return foul and named(1 - offense if parse(foul).kind in DEFENSE_FOULS else offense)

    def penalty_timing() -> str | None:
        is_between = any("between downs" in record.detail for record in played.happened("penalty"))
        return "between downs" if is_between else "during the play" if played.foul else None

    def after_completion() -> Any:
        return played.between and observe(Played(played.setting, played.between, played.events), told)[0]

    return {
        "possession": lambda: named(1 - before.possession if played.caught else after.possession),
        "down": lambda: after.down,
        "distance": lambda: "goal" if after.goal_to_go and told == "goal" else after.to_go,
        "ball_on": ball_on,
        "play_result": lambda: _play_result(played, told),
        "yards": yards,
        "priority": lambda: played.reading.label or None,
        "touchback": lambda: bool(played.happened("touchback")),
        "safety": lambda: bool(played.happened("safety")),
        "score_change": lambda: {
            code: sum(each.points for each in played.points if each.team == team)
            for team, code in enumerate(teams.codes)
            if any(each.team == team for each in played.points)
        },
        "clock": lambda: clock_in_words(after.clock),
        "elapsed_seconds": lambda: before.clock - after.clock,
        "play_run": lambda: played.calls,
        "last_play_time": lambda: "unchanged" if after.pending == 0 else "open",
        "both_players": lambda: told if played.calls else None,
        "fumble_spot": loose,
        "interception_spot": lambda: _interception_spot(played),
        "recovered_by": lambda: first(lambda record: teams.codes[record.team], "recovery", "onside"),
        "field_goal": lambda: first(attrgetter("detail"), "field goal"),
        "pat": lambda: first(attrgetter("detail"), "pat", "two-point"),
        "end_spot": lambda: first(played.spot, "run", "complete"),
        "down_replayed": lambda: (after.down, after.possession) == (before.down, before.possession),
        "offsetting": lambda: any("offset" in record.detail for record in played.happened("penalty")),
        "interception_nullified": lambda: "interception" in str(first(attrgetter("detail"), "no play")),
        "penalty": lambda: played.foul,
        "against": against,
        "automatic_first_down": lambda: str(played.foul).startswith(("DEF 5X", "DEF 15", "PI")),
        "canceled": lambda: any(map(_is_canceled, played.rolls)),
        "foul_spot": lambda: _foul_spot(played),
        "return_end": lambda: first(played.spot, "return"),
        "penalty_timing": penalty_timing,
        "yards_assessed": lambda: sum(record.yards for record in played.happened("penalty")),
        "muffed": lambda: any(event.cell == "muffed" for event in played.rolls),
        "plays_called": lambda: {play: after.calls[before.possession][col.PLAYS.index(play)] for play in told},
        "no_longer_allowed": lambda: _barred_plays(played, told),
        "game_over": lambda: after.phase == OVER,
        "winner": lambda: None if len(set(after.score)) == 1 else teams.codes[after.score.index(max(after.score))],
        "next": lambda: _next(played, told),
        "pending": lambda: _pending(played, told),
        "after_completion": after_completion,
        "legal": lambda: not played.refused,
        "refused": lambda: bool(played.refused) if isinstance(told, bool) else played.refused,
        "reason": lambda: told if played.refused else None,
        "quarter": lambda: after.period,
        "kickoff_from": lambda: played.kickoff_from,
        **{name: partial(by_team, getattr(after, field)) for name, field in STATE_PAIRS.items()},
    }


def observe(played: Played, expected: Words) -> tuple[dict[str, Any], list[str]]:
    """The fields that the example expects as the referee has them, and those that nobody can compare."""
    facts = {name: _facts(played, told).get(name) for name, told in expected.items()}
    return {name: fact() for name, fact in facts.items() if fact}, [name for name in facts if not facts[name]]
