"""The play-by-play pages line by line: plays with their wrapped lines, drives, quarters, timeouts, scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chartkit.plays.sources.gamebook_pages import PrintedLine

_SPOT = r"(?:[A-Z]{2,4} )?\d{1,2}"
# The heading of a page of plays is one line or two: `Play By Play First Quarter 1/11/2014`.
_QUARTER = re.compile(
    r"^(?:Play By Play )?(?:(?P<name>First|Second|Third|Fourth) Quarter|(?:\w+ )?Over ?time(?: Period)?)"
    r"(?: \d{1,2}/\d{1,2}/\d{2,4})?$",
    re.IGNORECASE,
)
_NUMBER = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_HEADING = re.compile(r"^Play By Play\b")
_PAGE_HEAD = re.compile(r"^.+ vs\.? .+ at .+$")
_DRIVE = re.compile(
    r"^(?P<team>[A-Z][\w .'&-]+?) "
    r"(?:at (?P<clock>\d{1,2}:\d\d)(?:, \(1st play from scrimmage [\d:]+\))?|continued\.)$"
)
_SNAP = re.compile(rf"^(?P<down>\d)-(?P<distance>\d{{1,2}})-(?P<spot>{_SPOT}) (?P<text>[(#A-Z\d].*)$")
_SCORE = re.compile(
    r"^(?P<away>[A-Z]{2,4}) (?P<away_points>\d+),? (?P<home>[A-Z]{2,4}) (?P<home_points>\d+)(?:,.*|$)"
)
_TIMEOUT = re.compile(r"^Timeout #\d by |^Two[- ]Minute Warning|^TV Timeout|^Official timeout", re.IGNORECASE)
_END = re.compile(r"^END OF (?:QUARTER|GAME|HALF|REGULATION)\b")
# A play without down and distance: kickoffs, tries, and fouls before one of them.
_FREE = re.compile(
    r"^(?:\([A-Z][A-Za-z ]+ formation\) )?"
    r"(?:[^.]{0,3}\S+(?: \S+){0,3} (?:kicks (?:onside )?-?\d+ yards? from |extra point is )"
    r"|(?:\S+ ){0,8}?TWO-POINT CONVERSION ATTEMPT|(?<=\) )PENALTY on )"
)
_FIRST_DOWN = re.compile(r"^(?P<by>[RPX])\d{1,2}$")
# First-down marks stand in a column of their own at the right edge.
_MARK_COLUMN = 540
_REVERSED = "REVERSED."


@dataclass
class Entry:
    """What becomes one row: a play, a timeout or a remark, with the words of all its lines."""

    page: int
    quarter: int
    kind: str  # snap, free, timeout, remark
    text: str
    down: int | None = None
    distance: int | None = None
    spot: str | None = None
    drive_team: str | None = None
    drive: int = 0
    first_down: str | None = None  # R run, P pass, X penalty


@dataclass
class Account:
    """Everything on the play-by-play pages; every line is either part of an entry or counted here."""

    entries: list[Entry] = field(default_factory=list)
    drive_clocks: dict[int, str] = field(default_factory=dict)  # entry number after which a drive starts, its clock
    scores: list[tuple[int, str, int, str, int]] = field(default_factory=list)
    quarters: list[int] = field(default_factory=list)
    lines: int = 0
    lines_in_entries: int = 0
    headings: int = 0


def read_entries(lines: Sequence[PrintedLine]) -> Account:
    """Read the play-by-play in order."""
    account = Account()
    state = _Reader(account)
    page = 0
    for line in lines:
        account.lines += 1
        first_of_page, page = line.page != page, line.page
        if first_of_page and _PAGE_HEAD.match(line.text):
            account.headings += 1
        else:
            state.read(line)
    return account


class _Reader:
    """Where in the game we are while the lines go by."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.quarter = 0
        self.team: str | None = None
        self.drive = 0
        self.closing = False  # inside the table at the end of a quarter

    def read(self, line: PrintedLine) -> None:
        text, mark = _without_mark(line)
        if self._heading(text):
            self.account.headings += 1
            return
        if self.closing or self.quarter == 0:
            self.account.headings += 1
            return
        self.account.lines_in_entries += 1
        before = self.account.entries[-1] if self.account.entries else None
        if before is not None and before.text.endswith(_REVERSED):
            self._continue(before, text, mark)
        elif snap := _SNAP.match(text):
            self._add(line, "snap", snap["text"], mark)
            entry = self.account.entries[-1]
            entry.down, entry.distance, entry.spot = int(snap["down"]), int(snap["distance"]), snap["spot"]
        elif _TIMEOUT.match(text):
            self._add(line, "timeout", text, mark)
        elif _FREE.match(text):
            self._add(line, "free", text, mark)
        elif before is None or before.quarter != self.quarter or before.kind in ("timeout", "remark"):
            # A foul that follows no play is one of its own, enforced between downs.
            self._add(line, "free" if text.startswith("PENALTY on ") else "remark", text, mark)
        else:
            self._continue(before, text, mark)

    def _heading(self, text: str) -> bool:
        """Quarters, drives, scores and the table after a quarter: lines that are no part of a play."""
        if quarter := _QUARTER.match(text):
            name = (quarter["name"] or "").lower()
            self.quarter = _NUMBER.get(name) or max(5, self.quarter + 1)
            self.account.quarters.append(self.quarter)
            self.closing = False
            return True
        if _HEADING.match(text):
            return True
        if _END.match(text):
            self.closing = True
            return True
        if self.closing:
            return False
        if drive := _DRIVE.match(text):
            if drive["clock"]:
                self.drive += 1
                self.account.drive_clocks[len(self.account.entries)] = drive["clock"]
            self.team = drive["team"]
            return True
        if score := _SCORE.match(text):
            self.account.scores.append(
                (
                    len(self.account.entries),
                    score["away"],
                    int(score["away_points"]),
                    score["home"],
                    int(score["home_points"]),
                )
            )
            return True
        return False

    def _add(self, line: PrintedLine, kind: str, text: str, mark: str | None) -> None:
        self.account.entries.append(
            Entry(line.page, self.quarter, kind, text, drive_team=self.team, drive=self.drive, first_down=mark)
        )

    @staticmethod
    def _continue(entry: Entry, text: str, mark: str | None) -> None:
        entry.text = f"{entry.text} {text}"
        entry.first_down = mark or entry.first_down


def _without_mark(line: PrintedLine) -> tuple[str, str | None]:
    """The words, and the first-down mark (`R4`, `P12`, `X3`) from the right edge."""
    rest, _, last = line.text.rpartition(" ")
    if line.last_word_left > _MARK_COLUMN and rest and (mark := _FIRST_DOWN.match(last)):
        return rest, mark["by"]
    return line.text, None
