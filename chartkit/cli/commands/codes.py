"""`chartkit codes`: what each code of the validator means."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.errors import InputError
from chartkit.files import write_text
from chartkit.findings import codes_page, nearest


def command(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CODE]...", help="Codes to explain; all if none is given."),
    ] = None,
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
    chosen = []
    for text in wanted or []:
        if text.upper() not in catalogue.codes:
            guess = nearest(text, catalogue.codes, most=2)
            remedy = f"Did you mean {guess}?" if guess else "chartkit codes lists them all."
            raise InputError(f"there is no code {text!r}.", remedy=remedy)
        chosen.append(catalogue[text.upper()])
    found = chosen or list(catalogue)
    if as_json:
        console.print_json([asdict(code) for code in found])
        return
    for code in found:
        console.data(f"{code.code} {code.severity}: {code.title}")
        console.data(f"    {code.description}")
        console.data(f"    example: {code.example}")
        console.data(f"    remedy: {code.remedy}")
