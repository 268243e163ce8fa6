"""Print jobs of Data-Driven Football: what can be printed, made into documents, checked, and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from chartkit.errors import InputError
from chartkit.paper.grid import Cell
from chartkit.paper.read import Letters, PdfFile, opened
from chartkit.paper.sheet import Document, Sheet
from chartkit.paper.verify import differences
from chartkit.systems.ddf.cards import book, gear, reference, scorecard
from chartkit.systems.ddf.cards.assemble import ReadCell, assemble
from chartkit.systems.ddf.cards.family import is_family, read_family
from chartkit.systems.ddf.cards.layout import Layout
from chartkit.systems.ddf.cards.read_back import FoundTeam, gather, read_file
from chartkit.systems.ddf.cards.source import Charts, load
from chartkit.systems.ddf.cards.team import holds_two, team_sheets
from chartkit.systems.ddf.chart import TeamChart
from chartkit.systems.ddf.chart_json import team_to_json, team_to_text
from chartkit.systems.printing import Print, PrintJob, ReadChart, ReadPaper

TEAM_PARTS = {
    "team": "the team card: offense; defense and special teams",
    "supplement": "the supplement sheet for advanced play",
}
DEFAULT = ("team", "supplement")
SheetMaker = Callable[[Charts, Layout], list[Sheet]]
#: The sheets that are not one team's: what they are and who makes them.
REFERENCE: dict[str, tuple[str, SheetMaker]] = {
    "quick": ("quick reference for new players", reference.quick_sheet),
    "priority": ("the priority chart", reference.priority_sheet),
    "legend": ("what the results mean", reference.legend_sheet),
    "timing": ("the timing chart", reference.timing_sheet),
    "restrictions": ("which plays are restricted", reference.restrictions_sheet),
    "penalties": ("the penalty summary", reference.penalties_sheet),
    "dice": ("how often each total comes", reference.dice_sheet),
    "season": ("squib, holding and between-downs charts of the season", reference.season_sheet),
    "squeeze": ("the season's goal-line squeeze", reference.squeeze_sheet),
}
GEAR: dict[str, tuple[str, SheetMaker]] = {
    "scorecard": ("scorecard; with two teams their quotas are circled (home first)", scorecard.scorecard),
    "formations": ("formation selection cards with backs", gear.formation_cards),
    "plays": ("play cards with backs", gear.play_cards),
    "field": ("a field to cut out", gear.field_strip),
    "stickers": ("stickers for blank dice", gear.sticker_sheet),
    "d6": ("a table to play with ordinary dice", gear.plain_dice_sheet),
}
PROOF: dict[str, tuple[str, SheetMaker]] = {
    "certificate": ("the season played many times beside the real one (chartkit roundtrip)", book.certificate),
}
SHEETS = REFERENCE | GEAR | PROOF
GROUPS = {
    "reference": ("all reference sheets", tuple(REFERENCE)),
    "gear": ("all table gear", tuple(GEAR)),
    "all": ("everything but the book", (*DEFAULT, *REFERENCE, *GEAR)),
}
BOOK = "book"
#: File name, title, sheets and the teams on them.
Group = tuple[str, str, list[Sheet], tuple[TeamChart, ...]]


class DdfPrinter:
    """The game's way onto paper and back."""

    def __init__(self) -> None:
        self._printed: dict[str, tuple[tuple[TeamChart, ...], Layout]] = {}

    def kinds(self) -> Mapping[str, str]:
        """What can be printed."""
        return {
            **TEAM_PARTS,
            **{kind: about for kind, (about, _) in (SHEETS | GROUPS).items()},
            BOOK: "the season as one book: cover, contents, teams by division, season and reference sheets",
        }

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        """The documents of a job."""
        wanted = job.what or DEFAULT
        if unknown := [kind for kind in wanted if kind not in self.kinds()]:
            raise InputError(
                f"chartkit cannot print {', '.join(map(repr, unknown))}.",
                remedy=f"It can print: {', '.join(self.kinds())}.",
            )
        what = tuple(dict.fromkeys(k for kind in wanted for k in (GROUPS[kind][1] if kind in GROUPS else (kind,))))
        charts = load(job.source, job.teams)
        layout = Layout.load(job.style, job.paper, override=job.template, marks=job.marks)
        parts = [kind for kind in what if kind in TEAM_PARTS]
        groups: list[Group] = []
        for chart in charts.teams if parts else ():
            name = f"{chart.season} {chart.team.city} {chart.team.name}"
            sheets = team_sheets(chart, layout, parts, fit_one=job.fit_one)
            groups.append((chart.team.code, name, sheets, (chart,)))
        for kind in what:
            if kind in SHEETS:
                sheets = SHEETS[kind][1](charts, layout)
                groups.append((kind, f"{charts.year} {sheets[0].title}", sheets, ()))
            elif kind == BOOK:
                groups.append((BOOK, f"{charts.year} team charts", _book(charts, layout, job), charts.teams))
        return self._bundle(groups, charts, layout, job, wanted, apart=apart)

    def _bundle(
        self,
        groups: list[Group],
        charts: Charts,
        layout: Layout,
        job: PrintJob,
        what: tuple[str, ...],
        *,
        apart: bool,
    ) -> list[Print]:
        # A team on two sides of a sheet is duplex, whether said or not.
        if job.duplex or (job.fit_one and not holds_two(layout)):
            groups = [(code, name, _even(sheets), teams) for code, name, sheets, teams in groups]
        if not apart and len(groups) > 1:
            every = [sheet for _, _, sheets, _ in groups for sheet in sheets]
            teams = tuple(team for *_, printed in groups for team in printed)
            name = f"{charts.year} {' '.join(what)}"
            groups = [("-".join(what), name, every, teams)]
        prints = []
        for code, name, sheets, teams in groups:
            made = Print(f"{charts.year}-{code}", Document(name, tuple(sheets)), layout.style)
            self._printed[made.name] = (teams, layout)
            prints.append(made)
        return prints

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Every text in its place, and every chart read back as it was."""
        wrong: list[str] = []

        def pages(paper: PdfFile) -> Iterator[tuple[int, Letters]]:
            for number, letters, found in differences(made.document, paper):
                wrong.extend(map(str, found))
                yield number, letters

        with opened(pdf, made.name) as paper:
            teams, _ = gather(pages(paper), override=template)
        charts, layout = self._printed[made.name]
        for chart in charts:
            team = teams.get((chart.season, chart.team.code))
            if team is None:
                wrong.append(f"{chart.team.code}: the foot of its sheets does not tell the team")
            elif not wrong:
                wrong += [f"{chart.team.code} {text}" for text in _team_differences(chart, team, layout)]
        return wrong

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read the team cards of a PDF."""
        family = template is not None and is_family(template)
        cards = read_family(path, template) if family and template else read_file(path, override=template)
        return ReadPaper(
            tuple(ReadChart(f"{chart.team.code}.json", team_to_text(chart)) for chart in cards.charts),
            tuple({"page": p.page, "cell": p.cell, "what": p.what} for p in cards.problems),
            cards.other_pages,
        )


