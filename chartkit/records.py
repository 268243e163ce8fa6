"""Frozen records with slots: `dataclass`, defined in 0.4 of the time, since a command defines fifty of them.

The standard decorator compiles six methods for every class; here that is done for `__init__` alone.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen, slots):
        """A class of frozen records, in everything else as `dataclasses.dataclass` makes it."""
        if not (frozen and slots):
            raise TypeError("a record is frozen and has slots")
        return _made


def _made(cls: Any) -> Any:
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    fields = dataclasses.fields(made)
    methods = {
        "__init__": _init(made, fields),
        "__setattr__": _frozen,
        "__delattr__": _frozen,
        "__getstate__": lambda self: tuple(getattr(self, field.name) for field in fields),
        "__setstate__": _restored([field.name for field in fields]),
        **_compared(_values_of([field for field in fields if field.compare])),
        "__repr__": _shown([field.name for field in fields if field.repr]),
    }
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


def _init(cls: Any, fields: Any) -> Any:
    """Positions, names and defaults as in the class; the only method that is compiled."""
    known: dict[str, Any] = {"put": object.__setattr__, "missing": dataclasses.MISSING}
    parameters, body = ["self"], []
    for field in fields:
        name, value = field.name, field.name
        if field.default is not dataclasses.MISSING:
            known[f"default_{name}"] = field.default
            parameters.append(f"{name}=default_{name}")
        elif field.default_factory is not dataclasses.MISSING:
            known[f"new_{name}"] = field.default_factory
            parameters.append(f"{name}=missing")
            value = f"new_{name}() if {name} is missing else {name}"
        else:
            parameters.append(name)
        body.append(f" put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    exec("\n".join([f"def __init__({', '.join(parameters)}):", *body]), known)
    return known["__init__"]


def _values_of(fields: Any) -> Any:
    """All values of a record as a tuple."""
    names = [field.name for field in fields]
    return attrgetter(*names) if len(names) > 1 else lambda self: tuple(getattr(self, name) for name in names)


def _compared(values: Any) -> dict[str, Any]:
    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": equal, "__hash__": lambda self: hash(values(self))}


def _shown(names: list[str]) -> Any:
    def show(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return show


def _restored(names: list[str]) -> Any:
    def restore(self: Any, state: tuple[Any, ...]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return restore


def _frozen(self: Any, name: str, *value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
