"""What the game puts on paper: print jobs, and the roster sheet of a team, which is read back from a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path

from chartkit import builds, paper
from chartkit.files import file_name
from chartkit.findings import Severity, changed_values
from chartkit.football.teams import Record, SeasonTeam, colour_of, league_order
from chartkit.league import certificate_blocks, read_roundtrip
from chartkit.systems.base import Cards, Print, PrintJob, ReadPaper
from chartkit.systems.coachs_call import GAME, TITLE, sheets, validate
from chartkit.systems.coachs_call.tables import STATUSES, Tables, standard_tables
from chartkit.systems.coachs_call.teams import (
    BACKS,
    GRADED_SLOTS,
    NAMED_SLOTS,
    RANKED_SLOTS,
    RECEIVERS,
    Team,
    team_checksum,
    team_from_json,
    team_to_json,
    team_to_text,
)
from chartkit.systems.coachs_call.validate import validate_team
from chartkit.systems.coachs_call.words import SLOT_NAMES, STATUS_NAMES
from chartkit.systems.game_files import SEASON_FILE, build_around
from chartkit.systems.publishing import Bundle, as_print, read_paper, single_kinds

TEMPLATE = "coachs-call-cards.toml"
NOTHING = "–"
#: Behind the grade of a back who is an A receiver on short and screen passes (2.5).
_RECEIVING = "*"
_SHEET, _ON_FOOT = "roster", "roster of Coach's Call"
#: The square code and the white that cameras need beside it, in points.
_CODE, _QUIET = 18.0, 4.0
_ABOUT = "* an A receiver on short and screen passes (2.5). A back counts as a B receiver otherwise."
_TOUCHES = "TOUCHES: ONE BOX FOR EACH CARRY AND CATCH; WITHOUT A BOX LEFT HE IS D (12.4)"
_FOOT = paper.foot_pattern(rf"(?P<sheet>{_ON_FOOT})")


def load_layout(style: str, size: str, *, override: Path | None = None, marks: bool = False) -> paper.Layout:
    """The layout of this game's sheets."""
    return paper.Layout.load(TEMPLATE, style, size, override=override, marks=marks)


def _grade_cell(team: Team, status: str, slot: str) -> paper.Cell:
    own = team.rosters.get(status)
    text = NOTHING if own is None else own.grades[slot] + (_RECEIVING if slot in own.receiving else "")
    return paper.Cell(text, "value", f"rosters.{status}.grades.{slot}")


def grades_grid(team: Team, widths: Mapping[str, float]) -> paper.Grid:
    """Slots and players, and the grade of each for every status (2.2, 2.3)."""
    head: paper.Row = (
        paper.Cell("SLOT", "heading"),
        paper.Cell("PLAYER", "heading"),
        *(paper.Cell(STATUS_NAMES[status].upper().replace(" ", "\n"), "heading") for status in STATUSES),
    )
    body: list[paper.Row] = []
    for slot in GRADED_SLOTS:
        named = paper.Cell(team.players.get(slot, ""), "figure", f"players.{slot}" if slot in NAMED_SLOTS else "")
        label = paper.Cell(f"{slot}  {SLOT_NAMES[slot]}", "label")
        body.append((label, named, *(_grade_cell(team, status, slot) for status in STATUSES)))
    points = [
        paper.Cell(
            str(own.points) if (own := team.rosters.get(status)) else NOTHING, "dice", f"rosters.{status}.points"
        )
        for status in STATUSES
    ]
    body.append(tuple(paper.span([paper.Cell("QUALITY POINTS", "dice", across=2), *points])))
    return paper.Grid(
        "grades",
        "Grades",
        (widths["slot"], widths["player"], *[widths["grade"]] * len(STATUSES)),
        (1.5, *[1.0] * len(body)),
        (head, *body),
    )


def ranks_grid(team: Team) -> paper.Grid:
    """Linemen, linebackers and backs by depth (2.7)."""
    lines = {line: [slot for slot in RANKED_SLOTS if slot.startswith(line)] for line in ("OL", "DL", "LB", "DB")}
    titles = ("OFFENSIVE LINE", "DEFENSIVE LINE", "LINEBACKERS", "DEFENSIVE BACKS")
    rows: list[paper.Row] = [tuple(paper.span([paper.Cell(title, "heading", across=2) for title in titles]))]
    for rank in range(5):
        cells: list[paper.Cell | None] = []
        for slots in lines.values():
            if rank < len(slots):
                slot = slots[rank]
                cells += [
                    paper.Cell(slot, "dice"),
                    paper.Cell(team.players.get(slot, ""), "figure", f"players.{slot}"),
                ]
            else:
                cells += [None, None]
        rows.append(tuple(cells))
    return paper.Grid("ranks", "Depth", (0.6, 2.0) * 4, (1.0,) * len(rows), tuple(rows))