def _book(charts: Charts, layout: Layout, job: PrintJob) -> list[Sheet]:
    """The set book; the contents take as many pages as they need before the first team."""
    matter: list[tuple[str, str, list[Sheet]]] = []
    for division, teams in book.divisions(charts):
        for number, chart in enumerate(teams):
            sheets = team_sheets(chart, layout, DEFAULT, fit_one=job.fit_one)
            sheets = [replace(sheet, depth=sheet.depth + 1) for sheet in sheets]
            sheets = _even(sheets) if job.duplex else sheets
            if number == 0:
                sheets[0] = replace(sheets[0], above=(division, *sheets[0].above))
            matter.append((division, f"{chart.team.city} {chart.team.name}", sheets))
    for kind, (_, make) in REFERENCE.items():
        sheets = make(charts, layout)
        matter.append(("Season" if kind in ("season", "squeeze") else "Reference", sheets[0].title, sheets))
    if pages := book.summary(charts, layout):
        matter.append(("Season", pages[0].title, pages))
    if charts.roundtrip is not None:
        pages = book.certificate(charts, layout)
        matter.append(("Season", pages[0].title, pages))

    def entries(first: int) -> list[tuple[str, str, int]]:
        rows, page, last = [], first, ""
        for division, title, sheets in matter:
            rows.append((division if division != last else "", title, page))
            page, last = page + len(sheets), division
        return rows

    length = len(book.contents(charts, layout, entries(0)))
    front = [book.cover(charts, layout), *book.contents(charts, layout, entries(2 + length))]
    return book.numbered([*front, *(sheet for _, _, sheets in matter for sheet in sheets)], layout)


def _team_differences(chart: TeamChart, team: FoundTeam, layout: Layout) -> list[str]:
    """The chart read back; parts that the job did not print are taken as they are in the file."""
    cells = {
        piece.key: ReadCell(0, piece.text, isinstance(piece, Cell) and piece.bold)
        for sheet in team_sheets(chart, layout, tuple(TEAM_PARTS))
        for piece, _ in sheet.texts()
        if piece.key
    }
    back, problems = assemble(cells | team.cells, team.pages[0], chart.season, team.tag.team, basic=team.tag.basic)
    return [str(problem) for problem in problems] if back is None else chart_differences(chart, back)


def _even(sheets: list[Sheet]) -> list[Sheet]:
    """Fill up to whole leaves, so that the next team starts on a front."""
    if len(sheets) % 2 == 0:
        return sheets
    return [*sheets, Sheet("", sheets[-1].width, sheets[-1].height, (), depth=-1)]


def chart_differences(chart: TeamChart, back: TeamChart) -> list[str]:
    """Cells that differ, by their path in the chart file; the source is not on paper."""
    found: list[str] = []

    def compare(left: object, right: object, path: str) -> None:
        if isinstance(left, dict) and isinstance(right, dict):
            for key in left.keys() | right.keys():
                compare(left.get(key), right.get(key), f"{path}.{key}" if path else str(key))
        elif left != right:
            found.append(f"{path}: {right!r} on paper, {left!r} in the chart")

    one, other = team_to_json(chart), team_to_json(back)
    for data in (one, other):
        del data["source"]
    compare(one, other, "")
    return sorted(found)
