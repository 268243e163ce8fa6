"""The pages of a game book: which page is what, the cover, the statistics, and the plays line by line."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2

from chartkit.errors import InputError
from chartkit.football.field import clock_seconds
from chartkit.football.teams import season_length, teams
from chartkit.resources import data_file

PLAY_BY_PLAY, STATISTICS, COVER = "Play By Play", "Final Team Statistics", "Game Summary"
_LAST_PAGES = ("Miscellaneous Statistics", "Playtime Percentage", "Ten Longest Plays")
_EOF = b"%%EOF"
_TAIL_BYTES = 2048
_MOST_BYTES, _MOST_PAGES, _LONGEST_LINE = 64 << 20, 100, 400
_SAME_LINE = 2.5
_WORD_GAP = 1.5
_AGAIN = "Download the game book again from the league's site."
_DATE = re.compile(
    r"Date:\s*(?:[A-Z][a-z]+,\s*)?(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})\s+"
    r"(?P<away>.+?) at (?P<home>.+?)(?:\s+Start Time.*)?$"
)
_QUARTERS = re.compile(r"^(?P<side>VISITOR|HOME):\s*(?P<team>.+?)\s+(?P<points>\d{1,3}(?: \d{1,3}){4,12})$")
_FILE_NAME = re.compile(r"^(?P<season>\d{4})_(?P<week>\d{1,2})_")
_PLAYOFF_ROUNDS = 4
_LAST_MONTH_OF_SEASON = 3
#: Heading of a line, and the statistics that its numbers are; empty for one that is not compared.
_LINES: dict[str, list[str]] = data_file(Path(__file__).parents[1] / "data" / "gamebook.toml")["lines"]
_VALUE = r"-?\d[\d.:%-]*"
_LINE = re.compile(rf"^(?P<heading>.+?) (?P<visitor>{_VALUE}) (?P<home>{_VALUE})$")


@dataclass(frozen=True)
class PrintedLine:
    """One printed line: its page, its words, and where the words stand."""

    page: int
    text: str
    left: float
    last_word_left: float


def read_pages(path: Path) -> dict[str, list[PrintedLine]]:
    """The lines of the pages that matter, by what they are; anything but a game book is refused."""
    kinds = _kinds(path)
    found: dict[str, list[PrintedLine]] = {COVER: [], STATISTICS: [], PLAY_BY_PLAY: []}
    try:
        # pdfplumber leaves a file open that it cannot read, so we open it ourselves.
        with path.open("rb") as file, pdfplumber.open(file) as book:
            for number, kind in kinds.items():
                found[kind] += _lines(book.pages[number], number + 1)
    except Exception as error:
        # pdfminer answers a damaged PDF with whatever error it meets first.
        raise _damaged(path) from error
    return found


def _damaged(path: Path, what: str = "the PDF is damaged.") -> InputError:
    return InputError(what, where=str(path), remedy=_AGAIN)


def _kinds(path: Path) -> dict[int, str]:
    """Which page is what; pdfium reads plain text far faster than pdfplumber finds where each word stands."""
    texts = _texts(path)
    if not any(text.strip() for text in texts):
        raise InputError(
            f"the {len(texts)} pages are pictures without text.",
            where=str(path),
            remedy="chartkit reads game books that hold text; scan it with text recognition, or find the original.",
        )
    kinds: dict[int, str] = {0: COVER}
    started = False
    for number, text in enumerate(texts):
        head = text[:600]
        if PLAY_BY_PLAY in head:
            started = True
        elif STATISTICS in head:
            kinds[number] = STATISTICS
        elif started and any(name in head for name in _LAST_PAGES):
            break
        if started:
            kinds[number] = PLAY_BY_PLAY
    if not started:
        raise InputError(
            "this PDF is not a game book: none of its pages is headed Play By Play.",
            where=str(path),
            remedy="Give the official game book of a game, with its play-by-play pages.",
        )
    return kinds


def _texts(path: Path) -> list[str]:
    if path.stat().st_size > _MOST_BYTES:
        raise InputError(
            f"the PDF is larger than {_MOST_BYTES >> 20} MB.", where=str(path), remedy="Give a game book with text."
        )
    whole = path.read_bytes()
    if not whole.startswith(b"%PDF"):
        raise _damaged(path, "this is not a PDF file.")
    if _EOF not in whole[-_TAIL_BYTES:]:
        raise _damaged(path, "the PDF is cut off before its end.")
    try:
        with closing(pypdfium2.PdfDocument(whole)) as document:
            if len(document) > _MOST_PAGES:
                raise InputError(
                    f"the PDF has more than {_MOST_PAGES} pages.",
                    where=str(path),
                    remedy="Give the game book of one game.",
                )
            return [_text(page) for page in document]
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise InputError(
                "the PDF is encrypted and asks for a password.",
                where=str(path),
                remedy="Save a copy without a password and give that.",
            ) from error
        raise _damaged(path) from error


def _text(page: Any) -> str:
    with closing(page.get_textpage()) as words:
        return str(words.get_text_bounded())


def _lines(page: Any, number: int) -> list[PrintedLine]:
    """Words that stand on one height, from left to right."""
    rows: list[tuple[float, list[dict[str, Any]]]] = []
    for word in sorted(page.extract_words(x_tolerance=_WORD_GAP), key=lambda word: (word["bottom"], word["x0"])):
        if rows and abs(word["bottom"] - rows[-1][0]) <= _SAME_LINE:
            rows[-1][1].append(word)
        else:
            rows.append((word["bottom"], [word]))
    made = []
    for _, words in rows:
        words.sort(key=lambda word: word["x0"])
        made.append(
            PrintedLine(
                number, " ".join(word["text"] for word in words)[:_LONGEST_LINE], words[0]["x0"], words[-1]["x0"]
            )
        )
    return made


@dataclass(frozen=True)
class Cover:
    """What the first page says."""

    date: datetime.date
    season: int
    week: int
    postseason: bool
    away_name: str
    home_name: str
    away_quarters: tuple[int, ...]
    home_quarters: tuple[int, ...]


def read_cover(lines: Sequence[PrintedLine], path: Path) -> Cover:
    """Date, teams and score by quarters (four quarters, overtime, total)."""
    found = next((match for line in lines if (match := _DATE.search(line.text))), None)
    quarters = {match["side"]: match["points"] for line in lines if (match := _QUARTERS.match(line.text))}
    if found is None or len(quarters) < 2:
        missing = "the date and the two teams" if found is None else "the score by quarters"
        raise InputError(
            f"the first page of the game book does not give {missing}.",
            where=f"{path}, page 1",
            remedy="Give the complete game book, from its first page on.",
        )
    try:
        date = datetime.date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError as error:
        raise InputError(
            f"{found['month']}/{found['day']}/{found['year']} is no date.", where=f"{path}, page 1", remedy=_AGAIN
        ) from error
    season = date.year - (date.month <= _LAST_MONTH_OF_SEASON)
    week = _week(date, season, path)
    length = season_length(season)
    return Cover(
        date=date,
        season=season,
        week=week,
        postseason=length is not None and week > length.weeks,
        away_name=found["away"].strip(),
        home_name=found["home"].strip(),
        away_quarters=tuple(map(int, quarters["VISITOR"].split())),
        home_quarters=tuple(map(int, quarters["HOME"].split())),
    )


def _week(date: datetime.date, season: int, path: Path) -> int:
    """From the name of the file (2013_19_NO_SEA.pdf), or counted from the Tuesday after Labor Day."""
    named = _FILE_NAME.match(path.name)
    if named and int(named["season"]) == season:
        return int(named["week"])
    first = datetime.date(season, 9, 1)
    labor_day = first + datetime.timedelta(days=(7 - first.weekday()) % 7)
    week = (date - labor_day - datetime.timedelta(days=1)).days // 7 + 1
    length = season_length(season)
    # The week without games before the last game is not counted.
    last = length.weeks + _PLAYOFF_ROUNDS if length else week
    return max(1, min(week, last))


def code_of_name(name: str, season: int) -> str | None:
    """The code of an NFL team by its full name; None for a team of another league."""
    return next((team.code for team in teams(season) if team.name.lower() == name.lower()), None)


def read_statistics(lines: Sequence[PrintedLine]) -> list[tuple[str, str, float]]:
    """Every stated total as side ("away" or "home"), statistic and value."""
    found = []
    for line in lines:
        match = _LINE.match(line.text)
        names = _LINES.get(match["heading"]) if match else None
        if match is None or names is None:
            continue
        for side, text in (("away", match["visitor"]), ("home", match["home"])):
            try:
                found += [(side, name, value) for name, value in _values(names, text)]
            except (ValueError, KeyError):
                # A figure that is no number is not compared.
                continue
    return found


def _values(names: list[str], text: str) -> list[tuple[str, float]]:
    if names == ["possession_seconds"]:
        return [("possession_seconds", float(clock_seconds(text)))]
    # Numbers are joined by hyphens, and a yardage may be negative: 2--3.
    parts = [text] if len(names) == 1 else re.split(r"(?<=\d)-", text.rstrip("%"))
    known = {name: float(part) for name, part in zip(names, parts, strict=False)}
    known.pop("", None)
    if "punt_average" in known:
        # The book gives the average to a tenth of a yard.
        known["punt_yards"] = float(round(known.pop("punt_average") * known["punts"]))
    return list(known.items())


# The play-by-play pages line by line: plays with their wrapped lines, drives, quarters, timeouts, scores.


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

    def add(self, text: str, mark: str | None) -> None:
        """Another line of it."""
        self.text = f"{self.text} {text}"
        self.first_down = mark or self.first_down


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
    # Where in the game we are while the lines go by.
    quarter: int = 0
    team: str | None = None
    drive: int = 0
    closing: bool = False  # inside the table at the end of a quarter

    def read(self, line: PrintedLine) -> None:
        """One more line."""
        text, mark = _without_mark(line)
        if self._heading(text) or self.closing or self.quarter == 0:
            self.headings += 1
            return
        self.lines_in_entries += 1
        before = self.entries[-1] if self.entries else None
        if before is not None and before.text.endswith(_REVERSED):
            before.add(text, mark)
        elif snap := _SNAP.match(text):
            entry = self._begin(line, "snap", snap["text"], mark)
            entry.down, entry.distance, entry.spot = int(snap["down"]), int(snap["distance"]), snap["spot"]
        elif _TIMEOUT.match(text):
            self._begin(line, "timeout", text, mark)
        elif _FREE.match(text):
            self._begin(line, "free", text, mark)
        elif before is None or before.quarter != self.quarter or before.kind in ("timeout", "remark"):
            # A foul that follows no play is one of its own, enforced between downs.
            self._begin(line, "free" if text.startswith("PENALTY on ") else "remark", text, mark)
        else:
            before.add(text, mark)

    def _begin(self, line: PrintedLine, kind: str, text: str, mark: str | None) -> Entry:
        entry = Entry(line.page, self.quarter, kind, text, drive_team=self.team, drive=self.drive, first_down=mark)
        self.entries.append(entry)
        return entry

    def _heading(self, text: str) -> bool:
        """Quarters, drives, scores and the table after a quarter: lines that are no part of a play."""
        if quarter := _QUARTER.match(text):
            name = (quarter["name"] or "").lower()
            self.quarter = _NUMBER.get(name) or max(5, self.quarter + 1)
            self.quarters.append(self.quarter)
            self.closing = False
        elif _HEADING.match(text):
            pass
        elif _END.match(text):
            self.closing = True
        elif self.closing:
            return False
        elif drive := _DRIVE.match(text):
            if drive["clock"]:
                self.drive += 1
                self.drive_clocks[len(self.entries)] = drive["clock"]
            self.team = drive["team"]
        elif score := _SCORE.match(text):
            away, home = int(score["away_points"]), int(score["home_points"])
            self.scores.append((len(self.entries), score["away"], away, score["home"], home))
        else:
            return False
        return True


def read_entries(lines: Sequence[PrintedLine]) -> Account:
    """Read the play-by-play in order."""
    account = Account()
    page = 0
    for line in lines:
        account.lines += 1
        first_of_page, page = line.page != page, line.page
        if first_of_page and _PAGE_HEAD.match(line.text):
            account.headings += 1
        else:
            account.read(line)
    return account


def _without_mark(line: PrintedLine) -> tuple[str, str | None]:
    """The words, and the first-down mark (`R4`, `P12`, `X3`) from the right edge."""
    rest, _, last = line.text.rpartition(" ")
    if line.last_word_left > _MARK_COLUMN and rest and (mark := _FIRST_DOWN.match(last)):
        return rest, mark["by"]
    return line.text, None
