"""Compiling the rules: machine code that is kept on disk and thrown away when any of its sources changes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, MutableSequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import types
from numba.core import config as _config

#: The whole numbers of a game; see `places`.
Memory = MutableSequence[int]
#: The random stream of a game: one unsigned 64-bit number.
Stream = Any

#: Numba's settings and its way to forget that a number is a constant, untyped.
config: Any = _config
_plain: Any = types.unliteral

#: Nothing is allocated in a game, so no references are counted: counting them takes two fifths of the time.
_HOW: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

#: Modules around the compiled rules, which leave the machine code as it is.
_INTERPRETED = ("games.py", "habits.py", "layout.py", "scripts.py", "told.py")

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def cache_folder() -> Path:
    """Where the machine code is kept: one folder for each state of the sources, so that no old code is ever run."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        if source.name not in _INTERPRETED:
            digest.update(source.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "chartkit" / f"kernel-{digest.hexdigest()[:16]}"


def compiled(function: Function) -> Function:
    """A rule that is compiled into the entry that uses it: once for all numbers, not once for each constant."""
    rule: Any = numba.njit(**_HOW)(function)
    template = rule.get_call_template
    rule.get_call_template = lambda args, kws: template(tuple(_plain(each) for each in args), kws)
    return cast(Function, rule)


def merged(function: Function) -> Function:
    """A rule with one caller, written into it before compiling: a level of calls less to optimise."""
    return cast(Function, numba.njit(inline="always", **_HOW)(function))


def entry(function: Function) -> Function:
    """A function that Python calls: its machine code, with all the rules in it, is kept on disk."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        return cast(Function, numba.njit(cache=True, **_HOW)(function))
    finally:
        config.CACHE_DIR = before
