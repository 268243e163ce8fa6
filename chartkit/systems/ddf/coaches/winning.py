"""The chance to win a situation, looked up in a table: plain functions over a `Mind`, for both engines.

The table has a value wherever a team has first and 10 or kicks off, by part of the game, seconds left, lead and
timeouts. Between its clocks and yard lines values lie on straight lines. Other downs differ from first and 10 by
the chance of the series. The table is of even teams on neutral ground, and so are the choices of the coaches: what
people are told has the head start of these teams too (`chance_told`). `ddf.chances` makes all of it by playing; a
file keeps it.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import sqrt
from pathlib import Path
from typing import Any, Final

from chartkit.errors import InputError
from chartkit.files import write_text
from chartkit.football.field import BOTH_POSSESS, FIRST_POSSESSION, SECOND_POSSESSION
from chartkit.systems.ddf.coaches.mind import CERTAIN, FAR_TO_GO, MOST_CHANCES, WHOLE, Mind
from chartkit.systems.ddf.data import FOLDER
from chartkit.systems.ddf.rules import names as n
from chartkit.systems.ddf.rules.game import RATING_PARTS, ahead, other
from chartkit.systems.ddf.rules.scrimmage import home_totals

#: Parts of the game; in the first half it matters who kicks off the second.
CHAPTERS = (
    "first half, kicks off the second",
    "first half, receives in the second",
    "last five minutes",
    "second half",
    "overtime, first possession",
    "overtime, second possession",
    "sudden death",
)
KICKS_LATER, RECEIVES_LATER, LAST_MINUTES, SECOND_HALF, FIRST_TURN, SECOND_TURN, NEXT_SCORE = range(len(CHAPTERS))
LAST_MINUTES_SECONDS: Final = 300
_HALF = (0, 10, 20, 30, 40, 50, 60, 90, 120, 180, 300, 600, 900, 1200, 1800)
_OVERTIME = (0, 10, 20, 30, 60, 120, 300, 600, 900)
#: Overtime without a tie is as far from its end as this, whatever the clock of the period says.
ENDLESS: Final = 600
#: By chapter: seconds left in the half, the game or the overtime period.
CLOCKS = (
    _HALF,
    _HALF,
    tuple(range(0, LAST_MINUTES_SECONDS + 1, 10)),
    (300, 360, 420, 480, 600, 750, 900, 1200, 1500, 1800),
    _OVERTIME,
    _OVERTIME,
    _OVERTIME,
)
#: Yard lines of a first and 10; the place after them is the kickoff of the team.
SPOTS = (1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 99)
KICKS: Final = len(SPOTS)
PLACES: Final = KICKS + 1
#: Leads beyond this are worth as much as this.
WIDEST: Final = 21
LEADS: Final = 2 * WIDEST + 1
#: By chapter: one value for all timeouts, or one for each number of both teams.
TIMEOUT_WAYS = tuple((n.TIMEOUTS_A_HALF + 1) ** 2 if each == LAST_MINUTES else 1 for each in range(len(CHAPTERS)))
_SIZES = tuple(len(clocks) * LEADS * ways * PLACES for clocks, ways in zip(CLOCKS, TIMEOUT_WAYS, strict=True))
BASES = tuple(accumulate(_SIZES[:-1], initial=0))
assert sum(_SIZES) == MOST_CHANCES
_MOST_TENS: Final = 180


def _between(value: int, known: Sequence[int]) -> tuple[int, int]:
    """The last known value that is not above this one, and the part of the way to the next one."""
    value = min(max(value, known[0]), known[-1])
    level = max(number for number, each in enumerate(known) if each <= value)
    if value == known[level]:
        return level, 0
    return level, (value - known[level]) * WHOLE // (known[level + 1] - known[level])


_AT_CLOCKS = [_between(10 * tens, clocks) for clocks in CLOCKS for tens in range(_MOST_TENS + 1)]
_AT_SPOTS = [_between(spot, SPOTS) for spot in range(101)]
#: By chapter and tens of seconds, as the clock shows: the last clock of the table that is not above them, and the
#: part of the way to the next one. The same by spot.
_LEVELS, _CLOCK_PARTS = tuple(level for level, _ in _AT_CLOCKS), tuple(part for _, part in _AT_CLOCKS)
_NUMBERS, _SPOT_PARTS = tuple(number for number, _ in _AT_SPOTS), tuple(part for _, part in _AT_SPOTS)

#: By tens of seconds to the end of the game: what is left of a head start. The points that it brings grow with the
#: time that is left, the scatter of scores with the root of it, so its weight goes with the root.
_GAME_TENS: Final = 360
_PARTS_LEFT = tuple(round(WHOLE * sqrt(tens / _GAME_TENS)) for tens in range(_GAME_TENS + 1))
#: No head start is larger, in thousandths of the logarithm of the odds: 13 to 1, as `of_these_teams` counts.
MOST_START: Final = 3000
_ONE: Final = 1000

#: As a spot: the team kicks off.
KICKED: Final = -1
#: Where the other team has the ball after a free kick; so far beyond the line to gain goes a first down.
FREE_KICK_TO: Final = 40
BEYOND: Final = 2
PAT_CHANCE: Final = 9400
CHANGE_SECONDS: Final = 10


def goes_on(game: Mind) -> bool:
    """When the clock of this period is at 0, the next one begins with the same ball, down and distance."""
    return game.period % 2 == 1 and not (game.period > n.REGULATION and game.ot_tie_allowed)


def decided(lead: int) -> int:
    """The chance when the game is over: a tie is half a win."""
    return CERTAIN if lead > 0 else 0 if lead < 0 else CERTAIN // 2


def place_of(chapter: int, level: int, lead: int, timeouts: int) -> int:
    """Where in the table the values of a clock, a lead and timeouts begin."""
    lead = min(max(lead, -WIDEST), WIDEST) + WIDEST
    row = (level * LEADS + lead) * TIMEOUT_WAYS[chapter] + (timeouts if TIMEOUT_WAYS[chapter] > 1 else 0)
    return BASES[chapter] + row * PLACES


def at_level(game: Mind, chapter: int, level: int, lead: int, timeouts: int, spot: int) -> int:
    """The value at a clock of the table, to the team that has the ball at a spot or kicks off."""
    start = place_of(chapter, level, lead, timeouts)
    if spot == KICKED:
        return game.chances[start + KICKS]
    spot = min(max(spot, 0), 100)
    below, above = game.chances[start + _NUMBERS[spot]], game.chances[start + _NUMBERS[spot] + 1]
    return below + (above - below) * _SPOT_PARTS[spot] // WHOLE


def looked_up(game: Mind, chapter: int, clock: int, lead: int, timeouts: int, spot: int) -> int:
    """The value to the team that has the ball at a spot or kicks off."""
    now = chapter * (_MOST_TENS + 1) + min(clock // 10, _MOST_TENS)
    level, part = _LEVELS[now], _CLOCK_PARTS[now]
    here = at_level(game, chapter, level, lead, timeouts, spot)
    if part == 0:
        return here
    above = at_level(game, chapter, level + 1, lead, timeouts, spot)
    return here + (above - here) * part // WHOLE


def position(game: Mind, team: int, holder: int, spot: int, lead: int, clock: int) -> int:
    """The chance of `team` when `holder` has first and 10 at his `spot`, or kicks off (`KICKED`).

    `lead` is the team's, `clock` what is left of the period.
    """
    chapter = NEXT_SCORE
    if game.period > n.REGULATION:
        chapter = overtime_chapter(game, holder, spot, lead)
        if chapter < 0 or (clock == 0 and game.ot_tie_allowed):
            return decided(lead)
        if goes_on(game):
            # Until somebody wins: what is left of this period does not matter.
            clock = ENDLESS
    elif game.period > 2:
        if game.period < n.REGULATION:
            clock += game.period_seconds
        if clock == 0:
            return decided(lead)
        chapter = LAST_MINUTES if clock <= LAST_MINUTES_SECONDS else SECOND_HALF
    elif clock == 0 and game.period == 2:
        # Half time: the second half begins with a kickoff.
        chapter, holder, spot, clock = SECOND_HALF, game.received_first, KICKED, 2 * game.period_seconds
    else:
        if game.period == 1:
            clock += game.period_seconds
        chapter = KICKS_LATER if game.received_first == holder else RECEIVES_LATER
    timeouts = game.timeouts[holder] * (n.TIMEOUTS_A_HALF + 1) + game.timeouts[1 - holder]
    value = looked_up(game, chapter, clock, lead if holder == team else -lead, timeouts, spot)
    return value if holder == team else CERTAIN - value


def overtime_chapter(game: Mind, holder: int, spot: int, lead: int) -> int:
    """The chapter of overtime when `holder` has the ball or kicks off with this lead of either; -1: it is over."""
    first, stage = game.received_first, game.overtime
    if lead == 0:
        if stage == FIRST_POSSESSION and (holder == first) == (spot != KICKED):
            return FIRST_TURN
        if stage == SECOND_POSSESSION and (holder == first) == (spot == KICKED):
            return SECOND_TURN
        return NEXT_SCORE
    if stage == FIRST_POSSESSION and holder == first and spot == KICKED:
        # The first team has scored; a touchdown wins in the modified format.
        return SECOND_TURN if game.ot_format == BOTH_POSSESS or abs(lead) <= 3 else -1
    if stage == SECOND_POSSESSION and (holder == first) == (spot == KICKED):
        return SECOND_TURN
    return -1


def touchdown(game: Mind, team: int, lead: int, clock: int) -> int:
    """After a touchdown, with the better try; `lead` is that before the score."""
    kick, two = try_values(game, team, lead + 6, PAT_CHANCE, clock)
    return max(kick, two)


def time_left(game: Mind) -> int:
    """The clock when nobody does anything about the seconds of the last play."""
    return clock_after(game, game.pending)


def clock_after(game: Mind, seconds: int) -> int:
    """The clock when the last play costs so much; it stops at the two-minute mark (R23.4)."""
    left = max(0, game.clock - seconds)
    if left < game.two_minutes < game.clock and game.two_minute_stop[game.period]:
        return game.two_minutes
    return left


def winning(game: Mind, team: int) -> int:
    """The chance of a team to win from here, in parts of `CERTAIN`; a tie counts half."""
    lead, holder = ahead(game, team), game.possession
    if game.phase == n.OVER:
        return decided(lead)
    own = lead if holder == team else -lead
    if game.phase == n.TRY:
        kick, two = try_values(game, holder, own, PAT_CHANCE, game.clock)
        value = max(kick, two)
    elif game.phase == n.KICKOFF:
        value = position(game, holder, holder, KICKED, own, game.clock)
    elif game.phase == n.FREE_KICK:
        value = position(game, holder, other(holder), FREE_KICK_TO, own, game.clock)
    else:
        value = down_value(game, holder, own, max(time_left(game), CHANGE_SECONDS if game.untimed else 0))
    return value if holder == team else CERTAIN - value


def after_punt(game: Mind) -> int:
    """Where the other team has the ball after a rough punt from here: 40 yards, or a touchback."""
    return max(20, 60 - game.spot)


def down_value(game: Mind, team: int, lead: int, clock: int) -> int:
    """The chance of the team with the ball in its down and distance."""
    here = position(game, team, team, game.spot, lead, clock)
    if game.down == 0 or (clock == 0 and not goes_on(game)):
        return here
    to_go = min(game.to_gain - game.spot, FAR_TO_GO)
    usual = game.chance_series[0][min(10, 100 - game.spot)]
    chance = game.chance_series[game.down - 1][to_go] - usual
    spot = game.to_gain + BEYOND
    reached = touchdown(game, team, lead, clock) if spot >= 100 else position(game, team, team, spot, lead, clock)
    # A series that fails leads to a punt, or to the loss of the ball on downs.
    lost = position(game, team, other(team), after_punt(game), lead, max(0, clock - CHANGE_SECONDS))
    return min(max(here + chance * max(0, reached - lost) // CERTAIN, 0), CERTAIN)


def try_values(game: Mind, team: int, lead: int, pat: int, clock: int) -> tuple[int, int]:
    """The chance to win with a kicked try and with one for two points."""
    missed = position(game, team, team, KICKED, lead, clock)
    one = position(game, team, team, KICKED, lead + 1, clock)
    two = position(game, team, team, KICKED, lead + 2, clock)
    kick = missed + (one - missed) * pat // CERTAIN
    if not game.two_point_try:
        return kick, 0
    return kick, missed + (two - missed) * game.chance_two_points // CERTAIN


# What people are told.


def of_these_teams(game: Mind, team: int, value: int) -> int:
    """A team's chance in this game, from the one (`value`) that it would have among even teams on neutral ground.

    Home field and a better rating multiply the odds, less and less as time runs out.
    """
    start = game.chance_rating * (game.power_rating[n.HOME] - game.power_rating[n.AWAY]) // RATING_PARTS
    if home_totals(game) != 0:
        start += game.chance_home
    seconds = game.clock + max(0, n.REGULATION - game.period) * game.period_seconds
    if game.period > n.REGULATION and not game.ot_tie_allowed:
        seconds = ENDLESS
    left = _PARTS_LEFT[min(seconds // 10, _GAME_TENS)]
    start = min(max(start, -MOST_START), MOST_START) * left // WHOLE
    if team != n.HOME:
        start = -start
    # In whole numbers, and near enough: exp(x) = (12 + 6x + xx) / (12 - 6x + xx).
    even = 12 * _ONE * _ONE + start * start
    mine, theirs = value * (even + 6 * _ONE * start), (CERTAIN - value) * (even - 6 * _ONE * start)
    return (CERTAIN * mine + (mine + theirs) // 2) // (mine + theirs)


def chance_told(game: Mind, team: int) -> int:
    """A team's chance to win from here; before a toss only the head start tells the two apart."""
    return of_these_teams(game, team, CERTAIN // 2 if game.phase == n.COIN_TOSS else winning(game, team))


# The table as a file: one for a build, and the one that ships with chartkit.


FORMAT = "chartkit/chances@2"
#: The name of the file in a build, and beside the other data of the game.
CHANCES_FILE = "chances.json"


@dataclass(frozen=True, eq=False)
class ChanceTable:
    """What `winning` looks up, in parts of `CERTAIN`."""

    season: int
    #: The flat table of `winning`.
    values: Sequence[int]
    #: By yards to go: one play gains them; by down and yards to go: the series does.
    play: tuple[int, ...]
    series: tuple[tuple[int, ...], ...]
    two_points: int
    #: Thousandths of the logarithm of the odds at the kickoff: for the home field, and for a point of power rating.
    home: int
    rating: int

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of `Mind`."""
        return {
            "chances": self.values,
            "chance_play": self.play,
            "chance_series": self.series,
            "chance_two_points": self.two_points,
            "chance_home": self.home,
            "chance_rating": self.rating,
        }

    @property
    def checksum(self) -> str:
        """What tells two tables apart."""
        every = [*self.values, *self.play, *(each for row in self.series for each in row), self.two_points]
        return f"{zlib.crc32(array('h', [*every, self.home, self.rating]).tobytes()):08x}"

    def save(self, path: Path) -> None:
        """Write the file."""
        packed = base64.b64encode(zlib.compress(array("h", self.values).tobytes(), 9)).decode("ascii")
        data = {
            "format": FORMAT,
            "season": self.season,
            "play": self.play,
            "series": self.series,
            "two_points": self.two_points,
            "home": self.home,
            "rating": self.rating,
            "values": packed,
        }
        write_text(path, json.dumps(data, indent=1) + "\n")


def load_chances(path: Path) -> ChanceTable:
    """Read a file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(f"its format is {data['format']!r}")
        values = array("h")
        values.frombytes(zlib.decompress(base64.b64decode(data["values"])))
        play = tuple(map(int, data["play"]))
        series = tuple(tuple(map(int, row)) for row in data["series"])
        if len(values) != MOST_CHANCES or [len(play), *map(len, series)] != [FAR_TO_GO + 1] * 5:
            raise ValueError("it has the wrong size")
        if not all(min(row) >= 0 and max(row) <= CERTAIN for row in (values, play, *series)):
            raise ValueError("it has a chance below 0 or above 1")
        home, rating = int(data["home"]), int(data["rating"])
        if max(abs(home), abs(rating)) > MOST_START:
            raise ValueError(f"it has a head start beyond {MOST_START}")
        return ChanceTable(int(data["season"]), values, play, series, int(data["two_points"]), home, rating)
    except (KeyError, TypeError, ValueError, OSError, zlib.error, binascii.Error) as mistake:
        raise InputError(
            f"the table of chances to win cannot be used: {mistake}.",
            where=str(path),
            remedy="Make it again with `chartkit chances`, or remove the file.",
        ) from mistake


@cache
def shipped_chances() -> ChanceTable:
    """The table of the demo league, for games of teams without a build of their own."""
    return load_chances(FOLDER / CHANCES_FILE)


def chances_of(build: Path | None) -> ChanceTable:
    """The table of a build, else the shipped one."""
    path = None if build is None else build / CHANCES_FILE
    return load_chances(path) if path and path.is_file() else shipped_chances()
