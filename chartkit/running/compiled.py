"""Compiling plain functions: each is taken as it stands, with those that it calls, and made machine code by numba.

The annotations of a function are its types, and no index in it is negative. Machine code is kept in a
folder named by a hash of everything that is compiled in.
"""

from __future__ import annotations

import ast
import dis
import hashlib
import inspect
import os
import tempfile
import textwrap
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, TypeGuard, TypeVar, get_type_hints

import numba
import numpy as np

from chartkit import builds

Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_HOW: Mapping[str, Any] = {"nogil": True, "error_model": "numpy"}
#: Python never calls a rule by itself.
_INNER: Mapping[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

#: Versions of numba whose inside `joining` knows; with any other one everything is compiled in the plain way.
JOINS = (0, 66) <= tuple(int(part) for part in numba.__version__.split(".")[:2]) <= (0, 68)
#: Seconds that a process waits for another one that compiles the same; more than the slowest machine needs.
_PATIENCE, _PAUSE = 600.0, 0.2
#: Arguments of these names are the record of a game.
GAME_NAMES = ("game", "tally")


def _joined(name: str) -> dict[str, Any]:
    """The compiler of `joining` for the rules or for the entry; none with a numba that it does not know."""
    if not JOINS:
        return {}
    # What it imports may not be there in another version.
    from chartkit.running import joining

    return {"pipeline_class": getattr(joining, name)}


def globals_of(function: FunctionType) -> list[str]:
    """The global names that a function uses."""
    used = (step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL")
    return list(dict.fromkeys(used))


def functions_of(function: Callable[..., Any], bodies: Mapping[Any, Any]) -> list[FunctionType]:
    """The plain functions below a function, each once."""
    found: dict[FunctionType, None] = {}

    def walk(caller: FunctionType) -> None:
        for name in globals_of(caller):
            called = caller.__globals__.get(name)
            called = bodies.get(called, called) if isinstance(called, FunctionType) else called
            if isinstance(called, FunctionType) and called not in found:
                found[called] = None
                walk(called)

    assert isinstance(function, FunctionType)
    walk(function)
    return list(found)


def bound(
    function: Callable[..., Any],
    bodies: Mapping[Any, Any],
    record: np.dtype[Any],
    usual: Collection[Any] = (),
    rare: Collection[Any] = (),
) -> FunctionType:
    """A function with compiled versions of all that it calls; `bodies` maps seams to their bodies.

    Those of `usual` become part of their callers, those of `rare` stay apart; of the others the compiler decides.
    """
    done: dict[FunctionType, Any] = {}
    game = numba.from_dtype(record)

    def rebound(plain: FunctionType) -> FunctionType:
        names = dict(plain.__globals__)
        for name in globals_of(plain):
            called = names.get(name)
            called = bodies.get(called, called) if isinstance(called, FunctionType) else called
            if isinstance(called, FunctionType):
                names[name] = compiled(called)
            elif _is_table(called):
                # Looking something up in a tuple is a jump, in an array it is a load.
                names[name] = np.array(called, _shortest(called))
        return counted_from_zero(plain, names)

    def compiled(plain: FunctionType) -> Any:
        if plain not in done:
            kinds = signature_of(plain, game)
            wanted = () if kinds is None else (kinds,)
            kind = "Usual" if plain in usual else "Rare" if plain in rare else ""
            how = {**_HOW, **_INNER, **_joined(f"{kind}RuleCompiler")}
            done[plain] = _njit(*wanted, **how)(rebound(plain))
        return done[plain]

    assert isinstance(function, FunctionType)
    return rebound(function)


def signature_of(function: FunctionType, game: Any) -> tuple[Any, ...] | None:
    """The types of the arguments by their annotations; None when numba has to find out.

    Without it numba compiles a function anew for every constant that it is called with.
    """
    hints, code = get_type_hints(function), function.__code__
    kinds = tuple(_kind(name, hints.get(name), game) for name in code.co_varnames[: code.co_argcount])
    return None if None in kinds else kinds


def _kind(name: str, hint: Any, game: Any) -> Any:
    types: Any = numba.types
    if hint is int or hint is bool:
        return types.int64 if hint is int else types.boolean
    if isinstance(hint, type) and issubclass(hint, tuple):
        # A named tuple.
        parts = [_kind(part, each, game) for part, each in get_type_hints(hint).items()]
        return types.BaseTuple.from_types(parts, hint)
    return game if name in GAME_NAMES else None


class _CountsFromZero(ast.NodeTransformer):
    """Makes every index unsigned: none is negative, so that nothing has to be counted from the end of a list."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Tuple):
            node.slice.elts = [self._unsigned(each) for each in node.slice.elts]
        else:
            node.slice = self._unsigned(node.slice)
        return node

    def _unsigned(self, index: ast.expr) -> ast.expr:
        if isinstance(index, ast.Constant):
            return index
        return ast.Call(ast.Name("_unsigned", ast.Load()), [index], [])


def _made(tree: ast.Module, plain: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The function that a tree defines, with these globals."""
    space = dict(names)
    exec(compile(tree, plain.__code__.co_filename, "exec"), space)
    made: FunctionType = space[plain.__name__]
    return made


def _words(function: FunctionType) -> tuple[Any, ...]:
    """The names and constants of a function."""
    code = function.__code__
    return code.co_names, code.co_varnames, _constants(code.co_consts)


def counted_from_zero(plain: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A function whose indices are unsigned, with other globals."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(plain)))
    written: Any = tree.body[0]
    # Annotations are for readers; numba takes none.
    written.returns = None
    for argument in written.args.args:
        argument.annotation = None
    if _words(_made(tree, plain, names)) != _words(plain):
        raise RuntimeError(f"{plain.__code__.co_filename} was changed since it was loaded; start again.")
    tree = ast.fix_missing_locations(_CountsFromZero().visit(tree))
    ast.increment_lineno(tree, plain.__code__.co_firstlineno - 1)
    made = _made(tree, plain, names | {"_unsigned": np.uintp})
    # The cache finds its file by these.
    made.__module__, made.__qualname__ = plain.__module__, plain.__qualname__
    return made


def _is_table(value: Any) -> TypeGuard[tuple[int, ...]]:
    """A constant row of whole numbers."""
    return type(value) is tuple and len(value) > 0 and all(type(each) is int for each in value)


def _shortest(table: tuple[int, ...]) -> type[np.signedinteger[Any]]:
    """The shortest numbers that hold a table, so that more of it is at hand."""
    settings: Any = numba.config
    # Without the compiler numbers keep their width in arithmetic, and short ones would overflow.
    short = () if settings.DISABLE_JIT else (np.int8, np.int16)
    fit = (kind for kind in short if np.iinfo(kind).min <= min(table) and max(table) <= np.iinfo(kind).max)
    return next(fit, np.int64)


def fingerprint(
    function: Callable[..., Any], bodies: Mapping[Any, Any], usual: Collection[Any] = (), rare: Collection[Any] = ()
) -> str:
    """A hash of the code of a function, of all that it calls and of every constant that is frozen into it."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for name in ("compiled.py", "joining.py"):
        digest.update(Path(__file__).with_name(name).read_bytes())
    assert isinstance(function, FunctionType)
    for each in (function, *functions_of(function, bodies)):
        code = each.__code__
        # Machine code on disk names the modules of its functions.
        said = (
            (each.__module__, each in usual, each in rare),
            _constants(code.co_consts),
            code.co_names,
            sorted(map(str, each.__annotations__.items())),
        )
        digest.update(code.co_code + repr(said).encode())
        for name in sorted(globals_of(each)):
            value = each.__globals__.get(name)
            if not isinstance(value, FunctionType):
                digest.update(f"{name}={_frozen(value)}".encode())
    return digest.hexdigest()


def _constants(constants: Iterable[Any]) -> list[Any]:
    """Constants of a code object without addresses in memory."""
    return [each for each in constants if isinstance(each, int | float | str | tuple | type(None))]


def _frozen(value: Any) -> str:
    if isinstance(value, ModuleType):
        # A module of names: its numbers are compiled in.
        return repr(sorted((name, each) for name, each in vars(value).items() if type(each) in (int, float, tuple)))
    if isinstance(value, type) and issubclass(value, tuple):
        # A named tuple: code knows its fields by their places.
        return repr(getattr(value, "_fields", ()))
    return repr(value.tolist()) if isinstance(value, np.ndarray) else repr(value)


def record_type(owners: Iterable[Any], extra: Iterable[Any], short: Mapping[str, Any]) -> np.dtype[Any]:
    """The memory of a game: the fields of its classes by name, of 64 bits unless `short` says less."""
    settings: Any = numba.config
    if settings.DISABLE_JIT:
        # Without the compiler numbers keep their width in arithmetic, and short ones would overflow.
        short = {}
    parts: dict[str, tuple[Any, ...]] = {}
    for each in (each for owner in owners for each in fields(owner)):
        kind = np.bool_ if each.type == "bool" else short.get(each.name, np.int64)
        shape = each.metadata.get("shape")
        parts.setdefault(each.name, (each.name, kind, shape) if shape else (each.name, kind))
    return np.dtype((np.record, np.dtype([*parts.values(), *extra], align=True)))


class Engine:
    """A function as machine code with all that it calls: made once a process, and kept on disk."""

    def __init__(
        self,
        function: Callable[..., Any],
        bodies: Mapping[Any, Any],
        record: np.dtype[Any],
        usual: Collection[Any] = (),
        rare: Collection[Any] = (),
    ) -> None:
        self._function, self._bodies, self._record = function, bodies, record
        self._usual, self._rare = usual, rare
        self._made: Any = None
        self._making = Lock()

    @cached_property
    def folder(self) -> Path:
        """The folder that keeps the machine code."""
        return cache_folder(fingerprint(self._function, self._bodies, self._usual, self._rare))

    def is_compiled(self) -> bool:
        """There is machine code of it on this computer."""
        return any(self.folder.rglob("*.nbi"))

    def run(self, *arguments: Any) -> None:
        """Call it; whichever thread comes first reads it from disk or compiles it."""
        with self._making:
            if self._made is None:
                self._made = self._kept(arguments) or self._compiled_once(arguments)
        self._made(*arguments)

    def _compiled_once(self, arguments: tuple[Any, ...]) -> Any:
        """Compile it; of several processes one does, and the others wait for what it leaves on disk."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            with suppress(builds.BusyError), builds.sole_writer(self.folder):
                return self._kept(arguments) or self._compiled(arguments)
            time.sleep(_PAUSE)
        return self._compiled(arguments)

    def _kept(self, arguments: tuple[Any, ...]) -> Any:
        """The machine code on disk; None when there is none, or only that of another kind of processor."""
        settings: Any = numba.config
        if settings.DISABLE_JIT or not self.is_compiled():
            return None
        assert isinstance(self._function, FunctionType)
        made: Any = entry(counted_from_zero(self._function, dict(self._function.__globals__)), self.folder)
        try:
            # Nothing that it calls is compiled yet, so numba can only read it.
            made.compile(tuple(map(numba.typeof, arguments)))
        except numba.TypingError:
            return None
        return made

    def _compiled(self, arguments: tuple[Any, ...]) -> Any:
        made: Any = entry(bound(self._function, self._bodies, self._record, self._usual, self._rare), self.folder)
        settings: Any = numba.config
        if not settings.DISABLE_JIT:
            made.compile(tuple(map(numba.typeof, arguments)))
        return made


@cache
def cache_folder(digest: str) -> Path:
    """Where machine code of this fingerprint is kept: until the program ends where the user may not write."""
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "chartkit" / f"engine-{digest[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    return folder if writable else Path(_temporary().name)


@cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="chartkit-")


def entry(function: Function, folder: Path) -> Function:
    """A function that Python calls: its machine code, with all the rules in it, is kept on disk."""
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        made: Function = _njit(cache=True, **_HOW, **_joined("EntryCompiler"))(function)
    finally:
        settings.CACHE_DIR = before
    return made
