"""The foot of a team's sheet: whose sheet it is, how it was printed, and the checksum of the chart.

It is small print for people, and all that a reader of cards has to go by: it is written and read here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chartkit.paper import BETWEEN, IMPRINT, SEAL, seal
from chartkit.systems.ddf.charts import TeamChart, TeamName, chart_checksum

_SUPPLEMENT, _BASIC = "with supplement", "basic"
_TEAM = re.compile(
    BETWEEN.join(
        (
            IMPRINT,
            r"(?P<season>[0-9]{1,4}) (?P<code>[^·\s]+)",
            r"(?P<city>[^·\r\n]*)",
            r"(?P<name>[^·\r\n]*)",
            rf"(?P<sheet>\w+), (?P<more>{_SUPPLEMENT}|{_BASIC})",
            r"(?P<style>\S+) on (?P<paper>\S+)",
            rf"chart (?P<checksum>{SEAL})(?!\w)",
        )
    )
)
#: How cards said it before they carried a checksum.
_UNSEALED = re.compile(
    r"chartkit \| ddf \| (?P<sheet>\w+) \| (?P<style>\S+) \| (?P<paper>\S+) \| (?P<season>[0-9]{1,4}) \| "
    r"(?P<code>[^|\s]+) \| (?P<city>[^|\r\n]*) \| (?P<name>[^|\r\n]*) \| (?P<more>supplement|basic)(?!\w)"
)


@dataclass(frozen=True)
class Foot:
    """What the foot of a team's sheet tells."""

    sheet: str
    style: str
    paper: str
    season: int
    team: TeamName
    basic: bool
    #: Empty on cards that were printed before there was one.
    checksum: str

    def parts(self) -> tuple[str, ...]:
        """The foot but for imprint and layout, which all sheets have."""
        team = self.team
        more = _BASIC if self.basic else _SUPPLEMENT
        return f"{self.season} {team.code}", team.city, team.name, f"{self.sheet}, {more}"

    def code_text(self) -> str:
        """What the square code in the corner says; with 20 letters its squares are as large as can be."""
        return f"{self.team.code} {self.season} {self.checksum.replace('-', '')}"

    @property
    def chart(self) -> tuple[int, TeamName, bool, str]:
        """What all sheets of one chart have in common."""
        return self.season, self.team, self.basic, self.checksum


def card_checksum(chart: TeamChart) -> str:
    """The checksum that is printed on the sheets of a chart: `3F9A-1C22-7B`."""
    return seal(chart_checksum(chart))


def read_foot(text: str) -> Foot | None:
    """The foot in the text of a page, if it is a team's sheet."""
    match = _TEAM.search(text) or _UNSEALED.search(text)
    if match is None:
        return None
    found = match.groupdict()
    return Foot(
        sheet=found["sheet"],
        style=found["style"],
        paper=found["paper"],
        season=int(found["season"]),
        team=TeamName(found["code"], found["city"].strip(), found["name"].strip()),
        basic=found["more"] == _BASIC,
        checksum=found.get("checksum") or "",
    )


def is_damaged(text: str) -> bool:
    """Whether a page has the foot of a team's sheet that cannot be read any more."""
    return read_foot(text) is None and re.search(rf"{IMPRINT}{BETWEEN}[0-9]+ [^·\s]+{BETWEEN}", text) is not None
