"""What a season's plays say (16.2, 16.3): who stands in which slot, the grades that a budget buys, and new tables.

`grades_for` turns rates into letters. `refit` fits action table 1 to the plays of a league, as a house variant of
the tables. The layout stays: which cells are flags, long gains and fumbles, and which cells ask for which grade.
The numbers are new. A column becomes the quantiles of the league's plays of its kind; sacks and interceptions come
as often as in the league; variants differ from their cells by what better and worse players really gained.

Short passes are completed as often as in the league. In a season deep throws gain more because they are thrown when
somebody is open; at the table the offense calls what it likes. So each other pass column gets the number of
completions that makes it worth as much beside the short pass as the printed one is.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chartkit.errors import InputError
from chartkit.plays.players import Rated, Roles, defenders_of, rated_men, times_each
from chartkit.systems.coachs_call.tables import CODES, PASSES, RUNS, Tables, play_odds, tables_from_json
from chartkit.systems.coachs_call.teams import BACKS, GRADED_SLOTS, PRICE_LINES, RECEIVERS
from chartkit.systems.coachs_call.words import cell_text

if TYPE_CHECKING:
    Series = pd.Series[Any]

#: Slot -> name; slots without a name are missing.
TeamPlayers = Mapping[str, str]
#: Depth ranks of the defense (1.4).
DEFENDERS = {"DL": 4, "LB": 3, "DB": 4}
#: A player with at least this many carries for each target is a back.
_CARRIES_PER_TARGET = 0.5


def slots_of(plays: pd.DataFrame, roles: Roles) -> dict[str, TeamPlayers]:
    """The players of every team: in each slot the one who played there most."""
    throws, carries, targets = (times_each(rows) for rows in (roles.dropbacks, roles.carries, roles.targets))
    single = {
        "QB": throws,
        "K": times_each(roles.kicks),
        "P": times_each(roles.punts),
        "KR": times_each(roles.kick_returns),
        "PR": times_each(roles.punt_returns),
    }
    ended = defenders_of(plays, DEFENDERS)
    found: dict[str, TeamPlayers] = {}
    for team in sorted(set(plays["home_team"]) | set(plays["away_team"])):
        ran, caught, threw = carries.get(team, {}), targets.get(team, {}), throws.get(team, {})
        # A quarterback who keeps the ball is not a back.
        runners = [man for man in ran if threw.get(man, 0) <= ran[man]]
        # Receivers who carry now and then come last.
        is_receiver = {man: ran[man] < _CARRIES_PER_TARGET * caught.get(man, 0) for man in runners}
        backs = sorted(runners, key=lambda man: is_receiver[man])[: len(BACKS)]
        receivers = [man for man in caught if man not in backs and threw.get(man, 0) <= caught[man]]
        found[team] = {
            **{slot: next(iter(men[team])) for slot, men in single.items() if team in men},
            **dict(zip(BACKS, backs, strict=False)),
            **dict(zip(RECEIVERS, receivers, strict=False)),
            **ended.get(team, {}),
        }
    return found


#: Receiving by backs, which decides on the receiving-back option (2.5); it is not a slot of its own.
RECEIVING = "receiving"


def rated_slots(roles: Roles, men: Mapping[str, TeamPlayers]) -> dict[str, dict[str, Rated]]:
    """Team -> slot -> its player, rate and place in the league; `receiving RB1` for backs as receivers."""
    backs = [(team, own.get(slot, "")) for team, own in men.items() for slot in BACKS]
    caught = roles.targets[pd.MultiIndex.from_frame(roles.targets[["team", "player"]]).isin(backs)]
    #: Plays, and the slots that they rate, each with the slot that names its player.
    pools: list[tuple[pd.DataFrame, Mapping[str, str]]] = [
        (roles.dropbacks, {"QB": "QB"}),
        (roles.pressures, {"MOB": "QB"}),
        (roles.carries, {slot: slot for slot in BACKS}),
        (roles.targets, {slot: slot for slot in RECEIVERS}),
        (caught, {f"{RECEIVING} {slot}": slot for slot in BACKS}),
        (roles.kicks, {"K": "K"}),
        (roles.punts, {"P": "P"}),
        (roles.kick_returns, {"KR": "KR"}),
        (roles.punt_returns, {"PR": "PR"}),
        (roles.defense, {"DEF": "DEF"}),
    ]
    found: dict[str, dict[str, Rated]] = {team: {} for team in men}
    for rows, slots in pools:
        places = {(team, slot): own.get(man, "") for team, own in men.items() for slot, man in slots.items()}
        for (team, slot), own in rated_men(rows, places).items():
            found[team][slot] = own
    return found


# Grades: those of a player's place in the league, changed as little as possible until the points fit.

#: The bands of the grades as places in the league: without a D and with one (16.2).
_THREE = {"A": (0.75, 1.0), "B": (0.25, 0.75), "C": (0.0, 0.25)}
_FOUR = {"A": (0.75, 1.0), "B": (0.25, 0.75), "C": (0.10, 0.25), "D": (0.0, 0.10)}
#: The best quarter of receiving backs takes the option of 2.5.
_RECEIVING = (0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to fill a slot."""

    grade: str
    receiving: bool
    price: int
    error: float


