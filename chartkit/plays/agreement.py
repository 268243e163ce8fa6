"""How well the description parser agrees with the columns of a season file, figure by figure and cause by cause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from chartkit.errors import InputError
from chartkit.pages import Table, render
from chartkit.plays import sources, table
from chartkit.plays.columns import BY_NAME, ColumnType
from chartkit.plays.description import Context, PlayDescription, description_columns, parse
from chartkit.plays.totals import points, stated_points
from chartkit.resources import data_file

#: What is compared, and the columns that must all be alike on a play.
FIGURES: Mapping[str, Sequence[str]] = data_file(Path(__file__).parent / "data" / "agreement.toml")["figures"]
_WITH_STATISTICS = ("nflverse", "gamecenter")
_REMARKS = (
    *("redited", "harged", "fficially", "Credit ", "sack yards"),
    *("scrambles and", "scrambles left", "yard sack"),
)
# A name where the number of yards should be.
_DAMAGED_NUMBER = re.compile(r"\b[A-Z]\.[A-Z][a-z]+ yards\b")
_EMPTY = ""
#: Why text and columns differ, as far as the play itself shows it: the first cause that applies to figure and play.
_CAUSES: Mapping[str, Callable[[str, PlayDescription], object]] = {
    "the row has statistics but no words that tell the play": lambda figure, play: (
        play.text.startswith("***") or play.text.endswith("{from the scoring summary}")
    ),
    "the file keeps what an overturned ruling had said": lambda figure, play: any(
        review.outcome == "Reversed" for review in play.reviews
    ),
    "the text tells the side of the throw but not its depth, and the file then drops the side": (
        lambda figure, play: figure == "pass location" and play.pass_length is None
    ),
    "kickoff out of bounds: the file counts to the spot where the other team puts the ball in play": (
        lambda figure, play: figure == "kick distance" and play.kick_out_of_bounds
    ),
    "the scorer's remark at the end of the text changes the official figure": lambda figure, play: any(
        word in play.text for word in _REMARKS
    ),
    "the text is damaged": lambda figure, play: _DAMAGED_NUMBER.search(play.text),
    "two accepted penalties on one play: the file keeps the other one": lambda figure, play: (
        figure.startswith("penalty") and len(play.accepted_penalties) > 1
    ),
    "fumble, muff or lateral: the official spot is another than the rule gives": lambda figure, play: (
        play.fumbles or play.laterals
    ),
    "a second throw or a throw from beyond the line": lambda figure, play: any(
        foul.name == "Illegal Forward Pass" for foul in play.penalties
    ),
    "penalty on a return: the file counts the return to another spot": lambda figure, play: (
        figure == "return yards" and play.penalties
    ),
    "the official figure was corrected or recorded in a way that the text does not tell": lambda figure, play: True,
}


@dataclass(frozen=True)
class Disagreement:
    """One play on which text and columns differ."""

    figure: str
    game_id: str
    play_id: float
    cause: str
    parsed: tuple[Any, ...]
    stated: tuple[Any, ...]


@dataclass(frozen=True)
class Figure:
    """How often text and columns are alike: on all plays, and on those where there is anything to compare."""

    name: str
    plays: int
    concerned: int
    different: int

    @property
    def agreement(self) -> float:
        """Share of all plays that are alike, in percent."""
        return 100 * (1 - self.different / self.plays) if self.plays else 100.0

    @property
    def agreement_concerned(self) -> float:
        """Share that are alike of the plays that have such a value at all, in percent."""
        return 100 * (1 - self.different / self.concerned) if self.concerned else 100.0


@dataclass(frozen=True)
class SeasonAgreement:
    """One season, compared."""

    season: int
    plays: int
    figures: tuple[Figure, ...]
    disagreements: tuple[Disagreement, ...]

    def causes(self) -> Counter[tuple[str, str]]:
        """Number of disagreements by figure and cause."""
        return Counter((item.figure, item.cause) for item in self.disagreements)

    def tables(self) -> tuple[Table, ...]:
        """Every figure, and the causes of what differs, for people."""
        figures = tuple(
            (f.name, f"{f.concerned:,}", f"{f.different:,}", f"{f.agreement:.3f}", f"{f.agreement_concerned:.3f}")
            for f in self.figures
        )
        headings = ("figure", "rows concerned", "different", "agree %", "of concerned %")
        title = f"Season {self.season}: {self.plays:,} descriptions"
        agreed = Table(title, headings, figures, left=frozenset({"figure"}))
        causes = tuple((name, cause, f"{count:,}") for (name, cause), count in self.causes().most_common())
        left = frozenset({"figure", "cause"})
        differ = Table("Where they differ", ("figure", "cause", "plays"), causes, left=left)
        return (agreed, differ) if causes else (agreed,)

    def as_json(self) -> dict[str, Any]:
        """Figures, causes and every disagreement by game and play, without the text of the play."""
        return {
            "season": self.season,
            "plays": self.plays,
            "figures": [
                {
                    "figure": each.name,
                    **{name: getattr(each, name) for name in ("plays", "concerned", "different")},
                    "percent": round(each.agreement, 3),
                    "percent_of_concerned": round(each.agreement_concerned, 3),
                }
                for each in self.figures
            ],
            "causes": [
                {"figure": figure, "cause": cause, "plays": count}
                for (figure, cause), count in sorted(self.causes().items())
            ],
            "disagreements": [asdict(item) for item in self.disagreements],
        }


def season_agreements(
    path: Path, progress: Callable[[int, int], None] = lambda done, of: None
) -> Iterable[SeasonAgreement]:
    """Parse every description of a season file and compare it with the file's own columns."""
    source = sources.source_of(path)
    if source.NAME not in _WITH_STATISTICS:
        raise InputError(
            "there are no columns to compare the descriptions with.",
            where=path,
            remedy="Give an nflverse season file, or a season that `chartkit fetch --source nflgame` made.",
        )
    for raw in source.read(path, None):
        rows = raw.rows[raw.rows["desc"].notna()]
        yield compare(raw.season, rows, progress)


