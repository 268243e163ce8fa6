"""What charts say, for people: a cell in words, a blank chart, odds as tables and pictures, two charts compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.findings import changed_values, match_name, value_at
from chartkit.football.teams import whole_name
from chartkit.pages import Report, Table, check_picture_name, counted, picture_style, save_picture
from chartkit.systems.ddf.charts import (
    SHARES,
    TEAM_COLUMNS,
    Column,
    ColumnPlace,
    Kind,
    NotAResultError,
    Odds,
    Result,
    TeamChart,
    TeamName,
    blank_chart,
    cell_ways,
    column_odds,
    columns,
    columns_of,
    find_cell,
    meaning,
    parse,
    place_in_words,
    put_at,
    share_of,
    shipped_seasons,
    team_to_json,
    team_to_text,
)
from chartkit.systems.ddf.rules.priority_chart import play_odds
from chartkit.systems.ddf.validate import load_team_chart, suggest, validate_team
from chartkit.systems.game_files import refuse_failing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# A cell in words, and the file of a blank chart.


def explain(words: Sequence[str]) -> Report:
    """A text of a cell, or a team or chart file with column and row."""
    team, names = systems.team_and_cell(words)
    if not names:
        return _explain_text(words[0])
    return _explain_cell(systems.chart_of(team, game="ddf"), names)


def _explain_text(text: str) -> Report:
    try:
        result = parse(text)
    except NotAResultError as error:
        guess = next(filter(None, (suggest(text, chart, names[0]) for chart, names, _ in _PLACES)), "")
        remedy = (
            f"Did you mean {guess!r}?"
            if guess
            else "Results are 12, -3, 12*, INC, OFF 10, F -5, INT 20, TD, B, QT and the like."
        )
        raise InputError(f"{text!r} is not a result of the game.", remedy=remedy) from error
    places = allowed_in(result)
    data = {**_about(result), "meaning": meaning(result), "allowed_in": places}
    where = f"  stands in: {'; '.join(places) or 'charts of the supplement sheet'}"
    return Report(data, notes=(*_lines(data), where))


def _explain_cell(file: Path, names: list[str]) -> Report:
    chart = load_team_chart(file)
    place, column, total = find_cell(chart, names)
    dice_set, result = place.dice, column[total]
    same = cell_ways(column, dice_set)[result]
    data = {
        "team": chart.team.code,
        "season": chart.season,
        "place": f"{place.words}, dice {total}",
        **_about(result),
        "meaning": meaning(result, place.chart, place.name),
        "ways": dice_set.ways[total],
        "ways_of_the_same_result": same,
        "outcomes": dice_set.outcomes,
    }
    odds = (
        f"  dice {total}: {dice_set.ways[total]} of {dice_set.outcomes} rolls"
        f" ({dice_set.ways[total] / dice_set.outcomes:.1%});"
        f" `{result}` on {same} ({same / dice_set.outcomes:.1%}) in this column"
    )
    head = f"{chart.season} {chart.team.code}, {place.words}, dice {total}:"
    return Report(data, notes=(head, *_lines(data), odds))


def _about(result: Result) -> dict[str, Any]:
    return {
        "text": str(result),
        "form": result.form,
        "colour": str(result.colour),
        "yards": result.yards,
        "out_of_bounds": result.out_of_bounds,
        "bold": result.bold,
    }


def _lines(data: dict[str, Any]) -> tuple[str, ...]:
    return (f"`{data['text']}`: {data['meaning']}", f"  colour: {data['colour']}")


#: Columns as lists of places name them: group, its columns, what the group is called.
_PLACES = (
    ("offense", columns.RUNS, "offense runs 1-4"),
    ("offense", columns.PASSES, "offense passes 5-9"),
    ("offense", (columns.BREAKAWAY,), "offense B"),
    ("offense", (columns.TRAPPED,), "offense QT"),
    ("defense", columns.RUNS, "defense runs 1-4"),
    ("defense", columns.PASSES, "defense passes 5-9"),
    ("special_teams", columns.SPECIAL_TEAMS, "special teams"),
    ("coverage", columns.COVERAGE, ""),
    ("supplement", (columns.BIG_PLAY,), "Short Pass-Big Play"),
    ("generic", (columns.SQUIB,), "Squib Kick Return"),
)


def allowed_in(result: Result) -> list[str]:
    """The columns that may hold the form of a result, whole groups under one name (R4.2)."""
    found = []
    for chart, names, group in _PLACES:
        legal = [name for name in names if result.form in columns.legal_forms(chart, name)]
        if legal and len(legal) == len(names) and group:
            found.append(group)
        else:
            found.extend(legal)
    return found


def blank_text(team: str, season: int | None, city: str, name: str) -> str:
    """A blank chart; city and name of an NFL team are filled in when they are not given."""
    year = shipped_seasons()[-1] if season is None else season
    chart = blank_chart(year, TeamName(*whole_name(team, year, city, name)))
    refuse_failing(validate_team(team_to_json(chart)))
    return team_to_text(chart)


# The exact odds of every column, or of every play against every formation.


_YARDS = ("average", "1/4 below", "half below", "3/4 below")


def odds_report(chart: Path, against: Path | None, wanted: Sequence[str]) -> Report:
    """Odds of one chart's columns, or of its plays against another chart; `wanted` names plays or columns."""
    own = load_team_chart(chart)
    return _against(own, load_team_chart(against), wanted) if against else _every_column(own, wanted)


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


