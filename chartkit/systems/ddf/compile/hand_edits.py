"""Hand edits and a compile: charts that were changed in the build are carried over, then every edit is applied.

A build keeps what the compiler wrote (`compiled.json.gz`). A chart whose fingerprint no longer fits was changed by
hand; what differs from the compiler's own cells becomes an edit in the edits file, so that no compile loses it.
"""

from __future__ import annotations

import datetime
import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import builds, files
from chartkit.errors import ChartkitError, InputError
from chartkit.findings import Severity
from chartkit.systems.base import HandEdit
from chartkit.systems.checking import CHARTS
from chartkit.systems.ddf.charts import TeamChart, chart_checksum, edits, team_from_json, team_to_json
from chartkit.systems.ddf.validate import load_team_chart, validate_team

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.stages import Compilation

COMPILED = "compiled.json.gz"
#: Charts that were changed by hand and not carried over are kept here.
SET_ASIDE = "changed-by-hand"


@dataclass
class HandWork:
    """The hand edits of a compile and what became of them."""

    #: Messages to show after the compile.
    told: list[str] = field(default_factory=list)
    #: Edits files to be written, with all their edits.
    carried: dict[Path, tuple[str, list[HandEdit]]] = field(default_factory=dict)
    #: Charts to be copied out of the way: from, to.
    set_aside: list[tuple[Path, Path]] = field(default_factory=list)
    #: (team, offense or defense, call) of every column with an applied edit.
    columns: set[tuple[str, str, str]] = field(default_factory=set)


def apply_edits(compilation: Compilation) -> None:
    """Carry over what was changed in the build, apply `edits/<season>/<TEAM>.toml`, tell what no longer fits."""
    folder = compilation.options.edits
    if compilation.options.out is not None:
        builds.finish_swap(compilation.options.out)
    written = _compiled_charts(compilation.options.out)
    for team, chart in list(compilation.charts.items()):
        path = folder / files.file_name(team, ".toml") if folder else None
        wanted = edits.from_toml(path) if path and path.is_file() else []
        wanted = _with_changes(compilation, team, path, wanted, written.get(team))
        if path and wanted:
            _apply(compilation, team, chart, path, wanted)
    if folder is not None and folder.is_dir():
        meant = {files.file_name(team, ".toml") for team in compilation.charts}
        for stray in sorted(each.name for each in folder.iterdir() if each.name not in meant):
            told = f"{folder / stray} is not used: the edits of a team are in {folder}/TEAM.toml"
            compilation.notes.append(told)


def _apply(compilation: Compilation, team: str, chart: TeamChart, path: Path, wanted: Sequence[HandEdit]) -> None:
    data, left = edits.apply(team_to_json(chart), wanted)
    if errors := _errors(data):
        raise InputError(
            f"an edit makes the chart illegal: {errors[0].place}: {errors[0].message}",
            where=str(path),
            remedy="Change or remove that edit.",
        )
    edited = replace(team_from_json(data), source={})
    made = len(wanted) - len(left)
    source = {**chart.source, "edits": made, "chart_sha256": chart_checksum(edited)}
    compilation.charts[team] = replace(edited, source=source)
    compilation.edited[team] = made
    if made:
        compilation.by_hand.told.append(f"{made} edit{'s' * (made != 1)} applied to {team}, from {path}")
    if left:
        compilation.not_applied[team] = left
    gone = {each.edit.cell for each in left}
    compilation.by_hand.columns |= {
        (team, *column) for edit in wanted if edit.cell not in gone and (column := _column_of(edit.cell))
    }


def _errors(data: Mapping[str, Any]) -> list[Any]:
    return [each for each in validate_team(data, plausible=False) if each.severity is not Severity.WARNING]


def _column_of(cell: str) -> tuple[str, str] | None:
    """Side and call of a cell: `offense.columns.6-SHORT.27`, `defense.A-STANDARD.6-SHORT.3`."""
    parts = cell.split(".")
    return (parts[0], parts[2]) if len(parts) == 4 and parts[0] in ("offense", "defense") else None


# What was changed in the build.


def _with_changes(
    compilation: Compilation, team: str, path: Path | None, known: list[HandEdit], written: Any
) -> list[HandEdit]:
    """The edits of the file, and those that make the chart in the build of the one that was written there."""
    options, work = compilation.options, compilation.by_hand
    file = options.out / CHARTS / files.file_name(team, ".json") if options.out else None
    if file is None or not file.is_file() or (options.teams and team not in options.teams):
        return known
    try:
        chart = load_team_chart(file)
    except ChartkitError:
        aside = _set_aside(work, file)
        work.told.append(f"{file} was changed by hand and has mistakes: kept as {aside}; see chartkit validate")
        return known
    if chart_checksum(chart) == chart.source.get("chart_sha256"):
        return known
    fresh, _ = edits.apply(team_to_json(compilation.charts[team]), known)
    date = datetime.date.fromtimestamp(file.stat().st_mtime)
    made = edits.extract(written or fresh, team_to_json(chart), reason=f"changed by hand on {date}", date=date)
    if not made:
        return known
    if options.discard_edits or path is None:
        work.told.append(f"{file} was changed by hand: kept as {_set_aside(work, file)}, and not carried over")
        return known
    every = edits.merged(known, made)
    work.carried[path] = (team, every)
    cells = f"{len(made)} cell{'s' * (len(made) != 1)}"
    work.told.append(f"{cells} of {team} changed by hand in {file}: carried over as edits in {path}")
    return every


def _set_aside(work: HandWork, file: Path) -> Path:
    folder = file.parent.parent / SET_ASIDE
    names = [folder / f"{file.stem}{f'-{number}' if number > 1 else ''}{file.suffix}" for number in range(1, 1000)]
    target = next(each for each in names if not each.exists())
    work.set_aside.append((file, target))
    return target


def keep_by_hand(compilation: Compilation) -> None:
    """Write the edits that were carried over and the copies, before any chart is written."""
    work = compilation.by_hand
    for path, (team, every) in work.carried.items():
        files.write_text(path, edits.to_toml(team, compilation.season, every))
    for file, target in work.set_aside:
        files.write_bytes(target, file.read_bytes())


# What the compiler wrote.


def _compiled_charts(out: Path | None) -> Mapping[str, Any]:
    """The charts as the compiler left them in the build; none for a build that has no such file."""
    if out is None or not (out / COMPILED).is_file():
        return {}
    try:
        found: Mapping[str, Any] = json.loads(gzip.decompress((out / COMPILED).read_bytes()))
    except (OSError, EOFError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_compiled(compilation: Compilation, out: Path, new: Path, teams: Sequence[str]) -> Path:
    """Keep the charts as they are written to `new`, so that a later compile knows what people changed."""
    written = {**_compiled_charts(out), **{code: team_to_json(compilation.charts[code]) for code in teams}}
    text = json.dumps({code: written[code] for code in sorted(written)}, separators=(",", ":"))
    files.write_bytes(new / COMPILED, gzip.compress(text.encode("utf-8"), mtime=0))
    return new / COMPILED
