"""Working on charts: `validate`, `odds`, `diff`, `new`, `tune`, `edits`, `explain` and `codes`."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from chartkit import __version__, systems
from chartkit.cli import console, options
from chartkit.cli.options import argument, flag, option
from chartkit.errors import InputError
from chartkit.files import dumps, write_text
from chartkit.findings import Checked, codes_page, nearest
from chartkit.findings.reporters import annotation
from chartkit.findings.reporters import sarif as sarif_log

_MEAN = "mean"


def validate_command(
    paths: Annotated[
        list[Path],
        argument("FILE...", "Charts (JSON, workbook, PDF), teams of the newest build, season files, or folders."),
    ],
    fix: Annotated[
        bool, flag("--fix", "Fix mistakes that can only mean one thing; the old file is kept as FILE.old.")
    ] = False,
    strict: Annotated[bool, flag("--strict", "Warnings count too: exit code 1.")] = False,
    as_json: options.AsJson = False,
    sarif: Annotated[Path | None, option("FILE", "Also write a SARIF 2.1.0 log.")] = None,
    github: Annotated[bool, flag("--github", "Print as GitHub annotations.")] = False,
) -> None:
    """Check charts in three layers - shape, rules, plausibility - and report all problems at once.

    Exit code 0: fine (or only warnings); 1: errors; 2: a file that cannot be read.

    \b
    Examples:
      chartkit validate build/2031
      chartkit validate BRK
      chartkit validate build/2031/charts/BRK.json --fix
      chartkit validate build/2031/charts/BRK.json build/2031/charts/CLO.json --strict --json
    """
    paths = [systems.charts_at(path) for path in paths]
    work = {path: systems.of_file(path).charts() for path in paths}
    changes = [change for path in paths for change in work[path].fix(path)] if fix else []
    for change in changes:
        console.say(change.sentence)
    if changes:
        console.say("The old files are kept beside the new ones, with names that end in .old.")
    checked = Checked.all_of(work[path].check(path) for path in paths)
    if as_json:
        console.print_json(checked.to_json() | ({"changes": [each.to_json() for each in changes]} if fix else {}))
    elif github:
        for finding in checked.findings:
            console.data(annotation(finding, systems.all_codes()))
    else:
        console.show_findings(checked.findings)
    if sarif is not None:
        write_text(sarif, dumps(sarif_log(checked, systems.all_codes(), __version__)))
        console.wrote(sarif)
    console.say(checked.summary())
    raise typer.Exit(checked.exit_code(strict=strict))


def odds_command(
    chart: options.Chart,
    wanted: Annotated[
        list[str] | None, argument("[COLUMN]...", "Only these columns or plays, e.g. 6-SHORT.")
    ] = None,
    against: Annotated[str | None, option("TEAM", "Combine every play with this team's formations.")] = None,
    plot: options.Plot = None,
    as_json: Annotated[bool, options.as_json(", with exact fractions")] = False,
) -> None:
    """Show the exact odds: of every column, or of every play against every formation of another team.

    Nothing is sampled; all outcomes of the dice are counted.

    \b
    Examples:
      chartkit odds BRK
      chartkit odds BRK 6-SHORT --against WND
      chartkit odds build/2031/charts/BRK.json --plot BRK.png
    """
    own, other = systems.chart_of(chart), systems.chart_of(against) if against else None
    work = systems.of_file(own, *([other] if other else [])).charts()
    if plot is not None:
        work.plot_odds(own, other, plot)
        console.wrote(plot)
    console.show_report(work.odds(own, other, wanted or []), as_json=as_json)


def diff_command(
    old: Annotated[str, argument("OLD", f"The chart before: {options.TEAM}.")],
    new: Annotated[str, argument("NEW", "The chart after, named in the same way.")],
    as_json: options.AsJson = False,
) -> None:
    """Compare two charts cell by cell, grouped by column, and say what the changes do to the odds.

    \b
    Examples:
      chartkit diff BRK WND
      chartkit diff build/2031/charts/BRK.json build/2031/charts/WND.json
    """
    before, after = systems.chart_of(old), systems.chart_of(new)
    console.show_report(systems.of_file(before, after).charts().diff(before, after), as_json=as_json)


def new_command(
    team: Annotated[str, argument("TEAM", "The team's code, e.g. PHI; your own are fine.")],
    season: Annotated[int | None, option("YEAR", "Season of the chart; 2017 if not given.")] = None,
    city: Annotated[str, option("TEXT", "City, for a team that is not an NFL team.")] = "",
    name: Annotated[str, option("TEXT", "Name, for a team that is not an NFL team.")] = "",
    out: Annotated[Path | None, options.out("TEAM.json if not given")] = None,
    force: Annotated[bool, flag("--force", "Replace a file that is there already.")] = False,
    system: options.System = systems.DEFAULT,
) -> None:
    """Write a blank but valid chart: every column and row is there, every cell is 0.

    \b
    Examples:
      chartkit new PHI --season 2017
      chartkit new ANT --city Anytown --name Antelopes --out mine/ANT.json
    """
    text = systems.find(system).charts().new_chart(team, season, city, name)
    target = out or Path(f"{team.upper()}.json")
    if target.exists() and not force:
        raise InputError("the file is there already.", where=target, remedy="Use --out or --force.")
    write_text(target, text)
    console.wrote(target)


def tune_command(
    column: Annotated[str, argument("COLUMN", "The column that is being built, for the heading: 7-MEDIUM.")],
    shares: Annotated[list[str], argument("SYMBOL=SHARE...", "Wanted shares in percent: QT=12 INC=38 mean=7.1.")],
    sets: Annotated[int, options.number("How many sets to list of each, 1 to 20.", 1, most=20)] = 5,
    system: options.System = systems.DEFAULT,
    as_json: options.AsJson = False,
) -> None:
    """List the dice totals that add up to wanted shares of a column, nearest first.

    \b
    Examples:
      chartkit tune 7-MEDIUM QT=12 INC=38 INT=2.5 mean=7.1
    """
    game = systems.find(system)
    name = game.classifier().column_named(column)
    found: dict[str, float] = {}
    for text in shares:
        symbol, value = _share(text)
        if symbol in found:
            raise InputError(f"{symbol} is wanted twice.", remedy="Give each result one share.")
        found[symbol] = value
    means = {_MEAN: found.pop(_MEAN)} if _MEAN in found else {}
    if sum(found.values()) > 100:
        raise InputError(f"the shares add up to {sum(found.values()):g} percent.", remedy="Take some off.")
    wanted = {symbol: percent / 100 for symbol, percent in found.items()}
    console.say(name)
    console.show_report(game.compiler().tune(wanted, means, sets), as_json=as_json)


def _share(text: str) -> tuple[str, float]:
    """`inc=38%` is 38 of INC, `mean=7.1` the yards that are wanted on average."""
    symbol, _, number = text.partition("=")
    try:
        value = float(number.removesuffix("%"))
    except ValueError:
        value = math.nan
    symbol = symbol.strip()
    if not symbol or not math.isfinite(value):
        raise InputError(f"{text!r} is not a share.", remedy="Write it as SYMBOL=PERCENT, for example INC=38.")
    if symbol.lower() == _MEAN:
        return _MEAN, value
    if not 0 <= value <= 100:
        raise InputError(f"{text!r}: a share is a percentage from 0 to 100.")
    return symbol.upper(), value


def edits_command(
    old: Annotated[str, argument("OLD", f"The chart as it was compiled: {options.TEAM}.")],
    new: Annotated[Path, argument("NEW", "The chart file as you edited it.")],
    reason: Annotated[str, option("TEXT", "Why; it is kept with each edit.")] = "",
    out: Annotated[Path | None, options.out("a file, or a folder of edits; edits/SEASON if not given")] = None,
) -> None:
    """Keep the hand edits of a chart in a small file that every later compile applies.

    `chartkit compile` applies edits/SEASON/TEAM.toml after fitting and reports what no longer applies. Edits that
    the file has already stay in it.

    \b
    Examples:
      chartkit edits BRK mine/BRK.json
    """
    before = systems.chart_of(old)
    compiler = systems.of_file(before, new).compiler()
    console.wrote(compiler.keep_edits(before, new, reason=reason, target=out))


def explain_command(
    words: Annotated[
        list[str], argument("TEXT | TEAM COLUMN ROW", "A cell's text; or a team, a column and a row.")
    ],
    as_json: options.AsJson = False,
    system: options.System = systems.DEFAULT,
) -> None:
    """Say in words what a cell means, its colour and where it may stand.

    \b
    Examples:
      chartkit explain "F -5"
      chartkit explain BRK 6-SHORT 27
      chartkit explain BRK:A.6-SHORT.3
      chartkit explain build/2031/charts/BRK.json A-STANDARD 6-SHORT 3
    """
    is_file = words[0].lower().endswith(".json") or Path(words[0]).is_file()
    game = systems.of_file(Path(words[0])) if is_file else systems.find(system)
    console.show_report(game.charts().explain(words), as_json=as_json)


def codes_command(
    wanted: Annotated[list[str] | None, argument("[CODE]...", "Codes to explain; all if none is given.")] = None,
    as_json: options.AsJson = False,
    out: Annotated[Path | None, options.out("the page of all codes; nowhere if not given")] = None,
) -> None:
    """List every code that validate can give, with its meaning, an example and a remedy.

    \b
    Examples:
      chartkit codes
      chartkit codes DDF202
    """
    catalogue = systems.all_codes()
    if out is not None:
        write_text(out, codes_page(catalogue))
        console.wrote(out)
        return
    for text in wanted or ():
        if text.upper() not in catalogue.codes:
            guess = nearest(text, catalogue.codes, most=2)
            remedy = f"Did you mean {guess}?" if guess else "chartkit codes lists them all."
            raise InputError(f"there is no code {text!r}.", remedy=remedy)
    found = [catalogue[text.upper()] for text in wanted or ()] or list(catalogue)
    if as_json:
        console.print_json([asdict(code) for code in found])
        return
    for code in found:
        console.data(f"{code.code} {code.severity}: {code.title}")
        console.data(f"    {code.description}")
        console.data(f"    example: {code.example}")
        console.data(f"    remedy: {code.remedy}")
