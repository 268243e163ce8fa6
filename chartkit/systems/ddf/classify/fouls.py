"""Penalties as the symbols of the game (R20 to R22), by the table of names in `templates/ddf-penalties.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from chartkit import resources
from chartkit.findings import read_toml
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.arrays import Bools, Floats, Ints, Sheet, Texts, View, filled_cells
from chartkit.systems.ddf.classify.facts import Facts, says, unaccepted
from chartkit.systems.ddf.classify.table import Foul, Outcome, Role

STANDARD = "ddf-penalties.toml"
_PI, _GROUNDING = "PI #", "OFF #*"
_SMALL = 5


@dataclass(frozen=True)
class Penalties:
    """The table of names as columns, the unnamed foul last."""

    index: dict[str, int]
    offense: Texts
    defense: Texts
    snap: Texts
    ball: Texts
    on_kick: Texts
    five_until: Floats
    unnamed_offense: tuple[tuple[int, str], ...]
    unnamed_defense: tuple[tuple[int, str], ...]


def load_penalties(path: Path | None = None) -> Penalties:
    """Read a table of penalties; without a path the standard one."""
    data = read_toml(path or resources.template(STANDARD), resources.schema("ddf-penalties"))
    entries, unnamed = data["penalty"], data["unnamed"]
    names = {name: row for row, entry in enumerate(entries) for name in [entry["name"], *entry.get("also", [])]}

    def column(field: str, last: object) -> Texts:
        return np.array([*(entry[field] for entry in entries), last], dtype=object)

    return Penalties(
        index=names,
        offense=column("offense", None),
        defense=column("defense", None),
        snap=column("snap", unnamed["snap"]),
        ball=column("ball", unnamed["ball"]),
        on_kick=column("on_kick", unnamed["on_kick"]),
        five_until=np.array([*(float(entry.get("five_until", 0)) for entry in entries), 0.0]),
        unnamed_offense=tuple((most, symbol) for most, symbol in unnamed["offense"]),
        unnamed_defense=tuple((most, symbol) for most, symbol in unnamed["defense"]),
    )


@dataclass(frozen=True)
class _Found:
    """The one penalty of each row that has any."""

    rows: Ints
    name: Texts
    status: Texts
    by_offense: Bools
    yards: Floats


def enter_fouls(view: View, facts: Facts, penalties: Penalties, sheet: Sheet) -> None:
    """Fill in the foul of each play; where it wiped the play out, it is the play's result."""
    found = _find(view, facts)
    if not len(found.rows):
        return
    rows = found.rows
    known = pd.Series(found.name, dtype=object).map(penalties.index)
    entry: Ints = np.asarray(known.fillna(len(penalties.snap) - 1), dtype=np.int64)
    offense = _symbols(penalties, entry, found.yards, view.seasons()[rows], offense=True)
    defense = _symbols(penalties, entry, found.yards, view.seasons()[rows], offense=False)

    column = sheet["column"][rows]
    after = sheet["return_column"][rows]
    kicked = np.isin(facts.role[rows].astype(str), [str(Role.KICKOFF), str(Role.PUNT)])
    accepted = found.status == Foul.ACCEPTED
    # When the ball has changed hands and the play stands, the foul is the return's (R22.2): sides change.
    turned_over = accepted & ~facts.wiped[rows] & ~kicked & (sheet["return_by"][rows] == sheet["defense"][rows])
    small = np.isin(offense.astype(str), ["OFF 5", "OFF 10", "OFF 40"])
    by_kickers = kicked & found.by_offense
    at_kick = kicked & ((penalties.on_kick[entry] == "kick") | (by_kickers & small))
    on_return = (kicked & ~at_kick) | turned_over
    symbol = np.where(found.by_offense != on_return, offense, defense)
    symbol = _legal(symbol, column, on_return | kicked, found.yards)
    back = np.where(column == columns.KICKOFF, columns.KICKOFF_RETURN, columns.PUNT_RETURN)
    back = np.where(kicked, back, after)
    between = says(view.told(rows), "enforced between downs")
    where = np.zeros(view.rows, dtype=np.bool_)
    where[rows] = True
    sheet.put(
        where,
        foul=_long(view, rows, symbol),
        foul_status=_long(view, rows, found.status),
        foul_column=_long(view, rows, np.where(on_return, back, column)),
        foul_snap=_long(view, rows, penalties.snap[entry]),
        foul_ball=_long(view, rows, np.where(between, "dead", penalties.ball[entry])),
    )
    grounded = where & (sheet["outcome"] == Outcome.INCOMPLETE) & _grounding(view)
    nothing_else = facts.wiped | (facts.role == Role.FOUL) | grounded
    sheet.put(where & nothing_else, outcome=str(Outcome.FOUL), symbol=sheet["foul"], star=False)
    sheet.put(where & nothing_else, yards=np.nan)


