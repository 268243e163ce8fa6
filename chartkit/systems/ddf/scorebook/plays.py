"""The records of a game cut into plays (situation, calls, rolls, what followed), and plays told in English."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from chartkit.football.field import KICK_BEYOND_LINE, ORDINALS, clock_in_words, period_short, spot_in_words
from chartkit.pages import counted
from chartkit.systems.ddf.data import shipped_data
from chartkit.systems.ddf.engine.decisions import NO_HUDDLE, SPIKE, TIMEOUT, Ask
from chartkit.systems.ddf.engine.events import (
    DEFENSIVE,
    OFFENSIVE,
    Ball,
    Chance,
    Clock,
    Event,
    Happening,
    Intent,
    Period,
    Points,
)
from chartkit.systems.ddf.engine.state import COIN_TOSS, FREE_KICK, KICKOFF, SCRIMMAGE, TRY, GameState
from chartkit.systems.ddf.rules import names as n

KICKS = (KICKOFF, FREE_KICK)
#: How a foul was settled that cost yards.
ENFORCED = n.SETTLED[: n.AT_KICKOFF + 1]
#: What the runner, passer or kicker did; at most one of them stands in a play.
DEEDS = n.HAPPENINGS[: n.DEEDS]


@dataclass(frozen=True, slots=True)
class Penalty:
    """A foul as the referee announced it."""

    team: int
    foul: str
    yards: int
    #: `accepted`, `pre-snap`, `between downs`, `kickoff`, `declined`, `offset`.
    how: str

    @property
    def enforced(self) -> bool:
        """It cost yards, here or at the kickoff."""
        return self.how in ENFORCED


@dataclass(frozen=True, slots=True)
class Play:
    """One step of a game with everything that was written down about it."""

    number: int
    period: int
    #: Seconds left at the snap.
    clock: int
    phase: str
    #: Offense, kicking team of a kickoff, scoring team of a try.
    team: int
    down: int
    to_go: int
    #: Yards from the own goal line of `team`.
    spot: int
    #: (home, visitor) before the play.
    score: tuple[int, int]
    call: str
    formation: str
    no_huddle: bool
    #: Teams that took a timeout before the snap.
    timeouts: tuple[int, ...]
    chances: tuple[Chance, ...]
    happenings: tuple[Happening, ...]
    points: tuple[Points, ...]
    #: The seconds that were charged to the play.
    charged: tuple[Clock, ...]
    after: Ball

    @property
    def deed(self) -> Happening | None:
        """What the offense or kicking team did that stands; None when a foul wiped it out or came first."""
        for happening in self.happenings:
            if happening.what in DEEDS:
                return happening
        return None

    def first(self, *what: str) -> Happening | None:
        """The first happening of one of these kinds."""
        return next((each for each in self.happenings if each.what in what), None)

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """The fouls of the play in order."""
        found = []
        for each in self.happenings:
            if each.what == "penalty":
                how = next(word for word in n.SETTLED if each.detail.endswith(word))
                found.append(Penalty(each.team, each.detail.removesuffix(how).strip(), each.yards, how))
        return tuple(found)

    @property
    def wiped_out(self) -> str | None:
        """What would have been, when a foul wiped it out or came before the snap; None when the play stands."""
        if lost := self.first("no play"):
            return lost.detail
        return "" if self.deed is None and self.first("fumble", "safety") is None else None

    @property
    def fumble_lost(self) -> bool:
        """The other side recovered a fumble."""
        dropped, found = self.first("fumble"), self.first("recovery")
        return dropped is not None and found is not None and dropped.team != found.team

    @property
    def score_after(self) -> tuple[int, int]:
        """(home, visitor) after the play."""
        home = sum(each.points for each in self.points if each.team == 0)
        away = sum(each.points for each in self.points if each.team == 1)
        return self.score[0] + home, self.score[1] + away

    @property
    def receiver(self) -> int:
        """The team that a kickoff goes to, else the team with the ball."""
        return 1 - self.team if self.phase in KICKS else self.team


class PlayReader:
    """Reads the events once and keeps what carries over from play to play."""

    def __init__(self) -> None:
        self.period, self.clock = 1, 0
        self.score = (0, 0)
        self.situation = Ball(COIN_TOSS, 0, 0, 0, 0)
        self.plays: list[Play] = []
        self.step: list[Event] = []

    def feed(self, events: Iterable[Event]) -> list[Play]:
        """Read on; gives the plays that were completed."""
        told = len(self.plays)
        for event in events:
            if isinstance(event, Ball):
                self._close(event)
            else:
                self.step.append(event)
        return self.plays[told:]

    def finish(self) -> None:
        """No record follows: what is open is the last play."""
        self._close(self.situation)

    def _close(self, ball: Ball) -> None:
        before, step = self.situation, self.step
        score, self.step, self.situation = self.score, [], ball
        late: list[Clock] = []
        snap_clock: int | None = None
        for event in step:
            if isinstance(event, Period):
                self.period, self.clock = event.number, event.seconds
            elif isinstance(event, Clock):
                if snap_clock is None:
                    self._charge_last(event)
                else:
                    late.append(event)
                self.clock = event.left
            elif isinstance(event, Points):
                gained = (event.points, 0) if event.team == 0 else (0, event.points)
                self.score = (self.score[0] + gained[0], self.score[1] + gained[1])
            elif snap_clock is None and _is_snap(event):
                snap_clock = self.clock
        if snap_clock is None or before.phase == COIN_TOSS:
            return
        intents = [event for event in step if isinstance(event, Intent)]
        self.plays.append(
            Play(
                number=len(self.plays) + 1,
                period=self.period,
                clock=snap_clock,
                phase=before.phase,
                team=before.team,
                down=before.down,
                to_go=before.to_go,
                spot=before.spot,
                score=score,
                call=_last(intents, Ask.OFFENSE_CALL, Ask.KICKOFF, Ask.TRY) or _without_a_call(intents, before),
                formation=_last(intents, Ask.DEFENSE_CALL),
                no_huddle=any(isinstance(event, Clock) and event.row == NO_HUDDLE for event in step),
                timeouts=tuple(each.team for each in intents if each.choice == TIMEOUT),
                chances=tuple(event for event in step if isinstance(event, Chance)),
                happenings=tuple(event for event in step if isinstance(event, Happening)),
                points=tuple(event for event in step if isinstance(event, Points)),
                charged=tuple(late),
                after=ball,
            )
        )

    def _charge_last(self, event: Clock) -> None:
        """Seconds that stayed adjustable until the next snap belong to the play before (R23.2)."""
        if self.plays:
            last = self.plays[-1]
            self.plays[-1] = replace(last, charged=(*last.charged, event))


def _is_snap(event: Event) -> bool:
    if isinstance(event, Intent):
        return event.ask in (Ask.OFFENSE_CALL, Ask.KICKOFF, Ask.TRY)
    return isinstance(event, Chance | Happening) and getattr(event, "what", "") != "possession"


def _last(intents: Iterable[Intent], *asks: str) -> str:
    return next((str(each.choice) for each in reversed(list(intents)) if each.ask in asks), "")


def _without_a_call(intents: Iterable[Intent], before: Ball) -> str:
    if any(each.choice == SPIKE for each in intents):
        return "SPIKE"
    return {KICKOFF: "KICKOFF", FREE_KICK: "FREE KICK"}.get(before.phase, "")


def plays_of(events: Iterable[Event]) -> list[Play]:
    """Every play of a game in order; ends of periods without a snap are none."""
    reader = PlayReader()
    reader.feed(events)
    reader.finish()
    return reader.plays


Teams = tuple[str, str]


def situation(play: Play, teams: Teams) -> str:
    """`2-7-PHI 44`, `PHI kicks off from the PHI 35`, `PHI tries from the 2`."""
    own, other = teams[play.team], teams[1 - play.team]
    where = spot_in_words(play.spot, own, other)
    if play.phase == SCRIMMAGE:
        to_go = "goal" if play.spot + play.to_go >= 100 else str(play.to_go)
        return f"{play.down}-{to_go}-{where}"
    if play.phase in (KICKOFF, FREE_KICK):
        return f"{own} {'free kick' if play.phase == FREE_KICK else 'kickoff'} from {where}"
    return f"{own} try"


def called_in_words(play: Play) -> str:
    """`9-SIDELINE against F-BLITZ`, `PUNT`, `kick`."""
    if play.phase == TRY and not play.call[:1].isdigit():
        return "kick" if play.call in ("PAT", "") else play.call
    return f"{play.call} against {play.formation}" if play.formation and play.call[:1].isdigit() else play.call


def _rolled(play: Play) -> str:
    """The two totals that decided a play from scrimmage, or the kicker's."""
    offense = _total(play.chances, OFFENSIVE, ("offense.", "special."))
    defense = _total(play.chances, DEFENSIVE, ("defense.",))
    found = [str(total) for total in (offense, defense) if total is not None]
    return f"Rolled {' and '.join(found)}: " if found else ""


