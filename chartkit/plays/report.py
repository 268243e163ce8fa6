"""Does it add up? Where every row of a season went, and its totals beside those that the source states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd

from chartkit.pages import Report, Table, counted
from chartkit.plays.columns import PLAY_TYPES, STATISTICS
from chartkit.plays.reading import SeasonPlays
from chartkit.plays.schedule import SeasonGames, count_games
from chartkit.plays.totals import by_game as totals_by_game
from chartkit.plays.totals import by_season as totals_by_season
from chartkit.plays.totals import points, stated_points


@dataclass(frozen=True)
class ScoreDifference:
    """A play whose points differ from the change of the running score that the source states."""

    game_id: str
    play_id: float
    stated_home: int
    stated_away: int
    home: int
    away: int
    desc: str


@dataclass(frozen=True)
class TotalDifference:
    """A total of one team and game that differs from the one that the source states."""

    game_id: str
    team: str
    statistic: str
    stated: float
    recomputed: float


@dataclass(frozen=True)
class Reconciliation:
    """What was compared, what agreed, and everything that did not."""

    games: int
    games_stated: int
    games_reproduced: int
    scoring_plays: int
    totals_stated: int
    finals: tuple[TotalDifference, ...]
    plays: tuple[ScoreDifference, ...]
    totals: tuple[TotalDifference, ...]
    by_game: pd.DataFrame
    by_season: pd.DataFrame

    @property
    def clean(self) -> bool:
        """Every final score that the source states is reproduced from the plays."""
        return not self.finals

    def as_json(self) -> dict[str, Any]:
        """The whole reconciliation as plain values."""
        return {
            "games": self.games,
            "games_with_stated_score": self.games_stated,
            "games_reproduced": self.games_reproduced,
            "scoring_plays": self.scoring_plays,
            "totals_stated": self.totals_stated,
            "finals_not_reproduced": [asdict(item) for item in self.finals],
            "score_differences": [asdict(item) for item in self.plays],
            "total_differences": [asdict(item) for item in self.totals],
            "teams": _records(self.by_season),
            "team_games": _records(self.by_game),
        }


def reconcile(plays: pd.DataFrame, stated: pd.DataFrame | None = None) -> Reconciliation:
    """Recompute every team's totals and compare them with what the source says of itself."""
    games = totals_by_game(plays)
    finals, known = _finals(plays, games)
    differing, compared = _stated_totals(games, stated)
    wrong = {item.game_id for item in finals}
    return Reconciliation(
        games=len(games) // 2,
        games_stated=known,
        games_reproduced=known - len(wrong),
        scoring_plays=int((points(plays).sum(axis=1) > 0).sum()),
        totals_stated=compared,
        finals=finals,
        plays=_running_score(plays),
        totals=differing,
        by_game=games,
        by_season=totals_by_season(games),
    )


def _finals(plays: pd.DataFrame, games: pd.DataFrame) -> tuple[tuple[TotalDifference, ...], int]:
    last = plays.groupby("game_id", sort=False)[["home_score", "away_score"]].last()
    stated = last.loc[games["game_id"].unique()].to_numpy().ravel()
    recomputed = games["points"].to_numpy()
    known = ~np.isnan(stated)
    wrong = known & (stated != recomputed)
    found = tuple(
        TotalDifference(row.game_id, row.team, "points", float(stated[row.Index]), float(row.points))
        for row in games[wrong].itertuples()
    )
    return found, int(known[::2].sum())


def _running_score(plays: pd.DataFrame) -> tuple[ScoreDifference, ...]:
    """The running score must move by just the points of each play."""
    moved, made = stated_points(plays), points(plays)
    wrong = ~np.isnan(moved).any(axis=1) & (moved != made).any(axis=1)
    return tuple(
        ScoreDifference(
            game_id=play.game_id,
            play_id=float(play.play_id),
            stated_home=int(moved[row, 0]),
            stated_away=int(moved[row, 1]),
            home=int(made[row, 0]),
            away=int(made[row, 1]),
            desc=str(play.desc),
        )
        for row, play in zip(np.flatnonzero(wrong), plays[wrong].itertuples(), strict=True)
    )


def _stated_totals(games: pd.DataFrame, stated: pd.DataFrame | None) -> tuple[tuple[TotalDifference, ...], int]:
    if stated is None or stated.empty:
        return (), 0
    made = games.melt(["game_id", "team"], list(STATISTICS), "statistic", "recomputed")
    both = stated.merge(made, on=["game_id", "team", "statistic"]).dropna(subset=["value", "recomputed"])
    both = both.astype({"value": "float64", "recomputed": "float64"})
    wrong = both.loc[both["value"] != both["recomputed"], ["game_id", "team", "statistic", "value", "recomputed"]]
    return tuple(TotalDifference(*row) for row in wrong.itertuples(index=False, name=None)), len(both)


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows as plain values; a missing number becomes null."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(name): value for name, value in row.items()} for row in plain.to_dict("records")]