@dataclass(frozen=True, slots=True)
class Graded:
    """A roster's grades: slot -> grade, the backs with the receiving option, and what the fit cost."""

    grades: Mapping[str, str]
    receiving: tuple[str, ...]
    #: Weighted distance from the bands that the rates ask for; 0 when the budget left every grade alone.
    error: float
    #: Slots whose grade is not the one that the rate asks for.
    moved: tuple[str, ...]


def band_of(slot: str, percentile: float, tables: Tables) -> str:
    """The grade that a place in the league asks for."""
    bands = _bands(slot, tables)
    return next(grade for grade, (low, _) in bands.items() if percentile >= low)


def _bands(slot: str, tables: Tables) -> Mapping[str, tuple[float, float]]:
    return _FOUR if "D" in tables.prices[PRICE_LINES[slot]] else _THREE


def _outside(percentile: float, band: tuple[float, float]) -> float:
    low, high = band
    return max(low - percentile, percentile - high, 0.0)


def _choices(slot: str, rated: Mapping[str, Rated], tables: Tables, all_plays: float) -> list[Choice]:
    """Every grade of a slot with its price and its error, weighted by how much the player plays."""
    own = rated[slot]
    prices, weight = tables.prices[PRICE_LINES[slot]], (own.rate.plays + 1) / all_plays
    found = []
    for grade, band in _bands(slot, tables).items():
        error = weight * _outside(own.percentile, band) ** 2
        if slot not in BACKS:
            found.append(Choice(grade, False, prices[grade], error))
            continue
        catching = rated[f"{RECEIVING} {slot}"]
        much = (catching.rate.plays + 1) / all_plays
        without = (0.0, _RECEIVING[0])
        found.append(
            Choice(grade, False, prices[grade], error + much * _outside(catching.percentile, without) ** 2)
        )
        if grade in tables.receiving_grades:
            missed = much * _outside(catching.percentile, _RECEIVING) ** 2
            found.append(Choice(grade, True, prices[grade] + tables.receiving_price, error + missed))
    return found


def grades_for(rated: Mapping[str, Rated], budget: int, tables: Tables) -> Graded:
    """The grades that spend the budget to the last point (2.2) with the least weighted error.

    Dynamic programming over the slots: the best way to every total so far.
    """
    all_plays = sum(rated[slot].rate.plays + 1 for slot in GRADED_SLOTS)
    best: dict[int, tuple[float, tuple[Choice, ...]]] = {0: (0.0, ())}
    for slot in GRADED_SLOTS:
        ways: dict[int, tuple[float, tuple[Choice, ...]]] = {}
        for choice in _choices(slot, rated, tables, all_plays):
            for spent, (error, taken) in best.items():
                total, worse = spent + choice.price, error + choice.error
                if total <= budget and (total not in ways or worse < ways[total][0]):
                    ways[total] = (worse, (*taken, choice))
        best = ways
    if budget not in best:
        raise InputError(
            f"no roster costs exactly {budget} points by these prices.",
            remedy="Change the budget or the prices of the tables.",
        )
    error, taken = best[budget]
    chosen = dict(zip(GRADED_SLOTS, taken, strict=True))
    return Graded(
        {slot: choice.grade for slot, choice in chosen.items()},
        tuple(slot for slot, choice in chosen.items() if choice.receiving),
        error,
        tuple(
            slot for slot, choice in chosen.items() if choice.grade != band_of(slot, rated[slot].percentile, tables)
        ),
    )


