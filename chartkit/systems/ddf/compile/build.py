"""A build on disk: what a compile writes into it, and what a later compile finds there.

It finds the fitted columns, so that the same plays and settings need no second search, and charts that were changed
by hand, which are carried over as edits. A build keeps what the compiler wrote (`compiled.json.gz`). A chart whose
fingerprint no longer fits was changed by hand; what differs from the compiler's own cells becomes an edit in the
edits file, so that no compile loses it.
"""

from __future__ import annotations

import datetime
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chartkit import builds, files, fitting, running
from chartkit.errors import ChartkitError, InputError
from chartkit.files import dumps
from chartkit.findings import Severity
from chartkit.fitting import Split
from chartkit.systems import ddf
from chartkit.systems.base import HandEdit
from chartkit.systems.ddf.charts import (
    PLAYS,
    Squeeze,
    TeamChart,
    chart_checksum,
    edits,
    season_to_text,
    team_from_json,
    team_to_json,
    team_to_text,
)
from chartkit.systems.ddf.coaches.winning import CHANCES_FILE
from chartkit.systems.ddf.compile.coach_tables import LEAGUE
from chartkit.systems.ddf.compile.contributions import Contributions
from chartkit.systems.ddf.compile.fit_space import Cancels
from chartkit.systems.ddf.compile.report_page import page
from chartkit.systems.ddf.compile.special_teams import KICKS_READ, KickingSheet
from chartkit.systems.ddf.rules.priority_chart import standard_priority
from chartkit.systems.ddf.validate import load_team_chart, validate_team
from chartkit.systems.game_files import CHARTS
from chartkit.systems.publishing import Build, write_files

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.stages import Compilation

COMPILED = "compiled.json.gz"
#: Charts that were changed by hand and not carried over are kept here.
SET_ASIDE = "changed-by-hand"


# What a compile writes.


def write_build(compilation: Compilation, out: Path, teams: tuple[str, ...]) -> list[Path]:
    """Write every file of a build, or those of some teams; they replace the old ones all together."""
    with builds.swapped(out, () if compilation.chances else (CHANCES_FILE,)) as new:
        keep_by_hand(compilation)
        compiled = write_compiled(compilation, out, new, teams or compilation.teams)
        others = [compiled]
        if compilation.chances is not None:
            others.append(new / CHANCES_FILE)
            compilation.chances.save(others[-1])
        written = write_files(new, _texts(compilation, teams), _about(compilation), others)
    return [out / path.relative_to(new) for path in written]


def _about(compilation: Compilation) -> Build:
    counts = {
        "teams": len(compilation.teams),
        "games": len(compilation.schedule),
        "plays": len(compilation.plays),
        "calls": len(compilation.results),
        "edits": sum(compilation.edited.values()),
    }
    options = {name: getattr(compilation.order, name) for name in ("shrink", "layout", "seed")}
    return Build("ddf", compilation.source, options, counts, compilation.notes)


def _texts(compilation: Compilation, teams: tuple[str, ...]) -> dict[str, str]:
    texts = {
        f"{CHARTS}/{files.file_name(code, '.json')}": team_to_text(compilation.charts[code])
        for code in teams or compilation.teams
    }
    texts |= {
        f"coaches/{files.file_name(code, '.json')}": dumps(tables)
        for code, tables in sorted(compilation.coach.items())
        if not teams or code in (*teams, LEAGUE)
    }
    report = dumps(compilation.report)
    texts |= {
        "season.json": season_to_text(compilation.season_chart),
        FIT: dumps(fit_to_json(compilation)),
        "report.json": report,
    }
    texts["report.html"] = _drawn_page(compilation, report) or page(
        compilation.report, compilation.squeeze, compilation.settings.tolerance.fewest_plays
    )
    return texts


def _drawn_page(compilation: Compilation, report: str) -> str | None:
    """The page in the build if it shows this report: pictures of all teams take seconds."""
    html, data = compilation.order.out / "report.html", compilation.order.out / "report.json"
    if compilation.saved is None or not html.is_file() or not data.is_file():
        return None
    return html.read_text(encoding="utf-8") if data.read_text(encoding="utf-8") == report else None


# The fitted columns of a league: used again only if their key fits, a hash of everything that the fit depends on.


FIT = "fit.json"
_FORMAT = "chartkit/fit@1"
_DIGITS = 9


