"""The roster sheet of a team, and reading one back from a PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from chartkit.errors import InputError
from chartkit.files import read_bytes
from chartkit.findings import Severity
from chartkit.paper import (
    BETWEEN,
    IMPRINT,
    SEAL,
    Box,
    Cell,
    Grid,
    Item,
    Layout,
    PdfFile,
    Placed,
    QrCode,
    Row,
    Sheet,
    Text,
    opened,
    refuse_damaged_streams,
    seal,
    span,
)
from chartkit.systems.coachs_call.rosters import BACKS, GRADED_SLOTS, RANKED_SLOTS, RECEIVERS
from chartkit.systems.coachs_call.tables import STATUSES, standard_tables
from chartkit.systems.coachs_call.teams import (
    NAMED_SLOTS,
    Record,
    Team,
    team_checksum,
    team_from_json,
    team_to_json,
)
from chartkit.systems.coachs_call.validate import validate_team
from chartkit.systems.coachs_call.words import SLOT_NAMES, STATUS_NAMES

TEMPLATE = "coachs-call-cards.toml"
NOTHING = "–"
#: Behind the grade of a back who is an A receiver on short and screen passes (2.5).
_RECEIVING = "*"
_SHEET = "roster"
#: The square code and the white that cameras need beside it, in points.
_CODE, _QUIET = 18.0, 4.0
_ABOUT = "* an A receiver on short and screen passes (2.5). A back counts as a B receiver otherwise."
_FOOT = re.compile(
    BETWEEN.join(
        (
            IMPRINT,
            r"(?P<season>[0-9]{1,4}) (?P<code>[^·\s]+)",
            r"(?P<city>[^·\r\n]*)",
            r"(?P<name>[^·\r\n]*)",
            r"roster of Coach's Call",
            r"(?P<style>\S+) on (?P<paper>\S+)",
            rf"chart (?P<checksum>{SEAL})(?!\w)",
        )
    )
)


def load_layout(style: str, paper: str, *, override: Path | None = None, marks: bool = False) -> Layout:
    """The layout of this game's sheets."""
    return Layout.load(TEMPLATE, style, paper, override=override, marks=marks)


def _grade_cell(team: Team, status: str, slot: str) -> Cell:
    own = team.rosters.get(status)
    text = NOTHING if own is None else own.grades[slot] + (_RECEIVING if slot in own.receiving else "")
    return Cell(text, "value", f"rosters.{status}.grades.{slot}")


def grades_grid(team: Team, widths: Mapping[str, float]) -> Grid:
    """Slots and players, and the grade of each for every status (2.2, 2.3)."""
    head: Row = (
        Cell("SLOT", "heading"),
        Cell("PLAYER", "heading"),
        *(Cell(STATUS_NAMES[status].upper().replace(" ", "\n"), "heading") for status in STATUSES),
    )
    body: list[Row] = []
    for slot in GRADED_SLOTS:
        named = Cell(team.players.get(slot, ""), "figure", f"players.{slot}" if slot in NAMED_SLOTS else "")
        label = Cell(f"{slot}  {SLOT_NAMES[slot]}", "label")
        body.append((label, named, *(_grade_cell(team, status, slot) for status in STATUSES)))
    points = [
        Cell(str(own.points) if (own := team.rosters.get(status)) else NOTHING, "dice", f"rosters.{status}.points")
        for status in STATUSES
    ]
    body.append(tuple(span([Cell("QUALITY POINTS", "dice", across=2), *points])))
    return Grid(
        "grades",
        "Grades",
        (widths["slot"], widths["player"], *[widths["grade"]] * len(STATUSES)),
        (1.5, *[1.0] * len(body)),
        (head, *body),
    )


