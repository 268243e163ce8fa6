"""Files and builds: what is wrong with a file, how files fit together, and charts that are sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from chartkit import builds, resources
from chartkit.errors import InputError, InvalidChartError
from chartkit.findings import (
    Checked,
    Finding,
    JsonSource,
    Schema,
    Severity,
    UnreadableError,
    as_text,
    broken_paths,
    named,
    nearest,
    read_json,
)
from chartkit.systems.ddf.charts import (
    SEASON_FORMAT,
    TEAM_FORMAT,
    Season,
    TeamChart,
    season_from_json,
    team_from_json,
)
from chartkit.systems.ddf.rules.priority_chart import PriorityChart
from chartkit.systems.ddf.validate.paths import codes, list_at, place_in_words, value_at
from chartkit.systems.ddf.validate.validator import validate_coach, validate_season, validate_team

SEASON_FILE = "season.json"
CHARTS = "charts"
#: Files of a build that may lie beside its charts.
_NO_CHARTS = (SEASON_FILE, "manifest.json", "report.json", "roundtrip.json", "chances.json")
_MOST_TOLD = 20
_VALIDATORS: Mapping[str, Callable[[Any], list[Finding]]] = {
    TEAM_FORMAT: validate_team,
    SEASON_FORMAT: validate_season,
}


def check_path(path: Path) -> Checked:
    """Every problem of a chart, a season file, or a folder of them."""
    return check_folder(path) if path.is_dir() else Checked((str(path),), tuple(check_file(path)))


def check_file(path: Path) -> list[Finding]:
    """Every problem of one file; one that cannot be read at all is a finding too."""
    try:
        source = read_json(path)
    except UnreadableError as error:
        return list(error.findings)
    return check_source_file(source)


def check_source_file(source: JsonSource) -> list[Finding]:
    """Every problem of a file that is JSON, with line and column."""
    file_format = value_at(source.data, "format")
    validate = _VALIDATORS.get(file_format) if isinstance(file_format, str) else None
    flaws = named(source.findings, place_in_words)
    if validate is None:
        return [*flaws, *source.located(named([_unknown_format(file_format)], place_in_words))]
    told = broken_paths(source)
    return [*flaws, *source.located([each for each in validate(source.data) if each.path not in told])]


def _unknown_format(found: Any) -> Finding:
    known = list(_VALIDATORS)
    is_said = isinstance(found, str)
    return codes()["CK009"].finding(
        f"`{as_text(found)}` is no format that is read here." if is_said else "the file does not say its `format`.",
        ("format",),
        value=found if is_said else None,
        allowed=", ".join(f"`{each}`" for each in known),
        suggestion=nearest(found, known) if is_said else "",
    )


def chart_files(folder: Path) -> dict[str, Path]:
    """The chart files of a build, or of a folder of charts, by the code that each is called by."""
    within = folder / CHARTS if (folder / CHARTS).is_dir() else folder
    return {each.stem: each for each in sorted(within.glob("*.json")) if each.name not in _NO_CHARTS}


def chosen_charts(folder: Path, wanted: Iterable[str]) -> dict[str, Path]:
    """The chart files of the wanted teams in that order, or of all if none is named."""
    files = chart_files(folder)
    if not files:
        raise InputError(
            "there are no charts here.",
            where=str(folder),
            remedy="Give a chart file or a season's folder such as build/2017.",
        )
    teams = [team.upper() for team in wanted]
    if missing := [team for team in teams if team not in files]:
        raise InputError(
            f"there is no chart of {', '.join(missing)}.",
            where=str(folder),
            remedy=f"There are: {', '.join(files)}.",
        )
    return {team: files[team] for team in teams} or files


def files_of(path: Path) -> list[Path]:
    """The file, or the season file and the charts of a folder."""
    if not path.is_dir():
        return [path]
    season_file = path / SEASON_FILE
    return [*([season_file] if season_file.is_file() else []), *chart_files(path).values()]


def check_folder(folder: Path) -> Checked:
    """Every problem of the charts and the season file of a folder, and of how they fit together."""
    with builds.opened(folder):
        return _checked_folder(folder)


def _checked_folder(folder: Path) -> Checked:
    season_file = folder / SEASON_FILE
    files = files_of(folder)
    if not files:
        missing = codes()["CK002"]
        message = f"this folder holds neither {SEASON_FILE} nor charts."
        finding = replace(missing.finding(message), file=str(folder), remedy=missing.remedy)
        return Checked((), (finding,))
    found: list[Finding] = []
    sources: list[JsonSource] = []
    season: JsonSource | None = None
    for path in files:
        try:
            source = read_json(path)
        except UnreadableError as error:
            found += error.findings
            continue
        found += check_source_file(source)
        if path == season_file:
            season = source
        elif value_at(source.data, "format") == TEAM_FORMAT:
            sources.append(source)
    if season is not None:
        found += _check_build(season, sources, [each.stem for each in files if each != season_file])
    return Checked(tuple(map(str, files)), tuple(found))


def _check_build(season: JsonSource, charts: Iterable[JsonSource], names: Iterable[str]) -> list[Finding]:
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
                f"there is no chart of `{as_text(code)}` in the build.",
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
            f"the file is called {stem}, but holds the chart of `{as_text(code)}`.",
            ("team", "code"),
            value=code,
            allowed=stem,
            suggestion=stem,
        )
    elif code not in known:
        yield codes()["DDF283"].finding(
            f"`{as_text(code)}` is not a team of season.json.",
            ("team", "code"),
            value=code,
            suggestion=nearest(code, known, most=1),
        )


def refuse_unsound(source: JsonSource, findings: Iterable[Finding]) -> None:
    """Raise UnreadableError or InvalidChartError if anything but warnings was found."""
    wrong = [each for each in source.findings if each.severity is not Severity.WARNING]
    wrong += source.located([each for each in findings if each.severity is not Severity.WARNING])
    for each in wrong:
        if each.severity is Severity.UNREADABLE:
            raise UnreadableError(each)
    if not wrong:
        return
    lines = [f"  {each.where}: {each.code} {each.place}: {each.sentence}" for each in wrong[:_MOST_TOLD]]
    if len(wrong) > _MOST_TOLD:
        lines.append(f"  and {len(wrong) - _MOST_TOLD} more (chartkit validate {source.file})")
    raise InvalidChartError("\n".join([f"{source.file} breaks the rules of its charts:", *lines]), tuple(wrong))


def load_team_chart(path: Path) -> TeamChart:
    """Read a team chart; raise UnreadableError or InvalidChartError with the findings."""
    return team_from_source(read_json(path))


def team_from_source(source: JsonSource) -> TeamChart:
    """The team chart of JSON that was read already."""
    refuse_unsound(source, _of_format(source, TEAM_FORMAT) or validate_team(source.data, plausible=False))
    return team_from_json(source.data)


def load_season(path: Path) -> Season:
    """Read a season file; raise UnreadableError or InvalidChartError with the findings."""
    return season_from_source(read_json(path))


def season_from_source(source: JsonSource) -> Season:
    """The season of JSON that was read already."""
    refuse_unsound(source, _of_format(source, SEASON_FORMAT) or validate_season(source.data))
    return season_from_json(source.data)


def _of_format(source: JsonSource, wanted: str) -> list[Finding]:
    found = value_at(source.data, "format")
    if found == wanted:
        return []
    text = as_text(found) if isinstance(found, str) else "none"
    message = f"this is not the file that was asked for: its format is {text}."
    return [codes()["CK009"].finding(message, ("format",), allowed=wanted)]


def load_priority_chart(path: Path) -> PriorityChart:
    """Read a priority chart that a publisher edited."""
    source = read_json(path)
    refuse_unsound(source, Schema.load(resources.schema("priority-chart")).findings(source.data))
    return PriorityChart.from_json(source.data)


def load_coach(path: Path) -> Mapping[str, Any]:
    """A coach file; the first thing that is wrong with it is an error that names line and column."""
    source = read_json(path)
    for wrong in source.located(validate_coach(source.data)):
        raise InputError(
            f"this is no coach table: {wrong.place}: {wrong.message}",
            where=wrong.where,
            remedy="`chartkit compile` writes them into the folder coaches of a build.",
        )
    found: Mapping[str, Any] = source.data
    return found
