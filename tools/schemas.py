"""Writes the JSON Schemas of the chart files from the columns and their legal results, so that neither can drift.

Run: python -m tools.schemas
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chartkit import resources
from chartkit.files import dumps, write_text
from chartkit.systems.ddf.charts import (
    GAME,
    SEASON_FORMAT,
    TEAM_FORMAT,
    columns,
    dice,
    form_list,
    forms,
    forms_in_order,
)

BASE = "https://chartkit/schemas/"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

#: A set of totals: single ones and ranges, at most two digits.
TOTALS_PATTERN = "^(?:[0-9]{1,2}(?:-[0-9]{1,2})?(?:,[0-9]{1,2}(?:-[0-9]{1,2})?)*)?$"


def _named(name: str, title: str, description: str, body: Schema) -> Schema:
    return {
        "$schema": DIALECT,
        "$id": f"{BASE}{name}.schema.json",
        "title": title,
        "description": description,
        **body,
    }


def block(properties: Mapping[str, Schema], *, optional: Iterable[str] = (), **more: Any) -> Schema:
    """An object that has these fields and no others."""
    skipped = set(optional)
    return {
        "type": "object",
        **more,
        "properties": dict(properties),
        "required": [name for name in properties if name not in skipped],
        "additionalProperties": False,
    }


def whole(title: str, low: int | None = None, high: int | None = None, **more: Any) -> Schema:
    """A whole number within bounds."""
    bounds = {name: value for name, value in (("minimum", low), ("maximum", high)) if value is not None}
    return {"title": title, "type": "integer", **bounds, **more}


def text(title: str, description: str = "", pattern: str = "", examples: Iterable[str] = ()) -> Schema:
    """A text, with its pattern and examples if it has a form."""
    schema: Schema = {"title": title, "type": "string"}
    if description:
        schema["description"] = description
    if pattern:
        schema["pattern"] = pattern
    if examples:
        schema["examples"] = list(examples)
    return schema


def name(title: str, *examples: str) -> Schema:
    """A name for people: one line without control characters."""
    return text(title, "At most 60 characters on one line.", r"^[^\u0000-\u001f\u007f-\u009f]{0,60}$", examples)


def reference(name: str, **more: Any) -> Schema:
    """A reference to a definition of the same file."""
    return {"$ref": f"#/$defs/{name}", **more}


def totals(title: str, description: str, possible: str = "10-39", example: str = "10-12,19,33-36") -> Schema:
    """A set of dice totals."""
    told = f"{description} Totals and ranges of {possible}; the empty text is no total."
    return text(title, told, TOTALS_PATTERN, (example, ""))


def _cell(chart: str, column: str) -> Schema:
    names = forms_in_order(columns.legal_forms(chart, column))
    all_forms = forms()
    return {
        "type": "string",
        "description": f"Legal here: {form_list(names)}.",
        "pattern": f"^(?:{'|'.join(all_forms[name].pattern for name in names)})$",
        "examples": [example for name in names for example in all_forms[name].examples],
    }


class _Columns:
    """Definitions of columns: columns with the same dice and the same legal results share one."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._by_content: dict[tuple[frozenset[str], int], str] = {}

    def reference(self, chart: str, column: str, rows: tuple[int, ...]) -> Schema:
        content = (columns.legal_forms(chart, column), len(rows))
        if content not in self._by_content:
            name = f"{chart} {column}".lower().replace(" ", "-")
            self._by_content[content] = name
            self.definitions[f"cell-{name}"] = _cell(chart, column)
            self.definitions[f"column-{name}"] = block(
                {str(row): reference(f"cell-{name}") for row in rows},
                description=f"One cell for each total of the dice, {rows[0]} to {rows[-1]}.",
            )
        return reference(f"column-{self._by_content[content]}", title=column)


def _marks(title: str, description: str, results: Iterable[str], **more: Schema) -> Schema:
    body = block(
        {
            "result": {"title": "Symbol", "enum": ["", *results], "description": "Empty for an average team."},
            "on": totals("Totals", "The totals that carry the symbol; all others are blank."),
            **more,
        },
        description=description,
    )
    return {"title": title, "anyOf": [{"type": "null"}, _empty_block(), body]}


def _empty_block() -> Schema:
    return {"type": "object", "maxProperties": 0}


_SACK, _SCRAMBLE = "The loss that `SCK` gives, e.g. -7.", "The gain that `QR` gives, e.g. 6."


def _figure(title: str, *field: str, **more: Any) -> Schema:
    """A whole number of the supplement sheet, within its span (R3.7)."""
    return whole(title, *columns.SPANS[field], **more)