def _every_column(chart: TeamChart, wanted: Sequence[str]) -> Report:
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


def _against(offense: TeamChart, defense: TeamChart, wanted: Sequence[str]) -> Report:
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
    #: Heading -> what is counted of passes.
    of_passes: dict[str, Callable[[Odds], Fraction]] = {}
    if any(passes for _, _, passes in rows):
        of_passes["complete"] = lambda odds: odds.completions
    if any(passes and odds.trapped != odds.share("QT") for _, odds, passes in rows):
        of_passes["trapped"] = lambda odds: odds.trapped
    body = tuple(
        (
            name,
            *(percent(figure(odds)) if passes else "" for figure in of_passes.values()),
            *(percent(odds.share(share)) for share in shown),
            *_yards(odds),
        )
        for name, odds, passes in rows
    )
    return Table(title, (first, *of_passes, *shown, *_YARDS), body, frozenset({first}))


def percent(share: Fraction) -> str:
    """`33.3%`; empty for 0."""
    return f"{float(100 * share):.1f}%" if share else ""


def _yards(odds: Odds) -> tuple[str, ...]:
    yards = odds.yards
    if yards.mean is None or yards.quartiles is None:
        return ("",) * len(_YARDS)
    return (f"{float(yards.mean):.1f}", *map(str, yards.quartiles))


# Two charts cell by cell, and what the changes do to the odds.


def diff_report(old: Path, new: Path) -> Report:
    """What changed between two chart files, grouped by column, with the effect on the odds of each column."""
    first, second = load_team_chart(old), load_team_chart(new)
    changed = []
    tables = []
    for place in TEAM_COLUMNS:
        one, two = place.of(first), place.of(second)
        if one == two:
            continue
        cells = _changed_cells(place, one, two)
        effects = list(_effects(place, one, two)) if one and two else []
        changed.append({"place": place.words, "cells": cells, "odds": effects})
        rows = tuple((str(cell["dice"]), cell["ways"], cell["old"], cell["new"]) for cell in cells)
        under = tuple(f"{effect['measure']} {effect['text']}" for effect in effects)
        tables.append(Table(place.words, ("dice", "rolls", "old", "new"), rows, under=under))
    values = [
        {"path": ".".join(path), "place": place_in_words(path), "old": before, "new": after}
        for path, before, after in changed_values(_without_columns(first), _without_columns(second))
    ]
    if values:
        body = tuple((each["place"], _shown(each["old"]), _shown(each["new"])) for each in values)
        tables.append(Table("Other values", ("value", "old", "new"), body, frozenset({"value", "old", "new"})))
    count = sum(len(each["cells"]) for each in changed)
    counts = f"{counted(count, 'cell')} in {counted(len(changed), 'column')}, {counted(len(values), 'other value')}"
    note = f"changed: {counts}." if count or values else "the charts are the same."
    data = {
        "old": {"team": first.team.code, "season": first.season},
        "new": {"team": second.team.code, "season": second.season},
        "columns": changed,
        "values": values,
    }
    return Report(data, tuple(tables), (note,))


