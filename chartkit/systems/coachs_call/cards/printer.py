"""Print jobs of Coach's Call Football: what can be printed, made into documents, checked, and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from chartkit import builds
from chartkit.errors import InputError
from chartkit.files import file_name
from chartkit.football import teams as nfl
from chartkit.league import certificate_blocks, read_roundtrip
from chartkit.paper import Document, Layout, Sheet, differences, filled_sheets, opened
from chartkit.systems.base import Cards, Print, PrintJob, ReadChart, ReadPaper
from chartkit.systems.checking import SEASON_FILE, build_around
from chartkit.systems.coachs_call.cards import sheets
from chartkit.systems.coachs_call.cards.roster import (
    load_layout,
    read_file,
    read_pages,
    roster_sheet,
    team_differences,
)
from chartkit.systems.coachs_call.tables import Tables
from chartkit.systems.coachs_call.teams import Season, Team, team_to_text
from chartkit.systems.coachs_call.validate import (
    FILES,
    build_tables,
    load_season,
    load_team,
)

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

    game = "Coach's Call Football"

    def __init__(self) -> None:
        self._printed: dict[str, tuple[Team, ...]] = {}

    def kinds(self) -> Mapping[str, str]:
        """What can be printed."""
        common = {kind: about for kind, (about, _) in COMMON.items()}
        return {
            ROSTER: "the roster sheet of a team",
            CERTIFICATE: "the season played many times beside the real one (chartkit roundtrip)",
            **common,
            **{kind: about for kind, (about, _) in GROUPS.items()},
        }

    def compose(self, job: PrintJob, *, apart: bool = False) -> list[Print]:
        """The documents of a job."""
        wanted = job.what or (ROSTER, "tables")
        if unknown := [kind for kind in wanted if kind not in self.kinds()]:
            raise InputError(
                f"{self.game} cannot print {', '.join(map(repr, unknown))}.",
                remedy=f"It can print: {', '.join(self.kinds())}.",
            )
        what = dict.fromkeys(k for kind in wanted for k in (GROUPS[kind][1] if kind in GROUPS else (kind,)))
        with builds.opened(build_around(job.source)):
            tables = build_tables(build_around(job.source))
            teams, season = _teams(job.source, job.teams, tables)
        layout = load_layout(job.style, job.paper, override=job.template, marks=job.marks)
        groups: list[tuple[str, str, list[Sheet], tuple[Team, ...]]] = []
        if ROSTER in what:
            for team in teams:
                title = f"{team.season} {team.city} {team.name}"
                sheet = roster_sheet(team, layout, colour=_colour(team, season))
                groups.append((file_name(team.code), title, [sheet], (team,)))
        if CERTIFICATE in what:
            groups.append((CERTIFICATE, "Certificate", _certificate(job.source, teams[0].season, layout), ()))
        for kind in what:
            if kind in COMMON:
                made = COMMON[kind][1](tables, layout)
                groups.append((kind, made[0].title, made, ()))
        year = teams[0].season
        if not apart and len(groups) > 1:
            every = [sheet for *_, made, _ in groups for sheet in made]
            printed = tuple(team for *_, some in groups for team in some)
            groups = [("-".join(wanted), f"{year} {' '.join(wanted)}", every, printed)]
        prints = [
            Print(f"{year}-{name}", Document(title, tuple(made), game="coachs-call"), layout.style)
            for name, title, made, _ in groups
        ]
        self._printed |= {made.name: group[3] for made, group in zip(prints, groups, strict=True)}
        return prints

    def check(self, made: Print, pdf: bytes, template: Path | None = None) -> list[str]:
        """Every text in its place, and every roster read back as it was."""
        with opened(pdf, made.name) as paper:
            wrong = [str(each) for _, _, found in differences(made.document, paper) for each in found]
            read = read_pages(paper, override=template)
        wrong += map(str, read.problems)
        back = {(team.season, team.code): team for team in read.teams}
        for team in self._printed[made.name]:
            found = back.get((team.season, team.code))
            wrong += [f"{team.code}: no sheet"] if found is None else team_differences(team, found)
        return wrong

    def read(self, path: Path, *, template: Path | None = None) -> ReadPaper:
        """Read the roster sheets of a PDF."""
        found = read_file(path, override=template)
        charts = [ReadChart(file_name(team.code, ".json"), team_to_text(team)) for team in found.teams]
        return ReadPaper(
            tuple(charts) if not found.problems else (),
            tuple({"page": each.page, "cell": each.cell, "what": each.what} for each in found.problems),
            found.other_pages,
        )


def _certificate(source: Path, season: int, layout: Layout) -> list[Sheet]:
    found = read_roundtrip(build_around(source))
    return filled_sheets(
        layout, "Certificate", certificate_blocks(found, season), heading=f"{sheets.GAME} {season}"
    )


def _teams(source: Path, wanted: tuple[str, ...], tables: Tables) -> tuple[list[Team], Season | None]:
    """The teams of a file or a build, in the order of the league, or as they are named."""
    file = build_around(source) / SEASON_FILE
    season = load_season(file) if file.is_file() else None
    if source.is_file():
        return [load_team(source, tables)], season
    files = FILES.chosen_charts(source, wanted)
    codes = list(files)
    if not wanted:
        places = {team.code: (team.conference, team.division, team.city) for team in season.teams} if season else {}
        codes = sorted(files, key=lambda code: (places.get(code, ("~", "~", "~")), code))
    return [load_team(files[code], tables) for code in codes], season


def _colour(team: Team, season: Season | None) -> str:
    for known in season.teams if season else ():
        if known.code == team.code and known.color:
            return known.color
    # Another league may use the code of an NFL team.
    found = nfl.find(team.code, team.season)
    return found.color if found is not None and found.nickname == team.name else ""