def compare(
    season: int, rows: pd.DataFrame, progress: Callable[[int, int], None] = lambda done, of: None
) -> SeasonAgreement:
    """Compare the descriptions of one season's rows with their other columns."""
    plays, parsed = _read(rows, progress)
    stated = _with_points(rows.reset_index(drop=True), np.nan_to_num(stated_points(rows)))
    # The parsed columns as a play table need the teams of the rows.
    teams = stated[["game_id", "home_team", "away_team", "posteam", "defteam"]]
    own = _with_points(parsed, points(table.conform(parsed.join(teams))))
    figures, found = [], []
    scored = "total_home_score" in rows.columns and rows["total_home_score"].notna().any()
    for name, columns in FIGURES.items():
        if name == "points" and not scored:
            continue
        left, right = (np.column_stack([_plain(side, column) for column in columns]) for side in (own, stated))
        different = (left != right).any(axis=1)
        concerned = ((left != _EMPTY) | (right != _EMPTY)).any(axis=1)
        figures.append(Figure(name, len(rows), int(concerned.sum()), int(different.sum())))
        for at in np.flatnonzero(different):
            game, number = str(stated["game_id"].iloc[at]), float(stated["play_id"].iloc[at])
            cause = next(cause for cause, applies in _CAUSES.items() if applies(name, plays[at]))
            values = (tuple(None if value == _EMPTY else value for value in side[at]) for side in (left, right))
            found.append(Disagreement(name, game, number, cause, *values))
    return SeasonAgreement(season, len(rows), tuple(figures), tuple(found))


def _read(rows: pd.DataFrame, progress: Callable[[int, int], None]) -> tuple[list[PlayDescription], pd.DataFrame]:
    """Parse the descriptions of a table; of its other columns only the situation is used."""
    plays, made = [], []
    situation = rows[["desc", "home_team", "away_team", "posteam", "yardline_100", "down"]]
    for number, (text, *known) in enumerate(situation.itertuples(index=False, name=None)):
        if number % 1000 == 0:
            progress(number, len(rows))
        context = Context.of_row(*known)
        plays.append(parse(text, context))
        made.append(description_columns(plays[-1], context))
    return plays, pd.DataFrame(made)


def _with_points(rows: pd.DataFrame, made: np.ndarray[Any, Any]) -> pd.DataFrame:
    return rows.assign(home_points=made[:, 0].astype("float64"), away_points=made[:, 1].astype("float64"))


def _plain(rows: pd.DataFrame, column: str) -> np.ndarray[Any, Any]:
    """A column as texts; missing, False and 0 are all empty, except where 0 is a value of its own."""
    if column not in rows.columns:
        return np.full(len(rows), _EMPTY, dtype=object)
    values = rows[column]
    if column in BY_NAME and BY_NAME[column].kind is ColumnType.TEXT:
        return np.array([value if isinstance(value, str) else _EMPTY for value in values], dtype=object)
    numbers = values.astype("float64")
    zero_counts = column in ("kick_distance", "penalty_yards")
    blank = numbers.isna() | (numbers.eq(0) & (not zero_counts))
    return numbers.astype(object).where(~blank, _EMPTY).to_numpy()


def agreement_page(seasons: Sequence[SeasonAgreement]) -> str:
    """The whole report in Markdown; counts and our own words only, never the text of a play."""
    counts = [season.causes() for season in seasons]
    total: Counter[tuple[str, str]] = sum(counts, Counter())
    order = {name: place for place, name in enumerate(FIGURES)}
    causes = sorted(total, key=lambda key: (order[key[0]], -total[key], key[1]))
    return render(
        "agreement.md",
        seasons=seasons,
        figures=FIGURES,
        agreement={name: [_shares(season, name) for season in seasons] for name in FIGURES},
        causes=[(*cause, [count[cause] for count in counts]) for cause in causes],
    )


def _shares(season: SeasonAgreement, name: str) -> str:
    """Agreement in percent: of all rows, of the rows concerned."""
    stated = ((f.agreement, f.agreement_concerned) for f in season.figures if f.name == name)
    # 99.996% must not be shown as 100%.
    shares = ("100" if value == 100 else f"{min(value, 99.99):.2f}" for value in next(stated, ()))
    return " / ".join(shares) or "not stated"
