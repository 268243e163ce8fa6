"""What coaches agree on before a game: options as fields of a frozen dataclass, typed, read, written and listed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from chartkit.errors import InputError

_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class GameOption:
    """A rule that the coaches agree on before the game."""

    name: str
    about: str
    #: `on`, `off`, a number, or one of `choices`.
    basic: str
    advanced: str
    choices: tuple[str, ...] = ("on", "off")


def option(default: Any, about: str, choices: tuple[str, ...] = ()) -> Any:
    """An option with its default, the rule that it is about, and its choices where it is no switch or number."""
    return field(default=default, metadata={"about": about, "choices": choices})


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The base of a game's options: every field is made by `option`."""

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, as in a game log."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read options; what is not named keeps its default."""
        known = {each.name: each for each in fields(cls)}
        for name, value in data.items():
            if name not in known:
                raise InputError(f"there is no option {name!r}.", remedy=f"The options are {', '.join(known)}.")
            allowed, usual = known[name].metadata["choices"], known[name].default
            if allowed and value not in allowed:
                raise InputError(f"{name} is {value!r}.", remedy=f"It can be {', '.join(allowed)}.")
            if not allowed and type(value) is not type(usual):
                raise InputError(f"{name} is {value!r}, which is not a {type(usual).__name__}.")
        return cls(**data)

    def with_settings(self, settings: Iterable[str]) -> Self:
        """The same with single options changed: `audibles=off`, `boxes=35`."""
        options = self.to_json()
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise InputError(f"{setting!r} is no option.", remedy="Write NAME=VALUE, for example audibles=off.")
            name = name.strip()
            options[name] = _value(name, text.strip(), options.get(name))
        return self.from_json(options)


def _value(name: str, text: str, usual: Any) -> Any:
    """What was typed, as the kind of value that the option has."""
    if isinstance(usual, bool):
        if text.lower() not in _SWITCH:
            raise InputError(f"{name} cannot be {text!r}.", remedy="It is on or off.")
        return _SWITCH[text.lower()]
    if isinstance(usual, int):
        if not (text.isascii() and text.isdigit()):
            raise InputError(f"{name} cannot be {text!r}.", remedy="It is a whole number.")
        return int(text)
    return text


def listed(basic: GameOptions, advanced: GameOptions) -> list[GameOption]:
    """Every option with its value in both presets."""
    return [
        GameOption(
            each.name,
            each.metadata["about"],
            _shown(getattr(basic, each.name)),
            _shown(getattr(advanced, each.name)),
            each.metadata["choices"] or (("on", "off") if isinstance(each.default, bool) else ()),
        )
        for each in fields(basic)
    ]


def _shown(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