# Action table 1 fitted to the plays of a league.

Column = dict[str, dict[str, Any]]
#: A throw of more air yards belongs to the next column.
_DEPTHS = (9, 16, 25)
#: Whose grade tells something about the yards of a play, by the column of the play table that names him.
_FACTORS = {"rusher": "rusher_player_name", "quarterback": "passer_player_name", "receiver": "receiver_player_name"}
#: Yards a play that a grade is worth against a B: (position, grade) -> yards.
Effects = Mapping[tuple[str, str], float]
#: The most yards by which a variant is better or worse than its cell.
_MOST_SHIFT = 25


def columns_of(plays: pd.DataFrame) -> Series:
    """The column of every run and throw; missing for sacks, scrambles and everything else."""
    down = plays["play_type"].isin(["run", "pass"]) & ~plays["two_point_attempt"] & ~plays["qb_scramble"]
    run, threw = down & plays["play_type"].eq("run"), down & plays["play_type"].eq("pass") & ~plays["sack"]
    end = plays["run_gap"].eq("end")
    place = np.searchsorted(_DEPTHS, plays["air_yards"].fillna(0).to_numpy())
    # Older seasons tell only short from deep.
    place = np.where(plays["air_yards"].isna() & plays["pass_length"].eq("deep"), 2, place)
    found = pd.Series(None, index=plays.index, dtype="object")
    found[run] = np.where(end[run], RUNS[1], RUNS[0])
    found[threw] = np.array(PASSES)[place[threw.to_numpy()]]
    return found


def refit(tables: Tables, plays: pd.DataFrame, rated: Mapping[str, Mapping[str, Rated]], season: int) -> Tables:
    """The tables with an action table 1 of this season."""
    data = copy.deepcopy(dict(tables.data))
    cells = data["action_table_1"]["cells"]
    column_of = columns_of(plays)
    grades = _grades(plays, rated, tables)
    chances = _league_chances(plays)
    printed = {name: play_odds(tables, name, {}).yards for name in PASSES}
    short_yards = 0.0
    long_gains = []
    for name in (*RUNS, *PASSES):
        here = plays[column_of.eq(name)]
        if len(here) < len(CODES):
            continue
        column = cells[name]
        caught = here["complete_pass"] if name in PASSES else here["yards_gained"].notna()
        gains = np.sort(here["yards_gained"][caught].to_numpy(dtype=float))
        if name in PASSES:
            _set_counts(column, here, chances)
            _set_losses(column, plays, here)
            number = _completions(column, float(here["complete_pass"].mean()))
            if short_yards:
                wanted = short_yards * printed[name] / printed[PASSES[0]]
                number = min(range(1, number + 1), key=lambda cells: abs(_total(column, gains, cells) - wanted))
            short_yards = short_yards or _total(column, gains, number)
            _set_count(column, "gain", number)
        long_gains.append(_set_gains(column, gains))
        _set_variants(column, _effects(here["yards_gained"], grades.loc[here.index], name))
    if long_gains:
        # Touchdowns, the fumble and all variants of the long-gain column stay.
        _fill(cells["long_gain"], "gain", np.concatenate(long_gains))
    data |= {"title": f"Fitted to the plays of {season}", "season": season}
    fitted = tables_from_json(data)
    for name in (*RUNS, *PASSES, "long_gain"):
        for roll, cell in fitted.columns[name].items():
            cells[name][roll]["raw"] = cell_text(cell)
    return tables_from_json(data)


def _grades(plays: pd.DataFrame, rated: Mapping[str, Mapping[str, Rated]], tables: Tables) -> pd.DataFrame:
    """The grade of runner, passer, receiver and defense on every play; B for an unknown player, C for a D."""
    known: dict[str, dict[tuple[str, str], str]] = {whose: {} for whose in _FACTORS}
    places = {"rusher": BACKS, "quarterback": ("QB",), "receiver": RECEIVERS}
    defense = {}
    for team, slots in rated.items():
        for whose, names in places.items():
            for slot in names:
                grade = band_of(slot, slots[slot].percentile, tables)
                known[whose][team, slots[slot].player] = "C" if grade == "D" else grade
        defense[team] = band_of("DEF", slots["DEF"].percentile, tables)
    found = {
        whose: [known[whose].get(pair, "B") for pair in zip(plays["posteam"], plays[column], strict=True)]
        for whose, column in _FACTORS.items()
    }
    found["defense"] = [defense.get(team, "B") for team in plays["defteam"]]
    return pd.DataFrame(found, index=plays.index)


