"""A compiled season as a value: charts by team, coach tables, the compiler's report; loaded, checked, printed."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chartkit import builds, systems
from chartkit.api import display
from chartkit.api.charts import Chart, file_of
from chartkit.api.display import Answer, Progress, following
from chartkit.api.games import Game
from chartkit.api.plays import Plays, read_plays
from chartkit.errors import InputError
from chartkit.files import as_path, write_bytes
from chartkit.findings import ByName, Checked, read_json, unknown_name
from chartkit.football.standings import STEPS, Line, Records, playoff_rules
from chartkit.football.standings import Game as PlayedGame
from chartkit.football.standings import standings as ranked
from chartkit.pages import Report, Table, counted
from chartkit.systems.base import Cards, Compiled, CompileOrder, Print, PrintJob

if TYPE_CHECKING:
    import pandas as pd

#: The figures that ties are broken by, as headings; the steps of a season in order are under the table.
_FIGURES = {
    "division record": "division",
    "conference record": "conference",
    "strength of victory": "victory",
    "strength of schedule": "schedule",
}

_CHARTS, _COACHES, _PLAYS, _REPORT = "charts", "coaches", "plays.parquet", "report.json"


class CompileReport(Answer):
    """How well the charts reproduce the season; `frame("checks")` and the like have its tables."""

    @property
    def title(self) -> str:
        return f"{self.data['season']}: charts beside the season"

    @property
    def passed(self) -> bool:
        """Every figure lies within its tolerance."""
        return bool(self.data.get("passed", True))

    def frame(self, name: str = "checks") -> pd.DataFrame:
        """One table of the report; where a row has several figures, a row for each of them."""
        lists = {key: rows for key, rows in self.data.items() if isinstance(rows, list) and rows}
        tables = {key: rows for key, rows in lists.items() if all(isinstance(row, dict) for row in rows)}
        if name not in tables:
            raise unknown_name(name, tables)
        rows = []
        for row in tables[name]:
            rest = {key: value for key, value in row.items() if not isinstance(value, dict | list)}
            rows += (
                [{**rest, "figure": key, **each} for key, each in row["figures"].items()]
                if "figures" in row
                else [rest]
            )
        return display.frame(rows)


class Season(Mapping[str, Chart]):
    """A compiled season: charts by team code. It lives in a folder, a temporary one until it is saved."""

    def __init__(self, folder: Path, *, is_saved: bool = True, compiled: Compiled | None = None) -> None:
        self.folder = folder
        self.is_saved = is_saved
        self._compiled = compiled
        self._codes = sorted(path.stem for path in (folder / _CHARTS).glob("*.json"))

    @classmethod
    def load(cls, folder: str | Path) -> Season:
        """The season in a folder that `chartkit compile` or `save` made."""
        builds.finish_swap(Path(folder))
        found = cls(Path(folder))
        if not found:
            raise InputError(
                "there is no compiled season here.",
                where=folder,
                remedy="Make one with `chartkit compile SEASON`, or name its folder, such as build/2017.",
            )
        return found

    @property
    def path(self) -> Path | None:
        """The folder that it was saved in."""
        return self.folder if self.is_saved else None

    @property
    def compiled(self) -> Compiled:
        """The result of its compile: notes, findings by severity, edits that no longer apply."""
        if self._compiled is None:
            raise InputError(
                "this season was loaded, so the result of its compile is not known.", where=self.folder
            )
        return self._compiled

    @cached_property
    def game(self) -> str:
        """The game that its charts are of."""
        return systems.of_file(self.folder).name

    @property
    def season(self) -> int:
        """The year in which it began."""
        return next(iter(self.values())).season

    def __getitem__(self, code: str) -> Chart:
        if code not in self._codes:
            raise unknown_name(code, self._codes)
        return self._charts.get(code) or self._charts.setdefault(
            code, Chart.load(self.folder / _CHARTS / f"{code}.json")
        )

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        return {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)

    @cached_property
    def coaches(self) -> Mapping[str, Mapping[str, Any]]:
        """The coach tables by team code, as their files have them; LEAGUE is everybody's."""
        return ByName({path.stem: read_json(path).data for path in sorted((self.folder / _COACHES).glob("*.json"))})

    @cached_property
    def plays(self) -> Plays:
        """The plays that the charts were made of."""
        if not (self.folder / _PLAYS).is_file():
            raise InputError("the real plays are missing.", where=self.folder, remedy="Read them with read_plays.")
        return Plays.load(self.folder / _PLAYS)

    @cached_property
    def report(self) -> CompileReport:
        """How well the charts reproduce the season."""
        if self._compiled is not None:
            return CompileReport(self._compiled.report)
        if not (self.folder / _REPORT).is_file():
            raise InputError("this season has no report of the compiler.", where=self.folder)
        return CompileReport(systems.find(self.game).compiler().read_report(self.folder))

    def save(self, folder: str | Path) -> Season:
        """Write the season into a folder; gives the season that is now there."""
        target = Path(folder)
        with builds.sole_writer(target), builds.swapped(target) as new:
            shutil.copytree(self.folder, new, dirs_exist_ok=True)
        return Season(target, compiled=self._compiled)

    def __repr__(self) -> str:
        where = self.folder if self.is_saved else "not saved"
        return f"<Season {self.season} ({self.game}): {counted(len(self), 'team')}, {where}>"

    def _repr_html_(self) -> str:
        report = self.report.report if self._compiled or (self.folder / _REPORT).is_file() else Report({})
        return display.html(repr(self)[1:-1], lines=[" ".join(self)], tables=report.tables, notes=report.notes)