def _supplement(column: _Columns) -> Schema:
    big_play = column.reference("supplement", columns.BIG_PLAY, dice.OFFENSIVE.totals)
    per_foul = {
        foul: _marks(foul, f"`{forced}` forces the foul, `{cancel}` cancels it; never both.", (forced, cancel))
        for foul, (forced, cancel) in columns.INFLUENCE_MARKS.items()
    }
    span = text("Range", "First and last of 1-100.", "^(?:[1-9][0-9]{0,2}(?:-[1-9][0-9]{0,2})?)?$", ("1-36",))

    def optional_block(fields: Mapping[str, Schema], title: str) -> Schema:
        return {"title": title, "anyOf": [{"type": "null"}, _empty_block(), block(fields)]}

    def ranges(plays: tuple[str, ...]) -> Schema:
        return block(dict.fromkeys(plays, span), optional=plays)

    return {
        "title": "Supplement sheet",
        "description": "Charts and numbers for advanced play (R3.6, R3.7). null: the team has no supplement sheet.",
        "anyOf": [
            {"type": "null"},
            block(
                {
                    "short_pass_big_play": {
                        "title": "Short Pass-Big Play",
                        "anyOf": [{"type": "null"}, _empty_block(), big_play],
                    },
                    "qb_great_protection": totals("QB Great Protection", "Totals with `XQT`."),
                    "qb_good_decision": totals("QB Good Decision", "Totals with `XINT`."),
                    "ball_protection": totals("Ball Protection", "Totals with `XF`."),
                    "sack_rate": _marks(
                        "Defensive Sack Rate Adjustment",
                        "`SCK` turns scrambles into sacks, `QR` sacks into scrambles; never both (R28.3).",
                        columns.SACK_RATE_MARKS,
                        sack_yards=_figure("SCK yards", "sack_rate", "sack_yards", description=_SACK),
                        scramble_yards=_figure("QR yards", "sack_rate", "scramble_yards", description=_SCRAMBLE),
                    ),
                    "fumble_recovery": _marks(
                        "Defense Fumble Recovery",
                        "`G` gives the defense a fumble that the offense recovered, `NG` takes one back (R28.9).",
                        columns.FUMBLE_RECOVERY_MARKS,
                    ),
                    "penalty_influence": optional_block(per_foul, "Defense Penalty Influence"),
                    "line_of_scrimmage": optional_block(
                        {
                            foul: block({"post": totals("Post", "Totals that mean `Post`; all others mean `Pre`.")})
                            for foul in columns.LINE_OF_SCRIMMAGE
                        },
                        "Line of Scrimmage Penalty Check",
                    ),
                    "play_calls": optional_block(
                        {
                            play: block(
                                {
                                    "calls": _figure("Calls in the season", "play_calls", play, "calls"),
                                    "quota": _figure("Most calls in one game", "play_calls", play, "quota"),
                                }
                            )
                            for play in columns.PLAYS
                        },
                        "Play calls and quotas",
                    ),
                    "pass_percent": {
                        "title": "Pass percent",
                        "description": "Passes of all calls, rounded (R32.4); null without play calls.",
                        "type": ["integer", "null"],
                        "minimum": 0,
                        "maximum": 100,
                    },
                    "solitaire": {
                        "title": "Solitaire ranges",
                        "description": "Which of 1-100 calls which play (R31.3), following from the calls (R32.4).",
                        "anyOf": [
                            {"type": "null"},
                            _empty_block(),
                            block({"run": ranges(columns.RUNS), "pass": ranges(columns.PASSES)}),
                        ],
                    },
                    "home_field_advantage": _figure("Home Field Advantage", "home_field_advantage"),
                    "road_adjustment": _figure("Road Adjustment", "road_adjustment"),
                    "offense_audibles": _figure("Offense audibles", "offense_audibles"),
                    "defense_audibles": _figure("Defense audibles", "defense_audibles"),
                    "no_huddle_quota": _figure("No-huddle quota", "no_huddle_quota"),
                    "muffed_snap_percent": {
                        "title": "Muffed snap percentage",
                        "description": "Muffs of a hundred snaps, always below 1 (R32.5).",
                        "type": "number",
                        "minimum": 0,
                        "exclusiveMaximum": 1,
                    },
                    "muffed_snap_rating": text(
                        "Muffed Snap Rating",
                        "The percentage times ten, rounded, in three digits (R28.14): 0.19 gives 002.",
                        "^00[0-9]$",
                        ("002",),
                    ),
                }
            ),
        ],
    }