def _effects(yards: Series, grades: pd.DataFrame, column: str) -> Effects:
    """Yards that plays of each grade gained beyond those of a B (16.3).

    Each position is fitted by itself. If all were fitted at once, receivers would get credit for the passer, and
    the grades of four men with few plays each would separate teams less.
    """
    positions = ("rusher", "defense") if column in RUNS else ("quarterback", "receiver", "defense")
    worth: dict[tuple[str, str], float] = {}
    for whose in positions:
        means = yards.fillna(0).astype(float).groupby(grades[whose]).mean()
        usual = means.get("B", means.mean())
        worth |= {(whose, grade): float(means.get(grade, usual) - usual) for grade in ("A", "C")}
    return worth


def _league_chances(plays: pd.DataFrame) -> Mapping[str, float]:
    """The chances of a sack and of a scramble on a dropback."""
    back = plays[plays["play_type"].isin(["run", "pass"]) & (plays["play_type"].eq("pass") | plays["qb_scramble"])]
    return {"sack": float(back["sack"].mean()), "scramble": float(back["qb_scramble"].mean())}


def _of_type(column: Column, kind: str) -> list[str]:
    return [roll for roll in CODES if column[roll]["base"]["type"] == kind]


def _spare(column: Column, rolls: list[str], *, high: bool = False) -> list[str]:
    """Cells without a variant first, then those whose variant is a catch; low or high rolls first."""

    def order(roll: str) -> tuple[int, int]:
        variants = column[roll].get("variants", [])
        sort = 0 if not variants else 1 if variants[0]["then"]["type"] == "gain" else 2
        return sort, -int(roll) if high else int(roll)

    return sorted(rolls, key=order)


def _set_counts(column: Column, throws: pd.DataFrame, chances: Mapping[str, float]) -> None:
    """As many sacks, scrambles and interceptions as in the league."""
    flags = len(_of_type(column, "flag"))
    for kind in ("sack", "scramble"):
        # Deep columns are sacked more often by the printed tables; their proportion stays.
        wanted = max(1, round(len(_of_type(column, kind)) * chances[kind] * (36 - flags) / 2))
        _set_count(column, kind, min(wanted, len(_of_type(column, kind)) + 1))
    attempts = 36 - flags - len(_of_type(column, "sack")) - len(_of_type(column, "scramble"))
    _set_count(column, "interception", max(1, round(attempts * throws["interception"].mean())))


def _special(column: Column) -> int:
    """Cells that stand for the longest gains."""
    return len(_of_type(column, "long_gain")) + len(_of_type(column, "touchdown"))


def _completions(column: Column, share: float) -> int:
    """How many cells are plain completions for a share of caught throws."""
    throws = sum(len(_of_type(column, kind)) for kind in ("incomplete", "gain", "interception")) + _special(column)
    return max(1, round(throws * share) - _special(column))


def _total(column: Column, gains: NDArray[np.float64], number: int) -> float:
    """Yards of all rolls together, without scrambles, for a number of completions."""
    cut = _cut(gains, number, _special(column))
    longest = float(gains[cut:].mean()) if cut < len(gains) else 0.0
    lost = sum(_worth(column[roll]["base"]) for roll in _of_type(column, "sack"))
    return sum(_quantiles(gains[:cut], number)) + _special(column) * longest + lost


def _set_count(column: Column, kind: str, wanted: int) -> None:
    """Turn incompletions into outcomes of a kind, or the other way round, until there are as many as wanted."""
    have = _of_type(column, kind)
    # Good outcomes stand on high rolls, bad ones on low rolls.
    spare = _spare(column, _of_type(column, "incomplete"), high=kind == "gain")
    for roll in spare[: max(0, wanted - len(have))]:
        column[roll] = {"raw": "", "base": {"type": kind, "yards": 0}}
    for roll in _spare(column, have)[: max(0, len(have) - wanted)]:
        column[roll] = {"raw": "", "base": {"type": "incomplete"}}


