"""What a change does: the same seasons with and without it, compared on the same random streams."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from chartkit.errors import InputError
from chartkit.league.job import Chunk, Job, Sums
from chartkit.pages import Report, Table

#: Shown of every team; all others are in the JSON.
SHOWN = (
    "points",
    "total_yards",
    "rushing_yards",
    "net_passing_yards",
    "first_downs",
    "plays",
    "completions",
    "interceptions",
    "sacks",
    "turnovers",
    "punts",
    "touchdowns",
    "field_goals",
)
#: Differences of less than this many standard errors may be luck.
CLEAR = 2.0


@dataclass
class PairTally:
    """Sums of the differences of the same runs, one value a season."""

    before: Job
    after: Job
    touched: frozenset[str]
    #: Team, (wins, statistics of the team, statistics of its opponents): a season's sum.
    was: Sums = field(default_factory=Sums)
    now: Sums = field(default_factory=Sums)
    difference: Sums = field(default_factory=Sums)
    league: Sums = field(default_factory=Sums)
    games: int = 0
    same: int = 0

    @classmethod
    def of_change(cls, job: Job, charts: Any, touched: frozenset[str]) -> PairTally:
        """A job with and without changed charts; games that they cannot touch are the same and are left out."""
        games = tuple(each for each in job.fixtures if each.home in touched or each.away in touched)
        changed = replace(job.league, charts=charts)
        return cls(replace(job, chosen=games), replace(job, league=changed, chosen=games), touched)

    @property
    def number(self) -> int:
        """Seasons played."""
        return self.difference.number

    def add(self, pairs: Iterable[tuple[Chunk, Chunk]]) -> None:
        """Count some runs that were played both ways."""
        for before, after in pairs:
            was, now = (
                np.concatenate([chunk.wins(self.before)[:, :, None], chunk.totals, chunk.allowed], axis=2)
                for chunk in (before, after)
            )
            self.was.add(was)
            self.now.add(now)
            self.difference.add(now - was)
            self.league.add((now - was).sum(axis=1))
            self.games += before.scores.shape[0] * before.scores.shape[1]
            self.same += int((before.scores == after.scores).all(axis=2).sum())

    def report(self) -> Report:
        """What the change does to the teams it touches and to the league."""
        job, number, other = self.before, self.number, self.games - self.same
        codes = [code for code in job.teams if code in self.touched]
        names = ("wins", *job.names, *(f"against_{name}" for name in job.names))
        teams = {code: self._effects(job.teams.index(code), names) for code in codes}
        # Per team and game of the whole schedule; games that the change cannot touch add nothing.
        per = 2 * len(job.league.fixtures)
        league = {
            name: _effect(self.league.mean[place], self.league.error[place], per)
            for place, name in enumerate(names)
            if name in job.names
        }
        data = {
            "season": job.league.season,
            "runs": number,
            "seed": job.seed,
            "changed": codes,
            "games": self.games,
            "games_with_another_score": other,
            "teams": teams,
            "league": league,
        }
        shown = codes if len(codes) <= 8 else []
        tables = [_table(f"{code}: effect of the change", teams[code]) for code in shown]
        tables.append(_table("League: effect on all teams together, a team and game", league))
        notes = (
            f"{number:,} seasons played twice on the same dice; {other:,} of {self.games:,} games that the change "
            "can touch ended with another score.",
            f"* is a real effect: more than {CLEAR:g} times what luck leaves open (standard errors). All else may "
            "be luck; more seasons make it clearer.",
        )
        return Report(data, tuple(tables), notes)

    def _effects(self, team: int, names: tuple[str, ...]) -> dict[str, dict[str, float]]:
        """Of a team: wins in a season, all else a game."""
        played = max(1, int(self.before.games_of[team]))
        found = {}
        for place, name in enumerate(names):
            per, at = 1 if name == "wins" else played, (team, place)
            means = {"before": float(self.was.mean[at]) / per, "after": float(self.now.mean[at]) / per}
            found[name] = means | _effect(self.difference.mean[at], self.difference.error[at], per)
        return found


def _effect(difference: float, error: float, per: int) -> dict[str, float]:
    return {
        "difference": float(difference) / per,
        "error": float(error) / per,
        "in_errors": float(difference / error) if error else 0.0,
    }


def _table(title: str, effects: dict[str, dict[str, float]]) -> Table:
    means = ("before", "after") if "wins" in effects else ()
    wanted = [name for name in ("wins", *SHOWN, "against_points", "against_total_yards") if name in effects]
    rows = tuple(
        (
            _words(name),
            *(f"{effects[name][kind]:.3f}" for kind in means),
            f"{effects[name]['difference']:+.3f}",
            f"{effects[name]['error']:.3f}",
            "*" if abs(effects[name]["in_errors"]) > CLEAR else "",
        )
        for name in wanted
    )
    return Table(title, ("", *means, "difference", "luck ±", " "), rows, frozenset({"", " "}))


def _words(name: str) -> str:
    if name == "wins":
        return "wins in a season"
    allowed = name.startswith("against_")
    return f"{name.removeprefix('against_').replace('_', ' ')}{' allowed' if allowed else ''} a game"


# Changes.


def put_cell(data: dict[str, Any], cell: str, text: str, whose: str, form: str) -> None:
    """Set `cell` (names joined by dots) of a file's data; what stands there says whether it is a text or a number.

    `whose` names the file in messages, `form` says how a change is written.
    """
    holder: Any = data
    *parents, last = cell.split(".")
    for key in parents:
        inner = holder.get(key) if isinstance(holder, Mapping) else None
        if inner is None:
            keys = list(holder) if isinstance(holder, Mapping) else []
            raise InputError(f"{whose} has no {cell!r}: {key!r} is not there.", remedy=_there_is(keys, form))
        holder = inner
    if not isinstance(holder, dict) or (
        last not in holder and not isinstance(next(iter(holder.values()), 0), float)
    ):
        raise InputError(f"{whose} has no cell {cell!r}.", remedy=_there_is(list(holder), form))
    holder[last] = _value(text, holder.get(last, 0.0), cell, form)


def _there_is(keys: list[str], form: str) -> str:
    return f"There is: {', '.join(map(str, keys[:40]))}." if keys else form


def _value(text: str, was: Any, cell: str, form: str) -> Any:
    if isinstance(was, str):
        return text
    if isinstance(was, Mapping):
        raise InputError(
            f"{cell} is not a cell.", remedy=f"It holds {', '.join(list(was)[:8])} ... Name one of them."
        )
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(
            f"{text!r} is not a value for {cell}, which says {json.dumps(was)}.", remedy=form
        ) from error