def _team_name() -> Schema:
    return block(
        {
            "code": text("Code", "Two to four capital letters or digits.", "^[A-Z0-9]{2,4}$", ("PHI",)),
            "city": name("City", "Philadelphia"),
            "name": name("Name", "Eagles"),
        },
        title="Team",
    )


def _head(file_format: str) -> dict[str, Schema]:
    return {
        "$schema": text("Schema", "Where an editor finds the schema of this file."),
        "format": {"title": "Format", "const": file_format},
        "game": {"title": "Game", "const": GAME},
        "season": whole("Season", 1920, 2100, description="The year in which the season began."),
    }


def team_chart() -> Schema:
    """`chartkit/team-chart@1`."""
    column = _Columns()
    thirty, five = dice.OFFENSIVE.totals, dice.DEFENSIVE.totals
    body = block(
        {
            **_head(TEAM_FORMAT),
            "team": _team_name(),
            "power_rating": {
                "title": "Power rating",
                "description": "On a scale of points: the difference of two ratings is the spread (R28.17).",
                "type": "number",
            },
            "offense": block(
                {
                    "columns": block({name: column.reference("offense", name, thirty) for name in columns.OFFENSE}),
                    "fumble_recovered": totals("Fumble Recovery", "Totals on which the offense keeps its fumble."),
                },
                title="Offense",
            ),
            "defense": block(
                {
                    formation: block(
                        {play: column.reference("defense", play, five) for play in columns.PLAYS}, title=formation
                    )
                    for formation in columns.FORMATIONS
                },
                title="Defense",
            ),
            "special_teams": block(
                {
                    "columns": block(
                        {name: column.reference("special_teams", name, thirty) for name in columns.SPECIAL_TEAMS}
                    ),
                    "pat_good": totals("PAT", "Totals on which the kick after a touchdown is good."),
                    "coverage": block(
                        {name: column.reference("coverage", name, five) for name in columns.COVERAGE},
                        title="Coverage",
                    ),
                },
                title="Special teams",
            ),
            "supplement": _supplement(column),
            "source": _source(),
        },
        optional=("$schema", "source"),
    )
    return _named(
        "team-chart",
        "Team chart",
        "Everything one team brings to the table: offense, defense, special teams, supplement sheet.",
        {**body, "$defs": column.definitions},
    )


def _source() -> Schema:
    return {
        "title": "Source",
        "description": "Where the chart came from; `chart_sha256` tells whether it was edited since.",
        "type": "object",
    }


def generic_charts(column: _Columns) -> Schema:
    """The block `generic` of a season file."""
    shift = block(
        {
            "yards": whole("Yards that a gain is longer or shorter", -4, 4),
            "on": totals("On", "Totals of the defensive dice."),
        },
        title="Red zone",
    )
    return block(
        {
            "squib_kick_return": {
                "title": "Squib Kick Return",
                "anyOf": [
                    {"type": "null"},
                    _empty_block(),
                    column.reference("generic", columns.SQUIB, dice.OFFENSIVE.totals),
                ],
            },
            "holding": totals("Offensive Holding Determination", "Totals that make it holding (R28.5)."),
            "between_downs": block(
                {
                    "offense": totals("Offense fouls", "Totals that make it a foul between downs (R28.7)."),
                    "defense": totals("Defense fouls", "Totals that make it a foul between downs (R28.7)."),
                },
                title="Enforce Between Downs",
            ),
            "squeeze": {
                "title": "Goal-line squeeze",
                "type": "array",
                "items": block(
                    {
                        "inside": whole("On or inside this yard line of the defense", 1, 99),
                        "calls": {
                            "title": "Calls",
                            "type": "array",
                            "items": {"enum": list(columns.PLAYS)},
                            "minItems": 1,
                            "uniqueItems": True,
                        },
                        "yards": whole("Yards taken off a gain", 0, 99),
                        "incomplete": totals("Incomplete", "Totals on which a completion falls incomplete."),
                    }
                ),
            },
            "house": block(
                {
                    "short": totals("Short", "Totals on which a measured ball is short."),
                    "safety": totals("Safety", "Totals on which a stop in the own end zone is a safety."),
                    "home_field": {
                        "title": "Home field",
                        "description": "By the home team's advantage: defensive totals that move a gain by a yard.",
                        "type": "array",
                        "items": totals("Totals", "Totals of the defensive dice.", "1-5", "1,3-4"),
                        "maxItems": 3,
                    },
                    "quick_plays": whole("Of 24 plays of 40 seconds, those that take 30", 0, 24),
                    "pace": {
                        "title": "The same by team, when it has the ball",
                        "type": "object",
                        "additionalProperties": whole("Quick plays", 0, 24),
                    },
                    "comeback": {
                        "title": "Comeback",
                        "description": "By scores of a lead in the last quarter: totals that move a gain.",
                        "type": "array",
                        "items": totals("Totals", "Totals of the defensive dice.", "1-5", "1,3-4"),
                        "maxItems": 3,
                    },
                    "red_zone": {
                        "title": "Gains from the 20 to the 3 by team",
                        "type": "object",
                        "additionalProperties": block({"offense": shift, "defense": shift}, title="A team"),
                    },
                    "close": {
                        "title": "Gains late in close games by team",
                        "type": "object",
                        "additionalProperties": shift,
                    },
                    "try_counts": totals("Try counts", "Totals on which a failed try for two counts."),
                    "try_fails": totals("Try fails", "Totals on which a good try for two does not count."),
                },
                optional=("pace", "comeback", "red_zone", "close", "try_counts", "try_fails"),
                title="House rules of the season",
            ),
        },
        optional=("house",),
        title="Generic charts",
    )


