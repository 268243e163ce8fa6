"""How the files of one season's build fit together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from chartkit.findings import Finding, JsonSource, nearest
from chartkit.systems.ddf.validate.codes import codes
from chartkit.systems.ddf.validate.places import place_in_words
from chartkit.systems.ddf.validate.reading import list_at, value_at


def check_build(season: JsonSource, charts: Iterable[JsonSource], names: Iterable[str]) -> list[Finding]:
    """A chart for each team, each team in the season, all of one season, each file named after its team.

    `names` are the codes in the file names of all charts, readable or not.
    """
    here = list(charts)
    found = [*season.located(list(_teams_without_chart(season, set(names))))]
    known = [code for team in list_at(season.data, "teams") if isinstance(code := value_at(team, "code"), str)]
    year = value_at(season.data, "season")
    for chart in here:
        found += chart.located(list(_chart_in_build(chart, year, known)))
    return [replace(each, place=place_in_words(each.path)) for each in found]


def _teams_without_chart(season: JsonSource, names: set[str]) -> Iterator[Finding]:
    for index, team in enumerate(list_at(season.data, "teams")):
        code = value_at(team, "code")
        if isinstance(code, str) and code not in names:
            yield codes()["DDF280"].finding(
                f"there is no chart of `{code}` in the build.",
                ("teams", index, "code"),
                value=code,
                allowed="a team with a chart",
            )


def _chart_in_build(chart: JsonSource, year: object, known: list[str]) -> Iterator[Finding]:
    own = value_at(chart.data, "season")
    if isinstance(own, int) and isinstance(year, int) and own != year:
        yield codes()["DDF281"].finding(
            f"the chart is of {own}, the build of {year}.",
            ("season",),
            value=own,
            allowed=str(year),
            suggestion=str(year),
        )
    code = value_at(chart.data, "team", "code")
    stem = Path(chart.file).stem
    if not isinstance(code, str):
        return
    if code != stem:
        yield codes()["DDF282"].finding(
            f"the file is called {stem}, but holds the chart of `{code}`.",
            ("team", "code"),
            value=code,
            allowed=stem,
            suggestion=stem,
        )
    elif code not in known:
        yield codes()["DDF283"].finding(
            f"`{code}` is not a team of season.json.",
            ("team", "code"),
            value=code,
            suggestion=nearest(code, known, most=1),
        )
