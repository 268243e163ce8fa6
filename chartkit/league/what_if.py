"""`chartkit whatif`: the same seasons with and without a change, compared on the same random streams."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit.errors import InputError
from chartkit.league.sums import Sums
from chartkit.pages import Report, Table

if TYPE_CHECKING:
    from chartkit.league.job import Chunk, Job
    from chartkit.league.league import League

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


def pair_of_jobs(job: Job, changed: League, touched: frozenset[str]) -> tuple[Job, Job]:
    """The job before and after; games that the change cannot touch are the same in both and are left out."""
    games = tuple(each for each in job.fixtures if each.home in touched or each.away in touched)
    return replace(job, chosen=games), replace(job, league=changed, chosen=games)


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

    def add(self, pairs: Iterable[tuple[Chunk, Chunk]]) -> PairTally:
        """Count some runs that were played both ways."""
        for before, after in pairs:
            was, now = _values(before, self.before), _values(after, self.after)
            self.was.add(was)
            self.now.add(now)
            self.difference.add(now - was)
            self.league.add((now - was).sum(axis=1))
            self.games += before.scores.shape[0] * before.scores.shape[1]
            self.same += int((before.scores == after.scores).all(axis=2).sum())
        return self


def _values(chunk: Chunk, job: Job) -> Any:
    return np.concatenate([chunk.wins(job)[:, :, None], chunk.totals, chunk.allowed], axis=2)


def report(tally: PairTally) -> Report:
    """What the change does to the teams it touches and to the league."""
    job = tally.before
    codes = [code for code in job.teams if code in tally.touched]
    shown = codes if len(codes) <= 8 else []
    names = ("wins", *job.names, *(f"against_{name}" for name in job.names))
    teams = {code: _effects(tally, job.teams.index(code), names) for code in codes}
    whole = _league(tally, names)
    data = {
        "season": job.league.season,
        "runs": tally.difference.number,
        "seed": job.seed,
        "changed": codes,
        "games": tally.games,
        "games_with_another_score": tally.games - tally.same,
        "teams": teams,
        "league": whole,
    }
    tables = [_table(f"{code}: effect of the change", teams[code]) for code in shown]
    tables.append(_table("League: effect on all teams together, a team and game", whole))
    notes = (
        f"{tally.difference.number:,} seasons played twice on the same dice; {tally.games - tally.same:,} of "
        f"{tally.games:,} games that the change can touch ended with another score.",
        f"* is a real effect: more than {CLEAR:g} times what luck leaves open (standard errors). All else may be "
        "luck; more seasons make it clearer.",
    )
    return Report(data, tuple(tables), notes)


def _effects(tally: PairTally, team: int, names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    played = max(1, int(tally.before.games_of[team]))
    return {
        name: _effect(
            float(tally.was.means[team, place]),
            float(tally.now.means[team, place]),
            float(tally.difference.means[team, place]),
            float(tally.difference.error[team, place]),
            1 if name == "wins" else played,
        )
        for place, name in enumerate(names)
    }


def _effect(was: float, now: float, difference: float, error: float, per: int) -> dict[str, float]:
    return {
        "before": was / per,
        "after": now / per,
        "difference": difference / per,
        "error": error / per,
        "in_errors": difference / error if error else 0.0,
    }


def _league(tally: PairTally, names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Per team and game of the whole schedule; games that the change cannot touch add nothing to the difference."""
    per = 2 * len(tally.before.league.fixtures)
    found = {}
    for place, name in enumerate(names):
        if name == "wins" or name.startswith("against_"):
            continue
        difference, error = float(tally.league.means[place]), float(tally.league.error[place])
        found[name] = {
            "difference": difference / per,
            "error": error / per,
            "in_errors": difference / error if error else 0.0,
        }
    return found


def _table(title: str, effects: dict[str, dict[str, float]]) -> Table:
    has_means = any("before" in each for each in effects.values())
    wanted = ["wins", *SHOWN, "against_points", "against_total_yards"]
    rows = []
    for name in wanted:
        if name not in effects:
            continue
        each = effects[name]
        row = [_words(name)]
        if has_means:
            row += [f"{each['before']:.3f}", f"{each['after']:.3f}"]
        row += [f"{each['difference']:+.3f}", f"{each['error']:.3f}"]
        row.append("*" if abs(each["in_errors"]) > CLEAR else "")
        rows.append(tuple(row))
    means = ("before", "after") if has_means else ()
    return Table(title, ("", *means, "difference", "luck ±", " "), tuple(rows), frozenset({"", " "}))


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
        raise InputError(f"{cell} is no cell.", remedy=f"It holds {', '.join(list(was)[:8])} ... Name one of them.")
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"{text!r} is no value for {cell}, which says {json.dumps(was)}.", remedy=form) from error