def folder_of(season: Season | str | Path) -> Path:
    """The folder of a season, given as a value or by its path."""
    return season.folder if isinstance(season, Season) else Path(season)


def compile(
    plays: Plays | str | Path | Sequence[str | Path],
    out: str | Path | None = None,
    *,
    system: str = systems.DEFAULT,
    teams: Sequence[str] = (),
    jobs: int = 2,
    shrink: bool = False,
    layout: str = "classic",
    seed: int = 0,
    settings: str | Path | None = None,
    rules: str | Path | None = None,
    penalties: str | Path | None = None,
    edits: str | Path | None = None,
    refit: bool = False,
    discard_edits: bool = False,
    progress: Progress = False,
) -> Season:
    """Make the charts of a season from its plays; the same plays and settings give the same bytes.

    With `out` the build is written there, else into a temporary folder until `season.save(folder)`. `settings`,
    `rules` and `penalties` are your own copies of the files in templates/, `edits` a folder of hand edits; `refit`
    also fits the tables that all teams share, in a game that has them.
    """
    source = plays if isinstance(plays, Plays) else read_plays(plays)
    compiler = systems.find(system).compiler()
    folder = Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="chartkit-"))
    try:
        with following(progress) as tell:
            done = compiler.compile(
                source.source,
                CompileOrder(
                    out=folder,
                    teams=tuple(dict.fromkeys(code.upper() for code in teams)),
                    jobs=jobs,
                    shrink=shrink,
                    layout=layout,
                    seed=seed,
                    settings=as_path(settings),
                    rules=as_path(rules),
                    penalties=as_path(penalties),
                    edits=as_path(edits),
                    refit=refit,
                    discard_edits=discard_edits,
                ),
                tell,
            )
    except BaseException:
        if out is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    season = Season(folder, is_saved=out is not None, compiled=done)
    if out is None:
        weakref.finalize(season, shutil.rmtree, folder, ignore_errors=True)
    return season


def validate(source: Season | Chart | str | Path) -> Checked:
    """Everything that is wrong with a season, a chart, a season file, a build, a workbook or a PDF of cards."""
    if isinstance(source, Chart):
        with file_of(source) as path:
            return systems.find(source.game).charts().check(path)
    path = folder_of(source)
    return systems.of_file(path).charts().check(path)


