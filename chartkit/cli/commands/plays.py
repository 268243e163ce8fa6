"""`chartkit plays`: the plays behind a column, with their descriptions."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import chartkit as ck
from chartkit import plays, systems
from chartkit.cli import console, options
from chartkit.errors import InputError
from chartkit.files import whole_file
from chartkit.pages import Table

if TYPE_CHECKING:
    import pandas as pd


def command(
    season: options.Season,
    team: Annotated[str | None, typer.Option("--team", metavar="TEAM", help="One team: its own column.")] = None,
    call: Annotated[
        str | None,
        typer.Option("--call", metavar="COLUMN", help="A column: 6-SHORT, short, QT, B, PUNT RETURN, PAT ..."),
    ] = None,
    defense: Annotated[bool, typer.Option("--defense", help="Plays against the team, not its own.")] = False,
    source: options.Source = None,
    build: options.SeasonBuild = None,
    rules: options.CallRules = None,
    penalties: options.Penalties = None,
    playoffs: options.Playoffs = False,
    week: Annotated[int | None, typer.Option("--week", metavar="NUMBER", help="One week only.")] = None,
    outcome: Annotated[
        str | None, typer.Option("--outcome", metavar="WORD", help="One outcome only: gain, incomplete, fumble ...")
    ] = None,
    basis: Annotated[
        str | None,
        typer.Option("--basis", metavar="WORD", help="Only calls that are charted, crew, described or situation."),
    ] = None,
    find: Annotated[
        str | None, typer.Option("--find", metavar="TEXT", help="Only plays whose description holds this text.")
    ] = None,
    fouls: Annotated[
        bool, typer.Option("--fouls", help="With fouls that only their situation puts into the column.")
    ] = False,
    sort: Annotated[
        str | None,
        typer.Option("--sort", metavar="NAME", help="Sort by a column of the list, `-yards` the other way round."),
    ] = None,
    limit: Annotated[
        int | None,
        options.number("--limit", "Show at most this many plays.", 1),
    ] = None,
    out: Annotated[Path | None, options.out("the list as a .csv file; nowhere if not given")] = None,
    system: options.System = "ddf",
    as_json: options.AsJson = False,
) -> None:
    """Show the plays behind a column of a chart, with their descriptions.

    \b
    Examples:
      chartkit plays 2031 --team BRK --call 6-SHORT --sort -yards
    """
    # Before a season is read for a game that has no words for it.
    systems.find(system).classifier()
    shown = ck.Plays(plays.season_plays(season, source or (), build)).behind(
        call, team=team, defense=defense, system=system, rules=rules, penalties=penalties, playoffs=playoffs
    )
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
    rows = tuple(
        (
            f"{play.week}",
            _text(play.offense),
            _text(play.defense),
            f"{_quarter(play.qtr)} {_text(play.time)}",
            _down(play.down, play.ydstogo),
            _number(play.line),
            _text(play.column),
            _text(play.cell),
            _foul(play.foul, play.foul_status),
            _text(play.basis),
            _text(play.desc),
        )
        for play in shown.itertuples(index=False)
    )
    console.show_table(Table("", headings, rows, left=frozenset(headings) - {"week", "to goal"}))
    console.say(f"{len(shown):,} of {found:,} plays" if len(shown) < found else f"{found:,} plays")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> str:
    return "" if math.isnan(value) else f"{value:g}"


def _down(down: Any, to_go: Any) -> str:
    return "" if math.isnan(down) else f"{down:g}&{to_go:g}"


def _foul(foul: Any, status: Any) -> str:
    return _text(foul) if status == "accepted" or not _text(foul) else f"{foul} ({status})"


def _quarter(number: object) -> str:
    """`Q4`, `OT`, `OT2`."""
    quarter = int(str(number))
    return f"Q{quarter}" if quarter <= 4 else "OT" if quarter == 5 else f"OT{quarter - 4}"