def _without_columns(chart: TeamChart) -> dict[str, Any]:
    """The values of a chart that are no cells of a column; where it came from does not count."""
    data = {**team_to_json(chart), "source": None}
    for place in TEAM_COLUMNS:
        if value_at(data, *place.path) is not None:
            put_at(data, place.path, None)
    return data


def _changed_cells(place: ColumnPlace, old: Column | None, new: Column | None) -> list[dict[str, Any]]:
    found = []
    for total in place.dice.totals:
        before, after = (str(column[total]) if column else "" for column in (old, new))
        if before != after:
            ways = f"{place.dice.ways[total]}/{place.dice.outcomes}"
            found.append({"dice": total, "ways": ways, "old": before, "new": after})
    return found


def _effects(place: ColumnPlace, old: Column, new: Column) -> Iterator[dict[str, Any]]:
    """Every share and the mean of the yards that the changes move."""
    one, two = column_odds(old), column_odds(new)
    pairs: list[tuple[str, Fraction | None, Fraction | None]] = []
    if place.is_pass:
        pairs.append(("completion", one.completions, two.completions))
    pairs += [(name, one.share(name), two.share(name)) for name in SHARES]
    pairs.append(("mean yards", one.yards.mean, two.yards.mean))
    for name, before, after in pairs:
        if before != after:
            yield {
                "measure": name,
                "old": None if before is None else str(before),
                "new": None if after is None else str(after),
                "text": f"{_measure(name, before)} -> {_measure(name, after)}",
            }


def _measure(name: str, value: Fraction | None) -> str:
    if value is None:
        return "none"
    return f"{float(value):.2f}" if name == "mean yards" else f"{float(100 * value):.1f}%"


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) and value else "(empty)" if value == "" else str(value)


# The same odds as a picture.


#: How much of a colour is left where a number stands on it.
_PALE = 0.75
#: Colour and hatching of a share; hatching carries the meaning on a black-and-white printer.
_LOOK: Mapping[str, tuple[str, str]] = {
    "gain": ("#5fae5a", ""),
    "TD": ("#1f6f2c", ""),
    "B": ("#9fd49a", "///"),
    "no gain": ("#e4e4e4", ""),
    "loss": ("#d9796c", ""),
    "INC": ("#4a4a4a", ""),
    "QT": ("#b9473a", "\\\\\\"),
    "INT": ("#8c1d18", "xxx"),
    "F": ("#c23b6b", "..."),
    "BK": ("#7a2f5d", "+++"),
    "FC": ("#cfd8e3", "///"),
    "G": ("#5fae5a", "..."),
    "NG": ("#d9796c", "..."),
    "penalty": ("#f0cf4a", ""),
}


@picture_style()
def draw_odds(chart: Path, against: Path | None, target: Path) -> None:
    """Draw a chart's columns, or its plays against another chart's formations, into a PNG or SVG file."""
    # matplotlib is heavy; odds without a picture do not pay for it.
    from matplotlib.figure import Figure

    check_picture_name(target)
    own = load_team_chart(chart)
    figure = Figure(figsize=(11, 8.5), layout="constrained")
    if against is None:
        _draw_columns(figure, own)
    else:
        _draw_matchup(figure, own, load_team_chart(against))
    save_picture(figure, target)


def _draw_columns(figure: Figure, chart: TeamChart) -> None:
    figure.suptitle(f"{chart.season} {chart.team.city} {chart.team.name}: the odds of every column")
    offense = {name: column_odds(chart.offense.columns[name]) for name in columns.OFFENSE}
    special = {name: column_odds(chart.special_teams.columns[name]) for name in columns.SPECIAL_TEAMS}
    axes = figure.subplots(2, 2, width_ratios=(3, 2), height_ratios=(len(offense), len(special)))
    for row, odds in enumerate((offense, special)):
        _draw_bars(axes[row][0], odds)
        _draw_yards(axes[row][1], odds)
    axes[0][0].set_title("share of all rolls")
    axes[0][1].set_title("yards: middle half, middle (line), average (dot)")
    shown = [name for name in SHARES if any(each.share(name) for each in (*offense.values(), *special.values()))]
    _draw_legend(figure, shown)


