"""`chartkit calls`: how often each team called what, and which plays a change of the rules moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import chartkit as ck
from chartkit import plays, systems
from chartkit.cli import console, options
from chartkit.pages import Table
from chartkit.systems.base import Moved, TeamCalls


def command(
    season: options.Season,
    team: Annotated[str | None, typer.Option("--team", metavar="TEAM", help="One team's calls.")] = None,
    source: options.Source = None,
    build: options.SeasonBuild = None,
    rules: options.CallRules = None,
    penalties: options.Penalties = None,
    compare: Annotated[
        Path | None,
        typer.Option("--compare", metavar="FILE", help="Rules to compare with; the standard ones if not given."),
    ] = None,
    playoffs: options.Playoffs = False,
    system: options.System = "ddf",
    as_json: options.AsJson = False,
) -> None:
    """Count the calls and quotas of a season by team; with rules of your own, also the plays that they move.

    \b
    Examples:
      chartkit calls 2031 --team BRK
    """
    game = systems.find(system).classifier()
    table = ck.Plays(plays.season_plays(season, source or (), build))
    wanted = None if team is None else table.team_code(team)
    classified = table.classified(system=system, rules=rules, penalties=penalties, playoffs=playoffs)
    now = [calls for calls in game.team_calls(classified) if wanted in (None, calls.team)]
    before: dict[str, TeamCalls] = {}
    moved: list[Moved] | None = None
    if rules or penalties or compare:
        other = table.classified(system=system, rules=compare, playoffs=playoffs)
        before = {calls.team: calls for calls in game.team_calls(other)}
        mine = classified["offense"].eq(wanted).to_numpy() if wanted else slice(None)
        moved = game.moved(other[mine], classified[mine])
    if as_json:
        moves = None
        if moved is not None:
            moves = [{"from": move.before, "to": move.after, "plays": move.plays} for move in moved]
        console.print_json({"teams": [_as_json(calls, before.get(calls.team)) for calls in now], "moved": moves})
        return
    console.show_table(_table(now, before))
    if now and wanted:
        sure = ", ".join(f"{count} {basis}" for basis, count in now[0].bases.items())
        console.data(f"How sure the calls are: {sure}")
    if moved is not None:
        console.data(f"Plays that change their column: {sum(move.plays for move in moved):,}")
        for move in moved:
            console.data(f"  {move.plays:>6,}  {move.before} -> {move.after}")


def _table(now: list[TeamCalls], before: dict[str, TeamCalls]) -> Table:
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
    return {
        "team": calls.team,
        "games": calls.games,
        "calls": dict(calls.calls),
        "quotas": dict(calls.quotas),
        "groups": dict(calls.groups),
        "basis": dict(calls.bases),
        **({"calls_before": dict(before.calls), "quotas_before": dict(before.quotas)} if before else {}),
    }