def touches_grid(team: Team) -> paper.Grid:
    """Boxes for carries and catches, as many as a man can stand (12.4)."""
    most_back, most_receiver = standard_tables().stamina
    rows: list[paper.Row] = [tuple(paper.span([paper.Cell(_TOUCHES, "heading", across=31)]))]
    for slot in (*BACKS, *RECEIVERS):
        limit = most_back if slot in BACKS else most_receiver
        boxes = [paper.Cell(str(number + 1), "box") if number < limit else None for number in range(30)]
        rows.append((paper.Cell(slot, "dice"), *boxes))
    return paper.Grid("touches", "Touches", (2.2, *[1.0] * 30), (1.0,) * len(rows), tuple(rows))


def roster_sheet(team: Team, layout: paper.Layout, *, checksum: str | None = None, colour: str = "") -> paper.Sheet:
    """The roster sheet of a team."""
    page, printed = layout.paper, (layout.style.name, layout.paper.name)
    sealed = paper.seal(team_checksum(team)) if checksum is None else checksum
    foot = paper.Foot(team.season, team.code, team.city, team.name, _ON_FOOT, "", *printed, sealed)
    band, height, body = page.printable, layout.points("title"), layout.body(page)
    grids = {
        "grades": grades_grid(team, layout.columns("roster")),
        "ranks": ranks_grid(team),
        "touches": touches_grid(team),
    }

    def headline(left: float, share: float) -> paper.Box:
        return paper.Box(band.x + left, band.y, share * band.width, height)

    items: list[paper.Item] = [
        paper.QrCode(foot.code_text(), paper.Box(band.x, band.y, _CODE, _CODE)),
        paper.Text(f"{team.season} {team.city} {team.name}", headline(_CODE + _QUIET, 0.5), "title", level=1),
        paper.Text("ROSTER", headline(0.58 * band.width, 0.2), "subtitle", level=2),
        paper.Text(str(team.record), headline(0.8 * band.width, 0.2), "title_right", "record"),
        paper.Text(_ABOUT, body.part(0, 0.513, 1, 0.02), "note"),
    ]
    items += [
        paper.Placed(grids[area["grid"]], body.part(*area["box"])) for area in layout.data["sheet"][_SHEET]["areas"]
    ]
    return layout.sheet(
        page,
        items,
        title=f"{team.season} {team.code} roster",
        about=foot.parts(),
        checksum=sealed,
        accent=colour,
    )


@lru_cache(maxsize=16)
def _boxes(style: str, size: str, override: Path | None) -> Mapping[str, paper.Box]:
    """The boxes of a sheet's data; the same for every team."""
    layout = paper.printed_layout(TEMPLATE, style, size, override)
    return roster_sheet(Team(0, "", "", "", Record(), {}, {}), layout, checksum="").keyed()


def read_file(path: Path, *, override: Path | None = None) -> paper.ReadTeams[Team]:
    """Read the roster sheets in a PDF file."""
    return paper.read_sheets(
        path,
        partial(read_pages, override=override),
        kind="roster sheet",
        remedy="Give a PDF that `chartkit print` made; only roster sheets are read back.",
    )


def read_pages(pdf: paper.PdfFile, *, override: Path | None = None) -> paper.ReadTeams[Team]:
    """Read every roster sheet of an open PDF."""

    def read_foot(text: str) -> paper.Foot | None:
        match = _FOOT.search(text)
        return paper.Foot.of(match) if match else None

    def cells_of(letters: paper.Letters, foot: paper.Foot, page: int) -> dict[str, paper.ReadCell]:
        found = letters.in_boxes(_boxes(foot.style, foot.paper, override))
        return {key: paper.ReadCell(page, text) for key, (text, _) in found.items()}

    pages = ((page, pdf.letters(page)) for page in range(len(pdf)))
    return paper.gather(pages, read_foot, cells_of).read(_assembled)


def _assembled(found: paper.TeamPages) -> tuple[Team | None, list[paper.UnreadCell]]:
    """The team of a page, or none and what is wrong with its cells."""
    foot, page = found.foot, found.first_page
    cells = {key: cell.text for key, cell in found.cells.items()}
    record = [int(number) for number in re.findall(r"[0-9]+", cells["record"])]
    if len(record) not in (2, 3):
        return None, [paper.UnreadCell(page, "record", f"{cells['record']!r} is no record")]
    players = {slot: cells[f"players.{slot}"] for slot in NAMED_SLOTS}
    data = team_to_json(Team(foot.season, foot.code, foot.city, foot.name, Record(*record), players, {}))
    for status in STATUSES:
        texts = {slot: cells[f"rosters.{status}.grades.{slot}"] for slot in GRADED_SLOTS}
        points = cells[f"rosters.{status}.points"]
        if not (points.isdigit() or points == NOTHING):
            return None, [paper.UnreadCell(page, f"rosters.{status}.points", f"{points!r} is no number")]
        if points != NOTHING:
            data["rosters"][status] = {
                "points": int(points),
                "grades": {slot: text.removesuffix(_RECEIVING) for slot, text in texts.items()},
                "receiving": [slot for slot in BACKS if texts[slot].endswith(_RECEIVING)],
            }
    # Tables of the house may have other prices and budgets: only what the sheet itself cannot say is wrong.
    wrong = [
        paper.UnreadCell(page, each.dotted, each.message.rstrip("."))
        for each in validate_team(data, plausible=False)
        if each.severity is Severity.ERROR and each.code != "CC201"
    ]
    if wrong:
        return None, wrong
    team = team_from_json(data)
    wrong = found.seal_problems(paper.seal(team_checksum(team)))
    return (None, wrong) if wrong else (team, [])