def _total(chances: tuple[Chance, ...], dice: int, charts: tuple[str, ...]) -> int | None:
    return next((each.total for each in chances if each.dice == dice and each.chart.startswith(charts)), None)


def _much(yards: int) -> str:
    return "no gain" if yards == 0 else f"{yards}" if yards > 0 else f"a loss of {-yards}"


def _gain(each: Happening, the: str) -> str:
    out = ", out of bounds" if each.detail == "out of bounds" else ""
    return f"for {_much(each.yards)} to {'the end zone' if each.spot >= 100 else the}{out}"


def _landed(each: Happening, the: str) -> str:
    in_end_zone = each.spot >= 100 or each.spot <= 0
    if each.what in ("interception", "fumble"):
        return "in the end zone" if in_end_zone else f"at {the}"
    return "into the end zone" if in_end_zone else f"to {the}"


def _foul(each: Happening, teams: Teams) -> str:
    how, words = next(
        (how, words) for how, words in shipped_data("phrases.json")["fouls"].items() if each.detail.endswith(how)
    )
    foul = each.detail.removesuffix(how).strip()
    walked = f", {counted(abs(each.yards), 'yard')}" if each.yards and how not in ("declined", "offset") else ""
    return f"penalty on {teams[each.team]} ({foul}), {words}{walked}"


