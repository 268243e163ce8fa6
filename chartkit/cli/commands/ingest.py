"""`chartkit ingest`: play-by-play in, one clean table of plays out, with the proof that it adds up."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chartkit.cli import console, progress
from chartkit.cli.exit_codes import FINDINGS
from chartkit.cli.options import json_option, out_option
from chartkit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chartkit.plays.coverage import Coverage
    from chartkit.plays.reading import SeasonPlays
    from chartkit.plays.reconcile import Reconciliation, TotalDifference
    from chartkit.tables import Table

PANEL = "Make charts"
PLACE = 20
_LISTED = 12
#: Kinds of plays whose name in the table is no word.
_IN_WORDS = {
    "qb_kneel": "kneel-down",
    "qb_spike": "spike",
    "field_goal": "field goal",
    "extra_point": "extra point",
    "no_play": "no play: fouls, wiped out",
}


def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Season files, game books, workbooks, or folders of them."),
    ],
    season: Annotated[
        int | None,
        typer.Option("--season", metavar="YEAR", help="The one season that is wanted; any other is an error."),
    ] = None,
    out: Annotated[
        Path | None,
        out_option("a folder, or a .parquet or .csv file for one season; build/SEASON/plays.parquet if not given"),
    ] = None,
    check_only: Annotated[bool, typer.Option("--check", help="Read and reconcile, but write nothing.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 when any stated total differs, not the final score alone.")
    ] = False,
    as_json: Annotated[bool, json_option(": every team and game")] = False,
) -> None:
    """Read play-by-play, account for every row, reconcile it with its own scores and write the play table.

    Exit code 1 means that a final score cannot be reproduced from the plays; what does not add up is listed.

    \b
    Examples:
      chartkit ingest raw_pbp/demo_2031.csv.gz
      chartkit ingest raw_pbp/demo_2031.csv.gz --check --json
    """
    from chartkit.files import whole_file
    from chartkit.plays import table
    from chartkit.plays.coverage import coverage
    from chartkit.plays.reading import gather, read
    from chartkit.plays.reconcile import reconcile

    gathered = gather(files)
    for path in gathered.left_out:
        console.say(f"left out, no play-by-play: {path}")
    reports: list[dict[str, Any]] = []
    told: list[str | Table] = []
    clean = True
    targets: list[Path] = []
    # Parts become files only after the last season was read: bad input leaves nothing behind.
    with ExitStack() as parts:
        tell, wanted = parts.enter_context(progress.bar("files")), len(gathered.files)
        seasons = read(gathered, season, progress=lambda path, done: tell(path.name, done, wanted))
        for number, found in enumerate(seasons):
            covered, adds_up = coverage(found.plays, found.season), reconcile(found.plays, found.stated)
            clean = clean and adds_up.clean and not (strict and (adds_up.plays or adds_up.totals))
            if not check_only:
                target = _target(out, found.season, number)
                part = parts.enter_context(whole_file(target))
                origin = {
                    "season": found.season,
                    "sources": [{"file": f.path.name, "source": f.source, "sha256": f.sha256} for f in found.files],
                }
                table.save(found.plays, part, origin=origin, as_csv=target.suffix.lower() == ".csv")
                targets.append(target)
            if as_json:
                reports.append(_json(found, covered, adds_up))
            else:
                told += _told(found, covered, adds_up)
    if as_json:
        console.print_json({"seasons": reports, "wrote": [str(target) for target in targets]})
    for each in told:
        if isinstance(each, str):
            console.data(each)
        else:
            console.show_table(each)
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


def _types(found: SeasonPlays) -> dict[str, int]:
    from chartkit.plays.columns import PLAY_TYPES

    counts = found.plays["play_type"].value_counts()
    return {name: int(counts[name]) for name in PLAY_TYPES if name in counts}


def _reasons(found: SeasonPlays) -> dict[str, int]:
    return {str(name): int(count) for name, count in found.set_aside["reason"].value_counts().items()}


def _json(found: SeasonPlays, covered: Coverage, adds_up: Reconciliation) -> dict[str, Any]:
    aside = found.set_aside.astype(object).where(found.set_aside.notna(), None)
    return {
        "season": found.season,
        "files": [
            {"file": str(f.path), "source": f.source, "rows": f.rows, "sha256": f.sha256} for f in found.files
        ],
        "rows": found.rows,
        "plays": len(found.plays),
        "set_aside": len(found.set_aside),
        "set_aside_reasons": _reasons(found),
        "set_aside_rows": aside.to_dict("records"),
        "games": covered.games,
        "regular_season_games": covered.regular,
        "playoff_games": covered.playoffs,
        "teams": list(covered.teams),
        "games_from_words": list(found.from_words),
        "partial": covered.partial,
        "missing": covered.missing,
        "plays_by_type": _types(found),
        "reconciliation": adds_up.as_json(),
    }


def _told(found: SeasonPlays, covered: Coverage, adds_up: Reconciliation) -> Iterator[str | Table]:
    from chartkit.tables import Table

    shown = [file.path.name for file in found.files]
    names = ", ".join(shown) if len(shown) <= 3 else f"{shown[0]} ... {shown[-1]} ({len(shown)} files)"
    kinds = sorted({file.source for file in found.files})
    yield f"Season {found.season}, {' and '.join(kinds)}: {names}"
    playoffs = f", {covered.playoffs} of them playoffs" if covered.playoffs else ""
    games = "game" if covered.games == 1 else "games"
    yield f"{covered.games:,} {games}{playoffs}, {len(covered.teams)} teams: {' '.join(covered.teams)}"
    if covered.missing:
        yield f"Partial season: {covered.missing}."
    if found.from_words:
        yield f"No statistics in the source, taken from the descriptions: {', '.join(found.from_words)}."
    counts = [
        *((f"  {_IN_WORDS.get(name, name)}", count) for name, count in _types(found).items()),
        ("plays", len(found.plays)),
        *((f"  {name}", count) for name, count in _reasons(found).items()),
        ("set aside: no plays", len(found.set_aside)),
        ("rows of the file", found.rows),
    ]
    rows = tuple((name, f"{count:,}") for name, count in counts)
    yield Table("", ("rows", "number"), rows, left=frozenset({"rows"}))
    yield from _reconciled(adds_up)


def _reconciled(adds_up: Reconciliation) -> Iterator[str]:
    if adds_up.games_stated:
        yield (
            f"Final score reproduced from the plays in {adds_up.games_reproduced:,} of "
            f"{adds_up.games_stated:,} games ({adds_up.scoring_plays:,} scoring plays)."
        )
    else:
        yield "The source states no final scores; the points are those of the plays."
    if adds_up.totals_stated:
        agree = adds_up.totals_stated - len(adds_up.totals)
        yield f"Team totals that the source states: {agree:,} of {adds_up.totals_stated:,} agree."
        counts = Counter(difference.statistic for difference in adds_up.totals)
        if counts:
            differ = ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
            yield f"  differing: {differ}"
    lines = [
        *(f"{d.game_id} {d.team} final score: {_versus(d)}" for d in adds_up.finals),
        *(
            f"{d.game_id} play {d.play_id:g}: score moved by {d.stated_away}-{d.stated_home} (visitors-home), "
            f"the play gives {d.away}-{d.home}: {d.desc}"
            for d in adds_up.plays
        ),
        *(f"{d.game_id} {d.team} {d.statistic}: {_versus(d)}" for d in adds_up.totals),
    ]
    for line in lines[:_LISTED]:
        yield f"  {line}"
    if len(lines) > _LISTED:
        yield f"  ... and {len(lines) - _LISTED:,} more (all of them with --json)"
    yield ""


def _versus(difference: TotalDifference) -> str:
    return f"{difference.stated:g} stated, {difference.recomputed:g} from the plays"
