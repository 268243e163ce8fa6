"""Official game books: one PDF a game, a folder of them a season."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pdfplumber
import pypdfium2

from chartkit.errors import InputError
from chartkit.football.field import MIDFIELD, clock_seconds, spot_name, try_line
from chartkit.football.teams import season_length, teams
from chartkit.plays.description import Context, description_columns, goal_distance, parse
from chartkit.plays.sources import RawPlays
from chartkit.plays.totals import DERIVED
from chartkit.resources import data_file

NAME = "gamebook"
TITLE = "official game books (.pdf)"
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


def recognises(path: Path, head: bytes) -> bool:
    """Any PDF; one that is not a game book is refused with the reason."""
    return head.startswith(b"%PDF") or path.suffix.lower() == ".pdf"


def seasons(path: Path) -> Set[int]:
    """The one of the game."""
    return {read_gamebook(path).cover.season}


def read(path: Path, season: int | None) -> Iterator[RawPlays]:
    """One game, with the totals that its statistics pages state."""
    book = read_gamebook(path)
    derived = tuple(name for name in DERIVED if name not in book.rows.columns)
    yield RawPlays(book.cover.season, book.rows, "page {}", book.stated, derived=derived)


# The pages by kind, and their lines.


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
        # pdfminer raises any kind of error on a damaged PDF.
        raise _damaged(path) from error
    return found


def _damaged(path: Path, what: str = "the PDF is damaged.") -> InputError:
    return InputError(what, where=path, remedy=_AGAIN)


def _kinds(path: Path) -> dict[int, str]:
    """The kind of each page; pdfium reads plain text far faster than pdfplumber finds the place of each word."""
    texts = _texts(path)
    if not any(text.strip() for text in texts):
        raise InputError(
            f"the {len(texts)} pages are pictures without text.",
            where=path,
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
            where=path,
            remedy="Give the official game book of a game, with its play-by-play pages.",
        )
    return kinds


def _texts(path: Path) -> list[str]:
    if path.stat().st_size > _MOST_BYTES:
        raise InputError(
            f"the PDF is larger than {_MOST_BYTES >> 20} MB.", where=path, remedy="Give a game book with text."
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
                    where=path,
                    remedy="Give the game book of one game.",
                )
            pages = []
            for page in document:
                with closing(page.get_textpage()) as words:
                    pages.append(str(words.get_text_bounded()))
            return pages
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise InputError(
                "the PDF is encrypted and asks for a password.",
                where=path,
                remedy="Save a copy without a password and give that.",
            ) from error
        raise _damaged(path) from error


def _lines(page: Any, number: int) -> list[PrintedLine]:
    """The lines of a page: words at the same height, from left to right."""
    rows: list[tuple[float, list[dict[str, Any]]]] = []
    for word in sorted(page.extract_words(x_tolerance=_WORD_GAP), key=lambda word: (word["bottom"], word["x0"])):
        if rows and abs(word["bottom"] - rows[-1][0]) <= _SAME_LINE:
            rows[-1][1].append(word)
        else:
            rows.append((word["bottom"], [word]))
    made = []
    for _, words in rows:
        words.sort(key=lambda word: word["x0"])
        text = " ".join(word["text"] for word in words)[:_LONGEST_LINE]
        made.append(PrintedLine(number, text, words[0]["x0"], words[-1]["x0"]))
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
            f"{found['month']}/{found['day']}/{found['year']} is not a date.",
            where=f"{path}, page 1",
            remedy=_AGAIN,
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
                # A figure that is not a number is not compared.
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
        """Add another line."""
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
    # Where in the game the current line is.
    quarter: int = 0
    team: str | None = None
    drive: int = 0
    closing: bool = False  # inside the table at the end of a quarter

    def read(self, line: PrintedLine) -> None:
        """Read one more line."""
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


# The entries as rows of the play table.


_PERIODS = ("points_q1", "points_q2", "points_q3", "points_q4", "points_overtime")
_CLOCK = re.compile(r"^\((\d{0,2}:\d\d)\)")
_KICKED_FROM = re.compile(r" yards? from (?P<spot>(?:[A-Z]{2,4} )?\d{1,2}) ")


@dataclass(frozen=True)
class GameBook:
    """A game book as rows of the play table, the totals that it states, and an account of its lines."""

    cover: Cover
    away: str
    home: str
    rows: pd.DataFrame
    stated: pd.DataFrame
    account: Account


def read_gamebook(path: Path) -> GameBook:
    """Read the official game book of one game."""
    pages = read_pages(path)
    cover = read_cover(pages[COVER], path)
    account = read_entries(pages[PLAY_BY_PLAY])
    lacking = [name for name, number in _NUMBER.items() if number not in account.quarters]
    if lacking:
        raise InputError(
            f"the play-by-play of the {' and '.join(lacking)} quarter is missing.",
            where=path,
            remedy="Give the complete game book.",
        )
    away, home = _codes(cover, account, path)
    try:
        rows = _rows(account, cover, away, home)
    except InputError as refusal:
        raise InputError(refusal.what, where=f"{path}, {refusal.where}", remedy=refusal.remedy) from refusal
    except (ValueError, TypeError, LookupError) as error:
        raise InputError(
            "the play-by-play pages do not fit together.", where=path, remedy="Download the game book again."
        ) from error
    sides = {"away": away, "home": home}
    totals: list[tuple[str, str, float]] = []
    for team, points in ((away, cover.away_quarters), (home, cover.home_quarters)):
        totals += [(team, name, value) for name, value in zip(_PERIODS, points[:-1], strict=False)]
    totals += [(sides[side], name, value) for side, name, value in read_statistics(pages[STATISTICS])]
    stated = pd.DataFrame(totals, columns=["team", "statistic", "value"]).astype({"value": "float64"})
    stated.insert(0, "game_id", rows["game_id"].iloc[0])
    return GameBook(cover, away, home, rows, stated, account)


def _codes(cover: Cover, account: Account, path: Path) -> tuple[str, str]:
    """Codes of the season for NFL teams; elsewhere those of the lines that give the score, visitors first."""
    known = {team.name.lower(): team.code for team in teams(cover.season)}
    away, home = (known.get(name.lower()) for name in (cover.away_name, cover.home_name))
    if account.scores:
        _, visitor, _, host, _ = account.scores[0]
        away, home = away or visitor, home or host
    if away is None or home is None:
        raise InputError(
            f"no code is known for {cover.away_name if away is None else cover.home_name}.",
            where=path,
            remedy="chartkit knows the NFL teams since 1999, and others by the score lines of the play-by-play.",
        )
    return away, home


def _rows(account: Account, cover: Cover, away: str, home: str) -> pd.DataFrame:
    """One row for every entry, with the page as its index."""
    writer = _Writer(cover, away, home)
    made = [writer.row(number, entry) for number, entry in enumerate(account.entries)]
    rows = pd.DataFrame(made, index=[entry.page for entry in account.entries])
    _fill_clock(rows, [account.drive_clocks.get(number) for number in range(1, len(rows) + 1)])
    if any(entry.first_down for entry in account.entries):
        # First downs as the book marks them; in a book without marks they follow from the yards.
        rows["first_down"] = [entry.first_down is not None for entry in account.entries]
    return rows


@dataclass
class _Writer:
    """Follows the ball through the entries."""

    cover: Cover
    away: str
    home: str
    #: The team that scored last: it has the try and then kicks off.
    scorer: str | None = None

    def row(self, number: int, entry: Entry) -> dict[str, Any]:
        cover = self.cover
        base: dict[str, Any] = {
            "game_id": f"{cover.season}_{cover.week:02d}_{self.away}_{self.home}",
            "season": cover.season,
            "week": cover.week,
            "season_type": "POST" if cover.postseason else "REG",
            "game_date": cover.date.isoformat(),
            "home_team": self.home,
            "away_team": self.away,
            "play_id": float(number + 1),
            "qtr": entry.quarter,
            "desc": entry.text,
            "home_score": cover.home_quarters[-1],
            "away_score": cover.away_quarters[-1],
        }
        if entry.kind == "timeout" and entry.text.startswith("Timeout #"):
            base["play_type"] = "no_play"
        if entry.kind not in ("snap", "free"):
            return base
        context, situation = self._situation(entry)
        play = parse(entry.text, context)
        if play.touchdown_team is not None and play.play_type not in (None, "no_play"):
            self.scorer = play.touchdown_team
        elif play.play_type in ("run", "pass", "punt"):
            self.scorer = None
        return base | situation | description_columns(play, context)

    def _situation(self, entry: Entry) -> tuple[Context, dict[str, Any]]:
        neutral = Context(self.home, self.away)
        if entry.kind == "snap":
            return self._snap(entry, neutral)
        if kicked := _KICKED_FROM.search(entry.text):
            start = neutral.spot(kicked["spot"])
            side = start.side if start else None
            kicking = side or self.scorer or self._team(entry)
            receiving = neutral.opponent(kicking)
            spot = 100 - goal_distance(start, kicking) if start else None
            context = Context(self.home, self.away, receiving, spot)
            return context, _who(receiving, kicking, spot, kicked["spot"])
        offense = self.scorer or self._team(entry)
        defense = neutral.opponent(offense)
        if self.scorer is None:
            return Context(self.home, self.away, offense), _who(offense, defense, None, "")
        spot = try_line(self.cover.season, kick="TWO-POINT" not in entry.text)
        return Context(self.home, self.away, offense, spot), _who(offense, defense, spot, f"{defense} {spot}")

    def _snap(self, entry: Entry, neutral: Context) -> tuple[Context, dict[str, Any]]:
        offense = self._team(entry)
        start = neutral.spot(entry.spot)
        if offense is None or start is None:
            raise InputError(
                f"no drive is announced before the play {entry.text[:60]!r}.",
                where=f"page {entry.page}",
                remedy="Give the complete game book.",
            )
        spot = goal_distance(start, offense)
        defense = neutral.opponent(offense)
        situation = _who(offense, defense, spot, spot_name(spot, offense, str(defense)))
        situation |= {
            "down": entry.down,
            "ydstogo": entry.distance,
            "goal_to_go": entry.distance == spot,
            "drive": entry.drive,
            "fixed_drive": entry.drive,
        }
        if clock := _CLOCK.match(entry.text):
            situation["quarter_seconds_remaining"] = float(clock_seconds(clock[1]))
        return Context(self.home, self.away, offense, spot, entry.down), situation

    def _team(self, entry: Entry) -> str | None:
        """The code of the team whose drive it is."""
        name = entry.drive_team
        if name is None:
            return None
        return {self.cover.home_name.lower(): self.home, self.cover.away_name.lower(): self.away}.get(name.lower())


def _who(offense: str | None, defense: str | None, spot: int | None, name: str) -> dict[str, Any]:
    return {
        "posteam": offense,
        "defteam": defense,
        "yardline_100": spot,
        "yrdln": "MID 50" if spot == MIDFIELD else name or None,
        "ydstogo": 0,
    }


def _fill_clock(rows: pd.DataFrame, announced: list[str | None]) -> None:
    """Kickoffs and tries carry no clock: it stands still until the drive that is announced after them."""
    heading = [float("nan") if clock is None else clock_seconds(clock) for clock in announced]
    clock = rows.get("quarter_seconds_remaining", pd.Series(float("nan"), rows.index)).astype("float64")
    clock = clock.fillna(pd.Series(heading, rows.index)).groupby(rows["qtr"].to_numpy()).bfill().fillna(0.0)
    rows["quarter_seconds_remaining"] = clock
    rows["time"] = [f"{left // 60:02d}:{left % 60:02d}" for left in clock.astype(int)]
