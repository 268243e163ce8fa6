"""The certificate on paper: what a round trip found, as text and tables for a sheet of any game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import Schema, read_json
from chartkit.paper import Block, Grid, Words, table

_NOTHING = "–"


def read_roundtrip(build: Path) -> dict[str, Any] | None:
    """The certificate of a build as data, or None when it has none."""
    return read_made(build / "roundtrip.json", "roundtrip", "roundtrip")


def read_made(path: Path, schema: str, command: str) -> dict[str, Any] | None:
    """A report that a command wrote, held to its schema, or None when there is none."""
    if not path.is_file():
        return None
    source = read_json(path)
    for wrong in source.located(Schema.load(resources.schema(schema)).findings(source.data)):
        raise InputError(
            f"this version cannot read it: {wrong.dotted or 'the file'}: {wrong.message}",
            where=wrong.where,
            remedy=f"Make it again with `chartkit {command} SEASON`.",
        )
    found: dict[str, Any] = source.data
    return found


def certificate_blocks(found: Mapping[str, Any] | None, season: int) -> list[Block]:
    """The data of roundtrip.json as blocks of a sheet, or how to make it."""
    if found is None:
        return [Words("This season has not been played yet: chartkit roundtrip makes its certificate.")]
    judged = [line for line in found["league"] if line["passed"] is not None]
    met = sum(line["passed"] for line in judged)
    goals = found["goals"]
    reached = sum(goal["passed"] for goal in goals)
    verdicts = {True: "within", False: "MISSED"}
    league = [
        [line["title"], line["shown_real"], line["shown_simulated"], _off_by(line), verdicts[line["passed"]]]
        for line in judged
    ]
    teams = [
        [goal["goal"], _number(goal["value"]), goal["needed_text"], verdicts[goal["passed"]]] for goal in goals
    ]
    return [
        Words(
            f"The season of {season} was played {found['runs']} times with these charts, by the computer "
            f"coaches, on its real schedule ({found['rules']}; seed {found['seed']}). {met} of {len(judged)} "
            f"league figures are within their tolerance, and {reached} of {len(goals)} "
            "goals for the teams are met."
        ),
        _verdict_table("league", ("PER TEAM AND GAME", "REAL", "PLAYED", "OFF BY", ""), league),
        _verdict_table("goals", ("THE TEAMS", "REACHED", "NEEDED", ""), teams),
        *map(Words, found.get("words", ())),
    ]


def _number(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.3f}"


def _off_by(line: Mapping[str, Any]) -> str:
    return f"{100 * line['difference'] / line['real']:+.1f} %" if line["real"] else _NOTHING


def _verdict_table(name: str, headings: tuple[str, ...], rows: list[list[str]]) -> Grid:
    title = f"Certificate, {name}"
    widths = (3.4, *[1.2] * (len(headings) - 1))
    return table(name, title, headings, rows, widths, look="read", heading_look="read_heading")
