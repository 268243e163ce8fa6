"""Functions compiled by numba that keep their types in the eyes of the type checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])
_njit: Any = numba.njit


def compiled(function: Function) -> Function:
    """Compile a function, keep the machine code between runs, and let other threads work while it runs."""
    return cast(Function, _njit(cache=True, nogil=True)(function))
