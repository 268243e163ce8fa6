"""The rules of classification: what templates/ddf-classify.toml and ddf-penalties.toml say, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from chartkit import resources
from chartkit.errors import InputError
from chartkit.findings import read_toml
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.classify.table import Floats, Texts

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
class Passes:
    """Yards in the air that tell pass calls apart, and the share of throws outside where nobody tells the side."""

    screen_to: int
    short_to: int
    medium_to: int
    sideline_from: int
    sideline_to: int
    outside: float


@dataclass(frozen=True)
class UnmarkedScrambles:
    """When runs of a passer count as scrambles: the season marks hardly any, and he threw often in the game."""

    marked_below: float
    passes_in_game: int
    to_go: int


@dataclass(frozen=True)
class Kicks:
    """Yards that tell kickoffs apart, and where a blocked kick lies that nobody saw."""

    onside_to: int
    squib_to: int
    blocked_at: int


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
    passes: Passes
    limits: tuple[Limit, ...]
    trap_weights: Floats
    unmarked: UnmarkedScrambles
    kicks: Kicks
    situations: tuple[tuple[tuple[int, ...], int], ...]
    situation_shares: Floats
    depth_shares: Mapping[str, Floats]
    result_bands: tuple[int, ...]
    result_shares: Floats


def load_rules(path: Path | None = None) -> Rules:
    """Read a rules file; without a path the standard one."""
    path = path or resources.template("ddf-classify.toml")
    data = read_toml(path, resources.schema("ddf-classify"))
    runs, passes, kicks = data["runs"], Passes(**data["passes"]), Kicks(**data["kicks"])
    draw, described = data["draw"], data["described"]
    # Incomplete and intercepted come first, then one share for each band and one beyond the last.
    needed = len(described["gain_bands"]) + 3
    if any(len(described["result"][call]) != needed for call in columns.PASSES):
        raise InputError(
            f"described.result: each call needs {needed} shares "
            "(incomplete, intercepted, one for each gain band, one above the last).",
            where=path,
        )
    if not passes.screen_to < passes.short_to < passes.medium_to:
        raise InputError("passes: screen_to < short_to < medium_to must hold.", where=path)
    if passes.sideline_from > passes.sideline_to:
        raise InputError("passes: sideline_from must not be above sideline_to.", where=path)
    if kicks.onside_to >= kicks.squib_to:
        raise InputError("kicks: onside_to must be below squib_to.", where=path)
    return Rules(
        gap_calls={gap: runs[gap] for gap in GAPS},
        draw_gaps=frozenset(draw["gaps"]),
        draw_shotgun_gaps=frozenset(draw["shotgun_gaps"]),
        draw_when=tuple(
            DrawWhen(tuple(when["downs"]), when["to_go"], when.get("shotgun_only", False)) for when in draw["when"]
        ),
        crew=Crew(**data["crew"]),
        breakaway_from=runs["breakaway_from"],
        passes=passes,
        limits=tuple(
            Limit(limit["call"], limit["inside"], limit["instead"], limit.get("instead_outside", limit["instead"]))
            for limit in data["forbidden"]
        ),
        trap_weights=np.array([data["traps"][call] for call in columns.PASSES], dtype=np.float64),
        unmarked=UnmarkedScrambles(**data["unmarked_scrambles"]),
        kicks=kicks,
        situations=tuple((tuple(entry["downs"]), entry["to_go"]) for entry in data["situation"]),
        situation_shares=np.array([entry["calls"] for entry in data["situation"]], dtype=np.float64),
        depth_shares={
            call: np.array([described["depth"][call][length] for length in ("short", "deep")], dtype=np.float64)
            for call in columns.PASSES
        },
        result_bands=tuple(described["gain_bands"]),
        result_shares=np.array([described["result"][call] for call in columns.PASSES], dtype=np.float64),
    )


@dataclass(frozen=True)
class Penalties:
    """The table of names as columns, the unnamed foul last."""

    index: dict[str, int]
    offense: Texts
    defense: Texts
    snap: Texts
    ball: Texts
    on_kick: Texts
    five_until: Floats
    unnamed_offense: tuple[tuple[int, str], ...]
    unnamed_defense: tuple[tuple[int, str], ...]


def load_penalties(path: Path | None = None) -> Penalties:
    """Read a table of penalties; without a path the standard one."""
    data = read_toml(path or resources.template("ddf-penalties.toml"), resources.schema("ddf-penalties"))
    entries, unnamed = data["penalty"], data["unnamed"]
    names = {name: row for row, entry in enumerate(entries) for name in [entry["name"], *entry.get("also", [])]}

    def column(field: str, last: object) -> Texts:
        return np.array([*(entry[field] for entry in entries), last], dtype=object)

    return Penalties(
        index=names,
        offense=column("offense", None),
        defense=column("defense", None),
        snap=column("snap", unnamed["snap"]),
        ball=column("ball", unnamed["ball"]),
        on_kick=column("on_kick", unnamed["on_kick"]),
        five_until=np.array([*(float(entry.get("five_until", 0)) for entry in entries), 0.0]),
        unnamed_offense=tuple((most, symbol) for most, symbol in unnamed["offense"]),
        unnamed_defense=tuple((most, symbol) for most, symbol in unnamed["defense"]),
    )
