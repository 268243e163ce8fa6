"""The agreement report as a page of docs/."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from chartkit.plays.agreement import FIGURES, SeasonAgreement

_INTRODUCTION = """# The description parser and the season files

Made by `chartkit agreement FILE...`; do not edit.

The parser reads nothing but the text of a play, the two teams, who has the ball and where. Here its reading is
compared with the columns of nflverse season files, which come from the league's official statistics. A play agrees
in a figure when every column of that figure is alike. The first number is the share of all rows, the second the
share of the rows where either side has something to say (a fumble, a penalty, a kick), which is the harder test.

Yards, kicks, returns, fumbles, players and points come from the official statistics and test the parser; formation,
depth and side of a throw, run gap and the names of penalties were taken from the same text by others, so that there
the two readings test each other.
"""


def page(seasons: Sequence[SeasonAgreement]) -> str:
    """The whole report in Markdown; counts and our own words only, never the text of a play."""
    parts = [_INTRODUCTION, _rows(seasons), _figures(seasons), _causes(seasons), _columns()]
    return "\n".join(parts)


def _rows(seasons: Sequence[SeasonAgreement]) -> str:
    lines = ["| season | descriptions |", "| --- | ---: |"]
    lines += [f"| {season.season} | {season.plays:,} |" for season in seasons]
    return "\n".join(lines) + "\n"


def _figures(seasons: Sequence[SeasonAgreement]) -> str:
    lines = ["## Agreement by figure, in percent: of all rows / of the rows concerned", ""]
    lines.append("| figure | " + " | ".join(str(season.season) for season in seasons) + " |")
    lines.append("| --- |" + " ---: |" * len(seasons))
    for name in FIGURES:
        cells = []
        for season in seasons:
            figure = next((figure for figure in season.figures if figure.name == name), None)
            shares = (figure.agreement, figure.agreement_concerned) if figure else ()
            cells.append(" / ".join(map(_percent, shares)) or "not stated")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _percent(value: float) -> str:
    # Never round a disagreement away.
    return "100" if value == 100 else f"{min(value, 99.99):.2f}"


def _causes(seasons: Sequence[SeasonAgreement]) -> str:
    lines = ["## What does not agree, by cause", ""]
    lines.append("| figure | cause | " + " | ".join(str(season.season) for season in seasons) + " |")
    lines.append("| --- | --- |" + " ---: |" * len(seasons))
    counts = [season.causes() for season in seasons]
    total: Counter[tuple[str, str]] = sum(counts, Counter())
    order = {name: place for place, name in enumerate(FIGURES)}
    for figure, cause in sorted(total, key=lambda key: (order[key[0]], -total[key], key[1])):
        cells = " | ".join(str(count[figure, cause]) for count in counts)
        lines.append(f"| {figure} | {cause} | {cells} |")
    return "\n".join(lines) + "\n"


def _columns() -> str:
    lines = ["## Columns behind each figure", "", "| figure | columns |", "| --- | --- |"]
    lines += [f"| {name} | {', '.join(f'`{column}`' for column in columns)} |" for name, columns in FIGURES.items()]
    return "\n".join(lines) + "\n"
