"""What the game puts on paper: a team's roster sheet, which is read back from a PDF, and the tables (16.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby
from pathlib import Path

from chartkit import builds, paper
from chartkit.files import file_name
from chartkit.findings import Severity, changed_values
from chartkit.football.teams import Record, SeasonTeam, colour_of, league_order
from chartkit.league import certificate_blocks, read_roundtrip
from chartkit.paper import (
    Block,
    Box,
    Cell,
    Foot,
    Grid,
    Item,
    Layout,
    Letters,
    PdfFile,
    Placed,
    QrCode,
    ReadCell,
    ReadTeams,
    Row,
    Sheet,
    TeamPages,
    Text,
    UnreadCell,
    Words,
    filled_sheets,
    reading_table,
)
from chartkit.systems.base import Cards, Print, PrintJob, ReadPaper
from chartkit.systems.coachs_call import GAME, TITLE, validate
from chartkit.systems.coachs_call import tables as t
from chartkit.systems.coachs_call.tables import PASSES, RUNS, STATUSES, WORDS, Tables, standard_tables
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
from chartkit.systems.coachs_call.words import COLUMN_NAMES, SLOT_NAMES, STATUS_NAMES, cell_text, rare_text
from chartkit.systems.game_files import SEASON_FILE, build_around
from chartkit.systems.publishing import Bundle, as_print, read_paper, single_kinds

TEMPLATE = "coachs-call-cards.toml"
NOTHING = "–"
#: Stands behind the grade of a back who is an A receiver on short and screen passes (2.5).
_RECEIVING = "*"
_SHEET, _ON_FOOT = "roster", "roster of Coach's Call"
#: The square code and the white that cameras need beside it, in points.
_CODE, _QUIET = 18.0, 4.0
_ABOUT = "* an A receiver on short and screen passes (2.5). A back counts as a B receiver otherwise."
_TOUCHES = "TOUCHES: ONE BOX FOR EACH CARRY AND CATCH; WITHOUT A BOX LEFT HE IS D (12.4)"
_FOOT = paper.foot_pattern(rf"(?P<sheet>{_ON_FOOT})")


def load_layout(style: str, size: str, *, override: Path | None = None, marks: bool = False) -> Layout:
    """The layout of this game's sheets."""
    return Layout.load(TEMPLATE, style, size, override=override, marks=marks)


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
    body.append(tuple(paper.span([Cell("QUALITY POINTS", "dice", across=2), *points])))
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
    rows: list[Row] = [tuple(paper.span([Cell(title, "heading", across=2) for title in titles]))]
    for rank in range(5):
        cells: list[Cell | None] = []
        for slots in lines.values():
            if rank < len(slots):
                slot = slots[rank]
                cells += [
                    Cell(slot, "dice"),
                    Cell(team.players.get(slot, ""), "figure", f"players.{slot}"),
                ]
            else:
                cells += [None, None]
        rows.append(tuple(cells))
    return Grid("ranks", "Depth", (0.6, 2.0) * 4, (1.0,) * len(rows), tuple(rows))


def touches_grid(team: Team) -> Grid:
    """Boxes for carries and catches, as many as a player's stamina allows (12.4)."""
    most_back, most_receiver = standard_tables().stamina
    rows: list[Row] = [tuple(paper.span([Cell(_TOUCHES, "heading", across=31)]))]
    for slot in (*BACKS, *RECEIVERS):
        limit = most_back if slot in BACKS else most_receiver
        boxes = [Cell(str(number + 1), "box") if number < limit else None for number in range(30)]
        rows.append((Cell(slot, "dice"), *boxes))
    return Grid("touches", "Touches", (2.2, *[1.0] * 30), (1.0,) * len(rows), tuple(rows))


