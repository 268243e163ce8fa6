"""Hand edits around a compile: applied after fitting, checked, and made from an edited chart."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from chartkit.errors import InputError
from chartkit.systems.ddf import edits
from chartkit.systems.ddf.chart_json import chart_checksum, team_from_json, team_to_json
from chartkit.systems.ddf.validate import load_team_chart, validate_team

if TYPE_CHECKING:
    from chartkit.systems.ddf.compile.desk import Desk


def apply_edits(desk: Desk) -> None:
    """Apply `edits/<season>/<TEAM>.toml` to the fitted charts; what no longer applies is kept and reported."""
    folder = desk.options.edits
    if folder is None or not folder.is_dir():
        return
    meant = {f"{team}.toml" for team in desk.charts}
    for stray in sorted(path.name for path in folder.iterdir() if path.name not in meant):
        desk.notes.append(f"{folder / stray} is not used: the edits of a team are in {folder}/TEAM.toml")
    for team, chart in list(desk.charts.items()):
        path = folder / f"{team}.toml"
        if not path.is_file():
            continue
        wanted = edits.from_toml(path)
        data, left = edits.apply(team_to_json(chart), wanted)
        errors = [f for f in validate_team(data, plausible=False) if str(f.severity) == "error"]
        if errors:
            raise InputError(
                f"an edit makes the chart illegal: {errors[0].place}: {errors[0].message}",
                where=str(path),
                remedy="Change or remove that edit.",
            )
        edited = team_from_json(data)
        source = {**chart.source, "edits": len(wanted) - len(left)}
        edited = replace(edited, source={})
        desk.charts[team] = replace(edited, source={**source, "chart_sha256": chart_checksum(edited)})
        desk.edited[team] = len(wanted) - len(left)
        if left:
            desk.not_applied[team] = left


def edits_text(old: Path, new: Path, reason: str) -> tuple[str, int, str]:
    """Team, season and text of the edits file that makes the chart `new` of the chart `old`."""
    before, after = (team_to_json(load_team_chart(path)) for path in (old, new))
    team, season = before["team"]["code"], before["season"]
    if (after["team"]["code"], after["season"]) != (team, season):
        raise InputError(
            f"these are two different charts: {team} {season} and {after['team']['code']} {after['season']}.",
            where=str(new),
        )
    found = edits.extract(before, after, reason=reason, date=datetime.date.today())
    return team, season, edits.to_toml(team, season, found)