# The report on a season.


#: Differences that are listed for people; the JSON has them all.
_LISTED = 12
#: Play types of the table in plain words.
_IN_WORDS = {
    "qb_kneel": "kneel-down",
    "qb_spike": "spike",
    "field_goal": "field goal",
    "extra_point": "extra point",
    "no_play": "no play: fouls, wiped out",
}


def season_report(found: SeasonPlays, adds_up: Reconciliation) -> Report:
    """Files, games and rows of a season, and every figure that does not add up."""
    games = count_games(found.plays, found.season)
    types, reasons = _counts(found.plays["play_type"], PLAY_TYPES), _counts(found.set_aside["reason"])
    names = [file.path.name for file in found.files]
    shown = ", ".join(names) if len(names) <= 3 else f"{names[0]} ... {names[-1]} ({len(names)} files)"
    kinds = " and ".join(sorted({file.source for file in found.files}))
    rows = [
        *((f"  {_IN_WORDS.get(name, name)}", count) for name, count in types.items()),
        ("plays", len(found.plays)),
        *((f"  {name}", count) for name, count in reasons.items()),
        ("set aside: no plays", len(found.set_aside)),
        ("rows of the file", found.rows),
    ]
    table = Table(
        f"Season {found.season}, {kinds}: {shown}",
        ("rows", "number"),
        tuple((name, f"{count:,}") for name, count in rows),
        left=frozenset({"rows"}),
        under=tuple(_about(games, found)),
    )
    return Report(_data(found, games, types, reasons, adds_up), (table,), (*_reconciled(adds_up), ""))


def _counts(values: pd.Series[str], order: tuple[str, ...] | None = None) -> dict[str, int]:
    counts = {str(name): int(count) for name, count in values.value_counts().items()}
    return {name: counts[name] for name in order or counts if name in counts}


def _about(games: SeasonGames, found: SeasonPlays) -> Iterator[str]:
    playoffs = f", {games.playoffs} of them playoffs" if games.playoffs else ""
    yield f"{counted(games.games, 'game')}{playoffs}, {len(games.teams)} teams: {' '.join(games.teams)}"
    if games.missing:
        yield f"Partial season: {games.missing}."
    for slip in games.slips:
        yield f"Schedule slip: {slip}. Correct the week in the plays."
    if found.from_words:
        yield f"No statistics in the source, taken from the descriptions: {', '.join(found.from_words)}."


def _data(
    found: SeasonPlays, games: SeasonGames, types: dict[str, int], reasons: dict[str, int], adds_up: Reconciliation
) -> dict[str, Any]:
    return {
        "season": found.season,
        "files": [
            {"file": str(f.path), "source": f.source, "rows": f.rows, "sha256": f.sha256} for f in found.files
        ],
        "rows": found.rows,
        "plays": len(found.plays),
        "set_aside": len(found.set_aside),
        "set_aside_reasons": reasons,
        "set_aside_rows": _records(found.set_aside),
        "games": games.games,
        "regular_season_games": games.regular,
        "playoff_games": games.playoffs,
        "teams": list(games.teams),
        "games_from_words": list(found.from_words),
        "partial": games.partial,
        "missing": games.missing,
        "schedule_slips": list(games.slips),
        "plays_by_type": types,
        "reconciliation": adds_up.as_json(),
    }


def _reconciled(adds_up: Reconciliation) -> Iterator[str]:
    if adds_up.games_stated:
        yield (
            f"Final score reproduced from the plays in {adds_up.games_reproduced:,} of "
            f"{adds_up.games_stated:,} games ({adds_up.scoring_plays:,} scoring plays)."
        )
    else:
        yield "The source states no final scores; the points are those of the plays."
    if adds_up.totals_stated:
        agree = adds_up.totals_stated - len(adds_up.totals)
        yield f"Team totals that the source states: {agree:,} of {adds_up.totals_stated:,} agree."
        counts = Counter(difference.statistic for difference in adds_up.totals)
        if counts:
            differ = ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
            yield f"  differing: {differ}"
    lines = [
        *(f"{d.game_id} {d.team} final score: {_versus(d)}" for d in adds_up.finals),
        *(
            f"{d.game_id} play {d.play_id:g}: score moved by {d.stated_away}-{d.stated_home} (visitors-home), "
            f"the play gives {d.away}-{d.home}: {d.desc}"
            for d in adds_up.plays
        ),
        *(f"{d.game_id} {d.team} {d.statistic}: {_versus(d)}" for d in adds_up.totals),
    ]
    for line in lines[:_LISTED]:
        yield f"  {line}"
    if len(lines) > _LISTED:
        yield f"  ... and {len(lines) - _LISTED:,} more (all of them with --json)"


def _versus(difference: TotalDifference) -> str:
    return f"{difference.stated:g} stated, {difference.recomputed:g} from the plays"
