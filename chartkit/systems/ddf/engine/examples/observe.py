"""What the referee made of an example, in the words of its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chartkit.systems.ddf.charts import DEFENSE_FOULS, Kind, parse
from chartkit.systems.ddf.charts import columns as col
from chartkit.systems.ddf.engine.events import Chance, Event, Happening, Points
from chartkit.systems.ddf.engine.examples.charts import INFLUENCE
from chartkit.systems.ddf.engine.examples.example import Teams, split_team, write_clock, write_spot
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

    def spot(self, record: Happening, like: str = "") -> str:
        """Where something happened, in words."""
        return write_spot(record.spot, record.team, self.teams, like)

    def from_line(self, yards: int) -> str:
        """A spot so many yards from the line of scrimmage."""
        return write_spot(self.before.spot + yards, self.before.possession, self.teams)


def _changes(played: Played, expected: Any) -> dict[str, int]:
    change: Counter[str] = Counter()
    for event in played.events:
        if isinstance(event, Points):
            change[played.teams.codes[event.team]] += event.points
    return dict(change)


def _caught(played: Played) -> Kind | None:
    result = played.reading.result
    return result.kind if result and played.stopped else None


def _possession(played: Played, expected: Any) -> Any:
    team = played.after.possession
    if _caught(played) is Kind.INTERCEPTION:
        team = 1 - played.before.possession
    return _named(played, team, expected)


def _named(played: Played, team: int, expected: Any) -> Any:
    """A team, in the words of the example when it means the same one."""
    code = played.teams.codes[team]
    return expected if isinstance(expected, str) and split_team(expected)[1] == code else code


def _ball_on(played: Played, expected: Any) -> Any:
    if _caught(played) is Kind.INTERCEPTION and played.reading.result:
        return played.from_line(played.reading.result.yards)
    return write_spot(played.after.spot, played.after.possession, played.teams, str(expected))


def _distance(played: Played, expected: Any) -> Any:
    goal = played.after.goal_to_go
    return "goal" if goal and expected == "goal" else played.after.to_go


def _play_result(played: Played, expected: Any) -> Any:
    if any(isinstance(event, Points) and event.how == "touchdown" for event in played.events) and expected == "TD":
        return "TD"
    if played.happened("kneel"):
        return "-1"
    if any(event.chart == "supplement.SACK RATE" for event in played.rolls):
        moved = played.happened("sack", "scramble")
        return str(moved[0].yards) if moved else played.reading.text
    text = played.reading.text
    if text is not None and played.reading.result is not None and played.reading.result.kind is Kind.YARDS:
        # The squeeze and the end zone are the referee's: what stands on the field counts.
        moved = played.happened("run", "complete")
        if moved and moved[0].spot < 100 and str(expected).rstrip("*").lstrip("-").isdigit():
            return f"{moved[0].yards}{'*' if text.endswith('*') else ''}"
    return text


def _fumble_spot(played: Played, expected: Any) -> Any:
    if loose := played.happened("fumble", "blocked"):
        return played.spot(loose[0])
    result = played.reading.result
    if result is not None and result.kind in (Kind.FUMBLE, Kind.BLOCKED):
        return played.from_line(result.yards)
    return None


def _interception_spot(played: Played, expected: Any) -> Any:
    result = played.reading.result
    if result is None or result.kind is not Kind.INTERCEPTION:
        return None
    deep = played.before.spot + result.yards - 100
    if deep >= 0:
        return f"{deep} yards deep in {played.teams.codes[1 - played.before.possession]}'s end zone"
    return played.from_line(result.yards)


def _foul_texts(played: Played) -> list[str]:
    """Fouls that were called and not cancelled."""
    fouls: list[str] = []
    for event in played.rolls:
        if event.chart.startswith(f"{INFLUENCE}.") and event.cell.startswith("X"):
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
    return fouls


def _penalty(played: Played, expected: Any) -> Any:
    fouls = _foul_texts(played)
    return fouls[-1] if fouls else None


def _against(played: Played, expected: Any) -> Any:
    fouls = _foul_texts(played)
    if not fouls:
        return None
    offense, by_defense = played.before.possession, parse(fouls[-1]).kind in DEFENSE_FOULS
    return _named(played, 1 - offense if by_defense else offense, expected)


def _foul_spot(played: Played, expected: Any) -> Any:
    fouls = _foul_texts(played)
    if fouls and parse(fouls[-1]).kind is Kind.INTERFERENCE:
        return played.from_line(parse(fouls[-1]).yards)
    if (walked := played.happened("penalty")) and walked[0].yards:
        # The spot from which the yards were walked back.
        return write_spot(walked[0].spot + walked[0].yards, walked[0].team, played.teams)
    return None


def _timing(played: Played, expected: Any) -> Any:
    if any("between downs" in record.detail for record in played.happened("penalty")):
        return "between downs"
    return "during the play" if _foul_texts(played) else None


def _end(*what: str) -> Callable[[Played, Any], Any]:
    """Where the first of these ended."""
    return lambda played, expected: next(iter(map(played.spot, played.happened(*what))), None)


def _detail(*what: str) -> Callable[[Played, Any], Any]:
    """How the first of these came out."""
    return lambda played, expected: next((record.detail for record in played.happened(*what)), None)


def _recovered_by(played: Played, expected: Any) -> Any:
    recovered = played.happened("recovery", "onside")
    return played.teams.codes[recovered[0].team] if recovered else None


def _by_team(name: str) -> Callable[[Played, Any], Any]:
    def observe(played: Played, expected: Any) -> Any:
        pair = getattr(played.after, name)
        return {code: pair[played.teams.number(code)] for code in expected}

    return observe


def _plays_called(played: Played, expected: Any) -> Any:
    counts = played.after.calls[played.before.possession]
    return {play: counts[col.PLAYS.index(play)] for play in expected}


def _no_longer(played: Played, expected: Any) -> Any:
    game = played.setting.matchup.game_in(played.after)
    numbers = {play: col.PLAYS.index(play) for play in expected}
    return [play for play, number in numbers.items() if play_barred(game, number) or not quota_left(game, number)]


def _kickoff_spot(played: Played) -> int | None:
    """Where the kickoff that is next is made; a foul on a score moves it, before and after the try (R19.11)."""
    state = played.after
    if state.phase in (KICKOFF, FREE_KICK):
        return state.spot + state.kickoff_shift
    if state.phase == TRY:
        line, shift = played.setting.matchup.constants.kickoff_line, state.kickoff_shift
        return line + shift if shift >= 0 else walk_off(line, -shift)
    return None


def _kickoff_from(played: Played, expected: Any) -> Any:
    spot = _kickoff_spot(played)
    return None if spot is None else write_spot(spot, played.after.possession, played.teams)


def _next(played: Played, expected: Any) -> Any:
    """What comes next, in the words of the example when it agrees with the referee."""
    state, teams = played.after, played.teams
    if played.stopped is not None:
        chart = played.stopped.chart.split(".", 1)[1]
        agrees = chart in expected or "normal" in expected or "continues" in expected
        return expected if agrees else f"{teams.codes[played.stopped.team]} rolls on {chart}"
    spot = _kickoff_spot(played)
    if spot is not None and (state.phase != TRY or state.kickoff_shift):
        place = write_spot(spot, state.possession, teams)
        agrees = place in expected and expected.startswith(teams.codes[state.possession])
        return expected if agrees else f"{teams.codes[state.possession]} kicks off from the {place}"
    return expected if "normal" in expected or "continues" in expected else None


def _after_completion(played: Played, expected: Any) -> Any:
    between = played.between
    if between is None:
        return None
    here = Played(played.setting, between, played.events)
    return {key: OBSERVERS[key](here, value) for key, value in expected.items()}


def _replayed(played: Played, expected: Any) -> Any:
    return played.after.down == played.before.down and played.after.possession == played.before.possession


def _winner(played: Played, expected: Any) -> Any:
    score = played.after.score
    return None if score[0] == score[1] else played.teams.codes[0 if score[0] > score[1] else 1]


def _pending(played: Played, expected: Any) -> Any:
    if played.stopped is None:
        return None
    chart = played.stopped.chart.split(".", 1)[1].lower()
    words = str(expected).lower()
    wanted = chart in words or (chart.split(" ")[-1] in words) or "both players roll" in words
    return expected if wanted else f"{chart} by {played.teams.codes[played.stopped.team]}"


def _yards(played: Played, expected: Any) -> Any:
    text = _play_result(played, str(expected))
    return int(text.rstrip("*")) if isinstance(text, str) and text.rstrip("*").lstrip("-").isdigit() else None


def _flag(*what: str) -> Callable[[Played, Any], Any]:
    return lambda played, expected: bool(played.happened(*what))


#: Every field that an example can expect.
OBSERVERS: dict[str, Callable[[Played, Any], Any]] = {
    "possession": _possession,
    "down": lambda played, expected: played.after.down,
    "distance": _distance,
    "ball_on": _ball_on,
    "play_result": _play_result,
    "yards": _yards,
    "priority": lambda played, expected: played.reading.label or None,
    "touchback": _flag("touchback"),
    "safety": _flag("safety"),
    "score_change": _changes,
    "score": _by_team("score"),
    "clock": lambda played, expected: write_clock(played.after.clock),
    "elapsed_seconds": lambda played, expected: played.before.clock - played.after.clock,
    "timeouts": _by_team("timeouts"),
    "no_huddle": _by_team("no_huddle"),
    "offensive_audibles": _by_team("offense_audibles"),
    "defensive_audibles": _by_team("defense_audibles"),
    "play_run": lambda played, expected: dict(played.calls),
    "last_play_time": lambda played, expected: "unchanged" if played.after.pending == 0 else "open",
    "both_players": lambda played, expected: expected if played.calls else None,
    "fumble_spot": _fumble_spot,
    "interception_spot": _interception_spot,
    "recovered_by": _recovered_by,
    "field_goal": _detail("field goal"),
    "pat": _detail("pat", "two-point"),
    "end_spot": _end("run", "complete"),
    "down_replayed": _replayed,
    "offsetting": lambda played, expected: any("offset" in record.detail for record in played.happened("penalty")),
    "interception_nullified": lambda played, expected: any(
        "interception" in record.detail for record in played.happened("no play")
    ),
    "penalty": _penalty,
    "against": _against,
    "automatic_first_down": lambda played, expected: (
        _penalty(played, expected) in ("DEF 5X", "DEF 15") or str(_penalty(played, expected)).startswith("PI")
    ),
    "canceled": lambda played, expected: any(
        event.chart.startswith(f"{INFLUENCE}.") and event.cell.startswith("X") for event in played.rolls
    ),
    "foul_spot": _foul_spot,
    "return_end": _end("return"),
    "penalty_timing": _timing,
    "yards_assessed": lambda played, expected: sum(record.yards for record in played.happened("penalty")),
    "muffed": lambda played, expected: any(event.cell == "muffed" for event in played.rolls),
    "plays_called": _plays_called,
    "no_longer_allowed": _no_longer,
    "game_over": lambda played, expected: played.after.phase == OVER,
    "winner": _winner,
    "next": _next,
    "pending": _pending,
    "after_completion": _after_completion,
    "legal": lambda played, expected: not played.refused,
    "refused": lambda played, expected: bool(played.refused) if isinstance(expected, bool) else played.refused,
    "reason": lambda played, expected: expected if played.refused else None,
    "quarter": lambda played, expected: played.after.period,
    "kickoff_from": _kickoff_from,
}


def observe(played: Played, expected: Words) -> tuple[dict[str, Any], list[str]]:
    """The fields that the example expects as the referee has them, and those that nobody can compare."""
    got = {name: OBSERVERS[name](played, value) for name, value in expected.items() if name in OBSERVERS}
    return got, [name for name in expected if name not in OBSERVERS]
