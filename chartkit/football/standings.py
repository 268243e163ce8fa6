"""Standings, seeds and the bracket by the rules of a season."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from chartkit.football.records import Record, Records
from chartkit.football.tiebreakers import best_of

_DATA = Path(__file__).parent / "data" / "playoffs.toml"

Coin = Callable[[Sequence[str]], str]
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
    #: The seed in the conference's bracket, None for who stays at home.
    seed: int | None


@dataclass(frozen=True, slots=True)
class PlayoffGame:
    """A game of the bracket with its winner."""

    round: str
    home: str
    away: str
    neutral: bool
    winner: str


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


@cache
def playoff_rules(season: int) -> PlayoffRules:
    """The rules of a season; one before 1999 plays by those of 1999."""

    def held(name: str) -> Mapping[str, Any]:
        entries = _data()[name]
        found: Mapping[str, Any] = [
            entry for entry in entries if entry["first"] <= max(season, entries[0]["first"])
        ][-1]
        return found

    ties, form = held("tiebreakers"), held("format")
    return PlayoffRules(tuple(ties["division"]), tuple(ties["wild_card"]), form["wild_cards"], form["byes"])


def first_by_name(tied: Sequence[str]) -> str:
    """The first club by name: a coin toss that always gives the same result."""
    return min(tied)


def _top(records: Records, clubs: Sequence[str]) -> list[str]:
    rank = records.rank
    best = max(rank[club] for club in clubs)
    return [club for club in clubs if rank[club] == best]


def rank_division(records: Records, clubs: Sequence[str], rules: PlayoffRules, coin: Coin) -> list[str]:
    """The clubs of one division from first to last."""
    left, ranked = list(clubs), []
    while left:
        ranked.append(best_of(records, _top(records, left), rules.division_steps, coin))
        left.remove(ranked[-1])
    return ranked


def _rank_across(
    records: Records, clubs: Sequence[str], order: Mapping[str, int], rules: PlayoffRules, coin: Coin, most: int
) -> list[str]:
    """The best clubs of several divisions: of each division only its best-placed tied club competes at a time."""
    left = list(clubs)
    ranked: list[str] = []
    while left and len(ranked) < most:
        best_placed: dict[str, str] = {}
        for club in sorted(_top(records, left), key=lambda club: order[club]):
            best_placed.setdefault(records.clubs[club].division, club)
        ranked.append(best_of(records, list(best_placed.values()), rules.wild_card_steps, coin))
        left.remove(ranked[-1])
    return ranked


def standings(records: Records, rules: PlayoffRules, coin: Coin = first_by_name) -> list[Line]:
    """Every club with its place in the division and its seed, by conference, division and place."""
    divisions: dict[tuple[str, str], list[str]] = {}
    for club in records.clubs.values():
        divisions.setdefault((club.conference, club.division), []).append(club.code)
    ranked = {key: rank_division(records, clubs, rules, coin) for key, clubs in sorted(divisions.items())}
    place = {club: number for clubs in ranked.values() for number, club in enumerate(clubs, 1)}
    seed: dict[str, int] = {}
    for conference in {conference for conference, _ in ranked}:
        mine = [clubs for (of, _), clubs in ranked.items() if of == conference]
        winners = _rank_across(records, [clubs[0] for clubs in mine], place, rules, coin, len(mine))
        others = [club for clubs in mine for club in clubs[1:]]
        wild = _rank_across(records, others, place, rules, coin, rules.wild_cards)
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
        )
        for (conference, division), clubs in ranked.items()
        for club in clubs
    ]


def _round_name(clubs_left: int) -> str:
    return {2: "conference", 4: "division"}.get(clubs_left, "wild card")


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
            # Whoever has no opponent rests as well, so that any number of clubs makes a bracket.
            resting += (len(left) - resting) % 2
            name = _round_name(len(left)) if not resting else "wild card"
            waiting, playing = left[:resting], left[resting:]
            pairs = zip(playing, reversed(playing), strict=True)
            through = [winner_of(name, home, away) for home, away in list(pairs)[: len(playing) // 2]]
            left = sorted([*waiting, *through], key=lambda club: seed[club])
            resting = 0
        champions.append(left[0])
    if len(champions) == 2:
        winner_of("super bowl", champions[0], champions[1], neutral=True)
    return games