def season() -> Schema:
    """`chartkit/season@1`."""
    column = _Columns()
    code = text("Team code", "", "^[A-Z0-9]{2,4}$", ("PHI",))
    score: Schema = {"type": ["integer", "null"], "minimum": 0, "description": "null until the game is played."}
    share: Schema = {"type": "number", "minimum": 0, "maximum": 1}
    generic = generic_charts(column)
    body = block(
        {
            **_head(SEASON_FORMAT),
            "teams": {
                "title": "Teams",
                "type": "array",
                "items": block(
                    {
                        "code": code,
                        "city": name("City"),
                        "name": name("Name"),
                        "conference": name("Conference"),
                        "division": name("Division"),
                        "color": text("Color", "For the cards of the team.", "^#[0-9A-Fa-f]{6}$", ("#004C54",)),
                    },
                    optional=("color",),
                ),
            },
            "schedule": {
                "title": "Schedule",
                "type": "array",
                "items": block(
                    {
                        "week": whole("Week", 1),
                        "home": code,
                        "away": code,
                        "home_score": score,
                        "away_score": score,
                    }
                ),
            },
            "generic": generic,
            "formation_mix": {
                "title": "Formation mix",
                "description": "For each call, how often defenses answered it with each formation; shares of 1.",
                **block(
                    {
                        play: block(dict.fromkeys(columns.FORMATIONS, share), optional=columns.FORMATIONS)
                        for play in columns.PLAYS
                    },
                    optional=columns.PLAYS,
                ),
            },
            "rules": {
                "title": "Season rules",
                "type": "object",
                "properties": {
                    "kickoff_line": whole("Kickoff line", 1, 50),
                    "kickoff_touchback": whole("Kickoff touchback", 1, 50),
                    "landing_zone": whole("Landing zone of kickoffs, 0 for none", 0, 49),
                    "onside_when": {"title": "When an onside kick is allowed", "type": "string"},
                    "try_defense_return": {"title": "The defense may return a try", "type": "boolean"},
                    "overtime": {"title": "Overtime", "type": "object"},
                },
                "required": ["kickoff_line", "kickoff_touchback", "try_defense_return", "overtime"],
            },
            "source": _source(),
        },
        optional=("$schema", "source"),
    )
    return _named(
        "season",
        "Season",
        "What the teams of a season share: schedule, generic charts, formation mix, rules.",
        {**body, "$defs": column.definitions},
    )


def generic_file() -> Schema:
    """A shipped file of generic charts."""
    column = _Columns()
    generic = generic_charts(column)
    body = block(
        {
            "$schema": text("Schema"),
            "season": whole("Season", 1920, 2100),
            "notes": {"title": "Notes", "type": "array", "items": {"type": "string"}},
            "generic": generic,
        },
        optional=("$schema", "notes"),
    )
    return _named(
        "generic-charts",
        "Generic charts",
        "The charts that all teams of a season share (R3.8), as they ship with chartkit.",
        {**body, "$defs": column.definitions},
    )


#: The schemas that are built; the others of the folder are written by hand.
BUILT: Mapping[str, Callable[[], Schema]] = {
    "team-chart": team_chart,
    "season": season,
    "generic-charts": generic_file,
}


def main() -> None:
    """Write them all."""
    for name, build in BUILT.items():
        write_text(resources.schema(name), dumps(build()))


if __name__ == "__main__":
    main()
