"""`chartkit odds`: the exact odds of every column, or of every play against every formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from chartkit.findings import match_name
from chartkit.pages import Report, Table
from chartkit.systems.ddf.charts import (
    SHARES,
    TEAM_COLUMNS,
    ColumnPlace,
    Kind,
    Odds,
    TeamChart,
    column_odds,
    columns,
    columns_of,
    share_of,
)
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.validate import load_team_chart

_YARDS = ("average", "1/4 below", "half below", "3/4 below")


def odds_report(chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
    """Odds of one chart's columns, or of its plays against another chart; `wanted` names plays or columns."""
    own = load_team_chart(chart)
    if against is None:
        return columns_report(own, wanted)
    return against_report(own, load_team_chart(against), wanted)


def odds_json(odds: Odds) -> dict[str, Any]:
    """Exact counts with the shares and yards that follow from them."""
    yards = odds.yards
    return {
        "outcomes": odds.outcomes,
        "shares": {name: _ratio(share) for name, share in odds.shares().items() if share},
        "yards": {
            "mean": _ratio(yards.mean),
            "quartiles": list(yards.quartiles) if yards.quartiles else None,
            "ways": {str(number): ways for number, ways in yards.ways.items()},
        },
    }


def _ratio(value: Fraction | None) -> dict[str, Any] | None:
    return None if value is None else {"exact": str(value), "value": round(float(value), 6)}


def columns_report(chart: TeamChart, wanted: Sequence[str] = ()) -> Report:
    """Every column by itself."""
    names = tuple(dict.fromkeys(place.name for place in TEAM_COLUMNS))
    keep = {match_name(text, names, "column") for text in wanted} or set(names)
    groups: dict[str, list[tuple[ColumnPlace, Odds]]] = {}
    for place, column in columns_of(chart):
        if place.name in keep:
            heading = place.chart.replace("_", " ").capitalize()
            heading += f", {place.formation}" if place.formation else ""
            groups.setdefault(heading, []).append((place, column_odds(column)))
    tables = (
        _table(heading, [(place.name, odds, place.is_pass) for place, odds in found])
        for heading, found in groups.items()
    )
    data = [_column_json(place, odds) for found in groups.values() for place, odds in found]
    return Report({"team": chart.team.code, "season": chart.season, "columns": data}, tuple(tables), _NOTES)


_NOTES = ("Shares are of all rolls, every one of them counted; yards are of the results that are yards.",)


def _column_json(place: ColumnPlace, odds: Odds) -> dict[str, Any]:
    formation = {"formation": place.formation} if place.formation else {}
    passes = {"completions": _ratio(odds.completions)} if place.is_pass else {}
    return {"chart": place.chart, **formation, "column": place.name, **passes, **odds_json(odds)}


def against_report(offense: TeamChart, defense: TeamChart, wanted: Sequence[str] = ()) -> Report:
    """Every play against every formation, combined through the priority chart with B and QT rolled out."""
    plays = [match_name(text, columns.PLAYS, "play") for text in wanted] or list(columns.PLAYS)
    tables = []
    data = []
    for play in plays:
        found = {formation: play_odds(offense, defense, play, formation) for formation in columns.FORMATIONS}
        passing = play in columns.PASSES
        title = f"{offense.team.code} {play} against {defense.team.code}"
        tables.append(_table(title, [(formation, odds, passing) for formation, odds in found.items()], "formation"))
        data += [
            {
                "play": play,
                "formation": formation,
                **({"completions": _ratio(odds.completions), "trapped": _ratio(odds.trapped)} if passing else {}),
                "yards_per_play": _ratio(odds.yards_per_play),
                **odds_json(odds),
            }
            for formation, odds in found.items()
        ]
    who = {
        "offense": {"team": offense.team.code, "season": offense.season},
        "defense": {"team": defense.team.code, "season": defense.season},
    }
    notes = (
        "Both rolls combined by the priority chart; B and QT are rolled out by the basic rules.",
        "A penalty is a share of its own and is not played out.",
    )
    return Report({**who, "plays": data}, tuple(tables), notes)


def odds_rows(chart: TeamChart, column: str | None, against: TeamChart | None) -> Iterator[dict[str, Any]]:
    """Every result of the columns, or of the plays against another chart, with its share of all rolls."""
    if against is None:
        every = list(columns_of(chart))
        wanted = match_name(column, tuple(place.title for place, _ in every), "column") if column else None
        for place, held in every:
            if wanted in (None, place.title):
                where = {"chart": place.chart, "formation": place.formation or None, "column": place.name}
                yield from ({**where, **row} for row in _results(column_odds(held)))
        return
    for play in [match_name(column, columns.PLAYS, "play")] if column else columns.PLAYS:
        for formation in columns.FORMATIONS:
            for row in _results(play_odds(chart, against, play, formation)):
                yield {"column": play, "formation": formation, **row}


def _results(odds: Odds) -> list[dict[str, Any]]:
    """Yards ascending, then everything that is not yards."""
    ranked = sorted(
        odds.ways.items(),
        key=lambda each: (each[0].result.kind != Kind.YARDS, each[0].result.yards, str(each[0].result)),
    )
    return [
        {
            "result": end.result.text,
            "way": str(end.way),
            "kind": end.result.kind.name.lower(),
            "counts_as": share_of(end.result),
            "yards": end.result.yards if end.result.kind in (Kind.YARDS, Kind.FORCED) else None,
            "ways": ways,
            "outcomes": odds.outcomes,
            "probability": ways / odds.outcomes,
        }
        for end, ways in ranked
    ]


def _table(title: str, rows: list[tuple[str, Odds, bool]], first: str = "column") -> Table:
    shown = [name for name in SHARES if any(odds.share(name) for _, odds, _ in rows)]
    passing = any(passes for _, _, passes in rows)
    trapped = any(passes and odds.trapped != odds.share("QT") for _, odds, passes in rows)
    headings = (
        first,
        *(("complete",) if passing else ()),
        *(("trapped",) if trapped else ()),
        *shown,
        *_YARDS,
    )
    body = tuple(
        (
            name,
            *((percent(odds.completions) if passes else "",) if passing else ()),
            *((percent(odds.trapped) if passes else "",) if trapped else ()),
            *(percent(odds.share(share)) for share in shown),
            *_yards(odds),
        )
        for name, odds, passes in rows
    )
    return Table(title, headings, body, frozenset({first}))


def percent(share: Fraction) -> str:
    """`33.3%`; empty for 0."""
    return f"{float(100 * share):.1f}%" if share else ""


def _yards(odds: Odds) -> tuple[str, ...]:
    yards = odds.yards
    if yards.mean is None or yards.quartiles is None:
        return ("",) * len(_YARDS)
    return (f"{float(yards.mean):.1f}", *map(str, yards.quartiles))
