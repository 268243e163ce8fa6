"""A command line that cannot be understood, told in the words and the shape of every other error."""

from __future__ import annotations

import re
from typing import Any

import typer

from chartkit.errors import InputError

#: What typer raises for it; the class is click's or typer's own copy of it, depending on typer's version.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]

_PLAIN = (
    (re.compile(r"is not a valid int(eger)?( range)?\b"), "is not a whole number"),
    (re.compile(r"is not a valid float( range)?\b"), "is not a number"),
    (re.compile(r"is not in the range x>=(\S+?)\.?$"), r"is too small: at least \1"),
    (re.compile(r"is not in the range (\S+?)<=x<=(\S+?)\.?$"), r"is not from \1 to \2"),
    (re.compile(r"^No such (option|command):? '?(-*[^'\s]*[^'\s.])'?"), r"there is no \1 \2"),
    (re.compile(r"^Missing (argument|option) '(.*)'"), r"\2 is missing"),
    (re.compile(r"^Missing command"), "the name of a command is missing"),
    (re.compile(r"^Invalid value for '(?:.* )?'?(.*?)': "), r"\1: "),
    (re.compile(r"^Option '(.*?)' requires an argument"), r"\1 needs a value"),
    (re.compile(r"^Got unexpected extra arguments?(?:\(s\))? \((.*)\)"), r"this is too much: \1"),
    # typer 0.26 shows them as a tuple.
    (re.compile(r"\.? (?:\(')?\(Possible options: (\S+?)\)(?:',\))?$"), r". Did you mean \1?"),
    (re.compile(r"\.? (?:\(')?\(Possible options: (.*?)\)(?:',\))?$"), r". Did you mean one of \1?"),
)


def refusal(mistake: Any) -> InputError:
    """What was wrong and where help is; `mistake` is a UsageError."""
    text = mistake.format_message()
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    page = mistake.ctx.command_path if mistake.ctx else "chartkit"
    end = "" if text.endswith(("?", ".")) else "."
    return InputError(f"{text}{end}", remedy=f"`{page} --help` tells more.")
