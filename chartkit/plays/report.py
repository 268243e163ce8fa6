"""What was read of a season: which games are there, where every row went, and whether it adds up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from chartkit.football.teams import season_codes, season_length
from chartkit.plays.columns import PLAY_TYPES
from chartkit.plays.reading import SeasonPlays
from chartkit.plays.reconciliation import Reconciliation, TotalDifference
from chartkit.tables import Report, Table, counted

#: Differences that are listed for people; the JSON has them all.
_LISTED = 12
#: Kinds of plays whose name in the table is no word.
_IN_WORDS = {
    "qb_kneel": "kneel-down",
    "qb_spike": "spike",
    "field_goal": "field goal",
    "extra_point": "extra point",
    "no_play": "no play: fouls, wiped out",
}


@dataclass(frozen=True)
class SeasonGames:
    """Games and teams of a season, and in words what is missing of it."""

    games: int
    regular: int
    playoffs: int
    teams: tuple[str, ...]
    missing: str | None
    #: Teams that play twice in one week, with the games.
    slips: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether games are missing."""
        return self.missing is not None


def count_games(plays: pd.DataFrame, season: int) -> SeasonGames:
    """Count games and teams and compare with the league's full season, or the teams with each other."""
    games = plays.groupby("game_id", sort=False)[["home_team", "away_team", "season_type"]].first()
    playoffs = int((games["season_type"] == "POST").sum())
    regular = games[games["season_type"] != "POST"]
    played = pd.concat([regular["home_team"], regular["away_team"]]).value_counts()
    teams = tuple(sorted(set(games["home_team"]) | set(games["away_team"])))
    fewest, most = (int(played.min()), int(played.max())) if len(played) else (0, 0)
    length = season_length(season)
    official = length is not None and set(teams) <= season_codes(season).keys()
    missing = None
    if official and length is not None and (len(regular) < length.games or len(teams) < length.teams):
        missing = (
            f"{len(regular)} of {length.games} regular-season games, {len(teams)} of {length.teams} teams, "
            f"{fewest} to {most} of {length.games_each} games a team"
        )
    elif not official and fewest != most:
        missing = f"some teams have {fewest} games, others {most}"
    return SeasonGames(
        games=len(games),
        regular=len(regular),
        playoffs=playoffs,
        teams=teams,
        missing=missing,
        slips=_slips(plays),
    )


def _slips(plays: pd.DataFrame) -> tuple[str, ...]:
    """No team plays twice in a week; where one does, somebody wrote a wrong week."""
    games = plays.groupby("game_id", sort=False)[["season_type", "week", "home_team", "away_team"]].first()
    found = []
    for (_, week), held in games.groupby(["season_type", "week"], sort=False):
        playing = pd.concat([held["home_team"], held["away_team"]])
        for team in sorted(playing[playing.duplicated()].unique()):
            several = playing.index[playing == team]
            found.append(f"{team} plays {len(several)} games in week {week}: {', '.join(sorted(several))}")
    return tuple(found)


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
    found: SeasonPlays,
    games: SeasonGames,
    types: dict[str, int],
    reasons: dict[str, int],
    adds_up: Reconciliation,
) -> dict[str, Any]:
    aside = found.set_aside.astype(object).where(found.set_aside.notna(), None)
    return {
        "season": found.season,
        "files": [
            {"file": str(f.path), "source": f.source, "rows": f.rows, "sha256": f.sha256} for f in found.files
        ],
        "rows": found.rows,
        "plays": len(found.plays),
        "set_aside": len(found.set_aside),
        "set_aside_reasons": reasons,
        "set_aside_rows": aside.to_dict("records"),
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
