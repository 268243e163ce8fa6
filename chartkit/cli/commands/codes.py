"""`chartkit codes`: what each code of the validator means."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from chartkit.cli import console
from chartkit.cli.options import AsJson, System, out_option
from chartkit.errors import InputError

PANEL = "Look things up"
PLACE = 92


def command(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CODE]...", help="Codes to explain; all if none is given."),
    ] = None,
    as_json: AsJson = False,
    out: Annotated[Path | None, out_option("the page of all codes; nowhere if not given")] = None,
    system: System = "ddf",
) -> None:
    """List every code that validate can give, with its meaning, an example and a remedy.

    \b
    Examples:
      chartkit codes
      chartkit codes DDF202
    """
    from chartkit import systems
    from chartkit.findings import nearest

    catalogue = systems.find(system).charts().codes()
    if out is not None:
        from chartkit.files import write_text
        from chartkit.findings.page import codes_page

        write_text(out, codes_page(catalogue))
        console.wrote(out)
        return
    chosen = []
    for text in wanted or []:
        if text.upper() not in catalogue.codes:
            guess = nearest(text, catalogue.codes, most=2)
            remedy = f"Did you mean {guess}?" if guess else "chartkit codes lists them all."
            raise InputError(f"there is no code {text!r}.", remedy=remedy)
        chosen.append(catalogue[text.upper()])
    found = chosen or list(catalogue)
    if as_json:
        console.print_json(
            [
                {
                    "code": code.code,
                    "layer": code.layer,
                    "severity": str(code.severity),
                    "title": code.title,
                    "description": code.description,
                    "example": code.example,
                    "remedy": code.remedy,
                }
                for code in found
            ]
        )
        return
    for code in found:
        console.data(f"{code.code} {code.severity}: {code.title}")
        console.data(f"    {code.description}")
        console.data(f"    example: {code.example}")
        console.data(f"    remedy: {code.remedy}")
