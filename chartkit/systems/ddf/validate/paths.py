"""Codes of findings, and places of the charts in words."""

from __future__ import annotations

from functools import cache

from chartkit.findings import Catalogue, JsonPath, common_codes, path_in_words
from chartkit.systems.ddf.data import shipped

#: Fields that the charts call by another name; an empty text says nothing.
_WORDS = {
    "columns": "",
    "coverage": "",
    "special_teams": "special teams",
    "fumble_recovered": "Fumble Recovery",
    "pat_good": "PAT",
    "short_pass_big_play": "Short Pass-Big Play",
    "qb_great_protection": "QB Great Protection",
    "qb_good_decision": "QB Good Decision",
    "ball_protection": "Ball Protection",
    "sack_rate": "Sack Rate Adjustment",
    "fumble_recovery": "Defense Fumble Recovery",
    "penalty_influence": "Penalty Influence",
    "line_of_scrimmage": "Line of Scrimmage Penalty Check",
    "play_calls": "play calls",
    "pass_percent": "pass percent",
    "solitaire": "solitaire ranges",
    "run": "",
    "pass": "",
    "home_field_advantage": "Home Field Advantage",
    "road_adjustment": "Road Adjustment",
    "offense_audibles": "offense audibles",
    "defense_audibles": "defense audibles",
    "no_huddle_quota": "no-huddle quota",
    "muffed_snap_percent": "muffed snap percentage",
    "muffed_snap_rating": "Muffed Snap Rating",
    "sack_yards": "SCK yards",
    "scramble_yards": "QR yards",
    "result": "symbol",
    "on": "totals",
    "post": "Post",
    "power_rating": "power rating",
    "generic": "generic charts",
    "squib_kick_return": "Squib Kick Return",
    "holding": "Offensive Holding Determination",
    "between_downs": "Enforce Between Downs",
    "formation_mix": "formation mix",
    "home_score": "home score",
    "away_score": "away score",
}
#: What one entry of a list is called.
_ENTRIES = {"teams": "team", "schedule": "game", "squeeze": "row", "calls": "call"}


@cache
def codes() -> Catalogue:
    """Every code that a check of this game's files can give."""
    return common_codes() | Catalogue.from_toml(shipped("codes.toml"))


def place_in_words(path: JsonPath) -> str:
    """Say where it is: "offense, 6-SHORT, dice 27".

    >>> place_in_words(("schedule", 11, "home"))
    'schedule, game 12, home'
    >>> place_in_words(("offense", ""))
    'offense, ""'
    """
    return path_in_words(path, _WORDS, _ENTRIES, lambda _, step: f"dice {step}" if step.isdigit() else "")
