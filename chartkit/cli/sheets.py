"""Charts on paper and in spreadsheets, and back: `print`, `import-pdf`, `export-xlsx` and `import-xlsx`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import chartkit as ck
from chartkit import systems
from chartkit.cli import console, options
from chartkit.cli.console import FINDINGS
from chartkit.cli.options import argument, flag, grouped, option
from chartkit.errors import InputError
from chartkit.files import free_name, read_bytes, write_bytes, write_text
from chartkit.pages import Table


class CardStyle(StrEnum):
    """The styles that ship with chartkit."""

    CLASSIC = "classic"
    INK_SAVER = "ink-saver"
    LARGE_PRINT = "large-print"


class Output(StrEnum):
    """The forms that a sheet can take."""

    PDF = "pdf"
    HTML = "html"
    TEXT = "text"


class Fit(StrEnum):
    """How a team card is fitted."""

    ONE = "one"


_SUFFIXES = {Output.PDF: ".pdf", Output.HTML: ".html", Output.TEXT: ".txt"}


@dataclass(frozen=True)
class Look:
    """How sheets look, named like the parameters of the API."""

    paper: Annotated[str, option("SIZE", "The paper: letter, a4, legal, tabloid, a3, or one of your template.")] = (
        "letter"
    )
    style: Annotated[CardStyle, flag("--style", "How it looks.")] = CardStyle.CLASSIC
    duplex: Annotated[bool, flag("--duplex", "For printing on both sides: a team a leaf.")] = False
    marks: Annotated[bool, flag("--marks", "Add trim marks.")] = False
    template: Annotated[Path | None, option("FILE", "Your own template; what it says replaces what ours says.")] = (
        None
    )


@grouped
def print_command(
    source: Annotated[
        Path | None,
        argument("PATH", "A season, by its folder or its year; a chart file; or a team of the newest build."),
    ] = None,
    team: options.Teams = None,
    what: Annotated[
        str | None,
        option("KINDS", "What to print, separated by commas (see --list); team,supplement if not given."),
    ] = None,
    form: Annotated[Output, flag("--format", "PDF, one web page, or plain text.")] = Output.PDF,
    out: Annotated[
        Path | None,
        options.out("a file for all, or a folder for one of each team and kind; SEASON FOLDER/print if not given"),
    ] = None,
    *,
    look: Look,
    fit: Annotated[
        Fit | None,
        flag("--fit", "one: a team on a single tabloid or a3 sheet, or on the two sides of a smaller one."),
    ] = None,
    no_verify: Annotated[bool, flag("--no-verify", "Do not read the PDF back.")] = False,
    show_list: Annotated[bool, flag("--list", "List what can be printed, and stop.")] = False,
) -> None:
    """Print charts, reference sheets and table gear; each PDF is read back and compared with the charts.

    \b
    Examples:
      chartkit print build/2031 --team BRK --paper a4
      chartkit print build/2031 --what gear --duplex --team BRK --team WND --out gear.pdf
    """
    if source is not None:
        source = systems.charts_at(source)
    if show_list:
        headings = ("kind", "what it is")
        kinds = (systems.of_file(source) if source else systems.find()).cards().kinds()
        console.show_table(Table("", headings, tuple(kinds.items()), left=frozenset(headings)))
        return
    if source is None:
        raise InputError("say what to print.", remedy="Example: chartkit print build/2017 --team PHI")
    said = options.load_project()
    written = ck.print_cards(
        source,
        out,
        teams=team or (),
        what=list(dict.fromkeys(kind.strip() for kind in (what or "").split(",") if kind.strip())),
        fit_one=fit is Fit.ONE,
        colours=said.colours if said else {},
        suffix=_SUFFIXES[form],
        verify=not no_verify,
        progress=True,
        **vars(look),
    )
    for path in written:
        console.wrote(path)


def import_pdf_command(
    file: Annotated[Path, argument("FILE", "A PDF with team cards.")],
    out: Annotated[Path, options.out("the folder for the chart files; this one if not given")] = Path(),
    template: Annotated[
        Path | None, option("FILE", "The template of the print, or a description of another publisher's layout.")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Read the charts that a PDF shows, cell for cell; a cell that cannot be read is named.

    Every card carries a checksum of its chart. A card that was damaged or breaks a rule of the game is refused;
    then nothing is written.

    \b
    Examples:
      chartkit import-pdf build/2031/print/2031-team-supplement.pdf --out received
    """
    read = systems.of_file(file).cards().read(file, template=template)
    if as_json:
        console.print_json(asdict(read) | {"charts": [chart.file_name for chart in read.charts]})
    for problem in read.problems:
        console.error(f"{file}: page {problem['page']}, {problem['cell']}: {problem['what']}")
    if read.problems:
        console.say("nothing was written")
        raise typer.Exit(FINDINGS)
    for warning in read.warnings:
        console.say(f"warning: {file}: {warning}")
    for chart in read.charts:
        target = out / chart.file_name
        write_text(target, chart.text)
        console.wrote(target)
    if read.other_pages:
        console.say(f"pages without a chart: {', '.join(map(str, read.other_pages))}")


