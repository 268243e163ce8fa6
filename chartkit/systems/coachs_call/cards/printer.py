"""Print jobs of Coach's Call Football: what can be printed, made into documents, checked, and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from chartkit import builds
from chartkit.files import file_name
from chartkit.football.teams import SeasonTeam, colour_of, league_order
from chartkit.league import certificate_blocks, read_roundtrip
from chartkit.paper import Layout, Sheet, differences, filled_sheets, opened
from chartkit.systems.base import Cards, Print, PrintJob, ReadPaper
from chartkit.systems.coachs_call import validate
from chartkit.systems.coachs_call.cards import roster, sheets
from chartkit.systems.coachs_call.tables import GAME, TITLE, Tables
from chartkit.systems.coachs_call.teams import Team, team_to_text
from chartkit.systems.game_files import SEASON_FILE, build_around
from chartkit.systems.publishing import Bundle, as_print, read_paper, single_kinds

ROSTER = "roster"
COMMON: Mapping[str, tuple[str, Callable[[Tables, Layout], list[Sheet]]]] = {
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
        layout = roster.load_layout(job.style, job.paper, override=job.template, marks=job.marks)
        groups: list[Bundle[Team]] = []
        for team in teams if ROSTER in what else ():
            colour = job.colours.get(team.code) or colour_of(known, team.season, team.code, team.name)
            sheet = roster.roster_sheet(team, layout, colour=colour)
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
        with opened(pdf, made.name) as paper:
            wrong = [str(each) for _, _, found in differences(made.document, paper) for each in found]
            read = roster.read_pages(paper, override=template)
        wrong += map(str, read.problems)
        back = {(team.season, team.code): team for team in read.cards}
        for team in self._printed[made.name]:
            found = back.get((team.season, team.code))
            wrong += [f"{team.code}: no sheet"] if found is None else roster.team_differences(team, found)
        return wrong

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read the roster sheets of a PDF."""
        found = roster.read_file(path, override=template)
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
