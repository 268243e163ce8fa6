"""A season's table after any week, by the tie-breakers of the season: of the real games, or of those of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chartkit import systems
from chartkit.api.seasons import Season
from chartkit.football.standings import STEPS, Game, Records, playoff_rules
from chartkit.football.standings import standings as ranked
from chartkit.tables import Table

#: The figures that ties are broken by, as headings; the steps of a season in order are under the table.
_FIGURES = {
    "division record": "division",
    "conference record": "conference",
    "strength of victory": "victory",
    "strength of schedule": "schedule",
}


def real_games(season: Season) -> list[dict[str, Any]]:
    """The schedule in order: week, away, home, and the scores where they are known."""
    from chartkit.league import load_league

    league = load_league(systems.find(season.game).simulation(), season.folder)
    names = ("week", "away", "home", "away_score", "home_score")
    return [{name: getattr(game, name) for name in names} for game in league.schedule]


def standings(season: Season, games: Sequence[Mapping[str, Any]], through: int | None = None) -> Table:
    """The table after a week, or after all: records, points, what ties are broken by, seeds."""
    from chartkit.league import load_league

    league = load_league(systems.find(season.game).simulation(), season.folder)
    played = [
        Game(each["home"], each["away"], each["home_score"], each["away_score"])
        for each in games
        if each["home_score"] is not None and (through is None or each["week"] <= through)
    ]
    records, rules = Records(league.clubs, played), playoff_rules(season.season)
    figures = {name: STEPS[name](records, league.codes) or {} for name in _FIGURES}
    rows = tuple(
        (
            f"{line.conference} {line.division}",
            str(line.place),
            line.club,
            str(line.record),
            str(line.scored),
            str(line.allowed),
            f"{line.scored - line.allowed:+}",
            *(f"{float(figures[name].get(line.club, 0)):.3f}" for name in _FIGURES),
            str(line.seed or ""),
        )
        for line in ranked(records, rules)
    )
    steps = "; ".join(
        f"{where}: {', '.join(steps)}"
        for where, steps in (("division", rules.division_steps), ("wild card", rules.wild_card_steps))
    )
    headings = ("division", "place", "team", "record", "scored", "allowed", "net")
    return Table(
        f"Standings {season.season}" + (f" after week {through}" if through else ""),
        (*headings, *(f"{short} %" for short in _FIGURES.values()), "seed"),
        rows,
        frozenset({"division", "team"}),
        (f"Ties are broken by, in the {steps}; then a coin.",),
    )
