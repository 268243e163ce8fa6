"""Compiling the rules: machine code that is kept on disk and thrown away when any of its sources changes."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, MutableSequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import types
from numba.core import config as _config
from numba.extending import intrinsic as _intrinsic

from chartkit.systems.ddf.kernel.drafts import ApartCompiler, EntryCompiler, RuleCompiler

#: The whole numbers of a game; see `places`.
Memory = MutableSequence[int]
#: The random stream of a game: two unsigned 64-bit numbers; see `luck`.
Stream = Any

#: Numba's settings and types, untyped.
config: Any = _config
_types: Any = types
_njit: Any = numba.njit
intrinsic: Callable[[Callable[..., Any]], Any] = _intrinsic

#: Nothing is allocated in a game, so no references are counted.
_HOW: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
#: Python never calls a rule.
_RULE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

#: Modules around the compiled rules, which leave the machine code as it is.
_INTERPRETED = ("coach_tables.py", "games.py", "habits.py", "layout.py", "scripts.py", "told.py")

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def cache_folder() -> Path:
    """Where the machine code is kept: one folder for each state of the sources, so that no old code is ever run.

    Where the user may not write, it is kept for as long as the program runs.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        if source.name not in _INTERPRETED:
            digest.update(source.read_bytes())
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "chartkit" / f"kernel-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    return folder if writable else Path(_passing().name)


@cache
def _passing() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="chartkit-")


def is_kept() -> bool:
    """There is machine code of these sources on this computer."""
    return any(cache_folder().rglob("*.nbi"))


def compiled(function: Function) -> Function:
    """A rule that is compiled into the entry that uses it."""
    return _rule(function, pipeline_class=RuleCompiler, forceinline=False)


def merged(function: Function) -> Function:
    """A rule on the road of every play, written into its caller: a call would cost more than the rule."""
    return _rule(function, pipeline_class=RuleCompiler, forceinline=True)


def apart(function: Function) -> Function:
    """A rule off that road, called where it is needed: it makes neither the road nor the compiling longer."""
    return _rule(function, pipeline_class=ApartCompiler, forceinline=False)


def _rule(function: Function, **how: Any) -> Function:
    rule: Any = _njit(**_HOW, **_RULE, **how)(function)
    template = rule.get_call_template
    rule.get_call_template = lambda args, kws: template(tuple(_plain(each) for each in args), kws)
    return cast(Function, rule)


def _plain(kind: Any) -> Any:
    """Rules are compiled once for all numbers, not once for each constant and size."""
    found = _types.unliteral(kind)
    return _types.int64 if isinstance(found, _types.Integer) and found.signed else found


@intrinsic
def start_of(typing: Any, array: Any) -> Any:
    """Where the numbers of an array begin: one word to hand on, and no index to check."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return _types.CPointer(array.dtype)(array), code


@intrinsic
def high_word(typing: Any, a: Any, b: Any) -> Any:
    """The upper 64 bits of the product of two unsigned numbers."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, wide(64)), word)

    return _types.uint64(_types.uint64, _types.uint64), code


@intrinsic
def is_watched(typing: Any, m: Any) -> Any:
    """The game is written down or follows a script: its memory is of 64-bit numbers.

    A constant for each kind of memory, so that the code of a game that nobody watches has nothing of it.
    """

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_constant(_types.boolean, m.dtype == _types.int64)

    return _types.boolean(m), code


def entry(function: Function) -> Function:
    """A function that Python calls: its machine code, with all the rules in it, is kept on disk."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        return cast(Function, _njit(cache=True, pipeline_class=EntryCompiler, **_HOW)(function))
    finally:
        config.CACHE_DIR = before
