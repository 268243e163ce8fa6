"""`chartkit odds`: the exact odds of every column, or of every play against every formation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from chartkit.systems.ddf.charts import (
    SHARES,
    Kind,
    Odds,
    Part,
    TeamChart,
    column_odds,
    columns,
    match_name,
    parts,
    share_of,
)
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.validate import load_team_chart
from chartkit.tables import Report, Table

_GROUPS = {
    "offense": "Offense",
    "special_teams": "Special teams",
    "coverage": "Coverage",
    "supplement": "Supplement",
    "defense": "Defense",
}
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
    chosen = list(_chosen(chart, wanted))
    tables = []
    data: list[dict[str, Any]] = []
    for group, title in _GROUPS.items():
        for formation in columns.FORMATIONS if group == "defense" else ("",):
            rows = [part for part in chosen if part.chart == group and part.formation == formation]
            if not rows:
                continue
            named = [(part, column_odds(part.column)) for part in rows]
            heading = f"{title}, {formation}" if formation else title
            tables.append(_table(heading, [(part.name, odds, _is_pass(part)) for part, odds in named]))
            data += [_column_json(part, odds) for part, odds in named]
    who = {"team": chart.team.code, "season": chart.season}
    return Report({**who, "columns": data}, tuple(tables), _NOTES)


_NOTES = ("Shares are of all rolls, every one of them counted; yards are of the results that are yards.",)


def _is_pass(part: Part) -> bool:
    """Completions are the offense's; a defense column only changes them."""
    return part.chart == "offense" and part.name in columns.PASSES


def _column_json(part: Part, odds: Odds) -> dict[str, Any]:
    formation = {"formation": part.formation} if part.formation else {}
    passes = {"completions": _ratio(odds.completions)} if _is_pass(part) else {}
    return {"chart": part.chart, **formation, "column": part.name, **passes, **odds_json(odds)}


def _chosen(chart: TeamChart, wanted: Sequence[str]) -> Iterable[Part]:
    if not wanted:
        return parts(chart)
    names = (*columns.OFFENSE, *columns.SPECIAL_TEAMS, *columns.COVERAGE, columns.BIG_PLAY)
    keep = {match_name(text, names, "column") for text in wanted}
    return (part for part in parts(chart) if part.name in keep)


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
        every = list(parts(chart))
        wanted = match_name(column, tuple(part.title for part in every), "column") if column else None
        for part in every:
            if wanted not in (None, part.title):
                continue
            odds = column_odds(part.column)
            place = {"chart": part.chart, "formation": part.formation or None, "column": part.name}
            yield from ({**place, **row} for row in _results(odds))
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
