"""`chartkit tune`: the option set calculator, for people who build a column by hand."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from chartkit import systems
from chartkit.cli import console, options
from chartkit.errors import InputError

_MEAN = "mean"


def command(
    column: Annotated[
        str, typer.Argument(metavar="COLUMN", help="The column that is being built, for the heading: 7-MEDIUM.")
    ],
    shares: Annotated[
        list[str],
        typer.Argument(metavar="SYMBOL=SHARE...", help="Wanted shares in percent: QT=12 INC=38 mean=7.1."),
    ],
    sets: Annotated[
        int,
        options.number("--sets", "How many sets to list of each, 1 to 20.", 1, 20),
    ] = 5,
    system: options.System = "ddf",
    as_json: options.AsJson = False,
) -> None:
    """List the dice totals that add up to wanted shares of a column, nearest first.

    \b
    Examples:
      chartkit tune 7-MEDIUM QT=12 INC=38 INT=2.5 mean=7.1
    """
    game = systems.find(system)
    name = game.classifier().column_named(column)
    wanted: dict[str, float] = {}
    means: dict[str, float] = {}
    for text in shares:
        symbol, value = _share(text)
        if symbol in wanted or symbol in means:
            raise InputError(f"{symbol} is wanted twice.", remedy="Give each result one share.")
        if symbol == _MEAN:
            means[symbol] = value
        elif not 0 <= value <= 100:
            raise InputError(f"{text!r}: a share is a percentage from 0 to 100.")
        else:
            wanted[symbol] = value / 100
    if sum(wanted.values()) > 1:
        raise InputError(f"the shares add up to {100 * sum(wanted.values()):g} percent.", remedy="Take some off.")
    console.say(name)
    console.show_report(game.compiler().tune(wanted, means, sets), as_json=as_json)


def _share(text: str) -> tuple[str, float]:
    """`inc=38%` is 38 of INC, `mean=7.1` the yards that are wanted on average."""
    symbol, _, number = text.partition("=")
    try:
        value = float(number.removesuffix("%"))
    except ValueError:
        value = math.nan
    if not symbol.strip() or not math.isfinite(value):
        raise InputError(f"{text!r} is no wanted share.", remedy="Write it as SYMBOL=PERCENT, for example INC=38.")
    symbol = symbol.strip()
    return (_MEAN if symbol.lower() == _MEAN else symbol.upper()), value
