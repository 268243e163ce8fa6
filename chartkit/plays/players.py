"""Who did what in a season and how well, from the names in the play table: for games whose charts have players.

Offense and kickers are known by what they did. Defenders are known by the plays that they ended: linemen near the
line, backs far behind it. No source names the offensive linemen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    Series = pd.Series[Any]

#: A place on a team: the team's code, and what the place is called.
Place = tuple[str, str]

#: Shares of the regular defenders who are linemen, and who are linemen or linebackers.
_LINEMEN, _FRONT_SEVEN = 0.31, 0.53
#: A defender who ended this many plays in a season of 16 games is a regular.
_REGULAR = 16
#: Tacklers stand in parentheses: `(94-E.Ansah; 28-Q.Diggs)`, the one who broke up a pass likewise.
_IN_PARENTHESES = r"\(((?:\d{1,2}-)?[A-Z][A-Za-z]*\.[^()\[\]]*)\)"


@dataclass(frozen=True)
class Roles:
    """The plays of a season by role: each with `team`, `player` and `value`, one row a play."""

    #: Net yards of a pass play.
    dropbacks: pd.DataFrame
    #: Yards of a scramble or sack.
    pressures: pd.DataFrame
    carries: pd.DataFrame
    targets: pd.DataFrame
    #: 1 or 0, less the league's chance from there.
    kicks: pd.DataFrame
    #: Net yards.
    punts: pd.DataFrame
    kick_returns: pd.DataFrame
    punt_returns: pd.DataFrame
    #: Yards allowed, as a loss; no player.
    defense: pd.DataFrame


def _rows(plays: pd.DataFrame, team: str, player: str | None, value: Series | str) -> pd.DataFrame:
    values = plays[value] if isinstance(value, str) else value
    who = plays[player] if player else pd.Series("", index=plays.index)
    rows = pd.DataFrame({"team": plays[team], "player": who, "value": values.astype(float)})
    return rows.dropna().reset_index(drop=True)


def roles_of(plays: pd.DataFrame) -> Roles:
    """Sort the plays of a regular season by role."""
    kind = plays["play_type"]
    scrimmage = plays[kind.isin(["run", "pass"]) & ~plays["two_point_attempt"]]
    scrambled = scrimmage["qb_scramble"]
    passes = scrimmage[scrimmage["play_type"].eq("pass") & ~scrambled]
    under_pressure = scrimmage[scrambled | scrimmage["sack"]].copy()
    under_pressure["man"] = under_pressure["passer_player_name"].fillna(under_pressure["rusher_player_name"])
    runs = scrimmage[scrimmage["play_type"].eq("run") & ~scrambled]
    punts = plays[kind.eq("punt")]
    returned = punts["return_yards"].fillna(0).where(punts["return_team"].eq(punts["defteam"]), 0)
    net = punts["kick_distance"].fillna(0) - returned - 20 * punts["touchback"]
    kickoffs = plays[kind.eq("kickoff") & ~plays["touchback"]]
    brought_back = punts[~punts["punt_fair_catch"] & ~punts["punt_out_of_bounds"] & ~punts["touchback"]]
    return Roles(
        dropbacks=_rows(passes, "posteam", "passer_player_name", "yards_gained"),
        pressures=_rows(under_pressure, "posteam", "man", "yards_gained"),
        carries=_rows(runs, "posteam", "rusher_player_name", "yards_gained"),
        targets=_rows(passes, "posteam", "receiver_player_name", "yards_gained"),
        kicks=_kicks(plays),
        punts=_rows(punts, "posteam", "punter_player_name", net),
        kick_returns=_rows(kickoffs, "posteam", "kickoff_returner_player_name", "return_yards"),
        punt_returns=_rows(brought_back, "defteam", "punt_returner_player_name", "return_yards"),
        defense=_rows(scrimmage, "defteam", None, -scrimmage["yards_gained"]),
    )


def _kicks(plays: pd.DataFrame) -> pd.DataFrame:
    """Field goals and extra points: made, less what the league made from there."""
    field_goals = plays[plays["field_goal_result"].notna()]
    tries = plays[plays["extra_point_result"].notna()]
    kicks = pd.concat([field_goals, tries])
    made = kicks["field_goal_result"].eq("made") | kicks["extra_point_result"].eq("good")
    # Tens of yards; an extra point is a class of its own.
    band = (kicks["kick_distance"].fillna(0) // 10).clip(upper=5).where(kicks["field_goal_result"].notna(), -1)
    chance = made.groupby(band).transform("mean")
    return _rows(kicks, "posteam", "kicker_player_name", made.astype(float) - chance)


def times_each(rows: pd.DataFrame) -> dict[str, dict[str, int]]:
    """Team -> player -> number of plays, most first; ties are in order of name."""
    found: dict[str, dict[str, int]] = {}
    counted = rows.groupby(["team", "player"]).size().reset_index(name="plays")
    ordered = counted.sort_values(["team", "plays", "player"], ascending=[True, False, True])
    for team, player, plays in zip(ordered["team"], ordered["player"], ordered["plays"], strict=True):
        found.setdefault(str(team), {})[str(player)] = int(plays)
    return found


def defenders_of(plays: pd.DataFrame, wanted: Mapping[str, int]) -> dict[str, dict[str, str]]:
    """DL1, DL2 and so on of every team: who ended the most plays at each depth.

    `wanted` says how many of the line, the linebackers and the backs, in this order.
    """
    downs = plays[plays["play_type"].isin(["run", "pass"]) & ~plays["two_point_attempt"]]
    named = downs["desc"].str.extractall(_IN_PARENTHESES)[0].droplevel(1)
    tacklers = named.str.split(r"[;,]\s*").explode().str.replace(r"^\d+-", "", regex=True).str.strip()
    ended = tacklers.rename("player").to_frame().join(downs[["game_id", "defteam", "yards_gained"]])
    games = ended.groupby("defteam")["game_id"].nunique()
    by_man = ended.groupby(["defteam", "player"])["yards_gained"].agg(["size", "mean"]).reset_index()
    regular = by_man[by_man["size"] >= _REGULAR * by_man["defteam"].map(games) / 16]
    if regular.empty:
        return {}
    cuts = np.quantile(regular["mean"], [_LINEMEN, _FRONT_SEVEN])
    bands = zip(wanted.items(), (-np.inf, *cuts), (*cuts, np.inf), strict=True)
    places = [(position, men, low, high) for (position, men), low, high in bands]
    found: dict[str, dict[str, str]] = {}
    for team, here in regular.groupby("defteam"):
        slots, left = found.setdefault(str(team), {}), here
        for position, number, low, high in places:
            # Players of the right depth first; if there are too few, those nearest to it.
            outside = (low - left["mean"]).clip(lower=0) + (left["mean"] - high).clip(lower=0)
            order = left.assign(outside=outside).sort_values(
                ["outside", "size", "player"], ascending=[True, False, True]
            )
            for rank, man in enumerate(order["player"].head(number), start=1):
                slots[f"{position}{rank}"] = str(man)
            left = left[~left["player"].isin(order["player"].head(number))]
    return found


# How good everybody was: rates, pulled toward the league where there are few plays.


@dataclass(frozen=True, slots=True)
class Rate:
    """What a player did: plays, the average of his own plays, and the average that his grade is made of."""

    plays: int
    own: float
    shrunk: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A slot of a team with its rate and its place among all such slots of the league, from 0 to 1."""

    player: str
    rate: Rate
    percentile: float