def _grounding(view: View) -> Bools:
    return view.word("penalty_type", "Intentional Grounding") & view.flag("penalty")


def _long(view: View, rows: Ints, values: Texts) -> Texts:
    made = np.full(view.rows, None, dtype=object)
    made[rows] = values
    return made


def _find(view: View, facts: Facts) -> _Found:
    """The accepted penalty of each play, or else the first one that was declined or offset another."""
    accepted = view.flag("penalty")
    other = ~accepted & (view.saying("Penalty on ") | view.saying("PENALTY on "))
    rows = np.flatnonzero(accepted | other)
    name = view.texts("penalty_type")[rows]
    status = np.full(len(rows), str(Foul.ACCEPTED), dtype=object)
    by_offense = view.same("penalty_team", "posteam")[rows]
    yards = view.number("penalty_yards")[rows]
    late = np.flatnonzero(~accepted[rows])
    if len(late):
        team, told_name, told_status = unaccepted(view.told(rows[late]))
        name[late], status[late] = told_name, told_status
        by_offense[late] = view.named(team, rows[late], "posteam")
        # A declined foul has no yards; interference was where the ball was thrown.
        yards[late] = facts.air[rows][late]
    # Kickoff rows name the receivers as the team with the ball; the kickers are the offense of the kick.
    kickoff = facts.role[rows] == Role.KICKOFF
    by_offense = np.where(kickoff, ~by_offense, by_offense)
    real = pd.notna(status)
    return _Found(rows[real], name[real], status[real], by_offense[real], yards[real])


def _symbols(
    penalties: Penalties,
    entry: Ints,
    yards: Floats,
    season: Ints,
    *,
    offense: bool,
) -> Texts:
    symbols = (penalties.offense if offense else penalties.defense)[entry]
    small = (yards == _SMALL) & (season <= penalties.five_until[entry])
    symbols = np.where(small, "OFF 5" if offense else "DEF 5", symbols)
    by_yards = penalties.unnamed_offense if offense else penalties.unnamed_defense
    walked = np.nan_to_num(yards, nan=float(_SMALL))
    *smaller, (_, largest) = by_yards
    unnamed = np.select([walked <= most for most, _ in smaller], [symbol for _, symbol in smaller], largest)
    return np.asarray(np.where(entry == len(penalties.snap) - 1, unnamed, symbols), dtype=object)


def _legal(symbol: Texts, column: Texts, off_calls: Bools, yards: Floats) -> Texts:
    """Fouls with yards of their own get them; where the game has no such cell the nearest one stands (R4.2)."""
    passing = np.isin(column.astype(str), columns.PASSES) & ~off_calls
    interference, grounding = symbol == _PI, symbol == _GROUNDING
    made = symbol.copy()
    made[interference & passing] = filled_cells(_PI, yards)[interference & passing]
    made[interference & ~passing] = "DEF 15"
    made[grounding & passing] = filled_cells(_GROUNDING, yards)[grounding & passing]
    made[grounding & ~passing] = "OFF 10"
    made[(made == "OFF 40") & (column != columns.KICKOFF)] = "OFF 5"
    return made