def _happened(each: Happening, teams: Teams) -> str:
    """One happening in words; empty if the others already say it."""
    if each.what == "penalty":
        return _foul(each, teams)
    phrases: dict[str, str] = shipped_data("phrases.json")["phrases"]
    phrase = phrases.get(f"{each.what}/{each.detail}") or phrases.get(each.what, "")
    where = spot_in_words(each.spot, teams[each.team], teams[1 - each.team])
    the = where if where == "50" else f"the {where}"
    return phrase.format(
        team=teams[each.team],
        where=where,
        the=the,
        gain=_gain(each, the),
        landed=_landed(each, the),
        yards=counted(abs(each.yards), "yard"),
        returned=counted(each.yards, "yard") if each.yards > 0 else f"for {_much(each.yards)}",
        kick=each.yards + KICK_BEYOND_LINE,
        # An incompletion has no yards.
        detail=each.detail.replace("incomplete 0", "incomplete"),
    )


def outcome(play: Play, teams: Teams) -> str:
    """What became of a play: `complete for 6 to the NE 38`."""
    told = [words for words in (_happened(each, teams) for each in play.happenings) if words]
    return ", ".join(told) or "nothing happens"


def sentence(play: Play, teams: Teams) -> str:
    """`2-7-PHI 44: 9-SIDELINE against F-BLITZ. Rolled 24 and 1: complete for 6 to the NE 38.`"""
    became = outcome(play, teams)
    called, rolled = called_in_words(play), _rolled(play)
    if called and not rolled:
        became = became[0].upper() + became[1:]
    return f"{situation(play, teams)}: {called + '. ' if called else ''}{rolled}{became}."


def ball_in_words(ball: Ball, codes: tuple[str, str]) -> str:
    """`PHI 2nd and 7 at the PHI 44`, `NE kicks off from the NE 35`."""
    own, other = codes[ball.team], codes[1 - ball.team]
    where = spot_in_words(ball.spot, own, other)
    if ball.phase == SCRIMMAGE:
        to_go = "goal" if ball.spot + ball.to_go >= 100 else str(ball.to_go)
        return f"{own} {ORDINALS[ball.down]} and {to_go} at the {where}"
    return {
        KICKOFF: f"{own} kicks off from the {where}",
        FREE_KICK: f"{own} kicks free from the {where}",
        TRY: f"{own} tries for the extra point",
        COIN_TOSS: "Coin toss",
    }.get(ball.phase, "Final")


def ball_of(state: GameState) -> Ball:
    """Where the ball is, without the rest of the state."""
    return Ball(state.phase, state.possession, state.down, state.to_go, state.spot)


def situation_line(state: GameState, codes: tuple[str, str]) -> str:
    """Clock, score, ball and timeouts in one line."""
    score = f"{codes[1]} {state.score[1]}, {codes[0]} {state.score[0]}"
    timeouts = f"timeouts {codes[1]} {state.timeouts[1]}, {codes[0]} {state.timeouts[0]}"
    clock = f"{period_short(state.period)} {clock_in_words(state.clock)}"
    return f"-- {clock}  {score}  {ball_in_words(ball_of(state), codes)}  ({timeouts})"