def export_xlsx_command(
    path: Annotated[str, argument("TEAM", f"{options.TEAM}; or the folder of a build.")],
    team: options.Teams = None,
    out: Annotated[
        Path | None, options.out("a workbook, or a folder for those of a build; here if not given")
    ] = None,
) -> None:
    """Write charts as Excel workbooks: drop-downs, colours and odds that follow what you type.

    A workbook that is there already and says something else is kept as FILE.old.

    \b
    Examples:
      chartkit export-xlsx BRK
      chartkit export-xlsx build/2031 --out workbooks
    """
    source = Path(path) if Path(path).is_dir() else systems.chart_of(path)
    made = systems.of_file(source).workbook().export(source, team or [])
    one = out if out is not None and out.suffix.lower() == ".xlsx" else None
    if one and len(made) > 1:
        raise InputError(f"{len(made)} workbooks do not fit into one file.", remedy="Name a folder with --out.")
    for workbook in made:
        target = one or (out or Path()) / workbook.file_name
        if target.is_file() and (before := read_bytes(target)) != workbook.content:
            kept = free_name(target)
            write_bytes(kept, before)
            console.say(f"{target} was another workbook, perhaps with changes of yours: it is kept as {kept}")
        write_bytes(target, workbook.content)
        console.wrote(target)


def import_xlsx_command(
    file: Annotated[Path, argument("FILE", "A workbook that export-xlsx wrote.")],
    out: Annotated[Path | None, options.out("the workbook's name with .json if not given")] = None,
    edits: Annotated[
        Path | None, option("FILE", "The edits file or its folder; edits/SEASON if not given.")
    ] = None,
    date: Annotated[
        datetime | None, option("YYYY-MM-DD", "The day of the edits; today otherwise.", formats=["%Y-%m-%d"])
    ] = None,
    strict: Annotated[bool, flag("--strict", "Warnings count too: nothing is written.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Read an edited workbook back into a chart file, and keep the changes in an edits file for the next compile.

    Findings name sheet and cell, such as Offense!F17; with an error nothing is written.

    \b
    Examples:
      chartkit import-xlsx BRK.xlsx --out mine/BRK.json
    """
    read = systems.of_file(file).workbook().read(file, date=(date or datetime.now()).date())
    if as_json:
        console.print_json({**read.checked.to_json(), "changed": read.changed})
    else:
        console.show_findings(read.checked.findings)
    console.say(read.checked.summary())
    code = read.checked.exit_code(strict=strict)
    if code or read.chart is None:
        console.say("nothing was written")
        raise typer.Exit(code)
    target = out or file.with_suffix(".json")
    write_text(target, read.chart)
    console.wrote(target)
    if read.keep is None:
        console.say("the workbook does not know what was exported, so there is no edits file (chartkit edits)")
    elif read.changed:
        console.wrote(read.keep(edits))
        cells = "1 changed cell is" if read.changed == 1 else f"{read.changed} changed cells are"
        console.say(f"{cells} kept there; the next chartkit compile applies them")
    else:
        console.say("no cell was changed")
