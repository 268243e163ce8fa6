"""The foot of a team's sheet in this game, and the checksum of the chart on it."""

from __future__ import annotations

import re

from chartkit.paper import Foot, foot_pattern, has_team_foot, seal
from chartkit.systems.ddf.charts import TeamChart, chart_checksum

SUPPLEMENT, BASIC = "with supplement", "basic"
_TEAM = foot_pattern(rf"(?P<sheet>\w+), (?P<more>{SUPPLEMENT}|{BASIC})")
#: How cards said it before they carried a checksum.
_UNSEALED = re.compile(
    r"chartkit \| ddf \| (?P<sheet>\w+) \| (?P<style>\S+) \| (?P<paper>\S+) \| (?P<season>[0-9]{1,4}) \| "
    r"(?P<code>[^|\s]+) \| (?P<city>[^|\r\n]*) \| (?P<name>[^|\r\n]*) \| (?P<more>supplement|basic)(?!\w)"
)


def card_checksum(chart: TeamChart) -> str:
    """The checksum that is printed on the sheets of a chart: `3F9A-1C22-7B`."""
    return seal(chart_checksum(chart))


def read_foot(text: str) -> Foot | None:
    """The foot in the text of a page, if it is a team's sheet."""
    match = _TEAM.search(text) or _UNSEALED.search(text)
    return None if match is None else Foot.of(match)


def is_damaged(text: str) -> bool:
    """Whether a page has the foot of a team's sheet that cannot be read any more."""
    return read_foot(text) is None and has_team_foot(text)
