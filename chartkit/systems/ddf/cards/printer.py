"""Print jobs of Data-Driven Football: what can be printed, made into documents, checked, and read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from chartkit.files import file_name
from chartkit.findings import changed_values
from chartkit.paper import (
    Cell,
    Layout,
    Letters,
    PdfFile,
    ReadCell,
    Sheet,
    TeamPages,
    differences,
    opened,
)
from chartkit.systems.base import Cards, Print, PrintJob, ReadPaper
from chartkit.systems.ddf.cards import book
from chartkit.systems.ddf.cards.gear import GEAR, WITH_BACKS
from chartkit.systems.ddf.cards.job import Charts, SheetMaker, card_checksum, load_charts, load_layout
from chartkit.systems.ddf.cards.read_back import (
    assembled,
    gathered,
    is_family,
    read_family,
    read_file,
)
from chartkit.systems.ddf.cards.reference import REFERENCE
from chartkit.systems.ddf.cards.team import TEAM_PARTS, holds_two, team_sheets
from chartkit.systems.ddf.charts import TeamChart, team_to_json, team_to_text
from chartkit.systems.publishing import Bundle, as_print, read_paper, single_kinds

PROOF: Mapping[str, tuple[str, SheetMaker]] = {
    "certificate": ("the season played many times beside the real one (chartkit roundtrip)", book.certificate),
}
SHEETS = {**REFERENCE, **GEAR, **PROOF}
GROUPS = {
    "reference": ("all reference sheets", tuple(REFERENCE)),
    "gear": ("all table gear", tuple(GEAR)),
    "all": ("everything but the book", (*TEAM_PARTS, *REFERENCE, *GEAR)),
}
BOOK = "book"
_UNSEALED = "this card has no checksum, so a damaged cell that is still legal would not be noticed"


class DdfCards(Cards):
    """The game's way onto paper and back."""

    game = "Data-Driven Football"

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
        wanted = job.what or tuple(TEAM_PARTS)
        what = single_kinds(self, wanted, GROUPS)
        charts = replace(load_charts(job.source, job.teams), colours=job.colours)
        layout = load_layout(job.style, job.paper, override=job.template, marks=job.marks)
        parts = [kind for kind in what if kind in TEAM_PARTS]
        groups: list[Bundle[TeamChart]] = []
        for chart in charts.teams if parts else ():
            name = f"{chart.season} {chart.team.city} {chart.team.name}"
            sheets = team_sheets(chart, layout, parts, fit_one=job.fit_one, season=charts.season_of(chart))
            groups.append(Bundle(file_name(chart.team.code), name, sheets, (chart,)))
        for kind in what:
            if kind in SHEETS:
                sheets = SHEETS[kind][1](charts, layout)
                groups.append(Bundle(kind, f"{charts.year} {sheets[0].title}", sheets))
            elif kind == BOOK:
                sheets = book.season_book(charts, layout, duplex=job.duplex, fit_one=job.fit_one)
                groups.append(Bundle(BOOK, f"{charts.year} team charts", sheets, charts.teams))
        return self._bundle(groups, charts, layout, job, wanted, apart=apart)

    def _bundle(
        self,
        groups: list[Bundle[TeamChart]],
        charts: Charts,
        layout: Layout,
        job: PrintJob,
        what: tuple[str, ...],
        *,
        apart: bool,
    ) -> list[Print]:
        # A team on both sides of a sheet is printed duplex even without --duplex.
        if job.duplex or (job.fit_one and not holds_two(layout)):
            groups = [replace(group, sheets=book.whole_leaves(list(group.sheets))) for group in groups]
        if not apart and len(groups) > 1:
            every: list[Sheet] = []
            for group in groups:
                # Cards with backs are printed on both sides even without --duplex.
                every = [*(book.whole_leaves(every) if group.name in WITH_BACKS else every), *group.sheets]
            teams = tuple(team for group in groups for team in group.teams)
            groups = [Bundle("-".join(what), f"{charts.year} {' '.join(what)}", every, teams)]
        prints = [as_print(group, charts.year, layout.style, "ddf") for group in groups]
        self._printed |= {made.name: (group.teams, layout) for made, group in zip(prints, groups, strict=True)}
        return prints

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Every text in its place, and every chart read back as it was."""
        wrong: list[str] = []

        def pages(paper: PdfFile) -> Iterator[tuple[int, Letters]]:
            for number, letters, found in differences(made.document, paper):
                wrong.extend(map(str, found))
                yield number, letters

        with opened(pdf, made.name) as paper:
            teams = gathered(pages(paper), override=template).teams
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
        if family and template:
            cards = read_family(path, template)
            problems = cards.problems
        else:
            cards = read_file(path, override=template)
            illegal = [problem for card in cards.cards for problem in card.illegal_cells()]
            problems = (*cards.problems, *illegal)
        return read_paper(
            [(card.chart.team.code, team_to_text(card.chart)) for card in cards.cards],
            problems,
            cards.other_pages,
            tuple(
                f"{card.chart.season} {card.chart.team.code}: {_UNSEALED}"
                for card in cards.cards
                if not card.sealed and not family
            ),
        )


def _team_differences(chart: TeamChart, team: TeamPages, layout: Layout) -> list[str]:
    """The chart read back; parts that the job did not print are taken as they are in the file."""
    cells = {
        piece.key: ReadCell(0, piece.text, isinstance(piece, Cell) and piece.bold)
        for sheet in team_sheets(chart, layout, tuple(TEAM_PARTS))
        for piece, _ in sheet.texts()
        if piece.key
    }
    back, problems = assembled(team, cells | team.cells)
    if back is None:
        return [str(problem) for problem in (*team.problems, *problems)]
    stated = team.foot.checksum
    sealed = [] if stated == card_checksum(chart) else [f"the foot has the checksum {stated}"]
    return [*map(str, team.problems), *sealed, *chart_differences(chart, back)]


def chart_differences(chart: TeamChart, back: TeamChart) -> list[str]:
    """Cells that differ, by their path in the chart file; the source is not on paper."""
    return sorted(
        f"{'.'.join(path)}: {right!r} on paper, {left!r} in the chart"
        for path, left, right in changed_values(team_to_json(chart), team_to_json(back))
        if path[0] != "source"
    )
