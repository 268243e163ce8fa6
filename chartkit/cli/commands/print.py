"""`chartkit print`: charts, reference sheets and table gear on paper."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import chartkit as ck
from chartkit import systems
from chartkit.cli import console, options, project
from chartkit.errors import InputError
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


def command(
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="PATH", help="A chart file, or a season's folder such as build/2017.", show_default=False
        ),
    ] = None,
    team: options.Teams = None,
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
        options.out("a file for all, or a folder for one of each team and kind; SEASON FOLDER/print if not given"),
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
) -> None:
    """Print charts, reference sheets and table gear; each PDF is read back and compared with the charts.

    \b
    Examples:
      chartkit print build/2031 --team BRK --paper a4
      chartkit print build/2031 --what gear --duplex --team BRK --team WND --out gear.pdf
    """
    if show_list:
        headings = ("kind", "what it is")
        kinds = (systems.of_file(source) if source else systems.find()).cards().kinds()
        console.show_table(Table("", headings, tuple(kinds.items()), left=frozenset(headings)))
        return
    if source is None:
        raise InputError("say what to print.", remedy="Example: chartkit print build/2017 --team PHI")
    said = project.load()
    written = ck.print_cards(
        source,
        out,
        teams=team or (),
        what=list(dict.fromkeys(kind.strip() for kind in (what or "").split(",") if kind.strip())),
        paper=paper,
        style=style.value,
        template=template,
        duplex=duplex,
        marks=marks,
        fit_one=fit is Fit.ONE,
        colours=said.colours if said else {},
        suffix=_SUFFIXES[form],
        verify=not no_verify,
        progress=True,
    )
    for path in written:
        console.wrote(path)
