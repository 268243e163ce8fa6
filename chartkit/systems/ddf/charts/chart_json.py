"""Charts to and from the JSON of the public file format; canonical files keep their bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from chartkit.dice import format_totals, parse_totals
from chartkit.files import dumps
from chartkit.findings import ByName
from chartkit.football.teams import ScheduledGame, SeasonTeam
from chartkit.systems.ddf.charts import columns
from chartkit.systems.ddf.charts.chart import (
    Column,
    GenericCharts,
    HouseTables,
    Marks,
    Offense,
    PlayCalls,
    RedZone,
    SackRate,
    Season,
    SpecialTeams,
    Squeeze,
    Supplement,
    TeamChart,
    TeamName,
)
from chartkit.systems.ddf.charts.result import parse
from chartkit.systems.ddf.data import FOLDER, shipped

TEAM_FORMAT = "chartkit/team-chart@1"
SEASON_FORMAT = "chartkit/season@1"
GAME = "ddf"

Json = Mapping[str, Any]
#: The figures of the supplement sheet behind the solitaire ranges (R3.7), in the order of the file.
_FIGURES = (
    "home_field_advantage",
    "road_adjustment",
    "offense_audibles",
    "defense_audibles",
    "no_huddle_quota",
    "muffed_snap_percent",
    "muffed_snap_rating",
)


def column_from_json(cells: Json) -> Column:
    """A map from dice total to cell text; totals must run without a gap."""
    totals = sorted(int(total) for total in cells)
    return Column(totals[0], tuple(parse(cells[str(total)]) for total in totals))


def column_to_json(column: Column) -> dict[str, str]:
    """The same map with canonical texts, totals ascending."""
    return {str(total): str(cell) for total, cell in column.items()}


def _columns_from_json(data: Json) -> ByName[Column]:
    return ByName({name: column_from_json(cells) for name, cells in data.items()})


def _columns_to_json(data: Mapping[str, Column], order: tuple[str, ...]) -> dict[str, Any]:
    return {name: column_to_json(data[name]) for name in order}


def _marks_from_json(data: Json | None) -> Marks:
    return Marks(data.get("result", ""), parse_totals(data.get("on", ""))) if data else Marks()


def _marks_to_json(marks: Marks) -> dict[str, str]:
    return {"result": marks.result, "on": format_totals(marks.on)}


def _range_from_json(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def _supplement_from_json(data: Json) -> Supplement:
    sack_rate = data["sack_rate"]
    solitaire = data["solitaire"]
    sets: dict[str, Any] = {field: parse_totals(data[field]) for field in columns.CANCELLATION}
    return Supplement(
        short_pass_big_play=column_from_json(data["short_pass_big_play"]) if data["short_pass_big_play"] else None,
        **sets,
        sack_rate=SackRate(_marks_from_json(sack_rate), sack_rate["sack_yards"], sack_rate["scramble_yards"])
        if sack_rate
        else None,
        fumble_recovery=_marks_from_json(data["fumble_recovery"]),
        penalty_influence={
            foul: _marks_from_json((data["penalty_influence"] or {}).get(foul))
            for foul in columns.PENALTY_INFLUENCE
        },
        line_of_scrimmage={
            foul: parse_totals((data["line_of_scrimmage"] or {}).get(foul, {}).get("post", ""))
            for foul in columns.LINE_OF_SCRIMMAGE
        },
        play_calls={play: PlayCalls(**calls) for play, calls in (data["play_calls"] or {}).items()},
        pass_percent=data["pass_percent"],
        solitaire={
            play: _range_from_json(text)
            for group in ("run", "pass")
            for play, text in ((solitaire or {}).get(group) or {}).items()
            if text
        },
        **{field: data[field] for field in _FIGURES},
    )


def _supplement_to_json(supplement: Supplement) -> dict[str, Any]:
    big_play, sack_rate = supplement.short_pass_big_play, supplement.sack_rate

    def ranges(plays: tuple[str, ...]) -> dict[str, str]:
        spans = {play: supplement.solitaire[play] for play in plays if play in supplement.solitaire}
        return {play: f"{first}-{last}" if first != last else str(first) for play, (first, last) in spans.items()}

    return {
        "short_pass_big_play": column_to_json(big_play) if big_play else {},
        **{field: format_totals(getattr(supplement, field)) for field in columns.CANCELLATION},
        "sack_rate": {
            **_marks_to_json(sack_rate.marks),
            "sack_yards": sack_rate.sack_yards,
            "scramble_yards": sack_rate.scramble_yards,
        }
        if sack_rate
        else None,
        "fumble_recovery": _marks_to_json(supplement.fumble_recovery),
        "penalty_influence": {
            foul: _marks_to_json(supplement.penalty_influence[foul]) for foul in columns.PENALTY_INFLUENCE
        },
        "line_of_scrimmage": {
            foul: {"post": format_totals(supplement.line_of_scrimmage[foul])} for foul in columns.LINE_OF_SCRIMMAGE
        },
        "play_calls": {
            play: asdict(supplement.play_calls[play]) for play in columns.PLAYS if play in supplement.play_calls
        },
        "pass_percent": supplement.pass_percent,
        "solitaire": {"run": ranges(columns.RUNS), "pass": ranges(columns.PASSES)},
        **{field: getattr(supplement, field) for field in _FIGURES},
    }


def team_from_json(data: Json) -> TeamChart:
    """Build a team's charts from data that the validator found sound."""
    offense, special = data["offense"], data["special_teams"]
    return TeamChart(
        season=data["season"],
        team=TeamName(**data["team"]),
        power_rating=data["power_rating"],
        offense=Offense(_columns_from_json(offense["columns"]), parse_totals(offense["fumble_recovered"])),
        defense=ByName({formation: _columns_from_json(plays) for formation, plays in data["defense"].items()}),
        special_teams=SpecialTeams(
            _columns_from_json(special["columns"]),
            parse_totals(special["pat_good"]),
            _columns_from_json(special["coverage"]),
        ),
        supplement=_supplement_from_json(data["supplement"]) if data["supplement"] else None,
        source=data.get("source", {}),
    )


