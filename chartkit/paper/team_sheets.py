"""A team's sheets that can be read back: the foot that says whose they are, and their cells, gathered by team.

The foot is small print for people, and all that a reader of sheets has to go by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.paper.layout import BETWEEN, IMPRINT, SEAL, Layout
from chartkit.paper.read import Letters, PdfFile, opened, refuse_damaged_streams

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True)
class ReadCell:
    """What stands in a cell of a page (from 1)."""

    page: int
    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class UnreadCell:
    """A cell that could not be read."""

    page: int
    cell: str
    what: str

    def __str__(self) -> str:
        return f"page {self.page}, {self.cell}: {self.what}"


@dataclass(frozen=True)
class Foot:
    """What the foot of a team's sheet tells."""

    season: int
    code: str
    city: str
    name: str
    #: The sheet, and what the game says of it: `offense` and `with supplement`.
    sheet: str
    more: str
    style: str
    paper: str
    #: Empty on sheets that were printed before there was one.
    checksum: str

    @classmethod
    def of(cls, match: re.Match[str]) -> Foot:
        """The foot that a pattern found; it need not have all the parts."""
        found = {name: (text or "").strip() for name, text in match.groupdict().items()}
        found = {"more": "", "checksum": "", **found}
        return cls(season=int(found.pop("season")), **found)

    def parts(self) -> tuple[str, ...]:
        """The foot without imprint and layout, which all sheets have."""
        about = f"{self.sheet}, {self.more}" if self.more else self.sheet
        return f"{self.season} {self.code}", self.city, self.name, about

    def code_text(self) -> str:
        """What the square code in the corner says; with 20 letters its squares are as large as can be."""
        return f"{self.code} {self.season} {self.checksum.replace('-', '')}"

    @property
    def chart(self) -> tuple[int, str, str, str, str, str]:
        """What all sheets of one chart have in common."""
        return self.season, self.code, self.city, self.name, self.more, self.checksum


def foot_pattern(about: str) -> re.Pattern[str]:
    """The foot of a game's sheets; `about` is a pattern with the groups `sheet` and perhaps `more`."""
    return re.compile(
        BETWEEN.join(
            (
                IMPRINT,
                r"(?P<season>[0-9]{1,4}) (?P<code>[^·\s]+)",
                r"(?P<city>[^·\r\n]*)",
                r"(?P<name>[^·\r\n]*)",
                about,
                r"(?P<style>\S+) on (?P<paper>\S+)",
                rf"chart (?P<checksum>{SEAL})(?!\w)",
            )
        )
    )


def has_team_foot(text: str) -> bool:
    """Whether a page has the foot of a team's sheet, readable or not."""
    return re.search(rf"{IMPRINT}{BETWEEN}[0-9]+ [^·\s]+{BETWEEN}", text) is not None


def printed_layout(template: str, style: str, paper: str, override: Path | None) -> Layout:
    """The layout that a foot names; one with a template of the author's own needs that template."""
    base, _, own = style.partition("+")
    if own and override is None:
        raise InputError(
            f"these cards were printed with a template of your own ({own}).", remedy="Name it with --template."
        )
    return Layout.load(template, base, paper, override=override if own else None)


@dataclass
class TeamPages:
    """The texts of one team, gathered from its pages."""

    foot: Foot
    #: Sheet -> the page (from 1) that it is on.
    pages: dict[str, int] = field(default_factory=dict)
    cells: dict[str, ReadCell] = field(default_factory=dict)
    problems: list[UnreadCell] = field(default_factory=list)

    @property
    def first_page(self) -> int:
        """The first page of the team."""
        return min(self.pages.values())

    def seal_problems(self, made: str) -> list[UnreadCell]:
        """That the cells make another chart than the foot says."""
        foot = self.foot
        if foot.checksum in ("", made):
            return []
        what = (
            f"the cells of {foot.season} {foot.code} make chart {made}, but the foot says {foot.checksum}: "
            "the file was damaged or changed after printing"
        )
        return [UnreadCell(self.first_page, "checksum", what)]


@dataclass(frozen=True)
class ReadTeams(Generic[Card]):
    """What a file held: the cards of teams, and what stands in the way of others."""

    cards: tuple[Card, ...]
    problems: tuple[UnreadCell, ...]
    #: Pages (from 1) that are no team's.
    other_pages: tuple[int, ...]


@dataclass
class Gathered:
    """The pages of a file, sorted by whose they are."""

    #: By season and code.
    teams: dict[tuple[int, str], TeamPages] = field(default_factory=dict)
    #: Pages (from 1) that are no team's.
    others: list[int] = field(default_factory=list)
    problems: list[UnreadCell] = field(default_factory=list)

    def read(self, card_of: Callable[[TeamPages], tuple[Card | None, list[UnreadCell]]]) -> ReadTeams[Card]:
        """The card of each team whose pages fit together, or what is wrong with its cells."""
        cards, problems = [], list(self.problems)
        for team in self.teams.values():
            card, wrong = (None, team.problems) if team.problems else card_of(team)
            problems += wrong
            if card is not None:
                cards.append(card)
        return ReadTeams(tuple(cards), tuple(problems), tuple(self.others))


def gather(
    pages: Iterable[tuple[int, Letters]],
    read_foot: Callable[[str], Foot | None],
    cells_of: Callable[[Letters, Foot, int], dict[str, ReadCell]],
) -> Gathered:
    """The cells of each team; a page that does not fit the team's other pages is a problem."""
    found = Gathered()
    for index, letters in pages:
        page, foot = index + 1, read_foot(letters.text)
        if foot is None:
            found.others.append(page)
            if has_team_foot(letters.text):
                what = "it is damaged, so nothing tells whose page this is"
                found.problems.append(UnreadCell(page, "foot", what))
            continue
        team = found.teams.setdefault((foot.season, foot.code), TeamPages(foot))
        name = f"{foot.season} {foot.code}"
        if foot.sheet in team.pages:
            what = f"a second {foot.sheet} sheet of {name}; the first is on page {team.pages[foot.sheet]}"
            team.problems.append(UnreadCell(page, "foot", what))
        elif foot.chart != team.foot.chart:
            what = f"this is another chart of {name} than on page {team.first_page}; give each a PDF of its own"
            team.problems.append(UnreadCell(page, "foot", what))
        else:
            team.pages[foot.sheet] = page
            team.cells |= cells_of(letters, foot, page)
    return found


def read_sheets(
    path: Path, read: Callable[[PdfFile], ReadTeams[Card]], *, kind: str, remedy: str
) -> ReadTeams[Card]:
    """What a game reads from a PDF file; InputError says why there is nothing."""
    data = read_bytes(path)
    with opened(data, str(path)) as pdf:
        refuse_damaged_streams(data, str(path))
        try:
            found = read(pdf)
        except InputError as wrong:
            # A foot that names an unknown style or paper.
            raise InputError(wrong.what, where=wrong.where or str(path), remedy=wrong.remedy) from wrong
        if found.cards or found.problems:
            return found
        empty = all(not pdf.letters(page).text.strip() for page in range(len(pdf)))
        if empty and any(pdf.has_pictures(page) for page in range(len(pdf))):
            raise InputError(
                "this PDF is a scan: it has pictures of pages and no text.",
                where=str(path),
                remedy="Print the cards again from the chart file, or type the chart in (chartkit export-xlsx "
                "makes a workbook for that where a game has workbooks).",
            )
        raise InputError(f"no page of this PDF is a {kind} that chartkit printed.", where=str(path), remedy=remedy)
