"""`chartkit plays`: which plays are behind a column, and what a change of the rules moves."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson, CallRules, Penalties, Season, SeasonBuild, Source, System, out_option
from chartkit.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from chartkit.systems.play_work import Moved, PlayWork, TeamCalls

PANEL = "Make charts"
PLACE = 25


def command(
    season: Season,
    team: Annotated[str | None, typer.Option("--team", metavar="TEAM", help="One team: its own column.")] = None,
    call: Annotated[
        str | None,
        typer.Option("--call", metavar="COLUMN", help="A column: 6-SHORT, short, QT, B, PUNT RETURN, PAT ..."),
    ] = None,
    defense: Annotated[bool, typer.Option("--defense", help="Plays against the team, not its own.")] = False,
    source: Source = None,
    build: SeasonBuild = None,
    rules: CallRules = None,
    penalties: Penalties = None,
    compare: Annotated[
        Path | None,
        typer.Option(
            "--compare",
            metavar="FILE",
            help="With --summary: rules to compare with; the standard ones if not given.",
        ),
    ] = None,
    summary: Annotated[bool, typer.Option("--summary", help="Calls and quotas by team instead of plays.")] = False,
    playoffs: Annotated[bool, typer.Option("--playoffs", help="With the playoffs; charts leave them out.")] = False,
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
        int | None, typer.Option("--limit", metavar="NUMBER", min=1, help="Show at most so many plays.")
    ] = None,
    out: Annotated[Path | None, out_option("the list as a .csv file; nowhere if not given")] = None,
    system: System = "ddf",
    as_json: AsJson = False,
) -> None:
    """Show the plays behind a column of a chart, with their descriptions, or count a season's calls.

    \b
    Examples:
      chartkit plays 2031 --team BRK --call 6-SHORT --sort -yards
      chartkit plays 2031 --team BRK --summary
    """
    from chartkit import systems
    from chartkit.plays.locate import season_plays

    game = systems.find(system).plays()
    plays = season_plays(season, source=source or (), build=build)
    wanted = None if team is None else _team(plays, team.upper(), season)
    column = None if call is None else game.column_named(call)
    # Scorers' habits are read from all games, so the playoffs leave only after classification.
    classified = _regular(game.classify(plays, rules=rules, penalties=penalties), playoffs)
    if summary:
        other = None
        if rules is not None or penalties is not None or compare is not None:
            other = _regular(game.classify(plays, rules=compare), playoffs)
        _summarise(game, classified, other, wanted, as_json)
        return
    shown = game.plays_behind(classified, column=column, team=wanted, defense=defense)
    bare = shown["role"].eq("foul")
    if column is not None and not fouls and bare.any():
        shown = shown[~bare]
        console.say(f"left out: {bare.sum()} fouls that only their situation puts here (--fouls shows them)")
    shown = _filtered(shown, week=week, outcome=outcome, basis=basis, find=find)
    shown = _sorted(shown, sort)
    _show_list(shown.head(limit) if limit else shown, len(shown), out, as_json)


def _regular(classified: pd.DataFrame, playoffs: bool) -> pd.DataFrame:
    return classified if playoffs else classified[classified["season_type"].ne("POST").to_numpy()]


def _team(plays: pd.DataFrame, code: str, season: int) -> str:
    from chartkit.football import teams

    held = sorted(set(plays["home_team"].dropna()) | set(plays["away_team"].dropna()))
    meant = code if code in held else teams.code_of(code, season)
    if meant not in held:
        raise InputError(f"there is no team {code} in season {season}.", remedy=f"The teams are {' '.join(held)}.")
    return meant


def _filtered(
    shown: pd.DataFrame, *, week: int | None, outcome: str | None, basis: str | None, find: str | None
) -> pd.DataFrame:
    if week is not None:
        shown = shown[shown["week"].eq(week)]
    for name, value in (("outcome", outcome), ("basis", basis)):
        if value is not None:
            held = sorted(shown[name].dropna().unique())
            if value not in held:
                raise InputError(
                    f"no play here has the {name} {value!r}.",
                    remedy=f"There are {', '.join(held) or 'none at all'}.",
                )
            shown = shown[shown[name].eq(value)]
    if find is not None:
        shown = shown[shown["desc"].str.contains(find, case=False, regex=False, na=False)]
    return shown


def _sorted(shown: pd.DataFrame, sort: str | None) -> pd.DataFrame:
    if sort is None:
        return shown
    name = sort.removeprefix("-")
    if name not in shown.columns:
        raise InputError(f"the list has no column {name!r}.", remedy=f"It has {', '.join(shown.columns)}.")
    return shown.sort_values(name, ascending=not sort.startswith("-"), kind="stable")


def _show_list(shown: pd.DataFrame, found: int, out: Path | None, as_json: bool) -> None:
    if out is not None:
        from chartkit.files import whole_file

        with whole_file(out) as part:
            shown.to_csv(part, index=False, lineterminator="\n")
        console.wrote(out)
    if as_json:
        import json

        console.print_json({"found": found, "plays": json.loads(shown.to_json(orient="records"))})
        return
    if out is not None:
        return
    from chartkit.tables import Table

    headings = ("week", "offense", "defense", "when", "down", "to goal", "column", "cell", "foul", "sure", "play")
    rows = tuple(
        (
            f"{play.week}",
            _text(play.offense),
            _text(play.defense),
            f"Q{play.qtr} {_text(play.time)}",
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


def _summarise(
    game: PlayWork,
    classified: pd.DataFrame,
    other: pd.DataFrame | None,
    team: str | None,
    as_json: bool,
) -> None:
    now = [calls for calls in game.team_calls(classified) if team in (None, calls.team)]
    before, moved = None, None
    if other is not None:
        before = {calls.team: calls for calls in game.team_calls(other)}
        mine = classified["offense"].eq(team).to_numpy() if team else slice(None)
        moved = game.moved(other[mine], classified[mine])
    if as_json:
        console.print_json(
            {
                "teams": [_as_json(calls, before[calls.team] if before else None) for calls in now],
                "moved": None
                if moved is None
                else [{"from": move.before, "to": move.after, "plays": move.plays} for move in moved],
            }
        )
        return
    from chartkit.tables import Table

    names = list(now[0].calls) if now else []
    rows: list[tuple[str, ...]] = []
    for calls in now:
        was = before[calls.team] if before else None
        counts = [_change(calls.calls[name], was.calls[name] if was else None) for name in names]
        total = sum(calls.groups.values())
        share = f"{100 * calls.groups['pass'] / total:.0f}" if total else ""
        rows.append((calls.team, f"{calls.games}", *counts, *(f"{n}" for n in calls.groups.values()), share))
        quotas = [_change(calls.quotas[name], was.quotas[name] if was else None) for name in names]
        rows.append(("  most in a game", "", *quotas, "", "", ""))
    headings = ("team", "games", *names, "run", "pass", "pass %")
    console.show_table(Table("", headings, tuple(rows), left=frozenset({"team"})))
    if now and team:
        sure = ", ".join(f"{count} {basis}" for basis, count in now[0].bases.items())
        console.data(f"How sure the calls are: {sure}")
    if moved is not None:
        _show_moved(moved)


def _show_moved(moved: list[Moved]) -> None:
    console.data(f"Plays that change their column: {sum(move.plays for move in moved):,}")
    for move in moved:
        console.data(f"  {move.plays:>6,}  {move.before} -> {move.after}")


def _change(now: int, before: int | None) -> str:
    return f"{now}" if before is None or before == now else f"{now} ({now - before:+d})"


def _as_json(calls: TeamCalls, before: TeamCalls | None) -> dict[str, Any]:
    return {
        "team": calls.team,
        "games": calls.games,
        "calls": dict(calls.calls),
        "quotas": dict(calls.quotas),
        "groups": dict(calls.groups),
        "basis": dict(calls.bases),
        **({"calls_before": dict(before.calls), "quotas_before": dict(before.quotas)} if before else {}),
    }
