"""`chartkit explain`: a cell in words; `chartkit new`: the file of a blank chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chartkit import systems
from chartkit.errors import InputError
from chartkit.football.teams import whole_name
from chartkit.pages import Report
from chartkit.systems.ddf.charts import (
    NotAResultError,
    Result,
    TeamName,
    blank_chart,
    cell_ways,
    columns,
    find_cell,
    meaning,
    parse,
    shipped_seasons,
    team_to_json,
    team_to_text,
)
from chartkit.systems.ddf.validate import load_team_chart, suggest, validate_team
from chartkit.systems.game_files import refuse_failing


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
    lines = (
        *_lines(data),
        f"  stands in: {'; '.join(places) or 'charts of the supplement sheet'}",
    )
    return Report(data, notes=lines)


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
