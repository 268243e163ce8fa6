"""What the charts must give back: for each call, what every offense gained and every defense allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from chartkit.fitting import Matrix, Vector
from chartkit.systems.ddf.charts import PASSES, PLAYS, RUNS
from chartkit.systems.ddf.compile.fit_space import FOULS, GRID, NUMBERS, YARDS
from chartkit.systems.ddf.compile.squeeze import LINES

if TYPE_CHECKING:
    from collections.abc import Collection

    import pandas as pd
    from numpy.typing import NDArray


_ENDINGS = {
    "gain": "GAIN",
    "breakaway": "GAIN",
    "touchdown": "GAIN",
    "incomplete": "INC",
    "interception": "INT",
    "trapped": "QT",
    "fumble": "F",
}


def regular_season(classified: pd.DataFrame) -> pd.DataFrame:
    """Charts summarise the regular season (R32.1); plays of a source that does not say count as such."""
    return classified[classified["season_type"] != "POST"].reset_index(drop=True)


def scrimmage_results(classified: pd.DataFrame, foul_statuses: Collection[str]) -> pd.DataFrame:
    """One row for each of the nine calls, wiped-out ones and bare fouls included.

    `offense`, `defense`, `call`, `ending` (GAIN, INC, INT, QT, F; empty when a foul left no result), `yards` (of a
    gain, recorded; the spot of INT and F), `line` (distance to the goal), `down`, `to_go`, `out_of_bounds`,
    `touchdown`, `foul` (type of the column's foul or empty) and `foul_yards`.
    """
    import pandas as pd

    plays = classified[classified["column"].isin(PLAYS)]
    stands = ~plays["wiped"]
    ending = plays["outcome"].map(_ENDINGS).where(stands, "").fillna("")
    symbol = plays["foul"].fillna("")
    # Fouls of the defense that were accepted: how many must be thrown for one depends on the table, not the season.
    taken = (plays["foul_status"] == "accepted") | ~symbol.str.match(r"DEF|PI")
    counted = plays["foul_status"].isin(list(foul_statuses)) & (plays["foul_column"] == plays["column"]) & taken
    symbol = symbol.where(counted, "")
    # Grounding is the result of its play (R20.6) and stands there, not among the penalties.
    grounded = plays["symbol"].fillna("").str.fullmatch(r"OFF \d+\*")
    symbol = symbol.where(~grounded, plays["symbol"].fillna(""))
    numbered = symbol.str.extract(r"^(?:PI|OFF) (\d+)\*?$")[0]
    kind = symbol.str.replace(r"^PI \d+$", "PI", regex=True).str.replace(r"^OFF \d+\*$", "OFF #*", regex=True)
    return pd.DataFrame(
        {
            "game": plays["game_id"],
            "offense": plays["offense"],
            "defense": plays["defense"],
            "call": plays["column"],
            "ending": ending,
            "yards": plays["yards"].fillna(0).round().astype("int64"),
            "line": plays["line"].fillna(75).round().clip(1, 99).astype("int64"),
            "down": plays["down"].fillna(1).round().astype("int64"),
            "to_go": plays["ydstogo"].fillna(10).round().astype("int64"),
            "out_of_bounds": plays["star"],
            "touchdown": plays["scored"],
            "foul": kind,
            "foul_yards": pd.to_numeric(numbered).fillna(0).astype("int64"),
        }
    ).reset_index(drop=True)


#: How a play without a wiped-out result ended, beside a gain.
ENDINGS = ("INC", "INT", "QT", "F")


@dataclass(frozen=True)
class Side:
    """Season totals of one call by team, as offense or as defense."""

    plays: Vector  # plays that have a result
    gains: Matrix  # (team, grid) recorded gains
    endings: Matrix  # (team, ENDINGS)
    touchdowns: Vector
    out_of_bounds: Vector
    lines: Matrix  # (team, distance to the goal)
    snaps: Vector  # calls, wiped-out ones included
    fouls: Matrix  # (team, FOULS)

    @property
    def yards(self) -> Vector:
        """Yards gained on plays that were neither fumbled nor trapped."""
        yards: Vector = self.gains @ NUMBERS
        return yards

    def rate(self, ending: str) -> Vector:
        """Share of the plays with a result that ended so."""
        return self.endings[:, ENDINGS.index(ending)] / np.maximum(self.plays, 1)

    @property
    def gain_share(self) -> Vector:
        """Share of the plays that are a run or a completion."""
        share: Vector = self.gains.sum(axis=1) / np.maximum(self.plays, 1)
        return share

    @property
    def mean(self) -> Vector:
        """Yards per play with a result; trapped, incomplete, intercepted and fumbled plays count 0."""
        return self.yards / np.maximum(self.plays, 1)

    def foul_share(self, foul: str) -> Vector:
        """Share of all calls on which this foul was accepted."""
        return self.fouls[:, FOULS.index(foul)] / np.maximum(self.snaps, 1)


@dataclass(frozen=True)
class CallTargets:
    """One call: who met whom how often, and both sides of it."""

    call: str
    matchups: Matrix  # (offense, defense) plays with a result
    offense: Side
    defense: Side


@dataclass(frozen=True)
class Targets:
    """All calls of a season; teams in the order of `teams`."""

    teams: tuple[str, ...]
    calls: Mapping[str, CallTargets]
    #: Share of balls on the goal line that are measured short (house rule).
    short: float = 0.0
    #: Call -> foul of the defense -> chance that the offense takes it rather than the play.
    accepted: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


def _side(plays: pd.DataFrame, team: NDArray[np.int64], size: int, moved: float) -> Side:
    shown = plays["ending"].to_numpy(dtype=object)
    standing = np.array([ending != "" for ending in shown], dtype=bool)
    gained = np.array([ending == "GAIN" for ending in shown], dtype=bool)
    places = np.clip(plays["yards"].to_numpy(), GRID.start, GRID.stop - 1).astype(np.int64) - GRID.start
    lines = np.clip(plays["line"].to_numpy(), 1, LINES - 1).astype(np.int64)

    def count(chosen: NDArray[np.bool_]) -> Vector:
        return np.bincount(team[chosen], minlength=size).astype(np.float64)

    # A yard short of the line to gain: some of these had reached it and were measured.
    inches = (
        gained & (plays["to_go"] - plays["yards"] == 1).to_numpy() & (plays["to_go"] < plays["line"]).to_numpy()
    )

    def count_by(chosen: NDArray[np.bool_], value: NDArray[np.int64], width: int) -> Matrix:
        flat = np.bincount(team[chosen] * width + value[chosen], minlength=size * width)
        return flat.reshape(size, width).astype(np.float64)

    foul = plays["foul"].to_numpy(dtype=object)
    return Side(
        plays=count(standing),
        gains=count_by(gained, places, YARDS)
        + moved * (count_by(inches, places + 1, YARDS) - count_by(inches, places, YARDS)),
        endings=np.stack([count(shown == ending) for ending in ENDINGS], axis=1),
        touchdowns=count(gained & plays["touchdown"].to_numpy(dtype=bool)),
        out_of_bounds=count(gained & plays["out_of_bounds"].to_numpy(dtype=bool)),
        lines=count_by(standing, lines, LINES),
        snaps=count(np.ones(len(plays), dtype=bool)),
        fouls=np.stack([count(foul == name) for name in FOULS], axis=1),
    )


def pair_counts(by: pd.Series[str], against: pd.Series[str], teams: Sequence[str]) -> Matrix:
    """How often each team (row) met each other one (column)."""
    codes, size = {team: place for place, team in enumerate(teams)}, len(teams)
    pair = (by.map(codes) * size + against.map(codes)).to_numpy(dtype=np.int64)
    return np.bincount(pair, minlength=size * size).reshape(size, size).astype(np.float64)


def call_targets(results: pd.DataFrame, call: str, teams: Sequence[str], moved: float = 0.0) -> CallTargets:
    """Count one call; `results` comes from `scrimmage_results`."""
    plays = results[results["call"] == call]
    codes = {team: place for place, team in enumerate(teams)}
    offense = plays["offense"].map(codes).to_numpy().astype(np.int64)
    defense = plays["defense"].map(codes).to_numpy().astype(np.int64)
    size = len(teams)
    standing = plays[plays["ending"] != ""]
    return CallTargets(
        call,
        pair_counts(standing["offense"], standing["defense"], teams),
        _side(plays, offense, size, moved),
        _side(plays, defense, size, moved),
    )


#: Fouls of the defense that the offense takes or leaves (R21); of the others 5 and 15 yards are added to the play.
_TAKEN_OR_LEFT = {"DEF 5": PLAYS, "DEF 5X": PASSES, "PI": PASSES}
_FIVE_YARDS = 5
#: Fouls of the offense that the defense takes, but for turnovers, traps and plays that leave a fourth down (R20).
_LEFT_BY_DEFENSE = ("OFF 5", "OFF 10", "OFF 15")


def keep_chances(plays: pd.DataFrame, foul: str) -> Vector:
    """By yards gained (the grid): the chance that the offense keeps the play instead of a foul of the defense."""
    if foul == "PI":
        needed = plays.loc[plays["foul"] == "PI", "foul_yards"].to_numpy()
    else:
        # A first down on the play is better than five yards and one more down, or than five yards and a first down.
        needed = np.maximum(plays["to_go"].to_numpy(), _FIVE_YARDS + 1)
    reached = np.searchsorted(np.sort(needed), NUMBERS, side="right") / max(len(needed), 1)
    kept: Vector = np.where(NUMBERS > 0, reached, 0.0)
    return kept


def stopped_chances(plays: pd.DataFrame) -> tuple[Vector, float]:
    """The chance that a gain (the grid), and an incompletion, ends a third or fourth down short of the line."""
    late = plays[plays["down"] >= 3]
    number = max(len(plays), 1)
    reached = np.searchsorted(np.sort(late["to_go"].to_numpy()), NUMBERS, side="right")
    return (len(late) - reached) / number, len(late) / number


def kept_plays(
    results: pd.DataFrame, call: str, after_snap: Mapping[str, float]
) -> tuple[dict[str, float], Vector, dict[str, float]]:
    """How the right to choose works on one call, for the whole league.

    The chance that each foul of the defense is taken; and by yards gained, and by ending, the share of rolls that
    stand. At the table the play is rolled after the foul: the offense keeps good plays, the defense bad ones.
    """
    plays = results[results["call"] == call]
    shown = plays[plays["ending"] != ""]
    number = max(len(shown), 1)
    gains = shown.loc[shown["ending"] == "GAIN", "yards"].clip(GRID.start, GRID.stop - 1) - GRID.start
    shares = np.bincount(gains, minlength=YARDS) / number
    accepted: dict[str, float] = {}
    stands, ended = np.ones(YARDS), dict.fromkeys(ENDINGS, 1.0)
    for foul, calls in _TAKEN_OR_LEFT.items():
        if call not in calls:
            continue
        # A five-yard foul before the snap leaves nothing to choose (R19.2).
        chosen = after_snap.get(foul, 1.0)
        kept = keep_chances(plays, foul)
        accepted[foul] = 1 - chosen * float(shares @ kept)
        thrown = float((plays["foul"] == foul).mean()) / max(accepted[foul], 0.2) if len(plays) else 0.0
        stands -= chosen * thrown * (1 - kept)
        ended = {ending: share - chosen * thrown for ending, share in ended.items()}
    short, incomplete = stopped_chances(shown)
    for foul in _LEFT_BY_DEFENSE:
        thrown = after_snap.get(foul, 1.0) * float((plays["foul"] == foul).mean()) if len(plays) else 0.0
        stands -= thrown * (1 - short)
        ended["INC"] -= thrown * (1 - incomplete)
    return accepted, stands, ended


def before_fouls(side: Side, stands: Vector, ended: Mapping[str, float]) -> Side:
    """What charts must hold so that the season is left when both sides have taken and left fouls."""
    gains, endings = side.gains / stands, side.endings / np.array([ended[ending] for ending in ENDINGS])
    scale = side.plays / np.maximum(gains.sum(axis=1) + endings.sum(axis=1), 1e-9)
    return replace(side, gains=gains * scale[:, None], endings=endings * scale[:, None])


def season_targets(
    results: pd.DataFrame,
    teams: Sequence[str],
    short: float = 0.0,
    moved: float = 0.0,
    after_snap: Mapping[str, float] = MappingProxyType({}),
) -> Targets:
    """Count all nine calls; `short` and `moved` are those of `house.measurements`.

    `after_snap` is the share of five-yard fouls that leave the other side a choice.
    """
    calls, accepted = {}, {}
    for call in PLAYS:
        counted = call_targets(results, call, teams, moved)
        accepted[call], stands, ended = kept_plays(results, call, after_snap)
        calls[call] = replace(
            counted,
            offense=before_fouls(counted.offense, stands, ended),
            defense=before_fouls(counted.defense, stands, ended),
        )
    return Targets(tuple(teams), calls, short, accepted)


#: Kinds of plays whose yards are corrected by playing.
RUNNING, PASSING = "run", "pass"
#: At most this share of a column's gains is moved by a yard.
_MOST_MOVED = 0.8


def with_yards(targets: Targets, added: Mapping[tuple[str, str], Vector]) -> Targets:
    """Targets with so many yards a play more, by side and kind of play and team: some gains are a yard longer."""
    calls = {}
    for call, each in targets.calls.items():
        kind = RUNNING if call in RUNS else PASSING
        calls[call] = replace(
            each,
            offense=_lengthened(each.offense, added["offense", kind]),
            defense=_lengthened(each.defense, added["defense", kind]),
        )
    return replace(targets, calls=calls)


def _lengthened(side: Side, added: Vector) -> Side:
    """As many gains moved by a yard, up or down, as give the yards a play."""
    ahead = np.where(NUMBERS > 0, side.gains, 0.0)
    ahead[:, -1] = 0.0
    wanted = np.abs(added) * side.plays / np.maximum(ahead.sum(axis=1), 1e-9)
    moved = np.minimum(wanted, _MOST_MOVED)[:, None] * ahead
    up = (added > 0)[:, None]
    gains = side.gains - moved
    gains[:, 1:] += np.where(up, moved, 0.0)[:, :-1]
    gains[:, :-1] += np.where(up, 0.0, moved)[:, 1:]
    return replace(side, gains=gains)