def load(path: str | Path) -> Any:
    """What is in a file or folder: a Chart, a Season (a folder), a Game (a game file), or Plays (a play table).

    It is a value of whichever game the file says. `Chart.load` and the like do the same where the kind is known.
    """
    path = Path(path)
    if path.is_dir():
        return Season.load(path)
    if path.suffix.lower() == ".parquet":
        return Plays.load(path)
    # `chartkit/game@2` and `chartkit/coachs-call-game@1` are both games.
    data = read_json(path).data
    kind = str(data.get("format", "")).partition("@")[0] if isinstance(data, dict) else ""
    if kind.endswith("game"):
        return Game.load(path)
    return Season.load(path.parent) if kind.endswith("season") else Chart.load(path)


# The table after any week, by the tie-breakers of the season: of the real games, or of those of a run.


def real_games(season: Season) -> list[dict[str, Any]]:
    """The schedule in order: week, away, home, and the scores where they are known."""
    from chartkit.league import load_league

    league = load_league(systems.find(season.game).simulation(), season.folder)
    names = ("week", "away", "home", "away_score", "home_score")
    return [{name: getattr(game, name) for name in names} for game in league.schedule]


def standings(season: Season, games: Sequence[Mapping[str, Any]], through: int | None = None) -> Table:
    """The table after a week, or after all: records, points, seeds, how ties were broken and by which figures."""
    from chartkit.league import load_league

    league = load_league(systems.find(season.game).simulation(), season.folder)
    played = [
        PlayedGame(each["home"], each["away"], each["home_score"], each["away_score"])
        for each in games
        if each["home_score"] is not None and (through is None or each["week"] <= through)
    ]
    records, rules = Records(league.clubs, played), playoff_rules(season.season)
    figures = {name: STEPS[name](records, league.codes) or {} for name in _FIGURES}
    rows = tuple(
        (
            f"{line.conference} {line.division}",
            str(line.place),
            line.club,
            str(line.record),
            str(line.scored),
            str(line.allowed),
            f"{line.scored - line.allowed:+}",
            *(f"{float(figures[name].get(line.club, 0)):.3f}" for name in _FIGURES),
            str(line.seed or ""),
            _tie_breaks(line),
        )
        for line in ranked(records, rules)
    )
    steps = "; ".join(
        f"{where}: {', '.join(steps)}"
        for where, steps in (("division", rules.division_steps), ("wild card", rules.wild_card_steps))
    )
    headings = ("division", "place", "team", "record", "scored", "allowed", "net")
    return Table(
        f"Standings {season.season}" + (f" after week {through}" if through else ""),
        (*headings, *(f"{short} %" for short in _FIGURES.values()), "seed", "ties won"),
        rows,
        frozenset({"division", "team", "ties won"}),
        (f"Ties are broken by, in the {steps}; then a coin.",),
    )


def _tie_breaks(line: Line) -> str:
    """`over PAL by head to head; for the seed over DRF by conference record`."""
    return "; ".join(
        f"{'for the seed ' * tie.is_seed}over {' '.join(tie.over)} by {', then '.join(tie.steps)}"
        for tie in line.tie_breaks
    )


def against_the_season(season: Season, team: str, column: str) -> list[dict[str, Any]]:
    """What the compiler measured of a team's column: the figures of the real season and those of the chart."""
    try:
        rows = season.report.data.get("columns", [])
    except InputError:
        return []
    return [
        {"side": row["side"], "plays": row["plays"], "figure": name, **figures}
        for row in rows
        if row["team"] == team and row["call"] == column
        for name, figures in row["figures"].items()
    ]


# Charts on paper: sheets made, read back and compared with the charts, then written.

#: How a sheet can be written, by the ending of its file.
FORMATS = (".pdf", ".html", ".txt")


