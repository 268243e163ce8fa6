"""The rules of classification: what `templates/ddf-classify.toml` says, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import read_toml
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.arrays import Floats

STANDARD = "ddf-classify.toml"
GAPS = ("middle", "guard", "tackle", "end")


@dataclass(frozen=True)
class DrawWhen:
    """A situation in which an inside run is read as a draw."""

    downs: tuple[int, ...]
    to_go: int
    shotgun_only: bool


@dataclass(frozen=True)
class Crew:
    """How far the habit of a stadium's scorers is taken out of the recorded gaps."""

    correct: float
    fewest_runs: int
    league_runs: int


@dataclass(frozen=True)
class Limit:
    """A call that the game forbids near the goal (R25.1), and what the play counts as there."""

    call: str
    inside: int
    instead: str
    instead_outside: str


@dataclass(frozen=True)
class Rules:
    """Everything that an author may change about classification."""

    gap_calls: Mapping[str, str]
    draw_gaps: frozenset[str]
    draw_shotgun_gaps: frozenset[str]
    draw_when: tuple[DrawWhen, ...]
    crew: Crew
    breakaway_from: int
    screen_to: int
    short_to: int
    medium_to: int
    sideline_from: int
    sideline_to: int
    outside: float
    limits: tuple[Limit, ...]
    trap_weights: Floats
    unmarked_below: float
    unmarked_passes: int
    unmarked_to_go: int
    onside_to: int
    squib_to: int
    blocked_at: int
    situations: tuple[tuple[tuple[int, ...], int], ...]
    situation_shares: Floats
    depth_shares: Mapping[str, Floats]
    result_bands: tuple[int, ...]
    result_shares: Floats


def load_rules(path: Path | None = None) -> Rules:
    """Read a rules file; without a path the standard one."""
    path = path or resources.template(STANDARD)
    data = read_toml(path, resources.schema("ddf-classify"))
    runs, passes, kicks = data["runs"], data["passes"], data["kicks"]
    draw, described = data["draw"], data["described"]
    # Incomplete and intercepted come first, then one share for each band and one beyond the last.
    needed = len(described["gain_bands"]) + 3
    if any(len(described["result"][call]) != needed for call in columns.PASSES):
        raise InputError(
            f"described.result: each call needs {needed} shares "
            "(incomplete, intercepted, one for each gain band, one above the last).",
            where=str(path),
        )
    rules = Rules(
        gap_calls={gap: runs[gap] for gap in GAPS},
        draw_gaps=frozenset(draw["gaps"]),
        draw_shotgun_gaps=frozenset(draw["shotgun_gaps"]),
        draw_when=tuple(
            DrawWhen(tuple(when["downs"]), when["to_go"], when.get("shotgun_only", False)) for when in draw["when"]
        ),
        crew=Crew(**data["crew"]),
        breakaway_from=runs["breakaway_from"],
        screen_to=passes["screen_to"],
        short_to=passes["short_to"],
        medium_to=passes["medium_to"],
        sideline_from=passes["sideline_from"],
        sideline_to=passes["sideline_to"],
        outside=passes["outside"],
        limits=tuple(
            Limit(limit["call"], limit["inside"], limit["instead"], limit.get("instead_outside", limit["instead"]))
            for limit in data["forbidden"]
        ),
        trap_weights=np.array([data["traps"][call] for call in columns.PASSES], dtype=np.float64),
        unmarked_below=data["unmarked_scrambles"]["marked_below"],
        unmarked_passes=data["unmarked_scrambles"]["passes_in_game"],
        unmarked_to_go=data["unmarked_scrambles"]["to_go"],
        onside_to=kicks["onside_to"],
        squib_to=kicks["squib_to"],
        blocked_at=kicks["blocked_at"],
        situations=tuple((tuple(entry["downs"]), entry["to_go"]) for entry in data["situation"]),
        situation_shares=np.array([entry["calls"] for entry in data["situation"]], dtype=np.float64),
        depth_shares={
            call: np.array([described["depth"][call][length] for length in ("short", "deep")], dtype=np.float64)
            for call in columns.PASSES
        },
        result_bands=tuple(described["gain_bands"]),
        result_shares=np.array([described["result"][call] for call in columns.PASSES], dtype=np.float64),
    )
    _make_sense(rules, path)
    return rules


def _make_sense(rules: Rules, path: Path) -> None:
    if not rules.screen_to < rules.short_to < rules.medium_to:
        raise InputError("passes: screen_to < short_to < medium_to must hold.", where=str(path))
    if rules.sideline_from > rules.sideline_to:
        raise InputError("passes: sideline_from must not be above sideline_to.", where=str(path))
    if rules.onside_to >= rules.squib_to:
        raise InputError("kicks: onside_to must be below squib_to.", where=str(path))
