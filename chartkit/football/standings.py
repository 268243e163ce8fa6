"""Results, records, tie-breakers, standings, seeds and the bracket, by the rules of a season."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, reduce
from pathlib import Path
from typing import Any

from chartkit.football.teams import Record
from chartkit.resources import data_file


@dataclass(frozen=True, slots=True)
class Club:
    """A club in its place in the league."""

    code: str
    conference: str
    division: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played."""

    home: str
    away: str
    home_score: int
    away_score: int


class Records:
    """The results of a season, seen from each club against each other."""

    def __init__(self, clubs: Iterable[Club], games: Iterable[Game]) -> None:
        self.clubs: Mapping[str, Club] = {club.code: club for club in clubs}
        codes = self.clubs
        #: Club -> opponent -> [won, lost, tied, points for, points against].
        self._met: dict[str, dict[str, list[int]]] = {code: {} for code in codes}
        #: The same against all opponents together.
        self._all: dict[str, list[int]] = {code: [0, 0, 0, 0, 0] for code in codes}
        for game in games:
            self._add(game.home, game.away, game.home_score, game.away_score)
            self._add(game.away, game.home, game.away_score, game.home_score)

    def _add(self, club: str, opponent: str, scored: int, allowed: int) -> None:
        met, result = self._met[club], 0 if scored > allowed else 1 if scored < allowed else 2
        if opponent not in met:
            met[opponent] = [0, 0, 0, 0, 0]
        for line in (met[opponent], self._all[club]):
            line[result] += 1
            line[3] += scored
            line[4] += allowed

    def opponents(self, club: str) -> Collection[str]:
        """Whom the club met."""
        return self._met[club].keys()

    def meetings(self, club: str, opponent: str) -> int:
        """How often the two met."""
        return sum(self._met[club].get(opponent, (0, 0, 0))[:3])

    def wins(self, club: str, opponent: str) -> int:
        """How often the club beat the opponent."""
        line = self._met[club].get(opponent)
        return line[0] if line else 0

    def against(self, club: str, opponents: Collection[str] | None = None) -> Record:
        """The club's record against some opponents, or against all."""
        won, lost, tied = 0, 0, 0
        for line in self._lines(club, opponents):
            won, lost, tied = won + line[0], lost + line[1], tied + line[2]
        return Record(won, lost, tied)

    def net_points(self, club: str, opponents: Collection[str] | None = None) -> int:
        """Points scored less points allowed."""
        return sum(line[3] - line[4] for line in self._lines(club, opponents))

    def points(self, club: str) -> tuple[int, int]:
        """Points scored and allowed in all games."""
        return self._all[club][3], self._all[club][4]

    def _lines(self, club: str, opponents: Collection[str] | None) -> Sequence[list[int]]:
        met = self._met[club]
        return [self._all[club]] if opponents is None else [met[code] for code in opponents if code in met]

    @cached_property
    def overall(self) -> Mapping[str, Record]:
        """Every club's whole record."""
        return {code: self.against(code) for code in self.clubs}

    @cached_property
    def percentage(self) -> Mapping[str, Fraction]:
        """Every club's winning percentage."""
        return {code: record.percentage for code, record in self.overall.items()}

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The rank of every club by its percentage, the lowest first; equal percentages have the same rank."""
        place = {share: number for number, share in enumerate(sorted(set(self.percentage.values())))}
        return {code: place[share] for code, share in self.percentage.items()}


# The NFL's tie-breaking steps by name; which steps hold in which order is season data.


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


#: The opponents of a tied club that a step looks at; None for all.
Opponents = Callable[[Records, str, Sequence[str]], Collection[str] | None]


def _percentages(of: Opponents) -> Step:
    """A step that compares the tied clubs by their percentages against some opponents."""
    return lambda records, tied: {club: records.against(club, of(records, club, tied)).percentage for club in tied}


def _net_points(of: Opponents) -> Step:
    """A step that compares the tied clubs by their net points against some opponents."""
    return lambda records, tied: {club: records.net_points(club, of(records, club, tied)) for club in tied}


_head_to_head = _percentages(lambda records, club, tied: tied)
_in_common = _percentages(lambda records, club, tied: _common(records, tied))


def _head_to_head_sweep(records: Records, tied: Sequence[str]) -> Values:
    if len(tied) == 2:
        return _head_to_head(records, tied) if records.meetings(*tied) else None
    # With three or more, only a club that beat all the others, or lost to all of them, stands out.
    values = {}
    for club in tied:
        others = [code for code in tied if code != club]
        beat = all(records.wins(club, other) == records.meetings(club, other) > 0 for other in others)
        lost = all(records.wins(other, club) == records.meetings(club, other) > 0 for other in others)
        values[club] = int(beat) - int(lost)
    return values


def _common_games_of_four(records: Records, tied: Sequence[str]) -> Values:
    common = _common(records, tied)
    few = any(records.against(club, common).games < 4 for club in tied)
    return None if few else _in_common(records, tied)


def _strength(times: Callable[[Records, str, str], int]) -> Step:
    """A step that compares the percentages of all opponents together, each counted as often as `times` says."""

    def combined(records: Records, club: str) -> Fraction:
        whole = Record()
        for opponent in records.opponents(club):
            count, other = times(records, club, opponent), records.overall[opponent]
            whole = Record(
                whole.won + count * other.won, whole.lost + count * other.lost, whole.tied + count * other.tied
            )
        return whole.percentage

    return lambda records, tied: {club: combined(records, club) for club in tied}


def _points_ranking(records: Records, tied: Sequence[str], among: Sequence[str]) -> Values:
    points = [records.points(club) for club in among]

    def rank(club: str) -> int:
        scored, allowed = records.points(club)
        return sum(other[0] > scored for other in points) + sum(other[1] < allowed for other in points)

    return {club: -rank(club) for club in tied}


STEPS: Mapping[str, Step] = {
    "head to head": _head_to_head,
    "head to head sweep": _head_to_head_sweep,
    "division record": _percentages(lambda records, club, tied: _same(records, club, "division")),
    "conference record": _percentages(lambda records, club, tied: _same(records, club, "conference")),
    "common games": lambda records, tied: _in_common(records, tied) if _common(records, tied) else None,
    "common games of four": _common_games_of_four,
    "strength of victory": _strength(Records.wins),
    "strength of schedule": _strength(Records.meetings),
    "points ranking conference": lambda records, tied: _points_ranking(
        records, tied, [tied[0], *_same(records, tied[0], "conference")]
    ),
    "points ranking": lambda records, tied: _points_ranking(records, tied, list(records.clubs)),
    "net points": _net_points(lambda records, club, tied: None),
    "net points common games": _net_points(lambda records, club, tied: _common(records, tied)),
    "net points division": _net_points(lambda records, club, tied: _same(records, club, "division")),
    "net points conference": _net_points(lambda records, club, tied: _same(records, club, "conference")),
}


#: What decides where no step does.
COIN = "coin"


def best_of(
    records: Records, tied: Sequence[str], steps: Sequence[str], coin: Callable[[Sequence[str]], str]
) -> tuple[str, tuple[str, ...]]:
    """The club that wins the tie-break, and the steps that dropped the others.

    Whenever a step drops some clubs, the rest start over at the first step.
    """
    needed: list[str] = []
    while len(tied) > 1:
        for name in steps:
            values = STEPS[name](records, tied)
            if values is None:
                continue
            best = max(values.values())
            left = [club for club in tied if values[club] == best]
            if len(left) < len(tied):
                tied = left
                needed.append(name)
                break
        else:
            return coin(tied), (*needed, COIN)
    return tied[0], tuple(needed)


# Standings, seeds and the bracket.


Coin = Callable[[Sequence[str]], str]
#: Rounds by the clubs that are left.
_ROUNDS = {2: "conference", 4: "division"}
#: Plays a playoff game: round, home club, visitor, on neutral ground -> the winner.
PlayGame = Callable[[str, str, str, bool], str]


@dataclass(frozen=True, slots=True)
class PlayoffRules:
    """How a season ranks its clubs and how many go on."""

    division_steps: tuple[str, ...]
    wild_card_steps: tuple[str, ...]
    wild_cards: int
    byes: int


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Why a club stands before others with the same record."""

    #: In the division, or among the seeds.
    is_seed: bool
    over: tuple[str, ...]
    #: The steps that told them apart, in the order in which they were needed.
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings."""

    club: str
    conference: str
    division: str
    #: 1 is the division's champion.
    place: int
    record: Record
    scored: int
    allowed: int
    #: The seed in the conference's bracket; None for a club that misses the playoffs.
    seed: int | None
    #: The ties that the club won.
    tie_breaks: tuple[TieBreak, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayoffGame:
    """A game of the bracket with its winner."""

    round: str
    home: str
    away: str
    neutral: bool
    winner: str


@cache
def playoff_rules(season: int) -> PlayoffRules:
    """The rules of a season; one before 1999 plays by those of 1999."""
    data = data_file(Path(__file__).parent / "data" / "playoffs.toml")

    def held(name: str) -> Mapping[str, Any]:
        first, *later = data[name]
        *_, found = (first, *(entry for entry in later if entry["first"] <= season))
        return dict(found)

    ties, form = held("tiebreakers"), held("format")
    return PlayoffRules(tuple(ties["division"]), tuple(ties["wild_card"]), form["wild_cards"], form["byes"])


def _top(records: Records, clubs: Sequence[str]) -> list[str]:
    rank = records.rank
    best = max(rank[club] for club in clubs)
    return [club for club in clubs if rank[club] == best]


class _Ranking:
    """Ranks clubs, and notes how ties were broken."""

    def __init__(self, records: Records, rules: PlayoffRules, coin: Coin) -> None:
        self._records, self._rules, self._coin = records, rules, coin
        self.tie_breaks: dict[str, list[TieBreak]] = {club: [] for club in records.clubs}

    def _first(self, tied: Sequence[str], *, is_seed: bool) -> str:
        steps = self._rules.wild_card_steps if is_seed else self._rules.division_steps
        club, needed = best_of(self._records, tied, steps, self._coin)
        if needed:
            over = tuple(other for other in tied if other != club)
            self.tie_breaks[club].append(TieBreak(is_seed, over, needed))
        return club

    def division(self, clubs: Sequence[str]) -> list[str]:
        """The clubs of one division from first to last."""
        left, ranked = list(clubs), []
        while left:
            ranked.append(self._first(_top(self._records, left), is_seed=False))
            left.remove(ranked[-1])
        return ranked

    def across(self, clubs: Sequence[str], order: Mapping[str, int], most: int) -> list[str]:
        """The best clubs of several divisions: of each only its best-placed tied club competes at a time."""
        left = list(clubs)
        ranked: list[str] = []
        while left and len(ranked) < most:
            best_placed: dict[str, str] = {}
            for club in sorted(_top(self._records, left), key=lambda club: order[club]):
                best_placed.setdefault(self._records.clubs[club].division, club)
            ranked.append(self._first(list(best_placed.values()), is_seed=True))
            left.remove(ranked[-1])
        return ranked


def standings(records: Records, rules: PlayoffRules, coin: Coin = min) -> list[Line]:
    """Every club with its place in the division and its seed, by conference, division and place.

    Without a coin, the first club by name wins the toss.
    """
    ranking = _Ranking(records, rules, coin)
    divisions: dict[tuple[str, str], list[str]] = {}
    for club in records.clubs.values():
        divisions.setdefault((club.conference, club.division), []).append(club.code)
    ranked = {key: ranking.division(clubs) for key, clubs in sorted(divisions.items())}
    place = {club: number for clubs in ranked.values() for number, club in enumerate(clubs, 1)}
    seed: dict[str, int] = {}
    for conference in {conference for conference, _ in ranked}:
        mine = [clubs for (of, _), clubs in ranked.items() if of == conference]
        winners = ranking.across([clubs[0] for clubs in mine], place, len(mine))
        others = [club for clubs in mine for club in clubs[1:]]
        wild = ranking.across(others, place, rules.wild_cards)
        seed |= {club: number for number, club in enumerate([*winners, *wild], 1)}
    return [
        Line(
            club=club,
            conference=conference,
            division=division,
            place=place[club],
            record=records.overall[club],
            scored=records.points(club)[0],
            allowed=records.points(club)[1],
            seed=seed.get(club),
            tie_breaks=tuple(ranking.tie_breaks[club]),
        )
        for (conference, division), clubs in ranked.items()
        for club in clubs
    ]


def play_bracket(lines: Sequence[Line], rules: PlayoffRules, play: PlayGame) -> list[PlayoffGame]:
    """Play the bracket: best seed against worst in each round, byes first, the final on neutral ground."""
    games: list[PlayoffGame] = []

    def winner_of(round_name: str, home: str, away: str, neutral: bool = False) -> str:
        games.append(PlayoffGame(round_name, home, away, neutral, play(round_name, home, away, neutral)))
        return games[-1].winner

    champions = []
    for conference in sorted({line.conference for line in lines}):
        seeded = sorted((line.seed, line.club) for line in lines if line.seed and line.conference == conference)
        seed = {club: number for number, club in seeded}
        left = [club for _, club in seeded]
        resting = rules.byes
        while len(left) > 1:
            # A club without an opponent rests too, so that any number of clubs makes a bracket.
            resting += (len(left) - resting) % 2
            name = "wild card" if resting else _ROUNDS.get(len(left), "wild card")
            waiting, playing = left[:resting], left[resting:]
            pairs = zip(playing, reversed(playing), strict=True)
            through = [winner_of(name, home, away) for home, away in list(pairs)[: len(playing) // 2]]
            left = sorted([*waiting, *through], key=lambda club: seed[club])
            resting = 0
        champions.append(left[0])
    if len(champions) == 2:
        winner_of("super bowl", champions[0], champions[1], neutral=True)
    return games
