"""The course of a game as the home team's chance to win: a value a play, the line drawn, the biggest plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chartkit.football.field import clock_in_words, period_in_words
from chartkit.systems.ddf.coaches.chance_table import ChanceTable
from chartkit.systems.ddf.coaches.computer import lay_chances, make_room
from chartkit.systems.ddf.coaches.mind import CERTAIN
from chartkit.systems.ddf.coaches.winning import winning
from chartkit.systems.ddf.engine.matchup import Matchup
from chartkit.systems.ddf.engine.state import COIN_TOSS, GameState, set_state
from chartkit.systems.ddf.rules.names import HOME
from chartkit.systems.ddf.scorebook import Play, PlayReader, sentence
from chartkit.systems.table import Scene

if TYPE_CHECKING:
    from chartkit.systems.ddf.gameday.session import Step

BIGGEST = 3
_ROWS, _COLUMNS = 9, 40


@dataclass(frozen=True)
class Moment:
    """A play, and the home team's chance to win before and after it, 0 to 1."""

    play: Play
    before: float
    after: float

    @property
    def swing(self) -> float:
        """What the play changed."""
        return self.after - self.before


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

    reader, found, states = PlayReader(), [], [step.before for step in steps] + [last]
    for number, step in enumerate(steps):
        for play in reader.feed(step.events):
            found.append(Moment(play, chance(states[number]), chance(states[number + 1])))
    return found


def biggest(course: Sequence[Moment], number: int = BIGGEST) -> list[Moment]:
    """The plays that changed most, the biggest first."""
    return sorted(course, key=lambda moment: -abs(moment.swing))[:number]


def drawn(course: Sequence[Moment], teams: tuple[str, str], *, plain: bool) -> Iterator[str]:
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


def told(course: Sequence[Moment], teams: tuple[str, str], *, plain: bool = False) -> Iterator[str]:
    """The line and the biggest plays, for people."""
    if not course:
        return
    yield "CHANCE TO WIN"
    yield from drawn(course, teams, plain=plain)
    yield ""
    yield "BIGGEST PLAYS"
    for moment in biggest(course):
        play, gainer = moment.play, teams[0 if moment.swing >= 0 else 1]
        when = f"{period_in_words(play.period)} {clock_in_words(play.clock):>5}"
        yield f"{when}  {gainer} +{100 * abs(moment.swing):.0f}%: {sentence(play, teams)}"


def with_chances(
    scenes: Iterable[Scene], course: Sequence[Moment], teams: tuple[str, str], *, plain: bool
) -> Iterator[Scene]:
    """The scenes of a game with the home team's chance on each scoreboard; the line follows the last one."""
    for moment, scene in zip(course, scenes, strict=True):
        yield replace(
            scene,
            board=f"{scene.board}  {teams[0]} {100 * moment.before:.0f}%",
            data={**scene.data, "home_wins": round(moment.after, 4)},
            after=("", *told(course, teams, plain=plain)) if moment is course[-1] else (),
        )


def as_data(course: Sequence[Moment], teams: tuple[str, str]) -> dict[str, Any]:
    """The same as data."""
    return {
        "home": teams[0],
        "line": [{"play": moment.play.number, "home_wins": round(moment.after, 4)} for moment in course],
        "biggest_plays": [
            {
                "play": moment.play.number,
                "before": round(moment.before, 4),
                "after": round(moment.after, 4),
                "text": sentence(moment.play, teams),
            }
            for moment in biggest(course)
        ],
    }