def _draw_bars(axes: Axes, odds: Mapping[str, Odds]) -> None:
    names = list(odds)
    left = [0.0] * len(names)
    for share, (colour, hatch) in _LOOK.items():
        widths = [float(100 * each.share(share)) for each in odds.values()]
        axes.barh(names, widths, left=left, color=colour, hatch=hatch, edgecolor="white", linewidth=0.6)
        for place, (start, width) in enumerate(zip(left, widths, strict=True)):
            if width >= 5:
                ink = "white" if share in ("INC", "TD", "INT", "QT", "F", "BK") else "black"
                # The plain patch keeps the number readable on hatching.
                patch = {"facecolor": colour, "edgecolor": "none", "pad": 1}
                middle = start + width / 2
                axes.text(
                    middle, place, f"{width:.0f}", ha="center", va="center", color=ink, fontsize=8, bbox=patch
                )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.xaxis.set_major_formatter("{x:.0f}%")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _draw_yards(axes: Axes, odds: Mapping[str, Odds]) -> None:
    for place, each in enumerate(odds.values()):
        yards = each.yards
        if yards.quartiles is None or yards.mean is None:
            continue
        lower, middle, upper = yards.quartiles
        axes.hlines(place, min(yards.ways), max(yards.ways), color="#999999", linewidth=0.8)
        axes.barh(place, upper - lower, left=lower, height=0.5, color="#a9c7e8", edgecolor="#35618f")
        axes.vlines(middle, place - 0.25, place + 0.25, color="#123a66", linewidth=2)
        axes.plot([float(yards.mean)], [place], "o", color="#c23b22", markersize=4)
        axes.annotate(
            f"{float(yards.mean):.1f}",
            (max(yards.ways), place),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color="#c23b22",
        )
    axes.set_ylim(len(odds) - 0.5, -0.5)
    axes.set_yticks([])
    axes.grid(axis="x")
    axes.margins(x=0.12)
    axes.spines["left"].set_visible(False)


def _draw_legend(figure: Figure, shown: list[str]) -> None:
    from matplotlib.patches import Patch

    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=name)
        for name, (colour, hatch) in _LOOK.items()
        if name in shown
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(shown))


def _draw_matchup(figure: Figure, offense: TeamChart, defense: TeamChart) -> None:
    figure.suptitle(f"{offense.season} {offense.team.code} on offense against {defense.season} {defense.team.code}")
    found = {
        (play, formation): play_odds(offense, defense, play, formation)
        for play in columns.PLAYS
        for formation in columns.FORMATIONS
    }
    means = {
        key: float("nan") if (mean := odds.yards_per_play) is None else float(mean) for key, odds in found.items()
    }
    lost = {key: float(100 * (odds.share("INT") + odds.share("F"))) for key, odds in found.items()}
    panels = (
        ("average yards (an incompletion counts 0)", means, "RdYlGn"),
        ("turnovers: interceptions and fumbles, percent", lost, "OrRd"),
    )
    for axes, (title, values, colours) in zip(figure.subplots(1, 2, sharey=True), panels, strict=True):
        grid = [[values[play, formation] for formation in columns.FORMATIONS] for play in columns.PLAYS]
        shown = axes.imshow(grid, cmap=colours, aspect="auto", alpha=_PALE)
        axes.set_title(title)
        axes.set_xticks(range(len(columns.FORMATIONS)), columns.FORMATIONS, rotation=30, ha="right")
        axes.set_yticks(range(len(columns.PLAYS)), columns.PLAYS)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for row, line in enumerate(grid):
            for place, value in enumerate(line):
                red, green, blue, _ = shown.to_rgba(value)
                light = 1 - _PALE + _PALE * (0.3 * red + 0.59 * green + 0.11 * blue)
                ink = "black" if light > 0.5 else "white"
                # Adding 0.0 turns a rounded -0.0 into 0.0.
                axes.text(place, row, f"{round(value, 1) + 0.0:.1f}", ha="center", va="center", color=ink)