def shrunken(rows: pd.DataFrame) -> tuple[dict[tuple[str, str], Rate], float]:
    """The rate of every team's player, and the league's mean.

    A rate is the league mean plus n/(n+k) of the difference. k is the number of plays at which luck and skill weigh
    the same: the variance within players over the variance between players, both from this season.
    """
    if rows.empty:
        return {}, 0.0
    grouped = rows.groupby(["team", "player"])["value"]
    plays, own = grouped.size().astype(float), grouped.mean()
    mean, total, men = float(rows["value"].mean()), float(len(rows)), len(plays)
    within = float(((rows["value"] - grouped.transform("mean")) ** 2).sum()) / max(1.0, total - men)
    spread = float((plays * (own - mean) ** 2).sum()) / max(1, men - 1)
    usual = (total - float((plays**2).sum()) / total) / max(1, men - 1)
    between = (spread - within) / usual if usual > 0 else 0.0
    # Where luck explains everything, a season's plays count for little, but the order stays.
    k = within / between if between > within / total else total
    shrunk = mean + plays / (plays + k) * (own - mean)
    table = pd.DataFrame({"plays": plays, "own": own, "shrunk": shrunk}).reset_index()
    rates = {
        (str(team), str(player)): Rate(int(n), float(average), float(value))
        for team, player, n, average, value in table.itertuples(index=False)
    }
    return rates, mean


def rated_men(rows: pd.DataFrame, men: Mapping[Place, str]) -> dict[Place, Rated]:
    """The players of places (team first) with their rates; one without plays has the league's mean."""
    rates, mean = shrunken(rows)
    found = {place: rates.get((place[0], man), Rate(0, mean, mean)) for place, man in men.items()}
    # Equal rates share their rank.
    ranks = pd.Series([rate.shrunk for rate in found.values()], dtype=float).rank()
    return {
        place: Rated(men[place], rate, (float(rank) - 0.5) / len(found))
        for (place, rate), rank in zip(found.items(), ranks, strict=True)
    }