def roster_sheet(team: Team, layout: Layout, *, checksum: str | None = None, colour: str = "") -> Sheet:
    """The roster sheet of a team."""
    page, printed = layout.paper, (layout.style.name, layout.paper.name)
    sealed = paper.seal(team_checksum(team)) if checksum is None else checksum
    foot = Foot(team.season, team.code, team.city, team.name, _ON_FOOT, "", *printed, sealed)
    band, height, body = page.printable, layout.points("title"), layout.body(page)
    grids = {
        "grades": grades_grid(team, layout.columns("roster")),
        "ranks": ranks_grid(team),
        "touches": touches_grid(team),
    }

    def headline(left: float, share: float) -> Box:
        return Box(band.x + left, band.y, share * band.width, height)

    items: list[Item] = [
        QrCode(foot.code_text(), Box(band.x, band.y, _CODE, _CODE)),
        Text(f"{team.season} {team.city} {team.name}", headline(_CODE + _QUIET, 0.5), "title", level=1),
        Text("ROSTER", headline(0.58 * band.width, 0.2), "subtitle", level=2),
        Text(str(team.record), headline(0.8 * band.width, 0.2), "title_right", "record"),
        Text(_ABOUT, body.part(0, 0.513, 1, 0.02), "note"),
    ]
    items += [
        Placed(grids[area["grid"]], body.part(*area["box"])) for area in layout.data["sheet"][_SHEET]["areas"]
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
def _boxes(style: str, size: str, override: Path | None) -> Mapping[str, Box]:
    """The boxes of a sheet's data; the same for every team."""
    layout = paper.printed_layout(TEMPLATE, style, size, override)
    return roster_sheet(Team(0, "", "", "", Record(), {}, {}), layout, checksum="").keyed()


def read_file(path: Path, *, override: Path | None = None) -> ReadTeams[Team]:
    """Read the roster sheets in a PDF file."""
    return paper.read_sheets(
        path,
        partial(read_pages, override=override),
        kind="roster sheet",
        remedy="Give a PDF that `chartkit print` made; only roster sheets are read back.",
    )


def read_pages(pdf: PdfFile, *, override: Path | None = None) -> ReadTeams[Team]:
    """Read every roster sheet of an open PDF."""

    def read_foot(text: str) -> Foot | None:
        match = _FOOT.search(text)
        return Foot.of(match) if match else None

    def cells_of(letters: Letters, foot: Foot, page: int) -> dict[str, ReadCell]:
        found = letters.in_boxes(_boxes(foot.style, foot.paper, override))
        return {key: ReadCell(page, text) for key, (text, _) in found.items()}

    pages = ((page, pdf.letters(page)) for page in range(len(pdf)))
    return paper.gather(pages, read_foot, cells_of).read(_assembled)


def _assembled(found: TeamPages) -> tuple[Team | None, list[UnreadCell]]:
    """The team of a page, or none and what is wrong with its cells."""
    foot, page = found.foot, found.first_page
    cells = {key: cell.text for key, cell in found.cells.items()}
    record = [int(number) for number in re.findall(r"[0-9]+", cells["record"])]
    if len(record) not in (2, 3):
        return None, [UnreadCell(page, "record", f"{cells['record']!r} is not a record")]
    players = {slot: cells[f"players.{slot}"] for slot in NAMED_SLOTS}
    data = team_to_json(Team(foot.season, foot.code, foot.city, foot.name, Record(*record), players, {}))
    for status in STATUSES:
        texts = {slot: cells[f"rosters.{status}.grades.{slot}"] for slot in GRADED_SLOTS}
        points = cells[f"rosters.{status}.points"]
        if not (points.isdigit() or points == NOTHING):
            return None, [UnreadCell(page, f"rosters.{status}.points", f"{points!r} is not a number")]
        if points != NOTHING:
            data["rosters"][status] = {
                "points": int(points),
                "grades": {slot: text.removesuffix(_RECEIVING) for slot, text in texts.items()},
                "receiving": [slot for slot in BACKS if texts[slot].endswith(_RECEIVING)],
            }
    # House tables may have other prices and budgets, so a roster with another sum is not wrong here.
    wrong = [
        UnreadCell(page, each.dotted, each.message.rstrip("."))
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


# The sheets that both teams share.

#: How an outcome looks: what is good, bad, a flag or nothing.
_LOOKS = {
    **dict.fromkeys(("long_gain", "touchdown", "qb_run", "long_gain_from"), "green"),
    **dict.fromkeys(("sack", "interception", "fumble", "blocked", "fumble_at", "missed"), "red"),
    "flag": "yellow",
    "incomplete": "quiet",
}
#: Rows and columns of a clock strip, as printed (1.3).
_ROWS, _ACROSS = "ABC", 15
_PERIODS = ("1st quarter", "2nd quarter", "3rd quarter", "4th quarter", "Overtime")
#: Periods with a shaded box (10.6).
_SHADED = (1, 3, 4)


def _cell(cell: t.Cell, gain_look: str = "white") -> Cell:
    return Cell(cell_text(cell), _LOOKS.get(cell.base.type, gain_look))


def _plain_sheet(layout: Layout, title: str, items: Sequence[Item], tables: Tables) -> Sheet:
    return layout.sheet(
        layout.landscape,
        items,
        title=title,
        about=(title, tables.title),
        heading=(title, tables.title, TITLE),
    )


def action_sheets(tables: Tables, layout: Layout) -> list[Sheet]:
    """Action table 1 on one landscape sheet, a gap between the first dice."""
    widths = layout.columns("actions")
    head: Row = (
        Cell("ROLL", "heading"),
        *(Cell(COLUMN_NAMES[name].upper(), "heading") for name in t.COMBINED_COLUMNS),
        Cell("ROLL", "heading"),
    )
    rows: list[Row] = [head]
    heights = [1.3]
    for code in t.CODES:
        if code[1] == "1" and code != t.CODES[0]:
            rows.append((None,) * len(head))
            heights.append(0.18)
        cells = [_cell(tables.columns[name][code]) for name in t.COMBINED_COLUMNS]
        rows.append((Cell(code, "dice"), *cells, Cell(code, "dice")))
        heights.append(1.0)
    wide = (
        widths["roll"],
        *[widths["run"]] * len(RUNS),
        *[widths["pass"]] * len(PASSES),
        widths["long_gain"],
        widths["roll"],
    )
    grid = Grid("actions", "Action table 1", wide, tuple(heights), tuple(rows))
    return [_plain_sheet(layout, "Action table 1", [Placed(grid, layout.body(layout.landscape))], tables)]


def sum_sheets(tables: Tables, layout: Layout) -> list[Sheet]:
    """Action table 2 above the kicks, each read by the sum."""
    widths, body = layout.columns("sums"), layout.body(layout.landscape)
    items: list[Item] = []
    parts = (("Returns and scrambles", t.RETURN_COLUMNS), ("Kicks", t.KICK_COLUMNS))
    for number, (title, names) in enumerate(parts):
        head: Row = (Cell("SUM", "heading"), *(Cell(COLUMN_NAMES[name].upper(), "heading") for name in names))
        rows: list[Row] = [head]
        for total in map(str, t.SUMS):
            rows.append((Cell(total, "dice"), *(_cell(tables.columns[name][total]) for name in names)))
        wide = (widths["roll"], *(widths.get(name, widths["column"]) for name in names))
        grid = Grid(title, title, wide, (1.2, *[1.0] * len(t.SUMS)), tuple(rows))
        items.append(Placed(grid, body.part(0, number * 0.51, 1, 0.49)))
    return [_plain_sheet(layout, "Action table 2 and kicks", items, tables)]


def _boxes_of(index: int, period: int, tables: Tables) -> str:
    return " ".join(t.box_name(box) for box in range(index, tables.boxes_per_quarter, period))


def grid_sheets(tables: Tables, layout: Layout) -> list[Sheet]:
    """Penalties, injuries and credit, by the box just written (9.1, 12.1, 13)."""
    rows = tables.penalties
    flags = reading_table(
        "penalties",
        "Penalties",
        ("BOXES", *(name.upper() for name in t.FLAG_COLUMNS)),
        [
            [Cell(_boxes_of(index, len(rows), tables), "read_bold"), *(row[name] for name in t.FLAG_COLUMNS)]
            for index, row in enumerate(rows)
        ],
        (2.1, 0.9, 0.9, 1.1, 1.2, 1.1),
    )
    hurt = tables.injuries
    pairs: list[list[Cell | str]] = [
        [Cell(t.box_name(box), "read_bold"), hurt[box % len(hurt)]] for box in range(tables.boxes_per_quarter)
    ]
    fifth = -(-len(pairs) // 5)
    pairs += [[Cell("", "read_bold"), ""]] * (5 * fifth - len(pairs))
    injuries = reading_table(
        "injuries",
        "Injuries",
        ("BOX", "HURT") * 5,
        [[cell for pair in pairs[row::fifth] for cell in pair] for row in range(fifth)],
        (0.7, 1) * 5,
    )
    size = len(tables.credit["sack_or_block"])
    credit = reading_table(
        "credit",
        "Credit",
        ("BOXES", *WORDS["credits"].values()),
        [
            [
                Cell(_boxes_of(index, size, tables), "read_bold"),
                *(_credited(tables, name, index) for name in WORDS["credits"]),
            ]
            for index in range(size)
        ],
        (1.2, 1, 1.1, 1.2, 1.2),
    )
    blocks: list[Block] = [
        Words("Penalties (9)", "read_title", 2),
        flags,
        Words(_interference(tables)),
        Words("Injuries (12)", "read_title", 2),
        injuries,
        Words("Who gets the credit (13)", "read_title", 2),
        credit,
        Words("* By the box before the current one; the man with a star 15 or more yards downfield."),
    ]
    return filled_sheets(
        layout, "Grids by box", blocks, columns=2, heading=TITLE, about=("Grids by box", tables.title)
    )


def _credited(tables: Tables, name: str, index: int) -> str:
    man = tables.credit[name][index]
    far = tables.credit_downfield[index]
    return f"{man}, {far}*" if name == "fumble_recovery_scrimmage" and far != man else man


def _interference(tables: Tables) -> str:
    yards = ", ".join(f"{name.replace('_', ' ')} {far}" for name, far in tables.interference.items())
    return (
        f"DPI: first down from the previous spot: {yards}; if the pass was caught or never thrown, Off 10. n+ is "
        "added to the end of the play, FD is a first down, TT, KT, RT: tackling, kicking, return team."
    )


def _rare_row(code: str, entry: t.RarePlay) -> list[Cell | str]:
    result = rare_text(entry.result)
    if entry.challenge_by and entry.reversed_result:
        result += f". Challenge by the {entry.challenge_by}: {rare_text(entry.reversed_result)}"
    inside = f" Inside the {entry.not_inside}: {entry.instead}." if entry.not_inside else ""
    words = f"{entry.summary}.{inside}{' Injury.' * entry.injury}"
    return [Cell(code, "dice"), words, Cell(entry.player, "read_centre"), result]


def rare_sheets(tables: Tables, layout: Layout) -> list[Sheet]:
    """Both lists, a sheet each (11)."""
    found = []
    for name, title in (("favored", "Rare plays of the favorite"), ("underdog", "Rare plays of the underdog")):
        # Neighbours with the same entry are a pair.
        pairs = [list(own) for _, own in groupby(tables.rare[name].items(), key=lambda pair: pair[1])]
        rows = [_rare_row("-".join(code for code, _ in own), own[0][1]) for own in pairs]
        grid = reading_table(name, title, ("ROLL", "WHAT HAPPENS", "MAN", "RESULT"), rows, (0.8, 4.6, 0.7, 3.6))
        whose = "home team" if name == "favored" else "visitors"
        about = Words(
            f"If the teams are even, the {whose} read this list (11.1). Doubles reverse a challenged ruling."
        )
        found += filled_sheets(layout, title, [about, grid], heading=TITLE, about=(title, tables.title))
    return found


def clock_sheets(tables: Tables, layout: Layout) -> list[Sheet]:
    """Strips for four quarters and overtime; a letter row above each row to write in (1.3, 10)."""
    body = layout.body(layout.paper)
    tall = body.height / len(_PERIODS)
    shaded = tables.data["clock"]["rare_play_trigger"].get("proposed_position")
    items: list[Item] = []
    for period, name in enumerate(_PERIODS):
        top = body.y + period * tall
        outs = tables.timeouts_overtime if period == len(_PERIODS) - 1 else tables.timeouts_half
        # Time outs are counted by halves.
        right = f"Time outs: visitors {'□ ' * outs}  home {'□ ' * outs}" if period in (0, 2, 4) else ""
        items.append(Text(name, Box(body.x, top, body.width * 0.4, 15), "read_title", level=2, most=12))
        items.append(Text(right, Box(body.x + body.width * 0.4, top, body.width * 0.6, 15), "title_right", most=9))
        rows: list[Row] = []
        heights: list[float] = []
        for row in range(len(_ROWS)):
            boxes = [row * _ACROSS + column for column in range(_ACROSS)]
            used = [box for box in boxes if box < tables.boxes_per_quarter]
            names = [t.box_name(box) for box in used]
            marked = [name == shaded and period in _SHADED for name in names]
            blank = [None] * (_ACROSS - len(used))
            rows.append(
                (*(Cell(f"{n} ★" if m else n, "group") for n, m in zip(names, marked, strict=True)), *blank)
            )
            rows.append((*(Cell("", "back" if m else "plain") for m in marked), *blank))
            heights += [0.42, 1.0]
        grid = Grid(name, name, (1.0,) * _ACROSS, tuple(heights), tuple(rows), heading_rows=0)
        items.append(Placed(grid, Box(body.x, top + 16, body.width, tall - 24)))
    title = "Clock strips"
    note = "★ shaded: the next play is a rare play (10.6)"
    return [
        layout.sheet(layout.paper, items, title=title, about=(title, tables.title), heading=(title, note, TITLE))
    ]


def reference_sheets(tables: Tables, layout: Layout) -> list[Sheet]:
    """The course of a play, the calls, the price list and the budgets on one page."""
    blocks: list[Block] = []
    for part in t.shipped("reference.toml")["part"]:
        blocks.append(Words(part["heading"], "read_title", 2))
        blocks += [Words(line) for line in part["lines"]]
    prices = [
        [
            Cell(shown, "read_bold"),
            *(Cell(str(tables.prices[name].get(grade, "-")), "read_centre") for grade in "ABCD"),
        ]
        for name, shown in WORDS["prices"].items()
    ]
    budgets = [
        [Cell(STATUS_NAMES[s].capitalize(), "read_bold"), Cell(str(tables.budgets[s]), "read_centre")]
        for s in STATUSES
    ]
    blocks += [
        Words("Prices and budgets (2)", "read_title", 2),
        reading_table("prices", "Prices", ("SLOT", *"ABCD"), prices, (3, 1, 1, 1, 1)),
        Words(
            f"An A or B back becomes an A receiver on short and screen passes for {tables.receiving_price} more."
        ),
        reading_table("budgets", "Budgets", ("STATUS", "POINTS"), budgets, (3, 1)),
        Words(
            "Status: wins of 16 games, one more for a home team that won half of its games. Difference 0-1 even, "
            "2-3 favorite and underdog, 4 or more heavy. The budget is spent to the last point."
        ),
    ]
    title = "Reference"
    return filled_sheets(layout, title, blocks, columns=2, heading=TITLE, about=(title, tables.title))


# Print jobs.

ROSTER = "roster"
COMMON: Mapping[str, tuple[str, Callable[[Tables, Layout], list[Sheet]]]] = {
    "actions": ("action table 1: runs, passes and long gains", action_sheets),
    "sums": ("action table 2 and kicks, read by the sum", sum_sheets),
    "grids": ("penalties, injuries and credit by box", grid_sheets),
    "rare": ("rare plays of the favorite and of the underdog", rare_sheets),
    "clock": ("clock strips with box letters, one sheet a game", clock_sheets),
    "reference": ("the course of a play, calls, prices and conditions", reference_sheets),
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
        return {
            ROSTER: "the roster sheet of a team",
            CERTIFICATE: "the season played many times beside the real one (chartkit roundtrip)",
            **{kind: about for kind, (about, _) in {**COMMON, **GROUPS}.items()},
        }

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
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
        found = read_file(path, override=template)
        texts = [(team.code, team_to_text(team)) for team in found.cards]
        return read_paper(texts, found.problems, found.other_pages)


def _certificate(source: Path, season: int, layout: Layout) -> list[Sheet]:
    found = read_roundtrip(build_around(source))
    return filled_sheets(layout, "Certificate", certificate_blocks(found, season), heading=f"{TITLE} {season}")


def _teams(source: Path, wanted: tuple[str, ...], tables: Tables) -> tuple[list[Team], tuple[SeasonTeam, ...]]:
    """The teams of a file or a build, in the order of the league, or as they are named; and the league."""
    file = build_around(source) / SEASON_FILE
    known = validate.load_season(file).teams if file.is_file() else ()
    if source.is_file():
        return [validate.load_team(source, tables)], known
    files = validate.FILES.chosen_charts(source, wanted)
    codes = list(files) if wanted else league_order(files, known)
    return [validate.load_team(files[code], tables) for code in codes], known
