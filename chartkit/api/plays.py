"""Plays as values: a season's play-by-play, read, cleaned and reconciled with its own scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit import plays as play_table
from chartkit import systems
from chartkit.api import display
from chartkit.api.display import Progress, following
from chartkit.errors import InputError
from chartkit.files import as_path, whole_file
from chartkit.football import teams
from chartkit.pages import Report

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.plays import Reconciliation, SeasonPlays


@dataclass(frozen=True, eq=False)
class Plays:
    """A season's plays: `frame` is the play table, `reconciliation` says whether the totals add up."""

    source: SeasonPlays

    @classmethod
    def load(cls, path: str | Path) -> Plays:
        """Read a play table that was saved, such as build/2017/plays.parquet."""
        return cls(play_table.load_season(Path(path)))

    @property
    def season(self) -> int:
        """The year in which the season began."""
        return self.source.season

    @property
    def frame(self) -> pd.DataFrame:
        """One row a play."""
        return self.source.plays

    @property
    def set_aside(self) -> pd.DataFrame:
        """The rows of the source that are not plays, each with the reason."""
        return self.source.set_aside

    @property
    def files(self) -> Mapping[str, str]:
        """The files that the plays were read from, each with its checksum."""
        return {file.path.name: file.sha256 for file in self.source.files}

    @property
    def teams(self) -> tuple[str, ...]:
        """The codes of the teams."""
        return tuple(sorted({*self.frame["home_team"], *self.frame["away_team"]}))

    @cached_property
    def reconciliation(self) -> Reconciliation:
        """The plays beside the scores and totals that the source states."""
        return play_table.reconcile(self.source.plays, self.source.stated)

    @cached_property
    def report(self) -> Report:
        """Which games there are, what became of every row, and whether the totals add up."""
        return play_table.season_report(self.source, self.reconciliation)

    def team_code(self, name: str) -> str:
        """The code that a team has in these plays; other codes of an NFL team are understood."""
        code = name.upper()
        meant = code if code in self.teams else teams.code_of(code, self.season)
        if meant not in self.teams:
            raise InputError(
                f"there is no team {code} in season {self.season}.", remedy=f"The teams are {' '.join(self.teams)}."
            )
        return meant

    def classified(
        self,
        *,
        system: str = systems.DEFAULT,
        rules: str | Path | None = None,
        penalties: str | Path | None = None,
        playoffs: bool = False,
    ) -> pd.DataFrame:
        """The play table with what each play was in the words of a game; charts leave the playoffs out."""
        classifier = systems.find(system).classifier()
        found = classifier.classify(self.frame, rules=as_path(rules), penalties=as_path(penalties))
        # Scorers' habits are read from all games, so the playoffs leave only after classification.
        return found if playoffs else found[found["season_type"].ne("POST").to_numpy()]

    def behind(
        self,
        column: str | None = None,
        *,
        team: str | None = None,
        defense: bool = False,
        system: str = systems.DEFAULT,
        rules: str | Path | None = None,
        penalties: str | Path | None = None,
        playoffs: bool = False,
    ) -> pd.DataFrame:
        """The plays behind a column of a chart: a team's own, or with `defense` those against it.

        Where `role` is `foul`, only its situation puts a play without a snap into the column.
        """
        classifier = systems.find(system).classifier()
        return classifier.plays_behind(
            self.classified(system=system, rules=rules, penalties=penalties, playoffs=playoffs),
            column=None if column is None else classifier.column_named(column),
            team=None if team is None else self.team_code(team),
            defense=defense,
        )

    def __len__(self) -> int:
        return len(self.frame)

    def save(self, path: str | Path) -> Path:
        """Write the play table as .parquet, which `load` reads back whole, or as .csv."""
        target = Path(path)
        with whole_file(target) as part:
            play_table.save_season(self.source, part, as_csv=target.suffix.lower() == ".csv")
        return target

    def __repr__(self) -> str:
        return f"<Plays {self.season}: {len(self):,} plays, {len(self.teams)} teams>"

    def _repr_html_(self) -> str:
        return display.html(repr(self)[1:-1], tables=self.report.tables, notes=self.report.notes)


def read_plays(
    paths: str | Path | Sequence[str | Path], *, season: int | None = None, progress: Progress = False
) -> Plays:
    """Read a season of play-by-play: a file of any source, several files, or a folder of them."""
    given = [Path(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
    gathered = play_table.gather(given)
    with following(progress, "files") as tell:
        seasons = play_table.read(
            gathered, season, progress=lambda path, done: tell(path.name, done, len(gathered.files))
        )
        found = next(seasons)
        for other in seasons:
            raise InputError(
                f"the files hold more than one season: {found.season} and {other.season}.",
                where=", ".join(map(str, given)),
                remedy="Read the files of one season at a time.",
            )
    return Plays(found)
