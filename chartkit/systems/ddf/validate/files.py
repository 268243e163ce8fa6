"""Files and folders: what kind of file it is, what is wrong with it, and charts that are sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError, InvalidChartError
from chartkit.findings import (
    Checked,
    Finding,
    JsonSource,
    Severity,
    Shape,
    UnreadableError,
    as_text,
    named,
    nearest,
    read_json,
)
from chartkit.findings.json_source import broken_paths
from chartkit.systems.ddf.chart import Season, TeamChart
from chartkit.systems.ddf.chart_json import SEASON_FORMAT, TEAM_FORMAT, season_from_json, team_from_json
from chartkit.systems.ddf.priority import PriorityChart
from chartkit.systems.ddf.validate.codes import codes
from chartkit.systems.ddf.validate.data import validate_season, validate_team
from chartkit.systems.ddf.validate.places import place_in_words
from chartkit.systems.ddf.validate.reading import value_at

SEASON_FILE = "season.json"
CHARTS = "charts"
#: Files of a build that may lie beside its charts.
_NO_CHARTS = (SEASON_FILE, "manifest.json", "report.json", "roundtrip.json")
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
        return [error.finding]
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


def check_folder(folder: Path) -> Checked:
    """Every problem of the charts and the season file of a folder, and of how they fit together."""
    season_file = folder / SEASON_FILE
    charts = list(chart_files(folder).values())
    if not charts and not season_file.is_file():
        missing = codes()["CK002"]
        message = f"this folder holds neither {SEASON_FILE} nor charts."
        finding = replace(missing.finding(message), file=str(folder), remedy=missing.remedy)
        return Checked((), (finding,))
    found: list[Finding] = []
    sources: list[JsonSource] = []
    season: JsonSource | None = None
    files = [*([season_file] if season_file.is_file() else []), *charts]
    for path in files:
        try:
            source = read_json(path)
        except UnreadableError as error:
            found.append(error.finding)
            continue
        found += check_source_file(source)
        if path == season_file:
            season = source
        elif value_at(source.data, "format") == TEAM_FORMAT:
            sources.append(source)
    if season is not None:
        from chartkit.systems.ddf.validate.build import check_build

        found += check_build(season, sources, [each.stem for each in charts])
    return Checked(tuple(map(str, files)), tuple(found))


def _refuse(source: JsonSource, findings: Iterable[Finding]) -> None:
    """Raise if anything but warnings was found; only what is told is looked up in the text."""
    wrong = [each for each in source.findings if each.severity is not Severity.WARNING]
    wrong += source.located([each for each in findings if each.severity is not Severity.WARNING])
    for each in wrong:
        if each.severity is Severity.UNREADABLE:
            raise UnreadableError(each)
    if not wrong:
        return
    lines = [f"  {each.where}: {each.code} {each.place}: {each.message}" for each in wrong[:_MOST_TOLD]]
    if len(wrong) > _MOST_TOLD:
        lines.append(f"  and {len(wrong) - _MOST_TOLD} more (chartkit validate {source.file})")
    raise InvalidChartError("\n".join([f"{source.file} breaks the rules of its charts:", *lines]), tuple(wrong))


def load_team_chart(path: Path) -> TeamChart:
    """Read a team chart; raise UnreadableError or InvalidChartError with the findings."""
    return team_from_source(read_json(path))


def team_from_source(source: JsonSource) -> TeamChart:
    """The team chart of JSON that was read already."""
    _refuse(source, _of_format(source, TEAM_FORMAT) or validate_team(source.data, plausible=False))
    return team_from_json(source.data)


def load_season(path: Path) -> Season:
    """Read a season file; raise UnreadableError or InvalidChartError with the findings."""
    return season_from_source(read_json(path))


def season_from_source(source: JsonSource) -> Season:
    """The season of JSON that was read already."""
    _refuse(source, _of_format(source, SEASON_FORMAT) or validate_season(source.data))
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
    _refuse(source, Shape.load(resources.schema("priority-chart")).findings(source.data))
    return PriorityChart.from_json(source.data)
