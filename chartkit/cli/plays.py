"""The plays of a season: `ingest` reads them, `plays` and `calls` show them, `agreement` checks the parser."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import chartkit as ck
from chartkit import plays, systems
from chartkit.api import display
from chartkit.cli import console, options
from chartkit.cli.console import FINDINGS
from chartkit.cli.options import Classified, argument, flag, grouped, option
from chartkit.errors import InputError
from chartkit.files import whole_file, write_text
from chartkit.football.field import period_in_words
from chartkit.pages import Report, Table
from chartkit.systems.base import TeamCalls

if TYPE_CHECKING:
    import pandas as pd


def ingest_command(
    files: Annotated[list[Path], argument("FILE...", "Season files, game books, workbooks, or folders of them.")],
    season: Annotated[int | None, option("YEAR", "The one season that is wanted; any other is an error.")] = None,
    out: Annotated[
        Path | None,
        options.out("a folder, or a .parquet or .csv file for one season; build/SEASON/plays.parquet if not given"),
    ] = None,
    check_only: Annotated[bool, flag("--check", "Read and reconcile, but write nothing.")] = False,
    strict: Annotated[
        bool, flag("--strict", "Exit with 1 when any stated total differs, not the final score alone.")
    ] = False,
    as_json: Annotated[bool, options.as_json(": every team and game")] = False,
) -> None:
    """Read play-by-play, account for every row, reconcile it with its own scores and write the play table.

    Exit code 1 means that a final score cannot be reproduced from the plays; what does not add up is listed.

    \b
    Examples:
      chartkit ingest raw_pbp/demo_2031.csv.gz
      chartkit ingest raw_pbp/demo_2031.csv.gz --check --json
    """
    gathered = plays.gather(files)
    for path in gathered.left_out:
        console.say(f"left out, no play-by-play: {path}")
    reports: list[Report] = []
    targets: list[Path] = []
    clean = True
    # Parts become files only after the last season was read: bad input leaves nothing behind.
    with ExitStack() as parts:
        tell, wanted = parts.enter_context(display.bar("files")), len(gathered.files)
        seasons = plays.read(gathered, season, progress=lambda path, done: tell(path.name, done, wanted))
        for number, found in enumerate(map(ck.Plays, seasons)):
            adds_up = found.reconciliation
            clean = clean and adds_up.clean and not (strict and (adds_up.plays or adds_up.totals))
            if not check_only:
                target = _target(out, found.season, number)
                part = parts.enter_context(whole_file(target))
                plays.save_season(found.source, part, as_csv=target.suffix.lower() == ".csv")
                targets.append(target)
            reports.append(found.report)
    if as_json:
        console.print_json({"seasons": [report.data for report in reports], "wrote": [*map(str, targets)]})
    else:
        for report in reports:
            console.show_report(report, as_json=False)
    for target in targets:
        console.wrote(target)
    if not clean:
        raise typer.Exit(FINDINGS)


def _target(out: Path | None, season: int, number: int) -> Path:
    if out is None or out.suffix.lower() not in (".parquet", ".csv"):
        return (out or Path("build")) / str(season) / "plays.parquet"
    if number:
        raise InputError(
            f"the files hold more than one season, but {out} can take only one.",
            remedy="Give a folder to --out, or pick one season.",
        )
    return out


def _season(season: int, chosen: Classified) -> tuple[ck.Plays, dict[str, Any]]:
    """The plays of a season, and by which rules they are classified."""
    # Before a season is read for a game that has no words for it.
    systems.find(chosen.system).classifier()
    by = {
        "system": chosen.system,
        "rules": chosen.rules,
        "penalties": chosen.penalties,
        "playoffs": chosen.playoffs,
    }
    return ck.Plays(plays.season_plays(season, chosen.source or (), chosen.build)), by


@grouped
def plays_command(
    season: options.Season,
    team: Annotated[str | None, option("TEAM", "One team: its own column.")] = None,
    call: Annotated[str | None, option("COLUMN", "A column: 6-SHORT, short, QT, B, PUNT RETURN, PAT ...")] = None,
    defense: Annotated[bool, flag("--defense", "Plays against the team, not its own.")] = False,
    week: Annotated[int | None, option("NUMBER", "One week only.")] = None,
    outcome: Annotated[str | None, option("WORD", "One outcome only: gain, incomplete, fumble ...")] = None,
    basis: Annotated[
        str | None, option("WORD", "Only calls that are charted, crew, described or situation.")
    ] = None,
    find: Annotated[str | None, option("TEXT", "Only plays whose description holds this text.")] = None,
    fouls: Annotated[bool, flag("--fouls", "With fouls that only their situation puts into the column.")] = False,
    sort: Annotated[
        str | None, option("NAME", "Sort by a column of the list, `-yards` the other way round.")
    ] = None,
    limit: Annotated[int | None, options.number("Show at most this many plays.", 1)] = None,
    out: Annotated[Path | None, options.out("the list as a .csv file; nowhere if not given")] = None,
    *,
    chosen: Classified,
    as_json: options.AsJson = False,
) -> None:
    """Show the plays behind a column of a chart, with their descriptions.

    \b
    Examples:
      chartkit plays 2031 --team BRK --call 6-SHORT --sort -yards
    """
    found, by = _season(season, chosen)
    shown = found.behind(call, team=team, defense=defense, **by)
    bare = shown["role"].eq("foul")
    if call is not None and not fouls and bare.any():
        shown = shown[~bare]
        console.say(f"left out: {bare.sum()} fouls that only their situation puts here (--fouls shows them)")
    if week is not None:
        shown = shown[shown["week"].eq(week)]
    shown = _with(_with(shown, "outcome", outcome), "basis", basis)
    if find is not None:
        shown = shown[shown["desc"].str.contains(find, case=False, regex=False, na=False)]
    shown = _sorted(shown, sort)
    _show(shown.head(limit) if limit else shown, len(shown), out, as_json)


def _with(shown: pd.DataFrame, column: str, value: str | None) -> pd.DataFrame:
    """Only the plays that have a value in a column."""
    if value is None:
        return shown
    held = sorted(shown[column].dropna().unique())
    if value not in held:
        raise InputError(
            f"no play here has the {column} {value!r}.", remedy=f"There are {', '.join(held) or 'none at all'}."
        )
    return shown[shown[column].eq(value)]


def _sorted(shown: pd.DataFrame, sort: str | None) -> pd.DataFrame:
    if sort is None:
        return shown
    name = sort.removeprefix("-")
    if name not in shown.columns:
        raise InputError(f"the list has no column {name!r}.", remedy=f"It has {', '.join(shown.columns)}.")
    return shown.sort_values(name, ascending=not sort.startswith("-"), kind="stable")


def _show(shown: pd.DataFrame, found: int, out: Path | None, as_json: bool) -> None:
    if out is not None:
        with whole_file(out) as part:
            plays.without_formulas(shown).to_csv(part, index=False, lineterminator="\n")
        console.wrote(out)
    if as_json:
        console.print_json({"found": found, "plays": json.loads(shown.to_json(orient="records"))})
        return
    if out is not None:
        return
    headings = ("week", "offense", "defense", "when", "down", "to goal", "column", "cell", "foul", "sure", "play")
    listed: Iterable[Any] = shown.itertuples(index=False)
    rows = tuple(
        (
            f"{play.week}",
            _text(play.offense),
            _text(play.defense),
            f"{period_in_words(int(play.qtr))} {_text(play.time)}",
            "" if math.isnan(play.down) else f"{play.down:g}&{play.ydstogo:g}",
            "" if math.isnan(play.line) else f"{play.line:g}",
            _text(play.column),
            _text(play.cell),
            _foul(play.foul, play.foul_status),
            _text(play.basis),
            _text(play.desc),
        )
        for play in listed
    )
    console.show_table(Table("", headings, rows, left=frozenset(headings) - {"week", "to goal"}))
    console.say(f"{len(shown):,} of {found:,} plays" if len(shown) < found else f"{found:,} plays")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _foul(foul: Any, status: Any) -> str:
    return _text(foul) if status == "accepted" or not _text(foul) else f"{foul} ({status})"


@grouped
def calls_command(
    season: options.Season,
    team: Annotated[str | None, option("TEAM", "One team's calls.")] = None,
    compare: Annotated[
        Path | None, option("FILE", "Rules to compare with; the standard ones if not given.")
    ] = None,
    *,
    chosen: Classified,
    as_json: options.AsJson = False,
) -> None:
    """Count the calls and quotas of a season by team; with rules of your own, also the plays that they move.

    \b
    Examples:
      chartkit calls 2031 --team BRK
    """
    table, by = _season(season, chosen)
    game = systems.find(chosen.system).classifier()
    wanted = None if team is None else table.team_code(team)
    classified = table.classified(**by)
    now = [calls for calls in game.team_calls(classified) if wanted in (None, calls.team)]
    before: dict[str, TeamCalls] = {}
    moved = None
    if chosen.rules or chosen.penalties or compare:
        other = table.classified(system=chosen.system, rules=compare, playoffs=chosen.playoffs)
        before = {calls.team: calls for calls in game.team_calls(other)}
        mine = classified["offense"].eq(wanted).to_numpy() if wanted else slice(None)
        moved = game.moved(other[mine], classified[mine])
    if as_json:
        moves = [{"from": move.before, "to": move.after, "plays": move.plays} for move in moved or ()]
        teams = [_as_json(calls, before.get(calls.team)) for calls in now]
        console.print_json({"teams": teams, "moved": None if moved is None else moves})
        return
    console.show_table(_calls_table(now, before))
    if now and wanted:
        sure = ", ".join(f"{count} {basis}" for basis, count in now[0].bases.items())
        console.data(f"How sure the calls are: {sure}")
    if moved is not None:
        console.data(f"Plays that change their column: {sum(move.plays for move in moved):,}")
        for move in moved:
            console.data(f"  {move.plays:>6,}  {move.before} -> {move.after}")


def _calls_table(now: list[TeamCalls], before: dict[str, TeamCalls]) -> Table:
    names = list(now[0].calls) if now else []
    rows: list[tuple[str, ...]] = []
    for calls in now:
        was = before.get(calls.team)
        counts = [_change(calls.calls[name], was.calls[name] if was else None) for name in names]
        total = sum(calls.groups.values())
        share = f"{100 * calls.groups['pass'] / total:.0f}" if total else ""
        rows.append((calls.team, f"{calls.games}", *counts, *(f"{n}" for n in calls.groups.values()), share))
        quotas = [_change(calls.quotas[name], was.quotas[name] if was else None) for name in names]
        rows.append(("  most in a game", "", *quotas, "", "", ""))
    headings = ("team", "games", *names, "run", "pass", "pass %")
    return Table("", headings, tuple(rows), left=frozenset({"team"}))


def _change(now: int, before: int | None) -> str:
    return f"{now}" if before is None or before == now else f"{now} ({now - before:+d})"


def _as_json(calls: TeamCalls, before: TeamCalls | None) -> dict[str, Any]:
    own = {"basis" if name == "bases" else name: value for name, value in vars(calls).items()}
    return own | ({"calls_before": before.calls, "quotas_before": before.quotas} if before else {})


def agreement_command(
    files: Annotated[list[Path], argument("FILE...", "nflverse or gamecenter season files.")],
    out: Annotated[
        Path | None,
        options.out("the report as a page, for example docs/description-parser.md; nowhere if not given"),
    ] = None,
    as_json: Annotated[bool, options.as_json(": every disagreement by play")] = False,
) -> None:
    """Compare the description parser with the columns of season files, figure by figure, with the causes.

    \b
    Examples:
      chartkit agreement raw_pbp/demo_2031.csv.gz
    """
    seasons: list[plays.SeasonAgreement] = []
    with display.bar("plays") as tell:
        for path in files:
            seasons.extend(plays.season_agreements(path, progress=partial(tell, path.name)))
    seasons.sort(key=lambda season: season.season)
    if as_json:
        console.print_json([season.as_json() for season in seasons])
    else:
        for table in (table for season in seasons for table in season.tables()):
            console.show_table(table)
    if out is not None:
        write_text(out, plays.agreement_page(seasons))
        console.wrote(out)