def print_cards(
    source: Season | Chart | str | Path,
    out: str | Path | None = None,
    *,
    teams: Sequence[str] = (),
    what: Sequence[str] = (),
    paper: str = "letter",
    style: str = "classic",
    template: str | Path | None = None,
    duplex: bool = False,
    marks: bool = False,
    fit_one: bool = False,
    colours: Mapping[str, str] | None = None,
    suffix: str = ".pdf",
    verify: bool = True,
    progress: Progress = False,
) -> list[Path]:
    """Print a season, a chart, or what is in a file or folder; gives the files that were written.

    `out` is a file (.pdf, .html, .txt), or a folder that gets one file for each team and kind as `suffix` says;
    without it the sheets go into the folder `print` of the season. `what` names kinds of sheets (`chartkit print
    --list`); the team cards and supplements if it is empty. A PDF is read back and compared with the charts before
    anything is written. `colours` replaces the colours of teams: `{"BRK": "#7A1F2B"}`.
    """
    target = as_path(out)
    if target is not None and target.suffix in FORMATS:
        suffix = target.suffix
    if suffix not in FORMATS:
        raise InputError(f"a sheet cannot be written as {suffix}.", remedy=f"It can be {', '.join(FORMATS)}.")
    with ExitStack() as files:
        path = files.enter_context(file_of(source)) if isinstance(source, Chart) else folder_of(source)
        if target is None and isinstance(source, Chart | Season) and source.path is None:
            raise InputError(
                f"{source!r} is in no file yet.", remedy="Save it first, or name the file to print to."
            )
        job = PrintJob(
            source=path,
            teams=tuple(teams),
            what=tuple(what),
            paper=paper.lower(),
            style=style,
            template=as_path(template),
            duplex=duplex,
            marks=marks,
            fit_one=fit_one,
            colours=colours or {},
        )
        return _print(systems.of_file(path).cards(), job, target, suffix, verify, progress)


def _print(
    cards: Cards, job: PrintJob, out: Path | None, suffix: str, verify: bool, progress: Progress
) -> list[Path]:
    apart = out is not None and out.suffix != suffix
    # Everything is made and checked before anything is written.
    made: list[tuple[Path, bytes]] = []
    sheets = 0
    with following(progress, "sheets") as tell:
        for each in cards.compose(job, apart=apart):
            folder = _beside(job.source) if out is None else out
            target = out if out is not None and not apart else folder / f"{each.name}{suffix}"
            made.append((target, _drawn(cards, each, job, suffix, verify=verify)))
            sheets += len(each.document.sheets)
            tell(each.name, sheets, None)
    for target, data in made:
        write_bytes(target, data)
    return [target for target, _ in made]


def _beside(source: Path) -> Path:
    """Where prints go by default: a season's folder has its own place for them."""
    if source.is_dir():
        return source / "print"
    return source.parent.parent / "print" if source.parent.name == "charts" else source.parent


def _drawn(cards: Cards, made: Print, job: PrintJob, suffix: str, *, verify: bool) -> bytes:
    # reportlab is heavy.
    from chartkit.paper import draw_pdf, html_page, text_page

    if suffix == ".html":
        return html_page(made.document, made.style).encode("utf-8")
    if suffix == ".txt":
        return text_page(made.document).encode("utf-8")
    data = draw_pdf(made.document, made.style)
    if verify and (wrong := cards.check(made, data, job.template)):
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise InputError(
            f"the sheet does not say what the chart says: {wrong[0]}{more}.",
            where=made.name,
            remedy="Nothing was written. Check your template or the names in the chart; --no-verify skips this.",
        )
    return data


def card_page(chart: Chart) -> str:
    """The team's cards as an HTML page that stands alone."""
    with tempfile.TemporaryDirectory() as folder:
        (page,) = print_cards(chart, Path(folder) / "card.html")
        return page.read_text("utf-8")