def team_differences(team: Team, back: Team) -> list[str]:
    """Cells that differ; the source is not on paper."""
    changed = changed_values(team_to_json(team), team_to_json(back))
    return [
        f"{'.'.join(path)}: {right!r} on paper, {left!r} in the file"
        for path, left, right in changed
        if path[0] != "source"
    ]


ROSTER = "roster"
COMMON: Mapping[str, tuple[str, Callable[[Tables, paper.Layout], list[paper.Sheet]]]] = {
    "actions": ("action table 1: runs, passes and long gains", sheets.action_sheets),
    "sums": ("action table 2 and kicks, read by the sum", sheets.sum_sheets),
    "grids": ("penalties, injuries and credit by box", sheets.grid_sheets),
    "rare": ("rare plays of the favorite and of the underdog", sheets.rare_sheets),
    "clock": ("clock strips with box letters, one sheet a game", sheets.clock_sheets),
    "reference": ("the course of a play, calls, prices and conditions", sheets.reference_sheets),
}
CERTIFICATE = "certificate"
GROUPS = {
    "tables": ("all sheets that both teams share", tuple(COMMON)),
    "all": ("rosters and tables", (ROSTER, *COMMON)),
}


class CallCards(Cards):
    """The game's way onto paper and back."""

    game = TITLE

    def __init__(self) -> None:
        self._printed: dict[str, tuple[Team, ...]] = {}

    def kinds(self) -> Mapping[str, str]:
        """What can be printed."""
        return {
            ROSTER: "the roster sheet of a team",
            CERTIFICATE: "the season played many times beside the real one (chartkit roundtrip)",
            **{kind: about for kind, (about, _) in {**COMMON, **GROUPS}.items()},
        }

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        """The documents of a job."""
        wanted = job.what or (ROSTER, "tables")
        what = single_kinds(self, wanted, GROUPS)
        with builds.opened(build_around(job.source)):
            tables = validate.build_tables(build_around(job.source))
            teams, known = _teams(job.source, job.teams, tables)
        layout = load_layout(job.style, job.paper, override=job.template, marks=job.marks)
        groups: list[Bundle[Team]] = []
        for team in teams if ROSTER in what else ():
            colour = job.colours.get(team.code) or colour_of(known, team.season, team.code, team.name)
            sheet = roster_sheet(team, layout, colour=colour)
            groups.append(Bundle(file_name(team.code), sheet.title, [sheet], (team,)))
        if CERTIFICATE in what:
            groups.append(Bundle(CERTIFICATE, "Certificate", _certificate(job.source, teams[0].season, layout)))
        for kind in what:
            if kind in COMMON:
                made = COMMON[kind][1](tables, layout)
                groups.append(Bundle(kind, made[0].title, made))
        year = teams[0].season
        if not apart and len(groups) > 1:
            every = [sheet for group in groups for sheet in group.sheets]
            printed = tuple(team for group in groups for team in group.teams)
            groups = [Bundle("-".join(wanted), f"{year} {' '.join(wanted)}", every, printed)]
        prints = [as_print(group, year, layout.style, GAME) for group in groups]
        self._printed |= {made.name: group.teams for made, group in zip(prints, groups, strict=True)}
        return prints

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Every text in its place, and every roster read back as it was."""
        with paper.opened(pdf, made.name) as printed:
            wrong = [str(each) for _, _, found in paper.differences(made.document, printed) for each in found]
            read = read_pages(printed, override=template)
        wrong += map(str, read.problems)
        back = {(team.season, team.code): team for team in read.cards}
        for team in self._printed[made.name]:
            found = back.get((team.season, team.code))
            wrong += [f"{team.code}: no sheet"] if found is None else team_differences(team, found)
        return wrong

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read the roster sheets of a PDF."""
        found = read_file(path, override=template)
        texts = [(team.code, team_to_text(team)) for team in found.cards]
        return read_paper(texts, found.problems, found.other_pages)


def _certificate(source: Path, season: int, layout: paper.Layout) -> list[paper.Sheet]:
    found = read_roundtrip(build_around(source))
    return paper.filled_sheets(
        layout, "Certificate", certificate_blocks(found, season), heading=f"{TITLE} {season}"
    )


def _teams(source: Path, wanted: tuple[str, ...], tables: Tables) -> tuple[list[Team], tuple[SeasonTeam, ...]]:
    """The teams of a file or a build, in the order of the league, or as they are named; and the league."""
    file = build_around(source) / SEASON_FILE
    known = validate.load_season(file).teams if file.is_file() else ()
    if source.is_file():
        return [validate.load_team(source, tables)], known
    files = validate.FILES.chosen_charts(source, wanted)
    codes = list(files) if wanted else league_order(files, known)
    return [validate.load_team(files[code], tables) for code in codes], known
