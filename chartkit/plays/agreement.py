"""How well the description parser agrees with the columns of a season file, figure by figure and cause by cause."""

from __future__ import annotations

import re
import tomllib
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

# What is compared, and the columns that must all be alike on a play.
FIGURES: Mapping[str, tuple[str, ...]] = {
    name: tuple(columns)
    for name, columns in tomllib.loads((Path(__file__).parent / "data" / "agreement.toml").read_text("utf-8"))[
        "figures"
    ].items()
}
_WITH_STATISTICS = ("nflverse", "gamecenter")
NO_WORDS = "the row has statistics but no words that tell the play"
OVERTURNED = "the file keeps what an overturned ruling had said"
PLACE_WITHOUT_DEPTH = "the text tells the side of the throw but not its depth, and the file then drops the side"
OUT_OF_BOUNDS_KICK = "kickoff out of bounds: the file counts to the spot where the other team puts the ball in play"
REMARK = "the scorer's remark at the end of the text changes the official figure"
TWO_FOULS = "two accepted penalties on one play: the file keeps the other one"
LOOSE = "fumble, muff or lateral: the official spot is another than the rule gives"
FOUL_ON_RETURN = "penalty on a return: the file counts the return to another spot"
SECOND_THROW = "a second throw or a throw from beyond the line"
DAMAGED = "the text is damaged"
NO_SUCH_WORDS = "the official figure was corrected or recorded in a way that the text does not tell"
_REMARKS = (
    "redited",
    "harged",
    "fficially",
    "Credit ",
    "sack yards",
    "scrambles and",
    "scrambles left",
    "yard sack",
)
# A name where the number of yards should be.
_DAMAGED_NUMBER = re.compile(r"\b[A-Z]\.[A-Z][a-z]+ yards\b")
_EMPTY = ""


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
        """Share of the plays with such a thing that are alike, in percent."""
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
            (
                figure.name,
                f"{figure.concerned:,}",
                f"{figure.different:,}",
                f"{figure.agreement:.3f}",
                f"{figure.agreement_concerned:.3f}",
            )
            for figure in self.figures
        )
        headings = ("figure", "rows concerned", "different", "agree %", "of concerned %")
        title = f"Season {self.season}: {self.plays:,} descriptions"
        agreed = Table(title, headings, figures, left=frozenset({"figure"}))
        causes = tuple((name, cause, f"{count:,}") for (name, cause), count in self.causes().most_common())
        differ = Table(
            "Where they differ", ("figure", "cause", "plays"), causes, left=frozenset({"figure", "cause"})
        )
        return (agreed, differ) if causes else (agreed,)

    def as_json(self) -> dict[str, Any]:
        """Figures, causes and every disagreement by game and play, without the text of the play."""
        return {
            "season": self.season,
            "plays": self.plays,
            "figures": [
                {
                    "figure": figure.name,
                    "plays": figure.plays,
                    "concerned": figure.concerned,
                    "different": figure.different,
                    "percent": round(figure.agreement, 3),
                    "percent_of_concerned": round(figure.agreement_concerned, 3),
                }
                for figure in self.figures
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
            where=str(path),
            remedy="Give an nflverse season file, or a season that `chartkit fetch --source nflgame` made.",
        )
    for raw in source.read(path, None):
        rows = raw.rows[raw.rows["desc"].notna()]
        yield compare(raw.season, rows, progress)


def compare(
    season: int, rows: pd.DataFrame, progress: Callable[[int, int], None] = lambda done, of: None
) -> SeasonAgreement:
    """Compare the descriptions of one season's rows with their other columns."""
    plays, parsed = read_descriptions(rows, progress)
    stated = _with_points(rows.reset_index(drop=True), np.nan_to_num(stated_points(rows)))
    own = _with_points(parsed, points(_conformed(parsed, stated)))
    figures, found = [], []
    scored = "total_home_score" in rows.columns and rows["total_home_score"].notna().any()
    for name, columns in FIGURES.items():
        if name == "points" and not scored:
            continue
        different, concerned = np.zeros(len(rows), bool), np.zeros(len(rows), bool)
        for column in columns:
            left, right = _plain(own, column), _plain(stated, column)
            different |= left != right
            concerned |= (left != _EMPTY) | (right != _EMPTY)
        figures.append(Figure(name, len(rows), int(concerned.sum()), int(different.sum())))
        for at in np.flatnonzero(different):
            pair = tuple(tuple(_value(_plain(side, column)[at]) for column in columns) for side in (own, stated))
            found.append(
                Disagreement(
                    name,
                    str(stated["game_id"].iloc[at]),
                    float(stated["play_id"].iloc[at]),
                    cause(name, plays[at]),
                    *pair,
                )
            )
    return SeasonAgreement(season, len(rows), tuple(figures), tuple(found))


def read_descriptions(
    rows: pd.DataFrame, progress: Callable[[int, int], None]
) -> tuple[list[PlayDescription], pd.DataFrame]:
    """Parse the descriptions of a table; of its other columns only the situation is used."""
    plays, made = [], []
    situation = zip(
        rows["desc"].tolist(),
        rows["home_team"].tolist(),
        rows["away_team"].tolist(),
        rows["posteam"].tolist(),
        rows["yardline_100"].tolist(),
        rows["down"].tolist(),
        strict=True,
    )
    for number, (text, home, away, offense, spot, down) in enumerate(situation):
        if number % 1000 == 0:
            progress(number, len(rows))
        context = Context.of_row(home, away, offense, spot, down)
        play = parse(text, context)
        plays.append(play)
        made.append(description_columns(play, context))
    return plays, pd.DataFrame(made)


def cause(figure: str, play: PlayDescription) -> str:
    """Why text and columns differ, as far as the play itself shows it."""
    if play.text.startswith("***") or play.text.endswith("{from the scoring summary}"):
        return NO_WORDS
    if any(review.outcome == "Reversed" for review in play.reviews):
        return OVERTURNED
    if figure == "pass location" and play.pass_length is None:
        return PLACE_WITHOUT_DEPTH
    if figure == "kick distance" and play.kick_out_of_bounds:
        return OUT_OF_BOUNDS_KICK
    if any(word in play.text for word in _REMARKS):
        return REMARK
    if _DAMAGED_NUMBER.search(play.text):
        return DAMAGED
    if figure.startswith("penalty") and len(play.accepted_penalties) > 1:
        return TWO_FOULS
    if play.fumbles or play.laterals:
        return LOOSE
    if any(foul.name == "Illegal Forward Pass" for foul in play.penalties):
        return SECOND_THROW
    if figure == "return yards" and play.penalties:
        return FOUL_ON_RETURN
    return NO_SUCH_WORDS


def _conformed(parsed: pd.DataFrame, stated: pd.DataFrame) -> pd.DataFrame:
    """The parsed columns as a play table, with the teams of the rows."""
    teams = stated[["game_id", "home_team", "away_team", "posteam", "defteam"]]
    return table.conform(parsed.assign(**{name: teams[name].to_numpy() for name in teams.columns}))


def _with_points(rows: pd.DataFrame, made: np.ndarray[Any, Any]) -> pd.DataFrame:
    return rows.assign(home_points=made[:, 0].astype("float64"), away_points=made[:, 1].astype("float64"))


def _plain(rows: pd.DataFrame, column: str) -> np.ndarray[Any, Any]:
    """A column as texts in which nothing, no and 0 are all empty, save where 0 is a figure of its own."""
    if column not in rows.columns:
        return np.full(len(rows), _EMPTY, dtype=object)
    values = rows[column]
    kind = BY_NAME[column].kind if column in BY_NAME else ColumnType.NUMBER
    if kind is ColumnType.TEXT:
        return np.array([value if isinstance(value, str) else _EMPTY for value in values], dtype=object)
    numbers: np.ndarray[Any, Any] = values.astype("float64").to_numpy()
    zero_counts = column in ("kick_distance", "penalty_yards")
    blank = np.isnan(numbers) | ((numbers == 0) & (not zero_counts))
    made: np.ndarray[Any, Any] = np.full(len(rows), _EMPTY, dtype=object)
    made[~blank] = numbers[~blank]
    return made


def _value(value: Any) -> Any:
    return None if value == _EMPTY else value


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
    figure = next((figure for figure in season.figures if figure.name == name), None)
    shares = (figure.agreement, figure.agreement_concerned) if figure else ()
    return " / ".join(map(_percent, shares)) or "not stated"


def _percent(value: float) -> str:
    # 99.996% must not be shown as 100%.
    return "100" if value == 100 else f"{min(value, 99.99):.2f}"
