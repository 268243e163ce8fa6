"""`chartkit print`: charts, reference sheets and table gear on paper."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import System, Teams, out_option

if TYPE_CHECKING:
    from chartkit.systems.printing import CardPrinter, Print, PrintJob

PANEL = "Print and edit"
PLACE = 50


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


def command(
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="PATH", help="A chart file, or a season's folder such as build/2017.", show_default=False
        ),
    ] = None,
    team: Teams = None,
    what: Annotated[
        str | None,
        typer.Option(
            "--what",
            metavar="KINDS",
            help="What to print, separated by commas (see --list); team,supplement if not given.",
        ),
    ] = None,
    paper: Annotated[
        str,
        typer.Option(
            "--paper", metavar="SIZE", help="The paper: letter, a4, legal, tabloid, a3, or one of your template."
        ),
    ] = "letter",
    style: Annotated[CardStyle, typer.Option("--style", help="How it looks.")] = CardStyle.CLASSIC,
    form: Annotated[Output, typer.Option("--format", help="PDF, one web page, or plain text.")] = Output.PDF,
    out: Annotated[
        Path | None,
        out_option("a file for all, or a folder for one of each team and kind; SEASON FOLDER/print if not given"),
    ] = None,
    duplex: Annotated[bool, typer.Option("--duplex", help="For printing on both sides: a team a leaf.")] = False,
    marks: Annotated[bool, typer.Option("--marks", help="Add trim marks.")] = False,
    fit: Annotated[
        Fit | None,
        typer.Option(
            "--fit", help="one: a team on a single tabloid or a3 sheet, or on the two sides of a smaller one."
        ),
    ] = None,
    template: Annotated[
        Path | None,
        typer.Option("--template", metavar="FILE", help="Your own template; what it says replaces what ours says."),
    ] = None,
    no_verify: Annotated[bool, typer.Option("--no-verify", help="Do not read the PDF back.")] = False,
    show_list: Annotated[bool, typer.Option("--list", help="List what can be printed, and stop.")] = False,
    system: System = "ddf",
) -> None:
    """Print charts, reference sheets and table gear; each PDF is read back and compared with the charts.

    \b
    Examples:
      chartkit print build/2031 --team BRK --paper a4
      chartkit print build/2031 --what gear --team BRK --team WND --out gear.pdf
    """
    from chartkit import systems
    from chartkit.errors import InputError
    from chartkit.systems.printing import PrintJob

    printer = systems.find(system).printing()
    if show_list:
        from chartkit.tables import Table

        headings = ("kind", "what it is")
        console.show_table(Table("", headings, tuple(printer.kinds().items()), left=frozenset(headings)))
        return
    if source is None:
        raise InputError("say what to print.", remedy="Example: chartkit print build/2017 --team PHI")
    job = PrintJob(
        source=source,
        teams=tuple(team or ()),
        what=tuple(dict.fromkeys(kind.strip() for kind in (what or "").split(",") if kind.strip())),
        paper=paper.lower(),
        style=style.value,
        template=template,
        duplex=duplex,
        marks=marks,
        fit_one=fit is Fit.ONE,
    )
    _print(printer, job, form, out, verify=not no_verify)


def _print(printer: CardPrinter, job: PrintJob, form: Output, out: Path | None, *, verify: bool) -> None:
    from chartkit.files import write_bytes

    suffix = _SUFFIXES[form]
    apart = out is not None and out.suffix != suffix
    # Everything is made and checked before anything is written.
    with console.messages().status("laying out") as status:
        made = []
        for print_ in printer.compose(job, apart=apart):
            status.update(f"{print_.name}: {len(print_.document.sheets)} sheets")
            made.append((print_, _rendered(printer, print_, job, form, verify=verify)))
    for print_, data in made:
        if out is None:
            target = _beside(job.source) / f"{print_.name}{suffix}"
        else:
            target = out / f"{print_.name}{suffix}" if apart else out
        write_bytes(target, data)
        console.wrote(target)


def _beside(source: Path) -> Path:
    """Where prints go by default: a season's folder has its own place for them."""
    if source.is_dir():
        return source / "print"
    return source.parent.parent / "print" if source.parent.name == "charts" else source.parent


def _rendered(printer: CardPrinter, made: Print, job: PrintJob, form: Output, *, verify: bool) -> bytes:
    from chartkit.errors import InputError

    if form is Output.HTML:
        from chartkit.paper.html import page

        return page(made.document, made.style).encode("utf-8")
    if form is Output.TEXT:
        from chartkit.paper import plain_text

        return plain_text.page(made.document).encode("utf-8")
    from chartkit.paper.pdf import draw

    data = draw(made.document, made.style)
    if verify and (wrong := printer.check(made, data, job.template)):
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise InputError(
            f"the sheet does not say what the chart says: {wrong[0]}{more}.",
            where=made.name,
            remedy="Nothing was written. Check your template or the names in the chart; --no-verify skips this.",
        )
    return data
