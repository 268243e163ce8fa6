"""What the referee made of an example, in the words of its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chartkit.football.field import clock_in_words
from chartkit.systems.ddf.charts import DEFENSE_FOULS, Kind, Result, parse
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import Chance, Event, Happening, Points
from chartkit.systems.ddf.engine.examples.charts import INFLUENCE
from chartkit.systems.ddf.engine.examples.example import Teams, split_team, write_spot
from chartkit.systems.ddf.engine.examples.reading import Reading, read_play
from chartkit.systems.ddf.engine.examples.script import OutOfScript
from chartkit.systems.ddf.engine.examples.setting import Setting
from chartkit.systems.ddf.engine.state import FREE_KICK, KICKOFF, OVER, TRY, GameState
from chartkit.systems.ddf.rules.basics import walk_off
from chartkit.systems.ddf.rules.legality import play_barred, quota_left

Words = Mapping[str, Any]


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
    calls: Mapping[str, str] = field(default_factory=dict)
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
    def rolls(self) -> list[Chance]:
        """What was rolled."""
        return [event for event in self.events if isinstance(event, Chance)]

    @property
    def reading(self) -> Reading:
        """What the rolls amount to."""
        return read_play(self.setting.matchup.rules.priority, self.rolls)

    def happened(self, *what: str) -> list[Happening]:
        """What happened on the field of these kinds."""
        return [event for event in self.events if isinstance(event, Happening) and event.what in what]

    def spot(self, record: Happening) -> str:
        """Where something happened, in words."""
        return write_spot(record.spot, record.team, self.teams)

    def from_line(self, yards: int) -> str:
        """A spot so many yards from the line of scrimmage."""
        return write_spot(self.before.spot + yards, self.before.possession, self.teams)


def _caught_at(played: Played) -> Result | None:
    """The interception whose return the example does not tell."""
    result = played.reading.result
    return result if played.stopped and result and result.kind is Kind.INTERCEPTION else None


def _points(played: Played) -> dict[str, int]:
    change: Counter[str] = Counter()
    for event in played.events:
        if isinstance(event, Points):
            change[played.teams.codes[event.team]] += event.points
    return dict(change)


def _named(played: Played, team: int, told: Any) -> Any:
    """A team, in the words of the example when it means the same one."""
    code = played.teams.codes[team]
    return told if isinstance(told, str) and split_team(told)[1] == code else code


def _is_yards(text: Any) -> bool:
    return isinstance(text, str) and text.rstrip("*").lstrip("-").isdigit()


def _play_result(played: Played, told: Any) -> str | None:
    if told == "TD" and any(isinstance(event, Points) and event.how == "touchdown" for event in played.events):
        return "TD"
    if played.happened("kneel"):
        return "-1"
    text, result = played.reading.text, played.reading.result
    if any(event.chart == "supplement.SACK RATE" for event in played.rolls):
        moved = played.happened("sack", "scramble")
        return str(moved[0].yards) if moved else text
    if text is not None and result is not None and result.kind is Kind.YARDS:
        # The squeeze and the end zone are the referee's: what stands on the field counts.
        moved = played.happened("run", "complete")
        if moved and moved[0].spot < 100 and _is_yards(str(told)):
            return f"{moved[0].yards}{'*' if text.endswith('*') else ''}"
    return text


def _yards(played: Played, told: Any) -> int | None:
    text = _play_result(played, str(told))
    return int(text.rstrip("*")) if text is not None and _is_yards(text) else None


def _fumble_spot(played: Played) -> str | None:
    if loose := played.happened("fumble", "blocked"):
        return played.spot(loose[0])
    result = played.reading.result
    is_loose = result is not None and result.kind in (Kind.FUMBLE, Kind.BLOCKED)
    return played.from_line(result.yards) if result is not None and is_loose else None


def _interception_spot(played: Played) -> str | None:
    result = played.reading.result
    if result is None or result.kind is not Kind.INTERCEPTION:
        return None
    deep = played.before.spot + result.yards - 100
    if deep >= 0:
        return f"{deep} yards deep in {played.teams.codes[1 - played.before.possession]}'s end zone"
    return played.from_line(result.yards)


def _is_canceled(event: Chance) -> bool:
    return event.chart.startswith(f"{INFLUENCE}.") and event.cell.startswith("X")


def _foul(played: Played) -> str | None:
    """The last foul that was called and not cancelled."""
    fouls: list[str] = []
    for event in played.rolls:
        if _is_canceled(event):
            fouls.pop()
        elif event.chart == INFLUENCE:
            fouls += [event.cell] if event.cell not in ("0", "PI X") else []
        elif event.chart.startswith(("offense.", "special.")) and event.cell[:3] in ("OFF", "DEF", "PI "):
            fouls.append(event.cell)
    dice = [event for event in played.rolls if event.chart.startswith("generic.PI X")]
    if dice:
        play = dice[0].chart.removeprefix("generic.PI X.")
        plus = played.setting.matchup.fields["pi_plus"][col.PLAYS.index(play)]
        fouls.append(f"PI {plus + sum(event.total for event in dice)}")
    return fouls[-1] if fouls else None


def _against(played: Played, told: Any) -> Any:
    foul, offense = _foul(played), played.before.possession
    if foul is None:
        return None
    return _named(played, 1 - offense if parse(foul).kind in DEFENSE_FOULS else offense, told)


def _foul_spot(played: Played) -> str | None:
    foul = _foul(played)
    if foul is not None and parse(foul).kind is Kind.INTERFERENCE:
        return played.from_line(parse(foul).yards)
    if (walked := played.happened("penalty")) and walked[0].yards:
        # The spot from which the yards were walked back.
        return write_spot(walked[0].spot + walked[0].yards, walked[0].team, played.teams)
    return None


def _timing(played: Played) -> str | None:
    if any("between downs" in record.detail for record in played.happened("penalty")):
        return "between downs"
    return "during the play" if _foul(played) else None


def _barred_plays(played: Played, plays: Any) -> list[str]:
    game = played.setting.matchup.game_in(played.after)
    numbers = {play: col.PLAYS.index(play) for play in plays}
    return [play for play, number in numbers.items() if play_barred(game, number) or not quota_left(game, number)]


def _kickoff_from(played: Played) -> str | None:
    """Where the kickoff that is next is made; a foul on a score moves it, before and after the try (R19.11)."""
    state, line = played.after, played.setting.matchup.constants.kickoff_line
    if state.phase in (KICKOFF, FREE_KICK):
        spot = state.spot + state.kickoff_shift
    elif state.phase == TRY:
        spot = line + state.kickoff_shift if state.kickoff_shift >= 0 else walk_off(line, -state.kickoff_shift)
    else:
        return None
    return write_spot(spot, state.possession, played.teams)


def _next(played: Played, told: str) -> str | None:
    """What comes next, in the words of the example when it agrees with the referee."""
    state, codes = played.after, played.teams.codes
    goes_on = "normal" in told or "continues" in told
    if played.stopped is not None:
        chart = played.stopped.chart.split(".", 1)[1]
        return told if goes_on or chart in told else f"{codes[played.stopped.team]} rolls on {chart}"
    place = _kickoff_from(played)
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


def _winner(played: Played) -> str | None:
    home, away = played.after.score
    return None if home == away else played.teams.codes[0 if home > away else 1]


def _facts(played: Played, told: Any) -> dict[str, Callable[[], Any]]:
    """Every field that an example can expect; `told` is what it says of the one that is looked at."""
    before, after, teams = played.before, played.after, played.teams

    def by_team(pair: tuple[int, int]) -> dict[str, int]:
        return {code: pair[teams.number(code)] for code in told}

    def possession() -> Any:
        return _named(played, 1 - before.possession if _caught_at(played) else after.possession, told)

    def ball_on() -> str:
        if caught := _caught_at(played):
            return played.from_line(caught.yards)
        return write_spot(after.spot, after.possession, teams, str(told))

    def ends(*what: str) -> str | None:
        return next(iter(map(played.spot, played.happened(*what))), None)

    def detail(*what: str) -> str | None:
        return next((record.detail for record in played.happened(*what)), None)

    def after_completion() -> Any:
        return played.between and observe(Played(played.setting, played.between, played.events), told)[0]

    return {
        "possession": possession,
        "down": lambda: after.down,
        "distance": lambda: "goal" if after.goal_to_go and told == "goal" else after.to_go,
        "ball_on": ball_on,
        "play_result": lambda: _play_result(played, told),
        "yards": lambda: _yards(played, told),
        "priority": lambda: played.reading.label or None,
        "touchback": lambda: bool(played.happened("touchback")),
        "safety": lambda: bool(played.happened("safety")),
        "score_change": lambda: _points(played),
        "score": lambda: by_team(after.score),
        "clock": lambda: clock_in_words(after.clock),
        "elapsed_seconds": lambda: before.clock - after.clock,
        "timeouts": lambda: by_team(after.timeouts),
        "no_huddle": lambda: by_team(after.no_huddle),
        "offensive_audibles": lambda: by_team(after.offense_audibles),
        "defensive_audibles": lambda: by_team(after.defense_audibles),
        "play_run": lambda: dict(played.calls),
        "last_play_time": lambda: "unchanged" if after.pending == 0 else "open",
        "both_players": lambda: told if played.calls else None,
        "fumble_spot": lambda: _fumble_spot(played),
        "interception_spot": lambda: _interception_spot(played),
        "recovered_by": lambda: next(
            (teams.codes[record.team] for record in played.happened("recovery", "onside")), None
        ),
        "field_goal": lambda: detail("field goal"),
        "pat": lambda: detail("pat", "two-point"),
        "end_spot": lambda: ends("run", "complete"),
        "down_replayed": lambda: (after.down, after.possession) == (before.down, before.possession),
        "offsetting": lambda: any("offset" in record.detail for record in played.happened("penalty")),
        "interception_nullified": lambda: "interception" in str(detail("no play")),
        "penalty": lambda: _foul(played),
        "against": lambda: _against(played, told),
        "automatic_first_down": lambda: str(_foul(played)).startswith(("DEF 5X", "DEF 15", "PI")),
        "canceled": lambda: any(map(_is_canceled, played.rolls)),
        "foul_spot": lambda: _foul_spot(played),
        "return_end": lambda: ends("return"),
        "penalty_timing": lambda: _timing(played),
        "yards_assessed": lambda: sum(record.yards for record in played.happened("penalty")),
        "muffed": lambda: any(event.cell == "muffed" for event in played.rolls),
        "plays_called": lambda: {play: after.calls[before.possession][col.PLAYS.index(play)] for play in told},
        "no_longer_allowed": lambda: _barred_plays(played, told),
        "game_over": lambda: after.phase == OVER,
        "winner": lambda: _winner(played),
        "next": lambda: _next(played, told),
        "pending": lambda: _pending(played, told),
        "after_completion": after_completion,
        "legal": lambda: not played.refused,
        "refused": lambda: bool(played.refused) if isinstance(told, bool) else played.refused,
        "reason": lambda: told if played.refused else None,
        "quarter": lambda: after.period,
        "kickoff_from": lambda: _kickoff_from(played),
    }


def observe(played: Played, expected: Words) -> tuple[dict[str, Any], list[str]]:
    """The fields that the example expects as the referee has them, and those that nobody can compare."""
    facts = {name: _facts(played, told).get(name) for name, told in expected.items()}
    return {name: fact() for name, fact in facts.items() if fact}, [name for name in facts if not facts[name]]