def _quantiles(values: NDArray[np.float64], number: int) -> list[int]:
    """The values in the middle of equal parts, whole yards."""
    middles = (np.arange(number) + 0.5) / number
    return [round(float(value)) for value in np.quantile(values, middles)] if len(values) else [0] * number


def _cut(gains: NDArray[np.float64], number: int, special: int) -> int:
    """Where the longest gains begin, which the long-gain cells of a column stand for."""
    return round(len(gains) * number / (number + special))


def _fill(column: Column, kind: str, values: NDArray[np.float64]) -> None:
    """The yards of the cells of a kind, in the order of their rolls."""
    rolls = _of_type(column, kind)
    for roll, yards in zip(rolls, _quantiles(values, len(rolls)), strict=True):
        column[roll]["base"]["yards"] = yards


def _set_gains(column: Column, gains: NDArray[np.float64]) -> NDArray[np.float64]:
    """The gains of a column by its rolls; the longest, which its long-gain cells stand for, are returned."""
    cut = _cut(gains, len(_of_type(column, "gain")), _special(column))
    _fill(column, "gain", gains[:cut])
    return gains[cut:]


def _set_losses(column: Column, plays: pd.DataFrame, here: pd.DataFrame) -> None:
    """How far sacks go back and how deep interceptions are; the longest loss stands on the highest roll."""
    sacks = plays["yards_gained"][plays["sack"]].to_numpy(dtype=float)
    rolls = _of_type(column, "sack")
    for roll, yards in zip(rolls, _quantiles(sacks, len(rolls))[::-1], strict=True):
        column[roll]["base"]["yards"] = min(yards, -1)
    picked = here["air_yards"][here["interception"] & here["air_yards"].notna()].to_numpy(dtype=float)
    if len(picked):
        _fill(column, "interception", picked)


def _by_condition(column: Column) -> Iterator[tuple[str, str, list[str]]]:
    """Position and grade with the cells whose variant asks for it; mobility and situations stay as printed."""
    groups: dict[tuple[str, str], list[str]] = {}
    for roll in CODES:
        for variant in column[roll].get("variants", []):
            for whose in (*_FACTORS, "defense"):
                if whose in variant["if"]:
                    groups.setdefault((whose, variant["if"][whose]), []).append(roll)
    for (whose, grade), rolls in groups.items():
        yield whose, grade, rolls


def _worth(outcome: Mapping[str, Any]) -> int:
    return int(outcome.get("yards", 0)) if outcome["type"] in ("gain", "sack", "qb_run") else 0


def _set_variants(column: Column, effects: Effects) -> None:
    """Variants that together are worth what the grade was worth."""
    for whose, grade, rolls in _by_condition(column):
        # What all cells of a variant together should change; never the wrong way round.
        worth, good = 36 * effects.get((whose, grade), 0.0), (grade == "A") != (whose == "defense")
        wanted = max(worth, 0.0) if good else min(worth, 0.0)
        tuned = [roll for roll in rolls if column[roll]["variants"][0]["then"]["type"] == "gain"]
        wanted -= _thin(column, [roll for roll in rolls if roll not in tuned], wanted)
        _spread(column, tuned, wanted)


def _change(cell: Mapping[str, Any]) -> int:
    return _worth(cell["variants"][0]["then"]) - _worth(cell["base"])


def _thin(column: Column, rolls: list[str], wanted: float) -> float:
    """Drop the variants that would go too far; gives the yards that the kept ones are worth."""
    reached = 0.0
    for roll in rolls:
        change = _change(column[roll])
        if abs(reached + change / 2) <= abs(wanted):
            reached += change
        else:
            del column[roll]["variants"]
    return reached


def _spread(column: Column, rolls: list[str], wanted: float) -> None:
    """Share a number of yards among the variants of some cells, all in the same direction."""
    for place, roll in enumerate(rolls):
        cell = column[roll]
        share = round(wanted / (len(rolls) - place))
        share = max(-_MOST_SHIFT, min(_MOST_SHIFT, share))
        if share:
            cell["variants"][0]["then"]["yards"] = _worth(cell["base"]) + share
            wanted -= share
        else:
            del cell["variants"]
