"""Charts to and from the JSON of the public file format; canonical files keep their bytes.

A block of a file is a dataclass of `chart`, field by field; the few parts that a file groups otherwise are
regrouped here.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from chartkit.dice import format_totals, parse_totals
from chartkit.files import dumps
from chartkit.findings import ByName
from chartkit.football.teams import ScheduledGame, SeasonTeam
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.charts.chart import (
    Column,
    GenericCharts,
    HouseTables,
    SackRate,
    Season,
    Supplement,
    TeamChart,
)
from chartkit.systems.ddf.charts.result import parse
from chartkit.systems.ddf.data import FOLDER, shipped

TEAM_FORMAT = "chartkit/team-chart@1"
SEASON_FORMAT = "chartkit/season@1"
GAME = "ddf"

Json = Mapping[str, Any]
#: Names of columns and fouls in the order in which files have them.
_ORDER = {
    name: place
    for place, name in enumerate(
        (
            *columns.OFFENSE,
            *columns.FORMATIONS,
            *columns.SPECIAL_TEAMS,
            *columns.COVERAGE,
            *columns.LINE_OF_SCRIMMAGE,
            *columns.PENALTY_INFLUENCE[1:],
        )
    )
}
#: House tables that a file has only where they say something.
_OPTIONAL = ("pace", "comeback", "red_zone", "close", "try_counts", "try_fails")


def _to_json(value: Any) -> Any:
    """A part of a chart as its file has it."""
    if isinstance(value, Column):
        return {str(total): str(cell) for total, cell in value.items()}
    if isinstance(value, SackRate):
        yards = {"sack_yards": value.sack_yards, "scramble_yards": value.scramble_yards}
        return {**_to_json(value.marks), **yards}
    if is_dataclass(value):
        return {field.name: _to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {name: _to_json(value[name]) for name in sorted(value, key=lambda name: _ORDER.get(name, 0))}
    if isinstance(value, tuple):
        return [_to_json(each) for each in value]
    return format_totals(value) if isinstance(value, frozenset) else value


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _from_json(kind: Any, data: Any) -> Any:
    """Build a part of a chart by its type; an empty part becomes None or takes its defaults."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _from_json(parts[0], data) if data or data == 0 else None
    if kind is Column:
        totals = sorted(map(int, data))
        return Column(totals[0], tuple(parse(data[str(total)]) for total in totals))
    if origin is frozenset:
        return parse_totals(data)
    if origin is tuple:
        return tuple(_from_json(parts[0], each) for each in data)
    if origin is Mapping:
        return ByName({name: _from_json(parts[1], each) for name, each in (data or {}).items()})
    hints = _hints(kind) if isinstance(kind, type) and is_dataclass(kind) else None
    if hints is None:
        return data
    return kind(**{name: _from_json(hint, data[name]) for name, hint in hints.items() if data and name in data})