def team_to_json(chart: TeamChart) -> dict[str, Any]:
    """The canonical JSON of a team's charts."""
    return {
        "format": TEAM_FORMAT,
        "game": GAME,
        "season": chart.season,
        "team": asdict(chart.team),
        "power_rating": chart.power_rating,
        "offense": {
            "columns": _columns_to_json(chart.offense.columns, columns.OFFENSE),
            "fumble_recovered": format_totals(chart.offense.fumble_recovered),
        },
        "defense": {
            formation: _columns_to_json(chart.defense[formation], columns.PLAYS) for formation in columns.FORMATIONS
        },
        "special_teams": {
            "columns": _columns_to_json(chart.special_teams.columns, columns.SPECIAL_TEAMS),
            "pat_good": format_totals(chart.special_teams.pat_good),
            "coverage": _columns_to_json(chart.special_teams.coverage, columns.COVERAGE),
        },
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
    squib = data["squib_kick_return"]
    return GenericCharts(
        squib_kick_return=column_from_json(squib) if squib else None,
        holding=parse_totals(data["holding"]),
        between_downs_offense=parse_totals(data["between_downs"]["offense"]),
        between_downs_defense=parse_totals(data["between_downs"]["defense"]),
        squeeze=tuple(
            Squeeze(row["inside"], tuple(row["calls"]), row["yards"], parse_totals(row["incomplete"]))
            for row in data["squeeze"]
        ),
        house=_house_from_json(data["house"]) if "house" in data else None,
    )


def _house_from_json(data: Json) -> HouseTables:
    return HouseTables(
        short=parse_totals(data["short"]),
        safety=parse_totals(data["safety"]),
        home_field=tuple(parse_totals(totals) for totals in data["home_field"]),
        quick_plays=data["quick_plays"],
        pace=data.get("pace", {}),
        comeback=tuple(parse_totals(totals) for totals in data.get("comeback", [])),
        red_zone={
            team: (_red_zone_from_json(row["offense"]), _red_zone_from_json(row["defense"]))
            for team, row in data.get("red_zone", {}).items()
        },
    )


def _red_zone_from_json(data: Json) -> RedZone:
    return RedZone(data["yards"], parse_totals(data["on"]))


def _red_zone_to_json(zone: RedZone) -> dict[str, Any]:
    return {"yards": zone.yards, "on": format_totals(zone.on)}


def _house_to_json(house: HouseTables) -> dict[str, Any]:
    zones = {
        team: {"offense": _red_zone_to_json(own), "defense": _red_zone_to_json(against)}
        for team, (own, against) in sorted(house.red_zone.items())
    }
    return {
        "short": format_totals(house.short),
        "safety": format_totals(house.safety),
        "home_field": [format_totals(totals) for totals in house.home_field],
        "quick_plays": house.quick_plays,
        **({"pace": dict(sorted(house.pace.items()))} if house.pace else {}),
        **({"comeback": [format_totals(totals) for totals in house.comeback]} if house.comeback else {}),
        **({"red_zone": zones} if zones else {}),
    }


def generic_to_json(generic: GenericCharts) -> dict[str, Any]:
    """The canonical JSON of the generic charts."""
    squib = generic.squib_kick_return
    return {
        "squib_kick_return": column_to_json(squib) if squib else {},
        "holding": format_totals(generic.holding),
        "between_downs": {
            "offense": format_totals(generic.between_downs_offense),
            "defense": format_totals(generic.between_downs_defense),
        },
        "squeeze": [
            {
                "inside": row.inside,
                "calls": list(row.calls),
                "yards": row.yards,
                "incomplete": format_totals(row.incomplete),
            }
            for row in generic.squeeze
        ],
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


_PREFIX = "generic-"


@cache
def _shipped() -> dict[int, str]:
    names = [path.name for path in FOLDER.glob(f"{_PREFIX}*.json")]
    return {int(name.removeprefix(_PREFIX).removesuffix(".json")): name for name in sorted(names)}


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
