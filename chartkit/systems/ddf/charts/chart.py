"""A team's charts and a season's common ones as values (R3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chartkit.errors import UnknownNameError
from chartkit.findings import unknown_name
from chartkit.football.teams import ScheduledGame, SeasonTeam
from chartkit.systems.ddf.charts import columns, dice
from chartkit.systems.ddf.charts.result import BLANK, Result


@dataclass(frozen=True, slots=True)
class Column(Mapping[int, Result]):
    """One column of a chart: a result for each total of its dice.

    >>> from chartkit.systems.ddf.charts import parse
    >>> column = Column(1, tuple(parse(text) for text in ("0", "-1", "(2)", "2", "F 3")))
    >>> column[5].yards, len(column), 6 in column
    (3, 5, False)
    """

    first: int
    cells: tuple[Result, ...]

    @property
    def totals(self) -> range:
        """The totals of the dice, ascending."""
        return range(self.first, self.first + len(self.cells))

    def __getitem__(self, total: int) -> Result:
        """The cell that a roll hits."""
        if total not in self.totals:
            raise UnknownNameError(
                f"the column has no row {total!r}.", remedy=f"Its rows are {self.totals[0]} to {self.totals[-1]}."
            )
        return self.cells[total - self.first]

    def __iter__(self) -> Iterator[int]:
        return iter(self.totals)

    def __len__(self) -> int:
        return len(self.cells)


class _Columns(Mapping[str, Column]):
    """A part of a chart that holds columns by name."""

    __slots__ = ()
    columns: Mapping[str, Column]

    def _by_name(self) -> Mapping[str, Column]:
        return self.columns

    def __getitem__(self, name: str) -> Column:
        columns = self._by_name()
        if name not in columns:
            raise unknown_name(name, columns)
        return columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name())

    def __len__(self) -> int:
        return len(self._by_name())


@dataclass(frozen=True, slots=True)
class TeamName:
    """Who the charts are of."""

    code: str
    city: str
    name: str


@dataclass(frozen=True, slots=True)
class Offense(_Columns):
    """Plays 1-9, Breakaway, QB Trapped, and the totals on which a fumble is recovered (R3.2)."""

    columns: Mapping[str, Column]
    fumble_recovered: frozenset[int]


@dataclass(frozen=True, slots=True)
class SpecialTeams(_Columns):
    """Kicks, returns, the totals of a good PAT (R3.4), and the four coverage columns (R3.5)."""

    columns: Mapping[str, Column]
    pat_good: frozenset[int]
    coverage: Mapping[str, Column]

    def _by_name(self) -> Mapping[str, Column]:
        return {**self.columns, **self.coverage}


@dataclass(frozen=True, slots=True)
class Marks:
    """One symbol on some totals, the rest blank; `result` is empty for an average team (R3.6, R32.8)."""

    result: str = ""
    on: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SackRate:
    """Defensive Sack Rate Adjustment: `SCK` or `QR` on some totals, and the yards of its heading (R28.3)."""

    marks: Marks
    sack_yards: int
    scramble_yards: int


@dataclass(frozen=True, slots=True)
class PlayCalls:
    """How often a play was called in the season and at most in one game (R32.3)."""

    calls: int
    quota: int


def _for_each(names: Iterable[str], value: Any) -> Any:
    """A field that has the same value for each of some names."""
    return field(default_factory=lambda: dict.fromkeys(names, value))


@dataclass(frozen=True, slots=True)
class Supplement:
    """The sheet for advanced play (R3.6, R3.7); what a team does not have is empty or None.

    The defaults are those of an average team without play calls.
    """

    short_pass_big_play: Column | None = None
    qb_great_protection: frozenset[int] = frozenset()
    qb_good_decision: frozenset[int] = frozenset()
    ball_protection: frozenset[int] = frozenset()
    sack_rate: SackRate | None = SackRate(Marks(), sack_yards=-7, scramble_yards=6)
    fumble_recovery: Marks = Marks()
    penalty_influence: Mapping[str, Marks] = _for_each(columns.PENALTY_INFLUENCE, Marks())
    #: Totals that mean `Post`; all others mean `Pre` (R28.4).
    line_of_scrimmage: Mapping[str, frozenset[int]] = _for_each(columns.LINE_OF_SCRIMMAGE, frozenset())
    play_calls: Mapping[str, PlayCalls] = _for_each(columns.PLAYS, PlayCalls(0, 0))
    pass_percent: int | None = None
    #: Play -> (first, last) of 1..100 (R31.3).
    solitaire: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    home_field_advantage: int = 0
    road_adjustment: int = 0
    offense_audibles: int = 0
    defense_audibles: int = 0
    no_huddle_quota: int = 0
    muffed_snap_percent: float = 0.0
    muffed_snap_rating: str = "000"


@dataclass(frozen=True, slots=True)
class TeamChart:
    """Everything one team brings to the table (R3.1)."""

    season: int
    team: TeamName
    power_rating: float
    offense: Offense
    #: Formation -> play -> column of five cells (R3.3).
    defense: Mapping[str, Mapping[str, Column]]
    special_teams: SpecialTeams
    supplement: Supplement | None
    #: Where the chart came from: plays, games, files, version, checksum of the cells.
    source: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Squeeze:
    """One row of the goal-line squeeze: inside that many yards these calls lose yards and completions (R25.1)."""

    inside: int
    calls: tuple[str, ...]
    yards: int
    #: A completed pass is rolled for once more; on these totals it falls incomplete.
    incomplete: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Shift:
    """On which totals of the defensive dice a gain is so many yards longer."""

    yards: int = 0
    on: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class HouseTables:
    """House rules whose tables are compiled from a season, for a replay that feels like it."""

    #: A ball that comes to rest exactly on the line to gain or on the goal line is measured (R2.7): on these totals
    #: of the offensive dice it is short, and a yard back.
    short: frozenset[int] = frozenset()
    #: A ball carrier who is stopped in his own end zone rolls (R2.8): on these totals it is a safety, else the ball
    #: is on the 1.
    safety: frozenset[int] = frozenset(dice.OFFENSIVE.totals)
    #: By the home team's advantage, its HFA less the visitors' RA, from 1 on (R28.16): totals of the defensive dice
    #: on which a gain is a yard longer for the home team and a yard shorter for the visitors.
    home_field: tuple[frozenset[int], ...] = ()
    #: Of 24 plays of 40 seconds so many take 30, evenly spread (R23.7).
    quick_plays: int = 8
    #: The same by team, when it has the ball; a team that is not here plays at the season's pace.
    pace: Mapping[str, int] = field(default_factory=dict)
    #: By how many scores a team leads in the fourth quarter, from 1 on (three and more together): totals of the
    #: defensive dice on which a gain is a yard shorter for this team and a yard longer for the other.
    comeback: tuple[frozenset[int], ...] = ()
    #: By team: its own gains inside the 20, and those against it, where that decides a touchdown (R25).
    red_zone: Mapping[str, tuple[Shift, Shift]] = field(default_factory=dict)
    #: By team: its own gains in the fourth quarter and overtime while a score separates the teams at most. Gains
    #: against it are as much shorter.
    close: Mapping[str, Shift] = field(default_factory=dict)
    #: A try for two that failed without losing the ball: on these totals of the offensive dice it counts.
    try_counts: frozenset[int] = frozenset()
    #: A try for two that reached the end zone: on these totals it does not count.
    try_fails: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GenericCharts:
    """The charts that all teams of a season share, made once a season (R3.8, R32.12)."""

    squib_kick_return: Column | None
    holding: frozenset[int]
    between_downs_offense: frozenset[int]
    between_downs_defense: frozenset[int]
    squeeze: tuple[Squeeze, ...] = ()
    house: HouseTables | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """What the teams of a season share: who plays whom, the generic charts, the formation mix, the rules."""

    season: int
    teams: tuple[SeasonTeam, ...]
    schedule: tuple[ScheduledGame, ...]
    generic: GenericCharts
    #: Call -> formation -> share.
    formation_mix: Mapping[str, Mapping[str, float]]
    rules: Mapping[str, Any]
    source: Mapping[str, Any] = field(default_factory=dict)


_THIRTY = Column(dice.OFFENSIVE.totals[0], (BLANK,) * len(dice.OFFENSIVE.totals))
_FIVE = Column(dice.DEFENSIVE.totals[0], (BLANK,) * len(dice.DEFENSIVE.totals))


def blank_chart(season: int, team: TeamName) -> TeamChart:
    """Every column present and blank, every fumble and PAT good, every scalar at its average."""
    every_total = frozenset(dice.OFFENSIVE.totals)
    return TeamChart(
        season=season,
        team=team,
        power_rating=220.0,
        offense=Offense(dict.fromkeys(columns.OFFENSE, _THIRTY), every_total),
        defense={formation: dict.fromkeys(columns.PLAYS, _FIVE) for formation in columns.FORMATIONS},
        special_teams=SpecialTeams(
            dict.fromkeys(columns.SPECIAL_TEAMS, _THIRTY), every_total, dict.fromkeys(columns.COVERAGE, _FIVE)
        ),
        supplement=Supplement(),
    )