def _range_from_json(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def _supplement_from_json(data: Json) -> Supplement:
    rate, lines, influence, ranges = (
        data[name] or {} for name in ("sack_rate", "line_of_scrimmage", "penalty_influence", "solitaire")
    )
    found: Supplement = _from_json(
        Supplement,
        {
            **data,
            "sack_rate": {**rate, "marks": rate} if rate else None,
            "penalty_influence": {foul: influence.get(foul) for foul in columns.PENALTY_INFLUENCE},
            "line_of_scrimmage": {foul: lines.get(foul, {}).get("post", "") for foul in columns.LINE_OF_SCRIMMAGE},
            "solitaire": {
                play: _range_from_json(text)
                for group in columns.GROUPS
                for play, text in (ranges.get(group) or {}).items()
                if text
            },
        },
    )
    return found


def range_text(first: int, last: int) -> str:
    """A solitaire range as charts write it: `1-36`, or one number."""
    return f"{first}-{last}" if first != last else str(first)


def _supplement_to_json(supplement: Supplement) -> dict[str, Any]:
    ranges, lines = supplement.solitaire, supplement.line_of_scrimmage
    whole: dict[str, Any] = _to_json(supplement)
    return whole | {
        "short_pass_big_play": whole["short_pass_big_play"] or {},
        "line_of_scrimmage": {foul: {"post": format_totals(lines[foul])} for foul in columns.LINE_OF_SCRIMMAGE},
        "solitaire": {
            group: {play: range_text(*ranges[play]) for play in plays if play in ranges}
            for group, plays in columns.GROUPS.items()
        },
    }


def team_from_json(data: Json) -> TeamChart:
    """Build a team's charts from data that the validator found sound."""
    supplement = _supplement_from_json(data["supplement"]) if data["supplement"] else None
    chart: TeamChart = _from_json(TeamChart, {**data, "supplement": None})
    return replace(chart, supplement=supplement)


def team_to_json(chart: TeamChart) -> dict[str, Any]:
    """The canonical JSON of a team's charts."""
    return {
        "format": TEAM_FORMAT,
        "game": GAME,
        **_to_json(replace(chart, supplement=None)),
        "supplement": _supplement_to_json(chart.supplement) if chart.supplement else None,
        "source": dict(chart.source),
    }


def team_to_text(chart: TeamChart) -> str:
    """The canonical file of a team's charts."""
    return dumps(team_to_json(chart))


def checksum(data: Json) -> str:
    """A checksum of the canonical JSON of a team's charts without their source."""
    own = {name: part for name, part in data.items() if name != "source"}
    return hashlib.sha256(json.dumps(own, separators=(",", ":")).encode("ascii")).hexdigest()


def chart_checksum(chart: TeamChart) -> str:
    """A checksum of everything but the source, so that a hand edit shows."""
    return checksum(team_to_json(chart))


def generic_from_json(data: Json) -> GenericCharts:
    """The generic charts of a season (R3.8)."""
    between, house = data["between_downs"], data.get("house")
    if house:
        zones = house.get("red_zone", {}).items()
        house = {**house, "red_zone": {team: (row["offense"], row["defense"]) for team, row in zones}}
    sides = {f"between_downs_{side}": between[side] for side in ("offense", "defense")}
    generic: GenericCharts = _from_json(GenericCharts, {**data, **sides, "house": house})
    return generic


def _house_to_json(house: HouseTables) -> dict[str, Any]:
    zones = {
        team: {"offense": _to_json(own), "defense": _to_json(against)}
        for team, (own, against) in sorted(house.red_zone.items())
    }
    whole = _to_json(house) | {"red_zone": zones}
    whole |= {name: dict(sorted(whole[name].items())) for name in ("pace", "close")}
    return {name: part for name, part in whole.items() if part or name not in _OPTIONAL}


def generic_to_json(generic: GenericCharts) -> dict[str, Any]:
    """The canonical JSON of the generic charts."""
    whole = _to_json(generic)
    return {
        "squib_kick_return": whole["squib_kick_return"] or {},
        "holding": whole["holding"],
        "between_downs": {side: whole[f"between_downs_{side}"] for side in ("offense", "defense")},
        "squeeze": whole["squeeze"],
        **({"house": _house_to_json(generic.house)} if generic.house else {}),
    }


def season_from_json(data: Json) -> Season:
    """Build a season from data that the validator found sound."""
    return Season(
        season=data["season"],
        teams=tuple(SeasonTeam(**team) for team in data["teams"]),
        schedule=tuple(ScheduledGame(**game) for game in data["schedule"]),
        generic=generic_from_json(data["generic"]),
        formation_mix=data["formation_mix"],
        rules=data["rules"],
        source=data.get("source", {}),
    )


def season_to_json(season: Season) -> dict[str, Any]:
    """The canonical JSON of a season."""
    return {
        "format": SEASON_FORMAT,
        "game": GAME,
        "season": season.season,
        "teams": [team.to_json() for team in season.teams],
        "schedule": [game.to_json() for game in season.schedule],
        "generic": generic_to_json(season.generic),
        "formation_mix": {call: dict(mix) for call, mix in season.formation_mix.items()},
        "rules": dict(season.rules),
        **({"source": dict(season.source)} if season.source else {}),
    }


def season_to_text(season: Season) -> str:
    """The canonical file of a season."""
    return dumps(season_to_json(season))


@cache
def _shipped() -> Mapping[int, str]:
    files = sorted(FOLDER.glob("generic-*.json"))
    return {int(path.stem.removeprefix("generic-")): path.name for path in files}


def shipped_seasons() -> tuple[int, ...]:
    """The seasons whose generic charts ship with chartkit."""
    return tuple(_shipped())


@cache
def standard_generic(season: int) -> GenericCharts:
    """The shipped generic charts of the season, or of the shipped season nearest to it.

    >>> standard_generic(2017).squib_kick_return[22].yards
    16
    """
    nearest = min(_shipped(), key=lambda other: (abs(other - season), other))
    return generic_from_json(json.loads(shipped(_shipped()[nearest]))["generic"])