def ranks_grid(team: Team) -> Grid:
    """Linemen, linebackers and backs by depth (2.7)."""
    lines = {line: [slot for slot in RANKED_SLOTS if slot.startswith(line)] for line in ("OL", "DL", "LB", "DB")}
    titles = ("OFFENSIVE LINE", "DEFENSIVE LINE", "LINEBACKERS", "DEFENSIVE BACKS")
    rows: list[Row] = [tuple(span([Cell(title, "heading", across=2) for title in titles]))]
    for rank in range(5):
        cells: list[Cell | None] = []
        for slots in lines.values():
            if rank < len(slots):
                slot = slots[rank]
                cells += [Cell(slot, "dice"), Cell(team.players.get(slot, ""), "figure", f"players.{slot}")]
            else:
                cells += [None, None]
        rows.append(tuple(cells))
    return Grid("ranks", "Depth", (0.6, 2.0) * 4, (1.0,) * len(rows), tuple(rows))


def touches_grid(team: Team) -> Grid:
    """Boxes for carries and catches, as many as a man can stand (12.4)."""
    most_back, most_receiver = standard_tables().stamina
    rows: list[Row] = [
        tuple(
            span(
                [
                    Cell(
                        "TOUCHES: ONE BOX FOR EACH CARRY AND CATCH; WITHOUT A BOX LEFT HE IS D (12.4)",
                        "heading",
                        across=31,
                    )
                ]
            )
        )
    ]
    for slot in (*BACKS, *RECEIVERS):
        limit = most_back if slot in BACKS else most_receiver
        boxes = [Cell(str(number + 1), "box") if number < limit else None for number in range(30)]
        rows.append((Cell(slot, "dice"), *boxes))
    return Grid("touches", "Touches", (2.2, *[1.0] * 30), (1.0,) * len(rows), tuple(rows))


def roster_sheet(team: Team, layout: Layout, *, checksum: str | None = None, colour: str = "") -> Sheet:
    """The roster sheet of a team."""
    sealed = seal(team_checksum(team)) if checksum is None else checksum
    paper = layout.paper
    band, height, body = paper.printable, layout.points("title"), layout.body(paper)
    grids = {
        "grades": grades_grid(team, layout.columns("roster")),
        "ranks": ranks_grid(team),
        "touches": touches_grid(team),
    }
    who = f"{team.season} {team.city} {team.name}"
    left = band.x + _CODE + _QUIET
    items: list[Item] = [
        QrCode(f"{team.code} {team.season} {sealed.replace('-', '')}", Box(band.x, band.y, _CODE, _CODE)),
        Text(who, Box(left, band.y, 0.5 * band.width, height), "title", level=1),
        Text("ROSTER", Box(band.x + 0.58 * band.width, band.y, 0.2 * band.width, height), "subtitle", level=2),
        Text(
            str(team.record),
            Box(band.x + 0.8 * band.width, band.y, 0.2 * band.width, height),
            "title_right",
            "record",
        ),
        Text(_ABOUT, body.part(0, 0.513, 1, 0.02), "note"),
    ]
    items += [
        Placed(grids[area["grid"]], body.part(*area["box"])) for area in layout.data["sheet"][_SHEET]["areas"]
    ]
    return layout.sheet(
        paper,
        items,
        title=f"{team.season} {team.code} roster",
        about=(f"{team.season} {team.code}", team.city, team.name, "roster of Coach's Call"),
        checksum=sealed,
        accent=colour,
    )


@dataclass(frozen=True, slots=True)
class Problem:
    """A cell that could not be read."""

    page: int
    cell: str
    what: str

    def __str__(self) -> str:
        return f"page {self.page}, {self.cell}: {self.what}"


@dataclass(frozen=True)
class ReadRosters:
    """What a file held: teams, what stands in their way, and pages that are no roster."""

    teams: tuple[Team, ...]
    problems: tuple[Problem, ...]
    other_pages: tuple[int, ...]


@lru_cache(maxsize=16)
def _boxes(style: str, paper: str, override: Path | None) -> Mapping[str, Box]:
    """Where the data of a sheet stands; the same for every team."""
    base, _, own = style.partition("+")
    if own and override is None:
        raise InputError(
            f"these sheets were printed with a template of your own ({own}).", remedy="Name it with --template."
        )
    layout = load_layout(base, paper, override=override if own else None)
    blank = Team(0, "", "", "", Record(), {}, {})
    return roster_sheet(blank, layout, checksum="").keyed()


