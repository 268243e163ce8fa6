"""The NFL's tie-breaking steps by name; which steps hold in which order is season data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from chartkit.football.records import Record, Records

#: The value of each tied club, higher is better; None says that the step does not apply.
Values = Mapping[str, Fraction | int] | None
Step = Callable[[Records, Sequence[str]], Values]


def _common(records: Records, tied: Sequence[str]) -> set[str]:
    return reduce(set.intersection, (set(records.opponents(club)) for club in tied))


def _same(records: Records, club: str, level: str) -> list[str]:
    """The other clubs of the conference, or of the division: both conferences have an East."""
    mine = records.clubs[club]
    return [
        code
        for code, other in records.clubs.items()
        if code != club
        and other.conference == mine.conference
        and (level == "conference" or other.division == mine.division)
    ]


def _against(records: Records, tied: Sequence[str], level: str) -> Values:
    return {club: records.against(club, _same(records, club, level)).percentage for club in tied}


def _head_to_head(records: Records, tied: Sequence[str]) -> Values:
    return {club: records.against(club, tied).percentage for club in tied}


def _head_to_head_sweep(records: Records, tied: Sequence[str]) -> Values:
    if len(tied) == 2:
        return _head_to_head(records, tied) if records.meetings(*tied) else None
    # Of three or more, only who beat all the others or lost to all of them is told apart.
    values = {}
    for club in tied:
        others = [code for code in tied if code != club]
        beat = all(records.wins(club, other) == records.meetings(club, other) > 0 for other in others)
        lost = all(records.wins(other, club) == records.meetings(club, other) > 0 for other in others)
        values[club] = int(beat) - int(lost)
    return values


def _common_games(records: Records, tied: Sequence[str]) -> Values:
    common = _common(records, tied)
    return {club: records.against(club, common).percentage for club in tied} if common else None


def _common_games_of_four(records: Records, tied: Sequence[str]) -> Values:
    common = _common(records, tied)
    if any(records.against(club, common).games < 4 for club in tied):
        return None
    return {club: records.against(club, common).percentage for club in tied}


def _combined(records: Records, club: str, times: Callable[[str, str], int]) -> Fraction:
    """The percentage of all opponents together, each counted as often as `times` says."""
    whole = Record()
    for opponent in records.opponents(club):
        count, other = times(club, opponent), records.overall[opponent]
        whole = Record(
            whole.won + count * other.won, whole.lost + count * other.lost, whole.tied + count * other.tied
        )
    return whole.percentage


def _strength_of_victory(records: Records, tied: Sequence[str]) -> Values:
    return {club: _combined(records, club, records.wins) for club in tied}


def _strength_of_schedule(records: Records, tied: Sequence[str]) -> Values:
    return {club: _combined(records, club, records.meetings) for club in tied}


def _points_ranking(records: Records, tied: Sequence[str], among: Sequence[str]) -> Values:
    points = {club: records.points(club) for club in among}

    def rank(club: str) -> int:
        scored = sum(other[0] > points[club][0] for other in points.values())
        allowed = sum(other[1] < points[club][1] for other in points.values())
        return scored + allowed

    return {club: -rank(club) for club in tied}


def _points_ranking_conference(records: Records, tied: Sequence[str]) -> Values:
    return _points_ranking(records, tied, [tied[0], *_same(records, tied[0], "conference")])


STEPS: Mapping[str, Step] = {
    "head to head": _head_to_head,
    "head to head sweep": _head_to_head_sweep,
    "division record": lambda records, tied: _against(records, tied, "division"),
    "conference record": lambda records, tied: _against(records, tied, "conference"),
    "common games": _common_games,
    "common games of four": _common_games_of_four,
    "strength of victory": _strength_of_victory,
    "strength of schedule": _strength_of_schedule,
    "points ranking conference": _points_ranking_conference,
    "points ranking": lambda records, tied: _points_ranking(records, tied, list(records.clubs)),
    "net points": lambda records, tied: {club: records.net_points(club) for club in tied},
    "net points common games": lambda records, tied: {
        club: records.net_points(club, _common(records, tied)) for club in tied
    },
    "net points division": lambda records, tied: {
        club: records.net_points(club, _same(records, club, "division")) for club in tied
    },
    "net points conference": lambda records, tied: {
        club: records.net_points(club, _same(records, club, "conference")) for club in tied
    },
}


def best_of(
    records: Records, tied: Sequence[str], steps: Sequence[str], coin: Callable[[Sequence[str]], str]
) -> str:
    """The club that wins the tie-break. Whenever a step drops some clubs, the rest start over at the first step."""
    while len(tied) > 1:
        for name in steps:
            values = STEPS[name](records, tied)
            if values is None:
                continue
            best = max(values.values())
            left = [club for club in tied if values[club] == best]
            if len(left) < len(tied):
                tied = left
                break
        else:
            return coin(tied)
    return tied[0]
