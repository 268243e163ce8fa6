"""A choice about fouls: each is played out, one is taken, the others never happened (R19.4)."""

from __future__ import annotations

from chartkit.systems.ddf.kernel.codes import ASK_PENALTY, DECLINE, FREE_KICK, KICKOFF, OVER, TRY
from chartkit.systems.ddf.kernel.compiled import Memory, apart, compiled
from chartkit.systems.ddf.kernel.luck import chosen, is_scripted, scripted_choice
from chartkit.systems.ddf.kernel.places import (
    BLOCK,
    CHOICE_CODE,
    CHOICE_END,
    CHOICE_FIELD,
    CHOICE_START,
    CHOICE_STATE,
    CHOICES,
    DOWN,
    EVENTS,
    FIELD,
    FIELD_END,
    FOULS,
    KEPT,
    KICKOFF_SHIFT,
    MOST_CHOICES,
    MOST_FOULS,
    OFF_SCRIPT,
    PHASE,
    POSSESSION,
    RECORD,
    RECORDS,
    SCORE,
    SPOT,
    TO_GAIN,
    TOO_MANY_FOULS,
    TROUBLE,
    WORTH,
    WORTH_DOWN,
    WORTH_FREE_KICK,
    WORTH_KICKOFF,
    WORTH_KICKOFF_YARD,
    WORTH_TRY,
    WORTH_YARD,
)

#: The choice's records take the place of the field's, or follow them.
INSTEAD, AFTER = 0, 1


@apart
def add_foul(m: Memory, fouls: int, foul: int) -> None:
    """One more foul on a list."""
    number = m[fouls]
    if number >= MOST_FOULS:
        m[TROUBLE] = TOO_MANY_FOULS
        return
    m[fouls + 1 + number] = foul
    m[fouls] = number + 1


@apart
def join_fouls(m: Memory, fouls: int, others: int) -> None:
    """The fouls of another list behind those of a list."""
    for number in range(m[others]):
        add_foul(m, fouls, m[others + 1 + number])


@apart
def open_choices(m: Memory) -> None:
    """Keep the situation and the field as they are."""
    for place in range(BLOCK):
        m[KEPT + place] = m[place]
    m[CHOICES], m[FIELD_END] = 0, m[RECORDS]


@apart
def again(m: Memory) -> None:
    """Back to the situation that was kept, to play out the next choice."""
    for place in range(BLOCK):
        m[place] = m[KEPT + place]


@apart
def offer(m: Memory, code: int, start: int, field: int) -> None:
    """The situation as it is now is what this choice leads to."""
    number = m[CHOICES]
    if number >= MOST_CHOICES:
        m[TROUBLE] = TOO_MANY_FOULS
        return
    at = CHOICE_STATE + number * BLOCK
    for place in range(BLOCK):
        m[at + place] = m[place]
    m[CHOICE_CODE + number], m[CHOICE_START + number] = code, start
    m[CHOICE_END + number], m[CHOICE_FIELD + number] = m[RECORDS], field
    m[CHOICES] = number + 1


@apart
def offered(m: Memory, code: int) -> bool:
    """There is such a choice already."""
    for number in range(m[CHOICES]):  # noqa: SIM110 - compiled
        if m[CHOICE_CODE + number] == code:
            return True
    return False


@compiled
def worth(m: Memory, at: int, team: int) -> int:
    """What a situation is worth to a team in thousandths of a point, the score included (coaches.habits.worth)."""
    lead = 1000 * (m[at + SCORE + team] - m[at + SCORE + 1 - team])
    phase = m[at + PHASE]
    if phase == OVER:
        return lead
    sign = 1 if m[at + POSSESSION] == team else -1
    # R19.11: a foul on a score moves the kickoff that follows.
    shift = m[at + KICKOFF_SHIFT] * m[WORTH_KICKOFF_YARD]
    if phase == TRY:
        return lead + sign * (m[WORTH_TRY] + shift)
    if phase == KICKOFF:
        return lead + sign * (m[WORTH_KICKOFF] + shift)
    if phase == FREE_KICK:
        return lead + sign * m[WORTH_FREE_KICK]
    down, spot = m[at + DOWN] - 1, m[at + SPOT]
    situation = m[WORTH + min(100, max(0, spot))] - m[WORTH_DOWN + down]
    situation -= (m[at + TO_GAIN] - spot - 10) * m[WORTH_YARD + down]
    return lead + sign * situation


@compiled
def _best(m: Memory, team: int) -> int:
    """The choice that leaves the best situation; declining wins a tie."""
    best, most = 0, 0
    for number in range(m[CHOICES]):
        value = 2 * worth(m, CHOICE_STATE + number * BLOCK, team)
        value += 1 if m[CHOICE_CODE + number] & 7 == DECLINE else 0
        if number == 0 or value > most:
            best, most = number, value
    return best


@compiled
def _scripted(m: Memory, team: int) -> int:
    code = scripted_choice(m, ASK_PENALTY, team, -1)
    for number in range(m[CHOICES]):
        if m[CHOICE_CODE + number] == code:
            return number
    if m[TROUBLE] == 0:
        m[TROUBLE] = OFF_SCRIPT
    return 0


@apart
def take(m: Memory, number: int) -> None:
    """This choice it is: its situation and its records."""
    at = CHOICE_STATE + number * BLOCK
    for place in range(BLOCK):
        m[place] = m[at + place]
    to = m[FIELD_END] if m[CHOICE_FIELD + number] == AFTER else m[FIELD]
    start, end = m[CHOICE_START + number], m[CHOICE_END + number]
    for place in range((end - start) * RECORD):
        m[EVENTS + to * RECORD + place] = m[EVENTS + start * RECORD + place]
    m[RECORDS] = to + end - start


@apart
def choose(m: Memory, team: int) -> None:
    """The team not at fault chooses."""
    if is_scripted(m):
        number = _scripted(m, team)
    else:
        number = _best(m, team)
        chosen(m, ASK_PENALTY, team, m[CHOICE_CODE + number], -1)
    take(m, number)


@compiled
def start_fouls(m: Memory) -> None:
    """A play begins: no fouls yet, and its field begins here."""
    m[FOULS] = 0
    m[FIELD] = m[RECORDS]