def read_file(path: Path, *, override: Path | None = None) -> ReadRosters:
    """Read the roster sheets in a PDF file."""
    data = read_bytes(path)
    with opened(data, str(path)) as pdf:
        refuse_damaged_streams(data, str(path))
        found = read_pages(pdf, override=override)
    if not found.teams and not found.problems:
        raise InputError(
            "no page of this PDF is a roster sheet that chartkit printed.",
            where=str(path),
            remedy="Give a PDF that `chartkit print` made; only roster sheets are read back.",
        )
    return found


def read_pages(pdf: PdfFile, *, override: Path | None = None) -> ReadRosters:
    """Read every roster sheet of an open PDF."""
    teams: list[Team] = []
    problems: list[Problem] = []
    others: list[int] = []
    for index in range(len(pdf)):
        letters = pdf.letters(index)
        foot = _FOOT.search(letters.text)
        if foot is None:
            others.append(index + 1)
            if re.search(rf"{IMPRINT}{BETWEEN}[0-9]+ [^·\s]+{BETWEEN}", letters.text):
                problems.append(Problem(index + 1, "foot", "it is damaged, so nothing tells whose page this is"))
            continue
        boxes = _boxes(foot["style"], foot["paper"], override)
        cells = {key: text for key, (text, _) in letters.in_boxes(boxes).items()}
        team, wrong = _assembled(cells, foot, index + 1)
        problems += wrong
        if team is not None:
            teams.append(team)
    return ReadRosters(tuple(teams), tuple(problems), tuple(others))


def _assembled(cells: Mapping[str, str], foot: re.Match[str], page: int) -> tuple[Team | None, list[Problem]]:
    """The team of a page, or none and what is wrong with its cells."""
    record = [int(number) for number in re.findall(r"[0-9]+", cells.get("record", ""))]
    if len(record) not in (2, 3):
        return None, [Problem(page, "record", f"{cells.get('record', '')!r} is no record")]
    won, lost, tied = (*record, 0)[:3]
    data: dict[str, Any] = {
        "format": "chartkit/coachs-call-team@1",
        "game": "coachs-call",
        "season": int(foot["season"]),
        "team": {"code": foot["code"], "city": foot["city"].strip(), "name": foot["name"].strip()},
        "record": {"won": won, "lost": lost, "tied": tied},
        "players": {slot: cells.get(f"players.{slot}", "") for slot in NAMED_SLOTS},
        "rosters": {},
    }
    for status in STATUSES:
        texts = {slot: cells.get(f"rosters.{status}.grades.{slot}", "") for slot in GRADED_SLOTS}
        points = cells.get(f"rosters.{status}.points", "")
        if points == NOTHING:
            continue
        if not points.isdigit():
            return None, [Problem(page, f"rosters.{status}.points", f"{points!r} is no number")]
        data["rosters"][status] = {
            "points": int(points),
            "grades": {slot: text.removesuffix(_RECEIVING) for slot, text in texts.items()},
            "receiving": [slot for slot in BACKS if texts[slot].endswith(_RECEIVING)],
        }
    # Tables of the house may have other prices and budgets: only what the sheet itself cannot say is wrong.
    wrong = [
        Problem(page, each.dotted, each.message.rstrip("."))
        for each in validate_team(data, plausible=False)
        if each.severity is Severity.ERROR and each.code != "CC201"
    ]
    if wrong:
        return None, wrong
    team = team_from_json(data)
    found = seal(team_checksum(team))
    if found != foot["checksum"]:
        what = (
            f"the cells make chart {found}, but the foot says {foot['checksum']}: damaged or changed after printing"
        )
        return None, [Problem(page, "checksum", what)]
    return team, []


def team_differences(team: Team, back: Team) -> list[str]:
    """Cells that differ; the source is not on paper."""
    one, other = team_to_json(team), team_to_json(back)
    for data in (one, other):
        del data["source"]
    return [f"{key}: {other[key]!r} on paper, {one[key]!r} in the file" for key in one if one[key] != other[key]]