def fit_key(compilation: Compilation) -> str:
    """A hash of what fit and kicks depend on: plays, settings, options, and the code that fits and plays."""
    from pandas.util import hash_pandas_object

    order = compilation.order
    digest = hashlib.sha256()
    for plays in (compilation.results, compilation.plays[list(KICKS_READ)]):
        digest.update(hash_pandas_object(plays, index=False).to_numpy().tobytes())
    for part in (
        compilation.season,
        compilation.teams,
        compilation.schedule,
        [file.sha256 for file in compilation.source.files],
        compilation.settings,
        order.shrink,
        order.seed,
        sorted(standard_priority().outcomes.items()),
        compilation.squeeze,
        compilation.long_columns,
        {call: mix.tolist() for call, mix in compilation.mix.items()},
        {call: shares.tolist() for call, shares in compilation.influence.shares.items()},
    ):
        digest.update(repr(part).encode())
    for folder in (Path(ddf.__file__).parent, Path(fitting.__file__).parent, Path(running.__file__).parent):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def fit_to_json(compilation: Compilation) -> dict[str, Any]:
    """The cells of all columns, and what the charts and the report need beside them."""
    fit = compilation.joint
    data = {
        "format": _FORMAT,
        "key": compilation.fit_key,
        "squeeze": [{**asdict(row), "incomplete": sorted(row.incomplete)} for row in compilation.squeeze],
        "corrections": compilation.corrections.to_json(),
        "cancels": [asdict(cancels) for cancels in fit.state.cancels],
        "forced": {call: _numbers(shares) for call, shares in fit.contributions.forced.items()},
        "kicking": {team: sheet.to_json() for team, sheet in sorted(compilation.kicking.items())},
        "pooch": {name: tables["pooch"] for name, tables in sorted(compilation.coach.items())},
        "split": {
            call: {
                ending: {name: _numbers(part) for name, part in asdict(split).items()}
                for ending, split in made.items()
            }
            for call, made in fit.contributions.split.items()
        },
        "offense": {call: [cells.tolist() for cells in fit.state.cells[call, "offense"]] for call in PLAYS},
        "defense": {call: [cells.tolist() for cells in fit.state.cells[call, "defense"]] for call in PLAYS},
    }
    return {**data, "checksum": _checksum(data)}


def _checksum(data: Mapping[str, Any]) -> str:
    kept = {name: part for name, part in data.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def _numbers(values: Any) -> list[float]:
    return [round(float(value), _DIGITS) for value in values]


def saved_fit(compilation: Compilation) -> Mapping[str, Any] | None:
    """The fit of an earlier compile, if it is the one that would be found again."""
    path = compilation.order.out / FIT
    if not path.is_file():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("key") != compilation.fit_key:
        return None
    return data if data.get("checksum") == _checksum(data) else None


def saved_squeeze(data: Mapping[str, Any]) -> tuple[Squeeze, ...]:
    """The squeeze table of a saved fit."""
    return tuple(
        Squeeze(**{**row, "calls": tuple(row["calls"]), "incomplete": frozenset(row["incomplete"])})
        for row in data["squeeze"]
    )


def saved_contributions(data: Mapping[str, Any]) -> tuple[Contributions, list[Cancels]]:
    """What both sides contribute to endings, and the cancel charts, of a saved fit."""
    split = {
        call: {
            ending: Split(**{name: np.array(part) for name, part in parts.items()})
            for ending, parts in made.items()
        }
        for call, made in data["split"].items()
    }
    forced = {call: np.array(shares) for call, shares in data["forced"].items()}
    return Contributions(split, forced), [Cancels(**cancels) for cancels in data["cancels"]]


def saved_kicking(data: Mapping[str, Any]) -> dict[str, KickingSheet]:
    """The special teams of a saved fit."""
    return {team: KickingSheet.from_json(sheet) for team, sheet in data["kicking"].items()}


# Hand edits: charts that were changed in the build are carried over, then every edit is applied.


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
    folder = compilation.order.edits
    builds.finish_swap(compilation.order.out)
    written = _compiled_charts(compilation.order.out)
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
    order, work = compilation.order, compilation.by_hand
    file = order.out / CHARTS / files.file_name(team, ".json")
    if not file.is_file() or (order.teams and team not in order.teams):
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
    if order.discard_edits or path is None:
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


def _compiled_charts(out: Path) -> Mapping[str, Any]:
    """The charts as the compiler left them in the build; none for a build that has no such file."""
    if not (out / COMPILED).is_file():
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
